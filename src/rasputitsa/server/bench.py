"""What a click costs the server, without network and disk.

A click is: read the message, check it, play it, and write what both clients get (view, offers, new lines of the log).
The time is that of the processor, so that other programs of the machine do not count.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import mean, median, quantiles
from time import thread_time, time

from ..games import game as find_game
from .protocol import WISHES, DeedWish, Play, encode
from .states import States
from .storage import PERSON, Header, Seat, Stored
from .table import Table

RUN = 250  # clicks


@dataclass(frozen=True)
class ClickCost:
    """Microseconds a click: the middle one, the mean, and the 99th of a hundred; and the bytes that go out.

    ``quiet`` is the mean of the least disturbed run of clicks: on a busy machine even the processor's time grows,
    since caches and cores are shared, and this comes closest to what the work itself takes.
    """

    game: str
    clicks: int
    median: float
    mean: float
    p99: float
    quiet: float
    bytes: float


def click_cost(name: str, clicks: int = 5_000, seed: int = 1941) -> ClickCost:
    """Play random matches of a game and time the server's work for each click."""
    return asyncio.run(_measure(name, clicks, seed))


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
    table = _table(name, rng)
    sides = [side.name for side in table.game.sides]
    while table.match.outcome is None:
        side, number = table.asked or "", table.number
        action = str(rng.choice(table.match.state.actions()))
        wish = encode(Play(id=number, side=side, number=number, action=action))
        began = thread_time()
        messages = click(table, wish, sides)
        yield thread_time() - began, sum(map(len, messages))


def click(table: Table, data: bytes, sides: list[str]) -> list[bytes]:
    """All that the server does for a click, but for sockets and storage."""
    wish = WISHES.decode(data)
    assert isinstance(wish, DeedWish)
    deed, side, number, name = wish.deed, wish.side, wish.number, str(wish.id)
    if not table.taken(side, name, deed, number, wish.action):
        table.perform(deed, side, wish.action, number, name)
    states = States(table)
    return [states.message((side,), number) for side in sides]


def _table(name: str, rng: Random) -> Table:
    game = find_game(name)
    options = game.check_options({})
    scenario = game.check_scenario(None)
    header = Header(
        id="bench",
        game=name,
        rules=game.rules_version,
        scenario=scenario,
        options=options,
        dice_id="bench",
        commitment="sha256:",
        secret=rng.randbytes(32),
        spectators=b"",
        created=time(),
    )
    seats = [Seat(side.name, "", PERSON) for side in game.sides]
    *_, table = Table.rebuild(Stored(header, seats))
    return table
