"""Rasputitsa: board wargames about the road to Moscow in 1941, complete and by the book.

    import rasputitsa as ra

    game = ra.game("battle-for-moscow")
    state = game.start()
    state.take("standard")

`rasputitsa.core.game` describes Game and State, `rasputitsa.match` matches, dice and records.
"""

from . import _interrupt  # noqa: F401  before all others, so that Ctrl-C is handled while they load
from .bots import UnknownBot, bot, decide
from .core import (
    CHANCE,
    DRAW,
    Action,
    BadOption,
    BadPosition,
    DataError,
    Event,
    Fate,
    Forecast,
    Game,
    IllegalAction,
    Kind,
    Outcome,
    RasputitsaError,
    State,
    UnknownEdition,
    UnknownGame,
    UnreadableAction,
)
from .games import game, games
from .match import (
    BadScript,
    CannotUndo,
    ExchangeError,
    Match,
    MatchError,
    MatchOver,
    NotYourTurn,
    RecordError,
    StaleAction,
    record,
)
from .match.puzzles import BadPuzzle
from .match.tutorial import BadTutorial

__all__ = [
    "CHANCE",
    "DRAW",
    "Action",
    "BadOption",
    "BadPosition",
    "BadPuzzle",
    "BadScript",
    "BadTutorial",
    "CannotUndo",
    "DataError",
    "Event",
    "ExchangeError",
    "Fate",
    "Forecast",
    "Game",
    "IllegalAction",
    "Kind",
    "Match",
    "MatchError",
    "MatchOver",
    "NotYourTurn",
    "Outcome",
    "RasputitsaError",
    "RecordError",
    "StaleAction",
    "State",
    "UnknownBot",
    "UnknownEdition",
    "UnknownGame",
    "UnreadableAction",
    "bot",
    "decide",
    "game",
    "games",
    "record",
]
