"""The lie of the land: how far it is from everywhere to the places that matter."""

from __future__ import annotations

from functools import cache

from ...core.sets import members, set_of, union
from ...games.drive_on_moscow.facts import (
    BOARD,
    FIVE_CITIES,
    HEXES,
    LAND,
    MARSH,
    MOSCOW,
    SIZE,
    WEST,
    land_spread,
)
from ...games.drive_on_moscow.reach import spread_levels

FAR = 99
EASTERN_CITIES = FIVE_CITIES & ~WEST
MOSCOW_HEXES = members(MOSCOW)
MOSCOW_RING = land_spread(MOSCOW) & ~MOSCOW
BEHIND_MOSCOW = MOSCOW_RING & ~LAND.of[MOSCOW_HEXES[0]]  # the hexes of the ring that touch its eastern hex alone
# Where the Soviets want units, and how many: Moscow first (4.1), then the other cities (4.3).
STRONGHOLDS: dict[int, int] = dict.fromkeys((*MOSCOW_HEXES, *members(EASTERN_CITIES)), 5)
# The shortest way from Moscow to the map edge, on which Soviet units keep its supply line open (4.2).
LIFELINE = BOARD.set(("3610", "3710", "3810", "3910", "4010"))
LIFELINE_FLANKS = land_spread(LIFELINE) & ~LIFELINE & ~MOSCOW_RING & ~MOSCOW


@cache
def rings(goal: int) -> tuple[int, ...]:
    """Element n: the hexes from which it is n movement points to the goal for a mechanized unit, on an empty map."""
    open_to = HEXES & ~MARSH
    found = spread_levels(1 << goal, FAR - 1, open_to, open_to, 0)
    while not found[-1]:
        found.pop()
    return tuple(found)


@cache
def within(goal: int, points: int) -> int:
    """The hexes from which it is at most so far to the goal."""
    return union(rings(goal)[: points + 1])


@cache
def distances(goal: int) -> list[int]:
    """By hex: the movement points from there to the goal."""
    return by_hex(rings(goal))


def by_hex(rings: tuple[int, ...]) -> list[int]:
    found = [FAR] * SIZE
    for points, hexes in enumerate(rings):
        for hex in members(hexes):
            found[hex] = points
    return found


def way_from(hexes: int, goal: int) -> int:
    """The movement points to the goal from the nearest of some hexes."""
    for points, ring in enumerate(rings(goal)):
        if ring & hexes:
            return points
    return FAR


TO_MOSCOW: list[int] = [min(ways) for ways in zip(*(distances(hex) for hex in MOSCOW_HEXES), strict=True)]
# Element n: the hexes from which it is n movement points to the nearer hex of Moscow; the last: from which none can go.
MOSCOW_RINGS = tuple(set_of(hex for hex in members(HEXES) if TO_MOSCOW[hex] == points) for points in range(FAR + 1))


def to_moscow(hex: int) -> int:
    """The movement points to the nearer hex of Moscow."""
    return TO_MOSCOW[hex]
