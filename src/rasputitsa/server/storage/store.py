"""The store as the server uses it: only whoever asked waits for the disk.

One thread writes. What comes in while it is busy with a transaction goes into the next one together (group commit), so
that many matches share the cost of making things durable. Another thread reads.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

from .rows import Rehearsed, Write
from .sql import TAKEN_OVER, Storage, StorageError, StorageLost

LARGEST_GROUP = 1_000
SLOW_SECONDS = 5.0  # after which the storage counts as unavailable
CLOSE_SECONDS = 5.0  # for what is under way when the server stops
log = logging.getLogger(__name__)
T = TypeVar("T")
Unit = tuple[Sequence[Write], "asyncio.Future[None]"]


class Store:
    """Reads and writes of the server, in the event loop that made it. ``connect`` opens the database."""

    def __init__(self, connect: Callable[[bool], Storage]) -> None:
        self._writing = connect(True)
        try:
            self._writing.migrate()
            self._writing.take_over()
            self._reading = connect(False)
        except BaseException:
            self._writing.close()
            raise
        self._loop = asyncio.get_running_loop()
        self.lost: asyncio.Future[str] = self._loop.create_future()  # why the data are no longer this server's
        self._queue: SimpleQueue[Unit | None] = SimpleQueue()
        self._questions: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._reader = Thread(target=self._read_all, name="storage-reader", daemon=True)
        self._reader.start()
        self._writing_since: float | None = None
        self._writer = Thread(target=self._write_all, name="storage-writer", daemon=True)
        self._writer.start()
        self.groups = 0  # transactions made
        self.units = 0  # writes in them

    async def read(self, question: Callable[[Storage], T]) -> T:
        """Query the database, in the reading thread."""
        answer: asyncio.Future[T] = self._loop.create_future()

        def work() -> None:
            try:
                found = question(self._reading)
            except Exception as error:
                self._call(_fail, answer, error)
            else:
                self._call(_succeed, answer, found)

        self._questions.put(work)
        return await answer

    async def check(self) -> None:
        """Raise `StorageError` if the database does not respond, or nothing can be stored."""
        if self._writing_since is not None and monotonic() - self._writing_since > SLOW_SECONDS:
            raise StorageError("A write takes too long.")
        try:
            async with asyncio.timeout(SLOW_SECONDS):
                await self.read(lambda storage: storage.ping())
                await self.write(Rehearsed())
        except TimeoutError:
            raise StorageError("The database does not respond.") from None

    async def check_owner(self) -> None:
        """Find out whether the data are still this server's, though it writes nothing."""
        try:
            self._writing.check_files()
        except StorageLost as error:
            _succeed(self.lost, str(error))
        if await self.read(lambda storage: storage.found_owner()) != self._writing.owner:
            _succeed(self.lost, TAKEN_OVER)

    def write(self, *writes: Write) -> asyncio.Future[None]:
        """Store all of these or none; done when they are durable. They are stored in the order of the calls."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._queue.put((writes, done))
        return done

    async def close(self) -> None:
        """Store what is under way, then close; a database that hangs is not waited for."""
        self._queue.put(None)
        self._questions.put(None)
        for thread, storage in ((self._writer, self._writing), (self._reader, self._reading)):
            if not await _ended(thread, CLOSE_SECONDS):
                log.error("The database does not respond; the server stops without it.")
                storage.abort()
                if not await _ended(thread, 1.0):
                    continue
            storage.close()

    def _read_all(self) -> None:
        while (work := self._questions.get()) is not None:
            work()

    def _call(self, function: Callable[..., None], *arguments: object) -> None:
        """Call a function in the event loop, if that is still there."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function, *arguments)

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
                self._writing_since = monotonic()
                self._write_group(group)
                self._writing_since = None

    def _write_group(self, group: Sequence[Unit]) -> None:
        errors: list[Exception | None] = [None] * len(group)
        try:
            self._writing.write([item for writes, _ in group for item in writes])
        except StorageLost as error:
            errors = [error] * len(group)
            self._call(_succeed, self.lost, str(error))
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


async def _ended(thread: Thread, seconds: float) -> bool:
    end = monotonic() + seconds
    while thread.is_alive() and monotonic() < end:
        await asyncio.sleep(0.01)
    return not thread.is_alive()


def _succeed(answer: asyncio.Future[Any], found: object) -> None:
    if not answer.done():
        answer.set_result(found)


def _fail(answer: asyncio.Future[Any], error: Exception) -> None:
    if not answer.done():
        answer.set_exception(error)


def _report(outcome: Sequence[tuple[asyncio.Future[None], Exception | None]]) -> None:
    for done, error in outcome:
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error if isinstance(error, StorageError) else StorageError(str(error)))
