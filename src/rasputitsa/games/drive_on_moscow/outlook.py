"""The position as it would be when a side next moves or fights: its turn, with what holds in it (2.10, 5.2, 12.0)."""

from __future__ import annotations

from .facts import GERMAN, LAST_TURN, UNIT_COUNT
from .setup import end_setup
from .state import SET_UPS, DriveOnMoscowState


def in_movement(state: DriveOnMoscowState, side: int) -> DriveOnMoscowState | None:
    """The position in the next Movement Phase of a side, if nothing changes until then; None if it has none."""
    return next_phase_of(state, side, "movement")


def in_combat(state: DriveOnMoscowState, side: int) -> DriveOnMoscowState | None:
    """The position in the next Combat Phase of a side; None if it has none, or may not attack in it (12.1)."""
    then = next_phase_of(state, side, "combat")
    return None if then is None or (side == GERMAN and then.turn == then.november) else then


def next_phase_of(state: DriveOnMoscowState, side: int, mode: str) -> DriveOnMoscowState | None:
    """The position in the next phase of this kind. What has been done and declared in an earlier one does not count."""
    if state.mode in SET_UPS:
        new = state.copy()
        end_setup(new)
        return new
    if state.active == side and not is_over(state, mode):
        return state
    later = state.active == side or side == GERMAN  # the Germans come first in each turn (5.1)
    if later and state.turn == LAST_TURN:
        return None
    new = state.copy()
    new.turn += later
    new.fight_first = False
    new.spent = bytearray(UNIT_COUNT)
    new.parent = new.finished = new.assaulted = new.fought = new.defended = new.far = new.south = 0
    return new


def is_over(state: DriveOnMoscowState, mode: str) -> bool:
    """Whether the active side has had its Movement or Combat Phase of this turn."""
    if state.mode == mode or state.mode in ("replacement", "reinforcement"):
        return False
    first = "combat" if state.fight_first else "movement"
    return state.mode not in ("movement", "combat") or mode == first
