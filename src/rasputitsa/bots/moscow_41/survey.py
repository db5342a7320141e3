"""What one side makes of a position: where the enemy is, what is at stake, and how far its own blocks get."""

from __future__ import annotations

from ...core.sets import SpaceSet, contains, members, set_of
from ...games.moscow_41.facts import AREAS, COMBAT, GERMAN, NEAR, RIVER, SIDES, VICTORY, VICTORY_PLACES, spread
from ...games.moscow_41.lines import builders
from ...games.moscow_41.reach import allowance, destinations, reach_by_cost
from ...games.moscow_41.state import Moscow41State
from ...games.moscow_41.strength import attacking_strength, firepower
from .ground import all_goals, field, goals
from .roadblocks import ways_to
from .weights import WEIGHTS, Weights

WALK = 6  # areas that a block can pass in two impulses


class Survey:
    """Looks at one position for the side that must act."""

    def __init__(self, state: Moscow41State, side: int, weights: Weights) -> None:
        self.state = state
        self.side = side
        self.weights = weights
        self.field = field(state, side, weights)
        self.enemies = state.units[1 - side]
        self.near_enemies = spread(self.enemies) if self.enemies else 0
        self.threatened = spread(self.near_enemies) | self.near_enemies
        self.goals = goals(state, side, weights)
        self.enemy_goals = goals(state, 1 - side, WEIGHTS[SIDES[1 - side]][state.setting.name])
        self.decisive = decisive_areas(state)
        self.beside_decisive = spread(self.decisive & self.enemies) if side == GERMAN else 0
        self.controlled = state.controlled(side)
        mine = self.controlled | state.units[side] & self.enemies
        self.held = set_of(all_goals(state, weights)) & mine & (self.threatened | self.decisive)
        self.vital = vital_areas(state, side)
        self.open = open_areas(state, side, self.vital)
        enemy, own = 1 - side, state.units[side]
        barring = weights.bar and self.vital
        self.ways = ways_to(state, enemy, self.vital, own) & ~own if barring else 0
        self.barred = ways_to(state, enemy, self.vital, 0) & own if barring else 0
        self.bare = VICTORY & self.controlled & ~state.units[side] & walked(state, 1 - side)
        self.wanted_lines = wanted_lines(state) if side == GERMAN else 0
        self._most = max(self.field) or 1.0
        self._reach: dict[int, SpaceSet] = {}
        self._punch: dict[int, float] = {}

    def controls(self, area: int) -> bool:
        return bool(self.controlled >> area & 1)

    def nearness(self, area: int) -> float:
        """How near an area is to the goals, 1 for the best area of the map."""
        return float((self.field[area] / self._most) ** 3)

    def wins(self, area: int) -> bool:
        """15.0: whether the Germans win at once by taking an area."""
        return self.side == GERMAN and contains(self.decisive, area)

    def wants_line(self, unit: int) -> bool:
        """15.1: whether the scenario asks for a line where this block is and can build one."""
        state, area = self.state, self.state.where[unit]
        return contains(self.wanted_lines, area) and bool(builders(state, 1 << unit))

    def builder_wanted(self, area: int) -> bool:
        """15.1: whether a line is wanted in an area where nobody can build it."""
        state = self.state
        if not self.wanted_lines >> area & 1:
            return False
        if state.german_lines >> area & 1 or not state.friendly(GERMAN) >> area & 1:
            return False
        return not any(state.strength[unit] > 1 for unit in members(state.blocks(GERMAN, area) & COMBAT))

    def punch(self, unit: int) -> float:
        """How hard a block hits."""
        if unit not in self._punch:
            state = self.state
            self._punch[unit] = attacking_strength(state, unit) * (7 - firepower(state, unit)) / 6
        return self._punch[unit]

    def reach(self, unit: int, engaging: bool = True) -> SpaceSet:
        """Where a block can end its move."""
        key = unit if engaging else -1 - unit
        if key not in self._reach:
            points = allowance(self.state, unit)
            self._reach[key] = destinations(self.state, unit, points, engaging)
        return self._reach[key]

    def crosses(self, unit: int, area: int) -> bool:
        """Whether a block can only engage an area across a river."""
        state = self.state
        if state.before >> area & 1:
            return False
        here = state.where[unit]
        if NEAR[area] >> here & 1:
            return contains(RIVER[area], here)
        reached = 0
        for areas in reach_by_cost(state, unit, allowance(state, unit), False)[:-1]:
            reached |= areas
        return not reached & NEAR[area] & ~RIVER[area]


def wanted_lines(state: Moscow41State) -> SpaceSet:
    """15.1: the areas in which the scenario asks the Germans for a line."""
    found = 0
    for goal in state.setting.goals:
        found |= goal.lines
    return found


def decisive_areas(state: Moscow41State) -> SpaceSet:
    """15.0: the areas each of which ends the game at once if the Germans take it."""
    found = 0
    for goal in state.setting.goals:
        missing = goal.controls & ~state.german
        if not goal.lines and missing.bit_count() == 1:
            found |= missing
    return found


def vital_areas(state: Moscow41State, side: int) -> SpaceSet:
    """1.7, 15.0: the areas of a side that the enemy only needs to walk through to win at once."""
    found, paths = 0, walked(state, 1 - side)
    for needed in missing_to_win(state, 1 - side):
        if needed & ~(paths | state.units[side]) == 0:
            found |= needed
    return found


def open_areas(state: Moscow41State, side: int, vital: SpaceSet) -> SpaceSet:
    """Vital areas in none of which there is anybody: a block in one of them is enough."""
    return vital if not vital & state.units[side] else 0


def walked(state: Moscow41State, side: int) -> SpaceSet:
    """Where blocks of a side could get in two impulses without a fight."""
    reached, free = state.units[side], ~state.units[1 - side]
    for _ in range(WALK):
        reached |= spread(reached) & free
    return reached


def missing_to_win(state: Moscow41State, side: int) -> list[SpaceSet]:
    """1.7, 15.0: the sets of areas each of which wins the game at once if this side gains control of all in it."""
    if state.setting.goals:
        wanted = [goal.controls & ~state.german for goal in state.setting.goals if not goal.lines]
        return wanted if side == GERMAN else []
    missing = VICTORY_PLACES & (~state.german if side == GERMAN else state.german)
    return [missing] if missing and missing & ~AREAS == 0 else []
