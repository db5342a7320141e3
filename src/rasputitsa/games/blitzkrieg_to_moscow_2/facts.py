"""The facts of the game: map, units, cards, tables, set-up, read from the data files and checked.

Most values are reconstructed; the data files say of each how sure it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ...core import HexBoard, Links, Space
from ...core.data import Source, hex_board, place, results_table
from ...core.sets import SpaceSet, members, set_of

GERMAN, SOVIET = 0, 1
SIDES = ("german", "soviet")
TITLES = ("German", "Soviet")

POOL, SURRENDERED, TRACK = 0, 1, 2  # boxes beside the map; the rear areas follow
RESULTS = ("-", "DR", "DL", "DE")
COLUMNS = ("1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
TOP_COLUMN = len(COLUMNS)
CERTAINTY = ("RULE", "FOUND", "REBUILT")
WEATHER = ("clear", "mud", "snow", "thaw")
SPENT, FRESH = 0, 1

# The functions of cards (7.1). What a card may be played for is a set of their numbers.
FUNCTIONS = {
    "shift": ("Combat Shift", "one column in your favour", "11.3.4"),
    "city-shift": ("Combat Shift at a city", "one column, where Soviet units attack or defend a city", "7.1"),
    "re-roll": ("Re-Roll", "the die of any combat falls again", "7.1"),
    "partisan": ("Re-Roll of a German attack", "the die of a German attack falls again", "7.1"),
    "tank-action": ("Tank Action", "a tank unit moves or attacks in the Breakthrough Phase", "12.1"),
    "tank-action-2": ("Tank Action x2", "two tank units move, or two attack, in the Breakthrough Phase", "12.2"),
    "activation": ("Activation", "a spent unit becomes fresh", "7.1"),
    "rail": ("Rail Move", "units go by rail in the Logistics Phase", "6.3"),
    "rebuilt": ("Rebuilt", "an eliminated German unit returns, spent", "6.2.2"),
    "rebuilt-2": ("Rebuilt with two cards", "a surrendered German unit returns, spent", "13.1"),
    "reinforcements": ("Reinforcements", "up to four eliminated infantry units return, fresh", "6.2.3"),
    "t34": ("New tanks", "an eliminated tank unit returns, fresh", "6.2.3"),
    "negate": ("Hitler Order", "a German card just played has no effect", "7.1"),
    "hero": ("Hero City", "a Soviet city becomes the Hero City", "14.1"),
}
FUNCTION_NAMES = list(FUNCTIONS)
FUNCTION_IDS = {name: number for number, name in enumerate(FUNCTION_NAMES)}
SHIFT, CITY_SHIFT, RE_ROLL, PARTISAN, TANK_ACTION, TANK_ACTION_2, ACTIVATION = (1 << bit for bit in range(7))
RAIL_MOVE, REBUILT, REBUILT_2, REINFORCEMENTS, T34, NEGATE, HERO_CITY = (1 << bit for bit in range(7, 14))


@dataclass(frozen=True, slots=True)
class UnitFacts:
    """What is printed on a unit. ``spent`` is None where it has no spent side (2.2.6)."""

    name: str
    number: str
    title: str
    side: int
    kind: str
    type: str
    strength: int
    passive: int
    spent: int | None
    movement: int
    zoc: bool
    area: str
    turn: int
    sure: dict[str, str]


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What is printed on a card, and how sure each function is."""

    name: str
    side: int
    title: str
    functions: tuple[str, ...]
    sure: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A box of the turn track; cards by side."""

    label: str
    weather: str
    cards: tuple[int, int]


def read_units(source: Source) -> tuple[UnitFacts, ...]:
    """All units, the German ones first."""
    units: list[UnitFacts] = []
    for unit in source.tables("units"):
        units.append(read_unit(unit))
        if any(other.name == units[-1].name for other in units[:-1]):
            raise unit.error("id", f"is {units[-1].name!r}, but another unit has that id already")
    if [unit.side for unit in units] != sorted(unit.side for unit in units):
        raise source.error("units", "must list the German units before the Soviet ones")
    return tuple(units)


def read_unit(unit: Source) -> UnitFacts:
    unit.only(
        "id", "number", "title", "side", "kind", "type", "strength", "passive", "spent", "movement", "zoc", "area",
        "turn", "sure",
    )  # fmt: skip
    side = SIDES.index(unit.choice("side", SIDES))
    kind = unit.choice("kind", (("german", "romanian"), ("soviet", "guards", "corps"))[side])
    spent = None if kind == "corps" else unit.get("spent", int)
    if kind == "corps" and "spent" in unit.data:
        raise unit.error("spent", "must be left out: mechanized corps have no spent side (2.2.6)")
    area = unit.choice("area", ("north", "center", "south", "romania", ""), "")
    turn = unit.get("turn", int, 0)
    if not 0 <= turn <= 6:
        raise unit.error("turn", f"is {turn}; it must be a turn of the game")
    if side == SOVIET and area:
        raise unit.error("area", "must be left out: only German units have a deployment code (2.2.3)")
    if side == GERMAN and bool(area) == bool(turn):
        raise unit.error("area", "a German unit has either a deployment code or a turn (2.2.3)")
    sure = unit.table("sure")
    sure.only("exists", "strength", "passive", "spent", "movement", "deploy")
    return UnitFacts(
        unit.get("id", str),
        unit.get("number", str),
        unit.get("title", str),
        side,
        kind,
        unit.choice("type", ("tank", "infantry")),
        at_least(unit, "strength", 1),
        at_least(unit, "passive", 0),
        spent,
        at_least(unit, "movement", 2),
        unit.get("zoc", bool),
        area,
        turn,
        {key: sure.choice(key, CERTAINTY) for key in sure.data},
    )


def at_least(source: Source, key: str, least: int) -> int:
    value = source.get(key, int)
    if value < least:
        raise source.error(key, f"is {value}; it must be {least} or more")
    return value


def read_cards(source: Source) -> tuple[CardFacts, ...]:
    """The twelve cards, the German six first (2.3)."""
    cards: list[CardFacts] = []
    for card in source.tables("cards"):
        card.only("id", "side", "name", "functions", "sure")
        functions, sure = card.texts("functions"), card.texts("sure")
        for function in functions:
            if function not in FUNCTIONS or function == "rebuilt-2":
                raise card.error("functions", f"holds {function!r}; functions are {', '.join(FUNCTIONS)}")
        if len(set(functions) - {"hero"}) > 3 or not functions:
            raise card.error("functions", "must be one to three; the Hero City (14.1) is besides them")
        if len(sure) != len(functions) or not set(sure) <= set(CERTAINTY):
            raise card.error("sure", f"must say of each function one of {', '.join(CERTAINTY)}")
        side = SIDES.index(card.choice("side", SIDES))
        cards.append(CardFacts(card.get("id", str), side, card.get("name", str), tuple(functions), tuple(sure)))
    if [card.side for card in cards] != [GERMAN] * 6 + [SOVIET] * 6:
        raise source.error("cards", "must be six German cards, then six Soviet ones (2.3)")
    if len({card.name for card in cards}) != len(cards):
        raise source.error("cards", "must have different ids")
    return tuple(cards)


def read_turns(source: Source) -> tuple[Turn, ...]:
    turns = []
    for turn in source.tables("turns"):
        turn.only("label", "weather", "german", "soviet")
        cards = (turn.get("german", int), turn.get("soviet", int))
        if not all(0 <= number <= 6 for number in cards):
            raise turn.error("", "a side takes none to six cards (6.1)")
        turns.append(Turn(turn.get("label", str), turn.choice("weather", WEATHER), cards))
    if len(turns) != 6:
        raise source.error("turns", "must be six (4.0)")
    return tuple(turns)


def read_setup(source: Source) -> dict[int, int]:
    """3.1: where the Soviet units begin, by unit."""
    found: dict[int, int] = {}
    for name in source.data:
        hex = place(source, name, name, BOARD.ids)
        for unit in source.texts(name):
            if unit not in UNIT_IDS or SIDE[UNIT_IDS[unit]] != SOVIET:
                raise source.error(name, f"names {unit!r}, which is no Soviet unit")
            if UNIT_IDS[unit] in found:
                raise source.error(name, f"places {unit!r}, which stands elsewhere already")
            found[UNIT_IDS[unit]] = hex
        if not LAND_HEXES >> hex & 1:
            raise source.error(name, "lies in the sea")
    missing = [
        unit.name for unit in UNITS if unit.side == SOVIET and not unit.turn and UNIT_IDS[unit.name] not in found
    ]
    if missing:
        raise source.error("", f"does not say where {missing[0]!r} begins")
    return found


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
AREA_NAMES = ("north", "center", "south", "romania", "soviet")
AREAS = tuple(BOARD.ids[name] for name in AREA_NAMES)  # rear areas
GERMAN_AREAS, SOVIET_AREA = AREAS[:4], AREAS[4]
AREAS_OF = (GERMAN_AREAS, (SOVIET_AREA,))
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
if FORTRESSES & ~CITIES or CITIES & ~LAND_HEXES:
    raise _map.error("spaces.fortress", "every fortress must be a city, and every city on land")


@cache
def ring(hex: int, distance: int) -> SpaceSet:
    """The hexes at this distance."""
    return set_of(other for other in members(HEXES) if BOARD.distance(hex, other) == distance)


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
STOPS = [MARSH | MOUNTAIN | (FOREST if unit.type == "tank" else 0) for unit in UNITS]  # 10.2.2, 10.2.3

# The cards.

CARDS = read_cards(Source.read(__package__, "cards.toml"))
CARD_NAMES = [card.name for card in CARDS]
CARD_IDS = {name: number for number, name in enumerate(CARD_NAMES)}
CARD_SIDE = [card.side for card in CARDS]
CARDS_OF = tuple(set_of(number for number, card in enumerate(CARDS) if card.side == side) for side in (GERMAN, SOVIET))
CARD_FUNCTIONS = [set_of(FUNCTION_IDS[function] for function in card.functions) for card in CARDS]
REPLACEMENTS = set_of(number for number, functions in enumerate(CARD_FUNCTIONS) if functions & REBUILT)

# Tables and set-up.

_tables = Source.read(__package__, "tables.toml")
_crt = results_table(_tables.table("crt"), COLUMNS, RESULTS)
CRT = [[""] * 7, *(["", *_crt[column]] for column in COLUMNS)]  # by column 1 to 7, then by face 1 to 6
for _column in COLUMNS[3:]:
    if "-" in _crt[_column]:
        raise _tables.error(f"crt.{_column}", "has a '-'; from 4:1 up every result drives the defender off (11.3.6)")
if set(_crt["7:1"]) != {"DE"}:
    raise _tables.error("crt.7:1", "must be DE throughout (11.3.6)")
TURNS = read_turns(_tables)
LAST_TURN = len(TURNS)
WEATHER_OF = ["", *(turn.weather for turn in TURNS)]  # by turn
QUOTA = [(0, 0), *(turn.cards for turn in TURNS)]  # by turn, then by side
TERRAIN = {name: _tables.table("terrain").table(name) for name in _tables.get("terrain", dict)}


def allowance_in(weather: str, unit: UnitFacts) -> int:
    """10.3"""
    if weather == "mud":
        return 2
    if weather in ("snow", "thaw") and unit.side == GERMAN and unit.type == "tank":
        return 3
    return unit.movement


ALLOWANCE = [[allowance_in(weather, unit) for unit in UNITS] for weather in WEATHER_OF]  # by turn, then by unit
SETUP = read_setup(Source.read(__package__, "setup.toml").table("soviet"))


def legal_stack(side: int, units: int) -> bool:
    """8.1, 8.2: one German unit; three Soviet ones, two of a type at most."""
    if side == GERMAN:
        return not units & (units - 1)
    tanks = (units & TANKS).bit_count()
    infantry = units.bit_count() - tanks
    return tanks <= 2 and infantry <= 2 and tanks + infantry <= 3


def spot(space: int) -> str:
    """A space for people: the number of a hex and the name of its city, or the name of a box."""
    title = BOARD.by_id[space].title
    if space < FIRST_HEX:
        return f"the {title}" if space == SOVIET_AREA else title
    return f"{BOARD.names[space]} {title}" if title else BOARD.names[space]


def title(unit: int) -> str:
    """A unit for people."""
    facts = UNITS[unit]
    return facts.title if facts.kind == "romanian" else f"{TITLES[facts.side]} {facts.title}"


def titles(units: int) -> str:
    """Several units for people."""
    return ", ".join(UNITS[unit].title for unit in members(units))


def unit_names(units: int) -> list[str]:
    return [UNIT_NAMES[unit] for unit in members(units)]
