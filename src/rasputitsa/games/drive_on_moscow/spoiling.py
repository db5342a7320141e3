"""12.1 Spoiling attacks: what may not be chosen because it would leave too few units for Stalin's order."""

from __future__ import annotations

from itertools import chain

from ...core.sets import members, union
from . import spoiling_1
from .facts import HEXES, SOVIET, STACK_LIMIT, WESTERN_PLACES
from .moves import begin_to_move, pay
from .muster import Goals, Muster, coming_up, in_position, most_in_position, on_the_way
from .reach import reach
from .state import DriveOnMoscowState


def under_orders(state: DriveOnMoscowState) -> bool:
    """Whether Soviet movement must prepare the spoiling attacks: not where they come before it."""
    return bool(state.ordered) and not state.fight_first and state.active == SOVIET


def must_move_first(state: DriveOnMoscowState) -> bool:
    """The order of phases that allows more spoiling attacks must be chosen, as long as too few are possible."""
    ready = in_position(state).bit_count()
    if ready >= state.ordered:
        return False
    if state.rules_version == 1:
        return next(coming_up(state), None) is not None
    return most_in_position(state, ready + 1, {}) > ready


def may_end_movement(state: DriveOnMoscowState) -> bool:
    """Before the spoiling attacks, as many units as were ordered must be brought up if they can be."""
    if not under_orders(state):
        return True
    if state.rules_version == 1:
        return spoiling_1.may_end_movement(state)
    ready = in_position(state).bit_count()
    if ready >= state.ordered or most_in_position(state, ready + 1, {}) == ready:
        return True
    movers = chain(coming_up(state), members(state.units_in(SOVIET) & ~state.finished))
    return not any(goals_under_orders(state, 1 << unit, state.where[unit]) for unit in movers)  # else a dead end


def goals_under_orders(state: DriveOnMoscowState, units: int, here: int) -> int:
    """Where units may move together: not to where too few would be left for the spoiling attacks."""
    levels = reach(state, units, here)
    found = union(levels[1:])
    if not under_orders(state) or not found:
        return found
    if state.rules_version == 1:
        return spoiling_1.goals_under_orders(state, units, here)
    if (in_position(state) & ~units).bit_count() >= state.ordered:
        return found
    known: Goals = {}
    needed = most_in_position(state, state.ordered, known)
    good = found & (WESTERN_PLACES | harmless(state, units, here, needed, known))  # the game ends in the former (4.4)
    for cost, hexes in enumerate(levels):
        for hex in members(hexes & found & ~good):
            if most_in_position(after_move(state, units, here, hex, cost), needed, known) >= needed:
                good |= 1 << hex
    return good


def harmless(state: DriveOnMoscowState, units: int, here: int, needed: int, known: Goals) -> int:
    """The hexes to which units may go because the others are enough and find as much room as before."""
    without = begun(state, units, here)
    without.pick_up(SOVIET, members(units), here)
    without.finished |= units
    muster = Muster(without, known)
    if muster.count(needed) < needed:
        return 0
    count = units.bit_count()
    crowded = sum(1 << hex for hex, there in muster.load.items() if len(there) + count > STACK_LIMIT)
    fills = (without.full_for(SOVIET, count + 1) if count < STACK_LIMIT else HEXES) & ~muster.near
    return ~(crowded | fills)


def begun(state: DriveOnMoscowState, units: int, here: int) -> DriveOnMoscowState:
    """The state in which these units begin to move or go on: those of another stack are finished (10.5)."""
    new = state.copy()
    begin_to_move(new, units, here)
    return new


def after_move(state: DriveOnMoscowState, units: int, here: int, hex: int, cost: int) -> DriveOnMoscowState:
    """The state after units have moved together."""
    new = begun(state, units, here)
    pay(new, units, cost)
    new.transfer(SOVIET, members(units), hex)
    if new.german_zone() >> hex & 1:
        new.finished |= units  # 7.2
    return new


def is_awaited(state: DriveOnMoscowState, units: int) -> bool:
    """Whether other units, which are on the way, must be brought up before these may begin to move (10.5)."""
    if units & state.parent or not on_the_way(state):
        return False
    here = state.where[members(units)[0]]
    known: Goals = {}
    needed = most_in_position(state, state.ordered, known)
    return most_in_position(begun(state, units, here), needed, known) < needed
