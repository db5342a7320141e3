"""1.5 Fog of war: which blocks a side sees, and which could be behind those that it does not see."""

from __future__ import annotations

from ...core.sets import SpaceSet, contains
from .facts import (
    ALL_OF,
    ELIMINATED,
    GERMAN,
    LEADERS,
    LENINGRAD,
    PANZER_GROUP_4,
    REMOVED,
    SIDE,
    WAITING,
)
from .options import ZHUKOV_HOEPNER
from .state import Moscow41State

OPEN_PLACES = 1 << ELIMINATED | 1 << WAITING | 1 << REMOVED  # what lies there lies open


def is_known(state: Moscow41State, unit: int, viewer: int | None) -> bool:
    """1.5: whether a viewer sees the face of a block."""
    if viewer == SIDE[unit]:
        return True
    return bool(contains(state.revealed | LEADERS, unit) or contains(OPEN_PLACES, state.where[unit]))


def known_blocks(state: Moscow41State, viewer: int | None) -> SpaceSet:
    """The blocks whose faces a viewer sees."""
    found = state.revealed | LEADERS | state.at[ELIMINATED] | state.at[WAITING] | state.at[REMOVED]
    return found if viewer is None else found | ALL_OF[viewer]


def bound_to_the_road(state: Moscow41State) -> bool:
    """2.2: whether the 4th Panzer Group cannot be on the map."""
    return state.setting.road and not contains(state.german, LENINGRAD) and not state.optional & ZHUKOV_HOEPNER


def possible_in_areas(state: Moscow41State, viewer: int) -> SpaceSet:
    """The enemy blocks that could be behind a concealed one in an area, as far as a side knows."""
    enemy = 1 - viewer
    hidden = ALL_OF[enemy] & ~known_blocks(state, viewer)
    return hidden & ~PANZER_GROUP_4 if enemy == GERMAN and bound_to_the_road(state) else hidden
