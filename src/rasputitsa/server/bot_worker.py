"""The process in which bots think, as the server uses it.

It answers one question after the other, so that no request waits for a bot. If it dies it is started again and asked
again; a question that kills it several times is given up.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from itertools import count
from typing import Any

from msgspec import DecodeError
from msgspec.json import Decoder

from .bot_process import Decision, Question
from .protocol import encode

TRIES = 3
LONGEST_LINE = 16 * 2**20
PAUSE_SECONDS = 0.2
COMMAND = (sys.executable, "-m", "rasputitsa.server.bot_process")

log = logging.getLogger(__name__)
_DECISIONS = Decoder(Decision)


class WorkerFailed(Exception):
    """The bot could not decide."""


class _Pending:
    __slots__ = ("answer", "line", "tries")

    def __init__(self, line: bytes) -> None:
        self.line = line
        self.answer: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()
        self.tries = 0


class Worker:
    """Asks the process; starts it when it is first needed."""

    def __init__(self) -> None:
        self._tickets = count(1)
        self._pending: dict[int, _Pending] = {}
        self._process: Process | None = None
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    async def ask(self, game: str, level: str, seed: int, number: int, position: dict[str, Any]) -> Decision:
        """What the bot of that level does in this position, which is a guess and never the true one."""
        ticket = next(self._tickets)
        pending = _Pending(encode(Question(ticket, game, level, seed, number, position)) + b"\n")
        self._pending[ticket] = pending
        try:
            self._send(pending)
            if self._task is None:
                self._task = asyncio.create_task(self._run(), name="bot worker")
            return await pending.answer
        finally:
            self._pending.pop(ticket, None)

    def restart(self) -> None:
        """End a process that thinks too long; it is started again for the other questions."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def close(self) -> None:
        self._closed = True
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for pending in self._pending.values():
            pending.answer.cancel()

    def _send(self, pending: _Pending) -> None:
        if self._process is not None and self._process.stdin is not None and not self._process.stdin.is_closing():
            self._process.stdin.write(pending.line)

    async def _run(self) -> None:
        """Keep a process running as long as the server runs."""
        while not self._closed:
            process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE)
            self._process = process
            try:
                self._ask_again()
                await self._listen(process)
            finally:
                self._process = None
                if process.returncode is None:
                    process.kill()
                await process.wait()
            if not self._closed:
                log.warning("The bot process ended (%s) and is started again.", process.returncode)
                await asyncio.sleep(PAUSE_SECONDS)

    def _ask_again(self) -> None:
        """A new process gets all open questions. The first one probably killed the old process."""
        for first, pending in enumerate(list(self._pending.values())):
            pending.tries += not first
            if pending.tries > TRIES:
                if not pending.answer.done():
                    pending.answer.set_exception(WorkerFailed("The bot could not decide."))
                continue
            self._send(pending)

    async def _listen(self, process: Process) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            try:
                decision = _DECISIONS.decode(line)
            except DecodeError:
                return
            pending = self._pending.get(decision.ticket)
            if pending is None or pending.answer.done():
                continue
            if decision.error:
                log.error("A bot failed: %s", decision.error)
                pending.answer.set_exception(WorkerFailed("The bot could not decide."))
            else:
                pending.answer.set_result(decision)
