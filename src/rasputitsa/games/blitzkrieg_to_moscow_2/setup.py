"""3.0 Preparing for play, and the free Soviet set-up (15.1)."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from ...core import Action, Fate, Kind, Refusal, Selection, Step
from ...core.conditions import Condition, passing
from ...core.sets import members, set_of
from ...core.step_codec import Unit, Units
from .facts import (
    ALL_OF,
    CITIES,
    EVERYBODY,
    FIRST_HEX,
    GERMAN,
    HOMES,
    SETUP,
    SIDES,
    SOVIET,
    TANKS,
    TRACK,
    UNIT_NAMES,
    UNITS,
    space_label,
    unit_label,
)
from .refusals import Conditions, of_space, of_unit, out_of_phase
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


MAY_BEGIN_ELSEWHERE: Conditions = (
    Condition(
        lambda state, step: ALL_OF[SOVIET] & ~TANKS,
        "15.1",
        of_unit("The {} is not a Soviet infantry unit."),
        quotation="up to five infantry units",
    ),
    Condition(lambda state, step: ~step.moved, "15.1", of_unit("The {} has already been placed.")),
    Condition(
        lambda state, step: set_of(unit for unit in members(ALL_OF[SOVIET]) if state.where[unit] >= FIRST_HEX),
        "15.1",
        of_unit("The {} does not begin on the map."),
        quotation="from their printed hexes",
    ),
)


@dataclass(frozen=True, slots=True)
class FreeSetup(Step[BlitzkriegState]):
    """15.1: up to five Soviet infantry units may begin in cities instead."""

    moved: Units

    rule = "15.1"
    conditions_of = MappingProxyType({"unit": MAY_BEGIN_ELSEWHERE})

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[SOVIET]

    def text(self, state: BlitzkriegState) -> str:
        left = FREE_AT_MOST - self.moved.bit_count()
        return f"Choose an infantry unit to set up in a city instead ({left} left), or begin the game."

    def candidates(self, state: BlitzkriegState) -> int:
        return passing(MAY_BEGIN_ELSEWHERE, state, self)

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [*(UNIT[unit] for unit in members(self.candidates(state))), DONE]

    def auto_advance(self, state: BlitzkriegState) -> bool:
        if self.moved.bit_count() < FREE_AT_MOST and free_cities(state) and self.candidates(state):
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
        return out_of_phase(state, action)


EMPTY_CITY: Conditions = (
    Condition(lambda state, step: CITIES, "15.1", of_space("{} is not a city."), quotation="without other units"),
    Condition(
        lambda state, step: ~(state.occupied[SOVIET] | state.occupied[GERMAN]),
        "15.1",
        of_space("There is already a unit in {}."),
        quotation="without other units",
    ),
)


def free_cities(state: BlitzkriegState) -> int:
    return passing(EMPTY_CITY, state, None)


@dataclass(frozen=True, slots=True)
class FreeSetupAt(Step[BlitzkriegState]):
    """15.1: in which empty city?"""

    unit: Unit

    rule = "15.1"
    lies_on = ("FreeSetup",)
    conditions_of = MappingProxyType({"at": EMPTY_CITY})

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
        return out_of_phase(state, action)
