"""10.8, 14.4: where a block may go: the conditions of a move, each with its rule and what a player is told."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...core.conditions import Condition, passing, where
from ...core.sets import SpaceSet, contains, members, union
from .facts import AREAS, NEAR, OPEN_TO, SIDE, space_label, the_unit, unit_subject
from .lines import BUILDERS
from .options import RAIL
from .reach import Reach, is_overstacked, rail_connected, reach_from, reach_without_enemies, waypoints
from .refusals import ROOM, Conditions, MoscowCondition, about_area
from .state import Moscow41State

if TYPE_CHECKING:
    from .movement import Moving

ACTIVATING, ATTACKING, QUIET, EXPLOITING = range(4)  # what a move is part of
QUIET_RULES = {ACTIVATING: "10.1", QUIET: "12.0", EXPLOITING: "10.18"}  # the rule by which it may not engage
FAR = 40  # movement points: nothing on the map is farther away


def is_engaged(state: Moscow41State, step: Moving) -> bool:
    return contains(state.units[1 - SIDE[step.unit]], state.where[step.unit])


def way_is_open(state: Moscow41State, step: Moving) -> SpaceSet:
    return union(step.reach(state)[1:])


def near_enough(state: Moscow41State, step: Moving) -> SpaceSet:
    return union(reach_without_enemies(state, step.unit, step.points(state)))


def can_disengage(state: Moscow41State, step: Moving) -> SpaceSet:
    return where(not is_engaged(state, step) or way_is_open(state, step))


def not_engaging(state: Moscow41State, step: Moving) -> SpaceSet:
    return ~state.units[1 - SIDE[step.unit]]


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
    places = ", ".join(space_label(place) for place in members(barring(state, step, area)))
    return f"Enemy units in {places} bar the way to {goal}: {the_unit(step.unit)} would have to stop there."


def barring(state: Moscow41State, step: Moving, area: int) -> SpaceSet:
    """The areas with enemies that stop the block on a way that it has the points for."""
    enemies, found = state.units[1 - SIDE[step.unit]] & ~(1 << area), 0
    for left, areas in zip(range(step.points(state), 0, -1), step.reach(state), strict=False):
        for place in members(areas & enemies):
            if contains(union(reach_from(state, step.unit, place, left)), area):
                found |= 1 << place
    return found


# The conditions, in the order in which a player is told of them.

COMMON: Conditions = (
    Condition(lambda state, step: AREAS, "2.2", about_area("{unit} cannot enter {area}."), implied=True),
    Condition(
        lambda state, step: OPEN_TO[SIDE[step.unit]],
        "2.4.4",
        about_area("Soviet units cannot enter {area}, a German staging area."),
        implied=True,
    ),
    Condition(
        lambda state, step: ~(1 << state.where[step.unit]),
        "10.8",
        about_area("{unit} is already in {area}."),
        implied=True,
    ),
    Condition(can_disengage, "10.8", cannot_disengage, implied=True),
    Condition(near_enough, "10.8.1", too_far, implied=True),
    Condition(way_is_open, "10.8", way_is_barred),
)


def quietly(rule: str) -> MoscowCondition:
    """A part of the impulse in which nobody may engage."""
    return Condition(not_engaging, rule, about_area("{unit} may not engage the enemy in {area} now."))


MOVE_INTO: dict[int, Conditions] = {  # by what the move is part of: where it may end
    ATTACKING: (*COMMON, ROOM),
    **{part: (*COMMON, quietly(rule), ROOM) for part, rule in QUIET_RULES.items()},
}
BY_WAY_OF: Conditions = (  # where a block may stop on its way: overstacked, if it can go on
    *(replace(condition, implied=True) for condition in COMMON),
    Condition(not_engaging, "10.8", about_area("{unit} would engage in {area}, and go no farther."), implied=True),
    Condition(
        lambda state, step: waypoints(state, step.unit, step.reach(state), step.engaging),
        "10.8",
        about_area("{unit} could not go on from {area}."),
    ),
)

# What else a block in hand may do. The conditions of a waypoint in hand and of a move that has begun come first.

NO_WAYPOINT: MoscowCondition = Condition(
    lambda state, step: where(not step.waypoint),
    "10.8",
    lambda state, step, number: step.otherwise(state),
)
BY_RAIL: Conditions = (
    NO_WAYPOINT,
    Condition(
        lambda state, step: where(state.optional & RAIL),
        "14.4",
        about_area("Rail movement is an optional rule that is not used in this match."),
    ),
    Condition(
        lambda state, step: where(not step.spent),
        "14.4",
        about_area("{unit} has begun to move, so it cannot go by rail."),
    ),
    Condition(
        lambda state, step: where(not is_engaged(state, step)),
        "14.4",
        about_area("{unit} is among enemies, and rail movement cannot disengage."),
    ),
    Condition(
        lambda state, step: where(step.rail),
        "14.4",
        about_area("Blocks go by rail only in a Pass or a Strategic Impulse."),
    ),
    Condition(
        lambda state, step: state.friendly(SIDE[step.unit]),
        "14.4",
        about_area("{area} is not a friendly, uncontested area."),
        implied=True,
    ),
    Condition(lambda state, step: ~(1 << state.where[step.unit]), "14.4", about_area("{unit} is already in {area}.")),
    Condition(
        lambda state, step: rail_connected(state, step.unit),
        "14.4",
        about_area("No way over friendly, uncontested areas leads to {area}."),
    ),
    ROOM,
)
BUILDS_LINE: Conditions = (  # from here on about the block in hand
    NO_WAYPOINT,
    Condition(
        lambda state, step: where(step.part != EXPLOITING),
        "10.18",
        lambda state, step, unit: "No defensive line is built in an Exploitation Move.",
    ),
    Condition(
        lambda state, step: where(not step.spent),
        "10.7",
        lambda state, step, unit: f"{unit_subject(unit)} has begun to move, so it cannot build a defensive line.",
    ),
    *BUILDERS,
)
NOT_OVERSTACKED: MoscowCondition = Condition(
    lambda state, step: where(not is_overstacked(state, step.unit)),
    "2.7",
    lambda state, step, unit: f"No further block may stack in {space_label(state.where[unit])}; move on.",
)
REVEALED_HERE: Conditions = (
    NO_WAYPOINT,
    Condition(
        lambda state, step: where(step.part == ACTIVATING),
        "10.1",
        lambda state, step, unit: "HQs are revealed only in the Activation Segment.",
    ),
    NOT_OVERSTACKED,
    Condition(
        lambda state, step: where(not is_engaged(state, step)),
        "10.1",
        lambda state, step, unit: "An HQ is not revealed in an area with enemy units; move it out first.",
    ),
)
STOPS_HERE: Conditions = (
    NO_WAYPOINT,
    Condition(
        lambda state, step: where(step.spent and step.part != ACTIVATING),
        "10.8",
        lambda state, step, unit: step.otherwise(state),
    ),
    NOT_OVERSTACKED,
)
TAKES_A_WAY: Conditions = (
    Condition(
        lambda state, step: where(step.waypoint or passing(BY_WAY_OF, state, step)),
        "10.8",
        lambda state, step, unit: f"{unit_subject(unit)} reaches no area from which it could go on.",
    ),
)
CANCELLED: Conditions = (
    NO_WAYPOINT,
    Condition(lambda state, step: where(not step.spent), "10.8", lambda state, step, unit: step.otherwise(state)),
)
BESIDES_MOVING: dict[str, Conditions] = {  # by verb
    "rail": BY_RAIL,
    "build": BUILDS_LINE,
    "reveal": REVEALED_HERE,
    "stop": STOPS_HERE,
    "waypoint": TAKES_A_WAY,
    "cancel": CANCELLED,
}
