"""Refusals: a code for programs, a sentence for people, and the rule (with what it says) where one forbids it."""

from __future__ import annotations

from typing import TypedDict

from ..core import BadOption, BadPosition, IllegalAction, RasputitsaError, UnknownGame, UnreadableAction
from ..match import CannotUndo, MatchOver, NotYourTurn, RecordError, StaleAction

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


class ErrorData(TypedDict):
    """A refusal as clients get it."""

    code: str
    text: str
    rule: str
    quotation: str


class Problem(Exception):
    """A command or a request that is refused; it has changed nothing."""

    def __init__(self, code: str, text: str, rule: str = "", quotation: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.rule = rule
        self.quotation = quotation

    def data(self) -> ErrorData:
        return {"code": self.code, "text": self.text, "rule": self.rule, "quotation": self.quotation}


def problem(error: RasputitsaError) -> Problem:
    """An error of the engine as a refusal."""
    if isinstance(error, IllegalAction):
        return Problem("illegal", error.reason, error.rule, error.quotation)
    rule = error.rule if isinstance(error, RecordError) else ""
    for kind, code in _CODES:
        if isinstance(error, kind):
            return Problem(code, str(error), rule)
    return Problem("forbidden", str(error), rule)
