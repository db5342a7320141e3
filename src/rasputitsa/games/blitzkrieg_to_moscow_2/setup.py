"""3.0 Preparing for play, and the free Soviet set-up (15.1)."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import Action, Fate, Kind, Refusal, Selection, Step
from ...core.sets import contains, members
from ...core.step_codec import Unit, Units
from .facts import (
    ALL_OF,
    CITIES,
    EVERYBODY,
    FIRST_HEX,
    HOMES,
    SETUP,
    SIDE,
    SIDES,
    SOVIET,
    TANKS,
    TRACK,
    UNIT_NAMES,
    UNITS,
    space_label,
    unit_label,
)
from .refusals import out_of_phase
from .state import BlitzkriegState
from .words import AT, CANCEL, DONE, UNIT

FREE_AT_MOST = 5  # 15.1


def set_up(state: BlitzkriegState) -> None:
    """3.1, 3.2: everybody to the printed place, fresh; later arrivals on the turn track."""
    state.fresh = EVERYBODY
    for unit, facts in enumerate(UNITS):
        if facts.turn:
            state.put(unit, TRACK)
            state.due[unit] = facts.turn
        else:
            state.put(unit, SETUP[unit] if facts.side == SOVIET else HOMES[unit][0])


@dataclass(frozen=True, slots=True)
class FreeSetup(Step[BlitzkriegState]):
    """15.1: up to five Soviet infantry units may begin in cities instead."""

    moved: Units

    rule = "15.1"

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[SOVIET]

    def text(self, state: BlitzkriegState) -> str:
        left = FREE_AT_MOST - self.moved.bit_count()
        return f"Choose an infantry unit to set up in a city instead ({left} left), or begin the game."

    def candidates(self, state: BlitzkriegState) -> list[int]:
        if self.moved.bit_count() >= FREE_AT_MOST or not free_cities(state):
            return []
        units = ALL_OF[SOVIET] & ~TANKS & ~self.moved
        return [unit for unit in members(units) if state.where[unit] >= FIRST_HEX]

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [*(UNIT[unit] for unit in self.candidates(state)), DONE]

    def auto_advance(self, state: BlitzkriegState) -> bool:
        if self.candidates(state):
            return False
        state.finish()
        return True

    def take(self, state: BlitzkriegState, action: Action) -> None:
        if action is DONE:
            state.finish()
        else:
            state.push(FreeSetupAt(action.number))

    def resume(self, state: BlitzkriegState, result: int) -> None:
        """A unit has been placed."""
        state.replace(FreeSetup(self.moved | 1 << result))

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action.verb == "unit":
            unit = action.number
            if SIDE[unit] != SOVIET or contains(TANKS, unit):
                return Refusal(
                    "15.1", f"The {unit_label(unit)} is not a Soviet infantry unit.", "up to five infantry units"
                )
            if contains(self.moved, unit):
                return Refusal("15.1", f"The {unit_label(unit)} has already been placed.")
            return Refusal("15.1", f"The {unit_label(unit)} does not begin on the map.", "from their printed hexes")
        return out_of_phase(state, action)


def free_cities(state: BlitzkriegState) -> int:
    """15.1: cities without a unit."""
    return CITIES & ~state.occupied[SOVIET]


@dataclass(frozen=True, slots=True)
class FreeSetupAt(Step[BlitzkriegState]):
    """15.1: in which empty city?"""

    unit: Unit

    rule = "15.1"
    lies_on = ("FreeSetup",)

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[SOVIET]

    def text(self, state: BlitzkriegState) -> str:
        return f"In which city does the {unit_label(self.unit)} begin?"

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [*(AT[city] for city in members(free_cities(state))), CANCEL]

    def take(self, state: BlitzkriegState, action: Action) -> None:
        if action is CANCEL:
            state.finish()
            return
        unit, city = self.unit, action.number
        if state.events is not None:
            text = f"The {unit_label(unit)} begins in {space_label(city)}."
            fate = state.fate(unit, Fate.ARRIVED, city)
            state.emit(Kind.SET_UP, text, "15.1", fate.side, [fate.place], [fate])
        state.put(unit, city)
        state.finish(unit)

    def selection(self, state: BlitzkriegState) -> Selection:
        return Selection((UNIT_NAMES[self.unit],))

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action.verb == "at":
            if not contains(CITIES, action.number):
                return Refusal("15.1", f"{space_label(action.number)} is not a city.", "without other units")
            return Refusal("15.1", f"There is already a unit in {space_label(action.number)}.", "without other units")
        return out_of_phase(state, action)
