"""How seats change hands. Each function changes the live match and returns what is to be stored.

The key of a link is replaced when it is first used, so that whoever made the link cannot sit in the guest's place
unnoticed. The old key ends when the guest's client says that it has stored the new one, or connects with it.

A player may let a bot play and come back; nobody else touches that bot. The seat of a bot may be lent to a person, who
gives it up when a bot takes it again. Nobody holds a key to a seat that was given up. Every change is a line of the
chat, for all to see.
"""

from __future__ import annotations

from collections.abc import Sequence
from hmac import compare_digest
from typing import Any

from .live_match import LiveMatch
from .new_matches import bot_name, check_level
from .problems import Problem
from .seats import hash_of, new_key
from .storage import BOT, EMPTY, PERSON, ChatSaved, Seat, SeatSaved, Write

LINK_USED = "This link was already used. Its player has another key now."
KEY_ENDED = "A bot has taken this seat. Its key has ended."
NOT_YOURS = "Its player lets this bot play, and alone can change that."
NOBODYS: dict[str, Any] = {"key": None, "next_key": None, "used": False, "notes": "", "webhook": None, "lent": False}


def check_link(live: LiveMatch, side: str, key: str) -> None:
    """Refuse the key of a link while the client that used it is connected and about to confirm its new key."""
    seat = live.seats[side]
    came_with_link = seat.key is not None and compare_digest(hash_of(key), seat.key)
    if came_with_link and seat.next_key is not None and any(side in other.issued for other in live.connections):
        raise Problem("forbidden", LINK_USED)


def take_with_link(live: LiveMatch, side: str, key: bytes) -> Sequence[Write]:
    """Somebody has come with the key of a link and gets another one."""
    again = live.seats[side].next_key is not None
    text = f"The link for {_title(live, side)} was used{' again' if again else ''}."
    return _changed(live, side, text, kind=PERSON, next_key=key, webhook=None)


def keep_key(live: LiveMatch, side: str) -> Sequence[Write]:
    """The new key is known to be stored: the link's key ends."""
    seat = live.seats[side]
    return [SeatSaved(live.id, live.change_seat(side, key=seat.next_key, next_key=None, used=True))]


def take_again(live: LiveMatch, side: str) -> Sequence[Write]:
    """A player who had left is back."""
    return _changed(live, side, f"{_title(live, side)} is played by a person again.", kind=PERSON)


def leave(live: LiveMatch, side: str) -> Sequence[Write]:
    return _changed(live, side, f"The {live.game.side(side).title} player has left the seat.", kind=EMPTY)


def add_bot(live: LiveMatch, side: str, own: bool, level: str) -> Sequence[Write]:
    """A bot plays this side, for its player or in a seat of its own, to which no key is left."""
    check_level(live.game, level)
    seat = live.seats[side]
    if seat.kind == PERSON and not own:
        raise Problem("forbidden", "A person plays this side.")
    _check_not_for_somebody(seat, own)
    changes = {} if own and not seat.lent else NOBODYS
    name = bot_name(level)
    text = f"The bot {name} plays {_title(live, side)} now."
    return _changed(live, side, text, kind=BOT, level=level, name=name, **changes)


def remove_bot(live: LiveMatch, side: str, own: bool) -> tuple[str | None, Sequence[Write]]:
    """The seat is its player's again, or empty; a seat without a key gets one, as that of a link.

    Should that key get lost on its way, the command can be repeated as long as nobody has used the key.
    """
    seat = live.seats[side]
    again = seat.kind == EMPTY and not seat.used and seat.next_key is None
    if seat.kind != BOT and not again:
        raise Problem("forbidden", "No bot plays this side.")
    _check_not_for_somebody(seat, own)
    key = new_key() if again or seat.key is None else None
    changes = {"key": hash_of(key), "used": False, "lent": seat.lent or seat.kind == BOT} if key else {}
    text = f"The bot no longer plays {_title(live, side)}."
    return key, _changed(live, side, text, kind=PERSON if own else EMPTY, level=None, name="", **changes)


def _check_not_for_somebody(seat: Seat, own: bool) -> None:
    """A bot that a player lets play is in a seat with a key."""
    if seat.kind == BOT and seat.key is not None and not own:
        raise Problem("forbidden", NOT_YOURS)


def _title(live: LiveMatch, side: str) -> str:
    return f"the {live.game.side(side).title} side"


def _changed(live: LiveMatch, side: str, text: str, **changes: Any) -> list[Write]:
    text = text[0].upper() + text[1:]
    seat = SeatSaved(live.id, live.change_seat(side, **changes))
    notice, clocks = ChatSaved(live.id, live.add_notice(text)), [*live.start_clock(), *live.reseat_clock()]
    return [seat, notice, *clocks, *([live.roll_if_due()] if live.awaited else [])]
