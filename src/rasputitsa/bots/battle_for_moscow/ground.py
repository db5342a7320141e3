"""What never changes about the map: distances, rings around Moscow, what terrain does for a defender."""

from __future__ import annotations

from ...core.sets import cheapest, members, set_of
from ...games.battle_for_moscow.facts import (
    ADJACENT,
    BOARD,
    FOREST,
    FORTIFICATIONS,
    GERMAN,
    HEXES,
    MAJOR_CITIES,
    MOSCOW,
    SOVIET,
    STRENGTH,
    TERRAIN,
)
from ..distances import distances

ALL_HEXES = members(HEXES)
TULA = next(space.id for space in BOARD.spaces if space.title == "Tula")


def _march(goal: int) -> list[int]:
    """Movement points from every hex to the goal, on an empty map."""

    def cost(here: int, _: int) -> int:
        return 2 if FOREST >> here & 1 else 1  # in reverse: the cost of entering the hex one comes from

    spent, _ = cheapest(ADJACENT, goal, cost)
    return [spent.get(hex, 0) for hex in range(len(BOARD.names))]


def _shift(side: int, hex: int) -> int:
    """9.2: the columns that a defender's hex takes off the odds, without rivers."""
    kinds = [("forest", FOREST), ("major_city", MAJOR_CITIES)]
    if side == SOVIET:
        kinds.append(("fortification", FORTIFICATIONS))
    return sum(TERRAIN[kind][1] for kind, hexes in kinds if hexes >> hex & 1)


TO_MOSCOW = distances(BOARD.spread, 1 << MOSCOW, len(BOARD.names))
MARCH = _march(MOSCOW)
FARTHEST = max(TO_MOSCOW)
RINGS = [set_of(hex for hex in ALL_HEXES if TO_MOSCOW[hex] == distance) for distance in range(FARTHEST + 1)]
SHIFT = [[_shift(side, hex) for hex in range(len(BOARD.names))] for side in (GERMAN, SOVIET)]
# The points that a unit loses with its next step, by unit and steps left.
STEP_POINTS = [[0, reduced, full - reduced] for _, reduced, full in STRENGTH]
