"""What the server stores, behind one small interface, in SQLite or PostgreSQL.

A match is stored as what happened: its header, its seats, and rows that are only ever added: commands (actions, undo
and redo included) and chat. The live match is rebuilt from them by replay.
"""

from ...table.rows import (
    BOT,
    EMPTY,
    PERSON,
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
from .rows import MatchRemoved, NewMatch, Rehearsed, RematchSaved, UptimeSaved, Write
from .sql import Storage, StorageError, StorageFull, StorageLost
from .store import Store
from .urls import connect, open_store

__all__ = [
    "BOT",
    "EMPTY",
    "PERSON",
    "ChatLine",
    "ChatSaved",
    "ClockSaved",
    "ExchangeSaved",
    "Header",
    "LoggedCommand",
    "MatchRemoved",
    "NewMatch",
    "Progress",
    "Rehearsed",
    "RematchSaved",
    "Seat",
    "SeatSaved",
    "Storage",
    "StorageError",
    "StorageFull",
    "StorageLost",
    "Store",
    "Stored",
    "UptimeSaved",
    "Write",
    "connect",
    "open_store",
]
