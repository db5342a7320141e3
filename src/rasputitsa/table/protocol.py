"""What clients are told of a match, as types: plain data that any JSON writer takes.

`commands` has what clients send, `problems` what refusals look like; ``docs/protocol.md`` explains all of it.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ..core import Mark, Refusal
from ..core.events import EventData
from ..core.forecasts import ForecastData
from ..core.offers import Offers
from ..core.view import OutcomeShown, PlaceNamed, View
from ..core.warnings import WarningData
from ..match import Clock
from .changes import Changes
from .problems import ErrorData
from .rows import ChatLine

Id = int | str


class SeatData(TypedDict):
    name: str
    kind: str
    level: str | None
    here: bool
    lent: NotRequired[bool]


WordData = TypedDict("WordData", {"from": int, "word": str})


class EntryData(TypedDict):
    """An entry of the log as a client may know it."""

    number: int
    side: str
    action: str
    events: list[EventData]
    forecast: NotRequired[ForecastData]


class StateMessage(TypedDict):
    """The match as a client is shown it, first and after every change."""

    type: Literal["state"]
    number: int
    you: tuple[str, ...]
    asked: str | None
    shown: int
    view: View | None
    changes: Changes | None
    offers: Offers | None
    warnings: list[WarningData]
    forecast: ForecastData | None
    can_undo: bool
    can_redo: bool
    log_from: int
    log_gap: bool
    log: list[EntryData]
    seats: dict[str, SeatData]
    thinking: str | None
    draw_offer: str | None
    outcome: OutcomeShown | None
    commitment: str
    seals: dict[str, str] | None
    words: dict[str, WordData | None]
    awaited: list[str]
    secret: str | None
    undos: int


class Done(TypedDict):
    type: Literal["done"]
    id: Id
    number: int
    key: NotRequired[str]


class LogPage(TypedDict):
    """Entries of the log that a client lacks."""

    log_from: int
    log: list[EntryData]


class OverlayMark(TypedDict):
    """A `Mark` of an overlay, with all of its parts."""

    badge: str
    note: str
    tone: str
    toward: str


class RefusalData(TypedDict):
    """Why an action is not allowed: a `Refusal` as plain data."""

    rule: str
    reason: str
    quotation: str


class HintData(TypedDict):
    """What a bot would do, and why."""

    action: str
    label: str
    text: str
    places: list[PlaceNamed]  # that the text names


class AdviceData(HintData):
    """What a bot would have done for a side at a moment of the past; ``kind`` says what the object is."""

    level: str
    side: str
    kind: str
    object: str


class StandingData(TypedDict):
    """How the match stands as far as a side knows: the chance of each to win, and the standard error of these."""

    chances: dict[str, float]
    error: float


class Answers(TypedDict):
    """By what is asked (`Ask.what`): the data of the reply."""

    overlay: dict[str, OverlayMark]  # by space
    log: LogPage
    why: RefusalData | None  # None: it is allowed
    forecast: ForecastData | None
    hint: HintData
    standing: StandingData


Answer = dict[str, OverlayMark] | LogPage | RefusalData | ForecastData | HintData | StandingData | None


class Reply(TypedDict):
    type: Literal["reply"]
    id: Id
    data: Answer


class Pong(TypedDict):
    type: Literal["pong"]
    id: Id


class Refused(TypedDict):
    type: Literal["refused"]
    id: Id | None
    error: ErrorData


ChatMessage = TypedDict("ChatMessage", {"type": Literal["chat"], "from": str, "text": str, "at": float, "number": int})


class ChatHistory(TypedDict):
    type: Literal["chat_history"]
    lines: list[ChatMessage]


class ClockData(TypedDict):
    """The time control, what each side has left now, and the side whose time runs, if any."""

    kind: str
    seconds: int
    increment: int
    text: str
    left: dict[str, float]
    started: bool
    running: str | None


class ClockMessage(TypedDict):
    """Follows every state of a match with a clock."""

    type: Literal["clock"]
    clock: ClockData


class KeyMessage(TypedDict):
    """A seat's new key, which replaces the one of the link."""

    type: Literal["key"]
    side: str
    key: str


class Bye(TypedDict):
    """The last message: why the client has no place at the table any more."""

    type: Literal["bye"]
    text: str
    code: str


Message = StateMessage | Done | Reply | Pong | Refused | ChatMessage | ChatHistory | ClockMessage | KeyMessage | Bye


class Replayed(TypedDict):
    """A position of the past, and the action that led to it."""

    number: int
    count: int
    view: View
    entry: EntryData | None


class LuckRoll(TypedDict):
    number: int
    turn: int
    action: str
    value: float


class Luck(TypedDict):
    total: float
    rolls: list[LuckRoll]


class FigureByTurn(TypedDict):
    name: str
    title: str
    values: dict[str, list[float]]


class DiceCheck(TypedDict):
    fair: bool | None
    checked: int
    line: int
    text: str
    seeds: str  # what the text says of the players' seeds


class CourseMoment(TypedDict):
    """What a match looked like when a player's turn began: whose, and the chance of each side to win."""

    number: int  # of the position
    turn: int
    side: str  # "" at the end
    chances: dict[str, float]


class TurningPoint(TypedDict):
    """A player's turn in which the chances changed much: by how much for that player's side."""

    number: int  # of the position in which it began
    turn: int
    side: str
    change: float


class Course(TypedDict):
    """How a match went: what the dice and what the decisions of each side did for its chances."""

    moments: list[CourseMoment]
    turning_points: list[TurningPoint]  # the greatest first
    dice: dict[str, float]
    decisions: dict[str, float]


class LossesOfKind(TypedDict):
    """How many units of a kind each side has lost."""

    kind: str  # the type of the pieces
    lost: dict[str, int]


class CostlyBattle(TypedDict):
    """A battle: where, what it cost each side, and the places with a name that changed hands by it."""

    number: int  # of the position in which it began
    turn: int
    space: str
    lost: dict[str, int]
    taken: list[str]


class PlaceHeld(TypedDict):
    """What counts for victory: whose it is in the end, and what it is worth where points are counted."""

    text: str
    side: str  # "" for neither
    points: int | None


class Report(TypedDict):
    """The report of a match that is over."""

    turns: list[int]
    figures: list[FigureByTurn]
    losses: list[LossesOfKind]  # the commonest kind first
    battles: list[CostlyBattle]  # the costliest first
    places: list[PlaceHeld]  # in the end
    luck: dict[str, Luck]
    course: Course
    dice: DiceCheck
    outcome: OutcomeShown
    commitment: str
    seals: dict[str, str]
    words: dict[str, str | None]
    secret: str | None


def overlay_mark(mark: Mark) -> OverlayMark:
    return {"badge": mark.badge, "note": mark.note, "tone": mark.tone, "toward": mark.toward}


def refusal_data(refusal: Refusal) -> RefusalData:
    return {"rule": refusal.rule, "reason": refusal.reason, "quotation": refusal.quotation}


def clock_data(clock: Clock, now: float) -> ClockData:
    """A clock at that time."""
    return {
        "kind": clock.control.kind,
        "seconds": clock.control.seconds,
        "increment": clock.control.increment,
        "text": str(clock.control),
        "left": {side: round(clock.left_of(side, now), 3) for side in clock.left},
        "started": clock.started,
        "running": clock.side,
    }


def chat_message(line: ChatLine) -> ChatMessage:
    return {"type": "chat", "from": line.sender, "text": line.text, "at": line.at, "number": line.seq}


def refused(command_id: Id | None, error: ErrorData) -> Refused:
    return {"type": "refused", "id": command_id, "error": error}
