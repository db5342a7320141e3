"""Coming to a table, saying something there, being told what happened, and leaving it.

A page that runs a table by itself needs no more than this::

    joined = join(table, client, read_hello(first), now)      # what to store, and what to send to whom
    received = receive(table, client, message, now)            # the same for every later message
    gone = depart(table, client, now)

What is to be stored is stored before anything is sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core import RasputitsaError
from .client import Client, Now
from .commands import Hello, id_of, read_command
from .handling import Handled, handle
from .keys import Access, opened
from .problems import Problem, problem
from .protocol import ChatHistory, Message, chat_message, clock_data, refused
from .rows import ChatSaved, TableWrite
from .seat_changes import check_links, take_seats

if TYPE_CHECKING:
    from .table import Table

Outgoing = list[tuple[Client, Message]]


class Received(NamedTuple):
    """What comes of a message: what has to be stored, and then what is sent to whom, in this order."""

    writes: Sequence[TableWrite]
    messages: Outgoing


class Joined(NamedTuple):
    """What comes of a client that has come: what has to be stored, and whether others see it."""

    writes: Sequence[TableWrite]
    changed: bool


# Coming and going.


def admit(table: Table, hello: Hello) -> Access:
    """What the keys of a client open; else `Problem`."""
    access = opened(hello.keys, table.seats, table.header.spectators)
    if not access:
        raise Problem("forbidden", "Your key opens nothing in this match.")
    check_links(table, access)
    return access


def sit_down(table: Table, client: Client, hello: Hello, now: Now) -> Joined:
    """Give a client its place, by the keys in its hello."""
    client.access = admit(table, hello)
    sides = client.access.sides
    arrives = any(not table.is_connected(side) for side in sides)
    client.sides = sides
    client.sent = hello.log if hello.undos == table.undos and hello.log <= table.number else 0
    writes = take_seats(table, client, now)
    table.clients.add(client)
    starts = table.start_clock(now.clock)
    if arrives or starts:
        table.seats_changed()
    return Joined([*writes, *starts], arrives or bool(starts))


def welcome(table: Table, client: Client, hello: Hello, joined: Joined, now: Now) -> Outgoing:
    """What is sent when a client has sat down: the match, to all who see a change, and what the client lacks."""
    others = [other for other in table.clients if other is not client]
    messages = chat_lines(others, joined.writes)
    messages += show_all(table, now) if joined.changed else show(table, client, now)
    lines = table.chat[max(hello.chat, len(table.chat) - table.limits.chat_lines_at_once) :]
    if lines:
        history: ChatHistory = {"type": "chat_history", "lines": [chat_message(line) for line in lines]}
        messages.append((client, history))
    messages += [(client, {"type": "key", "side": side, "key": key}) for side, key in client.issued.items()]
    return messages


def join(table: Table, client: Client, hello: Hello, now: Now) -> Received:
    """A client comes to the table, with this hello; else `Problem`."""
    joined = sit_down(table, client, hello, now)
    return Received(joined.writes, welcome(table, client, hello, joined, now))


def depart(table: Table, client: Client, now: Now) -> Outgoing:
    """A client is gone: everybody sees who has left."""
    table.clients.discard(client)
    if all(table.is_connected(side) for side in client.sides):
        return []
    table.seats_changed()
    return show_all(table, now)


# Messages.


def receive(table: Table, client: Client, data: Any, now: Now) -> Received:
    """Whatever a client sends, as plain data, gets exactly one reply; a refused command has changed nothing."""
    try:
        handled = handle(table, client, read_command(data), now)
    except Problem as refusal:
        return Received((), [(client, refused(id_of(data), refusal.data()))])
    except RasputitsaError as error:
        return Received((), [(client, refused(id_of(data), problem(error).data()))])
    return Received(handled.writes, answers(table, client, handled, now))


def answers(table: Table, client: Client, handled: Handled, now: Now) -> Outgoing:
    """What is sent after a command that was carried out: the reply to its sender, and to all what has changed."""
    messages: Outgoing = [(client, handled.reply)]
    messages += [(other, {"type": "bye", "text": text, "code": "forbidden"}) for other, text in handled.dismissed]
    said = chat_lines(table.clients, handled.writes)
    if not handled.changed:
        return said + messages
    return messages + show_all(table, now) + said


def show(table: Table, client: Client, now: Now) -> Outgoing:
    """The match as a client may see it now; from then on the client has seen that."""
    wanted, client.seen = table.messages.wanted(client)
    client.sent = table.number
    messages: Outgoing = [(client, table.messages.message(wanted))]
    if table.header.clock is not None:
        messages.append((client, {"type": "clock", "clock": clock_data(table.header.clock, now.clock)}))
    return messages


def show_all(table: Table, now: Now) -> Outgoing:
    """The match as each client may see it now."""
    return [message for client in table.clients for message in show(table, client, now)]


def chat_lines(clients: Iterable[Client], writes: Iterable[TableWrite]) -> Outgoing:
    """The lines of the chat among what was stored, for these clients."""
    lines = [chat_message(item.line) for item in writes if isinstance(item, ChatSaved)]
    return [(client, line) for line in lines for client in clients]
