"""8.0 to 8.3, 12.1: the conditions of a move, each with its rule and what a player is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core import Refusal
from ...core.conditions import Condition
from ...core.sets import contains, set_of, union
from .facts import ADJACENT, ALL_OF, BOARD, HEXES, OF_SIDE, RAILWAY, SIDE, TITLES, space_label, unit_label
from .reach import by_rail, ends, mode_of, movable_units, reach_by_cost, shortest_way
from .refusals import Conditions, Sentence, of_hex, of_unit, units_on_map, units_that
from .state import BattleForMoscowState
from .zones import zone_of

if TYPE_CHECKING:
    from .movement import Movement, Moving


def not_yours(state: BattleForMoscowState, step: Movement, unit: int) -> str:
    return f"The {unit_label(unit)} is not yours to move: it is the {TITLES[state.active]} player's phase."


def ways_out(state: BattleForMoscowState, step: Movement, unit: int) -> int:
    """The hexes beside a unit that no enemy is in."""
    return mode_of(state).adjacent[state.where[unit]] & ~state.occupied[1 - SIDE[unit]]


def nowhere_to_go(reason: str) -> Sentence:
    def sentence(state: BattleForMoscowState, step: Movement, unit: int) -> str:
        return f"The {unit_label(unit)} has nowhere to go from {space_label(state.where[unit])}: {reason}."

    return sentence


MAY_MOVE: Conditions = (
    Condition(lambda state, step: ALL_OF[state.active], "4.0", not_yours, implied=True),
    units_on_map("8.0"),
    Condition(
        lambda state, step: ~step.moved,
        "8.0",
        of_unit("The {} has already moved in this phase."),
        implied=True,
        quotation="may move once",
    ),
    Condition(
        units_that(lambda state, step, unit: contains(mode_of(state).begin, state.where[unit])),
        "8.1",
        of_unit("The {} is not on a rail line."),
        implied=True,
        quotation="begins the phase on a rail line",
    ),
    Condition(
        units_that(lambda state, step, unit: mode_of(state).moves[unit]),
        "4.0",
        of_unit("The {} is not a panzer corps."),
        implied=True,
        quotation="panzers only",
    ),
    Condition(
        units_that(ways_out),
        "8.2.1",
        nowhere_to_go("enemy units are in every hex it could enter"),
        implied=True,
        quotation="may not be entered",
    ),
    Condition(
        lambda state, step: set_of(step.candidates(state)),
        "8.2.2",
        nowhere_to_go("no hex within reach has room for it"),
        quotation="no hex may contain two units",
    ),
)


# Where to.


def enemy_is_there(state: BattleForMoscowState, step: Moving, hex: int) -> str:
    return f"The {unit_label(state.unit_at(1 - SIDE[step.unit], hex))} is in {space_label(hex)}."


def not_reached(state: BattleForMoscowState, step: Moving, hex: int) -> Refusal:
    """The one thing that stops the unit: mud, the way, or the distance."""
    if state.mud and not by_rail(state):
        return Refusal("12.1", f"In mud the {unit_label(step.unit)} can move one hex only.", "no more than one hex")
    return blocked_way(state, step, hex) or too_far(state, step, hex)


def stuck_friend(state: BattleForMoscowState, step: Moving, hex: int) -> str:
    """8.2.2: the unit in a hex that has moved or has nowhere to go; another one there may still move off."""
    side = SIDE[step.unit]
    ready, _ = movable_units(state, side, step.moved, step.unit)
    friend = next(unit for unit in OF_SIDE[side] if state.where[unit] == hex and unit not in ready)
    return f"The {unit_label(friend)} in {space_label(hex)} cannot move off in this phase."


MOVE_TO: Conditions = (
    Condition(
        lambda state, step: ~(1 << state.where[step.unit]),
        "8.0",
        lambda state, step, hex: f"The {unit_label(step.unit)} is already in {space_label(hex)}.",
        implied=True,
    ),
    Condition(
        lambda state, step: ~state.occupied[1 - SIDE[step.unit]],
        "8.2.1",
        enemy_is_there,
        implied=True,
        quotation="may not be entered",
    ),
    Condition(
        lambda state, step: RAILWAY if by_rail(state) else HEXES,
        "8.1",
        of_hex("{} is not on a rail line."),
        implied=True,
        quotation="along rail lines",
    ),
    Condition(
        lambda state, step: union(reach_by_cost(state, step.unit, step.points)), "8.0", not_reached, implied=True
    ),
    Condition(
        lambda state, step: ends(state, step.unit, step.points, step.moved),
        "8.2.2",
        stuck_friend,
        quotation="only while that unit can still move off",
    ),
)


def blocked_way(state: BattleForMoscowState, step: Moving, hex: int) -> Refusal | None:
    """What is in the way of a unit that has the points to get there: a zone of control, or else a unit."""
    side, start = SIDE[step.unit], state.where[step.unit]
    zone, enemies = zone_of(state, 1 - side), state.occupied[1 - side]
    goal = space_label(hex)
    for barred in (enemies, 0):
        cost, path = shortest_way(state, start, hex, barred)
        if not path or cost > step.points:
            continue
        if barred:
            stop = next(there for there in path if contains(zone, there))
            owner = next(unit for unit in OF_SIDE[1 - side] if contains(ADJACENT[stop], state.where[unit]))
            stops = f"The zone of control of the {unit_label(owner)} stops it in {space_label(stop)}"
            return Refusal("8.3", f"{stops}, on the way to {goal}.", "ends its movement for that phase there")
        blocker = state.unit_at(1 - side, next(there for there in path if contains(enemies, there)))
        blocks = f"The {unit_label(blocker)} in {space_label(state.where[blocker])} blocks the way to {goal}."
        return Refusal("8.2.1", blocks, "may not be entered")
    return None


def too_far(state: BattleForMoscowState, step: Moving, hex: int) -> Refusal:
    """A hex that costs too much even on an empty map."""
    start, goal = state.where[step.unit], space_label(hex)
    cost, path = shortest_way(state, start, hex, 0)
    too_much = f"{cost} movement points, and the {unit_label(step.unit)} has {step.points} left."
    if by_rail(state):
        if not path:
            return Refusal("8.1", f"No rail line leads from {space_label(start)} to {goal}.", "along rail lines")
        return Refusal("8.1", f"{goal} is too far: it costs {too_much}", "Each hex costs 1")
    if len(path) == 1:
        return Refusal("8.0", f"The forest in {goal} costs {too_much}", "a forest hex 2")
    if contains(BOARD.within(start, step.points), hex):
        return Refusal("8.0", f"With forest on the way, {goal} costs {too_much}", "a forest hex 2")
    return Refusal("8.0", f"{goal} is too far: it costs {too_much}", "up to its movement allowance")
