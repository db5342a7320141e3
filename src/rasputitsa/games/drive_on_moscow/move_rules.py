"""10.0 Movement: which units may move, and where to: the conditions, each with its rule and what a player is told."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.conditions import EVERYTHING, Condition, where
from ...core.sets import SpaceSet, contains, members, set_of, union
from .assault import Group, InHand, assault_hexes, place_of
from .facts import (
    ALL_OF,
    ASSAULTERS,
    BARRED_FROM_MARSH,
    BOARD,
    CLASS,
    DRY,
    FIRST_HEX,
    FOOT,
    GERMAN,
    HEXES,
    HORSE,
    LAND,
    MARSH,
    RIVER_COST,
    SOUTH,
    SOVIET,
    TITLES,
    TRACKS,
    UNIT_COUNT,
    hex_label,
    land_spread,
)
from .moves import began_together
from .names import count_label, unit_label
from .reach import allowance, guderian_points, has_step, movement_factors, out_of_supply, reach, reaches_by
from .refusals import Conditions, about_hex, about_unit, told
from .spoiling import goals_under_orders, is_awaited
from .state import DriveOnMoscowState
from .supply import german_net

# Which units: 10.1.


def movable(state: DriveOnMoscowState, side: int) -> list[int]:
    """The units that may still move and have somewhere to go, or something to assault."""
    return members(set_of(candidates(state, side)))


def candidates(state: DriveOnMoscowState, side: int) -> Iterator[int]:
    """The same one by one, in no order."""
    ways = open_ways(state, side)
    busy, stacks, where_is = state.finished | state.parent, state.stacks, state.where
    all_can = ways[FOOT] & ways[HORSE] & ways[TRACKS] & ~set_of(where_is[unit] for unit in members(busy))
    for hex in members(state.occupied(side) & (ways[FOOT] | ways[HORSE] | ways[TRACKS])):
        if all_can >> hex & 1:
            yield from stacks[hex]
        else:
            yield from (unit for unit in stacks[hex] if ways[CLASS[unit]] >> hex & 1 and not busy >> unit & 1)
    found = 0
    for unit in members(state.parent & ~state.finished):
        if can_go_on(state, unit):
            found |= 1 << unit
            yield unit
    if side == GERMAN:
        yield from (unit for unit in hemmed_in(state, ways[TRACKS]) if not found >> unit & 1)


def hemmed_in(state: DriveOnMoscowState, open_ways: int) -> list[int]:
    """The German units that cannot move, but can take part in a mobile assault."""
    near = land_spread(state.occupied(SOVIET) & ~MARSH) & state.occupied(GERMAN) & ~open_ways
    found = []
    for hex in members(near):
        units = sum(1 << unit for unit in state.stacks[hex] if not (state.finished | state.assaulted) >> unit & 1)
        for group in (units & ASSAULTERS & ~state.parent, units & ASSAULTERS & state.parent):
            if group and assault_hexes(state, Group(group)):
                found += members(group)
    return found


def open_ways(state: DriveOnMoscowState, side: int) -> tuple[int, int, int]:
    """The hexes that units on foot, on horse and on tracks can leave; German ones only in supply (8.5)."""
    mech, other = movement_factors(state, side)
    free = HEXES & ~(state.occupied(1 - side) | state.full_for(side, 1))
    zone = state.german_zone() if side == SOVIET else 0
    horse = leaving(free, zone, mech)
    foot = horse if min(mech, other) > RIVER_COST else leaving(free, zone, other)
    tracks = leaving(free & ~MARSH, zone, mech)
    if side == SOVIET:
        return foot, horse, tracks
    net = german_net(state)
    return foot & net, horse & net, tracks & net


def leaving(free: int, zone: int, points: int) -> int:
    """The hexes that a unit with so many points can leave: out of a zone of control only into a free hex (7.2)."""
    if points < 1:
        return 0
    links = LAND if points > RIVER_COST else DRY
    found = links.spread(free)
    return found & ~zone | links.spread(free & ~zone) if zone else found


def can_go_on(state: DriveOnMoscowState, unit: int) -> bool:
    """Whether a unit that has begun to move has somewhere to go, or something to assault."""
    here = state.where[unit]
    if here < FIRST_HEX:
        return False
    units = 1 << unit
    return has_step(state, units, here) or bool(assault_hexes(state, Group(units)))


def in_zone(state: DriveOnMoscowState) -> SpaceSet:
    """7.2: the Soviet units in a German zone of control, in a Soviet phase."""
    return state.units_at(state.occupied(SOVIET) & state.german_zone()) if state.active == SOVIET else 0


def in_supply(state: DriveOnMoscowState, about: object) -> SpaceSet:
    """8.5: the German units that do not begin to move out of supply; Soviet units move in any case."""
    if state.active == SOVIET:
        return EVERYTHING
    spent = set_of(unit for unit in range(UNIT_COUNT) if state.spent[unit])
    return state.units_at(state.occupied(GERMAN) & german_net(state)) | spent


def with_points(state: DriveOnMoscowState, about: object) -> SpaceSet:
    side = state.active
    return set_of(
        unit
        for unit in members(state.units_in(side))
        if allowance(state, side, 1 << unit) > 0 or guderian_points(state, 1 << unit) > 0
    )


def free_of_zones(state: DriveOnMoscowState, about: object) -> SpaceSet:
    """7.2: the units that are not in a zone of control, or can leave it."""
    return ~set_of(unit for unit in members(in_zone(state)) if not has_step(state, 1 << unit, state.where[unit]))


def shut_in(state: DriveOnMoscowState, about: object, unit: int) -> str:
    here = hex_label(state.where[unit])
    return f"The {unit_label(state, unit)} cannot leave {here}: every open hex is in a German zone of control."


def nowhere_to_go(state: DriveOnMoscowState, about: object, unit: int) -> str:
    return f"The {unit_label(state, unit)} cannot enter any hex next to {hex_label(state.where[unit])}."


CAN_MOVE: Conditions = (
    Condition(
        lambda state, step: ALL_OF[state.active],
        "5.1",
        lambda state, step, unit: f"That unit is not yours to move: it is the {TITLES[state.active]} Movement Phase.",
        implied=True,
    ),
    Condition(
        lambda state, step: state.units_in(state.active), "10.0", about_unit("The {} is not on the map."), implied=True
    ),
    Condition(
        lambda state, step: ~(state.finished & in_zone(state)),
        "7.2",
        about_unit("The {} has entered a German zone of control and must stop for this phase."),
        implied=True,
    ),
    Condition(
        lambda state, step: ~(state.finished & state.assaulted & state.parent),
        "10.19",
        about_unit("The {} made a mobile assault that did not clear the hex: it stays where it is."),
        implied=True,
    ),
    Condition(
        lambda state, step: ~state.finished,
        "10.5",
        about_unit("The {} has finished its movement: a stack that began elsewhere has moved since."),
        implied=True,
    ),
    Condition(in_supply, "8.5", about_unit("The {} is out of supply and may not move."), implied=True),
    Condition(with_points, "10.2", about_unit("The {} has no movement points left."), implied=True),
    Condition(free_of_zones, "7.2", shut_in, implied=True),
    Condition(lambda state, step: set_of(candidates(state, state.active)), "10.2", nowhere_to_go),
)


# Units in hand: 10.4, 10.5.


def others_to_take(state: DriveOnMoscowState, step: InHand) -> SpaceSet:
    """10.4: the other units that can be taken in hand."""
    first = (step.units & -step.units).bit_length() - 1
    return began_together(state, first) & ~step.units


def several(state: DriveOnMoscowState, step: InHand) -> bool:
    """Whether there is more than one unit to choose from."""
    return bool(step.units & (step.units - 1) or others_to_take(state, step))


IN_HAND: Conditions = (
    Condition(
        lambda state, step: set_of(state.at(place_of(state, step.units))),
        "10.5",
        told("Stop the units in hand before you move others."),
        implied=True,
    ),
    Condition(
        lambda state, step: EVERYTHING if several(state, step) else ~step.units,
        "10.4",
        about_unit("The {} is the only unit in hand: stop it to choose another one."),
    ),
    Condition(
        lambda state, step: ~state.finished | step.units,
        "10.5",
        about_unit("The {} has finished its movement."),
        implied=True,
    ),
    Condition(
        lambda state, step: step.units | others_to_take(state, step),
        "10.4",
        about_unit("The {} did not begin the phase with the units in hand."),
    ),
)


# Where to: 10.2 to 10.13.


def within(state: DriveOnMoscowState, step: InHand, barred: int, zone: int = 0) -> SpaceSet:
    """The hexes that the units in hand have the points for, by ways without barred hexes."""
    here = place_of(state, step.units)
    return union(union(levels) for levels in reaches_by(state, state.active, step.units, here, HEXES & ~barred, zone))


def marsh_for(step: InHand) -> SpaceSet:
    """10.8: the marsh that the units in hand may not enter."""
    return MARSH if step.units & BARRED_FROM_MARSH else 0


def enemies(state: DriveOnMoscowState) -> SpaceSet:
    return state.occupied(1 - state.active)


def full(state: DriveOnMoscowState, step: InHand) -> SpaceSet:
    """6.0: the hexes without room for the units in hand."""
    return state.full_for(state.active, step.units.bit_count())


def reached(state: DriveOnMoscowState, step: InHand) -> SpaceSet:
    return union(reach(state, step.units, place_of(state, step.units)))


def not_only_across_water(state: DriveOnMoscowState, step: InHand) -> SpaceSet:
    """10.10: all hexes but those beyond a reservoir to which no other way leads."""
    here = place_of(state, step.units)
    return ~(BOARD.adjacent[here] & ~LAND.of[here]) | reached(state, step)


def not_from_zone_to_zone(state: DriveOnMoscowState, step: InHand) -> SpaceSet:
    """7.2: all hexes but those for which the units would go straight from one zone of control into another."""
    here, zone = place_of(state, step.units), state.german_zone()
    if state.active == GERMAN or not contains(zone, here):
        return EVERYTHING
    return ~(LAND.of[here] & zone) | reached(state, step)


def across_water(state: DriveOnMoscowState, step: InHand, hex: int) -> str:
    return f"A reservoir lies between {hex_label(place_of(state, step.units))} and {hex_label(hex)}."


def no_room(state: DriveOnMoscowState, step: InHand, hex: int) -> str:
    return f"{hex_label(hex)} cannot take {count_label(step.units.bit_count())} more: five is the limit."


def against_orders(state: DriveOnMoscowState, step: InHand, hex: int) -> str:
    if is_awaited(state, step.units):
        return "First bring up the units on the way: they may not go on once another stack moves."
    return "Too few units would be left that could attack as Stalin orders."


MOVE_INTO: Conditions = (
    Condition(
        lambda state, step: ~(1 << place_of(state, step.units)),
        "10.0",
        about_hex("The units are already in {}."),
        implied=True,
    ),
    Condition(lambda state, step: ~enemies(state), "10.3", about_hex("There are enemy units in {}."), implied=True),
    Condition(
        lambda state, step: ~marsh_for(step),
        "10.8",
        about_hex("{} is marsh: mechanized units other than cavalry may not enter it."),
        implied=True,
    ),
    Condition(
        lambda state, step: where(
            state.active == SOVIET or not out_of_supply(state, step.units, place_of(state, step.units))
        ),
        "8.5",
        told("The units are out of supply and may not move."),
        implied=True,
    ),
    Condition(not_only_across_water, "10.10", across_water, implied=True),
    Condition(
        lambda state, step: SOUTH if step.units & state.far else EVERYTHING,
        "5.3",
        about_hex("{} is on the north sheet, which units that used the Guderian effect do not enter."),
        implied=True,
    ),
    Condition(
        lambda state, step: within(state, step, 0),
        "10.2",
        about_hex("{} is too far for the movement points that are left."),
        implied=True,
    ),
    Condition(lambda state, step: ~full(state, step), "6.0", no_room, implied=True),
    Condition(
        lambda state, step: within(state, step, marsh_for(step)),
        "10.8",
        about_hex("With the movement points that are left there is no way round the marsh to {}."),
        implied=True,
    ),
    Condition(
        lambda state, step: within(state, step, marsh_for(step) | enemies(state)),
        "10.3",
        about_hex("Enemy units bar the way to {}."),
        implied=True,
    ),
    Condition(
        lambda state, step: within(state, step, marsh_for(step) | enemies(state) | full(state, step)),
        "6.0",
        about_hex("On the way to {} are hexes that cannot take the units too: five is the limit."),
        implied=True,
    ),
    Condition(
        not_from_zone_to_zone,
        "7.2",
        told("A Soviet unit may not move from one German zone of control straight into another."),
        implied=True,
    ),
    Condition(reached, "7.2", about_hex("German zones of control bar the way to {}."), implied=True),
    Condition(
        lambda state, step: goals_under_orders(state, step.units, place_of(state, step.units)),
        "12.1",
        against_orders,
    ),
)
