"""The German units that do not leave their town: if one falls, the war is lost (4.4)."""

from __future__ import annotations

from ...games.drive_on_moscow.facts import MECH, WESTERN_PLACES
from ...games.drive_on_moscow.state import DriveOnMoscowState


def is_garrison(state: DriveOnMoscowState, unit: int) -> bool:
    """The bottom infantry division of a western town stays there (4.4)."""
    here = state.where[unit]
    if not WESTERN_PLACES >> here & 1 or MECH >> unit & 1:
        return False
    return unit == next(other for other in state.at(here) if not MECH >> other & 1)
