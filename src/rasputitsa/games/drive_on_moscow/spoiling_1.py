"""12.1 as version 1 of the rules had it: a unit counts as long as it has points to go on, whoever moves next."""

from __future__ import annotations

from ...core.sets import members, union
from .facts import BARRED_FROM_MARSH, MECH, SOVIET, WESTERN_PLACES
from .muster import attack_places, coming_up, could_come_up, in_position
from .reach import movement_factors, open_to, reach, spread_levels
from .state import DriveOnMoscowState


def may_end_movement(state: DriveOnMoscowState) -> bool:
    """As many units as were ordered must be brought up if they can be."""
    return in_position(state).bit_count() >= state.ordered or next(coming_up(state), None) is None


def goals_under_orders(state: DriveOnMoscowState, units: int, here: int) -> int:
    """Where units may move together: not to where too few would be left for the spoiling attacks."""
    levels = reach(state, units, here)
    found = union(levels[1:])
    needed = state.ordered - (in_position(state) & ~units).bit_count()
    if needed > 0:
        counted = in_position(state) | could_come_up(state)
        needed = min(state.ordered - (counted & ~units).bit_count(), (counted & units).bit_count())
    if needed <= 0:
        return found
    good = found & WESTERN_PLACES  # the game ends there (4.4)
    for cost, hexes in enumerate(levels):
        for hex in members(hexes & found & ~good):
            if still_counted(state, units, hex, cost) >= needed:
                good |= 1 << hex
    return good


def still_counted(state: DriveOnMoscowState, units: int, hex: int, cost: int) -> int:
    """How many of the units could attack once they have moved to a hex, from there or after going on."""
    near, near_dry = attack_places(state)
    return sum(
        (near_dry if BARRED_FROM_MARSH >> unit & 1 else near) >> hex & 1 or could_go_on(state, unit, hex, cost)
        for unit in members(units)
    )


def could_go_on(state: DriveOnMoscowState, unit: int, hex: int, cost: int) -> bool:
    """Whether a unit that has moved to a hex can go on from there to where it could attack."""
    zone = state.german_zone()
    if zone >> hex & 1:
        return False  # 7.2
    mech, other = movement_factors(state, SOVIET)
    points = (mech if MECH >> unit & 1 else other) - state.spent[unit] - cost
    free = open_to(state, SOVIET, 1 << unit, 1)
    near, near_dry = attack_places(state)
    goal = near_dry if BARRED_FROM_MARSH >> unit & 1 else near
    return any(hexes & goal for hexes in spread_levels(1 << hex, points, free, free, zone))
