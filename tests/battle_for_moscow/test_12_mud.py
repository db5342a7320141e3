"""12.0 to 12.2: mud."""

from __future__ import annotations

import pytest

from . import reference
from .helpers import at, at_the_die, kinds, legal, open_step, phase_of, play, position, refused
from .test_08_movement import costs
from .test_09_combat import FIGURE_2, forecast, lines


@pytest.mark.rule("battle-for-moscow", "12.0")
@pytest.mark.parametrize("turn", range(1, 8))
def test_there_is_mud_on_turns_3_and_4(turn: int) -> None:
    state = position("german-movement", "5ak 0504, 3a 1401", turn=turn)
    status = {fact["label"]: fact["value"] for fact in state.view(None)["status"]}
    assert status["Weather"] == ("mud" if turn in (3, 4) else "clear")
    play(state, "unit 5ak")
    assert (len(legal(state, "move")) == 6) == (turn in (3, 4))


@pytest.mark.rule("battle-for-moscow", "12.1")
@pytest.mark.parametrize(
    "phase, unit", [("panzer-movement", "47pz"), ("german-movement", "5ak"), ("soviet-movement", "3a")]
)
def test_units_move_one_hex_only(phase: str, unit: str) -> None:
    state = position(phase, "47pz 0607, 5ak 0603, 3a 1208", turn=3)
    play(state, f"unit {unit}")
    assert state.question is not None and state.question.text.endswith("Mud: one hex only.")
    start = at(state, unit)
    assert set(legal(state, "move")) == reference.neighbours(start)
    there = legal(state, "move")[0]
    events = play(state, f"move {there}")
    assert kinds(events)[0] == "move"
    assert open_step(state) != "Moving"  # the move is over


@pytest.mark.rule("battle-for-moscow", "12.1")
def test_the_one_hex_may_be_a_forest() -> None:
    state = position("german-movement", "5ak 0603, 3a 1401", turn=3)
    play(state, "unit 5ak")
    assert costs(state)["0704"] == "1"


@pytest.mark.rule("battle-for-moscow", "12.1")
def test_a_panzer_moves_one_hex_in_phase_2_and_one_in_phase_4() -> None:
    state = position("panzer-movement", "47pz 0607, 3a 1401", turn=4)
    play(state, "unit 47pz", "move 0606")
    assert phase_of(state) == "german-movement"
    play(state, "unit 47pz", "move 0605")
    assert at(state, "47pz") == "0605"


@pytest.mark.rule("battle-for-moscow", "12.1")
@pytest.mark.rule("battle-for-moscow", "8.1")
def test_mud_does_not_slow_rail_movement() -> None:
    state = position("rail-movement", "5ak 0101, 3a 0803", turn=3)
    play(state, "unit 3a")
    assert costs(state)["1103"] == "3" and costs(state)["1002"] == "4"
    assert state.question is not None and state.question.text.endswith("It has 4 movement points left.")


@pytest.mark.rule("battle-for-moscow", "12.1")
def test_two_hexes_are_too_far() -> None:
    state = position("german-movement", "5ak 1208, 3a 0101", turn=3)
    play(state, "unit 5ak")
    assert refused(state, "move 1206") == ("12.1", "In mud the German 5th Corps can move one hex only.")


@pytest.mark.rule("battle-for-moscow", "12.1")
def test_units_swap_places_in_mud() -> None:
    state = position("german-movement", "5ak 1208, 6ak 1207, 3a 0101", turn=3)
    play(state, "unit 5ak", "move 1207")
    assert legal(state) == ["unit 6ak", "back 5ak"]
    play(state, "unit 6ak", "move 1208")
    assert (at(state, "5ak"), at(state, "6ak")) == ("1207", "1208")


@pytest.mark.rule("battle-for-moscow", "12.1")
def test_mud_does_not_shorten_retreats_and_advances() -> None:
    state = at_the_die("35ak 1207, 3a 1208", "1208", turn=3)
    play(state, "roll 1", "retreat 1210", "advance 35ak")
    assert (at(state, "3a"), at(state, "35ak")) == ("1210", "1208")


@pytest.mark.rule("battle-for-moscow", "12.2")
def test_figure_2_in_mud() -> None:
    """9 panzer points halved, 6 and 2 of infantry: 12.5 to 4 is 3:1, then the fortification."""
    state = at_the_die(FIGURE_2, "0504", "47pz 5ak 42ak", turn=3)
    assert lines(state) == [
        ("47th Panzer Corps", "9", "9.0"),
        ("5th Corps", "6", "9.0"),
        ("42nd Corps", "2", "9.0"),
        ("Panzers attack at half strength in mud", "-4.5", "12.2"),
        ("12.5 against 4", "3:1", "9.0"),
        ("The Russian defender is in a fortification", "1 column left", "9.2"),
    ]
    assert forecast(state).headline == "2:1"


@pytest.mark.rule("battle-for-moscow", "12.2")
def test_panzers_are_added_up_before_they_are_halved() -> None:
    state = at_the_die("47pz 1207, 56pz 1209, 3a- 1208", "1208", turn=4)  # 9 + 9 = 18, half 9
    assert ("9 against 4", "2:1", "9.0") in lines(state)
    state = at_the_die("47pz 1207, 56pz 1209, 46pz 1108, 3a- 1208", "1208", turn=4)  # 28, half 14
    assert ("14 against 4", "3:1", "9.0") in lines(state)


@pytest.mark.rule("battle-for-moscow", "12.2")
def test_fractions_of_halved_strength_are_kept() -> None:
    state = at_the_die("47pz 1207, 8ak 1209, 3a- 1208", "1208", turn=3)  # 4.5 + 7: with 5 it would be 3:1
    assert ("11.5 against 4", "2:1", "9.0") in lines(state)
    state = at_the_die("47pz 1207, 56pz 1209, 8ak- 1108, 3a- 1208", "1208", turn=3)  # 4.5 + 4.5 + 3: with 4 each, 2:1
    assert ("12 against 4", "3:1", "9.0") in lines(state)


@pytest.mark.rule("battle-for-moscow", "12.2")
def test_infantry_and_russian_armies_attack_at_full_strength() -> None:
    state = at_the_die("35ak 1207, 23ak 1209, 3a- 1208", "1208", turn=3)
    assert ("16 against 4", "4:1", "9.0") in lines(state)
    state = at_the_die("34ak 1208, 3a 1207, 1sh 1209", "1208", turn=4, phase="soviet-combat")
    assert ("18 against 4", "4:1", "9.0") in lines(state)  # the Shock Army is infantry


@pytest.mark.rule("battle-for-moscow", "12.2")
def test_a_defending_panzer_has_its_full_strength() -> None:
    state = at_the_die("47pz 1208, 3a 1207, 5a 1209", "1208", turn=3, phase="soviet-combat")
    assert ("16 against 9", "1:1", "9.0") in lines(state)


@pytest.mark.rule("battle-for-moscow", "12.2")
@pytest.mark.rule("battle-for-moscow", "9.3")
def test_exchanges_count_printed_strengths_in_mud() -> None:
    """The army loses 4. A 9-point panzer that flips pays 5, not 2.5."""
    state = at_the_die("47pz 1207, 34ak 1209, 3a 1208", "1208", turn=3)  # 4.5 + 4 = 8.5 to 8
    play(state, "roll 2", "lose 47pz")
    assert (at(state, "47pz"), at(state, "34ak")) == ("1207-", "1209")
    assert open_step(state) != "AttackerLoss"


@pytest.mark.rule("battle-for-moscow", "12.2")
def test_halved_strength_can_fall_below_one_to_one() -> None:
    state = position("german-combat", "24pz 1207, 3a 1208", turn=3)  # 6 to 8
    play(state, "attack 1208", "with 24pz", "declare")
    assert forecast(state, "drop 1208").headline == "below 1:1"
    state = position("german-combat", "24pz 1207, 3a 1208", turn=5)
    assert forecast(state, "attack 1208").headline == "1:1"
