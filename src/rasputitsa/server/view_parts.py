"""Views as JSON."""

from __future__ import annotations

from ..core import State
from .frames import Part
from .protocol import encode


class ViewParts:
    def public(self, state: State) -> Part:
        return Part(b"")

    def view(self, state: State, viewer: str | None, public: Part) -> tuple[bytes, list[Part]]:
        return encode(state.view(viewer)), []
