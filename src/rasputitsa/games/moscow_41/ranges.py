"""10.2, 10.3, 10.10, 11.0, 14.2: whom an HQ commands, how far bombers fly, and who else may act."""

from __future__ import annotations

from ...core.conditions import Condition, passing
from ...core.sets import SpaceSet, members, set_of
from .facts import (
    ALL_OF,
    AREAS,
    COMMANDS,
    COMMANDS_ANY,
    LEADERS,
    LENINGRAD,
    MOSCOW,
    NEAR,
    PANZER_GROUP_4,
    POOL,
    SIDE,
    TACTICAL,
    ZHUKOV,
    space_label,
    spread,
)
from .move_rules import EVERYWHERE
from .options import IGNORE_COLOURS, ZHUKOV_HOEPNER
from .state import Moscow41State
from .strength import command_range
from .supply import network


def tactical_range(state: Moscow41State, hq: int) -> SpaceSet:
    """10.3: the areas in which an HQ commands. The way there does not lead through enemy or contested areas."""
    reached = frontier = 1 << state.where[hq]
    friendly = state.friendly(SIDE[hq])
    for _ in range(command_range(state, hq)):
        ring = spread(frontier) & ~reached
        reached |= ring
        frontier = ring & friendly
    return reached


def air_range(state: Moscow41State, hq: int) -> SpaceSet:
    """10.10: the areas that bombers reach, over whatever lies between."""
    reached = 1 << state.where[hq]
    for _ in range(command_range(state, hq)):
        reached |= spread(reached)
    return reached


def commanded_by(state: Moscow41State, hq: int) -> SpaceSet:
    """10.2, 10.6, 14.1: all blocks in the area of an HQ, and those of its colour and White ones within its range."""
    if not AREAS >> state.where[hq] & 1:
        return 0
    side = SIDE[hq]
    table = COMMANDS_ANY if state.optional & IGNORE_COLOURS else COMMANDS
    found = 0
    for area in members(tactical_range(state, hq) & state.units[side]):
        found |= state.at[area]
    return found & table[hq] | state.at[state.where[hq]] & ALL_OF[side] & ~LEADERS


def in_range(state: Moscow41State) -> SpaceSet:
    """10.3: the blocks that some activated HQ commands."""
    found = 0
    for hq in members(state.activated & TACTICAL):
        found |= commanded_by(state, hq)
    return found


def commanded(state: Moscow41State) -> SpaceSet:
    """10.7: the blocks that may have an action in a Tactical Impulse."""
    return in_range(state) & ~state.isolated & ~state.acted & ~state.activated


def everybody(state: Moscow41State, side: int) -> SpaceSet:
    """11.0, 12.0, 10.18: the blocks in areas that are not isolated and have not had an action yet."""
    return state.on_map(side) & ~LEADERS & ~state.isolated & ~state.acted & ~in_boxes(state)


def in_boxes(state: Moscow41State) -> SpaceSet:
    """The blocks on the Road to Leningrad."""
    found = 0
    for box in range(LENINGRAD - 9, LENINGRAD + 1):
        found |= state.at[box]
    return found


# 14.2: Hoepner called off, Zhukov recalled.


def recalled(state: Moscow41State) -> SpaceSet:
    """14.2: the blocks on the Road to Leningrad that may come to the map now."""
    if not state.optional & ZHUKOV_HOEPNER or not state.setting.road:
        return 0
    on_road = in_boxes(state)
    may_leave = 1 << ZHUKOV | (PANZER_GROUP_4 if all_deployed(state) else 0)
    found = on_road & may_leave & ALL_OF[state.active] & ~state.acted
    return set_of(unit for unit in members(found) if recall_areas(state, unit))


def all_deployed(state: Moscow41State) -> bool:
    """14.2: whether no block of the 4th Panzer Group is still to be deployed."""
    return not any(state.where[unit] == POOL for unit in members(PANZER_GROUP_4))


def recall_areas(state: Moscow41State, unit: int) -> SpaceSet:
    """14.2: a friendly, uncontested, supplied area with room; for Zhukov one adjacent to Moscow."""
    return passing(RECALL_TO, state, unit)


RECALL_TO: tuple[Condition[Moscow41State, int], ...] = (
    Condition(
        lambda state, unit: NEAR[MOSCOW] if unit == ZHUKOV else EVERYWHERE,
        "14.2",
        lambda state, unit, area: f"{space_label(area)} is not adjacent to Moscow.",
    ),
    Condition(
        lambda state, unit: state.controlled(SIDE[unit]),
        "14.2",
        lambda state, unit, area: f"You do not control {space_label(area)}.",
        implied=True,
    ),
    Condition(
        lambda state, unit: ~state.contested,
        "14.2",
        lambda state, unit, area: f"{space_label(area)} is contested.",
        implied=True,
    ),
    Condition(
        lambda state, unit: network(state, SIDE[unit]),
        "14.2",
        lambda state, unit, area: f"{space_label(area)} is not in supply.",
    ),
    Condition(
        lambda state, unit: ~state.full[SIDE[unit]],
        "2.7",
        lambda state, unit, area: f"No further block may stack in {space_label(area)}.",
    ),
)
