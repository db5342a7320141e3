"""Where a group of units can move, what it costs, and by which way (10.0 to 10.13)."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.sets import members
from .facts import (
    ALL_OF,
    BARRED_FROM_MARSH,
    DRY,
    GERMAN,
    GUDERIAN,
    HEXES,
    LULL,
    MARSH,
    MECH,
    OBJECTIVES,
    OFFENSIVE,
    RIVER,
    RIVER_COST,
    SOUTH,
    SOVIET,
    TURNS,
)
from .state import DriveOnMoscowState
from .supply import german_net

Levels = list[int]  # element n: the hexes that can be entered for n points at the least


def movement_factors(state: DriveOnMoscowState, side: int) -> tuple[int, int]:
    """2.10, 12.1, 12.2: the movement factors of mechanized and of other units this turn."""
    mech, other = TURNS[state.turn - 1].movement
    if side == GERMAN and state.november:
        change = (0, 0)
        if state.turn == state.november:
            change = (LULL[0], LULL[1])
        elif state.turn == state.november + 1:
            change = (OFFENSIVE[0], OFFENSIVE[1])
        mech, other = max(0, mech + change[0]), max(0, other + change[1])
    return mech, other


def allowance(state: DriveOnMoscowState, side: int, units: int) -> int:
    """10.6: the movement points left to a group, which are those of its slowest unit. The Guderian effect is apart."""
    mech, other = movement_factors(state, side)
    left = mech if units & MECH else other
    if units & ~MECH:
        left = min(left, other)
    for unit in members(units & state.parent):
        left = min(left, (mech if MECH >> unit & 1 else other) - state.spent[unit])
    return left


def out_of_supply(state: DriveOnMoscowState, units: int, hex: int) -> bool:
    """8.5: whether German units of a hex may not move because one of them would begin its movement out of supply."""
    if german_net(state) >> hex & 1:
        return False
    return any(not state.spent[unit] for unit in members(units))


def guderian_points(state: DriveOnMoscowState, units: int) -> int:
    """5.3: the points left to a group that has stayed on the south sheet all turn; 0 for any other."""
    if state.turn != 1 or units & ~state.south:
        return 0
    return GUDERIAN - max((state.spent[unit] for unit in members(units & state.parent)), default=0)


def open_to(state: DriveOnMoscowState, side: int, units: int, count: int) -> int:
    """The hexes that a group of so many units may enter: no enemies (10.3), room for it (6.1), marsh (10.8)."""
    barred = state.occupied(1 - side) | state.full_for(side, count)
    if units & BARRED_FROM_MARSH:
        barred |= MARSH
    return HEXES & ~barred


def spread_levels(starts: int, points: int, free: int, first: int, stops: int, goal: int = 0) -> Levels:
    """The hexes by what they cost from the nearest start, or those that cost less than the ``goal`` and itself.

    ``first`` are those that may be entered at once; from ``stops`` nobody goes on.
    """
    levels = [0] * (points + 1 + RIVER_COST)
    levels[0] = starts
    seen = 0
    for spent in range(points):
        here = levels[spent] & ~seen
        levels[spent] = here
        if here & goal:
            del levels[spent + 1 :]
            return levels
        seen |= here
        allowed = free & ~seen
        if spent:
            here &= ~stops
        else:
            allowed &= first
        if here:
            levels[spent + 1] |= DRY.spread(here) & allowed
            levels[spent + 1 + RIVER_COST] |= RIVER.spread(here) & allowed
    levels[points] &= ~seen
    del levels[points + 1 :]
    return levels


def reaches(state: DriveOnMoscowState, units: int, hex: int, goal: int = 0) -> list[Levels]:
    """Where units of one hex that move together can get; no farther than the goal, if there is one.

    There are two reaches where the Guderian effect helps (5.3): that of the south sheet first, then the common one.
    """
    side = SOVIET if units & ALL_OF[SOVIET] else GERMAN
    if side == GERMAN and out_of_supply(state, units, hex):
        return [[1 << hex]]
    free = open_to(state, side, units, units.bit_count())
    return reaches_by(state, side, units, hex, free, state.german_zone() if side == SOVIET else 0, goal)


def reaches_by(
    state: DriveOnMoscowState, side: int, units: int, hex: int, free: int, zone: int, goal: int = 0
) -> list[Levels]:
    """The same by way of free hexes, in supply or not. ``zone`` is where the units must stop (7.2)."""
    points = max(0, allowance(state, side, units))
    first = free & ~zone if zone >> hex & 1 else free  # 7.2: never from one zone straight into another
    common = spread_levels(1 << hex, points, free, first, zone, goal)
    far = guderian_points(state, units) if side == GERMAN else 0
    if far <= points or not SOUTH >> hex & 1:
        return [common]
    return [spread_levels(1 << hex, far, free & SOUTH, free, 0, goal), common]


def has_step(state: DriveOnMoscowState, units: int, hex: int) -> bool:
    """Whether a group can enter any adjacent hex."""
    side = SOVIET if units & ALL_OF[SOVIET] else GERMAN
    if side == GERMAN and out_of_supply(state, units, hex):
        return False
    free = open_to(state, side, units, units.bit_count())
    if side == SOVIET and state.german_zone() >> hex & 1:
        free &= ~state.german_zone()
    points = allowance(state, side, units)
    if can_pay(hex, free, points):
        return True
    return SOUTH >> hex & 1 == 1 and can_pay(hex, free & SOUTH, guderian_points(state, units))


def can_pay(hex: int, free: int, points: int) -> bool:
    """Whether so many points suffice for one of the free hexes next to a hex."""
    if points >= 1 and DRY.of[hex] & free:
        return True
    return points > RIVER_COST and bool(RIVER.of[hex] & free)


def reach(state: DriveOnMoscowState, units: int, hex: int) -> Levels:
    """All that a group can reach, each hex at its lowest cost."""
    first, *others = reaches(state, units, hex)
    if not others:
        return first
    seen = 0
    found = []
    for cost, hexes in enumerate(first):
        if cost < len(others[0]):
            hexes |= others[0][cost]
        found.append(hexes & ~seen)
        seen |= hexes
    return found


def cost_in(levels: Levels, goal: int) -> int | None:
    """What it costs to get to a hex, or None where it cannot be reached."""
    bit = 1 << goal
    return next((cost for cost, hexes in enumerate(levels) if hexes & bit), None)


def way_to(state: DriveOnMoscowState, units: int, hex: int, goal: int) -> tuple[list[int], int]:
    """The hexes entered on the way to a hex within reach, and the cost; on the south sheet if that is no dearer."""
    side = SOVIET if units & ALL_OF[SOVIET] else GERMAN
    ways = reaches(state, units, hex, 1 << goal)
    found = [(cost, levels) for levels in ways if (cost := cost_in(levels, goal)) is not None]
    cost, levels = min(found, key=lambda one: one[0])
    return route(state, side, levels, goal, cost), cost


def route(state: DriveOnMoscowState, side: int, levels: Levels, goal: int, cost: int) -> list[int]:
    """The hexes entered on a cheapest way: among several, one on which the most objectives change hands.

    Control of towns, cities and sources never harms the side that takes them, so nobody would choose otherwise.
    """
    stops = state.german_zone() if side == SOVIET else 0
    wanted = OBJECTIVES & (~state.control if side == GERMAN else state.control)
    within = 0
    for hexes in levels[1:cost]:
        within |= hexes
    if wanted & within:
        return path_with_most_objectives(levels, goal, cost, stops, wanted)[1]
    way = [goal]
    while True:
        goal, cost = next(steps_back(levels, goal, cost, stops))
        if not cost:
            way.reverse()
            return way
        way.append(goal)


def steps_back(levels: Levels, hex: int, cost: int, stops: int) -> Iterator[tuple[int, int]]:
    """The hexes from which a cheapest way comes into this one, with what they cost."""
    for links, price in ((DRY, 1), (RIVER, 1 + RIVER_COST)):
        if price <= cost:
            before = links.of[hex] & levels[cost - price]
            if cost > price:
                before &= ~stops
            for other in members(before):
                yield other, cost - price


def path_with_most_objectives(levels: Levels, hex: int, cost: int, stops: int, wanted: int) -> tuple[int, list[int]]:
    """Among the cheapest ways one with the most wanted hexes: how many, and the hexes entered."""
    known: dict[int, tuple[int, list[int]]] = {}

    def best(hex: int, cost: int) -> tuple[int, list[int]]:
        if not cost:
            return 0, []
        if hex not in known:
            before = [best(*step) for step in steps_back(levels, hex, cost, stops)]
            count, way = max(before, key=lambda found: found[0])
            known[hex] = count + (wanted >> hex & 1), [*way, hex]
        return known[hex]

    return best(hex, cost)
