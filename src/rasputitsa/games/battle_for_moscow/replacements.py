"""10.0 Replacements and 11.0 Reinforcements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ...core import Action, Fate, Kind, Refusal, Selection, Step
from ...core.numbers import counted
from ...core.sets import members
from ...core.step_codec import Unit, Units
from .facts import (
    CITIES,
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
from .refusals import out_of_phase
from .state import BattleForMoscowState
from .words import AT, CANCEL, DONE, PLACE, RESTORE
from .zones import in_communication, zone_of


def supplied(state: BattleForMoscowState, side: int) -> int:
    """10.2, 10.3: the hexes where a unit can be restored, and its city take new units."""
    found = in_communication(state, side)
    return found | 1 << MOSCOW if side == SOVIET else found


def entry_edge(state: BattleForMoscowState, side: int) -> int:
    """10.2, 11.0: the empty hexes of the side's own map edge outside enemy zones of control."""
    return EDGES[side] & ~occupied(state) & ~zone_of(state, 1 - side)


def entry_cities(state: BattleForMoscowState, side: int) -> int:
    """10.2: the side's own empty cities that are in communication."""
    return state.cities_of(side) & ~occupied(state) & supplied(state, side)


def occupied(state: BattleForMoscowState) -> int:
    return state.occupied[0] | state.occupied[1]


def arrives(state: BattleForMoscowState, unit: int) -> bool:
    """11.0: whether this is the reinforcement, due to enter."""
    return state.where[unit] == TRACK and state.turn >= SHOCK_TURN


def entry_hexes(state: BattleForMoscowState, unit: int) -> int:
    """Where a unit may be set on the map."""
    side = SIDE[unit]
    if state.where[unit] == TRACK:
        return entry_edge(state, side)
    return entry_edge(state, side) | entry_cities(state, side)


def entry_rule(state: BattleForMoscowState, unit: int) -> str:
    """The rule about where a unit may be placed and restored."""
    if state.where[unit] == TRACK:
        return "11.0"
    return "10.2" if SIDE[unit] == SOVIET else "10.3"


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

    def actor(self, state: BattleForMoscowState) -> str:
        return SIDES[state.active]

    def text(self, state: BattleForMoscowState) -> str:
        if not self.left:
            return f"You have no replacement steps left. Place the {unit_label(SHOCK_ARMY)}, or end the phase."
        steps = counted(self.left, "replacement step")
        return f"You have {steps} left. Place a unit, restore a reduced one, or end the phase."

    def placeable(self, state: BattleForMoscowState) -> list[int]:
        side = state.active
        edge = entry_edge(state, side)
        found = []
        if self.left and (edge or entry_cities(state, side)):
            found = [unit for unit in OF_SIDE[side] if state.where[unit] == POOL]
        if edge and arrives(state, SHOCK_ARMY) and side == SOVIET:
            found.append(SHOCK_ARMY)
        return found

    def restorable(self, state: BattleForMoscowState) -> list[int]:
        side = state.active
        reduced = [
            unit
            for unit in OF_SIDE[side]
            if state.steps[unit] == REDUCED and state.where[unit] >= FIRST_HEX and not self.placed >> unit & 1
        ]
        if not self.left or not reduced:
            return []
        good = supplied(state, side)
        return [unit for unit in reduced if good >> state.where[unit] & 1]

    def actions(self, state: BattleForMoscowState) -> list[Action]:
        found = [PLACE[unit] for unit in self.placeable(state)]
        found += [RESTORE[unit] for unit in self.restorable(state)]
        found.append(DONE)
        return found

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
        if action.verb == "place":
            return self.why_not_place(state, action.number)
        if action.verb == "restore":
            return self.why_not_restore(state, action.number)
        if action.verb == "at":
            return Refusal("10.0", "Choose the unit to place first.")
        return out_of_phase(state, action)

    def why_not_place(self, state: BattleForMoscowState, unit: int) -> Refusal:
        name = unit_label(unit)
        if SIDE[unit] != state.active:
            return Refusal("10.0", f"The {name} is an enemy unit.")
        if state.where[unit] >= FIRST_HEX:
            return Refusal("10.0", f"The {name} is already on the map.")
        if state.where[unit] == TRACK and state.turn < SHOCK_TURN:
            return Refusal("11.0", f"The {name} arrives on turn {SHOCK_TURN}.", "may enter, at full strength")
        if not self.left and state.where[unit] == POOL:
            return self.no_steps_left()
        return Refusal(
            entry_rule(state, unit), f"There is no hex where you could place the {name}.", "empty hex of the"
        )

    def no_steps_left(self) -> Refusal:
        return Refusal("10.0", "You have no replacement steps left.", "on the turn track")

    def why_not_restore(self, state: BattleForMoscowState, unit: int) -> Refusal:
        name = f"The {unit_label(unit)}"
        if SIDE[unit] != state.active:
            return Refusal("10.0", f"{name} is an enemy unit.")
        if state.where[unit] < FIRST_HEX:
            return Refusal("10.0", f"{name} is not on the map.")
        if state.steps[unit] == FULL:
            return Refusal("10.0", f"{name} is at full strength.")
        if self.placed >> unit & 1:
            return Refusal("10.1", f"{name} was placed this turn.", "only one replacement step")
        if not self.left:
            return self.no_steps_left()
        reason = f"{name} in {space_label(state.where[unit])} is not in communication."
        return Refusal(entry_rule(state, unit), reason, "must be in communication to be restored")


@dataclass(frozen=True, slots=True)
class PlaceUnit(Step[BattleForMoscowState]):
    """10.2, 10.3, 11.0: where is the new unit placed?"""

    unit: Unit

    rule = "10.0"
    lies_on = ("Replacements",)

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
        if action.verb != "at":
            return Refusal("10.0", f"Choose a hex for the {unit_label(self.unit)}, or cancel.")
        return self.why_not_hex(state, action.number)

    def why_not_hex(self, state: BattleForMoscowState, hex: int) -> Refusal:
        side = SIDE[self.unit]
        number = entry_rule(state, self.unit)
        where, words = space_label(hex), "empty hex of the"
        if occupied(state) >> hex & 1:
            return Refusal(number, f"{where} is occupied.", words)
        if CITIES >> hex & 1 and number != "11.0":
            if not state.cities_of(side) >> hex & 1:
                return Refusal(number, f"{where} is controlled by the enemy.", words)
            return Refusal(number, f"{where} is not in communication.", words)
        if EDGES[side] >> hex & 1:
            return Refusal(number, f"{where} is in an enemy zone of control.", words)
        if number == "11.0":
            return Refusal(number, f"{where} is not on the {TITLES[side]} map edge.", words)
        return Refusal(number, f"{where} is neither on the {TITLES[side]} map edge nor a city.", words)
