"""8.0: a plan for the whole phase, made from the position in which it began, then carried out click by click."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence

from ...core import Action
from ...games.battle_for_moscow.facts import GERMAN
from ...games.battle_for_moscow.movement import (
    Movement,
    MoveRecord,
    Moving,
    allowance,
    movable_units,
    reach_by_cost,
    sum_up,
)
from ...games.battle_for_moscow.state import BattleForMoscowState
from ...games.battle_for_moscow.words import BACK, DONE, MOVE, STOP, UNIT
from ..attacks import Places, Reach
from ..planning import PhasePlanner
from .assault import assault
from .german import advance
from .soviet import defend
from .weights import GermanWeights, SovietWeights, Weights

Plan = Places  # the hex where each unit is to end


# The position in which the phase began.


def movement_step(state: BattleForMoscowState) -> Movement:
    return next(step for step in reversed(state.stack) if isinstance(step, Movement))


def phase_start(state: BattleForMoscowState) -> BattleForMoscowState:
    """The position in which the movement phase began."""
    start = before_move(state)
    take_back(start, movement_step(state).move_records, ())
    start.stack = (Movement(()),)
    return start


def before_move(state: BattleForMoscowState) -> BattleForMoscowState:
    """The position before the unit that is moving left its hex."""
    start = state.copy()
    top = state.stack[-1]
    if isinstance(top, Moving):
        take_back(start, (MoveRecord(top.unit, top.origin, top.cities),), movement_step(state).move_records)
        start.stack = state.stack[:-1]
    return start


def take_back(state: BattleForMoscowState, move_records: Sequence[MoveRecord], kept: Sequence[MoveRecord]) -> None:
    """Undo some moves, and the capture of the cities that no other move entered."""
    for record in move_records:
        state.put(record.unit, record.origin)
    cities = sum_up(record.cities for record in move_records) & ~sum_up(record.cities for record in kept)
    state.german_cities = state.german_cities & ~cities if state.active == GERMAN else state.german_cities | cities


# The plan.


class Planner(PhasePlanner[BattleForMoscowState, Plan]):
    def __init__(self, weights_for: Callable[[BattleForMoscowState], Weights]) -> None:
        super().__init__()
        self.weights_for = weights_for

    def phase_start(self, state: BattleForMoscowState) -> BattleForMoscowState:
        return phase_start(state)

    def before_move(self, state: BattleForMoscowState) -> BattleForMoscowState:
        return before_move(state)

    def key(self, start: BattleForMoscowState) -> Hashable:
        return start.turn, start.phase, bytes(start.where), bytes(start.steps), start.german_cities

    def plans(self, start: BattleForMoscowState) -> Iterator[Plan]:
        return plans(start, self.weights_for(start))

    def follows(self, state: BattleForMoscowState, plan: Plan) -> bool:
        moves = movement_step(state).move_records
        return all(plan.get(record.unit, record.origin) == state.where[record.unit] for record in moves)

    def useful(self, state: BattleForMoscowState, plan: Plan) -> bool:
        step = state.stack[-1]
        action = (
            next_hex(state, step, plan) if isinstance(step, Moving) else next_unit(state, movement_step(state), plan)
        )
        return action.verb in ("unit", "move")


def plans(state: BattleForMoscowState, weights: Weights) -> Iterator[Plan]:
    """Ever better places for all units that may still move in this phase: first for battles, then for the rest."""
    reach = reach_of(state, movement_step(state).moved)
    placed: Plan = {}
    if state.game.phases[state.phase].mode != "movement":
        for placed in assault(state, reach, weights):
            yield with_stayers(state, reach, placed)
    plan: Plan = {}
    for plan in placements(state, reach, weights, placed):
        yield plan
    if len(set(plan.values())) < len(plan):  # a unit cannot make room for those in battle
        yield from placements(state, reach, weights, {})


def reach_of(state: BattleForMoscowState, moved: int) -> Reach:
    """Where each unit that may still move can end, its own hex included."""
    ready, barred = movable_units(state, state.active, moved)
    found = {}
    for unit in ready:
        here = 1 << state.where[unit]
        found[unit] = (sum_up(reach_by_cost(state, unit, allowance(state, unit))) | here) & ~barred or here
    return found


def with_stayers(state: BattleForMoscowState, reach: Reach, placed: Plan) -> Plan:
    """A plan for all units: those that have no place yet stay where they are."""
    return {unit: placed.get(unit, state.where[unit]) for unit in reach}


def placements(state: BattleForMoscowState, reach: Reach, weights: Weights, placed: Plan) -> Iterator[Plan]:
    if isinstance(weights, GermanWeights):
        return advance(state, reach, weights, placed)
    assert isinstance(weights, SovietWeights)
    return defend(state, reach, weights, placed)


# Carrying it out.


def next_unit(state: BattleForMoscowState, step: Movement, plan: Plan) -> Action:
    """The next unit that the plan wants elsewhere; the end of the phase when there is none."""
    moved = step.moved
    actions = step.actions(state)
    for unit, goal in plan.items():
        if state.where[unit] != goal and not moved >> unit & 1 and UNIT[unit] in actions and can_go(state, unit, goal):
            return UNIT[unit]
    return DONE if DONE in actions else actions[-1]


def can_go(state: BattleForMoscowState, unit: int, goal: int) -> bool:
    """Whether the unit may end there, now that others have moved."""
    after = state.copy()
    after.apply(UNIT[unit])
    return MOVE[goal] in after.actions()


def next_hex(state: BattleForMoscowState, step: Moving, plan: Plan) -> Action:
    goal = plan.get(step.unit, state.where[step.unit])
    if state.where[step.unit] != goal and MOVE[goal] in step.actions(state):
        return MOVE[goal]
    return STOP if step.may_stop(state) else BACK[step.unit]
