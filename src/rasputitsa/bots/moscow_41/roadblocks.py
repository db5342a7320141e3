"""Roadblocks: the areas by which the enemy could walk, in its next impulse, into what would win it the game at once."""

from __future__ import annotations

from ...core.sets import SpaceSet
from ...games.moscow_41.facts import COSTS, FAST_POINTS, OPEN_TO, spread
from ...games.moscow_41.reach import spread_by_cost
from ...games.moscow_41.state import Moscow41State


def ways_to(state: Moscow41State, enemy: int, goals: SpaceSet, stops: SpaceSet) -> SpaceSet:
    """10.8: the areas on all ways of the enemy to one of the goals, as if all of its blocks were fast: concealed ones
    may be. Nobody goes on from one of ``stops``."""
    starts, allowed, costs = state.units[enemy], OPEN_TO[enemy], COSTS[state.weather]
    come = spread_by_cost(starts, FAST_POINTS, spread(starts) & allowed, 0, allowed, stops, costs)
    go_on = [0] * (FAST_POINTS + 1)  # by points: the areas from which a goal can be reached for so many
    go_on[0] = goals
    ways = 0
    for points in range(FAST_POINTS + 1):
        for spent in range(1, FAST_POINTS + 1 - points):
            ways |= come[spent] & go_on[points]
        for price, kind in enumerate(costs, 1):
            if points + price <= FAST_POINTS:
                go_on[points + price] |= spread(go_on[points] & kind) & allowed & ~stops
    return ways & (goals | spread(goals))
