"""What blocks are worth where they are: guards of goals, links of the supply, and those in the middle of a battle."""

from __future__ import annotations

from ...core.sets import SpaceSet, contains
from ...games.moscow_41.facts import ALL_OF, COMBAT, LEADERS, STACKING, TACTICAL, VICTORY
from .communications import Communications
from .survey import Survey

AVERAGE_STRENGTH = 2


class Posts:
    """Which areas of a position must not be left."""

    def __init__(self, survey: Survey, lines: Communications) -> None:
        self.survey = survey
        self.lines = lines
        self._stay: dict[int, float] = {}

    def stay(self, unit: int) -> float:
        """What a block is worth where it is."""
        if unit not in self._stay:
            survey, here = self.survey, self.survey.state.where[unit]
            value = survey.weights.pull * survey.field[here] + self.leaving_cost(1 << unit, here)
            if COMBAT >> unit & 1:
                value += self.post(here) - self.crowding(here, 0)
            self._stay[unit] = value
        return self._stay[unit]

    def post(self, area: int) -> float:
        """What each block is worth that holds a goal or fights for it, and what it costs to break off a battle."""
        value = 0.5 if self.survey.enemies >> area & 1 else 0.0
        if self.survey.held >> area & 1 and self._guards(area) <= self._guards_wanted(area):
            value += self._holding(area)
        return value

    def joining(self, unit: int, area: int) -> float:
        """What a block is worth in a goal that too few hold: the stronger, the better."""
        if self.survey.held >> area & 1 and self._guards(area) < self._guards_wanted(area):
            return self._holding(area) * self.survey.state.strength[unit] / AVERAGE_STRENGTH
        return 0.0

    def crowding(self, area: int, coming: int) -> float:
        """10.4: what it costs if so many more blocks leave no HQ room beside the area that decides the game, from where
        its artillery can fire."""
        survey, own = self.survey, self.survey.state.at[area] & ALL_OF[self.survey.side]
        if not survey.beside_decisive >> area & 1 or own & TACTICAL or own.bit_count() + coming < STACKING[area]:
            return 0.0
        return survey.weights.crowding

    def _holding(self, area: int) -> float:
        return self.survey.weights.hold * (3 if self.survey.wanted_lines >> area & 1 else 1)

    def _guards_wanted(self, area: int) -> int:
        return self.survey.weights.guards + contains(self.survey.wanted_lines, area)

    def _guards(self, area: int) -> int:
        """The combat blocks that hold an area."""
        return (self.survey.state.at[area] & ALL_OF[self.survey.side] & COMBAT).bit_count()

    def leaving_cost(self, units: SpaceSet, here: int) -> float:
        """Goals and Victory Areas are not left empty, nor areas through which others are supplied."""
        survey = self.survey
        left = survey.state.at[here] & ALL_OF[survey.side] & ~LEADERS & ~units
        if left:
            return 1.5 if not left & COMBAT and units & COMBAT and survey.threatened >> here & 1 else 0.0
        if not survey.controls(here):
            return 0.0
        if survey.barred >> here & 1:
            return survey.weights.bar
        if survey.vital >> here & 1 and survey.vital & survey.state.units[survey.side] == 1 << here:
            return survey.weights.close
        dear = here in survey.enemy_goals or VICTORY >> here & 1
        return (survey.weights.dear if dear else 0.0) + self.lines.guarding(here)
