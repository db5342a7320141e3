"""Clocks: their text, and what is left of them."""

from __future__ import annotations

import pytest

from rasputitsa.match import Clock, Match, MatchError, MatchOver, RecordError, TimeControl, read, replay, verify, write
from rasputitsa.match.clock import DAY

from .toy import TOY as GAME

CONTROLS = {
    "1 day a turn": TimeControl("correspondence", DAY),
    "14 days a turn": TimeControl("correspondence", 14 * DAY),
    "45 minutes a side": TimeControl("live", 45 * 60),
    "1 minute a side + 1 second a turn": TimeControl("live", 60, 1),
    "90 seconds a side + 20 seconds a turn": TimeControl("live", 90, 20),
}
LIVE = TimeControl("live", 600, 20)
THREE_DAYS = TimeControl("correspondence", 3 * DAY)


def started(control: TimeControl, now: float = 100.0) -> Clock:
    return Clock.fresh(control, ["red", "blue"]).start("red", now)


@pytest.mark.parametrize("text", CONTROLS)
def test_a_time_control_has_a_text(text: str) -> None:
    assert str(CONTROLS[text]) == text
    assert TimeControl.read(text) == CONTROLS[text]


@pytest.mark.parametrize(
    "text", ["", "0 days a turn", "400 days a turn", "3 days a side", "20000 minutes a side", "5 minutes a side + 9999"]
)
def test_another_text_is_no_time_control(text: str) -> None:
    with pytest.raises(ValueError, match="clock"):
        TimeControl.read(text)


def test_nobodys_time_runs_before_the_start() -> None:
    clock = Clock.fresh(LIVE, ["red", "blue"]).turn("red", 50.0).run("blue", 90.0)
    assert [clock.left_of(side, 1e6) for side in ("red", "blue")] == [600.0, 600.0]


def test_the_time_of_one_side_runs_at_a_time() -> None:
    clock = started(LIVE)  # the first turn begins with 20 seconds more
    assert (clock.left_of("red", 130.0), clock.left_of("blue", 130.0)) == (590.0, 600.0)
    clock = clock.turn("blue", 130.0)
    assert (clock.left_of("red", 140.0), clock.left_of("blue", 140.0)) == (590.0, 610.0)
    assert clock.turn("red", 140.0).left == {"red": 610.0, "blue": 610.0}


def test_a_clock_stops_at_zero() -> None:
    clock = started(LIVE)
    assert not clock.has_run_out("red", 719.9)
    assert clock.has_run_out("red", 720.0)
    later = clock.turn("blue", 5000.0)
    assert later.left == {"red": 0.0, "blue": 620.0}
    assert later.turn("red", 5000.0).left["red"] == 20.0


def test_correspondence_gives_each_turn_all_its_days() -> None:
    clock = started(THREE_DAYS, 0.0).turn("blue", 2.0 * DAY)
    assert clock.left == {"red": 1.0 * DAY, "blue": 3.0 * DAY}
    assert clock.turn("red", 2.5 * DAY).left == {"red": 3.0 * DAY, "blue": 2.5 * DAY}


def test_going_on_with_a_turn_gives_and_takes_nothing() -> None:
    clock = started(THREE_DAYS, 0.0).turn("blue", 2.0 * DAY).run("red", 3.0 * DAY)
    assert clock.left == {"red": 1.0 * DAY, "blue": 2.0 * DAY}
    assert clock.left_of("red", 3.5 * DAY) == 0.5 * DAY


def test_time_does_not_run_while_nobodys_is_kept() -> None:
    clock = started(LIVE).turn(None, 120.0)
    assert clock.left == {"red": 600.0, "blue": 600.0}
    assert [clock.left_of(side, 1e6) for side in ("red", "blue")] == [600.0, 600.0]


def test_a_claim_ends_the_match_and_stays_in_its_record() -> None:
    match = Match(GAME, clock=LIVE)
    (event,) = match.claim_win("blue")
    assert event.text == "The Blue player claims the win on time."
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == ("blue", "The Red player's time ran out.")
    assert not match.can_undo("blue")
    text = write(match)
    assert "clock: 10 minutes a side + 20 seconds a turn\n" in text
    assert "\nblue claims the win on time\n" in text
    again = replay(read(text))
    assert (again.outcome, again.clock) == (match.outcome, LIVE)
    assert write(again) == text
    assert verify(read(text)).fair
    with pytest.raises(MatchOver):
        match.claim_win("red")


def test_without_a_clock_nobody_wins_on_time() -> None:
    with pytest.raises(MatchError, match="no clock"):
        Match(GAME).claim_win("red")


def test_a_record_with_an_unreadable_clock_says_so() -> None:
    text = write(Match(GAME, clock=LIVE)).replace("10 minutes a side", "10 hours a side")
    with pytest.raises(RecordError, match="A clock is written as"):
        read(text)
