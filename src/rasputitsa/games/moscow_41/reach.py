"""10.8, 14.4: what a block can reach, by which way, and at what cost."""

from __future__ import annotations

from functools import lru_cache

from ...core.sets import SpaceSet, flood, members, set_of, union
from .facts import (
    ALL_OF,
    AREAS,
    CAVALRY,
    CAVALRY_COSTS,
    COSTS,
    DISENGAGING,
    DIVISION_POINTS,
    FAST,
    FAST_POINTS,
    INFANTRY_DIVISIONS,
    NEAR,
    OPEN_TO,
    RIVER,
    SIDE,
    SLOW_POINTS,
    SNOW,
    STACKING,
    spread,
)
from .options import CAVALRY_RULE, DIVISIONS
from .state import Moscow41State

CAN_ALWAYS_PAY = [len(by_cost) + DISENGAGING <= SLOW_POINTS for by_cost in COSTS]  # by weather: for one area
Reach = tuple[SpaceSet, ...]  # element *n*: the areas that a block first enters with *n* movement points spent


def allowance(state: Moscow41State, unit: int) -> int:
    """4.2.1, 10.8.1, 14.7"""
    if FAST >> unit & 1:
        return FAST_POINTS
    if INFANTRY_DIVISIONS >> unit & 1 and state.optional & DIVISIONS:
        return DIVISION_POINTS
    return SLOW_POINTS


def costs(state: Moscow41State, unit: int) -> tuple[SpaceSet, ...]:
    """2.6, 8.0, 14.6: the areas by what it costs to enter them."""
    table = CAVALRY_COSTS if CAVALRY >> unit & 1 and state.optional & CAVALRY_RULE else COSTS
    return table[state.weather]


def reach_by_cost(state: Moscow41State, unit: int, points: int, engaging: bool) -> Reach:
    """10.8: what a block reaches. Engaging stops it; out of a contested area it pays one more point and first enters a
    friendly, uncontested one."""
    here, side = state.where[unit], SIDE[unit]
    enemies = state.units[1 - side]
    allowed = OPEN_TO[side] if engaging else OPEN_TO[side] & ~enemies
    first = NEAR[here] & allowed
    if enemies >> here & 1:
        return spread_by_cost(
            1 << here, points, first & state.friendly(side), DISENGAGING, allowed, enemies, costs(state, unit)
        )
    return spread_by_cost(1 << here, points, first, 0, allowed, enemies, costs(state, unit))


def reach_without_enemies(state: Moscow41State, unit: int, points: int) -> Reach:
    """10.8.1: what a block would reach with so many points if no enemy were in its way; disengaging still costs it."""
    here, side = state.where[unit], SIDE[unit]
    extra = DISENGAGING if state.units[1 - side] >> here & 1 else 0
    return reach_from(state, unit, here, points, extra)


def reach_from(state: Moscow41State, unit: int, area: int, points: int, extra: int = 0) -> Reach:
    """What a block would reach from an area with so many points if no enemy were in its way."""
    allowed = OPEN_TO[SIDE[unit]]
    return spread_by_cost(1 << area, points, NEAR[area] & allowed, extra, allowed, 0, costs(state, unit))


@lru_cache(maxsize=2_000)
def spread_by_cost(
    starts: SpaceSet,
    points: int,
    near: SpaceSet,
    extra: int,
    allowed: SpaceSet,
    stops: SpaceSet,
    by_cost: tuple[SpaceSet, ...],
) -> Reach:
    """Area by area from the starts: first into one of ``near``, for ``extra`` points more, and never on from ``stops``.
    Remembered: what can be done, what it costs and the move itself ask the same."""
    found = [0] * (points + 1)
    found[0] = starts
    for price, kind in enumerate(by_cost, 1 + extra):
        if price <= points:
            found[price] |= near & kind
    seen = starts | near
    for spent in range(1, points):
        before = found[spent] & ~stops
        if before:
            near = spread(before) & allowed & ~seen
            seen |= near
            for price, kind in enumerate(by_cost, spent + 1):
                if price <= points:
                    found[price] |= near & kind
    return tuple(found)


def destinations(state: Moscow41State, unit: int, points: int, engaging: bool) -> SpaceSet:
    """10.8: where a move may end: within reach and without overstacking (2.7)."""
    return union(reach_by_cost(state, unit, points, engaging)[1:]) & ~state.full[SIDE[unit]]


def can_leave(state: Moscow41State, unit: int, engaging: bool) -> bool:
    """Whether a block can move anywhere at all."""
    here, side = state.where[unit], SIDE[unit]
    near, points = NEAR[here] & OPEN_TO[side] & ~state.full[side], allowance(state, unit)
    if not engaging:
        near &= ~state.units[1 - side]
    if state.units[1 - side] >> here & 1:
        near &= state.friendly(side)
        points -= DISENGAGING
    if any(near & kind for kind in costs(state, unit)[: max(points, 0)]):
        return True
    return bool(destinations(state, unit, allowance(state, unit), engaging))


def movable(state: Moscow41State, side: int, units: SpaceSet, engaging: bool) -> SpaceSet:
    """Those of some blocks that can move anywhere at all."""
    if not CAN_ALWAYS_PAY[state.weather]:
        return set_of(unit for unit in members(units) if can_leave(state, unit, engaging))
    found, left = 0, units
    enemies, friendly = state.units[1 - side], state.friendly(side)
    allowed = OPEN_TO[side] & ~state.full[side] & (AREAS if engaging else ~enemies)
    while left:  # area by area: every block can pay for the next one
        area = state.where[(left & -left).bit_length() - 1]
        here = left & state.at[area]
        left ^= here
        if NEAR[area] & allowed & (friendly if enemies >> area & 1 else AREAS):
            found |= here
        else:
            found |= set_of(unit for unit in members(here) if can_leave(state, unit, engaging))
    return found


def route(state: Moscow41State, unit: int, goal: int, reached: Reach) -> list[int]:
    """The areas entered on the way: the cheapest way, if possible not across a river into battle, then one that takes
    enemy areas."""
    side = SIDE[unit]
    enemies, hostile = state.units[1 - side], state.controlled(1 - side)
    by_cost = costs(state, unit)
    path = [goal]
    spent = next(cost for cost, areas in enumerate(reached) if areas >> goal & 1)
    while True:
        area = path[-1]
        price = next(cost for cost, kind in enumerate(by_cost, 1) if kind >> area & 1)
        before = spent - price
        if before <= DISENGAGING and NEAR[area] >> state.where[unit] & 1:
            break
        ways = NEAR[area] & reached[before] & ~enemies
        if enemies >> area & 1:
            ways = ways & ~RIVER[area] or ways
        ways = ways & hostile or ways
        spent = before
        path.append((ways & -ways).bit_length() - 1)
    path.reverse()
    return path


def waypoints(state: Moscow41State, unit: int, reached: Reach, engaging: bool) -> SpaceSet:
    """The areas from which a block can go on to one with room, among those that it reaches. It may pass through a full
    area (10.8)."""
    side, points = SIDE[unit], len(reached) - 1
    allowed = OPEN_TO[side] & ~state.full[side]
    if not engaging:
        allowed &= ~state.units[1 - side]
    by_cost = costs(state, unit)
    found = 0
    for spent, areas in enumerate(reached):
        if not spent or spent >= points or not areas:
            continue
        next_areas = 0
        for kind in by_cost[: points - spent]:
            next_areas |= kind
        next_areas &= allowed
        found |= areas & ~state.units[1 - side] & spread(next_areas)
    return found


def engages_across_river(state: Moscow41State, side: int, start: int, goal: int) -> bool:
    """10.12.5.1: whether the last step of a move gets a blue cube. In snow rivers are frozen (8.0)."""
    engaged_anew = state.units[1 - side] & ~state.before
    return bool(engaged_anew >> goal & 1 and RIVER[goal] >> start & 1 and state.weather < SNOW)


def rail_connected(state: Moscow41State, unit: int) -> SpaceSet:
    """14.4: any distance by way of friendly, uncontested areas."""
    return flood(spread, 1 << state.where[unit], state.friendly(SIDE[unit]))


def is_overstacked(state: Moscow41State, unit: int) -> bool:
    """2.7, 10.8: whether a block on its way is where it may not end its move."""
    area = state.where[unit]
    return (state.at[area] & ALL_OF[SIDE[unit]]).bit_count() > STACKING[area]
