"""How each command is handled: what it changes, what has to be stored of that, and what the sender is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .client import Client, Now
from .commands import (
    AnyCommand,
    Ask,
    Chat,
    Command,
    KeepKey,
    Leave,
    MatchCommand,
    Ping,
    Rename,
    SealWord,
    SeatBot,
    SeatCommand,
    ShowWord,
)
from .log import log_page
from .problems import Problem
from .protocol import Answer, Done, Pong, Reply, overlay_mark, refusal_data
from .rows import BOT, ChatSaved, SeatSaved, TableWrite
from .seat_changes import KEY_ENDED, LINK_USED, add_bot, check_seat_changes, keep_key, leave, remove_bot
from .texts import clean

if TYPE_CHECKING:
    from .table import Table

SPECTATOR = "spectator"  # who sends a line of the chat and plays no side


@dataclass(frozen=True, slots=True)
class Handled:
    """What comes of a command: first the ``writes`` are stored, then the reply is sent.

    If it ``changed`` the match everybody is shown it anew; lines of the chat among the writes are sent to everybody.
    The clients in ``dismissed`` have lost their place, for the reason that is given.
    """

    reply: Done | Reply | Pong
    writes: Sequence[TableWrite] = ()
    changed: bool = False
    dismissed: Sequence[tuple[Client, str]] = ()


def handle(table: Table, client: Client, command: AnyCommand, now: Now) -> Handled:
    """Carry a command out, or refuse it with a `Problem` (or an error of the engine), which changes nothing."""
    match command:
        case MatchCommand():
            return _match_command(table, client, command, now)
        case Ask():
            return Handled({"type": "reply", "id": command.id, "data": answer(table, client, command)})
        case Chat():
            return _chat(table, client, command, now)
        case Rename():
            check_seat(client, command.side)
            name = clean(command.name, table.limits.name_characters, "A name")
            return change_seat(table, command, name=name)
        case Leave():
            check_seat(client, command.side)
            writes = leave(table, command.side, now)
            return Handled(done(table, command), writes, changed=True)
        case SeatBot():
            return _seat_bot(table, client, command, now)
        case SealWord() | ShowWord():
            return _exchange_words(table, client, command, now)
        case KeepKey():
            check_seat(client, command.side)
            return confirm_key(table, client, command)
        case Ping():
            return Handled({"type": "pong", "id": command.id})
        case _:
            raise Problem("forbidden", "This cannot be done at this table.")


def done(table: Table, command: Command, key: str | None = None) -> Done:
    found: Done = {"type": "done", "id": command.id, "number": table.number}
    if key is not None:
        found["key"] = key
    return found


# Commands that go into the match's log.


def _match_command(table: Table, client: Client, command: MatchCommand, now: Now) -> Handled:
    check_seat(client, command.side)
    kind, side, command_id = command.type, command.side, str(command.id)
    if table.was_handled(side, command_id, kind, command.number, command.action):
        return Handled(done(table, command))
    _check_allowed(table, kind, side)
    progress = table.perform(kind, side, command.action, command.number, now, command_id)
    return Handled(done(table, command), [progress], changed=True)


def _check_allowed(table: Table, kind: str, side: str) -> None:
    if table.seats[side].kind == BOT:
        raise Problem("forbidden", "A bot plays this side. Remove the bot first.")
    if table.commands >= table.limits.commands_per_match:
        raise Problem("too-big", "The match has become too long.")
    if kind == "offer_draw" and table.seats[table.game.other(side)].kind == BOT:
        raise Problem("forbidden", "A bot does not agree to a draw.")


def _exchange_words(table: Table, client: Client, command: SealWord | ShowWord, now: Now) -> Handled:
    check_seat(client, command.side)
    match command:
        case SealWord():
            progress = table.seal_word(command.side, command.seal, now)
        case ShowWord():
            progress = table.show_word(command.side, command.word, now)
    if progress is None:
        return Handled(done(table, command))
    return Handled(done(table, command), [progress], changed=True)


# Chat.


def _chat(table: Table, client: Client, command: Chat, now: Now) -> Handled:
    sender, text = chat_line(table, client, command)
    if table.chat_was_handled(sender, text, str(command.id)):
        return Handled(done(table, command))
    most = table.limits.chat_lines_per_match // (1 if client.sides else 2)
    if len(table.chat) - table.notices >= most:
        raise Problem("too-big", "The chat of this match is full.")
    line = table.add_chat(sender, text, str(command.id), now)
    return Handled(done(table, command), [ChatSaved(table.id, line)])


def chat_line(table: Table, client: Client, command: Chat) -> tuple[str, str]:
    """Who says what in the chat; else `Problem`."""
    if command.side:
        check_seat(client, command.side)
    text = clean(command.text, table.limits.chat_characters, "A message")
    if not text:
        raise Problem("malformed", "The message is empty.")
    return command.side or (client.sides[0] if client.sides else SPECTATOR), text


# Seats.


def change_seat(table: Table, command: SeatCommand, **changes: Any) -> Handled:
    """Change a seat as nothing but its player's command says."""
    saved = SeatSaved(table.id, table.change_seat(command.side, **changes))
    return Handled(done(table, command), [saved], changed=True)


def confirm_key(table: Table, client: Client, command: SeatCommand) -> Handled:
    """If this client has been sent a new key for the seat, that one replaces the link's from now on.

    Other clients that came with the link's key have no place any more.
    """
    side = command.side
    if side not in client.issued or table.seats[side].next_key is None:
        return Handled(done(table, command))
    writes = keep_key(table, side)
    client.use_issued_key(side)
    others = [other for other in table.clients if other is not client and side in other.access.sides]
    return Handled(done(table, command), writes, dismissed=[(other, LINK_USED) for other in others])


def _seat_bot(table: Table, client: Client, command: SeatBot, now: Now) -> Handled:
    check_player(client)
    side, own = command.side, command.side in client.sides
    if side not in table.seats:
        raise Problem("malformed", f"There is no side {side[:40]!r} in this game.")
    check_seat_changes(table)
    key = None
    if command.level is not None:
        writes = add_bot(table, side, own, command.level, table.levels, now)
    else:
        key, writes = remove_bot(table, side, own, now)
    return Handled(done(table, command, key), writes, changed=True, dismissed=_end_access(table, side))


def _end_access(table: Table, side: str) -> list[tuple[Client, str]]:
    """Take the seat from all who came with a key to it, if no key opens it any more."""
    dismissed = []
    if table.seats[side].key is None:
        for client in table.clients:
            if side in client.access.sides:
                client.lose_seat(side)
                if not client.access:
                    dismissed.append((client, KEY_ENDED))
    return dismissed


# Queries.


def answer(table: Table, client: Client, command: Ask) -> Answer:
    """The answer to a query, which is made for the asker's side."""
    if command.what == "overlay":
        marks = table.match.state.overlay(command.name, table.viewer_of(client.sides), command.token)
        return {space: overlay_mark(mark) for space, mark in marks.items()}
    if command.what == "log":
        return log_page(table, command.before, client.sides)
    check_turn(table, client)
    state = table.match.state
    if command.what == "why":
        refusal = state.why_not(command.action or "")
        return refusal_data(refusal) if refusal else None
    if command.what == "forecast":
        forecast = state.forecast(command.action, table.asked)
        return forecast.data() if forecast else None
    raise Problem("unavailable", "There is no hint now.")


# Checks.


def check_seat(client: Client, side: str) -> None:
    if side not in client.sides:
        raise Problem("forbidden", "Your key does not open this seat.")


def check_player(client: Client) -> None:
    if not client.sides:
        raise Problem("forbidden", "Only players may do this.")


def check_turn(table: Table, client: Client) -> None:
    if table.asked not in client.sides:
        raise Problem("not-your-turn", "You can ask this when it is your turn.")
