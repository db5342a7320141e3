"""Key positions of replays: right at every number, bounded in bytes, built off the event loop."""

from __future__ import annotations

import asyncio
import threading
from random import Random

import pytest

import rasputitsa
from rasputitsa.core import State
from rasputitsa.match import CommittedDice, Match
from rasputitsa.server.live_match import LiveMatch
from rasputitsa.server.replay_cache import ReplayCache
from rasputitsa.table import looking_back
from rasputitsa.table.client import Now
from rasputitsa.table.looking_back import all_states
from rasputitsa.table.new_tables import header_of, logged_commands
from rasputitsa.table.rows import PERSON, Seat, Stored

from .tools import GAME

NOW = Now(0.0, 0.0)


def live_match(name: str = "m1", actions: int = 200) -> LiveMatch:
    dice = CommittedDice.seeded(name, name)
    match = Match(rasputitsa.game(GAME), dice=dice)
    rng = Random(name)
    while len(match.log) < actions and match.side is not None:
        match.play(match.side, rng.choice(match.state.actions()))
    header = header_of(match, name, dice.secret, b"", 0.0, exchange=False)
    seats = [Seat(side.name, "", PERSON) for side in match.game.sides]
    *_, live = LiveMatch.rebuild(Stored(header, seats, logged_commands(match.log, 0.0)))
    return live


def in_loop(work: object) -> None:
    asyncio.run(work())  # type: ignore[operator]


def positions(live: LiveMatch) -> list[object]:
    return [state.position() for state in all_states(live.match.start(), live.match.log)]


def test_every_position_is_right_in_any_order() -> None:
    async def work() -> None:
        live, cache = live_match(), ReplayCache()
        right = positions(live)
        numbers = list(range(live.number + 1))
        Random(1).shuffle(numbers)
        for number in [live.number, 0, *numbers]:
            assert (await cache.state_at(live, number)).position() == right[number]
        assert len(cache._matches["m1"].keys.states) == live.number // looking_back.EVERY + 1

    in_loop(work)


def test_the_state_given_out_is_a_copy() -> None:
    async def work() -> None:
        live, cache = live_match(), ReplayCache()
        right = positions(live)
        for _ in range(2):
            state = await cache.state_at(live, 100)
            assert state.position() == right[100]
            state.take(state.actions()[0])

    in_loop(work)


def test_new_actions_are_added_and_an_undo_starts_again() -> None:
    async def work() -> None:
        live, cache = live_match(actions=101), ReplayCache()
        await cache.state_at(live, live.number)
        side = live.asked
        assert side is not None
        live.perform("play", side, str(live.match.state.actions()[0]), live.number, NOW)
        assert (await cache.state_at(live, live.number)).position() == live.match.state.position()
        if live.match.can_undo(side):
            live.perform("undo", side, "", live.number, NOW)
            live.perform("play", side, str(live.match.state.actions()[-1]), live.number, NOW)
            assert (await cache.state_at(live, live.number)).position() == live.match.state.position()

    in_loop(work)


def test_the_cache_is_bounded_in_bytes() -> None:
    async def work() -> None:
        matches = [live_match(f"m{number}") for number in range(6)]
        cache = ReplayCache(largest=20_000)
        for live in matches:
            await cache.state_at(live, live.number)
            assert cache.total <= 20_000
        assert "m5" in cache._matches and "m0" not in cache._matches
        tiny = ReplayCache(largest=2_500)
        right = positions(matches[0])
        for number in range(0, matches[0].number, 7):
            assert (await tiny.state_at(matches[0], number)).position() == right[number]
            assert tiny.total <= 2_500
        assert tiny._matches["m0"].keys.every > looking_back.EVERY

    in_loop(work)


def test_replays_are_built_in_a_thread_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = set()
    real = looking_back.replay_entry

    def noted(state: State, entry: object) -> None:
        threads.add(threading.current_thread())
        real(state, entry)  # type: ignore[arg-type]

    monkeypatch.setattr(looking_back, "replay_entry", noted)

    async def work() -> None:
        live, cache = live_match(), ReplayCache()
        await cache.state_at(live, live.number)

    in_loop(work)
    assert threads and threading.main_thread() not in threads
