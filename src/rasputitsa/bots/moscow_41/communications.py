"""What Lines of Communication are worth: cutting the enemy's, keeping and opening one's own (9.2, 9.3)."""

from __future__ import annotations

from ...core.sets import SpaceSet, contains, flood, members
from ...games.moscow_41.facts import GERMAN, NEAR, spread
from ...games.moscow_41.state import Moscow41State
from ...games.moscow_41.supply import network, sources, supplied_areas
from .survey import Survey

LINE_FALLS = 0.6  # how likely a line that is cut off is not relieved in time


class Communications:
    """The lines of both sides in a position. What it takes a flood to find is worked out when it is first asked for."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self._supplied = supplied_areas(survey.state, survey.side)
        self._isolated = survey.state.units[survey.side] & ~self._supplied
        self._enemy_isolated: SpaceSet | None = None
        self._net: SpaceSet | None = None
        self._enemy_net: SpaceSet | None = None
        self._cut: dict[int, float] = {}
        self._relief: dict[int, float] = {}
        self._guarding: dict[int, float] = {}

    @property
    def net(self) -> SpaceSet:
        """9.2: the own areas that trace a line."""
        if self._net is None:
            self._net = network(self.survey.state, self.survey.side)
        return self._net

    @property
    def enemy_net(self) -> SpaceSet:
        """9.2: the enemy's areas that trace a line."""
        if self._enemy_net is None:
            self._enemy_net = network(self.survey.state, 1 - self.survey.side)
        return self._enemy_net

    def cut(self, area: int) -> float:
        """9.2: what it is worth that the enemy can no longer trace a line through an area: the blocks cut off."""
        if area not in self._cut:
            self._cut[area] = self._value_of_cutting(area)
        return self._cut[area]

    def _value_of_cutting(self, area: int) -> float:
        survey, state, enemy = self.survey, self.survey.state, 1 - self.survey.side
        friendly = state.friendly(enemy)
        if not (friendly | survey.enemies) >> area & 1:
            return 0.0
        if is_bypassed(state, enemy, area, friendly):
            return self._encircling(area)
        if self._enemy_isolated is None:
            self._enemy_isolated = survey.enemies & ~supplied_areas(state, enemy)
        net = flood(spread, sources(state, enemy), friendly & ~(1 << area))
        supplied = net | spread(net) & (state.contested | 1 << area)
        value = 0.0
        for place in members(survey.enemies & ~supplied & ~self._enemy_isolated & ~(1 << area)):
            count = state.blocks(enemy, place).bit_count()
            value += count * survey.weights.cut * (3.0 if place in survey.goals else 1.0)
        return value + self._encircling(area)

    def _encircling(self, area: int) -> float:
        """9.3: what it is worth to close one of the ways by which the area that decides the game is supplied."""
        survey, value = self.survey, 0.0
        if survey.side == GERMAN:
            for goal in members(survey.decisive):
                ways = NEAR[goal] & self.enemy_net
                if ways >> area & 1:
                    value += survey.weights.encircle / ways.bit_count()
                    if ways == 1 << area and self._line_alone(goal):
                        value += survey.weights.win * LINE_FALLS
        return value

    def _line_alone(self, area: int) -> bool:
        """9.3: whether isolation would destroy the last that the enemy has in an area."""
        state = self.survey.state
        return contains(state.contested, area) and not state.blocks(1 - self.survey.side, area)

    def thin(self, area: int) -> float:
        """What it costs to be where the way back is narrow."""
        links = (NEAR[area] & self.net & ~self.survey.enemies).bit_count()
        if links > 1 or not self.survey.threatened >> area & 1:
            return 0.0
        return self.survey.weights.thin * (1.0 if links else 2.0)

    def relief(self, area: int) -> float:
        """9.3: what it is worth to open an area again: the own blocks that trace a line then."""
        if not self._isolated:
            return 0.0
        if area not in self._relief:
            state, side = self.survey.state, self.survey.side
            net = flood(spread, sources(state, side), state.friendly(side) | 1 << area)
            saved = self._isolated & (net | spread(net) & state.contested)
            self._relief[area] = self.survey.weights.relief * self._own_blocks(saved)
        return self._relief[area]

    def guarding(self, area: int) -> float:
        """9.2: what it is worth to hold an area in reach of the enemy: the blocks that are supplied through it."""
        if area not in self._guarding:
            threatened = contains(self.survey.threatened, area)
            self._guarding[area] = self.survey.weights.guard * self._dependants(area) if threatened else 0.0
        return self._guarding[area]

    def _dependants(self, area: int) -> int:
        """How many blocks are out of supply if an area is lost."""
        state, side = self.survey.state, self.survey.side
        friendly = state.friendly(side)
        if not friendly >> area & 1 or is_bypassed(state, side, area, friendly):
            return 0
        net = flood(spread, sources(state, side), friendly & ~(1 << area))
        lost = state.units[side] & self._supplied & ~(net | spread(net) & state.contested) & ~(1 << area)
        return self._own_blocks(lost)

    def _own_blocks(self, areas: SpaceSet) -> int:
        state, side = self.survey.state, self.survey.side
        return sum(state.blocks(side, place).bit_count() for place in members(areas))


def is_bypassed(state: Moscow41State, side: int, area: int, friendly: SpaceSet) -> bool:
    """Whether every line of a side through an area can go round it, because the friendly areas around it are connected
    there. Where they are not, something may be cut off, or nothing."""
    around = NEAR[area] & friendly
    if not around or NEAR[area] & state.contested or sources(state, side) >> area & 1:
        return False
    reached = around & -around
    while (wider := (reached | spread(reached)) & around) != reached:
        reached = wider
    return reached == around
