"""Positions of the past, for those who look back.

Of a match that is looked at, every 50th position is kept (a key position), or fewer of a long one; those between are
recomputed. All of this happens in a thread of its own, and the least recently used matches are forgotten when the key
positions get too large.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from sys import getsizeof
from typing import TypeVar

from ..core import State
from ..match import Entry
from ..match.match import AGREEMENTS
from .live_match import LiveMatch

EVERY = 50  # actions between two key positions
MOST = 64  # key positions of a match: in a long one they are farther apart
LARGEST = 32 * 2**20  # bytes of key positions, in all
T = TypeVar("T")


def replay_entry(state: State, entry: Entry) -> None:
    """Apply an entry of the log to the position it was made in."""
    if entry.action not in AGREEMENTS:
        state.apply(entry.action)


def all_states(first: State, entries: Sequence[Entry]) -> Iterator[State]:
    """Every position from the first on. It is the same object each time, changed in place."""
    state = first.copy()
    yield state
    for entry in entries:
        replay_entry(state, entry)
        yield state


def size_of(state: State) -> int:
    """Bytes that a state takes, about: what it shares with others is counted too."""
    return getsizeof(state) + sum(getsizeof(getattr(state, each.name)) for each in fields(state))


@dataclass
class _KeyPositions:
    """The positions 0, ``every``, 2 * ``every`` and so on of one match, as far as they were needed."""

    live: LiveMatch
    undos: int
    states: list[State]
    every: int = EVERY

    @property
    def total(self) -> int:
        """Bytes of all these positions, about."""
        return sum(map(size_of, self.states))

    def at(self, number: int, entries: Sequence[Entry]) -> State:
        """The position of that number; key positions on the way are kept."""
        start = min(number // self.every, len(self.states) - 1)
        state = self.states[start].copy()
        for count, entry in enumerate(entries[start * self.every : number], start * self.every + 1):
            replay_entry(state, entry)
            if count == len(self.states) * self.every:
                self.states.append(state.copy())
                if len(self.states) > MOST:
                    self.thin_out()
        return state

    def thin_out(self) -> None:
        """Keep every other key position."""
        self.states = self.states[::2]
        self.every *= 2


class ReplayCache:
    def __init__(self, largest: int = LARGEST) -> None:
        self._largest = largest
        self._matches: OrderedDict[str, _KeyPositions] = OrderedDict()  # used by the thread only
        self._thread = ThreadPoolExecutor(1, "replay")

    async def state_at(self, live: LiveMatch, number: int) -> State:
        """The position of that number of a live match, as it was."""
        entries, undos = list(live.match.log), live.undos
        return await self.run(lambda: self._find(live, undos, entries, number))

    async def run(self, work: Callable[[], T]) -> T:
        """Do some work in the thread, after what was asked for before."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    @property
    def total(self) -> int:
        """Bytes of all key positions, about."""
        return sum(keys.total for keys in list(self._matches.values()))

    def _find(self, live: LiveMatch, undos: int, entries: Sequence[Entry], number: int) -> State:
        keys = self._matches.get(live.id)
        if keys is None or keys.live is not live or keys.undos != undos:
            first = live.match.start()
            keys = self._matches[live.id] = _KeyPositions(live, undos, [first])
        self._matches.move_to_end(live.id)
        state = keys.at(number, entries)
        self._make_room(keys)
        return state

    def _make_room(self, latest: _KeyPositions) -> None:
        total = self.total
        while total > self._largest and len(self._matches) > 1:
            _, oldest = self._matches.popitem(last=False)
            total -= oldest.total
        while latest.total > self._largest and len(latest.states) > 1:
            latest.thin_out()
