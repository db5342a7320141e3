"""What does not fit in the data files: with the rulebook and with each other.

The game can be played with all of this; what it cannot be played with is refused by `reading`. The check is for those
who correct reconstructed values.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.sets import contains, flood, members, set_of
from .facts import (
    ALL_OF,
    AREAS,
    BOARD,
    BOMBERS,
    CAVALRY,
    CITIES,
    COMBAT,
    EDGES,
    GREEN,
    HQS,
    INFANTRY_DIVISIONS,
    KIEV_BLOCKS,
    NEAR,
    NOVEMBER_BLOCKS,
    PANZER_GROUP_4,
    PLACES,
    REMNANTS,
    SCENARIOS,
    SIDES,
    SOVIET,
    STACKING,
    STAGING,
    TANKS,
    UNITS,
    VICTORY,
    YELLOW,
    matching,
    space_label,
    spread,
    units_with,
)
from .loader import GERMAN, Order, ScenarioFacts


def problems() -> list[str]:
    return [*map_problems(), *piece_problems(), *setup_problems()]


def expect(what: str, found: int, wanted: int, rule: str) -> Iterator[str]:
    if found != wanted:
        yield f"{what}: {found}, but the rulebook has {wanted} ({rule})"


def map_problems() -> Iterator[str]:
    yield from expect("map.toml, areas, victory", VICTORY.bit_count(), 5, "2.4.3")
    for name, count in (("north-west", 5), ("north-east", 5), ("south", 7)):
        yield from expect(f"map.toml, edges.{name}", EDGES[name].bit_count(), count, "2.2")
    start = AREAS & -AREAS
    for area in members(AREAS & ~flood(spread, start, AREAS)):
        yield f"map.toml, areas: {space_label(area)} cannot be reached from {space_label(start.bit_length() - 1)}"
    for name in ("chernigov", "romny", "vyazma", "yelnia", "yartsevo"):
        if not contains(CITIES, PLACES[name]):
            yield f"map.toml, places.{name}: area {BOARD.names[PLACES[name]]} has no city (2.4.5)"
    if not contains(YELLOW, PLACES["vyazma"]):
        yield "map.toml, places.vyazma: Vyazma is a Yellow Area (10.14.1)"
    if not contains(GREEN, BOARD.ids["1"]):
        yield "map.toml, areas: area 1 is Green (11.0)"
    for area in members(CITIES & (VICTORY | STAGING)):
        yield f"map.toml, areas: {space_label(area)} has a city besides (2.4.3)"
    for area in members(AREAS & ~STAGING):
        if not NEAR[area]:
            yield f"map.toml, areas: {space_label(area)} has no neighbour"


def piece_problems() -> Iterator[str]:
    counts = (
        ("German blocks", ALL_OF[GERMAN], 50, "1.2"),
        ("Soviet blocks", ALL_OF[SOVIET], 70, "1.2"),
        ("German HQs", HQS & ALL_OF[GERMAN], 9, "4.2.6"),
        ("Soviet HQs", HQS & ALL_OF[SOVIET], 6, "4.2.6"),
        ("N blocks", NOVEMBER_BLOCKS, 5, "5.1"),
        ("L blocks", PANZER_GROUP_4, 4, "5.1"),
        ("K blocks", KIEV_BLOCKS, 1, "5.1"),
        ("Soviet cavalry", CAVALRY & ALL_OF[SOVIET], 7, "14.6"),
        ("German cavalry", CAVALRY & ALL_OF[GERMAN], 1, "14.6"),
        ("German infantry divisions", INFANTRY_DIVISIONS, 6, "14.7"),
        ("remnants", REMNANTS, 16, "15.4"),
        ("tanks among the remnants", REMNANTS & TANKS, 3, "15.4"),
    )
    for what, units, wanted, rule in counts:
        yield from expect(f"pieces.toml, {what}", units.bit_count(), wanted, rule)
    colours = {
        GERMAN: {"yellow": 5, "light blue": 4, "pink": 5, "brown": 2, "red": 6, "green": 3, "blue": 3, "white": 12},
        SOVIET: {"green": 7, "light blue": 7, "red": 7, "blue": 13, "yellow": 3, "white": 26},
    }
    for side, wanted_of in colours.items():
        for colour, wanted in wanted_of.items():
            found = (units_with(side=side, colour=colour) & COMBAT).bit_count()
            yield from expect(f"pieces.toml, {SIDES[side]} {colour} combat blocks", found, wanted, "4.2.6")
    yield from expect("pieces.toml, bombers", len(BOMBERS), 8, "10.10.1")
    sizes = {"army": 4, "division": 2, "brigade": 2, "regiment": 1}
    for unit in UNITS:
        dots = sizes.get(unit.size, 4 if unit.side == GERMAN else 3)
        if unit.fire and len(unit.fire) != dots:
            yield f"pieces.toml, {unit.name}: {len(unit.fire)} dots, but a {unit.size} has {dots} (4.2)"


def setup_problems() -> Iterator[str]:
    for scenario in SCENARIOS.values():
        for side in (SOVIET, GERMAN):
            yield from order_problems(scenario, side)


def order_problems(scenario: ScenarioFacts, side: int) -> Iterator[str]:
    """Every block is placed by some order, and the listed areas have room."""
    left = ALL_OF[side]
    count = [0] * len(STACKING)
    for number, order in enumerate(scenario.orders[side]):
        where = f"setup.toml, {scenario.name}.{SIDES[side]}[{number}]"
        blocks = matching(order, side, left)
        if order.lines:
            continue
        wanted = order.draw or len(order.at) or blocks.bit_count()
        if blocks.bit_count() < wanted:
            yield f"{where}: wants {wanted} blocks, but {blocks.bit_count()} are left"
        elif order.at and not order.draw and blocks.bit_count() != wanted:
            yield f"{where}: {blocks.bit_count()} blocks for {wanted} places"
        left &= ~set_of(members(blocks)[:wanted])
        yield from place_problems(scenario, side, order, where, count)
    for unit in members(left):
        yield f"setup.toml, {scenario.name}.{SIDES[side]}: {UNITS[unit].name} is not placed by any order"


def place_problems(scenario: ScenarioFacts, side: int, order: Order, where: str, count: list[int]) -> Iterator[str]:
    for area in order.at:
        count[area] += 1
        if contains(AREAS, area) and count[area] > STACKING[area]:
            yield f"{where}: too many blocks in {space_label(area)} (2.7)"
        mine = contains(scenario.german, area) if side == GERMAN else not contains(scenario.german, area)
        if contains(AREAS, area) and not mine and not contains(scenario.contested, area):
            yield f"{where}: {space_label(area)} is not {SIDES[side]}"
