"""9.3 Retreat: which ways are open to a beaten defender."""

from __future__ import annotations

from ...core import Fate, Kind
from ...core.sets import members
from .facts import ADJACENT, BOARD, CITIES, SIDE, TWO_AWAY, space_label, unit_label
from .state import BattleForMoscowState
from .zones import zone_of

FREE, COSTLY, DEATH = 2, 1, 0  # classes of retreat, best first


def retreats(state: BattleForMoscowState, hex: int, unit: int) -> tuple[int, int, int]:
    """The best class of retreat there is from a hex, the hexes to pass through and those to end in.

    Free: no hex of the path in an enemy zone of control. Costly: the first hex is in one, the last is not.
    """
    enemy = 1 - SIDE[unit]
    enemies, friends = state.occupied[enemy], state.occupied[1 - enemy]
    zone = zone_of(state, enemy)
    first = ADJACENT[hex] & ~enemies
    last = TWO_AWAY[hex] & ~enemies & ~friends & ~zone
    for kind, way in ((FREE, first & ~zone), (COSTLY, first & zone)):
        goals = BOARD.spread(way) & last
        if goals:
            return kind, way, goals
    return DEATH, 0, 0


def routes(state: BattleForMoscowState, unit: int, way: int) -> list[int]:
    """The hexes to pass through that differ in effect: each city that would change hands, and one of the others."""
    changing = way & state.cities_of(1 - SIDE[unit])
    others = members(way & ~changing)
    return members(changing) + others[:1]


def fall_back(state: BattleForMoscowState, unit: int, through: int, goal: int) -> None:
    """The unit retreats; cities on its way are its side's from now on (10.0)."""
    if state.events is not None:
        names = [BOARD.names[hex] for hex in (state.where[unit], through, goal)]
        text = f"The {unit_label(unit)} retreats to {space_label(goal)}."
        fate = state.fate(unit, Fate.MOVED, goal)
        state.emit(Kind.RETREAT, text, "9.3", fate.side, names, [fate])
    state.capture(unit, CITIES & 1 << through)
    state.enter(unit, goal)
