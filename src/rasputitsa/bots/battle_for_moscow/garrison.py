"""Who guards Moscow."""

from __future__ import annotations

from ...games.battle_for_moscow.facts import MOSCOW, STRENGTH
from ...games.battle_for_moscow.state import BattleForMoscowState
from .assault import Reach


def choose_guard(state: BattleForMoscowState, reach: Reach, settled: dict[int, int]) -> int:
    """The strongest unit that can be in Moscow when the phase is over, best the one that is there; -1 for none."""
    if MOSCOW in settled.values() or state.occupied[1 - state.active] >> MOSCOW & 1:
        return -1
    able = [unit for unit, hexes in reach.items() if hexes >> MOSCOW & 1 and unit not in settled]

    def rank(unit: int) -> tuple[int, bool, int]:
        return STRENGTH[unit][state.steps[unit]], state.where[unit] == MOSCOW, -unit

    return max(able, key=rank, default=-1)
