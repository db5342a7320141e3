"""8.0: a plan for the whole phase, made from the position it began with, then carried out click by click."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
from .assault import Reach, assault
from .german import march
from .soviet import defend
from .weights import GermanWeights, SovietWeights, Weights

Plan = dict[int, int]  # the hex where each unit is to end


def movement_step(state: BattleForMoscowState) -> Movement:
    return next(step for step in reversed(state.stack) if isinstance(step, Movement))


def phase_start(state: BattleForMoscowState) -> BattleForMoscowState:
    """The position in which the movement phase began."""
    start = before_move(state)
    move_records = movement_step(state).move_records
    take_back(start, move_records, ())
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
    """Undo some move_records, and the capture of the cities that no other record entered."""
    for record in move_records:
        state.put(record.unit, record.origin)
    cities = sum_up(record.cities for record in move_records) & ~sum_up(record.cities for record in kept)
    state.german_cities = state.german_cities & ~cities if state.active == GERMAN else state.german_cities | cities


def reach_of(state: BattleForMoscowState, moved: int) -> Reach:
    """Where each unit that may still move can end, its own hex included."""
    ready, barred = movable_units(state, state.active, moved)
    found = {}
    for unit in ready:
        here = 1 << state.where[unit]
        found[unit] = (sum_up(reach_by_cost(state, unit, allowance(state, unit))) | here) & ~barred or here
    return found


def make_plan(state: BattleForMoscowState, weights: Weights) -> Plan:
    """The places of all units that may still move in this phase."""
    reach = reach_of(state, movement_step(state).moved)
    mode = state.game.phases[state.phase].mode
    settled = assault(state, reach, weights) if mode != "movement" else {}
    plan = places(state, reach, weights, settled)
    if len(set(plan.values())) < len(plan):  # somebody cannot make room
        plan = places(state, reach, weights, {})
    return plan


def places(state: BattleForMoscowState, reach: Reach, weights: Weights, settled: Plan) -> Plan:
    if isinstance(weights, GermanWeights):
        return march(state, reach, weights, settled)
    assert isinstance(weights, SovietWeights)
    return defend(state, reach, weights, settled)


def follows(state: BattleForMoscowState, plan: Plan) -> bool:
    """Whether all units that have moved went where the plan wanted them."""
    return all(
        plan.get(record.unit, record.origin) == state.where[record.unit] for record in movement_step(state).move_records
    )


def next_unit(state: BattleForMoscowState, step: Movement, plan: Plan) -> Action:
    """The next unit that has somewhere to go; the end of the phase when there is none."""
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


@dataclass(slots=True)
class Planner:
    """Remembers the last plan, so that it is not made anew for each click. Forgetting it changes no decision."""

    key: tuple[object, ...] = ()
    plan: Plan | None = None

    def plan_for(self, state: BattleForMoscowState, weights: Weights) -> Plan:
        """The plan made at the start of the phase; if somebody left it, one from here on."""
        plan = self.remembered(phase_start(state), weights)
        return plan if follows(state, plan) else make_plan(before_move(state), weights)

    def remembered(self, start: BattleForMoscowState, weights: Weights) -> Plan:
        key = (start.turn, start.phase, bytes(start.where), bytes(start.steps), start.german_cities)
        if key != self.key or self.plan is None:
            self.key, self.plan = key, make_plan(start, weights)
        return self.plan
