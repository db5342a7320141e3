"""What has to be stored of a match, as values: rows, and the writes that change them.

Whoever runs a table stores the writes before anybody is told what they are about.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..match import Clock, PlayerSeed

PERSON, BOT, EMPTY = "person", "bot", "empty"


@dataclass(slots=True)
class Header:
    """What a match is, and where it stands, so that it can be listed without a replay.

    ``dice_id`` is the match id that the dice were made for (not ``id`` where a record was imported). ``since`` is the
    number of the position in which the side that is asked now was first asked. ``script`` has the first dice of a
    tutorial, ``position`` the position that the match started from if it is not a scenario's, ``words`` what players
    added to the dice, ``clock`` what the players have left, if there is a clock. ``seals`` are those of the words; None
    where no words are exchanged. ``edition`` and ``data`` are the name of the game's edition and the fingerprint of its
    data, "" where they were not stored yet.
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
    position: dict[str, Any] | None = None
    words: dict[str, PlayerSeed] = field(default_factory=dict)
    clock: Clock | None = None
    seals: dict[str, str] | None = None
    edition: str = ""
    data: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a side: a person, a bot of some level, or nobody (yet).

    ``notified`` is the last turn that the webhook was notified of; ``used`` says whether ``key`` belongs to a player.
    If not, it is that of a link: whoever comes with it first gets ``next_key``, which replaces it. ``notes`` are the
    player's own, for nobody else to see. ``lent`` is a bot's seat that a person may play until a bot takes it again.
    """

    side: str
    name: str
    kind: str
    level: str | None = None
    key: bytes | None = None
    webhook: str | None = None
    notified: int = -1
    used: bool = True
    next_key: bytes | None = None
    notes: str = ""
    lent: bool = False


@dataclass(frozen=True, slots=True)
class LoggedCommand:
    """A command that changed a match. ``action`` is the text of a play; the client chose ``command_id``."""

    seq: int
    command: str
    side: str
    action: str
    command_id: str
    at: float


@dataclass(frozen=True, slots=True)
class ChatLine:
    seq: int
    sender: str
    text: str
    command_id: str
    at: float


@dataclass
class Stored:
    """All that is stored of a match. ``uptime`` is that of the server when it was read (see `uptime`)."""

    header: Header
    seats: list[Seat]
    commands: list[LoggedCommand] = field(default_factory=list)
    chat: list[ChatLine] = field(default_factory=list)
    uptime: float = 0.0


# Writes. Those that are returned together are stored together or not at all.


@dataclass(frozen=True, slots=True)
class ExchangeSaved:
    """The seals and the words that players have added to the dice."""

    match: str
    seals: dict[str, str]
    words: dict[str, PlayerSeed]


@dataclass(frozen=True, slots=True)
class Progress:
    """Commands, and where the match stands after them; ``clock`` and ``exchange`` are None where there is none."""

    match: str
    commands: tuple[LoggedCommand, ...]
    number: int
    asked: str | None
    outcome: dict[str, str] | None
    since: int
    clock: Clock | None = None
    exchange: ExchangeSaved | None = None


@dataclass(frozen=True, slots=True)
class ClockSaved:
    """A clock that starts or stops without a command."""

    match: str
    clock: Clock


@dataclass(frozen=True, slots=True)
class SeatSaved:
    match: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class ChatSaved:
    match: str
    line: ChatLine


TableWrite = Progress | ClockSaved | SeatSaved | ChatSaved
