"""Matches: a game in play, its dice, and its record as a text file."""

from .clock import Clock, TimeControl
from .dice import NO_WORD, BadScript, CommittedDice, Dice, ScriptedDice, TableDice, Word
from .exchange import Exchange, ExchangeError
from .match import CannotUndo, Entry, Match, MatchError, MatchOver, NotYourTurn, StaleAction
from .record import Record, RecordError, Verification, read, replay, resume, verify, write

__all__ = [
    "NO_WORD",
    "BadScript",
    "CannotUndo",
    "Clock",
    "CommittedDice",
    "Dice",
    "Entry",
    "Exchange",
    "ExchangeError",
    "Match",
    "MatchError",
    "MatchOver",
    "NotYourTurn",
    "Record",
    "RecordError",
    "ScriptedDice",
    "StaleAction",
    "TableDice",
    "TimeControl",
    "Verification",
    "Word",
    "read",
    "replay",
    "resume",
    "verify",
    "write",
]
