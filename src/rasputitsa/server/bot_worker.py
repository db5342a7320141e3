"""A process in which bots think, as the server uses it.

It gets one question at a time, so that no request waits for a bot and what nobody waits for is never computed. Bots
that have to move come first, in the order in which they were asked; now and then a hint has its turn. If the process
dies or does not answer it is started again and asked again; a question that is answered in none of a few tries is
given up.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Iterator
from itertools import chain, count

from msgspec import DecodeError, Struct
from msgspec.json import Decoder

from .bot_process import DecideNow, Decision, Question
from .hosting import words
from .protocol import encode

TRIES = 3
LONGEST_LINE = 16 * 2**20
PAUSE_SECONDS = 0.2  # before the process is started again
GRACE_SECONDS = 10.0  # for a bot to decide once its time is over
BOTS_TO_A_HINT = 4  # bots that may go before a waiting hint
COMMAND = (sys.executable, "-m", "rasputitsa.server.bot_process")

log = logging.getLogger(__name__)
_DECISIONS = Decoder(Decision)


class WorkerFailed(Exception):
    """The bot could not decide."""


class Thinking:
    """A question on its way, and its answer."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.answer: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()
        self.tries = 0
        self.worker: Worker | None = None  # that works on it

    def interrupt(self) -> None:
        """The bot must decide now, with the best action that it has found so far."""
        self.question.seconds = 0.0
        if self.worker:
            self.worker.interrupt(self)

    def cancel(self) -> None:
        """Nobody waits for the answer any more."""
        self.answer.cancel()
        if self.worker:
            self.worker.interrupt(self)


class Questions:
    """The questions that wait. Whoever is free takes the next one."""

    def __init__(self) -> None:
        self.tickets = count(1)
        self._bots: deque[Thinking] = deque()
        self._hints: deque[Thinking] = deque()
        self._bots_in_a_row = 0

    def __len__(self) -> int:
        return len(self._bots) + len(self._hints)

    def __iter__(self) -> Iterator[Thinking]:
        return chain(self._bots, self._hints)

    def add(self, thinking: Thinking, hint: bool) -> None:
        (self._hints if hint else self._bots).append(thinking)

    def take(self) -> Thinking | None:
        """The next question whose answer somebody waits for, if there is one."""
        for waiting in (self._bots, self._hints):
            while waiting and waiting[0].answer.done():
                waiting.popleft()
        if self._hints and (not self._bots or self._bots_in_a_row >= BOTS_TO_A_HINT):
            self._bots_in_a_row = 0
            return self._hints.popleft()
        if self._bots:
            self._bots_in_a_row += 1
            return self._bots.popleft()
        return None


class Worker:
    """Asks the process; starts it when it is first needed."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self._current: Thinking | None = None
        self._limit: asyncio.Timeout | None = None  # for the answer to the current question
        self._wake = asyncio.Event()
        self._process: Process | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    @property
    def busy(self) -> bool:
        return self._current is not None

    def wake(self) -> None:
        """There is a new question."""
        self._wake.set()
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="bot worker")

    def interrupt(self, thinking: Thinking) -> None:
        if thinking is self._current and self._limit is not None:
            self._limit.reschedule(asyncio.get_running_loop().time() + GRACE_SECONDS)
            self._send(DecideNow(thinking.question.ticket))

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        """Answer one question after the other, as long as the server runs."""
        try:
            while True:
                self._current = await self._next()
                try:
                    await self._answer(self._current)
                finally:
                    self._current = None
        finally:
            await self._end_process()

    async def _next(self) -> Thinking:
        while (thinking := self._questions.take()) is None:
            self._wake.clear()
            await self._wake.wait()
        thinking.worker = self
        return thinking

    async def _answer(self, thinking: Thinking) -> None:
        """Ask the process until it answers, but not too often."""
        while not thinking.answer.done():
            if thinking.tries == TRIES:
                _fail(thinking)
                return
            if thinking.tries:
                await asyncio.sleep(PAUSE_SECONDS)
            thinking.tries += 1
            process = await self._running_process()
            if thinking.answer.done():
                return
            decision = await self._try(thinking, process)
            if decision is None:
                log.warning("The bot process did not answer and is started again.")
                await self._end_process()
            elif decision.error:
                log.error("A bot failed: %s", decision.error)
                _fail(thinking)
            elif not thinking.answer.done():
                thinking.answer.set_result(decision)

    async def _try(self, thinking: Thinking, process: Process) -> Decision | None:
        """The decision; None if the process ends, does not answer in time, or says something else."""
        assert process.stdout is not None
        try:
            async with asyncio.timeout(thinking.question.seconds + GRACE_SECONDS) as self._limit:
                self._send(thinking.question)
                decision = _DECISIONS.decode(await process.stdout.readline())
                return decision if decision.ticket == thinking.question.ticket else None
        except (TimeoutError, DecodeError, OSError, ValueError):
            return None
        finally:
            self._limit = None

    async def _running_process(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *COMMAND, *words(), stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
            )
        return self._process

    async def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                process.kill()
            await process.wait()

    def _send(self, message: Struct) -> None:
        if self._process is not None and self._process.stdin is not None and not self._process.stdin.is_closing():
            self._process.stdin.write(encode(message) + b"\n")


def _fail(thinking: Thinking) -> None:
    if not thinking.answer.done():
        thinking.answer.set_exception(WorkerFailed("The bot could not decide."))
