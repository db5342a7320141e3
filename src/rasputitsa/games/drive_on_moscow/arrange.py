"""11.6 The order of stacks: the enemy sees only the top unit, and the owner chooses which that is."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from ...core import Action, Refusal, Step
from ...core.conditions import Condition, passing
from ...core.sets import members, set_of
from .facts import SIDES, STACK_LIMIT, TITLES
from .refusals import Conditions, about_unit, out_of_phase, yours
from .state import DriveOnMoscowState
from .words import ON_TOP, STOP


def may_arrange(state: DriveOnMoscowState) -> bool:
    """Whether the side whose phase it is has a stack to arrange. In version 1 only units in hand came to the top."""
    return state.rules_version != 1 and bool(state.held[state.active * STACK_LIMIT + 1])


CAN_BE_RAISED: Conditions = (
    yours("11.6"),
    Condition(
        lambda state, step: set_of(
            unit for hex in members(state.held[state.active * STACK_LIMIT + 1]) for unit in state.stacks[hex][:-1]
        ),
        "11.6",
        about_unit("The {} does not lie under another unit."),
    ),
)


@dataclass(frozen=True, slots=True)
class Arrange(Step[DriveOnMoscowState]):
    """11.6: put units on top of their stacks, whether they can move or not."""

    rule = "11.6"
    conditions_of = MappingProxyType({"on-top": CAN_BE_RAISED})
    labels = MappingProxyType({"stop": "Back to movement"})
    lies_on = ("Movement",)

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[state.active]

    def text(self, state: DriveOnMoscowState) -> str:
        return "Which units are to lie on top of their stacks? The enemy sees only these."

    def public_text(self, state: DriveOnMoscowState) -> str:
        return f"The {TITLES[state.active]} player is moving units."

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [*(ON_TOP[unit] for unit in members(passing(CAN_BE_RAISED, state, self))), STOP]

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        if action is STOP:
            state.finish()
        else:
            state.bring_to_top(action.number)

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        return out_of_phase(state, action)
