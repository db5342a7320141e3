"""What the fields of the open steps must agree with, so that a position from outside can be played on.

Which step can lie on which is declared on the steps (`Step.lies_on`) and checked in `core.positions`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.sets import contains, members
from .advance import Advance
from .arrange import Arrange
from .assault import Assault, assault_hexes
from .battle import Battle
from .combat import Attack, Combat, attackers, targets
from .conversions import Conversion, DrawGuards, ShowConverted
from .deployment import GERMAN_FORCE, QUOTAS
from .facts import (
    ALL_OF,
    CITIES,
    DEAD,
    FIRST_HEX,
    GERMAN,
    GUARDS,
    HEXES,
    LAND,
    POOL,
    REGULARS,
    REPLACEMENT_STEPS,
    RESERVES,
    SIDE,
    TYPE,
    UNITS,
    UNTRIED_KIND,
    hex_label,
)
from .fight import DefensiveAir, Reveal, Roll
from .movement import Movement, Moving
from .moves import began_together
from .orders import DeclareOffensive, DeclareOrder, StalinsOrder, aircraft_of
from .reinforcements import Reinforcements, due
from .replacements import Replacements, Withdrawal
from .results import CityAssault, LoseSteps, RetreatOrStand
from .retreat import Retreat, SplitRetreat, can_retreat, together
from .setup import GermanSetUp, SovietSetUp
from .state import DriveOnMoscowState

IN_BATTLE = (DefensiveAir, Reveal, Roll, CityAssault, RetreatOrStand, LoseSteps, Retreat, SplitRetreat)

# The steps that may be open in a phase of each kind.
STEPS: dict[str, tuple[type, ...]] = {
    "reserve": (SovietSetUp,),
    "forward": (SovietSetUp,),
    "german": (GermanSetUp,),
    "replacement": (Withdrawal, Replacements, DeclareOrder, DeclareOffensive),
    "movement": (Movement, Moving, Arrange, Assault, *IN_BATTLE),
    "combat": (Combat, Attack, *IN_BATTLE, Advance),
    "reinforcement": (Reinforcements, DeclareOrder, StalinsOrder),
    "conversion": (DrawGuards, Conversion, ShowConverted),
    "supply": (),
}


def check_soviet_set_up(state: DriveOnMoscowState, step: SovietSetUp, below: object) -> str:
    if step.stage != state.mode or step.chosen not in QUOTAS[step.stage]:
        return "stage and type do not belong to this phase"
    return ""


def check_german_set_up(state: DriveOnMoscowState, step: GermanSetUp, below: object) -> str:
    if step.chosen is None:
        return "chosen must be a unit while some are not set up" if step.waiting(state) else ""
    return "" if contains(GERMAN_FORCE, step.chosen) else "chosen must be a German unit that is set up at the start"


def check_replacements(state: DriveOnMoscowState, step: Replacements, below: object) -> str:
    for left, most in zip((step.mech, step.other), REPLACEMENT_STEPS, strict=True):
        if not 0 <= left <= most:
            return f"there are at most {most} steps of each kind (12.2)"
    return check_withdrawals(step, below)


def check_withdrawal(state: DriveOnMoscowState, step: Withdrawal, below: object) -> str:
    if step.cavalry:
        return "" if below is None else "the cavalry division is withdrawn last, and once (9.3)"
    return check_withdrawals(step, below)


def check_withdrawals(step: Replacements | Withdrawal, below: object) -> str:
    """9.3: replacements come before the infantry division, and that before the cavalry division."""
    cavalry = isinstance(step, Withdrawal)
    follows = isinstance(below, Withdrawal) and below.cavalry == cavalry
    return "" if follows else "an infantry division is withdrawn first, then the cavalry division (9.3)"


def check_reinforcements(state: DriveOnMoscowState, step: Reinforcements, below: object) -> str:
    if len(step.left) != len(REGULARS) or not 0 <= step.chosen < len(REGULARS) or min(step.left) < 0:
        return "left must have a number for each type"
    for kind, count, most in zip(REGULARS, step.left, due(state.turn), strict=True):
        if count > most:
            return f"turn {state.turn} brings {most} {kind}, not {count} (9.1)"
        if sum(TYPE[unit] == kind and state.where[unit] == RESERVES for unit in range(len(UNITS))) < count:
            return f"fewer {kind} than that have not been in play"
    return "" if not step.hexes & ~HEXES else "hexes must be on the map"


def check_conversion(state: DriveOnMoscowState, step: Conversion, below: object) -> str:
    drawn = TYPE[step.guards] in GUARDS and state.where[step.guards] == POOL
    return "" if drawn else "guards must be a guards unit of the pool"


def check_converted(state: DriveOnMoscowState, step: ShowConverted, below: object) -> str:
    unit = step.unit
    untried = contains(UNTRIED_KIND, unit) and not state.face[unit] and state.where[unit] == DEAD
    return "" if untried else "unit must be an untried unit that has just been converted"


def check_moving(state: DriveOnMoscowState, step: Moving, below: object) -> str:
    units = members(step.units)
    if not units or any(SIDE[unit] != state.active or state.where[unit] < FIRST_HEX for unit in units):
        return "units must be on the map and of the side whose phase it is"
    if step.units & ~began_together(state, units[0]) and not isinstance(state.stack[-1], IN_BATTLE):
        return "the units in hand must have begun the phase together (10.4)"
    return ""


def check_assault(state: DriveOnMoscowState, step: Assault, below: object) -> str:
    units = members(step.units)
    if not units or any(state.where[unit] != step.launch for unit in units):
        return "units must be in the launch hex"
    if not contains(assault_hexes(state, step), step.hex):
        return f"the units cannot assault {hex_label(step.hex)}"
    return "" if 0 <= step.air <= state.german_air else "not that many aircraft are left"


def check_attack(state: DriveOnMoscowState, step: Attack, below: object) -> str:
    if not contains(targets(state), step.hex):
        return f"{hex_label(step.hex)} cannot be attacked"
    if step.units & ~attackers(state, step.hex):
        return f"not all of the units can attack {hex_label(step.hex)}"
    return "" if 0 <= step.air <= state.aircraft(state.active) else "not that many aircraft are left"


def check_battle(state: DriveOnMoscowState, step: Any, below: object) -> str:
    """A battle is between adjacent units, and its units are in their places."""
    battle: Battle = step.battle
    side = state.active
    if battle.attacker != side or battle.mobile != (state.mode == "movement"):
        return "the attacker must be the side whose phase it is"
    if battle.attackers & ~ALL_OF[side] or battle.defenders & ~ALL_OF[1 - side]:
        return "attackers and defenders must be of the two sides"
    if not battle.attackers or not battle.defenders or min(battle.air) < 0:
        return "a battle needs attackers and defenders"
    if state.rules_version > 1 and any(
        used + state.aircraft(owner) > most
        for owner, (used, most) in enumerate(zip(battle.air, aircraft_of(state.turn, state.november), strict=True))
    ):
        return "the turn does not bring so many aircraft (11.19)"
    for unit in members(battle.attackers):
        here = state.where[unit]
        if here >= FIRST_HEX and (here != battle.launch if battle.launch else not contains(LAND.of[battle.hex], here)):
            return f"the attackers must be next to {hex_label(battle.hex)}"
    if isinstance(step, LoseSteps):
        return check_losses(state, step)
    if isinstance(step, SplitRetreat):
        return check_split(state, step)
    there = sum(1 << unit for unit in state.at(battle.hex))
    if battle.attackers & ~state.units_in(side) or there != battle.defenders | battle.bystanders:
        return f"the units in {hex_label(battle.hex)} are not as the battle says"
    if isinstance(step, Roll) and any(state.is_untried(unit) for unit in members(battle.attackers | battle.defenders)):
        return "untried units must be revealed first"
    if isinstance(step, Retreat) and not together(state, battle, battle.defenders):
        return "there is no hex to retreat to"
    if isinstance(step, CityAssault) and not contains(CITIES, battle.hex):
        return f"{hex_label(battle.hex)} is not a city"
    if isinstance(step, RetreatOrStand) and battle.defender != GERMAN:
        return "only German units may stand"
    return ""


def check_losses(state: DriveOnMoscowState, step: LoseSteps) -> str:
    if step.count < 1 or step.side not in (0, 1) or len(step.candidates(state)) < 1:
        return "there must be a step to lose"
    battle = step.battle
    attackers_lose = {"11.24": 1, "11.28": battle.defenders.bit_count() if contains(CITIES, battle.hex) else 0}
    most = attackers_lose if step.side == battle.attacker else {"11.28": 1}
    if step.count > most.get(step.why, 0) or (step.why == "11.28" and step.side != GERMAN):
        return "no result of a battle costs these steps (11.24, 11.28)"
    return ""


def check_split(state: DriveOnMoscowState, step: SplitRetreat) -> str:
    waiting = sum(1 << unit for unit in step.waiting)
    if not waiting or waiting & ~step.battle.defenders or any(state.where[u] != step.battle.hex for u in step.waiting):
        return f"the units that wait must be in {hex_label(step.battle.hex)}"
    return "" if can_retreat(state, step.battle, waiting) else "there is no hex to retreat to"


def check_advance(state: DriveOnMoscowState, step: Advance, below: object) -> str:
    if contains(state.occupied(1 - state.active), step.hex) or not 0 <= step.advanced <= 5:
        return f"{hex_label(step.hex)} is not vacant"
    for unit in members(step.units):
        if SIDE[unit] != state.active or not contains(LAND.of[step.hex], state.where[unit]):
            return f"the units must be next to {hex_label(step.hex)}"
    return ""


CHECKS: dict[type, Callable[..., str]] = {
    **dict.fromkeys(IN_BATTLE, check_battle),
    SovietSetUp: check_soviet_set_up,
    GermanSetUp: check_german_set_up,
    Replacements: check_replacements,
    Withdrawal: check_withdrawal,
    Reinforcements: check_reinforcements,
    Conversion: check_conversion,
    ShowConverted: check_converted,
    Moving: check_moving,
    Assault: check_assault,
    Attack: check_attack,
    Advance: check_advance,
}
