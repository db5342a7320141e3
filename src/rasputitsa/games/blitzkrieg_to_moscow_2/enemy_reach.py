"""Where a side can be after its next Movement Phase without a fight (10.0)."""

from __future__ import annotations

from ...core.sets import members, union
from .facts import ALL_AREAS, ALLOWANCE, BESIDE, BOARD, GERMAN, LAND, LAST_TURN, ROMANIA_GROUP, SEA, STOPS
from .state import BlitzkriegState
from .zones import zone_of


def next_turn_of(state: BlitzkriegState, side: int) -> int:
    """The turn in which a side next moves; beyond the last one where it does not."""
    return state.turn + (side == GERMAN if state.active != side else 1)


def enemy_reach(state: BlitzkriegState, side: int) -> int:
    """The hexes where some unit of a side can be after its next Movement Phase; rail and cards come on top."""
    turn = next_turn_of(state, side)
    if turn > LAST_TURN:
        return 0
    enemies, zone = state.occupied[1 - side], zone_of(state, 1 - side)
    passable = BOARD.hexes & ~enemies & ~SEA
    found = 0
    for (points, stops), starts in starts_by_pace(state, side, turn).items():
        near = (around(starts & ~zone) | around(starts & zone) & ~zone) & BOARD.hexes & ~enemies  # 9.4
        seen = near | starts & BOARD.hexes
        for _ in range(points - 1):
            near = LAND.spread(near & ~stops & ~zone) & passable & ~seen
            seen |= near
        found |= seen
    return found


def starts_by_pace(state: BlitzkriegState, side: int, turn: int) -> dict[tuple[int, int], int]:
    """Where units of a side begin, by what they may move in a turn and the hexes where they stop (10.2, 10.3)."""
    where, points = state.where, ALLOWANCE[turn]
    staying = ROMANIA_GROUP if turn == 1 else 0  # 10.0
    found: dict[tuple[int, int], int] = {}
    for unit in members(state.in_play(side) & ~staying):
        pace = points[unit], STOPS[unit]
        found[pace] = found.get(pace, 0) | 1 << where[unit]
    return found


def around(spaces: int) -> int:
    """The hexes next to some hexes and rear areas."""
    return LAND.spread(spaces & BOARD.hexes) | union(BESIDE[area] for area in members(spaces & ALL_AREAS))
