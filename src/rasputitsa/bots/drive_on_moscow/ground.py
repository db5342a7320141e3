"""The lie of the land: how far it is from everywhere to the places that matter."""

from __future__ import annotations

from functools import cache

from ...core.sets import cheapest, members
from ...games.drive_on_moscow.facts import (
    BOARD,
    FIVE_CITIES,
    HEXES,
    LAND,
    MARSH,
    MOSCOW,
    RIVER,
    SIZE,
    WEST,
    land_spread,
)

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
def distances(goal: int) -> list[int]:
    """By hex: the movement points from there to the goal for a mechanized unit, on an empty map."""

    def cost(here: int, there: int) -> int | None:
        if MARSH >> there & 1:
            return None
        return 2 if RIVER.of[here] >> there & 1 else 1

    spent, _ = cheapest(LAND.of, goal, cost)
    return [spent.get(hex, FAR) if HEXES >> hex & 1 else FAR for hex in range(SIZE)]


TO_MOSCOW: list[int] = [min(ways) for ways in zip(*(distances(hex) for hex in MOSCOW_HEXES), strict=True)]


def to_moscow(hex: int) -> int:
    """The movement points to the nearer hex of Moscow."""
    return TO_MOSCOW[hex]
