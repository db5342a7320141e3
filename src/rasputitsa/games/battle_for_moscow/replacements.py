"""10.0 Replacements and 11.0 Reinforcements."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from ...core import Action, Fate, Kind, Mark, PlayerWarning, Refusal, Selection, Step
from ...core.conditions import Condition, passing
from ...core.numbers import counted
from ...core.sets import members, set_of
from ...core.step_codec import Unit, Units
from ...core.warnings import costly
from .facts import (
    EDGES,
    FIRST_HEX,
    FULL,
    MOSCOW,
    OF_SIDE,
    POOL,
    REDUCED,
    SHOCK_ARMY,
    SHOCK_TURN,
    SIDE,
    SIDES,
    SOVIET,
    TITLES,
    TRACK,
    UNITS,
    space_label,
    unit_label,
)
from .refusals import Conditions, of_unit, out_of_phase, own_units, units_on_map
from .remarks import restored_mark, strength_mark
from .state import BattleForMoscowState
from .words import AT, CANCEL, DONE, PLACE, RESTORE
from .zones import in_communication, zone_of


def supplied(state: BattleForMoscowState, side: int) -> int:
    """10.2, 10.3: the hexes where a unit can be restored, and its city take new units."""
    found = in_communication(state, side)
    return found | 1 << MOSCOW if side == SOVIET else found


def entry_edge(state: BattleForMoscowState, unit: int) -> int:
    """10.2, 11.0: the hexes of the side's own map edge outside enemy zones of control."""
    side = SIDE[unit]
    return EDGES[side] & ~zone_of(state, 1 - side)


def entry_cities(state: BattleForMoscowState, unit: int) -> int:
    """10.2, 10.3: the side's own cities; a reinforcement comes over the edge alone (11.0)."""
    return 0 if state.where[unit] == TRACK else state.cities_of(SIDE[unit])


def enemy_cities(state: BattleForMoscowState, unit: int) -> int:
    return 0 if state.where[unit] == TRACK else state.cities_of(1 - SIDE[unit])


def empty_hexes(state: BattleForMoscowState) -> int:
    return ~(state.occupied[0] | state.occupied[1])


def entry_rule(state: BattleForMoscowState, unit: int) -> str:
    """The rule about where a unit may be placed and restored."""
    if state.where[unit] == TRACK:
        return "11.0"
    return "10.2" if SIDE[unit] == SOVIET else "10.3"


def entry_hexes(state: BattleForMoscowState, unit: int) -> int:
    """Where a unit may be set on the map: over the edge, or in a city in communication."""
    cities = entry_cities(state, unit)
    if cities:
        cities &= supplied(state, SIDE[unit])
    return (entry_edge(state, unit) | cities) & empty_hexes(state)


# The conditions of placing a unit, of where, and of restoring one.


def off_map(state: BattleForMoscowState, space: int) -> int:
    """The units of the side whose phase it is that are in the replacement pool, or on the turn track."""
    if not state.count(state.active, space):
        return 0
    return set_of([unit for unit in OF_SIDE[state.active] if state.where[unit] == space])


def units_with_an_entry(state: BattleForMoscowState, step: Replacements) -> int:
    """The units off the map that can be placed somewhere: the entries of all in the pool are the same."""
    found = 0
    for units in (off_map(state, POOL), off_map(state, TRACK)):
        if units and entry_hexes(state, units.bit_length() - 1):
            found |= units
    return found


def no_entry(state: BattleForMoscowState, step: Replacements, unit: int) -> Refusal:
    reason = f"There is no hex where you could place the {unit_label(unit)}."
    return Refusal(entry_rule(state, unit), reason, "empty hex of the")


def refused_hex(sentence: str) -> Callable[[BattleForMoscowState, PlaceUnit, int], Refusal]:
    """A sentence about a hex, with the rule about where the unit enters."""

    def refusal(state: BattleForMoscowState, step: PlaceUnit, hex: int) -> Refusal:
        return Refusal(entry_rule(state, step.unit), sentence.replace("{}", space_label(hex)), "empty hex of the")

    return refusal


def not_an_entry(state: BattleForMoscowState, step: PlaceUnit, hex: int) -> Refusal:
    edge = f"on the {TITLES[SIDE[step.unit]]} map edge"
    only = state.where[step.unit] == TRACK
    return refused_hex(f"{{}} is not {edge}." if only else f"{{}} is neither {edge} nor a city.")(state, step, hex)


def cut_off(state: BattleForMoscowState, step: Replacements, unit: int) -> Refusal:
    reason = f"The {unit_label(unit)} in {space_label(state.where[unit])} is not in communication."
    return Refusal(entry_rule(state, unit), reason, "must be in communication to be restored")


def reduced_units(state: BattleForMoscowState, step: Replacements) -> int:
    side, steps = state.active, state.steps
    return set_of([unit for unit in OF_SIDE[side] if steps[unit] == REDUCED and state.where[unit] >= FIRST_HEX])


def units_in_communication(state: BattleForMoscowState, step: Replacements) -> int:
    good = supplied(state, state.active)
    return set_of([unit for unit in OF_SIDE[state.active] if good >> state.where[unit] & 1])


NO_STEPS_LEFT = "You have no replacement steps left."
PLACE_UNIT: Conditions = (
    own_units("10.0"),
    Condition(lambda state, step: ~state.on_map(), "10.0", of_unit("The {} is already on the map."), implied=True),
    Condition(
        lambda state, step: -1 if state.turn >= SHOCK_TURN else ~off_map(state, TRACK),
        "11.0",
        of_unit(f"The {{}} arrives on turn {SHOCK_TURN}."),
        quotation="may enter, at full strength",
    ),
    Condition(
        lambda state, step: -1 if step.left else off_map(state, TRACK),
        "10.0",
        of_unit(NO_STEPS_LEFT),
        quotation="on the turn track",
    ),
    Condition(units_with_an_entry, "10.0", no_entry),
)
RESTORE_UNIT: Conditions = (
    own_units("10.0"),
    units_on_map("10.0"),
    Condition(reduced_units, "10.0", of_unit("The {} is at full strength.")),
    Condition(
        lambda state, step: ~step.placed,
        "10.1",
        of_unit("The {} was placed this turn."),
        quotation="only one replacement step",
    ),
    Condition(
        lambda state, step: -1 if step.left else 0, "10.0", of_unit(NO_STEPS_LEFT), quotation="on the turn track"
    ),
    Condition(units_in_communication, "10.2", cut_off),
)
PLACE_AT: Conditions = (
    Condition(lambda state, step: empty_hexes(state), "10.2", refused_hex("{} is occupied."), implied=True),
    Condition(
        lambda state, step: ~enemy_cities(state, step.unit) | entry_edge(state, step.unit),
        "10.2",
        refused_hex("{} is controlled by the enemy."),
        implied=True,
    ),
    Condition(
        lambda state, step: (
            supplied(state, SIDE[step.unit]) | ~entry_cities(state, step.unit) | entry_edge(state, step.unit)
        ),
        "10.2",
        refused_hex("{} is not in communication."),
        implied=True,
    ),
    Condition(
        lambda state, step: ~EDGES[SIDE[step.unit]] | entry_cities(state, step.unit) | entry_edge(state, step.unit),
        "10.2",
        refused_hex("{} is in an enemy zone of control."),
        implied=True,
    ),
    Condition(lambda state, step: entry_hexes(state, step.unit), "10.2", not_an_entry),
)


class Placed(NamedTuple):
    """A unit that was placed, and how many replacement steps that took."""

    unit: int
    steps: int


@dataclass(frozen=True, slots=True)
class Replacements(Step[BattleForMoscowState]):
    """10.0: bring units back reduced, or restore reduced ones. 11.0: the reinforcement may enter."""

    left: int
    placed: Units

    rule = "10.0"
    conditions_of = MappingProxyType({"place": PLACE_UNIT, "restore": RESTORE_UNIT})

    def actor(self, state: BattleForMoscowState) -> str:
        return SIDES[state.active]

    def text(self, state: BattleForMoscowState) -> str:
        if not self.left:
            return f"You have no replacement steps left. Place the {unit_label(SHOCK_ARMY)}, or end the phase."
        steps = counted(self.left, "replacement step")
        return f"You have {steps} left. Place a unit, restore a reduced one, or end the phase."

    def placeable(self, state: BattleForMoscowState) -> list[int]:
        return members(passing(PLACE_UNIT, state, self))

    def restorable(self, state: BattleForMoscowState) -> list[int]:
        return members(passing(RESTORE_UNIT, state, self))

    def actions(self, state: BattleForMoscowState) -> list[Action]:
        found = [PLACE[unit] for unit in self.placeable(state)]
        found += [RESTORE[unit] for unit in self.restorable(state)]
        found.append(DONE)
        return found

    def marks(self, state: BattleForMoscowState) -> dict[Action, Mark]:
        """10.1: what a replacement step brings: a unit at its reduced strength, or a reduced one at full strength."""
        found = {PLACE[unit]: strength_mark(unit, REDUCED) for unit in self.placeable(state)}
        found |= {PLACE[SHOCK_ARMY]: strength_mark(SHOCK_ARMY, FULL)} if PLACE[SHOCK_ARMY] in found else {}
        return found | {RESTORE[unit]: restored_mark(unit) for unit in self.restorable(state)}

    def unused(self, state: BattleForMoscowState, actions: Sequence[Action]) -> Iterator[PlayerWarning]:
        """10.4: replacement steps are not kept for later turns."""
        if self.left:
            yield costly("10.4", f"{counted(self.left, 'replacement step')} would be lost, and could still be used.")

    def auto_advance(self, state: BattleForMoscowState) -> bool:
        """Where no step can be used the phase is over, and what is left is lost (10.4)."""
        if self.placeable(state) or self.restorable(state):
            return False
        state.finish()
        return True

    def take(self, state: BattleForMoscowState, action: Action) -> None:
        if action is DONE:
            state.finish()
        elif action.verb == "place":
            state.push(PlaceUnit(action.number))
        else:
            unit = action.number
            state.steps[unit] = FULL
            if state.events is not None:
                hex = state.where[unit]
                text = f"The {unit_label(unit)} in {space_label(hex)} is restored to full strength."
                fate = state.fate(unit, Fate.RESTORED)
                state.emit(Kind.RECOVERY, text, "10.0", fate.side, [fate.place], [fate])
            state.replace(Replacements(self.left - 1, self.placed))

    def resume(self, state: BattleForMoscowState, result: Placed) -> None:
        state.replace(Replacements(self.left - result.steps, self.placed | 1 << result.unit))

    def refusal(self, state: BattleForMoscowState, action: Action) -> Refusal:
        if action.verb == "at":
            return Refusal("10.0", "Choose the unit to place first.")
        return out_of_phase(state, action)


@dataclass(frozen=True, slots=True)
class PlaceUnit(Step[BattleForMoscowState]):
    """10.2, 10.3, 11.0: where is the new unit placed?"""

    unit: Unit

    rule = "10.0"
    lies_on = ("Replacements",)
    conditions_of = MappingProxyType({"at": PLACE_AT})

    def actor(self, state: BattleForMoscowState) -> str:
        return SIDES[SIDE[self.unit]]

    def text(self, state: BattleForMoscowState) -> str:
        return f"Where do you place the {unit_label(self.unit)}?"

    def actions(self, state: BattleForMoscowState) -> list[Action]:
        found = [AT[hex] for hex in members(entry_hexes(state, self.unit))]
        found.append(CANCEL)
        return found

    def take(self, state: BattleForMoscowState, action: Action) -> None:
        if action is CANCEL:
            state.finish()
            return
        unit, hex = self.unit, action.number
        reinforcement = state.where[unit] == TRACK
        state.steps[unit] = FULL if reinforcement else REDUCED
        if state.events is not None:
            name, where = unit_label(unit), space_label(hex)
            text = f"The {name} arrives in {where}." if reinforcement else f"The {name} is placed in {where}, reduced."
            fate = state.fate(unit, Fate.ARRIVED, hex)
            state.emit(Kind.ARRIVAL, text, "11.0" if reinforcement else "10.0", fate.side, [fate.place], [fate])
        state.enter(unit, hex)
        state.finish(Placed(unit, 0 if reinforcement else 1))

    def selection(self, state: BattleForMoscowState) -> Selection:
        return Selection((UNITS[self.unit].name,))

    def refusal(self, state: BattleForMoscowState, action: Action) -> Refusal:
        return Refusal("10.0", f"Choose a hex for the {unit_label(self.unit)}, or cancel.")
