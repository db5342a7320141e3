"""13.0 Supply Phase: surrender of isolated units, recovery of spent ones."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from ...core import Action, Fate, Kind, Refusal
from ...core.sets import members
from .cards import Activate, CardStep, activation_fits, could_react, keep_quiet
from .facts import AREAS_OF, FIRST_HEX, FRONTS, LAND, SOVIET, SURRENDERED, space_label, unit_label
from .net import fortresses, supply_net
from .refusals import out_of_phase
from .state import BlitzkriegState
from .words import DONE, QUIET


def surrender(state: BlitzkriegState, side: int) -> None:
    """13.1: units that cannot trace a line are removed; not Soviet ones in a fortress (13.2.4)."""
    _, supplied = supply_net(state, side)
    lost = state.occupied[side] & ~supplied
    if side == SOVIET:
        lost &= ~fortresses(state)
    for hex in members(lost):
        for unit in members(state.at[hex]):
            if state.events is not None:
                text = f"The {unit_label(unit)} surrenders in {space_label(hex)}: it cannot trace a supply line."
                state.emit_fate(Kind.ATTRITION, text, "13.1", state.fate(unit, Fate.SURRENDERED, SURRENDERED))
            state.put(unit, SURRENDERED)
            state.fresh |= 1 << unit


def recovery(state: BlitzkriegState, side: int) -> int:
    """13.3: the hexes in or next to a source."""
    sources, _ = supply_net(state, side)
    return sources | LAND.spread(sources) | FRONTS[side]


def recover(state: BlitzkriegState, side: int) -> None:
    spent = state.spent(side)
    if not spent:
        return
    near = recovery(state, side)
    for unit in members(spent):
        space = state.where[unit]
        if near >> space & 1 if space >= FIRST_HEX else space in AREAS_OF[side]:
            state.refresh(unit, "a supply source is near", "13.3")


@dataclass(frozen=True, slots=True)
class Supply(CardStep):
    """13.0, and Activation at the start of the phase (7.1)."""

    rule = "13.0"
    labels = MappingProxyType({"done": "No card"})

    def player(self, state: BlitzkriegState) -> int:
        return state.active

    def fits(self, state: BlitzkriegState) -> int:
        return activation_fits(state)

    def effect(self, state: BlitzkriegState, card: int, function: str) -> None:
        state.push(Activate())

    def public_text(self, state: BlitzkriegState) -> str:
        return "Play a card for Activation before supply is checked?"

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [*self.cards(state), DONE, QUIET]

    def take(self, state: BlitzkriegState, action: Action) -> None:
        if action.verb == "card":
            self.play(state, action.number)
            return
        if action is QUIET:
            keep_quiet(state, state.active)
        self.check(state)

    def auto_advance(self, state: BlitzkriegState) -> bool:
        if could_react(state, state.active, self.fits(state)):
            return False
        self.check(state)
        return True

    def check(self, state: BlitzkriegState) -> None:
        surrender(state, state.active)
        recover(state, state.active)
        state.finish()

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        return out_of_phase(state, action)
