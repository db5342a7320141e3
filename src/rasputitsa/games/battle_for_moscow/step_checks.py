"""What the fields of the open steps must agree with, so that a position from outside can be played on.

Which step can lie on which is declared on the steps (`Step.lies_on`) and checked in `core.positions`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from ...core.moves import MoveRecord, cities_taken, units_moved
from ...core.sets import contains, set_of
from .battle import Battle, column
from .combat import ChooseTarget, DeclareBattles, NameAttackers
from .facts import (
    ADJACENT,
    FIRST_HEX,
    GERMAN,
    HEXES,
    MAJOR_CITIES,
    OF_SIDE,
    SIDE,
    UNITS,
    space_label,
    unit_label,
)
from .fight import ResolveBattles, RollDie
from .movement import Movement, Moving
from .reach import allowance, mode_of
from .replacements import PlaceUnit, Replacements
from .results import Advance, AttackerLoss, Retreat, RetreatThrough, StandFast
from .retreat import retreats, routes
from .setup import SetUp, SetUpAt
from .state import BattleForMoscowState

# The steps that may lie on the stack in a phase of each kind, from the bottom up.
STEPS: Mapping[str, tuple[type, ...]] = {
    "set-up": (SetUp, SetUpAt),
    "replacements": (Replacements, PlaceUnit),
    "panzer": (Movement, Moving),
    "rail": (Movement, Moving),
    "movement": (Movement, Moving),
    "combat": (
        DeclareBattles,
        ChooseTarget,
        NameAttackers,
        ResolveBattles,
        RollDie,
        Advance,
        StandFast,
        Retreat,
        RetreatThrough,
        AttackerLoss,
    ),
    "housekeeping": (),
}

IN_BATTLE = (RollDie, AttackerLoss, StandFast, Retreat, RetreatThrough, Advance)  # steps that hold a battle
MOST = 99  # replacement steps, points owed: no position of the game has so many


# Set-up and replacements.


def check_set_up_at(state: BattleForMoscowState, step: SetUpAt, below: SetUp) -> str:
    return "" if SIDE[step.unit] == GERMAN else f"the {unit_label(step.unit)} is not set up by its player"


def check_replacements(state: BattleForMoscowState, step: Replacements, below: None) -> str:
    return "" if 0 <= step.left <= MOST else f"left must be from 0 to {MOST}"


def check_place_unit(state: BattleForMoscowState, step: PlaceUnit, below: Replacements) -> str:
    return "" if step.unit in below.placeable(state) else f"the {unit_label(step.unit)} cannot be placed"


# Movement.


def check_movement(state: BattleForMoscowState, step: Movement, below: None) -> str:
    moving = state.stack[-1]
    return record_problem(state, step.move_records, 1 << moving.unit if isinstance(moving, Moving) else 0)


def record_problem(state: BattleForMoscowState, records: tuple[MoveRecord, ...], moving: int = 0) -> str:
    """8.2.2: a move can be taken back, so where it began there must be room for the unit; a city is then its side's.

    A unit whose move is under way (``moving``) may pass through that hex.
    """
    side = state.active
    moved = units_moved(records) | moving
    waiting = [state.where[unit] for unit in OF_SIDE[side] if not contains(moved, unit)]
    begun = [hex for hex in waiting if hex >= FIRST_HEX]
    possible = HEXES & ~(state.occupied[1 - side] | state.cities_of(1 - side))
    for record in records:
        if SIDE[record.unit] != side or state.where[record.unit] < FIRST_HEX:
            return f"the {unit_label(record.unit)} cannot have moved in this phase"
        if not contains(possible, record.origin) or record.origin in begun:
            return f"the {unit_label(record.unit)} cannot have begun its move in {space_label(record.origin)}"
        begun.append(record.origin)
    return ""


def check_moving(state: BattleForMoscowState, step: Moving, below: Movement) -> str:
    name = f"the {unit_label(step.unit)}"
    if contains(below.moved, step.unit):
        return f"{name} has already moved"
    if not mode_of(state).moves[step.unit]:
        return f"{name} cannot move in this phase"
    problem = record_problem(state, (*below.move_records, step.record))
    if problem:
        return problem
    if step.moved != below.moved or step.taken != cities_taken(below.move_records):
        return "moved and taken must be what Movement says"
    most = allowance(state, step.unit)
    if not 0 < step.points <= most:
        return f"points must be from 1 to {most}"
    if step.points == most and state.where[step.unit] != step.origin:
        return f"{name} has all its points, so it must be where it began"
    if step.points == most and step.unit not in below.candidates(state):
        return f"{name} has nowhere to go"
    return ""


# Battles.


def check_target(state: BattleForMoscowState, step: ChooseTarget, below: DeclareBattles) -> str:
    if step.unit not in below.attackers(state):
        return f"the {unit_label(step.unit)} cannot attack"
    right = step.targets == ADJACENT[state.where[step.unit]] & below.targets(state)
    return "" if right else "targets must be the hexes that the unit can attack"


def check_attackers(state: BattleForMoscowState, step: NameAttackers, below: DeclareBattles) -> str:
    where = space_label(step.hex)
    if not contains(below.targets(state), step.hex) and not below.attackers_of(step.hex):
        return f"no unit in {where} can be attacked"
    if step.available != below.candidates(state, step.hex):
        return f"available must be the units adjacent to {where} that attack nobody else"
    if len(set(step.attackers)) != len(step.attackers) or set_of(step.attackers) & ~step.available:
        return f"the attackers of {where} must be available, each named once"
    return ""


def check_battles(state: BattleForMoscowState, step: DeclareBattles | ResolveBattles, below: None) -> str:
    """9.0: battles are between neighbours, nobody has two, and only one of them is in hand."""
    in_hand = {above.battle for above in state.stack if isinstance(above, IN_BATTLE)}
    if len(in_hand) > 1:
        return "only one battle can be in hand"
    battles = [*step.battles, *in_hand]
    attackers = [unit for battle in battles for unit in battle.attackers]
    if len(set(attackers)) != len(attackers) or len({battle.hex for battle in battles}) != len(battles):
        return "no unit can attack or be attacked twice (9.0)"
    problems = [waiting_problem(state, battle) for battle in step.battles]
    problems += [side_problem(state, battle) for battle in in_hand]
    return next(filter(None, problems), "")


def side_problem(state: BattleForMoscowState, battle: Battle) -> str:
    """Attackers of the right side, adjacent to the hex, which they do not occupy; some may have been eliminated."""
    where = space_label(battle.hex)
    if not battle.attackers or any(SIDE[unit] != state.active for unit in battle.attackers):
        return f"the battle at {where} needs attackers of the side whose phase it is"
    if not contains(HEXES & ~state.occupied[state.active], battle.hex):
        return f"no battle can be at {where}"
    for unit in battle.survivors(state):
        if not contains(ADJACENT[battle.hex], state.where[unit]):
            return f"the {UNITS[unit].title} is not adjacent to {where}"
    return ""


def waiting_problem(state: BattleForMoscowState, battle: Battle) -> str:
    """A battle before its die: defender and all attackers are there."""
    problem = side_problem(state, battle)
    if not problem and battle.defender(state) < 0:
        return f"there is no defender in {space_label(battle.hex)}"
    if not problem and len(battle.survivors(state)) < len(battle.attackers):
        return f"an attacker of {space_label(battle.hex)} is not on the map"
    return problem


def check_roll(state: BattleForMoscowState, step: RollDie, below: ResolveBattles) -> str:
    wrong = waiting_problem(state, step.battle) or column(state, step.battle) < 1
    return f"no die is rolled for the battle at {space_label(step.battle.hex)}" if wrong else ""


def check_stand_fast(state: BattleForMoscowState, step: StandFast, below: Advance) -> str:
    possible = contains(MAJOR_CITIES, step.battle.hex) and step.battle.defender(state) >= 0
    return "" if possible else f"nobody can stand fast in {space_label(step.battle.hex)}"


def check_loss(state: BattleForMoscowState, step: AttackerLoss, below: ResolveBattles | Retreat) -> str:
    exchange = isinstance(below, Retreat)
    if step.result != ("EX" if exchange else "AL") or not 0 < step.owed <= MOST:
        return f"it must be AL, or EX on a Retreat, with 1 to {MOST} points owed"
    if not exchange and step.battle.defender(state) < 0:
        return f"there is no defender in {space_label(step.battle.hex)}"
    return ""


def check_through(state: BattleForMoscowState, step: RetreatThrough, below: Advance) -> str:
    defender = step.battle.defender(state)
    if defender >= 0:
        _, way, goals = retreats(state, step.battle.hex, defender)
        through = routes(state, defender, way & ADJACENT[step.goal])
        if contains(goals, step.goal) and len(through) > 1 and step.through == tuple(through):
            return ""
    return f"no such choice of a way to {space_label(step.goal)} is open"


CHECKS: Mapping[type, Callable[[Any, Any, Any], str]] = MappingProxyType(
    {
        SetUpAt: check_set_up_at,
        Replacements: check_replacements,
        PlaceUnit: check_place_unit,
        Movement: check_movement,
        Moving: check_moving,
        DeclareBattles: check_battles,
        ResolveBattles: check_battles,
        ChooseTarget: check_target,
        NameAttackers: check_attackers,
        RollDie: check_roll,
        StandFast: check_stand_fast,
        RetreatThrough: check_through,
        AttackerLoss: check_loss,
    }
)
