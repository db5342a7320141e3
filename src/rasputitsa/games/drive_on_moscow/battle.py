"""A battle: who fights whom, the odds, and every shift (11.7 to 11.21)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ...core.sets import contains, members
from ...core.step_codec import Place, PlaceOrNone, Units
from .facts import (
    AROUND,
    ATTACK,
    CITIES,
    CONCENTRIC,
    CRT,
    DECLARE_TURNS,
    DEFENSE,
    FOREST,
    FORTS,
    GERMAN,
    PANZERS,
    RIVER,
    SHIFT,
    SOVIET,
)
from .state import DriveOnMoscowState

LOWEST, HIGHEST = -2, 4  # the columns 1:3 and 5:1 on the ladder where 1:1 is 0 (11.9)


@dataclass(frozen=True, slots=True)
class Battle:
    """An attack on one hex (11.2). ``launch`` is the launch hex of a mobile assault (10.15), 0 in a prepared assault.

    ``attackers`` and ``defenders`` are the involved units; ``bystanders`` retreated into the hex in this Combat Phase
    and do not take part (11.27). ``air`` counts the aircraft committed by either side.
    """

    attacker: int
    hex: Place
    launch: PlaceOrNone
    attackers: Units
    defenders: Units
    bystanders: Units
    air: tuple[int, int] = (0, 0)

    @property
    def mobile(self) -> bool:
        return self.launch > 0

    @property
    def defender(self) -> int:
        return 1 - self.attacker


class Shift(NamedTuple):
    """A shift of the odds: its name, how many columns to the right, and its rule."""

    name: str
    columns: int
    rule: str


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


def attack_factor(state: DriveOnMoscowState, unit: int, hex: int) -> int:
    """2.9; panzers use their defense factor against cities and fortifications (11.17, 11.18)."""
    if PANZERS >> unit & 1 and (CITIES | FORTS) >> hex & 1:
        return DEFENSE[unit][state.face[unit]]
    return ATTACK[unit][state.face[unit]]


def attack_total(state: DriveOnMoscowState, units: int, hex: int) -> int:
    return sum(attack_factor(state, unit, hex) for unit in members(units))


def defense_total(state: DriveOnMoscowState, units: int) -> int:
    face = state.face
    return sum(DEFENSE[unit][face[unit]] for unit in members(units))


def ratio(attack: int, defense: int) -> int:
    """11.7, 11.8: the place of the odds on the ladder ..., 1:3 = -2, 1:2 = -1, 1:1 = 0, 2:1 = 1, ..."""
    if attack >= defense:
        return attack // defense - 1
    return 1 - -(-defense // attack)


def odds_name(place: int) -> str:
    return f"{place + 1}:1" if place >= 0 else f"1:{1 - place}"


def result_at(place: int, face: int) -> str:
    """11.9, 11.21: what a roll means at these final odds; beyond the table no die is needed."""
    if place > HIGHEST:
        return "DE"
    if place < LOWEST:
        return "AL1"
    return CRT[place - LOWEST][face]


def is_concentric(state: DriveOnMoscowState, hex: int, attackers: int) -> bool:
    """11.20: from two opposite hexes, three alternate ones, or more than three."""
    where = state.where
    from_hexes = {where[unit] for unit in members(attackers)}
    if len(from_hexes) < 2:
        return False
    mask = 0
    for direction, other in enumerate(AROUND[hex]):
        if other in from_hexes:
            mask |= 1 << direction
    return mask in CONCENTRIC


def all_across_rivers(state: DriveOnMoscowState, battle: Battle) -> bool:
    """11.14"""
    banks = RIVER.of[battle.hex]
    if battle.launch:
        return contains(banks, battle.launch)
    where = state.where
    return all(banks >> where[unit] & 1 for unit in members(battle.attackers))


def no_offensive(state: DriveOnMoscowState) -> bool:
    """12.3: the right to declare a November Offensive has lapsed; on its last turn once the first phase is over."""
    last = DECLARE_TURNS[-1]
    return not state.november and (state.turn > last or (state.turn == last and state.mode != "replacement"))


def executes_offensive(state: DriveOnMoscowState) -> bool:
    """12.2: this is the turn in which the November Offensive is executed."""
    return bool(state.november) and state.turn == state.november + 1


def tempo(state: DriveOnMoscowState, mobile: bool) -> Shift | None:
    """5.2, 5.3, 12.2: one column for a German attack with momentum, never two."""
    columns = SHIFT["tempo"]
    if state.turn == 1:
        return Shift("turn 1", columns, "5.3")
    if mobile:
        return None
    if executes_offensive(state):
        return Shift("offensive", columns, "12.2")
    return Shift("fight first", columns, "5.2") if state.fight_first else None


def shifts(state: DriveOnMoscowState, battle: Battle) -> list[Shift]:
    """11.10: everything that shifts the odds of a battle."""
    hex, german = battle.hex, battle.attacker == GERMAN
    city = contains(CITIES, hex)
    found = []
    if battle.mobile and contains(FOREST, hex):
        found.append(Shift("forest", SHIFT["forest"], "11.12"))
    if RIVER.of[hex] and all_across_rivers(state, battle):
        found.append(Shift("river", SHIFT["river"], "11.14"))
    if city:
        found.append(Shift("city", SHIFT["city"], "11.17"))
    if german and contains(FORTS, hex):
        found.append(Shift("fortification", SHIFT["fortification"], "11.18"))
    own, enemy = battle.air[battle.attacker], battle.air[battle.defender]
    if own or enemy:
        found.append(Shift("aircraft", own - enemy, "11.19"))
    if not battle.mobile and not city and is_concentric(state, hex, battle.attackers):
        found.append(Shift("concentric", SHIFT["concentric"], "11.20"))
    if german and (momentum := tempo(state, battle.mobile)):
        found.append(momentum)
    if no_offensive(state):
        columns = SHIFT["no_offensive"]
        found.append(Shift("no offensive", -columns if german else columns, "12.3"))
    return found


def final_odds(state: DriveOnMoscowState, battle: Battle) -> int:
    """11.21: the place on the ladder after all shifts. All involved units must have been revealed."""
    attack = attack_total(state, battle.attackers, battle.hex)
    defense = defense_total(state, battle.defenders)
    return ratio(attack, defense) + sum(shift.columns for shift in shifts(state, battle))


def untried_in(state: DriveOnMoscowState, battle: Battle) -> list[int]:
    """2.13: the involved units that must be revealed before the odds are computed."""
    units = battle.attackers if battle.attacker == SOVIET else battle.defenders
    return [unit for unit in members(units) if state.is_untried(unit)]
