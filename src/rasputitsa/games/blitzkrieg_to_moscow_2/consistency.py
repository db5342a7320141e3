"""What does not fit in the data files: with the rulebook, with each other, with the tables in `rules.md`.

The game can be played with all of this; what it cannot be played with is refused by `reading`. The check is for those
who correct reconstructed values.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ...core import Rulebook
from ...core.sets import members
from .facts import (
    AREA_NAMES,
    AREAS,
    BESIDE,
    BOARD,
    CARDS,
    CITIES,
    COLUMNS,
    CRT,
    FORTRESSES,
    FRONTS,
    FUNCTIONS,
    GERMAN,
    HEXES,
    LAND,
    LAND_HEXES,
    RESULTS,
    SETUP,
    SOVIET,
    TERRAIN,
    TITLES,
    TURNS,
    UNIT_IDS,
    UNITS,
    legal_stack,
    space_label,
)
from .loader import UnitFacts
from .net import LINE, reach_from

PIECES_ON_THE_SHEET = 60  # 2.0

# Functions that the rulebook ties to the name of a card, with the rule.
OF_NAME = {
    "Blitz!": ("tank-action-2", "12.2"),
    "Tactical Edge!": ("re-roll", "7.1"),
    "Replacement!": ("rebuilt", "6.2.2"),
    "Reinforcements!": ("reinforcements", "6.2.3"),
    "T-34!": ("t34", "6.2.3"),
    "City Fights!": ("city-shift", "7.1"),
    "Partisan!": ("partisan", "7.1"),
    "Hitler Order!": ("negate", "7.1"),
}
ICONS = ("shift", "tank-action", "activation", "rail", "re-roll", "rebuilt", "reinforcements", "negate")  # 7.1
NO_SHIFT = ("Hitler Order!", "Partisan!", "Tactical Edge!")  # 11.3.4


def problems(rules: Rulebook) -> list[str]:
    """Everything that does not fit, each with file, key and value."""
    return [*units(), *cards(), *results(), *terrain(), *track(), *board(), *set_up(), *rules_text(rules)]


# Units.


def units() -> Iterator[str]:
    for unit in UNITS:
        for key, wanted, rule in stated(unit):
            value = getattr(unit, key)
            if value != wanted:
                yield f"pieces.toml, {unit.name}.{key}: is {value!r}, but the rulebook has {wanted!r} ({rule})."
        for key in ("passive", "spent"):
            value = getattr(unit, key)
            if value is not None and value > unit.strength:
                yield f"pieces.toml, {unit.name}.{key}: is {value}, more than the strength of the fresh unit."
        if unit.kind == "german" and unit.type == "tank" and unit.movement <= 3:
            yield f"pieces.toml, {unit.name}.movement: is {unit.movement}, but snow reduces such units to 3 (10.3)."
    yield from alike()
    if len(UNITS) >= PIECES_ON_THE_SHEET:
        yield f"pieces.toml, units: are {len(UNITS)}; with the markers there are {PIECES_ON_THE_SHEET} pieces (2.0)."


def stated(unit: UnitFacts) -> Iterator[tuple[str, object, str]]:
    """The values of a unit that the rulebook has, each with the rule."""
    yield "zoc", unit.kind in ("german", "guards", "corps"), "9.1"
    if unit.kind in ("romanian", "soviet", "guards"):
        yield "type", "infantry", "2.2.2"
    if unit.kind == "romanian" or unit.name == "G-11A":
        yield "area", "romania", "10.0"
    if unit.kind == "soviet":
        yield "strength", 2, "11.3.3"
        yield "passive", 1, "11.3.3"
    if unit.kind == "corps":
        yield "strength", 1, "11.6"
        yield "passive", 0, "11.6"
    if unit.name == "G-2PzA":
        yield "strength", 7, "11.3.3"
    if unit.name == "G-2A":
        yield "turn", 2, "3.2"


def alike() -> Iterator[str]:
    """3.1: Soviet units of a kind differ in their names alone."""
    models: dict[str, UnitFacts] = {}
    for unit in UNITS:
        model = models.setdefault(unit.kind, unit)
        for key in ("strength", "passive", "spent", "movement") if unit.side == SOVIET else ():
            mine, other = getattr(unit, key), getattr(model, key)
            if mine != other:
                yield f"pieces.toml, {unit.name}.{key}: is {mine}, but {model.name}, which is alike (3.1), has {other}."


# Cards and tables.


def cards() -> Iterator[str]:
    for card in CARDS:
        function, rule = OF_NAME.get(card.title, ("", ""))
        if not function:
            yield f"cards.toml, {card.name}.name: is {card.title!r}, which the rulebook does not know (7.1)."
        elif function not in card.functions:
            yield f"cards.toml, {card.name}.functions: lacks {function!r}, which {card.title} has ({rule})."
        for name, (only, number) in OF_NAME.items():
            if only in card.functions and only != "re-roll" and card.title != name:
                yield f"cards.toml, {card.name}.functions: holds {only!r}, which {name} alone has ({number})."
        if "hero" in card.functions and card.title != "Reinforcements!":
            yield f"cards.toml, {card.name}.functions: holds 'hero', which Reinforcements! alone has (14.1)."
        if card.title == "Reinforcements!" and "hero" not in card.functions:
            yield f"cards.toml, {card.name}.functions: lacks 'hero', which Reinforcements! has (14.1)."
        if card.title in NO_SHIFT and "shift" in card.functions:
            yield f"cards.toml, {card.name}.functions: holds 'shift', which {card.title} does not have (11.3.4)."
    titles = [card.title for card in CARDS]
    for name, (_, rule) in OF_NAME.items():
        if name not in titles:
            yield f"cards.toml, cards: there is no {name} ({rule})."
    if titles.count("Replacement!") == 1:
        yield "cards.toml, cards: there is one Replacement!, but two can be played at once (13.1)."
    for icon in ICONS:
        if not any(icon in card.functions for card in CARDS):
            yield f"cards.toml, cards: no card has the function {icon!r} ({FUNCTIONS[icon][2]})."


def results() -> Iterator[str]:
    """A higher die and a higher column are never worse for the attacker."""
    worth = {result: number for number, result in enumerate(RESULTS)}
    for number, name in enumerate(COLUMNS, 1):
        for die, (lower, higher) in enumerate(pairwise(CRT[number][1:]), 2):
            if worth[lower] > worth[higher]:
                yield f"tables.toml, crt.{name}: has {higher} for a {die}, but {lower} for a {die - 1}."
        for die in range(1, 7) if number > 1 else ():
            here, left = CRT[number][die], CRT[number - 1][die]
            if worth[left] > worth[here]:
                yield f"tables.toml, crt.{name}: has {here} for a {die}, but {COLUMNS[number - 2]} has {left}."


def terrain() -> Iterator[str]:
    """10.2, 11.3.4. Of marsh and combat the rulebook says nothing, and the printed chart may."""
    stops = {"clear": "nobody", "city": "nobody", "forest": "tanks", "marsh": "everybody", "mountain": "everybody"}
    shifts = {"clear": 0, "city": -1, "forest": 0, "mountain": -1, "river": -1}
    for kind, row in TERRAIN.items():
        if row.stops != stops.get(kind, row.stops):
            yield f"tables.toml, terrain.{kind}.stops: is {row.stops!r}, but the rulebook has {stops[kind]!r} (10.2)."
        if row.shift != shifts.get(kind, row.shift):
            yield f"tables.toml, terrain.{kind}.shift: is {row.shift}, but the rulebook has {shifts[kind]} (11.3.4)."
        tanks = 1 if kind == "clear" else 0
        if row.tanks != tanks and kind != "marsh":
            yield f"tables.toml, terrain.{kind}.tanks: is {row.tanks}, but the rulebook has {tanks} (11.3.4)."


def track() -> Iterator[str]:
    for number, weather in enumerate(("clear", "clear", "mud", "snow", "snow", "thaw")):
        found = TURNS[number].weather
        if found != weather:
            yield f"tables.toml, turns[{number}].weather: is {found!r}, but the rulebook has {weather!r} (10.3)."


# The map and the set-up.


def board() -> Iterator[str]:
    titles = {BOARD.by_id[city].title: BOARD.names[city] for city in members(CITIES)}
    for name, hex, rule in (("Odessa", "0304", "15.2.1"), ("Sevastopol", "0106", "15.2.2")):
        if titles[name] != hex:
            yield f"map.toml, names.{titles[name]}: {name} lies in {hex} ({rule})."
    for name, rule in (("Leningrad", "13.2.4"), ("Kiev", "15.1"), ("Smolensk", "15.1")):
        if name not in titles:
            yield f"map.toml, names: there is no city {name!r} ({rule})."
    fortresses = sorted(BOARD.by_id[city].title for city in members(FORTRESSES))
    if fortresses != ["Leningrad", "Moscow", "Sevastopol"]:
        names = ", ".join(fortresses)
        yield f"map.toml, spaces.fortress: has {names}; the rulebook has Leningrad, Moscow, Sevastopol (13.2.4)."
    center = AREAS[AREA_NAMES.index("center")]
    if "1201" not in BOARD.names_of(BESIDE[center]):
        yield "map.toml, box center.touches: lacks '1201', which units of Army Group Center can attack (11.7)."
    for name, area in zip(AREA_NAMES, AREAS, strict=True):
        for space in members(BESIDE[area]):
            if (BOARD.adjacent[space] & HEXES).bit_count() == 6:
                hex = BOARD.names[space]
                yield f"map.toml, box {name}.touches: names {hex!r}, which is not on the edge of the map (2.1.2)."
    yield from cut_off()


def cut_off() -> Iterator[str]:
    """Land that no unit can reach, and cities that a side could not supply though all the map were its own (13.2.1)."""
    seen = FRONTS[GERMAN]
    while (more := LAND.spread(seen) | seen) != seen:
        seen = more
    for hex in BOARD.names_of(LAND_HEXES & ~seen):
        yield f"map.toml, spaces: {hex} cannot be reached over land from the German rear areas."
    for side in (GERMAN, SOVIET):
        reached = reach_from(FRONTS[side], LINE - 1, LAND_HEXES)
        while (more := reached | reach_from(LAND.spread(reached & CITIES), LINE - 1, LAND_HEXES)) != reached:
            reached = more
        for city in members(CITIES & ~reached):
            yield f"map.toml, spaces.city: no {TITLES[side]} supply line could ever lead to {space_label(city)} (13.2)."


def set_up() -> Iterator[str]:
    at: dict[int, int] = {}
    for unit, hex in SETUP.items():
        at[hex] = at.get(hex, 0) | 1 << unit
    for hex, stack in at.items():
        if not legal_stack(SOVIET, stack):
            yield f"setup.toml, soviet.{BOARD.names[hex]}: places {stack.bit_count()} units, too many for a hex (8.2)."
    for name in ("S-8A", "S-12MC"):
        if name not in UNIT_IDS or BOARD.names[SETUP.get(UNIT_IDS[name], 0)] != "1601":
            yield f"setup.toml, soviet.1601: lacks {name!r} (3.1)."
    if BOARD.ids["1201"] not in at:
        yield "setup.toml, soviet: places no unit in 1201, where the rulebook has Soviet units (11.7)."
    for city in members(CITIES):
        if BOARD.by_id[city].title in ("Smolensk", "Kiev") and city in at:
            name = BOARD.names[city]
            yield f"setup.toml, soviet.{name}: places units in {space_label(city)}, which begins empty (15.1)."


# The tables in the text of the rules.


def rules_text(rules: Rulebook) -> Iterator[str]:
    """The rows that `rules.md` must have, so that nobody reads there what is not played."""
    for number, rows in (("2.1.4", track_rows()), ("2.3", card_rows()), ("3.1", setup_rows()), ("11.3.6", crt_rows())):
        found = [line for line in rules[number].text.splitlines() if line.startswith("|")][2:]
        for row in rows:
            if row not in found:
                yield f"rules.md, {number}: lacks the row {row!r}, which the data files say."
        for row in found:
            if row not in rows:
                yield f"rules.md, {number}: has the row {row!r}, which the data files do not say."
    for line in german_lines():
        if line not in rules["3.2"].text.splitlines():
            yield f"rules.md, 3.2: lacks the line {line!r}, which the data files say."


def row_of(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def track_rows() -> list[str]:
    rows = []
    for number, turn in enumerate(TURNS, 1):
        arrive = ", ".join(unit.title for unit in UNITS if unit.turn == number)
        rows.append(row_of(str(number), turn.label, turn.weather, *map(str, turn.cards), arrive or "–"))
    return rows


def card_rows() -> list[str]:
    rows: dict[str, None] = {}
    for card in CARDS:
        same = [other for other in CARDS if other.title == card.title and other.functions == card.functions]
        functions = ", ".join(FUNCTIONS[function][0] for function in card.functions)
        rows[row_of(f"{card.title} ({TITLES[card.side]})", str(len(same)), functions)] = None
    return list(rows)


def setup_rows() -> list[str]:
    at: dict[int, list[str]] = {}
    for unit, hex in SETUP.items():
        at.setdefault(hex, []).append(UNITS[unit].title)
    return [row_of(space_label(hex), ", ".join(titles)) for hex, titles in at.items()]


def crt_rows() -> list[str]:
    sign = {"-": "–"}
    return [
        row_of(str(die), *(sign.get(CRT[column][die], CRT[column][die]) for column in range(1, len(COLUMNS) + 1)))
        for die in range(1, 7)
    ]


def german_lines() -> list[str]:
    return [
        f"- {area.title()}: {', '.join(unit.title for unit in UNITS if unit.area == area)}." for area in AREA_NAMES[:4]
    ]
