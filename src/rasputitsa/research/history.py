"""What each side has done and been told, in order: as rows of numbers, and as lines of text.

A row has the columns `COLUMNS`. Its kind is 0 where there is nothing, 1 for an action of one's own, 2 for dice that
both sides see, and from 3 on that of an event. Spaces and pieces are written as their number plus 1. An event has a row
for each token that it is about, or one without.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Any

from ..core import Action, Event, Fate, Kind
from .lens import Lens
from .sight import INT16, Array, np

COLUMNS = ("kind", "side", "space", "piece", "owner", "fate", "origin", "place", "number")
WIDTH = len(COLUMNS)
packed = Struct(f"{WIDTH}h").pack  # a row as bytes
ROW_BYTES = 2 * WIDTH
ACTION, ROLL = 1, 2
KINDS = {kind: number for number, kind in enumerate(Kind, 3)}
FATES = {fate: number for number, fate in enumerate(Fate, 1)}


class History:
    """What both sides have done and been told. ``memory`` is how many rows `window` shows."""

    __slots__ = ("lens", "lines", "memory", "rows")

    def __init__(self, lens: Lens[Any], memory: int, with_lines: bool) -> None:
        self.lens = lens
        self.memory = memory
        self.rows = [bytearray(ROW_BYTES * memory) for _ in lens.sides]
        self.lines: list[list[str]] | None = [[] for _ in lens.sides] if with_lines else None

    def copy(self) -> History:
        new = History.__new__(History)
        new.lens, new.memory = self.lens, self.memory
        new.rows = [rows[:] for rows in self.rows]
        new.lines = None if self.lines is None else [lines[:] for lines in self.lines]
        return new

    def window(self, side: int) -> Array:
        """The last rows of a side, the newest last."""
        newest = self.rows[side][-ROW_BYTES * self.memory :] if self.memory else b""
        return np.ndarray((self.memory, WIDTH), INT16, bytes(newest))

    def all(self, side: int) -> Array:
        """All rows of a side."""
        return np.frombuffer(bytes(self.rows[side][ROW_BYTES * self.memory :]), INT16).reshape(-1, WIDTH)

    # What happens.

    def did(self, side: int, action: Action, number: int, before: str = "") -> None:
        """A side has taken an action; ``before`` says what it saw then."""
        self.rows[side] += packed(ACTION, side + 1, 0, 0, 0, 0, 0, 0, number + 1)
        if self.lines is not None:
            self.lines[side].append(f"> {action}{before}")

    def rolled(self, faces: Sequence[int]) -> None:
        """Both sides see the dice."""
        row = packed(ROLL, 0, 0, 0, 0, 0, 0, 0, sum(faces))
        for rows in self.rows:
            rows += row

    def told(self, events: Sequence[Event]) -> None:
        lines, first, second = self.lines, *self.rows
        for event in events:
            row = self.row(event)
            if event.visible_to is None and event.hidden_from is None and lines is None:
                first += row
                second += row
                continue
            for side, name in enumerate(self.lens.sides):
                if event.is_for(name):
                    self.rows[side] += row
                    if lines is not None:
                        lines[side].append(event.text)

    def row(self, event: Event) -> bytes:
        """The rows of an event, one after another."""
        lens = self.lens
        sides, place_of = lens.owners, lens.places.get
        kind, side, spaces = KINDS[event.kind], sides[event.side], event.spaces
        space = place_of(spaces[0], -1) + 1 if spaces else 0
        if not event.tokens:
            return packed(kind, side, space, 0, 0, 0, 0, 0, 0)
        found = b""
        for token, fate, owner, origin, place in event.tokens:
            here = place_of(origin, -1) + 1
            there = here if place == origin else place_of(place, -1) + 1
            piece = lens.pieces.get(token, -1) + 1
            found += packed(kind, side, space, piece, sides[owner], FATES[fate], here, there, 0)
        return found
