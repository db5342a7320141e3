"""The facts of the game: map, units, tables, as the data files have them.

Most values are reconstructed; the data files say of each how sure it is.
"""

from __future__ import annotations

from ...core import HexBoard, Links, Space
from ...core.data import Source
from ...core.sets import contains, members, set_of
from .loader import CERTAINTY as CERTAINTY
from .loader import COLUMNS as COLUMNS
from .loader import GERMAN as GERMAN
from .loader import GUARDS as GUARDS
from .loader import REGULARS as REGULARS
from .loader import RESULTS as RESULTS
from .loader import SIDES as SIDES
from .loader import SOVIET as SOVIET
from .loader import (
    Counter,
    Factors,
    UnitFacts,
    numbers,
    read_counters,
    read_german,
    read_guards,
    read_map,
    read_results,
    read_shifts,
    read_sure,
    read_turns,
    read_types,
)

TITLES = ("German", "Soviet")
RESERVES, DEAD, POOL, WITHDRAWN = range(4)  # boxes beside the map
STACK_LIMIT = 5  # 6.0

# The map.

_map = Source.read(__package__, "map.toml")
MAP = read_map(
    _map,
    (
        Space(RESERVES, "reserves", "box", "Not yet in play"),
        Space(DEAD, "dead", "box", "Eliminated"),
        Space(POOL, "pool", "box", "Guards pool"),
        Space(WITHDRAWN, "withdrawn", "box", "Withdrawn"),
    ),
)
BOARD: HexBoard = MAP.board
HEXES = BOARD.hexes
SIZE = len(BOARD.names)
STRIDE = BOARD.grid.stride
FIRST_HEX = min(members(HEXES))
FOREST, MARSH = BOARD.features["forest"], BOARD.features["marsh"]
CITIES, TOWNS, FORTS = BOARD.features["city"], BOARD.features["town"], BOARD.features["fortification"]
PLACES = CITIES | TOWNS
MOSCOW = MAP.moscow
WEST, FORWARD, RESERVE = MAP.zones  # 3.2, 3.3, 3.6: west of the front line, Forward Zone, Reserve Front
SOUTH = set_of(hex for hex in members(HEXES) if hex % STRIDE > MAP.north_rows)  # the south sheet (5.3)
FRONT = FORWARD & BOARD.spread(WEST)  # 3.3: each must have a rifle division
EAST_SOURCES = BOARD.features["supply"]  # 8.2: Soviet
WEST_SOURCES = set_of(hex for hex in members(HEXES) if hex // STRIDE == 1)  # 8.2: German
SOURCES = (WEST_SOURCES, EAST_SOURCES)
FIVE_CITIES = CITIES & ~MOSCOW  # 4.3
WESTERN_PLACES = PLACES & WEST  # 4.4
OBJECTIVES = PLACES | EAST_SOURCES | WEST_SOURCES  # where control matters

RIVER, RESERVOIR = BOARD.borders["river"], BOARD.borders["reservoir"]
_closed = set(RESERVOIR.pairs)
_wet = set(RIVER.pairs)
LAND = Links(SIZE, (pair for pair in BOARD.links.pairs if pair not in _closed))  # 7.1, 10.10: not across reservoirs
DRY = Links(SIZE, (pair for pair in LAND.pairs if pair not in _wet))  # the same without rivers
SHORES = set_of(hex for pair in RESERVOIR.pairs for hex in pair)


def land_spread(hexes: int) -> int:
    """Every hex next to one of these, but not across a reservoir: faster than ``LAND.spread`` on large sets."""
    found = BOARD.spread(hexes & ~SHORES)
    for hex in members(hexes & SHORES):
        found |= LAND.of[hex]
    return found


def _around(hex: int) -> tuple[int, ...]:
    """The six adjacent hexes clockwise from the north, -1 where the map ends."""
    line = hex // STRIDE
    low = 0 if BOARD.grid.numbering.is_shifted(line) else -1
    near = (hex - 1, hex + STRIDE + low, hex + STRIDE + low + 1, hex + 1, hex - STRIDE + low + 1, hex - STRIDE + low)
    return tuple(other if other >= 0 and contains(HEXES, other) else -1 for other in near)


AROUND: list[tuple[int, ...]] = [_around(hex) if contains(HEXES, hex) else () for hex in range(SIZE)]
# 11.20: the sets of directions from which an attack is concentric
CONCENTRIC = frozenset(
    mask
    for mask in range(64)
    if mask.bit_count() > 3
    or any(contains(mask, d) and contains(mask, d + 3) for d in range(3))
    or mask in (0b010101, 0b101010)
)


# The units.

_pieces = Source.read(__package__, "pieces.toml")
_pieces.only("sure", "types", "german", "guards", "counters")
TYPES = read_types(_pieces.table("types"))
COUNTERS: dict[str, list[Counter]] = read_counters(_pieces.table("counters"), TYPES)
_german, KAMPFGRUPPEN = read_german(_pieces.table("german"), TYPES)
UNITS: list[UnitFacts] = [
    *_german,
    *read_guards(_pieces.table("guards"), TYPES),
    *(
        UnitFacts(f"{kind.lower()}-{number}", str(number), TYPES[kind].title, TYPES[kind])
        for kind in REGULARS
        for number in range(1, len(COUNTERS[kind]) + 1)
    ),
]
UNIT_COUNT = len(UNITS)
UNIT_NAMES = [unit.name for unit in UNITS]
UNIT_IDS = {name: number for number, name in enumerate(UNIT_NAMES)}
SIDE = [unit.type.side for unit in UNITS]
TYPE = [unit.type.name for unit in UNITS]
OF_TYPE = {kind: set_of(unit for unit in range(UNIT_COUNT) if TYPE[unit] == kind) for kind in TYPES}
ALL_OF = tuple(set_of(unit for unit in range(UNIT_COUNT) if SIDE[unit] == side) for side in (GERMAN, SOVIET))
MECH = set_of(unit for unit in range(UNIT_COUNT) if UNITS[unit].type.mech)
BARRED_FROM_MARSH = set_of(unit for unit in range(UNIT_COUNT) if not UNITS[unit].type.marsh)  # 10.8
FOOT, HORSE, TRACKS = range(3)  # what a unit can enter and how far it goes depends on this alone (2.10, 10.8)
CLASS = [
    TRACKS if contains(BARRED_FROM_MARSH, unit) else HORSE if contains(MECH, unit) else FOOT
    for unit in range(UNIT_COUNT)
]
KGS = OF_TYPE["panzer-kg"] | OF_TYPE["grenadier-kg"]
PANZERS = OF_TYPE["panzer"] | OF_TYPE["panzer-kg"]  # 10.14, 11.17, 11.18
INFANTRY = OF_TYPE["strong"] | OF_TYPE["weak"]
ASSAULTERS = ALL_OF[GERMAN] & MECH  # 10.14
UNTRIED_KIND = set_of(unit for unit in range(UNIT_COUNT) if TYPE[unit] in REGULARS)
TWO_STEP = set_of(unit for unit in range(UNIT_COUNT) if UNITS[unit].type.reduced is not None)
LEAVES_KG = OF_TYPE["panzer"] | OF_TYPE["grenadier"]  # 11.30
REPLENISHED = (LEAVES_KG, INFANTRY)  # 12.2: who may get mechanized and other replacement steps
WITHDRAWABLE_MECH = LEAVES_KG | OF_TYPE["cavalry"]  # 9.3
FULL, REDUCED = 0, 1
UNTRIED = 0
FACES: list[tuple[Factors, ...]] = [  # by unit, then by face: full and reduced, or untried and every counter
    ((0, 0), *(counter.factors for counter in COUNTERS[TYPE[unit]]))
    if contains(UNTRIED_KIND, unit)
    else tuple(factors for factors in (UNITS[unit].type.full, UNITS[unit].type.reduced) if factors)
    for unit in range(UNIT_COUNT)
]
ATTACK = [[factors[0] for factors in faces] for faces in FACES]
DEFENSE = [[factors[1] for factors in faces] for faces in FACES]
FIRST_COUNTER = {}  # by type: the number of its first counter in ALL_COUNTERS
ALL_COUNTERS: list[Counter] = []
for _kind in REGULARS:
    FIRST_COUNTER[_kind] = len(ALL_COUNTERS)
    ALL_COUNTERS += COUNTERS[_kind]
COUNTER_IDS = {counter.name: number for number, counter in enumerate(ALL_COUNTERS)}

# Tables.

_tables = Source.read(__package__, "tables.toml")
_tables.only("crt", "sure", "shifts", "movement", "november", "withdrawals", "turns")
CRT = read_results(_tables.table("crt"))  # by column from 1:3 to 5:1, then by face 1 to 6
SHIFT = read_shifts(_tables.table("shifts"))
TURNS = read_turns(_tables)
LAST_TURN = len(TURNS)
_moves = _tables.table("movement")
_moves.only("river", "assault", "guderian", "lull", "offensive")
RIVER_COST = _moves.get("river", int)
ASSAULT_COST = _moves.get("assault", int)
GUDERIAN = _moves.get("guderian", int)
LULL = numbers(_moves, "lull", 2, -9)
OFFENSIVE = numbers(_moves, "offensive", 2, -9)
_november = _tables.table("november")
_november.only("declare", "replacements", "air", "spoiling")
DECLARE_TURNS: tuple[int, ...] = tuple(_november.get("declare", list))
REPLACEMENT_STEPS = numbers(_november, "replacements", 2)
NOVEMBER_AIR = _november.get("air", int)
SPOILING = _november.get("spoiling", int)
_withdrawals = _tables.table("withdrawals")
_withdrawals.only("infantry", "cavalry")
INFANTRY_LEAVES: tuple[int, ...] = tuple(_withdrawals.get("infantry", list))
CAVALRY_LEAVES: tuple[int, ...] = tuple(_withdrawals.get("cavalry", list))

# How sure the parts are; the turns say it of themselves.

MAP_SURE = read_sure(_map.table("sure"), _map.get("sure", dict))
PIECES_SURE = read_sure(_pieces.table("sure"), _pieces.get("sure", dict))
CRT_SURE = read_sure(_tables.table("sure").table("crt"), COLUMNS)


def hex_label(space: int) -> str:
    """A space for people: the number of a hex and the name of its town, or the name of a box."""
    title = BOARD.by_id[space].title
    if space < FIRST_HEX:
        return title
    return f"{BOARD.names[space]} {title}" if title else BOARD.names[space]


def hex_name(hex: int) -> str:
    return BOARD.names[hex]


def unit_names(units: int) -> list[str]:
    return [UNIT_NAMES[unit] for unit in members(units)]
