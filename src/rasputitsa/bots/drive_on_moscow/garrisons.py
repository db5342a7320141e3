"""The German units that do not leave their town or city: what falls behind them could lose the war (4.3, 4.4)."""

from __future__ import annotations

from functools import cache

from ...core.sets import members, set_of
from ...games.drive_on_moscow.facts import (
    CITIES,
    DEFENSE,
    GERMAN,
    LAND,
    MECH,
    SOVIET,
    STACK_LIMIT,
    WEST,
    WESTERN_PLACES,
    land_spread,
)
from ...games.drive_on_moscow.state import DriveOnMoscowState
from .weights import GermanWeights


def units_in(state: DriveOnMoscowState, side: int, hexes: int) -> int:
    """How many units of a side are in some hexes."""
    held = state.held[side * STACK_LIMIT : (side + 1) * STACK_LIMIT]
    return sum([(level & hexes).bit_count() for level in held])


@cache
def around(hex: int, distance: int) -> int:
    """The hexes so near to a hex by land."""
    near = 1 << hex
    for _ in range(distance):
        near |= land_spread(near)
    return near


def garrisons(state: DriveOnMoscowState, weights: GermanWeights) -> int:
    """All German units that are garrisons."""
    found = 0
    for town in members(WESTERN_PLACES & state.occupied(GERMAN)):
        foot = [unit for unit in state.stacks[town] if not MECH >> unit & 1]
        found |= 1 << min(foot) if foot else 0
    for city in members(CITIES & ~WEST & state.occupied(GERMAN)):
        found |= set_of(city_garrison(state, city, weights))
    return found


def is_garrison(state: DriveOnMoscowState, unit: int, weights: GermanWeights) -> bool:
    """An infantry division of a western town stays there (4.4), and the garrison of a captured city."""
    here = state.where[unit]
    if WESTERN_PLACES >> here & 1:
        return not MECH >> unit & 1 and unit == min(other for other in state.stacks[here] if not MECH >> other & 1)
    return bool((CITIES & ~WEST) >> here & 1) and unit in city_garrison(state, here, weights)


def city_garrison(state: DriveOnMoscowState, city: int, weights: GermanWeights) -> list[int]:
    """4.3: the units that hold a captured city: the best defenders, as many as the enemies nearby call for."""
    enemies = units_in(state, SOVIET, around(city, weights.city_danger_within))
    next_to_it = (LAND.of[city] & state.occupied(SOVIET)).bit_count()
    count = min(3, 1 + (enemies > 9) + (next_to_it > 1)) if enemies else 0
    best = sorted(state.at(city), key=lambda unit: (-DEFENSE[unit][state.face[unit]], unit))
    return best[:count]
