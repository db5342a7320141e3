"""The messages between clients and server, as types. ``docs/protocol.md`` explains them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from msgspec import DecodeError, Meta, Raw, Struct, ValidationError
from msgspec.json import Decoder, Encoder

from ..match import Clock
from ..match.clock import DAY, LARGEST_INCREMENT, LONGEST_MATCH, LONGEST_TURN, MINUTE
from .problems import ErrorData, Problem
from .storage import ChatLine

Data = dict[str, Any]

# Printable characters only: not every database stores the others.
CommandId = (
    Annotated[int, Meta(ge=0, lt=2**53)] | Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[!-~]*\Z")]
)
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


class Command(Struct, frozen=True, kw_only=True):
    id: CommandId


class SeatCommand(Command, frozen=True, kw_only=True):
    """A command of the player of this side."""

    side: Name


class MatchCommand(SeatCommand, frozen=True, kw_only=True):
    """A command that goes into the match's log, meant for the position of that number."""

    number: Number
    action: Annotated[str, Meta(max_length=1000)] = ""

    @property
    def kind(self) -> str:
        return str(self.__struct_config__.tag)


class Play(MatchCommand, tag="play", frozen=True, kw_only=True):
    pass


class Undo(MatchCommand, tag="undo", frozen=True, kw_only=True):
    pass


class Redo(MatchCommand, tag="redo", frozen=True, kw_only=True):
    pass


class Concede(MatchCommand, tag="concede", frozen=True, kw_only=True):
    pass


class OfferDraw(MatchCommand, tag="offer_draw", frozen=True, kw_only=True):
    pass


class AcceptDraw(MatchCommand, tag="accept_draw", frozen=True, kw_only=True):
    pass


class DeclineDraw(MatchCommand, tag="decline_draw", frozen=True, kw_only=True):
    pass


class ClaimWin(MatchCommand, tag="claim_win", frozen=True, kw_only=True):
    """The opponent's time has run out."""


class Chat(Command, tag="chat", frozen=True, kw_only=True):
    text: str
    side: Name | None = None


class Rename(SeatCommand, tag="name", frozen=True, kw_only=True):
    name: str


class Leave(SeatCommand, tag="leave", frozen=True, kw_only=True):
    pass


class SeatBot(SeatCommand, tag="bot", frozen=True, kw_only=True):
    level: Name | None = None


class KeepKey(SeatCommand, tag="keep_key", frozen=True, kw_only=True):
    """The client has stored the seat's new key: the old one ends."""


class SealWord(SeatCommand, tag="seal", frozen=True, kw_only=True):
    """The player's browser has drawn a word for the dice, and promises it."""

    seal: Annotated[str, Meta(pattern=r"^sha256:[0-9a-f]{64}\Z")]


class ShowWord(SeatCommand, tag="word", frozen=True, kw_only=True):
    """The player's browser shows the word that it sealed."""

    word: Annotated[str, Meta(pattern=r"^[0-9a-f]{32,64}\Z")]


class Interrupt(Command, tag="interrupt", frozen=True, kw_only=True):
    pass


class SetWebhook(SeatCommand, tag="webhook", frozen=True, kw_only=True):
    url: Annotated[str, Meta(max_length=2000)] | None = None


class Ask(Command, tag="ask", frozen=True, kw_only=True):
    what: Literal["why", "forecast", "overlay", "hint", "log"]
    action: Annotated[str, Meta(max_length=1000)] | None = None
    name: Name = ""
    token: Name | None = None
    before: Number | None = None  # the first entry of the log that the client has


class Ping(Command, tag="ping", frozen=True, kw_only=True):
    """Asks for a sign of life."""


AnyCommand = (
    Play
    | Undo
    | Redo
    | Concede
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | ClaimWin
    | Chat
    | Rename
    | Leave
    | SeatBot
    | KeepKey
    | SealWord
    | ShowWord
    | Interrupt
    | SetWebhook
    | Ask
    | Ping
)
COMMANDS: Decoder[AnyCommand] = Decoder(AnyCommand)
HELLO = Decoder(Hello)


class OnlyId(Struct):
    """What can still be read of a malformed command, so that it gets a reply."""

    id: CommandId | None = None


ONLY_ID = Decoder(OnlyId)


# From the server over the websocket.


class SeatData(Struct, omit_defaults=True):
    name: str
    kind: str
    level: str | None
    here: bool
    lent: bool = False


class OutcomeData(Struct):
    winner: str
    reason: str
    rule: str


class WordData(Struct, rename={"since": "from"}):
    since: int
    word: str


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
    log_gap: bool
    log: Raw
    seats: Raw
    thinking: str | None
    draw_offer: str | None
    outcome: OutcomeData | None
    commitment: str
    seals: dict[str, str] | None
    words: dict[str, WordData | None]
    awaited: list[str]
    secret: str | None
    undos: int


class Done(Struct, tag="done", omit_defaults=True):
    id: CommandId
    number: int
    key: str | None = None


class Reply(Struct, tag="reply"):
    id: CommandId
    data: Any


class Pong(Struct, tag="pong"):
    id: CommandId


class Refused(Struct, tag="refused"):
    id: CommandId | None
    error: ErrorData


class ChatMessage(Struct, tag="chat", rename={"sender": "from"}):
    sender: str
    text: str
    at: float
    number: int


class ChatHistory(Struct, tag="chat_history"):
    lines: list[ChatMessage]


def chat_message(line: ChatLine) -> ChatMessage:
    return ChatMessage(sender=line.sender, text=line.text, at=line.at, number=line.seq)


class ClockData(Struct):
    """The time control, what each side has left now, and the side whose time runs, if any."""

    kind: str
    seconds: int
    increment: int
    text: str
    left: dict[str, float]
    started: bool
    running: str | None


def clock_data(clock: Clock, now: float) -> ClockData:
    control = clock.control
    left = {side: round(clock.left_of(side, now), 3) for side in clock.left}
    return ClockData(control.kind, control.seconds, control.increment, str(control), left, clock.started, clock.side)


class ClockMessage(Struct, tag="clock"):
    """Follows every state of a match with a clock."""

    clock: ClockData


class KeyMessage(Struct, tag="key"):
    """A seat's new key, which replaces the one of the link."""

    side: str
    key: str


class RematchMessage(Struct, tag="rematch"):
    match: str
    key: str
    side: str


class Bye(Struct, tag="bye"):
    text: str
    code: str


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
    """So many days for each turn."""

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
    clock: ClockData | None


class Summaries(Struct):
    matches: list[Summary]


class EventData(Struct, omit_defaults=True):
    kind: str
    text: str
    rule: str
    spaces: tuple[str, ...]
    tokens: tuple[str, ...]
    visible_to: str | None = None
    count: int = 0


class EntryData(Struct, omit_defaults=True):
    number: int
    side: str
    action: str
    events: list[EventData]
    forecast: Raw | None = None


class LogPage(Struct):
    """Entries of the log that a client lacks."""

    log_from: int
    log: list[EntryData]


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
    seals: dict[str, str]
    words: dict[str, str | None]
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


class ErrorBody(Struct):
    error: ErrorData


ENCODER = Encoder()
encode = ENCODER.encode
T = TypeVar("T")


def read(decoder: Decoder[T], data: bytes | bytearray, what: str) -> T:
    """What a client sent; else `Problem`. The decoder's texts name the place and the type that is wrong, no more."""
    try:
        return decoder.decode(data)
    except ValidationError as error:
        raise Problem("malformed", f"This is not {what}: {str(error)[:200]}") from None
    except (DecodeError, UnicodeDecodeError, RecursionError):
        raise Problem("malformed", f"This is not {what}: it is not proper JSON.") from None
