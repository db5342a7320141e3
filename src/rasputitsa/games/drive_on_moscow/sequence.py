"""What is refused because it is not the time for it."""

from __future__ import annotations

from ...core import Action, Refusal
from .state import DriveOnMoscowState


def out_of_phase(state: DriveOnMoscowState, action: Action) -> Refusal:
    """5.1: the sequence of play has no place for this action now."""
    return Refusal("5.1", f"{str(action)!r} is not possible now ({state.heading}).")
