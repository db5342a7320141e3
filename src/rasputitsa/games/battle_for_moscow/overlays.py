"""What can be drawn over the map: zones, communication, control, threats and reach."""

from __future__ import annotations

from ...core import Mark, Overlay, RasputitsaError
from ...core.enemy_reach import ENEMY_REACH, enemy_marks, enemy_overlay
from ...core.sets import contains, members, reach
from .battle import Battle, column
from .enemy_reach import enemy_reach
from .facts import (
    ADJACENT,
    BOARD,
    COLUMNS,
    FIRST_HEX,
    FOREST,
    GERMAN,
    HEXES,
    OF_SIDE,
    OPEN,
    SIDE,
    SIDES,
    SOVIET,
    UNIT_IDS,
    UNITS,
)
from .state import BattleForMoscowState
from .zones import in_communication, zone_of

ZONES = (("german", "German zone of control"), ("soviet", "Russian zone of control"), ("both", "both"))
COMMUNICATION = (("german", "in communication for the Germans"), ("soviet", "for the Russians"), ("both", "for both"))
CONTROL = (("german", "controlled by the Germans"), ("soviet", "controlled by the Russians"))
THREATS = (("german", "odds of a German attack"), ("soviet", "odds of a Russian attack"))
REACH = (
    ("", "within reach, with the movement points it takes"),
    ("stop", "the move ends there: an enemy zone of control"),
)
OVERLAYS = (
    Overlay("zones", "Zones of control", "7.0", legend=ZONES),
    Overlay("communication", "In communication", "10.0", legend=COMMUNICATION),
    Overlay("control", "Control of cities", "10.0", legend=CONTROL),
    Overlay("threats", "Odds if all adjacent enemies attack", "9.0", legend=THREATS),
    Overlay("reach", "Reach of a unit", "8.0", needs="token", legend=REACH),
    enemy_overlay("8.0"),
)


def overlay(state: BattleForMoscowState, name: str, viewer: str | None, token: str | None) -> dict[str, Mark]:
    if name == ENEMY_REACH:
        return enemy_marks(
            state.game, viewer, lambda side: enemy_reach(state, side), lambda side: state.cities_of(1 - side)
        )
    if name == "zones":
        return state.game.marks_by_side(zone_of(state, GERMAN), zone_of(state, SOVIET), "zone of control")
    if name == "communication":
        return state.game.marks_by_side(
            in_communication(state, GERMAN), in_communication(state, SOVIET), "communication"
        )
    if name == "control":
        return state.game.marks_by_side(state.cities_of(GERMAN), state.cities_of(SOVIET), "control")
    if name == "threats":
        return threats(state)
    return reach_of(state, token)


def threats(state: BattleForMoscowState) -> dict[str, Mark]:
    """9.0: the odds each unit would face if every adjacent enemy unit attacked, in the Combat Phase in which it can."""
    found = {}
    for side in (GERMAN, SOVIET):
        then = state.at_next(1 - side, "combat")
        if then is None:
            continue
        for hex in members(state.occupied[side]):
            attackers = [
                unit
                for unit in OF_SIDE[1 - side]
                if state.where[unit] >= FIRST_HEX and contains(ADJACENT[hex], state.where[unit])
            ]
            if attackers:
                odds = column(then, Battle(hex, tuple(attackers)))
                badge = COLUMNS[odds - 1] if odds >= 1 else "<1:1"
                found[BOARD.names[hex]] = Mark(badge, "odds if all adjacent enemies attack", SIDES[1 - side])
    return found


def reach_of(state: BattleForMoscowState, token: str | None) -> dict[str, Mark]:
    """8.0: how far a unit could move in its next movement phase, with the cost."""
    unit = UNIT_IDS.get(token or "")
    if unit is None:
        raise RasputitsaError(f"There is no unit {str(token)[:40]!r} to show the reach of.")
    then = state.at_next(SIDE[unit], "movement")
    if then is None or state.where[unit] < FIRST_HEX:
        return {}
    return {
        BOARD.names[hex]: Mark(str(cost), "ends in an enemy zone of control" if stop else "", "stop" if stop else "")
        for cost, hex, stop in reach_costs(then, unit)
    }


def reach_costs(state: BattleForMoscowState, unit: int) -> list[tuple[int, int, int]]:
    side = SIDE[unit]
    zone = zone_of(state, 1 - side)
    points = 1 if state.mud else UNITS[unit].movement
    enemies = state.occupied[1 - side]
    costs = (HEXES & ~enemies,) if state.mud else (OPEN & ~enemies, FOREST & ~enemies)
    found = []
    for cost, hexes in enumerate(reach(BOARD.spread, 1 << state.where[unit], points, costs, zone)):
        if cost:
            found += [(cost, hex, zone >> hex & 1) for hex in members(hexes)]
    return found
