"""13.2 Supply lines and sources."""

from __future__ import annotations

from functools import lru_cache

from ...core.sets import members
from .facts import AREAS_OF, BESIDE, FORTRESSES, FRONTS, LAND, LAND_HEXES, ODESSA
from .options import ODESSA_RULE
from .state import BlitzkriegState, Net
from .zones import zone_of

LINE = 5  # 13.2.1: hexes a line may enter before it reaches a source
NETS_KEPT = 1 << 14


def open_hexes(state: BlitzkriegState, side: int) -> int:
    """13.2.3: the hexes that a supply line may enter."""
    enemy = 1 - side
    barred = state.occupied[enemy] | state.cities_of(enemy) | zone_of(state, enemy) & ~state.occupied[side]
    return LAND_HEXES & ~barred


def supply_net(state: BlitzkriegState, side: int) -> Net:
    """The cities that are supply sources, and every hex that can trace a line to a source.

    A line counts the hexes it enters, that of the source included; the hex it begins in may be barred to others.
    """
    net = state.nets[side]
    if net is None:
        net = state.nets[side] = net_through(open_hexes(state, side), state.cities_of(side), side)
    return net


@lru_cache(maxsize=NETS_KEPT)
def net_through(passable: int, cities: int, side: int) -> Net:
    """The same by way of these hexes, with these cities."""
    reached = reach_from(FRONTS[side], LINE - 1, passable)
    sources = new = cities & reached
    while new:
        reached |= reach_from(LAND.spread(new & passable), LINE - 1, passable)
        new = cities & reached & ~sources
        sources |= new
    return sources, reached | sources


def reach_from(ring: int, steps: int, passable: int) -> int:
    """All hexes from which a line gets into the ring and on from there."""
    seen = ring
    for _ in range(steps):
        ring = LAND.spread(ring & passable) & ~seen
        if not ring:
            break
        seen |= ring
    return seen


def hexes_by_distance(state: BlitzkriegState, side: int) -> list[int]:
    """The hexes by their distance from the nearest source, from 0 (source cities) to 5. For overlays."""
    sources, _ = supply_net(state, side)
    return [sources, *rings(sources, side, open_hexes(state, side))]


def lines(state: BlitzkriegState, side: int) -> dict[int, int]:
    """13.2: the supply lines of all cities and units that have one, as the next space of each on its way. For overlays.

    A city traces to sources that were there before it, so that no two cities depend on each other.
    """
    passable = open_hexes(state, side)
    cities = state.cities_of(side)
    ways: dict[int, int] = {}
    sources = 0
    while True:
        found = rings(sources, side, passable)
        new = sum(found) & cities & ~sources
        if not new:
            break
        for city in members(new):
            trace(ways, city, found, sources, side, passable)
        sources |= new
    for hex in members(sum(found) & state.occupied[side] & ~sources):
        trace(ways, hex, found, sources, side, passable)
    return ways


def rings(sources: int, side: int, passable: int) -> list[int]:
    """The hexes at one to five hexes from the rear areas or one of these cities."""
    seen = sources
    ring = (LAND.spread(sources & passable) | FRONTS[side]) & ~seen
    found = []
    for _ in range(LINE):
        found.append(ring)
        seen |= ring
        ring = LAND.spread(ring & passable) & ~seen
    return found


def trace(ways: dict[int, int], hex: int, found: list[int], sources: int, side: int, passable: int) -> None:
    """Follow the rings inwards, as far as no line runs there already."""
    ring = next(number for number, hexes in enumerate(found) if hexes >> hex & 1)
    while hex not in ways:
        if ring:
            ring -= 1
            nearer = found[ring]
        else:
            nearer = sources
        step = LAND.of[hex] & nearer & passable
        ways[hex] = members(step)[0] if step else next(area for area in AREAS_OF[side] if BESIDE[area] >> hex & 1)
        if not step or nearer == sources:
            break
        hex = ways[hex]


def nearer_to_source(state: BlitzkriegState, side: int, hex: int) -> int:
    """11.4.2: the hexes nearer to a supply source than this one, over land. A city in it is no source any more."""
    sources = supply_net(state, side)[0] & ~(1 << hex)
    seen = sources
    ring = (LAND.spread(sources) | FRONTS[side]) & ~seen
    while ring and not ring >> hex & 1:
        seen |= ring
        ring = LAND.spread(ring) & ~seen
    return seen


def fortresses(state: BlitzkriegState) -> int:
    """13.2.4, 14.2.2, 15.2.1: the cities where Soviet units do not surrender."""
    found = FORTRESSES
    if state.hero_stands:
        found |= 1 << state.hero
    if ODESSA_RULE.is_on(state.options):
        found |= 1 << ODESSA
    return found
