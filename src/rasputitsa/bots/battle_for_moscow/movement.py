"""8.0: a plan for the whole phase, made from the position in which it began, then carried out click by click."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from ...core import Action
from ...core.sets import union
from ...games.battle_for_moscow.facts import MOSCOW
from ...games.battle_for_moscow.movement import Movement, Moving
from ...games.battle_for_moscow.reach import allowance, movable_units, reach_by_cost
from ...games.battle_for_moscow.state import BattleForMoscowState
from ...games.battle_for_moscow.words import BACK, DONE, MOVE, STOP, UNIT
from ..attacks import Places, Reach
from ..planning import PhasePlanner, Plan
from .assault import assault
from .german import advance
from .soviet import defend
from .weights import GermanWeights, SovietWeights, Weights


class Planner(PhasePlanner[BattleForMoscowState]):
    movement = Movement
    moving = Moving

    def __init__(self, weights_for: Callable[[BattleForMoscowState], Weights]) -> None:
        super().__init__()
        self.weights_for = weights_for

    def first_step(self) -> Movement:
        return Movement(())

    def key(self, start: BattleForMoscowState) -> Hashable:
        return start.turn, start.phase, bytes(start.where), bytes(start.steps), start.german_cities

    def plans(self, start: BattleForMoscowState) -> Iterator[Plan]:
        moved = self.movement_step(start).moved
        return map(Plan, plans(start, reach_of(start, moved), self.weights_for(start)))

    def useful(self, state: BattleForMoscowState, plan: Plan) -> bool:
        if shares_hexes(plan.places):
            return False
        step = state.stack[-1]
        if isinstance(step, Moving):
            return next_hex(state, step, plan).verb == "move"
        return next_unit(state, self.movement_step(state), plan).verb == "unit"


# The plan.


def plans(state: BattleForMoscowState, reach: Reach, weights: Weights) -> Iterator[Places]:
    """Ever better places for all units that may still move in this phase: first for battles, then for the rest."""
    placed: Places = {}
    if state.mode != "movement":
        for placed in assault(state, reach, weights):
            yield with_stayers(state, reach, placed)
    plan: Places = {}
    for plan in placements(state, reach, weights, placed):
        yield plan
    if shares_hexes(plan):  # a unit cannot make room for those in battle
        yield from placements(state, reach, weights, {})


def shares_hexes(places: Places) -> bool:
    """8.2.2: whether two units would be in the same hex."""
    return len(set(places.values())) < len(places)


def reach_of(state: BattleForMoscowState, moved: int) -> Reach:
    """Where each unit that may still move can end, its own hex included."""
    ready, barred = movable_units(state, state.active, moved)
    found = {}
    for unit in ready:
        here = 1 << state.where[unit]
        found[unit] = (union(reach_by_cost(state, unit, allowance(state, unit))) | here) & ~barred or here
    return found


def with_stayers(state: BattleForMoscowState, reach: Reach, placed: Places) -> Places:
    """A plan for all units: those that have no place yet stay where they are."""
    return {unit: placed.get(unit, state.where[unit]) for unit in reach}


def placements(state: BattleForMoscowState, reach: Reach, weights: Weights, placed: Places) -> Iterator[Places]:
    if isinstance(weights, GermanWeights):
        return advance(state, reach, weights, placed)
    assert isinstance(weights, SovietWeights)
    return defend(state, reach, weights, placed)


# Carrying it out.


def next_unit(state: BattleForMoscowState, step: Movement, plan: Plan) -> Action:
    """The next unit that the plan wants elsewhere; the end of the phase when there is none.

    Whoever goes to Moscow goes first: while it is empty, another one might be sent there (see `heeding`).
    """
    moved = step.moved
    actions = step.actions(state)
    for unit, goal in sorted(plan.places.items(), key=lambda entry: entry[1] != MOSCOW):
        if state.where[unit] != goal and not moved >> unit & 1 and UNIT[unit] in actions and can_go(state, unit, goal):
            return UNIT[unit]
    return DONE if DONE in actions else actions[-1]


def can_go(state: BattleForMoscowState, unit: int, goal: int) -> bool:
    """Whether the unit may end there, now that others have moved."""
    after = state.copy()
    after.apply(UNIT[unit])
    return MOVE[goal] in after.actions()


def next_hex(state: BattleForMoscowState, step: Moving, plan: Plan) -> Action:
    goal = plan.places.get(step.unit, state.where[step.unit])
    if state.where[step.unit] != goal and MOVE[goal] in step.actions(state):
        return MOVE[goal]
    return STOP if step.may_stop(state) else BACK[step.unit]
