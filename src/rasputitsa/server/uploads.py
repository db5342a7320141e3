"""Preparing new matches beside the event loop: in a thread, or for long records in a process, one for each address."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from time import time

from ..table.new_matches import NewlyPrepared, prepare
from ..table.problems import Problem
from .limits import Limits, network_of
from .long_job import PrepareJob
from .long_jobs import LongJobs
from .protocol import CreateMatch

LONG = 2_000  # lines of a record


class Uploads:
    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._thread = ThreadPoolExecutor(1, "new match")
        self._jobs = LongJobs()
        self._addresses: set[str] = set()  # from which a long record has come that is still being read

    async def prepare(self, wanted: CreateMatch, address: str) -> NewlyPrepared:
        """A new match and its keys; else `Problem`. Cancelled, a long record is read no further."""
        if wanted.record is None or wanted.record.count("\n") <= LONG:
            loop, exchange = asyncio.get_running_loop(), bool(self._limits.word_seconds)
            return await loop.run_in_executor(self._thread, prepare, wanted.wanted(), self._limits, time(), exchange)
        network = network_of(address)
        if network in self._addresses:
            raise Problem("too-many", "A record from your address is still being read. Wait until that is done.")
        self._addresses.add(network)
        try:
            prepared = (await self._jobs.run(PrepareJob(wanted, self._limits))).prepared
            assert prepared is not None
            return prepared
        finally:
            self._addresses.discard(network)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._jobs.close()
