"""What each side has done and been told, in order: as rows of numbers, and as lines of text.

A row has the columns `COLUMNS`. Its kind is 0 where there is nothing, 1 for an action of one's own, 2 for dice that
both sides see, and from 3 on that of an event. Spaces and pieces are written as their number plus 1. An event has a row
for each token that it is about, or one without.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from ..core import Action, Event, Fate, Kind
from .lens import Lens
from .sight import Array, np

COLUMNS = ("kind", "side", "space", "piece", "owner", "fate", "origin", "place", "number")
WIDTH = len(COLUMNS)
ACTION, ROLL = 1, 2
KINDS = {kind: number for number, kind in enumerate(Kind, 3)}
FATES = {fate: number for number, fate in enumerate(Fate, 1)}


class History:
    """What both sides have done and been told. ``memory`` is how many rows `window` shows."""

    __slots__ = ("lens", "lines", "memory", "rows")

    def __init__(self, lens: Lens[Any], memory: int, with_lines: bool) -> None:
        self.lens = lens
        self.memory = memory
        self.rows = [array("h", bytes(2 * WIDTH * memory)) for _ in lens.sides]
        self.lines: list[list[str]] | None = [[] for _ in lens.sides] if with_lines else None

    def copy(self) -> History:
        new = History.__new__(History)
        new.lens, new.memory = self.lens, self.memory
        new.rows = [rows[:] for rows in self.rows]
        new.lines = None if self.lines is None else [lines[:] for lines in self.lines]
        return new

    def window(self, side: int) -> Array:
        """The last rows of a side, the newest last."""
        newest = self.rows[side][-WIDTH * self.memory :] if self.memory else array("h")
        return np.ndarray((self.memory, WIDTH), np.int16, newest.tobytes())

    def all(self, side: int) -> Array:
        """All rows of a side."""
        return np.array(self.rows[side][WIDTH * self.memory :], np.int16).reshape(-1, WIDTH)

    # What happens.

    def did(self, side: int, action: Action, number: int, before: str = "") -> None:
        """A side has taken an action; ``before`` says what it saw then."""
        self.rows[side].extend((ACTION, side + 1, 0, 0, 0, 0, 0, 0, number + 1))
        if self.lines is not None:
            self.lines[side].append(f"> {action}{before}")

    def rolled(self, faces: Sequence[int]) -> None:
        """Both sides see the dice."""
        for rows in self.rows:
            rows.extend((ROLL, 0, 0, 0, 0, 0, 0, 0, sum(faces)))

    def told(self, events: Sequence[Event]) -> None:
        for event in events:
            row = self.row(event)
            for side, name in enumerate(self.lens.sides):
                if event.visible_to in (None, name) and event.hidden_from != name:
                    self.rows[side].extend(row)
                    if self.lines is not None:
                        self.lines[side].append(event.text)

    def row(self, event: Event) -> tuple[int, ...]:
        """The rows of an event, one after another."""
        sides, places = self.lens.owners, self.lens.places
        kind, side = KINDS[event.kind], sides[event.side]
        space = places.get(event.spaces[0], -1) + 1 if event.spaces else 0
        if not event.tokens:
            return kind, side, space, 0, 0, 0, 0, 0, 0
        pieces = self.lens.pieces
        found: tuple[int, ...] = ()
        for token, fate, owner, origin, place in event.tokens:
            piece = pieces.get(token, -1) + 1
            ways = places.get(origin, -1) + 1, places.get(place, -1) + 1
            found += (kind, side, space, piece, sides[owner], FATES[fate], *ways, 0)
        return found
