"""5.0: what does not belong to the present moment of the sequence of play; and how conditions speak."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core import Action, Refusal, phases
from ...core.conditions import Condition
from ...core.sets import contains, members, set_of
from .facts import (
    ALL_AREAS,
    ALL_OF,
    AREAS_OF,
    CARD_SIDE,
    CARDS,
    SIDES,
    capital,
    space_label,
    unit_label,
)
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


def of_card(sentence: str) -> Sentence:
    """A sentence about the card that an action names."""
    return lambda state, step, card: sentence.replace("{}", f"{CARDS[card].title} ({CARDS[card].name})")


def units_that(test: Callable[[BlitzkriegState, Any, int], object]) -> Callable[[BlitzkriegState, Any], int]:
    """The units in play of the active side that meet a test, one by one."""

    def objects(state: BlitzkriegState, step: Any) -> int:
        return set_of(unit for unit in members(state.in_play(state.active)) if test(state, step, unit))

    return objects


def own_units(rule: str, quotation: str = "") -> Condition[BlitzkriegState, Any]:
    sentence = of_unit("The {} is an enemy unit.")
    return Condition(lambda state, step: ALL_OF[state.active], rule, sentence, implied=True, quotation=quotation)


def units_in_play(rule: str) -> Condition[BlitzkriegState, Any]:
    sentence = of_unit("The {} is not in play.")
    return Condition(lambda state, step: state.in_play(state.active), rule, sentence, implied=True)


ENEMY_AREAS: Condition[BlitzkriegState, Any] = Condition(
    lambda state, step: ~ALL_AREAS | set_of(AREAS_OF[state.active]),
    "10.4",
    of_space("{} is an enemy rear area."),
    implied=True,
    quotation="enter an enemy rear area",
)
