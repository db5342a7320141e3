"""What contradicts the rulebook, or another part of the data, though it can be played with."""

from __future__ import annotations

from itertools import pairwise

from ...core import Rulebook
from ...core.sets import members
from .deployment import PLANS, QUOTAS, plan_problems
from .facts import (
    BOARD,
    CITIES,
    COUNTERS,
    CRT,
    DECLARE_TURNS,
    EAST_SOURCES,
    FOREST,
    FORTS,
    FORWARD,
    FRONT,
    GUARDS,
    KAMPFGRUPPEN,
    LAST_TURN,
    MAP,
    MARSH,
    MOSCOW,
    NOVEMBER_AIR,
    OF_TYPE,
    PLACES,
    REGULARS,
    RESULTS,
    STRIDE,
    TOWNS,
    TURNS,
    TYPES,
    WEST,
    WEST_SOURCES,
)

UNIT_TOTAL = 343  # published
EXPECTED_CITIES = ("Kalinin", "Kursk", "Moscow", "Orel", "Smolensk", "Tula")  # 4.1, 4.3


def problems(rules: Rulebook) -> list[str]:
    """Every problem, with file, key and value."""
    return [*map_problems(), *unit_problems(), *table_problems(), *setup_problems(), *rule_problems(rules)]


def map_problems() -> list[str]:
    found = []
    names = tuple(sorted(MAP.city_names))
    if names != EXPECTED_CITIES:
        found.append(f"map.toml, cities: {', '.join(names)}; the rules name {', '.join(EXPECTED_CITIES)} (4.1, 4.3)")
    if MOSCOW.bit_count() != 2:
        found.append(f"map.toml, cities.Moscow: {MOSCOW.bit_count()} hexes; Moscow has two (4.1)")
    if EAST_SOURCES.bit_count() != 6:
        found.append(f"map.toml, supply: {EAST_SOURCES.bit_count()} sources; there are six (8.2)")
    for hex in members(EAST_SOURCES):
        column, row = divmod(hex, STRIDE)
        if row != 1 and column != len(BOARD.grid.lengths):
            found.append(f"map.toml, supply: {BOARD.names[hex]} is not on the north or east edge (8.2)")
    found += [
        f"map.toml, terrain: {name} has a town or city and must be clear (10.8)"
        for name in BOARD.names_of(PLACES & (FOREST | MARSH))
    ]
    found += [
        f"map.toml, fortifications: {name} is west of the front line; all are Soviet (11.18)"
        for name in BOARD.names_of(FORTS & WEST)
    ]
    if not WEST & WEST_SOURCES or EAST_SOURCES & WEST:
        found.append("map.toml, terrain: the west edge must be German and the Soviet sources Soviet (3.7)")
    if TOWNS & CITIES:
        found.append("map.toml, towns: a hex is both town and city")
    if not FORWARD:
        found.append("map.toml, terrain: there is no Forward Zone (3.3)")
    return found


def unit_problems() -> list[str]:
    found = []
    total = sum(units.bit_count() for kind, units in OF_TYPE.items() if not kind.endswith("-kg")) + KAMPFGRUPPEN
    if total != UNIT_TOTAL:
        found.append(f"pieces.toml: {total} units; {UNIT_TOTAL} are published")
    if KAMPFGRUPPEN != 10:
        found.append(f"pieces.toml, german.kampfgruppen: {KAMPFGRUPPEN}; there are ten (2.12)")
    stated = {
        "strong": ((4, 8), (2, 4)),
        "weak": ((3, 7), (1, 3)),
        "panzer-kg": ((2, 1), None),
        "grenadier-kg": ((1, 2), None),
    }
    for kind, (full, reduced) in stated.items():
        if (TYPES[kind].full, TYPES[kind].reduced) != (full, reduced):
            found.append(f"pieces.toml, types.{kind}: its factors are stated in 9.3 and 2.12")
    weak = [kind for kind in GUARDS if TYPES[kind].reduced is None]
    found += [f"pieces.toml, types.{kind}: guards have two steps (3.2)" for kind in weak]
    tanks = [counter for counter in COUNTERS["MRD"] if counter.symbol == TYPES["TD"].symbol]
    if len(tanks) != 1:
        found.append(f"pieces.toml, counters.MRD: {len(tanks)} tank divisions; there is one (3.1)")
    if OF_TYPE["cavalry"].bit_count() != 1:
        found.append("pieces.toml, german.corps: there is one cavalry division (9.3)")
    return found


def table_problems() -> list[str]:
    found = []
    if CRT[2][5] != "AS":
        found.append(f"tables.toml, crt.1:1: a roll of 5 is {CRT[2][5]}; the rules say AS (11.21)")
    for number, (one, other) in enumerate(pairwise(CRT)):
        if any(RESULTS.index(one[die]) > RESULTS.index(other[die]) for die in range(1, 7)):
            found.append(f"tables.toml, crt: column {number + 2} is worse for the attacker than the one before it")
    if LAST_TURN != 9:
        found.append(f"tables.toml, turns: {LAST_TURN}; the game has nine (4.3)")
    else:
        stated = {1: (10, 6), 5: (3, 3), 7: (6, 4)}
        found += [
            f"tables.toml, turns[{turn - 1}].movement: {TURNS[turn - 1].movement}; the rules say {factors}"
            for turn, factors in stated.items()
            if TURNS[turn - 1].movement != factors
        ]
        if TURNS[0].reinforcements != {"RD": 7, "RB": 2, "CD": 2, "TB": 1}:
            found.append("tables.toml, turns[0].reinforcements: the rules say 7 RD, 2 RB, 2 CD, 1 TB (3.1)")
    for number, turn in enumerate(TURNS, 1):
        german, soviet = turn.air
        if german and soviet:
            found.append(f"tables.toml, turns[{number - 1}].air: both sides have aircraft (11.19)")
        if german > 2 or soviet > 1 or (number - 1 in DECLARE_TURNS and german + NOVEMBER_AIR > 2):
            found.append(f"tables.toml, turns[{number - 1}].air: more than the counters allow (2.14, 12.2)")
    return found


def setup_problems() -> list[str]:
    found = []
    for kind in REGULARS:
        used = sum(quota.get(kind, 0) for quota in QUOTAS.values())
        coming = sum(turn.reinforcements.get(kind, 0) for turn in TURNS)
        if used + coming != len(COUNTERS[kind]):
            found.append(
                f"pieces.toml, counters.{kind}: {len(COUNTERS[kind])}; set-up and turns need {used + coming} (3.5)"
            )
    if FRONT.bit_count() > QUOTAS["forward"]["RD"]:
        found.append(f"map.toml, terrain: {FRONT.bit_count()} front-line hexes are more than there are RD (3.3)")
    for stage, name in PLANS:
        found += [f"setup.toml, {stage}.{name}: {problem}" for problem in plan_problems(stage, name)]
    return found


def rule_problems(rules: Rulebook) -> list[str]:
    return [] if "12.3" in rules else ["rules.md: rule 12.3 is missing"]
