"""What the recruit would say about a decision: one sentence."""

from __future__ import annotations

from ...core import Action
from ...games.blitzkrieg_to_moscow_2.state import Position
from .movement import Plan


def of_action(state: Position, action: Action, plan: Plan) -> str:
    return "."
