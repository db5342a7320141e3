"""Bots in live matches: when a bot is asked, the worker process decides, and its action is played."""

from __future__ import annotations

import asyncio
import logging
from random import Random

from ..core import RasputitsaError, State
from .bot_process import Decision
from .bot_worker import Worker, WorkerFailed
from .limits import Limits
from .live_match import LiveMatch
from .live_matches import LiveMatches
from .problems import Problem
from .storage import BOT

log = logging.getLogger(__name__)
RETRY_SECONDS = 1.0


class Opponents:
    """Plays for all bots."""

    def __init__(self, matches: LiveMatches, worker: Worker, limits: Limits) -> None:
        self._matches = matches
        self._worker = worker
        self._limits = limits
        matches.watchers.append(self.wake)

    def wake(self, live: LiveMatch) -> None:
        """Let a bot play if one is asked and is not at it already."""
        if live.bot_to_move and live.bot_task is None:
            live.bot_task = asyncio.create_task(self._play(live), name=f"bot in match {live.id}")

    async def resume(self) -> None:
        """After the server started: continue wherever a bot is asked."""
        for match_id in await self._matches.store.read(lambda storage: storage.bots_due()):
            try:
                self.wake(await self._matches.get(match_id))
            except Problem as error:
                log.error("The bot in match %s cannot continue: %s", match_id, error)

    async def close(self) -> None:
        tasks = [live.bot_task for live in self._matches if live.bot_task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def interrupt(self, live: LiveMatch) -> None:
        """Make a thinking bot move now."""
        if live.interrupted is not None and not live.interrupted.done():
            live.interrupted.set_result(None)

    async def advise(self, live: LiveMatch, level: str) -> Decision:
        """What a bot of that level would do for the side that is asked."""
        side = live.asked
        assert side is not None
        seed = live.bot_seed(side)
        guess = live.match.state.guess(side, Random(seed))
        asking = self._worker.ask(live.game.name, level, seed, live.number, guess.position())
        return await asyncio.wait_for(asking, self._limits.bot_seconds)

    async def _play(self, live: LiveMatch) -> None:
        try:
            while not live.dropped and (side := live.bot_to_move):
                await self._move(live, side)
        except Problem:
            await self._try_later(live)
        except Exception:
            log.exception("The bot in match %s stopped playing.", live.id)
        finally:
            live.bot_task = None

    async def _move(self, live: LiveMatch, side: str) -> None:
        number = live.number
        action = await self._decide(live, side)
        async with live.lock:
            outdated = live.dropped or live.number != number or live.asked != side or live.seats[side].kind != BOT
            if not outdated:
                progress = live.perform("play", side, action, number)
                await self._matches.commit(live, progress)
                self._matches.show(live)

    async def _decide(self, live: LiveMatch, side: str) -> str:
        """The bot's action; any legal one where it fails, takes too long, or is interrupted."""
        seed, level = live.bot_seed(side), live.seats[side].level or ""
        guess = live.match.state.guess(side, Random(seed))
        live.interrupted = asyncio.get_running_loop().create_future()
        asking = asyncio.ensure_future(self._worker.ask(live.game.name, level, seed, live.number, guess.position()))
        try:
            await asyncio.wait(
                (asking, live.interrupted), timeout=self._limits.bot_seconds, return_when=asyncio.FIRST_COMPLETED
            )
            if asking.done():
                action = asking.result().action
                if guess.why_not(action) is None:
                    return action
                log.error("The bot %s chose an illegal action: %s", level, action)
            elif not live.interrupted.done():
                log.error("The bot %s takes too long.", level)
                self._worker.restart()
        except (WorkerFailed, RasputitsaError) as error:
            log.error("The bot %s cannot decide: %s", level, error)
        finally:
            live.interrupted = None
            asking.cancel()
        return fallback(guess, live.number)

    async def _try_later(self, live: LiveMatch) -> None:
        """The bot's action could not be stored: start again from what is stored."""
        await asyncio.sleep(RETRY_SECONDS)
        try:
            self.wake(await self._matches.get(live.id))
        except Problem as error:
            log.error("The bot in match %s cannot continue: %s", live.id, error)


def fallback(guess: State, number: int) -> str:
    """Some legal action, found at once."""
    return str(Random(number).choice(guess.actions()))
