"""What a table needs to draw a game, as plain data. The client knows no rule; all it shows comes from here.

`Game.table` returns::

    {
      "name", "title", "about",                      # about: a few sentences, and how sure the facts are
      "sides": [{"name", "title"}],
      "scenarios", "options", "overlays",
      "board": {"spaces": [...], "borders": {...}, "box": [x, y, width, height]},
      "pieces": [{"id", "side", "title", "number", "size", "type", "faces": [face or null, ...]}],
      "cards": [{"id", "side", "name", "functions": [{"name", "title", "note", "rule"}]}],   # where there are hands
      "turns": [{"label", "notes", "space"}],        # space: the box of the turn, where there is one
      "phases": [{"name", "title", "side"}],
      "charts": [{"title", "rule", "head": [...], "rows": [[...], ...], "note"}],
    }

A face has strength, movement and ``reduced``, perhaps ``passive`` and a ``title`` ("spent"). Beside the hexes of a map
a space of another kind with an outline is drawn as an area, one without as a tray. A piece in a view has ``at`` (a
space), ``face`` (an index into its faces) and ``marks`` (short words).

A game with hands lists its ``cards`` here and has ``hands`` in its views, by side: ``count`` and ``played`` are for all
to see, ``cards`` are the ids of those held, or None where the viewer may not know them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .sets import members
from .spaces import Board, Point, Space

Data = dict[str, Any]


def note(text: str, rule: str) -> Data:
    """A remark on a space: an effect and its rule."""
    return {"text": text, "rule": rule}


def chart(title: str, rule: str, head: Sequence[str], rows: Sequence[Sequence[str]], remark: str = "") -> Data:
    return {"title": title, "rule": rule, "head": list(head), "rows": [list(row) for row in rows], "note": remark}


def board_data(board: Board, notes: Mapping[str, Sequence[Data]]) -> Data:
    """Spaces with shapes and features, borders with their lines. ``notes`` are remarks by the name of the space."""
    features: dict[int, list[str]] = {space.id: [] for space in board.spaces}
    for feature, spaces in board.features.items():
        for space in members(spaces):
            features[space].append(feature)
    return {
        "spaces": [
            {
                "name": space.name,
                "kind": space.kind,
                "title": space.title,
                "centre": list(space.centre),
                "outline": [list(point) for point in space.outline],
                "features": features[space.id],
                "notes": list(notes.get(space.name, ())),
                "neighbours": board.names_of(board.adjacent[space.id]),
            }
            for space in board.spaces
        ],
        "borders": {
            feature: [
                {
                    "between": [board.names[a], board.names[b]],
                    "line": [list(point) for point in shared_line(board.by_id[a], board.by_id[b])],
                }
                for a, b in links.pairs
            ]
            for feature, links in board.borders.items()
        },
        "box": bounding_box(board),
    }


def bounding_box(board: Board) -> list[float]:
    """x, y, width and height of all outlines, or of the centres where no space has one."""
    points = [point for space in board.spaces for point in space.outline] or [space.centre for space in board.spaces]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    width, height = max(x for x, _ in points) - left, max(y for _, y in points) - top
    return [round(number, 4) for number in (left, top, width, height)]


def shared_line(one: Space, other: Space) -> list[Point]:
    """The points of one outline that lie on the other too, in order: the line between two neighbours."""
    theirs = {(round(x, 2), round(y, 2)) for x, y in other.outline}
    common = [(round(x, 2), round(y, 2)) in theirs for x, y in one.outline]
    if all(common) or not any(common):
        return [point for point, shared in zip(one.outline, common, strict=True) if shared]
    size = len(common)
    start = next(i for i in range(size) if common[i] and not common[i - 1])
    line = []
    for step in range(size):
        if not common[(start + step) % size]:
            break
        line.append(one.outline[(start + step) % size])
    return line
