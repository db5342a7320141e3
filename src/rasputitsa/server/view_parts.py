"""Views as JSON, in parts: from one position to the next most of a view stays the same.

A part that is still the same is neither encoded nor compressed again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core import State
from .frames import Part
from .protocol import encode

BEFORE_TOKENS = Part(b',"tokens":[')
TOKENS = 40  # of a part: with fewer a change costs less, with more they compress better


class ViewParts:
    """The parts of the views that the viewers of a match were shown last."""

    def __init__(self) -> None:
        self._public = Part(b"")
        self._tokens: dict[str | None, list[tuple[Sequence[Any], Part]]] = {}

    def public(self, state: State) -> Part:
        """The part of all views that is public, without the bracket that would end it."""
        data = encode(state.public_view())[:-1]
        if data != self._public.data:
            self._public = Part(data)
        return self._public

    def view(self, state: State, viewer: str | None, public: Part) -> tuple[bytes, list[Part]]:
        """A view as JSON, and the parts that it begins with. A private view has more than tokens: the question."""
        view = state.private_view(viewer)
        if len(public.data) == 1:  # nothing is public: the view is not divided
            return encode(view), []
        tokens = view.pop("tokens", None)
        rest = encode(view)
        if tokens is None:
            return b"".join((public.data, b",", rest[1:])), [public]
        parts = [public, BEFORE_TOKENS, *self._token_parts(viewer, tokens)]
        return b"".join((*(part.data for part in parts), b"],", rest[1:])), parts

    def _token_parts(self, viewer: str | None, tokens: Sequence[Any]) -> list[Part]:
        known = self._tokens.get(viewer, [])
        found = []
        for number, first in enumerate(range(0, len(tokens), TOKENS)):
            some = tokens[first : first + TOKENS]
            same = number < len(known) and known[number][0] == some
            found.append(known[number] if same else (some, Part((b"," if first else b"") + encode(some)[1:-1])))
        self._tokens[viewer] = found
        return [part for _, part in found]
