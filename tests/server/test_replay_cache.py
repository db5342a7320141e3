"""Key positions of replays: right at every number, bounded in bytes, built off the event loop."""

from __future__ import annotations

import asyncio
import threading
from random import Random

import pytest

import rasputitsa
from rasputitsa.core import State
from rasputitsa.match import CommittedDice, Match
from rasputitsa.server import replay_cache
from rasputitsa.server.live_match import LiveMatch
from rasputitsa.server.new_matches import logged_commands
from rasputitsa.server.replay_cache import ReplayCache, all_states
from rasputitsa.server.storage import PERSON, Header, Seat, Stored

from .tools import GAME


def live_match(name: str = "m1", actions: int = 200) -> LiveMatch:
    dice = CommittedDice.seeded(name, name)
    match = Match(rasputitsa.game(GAME), dice=dice)
    rng = Random(name)
    while len(match.log) < actions and match.side is not None:
        match.play(match.side, rng.choice(match.state.actions()))
    header = Header(
        id=name,
        game=GAME,
        rules=1,
        scenario=match.scenario,
        options=match.options,
        dice_id=name,
        commitment=dice.commitment,
        secret=dice.secret,
        spectators=b"",
        created=0.0,
        number=len(match.log),
        asked=match.side,
    )
    seats = [Seat(side.name, "", PERSON) for side in match.game.sides]
    *_, live = LiveMatch.rebuild(Stored(header, seats, logged_commands(match.log)))
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
        assert len(cache._matches["m1"].states) == live.number // replay_cache.EVERY + 1

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
        live.perform("play", side, str(live.match.state.actions()[0]), live.number)
        assert (await cache.state_at(live, live.number)).position() == live.match.state.position()
        if live.match.can_undo(side):
            live.perform("undo", side, "", live.number)
            live.perform("play", side, str(live.match.state.actions()[-1]), live.number)
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
        assert tiny._matches["m0"].every > replay_cache.EVERY

    in_loop(work)


def test_replays_are_built_in_a_thread_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = set()
    real = replay_cache.replay_entry

    def noted(state: State, entry: object) -> None:
        threads.add(threading.current_thread())
        real(state, entry)  # type: ignore[arg-type]

    monkeypatch.setattr(replay_cache, "replay_entry", noted)

    async def work() -> None:
        live, cache = live_match(), ReplayCache()
        await cache.state_at(live, live.number)

    in_loop(work)
    assert threads and threading.main_thread() not in threads
