"""The store as the server uses it: only whoever asked waits for the disk.

One thread writes. What comes in while it is busy with a transaction goes into the next one together (group commit), so
that many matches share the cost of making things durable. Another thread reads.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

from .rows import Write
from .sql import Storage, StorageError

LARGEST_GROUP = 1_000
log = logging.getLogger(__name__)
T = TypeVar("T")
Unit = tuple[Sequence[Write], "asyncio.Future[None]"]


class Store:
    """Reads and writes of the server, in the event loop that made it. ``connect`` opens the database."""

    def __init__(self, connect: Callable[[bool], Storage]) -> None:
        self._writing = connect(True)
        try:
            self._writing.migrate()
            self._reading = connect(False)
        except BaseException:
            self._writing.close()
            raise
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[Unit | None] = SimpleQueue()
        self._reader = ThreadPoolExecutor(1, "storage-reader")
        self._writer = Thread(target=self._write_all, name="storage-writer", daemon=True)
        self._writer.start()
        self.groups = 0  # transactions made
        self.units = 0  # writes in them

    async def read(self, question: Callable[[Storage], T]) -> T:
        """Query the database, in the reading thread."""
        return await self._loop.run_in_executor(self._reader, question, self._reading)

    def write(self, *writes: Write) -> asyncio.Future[None]:
        """Store all of these or none; done when they are durable. They are stored in the order of the calls."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._queue.put((writes, done))
        return done

    async def close(self) -> None:
        """Store what is under way, then close."""
        self._queue.put(None)
        await self._loop.run_in_executor(None, self._writer.join)
        self._reader.shutdown()
        self._reading.close()
        self._writing.close()

    def _write_all(self) -> None:
        open_ = True
        while open_:
            group: list[Unit] = []
            item = self._queue.get()
            while item is not None:
                group.append(item)
                if len(group) == LARGEST_GROUP or self._queue.empty():
                    break
                item = self._queue.get()
            open_ = item is not None
            if group:
                self._write_group(group)

    def _write_group(self, group: Sequence[Unit]) -> None:
        errors: list[Exception | None] = [None] * len(group)
        try:
            self._writing.write([item for writes, _ in group for item in writes])
        except Exception as error:
            log.error("%d writes could not be stored together: %s", len(group), error)
            errors = [error] if len(group) == 1 else [self._write_alone(writes) for writes, _ in group]
        self.groups += 1
        self.units += len(group)
        outcome = list(zip((done for _, done in group), errors, strict=True))
        try:
            self._loop.call_soon_threadsafe(_report, outcome)
        except RuntimeError:
            log.warning("The server stopped before %d writes could be acknowledged.", len(group))

    def _write_alone(self, writes: Sequence[Write]) -> Exception | None:
        """One bad write must not take others with it."""
        try:
            self._writing.write(writes)
        except Exception as error:
            log.error("A write could not be stored: %s", error)
            return error
        return None


def _report(outcome: Sequence[tuple[asyncio.Future[None], Exception | None]]) -> None:
    for done, error in outcome:
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(StorageError(str(error)))
