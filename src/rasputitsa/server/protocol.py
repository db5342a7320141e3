"""What clients and server say to each other, as types. ``docs/protocol.md`` tells the whole story."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from msgspec import DecodeError, Meta, Raw, Struct, ValidationError
from msgspec.json import Decoder, Encoder

from .problems import Problem

Data = dict[str, Any]

WishId = Annotated[int, Meta(ge=0, lt=2**53)] | Annotated[str, Meta(max_length=64)]
Number = Annotated[int, Meta(ge=0, lt=2**53)]
Name = Annotated[str, Meta(max_length=64)]
Key = Annotated[str, Meta(max_length=100)]

# From clients over the websocket.


class Hello(Struct, tag="hello", frozen=True):
    """The first message: what the client holds."""

    keys: Annotated[list[Key], Meta(max_length=8)]
    log: Number = 0
    undos: Number | None = None
    chat: Number = 0


class Wish(Struct, frozen=True, kw_only=True):
    id: WishId


class DeedWish(Wish, frozen=True, kw_only=True):
    """A wish that goes into the match's log of deeds, meant for the position of that number."""

    side: Name
    number: Number
    action: Annotated[str, Meta(max_length=1000)] = ""

    @property
    def deed(self) -> str:
        return str(self.__struct_config__.tag)


class Play(DeedWish, tag="play", frozen=True, kw_only=True):
    pass


class Undo(DeedWish, tag="undo", frozen=True, kw_only=True):
    pass


class Redo(DeedWish, tag="redo", frozen=True, kw_only=True):
    pass


class Concede(DeedWish, tag="concede", frozen=True, kw_only=True):
    pass


class OfferDraw(DeedWish, tag="offer_draw", frozen=True, kw_only=True):
    pass


class AcceptDraw(DeedWish, tag="accept_draw", frozen=True, kw_only=True):
    pass


class DeclineDraw(DeedWish, tag="decline_draw", frozen=True, kw_only=True):
    pass


class Chat(Wish, tag="chat", frozen=True, kw_only=True):
    text: str
    side: Name | None = None


class Rename(Wish, tag="name", frozen=True, kw_only=True):
    side: Name
    name: str


class Leave(Wish, tag="leave", frozen=True, kw_only=True):
    side: Name


class SeatBot(Wish, tag="bot", frozen=True, kw_only=True):
    side: Name
    level: Name | None = None


class Interrupt(Wish, tag="interrupt", frozen=True, kw_only=True):
    pass


class SetWebhook(Wish, tag="webhook", frozen=True, kw_only=True):
    side: Name
    url: Annotated[str, Meta(max_length=2000)] | None = None


class Ask(Wish, tag="ask", frozen=True, kw_only=True):
    what: Literal["why", "forecast", "overlay", "hint"]
    action: Annotated[str, Meta(max_length=1000)] | None = None
    name: Name = ""
    piece: Name | None = None


AnyWish = (
    Play
    | Undo
    | Redo
    | Concede
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | Chat
    | Rename
    | Leave
    | SeatBot
    | Interrupt
    | SetWebhook
    | Ask
)
WISHES: Decoder[AnyWish] = Decoder(AnyWish)
HELLO = Decoder(Hello)


class OnlyId(Struct):
    """What can still be read of a malformed wish, so that it gets an answer."""

    id: WishId | None = None


ONLY_ID = Decoder(OnlyId)


# From the server over the websocket.


class SeatData(Struct):
    name: str
    kind: str
    level: str | None
    here: bool


class OutcomeData(Struct):
    winner: str
    reason: str
    rule: str


class StateMessage(Struct, tag="state"):
    number: int
    you: tuple[str, ...]
    asked: str | None
    view: Raw
    offers: Raw
    forecast: Raw | None
    can_undo: bool
    can_redo: bool
    log_from: int
    log: Raw
    seats: Raw
    thinking: str | None
    draw_offer: str | None
    outcome: OutcomeData | None
    commitment: str
    secret: str | None
    undos: int


class ErrorData(Struct):
    code: str
    text: str
    rule: str = ""


class Done(Struct, tag="done", omit_defaults=True):
    id: WishId
    number: int
    key: str | None = None


class AnswerMessage(Struct, tag="answer"):
    id: WishId
    data: Any


class Refused(Struct, tag="refused"):
    id: WishId | None
    error: ErrorData


class ChatMessage(Struct, tag="chat", rename={"sender": "from"}):
    sender: str
    text: str
    at: float
    number: int


class RematchMessage(Struct, tag="rematch"):
    match: str
    key: str
    side: str


class Bye(Struct, tag="bye"):
    text: str
    code: str


# Requests and answers over HTTP.


class Me(Struct, tag="me", tag_field="kind"):
    name: str = ""


class Link(Struct, tag="link", tag_field="kind"):
    name: str = ""


class Bot(Struct, tag="bot", tag_field="kind"):
    level: Name


class CreateMatch(Struct):
    """What a new match is to be."""

    seats: dict[str, Me | Link | Bot] = {}
    game: Name | None = None
    scenario: Name | None = None
    options: dict[str, str] = {}
    record: str | None = None
    tutorial: bool = False


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


class Summary(Struct):
    match: str
    game: str
    scenario: str
    options: dict[str, str]
    seats: dict[str, SeatData]
    number: int
    asked: str | None
    outcome: OutcomeData | None
    created: float
    you: tuple[str, ...]
    spectator: bool
    next: str | None


class Summaries(Struct):
    matches: list[Summary]


class EventData(Struct, omit_defaults=True):
    kind: str
    text: str
    rule: str
    spaces: tuple[str, ...]
    pieces: tuple[str, ...]
    only: str | None = None


class EntryData(Struct, omit_defaults=True):
    number: int
    side: str
    action: str
    events: list[EventData]
    forecast: Raw | None = None


class Replayed(Struct):
    number: int
    count: int
    view: Raw
    entry: EntryData | None


class LuckRoll(Struct):
    number: int
    turn: int
    action: str
    value: float


class Luck(Struct):
    total: float
    rolls: list[LuckRoll]


class Figure(Struct):
    name: str
    title: str
    values: dict[str, list[float]]


class DiceCheck(Struct):
    fair: bool | None
    checked: int
    line: int
    text: str


class Report(Struct):
    turns: list[int]
    figures: list[Figure]
    luck: dict[str, Luck]
    dice: DiceCheck
    outcome: OutcomeData
    commitment: str
    secret: str | None


class Lesson(Struct):
    title: str
    about: str
    side: str
    steps: list[Data]


class RuleData(Struct):
    number: str
    title: str
    text: str
    summary: str


class Health(Struct):
    ok: bool
    matches: int


class ErrorAnswer(Struct):
    error: ErrorData


ENCODER = Encoder()
encode = ENCODER.encode
T = TypeVar("T")


def read(decoder: Decoder[T], data: bytes | bytearray, what: str) -> T:
    """What a client sent; else `Problem`. Texts of the decoder name the place and the type that is wrong, no more."""
    try:
        return decoder.decode(data)
    except ValidationError as error:
        raise Problem("malformed", f"This is not {what}: {str(error)[:200]}") from None
    except (DecodeError, UnicodeDecodeError, RecursionError):
        raise Problem("malformed", f"This is not {what}: it is not proper JSON.") from None
