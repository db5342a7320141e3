"""Bots in live matches: when a bot is asked, a worker process decides, and its action is played."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from itertools import chain, repeat
from random import Random

from ..core import RasputitsaError, State
from ..table.hints import advice_data, bots_guess, side_to_advise
from ..table.problems import Problem
from ..table.protocol import AdviceData, StandingData
from .bot_process import Decision
from .bot_worker import Thinking, WorkerFailed
from .bot_workers import Workers
from .limits import Limits
from .live_match import LiveMatch
from .live_matches import LiveMatches
from .storage import BOT, ChatSaved, StorageError

log = logging.getLogger(__name__)
RETRY_SECONDS = 5.0  # between two looks whether things can be stored again
PAUSES = (1.0, 5.0, 30.0, 120.0)  # seconds after which a bot that failed is asked again


class Opponents:
    """Plays for all bots."""

    def __init__(self, matches: LiveMatches, workers: Workers, limits: Limits) -> None:
        self._matches = matches
        self._workers = workers
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
        """Make a thinking bot move now, with the best action that it has found so far."""
        if live.thinking is not None:
            live.thinking.interrupt()

    async def advise(self, live: LiveMatch, level: str) -> Decision:
        """What a bot of that level would do for the side that is asked. Cancelled, it is not computed any further."""
        side = live.asked
        assert side is not None
        thinking = self._ask(live, side, level, hint=True)
        try:
            return await thinking.answer
        finally:
            thinking.cancel()

    async def advise_past(self, live: LiveMatch, state: State, number: int, level: str) -> AdviceData:
        """What a bot of that level would have done in a position of the past of a match that is over."""
        side = side_to_advise(live, state)
        seed = live.bot_seed(side)
        position = state.guess(side, Random(seed)).position()
        thinking = self._workers.ask(live.game.name, level, seed, number, position, self._limits.bot_seconds, hint=True)
        try:
            found = await thinking.answer
        finally:
            thinking.cancel()
        return advice_data(live, state, level, found.action, found.text)

    async def standing(self, live: LiveMatch) -> StandingData:
        """How the match stands, as far as the side knows that is asked."""
        side = live.asked
        assert side is not None
        thinking = self._ask(live, side, "", hint=True, stands=True)
        try:
            found = (await thinking.answer).standing
        finally:
            thinking.cancel()
        assert found is not None
        return found

    def _ask(self, live: LiveMatch, side: str, level: str, hint: bool = False, stands: bool = False) -> Thinking:
        game, seed = live.game.name, live.bot_seed(side)
        position = bots_guess(live, side).position()
        about = side if stands else ""
        return self._workers.ask(game, level, seed, live.number, position, self._limits.bot_seconds, hint, about)

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
        action = await self._decide(live, side, number)
        async with live.lock:
            if action is not None and not _outdated(live, side, number):
                progress = live.perform("play", side, action, number, self._matches.now())
                await self._matches.commit(live, progress)
                self._matches.show(live)

    async def _decide(self, live: LiveMatch, side: str, number: int) -> str | None:
        """The bot's action, however long it takes; None if it is not needed any more."""
        for pause in chain(PAUSES, repeat(PAUSES[-1])):
            level = live.seats[side].level or ""
            live.thinking = self._ask(live, side, level)
            try:
                action = (await live.thinking.answer).action
                refusal = live.match.state.why_not(action)
                if refusal is None:
                    return action
                log.error("The bot %s chose %s in match %s: %s", level, action, live.id, refusal.reason)
            except (WorkerFailed, RasputitsaError) as error:
                log.error("The bot %s cannot decide in match %s: %s", level, live.id, error)
            finally:
                live.thinking.cancel()
                live.thinking = None
            if pause == PAUSES[0]:
                await self._say_that_it_fails(live)
            await asyncio.sleep(pause)
            if _outdated(live, side, number):
                return None
        return None

    async def _say_that_it_fails(self, live: LiveMatch) -> None:
        async with live.lock:
            if not live.dropped and live.notices < self._limits.seat_changes_per_match:
                notice = "The bot cannot decide and tries again. You may remove it."
                saved = ChatSaved(live.id, live.add_notice(notice, self._matches.now()))
                await self._matches.commit(live, saved)
                self._matches.send_chat(live, [saved])

    async def _try_later(self, live: LiveMatch) -> None:
        """The bot's action could not be stored: start again from what is stored, once storing is possible."""
        working = False
        while not working:
            await asyncio.sleep(RETRY_SECONDS)
            with suppress(StorageError):
                await self._matches.store.check()
                working = True
        try:
            self.wake(await self._matches.get(live.id))
        except Problem as error:
            log.error("The bot in match %s cannot continue: %s", live.id, error)


def _outdated(live: LiveMatch, side: str, number: int) -> bool:
    return live.dropped or live.number != number or live.asked != side or live.seats[side].kind != BOT
