"""11.0: the 1st Shock Army. Reading 12."""

from __future__ import annotations

import pytest

from .helpers import at, legal, phase_of, play, position, refused

QUIET = "5ak 0101, 3a 1401"


@pytest.mark.rule("battle-for-moscow", "11.0")
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_the_shock_army_does_not_enter_before_turn_4(turn: int) -> None:
    state = position("soviet-replacement", QUIET, turn=turn)
    assert "1sh" not in legal(state, "place")
    assert refused(state, "place 1sh") == ("11.0", "The Russian 1st Shock Army arrives on turn 4.")


@pytest.mark.rule("battle-for-moscow", "11.0")
@pytest.mark.parametrize("turn", [4, 5, 6, 7])
def test_the_shock_army_enters_from_turn_4_at_full_strength(turn: int) -> None:
    state = position("soviet-replacement", QUIET, turn=turn)
    before = str(state.question)
    events = play(state, "place 1sh", "at 1410")
    assert (events[0].text, events[0].rule) == (
        "The Russian 1st Shock Army arrives in 1410.",
        "11.0",
    )
    assert at(state, "1sh") == "1410"
    assert str(state.question) == before  # no step is used


@pytest.mark.rule("battle-for-moscow", "11.0")
def test_the_shock_army_enters_on_the_red_edge_only() -> None:
    state = position("soviet-replacement", "5ak 1310, 3a 1401", turn=4)
    play(state, "place 1sh")
    assert legal(state, "at") == [
        *("1010", "1101", "1111", "1201", "1301", "1402", "1403", "1404", "1405", "1406", "1407", "1408"),
    ]
    assert refused(state, "at 1103") == ("11.0", "1103 Moscow is not on the Russian map edge.")
    assert refused(state, "at 1401") == ("11.0", "1401 is occupied.")
    assert refused(state, "at 1409") == ("11.0", "1409 is in an enemy zone of control.")


@pytest.mark.rule("battle-for-moscow", "11.0")
def test_the_shock_army_cannot_enter_at_ryazan_in_a_zone() -> None:
    state = position("soviet-replacement", "5ak 1305, 3a 1401", turn=4)
    play(state, "place 1sh")
    assert "1405" not in legal(state, "at")
    assert refused(state, "at 1405")[0] == "11.0"


@pytest.mark.rule("battle-for-moscow", "11.0")
def test_the_shock_army_may_be_held_back() -> None:
    state = position("soviet-replacement", QUIET, turn=4)
    play(state, "done")
    assert at(state, "1sh") == "track"
    while not (state.turn == 5 and phase_of(state) == "soviet-replacement"):
        play(state, "done")
    assert "1sh" in legal(state, "place")


@pytest.mark.rule("battle-for-moscow", "11.0")
def test_the_shock_army_waits_for_an_open_hex() -> None:
    edge = "5ak 1101, 6ak 1301, 7ak 1402, 8ak 1404, 9ak 1406, 12ak 1408, 13ak 1410, 20ak 1210, 23ak 1010"
    state = position("soviet-replacement", f"{edge}, 3a- 1409", turn=4)
    assert "1sh" not in legal(state, "place")
    assert refused(state, "place 1sh") == ("11.0", "There is no hex where you could place the Russian 1st Shock Army.")
    assert at(state, "1sh") == "track"


@pytest.mark.rule("battle-for-moscow", "11.0")
def test_the_shock_army_may_enter_when_all_steps_are_used() -> None:
    state = position("soviet-replacement", "5ak 0101, 3a- 1401, 5a- 1402, 10a- 1403, 13a- 1404, 19a- 1406", turn=4)
    play(state, "restore 3a", "restore 5a", "restore 10a", "restore 13a")
    assert legal(state) == ["place 1sh", "done"]
    assert state.question is not None
    assert (
        state.question.text == "You have no replacement steps left. Place the Russian 1st Shock Army, or end the phase."
    )
    assert refused(state, "place 16a") == ("10.0", "You have no replacement steps left.")
    assert refused(state, "restore 19a") == ("10.0", "You have no replacement steps left.")


@pytest.mark.rule("battle-for-moscow", "11.0")
@pytest.mark.rule("battle-for-moscow", "10.0")
def test_an_eliminated_shock_army_returns_as_a_replacement() -> None:
    state = position("soviet-replacement", f"{QUIET}, 1sh pool", turn=5)
    play(state, "place 1sh")
    assert "1103" in legal(state, "at")
    play(state, "at 1103")
    assert at(state, "1sh") == "1103-"
    assert state.question is not None and state.question.text.startswith("You have 4 replacement steps left.")
    assert refused(state, "restore 1sh")[0] == "10.1"


@pytest.mark.rule("battle-for-moscow", "11.0")
def test_there_is_no_german_reinforcement() -> None:
    state = position("german-replacement", QUIET, turn=4)
    assert "1sh" not in legal(state, "place")
    assert refused(state, "place 1sh") == ("10.0", "The Russian 1st Shock Army is an enemy unit.")


@pytest.mark.rule("battle-for-moscow", "11.0")
def test_the_shock_army_moves_on_the_turn_it_enters() -> None:
    state = position("soviet-replacement", QUIET, turn=5)
    play(state, "place 1sh", "at 1406", "done")
    assert phase_of(state) == "rail-movement"
    assert "1sh" in legal(state, "unit")
