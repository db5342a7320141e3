"""What happens when units move: stacks that began together, points, control, and what decides the game at once."""

from __future__ import annotations

from ...core.sets import members, set_of
from .facts import GERMAN, OBJECTIVES, SOUTH, TURNS, land_spread
from .state import DriveOnMoscowState
from .victory import check_entry, check_isolation


def began_together(state: DriveOnMoscowState, unit: int) -> int:
    """10.4: the units of a hex that began the phase with this one and may still move, itself included."""
    mine = state.parent >> unit & 1
    found = 0
    for other in state.stacks[state.where[unit]]:
        if state.parent >> other & 1 == mine and not state.finished >> other & 1:
            found |= 1 << other
    return found


def begin_to_move(state: DriveOnMoscowState, units: int, hex: int) -> None:
    """10.5: once a stack that began elsewhere moves, what has moved of the one before it may not resume."""
    if units & state.parent:
        return
    state.finished |= set_of(unit for unit in members(state.parent) if state.spent[unit])
    state.parent = sum(1 << unit for unit in state.stacks[hex] if not state.finished >> unit & 1)


def pay(state: DriveOnMoscowState, units: int, points: int) -> None:
    """Units use movement points; those of the Guderian effect are remembered for the whole player turn (5.3)."""
    for unit in members(units):
        state.spent[unit] += points
        if state.spent[unit] > TURNS[0].movement[0] and state.turn == 1:
            state.far |= 1 << unit


def enter(state: DriveOnMoscowState, side: int, units: list[int], hex: int) -> None:
    """Units enter a hex: control (3.7), the south sheet (5.3), and what decides the game at once (4.0)."""
    state.transfer(side, units, hex)
    if side == GERMAN and not SOUTH >> hex & 1 and state.south:
        state.south &= ~sum(1 << unit for unit in units)
    if OBJECTIVES >> hex & 1:
        check_entry(state, side, hex)


def walk(state: DriveOnMoscowState, side: int, units: list[int], way: list[int]) -> None:
    """Units go along a way. Where Moscow's supply line may be cut on it, each hex is looked at (4.2)."""
    if may_cut_off_moscow(state, side, units, way):
        for hex in way:
            enter(state, side, units, hex)
            check_isolation(state)
            if state.outcome is not None:
                return
        return
    passed, goal = way[:-1], way[-1]
    for hex in passed:
        state.take_control(side, hex)
        if OBJECTIVES >> hex & 1:
            check_entry(state, side, hex)
            if state.outcome is not None:  # play stops there
                enter(state, side, units, hex)
                return
    if side == GERMAN and state.south and any(not SOUTH >> hex & 1 for hex in passed):
        state.south &= ~sum(1 << unit for unit in units)
    enter(state, side, units, goal)


def may_cut_off_moscow(state: DriveOnMoscowState, side: int, units: list[int], way: list[int]) -> bool:
    """4.2: whether the way is by the hexes that Moscow's supply line goes through."""
    touched = start_and_way = sum([1 << hex for hex in way]) | 1 << state.where[units[0]]
    if side == GERMAN:
        touched |= land_spread(start_and_way)
    return state.lifeline < 0 or bool(touched & state.lifeline)


def way_walked(state: DriveOnMoscowState, side: int, units: list[int], way: list[int]) -> list[int]:
    """How far units get that set out on a way: where the game ends on it, play stops there (4.2, 4.4)."""
    if not OBJECTIVES & set_of(way) and not may_cut_off_moscow(state, side, units, way):
        return way
    trial = state.copy()
    walk(trial, side, units, way)
    return way[: way.index(trial.where[units[0]]) + 1]
