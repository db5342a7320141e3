"""10.2, 10.3, 10.10, 11.0: whom an HQ commands, how far bombers fly, and who else may act."""

from __future__ import annotations

from functools import lru_cache

from ...core.sets import SpaceSet, contains, members
from .facts import (
    ALL_OF,
    AREAS,
    COMMANDS,
    COMMANDS_ANY,
    LEADERS,
    LENINGRAD,
    SIDE,
    TACTICAL,
    spread,
)
from .options import IGNORE_COLOURS
from .state import Moscow41State
from .strength import command_range


def tactical_range(state: Moscow41State, hq: int) -> SpaceSet:
    """10.3: the areas in which an HQ commands. The way there does not lead through enemy or contested areas."""
    return within(state.where[hq], command_range(state, hq), state.friendly(SIDE[hq]))


@lru_cache(maxsize=2_000)
def within(area: int, steps: int, friendly: SpaceSet) -> SpaceSet:
    """The areas at most so many steps away, by way of friendly ones. Remembered: bots ask again and again."""
    reached = frontier = 1 << area
    for _ in range(steps):
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
    if not contains(AREAS, state.where[hq]):
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


def eligible_blocks(state: Moscow41State, side: int) -> SpaceSet:
    """11.0, 12.0, 10.18: the blocks in areas that are not isolated and have not had an action yet."""
    return state.on_map(side) & ~LEADERS & ~state.isolated & ~state.acted & ~in_boxes(state)


def in_boxes(state: Moscow41State) -> SpaceSet:
    """The blocks on the Road to Leningrad."""
    found = 0
    for box in range(LENINGRAD - 9, LENINGRAD + 1):
        found |= state.at[box]
    return found
