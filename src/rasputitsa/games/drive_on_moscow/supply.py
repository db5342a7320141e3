"""8.0 Supply: which hexes can trace a supply line."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.sets import Spread, flood, members
from .facts import BOARD, CITIES, EAST_SOURCES, GERMAN, HEXES, LAND, MOSCOW, SOVIET, WEST_SOURCES, land_spread
from .state import DriveOnMoscowState

MOST_CLOSED = 8  # hexes: to look at more takes longer than to find the net anew


def german_open(state: DriveOnMoscowState) -> int:
    """8.3: the hexes that a German supply line may enter."""
    return HEXES & ~(state.occupied(SOVIET) | CITIES & ~state.control)


def soviet_open(state: DriveOnMoscowState) -> int:
    """8.3: the hexes that a Soviet supply line may enter; Soviet units cancel the German zone of control there."""
    barred = state.occupied(GERMAN) | CITIES & state.control | state.german_zone() & ~state.occupied(SOVIET)
    return HEXES & ~barred


def german_net(state: DriveOnMoscowState) -> int:
    """The hexes connected with a German source (8.2, 8.4); lines do not cross reservoirs (8.3)."""
    net = state.nets[GERMAN]
    if net < 0:
        sources = WEST_SOURCES & state.control
        net = state.nets[GERMAN] = find_net(state, GERMAN, land_spread, LAND.of, sources, german_open(state))
    return net


def soviet_net(state: DriveOnMoscowState) -> int:
    """The hexes connected with a Soviet map-edge source (8.2, 8.4); lines may cross reservoirs (8.3)."""
    net = state.nets[SOVIET]
    if net < 0:
        sources = EAST_SOURCES & ~state.control
        net = state.nets[SOVIET] = find_net(state, SOVIET, BOARD.spread, BOARD.adjacent, sources, soviet_open(state))
    return net


def find_net(
    state: DriveOnMoscowState, side: int, spread: Spread, adjacent: Sequence[int], sources: int, passable: int
) -> int:
    """All hexes that are connected with the sources by passable ones. What was found last is used where it can be."""
    old_sources, old_passable, net = state.last_nets[side]
    left = without(net, net & ~passable, adjacent, sources) if sources == old_sources else -1
    if left < 0:
        net = flood(spread, sources, passable)
    elif passable & ~old_passable:
        net = flood(spread, left | sources, passable)
    else:
        net = left
    state.last_nets[side] = sources, passable, net
    return net


def without(net: int, closed: int, adjacent: Sequence[int], sources: int) -> int:
    """A net without some of its hexes; -1 where it may fall apart, so that it must be found anew.

    It does not where the neighbours that a hex had in the net are connected with each other around it.
    """
    if closed & sources or closed.bit_count() > MOST_CLOSED:
        return -1
    for hex in members(closed):
        net &= ~(1 << hex)
        around = adjacent[hex] & net
        linked = rest = around & -around
        while rest:
            other = rest.bit_length() - 1
            rest = (rest ^ 1 << other) | adjacent[other] & around & ~linked
            linked |= rest
        if linked != around:
            return -1
    return net


def edge_supplied(state: DriveOnMoscowState) -> int:
    """8.3: the hexes that can trace a line to a Soviet map-edge source, hexes where one may only begin included."""
    net = soviet_net(state)
    return net | BOARD.spread(net)


def own_cities(state: DriveOnMoscowState) -> int:
    """8.2, 8.4: the cities that supply the Soviet units in them: those that were never German."""
    return CITIES & ~state.fallen


def soviet_supplied(state: DriveOnMoscowState) -> int:
    """8.2: the hexes where Soviet units are supplied."""
    return soviet_net(state) | own_cities(state)


def supplied(state: DriveOnMoscowState, side: int) -> int:
    """The hexes where units of a side are supplied."""
    return german_net(state) if side == GERMAN else soviet_supplied(state)


# Moscow: 4.2.


def moscow_barred(state: DriveOnMoscowState) -> int:
    """The hexes that Moscow's supply line may not use."""
    zone = state.german_zone() & ~state.occupied(SOVIET)
    return state.occupied(GERMAN) | zone | state.control & (CITIES | EAST_SOURCES)


def moscow_isolated(state: DriveOnMoscowState) -> bool:
    """4.2: no line can be traced from either hex of Moscow to a map-edge source.

    The line found last is remembered: as long as nothing bars it, no other is looked for.
    """
    line = state.lifeline
    if line > 0 and not line & moscow_barred(state):
        return False
    line = state.lifeline = find_line(state, MOSCOW)
    return not line


def find_line(state: DriveOnMoscowState, start: int) -> int:
    """The hexes that a shortest supply line enters on its way to a map-edge source, or 0 where there is none."""
    passable = soviet_open(state)
    goals = EAST_SOURCES & ~state.control & passable
    rings = [start]
    seen = start
    while rings[-1] and not rings[-1] & goals:
        ring = BOARD.spread(rings[-1]) & passable & ~seen
        seen |= ring
        rings.append(ring)
    if not rings[-1]:
        return 0
    here = rings[-1] & goals
    here &= -here
    line = here
    for ring in reversed(rings[1:-1]):
        here = BOARD.spread(here) & ring
        here &= -here
        line |= here
    return line


def way_to_source(state: DriveOnMoscowState, side: int, hex: int) -> list[int]:
    """The hexes of a shortest supply line from a hex, the hex itself first; empty where it cannot trace one."""
    spread: Spread = land_spread if side == GERMAN else BOARD.spread
    if side == GERMAN:
        passable, goals = german_open(state), WEST_SOURCES & state.control
    else:
        passable, goals = soviet_open(state), EAST_SOURCES & ~state.control
    goals &= passable
    rings = [1 << hex]
    seen = rings[0]
    while rings[-1] and not rings[-1] & goals:
        rings.append(spread(rings[-1]) & passable & ~seen)
        seen |= rings[-1]
    if not rings[-1]:
        return []
    here = rings.pop() & goals
    way = []
    while True:
        here &= -here
        way.append(members(here)[0])
        if not rings:
            break
        here = spread(here) & rings.pop()
    way.reverse()
    return way
