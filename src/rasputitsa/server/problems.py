"""Refusals over HTTP, and those of the storage. What a refusal is says `table.problems`."""

from __future__ import annotations

from ..table.problems import Problem
from .storage import StorageError, StorageFull

STATUS = {
    "malformed": 400,
    "no-key": 401,
    "forbidden": 403,
    "unknown": 404,
    "not-your-turn": 409,
    "stale": 409,
    "over": 409,
    "no-undo": 409,
    "broken": 409,
    "too-big": 413,
    "illegal": 422,
    "unreadable": 422,
    "too-fast": 429,
    "too-many": 429,
    "unavailable": 503,
}
DISK_FULL = "The server's disk is full. This was not stored. Try again later."


def status_of(refusal: Problem) -> int:
    """The status of HTTP that says it."""
    return STATUS[refusal.code]


def not_stored(error: StorageError, otherwise: str) -> Problem:
    """Why something could not be stored, for players: that the disk is full, or else the given sentence."""
    return Problem("unavailable", DISK_FULL if isinstance(error, StorageFull) else otherwise)
