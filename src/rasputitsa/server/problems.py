"""Refusals: a code for programs, a sentence for people, and the rule (with what it says) where one forbids it."""

from __future__ import annotations

from msgspec import Struct

from ..core import BadOption, BadPosition, IllegalAction, RasputitsaError, UnknownGame, UnreadableAction
from ..match import CannotUndo, MatchOver, NotYourTurn, RecordError, StaleAction
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

# The first kind that fits decides.
_CODES: tuple[tuple[type[RasputitsaError], str], ...] = (
    (NotYourTurn, "not-your-turn"),
    (StaleAction, "stale"),
    (MatchOver, "over"),
    (CannotUndo, "no-undo"),
    (UnreadableAction, "unreadable"),
    (UnknownGame, "unknown"),
    (BadOption, "malformed"),
    (BadPosition, "malformed"),
    (RecordError, "malformed"),
)


DISK_FULL = "The server's disk is full. This was not stored. Try again later."


class ErrorData(Struct):
    """A refusal as clients get it."""

    code: str
    text: str
    rule: str = ""
    quotation: str = ""


class Problem(Exception):
    """A command or a request that is refused; it has changed nothing."""

    def __init__(self, code: str, text: str, rule: str = "", quotation: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.rule = rule
        self.quotation = quotation

    @property
    def status(self) -> int:
        return STATUS[self.code]

    def data(self) -> ErrorData:
        return ErrorData(self.code, self.text, self.rule, self.quotation)


def not_stored(error: StorageError, otherwise: str) -> Problem:
    """Why something could not be stored, for players: that the disk is full, or else the given sentence."""
    return Problem("unavailable", DISK_FULL if isinstance(error, StorageFull) else otherwise)


def problem(error: RasputitsaError) -> Problem:
    """An error of the engine as a refusal."""
    if isinstance(error, IllegalAction):
        return Problem("illegal", error.reason, error.rule, error.quotation)
    rule = error.rule if isinstance(error, RecordError) else ""
    for kind, code in _CODES:
        if isinstance(error, kind):
            return Problem(code, str(error), rule)
    return Problem("forbidden", str(error), rule)
