"""10.0: a plan for the whole phase, made from the position in which it began, then carried out click by click."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from ...core import Action
from ...core.sets import members, union
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
from ...games.blitzkrieg_to_moscow_2.movement import Movement, Moving
from ...games.blitzkrieg_to_moscow_2.net import supply_net
from ...games.blitzkrieg_to_moscow_2.reach import allowance, may_move, reach_by_cost, reachable
from ...games.blitzkrieg_to_moscow_2.stacking import overstacked_hexes
from ...games.blitzkrieg_to_moscow_2.state import BlitzkriegState
from ...games.blitzkrieg_to_moscow_2.words import BACK, DONE, MOVE, REMOVE, STOP, UNIT
from ..attacks import Reach
from ..planning import PhasePlanner, Plan
from .assault import Assault
from .evaluator import Evaluator
from .ground import AWAY
from .weights import Weights

CANDIDATES = 8  # places of a unit that are looked at closely


class Planner(PhasePlanner[BlitzkriegState]):
    movement = Movement
    moving = Moving

    def __init__(self, weights_for: Callable[[BlitzkriegState], Weights]) -> None:
        super().__init__()
        self.weights_for = weights_for

    def first_step(self) -> Movement:
        return Movement(0, ())

    def can_return(self, state: BlitzkriegState, unit: int) -> bool:
        return state.where[unit] != TRACK  # a unit that has left the map is gone

    def key(self, start: BlitzkriegState) -> Hashable:
        return Evaluator.key(start, start.active)

    def plans(self, start: BlitzkriegState) -> Iterator[Plan]:
        return plans(start, self.movement_step(start).moved, self.weights_for(start))

    def useful(self, state: BlitzkriegState, plan: Plan) -> bool:
        if overstacks(state, plan):
            return False
        step = state.stack[-1]
        if isinstance(step, Moving):
            return next_hex(state, step, plan).verb == "move"
        return next_unit(state, self.movement_step(state), plan).verb == "unit"


def overstacks(state: BlitzkriegState, plan: Plan) -> bool:
    """8.0: whether there would be too many units in a hex."""
    units: dict[int, int] = {}
    for unit in members(state.in_play(state.active)):
        space = plan.places.get(unit, state.where[unit])
        units[space] = units.get(space, 0) | 1 << unit
    return any(space >= FIRST_HEX and not legal_stack(state.active, stack) for space, stack in units.items())


def reach_of(state: BlitzkriegState, moved: int) -> tuple[Reach, dict[int, list[int]]]:
    """Where each unit that may still move can end on the map, and by how many steps."""
    reach: Reach = {}
    steps: dict[int, list[int]] = {}
    for unit in members(state.in_play(state.active) & ~moved):
        here = 1 << state.where[unit]
        if may_move(state, unit):
            steps[unit] = reach_by_cost(state, unit, allowance(state, unit), True)
            reach[unit] = (union(steps[unit]) >> FIRST_HEX << FIRST_HEX) | here
        else:
            steps[unit], reach[unit] = [here], here
    return reach, steps


def plans(state: BlitzkriegState, moved: int, weights: Weights) -> Iterator[Plan]:
    """Ever better plans: the best places without an attack, then attacks worth more, then the other units again."""
    reach, steps = reach_of(state, moved)
    evaluator = Evaluator(state.copy(), state.active, weights)
    assault = Assault(evaluator, reach)

    def plan() -> Plan:
        return Plan({unit: evaluator.state.where[unit] for unit in reach}, list(assault.groups))

    for _ in find_places(evaluator, reach, steps, 0):
        yield plan()
    for _ in assault.run():
        yield plan()
    for _ in find_places(evaluator, reach, steps, assault.busy):
        yield plan()
    yield plan() if disperse(evaluator, reach) else Plan({unit: state.where[unit] for unit in reach})


def disperse(evaluator: Evaluator, reach: Reach) -> bool:
    """8.3: where a hex would be overstacked, the weakest units go elsewhere. False if they cannot."""
    state = evaluator.state
    for hex in members(overstacked_hexes(state, evaluator.side)):
        for unit in sorted(members(state.at[hex]), key=lambda unit: (STRENGTH[unit][1], unit)):
            if not state.overstacked >> hex & 1:
                break
            room = [space for space in members(reach.get(unit, 0) & ~(1 << hex)) if fits(evaluator, unit, space)]
            if room:
                evaluator.place(unit, max(room, key=evaluator.pull))
    return not overstacked_hexes(state, evaluator.side)


def find_places(evaluator: Evaluator, reach: Reach, steps: dict[int, list[int]], busy: int) -> Iterator[None]:
    """Each unit without an attack finds its best place: first those that must make room, then the strong."""
    state = evaluator.state
    order = [unit for unit in reach if not busy >> unit & 1 and reach[unit] & (reach[unit] - 1)]
    order.sort(key=lambda unit: (not state.overstacked >> state.where[unit] & 1, -STRENGTH[unit][1], unit))
    for unit in order:
        goal = best_place(evaluator, unit, reach[unit], steps[unit])
        if goal != state.where[unit]:
            evaluator.place(unit, goal, cities_passed(evaluator, unit, goal, steps[unit]))
        yield


def best_place(evaluator: Evaluator, unit: int, reach: int, steps: list[int]) -> int:
    """The best of these spaces for the unit while its friends stay where they are."""
    here = evaluator.state.where[unit]
    best, best_value = here, evaluator.value() + evaluator.weights.move
    if not fits(evaluator, unit, here):
        best_value = float("-inf")
    for space in candidates(evaluator, unit, reach & ~(1 << here)):
        value = evaluator.value_with({unit: space}, cities_passed(evaluator, unit, space, steps))
        if value > best_value:
            best, best_value = space, value
    return best


def fits(evaluator: Evaluator, unit: int, space: int) -> bool:
    """8.0"""
    return space < FIRST_HEX or legal_stack(evaluator.side, evaluator.state.at[space] | 1 << unit)


def candidates(evaluator: Evaluator, unit: int, reach: int) -> list[int]:
    """The places worth a close look: cities, places to recover, places near the enemy or on the way to a city."""
    state = evaluator.state
    options = [space for space in members(reach) if fits(evaluator, unit, space)]
    wanted = 3 * CANDIDATES if evaluator.side == GERMAN and TANKS >> unit & 1 else CANDIDATES
    if len(options) <= wanted:
        return options
    special = CITIES
    if not state.fresh >> unit & 1:
        special |= LAND.spread(supply_net(state, evaluator.side)[0])
    if unit in ZOC_UNITS[evaluator.side]:
        special |= LAND.spread(state.cities_of(evaluator.enemy))
    options.sort(key=lambda space: (special >> space & 1, evaluator.pull(space)), reverse=True)
    chosen = options[:wanted]
    near = LAND.spread(state.occupied[evaluator.enemy])
    chosen += [space for space in options[wanted:] if near >> space & 1][: wanted // 2]
    return chosen


def cities_passed(evaluator: Evaluator, unit: int, goal: int, steps: list[int]) -> int:
    """4.2: the enemy's cities on a shortest path to the goal."""
    open_cities = evaluator.state.cities_of(evaluator.enemy) & union(steps)
    if not open_cities:
        return 0
    length = next((count for count, spaces in enumerate(steps) if spaces >> goal & 1), 0)
    found = 0
    for city in members(open_cities):
        count = next(count for count, spaces in enumerate(steps) if spaces >> city & 1)
        if count + AWAY[city][goal] == length and not evaluator.enemy_zone >> city & 1:
            found |= 1 << city
    return found


# Carrying it out.


def next_unit(state: BlitzkriegState, step: Movement, plan: Plan) -> Action:
    """The next unit that the plan wants elsewhere; the end of the phase when there is none."""
    actions = set(step.actions(state))
    for unit, goal in plan.places.items():
        if state.where[unit] != goal and UNIT[unit] in actions and can_go(state, unit, goal):
            return UNIT[unit]
    if DONE in actions:
        return DONE
    return make_room(state, actions)


def make_room(state: BlitzkriegState, actions: set[Action]) -> Action:
    """8.3: where a hex is overstacked, a unit goes where there is room, goes back, or is eliminated."""
    too_many = union(state.at[hex] for hex in members(overstacked_hexes(state, state.active)))
    weakest = sorted(members(too_many), key=lambda unit: (STRENGTH[unit][state.fresh >> unit & 1], unit))
    for unit in weakest:
        if UNIT[unit] in actions and room_for(state, unit, reachable(state, unit, allowance(state, unit), True)):
            return UNIT[unit]
    return next(verb[unit] for verb in (BACK, REMOVE) for unit in weakest if verb[unit] in actions)


def room_for(state: BlitzkriegState, unit: int, spaces: int) -> list[int]:
    """Those of the spaces where the unit may end."""
    found = members(spaces & ~(1 << state.where[unit]))
    return [space for space in found if space >= FIRST_HEX and legal_stack(state.active, state.at[space] | 1 << unit)]


def can_go(state: BlitzkriegState, unit: int, goal: int) -> bool:
    return bool(union(reach_by_cost(state, unit, allowance(state, unit), True)) >> goal & 1)


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
