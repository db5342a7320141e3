"""What to expect of a battle: before the reveal by what a viewer knows, afterwards the exact chances."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from math import lcm

from ...core import Chance, Forecast, Modifier, Note
from ...core.sets import contains
from .aftermath import Aftermath, aftermath, meaning
from .battle import (
    HIGHEST,
    LOWEST,
    SHIFT_NAMES,
    Battle,
    attack_factor,
    columns_text,
    odds_name,
    ratio,
    result_at,
    shifts,
)
from .facts import (
    ATTACK,
    BOARD,
    CITIES,
    COUNTERS,
    DEFENSE,
    FIRST_COUNTER,
    RESULTS,
    SIDE,
    TYPE,
    hex_label,
)
from .fog import by_place, hidden_from, seen_counters, sees, token_name
from .names import unit_label
from .retreat import can_retreat
from .state import DriveOnMoscowState

Spread = dict[int, int]  # how many equally likely cases give each total

# What a factor can be.


def unit_spread(state: DriveOnMoscowState, unit: int, hex: int, which: int, seen: int) -> Spread:
    """The factor of a unit that a viewer may look at. ``which`` is 0 for attack, 1 for defense."""
    if state.is_untried(unit):
        found: Spread = {}
        for number, counter in enumerate(COUNTERS[TYPE[unit]], FIRST_COUNTER[TYPE[unit]]):
            if not contains(seen, number):
                factor = counter.factors[which]
                found[factor] = found.get(factor, 0) + 1
        return found
    if which:
        return {DEFENSE[unit][state.face[unit]]: 1}
    return {(attack_factor(state, unit, hex) if hex else ATTACK[unit][state.face[unit]]): 1}


def hidden_spread(state: DriveOnMoscowState, viewer: int | None, side: int, hex: int, which: int, seen: int) -> Spread:
    """The factor of a unit under the top one: any of those of its side that the viewer may not look at."""
    alike: dict[tuple[str, int], list[int]] = {}
    for unit in hidden_from(state, viewer, side):
        alike.setdefault((TYPE[unit], state.face[unit]), []).append(unit)
    spreads = [(unit_spread(state, units[0], hex, which, seen), len(units)) for units in alike.values()]
    return merged(spreads)


def merged(spreads: Sequence[tuple[Spread, int]]) -> Spread:
    """One of several units: each spread with the number of units that have it."""
    total: Spread = {}
    weight = lcm(*(sum(part.values()) for part, _ in spreads))
    for part, count in spreads:
        share = count * (weight // sum(part.values()))
        for factor, cases in part.items():
            total[factor] = total.get(factor, 0) + cases * share
    return total


def added(one: Spread, other: Spread) -> Spread:
    """The sum of two factors."""
    found: Spread = {}
    for first, cases in one.items():
        for second, more in other.items():
            found[first + second] = found.get(first + second, 0) + cases * more
    return found


def spreads_of(
    state: DriveOnMoscowState, battle: Battle, units: int, viewer: int | None, which: int
) -> list[tuple[int, Spread]]:
    """The factor of each unit, as far as a viewer knows it."""
    seen = seen_counters(state, viewer)
    found = []
    unknown: Spread | None = None
    for unit in by_place(state, units):
        if sees(state, unit, viewer):
            found.append((unit, unit_spread(state, unit, battle.hex, which, seen)))
        else:
            if unknown is None:
                unknown = hidden_spread(state, viewer, SIDE[unit], battle.hex, which, seen)
            found.append((unit, unknown))
    return found


# The forecast.


def forecast(state: DriveOnMoscowState, battle: Battle, viewer: int | None) -> Forecast:
    """Every modifier with its rule and the chance of each result, from what the viewer knows."""
    attack = spreads_of(state, battle, battle.attackers, viewer, 0)
    defense = spreads_of(state, battle, battle.defenders, viewer, 1)
    attack_sum, defense_sum = total_of(attack), total_of(defense)
    moved = shifts(state, battle)
    columns = sum(shift.columns for shift in moved)
    places = odds_spread(attack_sum, defense_sum)
    low, high = min(places), max(places)
    lines = [force_line(state, unit, spread, viewer) for unit, spread in (*attack, *defense)]
    sums = f"{range_text(attack_sum)} against {range_text(defense_sum)}"
    lines.append(Modifier(sums, span(odds_name(low), odds_name(high)), "11.7"))
    lines += [Modifier(SHIFT_NAMES[shift.name], columns_text(shift.columns), shift.rule) for shift in moved]
    outlook = aftermath(state, battle, viewer)
    return Forecast(
        title=f"{'Mobile assault' if battle.mobile else 'Attack'} on {hex_label(battle.hex)}",
        headline=span(odds_name(low + columns), odds_name(high + columns)),
        modifiers=tuple(lines),
        chances=tuple(chances(places, columns, {result: meaning(battle, result, outlook) for result in RESULTS})),
        notes=tuple(notes(state, battle, low != high, outlook)),
        spaces=(BOARD.names[battle.hex],),
        tokens=tuple(token_name(state, unit, viewer) for unit in by_place(state, battle.attackers | battle.defenders)),
    )


def total_of(forces: list[tuple[int, Spread]]) -> Spread:
    return reduce(added, (spread for _, spread in forces), {0: 1})


def odds_spread(attack: Spread, defense: Spread) -> Spread:
    """The odds before shifts, by how many cases lead to them."""
    found: Spread = {}
    for first, cases in attack.items():
        for second, more in defense.items():
            place = ratio(first, second)
            found[place] = found.get(place, 0) + cases * more
    return found


def force_line(state: DriveOnMoscowState, unit: int, spread: Spread, viewer: int | None) -> Modifier:
    name = unit_label(state, unit) if sees(state, unit, viewer) else "unit under the top one"
    return Modifier(name, range_text(spread), "11.7")


def range_text(spread: Spread) -> str:
    low, high = min(spread), max(spread)
    return str(low) if low == high else f"{low} to {high}"


def span(first: str, last: str) -> str:
    return first if first == last else f"{first} to {last}"


def chances(places: Spread, columns: int, meanings: dict[str, str]) -> list[Chance]:
    """The chance of each result over all odds that are possible."""
    cases = sum(places.values())
    found = dict.fromkeys(RESULTS, 0)
    for place, weight in places.items():
        for face in range(1, 7):
            found[result_at(place + columns, face)] += weight
    on_table = any(LOWEST <= place + columns <= HIGHEST for place in places)
    return [
        Chance(result, Fraction(weight, 6 * cases), meanings[result], "11.21" if on_table else "11.9")
        for result, weight in found.items()
        if weight
    ]


def notes(state: DriveOnMoscowState, battle: Battle, uncertain: bool, outlook: Aftermath) -> list[Note]:
    found = []
    if uncertain:
        found.append(Note("Units are still to be revealed: the chances are an estimate", "11.6"))
    if contains(CITIES, battle.hex):
        found.append(Note("Retreat: none from a city", "11.17"))
    elif outlook.retreat is None:
        found.append(Note("Retreat: depends on units that you do not see", "11.26"))
    elif outlook.retreat:
        found.append(Note("Retreat: open", "11.26"))
    else:
        found.append(Note("Retreat: none" if outlook.stand else "Retreat: none (eliminated)", "11.26"))
    if battle.bystanders:
        found.append(Note("Units that retreated here in this phase are lost, unless it is AS or AL1", "11.27"))
    return found


def attack_worth(state: DriveOnMoscowState, battle: Battle, result: str) -> float:
    """What a result is worth to the attacker, in steps."""
    if result == "AL1":
        return -1.0
    if result == "AS":
        return 0.0
    count = battle.defenders.bit_count()
    if result == "DR" and can_retreat(state, battle, battle.defenders):
        return 0.3 * count
    return float(count)
