"""What only the server says and is told: requests and responses over HTTP, and the news of a rematch.

`table.commands` and `table.protocol` have the messages of a match. ``docs/protocol.md`` explains all of them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict, TypeVar

from msgspec import DecodeError, Meta, Struct, ValidationError
from msgspec.json import Decoder, Encoder

from ..match import TimeControl
from ..match.clock import DAY, LARGEST_INCREMENT, LONGEST_MATCH, LONGEST_TURN, MINUTE
from ..table.new_matches import MatchWanted, SeatWanted, lesson_name
from ..table.problems import ErrorData, Problem
from ..table.summaries import Summary

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

    def wanted(self) -> SeatWanted:
        return SeatWanted("me", self.name)


class Link(Struct, tag="link", tag_field="kind"):
    name: str = ""

    def wanted(self) -> SeatWanted:
        return SeatWanted("link", self.name)


class Bot(Struct, tag="bot", tag_field="kind"):
    level: Name

    def wanted(self) -> SeatWanted:
        return SeatWanted("bot", level=self.level)


class Moment(Struct):
    """A position of a match that is played on from; ``key`` opens that match."""

    match: Name
    number: Number
    key: Key = ""


class CorrespondenceClock(Struct, tag="correspondence", tag_field="kind"):
    """Days per turn."""

    days: Annotated[int, Meta(ge=1, le=LONGEST_TURN // DAY)]

    def control(self) -> TimeControl:
        return TimeControl("correspondence", self.days * DAY)


class LiveClock(Struct, tag="live", tag_field="kind"):
    """So many minutes a side for the whole match, and seconds that are added at the beginning of each turn."""

    minutes: Annotated[float, Meta(ge=0.05, le=LONGEST_MATCH // MINUTE)]
    increment: Annotated[int, Meta(ge=0, le=LARGEST_INCREMENT)] = 0

    def control(self) -> TimeControl:
        return TimeControl("live", round(self.minutes * MINUTE), self.increment)


class CreateMatch(Struct, rename={"moment": "from"}):
    """What kind of match is wanted."""

    seats: dict[str, Me | Link | Bot] = {}
    game: Name | None = None
    scenario: Name | None = None
    options: dict[str, str] = {}
    record: str | None = None
    position: str | Data | None = None
    moment: Moment | None = None
    tutorial: bool | Name = False
    after: bool = False
    problem: Name = ""
    analysis: Annotated[int, Meta(ge=0, le=6)] | None = None
    clock: CorrespondenceClock | LiveClock | None = None

    def wanted(self) -> MatchWanted:
        """The same as the table reads it."""
        return MatchWanted(
            seats={side: seat.wanted() for side, seat in self.seats.items()},
            game=self.game,
            scenario=self.scenario,
            options=self.options,
            record=self.record,
            position=self.position,
            tutorial=lesson_name(self.tutorial),
            after=self.after,
            problem=self.problem,
            analysis=self.analysis,
            clock=self.clock.control() if self.clock else None,
        )


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


class Summaries(Struct):
    matches: list[Summary]


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
