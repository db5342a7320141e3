"""10.0: a plan for the whole phase, made from the position it began with, then carried out click by click."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...core import Action
from ...core.sets import members
from ...games.blitzkrieg_to_moscow_2.facts import (
    CITIES,
    FIRST_HEX,
    GERMAN,
    LAND,
    STRENGTH,
    TANKS,
    TRACK,
    ZOC_UNITS,
    legal_stack,
)
from ...games.blitzkrieg_to_moscow_2.movement import (
    Movement,
    MoveRecord,
    Moving,
    allowance,
    may_move,
    reach_by_cost,
    reachable,
    return_home,
    sum_up,
)
from ...games.blitzkrieg_to_moscow_2.net import supply_net
from ...games.blitzkrieg_to_moscow_2.state import BlitzkriegState
from ...games.blitzkrieg_to_moscow_2.words import BACK, DONE, MOVE, REMOVE, STOP, UNIT
from .assault import Assault, Group, Reach
from .evaluator import Eye
from .ground import AWAY
from .weights import Weights

CANDIDATES = 8  # places of a unit that are looked at closely


@dataclass(slots=True)
class Plan:
    """Where each unit is to end, and which attacks that is for."""

    places: dict[int, int] = field(default_factory=dict)
    groups: list[Group] = field(default_factory=list)


# The position in which the phase began.


def movement_step(state: BlitzkriegState) -> Movement:
    return next(step for step in reversed(state.stack) if isinstance(step, Movement))


def phase_start(state: BlitzkriegState) -> BlitzkriegState:
    start = before_move(state)
    take_back(start, movement_step(state).move_records, ())
    start.stack = (Movement(0, ()),)
    return start


def before_move(state: BlitzkriegState) -> BlitzkriegState:
    """The position before the unit that is moving left its place."""
    start = state.copy()
    top = state.stack[-1]
    if isinstance(top, Moving):
        take_back(start, (MoveRecord(top.unit, top.origin, top.cities),), movement_step(state).move_records)
        start.stack = state.stack[:-1]
    return start


def take_back(state: BlitzkriegState, move_records: Sequence[MoveRecord], kept: Sequence[MoveRecord]) -> None:
    """Undo some move_records. Who has left the map is gone."""
    for record in move_records:
        if state.where[record.unit] != TRACK:
            return_home(state, record, tuple(kept))


# The plan.


def reach_of(state: BlitzkriegState, moved: int) -> tuple[Reach, dict[int, list[int]]]:
    """Where each unit that may still move can end on the map, and by how many steps."""
    reach: Reach = {}
    steps: dict[int, list[int]] = {}
    for unit in members(state.in_play(state.active) & ~moved):
        here = 1 << state.where[unit]
        if may_move(state, unit):
            steps[unit] = reach_by_cost(state, unit, allowance(state, unit), True)
            reach[unit] = (sum_up(steps[unit]) >> FIRST_HEX << FIRST_HEX) | here
        else:
            steps[unit], reach[unit] = [here], here
    return reach, steps


def make_plan(state: BlitzkriegState, weights: Weights) -> Plan:
    """The best places without a thought of attack, then the attacks that are worth more, then the rest again."""
    reach, steps = reach_of(state, movement_step(state).moved)
    eye = Eye(state.copy(), state.active, weights)
    march(eye, reach, steps, 0)
    assault = Assault(eye, reach)
    assault.run()
    march(eye, reach, steps, assault.busy)
    if not disperse(eye, reach):
        return Plan({unit: state.where[unit] for unit in reach})
    return Plan({unit: eye.state.where[unit] for unit in reach}, assault.groups)


def disperse(eye: Eye, reach: Reach) -> bool:
    """8.3: where too many would stand, the weakest go elsewhere. False if they cannot."""
    state = eye.state
    for hex in members(state.overstacked):
        for unit in sorted(members(state.at[hex]), key=lambda unit: (STRENGTH[unit][1], unit)):
            if not state.overstacked >> hex & 1:
                break
            room = [space for space in members(reach.get(unit, 0) & ~(1 << hex)) if fits(eye, unit, space)]
            if room:
                eye.place(unit, max(room, key=eye.lure))
    return not state.overstacked


def march(eye: Eye, reach: Reach, steps: dict[int, list[int]], busy: int) -> None:
    """Whoever has no attack finds the best place: who must make room before all, then the strong."""
    state = eye.state
    order = [unit for unit in reach if not busy >> unit & 1 and reach[unit] & (reach[unit] - 1)]
    order.sort(key=lambda unit: (not state.overstacked >> state.where[unit] & 1, -STRENGTH[unit][1], unit))
    for unit in order:
        goal = best_place(eye, unit, reach[unit], steps[unit])
        if goal != state.where[unit]:
            eye.place(unit, goal, passed(eye, unit, goal, steps[unit]))


def best_place(eye: Eye, unit: int, reach: int, steps: list[int]) -> int:
    """The best of these spaces for the unit, its friends standing where they stand."""
    here = eye.state.where[unit]
    best, best_value = here, eye.value() + 0.005
    if not fits(eye, unit, here):
        best_value = float("-inf")
    for space in candidates(eye, unit, reach & ~(1 << here)):
        value = eye.value_with({unit: space}, passed(eye, unit, space, steps))
        if value > best_value:
            best, best_value = space, value
    return best


def fits(eye: Eye, unit: int, space: int) -> bool:
    """8.0"""
    return space < FIRST_HEX or legal_stack(eye.side, eye.state.at[space] | 1 << unit)


def candidates(eye: Eye, unit: int, reach: int) -> list[int]:
    """The places worth a close look: cities, places to recover, near the enemy, and those that lead to the cities."""
    state = eye.state
    options = [space for space in members(reach) if fits(eye, unit, space)]
    wanted = 3 * CANDIDATES if eye.side == GERMAN and TANKS >> unit & 1 else CANDIDATES
    if len(options) <= wanted:
        return options
    special = CITIES
    if not state.fresh >> unit & 1:
        special |= LAND.spread(supply_net(state, eye.side)[0])
    if unit in ZOC_UNITS[eye.side]:
        special |= LAND.spread(state.cities_of(eye.enemy))
    options.sort(key=lambda space: (special >> space & 1, eye.lure(space)), reverse=True)
    chosen = options[:wanted]
    near = LAND.spread(state.occupied[eye.enemy])
    chosen += [space for space in options[wanted:] if near >> space & 1][: wanted // 2]
    return chosen


def passed(eye: Eye, unit: int, goal: int, steps: list[int]) -> int:
    """4.2: the enemy's cities on a shortest way to the goal."""
    open_cities = eye.state.cities_of(eye.enemy) & sum_up(steps)
    if not open_cities:
        return 0
    length = next((count for count, spaces in enumerate(steps) if spaces >> goal & 1), 0)
    found = 0
    for city in members(open_cities):
        count = next(count for count, spaces in enumerate(steps) if spaces >> city & 1)
        if count + AWAY[city][goal] == length and not eye.enemy_zone >> city & 1:
            found |= 1 << city
    return found


# Carrying it out.


def follows(state: BlitzkriegState, plan: Plan) -> bool:
    """Whether all units that have moved went where the plan wanted them."""
    return all(
        plan.places.get(record.unit, record.origin) == state.where[record.unit]
        for record in movement_step(state).move_records
    )


def next_unit(state: BlitzkriegState, step: Movement, plan: Plan) -> Action:
    """The next unit that has somewhere to go; the end of the phase when there is none."""
    actions = set(step.actions(state))
    for unit, goal in plan.places.items():
        if state.where[unit] != goal and UNIT[unit] in actions and can_go(state, unit, goal):
            return UNIT[unit]
    if DONE in actions:
        return DONE
    return make_room(state, actions)


def make_room(state: BlitzkriegState, actions: set[Action]) -> Action:
    """8.3: too many stand somewhere: somebody goes where there is room, goes back, or is eliminated."""
    crowd = sum_up(state.at[hex] for hex in members(state.overstacked))
    weakest = sorted(members(crowd), key=lambda unit: (STRENGTH[unit][state.fresh >> unit & 1], unit))
    for unit in weakest:
        if UNIT[unit] in actions and room_for(state, unit, reachable(state, unit, allowance(state, unit), True)):
            return UNIT[unit]
    return next(verb[unit] for verb in (BACK, REMOVE) for unit in weakest if verb[unit] in actions)


def room_for(state: BlitzkriegState, unit: int, spaces: int) -> list[int]:
    """Those of the spaces where the unit may stay."""
    found = members(spaces & ~(1 << state.where[unit]))
    return [space for space in found if space >= FIRST_HEX and legal_stack(state.active, state.at[space] | 1 << unit)]


def can_go(state: BlitzkriegState, unit: int, goal: int) -> bool:
    return bool(sum_up(reach_by_cost(state, unit, allowance(state, unit), True)) >> goal & 1)


def next_hex(state: BlitzkriegState, step: Moving, plan: Plan) -> Action:
    goal = plan.places.get(step.unit, state.where[step.unit])
    ends = step.ends(state)
    if state.where[step.unit] != goal and ends >> goal & 1:
        return MOVE[goal]
    if state.overstacked >> state.where[step.unit] & 1 and not step.begun(state):
        room = room_for(state, step.unit, ends)
        if room:
            return MOVE[room[-1]]
    return STOP


@dataclass(slots=True)
class Planner:
    """Remembers the last plan, so that it is not made anew for each click. Forgetting it changes no decision."""

    key: tuple[object, ...] = ()
    plan: Plan = field(default_factory=Plan)  # made at the start of the phase
    followed: Plan = field(default_factory=Plan)

    def plan_for(self, state: BlitzkriegState, weights: Weights) -> Plan:
        """The plan made at the start of the phase; if somebody left it, one from here on."""
        plan = self.remembered(phase_start(state), weights)
        self.followed = plan if follows(state, plan) else make_plan(before_move(state), weights)
        return self.followed

    def remembered(self, start: BlitzkriegState, weights: Weights) -> Plan:
        key = Eye.key(start, start.active)
        if key != self.key:
            self.key, self.plan = key, make_plan(start, weights)
        return self.plan
