"""What can be drawn over the map: zones, supply, control, threats and reach."""

from __future__ import annotations

from ...core import Mark, Overlay, RasputitsaError
from ...core.enemy_reach import ENEMY_REACH, enemy_marks, enemy_overlay
from ...core.sets import contains, members
from .battle import Battle, adjacent_units, column, column_name
from .enemy_reach import enemy_reach
from .facts import (
    AREAS_OF,
    BOARD,
    GERMAN,
    SIDE,
    SIDES,
    SOVIET,
    UNIT_IDS,
)
from .move_rules import hexes
from .net import fortresses, hexes_by_distance, lines, open_hexes, supply_net
from .reach import allowance, reach_by_cost, stops_for
from .state import BlitzkriegState
from .zones import zone_of

ZONES = (("german", "German zone of control"), ("soviet", "Soviet zone of control"), ("both", "both"))
SUPPLY = (
    ("good", "S: supply source"),
    ("stop", "×: no supply line passes here"),
    ("bad", "!: cut off; –: a city without supply"),
)
CONTROL = (("german", "controlled by the Germans"), ("soviet", "controlled by the Soviets"))
THREATS = (("german", "odds of a German attack"), ("soviet", "odds of a Soviet attack"))
REACH = (("", "within reach, with the movement points it takes"), ("stop", "the move ends there"))
OVERLAYS = (
    Overlay("zones", "Zones of control", "9.0", legend=ZONES),
    Overlay("german-supply", "German supply", "13.2", legend=(("german", "in German supply"), *SUPPLY)),
    Overlay("soviet-supply", "Soviet supply", "13.2", legend=(("soviet", "in Soviet supply"), *SUPPLY)),
    Overlay("control", "Control of cities", "4.2", legend=CONTROL),
    Overlay("threats", "Odds if all adjacent enemies attack", "11.0", legend=THREATS),
    Overlay("reach", "Reach of a unit", "10.0", needs="token", legend=REACH),
    enemy_overlay("10.0"),
)


def overlay(state: BlitzkriegState, name: str, viewer: str | None, token: str | None) -> dict[str, Mark]:
    if name == ENEMY_REACH:
        return enemy_marks(
            state.game, viewer, lambda side: enemy_reach(state, side), lambda side: state.cities_of(1 - side)
        )
    if name == "zones":
        return state.game.marks_by_side(zone_of(state, GERMAN), zone_of(state, SOVIET), "zone of control")
    if name == "german-supply":
        return supply_marks(state, GERMAN)
    if name == "soviet-supply":
        return supply_marks(state, SOVIET)
    if name == "control":
        return state.game.marks_by_side(state.cities_of(GERMAN), state.cities_of(SOVIET), "control")
    if name == "threats":
        return threats(state)
    return reach_of(state, token)


def supply_marks(state: BlitzkriegState, side: int) -> dict[str, Mark]:
    """13.2: the net of a side: sources, distances, where lines are cut, and who is cut off."""
    tone = SIDES[side]
    sources, supplied = supply_net(state, side)
    passable = open_hexes(state, side)
    found: dict[str, Mark] = {}
    for distance, ring in enumerate(hexes_by_distance(state, side)):
        for name in BOARD.names_of(ring):
            found[name] = Mark("", f"{hexes(distance)} from a supply source", tone)
    for hex in members(sources):
        found[BOARD.names[hex]] = Mark("S", "supply source", "good")
    for hex in members(state.cities_of(side) & ~sources):
        safe = side == SOVIET and contains(fortresses(state), hex)
        text = "a fortress without supply: its units do not surrender" if safe else "a city without supply"
        found[BOARD.names[hex]] = Mark("–", text, "bad")
    for hex in members(supplied & ~passable & ~sources & ~state.occupied[1 - side]):
        what = "an enemy city" if contains(state.cities_of(1 - side), hex) else "an enemy zone of control"
        found[BOARD.names[hex]] = Mark("×", f"no supply line can pass: {what}", "stop")
    for hex in members(state.occupied[side] & ~supplied):
        safe = side == SOVIET and contains(fortresses(state), hex)
        text = "cut off, but in a fortress city" if safe else "cut off: surrenders in its Supply Phase"
        found[BOARD.names[hex]] = Mark("!", text, "bad")
    for area in AREAS_OF[side]:
        found[BOARD.names[area]] = Mark("S", "supply source", "good")
    for hex, next_space in lines(state, side).items():
        mark = found.get(BOARD.names[hex], Mark("", "", tone))
        found[BOARD.names[hex]] = mark._replace(toward=BOARD.names[next_space])
    return found


def threats(state: BlitzkriegState) -> dict[str, Mark]:
    """11.0: the odds each stack would face if every enemy next to it attacked and it defended actively.

    They are those of the Combat Phase in which the enemy can next attack.
    """
    found = {}
    for side in (GERMAN, SOVIET):
        then = state.at_next(1 - side, "combat")
        if then is None:
            continue
        everybody = state.in_play(1 - side)
        for hex in members(state.occupied[side]):
            attackers = adjacent_units(state, everybody, hex)
            if attackers:
                battle = Battle(hex, attackers, state.at[hex], state.at[hex] & state.fresh, 0)
                odds = column_name(column(then, battle))
                found[BOARD.names[hex]] = Mark(
                    odds, "odds if all adjacent enemies attack an active defence", SIDES[1 - side]
                )
    return found


def reach_of(state: BlitzkriegState, token: str | None) -> dict[str, Mark]:
    """10.0: how far a unit could move in its next Movement Phase, with the cost."""
    unit = UNIT_IDS.get(token or "")
    if unit is None:
        raise RasputitsaError(f"There is no unit {str(token)[:40]!r} to show the reach of.")
    then = state.at_next(SIDE[unit], "movement")
    if then is None or not contains(state.in_play(SIDE[unit]), unit):
        return {}
    stops = stops_for(then, unit)
    found = {}
    for cost, spaces in enumerate(reach_by_cost(then, unit, allowance(then, unit), True)):
        for space in members(spaces) if cost else []:
            stop = contains(stops, space)
            found[BOARD.names[space]] = Mark(str(cost), "must stop" if stop else "", "stop" if stop else "")
    return found
