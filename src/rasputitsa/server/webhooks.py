"""Webhooks: players who want it are notified by HTTP that it is their turn.

A notification that fails is sent again a few times, with longer and longer pauses, as long as the turn lasts. How it is
sent is in `webhook_post`.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic

from ..table.problems import Problem
from .live_match import LiveMatch
from .live_matches import LiveMatches
from .protocol import encode
from .storage import PERSON, SeatSaved
from .webhook_post import Lookups, NotSent, check_port, is_private, post, url_parts

PAUSES = (0.0, 10.0, 60.0, 300.0, 1800.0)  # seconds before each try
APART = 10.0  # seconds between two notifications of one seat
DEADLINE = 10.0  # seconds for one notification, from looking up the name to the response
AT_ONCE = 16
WAITING = 1_000

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class WebhookRules:
    """Where notifications may be sent. Without TLS, or to private addresses, only if the operator says so."""

    plain: bool = False
    private: bool = False
    pauses: Sequence[float] = PAUSES
    apart: float = APART
    deadline: float = DEADLINE


class Webhooks:
    """Notifies players of their turns, in the background."""

    def __init__(self, matches: LiveMatches, rules: WebhookRules) -> None:
        self._matches = matches
        self._rules = rules
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._last: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._lookups = Lookups(AT_ONCE)
        matches.watchers.append(self.watch)

    async def resume(self) -> None:
        """After the server started: notify those who were not notified before."""
        for match_id in await self._matches.store.read(lambda storage: storage.webhooks_due()):
            try:
                self.watch(await self._matches.get(match_id))
            except Problem as error:
                log.error("Nobody can be notified of match %s: %s", match_id, error)

    def check(self, url: str) -> str:
        """The URL, if notifications may be sent there."""
        parts = url_parts(url)
        if parts.scheme != "https" and not (parts.scheme == "http" and self._rules.plain):
            raise Problem("malformed", "The address must begin with https://")
        if not self._rules.private:
            if is_private(parts.hostname or ""):
                raise Problem("forbidden", "Notifications are not sent to private addresses.")
            check_port(parts)
        return url

    def watch(self, live: LiveMatch) -> None:
        """Send a notification if one is due."""
        side = live.asked
        if side is None or not due(live, side, live.since):
            return
        seat = (live.id, side)
        if seat not in self._tasks and len(self._tasks) < WAITING:
            task = self._tasks[seat] = asyncio.create_task(self._notify(live.id, side))
            task.add_done_callback(lambda _: self._tasks.pop(seat, None))

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _notify(self, match_id: str, side: str) -> None:
        try:
            while await self._notify_of_turn(match_id, side):
                pass
        except Problem as error:
            log.error("The %s player of match %s cannot be notified: %s", side, match_id, error)

    async def _notify_of_turn(self, match_id: str, side: str) -> bool:
        """Notify a player of the present turn. Returns whether another turn has come in the meantime."""
        since = (await self._matches.get(match_id)).since
        for pause in self._rules.pauses:
            await asyncio.sleep(max(pause, self._wait(match_id, side)))
            live = await self._matches.get(match_id)
            url = live.seats[side].webhook
            if url is None or not due(live, side, since):
                return due(live, side, live.since)
            if await self._try(live, side, url):
                break
        live = await self._matches.get(match_id)
        async with live.lock:
            if not live.dropped:
                await self._matches.commit(live, SeatSaved(match_id, live.change_seat(side, notified=since)))
        return live.asked == side and due(live, side, live.since)

    def _wait(self, match_id: str, side: str) -> float:
        return self._last.get((match_id, side), -self._rules.apart) + self._rules.apart - monotonic()

    async def _try(self, live: LiveMatch, side: str, url: str) -> bool:
        self._last[live.id, side] = monotonic()
        self._last.move_to_end((live.id, side))
        while len(self._last) > WAITING:
            self._last.popitem(last=False)
        body = encode(
            {
                "match": live.id,
                "game": live.game.name,
                "side": side,
                "number": live.number,
                "text": f"It is your turn in {live.game.title}.",
                "path": f"/match/{live.id}",
            }
        )
        async with self._at_once:
            try:
                async with asyncio.timeout(self._rules.deadline):
                    await post(url, body, self._lookups, self._rules.private)
            except (NotSent, OSError, ValueError, EOFError) as error:
                log.info("A notification failed: %s", error)
                return False
        return True


def due(live: LiveMatch, side: str, since: int) -> bool:
    """Whether this side still has to be notified of its turn that began at that position."""
    seat = live.seats.get(side)
    asked = live.asked == side and live.since == since
    return asked and seat is not None and seat.kind == PERSON and seat.webhook is not None and seat.notified < since
