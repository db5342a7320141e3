"""Matches: a game in play, its dice, and its record as a text file."""

from .clock import Clock, TimeControl
from .dice import NO_SEED, BadScript, CommittedDice, Dice, PlayerSeed, ScriptedDice, TableDice
from .exchange import Exchange, ExchangeError
from .match import CannotUndo, Entry, Match, MatchError, MatchOver, NotYourTurn, StaleAction
from .record import write
from .record_format import Record, RecordError, Verification
from .record_reader import read
from .record_replay import replay, resume, verify

__all__ = [
    "NO_SEED",
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
    "PlayerSeed",
    "Record",
    "RecordError",
    "ScriptedDice",
    "StaleAction",
    "TableDice",
    "TimeControl",
    "Verification",
    "read",
    "replay",
    "resume",
    "verify",
    "write",
]
