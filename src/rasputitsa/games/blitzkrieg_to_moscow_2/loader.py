"""The data files, read and checked: what cannot be played is refused here, with file, key and value.

`consistency` reports what can be played but contradicts the rulebook or another part of the data.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from ...core import HexBoard
from ...core.data import Source, place, results_table
from ...core.sets import contains, members

GERMAN, SOVIET = 0, 1
SIDES = ("german", "soviet")
AREA_NAMES = ("north", "center", "south", "romania", "soviet")
RESULTS = ("-", "DR", "DL", "DE")
COLUMNS = ("1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
WEATHER = ("clear", "mud", "snow", "thaw")
FEATURES = ("city", "fortress", "forest", "marsh", "mountain", "sea")
TERRAINS = ("clear", "city", "forest", "marsh", "mountain")  # what a hex on land is
BORDERS = ("river", "lake", "strait")

# How sure a value is: stated in the rulebook, found in public material outside it, rebuilt to fit both, or read off the
# printed game by somebody who has it.
CERTAINTY = ("RULE", "FOUND", "REBUILT", "PRINTED")

# The functions of cards (7.1). What a card may be played for is a set of their numbers.
FUNCTIONS = {
    "shift": ("Combat Shift", "one column in your favour", "11.3.4"),
    "city-shift": ("Combat Shift at a city", "one column, where Soviet units attack or defend a city", "7.1"),
    "re-roll": ("Re-Roll", "re-roll the die of any combat", "7.1"),
    "partisan": ("Re-Roll of a German attack", "re-roll the die of a German attack", "7.1"),
    "tank-action": ("Tank Action", "a tank unit moves or attacks in the Breakthrough Phase", "12.1"),
    "tank-action-2": ("Tank Action x2", "two tank units move, or two attack, in the Breakthrough Phase", "12.2"),
    "activation": ("Activation", "a spent unit becomes fresh", "7.1"),
    "rail": ("Rail Move", "move units by rail in the Logistics Phase", "6.3"),
    "rebuilt": ("Rebuilt", "an eliminated German unit comes back, spent", "6.2.2"),
    "rebuilt-2": ("Rebuilt with two cards", "a surrendered German unit comes back, spent", "13.1"),
    "reinforcements": ("Reinforcements", "up to four eliminated infantry units come back, fresh", "6.2.3"),
    "t34": ("New tanks", "an eliminated tank unit comes back, fresh", "6.2.3"),
    "negate": ("Hitler Order", "a German card just played has no effect", "7.1"),
    "hero": ("Hero City", "a Soviet city becomes the Hero City", "14.1"),
}
ON_CARDS = tuple(name for name in FUNCTIONS if name != "rebuilt-2")  # that one takes two cards
GERMAN_ONLY = ("tank-action-2", "rebuilt")
SOVIET_ONLY = ("city-shift", "partisan", "reinforcements", "t34", "negate", "hero")


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


@dataclass(frozen=True, slots=True)
class Terrain:
    """What terrain does: who stops on entering (10.2), how many columns to the right an attack into it is shifted, and
    how many more where a tank unit attacks (11.3.4)."""

    stops: str
    shift: int
    tanks: int
    remark: str


def at_least(source: Source, key: str, least: int) -> int:
    value = source.get(key, int)
    if value < least:
        raise source.error(key, f"is {value}; it must be {least} or more")
    return value


def read_sure(source: Source, keys: Iterable[str]) -> dict[str, str]:
    """How sure some values are; each of the keys must be there."""
    wanted = list(keys)
    source.only(*wanted)
    return {key: source.choice(key, CERTAINTY) for key in wanted}


# The map.


def check_map(source: Source, board: HexBoard) -> None:
    """Terrain, cities, borders and rear areas of a board that has been read from its file."""
    source.only("grid", "names", "spaces", "borders", "box", "sure")
    spaces, borders = source.table("spaces"), source.table("borders")
    spaces.only(*FEATURES)
    borders.only(*BORDERS)
    for table, keys in ((spaces, FEATURES), (borders, BORDERS)):
        for key in keys:
            table.get(key, list)
    check_terrain(spaces, board)
    check_borders(borders)
    names = source.table("names")
    titles = [names.get(hex, str) for hex in names.data]
    for hex in members(board.features["city"]):
        if board.names[hex] not in names.data:
            raise names.error(board.names[hex], "is missing: every city needs a name")
    for title in titles:
        if titles.count(title) > 1:
            raise names.error("", f"gives two hexes the name {title!r}")
    cities = [board.by_id[hex].title for hex in members(board.features["city"])]
    for title in ("Moscow", "Odessa", "Sevastopol"):
        if title not in cities:
            raise names.error("", f"has no city {title!r}, which the rules refer to (15.0)")
    check_areas(source, board)


def check_terrain(spaces: Source, board: HexBoard) -> None:
    kinds = [key for key in FEATURES if key != "fortress"]
    for number, key in enumerate(kinds):
        for other in kinds[:number]:
            both = board.names_of(board.features[key] & board.features[other])
            if both:
                raise spaces.error(key, f"names {both[0]!r}, which is already {other}")
    wrong = board.names_of(board.features["fortress"] & ~board.features["city"])
    if wrong:
        raise spaces.error("fortress", f"names {wrong[0]!r}, which is not a city")


def check_borders(borders: Source) -> None:
    seen: dict[frozenset[str], str] = {}
    for key in BORDERS:
        for text in borders.texts(key):
            names = text.split("-")
            for pair in pairwise(names):
                side = frozenset(pair)
                if side in seen:
                    raise borders.error(key, f"has {'-'.join(pair)}, which is already in {seen[side]!r}")
                seen[side] = key


def check_areas(source: Source, board: HexBoard) -> None:
    """The rear areas (2.1.2): all five, each next to land."""
    names = [box.get("name", str) for box in source.tables("box")]
    if sorted(names) != sorted(AREA_NAMES):
        raise source.error("box", f"has the rear areas {', '.join(names)}; it must have {', '.join(AREA_NAMES)}")
    for box in source.tables("box"):
        box.choice("kind", ("rear",))
        if not board.adjacent[board.ids[box.get("name", str)]] & ~board.features["sea"]:
            raise box.error("touches", "must name at least one land hex")


def read_terrains(source: Source) -> dict[str, Terrain]:
    """The terrain effects, river hexsides and sea among them."""
    source.only(*TERRAINS, "river", "sea")
    found = {}
    for kind in (*TERRAINS, "river", "sea"):
        row = source.table(kind)
        row.only("stops", "shift", "tanks", "remark")
        stops = ("nobody", "tanks", "everybody") if kind in TERRAINS else ("nobody",)
        found[kind] = Terrain(
            row.choice("stops", stops if kind != "sea" else ("nobody enters",)),
            row.get("shift", int),
            row.get("tanks", int, 0),
            row.get("remark", str),
        )
    return found


# Units, cards, turns.


def read_units(source: Source) -> tuple[UnitFacts, ...]:
    """All units, the German ones first."""
    source.only("units")
    units: list[UnitFacts] = []
    for unit in source.tables("units"):
        units.append(read_unit(unit))
        if any(other.name == units[-1].name for other in units[:-1]):
            raise unit.error("id", f"is {units[-1].name!r}, but another unit already has that id")
    if [unit.side for unit in units] != sorted(unit.side for unit in units):
        raise source.error("units", "must list the German units before the Soviet ones")
    if {unit.side for unit in units} != {GERMAN, SOVIET}:
        raise source.error("units", "must list units of both sides")
    return tuple(units)


def read_unit(unit: Source) -> UnitFacts:
    unit.only(
        "id", "number", "title", "side", "kind", "type", "strength", "passive", "spent", "movement", "zoc", "area",
        "turn", "sure",
    )  # fmt: skip
    side = SIDES.index(unit.choice("side", SIDES))
    kind = unit.choice("kind", (("german", "romanian"), ("soviet", "guards", "corps"))[side])
    if kind == "corps" and "spent" in unit.data:
        raise unit.error("spent", "must be left out: mechanized corps have no spent side (2.2.6)")
    spent = None if kind == "corps" else at_least(unit, "spent", 1)
    area = unit.choice("area", (*AREA_NAMES[:4], ""), "")
    turn = unit.get("turn", int, 0)
    if "turn" in unit.data and not 1 <= turn <= 6:
        raise unit.error("turn", f"is {turn}; it must be a turn of the game")
    if side == SOVIET and area:
        raise unit.error("area", "must be left out: only German units have a deployment code (2.2.3)")
    if side == GERMAN and bool(area) == bool(turn):
        raise unit.error("area", "a German unit has either a deployment code or a turn (2.2.3)")
    return UnitFacts(
        unit.get("id", str),
        unit.get("number", str),
        unit.get("title", str),
        side,
        kind,
        unit.choice("type", ("tank",) if kind == "corps" else ("tank", "infantry")),
        at_least(unit, "strength", 1),
        at_least(unit, "passive", 0),
        spent,
        at_least(unit, "movement", 2),
        unit.get("zoc", bool),
        area,
        turn,
        read_sure(unit.table("sure"), ("exists", "strength", "passive", "spent", "movement", "deploy")),
    )


def read_cards(source: Source) -> tuple[CardFacts, ...]:
    """The twelve cards, the German six first (2.3)."""
    source.only("cards", "copies")
    cards = [read_card(card) for card in source.tables("cards")]
    if [card.side for card in cards] != [GERMAN] * 6 + [SOVIET] * 6:
        raise source.error("cards", "must be six German cards, then six Soviet ones (2.3)")
    for number, card in enumerate(cards):
        if card.name in [other.name for other in cards[:number]]:
            raise source.error(f"cards[{number}].id", f"is {card.name!r}, but another card already has that id")
    read_sure(source.table("copies"), dict.fromkeys(card.title for card in cards))
    return tuple(cards)


def read_card(card: Source) -> CardFacts:
    card.only("id", "side", "name", "functions", "sure")
    side = SIDES.index(card.choice("side", SIDES))
    functions, sure = card.texts("functions"), card.texts("sure")
    others = (SOVIET_ONLY, GERMAN_ONLY)[side]
    for function in functions:
        if function not in ON_CARDS:
            raise card.error("functions", f"holds {function!r}; functions are {', '.join(ON_CARDS)}")
        if function in others:
            raise card.error("functions", f"holds {function!r}, which that side cannot use (7.1)")
        if functions.count(function) > 1:
            raise card.error("functions", f"holds {function!r} twice")
    if not 1 <= len(set(functions) - {"hero"}) <= 3:
        raise card.error("functions", f"are {len(functions)}; a card has one to three (7.0), and perhaps hero (14.1)")
    for value in sure:
        if value not in CERTAINTY:
            raise card.error("sure", f"holds {value!r}; it must be one of {', '.join(CERTAINTY)}")
    if len(sure) != len(functions):
        raise card.error("sure", f"has {len(sure)} values; it must have one for each of the {len(functions)} functions")
    return CardFacts(card.get("id", str), side, card.get("name", str), tuple(functions), tuple(sure))


def read_turns(source: Source) -> tuple[Turn, ...]:
    turns = []
    for turn in source.tables("turns"):
        turn.only("label", "weather", "german", "soviet")
        cards = (turn.get("german", int), turn.get("soviet", int))
        for side, number in zip(SIDES, cards, strict=True):
            if not 0 <= number <= 6:
                raise turn.error(side, f"is {number}; a side takes none to six cards (6.1)")
        turns.append(Turn(turn.get("label", str), turn.choice("weather", WEATHER), cards))
    if len(turns) != 6:
        raise source.error("turns", f"are {len(turns)}; the game has six (4.0)")
    return tuple(turns)


def read_results(source: Source) -> list[list[str]]:
    """The Combat Results Table by column 1 to 7, then by face 1 to 6."""
    table = results_table(source, COLUMNS, RESULTS)
    for column in COLUMNS[3:]:
        if "-" in table[column]:
            raise source.error(column, "has a '-'; from 4:1 up every result is at least DR (11.3.6)")
    if set(table["7:1"]) != {"DE"}:
        raise source.error("7:1", "must be DE throughout (11.3.6)")
    return [[""] * 7, *(["", *table[column]] for column in COLUMNS)]


def read_setup(source: Source, board: HexBoard, units: tuple[UnitFacts, ...]) -> dict[int, int]:
    """3.1: where the Soviet units begin, by unit."""
    ids = {unit.name: number for number, unit in enumerate(units) if unit.side == SOVIET}
    land = board.hexes & ~board.features["sea"]
    found: dict[int, int] = {}
    for name in source.data:
        hex = place(source, name, name, board.ids)
        if not contains(land, hex):
            raise source.error(name, "is not a land hex")
        for unit in source.texts(name):
            if unit not in ids:
                raise source.error(name, f"names {unit!r}, which is not a Soviet unit")
            if ids[unit] in found:
                raise source.error(name, f"places {unit!r}, which is already placed elsewhere")
            if units[ids[unit]].turn:
                raise source.error(name, f"places {unit!r}, which arrives on turn {units[ids[unit]].turn}")
            found[ids[unit]] = hex
    for unit, number in ids.items():
        if not units[number].turn and number not in found:
            raise source.error("", f"does not say where {unit!r} begins")
    return found
