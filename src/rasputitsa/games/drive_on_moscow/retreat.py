"""11.25, 11.26 and 10.22: where beaten units may retreat."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...core import Action, Fate, Kind, Refusal, Step
from ...core.sets import members
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
from .refusals import out_of_phase
from .state import DriveOnMoscowState
from .words import RETREAT


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
    return hexes & ~MARSH if BARRED_FROM_MARSH >> unit & 1 else hexes


def together(state: DriveOnMoscowState, battle: Battle, units: int) -> int:
    """The hexes to which all these units may retreat together: the preferred ones with room for them, or none."""
    hexes = eligible(state, battle) & ~state.full_for(battle.defender, units.bit_count())
    if units & BARRED_FROM_MARSH:
        hexes &= ~MARSH
    for preferred in preferences(state, battle, hexes):
        if preferred:
            return preferred
    return 0


def has_room(state: DriveOnMoscowState, battle: Battle, count: int, barred: int) -> bool:
    """11.26: whether so many units, some of which enter no marsh, all find a place, if need be in several hexes."""
    room = {hex: state.room(battle.defender, hex) for hex in members(eligible(state, battle))}
    dry = sum(places for hex, places in room.items() if not MARSH >> hex & 1)
    return dry >= barred and sum(room.values()) >= count


def can_retreat(state: DriveOnMoscowState, battle: Battle, units: int) -> bool:
    """11.26: all of them or none."""
    return has_room(state, battle, units.bit_count(), (units & BARRED_FROM_MARSH).bit_count())


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
    return dry >= (others & BARRED_FROM_MARSH).bit_count() and sum(room.values()) >= others.bit_count()


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
        order = tuple(unit for unit in reversed(stack) if battle.defenders >> unit & 1)
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

    @property
    def rule(self) -> str:  # type: ignore[override]
        return "10.22" if self.battle.mobile else "11.25"

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[self.battle.defender]

    def text(self, state: DriveOnMoscowState) -> str:
        units = capital(units_label(state, self.battle.defenders))
        return f"{units}: where to retreat from {hex_label(self.battle.hex)}?"

    def hexes(self, state: DriveOnMoscowState) -> int:
        return together(state, self.battle, self.battle.defenders)

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
        if action.verb == "retreat":
            return why_no_retreat(state, self.battle, action.number)
        return out_of_phase(state, action)


@dataclass(frozen=True, slots=True)
class SplitRetreat(Step[DriveOnMoscowState]):
    """11.26: no hex can take the whole force, so its units retreat one by one, from the top of the stack."""

    battle: Battle
    waiting: tuple[Unit, ...]

    rule = "11.26"
    lies_on = ("Moving", "Combat")

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[self.battle.defender]

    def text(self, state: DriveOnMoscowState) -> str:
        return f"Where does the {unit_label(state, self.waiting[0])} retreat from {hex_label(self.battle.hex)}?"

    def hexes(self, state: DriveOnMoscowState) -> int:
        unit, *others = self.waiting
        return places_for(state, self.battle, unit, sum(1 << other for other in others))

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
        if action.verb == "retreat":
            return why_no_retreat(state, self.battle, action.number)
        return out_of_phase(state, action)


def why_no_retreat(state: DriveOnMoscowState, battle: Battle, hex: int) -> Refusal:
    """The one rule that bars a hex to this retreat."""
    label, here = hex_label(hex), hex_label(battle.hex)
    if not BOARD.adjacent[battle.hex] >> hex & 1:
        return Refusal("11.25", f"{label} is not adjacent to {here}.")
    if not eligible(state, battle) >> hex & 1:
        if hex == battle.launch:
            return Refusal("10.22", f"The mobile assault was launched from {label}.")
        if state.occupied(battle.attacker) >> hex & 1:
            return Refusal("11.25", f"There are enemy units in {label}.")
        if enemy_cities(state, battle.defender) >> hex & 1:
            return Refusal("11.17", f"{label} is an enemy-controlled city.")
        if battle.defender == SOVIET and state.german_zone() >> hex & 1:
            return Refusal("11.26", f"{label} is in a German zone of control.")
        return Refusal("10.10", f"A reservoir lies between {here} and {label}.")
    if any(not for_unit(1 << hex, unit) for unit in members(battle.defenders)):
        return Refusal("10.8", f"{label} is marsh: mechanized units other than cavalry may not enter it.")
    if state.full_for(battle.defender, battle.defenders.bit_count()) >> hex & 1:
        return Refusal("11.26", f"{label} cannot take all the retreating units.")
    rule = "10.22" if battle.mobile else "11.25"
    return Refusal(rule, f"Another hex has priority over {label}.")
