"""11.25, 11.26 and 10.22: where beaten units may retreat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from ...core import Action, Fate, Kind, Refusal, Step
from ...core.conditions import EVERYTHING, Condition, passing
from ...core.sets import contains, members, set_of
from ...core.step_codec import Unit
from .advance import finish
from .battle import (
    Battle,
)
from .facts import (
    AROUND,
    BARRED_FROM_MARSH,
    BOARD,
    CITIES,
    GERMAN,
    LAND,
    MARSH,
    SIDES,
    SOURCES,
    SOVIET,
    hex_label,
    land_spread,
)
from .fates import emit_fates, emit_result
from .losses import eliminated, lose_bystanders
from .moves import enter
from .names import capital, unit_label, units_label
from .refusals import Conditions, about_hex, out_of_phase
from .state import DriveOnMoscowState
from .words import RETREAT


def others_zone(state: DriveOnMoscowState, battle: Battle) -> int:
    """10.22: the German zone of control without that of the units that make the mobile assault."""
    if not battle.mobile:
        return state.german_zone()
    launch = battle.launch
    hexes = state.occupied(GERMAN)
    if all(contains(battle.attackers, unit) for unit in state.stacks[launch]):
        hexes &= ~(1 << launch)
    return land_spread(hexes)


def enemy_cities(state: DriveOnMoscowState, side: int) -> int:
    """11.17, 11.25: the cities that a side may not retreat into, empty or not."""
    return CITIES & (~state.control if side == GERMAN else state.control)


def not_next_to(state: DriveOnMoscowState, battle: Battle, hex: int) -> str:
    return f"{hex_label(hex)} is not adjacent to {hex_label(battle.hex)}."


def across_water(state: DriveOnMoscowState, battle: Battle, hex: int) -> str:
    return f"A reservoir lies between {hex_label(battle.hex)} and {hex_label(hex)}."


OPEN_TO_RETREAT: tuple[Condition[DriveOnMoscowState, Battle], ...] = (
    Condition(lambda state, battle: BOARD.adjacent[battle.hex], "11.25", not_next_to, implied=True),
    Condition(
        lambda state, battle: ~(1 << battle.launch) if battle.launch else EVERYTHING,
        "10.22",
        about_hex("The mobile assault was launched from {}."),
    ),
    Condition(
        lambda state, battle: ~state.occupied(battle.attacker), "11.25", about_hex("There are enemy units in {}.")
    ),
    Condition(
        lambda state, battle: ~enemy_cities(state, battle.defender),
        "11.17",
        about_hex("{} is an enemy-controlled city."),
    ),
    Condition(
        lambda state, battle: ~others_zone(state, battle) if battle.defender == SOVIET else EVERYTHING,
        "11.26",
        about_hex("{} is in a German zone of control."),
    ),
    Condition(lambda state, battle: LAND.of[battle.hex], "10.10", across_water),
)


def eligible(state: DriveOnMoscowState, battle: Battle) -> int:
    """11.25, 11.26: the adjacent hexes that are open to a retreat, marsh and stacking apart."""
    return passing(OPEN_TO_RETREAT, state, battle)


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


def first_of(preferred: list[int]) -> int:
    """The first set that is not empty."""
    return next((hexes for hexes in preferred if hexes), 0)


def open_ground(units: int) -> int:
    """10.8: all hexes, but not the marsh if one of these units may not enter it."""
    return ~MARSH if units & BARRED_FROM_MARSH else EVERYTHING


def together(state: DriveOnMoscowState, battle: Battle, units: int) -> int:
    """The hexes to which all these units may retreat together: the preferred ones with room for them, or none."""
    hexes = eligible(state, battle) & ~state.full_for(battle.defender, units.bit_count()) & open_ground(units)
    return first_of(preferences(state, battle, hexes))


def has_room(state: DriveOnMoscowState, battle: Battle, count: int, barred: int) -> bool:
    """11.26: whether so many units, some of which enter no marsh, all find a place, if need be in several hexes."""
    room = {hex: state.room(battle.defender, hex) for hex in members(eligible(state, battle))}
    dry = sum(places for hex, places in room.items() if not contains(MARSH, hex))
    return dry >= barred and sum(room.values()) >= count


def can_retreat(state: DriveOnMoscowState, battle: Battle, units: int) -> bool:
    """11.26: all of them or none."""
    return has_room(state, battle, units.bit_count(), (units & BARRED_FROM_MARSH).bit_count())


def places_for(state: DriveOnMoscowState, battle: Battle, unit: int, others: int) -> int:
    """11.26: where one unit of a stack that breaks up may go: preferred hexes first, room left for the others."""
    hexes = eligible(state, battle) & ~state.full_for(battle.defender, 1) & open_ground(1 << unit)
    return first_of(preferences(state, battle, hexes & leaving_room(state, battle, others)))


def leaving_room(state: DriveOnMoscowState, battle: Battle, others: int) -> int:
    """The eligible hexes to which one unit can go so that the others still find a place."""
    return set_of(hex for hex in members(eligible(state, battle)) if leaves_room(state, battle, hex, others))


def leaves_room(state: DriveOnMoscowState, battle: Battle, hex: int, others: int) -> bool:
    """Whether the other units still find a place once one has gone to this hex."""
    side = battle.defender
    room = {other: state.room(side, other) - (other == hex) for other in members(eligible(state, battle))}
    dry = sum(places for other, places in room.items() if not contains(MARSH, other))
    return dry >= (others & BARRED_FROM_MARSH).bit_count() and sum(room.values()) >= others.bit_count()


# What a player is told.


def of_battle(condition: Condition[DriveOnMoscowState, Battle]) -> Condition[DriveOnMoscowState, Any]:
    """A condition of a step about its battle."""
    return Condition(
        lambda state, step: condition.objects(state, step.battle),
        condition.rule,
        lambda state, step, hex: condition.reason(state, step.battle, hex),
        implied=True,
    )


def on_open_ground(units: Callable[[Any], int]) -> Condition[DriveOnMoscowState, Any]:
    return Condition(
        lambda state, step: open_ground(units(step)),
        "10.8",
        about_hex("{} is marsh: mechanized units other than cavalry may not enter it."),
        implied=True,
    )


def not_preferred(state: DriveOnMoscowState, step: Retreat | SplitRetreat, hex: int) -> Refusal:
    rule = "10.22" if step.battle.mobile else "11.25"
    return Refusal(rule, f"Another hex has priority over {hex_label(hex)}.")


RETREAT_TO: Conditions = (
    *map(of_battle, OPEN_TO_RETREAT),
    on_open_ground(lambda step: step.battle.defenders),
    Condition(
        lambda state, step: ~state.full_for(step.battle.defender, step.battle.defenders.bit_count()),
        "11.26",
        about_hex("{} cannot take all the retreating units."),
        implied=True,
    ),
    Condition(lambda state, step: together(state, step.battle, step.battle.defenders), "11.25", not_preferred),
)
SPLIT_TO: Conditions = (
    *map(of_battle, OPEN_TO_RETREAT),
    on_open_ground(lambda step: 1 << step.waiting[0]),
    Condition(
        lambda state, step: ~state.full_for(step.battle.defender, 1),
        "11.26",
        about_hex("{} already has five units."),
        implied=True,
    ),
    Condition(
        lambda state, step: leaving_room(state, step.battle, set_of(step.waiting[1:])),
        "11.26",
        about_hex("The other retreating units need the room in {}."),
        implied=True,
    ),
    Condition(
        lambda state, step: places_for(state, step.battle, step.waiting[0], set_of(step.waiting[1:])),
        "11.25",
        not_preferred,
    ),
)


# The retreat itself.


def retreat(state: DriveOnMoscowState, battle: Battle) -> None:
    """11.26: the whole force retreats, or it stands its ground and is eliminated."""
    lose_bystanders(state, battle)
    if not can_retreat(state, battle, battle.defenders):
        if state.events is not None:
            text = f"There is no retreat from {hex_label(battle.hex)}."
            emit_result(state, battle, text, "11.26")
        eliminated(state, replace(battle, bystanders=0))
        finish(state, battle)
        return
    if together(state, battle, battle.defenders):
        state.push(Retreat(battle))
    else:
        stack = state.at(battle.hex)
        order = tuple(unit for unit in reversed(stack) if contains(battle.defenders, unit))
        state.push(SplitRetreat(battle, order))


def go_back(state: DriveOnMoscowState, battle: Battle, units: list[int], hex: int) -> None:
    if state.events is not None:
        label = units_label(state, sum(1 << unit for unit in units))
        names = [BOARD.names[battle.hex], BOARD.names[hex]]
        text = f"{label}: retreat to {hex_label(hex)}."
        rule = "10.22" if battle.mobile else "11.25"
        emit_fates(state, Kind.RETREAT, text, rule, units, Fate.MOVED, hex, names)
    enter(state, battle.defender, units, hex)


@dataclass(frozen=True, slots=True)
class Retreat(Step[DriveOnMoscowState]):
    """11.25, 10.22: the force retreats together; the owner chooses among the hexes that come first."""

    battle: Battle

    lies_on = ("Moving", "Combat")
    conditions_of = MappingProxyType({"retreat": RETREAT_TO})

    @property
    def rule(self) -> str:  # type: ignore[override]
        return "10.22" if self.battle.mobile else "11.25"

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[self.battle.defender]

    def text(self, state: DriveOnMoscowState) -> str:
        units = capital(units_label(state, self.battle.defenders))
        return f"{units}: where to retreat from {hex_label(self.battle.hex)}?"

    def hexes(self, state: DriveOnMoscowState) -> int:
        return passing(RETREAT_TO, state, self)

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [RETREAT[hex] for hex in members(self.hexes(state))]

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        hexes = self.hexes(state)
        if hexes & (hexes - 1):
            return False
        self.take(state, RETREAT[hexes.bit_length() - 1])
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        state.finish()
        go_back(state, self.battle, members(self.battle.defenders), action.number)
        finish(state, self.battle)

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        return out_of_phase(state, action)


@dataclass(frozen=True, slots=True)
class SplitRetreat(Step[DriveOnMoscowState]):
    """11.26: no hex can take the whole force, so its units retreat one by one, from the top of the stack."""

    battle: Battle
    waiting: tuple[Unit, ...]

    rule = "11.26"
    lies_on = ("Moving", "Combat")
    conditions_of = MappingProxyType({"retreat": SPLIT_TO})

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[self.battle.defender]

    def text(self, state: DriveOnMoscowState) -> str:
        return f"Where does the {unit_label(state, self.waiting[0])} retreat from {hex_label(self.battle.hex)}?"

    def hexes(self, state: DriveOnMoscowState) -> int:
        return passing(SPLIT_TO, state, self)

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [RETREAT[hex] for hex in members(self.hexes(state))]

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        hexes = self.hexes(state)
        if hexes & (hexes - 1):
            return False
        self.take(state, RETREAT[hexes.bit_length() - 1])
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        unit, *others = self.waiting
        if others:
            state.replace(SplitRetreat(self.battle, tuple(others)))
        else:
            state.finish()
        go_back(state, self.battle, [unit], action.number)
        if not others:
            finish(state, self.battle)

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        return out_of_phase(state, action)
