"""9.0 Zones of control."""

from __future__ import annotations

from .facts import AREAS_OF, BESIDE, CITIES, HEXES, LAND, MARSH, ZOC_UNITS
from .state import BlitzkriegState


def zone_of(state: BlitzkriegState, side: int) -> int:
    """The hexes in the zones of control of a side, occupied ones included."""
    zone = state.zones[side]
    if zone < 0:
        zone = state.zones[side] = find_zone(state, side)
    return zone


def find_zone(state: BlitzkriegState, side: int) -> int:
    """9.1, 9.3: by kind of unit, everybody in a city, nobody in a marsh; out of rear areas too."""
    where = state.where
    centres = state.occupied[side] & CITIES
    for unit in ZOC_UNITS[side]:
        centres |= 1 << where[unit]
    zone = LAND.spread(centres & HEXES & ~MARSH)
    for area in AREAS_OF[side]:
        if centres >> area & 1:
            zone |= BESIDE[area]
    return zone
