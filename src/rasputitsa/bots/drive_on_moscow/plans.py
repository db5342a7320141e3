"""Plans for a movement phase: moves in their order, and the position from which they are planned.

The moves of a phase can be taken back up to its start, or up to the last mobile assault: what dice have done stays. A
plan is made from there, so whoever has forgotten it, or takes over in the middle, makes the same plan again.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from ...core import Action
from ...core.sets import members, set_of
from ...games.drive_on_moscow.assault import Assault, Group, assault_hexes
from ...games.drive_on_moscow.facts import (
    ALL_OF,
    CITIES,
    EAST_SOURCES,
    FIRST_HEX,
    GERMAN,
    MECH,
    PLACES,
    SIDE,
    SOUTH,
    SOVIET,
    WEST,
    WEST_SOURCES,
)
from ...games.drive_on_moscow.move_rules import others_to_take
from ...games.drive_on_moscow.movement import Movement, Moving
from ...games.drive_on_moscow.reach import reach
from ...games.drive_on_moscow.state import DriveOnMoscowState
from ...games.drive_on_moscow.words import ALL, ASSAULT, MOVE, STOP, UNIT

LASTING = CITIES | EAST_SOURCES | WEST_SOURCES  # where the control of a hex matters to plans


class Move(NamedTuple):
    """Units that are together go somewhere, and from there assault the target, if there is one."""

    units: int
    origin: int
    goal: int
    target: int = 0


def carry_out(state: DriveOnMoscowState, move: Move) -> None:
    """Move at once; an assault is only announced, for it needs dice."""
    if move.goal != move.origin:
        Moving(move.units).move(state, move.goal)
    if move.target and state.outcome is None:
        state.push(Moving(move.units))
        state.push(Assault(move.target, move.goal, move.units, 0))


def has_moved(state: DriveOnMoscowState, unit: int) -> bool:
    """Whether a unit has left the place to which its move can be taken back."""
    return bool(state.spent[unit]) and FIRST_HEX <= state.began[unit] != state.where[unit] >= FIRST_HEX


def plan_start(state: DriveOnMoscowState) -> DriveOnMoscowState:
    """The position from which the present phase is planned: the same whatever has been moved since then."""
    start = state.copy()
    side = state.active
    own = ALL_OF[side]
    moved = set_of(unit for unit in members(own) if has_moved(state, unit))
    for unit in members(moved):
        start.pick_up(side, (unit,), start.where[unit])
    for unit in members(moved):
        start.put_down(side, (unit,), state.began[unit])
    for hex in members(start.occupied(side)):
        start.stacks[hex] = tuple(sorted(start.stacks[hex]))
    done = set_of(unit for unit in members(own & ~moved) if state.spent[unit])
    for unit in members(moved):
        start.spent[unit] = 0
    done |= state.assaulted & own  # who has cleared a hex goes on at once (10.20), not by the plan
    start.finished = done | state.finished & own & ~moved
    start.parent = start.assaulted = 0
    restore(start, moved)
    start.began = start.where[:]
    start.stack = (Movement(),)
    return start


def restore(start: DriveOnMoscowState, moved: int) -> None:
    """What moves have changed beside the places of units: control, and who has stayed on the south sheet (5.3)."""
    germans, soviets = start.occupied(GERMAN), start.occupied(SOVIET)
    start.control = (start.control & LASTING | WEST & ~LASTING & ~soviets | germans) & ~soviets
    start.fallen = start.fallen & CITIES | PLACES & (WEST | start.control)
    if start.turn > 1:
        start.south = start.far = 0
    elif start.active == GERMAN:
        start.south |= set_of(unit for unit in members(moved & MECH) if SOUTH >> start.where[unit] & 1)
        start.far &= ~moved
    start.zone, start.lifeline = -1, -1
    start.nets = [-1, -1]
    start.last_nets = [(-1, -1, 0), (-1, -1, 0)]


# Carrying a plan out click by click.


def next_move(state: DriveOnMoscowState, moves: list[Move]) -> Move | None:
    """The first move of a plan that is still to be made and can be; None when all is done."""
    for move in moves:
        if any(state.where[unit] != move.origin or state.spent[unit] for unit in members(move.units)):
            continue
        if move.goal == move.origin:
            if assault_hexes(state, Group(move.units)) >> move.target & 1:
                return move
        elif movable_to(state, move):
            return move
    return None


def movable_to(state: DriveOnMoscowState, move: Move) -> bool:
    return any(hexes >> move.goal & 1 for hexes in reach(state, move.units, move.origin)[1:])


def move_in_hand(state: DriveOnMoscowState, step: Moving, moves: list[Move]) -> Move | None:
    """The move that the units in hand are making."""
    here = step.here(state)
    for move in moves:
        if not step.units & ~move.units:
            if here == move.origin and next_move(state, [move]):
                return move
            if here == move.goal and move.target and step.units == move.units:
                return move
    return None


def next_click(state: DriveOnMoscowState, step: Moving, move: Move) -> Action:
    """Take the units of a move in hand, move, and assault."""
    here = step.here(state)
    wrong = move.units ^ step.units
    if wrong & (wrong - 1) and move.units == step.units | others_to_take(state, step):
        return ALL
    if wrong:
        return UNIT[members(wrong)[0]]
    if here != move.goal:
        return MOVE[move.goal]
    return ASSAULT[move.target] if assault_hexes(state, step) >> move.target & 1 else STOP


def sight(state: DriveOnMoscowState) -> Hashable:
    """All that a plan depends on: where units are and what can be seen of them, and what was declared."""
    own = ALL_OF[state.active]
    units = members(own)
    first, last = units[0], units[-1] + 1
    tops = [(hex, stack[-1]) for hex, stack in state.stacks.items() if SIDE[stack[-1]] != state.active]
    return (
        state.turn,
        state.phase,
        state.where[first:last].tobytes(),
        bytes(state.face[first:last]),
        state.finished & own,
        (state.control & LASTING, state.fallen & CITIES, state.fight_first, state.ordered, state.november),
        (state.german_air, state.soviet_air, state.south & own, state.far & own),
        tuple(state.held),
        tuple((hex, unit, state.face[unit]) for hex, unit in sorted(tops)),
    )
