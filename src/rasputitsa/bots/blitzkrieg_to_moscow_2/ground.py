"""What never changes about the map: how far all is from the cities, how far units get if nobody hinders them."""

from __future__ import annotations

from functools import cache

from ...core.sets import members
from ...games.blitzkrieg_to_moscow_2.facts import (
    AREAS,
    BESIDE,
    CITIES,
    FIRST_HEX,
    FOREST,
    FORTRESSES,
    LAND,
    MARSH,
    MOUNTAIN,
    SIZE,
)
from ...games.blitzkrieg_to_moscow_2.state import BlitzkriegState

CITY_LIST = members(CITIES)
FAR = 30  # for what cannot be reached
GARRISON = 1.5  # how much more a unit inside a city weighs than one next to it, at least
FADE = (0.8, 0.68)  # by side: how the weight of a unit fades with each hex between it and a city


def _away(city: int) -> list[int]:
    """The distance over land from everywhere to a city; from a rear area, one more than from the hexes beside it."""
    found = [FAR] * SIZE
    ring = seen = 1 << city
    distance = 0
    while ring:
        for hex in members(ring):
            found[hex] = distance
        ring = LAND.spread(ring) & ~seen
        seen |= ring
        distance += 1
    for area in AREAS:
        found[area] = 1 + min(found[hex] for hex in members(BESIDE[area]))
    return found


AWAY = {city: _away(city) for city in CITY_LIST}


def _pull(side: int, space: int, city: int) -> float:
    """How much a strength point in a space weighs at a city: most inside, the more the fewer ways lead there."""
    away = AWAY[city][space]
    if not away:
        return GARRISON * 6 / BESIDE[city].bit_count()
    return float(FADE[side] ** away) if away < FAR else 0.0


# By side, then by space: that weight for each city, in the order of CITY_LIST.
PULL = [[[_pull(side, space, city) for city in CITY_LIST] for space in range(SIZE)] for side in (0, 1)]


def points(state: BlitzkriegState, city: int) -> int:
    """4.1: what the Germans score for a city."""
    return 2 if FORTRESSES >> city & 1 or city == state.hero else 1


@cache
def march(space: int, steps: int, tank: bool) -> int:
    """The hexes that a unit gets to in so many steps if no enemy hinders it, its own included."""
    stops = MARSH | MOUNTAIN | (FOREST if tank else 0)
    ring = BESIDE[space]
    seen = ring | (1 << space if space >= FIRST_HEX else 0)
    for _ in range(steps - 1):
        ring = LAND.spread(ring & ~stops) & ~seen
        seen |= ring
    return seen


@cache
def grasp(space: int, steps: int, tank: bool) -> int:
    """The hexes that a unit could attack after such a march."""
    return LAND.spread(march(space, steps, tank)) | BESIDE[space]
