"""The German units that do not leave their town or city: what falls behind them could lose the war (4.3, 4.4)."""

from __future__ import annotations

from ...core.sets import members
from ...games.drive_on_moscow.facts import CITIES, DEFENSE, LAND, MECH, SOVIET, WEST, WESTERN_PLACES, land_spread
from ...games.drive_on_moscow.state import DriveOnMoscowState
from .weights import GermanWeights


def is_garrison(state: DriveOnMoscowState, unit: int, weights: GermanWeights) -> bool:
    """An infantry division of a western town stays there (4.4), and the garrison of a captured city."""
    here = state.where[unit]
    if WESTERN_PLACES >> here & 1:
        return not MECH >> unit & 1 and unit == min(other for other in state.stacks[here] if not MECH >> other & 1)
    return bool((CITIES & ~WEST) >> here & 1) and unit in city_garrison(state, here, weights)


def city_garrison(state: DriveOnMoscowState, city: int, weights: GermanWeights) -> list[int]:
    """4.3: the units that hold a captured city: the best defenders, as many as the enemies nearby call for."""
    near = 1 << city
    for _ in range(weights.city_danger_within):
        near |= land_spread(near)
    enemies = sum(len(state.at(hex)) for hex in members(near & state.occupied(SOVIET)))
    next_to_it = (LAND.of[city] & state.occupied(SOVIET)).bit_count()
    count = min(3, 1 + (enemies > 9) + (next_to_it > 1)) if enemies else 0
    best = sorted(state.at(city), key=lambda unit: (-DEFENSE[unit][state.face[unit]], unit))
    return best[:count]
