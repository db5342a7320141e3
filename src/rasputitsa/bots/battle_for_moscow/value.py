"""What a position is worth: the outcome where the game is over."""

from __future__ import annotations

from ...core import DRAW
from ...games.battle_for_moscow.facts import SIDES
from ...games.battle_for_moscow.state import BattleForMoscowState


def value_for(state: BattleForMoscowState, side: int) -> float:
    assert state.outcome is not None
    if state.outcome.winner == DRAW:
        return 0.5
    return float(state.outcome.winner == SIDES[side])
