"""The file of the map, read and checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...core import Board, Space
from ...core.data import Source, point
from ...core.sets import SpaceSet, members, set_of, union
from ...core.spaces import Point
from .loader import CERTAINTY, GERMAN, KINDS, NUMBERED, TRAY_TITLES, TRAYS, area_list, area_set, words


@dataclass(frozen=True, slots=True)
class MapFacts:
    """The board, and what its file says beyond spaces and borders."""

    board: Board
    towns: Mapping[str, Point]
    sure: Mapping[str, str]
    shapes: tuple[tuple[str, tuple[Point, ...]], ...]
    edges: Mapping[str, SpaceSet]
    places: Mapping[str, int]


def read_map(source: Source) -> MapFacts:
    source.only("areas", "places", "edges", "rivers", "box", "water", "void", "outlines")
    outlines = source.table("outlines")
    spaces: list[Space] = []
    features: dict[str, SpaceSet] = dict.fromkeys((*KINDS, "city"), 0)
    towns: dict[str, Point] = {}
    sure: dict[str, str] = {}
    neighbours: dict[str, list[str]] = {}
    areas = source.tables("areas")
    check_numbers(source, areas)
    for number, area in enumerate(areas, 1):
        area.only("id", "title", "kind", "city", "centre", "town", "sure", "neighbours")
        name, kind = area.get("id", str), area.choice("kind", KINDS)
        centre = point(area, "centre", area.get("centre", list))
        spaces.append(Space(number, name, "area", area.get("title", str), centre, outline_of(outlines, name)))
        features[kind] |= 1 << number
        if area.get("city", bool, False):
            features["city"] |= 1 << number
        if "town" in area.data:
            towns[name] = point(area, "town", area.data["town"])
        sure[name] = area.choice("sure", CERTAINTY)
        neighbours[name] = words(area, "neighbours")
    for box in source.tables("box"):
        spaces.append(read_box(box, len(spaces) + 1, outlines))
    for tray, title in zip(TRAYS, TRAY_TITLES, strict=True):
        spaces.append(Space(len(spaces) + 1, tray, "tray", title))
    for lake in source.tables("water"):
        features["lake"] = features.get("lake", 0) | 1 << len(spaces) + 1
        spaces.append(read_lake(lake, len(spaces) + 1))
    ids = {space.name: space.id for space in spaces}
    edges = source.table("edges")
    edges.only("north-west", "north-east", "east", "south")
    edge_sets = {key: area_set(edges, key, ids) for key in edges.data}
    features["edge"] = union(edge_sets.values())
    borders = read_borders(source, neighbours, ids)
    rivers = read_rivers(source.table("rivers"), ids, borders)
    board = Board(spaces, borders, features, {"river": rivers})
    places = source.table("places")
    shapes = tuple((shape.get("title", str), outline_of(shape, "outline")) for shape in source.tables("void"))
    return MapFacts(
        board,
        towns,
        sure,
        shapes,
        edge_sets,
        {key: area_list(places, key, ids)[0] for key in places.data},
    )


def check_numbers(source: Source, areas: list[Source]) -> None:
    """2.0: areas 1 to 171 in order, then the four staging areas."""
    wanted = [*map(str, range(1, NUMBERED + 1)), "16A", "9A", "4A", "2A"]
    names = [area.get("id", str) for area in areas]
    if names != wanted:
        odd = next((name for name, known in zip(names, wanted, strict=False) if name != known), f"{len(names)} areas")
        raise source.error("areas", f"has {odd!r} out of order; it must list 1 to 171, then 16A, 9A, 4A and 2A")


def read_box(box: Source, number: int, outlines: Source) -> Space:
    """2.2: a box is a rectangle, or has an outline."""
    box.only("id", "title", "kind", "corner", "size", "centre", "sure")
    name = box.get("id", str)
    box.choice("sure", CERTAINTY)
    if "centre" in box.data:
        centre, outline = point(box, "centre", box.data["centre"]), outline_of(outlines, name)
    else:
        x, y = point(box, "corner", box.get("corner", list))
        width, height = point(box, "size", box.get("size", list))
        centre = x + width / 2, y + height / 2
        outline = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Space(number, name, "box", box.get("title", str), centre, outline)


def read_lake(lake: Source, number: int) -> Space:
    """2.4: water that nobody enters."""
    outline = outline_of(lake, "outline")
    centre = (sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline))
    return Space(number, lake.get("id", str), "area", lake.get("title", str), centre, outline)


def outline_of(source: Source, key: str) -> tuple[Point, ...]:
    """Points written as ``x,y x,y ...``"""
    try:
        found = tuple((float(x), float(y)) for x, y in (pair.split(",") for pair in words(source, key)))
    except ValueError:
        raise source.error(key, "is not a list of points; write each as x,y") from None
    if len(found) < 3:
        raise source.error(key, f"has {len(found)} points; an outline needs three or more")
    return found


def read_borders(
    source: Source, neighbours: Mapping[str, Iterable[str]], ids: Mapping[str, int]
) -> list[tuple[int, int]]:
    """Each border must be written on both its areas."""
    found = []
    for name, others in neighbours.items():
        for other in others:
            if other not in neighbours or other == name:
                raise source.error("areas", f"area {name} has the neighbour {other!r}, which is not another area")
            if name not in neighbours[other]:
                raise source.error("areas", f"area {name} has the neighbour {other}, but area {other} lacks {name}")
            found.append((ids[name], ids[other]))
    return found


def read_rivers(source: Source, ids: Mapping[str, int], borders: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """2.4.6: every river runs along borders."""
    known = set(borders)
    found = []
    for river in source.data:
        for text in words(source, river):
            one, _, other = text.partition("-")
            pair = ids.get(one, 0), ids.get(other, 0)
            if pair not in known:
                raise source.error(river, f"has {text!r}, but these areas are not adjacent")
            found.append(pair)
    return found


def front(board: Board, german: SpaceSet, side: int, areas: SpaceSet) -> SpaceSet:
    """The areas of one side that are adjacent to the other's."""
    mine = (german if side == GERMAN else ~german) & areas
    other = areas & ~mine
    return set_of(area for area in members(mine) if board.adjacent[area] & other)
