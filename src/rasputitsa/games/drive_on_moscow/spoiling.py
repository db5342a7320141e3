"""12.1 Spoiling attacks: the units that Stalin's order can count on, and what would leave too few of them."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.sets import members, set_of, union
from .facts import CLASS, DRY_SHOD, GERMAN, MARSH, MECH, SOVIET, WESTERN_PLACES, land_spread
from .reach import movement_factors, open_to, reach, spread_levels
from .state import DriveOnMoscowState


def attack_places(state: DriveOnMoscowState) -> tuple[int, int]:
    """The hexes from which a unit could attack Germans: any unit, and one that may not attack into marsh (11.13)."""
    germans = state.occupied(GERMAN)
    return land_spread(germans), land_spread(germans & ~MARSH)


def in_position(state: DriveOnMoscowState) -> int:
    """The Soviet units that could attack a German hex from where they are."""
    near, near_dry = attack_places(state)
    found = 0
    for hex in members(state.occupied(SOVIET) & near):
        for unit in state.stacks[hex]:
            if near_dry >> hex & 1 or not DRY_SHOD >> unit & 1:
                found |= 1 << unit
    return found


def coming_up(state: DriveOnMoscowState) -> Iterator[int]:
    """The Soviet units that are not in position but can still move to where they could attack, one by one."""
    near, near_dry = attack_places(state)
    reached: dict[tuple[int, int, int], bool] = {}
    for unit in members(state.units_in(SOVIET) & ~(state.finished | in_position(state))):
        hex = state.where[unit]
        key = hex, CLASS[unit], state.spent[unit]
        if key not in reached:
            goal = near_dry if DRY_SHOD >> unit & 1 else near
            reached[key] = any(hexes & goal for hexes in reach(state, 1 << unit, hex)[1:])
        if reached[key]:
            yield unit


def could_come_up(state: DriveOnMoscowState) -> int:
    """The same as a set."""
    return set_of(coming_up(state))


def under_orders(state: DriveOnMoscowState) -> bool:
    """Whether Soviet movement must prepare the spoiling attacks: not where they come before it."""
    return bool(state.ordered) and not state.fight_first and state.active == SOVIET


def may_end_movement(state: DriveOnMoscowState) -> bool:
    """Before the spoiling attacks, as many units as were ordered must be brought up if they can be."""
    if not under_orders(state) or in_position(state).bit_count() >= state.ordered:
        return True
    return next(coming_up(state), None) is None


def goals_under_orders(state: DriveOnMoscowState, units: int, here: int) -> int:
    """Where units may move together: not to where too few would be left for the spoiling attacks."""
    levels = reach(state, units, here)
    found = union(levels[1:])
    if not under_orders(state):
        return found
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
        (near_dry if DRY_SHOD >> unit & 1 else near) >> hex & 1 or could_go_on(state, unit, hex, cost)
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
    goal = near_dry if DRY_SHOD >> unit & 1 else near
    return any(hexes & goal for hexes in spread_levels(hex, points, free, free, zone))
