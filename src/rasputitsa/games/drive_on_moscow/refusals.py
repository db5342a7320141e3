"""What is refused because it is not the time for it."""

from __future__ import annotations

from ...core import Action, Refusal, phases
from .state import DriveOnMoscowState


def out_of_phase(state: DriveOnMoscowState, action: Action) -> Refusal:
    """5.1: an action of another phase, or of another moment of this one."""
    return phases.out_of_phase(state, action, "5.1")
