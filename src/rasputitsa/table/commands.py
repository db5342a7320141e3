"""What a client may send, as types; ``docs/protocol.md`` explains them. `read_command` reads and checks it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar, get_args

from .checking import Between, Length, Malformed, Matches, fault, kinds_of, read
from .problems import Problem

T = TypeVar("T")

# Printable characters only: not every database stores the others.
CommandId = Annotated[int, Between(0, 2**53 - 1)] | Annotated[str, Length(64, shortest=1), Matches(r"^[!-~]*\Z")]
Number = Annotated[int, Between(0, 2**53 - 1)]
Name = Annotated[str, Length(64)]
Key = Annotated[str, Length(100)]
ActionText = Annotated[str, Length(1000)]
Logged = Literal["play", "undo", "redo", "concede", "offer_draw", "accept_draw", "decline_draw", "claim_win"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """The first message: what the client holds."""

    type: Literal["hello"] = "hello"
    keys: Annotated[list[Key], Length(8)]
    log: Number = 0
    undos: Number | None = None
    chat: Number = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """What every command has: an id that the client chose."""

    id: CommandId


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatCommand(Command):
    """A command of the player of this side."""

    side: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchCommand(SeatCommand):
    """A command that goes into the match's log, meant for the position of that number; a play has an action."""

    type: Logged
    number: Number
    action: ActionText = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat(Command):
    """A line of the chat, from a side or as a spectator."""

    type: Literal["chat"] = "chat"
    text: str
    side: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rename(SeatCommand):
    """The player's name."""

    type: Literal["name"] = "name"
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(SeatCommand):
    """The player leaves the seat."""

    type: Literal["leave"] = "leave"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatBot(SeatCommand):
    """Puts a bot of that level into a seat, or removes it."""

    type: Literal["bot"] = "bot"
    level: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepKey(SeatCommand):
    """The client has stored the seat's new key: the old one ends."""

    type: Literal["keep_key"] = "keep_key"


@dataclass(frozen=True, slots=True, kw_only=True)
class SealWord(SeatCommand):
    """The player's browser has drawn a word for the dice, and promises it."""

    type: Literal["seal"] = "seal"
    seal: Annotated[str, Matches(r"^sha256:[0-9a-f]{64}\Z")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowWord(SeatCommand):
    """The player's browser shows the word that it sealed."""

    type: Literal["word"] = "word"
    word: Annotated[str, Matches(r"^[0-9a-f]{32,64}\Z")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Interrupt(Command):
    """Makes a thinking bot move now."""

    type: Literal["interrupt"] = "interrupt"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetWebhook(SeatCommand):
    """Where to say that it is this player's turn; null for nowhere."""

    type: Literal["webhook"] = "webhook"
    url: Annotated[str, Length(2000)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask(Command):
    """A query, which changes nothing; ``before`` is the first entry of the log that the client has."""

    type: Literal["ask"] = "ask"
    what: Literal["why", "forecast", "overlay", "hint", "standing", "log"]
    action: ActionText | None = None
    name: Name = ""
    token: Name | None = None
    before: Number | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ping(Command):
    """Asks for a sign of life."""

    type: Literal["ping"] = "ping"


AnyCommand = (
    MatchCommand | Chat | Rename | Leave | SeatBot | KeepKey | SealWord | ShowWord | Interrupt | SetWebhook | Ask | Ping
)
KINDS: dict[str, type[AnyCommand]] = dict.fromkeys(get_args(Logged), MatchCommand) | {
    "chat": Chat,
    "name": Rename,
    "leave": Leave,
    "bot": SeatBot,
    "keep_key": KeepKey,
    "seal": SealWord,
    "word": ShowWord,
    "interrupt": Interrupt,
    "webhook": SetWebhook,
    "ask": Ask,
    "ping": Ping,
}

_ID = kinds_of(CommandId)


def read_hello(data: Any) -> Hello:
    """The first message of a client, from plain data; else `Problem`."""
    return _read(data, {"hello": Hello}, "a hello")


def read_command(data: Any) -> AnyCommand:
    """A command from plain data; else `Problem`."""
    return _read(data, KINDS, "a command")


def id_of(data: Any) -> int | str | None:
    """What can still be read of a malformed command, so that it gets a reply."""
    found: int | str | None = data.get("id") if isinstance(data, dict) else None
    return None if fault(_ID, found) else found


def _read(data: Any, kinds: dict[str, type[T]], what: str) -> T:
    try:
        if not isinstance(data, dict):
            raise Malformed("Expected `object`.")
        name = data.get("type")
        if not isinstance(name, str) or name not in kinds:
            raise Malformed("Object missing required field `type`" if name is None else "Invalid value - at `$.type`")
        return read(kinds[name], data)
    except Malformed as error:
        raise Problem("malformed", f"This is not {what}: {error}") from None
