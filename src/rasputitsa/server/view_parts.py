"""Views as JSON, in parts: from one position to the next most of a view stays the same.

A part that is still the same is neither encoded nor compressed again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from ..core import State
from ..core.values import Data
from .frames import Part
from .protocol import encode

TOKENS = 40  # of a run: with fewer a change costs less, with more they compress better
Run = tuple[Sequence[Any], Part]  # tokens that follow each other, and their JSON


class ViewParts:
    """The parts of the views that the viewers of a match were shown last."""

    def __init__(self) -> None:
        self._view: Data = {}
        self._public = Part(b"")
        self._private: dict[str | None, tuple[Data, Part]] = {}
        self._tokens: dict[str | None, list[Run]] = {}

    def public(self, state: State) -> Part:
        """The part of all views that is public, without the bracket that would end it."""
        view = state.public_view()
        if not self._public.data or view != self._view:
            self._view, self._public = view, Part(encode(view)[:-1])
        return self._public

    def view(self, state: State, viewer: str | None, public: Part) -> tuple[bytes, list[Part]]:
        """A view as JSON, and the parts that it begins with. A private view has more than tokens: the question."""
        view = state.private_view(viewer)
        if len(public.data) == 1:  # nothing is public: the view is not divided
            return encode(view), []
        tokens = view.pop("tokens", None)
        if tokens is None:
            return b"".join((public.data, b",", encode(view)[1:])), [public]
        question = encode(view.pop("question"))  # it changes nearly always
        parts = [public, self._before_tokens(viewer, view), *self._token_parts(viewer, tokens)]
        return b"".join((*(part.data for part in parts), b'],"question":', question, b"}")), parts

    def _before_tokens(self, viewer: str | None, view: Data) -> Part:
        """All that is private but tokens and question, and what begins the list of tokens."""
        known = self._private.get(viewer)
        if known is None or known[0] != view:
            known = self._private[viewer] = view, Part(b"," + encode({**view, "tokens": []})[1:-2])
        return known[1]

    def _token_parts(self, viewer: str | None, tokens: Sequence[Any]) -> list[Part]:
        runs = self._tokens[viewer] = aligned(self._tokens.get(viewer, []), tokens)
        return [part for _, part in runs]


def aligned(known: Sequence[Run], tokens: Sequence[Any]) -> list[Run]:
    """The tokens in runs: those known from the beginning and from the end, and new ones for what lies between."""
    first, start = 0, 0  # the first run that is not kept, and its first token
    while first < len(known) and begins(tokens, start, known[first]):
        start += len(known[first][0])
        first += 1
    last, end = len(known), len(tokens)  # the first run that is kept again, and its first token
    while last > max(first, 1) and (before := end - len(known[last - 1][0])) >= max(start, 1):
        if not begins(tokens, before, known[last - 1]):
            break
        last, end = last - 1, before
    while first and 0 < end - start < TOKENS // 2:  # a short run joins the one before it
        first -= 1
        start -= len(known[first][0])
    return [*known[:first], *new_runs(tokens, start, end), *known[last:]]


def begins(tokens: Sequence[Any], start: int, run: Run) -> bool:
    """Whether a run is what begins there."""
    return bool(tokens[start : start + len(run[0])] == run[0])


def new_runs(tokens: Sequence[Any], start: int, end: int) -> list[Run]:
    """Runs of about the same length. All but that at the very beginning begin with a comma."""
    count = max(1, round((end - start) / TOKENS))
    bounds = [start + (end - start) * number // count for number in range(count + 1)]
    found = []
    for first, last in pairwise(bounds):
        if first < last:
            some = tokens[first:last]
            found.append((some, Part((b"," if first else b"") + encode(some)[1:-1])))
    return found
