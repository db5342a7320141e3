"""Long jobs, such as the replay of a record with thousands of lines, in a process of their own.

One is done at a time, so that however many are asked for they take one processor at most. Whoever waits for one may be
cancelled: a job that nobody waits for is not begun, or ended with its process.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process

from ..table.problems import Problem
from .hosting import words
from .long_job import ANSWERS, LENGTH, Answer, Job, packed

COMMAND = (sys.executable, "-m", "rasputitsa.server.long_job")
LONGEST_SECONDS = 300.0
IDLE_SECONDS = 60.0  # after which the process ends
WAITING = 32  # jobs

log = logging.getLogger(__name__)


class LongJobs:
    """Does jobs one after the other; starts the process when it is first needed."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._process: Process | None = None
        self._idle: asyncio.TimerHandle | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    async def run(self, job: Job) -> Answer:
        """What comes of a job; else `Problem`."""
        if self._waiting >= WAITING:
            raise Problem("too-many", "The server is busy. Try again later.")
        self._waiting += 1
        try:
            async with self._turn:
                return await self._do(packed(job))
        finally:
            self._waiting -= 1

    def close(self) -> None:
        process, self._process = self._process, None
        if self._idle is not None:
            self._idle.cancel()
        if process is not None and process.returncode is None:
            process.kill()

    async def _do(self, job: bytes) -> Answer:
        try:
            async with asyncio.timeout(LONGEST_SECONDS):
                answer = await self._answer(job)
        except TimeoutError:
            self.close()
            raise Problem("too-big", "This takes too long.") from None
        except (OSError, EOFError) as error:
            self.close()
            raise _failed(f"its process ended: {error}") from None
        except BaseException:
            self.close()
            raise
        self._idle = asyncio.get_running_loop().call_later(IDLE_SECONDS, self.close)
        if answer.failure:
            raise _failed(answer.failure)
        if answer.refusal is not None:
            raise Problem(**answer.refusal)
        return answer

    async def _answer(self, job: bytes) -> Answer:
        process = await self._running_process()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(job)
        await process.stdin.drain()
        (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        return ANSWERS.decode(await process.stdout.readexactly(length))

    async def _running_process(self) -> Process:
        if self._idle is not None:
            self._idle.cancel()
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(*COMMAND, *words(), stdin=PIPE, stdout=PIPE)
        return self._process


def _failed(why: str) -> Problem:
    log.error("A long job failed: %s", why)
    return Problem("unavailable", "Something went wrong on the server. Try again later.")
