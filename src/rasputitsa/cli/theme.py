"""Colours and signs. Whatever a colour says, a sign says as well."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TextIO

from .canvas import Ink, paint

PAPER = 187
LINE = Ink(144)
NUMBER = Ink(240)
TITLE = Ink(16, bold=True)
OFFERED = Ink(16, 226, bold=True)
ATTACKED = Ink(231, 160, bold=True)
SELECTED = Ink(231, 26, bold=True)
BADGE = Ink(16, 229)
HEADING = Ink(231, 24, bold=True)
QUIET = Ink(244)
STRONG = Ink(bold=True)
TONES = {"good": Ink(231, 28), "bad": Ink(231, 130), "stop": Ink(16, 214), "both": Ink(231, 91)}


@dataclass(frozen=True, slots=True)
class Look:
    """How a style of spaces or borders looks: its sign, the same in ASCII, its ink, and where the sign goes.

    "texture" covers an empty space, "walls" are left and right of what is in it, "town" is a sign in its middle,
    "bank" runs along a border, "track" crosses it, "rim" colours the outer sides of a space. "" is not drawn.
    """

    sign: str
    ascii: str
    ink: Ink
    where: str
    fill: int | None = None


# By the styles of the manifest.
LOOKS = {
    "forest": Look("♣", "f", Ink(28), "texture", 107),
    "swamp": Look("≡", "=", Ink(30), "texture", 109),
    "marsh": Look("≡", "=", Ink(30), "texture", 109),
    "sea": Look("~", "~", Ink(25), "texture", 74),
    "mountain": Look("^", "^", Ink(94), "texture", 137),
    "fort": Look("#", "#", Ink(94, bold=True), "walls", 180),
    "major": Look("", "", Ink(16, bold=True), ""),  # it is a city as well
    "city": Look("●", "*", Ink(16, bold=True), "town", 253),
    "town": Look("●", "*", Ink(16, bold=True), "town", 253),
    "river": Look("≈", "~", Ink(195, 26), "bank"),
    "lake": Look("~", "~", Ink(25, 74), "bank"),
    "strait": Look("=", "=", Ink(231, 67), "bank"),
    "rail": Look("+", "+", Ink(236, bold=True), "track"),
    "road": Look(":", ":", Ink(95, bold=True), "track"),
}
EDGE = "edge"  # an edge of the map; the name of the side it belongs to follows after a space


def look(style: str) -> Look:
    """How a style looks; one that is not known gets its first letter, left and right."""
    if style.split(" ")[0] == EDGE:
        return Look("", "", Ink(231, 236, bold=True), "rim")
    letter = style[:1].upper()
    return LOOKS.get(style) or Look(letter, letter, Ink(54, bold=True), "walls")


@dataclass(frozen=True, slots=True)
class Livery:
    """How the counters of a side look: brackets that tell them apart, and colours for full and reduced ones."""

    open: str
    close: str
    full: Ink
    reduced: Ink


LIVERIES = (
    Livery("[", "]", Ink(231, 236, bold=True), Ink(231, 243)),
    Livery("(", ")", Ink(231, 124, bold=True), Ink(231, 167)),
)


@dataclass(frozen=True, slots=True)
class Style:
    """Whether there are colours, and signs beyond ASCII."""

    colour: bool = False
    signs: bool = True

    def sign(self, of: Look) -> str:
        return of.sign if self.signs else of.ascii

    @property
    def half(self) -> str:
        """The mark of a reduced unit."""
        return "½" if self.signs else "'"

    def line(self, sign: str) -> str:
        """A stroke of a line, drawn through where the terminal can."""
        return {"-": "─", "|": "│"}.get(sign, sign) if self.signs else sign

    def paint(self, text: str, ink: Ink) -> str:
        return paint(text, ink) if self.colour else text


def style_for(stream: TextIO, no_colour: bool = False) -> Style:
    """What this stream can show and its user wants."""
    wanted = not no_colour and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(colour=wanted and stream.isatty(), signs=_has_signs(stream))


def _has_signs(stream: TextIO) -> bool:
    try:
        "♣≈½●≡…─│".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
