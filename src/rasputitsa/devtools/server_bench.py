"""What a click costs the server, without network and disk, and how much memory a match takes.

A click is: read the message, check it, play it, and make the frames that both clients get (view, offers, new entries of
the log). The time is that of the processor, so that other programs on the machine do not count.
"""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import mean, median, quantiles
from time import thread_time

from ..games import game as find_game
from ..match import CommittedDice, Match
from ..server.frames import Frame, frame
from ..server.live_match import LiveMatch
from ..server.protocol import PLAIN, encode
from ..server.replay_cache import ReplayCache
from ..table.client import Client, Now
from ..table.commands import MatchCommand
from ..table.new_tables import header_of, logged_commands
from ..table.rows import PERSON, Seat, Stored
from ..table.sitting import receive

RUN = 250  # clicks


@dataclass(frozen=True)
class ClickCost:
    """Microseconds a click: median, mean and 99th percentile; and the bytes that are sent.

    ``quiet`` is the mean of the fastest run of clicks: on a busy machine even the processor's time grows, since caches
    and cores are shared, and this comes closest to what the work itself takes.
    """

    game: str
    clicks: int
    median: float
    mean: float
    p99: float
    quiet: float
    bytes: float


@dataclass(frozen=True)
class MatchMemory:
    """Megabytes that a whole match takes in memory: while it is played, and with the key positions of its replay."""

    game: str
    actions: int
    played: float
    replayed: float


def click_cost(name: str, clicks: int = 5_000, seed: int = 1941) -> ClickCost:
    """Play random matches of a game and time the server's work for each click."""
    return asyncio.run(_measure(name, clicks, seed))


def match_memory(name: str, seed: int = 1941) -> MatchMemory:
    """Play a random match to its end, look at its replay, and measure what that left in memory."""
    return asyncio.run(_memory(name, seed))


async def _memory(name: str, seed: int) -> MatchMemory:
    for _ in _match(name, Random(seed)):  # what all matches share is made now
        pass
    gc.collect()
    tracemalloc.start()
    try:
        rng = Random(seed + 1)
        live = _live_match(name, rng)
        for _ in _clicks(live, rng):
            pass
        played = _traced()
        replays = ReplayCache()
        await replays.state_at(live, live.number)
        replays.close()
        return MatchMemory(name, live.number, played, _traced())
    finally:
        tracemalloc.stop()


def _traced() -> float:
    gc.collect()
    return tracemalloc.get_traced_memory()[0] / 1e6


async def _measure(name: str, clicks: int, seed: int) -> ClickCost:
    rng = Random(seed)
    times: list[float] = []
    sent = 0
    while len(times) < clicks:
        for seconds, size in _match(name, rng):
            times.append(seconds * 1e6)
            sent += size
    count = len(times)
    quiet = min(mean(times[first : first + RUN]) for first in range(0, count - RUN + 1, RUN))
    return ClickCost(name, count, median(times), mean(times), quantiles(times, n=100)[-1], quiet, sent / count)


def _match(name: str, rng: Random) -> Iterator[tuple[float, int]]:
    """A random match, click by click: seconds and bytes of each."""
    return _clicks(_live_match(name, rng), rng)


def _clicks(live: LiveMatch, rng: Random) -> Iterator[tuple[float, int]]:
    """A match that is played at random to its end."""
    clients = seat_clients(live)
    while live.match.outcome is None:
        side = live.asked or ""
        command = play_command(live, str(rng.choice(live.match.state.actions())))
        began = thread_time()
        frames = click(live, clients[side], command)
        yield thread_time() - began, sum(map(len, frames))


def seat_clients(live: LiveMatch) -> dict[str, Client]:
    """A client for each side, which has been shown the match so far."""
    clients = {side.name: Client() for side in live.game.sides}
    for side, client in clients.items():
        client.sides, client.sent = (side,), live.number
    live.clients.update(clients.values())
    return clients


def play_command(live: LiveMatch, action: str) -> bytes:
    """What the client of the side that is asked sends."""
    number = live.number
    return encode(MatchCommand(type="play", id=number, side=live.asked or "", number=number, action=action))


def click(live: LiveMatch, client: Client, data: bytes) -> list[Frame]:
    """All that the server does for a click, except for sockets and storage: the frames that both clients get."""
    received = receive(live, client, PLAIN.decode(data), Now(0.0, 0.0))
    assert received.writes
    return [frame(encode(message)) for _, message in received.messages]


def _live_match(name: str, rng: Random) -> LiveMatch:
    game, secret = find_game(name), rng.randbytes(32)
    match = Match(game, dice=CommittedDice.seeded(rng.getrandbits(32), "bench"))
    header = header_of(match, "bench", secret, b"", 0.0, exchange=False)
    seats = [Seat(side.name, "", PERSON) for side in game.sides]
    *_, live = LiveMatch.rebuild(Stored(header, seats, logged_commands(match.log, 0.0)))
    return live
