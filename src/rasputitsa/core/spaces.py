"""Spaces and borders: the map as a graph.

A `Board` is a list of numbered spaces (hexes, areas, boxes, rear areas) and of borders between neighbours, some of
which carry features (a river, a railway). A hex grid is one way to write such a graph down, areas with outlines are
another; rules see only the graph. Sets of spaces are ints (see `core.sets`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from .sets import SpaceSet, flood, members, set_of

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Space:
    """One place where a piece can be."""

    id: int
    name: str
    kind: str = "hex"
    title: str = ""
    centre: Point = (0.0, 0.0)
    outline: tuple[Point, ...] = ()

    @property
    def label(self) -> str:
        """What people call it: a hex by its number and the name of what is there, anything else by its name."""
        if not self.title:
            return self.name
        return f"{self.name} {self.title}" if self.kind == "hex" else self.title


class Links:
    """A symmetric relation between spaces: all borders of a board, or those with one feature."""

    __slots__ = ("_groups", "of", "pairs")

    # On a grid few differences between neighbours' numbers occur, and whole sets can be shifted at once.
    GROUPS_AT_MOST = 16

    def __init__(self, size: int, pairs: Iterable[tuple[int, int]]) -> None:
        self.pairs = tuple(sorted({(min(a, b), max(a, b)) for a, b in pairs}))
        self.of: list[SpaceSet] = [0] * size
        groups: dict[int, SpaceSet] = {}
        for a, b in self.pairs:
            self.of[a] |= 1 << b
            self.of[b] |= 1 << a
            groups[b - a] = groups.get(b - a, 0) | 1 << a
        few = len(groups) <= self.GROUPS_AT_MOST
        self._groups = tuple((shift, low, low << shift) for shift, low in groups.items()) if few else None

    def spread(self, spaces: SpaceSet) -> SpaceSet:
        """Every space linked to one of these."""
        found = 0
        if self._groups is not None and spaces & (spaces - 1):
            for shift, low, high in self._groups:
                found |= (spaces & low) << shift | (spaces & high) >> shift
            return found
        for space in members(spaces):
            found |= self.of[space]
        return found


class Board:
    """A map: spaces by number and by name, who borders whom, and which spaces and borders have which feature."""

    def __init__(
        self,
        spaces: Iterable[Space],
        borders: Iterable[tuple[int, int]],
        features: Mapping[str, SpaceSet] | None = None,
        border_features: Mapping[str, Iterable[tuple[int, int]]] | None = None,
    ) -> None:
        self.spaces = tuple(sorted(spaces, key=lambda space: space.id))
        if not self.spaces:
            raise ValueError("a board needs at least one space")
        size = self.spaces[-1].id + 1
        self.names = [""] * size
        self.by_id: dict[int, Space] = {}
        self.ids: dict[str, int] = {}
        for space in self.spaces:
            if space.name in self.ids:
                raise ValueError(f"two spaces are named {space.name!r}")
            if space.id in self.by_id:
                raise ValueError(f"{self.names[space.id]} and {space.name} have the same number {space.id}")
            self.names[space.id] = space.name
            self.by_id[space.id] = space
            self.ids[space.name] = space.id
        self.all: SpaceSet = set_of(self.by_id)
        borders = list(borders)
        for a, b in borders:
            if a == b or a not in self.by_id or b not in self.by_id:
                raise ValueError(f"there can be no border between the numbers {a} and {b}")
        self.links = Links(size, borders)
        self.adjacent = self.links.of
        self.features: dict[str, SpaceSet] = dict(features or {})
        self.borders: dict[str, Links] = {}
        for name, pairs in (border_features or {}).items():
            links = Links(size, pairs)
            for a, b in links.pairs:
                if not self.adjacent[a] >> b & 1:
                    raise ValueError(f"{name} between {self.names[a]} and {self.names[b]}, which do not touch")
            self.borders[name] = links

    def spread(self, spaces: SpaceSet) -> SpaceSet:
        """Every space that touches one of these."""
        return self.links.spread(spaces)

    def set(self, names: Iterable[str]) -> SpaceSet:
        """The set of the spaces with these names."""
        return set_of(self.ids[name] for name in names)

    def names_of(self, spaces: SpaceSet) -> list[str]:
        """The names of the members, in order of their numbers."""
        return [self.names[space] for space in members(spaces)]

    def neighbours(self, space: int) -> list[int]:
        return members(self.adjacent[space])

    def distance(self, a: int, b: int) -> int | None:
        """How many borders must be crossed from a to b; None where there is no way."""
        ring = seen = 1 << a
        goal = 1 << b
        steps = 0
        while not ring & goal:
            ring = self.spread(ring) & ~seen
            if not ring:
                return None
            seen |= ring
            steps += 1
        return steps

    def within(self, space: int, distance: int) -> SpaceSet:
        """All spaces at most so many borders away, the space itself included."""
        found = 1 << space
        for _ in range(distance):
            found |= self.spread(found)
        return found

    def flood(self, seeds: SpaceSet, open_to: SpaceSet) -> SpaceSet:
        """All that the open seeds are connected with through open spaces."""
        return flood(self.spread, seeds, open_to)


@dataclass(frozen=True)
class HexNumbering:
    """How a printed hex grid is numbered and laid out.

    Hexes lie in lines. ``lines`` says whether a line is a column (hexes with flat tops) or a row (pointed tops); the
    ``shifted`` lines ("odd" or "even") lie half a hex farther in the direction of rising positions. A name is the
    line's number followed by the position's, each with ``digits`` digits, or the other way round with
    ``position_first``. ``upward`` lines count from the bottom of the map (rows numbered from south to north).
    """

    lines: str = "columns"
    shifted: str = "even"
    digits: int = 2
    position_first: bool = False
    upward: bool = False

    def name(self, line: int, position: int) -> str:
        first, second = (position, line) if self.position_first else (line, position)
        return f"{first:0{self.digits}d}{second:0{self.digits}d}"

    def is_shifted(self, line: int) -> bool:
        return line % 2 == (0 if self.shifted == "even" else 1)


@dataclass(frozen=True)
class HexGrid:
    """The hexes of a map: how many positions each line has, and which names are missing."""

    lengths: Sequence[int]
    numbering: HexNumbering = field(default_factory=HexNumbering)
    missing: frozenset[str] = frozenset()

    @cached_property
    def stride(self) -> int:
        """Numbers between two lines. There is one guard position between them, so that no shift runs over."""
        return max(self.lengths) + 1

    def id(self, line: int, position: int) -> int:
        return line * self.stride + position

    def places(self) -> list[tuple[int, int]]:
        """Every (line, position) of the map."""
        return [
            (line, position)
            for line, length in enumerate(self.lengths, 1)
            for position in range(1, length + 1)
            if self.numbering.name(line, position) not in self.missing
        ]

    def around(self, line: int, position: int) -> list[tuple[int, int]]:
        """The six neighbouring places, on the map or not."""
        low = position if self.numbering.is_shifted(line) else position - 1
        beside = [(line + side, low + half) for side in (-1, 1) for half in (0, 1)]
        return [(line, position - 1), (line, position + 1), *beside]

    def centre(self, line: int, position: int) -> Point:
        """In units of a hex's side, y downward."""
        along = math.sqrt(3) * (position + (0.5 if self.numbering.is_shifted(line) else 0.0))
        across = 1.5 * (len(self.lengths) + 1 - line if self.numbering.upward else line)
        return (across, along) if self.numbering.lines == "columns" else (along, across)

    def outline(self, line: int, position: int) -> tuple[Point, ...]:
        x, y = self.centre(line, position)
        first = 0 if self.numbering.lines == "columns" else 30
        turns = [math.radians(first + 60 * corner) for corner in range(6)]
        return tuple((round(x + math.cos(t), 4), round(y + math.sin(t), 4)) for t in turns)


class HexBoard(Board):
    """A board made of a hex grid (and perhaps some boxes beside it).

    The number of a hex is ``line * stride + position``; numbers below the stride are free for boxes. The six
    neighbours of a whole set are then found with a handful of shifts.
    """

    def __init__(
        self,
        grid: HexGrid,
        titles: Mapping[str, str] | None = None,
        boxes: Sequence[Space] = (),
        box_borders: Iterable[tuple[int, int]] = (),
        features: Mapping[str, SpaceSet] | None = None,
        border_features: Mapping[str, Iterable[tuple[int, int]]] | None = None,
    ) -> None:
        if any(not 0 <= box.id < grid.stride for box in boxes):
            raise ValueError(f"a box beside a hex grid needs a number below {grid.stride}")
        titles = titles or {}
        places = grid.places()
        on_map = set(places)
        hexes = []
        for line, position in places:
            name = grid.numbering.name(line, position)
            x, y = grid.centre(line, position)
            hexes.append(
                Space(
                    grid.id(line, position),
                    name,
                    title=titles.get(name, ""),
                    centre=(round(x, 4), round(y, 4)),
                    outline=grid.outline(line, position),
                )
            )
        borders = [
            (grid.id(*place), grid.id(*other))
            for place in places
            for other in grid.around(*place)
            if other in on_map and other > place
        ]
        beside = list(box_borders)
        super().__init__([*boxes, *hexes], [*borders, *beside], features, border_features)
        self.grid = grid
        self.hexes: SpaceSet = set_of(space.id for space in hexes)
        self._shifted = self._lines(shifted=True)
        self._level = self._lines(shifted=False)
        self._stride = grid.stride
        self._boxed = Links(len(self.names), beside) if beside else None

    def _lines(self, shifted: bool) -> SpaceSet:
        """All numbers, on the map or not, of the shifted (or the other) lines."""
        grid = self.grid
        return set_of(
            grid.id(line, position)
            for line in range(1, len(grid.lengths) + 1)
            for position in range(grid.stride)
            if grid.numbering.is_shifted(line) == shifted
        )

    def spread(self, spaces: SpaceSet) -> SpaceSet:
        stride = self._stride
        hexes = spaces & self.hexes
        beside = hexes << stride | hexes >> stride
        found = (
            beside | hexes << 1 | hexes >> 1 | (beside & self._shifted) >> 1 | (beside & self._level) << 1
        ) & self.hexes
        if self._boxed is not None:
            found |= self._boxed.spread(spaces)
        return found

    def distance(self, a: int, b: int) -> int | None:
        """Between hexes: as the crow flies, over hexes that are not on the map too."""
        if not (self.hexes >> a & 1 and self.hexes >> b & 1):
            return super().distance(a, b)
        stride = self._stride
        line_a, position_a = divmod(a, stride)
        line_b, position_b = divmod(b, stride)
        shift_a, shift_b = (int(self.grid.numbering.is_shifted(line)) for line in (line_a, line_b))
        across = abs(line_a - line_b)
        along = abs((2 * position_a + shift_a) - (2 * position_b + shift_b))
        return across + max(0, (along - across) // 2)

    def disc(self, hex: int, distance: int) -> SpaceSet:
        """The hexes at most so far from a hex, as the crow flies."""
        stride, lengths, is_shifted = self._stride, self.grid.lengths, self.grid.numbering.is_shifted
        line, position = divmod(hex, stride)
        found = 0
        for other in range(max(1, line - distance), min(len(lengths), line + distance) + 1):
            centre = 2 * position + is_shifted(line) - is_shifted(other)  # in half hexes
            along = 2 * distance + 1 - abs(line - other)
            first, last = max(1, (centre - along + 1) // 2), min(lengths[other - 1], (centre + along) // 2)
            if first <= last:
                found |= (1 << last + 1) - (1 << first) << other * stride
        return found & self.hexes


def area_board(
    areas: Sequence[Space],
    borders: Iterable[tuple[int, int]],
    features: Mapping[str, SpaceSet] | None = None,
    border_features: Mapping[str, Iterable[tuple[int, int]]] | None = None,
) -> Board:
    """A board of areas, each with its outline."""
    for area in areas:
        if area.kind == "area" and len(area.outline) < 3:
            raise ValueError(f"area {area.name} has an outline of {len(area.outline)} points")
    return Board(areas, borders, features, border_features)
