"""What a view can be: everything that a viewer may be shown of a position, as types of plain data.

A view is built by `State.view`. All of its parts stand here, whichever game uses them; `web/types.js` is made from
these types (`make client-types`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict

from .values import Outcome


class Token(TypedDict):
    """A counter or block as the viewer sees it."""

    name: str  # the piece's id or, where that is hidden, its place: "70.2"
    piece: str | None  # what it is, where the viewer may know it
    at: str | None  # the space where it is
    owner: str
    face: int | None  # which of the piece's faces is up
    marks: list[str]  # what is written beside it: "moved", "out of supply"
    title: NotRequired[str]  # what people call it, where the piece's own title does not say it
    number: NotRequired[str]  # its designation, likewise
    type: NotRequired[str]  # its type of unit, likewise
    print: NotRequired[str]  # what is printed on it, where that changes during play
    big: NotRequired[str]  # the same on a counter too small for that
    back: NotRequired[str]  # which back is seen, where the piece is hidden
    lies: NotRequired[bool]  # a block that lies face up, for all to see; others stand
    due: NotRequired[int]  # the turn in which it returns


class PlaceNamed(TypedDict):
    """A space that a sentence names, and from which character to which."""

    space: str
    start: int
    end: int


class QuestionShown(TypedDict):
    """What is asked, as the viewer may read it."""

    step: str
    text: str
    rule: str
    places: NotRequired[list[PlaceNamed]]


Status = Literal["done", "now", "to come"]


class SequenceLine(TypedDict):
    """A phase of the present turn."""

    name: str
    title: str
    side: str | None
    status: Status


class OutcomeShown(TypedDict):
    """How the game ended."""

    winner: str
    reason: str
    rule: str


def outcome_data(outcome: Outcome) -> OutcomeShown:
    return {"winner": outcome.winner, "reason": outcome.reason, "rule": outcome.rule}


class Fact(TypedDict):
    """A small fact beside the map."""

    label: str
    value: str
    rule: str
    short: NotRequired[str]  # its name where it is always in sight
    side: NotRequired[str]  # whose it is
    sides: NotRequired[dict[str, int]]  # the figures of both sides
    track: NotRequired[list[int]]  # how far along a track, and how long that is
    sheet: NotRequired[Literal["score", "logistics"]]  # the part of the view that explains it


def fact_of_both(
    sides: Sequence[str], titles: Sequence[str], label: str, figures: Sequence[int], rule: str, short: str
) -> Fact:
    """A fact with a figure for each side, always in sight."""
    words = ", ".join(f"{title} {figure}" for title, figure in zip(titles, figures, strict=True))
    by_side = dict(zip(sides, figures, strict=True))
    return {"label": label, "value": words, "rule": rule, "short": short, "sides": by_side}


class BattleShown(TypedDict):
    """A battle that is declared, prepared or fought."""

    space: str
    attackers: list[str]
    defenders: NotRequired[list[str]]
    active: NotRequired[list[str]]  # the defenders that defend actively
    absorb: NotRequired[int]  # hits that the defender still absorbs


class Marker(TypedDict):
    """A sign on a space that is no piece."""

    space: str
    sign: str
    title: str
    side: NotRequired[str]


class ScoreLine(TypedDict):
    """What a side scores for."""

    text: str
    points: int
    rule: str
    side: NotRequired[str]


class ScoreSheet(TypedDict):
    """How the score is judged, and what it could still grow by."""

    title: str
    rule: str
    goal: int
    verdict: str
    open: list[ScoreLine]


class SheetLine(TypedDict):
    """A term of a sum; one without points changes the sum as a whole."""

    text: str
    points: int | None
    rule: str
    side: NotRequired[str]


class Sheet(TypedDict):
    """A figure explained term by term."""

    title: str
    rule: str
    lines: list[SheetLine]
    total: int | None


class Hand(TypedDict):
    """The cards of a side: which they are, and whether it asked not to be asked again, only its player is shown."""

    count: int
    cards: list[str] | None
    played: list[str]
    at_work: list[str]
    quiet: bool | None


class HeroCity(TypedDict):
    city: str
    stands: bool


class CommonView(TypedDict):
    """What the views of all games have alike."""

    game: str
    scenario: str
    heading: str
    turn: int
    phase: str
    active: str  # the side whose phase it is
    side: str | None  # who must act
    sequence: list[SequenceLine]
    outcome: OutcomeShown | None


class GameView(TypedDict):
    """What each game adds. What it does not have is left out, but all have tokens, facts, control and battles."""

    tokens: list[Token]
    status: list[Fact]
    control: dict[str, str]  # by space: the side that controls it
    battles: list[BattleShown]
    territory: NotRequired[dict[str, str]]  # by side: the spaces that it controls, as a hexadecimal number
    markers: NotRequired[list[Marker]]
    weather: NotRequired[str]  # the style in which the weather is drawn
    score: NotRequired[list[ScoreLine]]
    total: NotRequired[int]
    sheet: NotRequired[ScoreSheet]
    logistics: NotRequired[Sheet | None]
    hands: NotRequired[dict[str, Hand]]
    hero: NotRequired[HeroCity | None]


class View(CommonView, GameView):
    """All that a viewer may know of a position."""

    question: QuestionShown | None


class Figure(TypedDict):
    """A figure worth a chart, by side."""

    name: str
    title: str
    values: dict[str, int]
