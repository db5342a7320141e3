"""Which questions can be open together: checks of positions that come from outside."""

from __future__ import annotations

from typing import Any

from ...core.sets import set_of
from .battle import Battle, column
from .combat import DeclareBattles, NameAttackers, ResolveBattles, RollDie
from .facts import (
    ADJACENT,
    CITIES,
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
from .movement import MODES, Movement, MoveRecord, Moving, allowance, sum_up
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
        for step in state.stack:
            found += step_problems(state, step)
    return found or march_problems(state) or battle_problems(state)


def order_problems(state: BattleForMoscowState) -> list[str]:
    found = []
    for number, step in enumerate(state.stack):
        below = state.stack[number - 1] if number else None
        wanted = BELOW.get(type(step))
        if (wanted is None) != (below is None) or (wanted and not isinstance(below, wanted)):
            found.append(f"{type(step).__name__} does not lie on the right step")
    return found


def step_problems(state: BattleForMoscowState, step: Any) -> list[str]:
    """What is wrong with one step, its battles left out."""
    if isinstance(step, SetUpAt) and SIDE[step.unit] != GERMAN:
        return [f"the {unit_label(step.unit)} is not set up by its player"]
    if isinstance(step, Replacements) and not 0 <= step.left <= 99:
        return ["Replacements.left must be from 0 to 99"]
    if isinstance(step, PlaceUnit) and step.unit not in bottom(state, Replacements).placeable(state):
        return [f"the {unit_label(step.unit)} cannot be placed"]
    if isinstance(step, Movement):
        units = [record.unit for record in step.move_records]
        if len(set(units)) != len(units):
            return ["a unit has two move_records"]
        return [problem for record in step.move_records for problem in move_record_problems(state, record)]
    if isinstance(step, Moving):
        return moving_problems(state, step)
    if isinstance(step, NameAttackers):
        return attackers_problems(state, step)
    return []


def bottom(state: BattleForMoscowState, kind: type) -> Any:
    step = state.stack[0]
    assert isinstance(step, kind)
    return step


def move_record_problems(state: BattleForMoscowState, record: MoveRecord) -> list[str]:
    unit = record.unit
    mode = MODES[state.game.phases[state.phase].mode]
    if SIDE[unit] != state.active or state.where[unit] < FIRST_HEX or not mode.moves[unit]:
        return [f"the {unit_label(unit)} cannot move in this phase"]
    if not mode.begin >> record.origin & 1:
        return [f"the {unit_label(unit)} cannot have begun its move in {space_label(record.origin)}"]
    if record.cities & ~(CITIES & state.cities_of(state.active)):
        return [f"the {unit_label(unit)} cannot have taken those cities"]
    return []


def moving_problems(state: BattleForMoscowState, step: Moving) -> list[str]:
    found = move_record_problems(state, MoveRecord(step.unit, step.origin, step.cities))
    if found:
        return found
    most = allowance(state, step.unit)
    if not 0 < step.points <= most:
        return [f"Moving.points must be from 1 to {most}"]
    if step.points == most and (state.where[step.unit] != step.origin or step.cities):
        return [f"the {unit_label(step.unit)} has all its points, so it must stand where it began"]
    if bottom(state, Movement).moved >> step.unit & 1:
        return [f"the {unit_label(step.unit)} has moved already"]
    return []


def march_problems(state: BattleForMoscowState) -> list[str]:
    """What the move records say of the beginning of the phase: one unit a hex (8.2.2), cities as they were (10.0)."""
    first, last = state.stack[0], state.stack[-1]
    if not isinstance(first, Movement):
        return []
    move_records = [
        *first.move_records,
        *([MoveRecord(last.unit, last.origin, last.cities)] if isinstance(last, Moving) else []),
    ]
    moved = {record.unit for record in move_records}
    start = [state.where[unit] for unit in OF_SIDE[state.active] if unit not in moved]
    start = [hex for hex in start if hex >= FIRST_HEX] + [record.origin for record in move_records]
    if len(set(start)) < len(start) or set_of(start) & state.occupied[1 - state.active]:
        return ["the move_records begin in a hex where another unit was"]
    taken = sum_up(record.cities for record in move_records)
    if (taken | state.cities_of(1 - state.active)) & set_of(start):
        return ["a unit cannot have begun the phase in a city that was not its side's"]
    for record in move_records:
        if taken & ~record.cities & 1 << state.where[record.unit]:
            return [f"the {unit_label(record.unit)} stands in a city that it is not said to have taken"]
    return []


def attackers_problems(state: BattleForMoscowState, step: NameAttackers) -> list[str]:
    if not bottom(state, DeclareBattles).targets(state) >> step.hex & 1:
        return [f"no unit in {space_label(step.hex)} can be attacked"]
    free = NameAttackers(step.hex, ()).candidates(state)
    if len(set(step.attackers)) != len(step.attackers) or not set(step.attackers) <= set(free):
        return [f"the attackers of {space_label(step.hex)} must stand next to it, each once and without another battle"]
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
    return found or [problem for step in state.stack[1:] for problem in in_hand_problems(state, step)]


def side_problems(state: BattleForMoscowState, battle: Battle) -> list[str]:
    """Attackers of the right side, next to the hex where nobody of theirs stands; some may be dead."""
    if not battle.attackers or any(SIDE[unit] != state.active for unit in battle.attackers):
        return [f"the battle at {space_label(battle.hex)} needs attackers of the side whose phase it is"]
    if not HEXES >> battle.hex & 1 or state.occupied[state.active] >> battle.hex & 1:
        return [f"no battle can be at {space_label(battle.hex)}"]
    for unit in battle.survivors(state):
        if not ADJACENT[battle.hex] >> state.where[unit] & 1:
            return [f"the {UNITS[unit].title} does not stand next to {space_label(battle.hex)}"]
    return []


def waiting_problems(state: BattleForMoscowState, battle: Battle) -> list[str]:
    """A battle before its die: defender and all attackers are there."""
    found = side_problems(state, battle)
    if not found and battle.defender(state) < 0:
        found.append(f"there is no defender in {space_label(battle.hex)}")
    if not found and len(battle.survivors(state)) < len(battle.attackers):
        found.append(f"an attacker of {space_label(battle.hex)} is not on the map")
    return found


def in_hand_problems(state: BattleForMoscowState, step: Any) -> list[str]:
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
        exchange = isinstance(state.stack[-2], Retreat)
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
