"""The views that the viewers of a match are shown, each with what has changed since the one before."""

from __future__ import annotations

from typing import NamedTuple

from ..core import State
from ..core.view import View
from .changes import Changes, changes


class Shown(NamedTuple):
    """A view, its running number, and what leads to it from the one before; None for the first."""

    number: int
    view: View
    changes: Changes | None


class ShownViews:
    """The newest view of each viewer."""

    def __init__(self) -> None:
        self._newest: dict[str | None, Shown] = {}

    def show(self, state: State, viewer: str | None) -> Shown:
        """The next view of this viewer."""
        view, before = state.view(viewer), self._newest.get(viewer)
        shown = Shown(before.number + 1, view, changes(before.view, view)) if before else Shown(1, view, None)
        self._newest[viewer] = shown
        return shown
