"""The facts of the game: map, units, cards, tables, set-up, as the data files have them.

Most values are reconstructed; the data files say of each how sure it is.
"""

from __future__ import annotations

from functools import cache

from ...core import HexBoard, Links, Space
from ...core.data import Source, hex_board
from ...core.sets import SpaceSet, members, set_of
from .loader import AREA_NAMES as AREA_NAMES
from .loader import CERTAINTY as CERTAINTY
from .loader import COLUMNS as COLUMNS
from .loader import FUNCTIONS as FUNCTIONS
from .loader import GERMAN as GERMAN
from .loader import RESULTS as RESULTS
from .loader import SIDES as SIDES
from .loader import SOVIET as SOVIET
from .loader import (
    TERRAINS,
    UnitFacts,
    check_map,
    read_cards,
    read_results,
    read_setup,
    read_sure,
    read_terrains,
    read_turns,
    read_units,
)

TITLES = ("German", "Soviet")
POOL, SURRENDERED, TRACK = 0, 1, 2  # boxes beside the map; the rear areas follow
TOP_COLUMN = len(COLUMNS)
SPENT, FRESH = 0, 1

FUNCTION_NAMES = list(FUNCTIONS)
FUNCTION_IDS = {name: number for number, name in enumerate(FUNCTION_NAMES)}
SHIFT, CITY_SHIFT, RE_ROLL, PARTISAN, TANK_ACTION, TANK_ACTION_2, ACTIVATION = (1 << bit for bit in range(7))
RAIL_MOVE, REBUILT, REBUILT_2, REINFORCEMENTS, T34, NEGATE, HERO_CITY = (1 << bit for bit in range(7, 14))

# The map.

_map = Source.read(__package__, "map.toml")
BOARD: HexBoard = hex_board(
    _map,
    (
        Space(POOL, "pool", "box", "Eliminated"),
        Space(SURRENDERED, "surrendered", "box", "Surrendered"),
        Space(TRACK, "track", "box", "Turn track"),
    ),
)
check_map(_map, BOARD)
HEXES = BOARD.hexes
SIZE = len(BOARD.names)
FIRST_HEX = min(members(HEXES))
SEA, FOREST, MARSH, MOUNTAIN = (BOARD.features[name] for name in ("sea", "forest", "marsh", "mountain"))
CITIES, FORTRESSES = BOARD.features["city"], BOARD.features["fortress"]
LAND_HEXES = HEXES & ~SEA
CLEAR = LAND_HEXES & ~(FOREST | MARSH | MOUNTAIN | CITIES)
RIVER = BOARD.borders["river"]
_closed = {*BOARD.borders["lake"].pairs, *BOARD.borders["strait"].pairs}
LAND = Links(  # who can go, attack, exert control or trace supply to whom (9.3, 10.2.6, 13.2.2)
    SIZE, (pair for pair in BOARD.links.pairs if set_of(pair) & ~LAND_HEXES == 0 and pair not in _closed)
)
AREAS = tuple(BOARD.ids[name] for name in AREA_NAMES)  # rear areas
GERMAN_AREAS, SOVIET_AREA = AREAS[:4], AREAS[4]
AREAS_OF = (GERMAN_AREAS, (SOVIET_AREA,))
ALL_AREAS = set_of(AREAS)
BESIDE = LAND.of[:]  # by space: the hexes next to a hex, and those next to a rear area
HOMEWARD = [0] * SIZE  # by hex: the rear areas next to it
for _area in AREAS:
    BESIDE[_area] = BOARD.adjacent[_area] & LAND_HEXES
    for _hex in members(BESIDE[_area]):
        HOMEWARD[_hex] |= 1 << _area
FRONTS = (  # by side: the hexes next to its rear areas
    BESIDE[AREAS[0]] | BESIDE[AREAS[1]] | BESIDE[AREAS[2]] | BESIDE[AREAS[3]],
    BESIDE[SOVIET_AREA],
)
_by_title = {space.title: space.id for space in BOARD.spaces if space.title}
MOSCOW, ODESSA, SEVASTOPOL = (_by_title[name] for name in ("Moscow", "Odessa", "Sevastopol"))


@cache
def ring(hex: int, distance: int) -> SpaceSet:
    """The hexes at this distance."""
    return BOARD.disc(hex, distance) & ~BOARD.disc(hex, distance - 1)


# The units.

UNITS = read_units(Source.read(__package__, "pieces.toml"))
UNIT_NAMES = [unit.name for unit in UNITS]
UNIT_IDS = {name: number for number, name in enumerate(UNIT_NAMES)}
SIDE = [unit.side for unit in UNITS]
OF_SIDE = tuple([number for number, unit in enumerate(UNITS) if unit.side == side] for side in (GERMAN, SOVIET))
ALL_OF = tuple(set_of(units) for units in OF_SIDE)  # by side: the set of its units
EVERYBODY = ALL_OF[GERMAN] | ALL_OF[SOVIET]
TANKS = set_of(number for number, unit in enumerate(UNITS) if unit.type == "tank")
CORPS = set_of(number for number, unit in enumerate(UNITS) if unit.kind == "corps")  # Soviet mechanized corps
ROMANIA_GROUP = set_of(number for number, unit in enumerate(UNITS) if unit.area == "romania")
ZOC_UNITS = tuple([number for number in units if UNITS[number].zoc] for units in OF_SIDE)
STRENGTH = [(unit.spent or 0, unit.strength) for unit in UNITS]  # by unit, then spent or fresh
PASSIVE = [unit.passive for unit in UNITS]
HOMES = [  # by unit: the rear areas it may go to and come from (10.4)
    (SOVIET_AREA,) if unit.side == SOVIET else (BOARD.ids[unit.area],) if unit.area else GERMAN_AREAS for unit in UNITS
]
HOME_SETS = [set_of(homes) for homes in HOMES]

# The cards.

_cards = Source.read(__package__, "cards.toml")
CARDS = read_cards(_cards)
CARD_NAMES = [card.name for card in CARDS]
CARD_IDS = {name: number for number, name in enumerate(CARD_NAMES)}
CARD_SIDE = [card.side for card in CARDS]
CARDS_OF = tuple(set_of(number for number, card in enumerate(CARDS) if card.side == side) for side in (GERMAN, SOVIET))
CARD_FUNCTIONS = [set_of(FUNCTION_IDS[function] for function in card.functions) for card in CARDS]


def cards_for(functions: int) -> int:
    """The cards that have one of these functions."""
    return set_of(card for card, its in enumerate(CARD_FUNCTIONS) if its & functions)


REPLACEMENTS = cards_for(REBUILT)

# Tables and set-up.

_tables = Source.read(__package__, "tables.toml")
_tables.only("crt", "terrain", "turns", "sure")
CRT = read_results(_tables.table("crt"))  # by column 1 to 7, then by face 1 to 6
TURNS = read_turns(_tables)
LAST_TURN = len(TURNS)
WEATHER_OF = ["", *(turn.weather for turn in TURNS)]  # by turn
QUOTA = [(0, 0), *(turn.cards for turn in TURNS)]  # by turn, then by side
TERRAIN = read_terrains(_tables.table("terrain"))
_hexes_of = dict(zip(TERRAINS, (CLEAR, CITIES, FOREST, MARSH, MOUNTAIN), strict=True))
STOPS = [  # by unit: the hexes where it stops on entering (10.2.2, 10.2.3)
    sum(
        _hexes_of[kind]
        for kind in TERRAINS
        if TERRAIN[kind].stops == "everybody" or (TERRAIN[kind].stops == "tanks" and unit.type == "tank")
    )
    for unit in UNITS
]
SHIFT_INTO: list[tuple[tuple[str, int], ...]] = [()] * SIZE  # by hex: the shift of an attack into its terrain (11.3.4)
TANK_SHIFT_INTO = [0] * SIZE  # the same for tank units
for _kind in TERRAINS:
    for _hex in members(_hexes_of[_kind]):
        SHIFT_INTO[_hex] = ((_kind, TERRAIN[_kind].shift),) if TERRAIN[_kind].shift else ()
        TANK_SHIFT_INTO[_hex] = TERRAIN[_kind].tanks


def allowance_in(weather: str, unit: UnitFacts) -> int:
    """10.3"""
    if weather == "mud":
        return 2
    if weather in ("snow", "thaw") and unit.side == GERMAN and unit.type == "tank":
        return 3
    return unit.movement


ALLOWANCE = [[allowance_in(weather, unit) for unit in UNITS] for weather in WEATHER_OF]  # by turn, then by unit
_setup = Source.read(__package__, "setup.toml")
_setup.only("soviet")
SETUP = read_setup(_setup.table("soviet"), BOARD, UNITS)


# How sure the parts are; units and functions of cards say it of themselves.

MAP_SURE = read_sure(_map.table("sure").table("parts"), ("grid", "fortress", "terrain", "borders", "rear_areas"))
HEX_SURE = read_sure(_map.table("sure").table("hexes"), _map.table("sure").get("hexes", dict))
CITY_SURE = read_sure(_map.table("sure").table("cities"), BOARD.names_of(CITIES))
COPIES_SURE = read_sure(_cards.table("copies"), dict.fromkeys(card.title for card in CARDS))
CRT_SURE = read_sure(_tables.table("sure").table("crt"), COLUMNS)
TRACK_SURE = read_sure(_tables.table("sure").table("track"), ("weather", "months", "cards"))


def legal_stack(side: int, units: int) -> bool:
    """8.1, 8.2: one German unit; three Soviet ones, two of a type at most."""
    if side == GERMAN:
        return not units & (units - 1)
    tanks = (units & TANKS).bit_count()
    infantry = units.bit_count() - tanks
    return tanks <= 2 and infantry <= 2 and tanks + infantry <= 3


def space_label(space: int) -> str:
    """A space for people: the number of a hex and the name of its city, or the name of a box."""
    title = BOARD.by_id[space].title
    if space < FIRST_HEX:
        return f"the {title}" if space == SOVIET_AREA else title
    return f"{BOARD.names[space]} {title}" if title else BOARD.names[space]


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[0].upper() + text[1:]


def unit_label(unit: int) -> str:
    """A unit for people."""
    facts = UNITS[unit]
    return facts.title if facts.kind == "romanian" else f"{TITLES[facts.side]} {facts.title}"


def unit_labels(units: int) -> str:
    """Several units for people: "4th Army, 5th Army and 14th Mechanized Corps"."""
    *others, last = [UNITS[unit].title for unit in members(units)] or [""]
    return f"{', '.join(others)} and {last}" if others else last


def unit_names(units: int) -> list[str]:
    return [UNIT_NAMES[unit] for unit in members(units)]


def turn_box(turn: int) -> str:
    """On the table the turn track has a box for every turn."""
    return f"turn-{turn}"
