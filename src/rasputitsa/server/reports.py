"""The reports of matches that are over. Each is computed once, however many ask, while somebody waits for it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from ..match import write
from .live_match import LiveMatch
from .long_job import ReportJob
from .long_jobs import LongJobs
from .protocol import encode
from .replay_cache import ReplayCache

KEPT = 64  # reports
Moment = tuple[str, int, int]  # a match, the length of its log, and how often something was undone in it


@dataclass
class _Computation:
    task: asyncio.Task[bytes]
    waiting: int = 0


class Reports:
    """Reports as JSON."""

    def __init__(self, jobs: LongJobs, replays: ReplayCache) -> None:
        self._jobs = jobs
        self._replays = replays
        self._known: OrderedDict[Moment, bytes] = OrderedDict()
        self._computing: dict[Moment, _Computation] = {}

    async def get(self, live: LiveMatch) -> bytes:
        """The report of a match that is over."""
        moment = (live.id, live.number, live.undos)
        found = self._known.get(moment)
        if found is not None:
            self._known.move_to_end(moment)
            return found
        computation = self._computing.get(moment)
        if computation is None:
            computation = self._computing[moment] = _Computation(asyncio.create_task(self._compute(live, moment)))
        computation.waiting += 1
        try:
            return await asyncio.shield(computation.task)
        finally:
            computation.waiting -= 1
            if not computation.waiting:
                computation.task.cancel()
                if self._computing.get(moment) is computation:
                    del self._computing[moment]

    async def _compute(self, live: LiveMatch, moment: Moment) -> bytes:
        match = live.snapshot()
        text = await self._replays.run(lambda: write(match))
        found = self._known[moment] = encode((await self._jobs.run(ReportJob(text))).report)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return found
