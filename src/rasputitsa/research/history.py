"""What each side has done and been told, in order: as rows of numbers, and as lines of text.

A row has the columns `COLUMNS`. Its kind is 0 where there is nothing, 1 for an action of one's own, 2 for dice that
both sides see, and from 3 on that of an event. Spaces and pieces are written as their number plus 1. An event has a row
for each token that it is about, or one without.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Any

from ..core import Action, Event, Fate, Kind, TokenFate
from .lens import Lens
from .sight import INT16, Array, np

COLUMNS = ("kind", "side", "space", "piece", "owner", "fate", "origin", "place", "number")
WIDTH = len(COLUMNS)
packed = Struct(f"{WIDTH}h").pack  # a row as bytes
ROW_BYTES = 2 * WIDTH
ROOM = 500  # rows for which room is made at a time
ACTION, ROLL = 1, 2
KINDS = {kind: number for number, kind in enumerate(Kind, 3)}
FATES = {fate: number for number, fate in enumerate(Fate, 1)}


class Windows:
    """The ends of growing rows as arrays, which cannot be written to. Rows are only added, so that windows can share a
    room: what one of them shows is never written again."""

    __slots__ = ("_array", "_begin", "_end", "_height", "_room")

    def __init__(self, height: int) -> None:
        self._height = height
        self._begin = self._end = 0  # which bytes of the rows the room has
        self._room = bytearray()
        self._array = np.frombuffer(b"", INT16).reshape(-1, WIDTH)

    def last(self, rows: bytearray) -> Array:
        """The last rows, as many as a window has."""
        end = len(rows)
        if end != self._end:
            if end - self._begin > len(self._room):
                self._begin = self._end = end - ROW_BYTES * self._height
                self._room = bytearray(ROW_BYTES * (2 * self._height + ROOM))
                self._array = np.frombuffer(memoryview(self._room).toreadonly(), INT16).reshape(-1, WIDTH)
            self._room[self._end - self._begin : end - self._begin] = rows[self._end :]
            self._end = end
        below = (end - self._begin) // ROW_BYTES
        return self._array[below - self._height : below]


class History:
    """What both sides have done and been told. ``memory`` is how many rows `window` shows."""

    __slots__ = ("_windows", "lens", "lines", "memory", "rows")

    def __init__(self, lens: Lens[Any], memory: int, with_lines: bool) -> None:
        self.lens = lens
        self.memory = memory
        self.rows = [bytearray(ROW_BYTES * memory) for _ in lens.sides]
        self.lines: list[list[str]] | None = [[] for _ in lens.sides] if with_lines else None
        self._windows = [Windows(memory) for _ in lens.sides]

    def copy(self) -> History:
        new = History(self.lens, self.memory, False)
        new.rows = [rows[:] for rows in self.rows]
        new.lines = None if self.lines is None else [lines[:] for lines in self.lines]
        return new

    def window(self, side: int) -> Array:
        """The last rows of a side, the newest last. They cannot be written to."""
        return self._windows[side].last(self.rows[side])

    def all(self, side: int) -> Array:
        """All rows of a side."""
        return np.frombuffer(bytes(self.rows[side][ROW_BYTES * self.memory :]), INT16).reshape(-1, WIDTH)

    # What happens.

    def did(self, side: int, action: Action, before: str = "") -> None:
        """A side has taken an action; ``before`` says what it saw then."""
        self.rows[side] += self._deed(side, action)
        if self.lines is not None:
            self.lines[side].append(f"> {action}{before}")

    def _deed(self, side: int, action: Action) -> bytes:
        known = self.lens.deeds[side]
        row = known.get(id(action))
        if row is None:
            number = self.lens.numbering.number(action)
            row = known[id(action)] = packed(ACTION, side + 1, 0, 0, 0, 0, 0, 0, number + 1)
        return row

    def rolled(self, faces: Sequence[int]) -> None:
        """Both sides see the dice."""
        row = packed(ROLL, 0, 0, 0, 0, 0, 0, 0, sum(faces))
        for rows in self.rows:
            rows += row

    def told(self, events: Sequence[Event]) -> None:
        """Each side is told of these events what it may know."""
        rows, lines, audiences = self.rows, self.lines, self.lens.audiences
        for event in events:
            kind, text, _, whose, spaces, tokens, visible_to, hidden_from, _, _ = event
            told = self.rows_of(kind, whose, spaces, tokens)
            for side in audiences[visible_to, hidden_from]:
                rows[side] += told
                if lines is not None:
                    lines[side].append(text)

    def rows_of(self, kind: Kind, side: str, spaces: Sequence[str], tokens: Sequence[TokenFate]) -> bytes:
        """The rows of an event, one after another."""
        lens = self.lens
        sides, places, pieces = lens.owners, lens.place_numbers, lens.piece_numbers
        number, whose, space = KINDS[kind], sides[side], places[spaces[0]] if spaces else 0
        found = b""
        for token, fate, owner, origin, place in tokens:
            here, there = places[origin], places[place]
            found += packed(number, whose, space, pieces[token], sides[owner], FATES[fate], here, there, 0)
        return found or packed(number, whose, space, 0, 0, 0, 0, 0, 0)
