"""3.2, 3.3, 3.6: how many units are set up where, and the set-ups that are offered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ...core import Refusal
from ...core.conditions import EVERYTHING, Condition, passing
from ...core.data import Source, place
from ...core.sets import SpaceSet, contains, members, set_of
from .facts import (
    ALL_OF,
    BOARD,
    FORWARD,
    FRONT,
    GERMAN,
    GUARDS,
    KGS,
    MARSH,
    OF_TYPE,
    REGULARS,
    RESERVE,
    RESERVES,
    SIZE,
    SOVIET,
    STACK_LIMIT,
    TYPES,
    UNIT_IDS,
    UNITS,
    WEST,
    hex_label,
)
from .loader import CERTAINTY
from .refusals import Conditions, about_hex, told
from .state import DriveOnMoscowState

OFFER_NAMES = ("historical", "forward", "deep", "north", "south")
OFFER_TITLES = ("historical", "well forward", "in depth", "main weight in the north", "main weight in the south")
OFFERS = ((0, 3, 4), (0, 1, 2))  # by side: which of the names it is offered
ZONE_OF = {"reserve": RESERVE, "forward": FORWARD}
ZONES = {"reserve": "Reserve Front", "forward": "Forward Zone"}
RULES = {"reserve": "3.2", "forward": "3.3"}
IN_ZONE = {stage: bytes(zone >> space & 1 for space in range(SIZE)) for stage, zone in ZONE_OF.items()}
FRONT_HEXES = frozenset(members(FRONT))
UNITS_OF = {kind: members(units) for kind, units in OF_TYPE.items()}
GERMAN_FORCE = ALL_OF[GERMAN] & ~KGS
GERMAN_UNITS = members(GERMAN_FORCE)

Plan = list[tuple[str, int]]  # a type or a unit, and its hex, in the order in which they are set up


def read_quotas(source: Source) -> dict[str, dict[str, int]]:
    source.only("reserve", "forward", "sure")
    source.choice("sure", CERTAINTY)
    found = {}
    for stage in ("reserve", "forward"):
        table = source.table(stage)
        table.only(*REGULARS, *GUARDS)
        found[stage] = {kind: table.get(kind, int) for kind in table.data}
    return found


def read_plan(source: Source, key: str, known: Iterator[str] | list[str]) -> Plan:
    """Lines of a hex and what is set up there: ``"1018" = "RD RD TB"``."""
    table = source.table(key)
    names = set(known)
    found: Plan = []
    for hex_name in table.data:
        hex = place(table, hex_name, hex_name, BOARD.ids)
        words = table.get(hex_name, str).split()
        for word in words:
            if word not in names:
                raise table.error(hex_name, f"holds {word!r}, which cannot be set up there")
            found.append((word, hex))
    return found


_setup = Source.read(__package__, "setup.toml")
_setup.only("quotas", "soviet", "german")
QUOTAS = read_quotas(_setup.table("quotas"))
_soviet, _german = _setup.table("soviet"), _setup.table("german")
PLANS: dict[tuple[str, str], Plan] = {
    (stage, OFFER_NAMES[offer]): read_plan(_soviet.table(OFFER_NAMES[offer]), stage, list(QUOTAS[stage]))
    for offer in OFFERS[SOVIET]
    for stage in QUOTAS
}
PLANS |= {
    ("german", OFFER_NAMES[offer]): read_plan(_german, OFFER_NAMES[offer], [UNITS[unit].name for unit in GERMAN_UNITS])
    for offer in OFFERS[GERMAN]
}


def placed(state: DriveOnMoscowState, stage: str, kind: str) -> list[int]:
    """The units of a type that are set up in the zone of a stage."""
    where, zone = state.where, IN_ZONE[stage]
    return [unit for unit in UNITS_OF[kind] if zone[where[unit]]]


def left_of_type(state: DriveOnMoscowState, stage: str, kind: str) -> int:
    """3.2, 3.3: how many units of a type must still be set up."""
    return QUOTAS[stage][kind] - len(placed(state, stage, kind))


def left_to_place(state: DriveOnMoscowState, stage: str) -> dict[str, int]:
    """3.2, 3.3: how many units of each type must still be set up."""
    return {kind: left_of_type(state, stage, kind) for kind in QUOTAS[stage]}


def next_type(state: DriveOnMoscowState, stage: str) -> str | None:
    """The first type of which units must still be set up; None where the set-up is complete."""
    return next((kind for kind in QUOTAS[stage] if left_of_type(state, stage, kind)), None)


def front_without_rifles(state: DriveOnMoscowState) -> int:
    """3.3: the front-line hexes without a rifle division."""
    where = state.where
    return set_of(FRONT_HEXES.difference([where[unit] for unit in UNITS_OF["RD"]]))


def front_can_be_held(state: DriveOnMoscowState) -> bool:
    """3.3: whether every front-line hex without a rifle division has room for one, and there are enough of them."""
    bare = front_without_rifles(state)
    return not bare & state.full_for(SOVIET, 1) and bare.bit_count() <= left_of_type(state, "forward", "RD")


class Placement(NamedTuple):
    """What is to be set up: a type of Soviet unit in a stage, or a German unit. The steps say it alike."""

    stage: str
    chosen: Any


def left_for_others(state: DriveOnMoscowState, about: Any) -> SpaceSet:
    """3.3: the last place in a front-line hex is for a rifle division."""
    if about.stage == "reserve" or about.chosen == "RD":
        return EVERYTHING
    return ~(front_without_rifles(state) & state.full_for(SOVIET, 2))


def needed_by_rifles(state: DriveOnMoscowState, about: Any) -> SpaceSet:
    """3.3: the rifle divisions that are left go where there is none as long as all of them are needed there."""
    if about.stage == "reserve" or about.chosen != "RD":
        return EVERYTHING
    bare = front_without_rifles(state)
    return bare if bare.bit_count() >= left_of_type(state, about.stage, "RD") else EVERYTHING


def crowded(state: DriveOnMoscowState, about: Any, hex: int) -> Refusal:
    label = hex_label(hex)
    if about.stage == "reserve":
        return Refusal("3.2", f"There is a unit in {label}: units of the Reserve Front are set up one to a hex.")
    return Refusal("6.0", f"{label} already has five units.")


MARSHY = about_hex("{} is marsh: mechanized units other than cavalry may not be there.")
SOVIET_HEX: Conditions = (
    Condition(
        lambda state, about: ZONE_OF[about.stage],
        "3.2",
        lambda state, about, hex: Refusal(RULES[about.stage], f"{hex_label(hex)} is not in the {ZONES[about.stage]}."),
    ),
    Condition(lambda state, about: EVERYTHING if TYPES[about.chosen].marsh else ~MARSH, "10.8", MARSHY),
    Condition(
        lambda state, about: ~(state.occupied(SOVIET) if about.stage == "reserve" else state.full_for(SOVIET, 1)),
        "6.0",
        crowded,
    ),
    Condition(
        left_for_others,
        "3.3",
        about_hex("The last place in {} is for a rifle division: every front-line hex needs one."),
    ),
    Condition(
        needed_by_rifles,
        "3.3",
        told("The rifle divisions that are left are needed in front-line hexes that have none."),
    ),
)
GERMAN_HEX: Conditions = (
    Condition(lambda state, about: WEST, "3.6", about_hex("{} is not west of the initial front line.")),
    Condition(lambda state, about: ~state.full_for(GERMAN, 1), "6.0", about_hex("{} already has five units.")),
    Condition(
        lambda state, about: EVERYTHING if about.chosen is None or UNITS[about.chosen].type.marsh else ~MARSH,
        "10.8",
        MARSHY,
    ),
)


def soviet_hexes(state: DriveOnMoscowState, stage: str, kind: str) -> int:
    """Where a unit of this type may be set up."""
    return passing(SOVIET_HEX, state, Placement(stage, kind))


def german_hexes(state: DriveOnMoscowState, unit: int) -> int:
    """3.6: where a German unit may be set up."""
    return passing(GERMAN_HEX, state, Placement("german", unit))


def fill(state: DriveOnMoscowState, stage: str, name: str) -> None:
    """Set up all that is left by an offered set-up; what is there already stays."""
    if stage == "german":
        fill_german(state, name)
    else:
        fill_soviet(state, stage, name)


def fill_german(state: DriveOnMoscowState, name: str) -> None:
    plan = {UNIT_IDS[unit]: hex for unit, hex in PLANS["german", name]}
    for unit in GERMAN_UNITS:
        if state.where[unit] == RESERVES:
            free = german_hexes(state, unit)
            hex = plan[unit]
            state.put_down(GERMAN, (unit,), hex if contains(free, hex) else nearest(hex, free))


def fill_soviet(state: DriveOnMoscowState, stage: str, name: str) -> None:
    """Front-line hexes first (3.3), then type by type."""
    plan = PLANS[stage, name]
    if stage == "forward":
        for hex in members(front_without_rifles(state)):
            put(state, "RD", hex)
    for kind, count in left_to_place(state, stage).items():
        wanted = [hex for word, hex in plan if word == kind]
        for unit in placed(state, stage, kind):
            if state.where[unit] in wanted:
                wanted.remove(state.where[unit])
        for number in range(count):
            free = soviet_hexes(state, stage, kind)
            hex = wanted[number] if number < len(wanted) else wanted[-1] if wanted else plan[0][1]
            put(state, kind, hex if contains(free, hex) else nearest(hex, free))


def put(state: DriveOnMoscowState, kind: str, hex: int) -> None:
    """Set up the next unit of a type."""
    unit = next(unit for unit in UNITS_OF[kind] if state.where[unit] == RESERVES)
    state.put_down(SOVIET, (unit,), hex)


def nearest(hex: int, free: int) -> int:
    """The free hex that is closest to this one."""
    ring = 1 << hex
    while not ring & free:
        ring |= BOARD.spread(ring)
    return members(ring & free)[0]


def plan_problems(stage: str, name: str) -> list[str]:
    """What is wrong with an offered set-up by the rules."""
    plan = PLANS[stage, name]
    found = []
    count: dict[int, int] = {}
    zone = WEST if stage == "german" else ZONE_OF[stage]
    for word, hex in plan:
        label = f"{word} in {BOARD.names[hex]}"
        count[hex] = count.get(hex, 0) + 1
        if not contains(zone, hex):
            found.append(f"{label} is outside its zone")
        marsh = UNITS[UNIT_IDS[word]].type.marsh if stage == "german" else TYPES[word].marsh
        if contains(MARSH, hex) and not marsh:
            found.append(f"{label} is in marsh")
    limit = 1 if stage == "reserve" else STACK_LIMIT
    found += [f"{BOARD.names[hex]} has {number} units" for hex, number in count.items() if number > limit]
    words = [word for word, _ in plan]
    wanted = {UNITS[unit].name: 1 for unit in GERMAN_UNITS} if stage == "german" else QUOTAS[stage]
    found += [f"{kind}: {words.count(kind)} instead of {n}" for kind, n in wanted.items() if words.count(kind) != n]
    if stage == "forward":
        bare = FRONT & ~sum(1 << hex for hex in {hex for word, hex in plan if word == "RD"})
        found += [f"front-line hex {name} has no RD" for name in BOARD.names_of(bare)]
    return found
