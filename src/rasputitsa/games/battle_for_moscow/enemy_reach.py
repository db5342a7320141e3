"""Where a side can be after its next turn without a fight: by rail or as panzers first, then by movement (4.0, 8.0)."""

from __future__ import annotations

from ...core.sets import contains, reach, union
from .facts import (
    BOARD,
    FIRST_HEX,
    FOREST,
    GERMAN,
    HEXES,
    LAST_TURN,
    MOVEMENT,
    MUD,
    OF_SIDE,
    OPEN,
    PANZER,
    RAIL,
    RAILWAY,
)
from .state import BattleForMoscowState
from .zones import zone_of


def next_turn_of(state: BattleForMoscowState, side: int) -> int:
    """The turn in which a side next moves; beyond the last one where it does not."""
    return state.turn + (side == GERMAN if state.active != side else 1)


def enemy_reach(state: BattleForMoscowState, side: int) -> int:
    """The hexes that some unit of a side can enter in its next turn, if nobody of the other side is driven off."""
    turn = next_turn_of(state, side)
    if turn > LAST_TURN:
        return 0
    enemies = state.occupied[1 - side]
    zone = zone_of(state, 1 - side)
    costs = (HEXES & ~enemies,) if MUD[turn] else (OPEN & ~enemies, FOREST & ~enemies)
    found = 0
    for (movement, twice), starts in starts_by_pace(state, side).items():
        points = 1 if MUD[turn] else movement
        if twice and side == GERMAN:
            starts = union(reach(BOARD.spread, starts, points, costs, zone))
        elif twice:
            starts = union(reach(RAIL.spread, starts, movement, (HEXES & ~enemies,), zone))
        found |= starts | union(reach(BOARD.spread, starts, points, costs, zone))
    return found


def starts_by_pace(state: BattleForMoscowState, side: int) -> dict[tuple[int, bool], int]:
    """The hexes of a side's units by movement allowance, and by whether they go first as panzers or by rail."""
    where = state.where
    found: dict[tuple[int, bool], int] = {}
    for unit in OF_SIDE[side]:
        hex = where[unit]
        if hex >= FIRST_HEX:
            pace = MOVEMENT[unit], PANZER[unit] if side == GERMAN else contains(RAILWAY, hex)
            found[pace] = found.get(pace, 0) | 1 << hex
    return found
