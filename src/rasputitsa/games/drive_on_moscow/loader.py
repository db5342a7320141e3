"""The data files, read and checked: what nobody could play with is refused here, with file, key and value.

What can be played but contradicts the rulebook, or another part of the data, is reported by `consistency`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...core import HexBoard, HexGrid, Space
from ...core.data import Source, hex_grid, pairs, place, places, results_table
from ...core.sets import SpaceSet, contains

GERMAN, SOVIET = 0, 1
SIDES = ("german", "soviet")
RESULTS = ("AL1", "AS", "DR", "DE")
COLUMNS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1")
TERRAIN = {".": "clear", "f": "forest", "m": "marsh"}
ZONES = ("german", "forward", "reserve")  # west of the front line, Forward Zone, Reserve Front
GERMAN_TYPES = ("strong", "weak", "panzer", "grenadier", "cavalry", "lehr", "grossdeutschland")
KG_TYPES = ("panzer-kg", "grenadier-kg")
GUARDS = ("GRD", "GCD", "GTB")
REGULARS = ("RD", "RB", "CD", "TB", "MRB", "MRD")
DISGUISED = ("TD",)  # 3.1: what one of the motorized rifle divisions turns out to be
SHIFTS = ("forest", "river", "city", "fortification", "concentric", "tempo", "no_offensive")

# How sure a value is: stated in the rulebook, found in public material outside it, rebuilt to fit both, or read off the
# printed game by somebody who owns it.
CERTAINTY = ("RULE", "FOUND", "REBUILT", "PRINTED")

Factors = tuple[int, int]  # attack and defense (2.9)


@dataclass(frozen=True, slots=True)
class TypeFacts:
    """What all units of a type have in common (2.5 to 2.8). ``becomes`` is the guards type it converts into (9.4)."""

    name: str
    side: int
    title: str
    size: str
    symbol: str
    mech: bool
    marsh: bool
    division: bool
    guards: bool
    full: Factors | None
    reduced: Factors | None
    becomes: str


@dataclass(frozen=True, slots=True)
class UnitFacts:
    """A unit. Which counter an untried Soviet unit is, is not known before it is revealed (2.13)."""

    name: str
    number: str
    title: str
    type: TypeFacts
    corps: str = ""
    army: str = ""


@dataclass(frozen=True, slots=True)
class Counter:
    """The veteran side of a Soviet unit that is not guards: its number and its factors (2.13).

    ``type`` is what the unit is while untried, ``symbol`` what it shows afterwards (3.1).
    """

    name: str
    number: str
    title: str
    type: str
    symbol: str
    factors: Factors


@dataclass(frozen=True, slots=True)
class Turn:
    """A box of the Turn Record Track. Movement of mechanized and other units; air by side; reinforcements by type."""

    label: str
    dates: str
    ground: str
    movement: tuple[int, int]
    air: tuple[int, int]
    reinforcements: dict[str, int]
    sure: dict[str, str]


@dataclass(frozen=True, slots=True)
class MapFacts:
    """The map: the board with its features, the three zones of the set-up, and how many rows the north sheet has."""

    board: HexBoard
    zones: tuple[SpaceSet, SpaceSet, SpaceSet]
    north_rows: int
    moscow: SpaceSet
    city_names: dict[str, tuple[str, ...]]


def read_sure(source: Source, keys: Iterable[str]) -> dict[str, str]:
    """How sure each of these values is."""
    source.only(*(known := list(keys)))
    return {key: source.choice(key, CERTAINTY) for key in known}


def numbers(source: Source, key: str, count: int, least: int = 0) -> list[int]:
    """A list of so many whole numbers."""
    values = source.get(key, list)
    if len(values) != count or not all(type(value) is int and value >= least for value in values):
        raise source.error(key, f"is {values!r}; it must be a list of {count} whole numbers of at least {least}")
    return values


# The map.


def read_map(source: Source, boxes: Iterable[Space]) -> MapFacts:
    source.only(
        "sure", "grid", "terrain", "cities", "towns", "supply", "fortifications", "marshes", "reservoirs", "rivers"
    )
    grid = hex_grid(source.table("grid"))
    ids = {grid.numbering.name(*at): grid.id(*at) for at in grid.places()}
    drawing = source.table("terrain")
    drawing.only("north_rows", "rows")
    terrain, zones = read_drawing(drawing, ids, len(grid.lengths))
    titles: dict[str, str] = {}
    cities = source.table("cities")
    city_names = {name: tuple(cities.texts(name)) for name in cities.data}
    city = 0
    for name in city_names:
        city |= places(cities, name, ids)
        titles.update(dict.fromkeys(city_names[name], name))
    if "Moscow" not in city_names:
        raise cities.error("Moscow", "is missing; the game is about its capture")
    towns = source.table("towns")
    town = 0
    for name in towns.data:
        number = place(towns, name, hex_name := towns.get(name, str), ids)
        if hex_name in titles:
            raise towns.error(name, f"is in {hex_name}, where {titles[hex_name]} is already")
        titles[hex_name] = name
        town |= 1 << number
    supply = source.table("supply")
    sources = 0
    for name in supply.data:
        supply.get(name, str)
        sources |= 1 << place(supply, name, name, ids)
    if not sources:
        raise source.error("supply", "is empty; the Soviets need a supply source")
    forts = source.table("fortifications")
    fort = 0
    for name in forts.data:
        fort |= places(forts, name, ids)
    features = {
        "forest": terrain["forest"],
        "marsh": terrain["marsh"],
        "city": city,
        "town": town,
        "fortification": fort,
        "supply": sources,
    }
    borders = {
        key: [pair for name in source.table(key).data for pair in pairs(source.table(key), name, ids)]
        for key in ("rivers", "reservoirs")
    }
    touching = adjacent_pairs(grid)
    for key, found in borders.items():
        for a, b in found:
            if (min(a, b), max(a, b)) not in touching:
                names = {number: name for name, number in ids.items()}
                raise source.error(key, f"has {names[a]}-{names[b]}, but these hexes are not adjacent")
    lines = {
        "river": borders["rivers"],
        "reservoir": borders["reservoirs"],
        "front": [(a, b) for a, b in touching if contains(zones[0], a) != contains(zones[0], b)],
        "boundary": [(a, b) for a, b in touching if contains(zones[2], a) != contains(zones[2], b)],
    }
    board = HexBoard(grid, titles, tuple(boxes), (), features, lines)
    moscow = board.set(city_names["Moscow"])
    return MapFacts(board, zones, drawing.get("north_rows", int), moscow, city_names)


def adjacent_pairs(grid: HexGrid) -> set[tuple[int, int]]:
    """Every two adjacent hexes, the lower number first."""
    stride = grid.stride
    numbers = {line * stride + position for line, position in grid.places()}
    return {
        (here, there)
        for line, position in grid.places()
        for other_line, other in grid.around(line, position)
        if (here := line * stride + position) < (there := other_line * stride + other) and there in numbers
    }


def read_drawing(
    source: Source, ids: Mapping[str, int], columns: int
) -> tuple[dict[str, SpaceSet], tuple[SpaceSet, SpaceSet, SpaceSet]]:
    """The rows of the map: the terrain of each hex, and the zones between the two bars."""
    terrain = dict.fromkeys(TERRAIN.values(), 0)
    zones = [0, 0, 0]
    seen = 0
    for line in source.get("rows", str).split("\n"):
        if not line.strip():
            continue
        row, _, drawn = line.partition(" ")
        parts = drawn.split("|")
        if len(parts) != len(ZONES) or sum(map(len, parts)) != columns:
            raise source.error("rows", f"has {line!r}; a row is its number and {columns} hexes with two bars")
        column = 0
        for zone, part in enumerate(parts):
            for letter in part:
                column += 1
                name = f"{column:02d}{row}"
                bit = 1 << place(source, "rows", name, ids)
                if letter not in TERRAIN:
                    raise source.error("rows", f"has {letter!r} in row {row}; hexes are {' '.join(TERRAIN)}")
                terrain[TERRAIN[letter]] |= bit
                zones[zone] |= bit
                seen |= bit
    if seen.bit_count() != len(ids):
        raise source.error("rows", f"draws {seen.bit_count()} hexes, but the grid has {len(ids)}")
    return terrain, (zones[0], zones[1], zones[2])


# The units.


def read_factors(source: Source, key: str) -> Factors | None:
    if key not in source.data:
        return None
    attack, defense = numbers(source, key, 2, 1)
    return attack, defense


def read_types(source: Source) -> dict[str, TypeFacts]:
    known = (*GERMAN_TYPES, *KG_TYPES, *GUARDS, *REGULARS, *DISGUISED)
    source.only(*known)
    types = {}
    for name in known:
        kind = source.table(name)
        kind.only(
            "side", "title", "size", "symbol", "mech", "marsh", "division", "guards", "full", "reduced", "becomes"
        )
        types[name] = TypeFacts(
            name,
            SIDES.index(kind.choice("side", SIDES)),
            kind.get("title", str),
            kind.get("size", str),
            kind.get("symbol", str),
            kind.get("mech", bool),
            kind.get("marsh", bool, False) or not kind.get("mech", bool),
            kind.get("division", bool, False),
            kind.get("guards", bool, False),
            read_factors(kind, "full"),
            read_factors(kind, "reduced"),
            kind.choice("becomes", ("", *GUARDS), ""),
        )
        if (types[name].full is None) != (name in REGULARS + DISGUISED):
            raise kind.error("full", "must be given for every type but those with factors on their counters")
    return types


def ordinal(number: str) -> str:
    """ "21" as "21st"; a text that is no number as it is."""
    if not number.isdigit():
        return number
    ending = {1: "st", 2: "nd", 3: "rd"}.get(int(number) % 10, "th")
    return number + ("th" if int(number) % 100 in (11, 12, 13) else ending)


def unit_title(number: str, kind: TypeFacts) -> str:
    """ "102" as "102nd Infantry Division", "3M" as "3rd Moscow Rifle Division", "1G" as "1st Guards ..."."""
    if kind.name in ("lehr", "grossdeutschland"):
        return kind.title
    if number.endswith("M"):
        return f"{ordinal(number[:-1])} Moscow {kind.title}"
    return f"{ordinal(number.removesuffix('G'))} {kind.title}"


SHORT = {
    "strong": "inf", "weak": "inf", "panzer": "pz", "grenadier": "pg", "cavalry": "cav", "lehr": "pg",
    "grossdeutschland": "pg", "panzer-kg": "kgpz", "grenadier-kg": "kgpg",
}  # fmt: skip


def read_german(source: Source, types: Mapping[str, TypeFacts]) -> tuple[list[UnitFacts], int]:
    """The German units by corps, then every Kampfgruppe in both its forms; and how many Kampfgruppen there can be."""
    source.only("kampfgruppen", "corps")
    found: list[UnitFacts] = []
    names: set[str] = set()
    for corps in source.tables("corps"):
        corps.only("army", "corps", "units")
        for text in corps.texts("units"):
            number, _, kind = text.partition(" ")
            if kind not in GERMAN_TYPES:
                raise corps.error("units", f"holds {text!r}; write number and type, of {', '.join(GERMAN_TYPES)}")
            name = f"{SHORT[kind]}-{number}"
            if name in names:
                raise corps.error("units", f"holds {text!r}, which is there twice")
            names.add(name)
            title = unit_title(number, types[kind])
            found.append(UnitFacts(name, number, title, types[kind], corps.get("corps", str), corps.get("army", str)))
    count = source.get("kampfgruppen", int)
    for kind in KG_TYPES:
        for group in range(1, count + 1):
            title = f"{types[kind].title} {group}"
            found.append(UnitFacts(f"{SHORT[kind]}-{group}", f"KG{group}", title, types[kind]))
    return found, count


def read_guards(source: Source, types: Mapping[str, TypeFacts]) -> list[UnitFacts]:
    source.only(*GUARDS)
    return [
        UnitFacts(f"{kind.lower()}-{number}", number, unit_title(number, types[kind]), types[kind])
        for kind in GUARDS
        for number in source.texts(kind)
    ]


def read_counters(source: Source, types: Mapping[str, TypeFacts]) -> dict[str, list[Counter]]:
    """The veteran sides by type, equal factors together."""
    source.only(*REGULARS)
    found: dict[str, list[Counter]] = {}
    for kind in REGULARS:
        table = source.table(kind)
        counters = found[kind] = []
        for text in table.data:
            attack, _, defense = text.partition("-")
            if not (attack.isdigit() and defense.isdigit() and int(attack) and int(defense)):
                raise table.error(text, "must be the factors of a unit, such as 2-3")
            for entry in table.texts(text):
                number, _, other = entry.partition(" ")
                if other and other not in DISGUISED:
                    raise table.error(text, f"holds {entry!r}; a type after a number must be {', '.join(DISGUISED)}")
                shown = types[other or kind]
                factors = int(attack), int(defense)
                counters.append(
                    Counter(f"{kind}-{number}", number, unit_title(number, shown), kind, shown.symbol, factors)
                )
        names = [counter.name for counter in counters]
        if len(set(names)) != len(names) or not 0 < len(names) < 255:
            raise source.error(kind, "must name each unit once, and at most 254 of them")
    return found


# Tables.


def read_results(source: Source) -> list[list[str]]:
    """The combat results by column, from 1:3 to 5:1, then by face; face 0 is unused."""
    table = results_table(source, COLUMNS, RESULTS)
    return [["", *table[column]] for column in COLUMNS]


def read_turns(source: Source) -> list[Turn]:
    turns = []
    for turn in source.tables("turns"):
        turn.only("label", "dates", "ground", "movement", "air", "reinforcements", "sure")
        coming = turn.table("reinforcements")
        coming.only(*REGULARS)
        mech, other = numbers(turn, "movement", 2)
        german, soviet = numbers(turn, "air", 2)
        turns.append(
            Turn(
                turn.get("label", str),
                turn.get("dates", str),
                turn.get("ground", str),
                (mech, other),
                (german, soviet),
                {kind: coming.get(kind, int) for kind in REGULARS if kind in coming.data},
                read_sure(turn.table("sure"), ("movement", "air", "reinforcements")),
            )
        )
    if not turns:
        raise source.error("turns", "is empty; a game needs at least one turn")
    return turns


def read_shifts(source: Source) -> dict[str, int]:
    source.only(*SHIFTS)
    return {key: source.get(key, int) for key in SHIFTS}
