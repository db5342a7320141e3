"""Clocks: who has how much time left, and what happens when it has run out. No test waits: time is what it says."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

from rasputitsa.match import read, replay, verify
from rasputitsa.server.backup import backup, restore
from rasputitsa.server.storage import connect
from rasputitsa.table.problems import Problem

from ..tools import soak
from .databases import Databases
from .test_hidden import toy_is_known  # noqa: F401
from .test_play import refusal
from .tools import LINK, ME, PATIENCE, Client, Data, Refused, Running, bot

DAY = 86_400.0
LIVE = {"kind": "live", "minutes": 10, "increment": 20}
THREE_DAYS = {"kind": "correspondence", "days": 3}


class Time:
    """A monotonic clock that stands still until a test lets time pass."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def passes(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def server(run: Callable[..., Running], time: Time) -> Running:
    return run(monotonic=time)


def create(server: Running, clock: Data | None, red: Data = ME, blue: Data = ME) -> Data:
    """A match of the toy game, in which `done` ends a turn and can be undone."""
    body = {"game": "toy", "scenario": "plain", "seats": {"red": red, "blue": blue}, "clock": clock}
    answer = server.post("/api/matches", body)
    assert answer.status_code == 201, answer.text
    made: Data = answer.json()
    return made


@pytest.fixture
def both(server: Running) -> Iterator[Client]:
    """Two players at one screen, with ten minutes each and 20 seconds more a turn."""
    with server.join(create(server, LIVE), "red", "blue") as client:
        client.until_clock()
        yield client


def left(client: Client, kind: str, **fields: Any) -> Data:
    """Send a command that changes the match; what the clock shows then."""
    if kind == "play":
        client.play(**fields)
    else:
        client.act(kind, **fields)
    found: Data = client.until_clock()["left"]
    return found


def claim(client: Client, side: str) -> None:
    client.act("claim_win", side)
    client.until_state(lambda state: state["outcome"] is not None)


# What a client is told.


def test_a_match_has_no_clock_unless_one_is_wanted(server: Running) -> None:
    made = create(server, None)
    assert server.summary(made, "red")["clock"] is None
    with server.join(made, "red") as red:
        red.play("done")
        assert red.clock == {}
        assert refusal(red, "claim_win", side="red", number=1).text == "This match has no clock."


def test_the_clock_follows_every_state(both: Client, time: Time) -> None:
    assert both.clock == {
        "kind": "live",
        "seconds": 600,
        "increment": 20,
        "text": "10 minutes a side + 20 seconds a turn",
        "left": {"red": 620.0, "blue": 600.0},
        "started": True,
        "running": "red",
    }
    time.passes(30)
    assert left(both, "play", action="step") == {"red": 590.0, "blue": 600.0}
    time.passes(10)
    assert left(both, "play", action="done") == {"red": 580.0, "blue": 620.0}
    assert both.clock["running"] == "blue"
    time.passes(15)
    assert left(both, "play", action="done") == {"red": 600.0, "blue": 605.0}


def test_one_who_connects_later_gets_the_time_of_now(server: Running, time: Time) -> None:
    made = create(server, LIVE)
    with server.join(made, "red", "blue") as both:
        both.until_clock()
        time.passes(100)
        with server.join(made) as spectator:
            assert spectator.until_clock()["left"] == {"red": 520.0, "blue": 600.0}
        summary = server.summary(made, "red")
        assert summary["clock"]["left"] == {"red": 520.0, "blue": 600.0} and summary["clock"]["running"] == "red"
    mine = server.post("/api/mine", {"keys": [made["keys"]["red"]]}).json()["matches"]
    assert mine[0]["clock"]["text"] == "10 minutes a side + 20 seconds a turn"


@pytest.mark.parametrize(
    "clock",
    [
        {"kind": "live"},
        {"kind": "live", "minutes": 0},
        {"kind": "live", "minutes": 1e9},
        {"kind": "live", "minutes": 10, "increment": -1},
        {"kind": "correspondence", "days": 0},
        {"kind": "correspondence", "days": 1000},
        {"kind": "sundial", "days": 1},
        "3 days",
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(server: Running, clock: object) -> None:
    body = {"game": "toy", "scenario": "plain", "seats": {"red": ME, "blue": ME}, "clock": clock}
    answer = server.post("/api/matches", body)
    assert answer.status_code == 400 and answer.json()["error"]["code"] == "malformed"


def test_a_tutorial_has_no_clock(server: Running) -> None:
    answer = server.post("/api/matches", {"game": "battle-for-moscow", "tutorial": True, "clock": LIVE})
    assert answer.json()["error"]["text"] == "A tutorial has no clock."


# When time runs.


def test_a_live_clock_starts_when_both_players_are_there(server: Running, time: Time) -> None:
    made = create(server, LIVE, ME, LINK)
    with server.join(made, "red") as red:
        assert red.until_clock()["running"] is None
        time.passes(500)
        red.play("step")
        assert red.until_clock()["left"] == {"red": 600.0, "blue": 600.0}
    with server.join(made, "blue") as blue:
        assert blue.until_clock()["running"] is None  # the other one is away
        time.passes(500)
        with server.join(made, "red") as red:
            assert red.until_clock()["left"] == {"red": 620.0, "blue": 600.0}
            assert red.clock["running"] == "red"
            assert blue.until_clock(lambda clock: clock["running"] == "red")


def test_a_correspondence_clock_starts_when_both_seats_are_taken(server: Running, time: Time) -> None:
    made = create(server, THREE_DAYS, ME, LINK)
    with server.join(made, "red") as red:
        assert red.until_clock()["running"] is None
    time.passes(10 * DAY)
    with server.join(made, "blue") as blue:
        assert blue.until_clock()["running"] == "red"
        assert blue.clock["left"] == {"red": 3 * DAY, "blue": 3 * DAY}


def test_a_started_clock_goes_on_when_a_player_leaves(server: Running, time: Time) -> None:
    made = create(server, LIVE)
    with server.join(made, "blue") as blue:
        with server.join(made, "red") as red:
            red.until_clock(lambda clock: clock["running"] == "red")
            red.command("leave", side="red")
        time.passes(621)
        blue.until_state(lambda state: state["seats"]["red"]["kind"] == "empty")
        claim(blue, "blue")
        assert blue.state["outcome"]["winner"] == "blue"


def test_each_turn_by_correspondence_has_all_its_days(server: Running, time: Time) -> None:
    with server.join(create(server, THREE_DAYS), "red", "blue") as both:
        both.until_clock()
        time.passes(2 * DAY)
        assert left(both, "play", action="step") == {"red": 1 * DAY, "blue": 3 * DAY}
        assert left(both, "play", action="done") == {"red": 1 * DAY, "blue": 3 * DAY}
        time.passes(1 * DAY)
        assert left(both, "play", action="done") == {"red": 3 * DAY, "blue": 2 * DAY}


@pytest.mark.parametrize(
    ("clock", "first", "undone", "again"),
    [
        (LIVE, {"red": 590.0, "blue": 620.0}, {"red": 590.0, "blue": 580.0}, {"red": 580.0, "blue": 600.0}),
        (
            THREE_DAYS,
            {"red": 3 * DAY - 30, "blue": 3 * DAY},
            {"red": 3 * DAY - 30, "blue": 3 * DAY - 40},
            {"red": 3 * DAY - 40, "blue": 3 * DAY},
        ),
    ],
)
def test_undo_neither_gives_nor_takes_time(
    server: Running, time: Time, clock: Data, first: Data, undone: Data, again: Data
) -> None:
    """The turn that follows is a new one of the other side; the one who undid goes on with what was left."""
    with server.join(create(server, clock), "red", "blue") as both:
        both.until_clock()
        time.passes(30)
        assert left(both, "play", action="done") == first
        time.passes(40)
        assert left(both, "undo", side="red") == undone
        assert both.clock["running"] == "red"
        time.passes(10)
        assert left(both, "redo", side="red") == again
        assert both.clock["running"] == "blue"


def test_undo_within_a_turn_costs_the_time_it_took(both: Client, time: Time) -> None:
    both.play("step")
    time.passes(30)
    both.act("undo", "red")
    assert both.until_clock(lambda clock: clock["left"]["red"] == 590.0)["running"] == "red"


def test_bots_take_the_time_they_need(server: Running, time: Time) -> None:
    answer = server.create(ME, bot(), clock={"kind": "live", "minutes": 1})
    with server.join(answer, "german") as anna:
        assert anna.until_clock()["running"] == "german"
        time.passes(10)
        rng = Random(1)
        while anna.seen()["asked"] == "german" and not anna.state["outcome"]:
            anna.play_any(rng)
        time.passes(1000)
        anna.until_clock(lambda clock: clock["running"] == "german")
        assert anna.clock["left"] == {"german": 50.0, "soviet": 60.0}
        text = refusal(anna, "claim_win", side="german", number=anna.state["number"]).text
        assert text == "A bot does not lose on time."


def test_a_bot_that_takes_over_stops_the_clock(server: Running, time: Time) -> None:
    made = server.create(ME, ME, clock=LIVE)
    with server.join(made, "german", "soviet") as both:
        both.until_clock()
        time.passes(20)
        both.command("bot", side="soviet", level="random")  # not asked: nothing changes
        assert both.until_clock()["running"] == "german"
        both.command("bot", side="german", level="random")
        assert both.until_clock(lambda clock: clock["running"] is None)["left"]["german"] == 600.0


# When it has run out.


def test_the_opponent_may_claim_the_win(both: Client, server: Running, time: Time) -> None:
    number = both.state["number"]
    assert refusal(both, "claim_win", side="blue", number=number).text == "Your opponent's time has not run out."
    time.passes(619.9)
    assert refusal(both, "claim_win", side="blue", number=number).code == "forbidden"
    time.passes(0.1)
    claim(both, "blue")
    assert both.state["outcome"] == {"winner": "blue", "reason": "The Red player's time ran out.", "rule": ""}
    assert both.log[-1]["events"][0]["text"] == "The Blue player claims the win on time."
    assert both.until_clock()["running"] is None
    assert refusal(both, "claim_win", side="blue", number=both.state["number"]).code == "over"
    assert refusal(both, "undo", side="blue", number=both.state["number"]).code == "no-undo"


def test_the_record_of_a_claim_can_be_verified_and_imported(server: Running, time: Time) -> None:
    made = create(server, LIVE)
    with server.join(made, "red", "blue") as both:
        both.play("attack")
        time.passes(10_000)
        claim(both, "blue")
    text = server.record(made)
    assert "clock: 10 minutes a side + 20 seconds a turn\n" in text and "blue claims the win on time\n" in text
    assert verify(read(text)).fair
    assert replay(read(text)).outcome is not None
    report = server.get(f"/api/matches/{made['match']}/report", made["spectators"]).json()
    assert report["dice"]["fair"] and report["outcome"]["reason"] == "The Red player's time ran out."
    answer = server.post("/api/matches", {"record": text, "seats": {"red": ME, "blue": ME}}).json()
    assert server.summary(answer, "red")["outcome"]["winner"] == "blue"
    assert server.record(answer) == text
    last = server.get(f"/api/matches/{made['match']}/replay", made["spectators"]).json()
    assert last["entry"]["action"] == "claims the win on time"


def test_one_may_go_on_playing(both: Client, time: Time) -> None:
    time.passes(1000)
    assert left(both, "play", action="step") == {"red": 0.0, "blue": 600.0}
    assert left(both, "play", action="done") == {"red": 0.0, "blue": 620.0}
    assert left(both, "play", action="done") == {"red": 20.0, "blue": 620.0}  # and the claim has passed
    assert refusal(both, "claim_win", side="blue", number=both.state["number"]).code == "forbidden"


def test_the_claim_stands_until_the_next_turn_begins(both: Client, time: Time) -> None:
    time.passes(1000)
    both.play("done")
    claim(both, "blue")


def test_when_both_have_run_out_nobody_wins_on_time(server: Running, time: Time) -> None:
    with server.join(create(server, {"kind": "live", "minutes": 1}), "red", "blue") as both:
        both.until_clock()
        time.passes(100)
        both.play("done")
        time.passes(100)
        for side in ("red", "blue"):
            assert "too" in refusal(both, "claim_win", side=side, number=both.state["number"]).text


@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize("clock", soak.first(1, [LIVE, THREE_DAYS]))
def test_a_bot_does_not_save_a_late_player(server: Running, time: Time, clock: Data, back: bool) -> None:
    made = server.create(ME, ME, clock=clock)
    with server.join(made, "german") as anna, server.join(made, "soviet") as boris:
        boris.until_clock(lambda shown: shown["running"] == "german")
        time.passes(3 * DAY)
        anna.command("bot", side="german", level="random")
        boris.until_clock(lambda shown: shown["running"] is None)
        assert boris.clock["left"]["german"] == 0.0
        if back:
            anna.command("bot", side="german", level=None)
        for _ in range(20):  # the bot may play in between
            boris.drain(0.3)
            with suppress(Refused):
                boris.act("claim_win", "soviet")
                break
        else:
            raise AssertionError("the claim was never accepted")
        boris.until_state(lambda state: state["outcome"] is not None)
        assert boris.state["outcome"]["reason"] == "The German player's time ran out."


def test_a_bot_that_takes_over_in_time_does_not_lose_on_time(server: Running, time: Time) -> None:
    made = server.create(ME, ME, clock=LIVE)
    with server.join(made, "german") as anna, server.join(made, "soviet") as boris:
        boris.until_clock(lambda shown: shown["running"] == "german")
        time.passes(600)
        anna.command("bot", side="german", level="random")
        time.passes(600)
        boris.until_clock(lambda shown: shown["running"] is None)
        assert "A bot does not lose" in claim_refused(server, made, "soviet")


def claim_refused(server: Running, made: Data, side: str) -> str:
    live = server.internals.matches.find(made["match"])
    assert live is not None
    with pytest.raises(Problem) as refused:
        live._check_claim(side, server.internals.uptime())
    return refused.value.text


def test_only_a_player_claims_and_only_for_the_own_side(server: Running, time: Time) -> None:
    made = create(server, LIVE)
    with server.join(made, "red") as red, server.join(made, "blue") as blue, server.join(made) as spectator:
        blue.until_clock(lambda clock: clock["running"] == "red")
        time.passes(1000)
        assert refusal(spectator, "claim_win", side="blue", number=0).code == "forbidden"
        assert refusal(red, "claim_win", side="blue", number=0).code == "forbidden"
        assert refusal(red, "claim_win", side="red", number=0).text == "Your opponent's time has not run out."
        claim(blue, "blue")


# Restarts, backups, rematches.


def test_no_time_passes_while_the_server_is_down(run: Callable[..., Running], time: Time) -> None:
    first = run(monotonic=time)
    made = create(first, LIVE)
    with first.join(made, "red", "blue") as both:
        both.play("done")
        time.passes(100)
    first.stop()  # which stores the time
    time.passes(5000)
    after_boot = Time()  # the system's monotonic clock begins anew
    after_boot.now = 3.0
    second = run(monotonic=after_boot)
    assert second.summary(made, "red")["clock"]["left"] == {"red": 620.0, "blue": 520.0}
    with second.join(made, "red", "blue") as both:
        both.until_clock()
        after_boot.passes(20)
        assert left(both, "play", action="step") == {"red": 620.0, "blue": 500.0}


def test_a_crash_forgives_what_was_not_stored(run: Callable[..., Running], time: Time, tmp_path: Path) -> None:
    """The time is stored with every command, so no clock runs from a time to come."""
    server = run(monotonic=time)
    made = create(server, LIVE)
    with server.join(made, "red", "blue") as both:
        both.until_clock()
        time.passes(200)
        both.play("done")
        time.passes(9)  # not stored any more
        backup(tmp_path / "crash.db", tmp_path)
    restore(tmp_path / "crash.db", tmp_path / "new")
    again = run(tmp_path / "new", monotonic=Time())
    assert again.summary(made, "red")["clock"]["left"] == {"red": 420.0, "blue": 620.0}


def test_the_time_is_stored_while_a_clock_goes_by_it(run: Callable[..., Running], time: Time, tmp_path: Path) -> None:
    server = run(monotonic=time)
    stored = connect(tmp_path)

    def store_time() -> float:
        internals = server.internals
        asyncio.run_coroutine_threadsafe(internals._store_uptime(), internals.store._loop).result(PATIENCE)
        return stored.uptime()

    create(server, None)
    time.passes(100)
    assert store_time() == 0.0
    create(server, LIVE)
    assert store_time() == 100.0
    stored.close()


def test_a_server_stops_although_it_cannot_store_the_time(run: Callable[..., Running], time: Time) -> None:
    server = run(monotonic=time)
    create(server, LIVE)
    free = Event()
    server.internals.store._writing.write = lambda writes: free.wait(PATIENCE)  # type: ignore[method-assign,assignment]
    server.stop()
    free.set()


def test_a_claim_survives_a_restart(run: Callable[..., Running], time: Time) -> None:
    first = run(monotonic=time)
    made = create(first, LIVE)
    with first.join(made, "red", "blue") as both:
        both.until_clock()
        time.passes(1000)
        claim(both, "blue")
    first.stop()
    assert run(monotonic=time).summary(made, "red")["outcome"]["winner"] == "blue"


@pytest.mark.parametrize("name", ["all.db", "all.jsonl"])
def test_backups_keep_the_clocks(run: Callable[..., Running], time: Time, tmp_path: Path, name: str) -> None:
    server = run(tmp_path / "old", monotonic=time)
    made = create(server, LIVE)
    with server.join(made, "red", "blue") as both:
        both.play("done")
        time.passes(100)
    server.stop()  # which stores the time
    backup(tmp_path / name, tmp_path / "old")
    restore(tmp_path / name, tmp_path / "new")
    again = run(tmp_path / "new", monotonic=Time())
    assert again.summary(made, "red")["clock"]["left"] == {"red": 620.0, "blue": 520.0}


def test_postgresql_keeps_the_clocks(
    run: Callable[..., Running], time: Time, databases: Databases, tmp_path: Path
) -> None:
    url = databases.new()
    first = run(database=url, monotonic=time)
    made = create(first, THREE_DAYS)
    with first.join(made, "red", "blue") as both:
        both.play("done")
        time.passes(DAY)
    first.stop()
    time.passes(DAY)
    second = run(database=url, monotonic=time)
    assert second.summary(made, "red")["clock"]["left"] == {"red": 3 * DAY, "blue": 2 * DAY}
    backup(tmp_path / "all.jsonl", database=url)
    restore(tmp_path / "all.jsonl", tmp_path / "new")
    third = run(tmp_path / "new", monotonic=Time())
    assert third.summary(made, "red")["clock"]["left"] == {"red": 3 * DAY, "blue": 2 * DAY}


def test_a_rematch_has_the_same_clock(both: Client, server: Running, time: Time) -> None:
    time.passes(1000)
    claim(both, "blue")
    match, key = both.made["match"], both.made["keys"]["red"]
    following = server.post(f"/api/matches/{match}/rematch", {}, key).json()
    found = server.get(f"/api/matches/{following['match']}", following["keys"]["blue"]).json()
    assert found["clock"]["left"] == {"red": 600.0, "blue": 600.0} and found["clock"]["running"] is None


def test_playing_on_from_a_record_has_the_clock_that_is_wanted(server: Running) -> None:
    with server.join(made := create(server, LIVE), "red", "blue") as both:
        both.play("step")
        both.play("done")
        both.act("concede", "red")
    text = re.sub(r"red concedes\n|secret: .*\n", "", server.record(made))
    body = {"record": text, "seats": {"red": ME, "blue": ME}}
    assert server.summary(server.post("/api/matches", body).json(), "red")["clock"] is None
    timed = server.post("/api/matches", {**body, "clock": THREE_DAYS}).json()
    assert server.summary(timed, "red")["clock"]["text"] == "3 days a turn"
