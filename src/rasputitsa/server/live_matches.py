"""All live matches: finding, loading, storing, showing and dropping them. `new_matches` prepares new ones."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from time import monotonic, time
from typing import TYPE_CHECKING

from ..core import RasputitsaError
from ..games import game as find_game
from .frames import Frame, frame
from .limits import Addresses, Limits
from .live_match import LiveMatch
from .new_matches import NewlyPrepared, prepare_rematch
from .problems import Problem, not_stored
from .protocol import ClockMessage, Created, CreateMatch, RematchMessage, chat_message, clock_data, encode
from .state_messages import StateMessages
from .storage import (
    ChatSaved,
    Header,
    MatchRemoved,
    NewMatch,
    RematchSaved,
    StorageError,
    StorageFull,
    Store,
    Stored,
    Write,
)
from .uploads import Uploads
from .uptime import Uptime

if TYPE_CHECKING:
    from .connection import Connection

log = logging.getLogger(__name__)
NOT_STORED = "This could not be stored. Connect again."
FULL = "This server is full."
NO_SUCH_MATCH = "There is no such match."
MATCH_ID = re.compile(r"[0-9A-Za-z._-]{1,64}")
DAY = 86_400.0
LOADING_SECONDS = 0.005  # of loading a match, after which others get a turn


class LiveMatches:
    """The matches in memory, the most recently used last. ``watchers`` are called after every change."""

    def __init__(self, store: Store, limits: Limits, uptime: Uptime | None = None) -> None:
        self.store = store
        self.uptime = uptime or Uptime()
        self.keeps_time = False  # whether there may be a match with a clock that is not over
        self.limits = limits
        self.watchers: list[Callable[[LiveMatch], None]] = []
        self.count = 0  # of all matches, in memory or not
        self._live: OrderedDict[str, LiveMatch] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveMatch]] = {}
        self._uploads = Uploads(limits)
        self._creators = Addresses(limits.matches_per_hour / 3600, limits.matches_at_once)

    async def start(self) -> None:
        self.count = await self.store.read(lambda storage: storage.count())
        self.uptime.resume(await self.store.read(lambda storage: storage.uptime()))
        self.keeps_time = await self.store.read(lambda storage: storage.keeps_time())

    def close(self) -> None:
        self._uploads.close()

    def __iter__(self) -> Iterator[LiveMatch]:
        return iter(list(self._live.values()))

    # Finding.

    def find(self, match_id: str) -> LiveMatch | None:
        """The match of that id, if it is in memory."""
        return self._live.get(match_id)

    async def get(self, match_id: str) -> LiveMatch:
        """The match of that id, loaded if need be; else `Problem`."""
        if not MATCH_ID.fullmatch(match_id):
            raise Problem("unknown", NO_SUCH_MATCH)
        live = self._live.get(match_id)
        if live is not None:
            self._live.move_to_end(match_id)
            return live
        loading = self._loading.get(match_id)
        if loading is None:
            loading = self._loading[match_id] = asyncio.create_task(self._load(match_id))
            loading.add_done_callback(lambda _: self._loading.pop(match_id, None))
        return await asyncio.shield(loading)

    async def _load(self, match_id: str) -> LiveMatch:
        try:
            stored = await self.store.read(lambda storage: storage.load(match_id))
        except StorageError as error:
            log.error("Match %s could not be read: %s", match_id, error)
            raise Problem("unavailable", "The match cannot be read now. Try again later.") from None
        if stored is None:
            raise Problem("unknown", NO_SUCH_MATCH)
        try:
            since = monotonic()
            for live in LiveMatch.rebuild(stored, self.uptime):  # noqa: B007
                if monotonic() - since > LOADING_SECONDS:
                    await asyncio.sleep(0)
                    since = monotonic()
        except (RasputitsaError, Problem) as error:
            log.error("Match %s cannot be replayed: %s", match_id, error)
            raise Problem("broken", _why_broken(stored.header)) from None
        self._add(live)
        return live

    def _add(self, live: LiveMatch) -> None:
        self._live[live.id] = live
        spare = len(self._live) - self.limits.matches_in_memory
        if spare > 0:
            for old in list(self._live.values())[:-1]:
                if spare > 0 and _idle(old):
                    self._drop(old)
                    spare -= 1

    def _drop(self, live: LiveMatch) -> None:
        live.dropped = True
        if self._live.get(live.id) is live:
            del self._live[live.id]

    # Changing.

    async def commit(self, live: LiveMatch, *writes: Write) -> None:
        """Make a change durable. If that fails the match is dropped from memory, where it is ahead of the store."""
        try:
            await self.store.write(*writes)
        except StorageFull as error:
            self._drop(live)
            refusal = not_stored(error, NOT_STORED)
            # After whoever sent the command was told that it is certainly not stored.
            asyncio.get_running_loop().call_soon(_dismiss_all, live, refusal.text)
            raise refusal from None
        except BaseException as error:
            self._drop(live)
            _dismiss_all(live, NOT_STORED)
            if isinstance(error, StorageError):
                raise Problem("unavailable", NOT_STORED) from None
            raise

    def show(self, live: LiveMatch) -> None:
        """Send every client what it may see now, and call the watchers."""
        for connection in live.connections:
            self.show_one(live, connection)
        for watcher in self.watchers:
            watcher(live)

    def show_one(self, live: LiveMatch, connection: Connection) -> None:
        """Send one client what it may see now."""
        if live.messages is None:
            live.messages = StateMessages(live)
        number = live.number
        known = min(connection.sent, number)
        log_from = max(known, number - self.limits.log_entries_at_once)
        connection.send(live.messages.frame(connection.sides, log_from, log_from > known))
        connection.sent = number
        if live.header.clock is not None:
            connection.say(ClockMessage(clock=clock_data(live.header.clock, self.uptime())))

    def send_chat(self, live: LiveMatch, writes: Iterable[Write]) -> None:
        """Send the lines of the chat among what was just stored to every client."""
        for item in writes:
            if isinstance(item, ChatSaved):
                message = frame(encode(chat_message(item.line)))
                for connection in live.connections:
                    connection.send(message)

    # Creating.

    async def prepare(self, wanted: CreateMatch, address: str) -> NewlyPrepared:
        """Get a new match ready, which `create` stores."""
        self._check_capacity(address)
        return await self._uploads.prepare(wanted, address)

    async def create(self, prepared: NewlyPrepared) -> Created:
        stored, keys, spectators = prepared
        await self._store_new(stored)
        return Created(match=stored.header.id, keys=keys, spectators=spectators)

    def _check_capacity(self, address: str) -> None:
        if self.count >= self.limits.matches_in_all:
            raise Problem("too-many", FULL)
        if not self._creators.take(address):
            raise Problem("too-many", "Too many matches were created from your address. Wait a while.")

    async def _store_new(self, stored: Stored, *writes: Write) -> None:
        try:
            await self.store.write(NewMatch(stored), *writes)
        except StorageError as error:
            raise not_stored(error, "The match could not be stored. Try again later.") from None
        self.count += 1
        self.keeps_time = self.keeps_time or stored.header.clock is not None
        live = await self.get(stored.header.id)
        for watcher in self.watchers:
            watcher(live)

    async def rematch(self, live: LiveMatch, address: str) -> str:
        """The id of the match that follows this one with the sides swapped; there is one at most."""
        async with live.lock:
            if live.dropped:
                raise Problem("unavailable", NOT_STORED)
            if not live.match.outcome:
                raise Problem("forbidden", "The match is not over.")
            if live.header.next is None:
                self._check_capacity(address)
                await self._create_rematch(live)
                for connection in live.connections:
                    connection.announce_rematch()
        assert live.header.next is not None
        return live.header.next

    async def _create_rematch(self, live: LiveMatch) -> None:
        stored = prepare_rematch(live, self.limits)
        await self._store_new(stored, RematchSaved(live.id, stored.header.id))
        live.header.next = stored.header.id

    # Removing.

    async def expire(self, now: float | None = None) -> int:
        """Remove matches that were never played or ended long ago, never one that is running. Returns their number."""
        now = time() if now is None else now
        unplayed, finished = now - self.limits.days_unplayed * DAY, now - self.limits.days_finished * DAY
        found = await self.store.read(lambda storage: storage.expired(unplayed, finished))
        removed = 0
        for match_id in found:
            live = self._live.get(match_id)
            if match_id in self._loading or (live is not None and not _idle(live)):
                continue
            if live is not None:
                self._drop(live)
            await self.store.write(MatchRemoved(match_id))
            removed += 1
        self.count -= removed
        return removed


def _why_broken(header: Header) -> str:
    """Why a stored match cannot be replayed, as far as players can understand it."""
    game = find_game(header.game)
    played = game.playable_rules(header.rules)
    text = f"This match cannot be continued: its log does not fit version {played} of the rules of {game.title}"
    return f"{text}." if played == header.rules else f"{text}, and it was begun under version {header.rules}."


def _dismiss_all(live: LiveMatch, text: str) -> None:
    for connection in list(live.connections):
        connection.dismiss("unavailable", text)


def _idle(live: LiveMatch) -> bool:
    return not (live.connections or live.arriving or live.lock.locked() or live.bot_task)


def rematch_messages(live: LiveMatch, sides: Iterable[str], keys: Iterable[str]) -> list[Frame]:
    """What these players are told about the rematch: they play the other side with the same key."""
    if live.header.next is None:
        return []
    return [
        frame(encode(RematchMessage(match=live.header.next, key=key, side=live.game.other(side))))
        for side, key in zip(sides, keys, strict=True)
    ]
