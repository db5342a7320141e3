"""11.25, 11.26 and 10.22: where beaten units may retreat."""

from __future__ import annotations

from ...core.sets import members
from .battle import Battle
from .facts import (
    AROUND,
    BOARD,
    CITIES,
    DRY_SHOD,
    GERMAN,
    LAND,
    MARSH,
    SOURCES,
    SOVIET,
    land_spread,
)
from .state import DriveOnMoscowState


def others_zone(state: DriveOnMoscowState, battle: Battle) -> int:
    """10.22: the German zone of control without that of the units that make the mobile assault."""
    if not battle.mobile:
        return state.german_zone()
    launch = battle.launch
    hexes = state.occupied(GERMAN)
    if all(battle.attackers >> unit & 1 for unit in state.stacks[launch]):
        hexes &= ~(1 << launch)
    return land_spread(hexes)


def enemy_cities(state: DriveOnMoscowState, side: int) -> int:
    """11.17, 11.25: the cities that a side may not retreat into, empty or not."""
    return CITIES & (~state.control if side == GERMAN else state.control)


def eligible(state: DriveOnMoscowState, battle: Battle) -> int:
    """11.25, 11.26: the adjacent hexes that are open to a retreat, marsh and stacking apart."""
    side = battle.defender
    found = LAND.of[battle.hex] & ~(state.occupied(battle.attacker) | enemy_cities(state, side))
    if side == SOVIET:
        found &= ~others_zone(state, battle)
        if battle.mobile:
            found &= ~(1 << battle.launch)
    return found


def preferences(state: DriveOnMoscowState, battle: Battle, hexes: int) -> list[int]:
    """The eligible hexes, those that must be preferred first."""
    if battle.mobile:
        return around_from_launch(battle, hexes)
    closer = closer_to_supply(state, battle.defender, battle.hex, hexes)
    return [closer, hexes & ~closer]


def around_from_launch(battle: Battle, hexes: int) -> list[int]:
    """10.22: the hex opposite the one the assault came from, then those beside it, and so on round the hex."""
    around = AROUND[battle.hex]
    entry = around.index(battle.launch)
    found = []
    for turn in (0, 1, 2):
        ring = {around[(entry + 3 + turn) % 6], around[(entry + 3 - turn) % 6]}
        found.append(hexes & sum(1 << hex for hex in ring if hex >= 0))
    return found


def supply_distance(state: DriveOnMoscowState, side: int, hex: int) -> int | None:
    """11.25: how far the nearest map-edge source of a side is, as the crow flies; None where it has none left."""
    sources = SOURCES[side] & (state.control if side == GERMAN else ~state.control)
    return min((BOARD.distance(hex, source) or 0 for source in members(sources)), default=None)


def closer_to_supply(state: DriveOnMoscowState, side: int, hex: int, hexes: int) -> int:
    """11.25: those of the hexes that are nearer to a source of supply than this one."""
    here = supply_distance(state, side, hex)
    if here is None:
        return 0
    found = 0
    for other in members(hexes):
        distance = supply_distance(state, side, other)
        if distance is not None and distance < here:
            found |= 1 << other
    return found


def for_unit(hexes: int, unit: int) -> int:
    """10.8: those of the hexes that a unit may enter."""
    return hexes & ~MARSH if DRY_SHOD >> unit & 1 else hexes


def together(state: DriveOnMoscowState, battle: Battle, units: int) -> int:
    """The hexes to which all these units may retreat together: the preferred ones with room for them, or none."""
    hexes = eligible(state, battle) & ~state.full_for(battle.defender, units.bit_count())
    if units & DRY_SHOD:
        hexes &= ~MARSH
    for preferred in preferences(state, battle, hexes):
        if preferred:
            return preferred
    return 0


def has_room(state: DriveOnMoscowState, battle: Battle, count: int, dry_shod: int) -> bool:
    """11.26: whether so many units, some of which enter no marsh, all find a place, if need be in several hexes."""
    room = {hex: state.room(battle.defender, hex) for hex in members(eligible(state, battle))}
    dry = sum(places for hex, places in room.items() if not MARSH >> hex & 1)
    return dry >= dry_shod and sum(room.values()) >= count


def can_retreat(state: DriveOnMoscowState, battle: Battle, units: int) -> bool:
    """11.26: all of them or none."""
    return has_room(state, battle, units.bit_count(), (units & DRY_SHOD).bit_count())


def places_for(state: DriveOnMoscowState, battle: Battle, unit: int, others: int) -> int:
    """11.26: where one unit of a stack that breaks up may go: preferred hexes first, room left for the others."""
    hexes = for_unit(eligible(state, battle), unit) & ~state.full_for(battle.defender, 1)
    good = 0
    for hex in members(hexes):
        if leaves_room(state, battle, hex, others):
            good |= 1 << hex
    for preferred in preferences(state, battle, good):
        if preferred:
            return preferred
    return 0


def leaves_room(state: DriveOnMoscowState, battle: Battle, hex: int, others: int) -> bool:
    """Whether the other units still find a place once one has gone to this hex."""
    side = battle.defender
    room = {other: state.room(side, other) - (other == hex) for other in members(eligible(state, battle))}
    dry = sum(places for other, places in room.items() if not MARSH >> other & 1)
    return dry >= (others & DRY_SHOD).bit_count() and sum(room.values()) >= others.bit_count()
