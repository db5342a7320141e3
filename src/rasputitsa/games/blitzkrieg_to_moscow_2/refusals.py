"""5.0: what does not belong to the present moment of the sequence of play; and how conditions speak."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core import Action, Refusal, phases
from ...core.conditions import Condition
from ...core.sets import contains
from .facts import ALL_OF, CARD_SIDE, CARDS, SIDES, capital, space_label, unit_label
from .state import BlitzkriegState

Conditions = tuple[Condition[BlitzkriegState, Any], ...]
Sentence = Callable[[BlitzkriegState, Any, int], str]


def out_of_phase(state: BlitzkriegState, action: Action) -> Refusal:
    """An action of another phase, or of another moment of this one."""
    step = state.stack[-1]
    if action.verb == "card" and SIDES[CARD_SIDE[action.number]] == step.actor(state):
        if not contains(state.hands, action.number):
            return Refusal("6.1", f"{CARDS[action.number].title} is not in your hand.")
        return Refusal("7.1", f"No card can be played now. {step.text(state)}", "has its own moment")
    return phases.out_of_phase(state, action, "5.0")


def of_unit(sentence: str) -> Sentence:
    """A sentence about the unit that an action names."""
    return lambda state, step, unit: sentence.replace("{}", unit_label(unit))


def of_space(sentence: str) -> Sentence:
    """A sentence about the space that an action names."""
    return lambda state, step, space: capital(sentence.replace("{}", space_label(space)))


def own_units(rule: str) -> Condition[BlitzkriegState, Any]:
    return Condition(lambda state, step: ALL_OF[state.active], rule, of_unit("The {} is an enemy unit."), implied=True)
