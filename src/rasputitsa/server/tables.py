"""All live matches: making, finding, storing, showing and dropping them."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from secrets import token_hex
from time import time
from typing import TYPE_CHECKING, NamedTuple

from ..bots import bots
from ..core import Game, RasputitsaError
from ..games import game as find_game
from ..match import CommittedDice, Entry, Match, Record, read, replay, tutorial, verify
from ..match.match import ACCEPTS, CONCEDES, OFFERS
from .limits import Addresses, Limits
from .problems import Problem, problem
from .protocol import Bot, Created, CreateMatch, Link, Me, RematchMessage, encode
from .seats import hash_of, new_key
from .states import States
from .storage import (
    BOT,
    EMPTY,
    PERSON,
    Deed,
    Header,
    NewMatch,
    RematchMade,
    Seat,
    StorageError,
    Store,
    Stored,
    Write,
)
from .table import Table
from .texts import clean

if TYPE_CHECKING:
    from .connection import Connection

log = logging.getLogger(__name__)
AGREED = {CONCEDES: "concede", OFFERS: "offer_draw", ACCEPTS: "accept_draw"}
GONE = "This could not be stored. Connect again, please."


class Tables:
    """The live matches, the most recently used last. ``watchers`` are told of every change."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self.watchers: list[Callable[[Table], None]] = []
        self.count = 0  # of all matches, live or not
        self._live: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._creators = Addresses(limits.matches_per_hour / 3600, limits.matches_at_once)

    async def start(self) -> None:
        self.count = await self.store.read(lambda storage: storage.count())

    def __iter__(self) -> Iterator[Table]:
        return iter(list(self._live.values()))

    # Finding.

    def live(self, match: str) -> Table | None:
        return self._live.get(match)

    async def get(self, match: str) -> Table:
        """The live match of that id; else `Problem`."""
        table = self._live.get(match)
        if table is not None:
            self._live.move_to_end(match)
            return table
        loading = self._loading.get(match)
        if loading is None:
            loading = self._loading[match] = asyncio.create_task(self._load(match))
            loading.add_done_callback(lambda _: self._loading.pop(match, None))
        return await asyncio.shield(loading)

    async def _load(self, match: str) -> Table:
        try:
            stored = await self.store.read(lambda storage: storage.load(match))
        except StorageError as error:
            log.error("A match could not be read: %s", error)
            raise Problem("unavailable", "The match cannot be read now. Try again later.") from None
        if stored is None:
            raise Problem("unknown", "There is no such match.")
        try:
            for table in Table.rebuild(stored):  # noqa: B007
                await asyncio.sleep(0)
        except (RasputitsaError, Problem) as error:
            log.error("Match %s cannot be replayed: %s", match, error)
            raise Problem("broken", "This match cannot be continued: its log does not fit the present rules.") from None
        self._add(table)
        return table

    def _add(self, table: Table) -> None:
        self._live[table.id] = table
        spare = len(self._live) - self.limits.matches_in_memory
        if spare > 0:
            for old in list(self._live.values())[:-1]:
                if spare > 0 and _idle(old):
                    self._drop(old)
                    spare -= 1

    def _drop(self, table: Table) -> None:
        table.gone = True
        if self._live.get(table.id) is table:
            del self._live[table.id]

    # Changing.

    async def commit(self, table: Table, *writes: Write) -> None:
        """Make a change of the table durable. If that fails the table is dropped, since it is ahead of the store."""
        try:
            await self.store.write(*writes)
        except BaseException as error:
            self._drop(table)
            for connection in list(table.connections):
                connection.dismiss("unavailable", GONE)
            if isinstance(error, StorageError):
                raise Problem("unavailable", GONE) from None
            raise

    def show(self, table: Table) -> None:
        """Send every client of the table what it may see now, and tell those who watch for changes."""
        for connection in table.connections:
            self.show_one(table, connection)
        for watcher in self.watchers:
            watcher(table)

    def show_one(self, table: Table, connection: Connection) -> None:
        """Send one client what it may see now."""
        if table.shown is None:
            table.shown = States(table)
        number = table.number
        connection.send(table.shown.message(connection.sides, min(connection.sent, number)))
        connection.sent = number

    # Making.

    async def create(self, wanted: CreateMatch, address: str) -> Created:
        if not self._creators.take(address):
            raise Problem("too-many", "Too many matches were created from here. Wait a little.")
        if self.count >= self.limits.matches_in_all:
            raise Problem("too-many", "This server is full.")
        stored, keys, spectators = await asyncio.to_thread(self._prepare, wanted)
        await self._store_new(stored)
        return Created(match=stored.header.id, keys=keys, spectators=spectators)

    async def _store_new(self, stored: Stored, *writes: Write) -> None:
        try:
            await self.store.write(NewMatch(stored), *writes)
        except StorageError:
            raise Problem("unavailable", "The match could not be stored. Try again later.") from None
        self.count += 1
        table = await self.get(stored.header.id)
        for watcher in self.watchers:
            watcher(table)

    def _prepare(self, wanted: CreateMatch) -> tuple[Stored, dict[str, str], str]:
        """All that is to be stored of a new match, and its keys. Long records make this slow: it runs in a thread."""
        match_id, spectators = token_hex(8), new_key()
        try:
            made = _made(wanted, match_id, self.limits)
            seats, keys = self._seats(wanted, made.match)
        except RasputitsaError as error:
            raise problem(error) from None
        header = _header(match_id, made, hash_of(spectators))
        return Stored(header, seats, deeds_of(made.match.log)), keys, spectators

    def _seats(self, wanted: CreateMatch, begun: Match) -> tuple[list[Seat], dict[str, str]]:
        game = begun.game
        sides = [side.name for side in game.sides]
        wishes = wanted.seats or {side: Me() for side in sides if wanted.tutorial}
        if sorted(wishes) != sorted(sides):
            raise Problem("malformed", f"Say who sits where, for each of: {', '.join(sides)}.")
        seats, keys = [], {}
        for side in sides:
            match wishes[side]:
                case Bot(level):
                    check_level(game, level)
                    seats.append(Seat(side, bot_name(level), BOT, level, used=False))
                case Me(name) | Link(name) as chair:
                    keys[side] = new_key()
                    kind = PERSON if isinstance(chair, Me) else EMPTY
                    name = clean(name, self.limits.name_characters, "A name") or begun.players[side]
                    seats.append(Seat(side, name, kind, key=hash_of(keys[side]), used=kind == PERSON))
        return seats, keys

    # Rematches.

    async def rematch(self, table: Table) -> str:
        """The match that follows this one with the sides swapped; there is one at most."""
        async with table.lock:
            if table.gone:
                raise Problem("unavailable", GONE)
            if not table.match.outcome:
                raise Problem("forbidden", "The match is not over.")
            if table.header.next is None:
                await self._make_rematch(table)
                for connection in table.connections:
                    connection.announce_rematch()
        assert table.header.next is not None
        return table.header.next

    async def _make_rematch(self, table: Table) -> None:
        if self.count >= self.limits.matches_in_all:
            raise Problem("too-many", "This server is full.")
        match_id = token_hex(8)
        seats = [replace(seat, side=table.game.other(seat.side), told=-1) for seat in table.seats.values()]
        made = Made(*_begun(table.game, table.match.scenario, table.match.options, match_id))
        header = _header(match_id, made, table.header.spectators)
        await self._store_new(Stored(header, seats, deeds_of(made.match.log)), RematchMade(table.id, match_id))
        table.header.next = match_id


def _idle(table: Table) -> bool:
    return not (table.connections or table.arriving or table.lock.locked() or table.bot_task)


def rematch_messages(table: Table, sides: Iterable[str], keys: Iterable[str]) -> list[bytes]:
    """What each of these players is told of the next match: the seat is the other side's, the key stays."""
    if table.header.next is None:
        return []
    return [
        encode(RematchMessage(match=table.header.next, key=key, side=table.game.other(side)))
        for side, key in zip(sides, keys, strict=True)
    ]


def check_level(game: Game, level: str) -> None:
    if level not in bots(game.name):
        raise Problem("malformed", f"{game.title} has no bot {level[:40]!r}. It has: {', '.join(bots(game.name))}.")


def bot_name(level: str) -> str:
    return level.capitalize()


def deeds_of(entries: Iterable[Entry]) -> list[Deed]:
    """The log of a new match as deeds."""
    now = time()
    return [
        Deed(seq, AGREED.get(entry.action, "play"), entry.side, str(entry.action), "", now)
        for seq, entry in enumerate(entries)
    ]


class Made(NamedTuple):
    """A new match; the secret that its dice will fall by, whether that is promised, and the script of a tutorial."""

    match: Match
    secret: bytes | None
    commitment: str
    script: list[str] | None = None


def _header(match_id: str, made: Made, spectators: bytes) -> Header:
    match, outcome = made.match, made.match.outcome
    return Header(
        id=match_id,
        game=match.game.name,
        rules=match.game.rules_version,
        scenario=match.scenario,
        options=dict(match.options),
        dice_id=match.id,
        commitment=made.commitment,
        secret=made.secret,
        spectators=spectators,
        created=time(),
        number=len(match.log),
        asked=match.side,
        outcome=outcome._asdict() if outcome else None,
        since=len(match.log),
        script=made.script,
    )


def _made(wanted: CreateMatch, match_id: str, limits: Limits) -> Made:
    if wanted.record is not None:
        return _continued(wanted, read(wanted.record), match_id, limits)
    if wanted.game is None:
        raise Problem("malformed", "Say which game is to be played.")
    game = find_game(wanted.game)
    match, secret, commitment = _begun(game, wanted.scenario, wanted.options, match_id)
    if not wanted.tutorial:
        return Made(match, secret, commitment)
    lesson = tutorial.load(game)
    if lesson is None:
        raise Problem("unknown", f"{game.title} has no tutorial.")
    return Made(match, secret, "", lesson.dice)


def _begun(
    game: Game, scenario: str | None, options: Mapping[str, str], match_id: str
) -> tuple[Match, bytes | None, str]:
    dice = CommittedDice.fresh(match_id)
    return Match(game, scenario, options, dice=dice), dice.secret, dice.commitment


def _continued(wanted: CreateMatch, record: Record, match_id: str, limits: Limits) -> Made:
    """The match that a record tells. One that is over keeps its dice, if they are proved; else new ones go on."""
    if wanted.game not in (None, record.game.name):
        raise Problem("malformed", f"The record is one of {record.game.title}.")
    if len(record.lines) > limits.deeds_per_match // 2:
        raise Problem("too-big", "The record is too long.")
    match = replay(record)
    if match.outcome:
        proved = record.secret is not None and verify(record).fair
        return Made(match, record.secret, record.commitment) if proved else Made(match, None, "")
    dice = CommittedDice.fresh(match_id)
    match.dice, match.id = dice, match_id
    match.resolve_chance()
    return Made(match, dice.secret, "")
