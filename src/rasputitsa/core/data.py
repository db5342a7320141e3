"""Data files: TOML, read once and checked hard.

Every error names the file, the key and the value. Maps, pieces and tables are checked here for what any game needs;
a game adds the checks of its own.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise
from typing import Any, TypeVar

from .corrections import FOLDERS, corrected, entry_numbers, keep
from .errors import DataError
from .sets import SpaceSet, members, set_of
from .spaces import Board, HexBoard, HexGrid, HexNumbering, Point, Space, area_board

T = TypeVar("T")


class Source:
    """A table of a data file, which knows the file's name and its own key.

    In an edition the entries of a list go by what a correction calls them (``named``), else by their index.
    """

    def __init__(self, data: Mapping[str, Any], file: str, key: str = "", named: bool = False) -> None:
        self.data = data
        self.file = file
        self.key = key
        self.named = named

    @classmethod
    def read(cls, package: str, name: str) -> Source:
        """The data file of that name in a game's package, with the corrections of the edition that it is."""
        source = cls.read_file(files(package) / name, f"{package.rpartition('.')[2].partition('@')[0]}/{name}")
        folder = FOLDERS.get(package)
        if folder is not None and (folder / name).is_file():
            correction = cls.read_file(folder / name, f"{folder.name}/{name}")
            source = cls(corrected(source.data, correction.data, correction.file), correction.file, named=True)
        keep(package, name, source.data)
        return source

    @classmethod
    def read_file(cls, path: Traversable, file: str) -> Source:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise DataError(file, "", f"cannot be read: {error}") from None
        return cls.parse(text, file)

    @classmethod
    def parse(cls, text: str, file: str) -> Source:
        try:
            return cls(tomllib.loads(text), file)
        except tomllib.TOMLDecodeError as error:
            raise DataError(file, "", f"not valid TOML: {error}") from None

    def error(self, key: str, problem: str) -> DataError:
        return DataError(self.file, f"{self.key}.{key}" if self.key and key else self.key or key, problem)

    def get(self, key: str, kind: type[T], default: T | None = None) -> T:
        """The value of a key, of this type. A key without a default must be there."""
        if key not in self.data:
            if default is None:
                raise self.error(key, f"is missing; it must be of type {kind.__name__}")
            return default
        value = self.data[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(key, f"is {value!r}; it must be of type {kind.__name__}")
        return value

    def texts(self, key: str, default: list[str] | None = None) -> list[str]:
        values: list[Any] = self.get(key, list, default)
        for value in values:
            if not isinstance(value, str):
                raise self.error(key, f"holds {value!r}; only texts are allowed there")
        return values

    def choice(self, key: str, choices: Iterable[str], default: str | None = None) -> str:
        value = self.get(key, str, default)
        if value not in (known := list(choices)):
            raise self.error(key, f"is {value!r}; it must be one of {', '.join(known)}")
        return value

    def table(self, key: str) -> Source:
        return Source(self.get(key, dict), self.file, f"{self.key}.{key}" if self.key else key, self.named)

    def tables(self, key: str) -> list[Source]:
        """The tables of an array, each with a key like ``unit[3]``."""
        values: list[Any] = self.get(key, list)
        for value in values:
            if not isinstance(value, dict):
                raise self.error(key, f"holds {value!r}; only tables are allowed there")
        names = [f".{name}" for name in entry_numbers(values)] if self.named else [f"[{n}]" for n in range(len(values))]
        whole = f"{self.key}.{key}".lstrip(".")
        return [
            Source(value, self.file, f"{whole}{name}", self.named) for value, name in zip(values, names, strict=True)
        ]

    def only(self, *keys: str) -> None:
        """Refuse keys that nobody reads: most often they are misspelt."""
        for key in self.data:
            if key not in keys:
                raise self.error(key, f"is not known here; known keys: {', '.join(keys)}")


def place(source: Source, key: str, name: str, ids: Mapping[str, int]) -> int:
    """The number of a space that a data file names."""
    if name not in ids:
        raise source.error(key, f"names {name!r}, which is not a space on the map")
    return ids[name]


def places(source: Source, key: str, ids: Mapping[str, int]) -> SpaceSet:
    """The set of spaces that a list in a data file names, none of them twice."""
    names = source.texts(key)
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise source.error(key, f"names {twice!r} twice")
    return set_of(place(source, key, name, ids) for name in names)


def pairs(source: Source, key: str, ids: Mapping[str, int]) -> list[tuple[int, int]]:
    """Borders written as ``"0105-0106"``, or chains as ``"0603-0704-0803"``."""
    found: list[tuple[int, int]] = []
    for text in source.texts(key):
        names = text.split("-")
        if len(names) < 2:
            raise source.error(key, f"holds {text!r}; write borders as two or more spaces joined by '-'")
        numbers = [place(source, key, name, ids) for name in names]
        if any(a == b for a, b in pairwise(numbers)):
            raise source.error(key, f"holds {text!r}; no space borders itself")
        found += pairwise(numbers)
    return found


def point(source: Source, key: str, value: object) -> Point:
    """A point of the map, written as ``[x, y]``."""
    if isinstance(value, list) and len(value) == 2 and all(type(number) in (int, float) for number in value):
        x, y = map(float, value)
        if math.isfinite(x) and math.isfinite(y):
            return x, y
    raise source.error(key, f"holds {value!r}; a point is written as two numbers, [x, y]")


def hex_grid(source: Source) -> HexGrid:
    """The table ``[grid]`` of a hex map."""
    source.only("lines", "shifted", "digits", "position_first", "upward", "lengths", "missing")
    numbering = HexNumbering(
        lines=source.choice("lines", ("columns", "rows")),
        shifted=source.choice("shifted", ("odd", "even")),
        digits=source.get("digits", int, 2),
        position_first=source.get("position_first", bool, False),
        upward=source.get("upward", bool, False),
    )
    lengths = source.get("lengths", list)
    if not lengths or not all(type(length) is int and 0 < length < 100 for length in lengths):
        raise source.error("lengths", f"is {lengths!r}; it must give each line a length from 1 to 99")
    if not 0 < numbering.digits < 10 or max(len(lengths), *lengths) >= 10**numbering.digits:
        raise source.error("digits", f"is {numbering.digits}; each hex needs a name of its own")
    grid = HexGrid(lengths, numbering, frozenset(source.texts("missing", [])))
    names = {numbering.name(line, position) for line, n in enumerate(lengths, 1) for position in range(1, n + 1)}
    for name in sorted(grid.missing - names):
        raise source.error("missing", f"names {name!r}, which would not be on the map anyway")
    if grid.missing == names:
        raise source.error("missing", "names every hex of the map; one must be left")
    return grid


def hex_board(source: Source, boxes: Sequence[Space] = ()) -> HexBoard:
    """A hex map: ``[grid]``, ``[spaces]`` with a list of hexes a feature, ``[borders]`` with pairs or chains a
    feature, ``[names]`` with the name of a hex; perhaps ``[[box]]`` with the hexes that a box beside the map touches
    and, if it has a place beside them, its outline and where units lie in it, in units of a hex's side.

    The boxes of the file are numbered after those that the game gives.
    """
    grid = hex_grid(source.table("grid"))
    ids = {grid.numbering.name(*at): grid.id(*at) for at in grid.places()}
    titles = source.table("names")
    for name in titles.data:
        place(titles, name, name, ids)
        titles.get(name, str)
    spaces = source.table("spaces")
    features = {key: places(spaces, key, ids) for key in spaces.data}
    borders = source.table("borders")
    border_features = {key: pairs(borders, key, ids) for key in borders.data}
    touching = {frozenset((grid.id(*at), grid.id(*other))) for at in grid.places() for other in grid.around(*at)}
    _must_touch(borders, border_features, touching, {number: name for name, number in ids.items()})
    beside, touches = _boxes(source, len(boxes), ids)
    return HexBoard(grid, dict(titles.data), [*boxes, *beside], touches, features, border_features)


def _boxes(source: Source, first: int, ids: Mapping[str, int]) -> tuple[list[Space], list[tuple[int, int]]]:
    """The boxes beside a hex map and the hexes that they touch."""
    boxes: list[Space] = []
    touches: list[tuple[int, int]] = []
    for number, box in enumerate(source.tables("box") if "box" in source.data else [], first):
        box.only("name", "title", "kind", "touches", "outline", "centre")
        name = box.get("name", str)
        outline = tuple(point(box, "outline", value) for value in box.get("outline", list, []))
        centre = point(box, "centre", box.get("centre", list)) if outline else (0.0, 0.0)
        boxes.append(Space(number, name, box.get("kind", str, "box"), box.get("title", str, name), centre, outline))
        touches += [(number, hex) for hex in members(places(box, "touches", ids))]
    return boxes, touches


def polygon_board(source: Source) -> Board:
    """A map of areas and boxes: ``[[area]]`` with name, title, kind, outline and centre; ``[spaces]`` and
    ``[borders]`` as for hexes, where ``borders.plain`` lists the borders without a feature."""
    areas = []
    ids: dict[str, int] = {}
    for number, area in enumerate(source.tables("area"), 1):
        area.only("name", "title", "kind", "outline", "centre")
        name = area.get("name", str)
        if name in ids or not re.fullmatch(r"[^\s-]+", name):
            raise area.error("name", f"is {name!r}; it must be new and without blanks or '-'")
        ids[name] = number
        outline = tuple(point(area, "outline", value) for value in area.get("outline", list))
        if len(outline) < 3:
            raise area.error("outline", f"has {len(outline)} points; an outline needs three or more")
        centre = point(area, "centre", area.get("centre", list))
        title = area.get("title", str, name)
        areas.append(Space(number, name, area.get("kind", str, "area"), title, centre, outline))
    if not areas:
        raise source.error("area", "is empty; a map needs at least one area")
    spaces = source.table("spaces")
    features = {key: places(spaces, key, ids) for key in spaces.data}
    borders = source.table("borders")
    border_features = {key: pairs(borders, key, ids) for key in borders.data}
    everything = [pair for some in border_features.values() for pair in some]
    border_features.pop("plain", None)
    return area_board(areas, everything, features, border_features)


def _must_touch(
    source: Source,
    features: Mapping[str, Iterable[tuple[int, int]]],
    touching: set[frozenset[int]],
    names: Mapping[int, str],
) -> None:
    for key, found in features.items():
        for a, b in found:
            if frozenset((a, b)) not in touching:
                raise source.error(key, f"has {names[a]}-{names[b]}, but these hexes do not touch")


def results_table(source: Source, columns: Sequence[str], results: Iterable[str]) -> dict[str, list[str]]:
    """A combat results table: for every column the results of the six faces, without a hole."""
    known = set(results)
    source.only(*columns)
    table: dict[str, list[str]] = {}
    for column in columns:
        row = source.texts(column)
        if len(row) != 6:
            raise source.error(column, f"has {len(row)} results; each column needs one for each of the six faces")
        for result in row:
            if result not in known:
                raise source.error(column, f"holds {result!r}; results are {', '.join(sorted(known))}")
        table[column] = row
    return table
