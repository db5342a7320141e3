"""How seats change hands. Each function changes the table and returns what is to be stored.

The key of a link is replaced when it is first used, so that whoever made the link cannot sit in the guest's place
unnoticed. The old key ends when the guest's client says that it has stored the new one, or connects with it.

A player may let a bot play and come back; nobody else touches that bot. The seat of a bot may be lent to a person, who
gives it up when a bot takes it again. Nobody holds a key to a seat that was given up. Every change is a line of the
chat, for all to see.
"""

from __future__ import annotations

from collections.abc import Sequence
from hmac import compare_digest
from typing import TYPE_CHECKING, Any

from ..core import Game
from .client import Client, Now
from .keys import Access, hash_of, new_key
from .problems import Problem
from .rows import BOT, EMPTY, PERSON, ChatSaved, Seat, SeatSaved, TableWrite

if TYPE_CHECKING:
    from .table import Table

LINK_USED = "This link was already used. Its player has another key now."
KEY_ENDED = "A bot has taken this seat. Its key has ended."
NOT_YOURS = "Its player lets this bot play, and alone can change that."
NOBODYS: dict[str, Any] = {"key": None, "next_key": None, "used": False, "notes": "", "webhook": None, "lent": False}
Writes = list[TableWrite]


def check_links(table: Table, access: Access) -> None:
    """Refuse the key of a link while the client that used it is connected and about to confirm its new key."""
    for side, key in zip(access.sides, access.keys, strict=True):
        seat = table.seats[side]
        came_with_link = seat.key is not None and compare_digest(hash_of(key), seat.key)
        if came_with_link and seat.next_key is not None and any(side in other.issued for other in table.clients):
            raise Problem("forbidden", LINK_USED)


def take_seats(table: Table, client: Client, now: Now) -> Writes:
    """Seat a client that has come; for the key of a link it is issued a new one."""
    writes: Writes = []
    for side, key in zip(client.access.sides, client.access.keys, strict=True):
        seat = table.seats[side]
        if not seat.used and seat.kind != BOT:
            if seat.next_key is not None and compare_digest(hash_of(key), seat.next_key):
                writes += keep_key(table, side)
            else:
                check_seat_changes(table)
                client.issued[side] = new_key()
                writes += _take_with_link(table, side, hash_of(client.issued[side]), now)
        elif seat.kind == EMPTY:
            check_seat_changes(table)
            writes += _take_again(table, side, now)
    return writes


def check_seat_changes(table: Table) -> None:
    if table.notices >= table.limits.seat_changes_per_match:
        raise Problem("too-many", "The seats of this match have changed too often.")


def _take_with_link(table: Table, side: str, key: bytes, now: Now) -> Writes:
    """Somebody has come with the key of a link and gets another one."""
    again = table.seats[side].next_key is not None
    text = f"The link for {_title(table, side)} was used{' again' if again else ''}."
    return _changed(table, side, text, now, kind=PERSON, next_key=key, webhook=None)


def _take_again(table: Table, side: str, now: Now) -> Writes:
    """A player who had left is back."""
    return _changed(table, side, f"{_title(table, side)} is played by a person again.", now, kind=PERSON)


def keep_key(table: Table, side: str) -> Writes:
    """The new key is known to be stored: the link's key ends."""
    seat = table.seats[side]
    return [SeatSaved(table.id, table.change_seat(side, key=seat.next_key, next_key=None, used=True))]


def leave(table: Table, side: str, now: Now) -> Writes:
    """The seat is empty until somebody connects with its key."""
    if table.seats[side].kind == BOT:
        raise Problem("forbidden", "A bot plays this side.")
    check_seat_changes(table)
    writes = _changed(table, side, f"The {table.game.side(side).title} player has left the seat.", now, kind=EMPTY)
    for client in table.clients:
        client.sides = tuple(each for each in client.sides if each != side)
    table.seats_changed()
    return writes


def add_bot(table: Table, side: str, own: bool, level: str, levels: Sequence[str], now: Now) -> Writes:
    """A bot plays this side, for its player or in a seat of its own, to which no key is left."""
    check_level(table.game, level, levels)
    seat = table.seats[side]
    if seat.kind == PERSON and not own:
        raise Problem("forbidden", "A person plays this side.")
    _check_not_for_somebody(seat, own)
    changes = {} if own and not seat.lent else NOBODYS
    name = bot_name(level)
    text = f"The bot {name} plays {_title(table, side)} now."
    return _changed(table, side, text, now, kind=BOT, level=level, name=name, **changes)


def remove_bot(table: Table, side: str, own: bool, now: Now) -> tuple[str | None, Writes]:
    """The seat is its player's again, or empty; a seat without a key gets one, as that of a link.

    Should that key get lost on its way, the command can be repeated as long as nobody has used the key.
    """
    seat = table.seats[side]
    again = seat.kind == EMPTY and not seat.used and seat.next_key is None
    if seat.kind != BOT and not again:
        raise Problem("forbidden", "No bot plays this side.")
    _check_not_for_somebody(seat, own)
    key = new_key() if again or seat.key is None else None
    changes = {"key": hash_of(key), "used": False, "lent": seat.lent or seat.kind == BOT} if key else {}
    text = f"The bot no longer plays {_title(table, side)}."
    return key, _changed(table, side, text, now, kind=PERSON if own else EMPTY, level=None, name="", **changes)


def check_level(game: Game, level: str, levels: Sequence[str]) -> None:
    if level not in levels:
        raise Problem("malformed", f"{game.title} has no bot {level[:40]!r}. It has: {', '.join(levels)}.")


def bot_name(level: str) -> str:
    """ "Recruit"; of a guest without an entry point, its class."""
    return level.partition(":")[2] or level.capitalize()


def _check_not_for_somebody(seat: Seat, own: bool) -> None:
    """A bot that a player lets play is in a seat with a key."""
    if seat.kind == BOT and seat.key is not None and not own:
        raise Problem("forbidden", NOT_YOURS)


def _title(table: Table, side: str) -> str:
    return f"the {table.game.side(side).title} side"


def _changed(table: Table, side: str, text: str, now: Now, **changes: Any) -> Writes:
    text = text[0].upper() + text[1:]
    seat = SeatSaved(table.id, table.change_seat(side, **changes))
    notice = ChatSaved(table.id, table.add_notice(text, now))
    clocks = [*table.start_clock(now.clock), *table.reseat_clock(now.clock)]
    return [seat, notice, *clocks, *([table.roll_if_due(now)] if table.awaited else [])]
