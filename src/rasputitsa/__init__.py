"""Rasputitsa: board wargames about the road to Moscow in 1941, complete and by the book.

    import rasputitsa as ra

    game = ra.game("battle-for-moscow")
    state = game.start()
    state.take("standard")

`rasputitsa.core.game` describes Game and State.
"""

from .core import CHANCE, DRAW, Action, IllegalAction, RasputitsaError
from .games import game, games

__all__ = ["CHANCE", "DRAW", "Action", "IllegalAction", "RasputitsaError", "game", "games"]
