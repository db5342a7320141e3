"""1.7, 9.3, 15.1: what a player of Moscow '41 is warned of before a segment or an impulse ends."""

from __future__ import annotations

from random import Random

import pytest

from rasputitsa.core import PlayerWarning
from rasputitsa.games.moscow_41.state import Moscow41State

from .helpers import play, position

SOVIETS = "S-STALIN 63, S-HQW 70"


def about(state: Moscow41State, side: str, rule: str) -> list[PlayerWarning]:
    return [warning for warning in state.warnings(side) if warning.rule == rule]


@pytest.mark.rule("moscow-41", "1.7")
def test_an_empty_smolensk_within_reach_is_grave() -> None:
    state = position("impulse", f"G-2Pg-24 89, {SOVIETS}, S-W-16A 79")
    (warning,) = about(state, "german", "1.7")
    assert warning.gravity == "grave" and warning.spaces == ("90",)
    assert warning.text == "Smolensk is empty, and Soviet blocks can reach it: you would lose at once."


@pytest.mark.rule("moscow-41", "1.7")
def test_a_smolensk_that_is_held_is_noticed() -> None:
    state = position("impulse", f"G-2Pg-24 90, {SOVIETS}, S-W-16A 79")
    (warning,) = about(state, "german", "1.7")
    assert warning.gravity == "notice" and "Only one of your blocks" in warning.text
    two = position("impulse", f"G-2Pg-24 90, G-2Pg-46 90, {SOVIETS}, S-W-16A 79")
    (warning,) = about(two, "german", "1.7")
    assert warning.gravity == "notice" and "can be attacked" in warning.text


@pytest.mark.rule("moscow-41", "1.7")
def test_far_away_soviets_are_no_danger() -> None:
    assert not about(position("impulse", f"G-2Pg-24 89, {SOVIETS}"), "german", "1.7")


@pytest.mark.rule("moscow-41", "9.3")
def test_surrender_is_told_before_the_impulse_ends() -> None:
    """Blocks in a ring of Soviet areas lose a step, or surrender at minimum strength."""
    state = position("impulse", f"G-2Pg-24 90, G-W-42 62 1, {SOVIETS}, S-W-16A 79")
    (warning,) = about(state, "german", "9.3")
    assert "62" in warning.spaces and warning.gravity == "notice"
    assert "surrender: 1" in warning.text


@pytest.mark.rule("moscow-41", "15.1")
def test_defensive_lines_that_would_win_the_scenario_are_grave() -> None:
    state = position("impulse", f"G-2Pg-24 91, {SOVIETS}, S-W-16A 58", active="soviet", scenario="dnieper", lines="G68")
    (warning,) = about(state, "soviet", "15.1")
    assert warning.gravity == "grave" and warning.spaces == ("91",)


def test_concealed_blocks_count_as_any_that_they_may_be() -> None:
    """1.5: a warning is the same whichever block it is."""
    state = position("impulse", f"G-2Pg-24 89, {SOVIETS}, S-W-16A 79, S-WH-2R 58")
    for seed in range(5):
        assert state.guess("german", Random(seed)).warnings("german") == state.warnings("german")


@pytest.mark.rule("moscow-41", "10.17")
def test_an_exhausted_hq_does_not_hold_a_place_when_the_impulse_ends() -> None:
    """It is destroyed with the end of the impulse in which it was activated, and Smolensk is empty."""
    state = position("impulse", f"G-HQ2P 90 0, G-2Pg-24 89, {SOVIETS}, S-W-16A 79")
    play(state, "tactical", "activate G-HQ2P", "reveal")
    (warning,) = about(state, "german", "1.7")
    assert warning.gravity == "grave" and "Smolensk is empty" in warning.text
    assert about(state, "german", "10.17") and not about(state, "german", "9.3")


@pytest.mark.rule("moscow-41", "1.7")
def test_the_pass_that_ends_the_last_month_says_who_has_won() -> None:
    units = f"G-2Pg-24 90, G-2Pg-46 90, {SOVIETS}"
    state = position("impulse", units, month="December", passes=1)
    (warning,) = (one for one in about(state, "german", "1.7") if "Pass" in one.text)
    assert warning.gravity == "grave" and "Soviet marginal victory" in warning.text
    first = position("impulse", units, month="December")
    assert [one.gravity for one in about(first, "german", "1.7") if "both players pass" in one.text] == ["notice"]
    assert not [one for one in about(position("impulse", units), "german", "1.7") if "pass" in one.text]
    soviet = position("impulse", units, month="December", passes=1, active="soviet")
    assert not [one for one in about(soviet, "soviet", "1.7") if "Pass" in one.text]


@pytest.mark.rule("moscow-41", "1.7")
def test_a_move_that_loses_the_game_says_so() -> None:
    """The last block leaves a contested Smolensk: it is Soviet at once. With another one there nothing is lost."""
    state = position("command", f"G-2Pg-24 90, {SOVIETS}, S-W-16A 90", kind="strategic", german="90 89")
    play(state, "unit G-2Pg-24")
    marks = {action.object: mark for action, mark in state.stack[-1].marks(state).items()}
    assert marks["89"].tone == "bad" and "lose at once" in marks["89"].note
    state.take("move 89")
    assert state.outcome is not None and state.outcome.winner == "soviet"
    two = position("command", f"G-2Pg-24 90, G-2Pg-46 90, {SOVIETS}, S-W-16A 90", kind="strategic", german="90 89")
    play(two, "unit G-2Pg-24")
    assert all(mark.tone != "bad" for mark in two.stack[-1].marks(two).values())
