"""8.0 to 8.3, 12.1: who moves in a phase, and where a unit can get."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.sets import Spread, cheapest, members, path_to, reach, set_of
from .facts import (
    ADJACENT,
    BOARD,
    FIRST_HEX,
    FOREST,
    HEXES,
    HIGH,
    LOW,
    MOVEMENT,
    OPEN,
    PANZER,
    POOL,
    RAIL,
    RAILWAY,
    SIDE,
    TRACK,
    UNITS,
)
from .state import BattleForMoscowState
from .zones import zone_of


@dataclass(frozen=True, slots=True)
class Mode:
    """4.0: who moves in a phase, from which hexes, and which hexes count as adjacent."""

    moves: list[bool]  # by unit
    begin: int
    adjacent: list[int]
    spread: Spread


EVERYBODY = [True] * len(UNITS)
MODES = {
    "panzer": Mode(PANZER, HEXES, ADJACENT, BOARD.spread),
    "rail": Mode(EVERYBODY, RAILWAY, RAIL.of, RAIL.spread),  # 8.1
    "movement": Mode(EVERYBODY, HEXES, ADJACENT, BOARD.spread),
}


def mode_of(state: BattleForMoscowState) -> Mode:
    return MODES[state.mode]


def by_rail(state: BattleForMoscowState) -> bool:
    return state.mode == "rail"


def allowance(state: BattleForMoscowState, unit: int) -> int:
    """8.0, and 12.1: one hex a phase in mud, but for rail movement."""
    return 1 if state.mud and not by_rail(state) else MOVEMENT[unit]


def entry_costs(state: BattleForMoscowState, side: int) -> tuple[int, ...]:
    """The hexes that cost one point to enter, and those that cost two; enemies bar a hex (8.2.1)."""
    enemies = state.occupied[1 - side]
    if state.mud or by_rail(state):  # 12.1, 8.1
        return (HEXES & ~enemies,)
    return (OPEN & ~enemies, FOREST & ~enemies)


def reach_by_cost(state: BattleForMoscowState, unit: int, points: int) -> list[int]:
    """Where a unit can get: the hexes first entered for one point, for two, and so on (8.0, 8.3)."""
    return reach_by_cost_from(state, state.where[unit], SIDE[unit], points)


def reach_by_cost_from(state: BattleForMoscowState, hex: int, side: int, points: int) -> list[int]:
    return reach(mode_of(state).spread, 1 << hex, points, entry_costs(state, side), zone_of(state, 1 - side))


def movable_units(state: BattleForMoscowState, side: int, moved: int, mover: int = -1) -> tuple[list[int], int]:
    """The units that may still move off in this phase, and the hexes of those that may not.

    8.2.2: nobody may end a move on one of the latter. ``moved`` is the set of units that have moved; the ``mover``,
    whose move is under way, is left out.
    """
    mode = mode_of(state)
    where, moves, begin, adjacent = state.where, mode.moves, mode.begin, mode.adjacent
    ready: list[int] = []
    barred = 0
    for unit, hex in enumerate(where[LOW[side] : HIGH[side]], LOW[side]):
        if hex < FIRST_HEX or unit == mover:
            continue
        if moves[unit] and not moved >> unit & 1 and begin >> hex & 1:
            ready.append(unit)
        else:
            barred |= 1 << hex
    enemies = state.occupied[1 - side]
    while True:  # a unit that is stuck may block others
        free = ~(enemies | barred)  # where the next hex will do it can always be paid for
        stuck = [unit for unit in ready if not adjacent[where[unit]] & free and is_stuck(state, unit, barred)]
        if not stuck:
            return ready, barred
        ready = [unit for unit in ready if unit not in stuck]
        barred |= set_of(where[unit] for unit in stuck)


def is_stuck(state: BattleForMoscowState, unit: int, barred: int) -> bool:
    return not can_go_on(state, state.where[unit], SIDE[unit], allowance(state, unit), barred)


def ends(state: BattleForMoscowState, unit: int, points: int, moved: int) -> int:
    """The hexes that a unit may be moved to in one click.

    It may end anywhere it gets to but on a friend that cannot move off; there it may only pause, if it can go on.
    """
    side = SIDE[unit]
    reached = reach_by_cost(state, unit, points)
    _, barred = movable_units(state, side, moved, unit)
    zone = zone_of(state, 1 - side)
    here = 1 << state.where[unit]
    found = 0
    for spent in range(1, points + 1):
        hexes = reached[spent]
        found |= hexes & ~barred
        if spent < points:
            for hex in members(hexes & barred & ~zone & ~here):
                if can_go_on(state, hex, side, points - spent, barred):
                    found |= 1 << hex
    return found & ~here


def can_go_on(state: BattleForMoscowState, hex: int, side: int, points: int, barred: int) -> bool:
    """Whether a unit in a hex can get from there to one where it may end."""
    near = mode_of(state).adjacent[hex] & ~state.occupied[1 - side] & ~barred
    if near and (points > 1 or by_rail(state) or near & OPEN):
        return True
    return any(hexes & ~barred for hexes in reach_by_cost_from(state, hex, side, points)[1:])


def overstacked(state: BattleForMoscowState, side: int) -> bool:
    """8.2.2: whether two units share a hex."""
    off = state.count(side, POOL) + state.count(side, TRACK)
    return HIGH[side] - LOW[side] - off != state.occupied[side].bit_count()


def route(state: BattleForMoscowState, unit: int, goal: int) -> list[int]:
    """The hexes entered on the way: a cheapest route and, among those, one through the most enemy cities."""
    side = SIDE[unit]
    costs = entry_costs(state, side)
    enemy_cities = state.cities_of(1 - side)
    for_a_city = 1 if state.rules_version == 1 else -1  # version 1 went through the fewest

    def cost(_: int, there: int) -> int | None:
        for points, hexes in enumerate(costs, 1):
            if hexes >> there & 1:
                return 100 * points + for_a_city * (enemy_cities >> there & 1)
        return None

    _, came = cheapest(mode_of(state).adjacent, state.where[unit], cost, zone_of(state, 1 - side), goal)
    return path_to(goal, came)


def shortest_way(state: BattleForMoscowState, start: int, goal: int, barred: int) -> tuple[int, list[int]]:
    """The cost of a cheapest way and its hexes, as if there were no zones of control; no hexes where there is none."""

    def cost(_: int, there: int) -> int | None:
        if barred >> there & 1:
            return None
        return 2 if FOREST >> there & 1 and not by_rail(state) else 1

    costs, came = cheapest(mode_of(state).adjacent, start, cost, 0, goal)
    return (costs[goal], path_to(goal, came)) if goal in came else (0, [])
