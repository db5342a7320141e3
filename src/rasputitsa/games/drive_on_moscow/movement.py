"""10.0 Movement: stacks that began together, hex by hex or in one click; mobile assaults are launched from here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType

from ...core import Action, Fate, Kind, Mark, Refusal, Selection, Step
from ...core.sets import members, set_of
from ...core.step_codec import Units
from .arrange import Arrange, may_arrange
from .assault import Assault, assault_hexes, why_no_assault
from .facts import (
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
    SIDE,
    SIDES,
    SOUTH,
    SOVIET,
    TITLES,
    TRACKS,
    hex_label,
    land_spread,
    unit_names,
)
from .fates import emit_fates
from .moves import began_together, begin_to_move, pay, walk, way_walked
from .names import capital, count_label, unit_label, units_label
from .reach import (
    allowance,
    guderian_points,
    has_step,
    movement_factors,
    open_to,
    out_of_supply,
    reach,
    spread_levels,
    way_to,
)
from .refusals import out_of_phase
from .spoiling import goals_under_orders, is_awaited, may_end_movement
from .state import DriveOnMoscowState
from .supply import german_net
from .words import ALL, ARRANGE, ASSAULT, DONE, MOVE, STOP, TOP, UNIT


def movable(state: DriveOnMoscowState, side: int) -> list[int]:
    """The units that may still move and have somewhere to go, or something to assault."""
    return sorted(set(candidates(state, side)))


def candidates(state: DriveOnMoscowState, side: int) -> Iterator[int]:
    """The same one by one, in no order."""
    ways = open_ways(state, side)
    busy, stacks, where = state.finished | state.parent, state.stacks, state.where
    all_can = ways[FOOT] & ways[HORSE] & ways[TRACKS] & ~set_of(where[unit] for unit in members(busy))
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
        units = sum(1 << unit for unit in state.stacks[hex] if not state.finished >> unit & 1)
        for group in (units & ASSAULTERS & ~state.parent, units & ASSAULTERS & state.parent):
            if group and assault_hexes(state, group & ~state.assaulted, hex):
                found += members(group & ~state.assaulted)
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
    return has_step(state, units, here) or bool(assault_hexes(state, units, here))


@dataclass(frozen=True, slots=True)
class Movement(Step[DriveOnMoscowState]):
    """10.0: choose the next unit to move, or end the phase."""

    rule = "10.0"
    together = frozenset({"unit"})

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[state.active]

    def text(self, state: DriveOnMoscowState) -> str:
        if state.ordered and not may_end_movement(state):
            return f"Bring up units for the spoiling attacks: {state.ordered} are ordered."
        if next(candidates(state, state.active), None) is None:
            return "None of your units can move. End the phase, or put other units on top of your stacks."
        return "Choose a unit or a stack to move, or end the phase."

    def public_text(self, state: DriveOnMoscowState) -> str:
        return f"The {TITLES[state.active]} player is moving units."

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        found = [UNIT[unit] for unit in movable(state, state.active)]
        if may_arrange(state):
            found.append(ARRANGE)
        if may_end_movement(state):
            found.append(DONE)
        return found

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        if action.verb == "unit":
            state.push(Moving(1 << action.number))
        elif action is ARRANGE:
            state.push(Arrange())
        else:
            state.finish()

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        """Where nobody can move and no stack can be arranged the phase is over.

        The last unit that must be brought up is not asked for (12.1).
        """
        found = list(islice(candidates(state, state.active), 2))
        if not found:
            if may_arrange(state):
                return False
            state.finish()
            return True
        if len(found) > 1 or may_end_movement(state):
            return False
        state.push(Moving(1 << found[0]))
        return True

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action == ARRANGE:
            return Refusal("11.6", "None of your units lies on another one.")
        if action == DONE:
            return Refusal("12.1", f"Stalin orders {state.ordered} units to attack: bring up more of them first.")
        if action.verb in ("move", "assault", "all", "top", "stop"):
            return Refusal("10.1", "First choose the unit to move.")
        if action.verb != "unit":
            return out_of_phase(state, action)
        return why_not_unit(state, action.number)


def why_not_unit(state: DriveOnMoscowState, unit: int) -> Refusal:
    name, side = f"The {unit_label(state, unit)}", state.active
    if SIDE[unit] != side:
        return Refusal("5.1", f"That unit is not yours to move: it is the {TITLES[side]} Movement Phase.")
    here = state.where[unit]
    if here < FIRST_HEX:
        return Refusal("10.0", f"{name} is not on the map.")
    if state.finished >> unit & 1:
        if side == SOVIET and state.german_zone() >> here & 1:
            return Refusal("7.2", f"{name} has entered a German zone of control and must stop for this phase.")
        if state.assaulted & state.parent & 1 << unit:
            return Refusal("10.19", f"{name} made a mobile assault that did not clear the hex: it stays where it is.")
        return Refusal("10.5", f"{name} has finished its movement: a stack that began elsewhere has moved since.")
    if side == GERMAN and out_of_supply(state, 1 << unit, here):
        return Refusal("8.5", f"{name} is out of supply and may not move.")
    if allowance(state, side, 1 << unit) <= 0 and guderian_points(state, 1 << unit) <= 0:
        return Refusal("10.2", f"{name} has no movement points left.")
    if side == SOVIET and state.german_zone() >> here & 1:
        return Refusal("7.2", f"{name} cannot leave {hex_label(here)}: every open hex is in a German zone of control.")
    return Refusal("10.2", f"{name} cannot enter any hex next to {hex_label(here)}.")


@dataclass(frozen=True, slots=True)
class Moving(Step[DriveOnMoscowState]):
    """10.4 to 10.6: units in hand. Where do they go? Units may be dropped and picked up where they began together."""

    units: Units

    rule = "10.4"
    roles = MappingProxyType({"unit": "toggle"})
    lies_on = ("Movement",)

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[state.active]

    def here(self, state: DriveOnMoscowState) -> int:
        return state.where[(self.units & -self.units).bit_length() - 1]

    def text(self, state: DriveOnMoscowState) -> str:
        points = max(allowance(state, state.active, self.units), guderian_points(state, self.units))
        where = hex_label(self.here(state))
        return f"{capital(units_label(state, self.units))} in {where}: where to? Movement points left: {points}."

    def public_text(self, state: DriveOnMoscowState) -> str:
        return f"The {TITLES[state.active]} player is moving units."

    def others(self, state: DriveOnMoscowState) -> int:
        """The other units that can be taken in hand."""
        first = (self.units & -self.units).bit_length() - 1
        return began_together(state, first) & ~self.units

    def goals(self, state: DriveOnMoscowState) -> int:
        return goals_under_orders(state, self.units, self.here(state))

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        found = [MOVE[hex] for hex in members(self.goals(state))]
        found += [ASSAULT[hex] for hex in members(assault_hexes(state, self.units, self.here(state)))]
        others = self.others(state)
        if others:
            found += [UNIT[unit] for unit in members(others | self.units)]
            found.append(ALL)
        elif self.units & (self.units - 1):
            found += [UNIT[unit] for unit in members(self.units)]
        if not self.units & (self.units - 1) and state.at(self.here(state))[-1] != self.units.bit_length() - 1:
            found.append(TOP)
        found.append(STOP)
        return found

    def marks(self, state: DriveOnMoscowState) -> dict[Action, Mark]:
        """What each move costs, and where it must stop."""
        zone = state.german_zone() if state.active == SOVIET else 0
        found: dict[Action, Mark] = {}
        for cost, hexes in enumerate(reach(state, self.units, self.here(state))):
            found.update(dict.fromkeys([MOVE[hex] for hex in members(hexes & ~zone)], Mark(str(cost))))
            stop = Mark(str(cost), "stops in a German zone of control", "stop")
            found.update(dict.fromkeys([MOVE[hex] for hex in members(hexes & zone)], stop))
        return found

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        verb = action.verb
        if verb == "move":
            self.move(state, action.number)
        elif verb == "assault":
            state.push(Assault(action.number, self.here(state), self.units, 0))
        elif verb == "unit":
            units = self.units ^ 1 << action.number
            if units:
                state.replace(Moving(units))
            else:
                state.finish()
        elif action is ALL:
            state.replace(Moving(self.units | self.others(state)))
        elif action is TOP:
            state.bring_to_top(self.units.bit_length() - 1)
        else:
            state.finish()

    def move(self, state: DriveOnMoscowState, goal: int) -> None:
        side, here, units = state.active, self.here(state), self.units
        way, cost = way_to(state, units, here, goal)
        begin_to_move(state, units, here)
        pay(state, units, cost)
        if state.events is not None:
            emit_move(state, units, here, way_walked(state, side, members(units), way))
        walk(state, side, members(units), way)
        if side == SOVIET and state.german_zone() >> goal & 1:
            state.finished |= units  # 7.2

    def resume(self, state: DriveOnMoscowState, result: int) -> None:
        """A mobile assault is over: the units that may go on, or none (10.19, 10.20)."""
        if result:
            state.replace(Moving(result))
        else:
            state.finish()

    def selection(self, state: DriveOnMoscowState) -> Selection:
        return Selection(tuple(unit_names(self.units)), (BOARD.names[self.here(state)],))

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        """Units that can neither go on nor assault are put down."""
        first = (self.units & -self.units).bit_length() - 1
        if not state.parent >> first & 1:
            return False
        if not state.finished & self.units:
            here = self.here(state)
            if has_step(state, self.units, here) or assault_hexes(state, self.units, here):
                return False
        state.finish()
        return True

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action.verb == "move":
            return why_not_hex(state, self.units, self.here(state), action.number)
        if action.verb == "assault":
            return why_no_assault(state, self.units, self.here(state), action.number)
        if action.verb == "unit":
            unit = action.number
            if SIDE[unit] == state.active and state.where[unit] == self.here(state):
                return Refusal("10.4", f"The {unit_label(state, unit)} did not begin the phase with the units in hand.")
            return Refusal("10.5", "Stop the units in hand before you move others.")
        if action == ALL:
            return Refusal("10.4", "No other unit here began the phase with the units in hand.")
        if action == TOP:
            return Refusal("11.6", "Take one unit in hand that is not on top of its stack.")
        if action == DONE:
            return Refusal("10.1", "Stop the units in hand before you end the phase.")
        return out_of_phase(state, action)


def emit_move(state: DriveOnMoscowState, units: int, here: int, way: list[int]) -> None:
    """11.6: everybody sees the top one of the units that move, and how many they are."""
    names = [BOARD.names[hex] for hex in (here, *way)]
    top = next(unit for unit in reversed(state.at(here)) if units >> unit & 1)
    count = units.bit_count()
    others = "" if count == 1 else " and another unit" if count == 2 else f" and {count - 1} other units"
    who = unit_label(state, top) + others
    text = f"{capital(who)}: {hex_label(here)} to {hex_label(way[-1])}."
    moving = [unit for unit in state.at(here) if units >> unit & 1]
    emit_fates(state, Kind.MOVE, text, "10.0", moving, Fate.MOVED, way[-1], names)


def why_not_hex(state: DriveOnMoscowState, units: int, here: int, hex: int) -> Refusal:
    """The one rule that keeps a group from moving to a hex."""
    side = state.active
    label = hex_label(hex)
    if hex == here:
        return Refusal("10.0", f"The units are already in {label}.")
    if state.occupied(1 - side) >> hex & 1:
        return Refusal("10.3", f"There are enemy units in {label}.")
    if MARSH >> hex & 1 and units & BARRED_FROM_MARSH:
        return Refusal("10.8", f"{label} is marsh: mechanized units other than cavalry may not enter it.")
    if state.full_for(side, units.bit_count()) >> hex & 1:
        return Refusal("6.0", f"{label} cannot take {count_label(units.bit_count())} more: five is the limit.")
    if side == GERMAN and out_of_supply(state, units, here):
        return Refusal("8.5", "The units are out of supply and may not move.")
    if BOARD.adjacent[here] >> hex & 1 and not LAND.of[here] >> hex & 1:
        return Refusal("10.10", f"A reservoir lies between {hex_label(here)} and {label}.")
    if units & state.far and not SOUTH >> hex & 1:
        return Refusal("5.3", f"{label} is on the north sheet, which units that used the Guderian effect do not enter.")
    if any(hexes >> hex & 1 for hexes in reach(state, units, here)):
        if is_awaited(state, units):
            return Refusal("12.1", "First bring up the units on the way: they may not go on once another stack moves.")
        return Refusal("12.1", "Too few units would be left that could attack as Stalin orders.")
    if side == SOVIET:
        zone = state.german_zone()
        if zone >> here & 1 and zone >> hex & 1 and LAND.of[here] >> hex & 1:
            return Refusal("7.2", "A Soviet unit may not move from one German zone of control straight into another.")
        free = open_to(state, side, units, units.bit_count())
        points = allowance(state, side, units)
        if any(hexes >> hex & 1 for hexes in spread_levels(here, points, free, free, 0)):
            return Refusal("7.2", f"German zones of control bar the way to {label}.")
    return Refusal("10.2", f"{label} is too far for the movement points that are left.")
