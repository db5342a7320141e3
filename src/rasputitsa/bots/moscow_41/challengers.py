"""Challengers: recruits with one strong idea each, to measure the levels against."""

from __future__ import annotations

from ...core import Game
from ...games.moscow_41.state import Moscow41State
from .recruit import Recruit
from .weights import Weights, weights_of


class Challenger(Recruit):
    """Plays by the weights of its name, or of another one."""

    weights_name = ""

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.by_side = weights_of(self.weights_name or self.name)

    def weights_for(self, state: Moscow41State) -> Weights:
        assert state.side is not None
        return self.by_side[state.side][state.setting.name]


class Moscow(Challenger):
    """Straight at Moscow with everybody, whatever it costs; as the Soviets, everybody to Moscow."""

    name = "moscow"


class Flanks(Challenger):
    """The flanks first: lines are cut, and the cities of the south are taken before Moscow."""

    name = "flanks"


class Fight(Challenger):
    """Fight first: steps of the enemy count for more than ground."""

    name = "fight"


class Tuned(Challenger):
    """The officer's weights without its search."""

    name = "tuned"
    weights_name = "officer"
