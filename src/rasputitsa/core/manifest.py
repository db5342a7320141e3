"""What is needed to draw a game, as plain data. The client knows no rule; all that it shows comes from here.

`Game.manifest` returns a `Manifest`; all of its parts stand below.

A face says what to print: ``print`` along the bottom of the counter, ``big`` on one too small for that, ``words`` for
those who listen, its ``title`` ("reduced"), and whether it is ``striped``. ``space`` is the box of a turn, where there
is one. A feature of spaces or borders is drawn in its style; one without a style is not drawn. Beside the hexes of a
map a space of another kind with an outline is drawn as an area, one without as a tray.

A piece whose ``shape`` is "block" stands with its face to its owner and is turned by a quarter from each face to the
next; the ``pips`` of a face (``sign``: dot, star or heart; ``count``; ``tone``) are printed along that side. Its
``colour`` is that of its formation. "disc" is the other shape; all else is a flat counter. On a map of areas the
``town`` of a space is where its town is drawn, ``shapes`` are parts of the sheet that are not in play, and ``links``
are arrows from box to box.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NotRequired, TypedDict

from .options import Option
from .sets import members
from .spaces import Board, Point, Space
from .values import Overlay, Scenario

if TYPE_CHECKING:
    from .game import Game

CERTAINTY = {  # how sure a value of a data file is, as players are told it
    "RULE": "in the rulebook",
    "INFERRED": "follows from the rulebook",
    "FOUND": "from other sources",
    "REBUILT": "reconstructed",
    "PRINTED": "as printed",
}
ABOUT_CERTAINTY = (
    "Other sources are public material about the game. What is reconstructed was found nowhere and made so that it "
    "fits the rules: it is not the printed value. Any value can be corrected in the game's data files."
)


class NoteData(TypedDict):
    """A remark and the rule behind it."""

    text: str
    rule: str


class SideData(TypedDict):
    name: str
    title: str
    colours: str


class TurnData(TypedDict):
    """A turn of the track; ``space`` is its box, where there is one."""

    label: str
    notes: list[str]
    space: str


class PhaseData(TypedDict):
    name: str
    title: str
    side: str | None


class ScenarioData(TypedDict):
    name: str
    title: str
    turns: list[TurnData]
    phases: list[PhaseData]


class OptionData(TypedDict):
    name: str
    title: str
    text: str
    choices: list[str]
    default: str
    rule: str


class OverlayData(TypedDict):
    """``legend`` says what its colours mean: pairs of a tone and words."""

    name: str
    title: str
    rule: str
    needs: str
    legend: list[list[str]]


class SpaceData(TypedDict):
    name: str
    id: int  # its number in sets of spaces
    label: str  # what people say: "0508 Vyazma"
    kind: str  # "hex", "area", "box", ...
    title: str
    centre: list[float]
    outline: list[list[float]]  # empty for a box that has no place on the map
    features: list[str]
    notes: list[NoteData]
    neighbours: list[str]
    town: NotRequired[list[float]]  # where the town of an area is


class BorderData(TypedDict):
    between: list[str]
    line: list[list[float]]


class ShapeData(TypedDict):
    """A part of the sheet that is not in play."""

    title: str
    outline: list[list[float]]


class BoardData(TypedDict):
    spaces: list[SpaceData]
    borders: dict[str, list[BorderData]]
    box: list[float]  # x, y, width and height
    shapes: NotRequired[list[ShapeData]]
    links: NotRequired[list[list[str]]]  # arrows from box to box


class Styles(TypedDict):
    """Drawing styles by feature of spaces and borders, and by note of a turn (the weather)."""

    spaces: dict[str, str]
    borders: dict[str, str]
    notes: NotRequired[dict[str, str]]


class PipData(TypedDict):
    """What is printed along the side of a block."""

    sign: str
    count: int
    tone: str


class FaceData(TypedDict):
    """One side of a counter."""

    print: str
    big: str
    words: str
    title: str
    striped: bool
    pips: NotRequired[PipData]


class PieceData(TypedDict):
    id: str
    side: str
    title: str
    number: str
    size: str
    type: str
    faces: list[FaceData | None]
    shape: NotRequired[str]  # "block" or "disc"; else a flat counter
    colour: NotRequired[str]  # of the formation it belongs to
    kind: NotRequired[str]
    zoc: NotRequired[bool]
    commander: NotRequired[str]
    certainty: NotRequired[dict[str, str]]


class BackData(TypedDict):
    """A piece that the viewer may not know."""

    title: str
    type: NotRequired[str]
    size: NotRequired[str]
    shape: NotRequired[str]
    words: NotRequired[str]


class CardFunction(TypedDict):
    name: str
    title: str
    note: str
    rule: str
    certainty: NotRequired[str]


class CardData(TypedDict):
    id: str
    side: str
    name: str
    functions: list[CardFunction]
    certainty: NotRequired[str]


class ChartData(TypedDict):
    title: str
    rule: str
    head: list[str]
    rows: list[list[str]]
    note: str


class CommonManifest(TypedDict):
    """What the manifests of all games say alike."""

    name: str
    title: str
    hidden: bool
    sides: list[SideData]
    scenarios: list[ScenarioData]
    options: list[OptionData]
    overlays: list[OverlayData]


class GameManifest(TypedDict):
    """How a game is drawn."""

    about: str  # a few sentences
    sources: str  # where the facts come from
    board: BoardData
    styles: Styles
    pieces: list[PieceData]
    backs: dict[str, BackData]
    charts: list[ChartData]
    cards: NotRequired[list[CardData]]


class Manifest(CommonManifest, GameManifest):
    """All that is needed to draw a game and never changes."""


def effect(text: str, rule: str) -> NoteData:
    """A remark on a space: an effect and its rule."""
    return {"text": text, "rule": rule}


def chart(title: str, rule: str, head: Sequence[str], rows: Sequence[Sequence[str]], remark: str = "") -> ChartData:
    return {"title": title, "rule": rule, "head": list(head), "rows": [list(row) for row in rows], "note": remark}


def face(print: str, big: str, words: str, title: str = "", striped: bool = False) -> FaceData:
    """One side of a counter."""
    return {"print": print, "big": big, "words": words, "title": title, "striped": striped}


def scenario_data(game: Game, scenario: Scenario) -> ScenarioData:
    """A scenario with its turns and phases."""
    return {
        "name": scenario.name,
        "title": scenario.title,
        "turns": [{"label": turn.label, "notes": list(turn.notes), "space": turn.space} for turn in scenario.turns],
        "phases": [
            {"name": phase.name, "title": phase.title, "side": side_name(game, phase.side)} for phase in scenario.phases
        ],
    }


def option_data(option: Option) -> OptionData:
    return {
        "name": option.name,
        "title": option.title,
        "text": option.text,
        "choices": list(option.choices),
        "default": option.default_choice,
        "rule": option.rule,
    }


def overlay_data(overlay: Overlay) -> OverlayData:
    return {
        "name": overlay.name,
        "title": overlay.title,
        "rule": overlay.rule,
        "needs": overlay.needs,
        "legend": [list(line) for line in overlay.legend],
    }


def side_name(game: Game, side: int | None) -> str | None:
    return None if side is None else game.sides[side].name


def board_data(board: Board, notes: Mapping[str, Sequence[NoteData]]) -> BoardData:
    """Spaces with shapes and features, borders with their lines. ``notes`` are remarks by the name of the space."""
    features: dict[int, list[str]] = {space.id: [] for space in board.spaces}
    for feature, spaces in board.features.items():
        for space in members(spaces):
            features[space].append(feature)
    return {
        "spaces": [
            {
                "name": space.name,
                "id": space.id,
                "label": space.label,
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
