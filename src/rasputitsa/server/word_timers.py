"""How long the first roll waits for the players' words (see `match.exchange`)."""

from __future__ import annotations

import asyncio
import logging
from time import monotonic
from typing import NamedTuple
from weakref import WeakKeyDictionary, ref

from ..table.problems import Problem
from ..table.rows import TableWrite
from .limits import Limits
from .live_match import LiveMatch
from .live_matches import LiveMatches
from .storage import BOT, EMPTY, ChatSaved

log = logging.getLogger(__name__)
HOUR = 3600.0


class Wait(NamedTuple):
    """What is waited for, and since when: a player who is here or not, a word that is to be sealed or to be shown."""

    here: bool
    sealed: bool
    since: float


class WordTimers:
    """Lets matches go on without the words of players who do not answer. A seat that nobody has taken is waited for."""

    def __init__(self, matches: LiveMatches, limits: Limits) -> None:
        self._matches = matches
        self._limits = limits
        self._tasks: set[asyncio.Task[None]] = set()
        # Neither keeps a match in memory that is not used.
        self._timers: WeakKeyDictionary[LiveMatch, asyncio.TimerHandle] = WeakKeyDictionary()
        self._waits: WeakKeyDictionary[LiveMatch, dict[str, Wait]] = WeakKeyDictionary()  # by side
        matches.watchers.append(self.watch)

    def watch(self, live: LiveMatch) -> None:
        """Set the timer of a match anew, or forget it if nothing is waited for."""
        timer = self._timers.pop(live, None)
        if timer is not None:
            timer.cancel()
        before = self._waits.pop(live, {})
        if not live.awaited or live.exchange is None:
            return
        now, sealed = monotonic(), live.exchange.sealed
        waits = {side: Wait(live.is_connected(side), sealed, now) for side in live.awaited}
        for side, wait in waits.items():
            if side in before and before[side][:2] == wait[:2]:
                waits[side] = before[side]
        self._waits[live] = waits
        ends = [end for side in waits if (end := self._end(live, side)) is not None]
        if ends:
            loop = asyncio.get_running_loop()
            self._timers[live] = loop.call_later(max(0.0, min(ends) - now), self._ring, ref(live))

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()

    def _end(self, live: LiveMatch, side: str) -> float | None:
        """Until when this side is waited for; None if as long as it takes."""
        wait, kind = self._waits[live][side], live.seats[side].kind
        if kind == EMPTY:
            return None
        if wait.here:
            return wait.since + self._limits.word_seconds
        return wait.since + (0.0 if kind == BOT else self._limits.word_hours_away * HOUR)

    def _ring(self, match: ref[LiveMatch]) -> None:
        live = match()
        if live is not None and not live.dropped:
            task = asyncio.create_task(self._go_on(live))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _go_on(self, live: LiveMatch) -> None:
        async with live.lock:
            if live.dropped:
                return
            now, waits = monotonic(), self._waits.get(live, {})
            late = [side for side in live.awaited if side in waits and (self._end(live, side) or now + 1) <= now]
            if late:
                titles = " and the ".join(live.game.side(side).title for side in late)
                notice = f"The dice go without a word of the {titles} player, whose browser did not answer."
                time = self._matches.now()
                line = ChatSaved(live.id, live.add_notice(notice, time))
                writes: list[TableWrite] = [live.go_without_words(late, time), line]
                try:
                    await self._matches.commit(live, *writes)
                except Problem as error:
                    log.error("The dice of match %s still wait: %s", live.id, error)
                    return
                self._matches.send_chat(live, writes)
            self._matches.show(live)
