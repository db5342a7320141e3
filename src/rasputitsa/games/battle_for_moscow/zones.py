"""7.0 Zones of control, and communication (10.0), which they cut."""

from __future__ import annotations

from functools import lru_cache

from .facts import BOARD, EDGES, HEXES
from .state import BattleForMoscowState


def zone_of(state: BattleForMoscowState, side: int) -> int:
    """7.0: the hexes around the units of a side, occupied ones included."""
    return _around(state.occupied[side])


@lru_cache(maxsize=4096)
def _around(hexes: int) -> int:
    """Remembered: while a side moves, the zone of the other is asked for again and again."""
    return BOARD.spread(hexes)


def in_communication(state: BattleForMoscowState, side: int) -> int:
    """10.0: every hex from which a path leads to the side's own map edge.

    The path may not enter a hex with an enemy or in an enemy zone of control, the hex it starts from excepted.
    """
    return _communication(side, state.occupied[1 - side])


@lru_cache(maxsize=4096)
def _communication(side: int, enemies: int) -> int:
    """It depends only on where the enemy units are, and they do not move for a whole phase."""
    safe = HEXES & ~BOARD.spread(enemies) & ~enemies
    network = BOARD.flood(EDGES[side], safe)
    return network | BOARD.spread(network) | EDGES[side]
