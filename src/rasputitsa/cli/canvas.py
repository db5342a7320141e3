"""A sheet of character cells, each with its colours, that becomes plain text or text with ANSI colours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

RESET = "\x1b[0m"


@dataclass(frozen=True, slots=True)
class Ink:
    """How a cell looks: colours out of the 256 of a terminal; None leaves the colour as it is."""

    fg: int | None = None
    bg: int | None = None
    bold: bool = False

    def over(self, below: Ink) -> Ink:
        """This ink on a cell that has one already."""
        fg = below.fg if self.fg is None else self.fg
        bg = below.bg if self.bg is None else self.bg
        return Ink(fg, bg, self.bold)

    @property
    def code(self) -> str:
        parts = ["1"] * self.bold
        parts += [f"38;5;{self.fg}"] if self.fg is not None else []
        parts += [f"48;5;{self.bg}"] if self.bg is not None else []
        return f"\x1b[{';'.join(parts)}m" if parts else ""


PLAIN = Ink()


def paint(text: str, ink: Ink) -> str:
    """A text in this ink."""
    return f"{ink.code}{text}{RESET}" if ink.code and text else text


class Canvas:
    """The sheet. Cells outside of it are ignored, so a drawing may stick out."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._chars = [[" "] * width for _ in range(height)]
        self._inks = [[PLAIN] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, ink: Ink = PLAIN) -> None:
        """Write a text from this cell to the right, over what is there."""
        for column, char in enumerate(text, x):
            if 0 <= column < self.width and 0 <= y < self.height:
                self._chars[y][column] = char
                self._inks[y][column] = ink.over(self._inks[y][column])

    def text(self) -> list[str]:
        """The lines without colours."""
        return ["".join(line).rstrip() for line in self._chars]

    def ansi(self) -> list[str]:
        """The lines with colours."""
        return ["".join(self._runs(y)) for y in range(self.height)]

    def _runs(self, y: int) -> Iterator[str]:
        cells = zip(self._chars[y], self._inks[y], strict=True)
        for ink, run in groupby(cells, key=lambda cell: cell[1]):
            yield paint("".join(char for char, _ in run), ink)
