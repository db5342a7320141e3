"""10.8, 14.4: where a block may go: the conditions of a move, each with its rule and what a player is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core.conditions import Condition
from ...core.sets import SpaceSet, members, union
from .facts import AREAS, NEAR, OPEN_TO, SIDE, space_label, the_unit, unit_subject
from .options import RAIL
from .reach import Reach, rail_connected, reach_without_enemies, waypoints
from .state import Moscow41State

if TYPE_CHECKING:
    from .movement import Moving

ACTIVATING, ATTACKING, QUIET, EXPLOITING = range(4)  # what a move is part of
QUIET_RULES = {ACTIVATING: "10.1", QUIET: "12.0", EXPLOITING: "10.18"}  # the rule by which it may not engage
EVERYWHERE: SpaceSet = -1
FAR = 40  # movement points: nothing on the map is farther away

MoveCondition = Condition[Moscow41State, "Moving"]


def where(is_met: bool) -> SpaceSet:
    """A condition that holds for all objects alike, or for none."""
    return EVERYWHERE if is_met else 0


def is_engaged(state: Moscow41State, step: Moving) -> bool:
    return bool(state.units[1 - SIDE[step.unit]] >> state.where[step.unit] & 1)


def way_is_open(state: Moscow41State, step: Moving) -> SpaceSet:
    return union(step.reach(state)[1:])


def near_enough(state: Moscow41State, step: Moving) -> SpaceSet:
    return union(reach_without_enemies(state, step.unit, step.points(state)))


def can_disengage(state: Moscow41State, step: Moving) -> SpaceSet:
    return where(not is_engaged(state, step) or bool(way_is_open(state, step)))


def not_engaging(state: Moscow41State, step: Moving) -> SpaceSet:
    return ~state.units[1 - SIDE[step.unit]]


def with_room(state: Moscow41State, step: Moving) -> SpaceSet:
    return ~state.full[SIDE[step.unit]]


# What a player is told.


def cannot_disengage(state: Moscow41State, step: Moving, area: int) -> str:
    """10.8: whether there is nowhere to go, or too few points to go there."""
    here, side = state.where[step.unit], SIDE[step.unit]
    friendly = NEAR[here] & OPEN_TO[side] & state.friendly(side)
    name = unit_subject(step.unit)
    if friendly:
        points = step.points(state)
        return f"{name} cannot disengage: that takes one movement point more, and {points} are too few."
    return f"{name} cannot disengage: no area adjacent to {space_label(here)} is friendly and uncontested."


def too_far(state: Moscow41State, step: Moving, area: int) -> str:
    cost = cost_of(reach_without_enemies(state, step.unit, FAR), area)
    has, one_more = step.points(state), ", one of them to disengage" if is_engaged(state, step) else ""
    if cost is None:
        return f"No way leads to {space_label(area)}."
    return f"{space_label(area)} is {cost} movement points away{one_more}; {the_unit(step.unit)} has {has}."


def cost_of(reached: Reach, area: int) -> int | None:
    return next((cost for cost, areas in enumerate(reached) if areas >> area & 1), None)


def way_is_barred(state: Moscow41State, step: Moving, area: int) -> str:
    """10.8: a block among enemies must first enter a friendly area; any block stops among enemies."""
    name, goal = unit_subject(step.unit), space_label(area)
    if is_engaged(state, step):
        return f"{name} must disengage into a friendly, uncontested area first, and cannot go on to {goal} from there."
    enemies = barring(state, step, area)
    if not enemies:
        return f"{name} has too few movement points for a way to {goal} round the enemy."
    places = ", ".join(space_label(place) for place in members(enemies))
    return f"Enemy units in {places} bar the way to {goal}: {the_unit(step.unit)} would have to stop there."


def barring(state: Moscow41State, step: Moving, area: int) -> SpaceSet:
    """The areas with enemies that the block reaches and from which it could otherwise go on to an area in time."""
    enemies, points = state.units[1 - SIDE[step.unit]], step.points(state)
    free = reach_without_enemies(state, step.unit, points)
    on_the_way, frontier = 0, 1 << area
    for _ in range(points):
        around = union(NEAR[place] for place in members(frontier)) & union(free) & ~on_the_way
        on_the_way |= around
        frontier = around & ~enemies
    return on_the_way & enemies & ~(1 << area) & way_is_open(state, step)


# The conditions, in the order in which a player is told of them.

COMMON: tuple[MoveCondition, ...] = (
    Condition(
        lambda state, step: AREAS,
        "2.2",
        lambda state, step, area: f"{unit_subject(step.unit)} cannot enter {space_label(area)}.",
        implied=True,
    ),
    Condition(
        lambda state, step: OPEN_TO[SIDE[step.unit]],
        "2.4.4",
        lambda state, step, area: f"Soviet units cannot enter {space_label(area)}, a German staging area.",
        implied=True,
    ),
    Condition(
        lambda state, step: ~(1 << state.where[step.unit]),
        "10.8",
        lambda state, step, area: f"{unit_subject(step.unit)} is already in {space_label(area)}.",
        implied=True,
    ),
    Condition(can_disengage, "10.8", cannot_disengage, implied=True),
    Condition(near_enough, "10.8.1", too_far, implied=True),
    Condition(way_is_open, "10.8", way_is_barred),
)
ROOM: MoveCondition = Condition(
    with_room, "2.7", lambda state, step, area: f"No further block may stack in {space_label(area)}."
)


def quietly(rule: str) -> MoveCondition:
    """A part of the impulse in which nobody may engage."""
    return Condition(
        not_engaging,
        rule,
        lambda state, step, area: f"{unit_subject(step.unit)} may not engage the enemy in {space_label(area)} now.",
    )


MOVE_INTO: dict[int, tuple[MoveCondition, ...]] = {  # by what the move is part of: where it may end
    ATTACKING: (*COMMON, ROOM),
    **{part: (*COMMON, quietly(rule), ROOM) for part, rule in QUIET_RULES.items()},
}
BY_WAY_OF: tuple[MoveCondition, ...] = (  # where a block may stop on its way: overstacked, if it can go on
    *COMMON,
    Condition(
        not_engaging,
        "10.8",
        lambda state, step, area: f"{unit_subject(step.unit)} would engage in {space_label(area)}, and go no farther.",
    ),
    Condition(
        lambda state, step: waypoints(state, step.unit, step.reach(state), step.engaging),
        "10.8",
        lambda state, step, area: f"{unit_subject(step.unit)} could not go on from {space_label(area)}.",
    ),
)


def told(text: str) -> Callable[[Moscow41State, Moving, int], str]:
    """The same sentence for every area, with the block in it."""
    return lambda state, step, area: text.replace("{}", unit_subject(step.unit))


BY_RAIL: tuple[MoveCondition, ...] = (
    Condition(
        lambda state, step: where(bool(state.optional & RAIL)),
        "14.4",
        told("Rail movement is an optional rule that is not used in this match."),
    ),
    Condition(
        lambda state, step: where(not step.spent), "14.4", told("{} has begun to move, so it cannot go by rail.")
    ),
    Condition(
        lambda state, step: where(bool(state.friendly(SIDE[step.unit]) >> state.where[step.unit] & 1)),
        "14.4",
        told("{} is among enemies, and rail movement cannot disengage."),
    ),
    Condition(
        lambda state, step: where(step.rail), "14.4", told("Blocks go by rail only in a Pass or a Strategic Impulse.")
    ),
    Condition(
        lambda state, step: state.friendly(SIDE[step.unit]),
        "14.4",
        lambda state, step, area: f"{space_label(area)} is not a friendly, uncontested area.",
        implied=True,
    ),
    Condition(
        lambda state, step: ~(1 << state.where[step.unit]),
        "14.4",
        lambda state, step, area: f"{unit_subject(step.unit)} is already in {space_label(area)}.",
    ),
    Condition(
        lambda state, step: rail_connected(state, step.unit),
        "14.4",
        lambda state, step, area: f"No way over friendly, uncontested areas leads to {space_label(area)}.",
    ),
    ROOM,
)
