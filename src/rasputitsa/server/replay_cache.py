"""The key positions of the matches that are looked at (`table.looking_back`).

They are made and used in a thread of its own, and the least recently used matches are forgotten when they get too
large.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from ..core import State
from ..match import Entry
from ..table.looking_back import KeyPositions
from .live_match import LiveMatch

LARGEST = 32 * 2**20  # bytes of key positions, in all
T = TypeVar("T")


@dataclass
class _Past:
    """The key positions of a match, as long as nothing more is undone in it."""

    live: LiveMatch
    undos: int
    keys: KeyPositions


class ReplayCache:
    def __init__(self, largest: int = LARGEST) -> None:
        self._largest = largest
        self._matches: OrderedDict[str, _Past] = OrderedDict()  # used by the thread only
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
        return sum(past.keys.total for past in list(self._matches.values()))

    def _find(self, live: LiveMatch, undos: int, entries: Sequence[Entry], number: int) -> State:
        past = self._matches.get(live.id)
        if past is None or past.live is not live or past.undos != undos:
            past = self._matches[live.id] = _Past(live, undos, KeyPositions([live.match.start()]))
        self._matches.move_to_end(live.id)
        state = past.keys.at(number, entries)
        self._make_room(past.keys)
        return state

    def _make_room(self, latest: KeyPositions) -> None:
        total = self.total
        while total > self._largest and len(self._matches) > 1:
            _, oldest = self._matches.popitem(last=False)
            total -= oldest.keys.total
        while latest.total > self._largest and len(latest.states) > 1:
            latest.thin_out()
