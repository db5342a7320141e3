"""The printed facts of the game: map, units, tables, set-up, read from the data files and checked."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import HexBoard, Space
from ...core.data import Source, hex_board, place, places, results_table
from ...core.sets import SpaceSet, contains, members, set_of

GERMAN, SOVIET = 0, 1
SIDES = ("german", "soviet")
TITLES = ("German", "Russian")

POOL, TRACK = 0, 1  # boxes: eliminated or not yet in play; on the turn track
RESULTS = ("NE", "AL", "EX", "DR", "DRL", "DE")
RESULT_NAMES = {
    "NE": "no effect",
    "AL": "attacker loss",
    "EX": "exchange",
    "DR": "defender retreats",
    "DRL": "defender retreats with loss",
    "DE": "defender eliminated",
}
COLUMNS = ("1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
ELIMINATED, REDUCED, FULL = 0, 1, 2  # steps left


@dataclass(frozen=True, slots=True)
class UnitFacts:
    """What is printed on a unit."""

    name: str
    number: str
    title: str
    side: int
    size: str
    type: str
    strength: tuple[int, int, int]
    movement: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A box of the turn track; replacements by side."""

    label: str
    mud: bool
    replacements: tuple[int, int]


def read_units(source: Source) -> tuple[UnitFacts, ...]:
    """All units, the German ones first."""
    units: list[UnitFacts] = []
    for unit in source.tables("units"):
        unit.only("id", "number", "title", "side", "size", "type", "full", "reduced", "movement", "reduced_side")
        name = unit.get("id", str)
        if any(other.name == name for other in units):
            raise unit.error("id", f"is {name!r}, but another unit has that id already")
        side = SIDES.index(unit.choice("side", SIDES))
        full, reduced = unit.get("full", int), unit.get("reduced", int)
        if reduced != full // 2:
            raise unit.error("reduced", f"is {reduced}; by rule 3.3 it must be half of {full}, rounded down")
        units.append(
            UnitFacts(
                name,
                unit.get("number", str),
                unit.get("title", str),
                side,
                unit.choice("size", ("corps", "army")),
                unit.choice("type", ("infantry", "panzer", "shock")),
                (0, reduced, full),
                unit.get("movement", int),
            )
        )
    if [unit.side for unit in units] != sorted(unit.side for unit in units):
        raise source.error("units", "must list the German units before the Russian ones")
    return tuple(units)


def read_turns(source: Source) -> tuple[Turn, ...]:
    turns = []
    for turn in source.tables("turns"):
        turn.only("label", "weather", "german", "soviet")
        mud = turn.choice("weather", ("clear", "mud")) == "mud"
        turns.append(Turn(turn.get("label", str), mud, (turn.get("german", int), turn.get("soviet", int))))
    return tuple(turns)


def read_standard(source: Source, crosses: SpaceSet) -> dict[int, int]:
    """The standard German set-up: hex by unit."""
    found: dict[int, int] = {}
    for hex_name in source.data:
        unit = source.choice(hex_name, (facts.name for facts in UNITS if facts.side == GERMAN))
        if UNIT_IDS[unit] in found:
            raise source.error(hex_name, f"places {unit!r}, which is already in another hex")
        found[UNIT_IDS[unit]] = place(source, hex_name, hex_name, BOARD.ids)
    if set_of(found.values()) != crosses:
        wrong = BOARD.names_of(set_of(found.values()) ^ crosses)
        raise source.error("", f"must fill every cross once; look at {', '.join(wrong)}")
    return found


_map = Source.read(__package__, "map.toml")
_tables = Source.read(__package__, "tables.toml")
_setup = Source.read(__package__, "setup.toml")

BOXES = (
    Space(POOL, "pool", "box", "Replacement pool"),
    Space(TRACK, "track", "box", "Turn track"),
)
BOARD: HexBoard = hex_board(_map, BOXES)
HEXES = BOARD.hexes
FIRST_HEX = min(members(HEXES))
ADJACENT = BOARD.adjacent
FOREST = BOARD.features["forest"]
OPEN = HEXES & ~FOREST
CITIES = BOARD.features["city"]
MAJOR_CITIES = BOARD.features["major_city"]
FORTIFICATIONS = BOARD.features["fortification"]
EDGES = (BOARD.features["west_edge"], BOARD.features["red_edge"])
RIVER = BOARD.borders["river"]
RAIL = BOARD.borders["rail"]
RAILWAY = set_of(hex for pair in RAIL.pairs for hex in pair)
MOSCOW = next(space.id for space in BOARD.spaces if space.title == "Moscow")
TWO_AWAY = [
    BOARD.within(hex, 2) & ~BOARD.within(hex, 1) if contains(HEXES, hex) else 0 for hex in range(len(BOARD.names))
]

UNITS = read_units(Source.read(__package__, "pieces.toml"))
UNIT_NAMES = [unit.name for unit in UNITS]
UNIT_IDS = {name: number for number, name in enumerate(UNIT_NAMES)}
_germans = sum(unit.side == GERMAN for unit in UNITS)
LOW = (0, _germans)  # the units of a side are numbered from LOW[side] to HIGH[side] - 1
HIGH = (_germans, len(UNITS))
OF_SIDE = (range(_germans), range(_germans, len(UNITS)))
ALL_OF = (set_of(OF_SIDE[0]), set_of(OF_SIDE[1]))  # the same as sets
SIDE = [unit.side for unit in UNITS]
STRENGTH = [unit.strength for unit in UNITS]  # by unit, then by steps left
MOVEMENT = [unit.movement for unit in UNITS]
PANZER = [unit.type == "panzer" for unit in UNITS]

_crt = results_table(_tables.table("crt"), COLUMNS, RESULTS)
CRT = [[""] * 7, *(["", *_crt[column]] for column in COLUMNS)]  # by column 1 to 6, then by face 1 to 6
TURNS = read_turns(_tables)
LAST_TURN = len(TURNS)
MUD = [False, *(turn.mud for turn in TURNS)]  # by turn

CROSSES = places(_setup.table("german"), "crosses", BOARD.ids)
STARS = places(_setup.table("soviet"), "stars", BOARD.ids)
GERMAN_CITIES = places(_setup.table("german"), "cities", BOARD.ids)
STANDARD = read_standard(_setup.table("german").table("standard"), CROSSES)
_reinforcement = _setup.table("reinforcement")
SHOCK_ARMY = UNIT_IDS[_reinforcement.choice("unit", UNIT_NAMES)]
SHOCK_TURN = _reinforcement.get("turn", int)


def check_terrain(source: Source) -> dict[str, tuple[int, int]]:
    """Points to enter and columns lost, by kind of terrain."""
    kinds = ("clear", "forest", "major_city", "fortification", "river")
    source.only(*kinds)
    tables = {kind: source.table(kind) for kind in kinds}
    return {kind: (table.get("move", int), table.get("shift", int)) for kind, table in tables.items()}


TERRAIN = check_terrain(_tables.table("terrain"))


def space_label(hex: int) -> str:
    """What people call a hex: its number and the name of its city."""
    return BOARD.by_id[hex].label


def unit_label(unit: int) -> str:
    """A unit for people: side and name."""
    return f"{TITLES[SIDE[unit]]} {UNITS[unit].title}"
