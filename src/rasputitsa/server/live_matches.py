"""All live matches: finding, loading, storing, showing and dropping them. `table.new_matches` prepares new ones."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from time import monotonic, time

from ..core import RasputitsaError
from ..games import game_of
from ..table.client import Now
from ..table.new_matches import NewlyPrepared, prepare_rematch
from ..table.problems import Problem
from ..table.rows import TableWrite
from ..table.sitting import Outgoing, chat_lines, show_all
from .connection import Connection
from .frames import Frame, frame
from .limits import Addresses, Limits
from .live_match import LiveMatch
from .problems import not_stored
from .protocol import Created, CreateMatch, encode
from .storage import (
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
            for live in LiveMatch.rebuild(stored, self.limits):  # noqa: B007
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

    def now(self) -> Now:
        """What time it is."""
        return Now(time(), self.uptime())

    def show(self, live: LiveMatch) -> None:
        """Send every client what it may see now, and call the watchers."""
        self.deliver(show_all(live, self.now()))
        self.notify_watchers(live)

    def send_chat(self, live: LiveMatch, writes: Iterable[TableWrite]) -> None:
        """Send the lines of the chat among what was just stored to every client."""
        self.deliver(chat_lines(live.clients, writes))

    def notify_watchers(self, live: LiveMatch) -> None:
        for watcher in self.watchers:
            watcher(live)

    def deliver(self, messages: Outgoing) -> None:
        """Send messages. Each is encoded once, however many clients get the very same one."""
        frames: dict[int, Frame] = {}
        for client, message in messages:
            assert isinstance(client, Connection)
            if message["type"] == "bye":
                client.dismiss(message["code"], message["text"])
                continue
            found = frames.get(id(message))
            if found is None:
                found = frames[id(message)] = frame(encode(message))
            client.send(found)

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
        self.notify_watchers(await self.get(stored.header.id))

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
                    announce_rematch(live, connection)
        assert live.header.next is not None
        return live.header.next

    async def _create_rematch(self, live: LiveMatch) -> None:
        stored = prepare_rematch(live, time(), bool(self.limits.word_seconds))
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
    try:
        game = game_of(header.game, header.edition, header.rules, header.data)
    except RasputitsaError as error:
        return f"This match cannot be continued. {error}"
    played = game.playable_rules(header.rules)
    text = f"This match cannot be continued: its log does not fit version {played} of the rules of {game.title}"
    return f"{text}." if played == header.rules else f"{text}, and it was begun under version {header.rules}."


def _dismiss_all(live: LiveMatch, text: str) -> None:
    for connection in list(live.connections):
        connection.dismiss("unavailable", text)


def _idle(live: LiveMatch) -> bool:
    return not (live.connections or live.arriving or live.lock.locked() or live.bot_task)


def announce_rematch(live: LiveMatch, client: Connection) -> None:
    """Tell a player about the rematch, if there is one: they play the other side with the same key."""
    if live.header.next is not None:
        for side, key in zip(client.access.sides, client.access.keys, strict=True):
            other = live.game.other(side)
            client.say({"type": "rematch", "match": live.header.next, "key": key, "side": other})
