"""What one viewer sees of a position, as arrays that are kept up to date: only what has changed is drawn again."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from ..core.sets import members
from .extras import needed

np = needed("numpy", "research")
UINT8, INT8, INT16 = np.dtype(np.uint8), np.dtype(np.int8), np.dtype(np.int16)  # quicker than their names
Array = Any  # numpy is an extra, so its types are not known here


# How a piece looks: what it adds to cells of planes, pairs of a cell and an amount; and its column in the vectors,
# which may be empty. The cell of a space in a plane is ``plane * spaces + space``.
Look = tuple[Sequence[tuple[int, int]], Sequence[int]]
NOTHING: Look = ((), ())

# What the looks of all pieces follow from: bytes with a number for each piece, of one byte or two; and sets of pieces.
Channels = tuple[tuple[bytes, ...], tuple[int, ...]]


class Sight:
    """The planes and vectors of one viewer. The first planes are sets of spaces, the others what the pieces add to
    them."""

    def __init__(
        self,
        look: Callable[[int, int, Channels], Look],
        viewer: int,
        planes: tuple[int, int],
        vectors: tuple[int, int],
        widths: Sequence[int],
    ) -> None:
        """``look`` gives the look of a piece, ``widths`` are the bytes of its numbers in the channels."""
        self.look, self.viewer = look, viewer
        self.planes, self.vectors, self.widths = planes, vectors, widths
        self.pieces = vectors[1]
        self.everybody = (1 << self.pieces) - 1
        self._cells = bytearray(planes[0] * planes[1])
        self._values = array("h", bytes(2 * vectors[0] * vectors[1]))
        self._spaces: tuple[int, ...] = ()
        self._channels: Channels | None = None
        self._now = [NOTHING] * self.pieces
        self._no_column = (0,) * vectors[0]
        self._shown_planes: Array = None
        self._shown_vectors: Array = None

    def see(self, spaces: tuple[int, ...], channels: Channels) -> tuple[Array, Array]:
        """The planes and vectors of a position. They cannot be written to; those of positions alike are shared."""
        if channels != self._channels:
            self._turn(channels)
        if spaces != self._spaces:
            self._mark(spaces)
        planes, vectors = self._shown_planes, self._shown_vectors
        if planes is None:
            planes = self._shown_planes = np.ndarray(self.planes, UINT8, bytes(self._cells))
        if vectors is None:
            vectors = self._shown_vectors = np.ndarray(self.vectors, INT16, self._values.tobytes())
        return planes, vectors

    def _mark(self, spaces: tuple[int, ...]) -> None:
        cells, base = self._cells, 0
        for before, after in zip(self._spaces or (0,) * len(spaces), spaces, strict=True):
            for space in members(before ^ after):
                cells[base + space] ^= 1
            base += self.planes[1]
        self._spaces = spaces
        self._shown_planes = None

    def _turn(self, channels: Channels) -> None:
        """Draw the pieces again whose values have changed."""
        changed = self._changed(channels)
        self._channels = channels
        cells, values, pieces, now, look, viewer = (
            *(self._cells, self._values, self.pieces),
            *(self._now, self.look, self.viewer),
        )
        while changed:
            piece = (changed & -changed).bit_length() - 1
            changed ^= 1 << piece
            before, column_before = now[piece]
            now[piece] = after, column = look(viewer, piece, channels)
            if after != before:
                for cell, amount in before:
                    cells[cell] -= amount
                for cell, amount in after:
                    cells[cell] += amount
                self._shown_planes = None
            if column != column_before:
                values[piece::pieces] = array("h", column or self._no_column)
                self._shown_vectors = None

    def _changed(self, channels: Channels) -> int:
        """The pieces with a value that has changed."""
        last = self._channels
        if last is None:
            return self.everybody
        found = 0
        (old_numbers, old_sets), (numbers, sets) = last, channels
        if old_sets != sets:
            for before, after in zip(old_sets, sets, strict=True):
                found |= before ^ after
        if old_numbers != numbers:
            for old, new, width in zip(old_numbers, numbers, self.widths, strict=True):
                if old != new:
                    found |= differing(old, new, width)
        return found & self.everybody


def differing(old: bytes, new: bytes, width: int) -> int:
    """The set of the numbers, of so many bytes each, that are not the same in both."""
    found = 0
    left = int.from_bytes(old, "little") ^ int.from_bytes(new, "little")
    bits = 8 * width
    piece = -1
    while left:
        step = ((left & -left).bit_length() - 1) // bits + 1
        piece += step
        found |= 1 << piece
        left >>= step * bits
    return found
