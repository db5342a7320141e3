"""5.0: what does not belong to the present moment of the sequence of play."""

from __future__ import annotations

from ...core import Action, Refusal, phases
from ...core.sets import contains
from .facts import CARD_SIDE, CARDS, SIDES
from .state import BlitzkriegState


def out_of_phase(state: BlitzkriegState, action: Action) -> Refusal:
    """An action of another phase, or of another moment of this one."""
    step = state.stack[-1]
    if action.verb == "card" and SIDES[CARD_SIDE[action.number]] == step.actor(state):
        if not contains(state.hands, action.number):
            return Refusal("6.1", f"{CARDS[action.number].title} is not in your hand.")
        return Refusal("7.1", f"No card can be played now. {step.text(state)}", "has its own moment")
    return phases.out_of_phase(state, action, "5.0")
