"""6.0 Setting up: the Russian armies by the program, the German corps by their player."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from ...core import Action, Fate, Kind, Refusal, Selection, Step, TokenFate
from ...core.conditions import Condition, passing
from ...core.sets import contains, members
from ...core.step_codec import Unit
from .facts import (
    BOARD,
    CITIES,
    CROSSES,
    FIRST_HEX,
    FULL,
    GERMAN,
    GERMAN_CITIES,
    OF_SIDE,
    POOL,
    REDUCED,
    SHOCK_ARMY,
    SIDES,
    SOVIET,
    STANDARD,
    STARS,
    TRACK,
    UNITS,
    space_label,
    unit_label,
)
from .refusals import Conditions, of_hex, out_of_phase
from .state import BattleForMoscowState
from .words import AT, CANCEL, DONE, PLACE, STANDARD_SETUP


def set_up_russians(state: BattleForMoscowState) -> None:
    """Sixteen reduced armies: one on each star, two in the pool. The 1st Shock Army waits on the turn track."""
    armies = [unit for unit in OF_SIDE[SOVIET] if unit != SHOCK_ARMY]
    stars = members(STARS)
    for army, star in zip(armies, stars, strict=False):
        state.steps[army] = REDUCED
        state.put(army, star)
    state.steps[SHOCK_ARMY] = FULL
    state.where[SHOCK_ARMY] = TRACK
    state.german_cities = GERMAN_CITIES


def free_crosses(state: BattleForMoscowState) -> int:
    return CROSSES & ~state.occupied[GERMAN]


def empty_crosses(state: BattleForMoscowState) -> str:
    free = free_crosses(state).bit_count()
    return "1 cross is still empty" if free == 1 else f"{free} crosses are still empty"


@dataclass(frozen=True, slots=True)
class SetUp(Step[BattleForMoscowState]):
    """6.0: the German player puts one unit on each cross, and can swap units until the game begins."""

    rule = "6.0"
    labels = MappingProxyType({"done": "Begin the game"})

    def actor(self, state: BattleForMoscowState) -> str:
        return SIDES[GERMAN]

    def text(self, state: BattleForMoscowState) -> str:
        if not free_crosses(state):
            return "Every cross has its unit. Swap units, or begin the game."
        rest = " for the rest" if state.occupied[GERMAN] else ""
        return f"Choose a unit to place, or take the standard set-up{rest}. {empty_crosses(state)}."

    def actions(self, state: BattleForMoscowState) -> list[Action]:
        found = [PLACE[unit] for unit in OF_SIDE[GERMAN]]
        found.append(STANDARD_SETUP if free_crosses(state) else DONE)
        return found

    def take(self, state: BattleForMoscowState, action: Action) -> None:
        if action is DONE:
            state.finish()
        elif action is STANDARD_SETUP:
            fill_crosses(state)
        else:
            state.push(SetUpAt(action.number))

    def refusal(self, state: BattleForMoscowState, action: Action) -> Refusal:
        if action == DONE:
            return Refusal("6.0", f"{empty_crosses(state)}.", "one full-strength unit on each black cross")
        if action == STANDARD_SETUP:
            return Refusal("6.0", "Every cross already has its unit.")
        if action.verb == "place":
            return Refusal("6.0", "The Russian armies are already on their stars.", "so the program places them")
        if action.verb == "at":
            return Refusal("6.0", "Choose the unit to place first.")
        return out_of_phase(state, action)


def fill_crosses(state: BattleForMoscowState) -> None:
    """The standard set-up, as far as the player has not chosen otherwise."""
    free = free_crosses(state)
    left = [unit for unit in OF_SIDE[GERMAN] if state.where[unit] == POOL]
    placed = left[:]
    for unit in left[:]:
        if contains(free, STANDARD[unit]):
            place(state, unit, STANDARD[unit])
            free &= ~(1 << STANDARD[unit])
            left.remove(unit)
    for unit, hex in zip(left, members(free), strict=True):
        place(state, unit, hex)
    if state.events is not None:
        tokens = [arrival(state, unit, POOL) for unit in placed]
        state.emit(Kind.SET_UP, "The Germans use the standard set-up.", "6.0", SIDES[GERMAN], (), tokens)


def arrival(state: BattleForMoscowState, unit: int, origin: int) -> TokenFate:
    """A unit was set up where it is now, put there from another hex, or taken off the map again."""
    moved = Fate.WITHDRAWN if state.where[unit] == POOL else Fate.MOVED
    return state.fate(unit, Fate.ARRIVED if origin == POOL else moved)._replace(origin=BOARD.names[origin])


def place(state: BattleForMoscowState, unit: int, hex: int) -> None:
    """A city that a unit begins in is German, also where a position written by hand says otherwise."""
    state.steps[unit] = FULL
    state.put(unit, hex)
    state.give_cities(GERMAN, CITIES & 1 << hex)


SET_UP_AT: Conditions = (
    Condition(lambda state, step: CROSSES, "6.0", of_hex("{} has no cross."), quotation="unit on each black cross"),
    Condition(
        lambda state, step: ~(1 << state.where[step.unit]),
        "6.0",
        lambda state, step, hex: f"The {unit_label(step.unit)} is already in {space_label(hex)}.",
    ),
)


@dataclass(frozen=True, slots=True)
class SetUpAt(Step[BattleForMoscowState]):
    """6.0: on which cross? A unit that is already there changes places with the new one."""

    unit: Unit

    rule = "6.0"
    lies_on = ("SetUp",)
    conditions_of = MappingProxyType({"at": SET_UP_AT})

    def actor(self, state: BattleForMoscowState) -> str:
        return SIDES[GERMAN]

    def text(self, state: BattleForMoscowState) -> str:
        return f"Choose a cross for the {unit_label(self.unit)}."

    def actions(self, state: BattleForMoscowState) -> list[Action]:
        found = [AT[hex] for hex in members(passing(SET_UP_AT, state, self))]
        found.append(CANCEL)
        return found

    def selection(self, state: BattleForMoscowState) -> Selection:
        return Selection((UNITS[self.unit].name,))

    def take(self, state: BattleForMoscowState, action: Action) -> None:
        state.finish()
        if action is CANCEL:
            return
        unit, hex = self.unit, action.number
        before, other = state.where[unit], state.unit_at(GERMAN, hex)
        place(state, unit, hex)
        if other >= 0:
            if before >= FIRST_HEX:
                place(state, other, before)
            else:
                state.put(other, before)
                state.steps[other] = 0
        if state.events is not None:
            text = f"The {unit_label(unit)} sets up in {space_label(hex)}."
            tokens = [arrival(state, unit, before), *([arrival(state, other, hex)] if other >= 0 else [])]
            state.emit(Kind.SET_UP, text, "6.0", SIDES[GERMAN], [BOARD.names[hex]], tokens)

    def refusal(self, state: BattleForMoscowState, action: Action) -> Refusal:
        return Refusal("6.0", f"Choose a cross for the {unit_label(self.unit)}, or cancel.")
