"""Bots at live tables: when one has the move it is asked in its worker process, and what it says is played."""

from __future__ import annotations

import asyncio
import logging
from random import Random

from ..core import RasputitsaError, State
from .limits import Limits
from .problems import Problem
from .storage import BOT
from .table import Table
from .tables import Tables
from .thinking import Thought
from .workers import Worker, WorkerFailed

log = logging.getLogger(__name__)
PAUSE_SECONDS = 1.0


class Opponents:
    """Plays for all bots."""

    def __init__(self, tables: Tables, worker: Worker, limits: Limits) -> None:
        self._tables = tables
        self._worker = worker
        self._limits = limits
        tables.watchers.append(self.wake)

    def wake(self, table: Table) -> None:
        """Let a bot play if one has the move and is not at it already."""
        if table.thinking and table.bot_task is None:
            table.bot_task = asyncio.create_task(self._play(table), name=f"bot of {table.id}")

    async def resume(self) -> None:
        """After a start of the server: go on wherever a bot has the move."""
        for match in await self._tables.store.read(lambda storage: storage.bots_due()):
            try:
                self.wake(await self._tables.get(match))
            except Problem as error:
                log.error("The bot of match %s cannot go on: %s", match, error)

    async def close(self) -> None:
        tasks = [table.bot_task for table in self._tables if table.bot_task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def interrupt(self, table: Table) -> None:
        """A thinking bot plays at once."""
        if table.thought is not None and not table.thought.done():
            table.thought.set_result(None)

    async def advise(self, table: Table, level: str) -> Thought:
        """What a bot of that level would do for the side that is asked."""
        side = table.asked
        assert side is not None
        guess = table.match.state.guess(side, Random(table.seed(side)))
        ask = self._worker.ask(table.game.name, level, table.seed(side), table.number, guess.position())
        return await asyncio.wait_for(ask, self._limits.bot_seconds)

    async def _play(self, table: Table) -> None:
        try:
            while not table.gone and (side := table.thinking):
                await self._move(table, side)
        except Problem:
            await self._try_later(table)
        except Exception:
            log.exception("A bot stopped playing match %s.", table.id)
        finally:
            table.bot_task = None

    async def _move(self, table: Table, side: str) -> None:
        number = table.number
        action = await self._decide(table, side)
        async with table.lock:
            moved_on = table.gone or table.number != number or table.asked != side or table.seats[side].kind != BOT
            if not moved_on:
                progress = table.perform("play", side, action, number)
                await self._tables.commit(table, progress)
                self._tables.show(table)

    async def _decide(self, table: Table, side: str) -> str:
        """The bot's action; any legal one where it fails, takes too long, or is interrupted."""
        seed, level = table.seed(side), table.seats[side].level or ""
        guess = table.match.state.guess(side, Random(seed))
        table.thought = asyncio.get_running_loop().create_future()
        asking = asyncio.ensure_future(self._worker.ask(table.game.name, level, seed, table.number, guess.position()))
        try:
            await asyncio.wait(
                (asking, table.thought), timeout=self._limits.bot_seconds, return_when=asyncio.FIRST_COMPLETED
            )
            if asking.done():
                action = asking.result().action
                if guess.why_not(action) is None:
                    return action
                log.error("The bot %s wants what is not legal: %s", level, action)
            elif not table.thought.done():
                log.error("The bot %s takes too long.", level)
                self._worker.restart()
        except (WorkerFailed, RasputitsaError) as error:
            log.error("The bot %s cannot decide: %s", level, error)
        finally:
            table.thought = None
            asking.cancel()
        return fallback(guess, table.number)

    async def _try_later(self, table: Table) -> None:
        """What the bot did could not be stored: begin again from what is stored."""
        await asyncio.sleep(PAUSE_SECONDS)
        try:
            self.wake(await self._tables.get(table.id))
        except Problem as error:
            log.error("The bot of match %s cannot go on: %s", table.id, error)


def fallback(guess: State, number: int) -> str:
    """Some legal action, found at once."""
    return str(Random(number).choice(guess.actions()))
