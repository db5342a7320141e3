"""The statements, for both databases. A database provides `execute`, `transaction` and its names of types."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from secrets import token_hex
from typing import Any

import msgspec

from ...match import Clock, PlayerSeed
from ...table.rows import (
    BOT,
    ChatLine,
    ChatSaved,
    ClockSaved,
    ExchangeSaved,
    Header,
    LoggedCommand,
    Progress,
    Seat,
    SeatSaved,
    Stored,
)
from .migrations import LATEST, MIGRATIONS
from .rows import MatchRemoved, NewMatch, Rehearsed, RematchSaved, UptimeSaved, Write

Row = Sequence[Any]
TAKEN_OVER = "Another server has taken over the matches."

_HEADER = (
    "id, game, rules, scenario, options, dice_id, commitment, secret, spectators, created, "
    "number, asked, outcome, since, next, script, position, words, clock, seals, edition, data"
)
_SEAT = "side, name, kind, level, key, webhook, notified, used, next_key, notes, lent"
_COMMAND = "seq, command, side, action, command_id, at"
_CHAT = "seq, sender, text, command_id, at"
TABLES = {"matches": _HEADER, "seats": f"match, {_SEAT}", "commands": f"match, {_COMMAND}", "chat": f"match, {_CHAT}"}


class StorageError(Exception):
    """Something could not be stored or read. Its text is for the operator, not for clients."""


class StorageFull(StorageError):
    """There is no room for it: certainly nothing was stored."""


class StorageLost(StorageError):
    """The data are no longer this server's: it can store nothing any more, and must stop."""


def insert(table: str, columns: str) -> str:
    return f"INSERT INTO {table} ({columns}) VALUES ({', '.join('?' * (columns.count(',') + 1))})"


class Storage(ABC):
    """What both databases share. Used by one thread at a time.

    A server is the *owner* of the data: its storage takes them over, with a random text in the database itself; every
    transaction in which it writes finds that text there. Whoever takes them over next does so without waiting for
    anybody, so a server that was killed leaves nothing to clear away and one that still runs can store nothing more.
    """

    blob: str
    real: str
    locked_row: str  # at the end of a SELECT: others wait with changing the row until the transaction ends
    owner: str | None = None  # what the database has if it is still ours; None if it never was

    @abstractmethod
    def execute(self, sql: str, values: Row = ()) -> list[Row]:
        """Run one statement, with ``?`` for values; the rows it returns."""

    @abstractmethod
    def execute_many(self, sql: str, rows: Sequence[Row]) -> None:
        """Run one statement for each of these rows of values."""

    @abstractmethod
    def transaction(self) -> AbstractContextManager[None]:
        """All or nothing, and durable when it is left without an error. Errors become `StorageError`."""

    @abstractmethod
    def snapshot(self) -> AbstractContextManager[None]:
        """All that is read in it is of one moment, while others write."""

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def abort(self) -> None:
        """Make a statement that hangs fail. Called from another thread."""

    @abstractmethod
    def damage(self) -> str:
        """What is wrong with the stored data, "" if nothing is known to be."""

    def ping(self) -> None:
        """Raise `StorageError` if the database does not respond, or is known to have no room left."""
        self.execute("SELECT 1")

    # Migrations.

    def migrate(self, upto: int = LATEST) -> int:
        """Bring the tables up to date, each version in a transaction of its own; the version found."""
        with self.transaction():
            self.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
            rows = self.execute("SELECT version FROM schema_version")
            if not rows:
                self.execute("INSERT INTO schema_version (version) VALUES (0)")
        found = int(rows[0][0]) if rows else 0
        if found > LATEST:
            raise StorageError(
                f"The database has version {found}, but this program knows only versions up to {LATEST}."
            )
        for version in range(found + 1, upto + 1):
            with self.transaction():
                for statement in MIGRATIONS[version - 1]:
                    self.execute(statement.format(blob=self.blob, real=self.real))
                self.execute("UPDATE schema_version SET version = ?", (version,))
        return found

    # Owning.

    def take_over(self) -> None:
        """Become the owner of the data; see above."""
        owner = token_hex(16)
        with self.transaction():
            self.execute("UPDATE owner SET token = ?", (owner,))
        self.owner = owner

    def found_owner(self, lock: str = "") -> str:
        """Whose the data are now."""
        return str(self.execute(f"SELECT token FROM owner{lock}")[0][0])

    def check_files(self) -> None:
        """Raise `StorageLost` if what this storage writes to is not what others find, where that can be told."""
        return

    # Writing.

    def write(self, writes: Sequence[Write]) -> None:
        """All of these, in one transaction. Raises `StorageLost` if the data are no longer ours."""
        with self.transaction():
            if self.owner is not None and self.found_owner(self.locked_row) != self.owner:
                raise StorageLost(TAKEN_OVER)
            for item in writes:
                self.add(item)
        self.check_files()

    def add(self, item: Write) -> None:
        """One write, in a transaction that is open."""
        match item:
            case Progress():
                self._add_commands(item.match, item.commands)
                self.execute(
                    "UPDATE matches SET number = ?, asked = ?, outcome = ?, since = ? WHERE id = ?",
                    (item.number, item.asked, _text(item.outcome), item.since, item.match),
                )
                if item.clock is not None:
                    self._save_clock(item.match, item.clock)
                if item.exchange is not None:
                    self.add(item.exchange)
            case ClockSaved(match, clock):
                self._save_clock(match, clock)
            case UptimeSaved(seconds):
                self._save_uptime(seconds)
            case Rehearsed():
                self.execute("UPDATE owner SET token = token")
            case ChatSaved(match, line):
                self.execute(insert("chat", TABLES["chat"]), (match, *_chat_values(line)))
            case SeatSaved(match, seat):
                columns = ", ".join(f"{column} = ?" for column in _SEAT.split(", ")[1:])
                values = (*_seat_values(seat)[1:], match, seat.side)
                self.execute(f"UPDATE seats SET {columns} WHERE match = ? AND side = ?", values)
            case RematchSaved(match, following):
                self.execute("UPDATE matches SET next = ? WHERE id = ?", (following, match))
            case ExchangeSaved(match, seals, words):
                values = (json.dumps(seals), _text(words), match)
                self.execute("UPDATE matches SET seals = ?, words = ? WHERE id = ?", values)
            case MatchRemoved(match):
                self.execute("DELETE FROM matches WHERE id = ?", (match,))
            case NewMatch(stored):
                self._add_match(stored)

    def _add_match(self, stored: Stored) -> None:
        match = stored.header.id
        self.execute(insert("matches", _HEADER), _header_values(stored.header))
        self._save_uptime(stored.uptime)
        for seat in stored.seats:
            self.execute(insert("seats", TABLES["seats"]), (match, *_seat_values(seat)))
        self._add_commands(match, stored.commands)
        for line in stored.chat:
            self.execute(insert("chat", TABLES["chat"]), (match, *_chat_values(line)))

    def _add_commands(self, match: str, commands: Sequence[LoggedCommand]) -> None:
        rows = [(match, *_command_values(command)) for command in commands]
        self.execute_many(insert("commands", TABLES["commands"]), rows)

    def _save_clock(self, match: str, clock: Clock) -> None:
        self.execute("UPDATE matches SET clock = ? WHERE id = ?", (_clock_text(clock), match))
        self._save_uptime(clock.since)

    def _save_uptime(self, seconds: float) -> None:
        """The uptime never decreases, so that no clock runs from a time that is still to come."""
        self.execute("UPDATE uptime SET seconds = ? WHERE seconds < ?", (seconds, seconds))

    # Reading.

    def uptime(self) -> float:
        """How long the server has run, as far as that was stored."""
        return float(self.execute("SELECT seconds FROM uptime")[0][0])

    def keeps_time(self) -> bool:
        """Whether there is a match with a clock that is not over."""
        return bool(self.execute("SELECT 1 FROM matches WHERE clock IS NOT NULL AND outcome IS NULL LIMIT 1"))

    def load(self, match: str) -> Stored | None:
        """All that is stored of a match, or None."""
        headers = self.headers([match])
        if not headers:
            return None
        commands = self.execute(f"SELECT {_COMMAND} FROM commands WHERE match = ? ORDER BY seq", (match,))
        chat = self.execute(f"SELECT {_CHAT} FROM chat WHERE match = ? ORDER BY seq", (match,))
        logged = [LoggedCommand(*row) for row in commands]
        lines = [ChatLine(*row) for row in chat]
        return Stored(headers[0], self.seats(match), logged, lines, self.uptime() if headers[0].clock else 0.0)

    def headers(self, matches: Sequence[str]) -> list[Header]:
        found = []
        for match in matches:
            rows = self.execute(f"SELECT {_HEADER} FROM matches WHERE id = ?", (match,))
            found += [_header(row) for row in rows]
        return found

    def seats(self, match: str) -> list[Seat]:
        rows = self.execute(f"SELECT {_SEAT} FROM seats WHERE match = ?", (match,))
        return [_seat(row) for row in rows]

    def opened_by(self, hashes: Sequence[bytes]) -> list[str]:
        """The matches in which one of these keys opens something, the newest first."""
        found: dict[str, float] = {}
        for digest in hashes:
            rows = self.execute(
                "SELECT id, created FROM matches WHERE spectators = ? "
                "OR id IN (SELECT match FROM seats WHERE key = ? OR next_key = ?)",
                (digest, digest, digest),
            )
            found.update({row[0]: row[1] for row in rows})
        return sorted(found, key=lambda match: -found[match])

    def bots_due(self) -> list[str]:
        """The matches in which a bot is asked."""
        rows = self.execute(
            "SELECT m.id FROM matches m JOIN seats s ON s.match = m.id AND s.side = m.asked "
            "WHERE m.outcome IS NULL AND s.kind = ? ORDER BY m.created",
            (BOT,),
        )
        return [row[0] for row in rows]

    def webhooks_due(self) -> list[str]:
        """The matches in which somebody is to be notified of their turn."""
        rows = self.execute(
            "SELECT m.id FROM matches m JOIN seats s ON s.match = m.id AND s.side = m.asked "
            "WHERE m.outcome IS NULL AND s.webhook IS NOT NULL AND s.notified < m.since ORDER BY m.created"
        )
        return [row[0] for row in rows]

    def expired(self, unplayed: float, finished: float, limit: int = 200) -> list[str]:
        """Matches without an action that were created before ``unplayed``, and those that ended before ``finished``."""
        rows = self.execute(
            "SELECT id FROM matches WHERE created < ? AND number = 0 AND outcome IS NULL "
            "AND NOT EXISTS (SELECT 1 FROM commands c WHERE c.match = matches.id) LIMIT ?",
            (unplayed, limit),
        )
        rows += self.execute(
            "SELECT id FROM matches WHERE created < ? AND outcome IS NOT NULL "
            "AND (SELECT c.at FROM commands c WHERE c.match = matches.id ORDER BY c.seq DESC LIMIT 1) < ? LIMIT ?",
            (finished, finished, limit),
        )
        return [row[0] for row in rows]

    def count(self) -> int:
        return int(self.execute("SELECT count(*) FROM matches")[0][0])

    def everything(self) -> Iterator[Stored]:
        """All matches, one after the other, for a backup."""
        for (match,) in self.execute("SELECT id FROM matches ORDER BY created, id"):
            stored = self.load(match)
            if stored:
                yield stored


def _text(data: object) -> str | None:
    return json.dumps(data) if data else None


def _clock_text(clock: Clock | None) -> str | None:
    return None if clock is None else msgspec.json.encode(clock).decode()


def _bytes(value: Any) -> bytes | None:
    return None if value is None else bytes(value)


def _header_values(header: Header) -> Row:
    return (
        header.id,
        header.game,
        header.rules,
        header.scenario,
        json.dumps(header.options),
        header.dice_id,
        header.commitment,
        header.secret,
        header.spectators,
        header.created,
        header.number,
        header.asked,
        _text(header.outcome),
        header.since,
        header.next,
        _text(header.script),
        _text(header.position),
        _text(header.words),
        _clock_text(header.clock),
        None if header.seals is None else json.dumps(header.seals),
        header.edition,
        header.data,
    )


def _header(row: Row) -> Header:
    values = list(row)
    values[4] = json.loads(row[4])
    values[7], values[8] = _bytes(row[7]), _bytes(row[8])
    values[12] = json.loads(row[12]) if row[12] else None
    values[15] = json.loads(row[15]) if row[15] else None
    values[16] = json.loads(row[16]) if row[16] else None
    values[17] = {side: PlayerSeed(*word) for side, word in json.loads(row[17] or "{}").items()}
    values[18] = msgspec.json.decode(row[18], type=Clock) if row[18] else None
    values[19] = json.loads(row[19]) if row[19] else None
    return Header(*values)


def _seat_values(seat: Seat) -> Row:
    values = (seat.side, seat.name, seat.kind, seat.level, seat.key, seat.webhook, seat.notified, int(seat.used))
    return (*values, seat.next_key, seat.notes, int(seat.lent))


def _seat(row: Row) -> Seat:
    values = list(row)
    values[4], values[7], values[8], values[10] = _bytes(row[4]), bool(row[7]), _bytes(row[8]), bool(row[10])
    return Seat(*values)


def _command_values(command: LoggedCommand) -> Row:
    return (command.seq, command.command, command.side, command.action, command.command_id, command.at)


def _chat_values(line: ChatLine) -> Row:
    return (line.seq, line.sender, line.text, line.command_id, line.at)
