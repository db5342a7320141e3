"""What a table says about each space: its terrain effects as the data have them, its rules, how sure it is."""

from __future__ import annotations

from ...core.manifest import NoteData, effect
from ...core.sets import members
from .facts import (
    AREAS,
    BESIDE,
    BOARD,
    CITIES,
    CITY_SURE,
    FOREST,
    FORTRESSES,
    HEX_SURE,
    LAND_HEXES,
    MAP_SURE,
    MARSH,
    MOUNTAIN,
    RIVER,
    SEA,
    SETUP,
    TERRAIN,
    UNITS,
    space_label,
)

SURE = {
    "RULE": "stated in the rulebook",
    "FOUND": "stated in public material",
    "REBUILT": "reconstructed",
    "PRINTED": "read from the printed game",
}
STOPS = {"tanks": "tank units stop", "everybody": "every unit stops"}


def space_effects() -> dict[str, list[NoteData]]:
    """The effects of each space, with their rules."""
    effects = (
        (CITIES, effect(effects_of("city"), "11.3.4")),
        (FORTRESSES, effect("Fortress city: Soviet units do not surrender; two points for the Germans", "13.2.4")),
        (FOREST, effect(effects_of("forest"), "10.2.2")),
        (MARSH, effect(effects_of("marsh"), "10.2.3")),
        (MOUNTAIN, effect(effects_of("mountain"), "10.2.3")),
        (SEA, effect("Sea: no unit can enter", "10.2.6")),
    )
    found: dict[str, list[NoteData]] = {}
    for hexes, remark in effects:
        for name in BOARD.names_of(hexes):
            found.setdefault(name, []).append(remark)
    for hex in members(LAND_HEXES):
        if RIVER.of[hex]:
            found.setdefault(BOARD.names[hex], []).append(effect(effects_of("river"), "11.3.4"))
    for name, sure in CITY_SURE.items():
        found[name].append(effect(how_sure(name, sure), "2.1.1"))
    for area in AREAS:
        text = "Rear area: units may attack and enter the adjacent hexes; a unit that goes in is back next turn, fresh"
        found.setdefault(BOARD.names[area], []).append(effect(text, "10.4"))
        for name in BOARD.names_of(BESIDE[area]):
            found.setdefault(name, []).append(effect(f"Touches {space_label(area)}", "10.4"))
    for unit, hex in SETUP.items():
        found.setdefault(BOARD.names[hex], []).append(effect(f"Set-up: {UNITS[unit].title}", "3.1"))
    return found


def effects_of(kind: str) -> str:
    """The effects of a terrain in words."""
    row = TERRAIN[kind]
    if kind == "river":
        return f"River: {columns(row.shift)} {row.remark}"
    parts = [STOPS[row.stops]] if row.stops in STOPS else []
    if row.shift:
        parts.append(f"{columns(row.shift)} for the attacker")
    return f"{kind.capitalize()}: {'; '.join([*parts, row.remark])}"


def columns(shift: int) -> str:
    number = "one column" if abs(shift) == 1 else f"{abs(shift)} columns"
    return f"{number} {'right' if shift > 0 else 'left'}"


def how_sure(name: str, sure: str) -> str:
    """Whether a city and its place are certain."""
    place = HEX_SURE.get(name, MAP_SURE["grid"])
    title = BOARD.by_id[BOARD.ids[name]].title
    if place == sure:
        return f"{title} and its place: {SURE[sure]}"
    return f"{title}: {SURE[sure]}; its place: {SURE[place]}"
