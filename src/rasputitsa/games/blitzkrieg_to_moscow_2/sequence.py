"""5.0: what does not belong to the present moment of the sequence of play."""

from __future__ import annotations

from ...core import Action, Refusal
from .facts import CARD_SIDE, CARDS, SIDES
from .state import BlitzkriegState


def out_of_phase(state: BlitzkriegState, action: Action) -> Refusal:
    """An action of another phase, or of another moment of this one."""
    phase = state.game.phases[state.phase].title
    step = state.stack[-1]
    question = step.text(state)
    if action.verb == "card" and SIDES[CARD_SIDE[action.number]] == step.actor(state):
        if not state.hands >> action.number & 1:
            return Refusal("6.1", f"{CARDS[action.number].title} is not in your hand.")
        return Refusal("7.1", f"No card can be played at this moment. The question is: {question}")
    return Refusal("5.0", f"{str(action)!r} does not answer the question of the {phase}: {question}")
