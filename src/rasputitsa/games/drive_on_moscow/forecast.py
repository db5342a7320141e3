"""What a battle promises: before the reveal a range of odds, afterwards the exact chances."""

from __future__ import annotations

from fractions import Fraction

from ...core import Chance, Forecast, Modifier
from ...core.sets import members
from .battle import (
    HIGHEST,
    LOWEST,
    Battle,
    attack_factor,
    odds_name,
    ratio,
    result_at,
    shifts,
)
from .facts import (
    BOARD,
    CITIES,
    COUNTERS,
    FIRST_COUNTER,
    GERMAN,
    REGULARS,
    RESULTS,
    SOVIET,
    TYPE,
    TYPES,
    UNITS,
    hex_label,
    unit_names,
)
from .names import unit_label
from .retreat import can_retreat
from .state import DriveOnMoscowState

SHIFT_NAMES = {
    "forest": "Forest, against a mobile assault",
    "river": "All attackers come across a river",
    "city": "The defenders are in a city",
    "fortification": "The defenders are in a fortification",
    "aircraft": "Aircraft",
    "concentric": "Concentric attack",
    "turn 1": "German momentum on turn 1",
    "offensive": "November Offensive",
    "fight first": "German attacks before movement",
    "no offensive": "No November Offensive was declared",
}


def columns_text(columns: int) -> str:
    number = {1: "one column", 2: "two columns"}.get(abs(columns), f"{abs(columns)} columns")
    return f"{number} {'right' if columns > 0 else 'left'}" if columns else "no shift"


def known_to(state: DriveOnMoscowState, unit: int, viewer: int | None) -> bool:
    """11.6: whether a viewer may know which unit this is: its own, and the top one of an enemy stack."""
    if viewer is not None and UNITS[unit].type.side == viewer:
        return True
    return state.at(state.where[unit])[-1] == unit


def factor_range(state: DriveOnMoscowState, unit: int, viewer: int | None, which: int) -> tuple[int, int]:
    """The least and the most that a factor of a unit can be, by what a viewer knows. 0 is attack, 1 is defense."""
    if not known_to(state, unit, viewer):
        side = UNITS[unit].type.side
        values = [value for kind in TYPES.values() if kind.side == side for value in type_factors(kind.name, which)]
        return min(values), max(values)
    if state.is_untried(unit):
        first = FIRST_COUNTER[TYPE[unit]]
        left = [
            counter.factors[which]
            for number, counter in enumerate(COUNTERS[TYPE[unit]], first)
            if not state.drawn >> number & 1
        ]
        return min(left), max(left)
    kind = UNITS[unit].type
    if kind.name in REGULARS:
        value = COUNTERS[kind.name][state.face[unit] - 1].factors[which]
    else:
        value = (kind.full, kind.reduced)[state.face[unit]][which]  # type: ignore[index]
    return value, value


def type_factors(kind: str, which: int) -> list[int]:
    if kind in REGULARS:
        return [counter.factors[which] for counter in COUNTERS[kind]]
    return [factors[which] for factors in (TYPES[kind].full, TYPES[kind].reduced) if factors]


def forecast(state: DriveOnMoscowState, battle: Battle, viewer: int | None) -> Forecast:
    """Every modifier with its rule and the chance of each result; a range where units are not yet revealed."""
    attack = total_range(state, battle, battle.attackers, viewer, 0)
    defense = total_range(state, battle, battle.defenders, viewer, 1)
    moved = shifts(state, battle)
    columns = sum(shift.columns for shift in moved)
    low, high = ratio(attack[0], defense[1]) + columns, ratio(attack[1], defense[0]) + columns
    lines = [force_line(state, unit, battle, viewer, "11.7") for unit in members(battle.attackers)]
    lines += [force_line(state, unit, battle, viewer, "11.7") for unit in members(battle.defenders)]
    first, last = odds_name(low - columns), odds_name(high - columns)
    lines.append(Modifier(f"{range_text(attack)} against {range_text(defense)}", span(first, last), "11.7"))
    lines += [Modifier(SHIFT_NAMES[shift.name], columns_text(shift.columns), shift.rule) for shift in moved]
    open_ways = can_retreat(state, battle, battle.defenders)
    return Forecast(
        title=f"{'Mobile assault' if battle.mobile else 'Attack'} on {hex_label(battle.hex)}",
        modifiers=tuple(lines),
        column=span(odds_name(low), odds_name(high)),
        chances=tuple(chances(state, battle, low, open_ways)) if low == high else (),
        retreat="open" if open_ways else "closed: the defenders would be eliminated",
        spaces=(BOARD.names[battle.hex],),
        pieces=tuple(unit_names(battle.attackers)),
    )


def total_range(
    state: DriveOnMoscowState, battle: Battle, units: int, viewer: int | None, which: int
) -> tuple[int, int]:
    low = high = 0
    for unit in members(units):
        least, most = unit_range(state, battle, unit, viewer, which)
        low, high = low + least, high + most
    return low, high


def unit_range(state: DriveOnMoscowState, battle: Battle, unit: int, viewer: int | None, which: int) -> tuple[int, int]:
    if not which and UNITS[unit].type.side == GERMAN and known_to(state, unit, viewer):
        factor = attack_factor(state, unit, battle.hex)
        return factor, factor
    return factor_range(state, unit, viewer, which)


def force_line(state: DriveOnMoscowState, unit: int, battle: Battle, viewer: int | None, rule: str) -> Modifier:
    which = 1 if battle.defenders >> unit & 1 else 0
    name = unit_label(state, unit) if known_to(state, unit, viewer) else "unit under the top one"
    return Modifier(name, range_text(unit_range(state, battle, unit, viewer, which)), rule)


def range_text(values: tuple[int, int]) -> str:
    low, high = values
    return str(low) if low == high else f"{low} to {high}"


def span(first: str, last: str) -> str:
    return first if first == last else f"{first} to {last}"


def chances(state: DriveOnMoscowState, battle: Battle, odds: int, open_ways: bool) -> list[Chance]:
    """The exact chance of each result at these odds."""
    faces = [result_at(odds, face) for face in range(1, 7)]
    rule = "11.21" if LOWEST <= odds <= HIGHEST else "11.9"
    return [
        Chance(result, Fraction(faces.count(result), 6), meaning(battle, result, open_ways), rule)
        for result in RESULTS
        if result in faces
    ]


def meaning(battle: Battle, result: str, open_ways: bool) -> str:
    """What a result would mean in this battle."""
    if CITIES >> battle.hex & 1:
        if battle.attacker == SOVIET and result in ("AS", "DR"):
            return "in a city: the attackers lose a step"
        if result == "DR":
            return "in a city: attack stalled, or a bloodbath"
    if result == "AS":
        return "nothing happens"
    if result == "AL1":
        return "the attackers lose a step"
    if result == "DE" or not open_ways:
        return "one-step defenders are eliminated, others reduced"
    return "the defenders retreat" if battle.defender == SOVIET else "the defenders retreat or lose a step"


def attack_worth(state: DriveOnMoscowState, battle: Battle, result: str) -> float:
    """What a result is worth to the attacker, in steps."""
    if result == "AL1":
        return -1.0
    if result == "AS":
        return 0.0
    if result == "DR" and can_retreat(state, battle, battle.defenders):
        return 0.3 * battle.defenders.bit_count()
    return float(battle.defenders.bit_count())
