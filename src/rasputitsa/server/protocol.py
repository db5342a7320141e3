"""What only the server says and is told: requests and responses over HTTP, and the news of a rematch.

`table.commands` and `table.protocol` have the messages of a match. ``docs/protocol.md`` explains all of them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict, TypeVar

from msgspec import DecodeError, Meta, Struct, ValidationError
from msgspec.json import Decoder, Encoder

from ..core.manifest import OptionData, OverlayData, ScenarioData, SideData
from ..core.view import OutcomeShown
from ..match.clock import DAY, LARGEST_INCREMENT, LONGEST_MATCH, LONGEST_TURN, MINUTE
from ..table.problems import ErrorData, Problem
from ..table.protocol import ClockData, SeatData

Data = dict[str, Any]
Number = Annotated[int, Meta(ge=0, lt=2**53)]
Name = Annotated[str, Meta(max_length=64)]
Key = Annotated[str, Meta(max_length=100)]


class RematchMessage(TypedDict):
    """The match that follows this one: what this player plays there, and with which key."""

    type: Literal["rematch"]
    match: str
    key: str
    side: str


# Requests and responses over HTTP.


class Me(Struct, tag="me", tag_field="kind"):
    name: str = ""


class Link(Struct, tag="link", tag_field="kind"):
    name: str = ""


class Bot(Struct, tag="bot", tag_field="kind"):
    level: Name


class Moment(Struct):
    """A position of a match that is played on from; ``key`` opens that match."""

    match: Name
    number: Number
    key: Key = ""


class CorrespondenceClock(Struct, tag="correspondence", tag_field="kind"):
    """Days per turn."""

    days: Annotated[int, Meta(ge=1, le=LONGEST_TURN // DAY)]


class LiveClock(Struct, tag="live", tag_field="kind"):
    """So many minutes a side for the whole match, and seconds that are added at the beginning of each turn."""

    minutes: Annotated[float, Meta(ge=0.05, le=LONGEST_MATCH // MINUTE)]
    increment: Annotated[int, Meta(ge=0, le=LARGEST_INCREMENT)] = 0


class CreateMatch(Struct, rename={"moment": "from"}):
    """What kind of match is wanted."""

    seats: dict[str, Me | Link | Bot] = {}
    game: Name | None = None
    scenario: Name | None = None
    options: dict[str, str] = {}
    record: str | None = None
    position: str | Data | None = None
    moment: Moment | None = None
    tutorial: bool = False
    clock: CorrespondenceClock | LiveClock | None = None


class Created(Struct):
    match: str
    keys: dict[str, str]
    spectators: str


class RematchCreated(Struct, omit_defaults=True):
    match: str
    keys: dict[str, str]
    spectators: str | None = None


class Mine(Struct):
    keys: Annotated[list[Key], Meta(max_length=500)]


class Notes(Struct):
    """A player's own notes."""

    text: str


class Summary(Struct):
    match: str
    game: str
    edition: str
    scenario: str
    options: dict[str, str]
    seats: dict[str, SeatData]
    number: int
    asked: str | None
    outcome: OutcomeShown | None
    created: float
    you: tuple[str, ...]
    spectator: bool
    next: str | None
    clock: ClockData | None


class Summaries(Struct):
    matches: list[Summary]


class LessonWay(TypedDict):
    """A place on the ways through a lesson: the action that is best, how many are left, and where each one leads."""

    best: NotRequired[str]
    left: int
    to: dict[str, int]


class LessonStep(TypedDict):
    """What the learner is told and has to do next (docs/protocol.md)."""

    say: str
    heading: NotRequired[str]
    rule: NotRequired[str]
    show: NotRequired[list[str]]
    overlay: NotRequired[str]
    piece: NotRequired[str]
    do: NotRequired[list[str]]
    auto: NotRequired[bool]
    free: NotRequired[bool]
    ways: NotRequired[list[LessonWay]]


class Lesson(Struct):
    title: str
    about: str
    side: str
    steps: list[LessonStep]


class GameLine(TypedDict):
    """A game in short."""

    name: str
    title: str
    about: str
    sources: str
    hidden: bool
    sides: list[SideData]
    scenarios: list[ScenarioData]
    options: list[OptionData]
    overlays: list[OverlayData]
    bots: list[str]
    tutorial: bool


class RuleData(Struct):
    number: str
    title: str
    text: str
    summary: str


class Health(Struct):
    ok: bool
    matches: int


class ErrorBody(Struct):
    error: ErrorData


ENCODER = Encoder()
encode = ENCODER.encode
PLAIN: Decoder[Any] = Decoder()
T = TypeVar("T")


def read(decoder: Decoder[T], data: bytes | bytearray, what: str) -> T:
    """What a client sent; else `Problem`. The decoder's texts name the place and the type that is wrong, no more."""
    try:
        return decoder.decode(data)
    except ValidationError as error:
        raise Problem("malformed", f"This is not {what}: {str(error)[:200]}") from None
    except (DecodeError, UnicodeDecodeError, RecursionError):
        raise Problem("malformed", f"This is not {what}: it is not proper JSON.") from None
