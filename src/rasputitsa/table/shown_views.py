"""The views that the viewers of a match are shown, each with what has changed since the one before."""

from __future__ import annotations

from typing import NamedTuple

from ..core import State
from ..core.view import View
from .changes import Changes, applied, changes


class Shown(NamedTuple):
    """A view, its running number, and what leads to it from the one before; None for the first."""

    number: int
    view: View
    changes: Changes | None


class ShownViews:
    """The newest view of each viewer, to the order of its tokens as clients have it who followed all changes.

    The order of spaces in that list means nothing, but tokens that come together in a space lie there by it.
    """

    def __init__(self) -> None:
        self._newest: dict[str | None, Shown] = {}

    def show(self, state: State, viewer: str | None) -> Shown:
        """The next view of this viewer."""
        view, before = state.view(viewer), self._newest.get(viewer)
        if before is None:
            shown = Shown(1, view, None)
        else:
            changed = changes(before.view, view)
            shown = Shown(before.number + 1, applied(before.view, changed), changed)
        self._newest[viewer] = shown
        return shown
