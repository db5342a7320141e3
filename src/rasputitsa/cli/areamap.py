"""The map of a board of areas: a plan of all areas in rows, and the front in words.

In the plan each area is a small cell: who controls it, or that it can be chosen, its number and what is printed there;
how many units each side has in it, and what it costs to choose it::

    [67   (68●   >69
    G2    S1▬    S1 2

In words the front is listed from north to south: the areas where units of both sides are, or are adjacent.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import pairwise

from ..core import Space
from .canvas import PLAIN, Canvas, Ink
from .hexmap import Marks
from .scene import Scene, Token
from .texts import count
from .theme import ATTACKED, BADGE, LIVERIES, OFFERED, SELECTED, TONES, Style

HELD = (Ink(16, 250), Ink(16, 217))  # by side: the areas that it controls
SIGNS = {
    "major": ("★", "V"),
    "city": ("●", "*"),
    "wild": ("♣", "f"),
}  # by style: what is printed, and the same in ASCII
LINE = ("▬", "=")  # a line of fortifications, in views a marker
NARROWEST, WIDEST = 5, 9  # of a cell
SECTORS = ("North", "Centre", "South")

Row = list[Space]


def rows_of(scene: Scene) -> list[Row]:
    """The areas in rows from north to south, each from west to east. Boards number them so; areas along the edge that
    are numbered apart join the nearest row."""
    areas = [space for space in scene.board.spaces if space.kind == "area" and "lake" not in scene.features(space.name)]
    width = max(space.centre[0] for space in areas) - min(space.centre[0] for space in areas)
    height = max(space.centre[1] for space in areas) - min(space.centre[1] for space in areas)
    rows: list[Row] = [[areas[0]]]
    for before, area in pairwise(areas):
        if area.centre[0] < before.centre[0] - width / 3:
            rows.append([])
        rows[-1].append(area)
    apart = [row for row in rows if max(_ys(row)) - min(_ys(row)) > height / 5]
    rows = [row for row in rows if row not in apart]
    for area in (area for row in apart for area in row):
        min(rows, key=lambda row: abs(sum(_ys(row)) / len(row) - area.centre[1])).append(area)
    for row in rows:
        row.sort(key=lambda area: area.centre[0])
    return rows


def _ys(row: Row) -> list[float]:
    return [area.centre[1] for area in row]


class AreaMap:
    """The plan. ``size`` is what there is room for; where that is too little for all rows, those around the focus are
    drawn, or those at the front."""

    def __init__(self, scene: Scene, style: Style, size: tuple[int, int], focus: str | None = None) -> None:
        self.scene, self.style = scene, style
        rows = rows_of(scene)
        most = max(len(row) for row in rows)
        self.cell = max(NARROWEST, min(WIDEST, (size[0] - 1) // most))
        self.width = max(size[0] - 1, most * self.cell)
        self.high = 3 if self.cell > NARROWEST + 1 and size[1] >= 3 * len(rows) else 2
        self.rows = self.window(rows, max(4, size[1] // self.high), focus)
        xs = [area.centre[0] for row in rows for area in row]
        self.west, self.across = min(xs), max(xs) - min(xs)

    def window(self, rows: list[Row], room: int, focus: str | None) -> list[Row]:
        if len(rows) <= room:
            return rows
        wanted = [number for number, row in enumerate(rows) if any(area.name == focus for area in row)]
        touching = {token.at for token in self.scene.tokens.values() if self.scene.contacts(token)}
        contacts = [sum(area.name in touching for area in row) for row in rows]
        middle = wanted[0] if wanted else contacts.index(max(contacts))
        first = min(max(0, middle - room // 2), len(rows) - room)
        return rows[first : first + room]

    def lines(self, marks: Marks | None = None) -> list[str]:
        canvas = Canvas(self.width, len(self.rows) * self.high)
        for number, row in enumerate(self.rows):
            for area, x in zip(row, self.columns(row), strict=True):
                self.draw(canvas, area, x, number * self.high, marks or Marks())
        return canvas.ansi() if self.style.colour else canvas.text()

    def columns(self, row: Row) -> list[int]:
        """Where the cells of a row begin: near their place on the map, none over another."""
        last = self.width - self.cell
        places = [round((area.centre[0] - self.west) / self.across * last) for area in row]
        for number in range(1, len(places)):
            places[number] = max(places[number], places[number - 1] + self.cell)
        end = last
        for number in range(len(places) - 1, -1, -1):
            places[number] = min(places[number], end)
            end = places[number] - self.cell
        return places

    def draw(self, canvas: Canvas, area: Space, x: int, y: int, marks: Marks) -> None:
        name, room = area.name, self.cell - 1
        side = self.scene.controllers.get(name)
        ground = HELD[side] if side is not None else PLAIN
        mark = marks.overlay.get(name)
        sign, ink = LIVERIES[side].open if side is not None else " ", ground
        if name in marks.selected:
            sign, ink = "@", SELECTED
        elif name in marks.attacked:
            sign, ink = "!", ATTACKED
        elif name in marks.offered:
            sign, ink = ">", OFFERED
        elif mark is not None:
            ink = TONES.get(mark.tone, BADGE)
        top = f"{sign}{name}{''.join(self.printed(name))}"
        canvas.put(x, y, top[:room].ljust(room), ink)
        canvas.put(x, y + 1, self.units(name)[:room].ljust(room), ground)
        badge = mark or marks.offered.get(name)
        if badge and badge.badge:
            canvas.put(x + room - len(badge.badge), y + 1, badge.badge, BADGE)
        if self.high > 2:
            canvas.put(x, y + 2, area.title[:room].ljust(room), ground)

    def printed(self, name: str) -> Iterator[str]:
        styles = {self.scene.styles["spaces"].get(feature) for feature in self.scene.raw_features(name)}
        for style, signs in SIGNS.items():
            if style in styles:
                yield signs[0 if self.style.signs else 1]

    def units(self, name: str) -> str:
        """How many units each side has there, and whether there is a line: "G2S1="."""
        there = self.scene.at.get(name, ())
        counts = [sum(token.side == side for token in there) for side in range(2)]
        letters = [side.title[0] for side in self.scene.game.sides]
        text = "".join(f"{letter}{number}" for letter, number in zip(letters, counts, strict=True) if number)
        return text + (LINE[0 if self.style.signs else 1] if name in lines_in(self.scene) else "")

    def legend(self) -> str:
        signs = 0 if self.style.signs else 1
        held = ", ".join(f"{LIVERIES[n].open} {side.title}" for n, side in enumerate(self.scene.game.sides))
        printed = ", ".join(f"{SIGNS[style][signs]} {what}" for style, what in NAMES.items())
        return f"{held} control; {printed}, {LINE[signs]} line; > can be chosen, ! battle, @ in hand"


NAMES = {"major": "Victory Area", "city": "city", "wild": "rough"}


def lines_in(scene: Scene) -> set[str]:
    """The areas with a line of either side."""
    return {marker["space"] for marker in scene.view.get("markers", ()) if marker["sign"] == LINE[0]}


# The front in words.


def front(scene: Scene) -> list[str]:
    """The spaces at the front by sector, with the units there and the enemies next to them; then, in few words,
    everything else."""
    drawn = [space for space in scene.board.spaces if scene.is_drawn(space.name)]
    north, south = min(_ys(drawn)), max(_ys(drawn))
    lines = [f"{scene.heading}. {', '.join(scene.status)}."]
    told: set[str] = set()
    for sector, title in enumerate(SECTORS):
        spaces = [space for space in drawn if min(2, int(3 * (space.centre[1] - north) / (south - north))) == sector]
        found = [(space.name, text) for space in spaces if (text := front_line(scene, space.name))]
        told |= {name for name, _ in found} | {other for name, _ in found for other in enemies_near(scene, name)}
        lines += [f"{title}:", *(f"  {text}" for _, text in found)] if found else [f"{title}: no contact."]
    for side in range(2):
        lines.append(behind(scene, side, told))
    return lines + boxes(scene)


def front_line(scene: Scene, name: str) -> str:
    """One space at the front, or "" where no units of both sides are or meet, or where those next to it say enough."""
    there = scene.at.get(name, [])
    sides = {token.side for token in there}
    near = enemies_near(scene, name)
    seen_from_near = any(not is_hidden(token) for other in near for token in scene.at[other])
    if not there or (len(sides) < 2 and not near):
        return ""
    if len(sides) < 2 and seen_from_near and all(is_hidden(token) for token in there):
        return ""
    units = " against ".join(words(token for token in there if token.side == side) for side in sorted(sides))
    line = ", a line" if name in lines_in(scene) else ""
    text = f"{place(scene, name)}: {units}{line}"
    if len(sides) > 1:
        return f"{text}; contested"
    return f"{text}; next to {', '.join(neighbour(scene, other) for other in near)}"


def enemies_near(scene: Scene, name: str) -> list[str]:
    """The spaces next to one where there are units of a side that has none in it."""
    sides = {token.side for token in scene.at.get(name, ())}
    return [other for other in scene.neighbours(name) if {token.side for token in scene.at.get(other, ())} - sides]


def is_hidden(token: Token) -> bool:
    return token.number == "?"


def place(scene: Scene, name: str) -> str:
    """A space by its number, which can be typed, and its name."""
    title = scene.title(name)
    return f"{name} {title}" if title and title != name else name


def neighbour(scene: Scene, name: str) -> str:
    """A space next to one at the front, with how many are there: "68 Yartsevo (1, a line)"."""
    return f"{place(scene, name)} ({len(scene.at[name])}{', a line' if name in lines_in(scene) else ''})"


def words(tokens: Iterable[Token]) -> str:
    """Units in words, those that are not known counted."""
    known: list[str] = []
    hidden: dict[str, int] = {}
    for token in tokens:
        if is_hidden(token):
            hidden[token.title] = hidden.get(token.title, 0) + 1
        else:
            known.append(f"{token.title} {token.form}".strip())
    return ", ".join([*known, *(count(number, title) for title, number in hidden.items())])


def behind(scene: Scene, side: int, told: Container[str]) -> str:
    """The units of a side that are in areas away from the front."""
    places: dict[str, int] = {}
    for token in scene.tokens.values():
        if token.side == side and token.at not in told and scene.is_drawn(token.at):
            places[token.at] = places.get(token.at, 0) + 1
    title = scene.game.sides[side].title
    if not places:
        return f"{title} units behind the front: none."
    named = ", ".join(place(scene, name) + (f" ({number})" if number > 1 else "") for name, number in places.items())
    return f"{title} units behind the front: {named}."


def boxes(scene: Scene) -> list[str]:
    """How many units are in each box beside the map, by side; those of a few by name."""
    found: dict[tuple[str, int], list[Token]] = {}
    for token in scene.tokens.values():
        if not scene.is_drawn(token.at):
            found.setdefault((token.at, token.side), []).append(token)
    parts: list[list[str]] = [[], []]
    for (box, side), tokens in found.items():
        parts[side].append(f"{scene.title(box) or box} {words(tokens) if len(tokens) < 3 else len(tokens)}")
    titles = [side.title for side in scene.game.sides]
    return [f"{title} units off the map: {'; '.join(own)}." for title, own in zip(titles, parts, strict=True) if own]
