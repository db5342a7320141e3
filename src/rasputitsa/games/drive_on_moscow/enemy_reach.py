"""Where a side can be after its next Movement Phase without a fight, as far as others know (10.0, 11.6)."""

from __future__ import annotations

from functools import lru_cache

from ...core.sets import flood, members, union
from .facts import CLASS, FOOT, HEXES, MARSH, OF_TYPE, REGULARS, SOVIET, TRACKS, WEST_SOURCES, land_spread
from .fog import in_revealed_battle
from .outlook import in_movement
from .reach import movement_factors, spread_levels
from .reinforcements import due, entry_hexes
from .state import DriveOnMoscowState

KINDS = (FOOT, 1, TRACKS)  # on foot, on horse, on tracks


def enemy_reach(state: DriveOnMoscowState, side: int) -> int:
    """The hexes that some unit of a side can enter in its next Movement Phase, whoever else moves out of its way.

    A unit that the enemy and the public do not see may be any of those that they do not see.
    """
    then = in_movement(state, side)
    if then is None:
        return 0
    zone = then.german_zone() if side == SOVIET else 0
    mech, other = movement_factors(then, side)
    found = 0
    for kind, starts in zip(KINDS, starts_by_kind(then, side), strict=True):
        free = HEXES & ~then.occupied(1 - side) & ~(MARSH if kind == TRACKS else 0)
        points = max(0, other if kind == FOOT else mech)
        found |= union(spread_levels(starts & ~zone, points, free, free, zone)[1:])
        found |= union(spread_levels(starts & zone, points, free, free & ~zone, zone)[1:])  # 7.2
    return found & ~then.occupied(1 - side)


def starts_by_kind(state: DriveOnMoscowState, side: int) -> list[int]:
    """The hexes where units on foot, on horse and on tracks of a side are or may be, reinforcements included (9.1)."""
    found = [0, 0, 0]
    supplied, stacks = can_be_supplied(state, side), state.stacks
    battle = in_revealed_battle(state)
    unseen, kinds = 0, set()  # hexes with units that others do not see, and what these can be
    for hex in members(state.occupied(side)):
        *beneath, top = stacks[hex]
        for unit in beneath:
            if battle >> unit & 1:
                found[CLASS[unit]] |= 1 << hex
            else:
                unseen |= 1 << hex
                kinds.add(CLASS[unit])
        found[CLASS[top]] |= 1 << hex
    found = [(hexes | unseen if kind in kinds else hexes) & supplied for kind, hexes in enumerate(found)]
    if side == SOVIET and state.active != SOVIET:
        for name, count in zip(REGULARS, due(state.turn), strict=True):
            if count:
                found[CLASS[members(OF_TYPE[name])[0]]] |= entry_hexes(state)
    return found


def can_be_supplied(state: DriveOnMoscowState, side: int) -> int:
    """8.5: where German units can be in supply once others have taken back what cuts them off without a fight."""
    if side == SOVIET:
        return HEXES
    return joined_to_the_west(HEXES & ~state.occupied(SOVIET))


@lru_cache(maxsize=64)
def joined_to_the_west(passable: int) -> int:
    """Remembered: where units start and whom they can attack asks the same."""
    return flood(land_spread, WEST_SOURCES & passable, passable)


def attackable(state: DriveOnMoscowState, side: int, reach: int) -> int:
    """The enemy's hexes that units of a side can attack from where they are or can be."""
    ready = reach | state.occupied(side) & can_be_supplied(state, side)
    return land_spread(ready) & state.occupied(1 - side)
