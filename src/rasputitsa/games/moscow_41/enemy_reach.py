"""Where blocks of a side can be after its next impulse without a battle, as far as a viewer knows (1.5, 10.8)."""

from __future__ import annotations

from ...core.sets import SpaceSet, contains, members, union
from .command import REINFORCING_IMPULSE, STRATEGIC_IMPULSE
from .facts import (
    ALL_OF,
    CAVALRY,
    CAVALRY_COSTS,
    COSTS,
    DISENGAGING,
    FAST,
    FAST_POINTS,
    GERMAN,
    LEADERS,
    OPEN_TO,
    RAIN,
    SLOW_POINTS,
    SUNNY,
    spread,
)
from .options import CAVALRY_RULE
from .reach import spread_by_cost
from .sight import known_blocks, possible_in_areas
from .state import Moscow41State
from .supply import supplied_areas

Pace = tuple[int, tuple[SpaceSet, ...]]  # movement points, and the areas by what they cost


def paces(state: Moscow41State, units: SpaceSet) -> set[Pace]:
    """4.2.1, 14.6: how fast some blocks can be. The shorter allowance of divisions (14.7) is left out."""
    riders = CAVALRY if state.optional & CAVALRY_RULE else 0
    found: set[Pace] = set()
    for some, table in ((units & ~riders, COSTS), (units & riders, CAVALRY_COSTS)):
        if some:
            found.add((FAST_POINTS if some & FAST else SLOW_POINTS, table[state.weather]))
    return found


def enemy_reach(state: Moscow41State, side: int, viewer: int | None) -> SpaceSet:
    """The areas without units of the other side where some block of a side can be after one move in its next impulse.

    One block can move even in a Pass (12.0). A concealed block may be any that the viewer cannot tell it from.
    """
    enemies = state.units[1 - side]
    allowed = OPEN_TO[side] & ~enemies
    found = 0
    for pace, starts in starts_by_pace(state, side, viewer).items():
        found |= entered(starts & ~enemies, pace, 0, allowed)
        found |= entered(starts & enemies, pace, DISENGAGING, allowed)  # others may have made the next area friendly
    return found & allowed


def entered(starts: SpaceSet, pace: Pace, extra: int, allowed: SpaceSet) -> SpaceSet:
    """10.8: where blocks that begin in some areas can be after a move, at so many more points for the first area."""
    points, costs = pace
    return union(spread_by_cost(starts, points, spread(starts) & allowed, extra, allowed, 0, costs)) if starts else 0


def starts_by_pace(state: Moscow41State, side: int, viewer: int | None) -> dict[Pace, SpaceSet]:
    """The supplied areas where blocks of a side are, by how fast these are or may be."""
    known = known_blocks(state, viewer)
    hidden = possible_in_areas(state, viewer) if viewer == 1 - side else ALL_OF[side] & ~known
    blocks = ALL_OF[side] & ~LEADERS
    seen, unseen, concealed = blocks & known, blocks & ~known, 0
    found: dict[Pace, SpaceSet] = {}
    for area in members(state.units[side] & supplied_areas(state, side)):
        here = state.at[area]
        if here & unseen:
            concealed |= 1 << area
        if here & seen:
            for pace in paces(state, here & seen):
                found[pace] = found.get(pace, 0) | 1 << area
    for pace in paces(state, hidden):
        found[pace] = found.get(pace, 0) | concealed
    return found


def exploited(state: Moscow41State, side: int, reach: SpaceSet) -> SpaceSet:
    """10.18: where fast blocks can get from there by an Exploitation Move; nothing where the side cannot have one."""
    if not may_come_to_exploit(state, side):
        return 0
    allowed = OPEN_TO[side] & ~state.units[1 - side]
    starts = reach | state.units[side] & allowed
    found = union(entered(starts, (FAST_POINTS, costs), 0, allowed) for _, costs in paces(state, ALL_OF[side]))
    return found & allowed


def may_come_to_exploit(state: Moscow41State, side: int) -> bool:
    """3.2.1, 10.18: whether the disc is, or will be, in the hands of a side that may spend it in this weather."""
    spending = state.active != side and state.kind in (STRATEGIC_IMPULSE, REINFORCING_IMPULSE)
    if state.initiative != side and not spending:
        return False
    if state.setting.disc != "free" and contains(state.disc_used, side):
        return False
    return state.weather == SUNNY if side == GERMAN else state.weather != RAIN
