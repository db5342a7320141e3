"""Plans of an impulse: which HQs to activate and where, whom to attack with what, where everybody else goes.

Nothing is remembered: in every position the best next thing is worked out again, and since blocks that have moved are
where they are, a plan is carried on by what it has brought about.
"""

from __future__ import annotations

from ...core.sets import members
from ...games.moscow_41.facts import ALL_OF
from ...games.moscow_41.state import Moscow41State
from .assault import Assault, best_assault
from .attacks import Attacks
from .communications import Communications
from .headquarters import Headquarters
from .moves import Moves
from .posts import Posts
from .survey import Survey
from .weights import Weights

POOLING = ("impulse", "activation")  # the modes in which HQs can still be brought together


class Planner:
    """All that the decisions of a side look at in one position."""

    def __init__(self, state: Moscow41State, side: int, weights: Weights) -> None:
        self.side = side
        self.weights = weights
        self.survey = Survey(state, side, weights)
        self.lines = Communications(self.survey)
        self.posts = Posts(self.survey, self.lines)
        self.moves = Moves(self.survey, self.lines, self.posts)
        self.attacks = Attacks(self.survey, self.lines, self.posts, state.mode in POOLING)
        self.hqs = Headquarters(self.survey, self.attacks, self.moves)
        self._assault: list[Assault | None] = []

    @property
    def assault(self) -> Assault | None:
        """The assault on the area that decides the game, if it is likely enough to take it."""
        if not self._assault:
            self._assault.append(best_assault(self.survey, self.attacks.pooling))
        return self._assault[0]


def what_counts(state: Moscow41State, side: int) -> tuple[object, ...]:
    """All that a plan depends on: of concealed enemy blocks only how many there are in an area."""
    own, seen = ALL_OF[side], state.revealed & ALL_OF[1 - side]
    enemies = tuple((state.at[area] & ALL_OF[1 - side]).bit_count() for area in members(state.units[1 - side]))
    return (
        state.setting.name, side, state.mode in POOLING, enemies,
        tuple((unit, state.where[unit], state.strength[unit]) for unit in members(own | seen)),
        tuple(state.units), state.german, state.german_lines, state.soviet_lines,
        state.isolated & own, state.acted & own, state.activated, state.crossed & own, state.before, state.fought,
        state.weather, state.turn, state.track, bytes(state.target), bytes(state.air),
    )  # fmt: skip
