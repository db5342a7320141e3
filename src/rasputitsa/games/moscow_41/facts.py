"""The facts of the game: map, blocks, tables and scenarios, as the data files have them.

Most of the map is reconstructed; the data files say of each value how sure it is. Spaces are numbered so that area
*n* is number *n*; sets of areas and of blocks are ints.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import compress

from ...core.data import Source
from ...core.sets import SpaceSet, contains, members, set_of
from .loader import CERTAINTY as CERTAINTY
from .loader import COLOURS as COLOURS
from .loader import COMBAT_TYPES as COMBAT_TYPES
from .loader import GERMAN as GERMAN
from .loader import SIDES as SIDES
from .loader import SOVIET as SOVIET
from .loader import TRAYS, Order, ScenarioFacts, read_bombers, read_scenario, read_units
from .map_loader import front, read_map

TITLES = ("German", "Soviet")

# The map: 2.0.

_map = read_map(Source.read(__package__, "map.toml"))
BOARD = _map.board
TOWNS, AREA_SURE, SHAPES, PLACES = _map.towns, _map.sure, _map.shapes, _map.places
SIZE = len(BOARD.names)
NEAR = BOARD.adjacent  # by space: the adjacent areas
RIVER = BOARD.borders["river"].of  # by area: the areas across a river (2.4.6)
GREEN, YELLOW, VICTORY, STAGING = (BOARD.features[kind] for kind in ("green", "yellow", "victory", "staging"))
CITIES = BOARD.features["city"]
AREAS = GREEN | YELLOW | VICTORY | STAGING
SOVIET_AREAS = AREAS & ~STAGING  # 2.4.4: the Soviets never enter a staging area
OPEN_TO = (AREAS, SOVIET_AREAS)  # by side
ENTRY_AREAS = CITIES | VICTORY  # 5.0: where Soviet reinforcements arrive
EDGES = _map.edges  # 2.1: the areas on each part of the red border
MOSCOW, SMOLENSK, CHERNIGOV, ROMNY = (PLACES[name] for name in ("moscow", "smolensk", "chernigov", "romny"))
RASTENBURG, KIEV = BOARD.ids["rastenburg"], BOARD.ids["kiev"]
ROAD = tuple(range(BOARD.ids["pskov"], BOARD.ids["leningrad"] + 1))  # 2.2: the Road to Leningrad
ROAD_SET = set_of(ROAD)
SHLISSELBURG, LENINGRAD = BOARD.ids["shlisselburg"], BOARD.ids["leningrad"]
POOL, ELIMINATED, WAITING, REMOVED, HAND, READY, ABORTED, DESTROYED = (BOARD.ids[name] for name in TRAYS)
VICTORY_PLACES = VICTORY | 1 << KIEV | 1 << LENINGRAD  # 1.7
STAGING_OF = {  # 5.0: where blocks of a colour enter
    "brown": 1 << BOARD.ids["16A"],
    "pink": 1 << BOARD.ids["9A"],
    "light blue": 1 << BOARD.ids["4A"],
    "yellow": 1 << BOARD.ids["2A"],
}


def _spread_tables() -> tuple[tuple[SpaceSet, ...], ...]:
    """For each byte of a set of spaces, the neighbours of every combination of its eight members."""
    tables = []
    for base in range(0, SIZE, 8):
        table = [0] * 256
        for octet in range(1, 256):
            low = octet & -octet
            space = base + low.bit_length() - 1
            table[octet] = table[octet ^ low] | (NEAR[space] if space < SIZE else 0)
        tables.append(tuple(table))
    return tuple(tables)


_TABLES = _spread_tables()
_LENGTH = len(_TABLES)


@lru_cache(maxsize=16_384)
def spread(areas: SpaceSet) -> SpaceSet:
    """Every area adjacent to one of these. Remembered: nineteen of twenty questions of a bot were asked before."""
    found = 0
    if areas.bit_count() < 8:
        while areas:
            low = areas & -areas
            found |= NEAR[low.bit_length() - 1]
            areas ^= low
        return found
    octets = areas.to_bytes(_LENGTH, "little")
    for octet, table in compress(zip(octets, _TABLES, strict=True), octets):
        found |= table[octet]
    return found


# The tables.

_tables = Source.read(__package__, "tables.toml")
_tables.only("components", "terrain", "movement", "firepower", "weather", "turn", "victory")
_tables.table("components").only("defensive_lines", "river_cubes")
LINES = tuple(_tables.table("components").table("defensive_lines").get(side, int) for side in SIDES)
_terrain = {kind: _tables.table("terrain").table(kind) for kind in ("green", "yellow", "victory", "staging")}
_tables.table("terrain").only(*_terrain, "city", "defensive_line")
for _row in _terrain.values():
    _row.only("cost", "stacking", "absorb")
STACKING = [0] * SIZE  # by space: blocks of one side (2.7)
TERRAIN_ABSORB = [0] * SIZE  # by area: what its terrain absorbs for the defender, whoever controls it
CITY_ABSORB = [0] * SIZE  # by area: what its city absorbs for a defender who controls it (10.13)
COST = [0] * SIZE  # by area: movement points in good weather (2.6)
for _kind, _row in _terrain.items():
    for _area in members(BOARD.features[_kind]):
        STACKING[_area], COST[_area] = _row.get("stacking", int), _row.get("cost", int)
        (CITY_ABSORB if _kind == "victory" else TERRAIN_ABSORB)[_area] = _row.get("absorb", int)
for _area in members(CITIES):
    CITY_ABSORB[_area] = _tables.table("terrain").table("city").get("absorb", int)
LINE_ABSORB = _tables.table("terrain").table("defensive_line").get("absorb", int)
_movement = _tables.table("movement")
_movement.only("fast", "slow", "disengaging", "infantry_division")
FAST_POINTS, SLOW_POINTS = _movement.get("fast", int), _movement.get("slow", int)
DISENGAGING, DIVISION_POINTS = _movement.get("disengaging", int), _movement.get("infantry_division", int)
_fire = _tables.table("firepower")
_fire.only(*"SDT")
for _letter in "SDT":
    _fire.table(_letter).only("title", "dot", "hits_on", "cost")
HITS_ON = {letter: _fire.table(letter).get("hits_on", int) for letter in "SDT"}
STEP_COST = {letter: _fire.table(letter).get("cost", int) for letter in "SDT"}  # 7.2.2
FIRE_TITLES = {HITS_ON[letter]: _fire.table(letter).get("title", str) for letter in "SDT"}
FIRE_DOTS = {HITS_ON[letter]: _fire.table(letter).get("dot", str) for letter in "SDT"}  # their colours
SINGLE, DOUBLE, TRIPLE, NO_FIRE = HITS_ON["S"], HITS_ON["D"], HITS_ON["T"], 7
SUNNY, RAIN, SNOW, BLIZZARD = range(4)
WEATHERS = ("sunny", "rain", "snow", "blizzard")
_weather = _tables.table("weather")
_weather.only("rain", "snow", "track")
RAIN_COST, RAIN_CAVALRY = (_weather.table("rain").get(key, int) for key in ("cost", "cavalry"))
SNOW_COST = _weather.table("snow").get("cost", int)
TRACK_END = _weather.get("track", int)
MONTHS = [turn.get("title", str) for turn in _tables.tables("turn")]
ROLLED = [False, *(turn.choice("weather", ("good", "rolled")) == "rolled" for turn in _tables.tables("turn"))]
OCTOBER, NOVEMBER, DECEMBER = (MONTHS.index(month) + 1 for month in ("October", "November", "December"))
_tables.table("victory").only("blocks_per_point", "sudden_death")
LOST_PER_POINT = _tables.table("victory").get("blocks_per_point", int)
SUDDEN_DEATH = _tables.table("victory").get("sudden_death", int)


def costs_in(weather: int, cavalry: bool) -> tuple[SpaceSet, ...]:
    """2.6, 8.0, 14.6: element *n* is the set of areas that cost *n* + 1 movement points to enter."""
    if weather == SUNNY:
        return tuple(set_of(area for area in members(AREAS) if COST[area] == cost) for cost in (1, 2))
    cost = SNOW_COST if weather != RAIN else RAIN_CAVALRY if cavalry else RAIN_COST
    return (*(0,) * (cost - 1), AREAS)


COSTS = [costs_in(weather, False) for weather in range(4)]
CAVALRY_COSTS = [costs_in(weather, True) for weather in range(4)]

# The blocks: 4.0.

_pieces = Source.read(__package__, "pieces.toml")
_pieces.only("units", "bombers")
UNITS = read_units(_pieces)
UNIT_NAMES = [unit.name for unit in UNITS]
UNIT_IDS = {name: number for number, name in enumerate(UNIT_NAMES)}
COUNT = len(UNITS)
SIDE = [unit.side for unit in UNITS]
FULL = [unit.full for unit in UNITS]  # the strength of a block without losses


def units_with(**wanted: object) -> SpaceSet:
    """The blocks whose printed values are these."""
    return set_of(
        number for number, unit in enumerate(UNITS) if all(getattr(unit, key) == value for key, value in wanted.items())
    )


ALL_OF = (units_with(side=GERMAN), units_with(side=SOVIET))
LEADERS, TACTICAL, AIR_HQS = (units_with(type=kind) for kind in ("leader", "hq", "air"))
HQS = TACTICAL | AIR_HQS
COMBAT = (ALL_OF[0] | ALL_OF[1]) & ~HQS & ~LEADERS
TANKS, CAVALRY = units_with(type="tank"), units_with(type="cavalry")
FAST = units_with(speed="fast")
BLITZ_HQS = units_with(blitz=True)
REMNANTS = units_with(remnant=True)
PANZER_GROUP_4, NOVEMBER_BLOCKS, KIEV_BLOCKS = (units_with(letter=letter) for letter in "LNK")
INFANTRY_DIVISIONS = units_with(side=GERMAN, type="infantry", size="division")
HITLER, STALIN, ZHUKOV, HOEPNER = (UNIT_IDS[name] for name in ("G-HITLER", "S-STALIN", "S-ZHUKOV", "G-HQ4P"))
AZUL = UNIT_IDS["G-W-AZUL"]
LEADER_OF = (HITLER, STALIN)
MINIMUM = [0 if contains(HQS | LEADERS, unit) else 1 for unit in range(COUNT)]  # the heart of an HQ counts as 0
WEAKER = [  # by block, then by strength: the next lower step, or -1 where there is none (4.2.3.1)
    [-1, -1, 0, 2, 3] if not MINIMUM[unit] else [-1, -1, 1, 2, 3] for unit in range(COUNT)
]
STRONGER = [  # the next higher step, or -1 (7.2.2)
    [2, -1, 3, 4, -1] if not MINIMUM[unit] else [-1, *(s + 1 if s < FULL[unit] else -1 for s in range(1, 5))]
    for unit in range(COUNT)
]
FACES = [  # by block, then by strength: how many times it has been turned (4.2.3.1)
    [3, 3, 2, 1, 0] if not MINIMUM[unit] else [FULL[unit] - strength for strength in range(5)] for unit in range(COUNT)
]
STEPS_LEFT = [[1, 1, 2, 3, 4] for _ in range(COUNT)]  # hits that a block takes before it is gone


def _fire_of(unit: int) -> list[int]:
    """By strength: the lowest face that hits (4.2.2)."""
    if contains(AIR_HQS, unit) or contains(LEADERS, unit):
        return [NO_FIRE] * 5
    if contains(TACTICAL, unit):
        return [NO_FIRE, NO_FIRE, DOUBLE, DOUBLE, DOUBLE]
    letters = UNITS[unit].fire
    return [NO_FIRE, *(HITS_ON[letters[strength]] if strength < len(letters) else NO_FIRE for strength in range(4))]


FIRE = [_fire_of(unit) for unit in range(COUNT)]
REPLACEMENT_COST = [  # by block, then by the strength reached (7.2.2)
    [0, *(STEP_COST[unit.fire[strength]] if strength < len(unit.fire) else 0 for strength in range(4))]
    for unit in UNITS
]
COMMANDS = [0] * COUNT  # by tactical HQ: the blocks that it commands within its range (10.2, 10.6)
COMMANDS_ANY = [0] * COUNT  # the same with option 14.1
for _hq in members(TACTICAL):
    _own = ALL_OF[SIDE[_hq]]
    _colours = units_with(colour="white") | (units_with(colour=UNITS[_hq].colour) if UNITS[_hq].colour else 0)
    COMMANDS[_hq] = _own & COMBAT & _colours
    COMMANDS_ANY[_hq] = _own & COMBAT
COMMANDS[ZHUKOV] = COMMANDS_ANY[ZHUKOV] = ALL_OF[SOVIET] & ~LEADERS & ~(1 << ZHUKOV)
ENTERS = [  # by German block: the staging areas where it may enter (5.0)
    STAGING_OF.get(unit.colour, STAGING) if unit.side == GERMAN else 0 for unit in UNITS
]

# The bombers: 10.10.1.

BOMBERS = read_bombers(_pieces)
BOMBER_NAMES = [bomber.name for bomber in BOMBERS]
BOMBER_HQ = [UNIT_IDS[bomber.hq] for bomber in BOMBERS]
BOMBER_FIRE = [TRIPLE if bomber.type == "Ju-87" else DOUBLE for bomber in BOMBERS]
STUKAS = set_of(number for number, bomber in enumerate(BOMBERS) if bomber.type == "Ju-87")
BOMBERS_OF = {hq: set_of(n for n, own in enumerate(BOMBER_HQ) if own == hq) for hq in members(AIR_HQS)}

# The scenarios.

_setup = Source.read(__package__, "setup.toml")
SCENARIOS: dict[str, ScenarioFacts] = {
    name: read_scenario(_setup, name, BOARD.ids, MONTHS, UNIT_NAMES) for name in _setup.data
}


def front_of(scenario: ScenarioFacts, side: int) -> SpaceSet:
    """The areas of a side along the front line of a scenario; contested areas are not among the Germans'."""
    return front(BOARD, scenario.german, side, AREAS & ~STAGING)


def matching(order: Order, side: int, among: SpaceSet) -> SpaceSet:
    """The blocks of a side that an order of a set-up is about."""
    return among & _all_matching(order, side)


@cache
def _all_matching(order: Order, side: int) -> SpaceSet:
    return set_of(unit for unit in members(ALL_OF[side]) if order.fits(UNITS[unit]))


# For people.

PERSONS = (HITLER, STALIN, ZHUKOV)  # the blocks that are called by a person's name


def space_label(space: int) -> str:
    """A space for people: the number of an area and its name, or the name of a box."""
    facts = BOARD.by_id[space]
    if contains(STAGING, space):
        return facts.name
    if contains(AREAS, space):
        return f"{facts.name} {facts.title}"
    return facts.title


def unit_label(unit: int) -> str:
    """A block for people, with its commander where it has one."""
    facts = UNITS[unit]
    if not facts.commander or unit in PERSONS:
        return facts.title
    return f"{facts.title} ({facts.commander})"


def the_unit(unit: int) -> str:
    """A block within a sentence; persons need no article."""
    return unit_label(unit) if unit in PERSONS else f"the {unit_label(unit)}"


def unit_subject(unit: int) -> str:
    """A block at the beginning of a sentence."""
    return unit_label(unit) if unit in PERSONS else f"The {unit_label(unit)}"


def unit_labels(units: SpaceSet) -> str:
    return ", ".join(unit_label(unit) for unit in members(units))


def unit_names(units: SpaceSet) -> list[str]:
    return [UNIT_NAMES[unit] for unit in members(units)]
