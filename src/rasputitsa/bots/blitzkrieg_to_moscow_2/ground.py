"""What never changes about the map: distances to the cities, and how far units get without opposition."""

from __future__ import annotations

from functools import cache, lru_cache

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
from ..distances import distances

CITY_LIST = members(CITIES)
FAR = 30  # for what cannot be reached


def _away(city: int) -> list[int]:
    """The distance over land from every space to a city; a rear area is one farther than the hexes beside it."""
    found = distances(LAND.spread, 1 << city, SIZE, FAR)
    for area in AREAS:
        found[area] = 1 + min(found[hex] for hex in members(BESIDE[area]))
    return found


AWAY = {city: _away(city) for city in CITY_LIST}


@lru_cache(maxsize=8)
def influences(garrison: float, fade: float) -> list[list[float]]:
    """By space: the weight of a strength point at each city, in the order of CITY_LIST.

    It is greatest in the city, the more so the fewer hexes are adjacent to it, and fades with the distance.
    """

    def weight(space: int, city: int) -> float:
        away = AWAY[city][space]
        if not away:
            return garrison * 6 / BESIDE[city].bit_count()
        return float(fade**away) if away < FAR else 0.0

    return [[weight(space, city) for city in CITY_LIST] for space in range(SIZE)]


@lru_cache(maxsize=1024)
def around(hexes: int) -> int:
    """These hexes and those adjacent to them."""
    return hexes | LAND.spread(hexes)


def points(state: BlitzkriegState, city: int) -> int:
    """4.1: what the Germans score for a city."""
    return 2 if FORTRESSES >> city & 1 or city == state.hero else 1


@cache
def march(space: int, steps: int, tank: bool) -> int:
    """The hexes that a unit reaches in that many steps without opposition, its own included."""
    stops = MARSH | MOUNTAIN | (FOREST if tank else 0)
    ring = BESIDE[space]
    seen = ring | (1 << space if space >= FIRST_HEX else 0)
    for _ in range(steps - 1):
        ring = LAND.spread(ring & ~stops) & ~seen
        seen |= ring
    return seen


@cache
def attack_range(space: int, steps: int, tank: bool) -> int:
    """The hexes that a unit could attack after such a march."""
    return LAND.spread(march(space, steps, tank)) | BESIDE[space]
