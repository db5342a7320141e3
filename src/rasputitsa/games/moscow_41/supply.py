"""2.1 and 9.0: Supply Sources, Lines of Communication, the Supply Check and the Isolation Check."""

from __future__ import annotations

from functools import lru_cache

from ...core import Fate, Kind
from ...core.sets import SpaceSet, contains, flood, members, set_of
from .facts import (
    ALL_OF,
    BOARD,
    EDGES,
    GERMAN,
    KIEV,
    LEADERS,
    LENINGRAD,
    MINIMUM,
    MOSCOW,
    SHLISSELBURG,
    SIDES,
    STAGING,
    TITLES,
    space_label,
    spread,
)
from .options import MOSCOW_SUPPLY
from .state import Moscow41State


def sources(state: Moscow41State, side: int) -> SpaceSet:
    """2.1, 9.2: the areas where a Line of Communication may end, if nothing else forbids it."""
    if side == GERMAN:
        return STAGING
    german = state.german
    found = EDGES["east"]
    if not german >> LENINGRAD & 1:
        found |= EDGES["north-east"]
        if not german >> SHLISSELBURG & 1:
            found |= EDGES["north-west"]
    if not german >> KIEV & 1:
        found |= EDGES["south"]
    if state.optional & MOSCOW_SUPPLY:
        found |= 1 << MOSCOW
    return found


def network(state: Moscow41State, side: int) -> SpaceSet:
    """9.2: the friendly, uncontested areas that trace a Line of Communication."""
    return connected(sources(state, side), state.friendly(side))


@lru_cache(maxsize=1_000)
def connected(ends: SpaceSet, passable: SpaceSet) -> SpaceSet:
    """All areas connected with the ends by passable ones. Remembered: most moves open and close none."""
    return flood(spread, ends, passable)


def supplied_areas(state: Moscow41State, side: int) -> SpaceSet:
    """9.2: the areas in which units of a side are in supply. A line may start in a contested area, never cross one."""
    found = network(state, side)
    return found | spread(found) & state.contested


def unsupplied(state: Moscow41State, side: int) -> tuple[SpaceSet, SpaceSet]:
    """9.1: the blocks and the defensive lines of a side that cannot trace a line. Boxes are always in supply (2.2)."""
    cut_off = state.units[side] & ~supplied_areas(state, side)
    if not cut_off:
        return 0, 0
    blocks = 0
    for area in members(cut_off):
        blocks |= state.at[area]
    return blocks & ALL_OF[side] & ~LEADERS, state.lines_of(side) & cut_off


def supply_check(state: Moscow41State, side: int) -> None:
    """9.1: the active player marks the units that cannot trace a Line of Communication."""
    blocks, lines = unsupplied(state, side)
    state.isolated = state.isolated & ~ALL_OF[side] | blocks
    state.isolated_lines = state.isolated_lines & ~state.lines_of(side) | lines
    if state.events is not None:
        emit_isolated(state, side, "blocks", set_of(state.where[unit] for unit in members(blocks)))
        emit_isolated(state, side, "defensive lines", lines)


def emit_isolated(state: Moscow41State, side: int, what: str, areas: SpaceSet) -> None:
    if areas:
        names = ", ".join(space_label(area) for area in members(areas))
        text = f"{TITLES[side]} {what} out of supply: {names}."
        state.emit(Kind.SUPPLY, text, "9.1", SIDES[side], BOARD.names_of(areas))


def isolation_check(state: Moscow41State, side: int) -> None:
    """9.3: marked units that trace a line now lose the mark; the others suffer attrition."""
    marked, lines = state.isolated & ALL_OF[side], state.isolated_lines & state.lines_of(side)
    if not marked and not lines:
        return
    supplied = supplied_areas(state, side)
    places = set_of(state.where[unit] for unit in members(marked))
    unsupported_lines = 0  # lines alone with the enemy, judged before anybody surrenders
    for area in members(lines):
        if contains(supplied, area):
            state.isolated_lines &= ~(1 << area)
        elif contains(state.contested, area) and not state.blocks(side, area):
            unsupported_lines |= 1 << area
    for unit in sorted(members(marked), key=lambda unit: attrition_order(state, unit)):
        if contains(supplied, state.where[unit]):
            state.isolated &= ~(1 << unit)
        else:
            suffer_attrition(state, unit)
    for area in members(places):
        state.conceal(area)
    for area in members(unsupported_lines):
        text = f"The defensive line in {space_label(area)} is lost."
        state.emit(Kind.ATTRITION, text, "9.3", SIDES[side], [BOARD.names[area]])
        state.set_line(side, area, False)
        state.conceal(area)


def attrition_order(state: Moscow41State, unit: int) -> tuple[int, bool, bool]:
    """1.5: the order in which attrition is told must not tell which concealed block is which."""
    surrenders = state.strength[unit] <= MINIMUM[unit]
    return state.where[unit], not surrenders, not contains(state.revealed, unit)


def suffer_attrition(state: Moscow41State, unit: int) -> None:
    """9.3: an isolated block is reduced; at minimum strength it surrenders."""
    if state.reduce(unit):
        state.remove(unit, True, "9.3")
    else:
        area = state.where[unit]
        what, left = f"in {space_label(area)} is reduced by attrition", state.strength[unit] or "the heart"
        state.emit_block(Kind.ATTRITION, unit, what, "9.3", Fate.REDUCED, None, [BOARD.names[area]], f", now at {left}")
