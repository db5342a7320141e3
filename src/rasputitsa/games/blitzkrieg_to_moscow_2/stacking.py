"""8.0 Stacking."""

from __future__ import annotations

from ...core.sets import members
from .facts import SIDE, legal_stack
from .state import BlitzkriegState


def fits_in(state: BlitzkriegState, units: int, hex: int) -> bool:
    """8.1, 8.2: whether these units, all of a side, may stand in a hex with those that are there."""
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
