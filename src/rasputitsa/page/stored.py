"""The rows of the browser's database: plain data, from and to the values of `table.rows`.

The store "matches" has one row for each match, which changes; "commands" and "chat" have rows that are only added.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from ..match import Clock, PlayerSeed, TimeControl
from ..table.keys import Access
from ..table.rows import ChatLine, ChatSaved, Header, LoggedCommand, Progress, Seat, Stored, TableWrite
from ..table.summaries import summary
from .host import Data

_BYTES = ("key", "next_key")
_KNOWN: dict[str, type | tuple[type, ...]] = {
    "game": str,
    "keys": list,
    "sides": dict,
    "spectators": str,
    "at": (int, float),
    "tutorial": (bool, str),
    "problem": str,
    "heading": str,
}


def match_row(header: Header, seats: Mapping[str, Seat], clock: float) -> Data:
    """The row of a match; it has its summary, so that matches can be listed without Python."""
    access = Access(tuple(side for side, seat in seats.items() if seat.key is not None))
    value = {
        "id": header.id,
        "header": _header_data(header),
        "seats": [_seat_data(seat) for seat in seats.values()],
        "summary": summary(header, seats, access, None, clock),
        "uptime": clock,
    }
    return {"store": "matches", "value": value}


def new_rows(stored: Stored, clock: float) -> list[Data]:
    """All rows of a match that is new here."""
    seats = {seat.side: seat for seat in stored.seats}
    rows = [{**match_row(stored.header, seats, clock), "add": True}]
    rows += [_row("commands", stored.header.id, command) for command in stored.commands]
    return rows + [_row("chat", stored.header.id, line) for line in stored.chat]


def added_rows(match: str, writes: Iterable[TableWrite]) -> list[Data]:
    """The rows that these writes add."""
    rows = []
    for write in writes:
        if isinstance(write, Progress):
            rows += [_row("commands", match, command) for command in write.commands]
        elif isinstance(write, ChatSaved):
            rows.append(_row("chat", match, write.line))
    return rows


def key_row(known: Data) -> Data:
    """The row with the keys of a match, as a browser knew them (`web/store.js`), without what is not of its type."""
    value: Data = {"game": "", "keys": [], "sides": {}, "spectators": "", "at": 0.0}
    value |= {name: known[name] for name, kind in _KNOWN.items() if isinstance(known.get(name), kind)}
    value["keys"] = [key for key in value["keys"] if isinstance(key, str)]
    value["sides"] = {side: key for side, key in value["sides"].items() if isinstance(key, str)}
    return {"store": "keys", "value": {"match": str(known["match"]), **value}}


def read_stored(data: Data) -> Stored:
    """The values of the rows of a match."""
    row = data["match"]
    return Stored(
        _header(row["header"]),
        [_seat(seat) for seat in row["seats"]],
        [LoggedCommand(**_own(command)) for command in data["commands"]],
        [ChatLine(**_own(line)) for line in data["chat"]],
        row["uptime"],
    )


def _row(store: str, match: str, value: Any) -> Data:
    return {"store": store, "value": {"match": match, **asdict(value)}, "add": True}


def _own(row: Data) -> Data:
    return {name: value for name, value in row.items() if name != "match"}


def _header_data(header: Header) -> Data:
    data = asdict(header)
    data["secret"] = header.secret.hex() if header.secret is not None else None
    data["spectators"] = header.spectators.hex()
    data["words"] = {side: list(word) for side, word in header.words.items()}
    return data


def _header(data: Data) -> Header:
    clock = data["clock"]
    return Header(
        **{
            **data,
            "secret": bytes.fromhex(data["secret"]) if data["secret"] is not None else None,
            "spectators": bytes.fromhex(data["spectators"]),
            "words": {side: PlayerSeed(*word) for side, word in data["words"].items()},
            "clock": Clock(**{**clock, "control": TimeControl(**clock["control"])}) if clock else None,
        }
    )


def _seat_data(seat: Seat) -> Data:
    return asdict(seat) | {name: found.hex() for name in _BYTES if (found := getattr(seat, name)) is not None}


def _seat(data: Data) -> Seat:
    return Seat(**data | {name: bytes.fromhex(data[name]) for name in _BYTES if data[name] is not None})
