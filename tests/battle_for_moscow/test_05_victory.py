"""5.0: how to win."""

from __future__ import annotations

import pytest

from .helpers import CITIES, phase_of, play, position

ALL_BUT_MOSCOW = [city for city in CITIES if city != "1103"]


def end(german: list[str]) -> tuple[str, str]:
    state = position("soviet-movement", "5ak 0101, 3a 1401", turn=7, cities=" ".join(german))
    events = play(state, "done")
    assert state.outcome is not None and state.outcome.rule == "5.0"
    assert events[-1].kind == "end" and events[-1].text == state.outcome.reason and events[-1].rule == "5.0"
    return state.outcome.winner, state.outcome.reason


@pytest.mark.rule("battle-for-moscow", "5.0")
def test_the_germans_win_with_moscow_alone() -> None:
    assert end(["1103"]) == ("german", "The Germans control Moscow at the end of the last turn.")
    assert end(CITIES)[0] == "german"


@pytest.mark.rule("battle-for-moscow", "5.0")
def test_the_russians_win_with_moscow_and_one_other_city() -> None:
    for other in ALL_BUT_MOSCOW:
        german = [city for city in ALL_BUT_MOSCOW if city != other]
        assert end(german) == (
            "soviet",
            "The Russians control Moscow and one other city at the end of the last turn.",
        )


@pytest.mark.rule("battle-for-moscow", "5.0")
def test_the_reason_counts_the_other_cities() -> None:
    assert end(["0204", "0307"]) == (
        "soviet",
        "The Russians control Moscow and 8 other cities at the end of the last turn.",
    )


@pytest.mark.rule("battle-for-moscow", "5.0")
def test_moscow_alone_is_a_draw() -> None:
    assert end(ALL_BUT_MOSCOW) == ("draw", "The Russians control Moscow but no other city at the end of the last turn.")


@pytest.mark.rule("battle-for-moscow", "5.0")
def test_all_other_cities_do_not_make_up_for_moscow() -> None:
    assert end(["1103"])[0] == "german"  # the Russians hold ten cities


@pytest.mark.rule("battle-for-moscow", "5.0")
def test_nobody_wins_before_the_end_of_turn_7() -> None:
    state = position("soviet-movement", "5ak 1103, 3a 1401", turn=6, cities=" ".join(CITIES))
    play(state, "done")
    assert state.outcome is None and state.turn == 7
    state = position("german-movement", "5ak 1103, 3a 1401", turn=7, cities=" ".join(CITIES))
    play(state, "done")
    assert state.outcome is None and phase_of(state) == "soviet-replacement"


@pytest.mark.rule("battle-for-moscow", "5.0")
@pytest.mark.rule("battle-for-moscow", "10.0")
def test_the_last_russian_move_can_decide_the_game() -> None:
    state = position("soviet-movement", "5ak 0101, 3a 1102", turn=7, cities="0204 0307 1103")
    play(state, "unit 3a", "move 1103", "move 1102", "stop")  # in and out again
    assert state.outcome is not None and state.outcome.winner == "soviet"


@pytest.mark.rule("battle-for-moscow", "5.0")
def test_an_empty_city_does_not_change_hands() -> None:
    state = position("housekeeping", "5ak 0101, 3a 1401", turn=7, cities="1103")
    assert state.outcome is not None and state.outcome.winner == "german"


@pytest.mark.rule("battle-for-moscow", "5.0")
def test_no_action_is_legal_after_the_end() -> None:
    state = position("housekeeping", "5ak 0101, 3a 1401", turn=7)
    for action in ("done", "unit 5ak", "roll 1"):
        refusal = state.why_not(action)
        assert refusal == ("5.0", "The game is over.", "")
    outcome = state.view(None)["outcome"]
    assert outcome is not None and outcome["winner"] == "soviet"
