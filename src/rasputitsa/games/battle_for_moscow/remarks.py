"""What replacements, losses and standing fast cost and bring, for the player who chooses (3.3, 9.3, 10.1)."""

from __future__ import annotations

from ...core import Action, Mark
from ...core.numbers import counted
from .facts import FULL, REDUCED, STRENGTH
from .retreat import COSTLY, FREE, retreats
from .state import BattleForMoscowState
from .words import HOLD, YIELD


def strength_mark(unit: int, steps: int) -> Mark:
    return Mark(str(STRENGTH[unit][steps]), f"enters with strength {STRENGTH[unit][steps]}", "good")


def restored_mark(unit: int) -> Mark:
    now, then = STRENGTH[unit][REDUCED], STRENGTH[unit][FULL]
    return Mark(str(then), f"from strength {now} to {then}", "good")


def loss_mark(state: BattleForMoscowState, unit: int, points: int) -> Mark:
    """3.3: whether a step is the last one; in an exchange it pays some points (9.3)."""
    pays = f"pays {counted(points, 'point')}" if points else ""
    return Mark("reduced", pays) if state.steps[unit] == FULL else Mark("eliminated", pays, "bad")


def of_standing(state: BattleForMoscowState, hex: int, defender: int) -> dict[Action, str]:
    """9.3: a step for the city, or the city for the step."""
    full = state.steps[defender] == FULL
    kind, _, _ = retreats(state, hex, defender)
    back = "It is eliminated: there is no way back."
    if kind == FREE:
        back = "It leaves the city at its present strength."
    elif kind == COSTLY and full:
        back = "It leaves the city and is reduced."
    return {HOLD: "It keeps the city and is reduced." if full else "It is eliminated.", YIELD: back}
