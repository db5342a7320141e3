"""Which questions can be open together, so that a position from outside can be played on."""

from __future__ import annotations

from typing import Any

from ...core.moves import MoveRecord, cities_taken, units_moved
from ...core.sets import set_of
from .battle import Battle, column
from .combat import ChooseTarget, DeclareBattles, NameAttackers, ResolveBattles, RollDie
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
from .movement import Movement, Moving, allowance, mode_of
from .replacements import PlaceUnit, Replacements
from .results import Advance, AttackerLoss, Retreat, RetreatThrough, StandFast
from .retreat import retreats, routes
from .setup import SetUp, SetUpAt
from .state import BattleForMoscowState

# The steps that may lie on the stack in a phase of each kind, from the bottom up.
STEPS: dict[str, tuple[type, ...]] = {
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

# What a step may lie on; those that are missing lie at the bottom.
BELOW: dict[type, tuple[type, ...]] = {
    SetUpAt: (SetUp,),
    PlaceUnit: (Replacements,),
    Moving: (Movement,),
    ChooseTarget: (DeclareBattles,),
    NameAttackers: (DeclareBattles,),
    RollDie: (ResolveBattles,),
    Advance: (ResolveBattles,),
    StandFast: (Advance,),
    Retreat: (Advance,),
    RetreatThrough: (Advance,),
    AttackerLoss: (ResolveBattles, Retreat),
}


def stack_problems(state: BattleForMoscowState) -> list[str]:
    """What does not fit between the open questions and the position."""
    found = order_problems(state)
    if not found:
        for below, step in zip((None, *state.stack), state.stack, strict=False):
            found += step_problems(state, step, below)
    return found or battle_problems(state)


def order_problems(state: BattleForMoscowState) -> list[str]:
    found = []
    for number, step in enumerate(state.stack):
        below = state.stack[number - 1] if number else None
        wanted = BELOW.get(type(step))
        if (wanted is None) != (below is None) or (wanted and not isinstance(below, wanted)):
            found.append(f"{type(step).__name__} is not on top of the right step")
    return found


def step_problems(state: BattleForMoscowState, step: Any, below: Any) -> list[str]:
    """What is wrong with one step, its battles left out."""
    if isinstance(step, SetUpAt) and SIDE[step.unit] != GERMAN:
        return [f"the {unit_label(step.unit)} is not set up by its player"]
    if isinstance(step, Replacements) and not 0 <= step.left <= 99:
        return ["Replacements.left must be from 0 to 99"]
    if isinstance(step, PlaceUnit) and step.unit not in below.placeable(state):
        return [f"the {unit_label(step.unit)} cannot be placed"]
    if isinstance(step, Movement):
        moving = state.stack[-1]
        return record_problems(state, step.move_records, 1 << moving.unit if isinstance(moving, Moving) else 0)
    if isinstance(step, Moving):
        return moving_problems(state, step, below)
    if isinstance(step, ChooseTarget):
        return target_problems(state, step, below)
    if isinstance(step, NameAttackers):
        return attackers_problems(state, step, below)
    return []


def record_problems(state: BattleForMoscowState, records: tuple[MoveRecord, ...], moving: int = 0) -> list[str]:
    """8.2.2: a move can be taken back, so where it began there must be room for the unit.

    A unit whose move is under way (``moving``) may pass through that hex.
    """
    side = state.active
    moved = units_moved(records) | moving
    waiting = [state.where[unit] for unit in OF_SIDE[side] if not moved >> unit & 1]
    begun = [hex for hex in waiting if hex >= FIRST_HEX]
    for record in records:
        if SIDE[record.unit] != side or state.where[record.unit] < FIRST_HEX:
            return [f"the {unit_label(record.unit)} cannot have moved in this phase"]
        if not HEXES >> record.origin & 1 or state.occupied[1 - side] >> record.origin & 1 or record.origin in begun:
            return [f"the {unit_label(record.unit)} cannot have begun its move in {space_label(record.origin)}"]
        begun.append(record.origin)
    return []


def moving_problems(state: BattleForMoscowState, step: Moving, below: Movement) -> list[str]:
    unit = step.unit
    if below.moved >> unit & 1:
        return [f"the {unit_label(unit)} has already moved"]
    if not mode_of(state).moves[unit]:
        return [f"the {unit_label(unit)} cannot move in this phase"]
    found = record_problems(state, (*below.move_records, step.record))
    if found:
        return found
    if step.moved != below.moved or step.taken != cities_taken(below.move_records):
        return ["Moving.moved and Moving.taken must be what Movement says"]
    most = allowance(state, unit)
    if not 0 < step.points <= most:
        return [f"Moving.points must be from 1 to {most}"]
    if step.points == most and state.where[unit] != step.origin:
        return [f"the {unit_label(unit)} has all its points, so it must be where it began"]
    return []


def target_problems(state: BattleForMoscowState, step: ChooseTarget, below: DeclareBattles) -> list[str]:
    if step.unit not in below.attackers(state):
        return [f"the {unit_label(step.unit)} cannot attack"]
    if step.targets != ADJACENT[state.where[step.unit]] & below.targets(state):
        return ["ChooseTarget.targets must be the hexes that the unit can attack"]
    return []


def attackers_problems(state: BattleForMoscowState, step: NameAttackers, below: DeclareBattles) -> list[str]:
    if not below.targets(state) >> step.hex & 1 and not below.attackers_of(step.hex):
        return [f"no unit in {space_label(step.hex)} can be attacked"]
    if step.available != below.candidates(state, step.hex):
        return [
            f"NameAttackers.available must be the units adjacent to {space_label(step.hex)} that attack nobody else"
        ]
    if len(set(step.attackers)) != len(step.attackers) or set_of(step.attackers) & ~step.available:
        return [f"the attackers of {space_label(step.hex)} must be available, each named once"]
    return []


# Battles.


def battle_problems(state: BattleForMoscowState) -> list[str]:
    """9.0: battles are between neighbours, and nobody has two; the one in hand is at the point it is said to be."""
    first = state.stack[0]
    if not isinstance(first, DeclareBattles | ResolveBattles):
        return []
    waiting = list(first.battles)
    in_hand = {step.battle for step in state.stack if isinstance(step, IN_BATTLE)}
    if len(in_hand) > 1:
        return ["only one battle can be in hand"]
    battles = [*waiting, *in_hand]
    attackers = [unit for battle in battles for unit in battle.attackers]
    if len(set(attackers)) != len(attackers) or len({battle.hex for battle in battles}) != len(battles):
        return ["no unit can attack or be attacked twice (9.0)"]
    found = [problem for battle in waiting for problem in waiting_problems(state, battle)]
    found += [problem for battle in in_hand for problem in side_problems(state, battle)]
    if found:
        return found
    pairs = zip(state.stack, state.stack[1:], strict=False)
    return [problem for below, step in pairs for problem in in_hand_problems(state, step, below)]


def side_problems(state: BattleForMoscowState, battle: Battle) -> list[str]:
    """Attackers of the right side, adjacent to the hex, which they do not occupy; some may have been eliminated."""
    if not battle.attackers or any(SIDE[unit] != state.active for unit in battle.attackers):
        return [f"the battle at {space_label(battle.hex)} needs attackers of the side whose phase it is"]
    if not HEXES >> battle.hex & 1 or state.occupied[state.active] >> battle.hex & 1:
        return [f"no battle can be at {space_label(battle.hex)}"]
    for unit in battle.survivors(state):
        if not ADJACENT[battle.hex] >> state.where[unit] & 1:
            return [f"the {UNITS[unit].title} is not adjacent to {space_label(battle.hex)}"]
    return []


def waiting_problems(state: BattleForMoscowState, battle: Battle) -> list[str]:
    """A battle before its die: defender and all attackers are there."""
    found = side_problems(state, battle)
    if not found and battle.defender(state) < 0:
        found.append(f"there is no defender in {space_label(battle.hex)}")
    if not found and len(battle.survivors(state)) < len(battle.attackers):
        found.append(f"an attacker of {space_label(battle.hex)} is not on the map")
    return found


def in_hand_problems(state: BattleForMoscowState, step: Any, below: Any) -> list[str]:
    """What a step presumes about the battle it belongs to."""
    if isinstance(step, RollDie):
        if waiting_problems(state, step.battle) or column(state, step.battle) < 1:
            return [f"no die is rolled for the battle at {space_label(step.battle.hex)}"]
    elif isinstance(step, StandFast):
        if not MAJOR_CITIES >> step.battle.hex & 1 or step.battle.defender(state) < 0:
            return [f"nobody can stand fast in {space_label(step.battle.hex)}"]
    elif isinstance(step, RetreatThrough):
        return through_problems(state, step)
    elif isinstance(step, AttackerLoss):
        exchange = isinstance(below, Retreat)
        if step.result != ("EX" if exchange else "AL") or not 0 < step.owed <= 99:
            return ["AttackerLoss must be AL, or EX on a Retreat, with 1 to 99 points owed"]
        if not exchange and step.battle.defender(state) < 0:
            return [f"there is no defender in {space_label(step.battle.hex)}"]
    return []


def through_problems(state: BattleForMoscowState, step: RetreatThrough) -> list[str]:
    defender = step.battle.defender(state)
    if defender >= 0:
        _, way, goals = retreats(state, step.battle.hex, defender)
        through = routes(state, defender, way & ADJACENT[step.goal])
        if goals >> step.goal & 1 and len(through) > 1 and step.through == tuple(through):
            return []
    return [f"no such choice of a way to {space_label(step.goal)} is open"]
