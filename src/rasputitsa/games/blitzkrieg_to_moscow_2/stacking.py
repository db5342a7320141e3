"""8.0 Stacking."""

from __future__ import annotations

from ...core.sets import members
from .facts import GERMAN, SIDE, TANKS, legal_stack
from .state import BlitzkriegState

OVERSTACKED = "too many units were stacked there"  # why a unit is eliminated, for the log
OTHER_TYPE = "There are too many units of the other type in this hex."  # why eliminating a unit would not help


def fits_in(state: BlitzkriegState, units: int, hex: int) -> bool:
    """8.1, 8.2: whether these units, all of a side, may be in a hex with those that are there."""
    side = SIDE[(units & -units).bit_length() - 1]
    return legal_stack(side, state.at[hex] | units)


def full_hexes(state: BlitzkriegState, units: int, hexes: int) -> int:
    """Those of the hexes where these units would be too many."""
    side = SIDE[(units & -units).bit_length() - 1]
    found = 0
    for hex in members(hexes & state.occupied[side]):
        if not legal_stack(side, state.at[hex] | units):
            found |= 1 << hex
    return found


def overstacked_hexes(state: BlitzkriegState, side: int) -> int:
    """The hexes in which a side has too many units."""
    return state.overstacked & state.occupied[side]


def excess(side: int, units: int) -> int:
    """8.1, 8.2: how many units of a stack are too many."""
    number = units.bit_count()
    if side == GERMAN:
        return max(number - 1, 0)
    tanks = min((units & TANKS).bit_count(), 2)
    infantry = min((units & ~TANKS).bit_count(), 2)
    return number - min(tanks + infantry, 3)


def removable(side: int, units: int) -> int:
    """8.3: those of a stack that can be eliminated as excess: each leaves fewer units too many."""
    before = excess(side, units)
    found = 0
    for unit in members(units):
        if excess(side, units & ~(1 << unit)) < before:
            found |= 1 << unit
    return found
