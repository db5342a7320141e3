"""Challengers: recruits with one strong idea each, to measure the levels against."""

from __future__ import annotations

from ...core import Game
from .recruit import Recruit
from .weights import weights_of


class Challenger(Recruit):
    """The recruit with the weights of its name."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed, *weights_of(self.name))


class Drive(Challenger):
    """Straight at Moscow, whatever it costs; as the Soviets, everybody to Moscow."""

    name = "drive"


class Cities(Challenger):
    """The five cities, and nothing else."""

    name = "cities"


class Pockets(Challenger):
    """Armies first: the enemy is surrounded; as the Soviets, a defense far forward."""

    name = "pockets"


class Counter(Challenger):
    """It attacks whatever is near."""

    name = "counter"
