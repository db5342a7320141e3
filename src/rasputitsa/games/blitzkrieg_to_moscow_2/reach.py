"""10.0 to 10.4: where a unit can get."""

from __future__ import annotations

from ...core.sets import cheapest, path_to, union
from .facts import (
    ALL_AREAS,
    ALLOWANCE,
    BESIDE,
    FIRST_HEX,
    HOME_SETS,
    HOMES,
    HOMEWARD,
    LAND,
    ROMANIA_GROUP,
    SEA,
    SIDE,
    STOPS,
)
from .state import BlitzkriegState
from .zones import zone_of


def allowance(state: BlitzkriegState, unit: int) -> int:
    """10.1, 10.3"""
    return ALLOWANCE[state.turn][unit]


def stops_for(state: BlitzkriegState, unit: int) -> int:
    """9.4, 10.2.2, 10.2.3: the hexes where a unit stops on entering."""
    return STOPS[unit] | zone_of(state, 1 - SIDE[unit])


def first_steps(state: BlitzkriegState, unit: int, fresh_start: bool) -> int:
    """The spaces that a unit can enter next: land without enemies, and its own rear area (10.4).

    9.4: out of an enemy zone of control, where it began its movement, it cannot go straight into another.
    """
    here, enemy = state.where[unit], 1 - SIDE[unit]
    near = BESIDE[here] & ~state.occupied[enemy]
    if fresh_start:
        zone = zone_of(state, enemy)
        if zone >> here & 1:
            near &= ~zone
    return near | HOMEWARD[here] & HOME_SETS[unit]


def reach_by_cost(state: BlitzkriegState, unit: int, points: int, fresh_start: bool) -> list[int]:
    """Where a unit can get: the spaces first entered with one hex of movement, with two, and so on."""
    here = state.where[unit]
    near = first_steps(state, unit, fresh_start)
    found = [1 << here, near]
    seen = near | 1 << here
    barred = state.occupied[1 - SIDE[unit]] | SEA
    stops = stops_for(state, unit)
    homes = HOMES[unit]
    for _ in range(points - 1):
        before = near & ~stops
        near = LAND.spread(before) & ~barred & ~seen
        for area in homes:
            if before & BESIDE[area] and not seen >> area & 1:
                near |= 1 << area
        if not near:
            break
        seen |= near
        found.append(near)
    return found


def reachable(state: BlitzkriegState, unit: int, points: int, fresh_start: bool) -> int:
    return union(reach_by_cost(state, unit, points, fresh_start)[1:])


def may_move(state: BlitzkriegState, unit: int) -> bool:
    """10.0: the Romania group does not move on turn 1."""
    return state.turn > 1 or not ROMANIA_GROUP >> unit & 1


def route(state: BlitzkriegState, unit: int, goal: int, fresh_start: bool) -> list[int]:
    """The spaces entered on the way: a shortest route and, among those, one that takes the most enemy cities."""
    start, enemy = state.where[unit], 1 - SIDE[unit]
    first = first_steps(state, unit, fresh_start)
    enemies, enemy_cities = state.occupied[enemy], state.cities_of(enemy)
    homes = HOME_SETS[unit]

    def cost(here: int, there: int) -> int | None:
        if here == start:
            allowed = first >> there & 1
        elif there < FIRST_HEX:
            allowed = homes >> there & 1
        else:
            allowed = ~enemies >> there & 1
        return 100 - (enemy_cities >> there & 1) if allowed else None

    adjacent = BESIDE if goal >= FIRST_HEX else [near | home for near, home in zip(BESIDE, HOMEWARD, strict=True)]
    _, came = cheapest(adjacent, start, cost, stops_for(state, unit) | ALL_AREAS, goal)
    return path_to(goal, came)
