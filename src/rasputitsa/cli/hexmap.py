"""The map of any hex board as a drawing of characters.

Hexes with flat tops are drawn as such, those with pointed tops as bricks of a wall, which touch each other in the same
way. What is drawn comes from the scene: the board and its styles, tokens, and who controls what.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from ..core import HexBoard, Mark, Space
from ..core.sets import contains, members
from .canvas import Canvas, Ink
from .scene import Scene, Token
from .theme import (
    ATTACKED,
    BADGE,
    LINE,
    LIVERIES,
    NUMBER,
    OFFERED,
    PAPER,
    SELECTED,
    TITLE,
    TONES,
    Look,
    Style,
    look,
)

Cell = tuple[int, int, str]  # x, y, sign
Step = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Shape:
    """The form of one hex: rows for number, name, strength and title, its sides, and the ways to its middle.

    A row is (x, y, width) from the upper left corner of the hex. Sides and ways go by the direction of the neighbour,
    in steps of the grid; ``step`` is how many cells such a step has.
    """

    size: Step
    step: Step
    unit: tuple[float, float]  # a step of the grid on the board
    rows: tuple[tuple[int, int, int], ...]
    sides: Mapping[Step, tuple[Cell, ...]]
    ways: Mapping[Step, tuple[Cell, ...]]
    lower: tuple[Step, ...]  # the sides that the last row is on


def _level(y: int, start: int, end: int, sign: str) -> tuple[Cell, ...]:
    return tuple((x, y, sign) for x in range(start, end))


FLAT = Shape(
    size=(10, 5),
    step=(8, 2),
    unit=(1.5, math.sqrt(3) / 2),
    rows=((2, 1, 6), (1, 2, 8), (1, 3, 8), (2, 4, 6)),
    sides={
        (0, -2): _level(0, 2, 8, "_"),
        (1, -1): ((8, 1, "\\"), (9, 2, "\\")),
        (1, 1): ((9, 3, "/"), (8, 4, "/")),
        (0, 2): _level(4, 2, 8, "_"),
        (-1, 1): ((0, 3, "\\"), (1, 4, "\\")),
        (-1, -1): ((1, 1, "/"), (0, 2, "/")),
    },
    ways={
        (1, -1): _level(2, 5, 9, "-"),
        (1, 1): _level(3, 5, 9, "-"),
        (0, 2): ((4, 3, "|"),),
        (-1, 1): _level(3, 1, 5, "-"),
        (-1, -1): _level(2, 1, 5, "-"),
    },
    lower=((0, 2),),
)

BRICK = Shape(
    size=(9, 5),
    step=(4, 4),
    unit=(math.sqrt(3) / 2, 1.5),
    rows=((1, 1, 7), (1, 2, 7), (1, 3, 7), (1, 4, 7)),
    sides={
        (-1, -1): _level(0, 0, 4, "-"),
        (1, -1): _level(0, 4, 9, "-"),
        (2, 0): tuple((8, y, "|") for y in (1, 2, 3)),
        (1, 1): _level(4, 4, 9, "-"),
        (-1, 1): _level(4, 0, 4, "-"),
        (-2, 0): tuple((0, y, "|") for y in (1, 2, 3)),
    },
    ways={(2, 0): _level(2, 4, 8, "-"), (-2, 0): _level(2, 1, 5, "-")},
    lower=((-1, 1), (1, 1)),
)


@dataclass(frozen=True, slots=True)
class Marks:
    """What is to stand out, by the name of the space: choices, attacks, the selection, an overlay."""

    offered: Mapping[str, Mark] = field(default_factory=dict)
    attacked: Collection[str] = ()
    selected: Collection[str] = ()
    overlay: Mapping[str, Mark] = field(default_factory=dict)


class HexMap:
    """The drawing of a position, or of the part of it ``around`` a hex that a limited size can hold."""

    def __init__(self, scene: Scene, style: Style, limit: Step = (120, 60), around: str | None = None) -> None:
        board = scene.board
        assert isinstance(board, HexBoard)
        self.scene = scene
        self.board = board
        self.style = style
        self.styles = {feature: style for feature, style in scene.styles["spaces"].items() if feature in board.features}
        borders = {feature: look(style) for feature, style in scene.styles["borders"].items()}
        self.borders = [(look, board.borders[feature]) for feature, look in borders.items() if feature in board.borders]
        self.shape = FLAT if board.grid.numbering.lines == "columns" else BRICK
        self._grid = {space.id: self._grid_place(space) for space in board.spaces if space.kind == "hex"}
        self._origin, self.width, self.height = self._window(limit, around)
        self.shown = [space for space in board.spaces if space.kind == "hex" and self._is_shown(space.id)]

    @property
    def whole(self) -> bool:
        """Whether every hex of the board is shown."""
        return len(self.shown) == len(self._grid)

    def draw(self, marks: Marks | None = None) -> Canvas:
        canvas = Canvas(self.width, self.height)
        for space in self.shown:
            _Hex(self, canvas, space).ground()
        for space in self.shown:
            self._draw_sides(canvas, space)
        for space in self.shown:
            _Hex(self, canvas, space).contents(marks or Marks())
        return canvas

    def lines(self, marks: Marks | None = None) -> list[str]:
        canvas = self.draw(marks)
        return canvas.ansi() if self.style.colour else canvas.text()

    def legend(self) -> str:
        """What the signs mean, in one line."""
        parts = []
        styles = {**self.styles, **self.scene.styles["borders"]}
        for feature, style in styles.items():
            of = look(style)
            text = feature.replace("_", " ")
            if of.where == "rim":
                ink, sign = self.rim(style)
                parts.append(f"{self.style.paint(' ' if self.style.colour else sign, ink)} {text}")
            elif of.where:
                ink = Ink(of.ink.fg, of.ink.bg or of.fill or PAPER, of.ink.bold)
                parts.append(f"{self.style.paint(self.style.sign(of), ink)} {text}")
        for side, livery in zip(self.scene.game.sides, LIVERIES, strict=True):
            sample = self.style.paint(f"{livery.open}12-6{livery.close}", livery.full)
            parts.append(f"{sample} {side.title}")
        return "  ".join([*parts, *(f"{self.style.half} {state}" for state in self.scene.striped_states)])

    def rim(self, style: str) -> tuple[Ink, str]:
        """The ink of an edge of the map and its letter: those of the side that it belongs to."""
        side = style.partition(" ")[2]
        if side not in self.scene.sides:
            return look(style).ink, "e"
        return LIVERIES[self.scene.sides.index(side)].full, side[0]

    def corner(self, number: int) -> Step:
        """The cell of the upper left corner of a hex."""
        (x, y), (left, top), (wide, high) = self._grid[number], self._origin, self.shape.step
        return (x - left) * wide, (y - top) * high

    def direction(self, number: int, other: int) -> Step:
        (x, y), (there_x, there_y) = self._grid[number], self._grid[other]
        return there_x - x, there_y - y

    def below(self, number: int) -> bool:
        """Whether something runs along the lower side of a hex, where a text may be."""
        banks = [links for of, links in self.borders if of.where != "track"]
        beside = [other for links in banks for other in members(links.of[number])]
        return any(self.direction(number, other) in self.shape.lower for other in beside)

    def _grid_place(self, space: Space) -> Step:
        (x, y), (across, down) = space.centre, self.shape.unit
        return round(x / across), round(y / down)

    def _window(self, limit: Step, around: str | None) -> tuple[Step, int, int]:
        """The grid place of the upper left corner, and the size in cells."""
        xs, ys = ({place[axis] for place in self._grid.values()} for axis in (0, 1))
        centre = self._grid[self.board.ids[around]] if around else (sum(xs) // len(xs), sum(ys) // len(ys))
        spans = []
        for axis, places in enumerate((xs, ys)):
            size, step = self.shape.size[axis], self.shape.step[axis]
            room = max(0, (limit[axis] - size) // step)
            low, high = min(places), max(places)
            if high - low > room:
                low = max(low, min(centre[axis] - room // 2, high - room))
                high = low + room
            spans.append((low, (high - low) * step + size))
        (left, width), (top, height) = spans
        return (left, top), width, height

    def _is_shown(self, number: int) -> bool:
        (x, y), (wide, high) = self.corner(number), self.shape.size
        return 0 <= x <= self.width - wide and 0 <= y <= self.height - high

    def _draw_sides(self, canvas: Canvas, space: Space) -> None:
        x, y = self.corner(space.id)
        touching = {self.direction(space.id, other): other for other in self._hexes_beside(space.id)}
        for direction, cells in self.shape.sides.items():
            other = touching.get(direction)
            if other is None:
                self._draw_rim(canvas, space, cells)
            elif other > space.id or not self._is_shown(other):
                for of, links in sorted(self.borders, key=lambda border: border[0].where == "track"):
                    if contains(links.of[space.id], other):
                        self._draw_border(canvas, (x, y), cells, of)

    def _hexes_beside(self, number: int) -> list[int]:
        return [other for other in members(self.board.adjacent[number]) if other in self._grid]

    def _draw_border(self, canvas: Canvas, corner: Step, cells: tuple[Cell, ...], of: Look) -> None:
        sign = self.style.sign(of)
        ink = Ink(of.ink.fg, of.ink.bg or of.fill, of.ink.bold)
        if of.where == "track":  # it crosses the border in one place only
            middle = len(cells) // 2
            cells = cells[middle : middle + 1]
        for x, y, _ in cells:
            canvas.put(corner[0] + x, corner[1] + y, sign, ink)

    def _draw_rim(self, canvas: Canvas, space: Space, cells: tuple[Cell, ...]) -> None:
        for feature, style in self.styles.items():
            if contains(self.board.features[feature], space.id) and look(style).where == "rim":
                corner = self.corner(space.id)
                ink, letter = self.rim(style)
                for x, y, sign in cells:
                    canvas.put(corner[0] + x, corner[1] + y, sign if self.style.colour else letter, ink)


class _Hex:
    """One hex on the canvas."""

    def __init__(self, map: HexMap, canvas: Canvas, space: Space) -> None:
        self.map, self.canvas, self.scene, self.space = map, canvas, map.scene, space
        self.style = map.style
        self.corner = map.corner(space.id)
        features = map.board.features
        self.looks = [look(style) for feature, style in map.styles.items() if contains(features[feature], space.id)]
        self.tokens = map.scene.at.get(space.name, [])
        self.taken: set[Step] = set()  # the cells that something has been written in

    def put(self, x: int, y: int, text: str, ink: Ink) -> None:
        self.canvas.put(self.corner[0] + x, self.corner[1] + y, text, ink)

    def row(self, number: int, text: str, ink: Ink) -> None:
        """A text in the middle of a row."""
        x, y, width = self.map.shape.rows[number]
        text = text[:width]
        x += (width - len(text)) // 2
        self.put(x, y, text, ink)
        self.taken |= {(column, y) for column in range(x, x + len(text))}

    def having(self, where: str) -> Iterable[Look]:
        return [of for of in self.looks if of.where == where]

    # The ground.

    def ground(self) -> None:
        fill = next((of.fill for of in self.looks if of.fill is not None), PAPER)
        for x, y, width in self.map.shape.rows:
            self.put(x, y, " " * width, Ink(bg=fill))
        for cells in self.map.shape.sides.values():
            for x, y, sign in cells:
                self.put(x, y, sign, Ink(LINE.fg, fill if y else None))

    def contents(self, marks: Marks) -> None:
        """The most important first: what comes later fills the cells that are left."""
        self.number(marks)
        if self.tokens:
            self.counter()
        else:
            self.town()
        self.badge(marks)
        for of in self.having("walls"):
            self.walls(of)
        self.tracks()
        for of in self.having("texture"):
            self.texture(of)

    # What is in it.

    def number(self, marks: Marks) -> None:
        name = self.space.name
        mark = marks.overlay.get(name)
        if mark is not None:
            self.flagged_number(mark)
        elif name in marks.attacked:
            self.row(0, f"!{name}!", ATTACKED)
        elif name in marks.selected:
            self.row(0, f"*{name}*", SELECTED)
        elif name in marks.offered:
            self.row(0, f">{name}<", OFFERED)
        else:
            self.row(0, name, NUMBER)

    def flagged_number(self, mark: Mark) -> None:
        """The number between the brackets of the sides that an overlay names."""
        sides = self.scene.sides
        both = mark.tone == "both"
        left = LIVERIES[0].open if both or mark.tone == sides[0] else " "
        right = LIVERIES[1].close if both or mark.tone == sides[1] else " "
        ink = TONES.get(mark.tone, OFFERED)
        if mark.tone in sides:
            ink = LIVERIES[sides.index(mark.tone)].full
        self.row(0, f"{left}{self.space.name}{right}", ink)

    def badge(self, marks: Marks) -> None:
        """A short note at the bottom (the cost of a move, the odds of an attack), or the name of the place."""
        mark = marks.overlay.get(self.space.name) or marks.offered.get(self.space.name)
        if mark is not None and mark.badge:
            self.row(3, f" {mark.badge} "[: self.map.shape.rows[3][2]], TONES.get(mark.tone, BADGE))
        elif self.tokens and self.space.title:
            below = self.map.below(self.space.id)  # what runs along there must not be hidden
            width = self.map.shape.rows[3][2] - 2 * below
            self.row(3, self.space.title[:width], Ink(231, bold=True) if below else TITLE)

    def counter(self) -> None:
        """The top of the stack as a counter of two rows: name, and strength with the number of units below it."""
        token = self.tokens[-1]
        livery = LIVERIES[token.side]
        ink = livery.reduced if token.striped else livery.full
        room = self.map.shape.rows[1][2] - 2
        texts = (token.name if len(token.name) <= room else token.number)[:room], self.strength(token, room)[:room]
        width = max(4, *map(len, texts))
        for row, text in enumerate(texts, 1):
            self.row(row, f"{livery.open}{text:^{width}}{livery.close}", ink)

    def strength(self, token: Token, room: int) -> str:
        """What is printed on a counter if there is room for it; else, and in a stack, the one figure that counts."""
        half = self.style.half if token.striped else ""
        if len(self.tokens) > 1:
            return f"{token.big}+{len(self.tokens) - 1}"
        return half + (token.print if token.print and len(half + token.print) <= room else token.big)

    def town(self) -> None:
        """The sign of a town with the brackets of the side that controls it, and its name."""
        for of in self.having("town"):
            controller = self.scene.controllers.get(self.space.name)
            sign = self.style.sign(of)
            if controller is None:
                self.row(1, sign, of.ink)
            else:
                livery = LIVERIES[controller]
                self.row(1, f"{livery.open}{sign}{livery.close}", livery.full)
            break
        if self.space.title:
            self.row(2, self.space.title, TITLE)

    def walls(self, of: Look) -> None:
        x, y, width = self.map.shape.rows[1]
        for column in (x, x + width - 1):
            self.fill(column, y, self.style.sign(of), of.ink)

    def texture(self, of: Look) -> None:
        """Signs all over an empty space, or beside the unit in it."""
        sign = self.style.sign(of)
        if self.tokens:
            x, y, width = self.map.shape.rows[2]
            self.fill(x, y, sign, of.ink)
            self.fill(x + width - 1, y, sign, of.ink)
            return
        for number in (1, 2):
            x, y, width = self.map.shape.rows[number]
            for column in range(x + 1 + number % 2, x + width - 1, 3):
                self.fill(column, y, sign, of.ink)

    def tracks(self) -> None:
        """Roads and rails on their way through the hex."""
        for of, links in self.map.borders:
            if of.where != "track":
                continue
            for other in members(links.of[self.space.id]):
                for x, y, sign in self.map.shape.ways.get(self.map.direction(self.space.id, other), ()):
                    self.fill(x, y, self.style.line(sign), Ink(of.ink.fg))

    def fill(self, x: int, y: int, text: str, ink: Ink) -> None:
        """Write in a cell that nothing has been written in."""
        if (x, y) not in self.taken:
            self.put(x, y, text, ink)
            self.taken.add((x, y))
