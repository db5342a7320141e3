"""11.3 A combat and its ratio."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import Fate, TokenFate
from ...core.sets import members
from ...core.step_codec import Place, Units
from .facts import (
    BESIDE,
    BOARD,
    COLUMNS,
    FRESH,
    PASSIVE,
    RIVER,
    SHIFT_INTO,
    SIDE,
    SIDES,
    SOVIET,
    SPENT,
    STRENGTH,
    TANK_SHIFT_INTO,
    TANKS,
    TERRAIN,
    TOP_COLUMN,
    space_label,
    unit_labels,
)
from .state import BlitzkriegState


@dataclass(frozen=True, slots=True)
class Battle:
    """One combat: the hex attacked, the attackers, the defenders, those of them that defend actively, and the columns
    that cards have added for the attacker so far."""

    hex: Place
    attackers: Units
    defenders: Units
    active: Units
    cards: int

    @property
    def attacker(self) -> int:
        """The attacking side."""
        return SIDE[self.attackers.bit_length() - 1]


def attack_strength(state: BlitzkriegState, attackers: int) -> int:
    """11.3.1"""
    fresh = state.fresh
    return sum([STRENGTH[unit][fresh >> unit & 1] for unit in members(attackers)])


def defence_of(state: BlitzkriegState, unit: int, active: int) -> int:
    """11.3.2: what a unit defends with; a fresh one actively or passively."""
    if not state.fresh >> unit & 1:
        return STRENGTH[unit][SPENT]
    return STRENGTH[unit][FRESH] if active >> unit & 1 else PASSIVE[unit]


def defence_strength(state: BlitzkriegState, battle: Battle) -> int:
    return sum([defence_of(state, unit, battle.active) for unit in members(battle.defenders)])


def ratio(attack: int, defence: int) -> int:
    """11.3.3: n:1 is n, 1:n is 2 - n; so 1:1 is 1, 1:2 is 0. Above 7:1 is 7:1 (our reading)."""
    if attack >= defence:
        return min(attack // defence, TOP_COLUMN) if defence else TOP_COLUMN
    return 2 - -(-defence // attack)


def all_across_river(state: BlitzkriegState, battle: Battle) -> bool:
    """11.3.4: whether every attacker is across a river; out of a rear area nobody is."""
    wet = RIVER.of[battle.hex]
    return all(wet >> state.where[unit] & 1 for unit in members(battle.attackers))


def shifts(state: BlitzkriegState, battle: Battle) -> list[tuple[str, int]]:
    """11.3.4: what shifts the ratio, each with its columns to the right."""
    hex = battle.hex
    found = list(SHIFT_INTO[hex])
    snow = state.weather == "snow"
    if not snow and RIVER.of[hex] and all_across_river(state, battle):
        found.append(("river", TERRAIN["river"].shift))
    tanks = TANK_SHIFT_INTO[hex]
    if tanks and battle.attackers & TANKS:
        found.append(("tanks", tanks))
    if snow and battle.attacker == SOVIET:
        found.append(("winter", 1))
    if battle.cards:
        found.append(("cards", battle.cards))
    return found


def column(state: BlitzkriegState, battle: Battle) -> int:
    """The column of the Combat Results Table; less than 1 means that the attack fails (11.3.5)."""
    start = ratio(attack_strength(state, battle.attackers), defence_strength(state, battle))
    return min(start + sum([columns for _, columns in shifts(state, battle)]), TOP_COLUMN)


def column_name(number: int) -> str:
    """A column for people: 3:1, or 1:2 for one that lies left of the table."""
    return COLUMNS[number - 1] if number >= 1 else f"1:{2 - number}"


def describe(state: BlitzkriegState, battle: Battle) -> str:
    """A combat for a question: who, where, at which odds."""
    return f"{unit_labels(battle.attackers)} against {space_label(battle.hex)}, {column_name(column(state, battle))}"


def attack_text(attackers: int) -> str:
    """Who attacks, with the right form of the verb."""
    return f"{unit_labels(attackers)} {'attack' if attackers & (attackers - 1) else 'attacks'}"


def event_fields(state: BlitzkriegState, battle: Battle) -> tuple[str, list[str], list[TokenFate]]:
    """Side, spaces and tokens of an event about a combat: its hex, its units."""
    units = state.fates(battle.attackers | battle.defenders, Fate.TOOK_PART)
    return SIDES[battle.attacker], [BOARD.names[battle.hex]], units


def adjacent_units(state: BlitzkriegState, units: int, hex: int) -> int:
    """11.0, 11.7: those of the units that are adjacent to a hex, on the map or in a rear area beside it."""
    where = state.where
    found = 0
    for unit in members(units):
        if BESIDE[where[unit]] >> hex & 1:
            found |= 1 << unit
    return found


def hexes_beside(state: BlitzkriegState, units: int) -> int:
    """The hexes next to these units."""
    where = state.where
    found = 0
    for unit in members(units):
        found |= BESIDE[where[unit]]
    return found
