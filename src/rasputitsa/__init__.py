"""Rasputitsa: board wargames about the road to Moscow in 1941, complete and by the book.

    import rasputitsa as ra

    game = ra.game("battle-for-moscow")
    state = game.start()
    state.take("standard")

`rasputitsa.core.game` describes Game and State, `rasputitsa.match` matches, dice and records.
"""

from . import _interrupt  # noqa: F401  before all others, so that Ctrl-C is handled while they load
from .core import CHANCE, DRAW, Action, Event, Forecast, Game, IllegalAction, Outcome, RasputitsaError, State
from .games import game, games
from .match import Match, record

__all__ = [
    "CHANCE",
    "DRAW",
    "Action",
    "Event",
    "Forecast",
    "Game",
    "IllegalAction",
    "Match",
    "Outcome",
    "RasputitsaError",
    "State",
    "game",
    "games",
    "record",
]
