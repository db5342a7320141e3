"""14.1 The Hero City is named."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import Action, Kind, Refusal, Step
from ...core.sets import members
from .facts import (
    BOARD,
    SIDES,
    SOVIET,
    space_label,
)
from .refusals import out_of_phase
from .state import BlitzkriegState
from .words import HERO


@dataclass(frozen=True, slots=True)
class NameHeroCity(Step[BlitzkriegState]):
    """14.1: which Soviet city becomes the Hero City?"""

    rule = "14.1"
    lies_on = ("Logistics",)

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[SOVIET]

    def text(self, state: BlitzkriegState) -> str:
        return "Which Soviet city becomes the Hero City?"

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [HERO[city] for city in members(state.cities_of(SOVIET))]

    def auto_advance(self, state: BlitzkriegState) -> bool:
        cities = state.cities_of(SOVIET)
        if cities & (cities - 1):
            return False
        if cities:
            self.take(state, HERO[cities.bit_length() - 1])
        else:
            state.finish()
        return True

    def take(self, state: BlitzkriegState, action: Action) -> None:
        state.finish()
        state.hero = action.number
        state.hero_stands = True
        if state.events is not None:
            text = f"{space_label(state.hero)} becomes the Hero City."
            state.emit(Kind.ORDER, text, "14.1", SIDES[SOVIET], [BOARD.names[state.hero]])

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action.verb == "hero":
            reason = f"{space_label(action.number)} is under German control."
            return Refusal("14.1", reason, "a Soviet-controlled city")
        return out_of_phase(state, action)
