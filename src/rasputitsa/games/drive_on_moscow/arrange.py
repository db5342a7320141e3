"""11.6 The order of stacks: the enemy sees only the top unit, and the owner chooses which that is."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from ...core import Action, Refusal, Step
from ...core.sets import members
from .facts import SIDE, SIDES, STACK_LIMIT, TITLES
from .names import unit_label
from .refusals import out_of_phase
from .state import DriveOnMoscowState
from .words import ON_TOP, STOP


def may_arrange(state: DriveOnMoscowState) -> bool:
    """Whether the side whose phase it is has a stack to arrange. In version 1 only units in hand came to the top."""
    return state.rules_version != 1 and bool(state.held[state.active * STACK_LIMIT + 1])


@dataclass(frozen=True, slots=True)
class Arrange(Step[DriveOnMoscowState]):
    """11.6: put units on top of their stacks, whether they can move or not."""

    rule = "11.6"
    labels = MappingProxyType({"stop": "Back to movement"})
    lies_on = ("Movement",)

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[state.active]

    def text(self, state: DriveOnMoscowState) -> str:
        return "Which units are to lie on top of their stacks? The enemy sees only these."

    def public_text(self, state: DriveOnMoscowState) -> str:
        return f"The {TITLES[state.active]} player is moving units."

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        stacks = members(state.held[state.active * STACK_LIMIT + 1])
        beneath = sorted(unit for hex in stacks for unit in state.stacks[hex][:-1])
        return [*(ON_TOP[unit] for unit in beneath), STOP]

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        if action is STOP:
            state.finish()
        else:
            state.bring_to_top(action.number)

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action.verb != "on-top":
            return out_of_phase(state, action)
        if SIDE[action.number] != state.active:
            return Refusal("11.6", "That unit is not yours.")
        return Refusal("11.6", f"The {unit_label(state, action.number)} does not lie under another unit.")
