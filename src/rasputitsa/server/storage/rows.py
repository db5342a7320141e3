"""The rows that are kept of a match, and the writes that are made of them."""

from __future__ import annotations

from dataclasses import dataclass, field

PERSON, BOT, EMPTY = "person", "bot", "empty"


@dataclass(slots=True)
class Header:
    """What a match is, and where it stands, so that it can be listed without a replay.

    ``dice_id`` is the name that the dice were made for (another than ``id`` where a record was taken in). ``since`` is
    the number of the position in which the present side was first asked. ``script`` has the first dice of a tutorial.
    """

    id: str
    game: str
    rules: int
    scenario: str
    options: dict[str, str]
    dice_id: str
    commitment: str
    secret: bytes | None
    spectators: bytes
    created: float
    number: int = 0
    asked: str | None = None
    outcome: dict[str, str] | None = None
    since: int = 0
    next: str | None = None
    script: list[str] | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at a side: a person, a bot of some level, or nobody (yet).

    ``told`` is the last turn that was announced to the webhook; ``used`` says whether somebody ever came with the key.
    """

    side: str
    name: str
    kind: str
    level: str | None = None
    key: bytes | None = None
    webhook: str | None = None
    told: int = -1
    used: bool = True


@dataclass(frozen=True, slots=True)
class Deed:
    """Something done in a match. ``action`` is the text of a play; ``wish`` is the id that its client gave it."""

    seq: int
    deed: str
    side: str
    action: str
    wish: str
    at: float


@dataclass(frozen=True, slots=True)
class ChatLine:
    seq: int
    sender: str
    text: str
    wish: str
    at: float


@dataclass
class Stored:
    """All that is kept of a match."""

    header: Header
    seats: list[Seat]
    deeds: list[Deed] = field(default_factory=list)
    chat: list[ChatLine] = field(default_factory=list)


# Writes. Those that are submitted together happen together or not at all.


@dataclass(frozen=True, slots=True)
class NewMatch:
    stored: Stored


@dataclass(frozen=True, slots=True)
class Progress:
    """Deeds, and where the match stands after them."""

    match: str
    deeds: tuple[Deed, ...]
    number: int
    asked: str | None
    outcome: dict[str, str] | None
    since: int


@dataclass(frozen=True, slots=True)
class SeatSaved:
    match: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class ChatSaved:
    match: str
    line: ChatLine


@dataclass(frozen=True, slots=True)
class RematchMade:
    match: str
    next: str


Write = NewMatch | Progress | SeatSaved | ChatSaved | RematchMade
