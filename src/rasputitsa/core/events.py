"""What happened, told in fields: everything that an event can be stands here.

The log, the look back, the animation, announcements, reports and the terminal read the fields. The text is for people
alone: nothing looks into it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import partial
from typing import NamedTuple, NotRequired, TypedDict


class Kind(StrEnum):
    """What an event is about. The set is closed: a client knows them all."""

    # The sequence of play.
    TURN = "turn"  # a turn begins
    PHASE = "phase"  # a phase begins, or a part of one that belongs to a side (an impulse)
    SET_UP = "set-up"  # something is set up before the game begins
    ORDER = "order"  # a player commits to something: an offensive, a leader, a pause, the Initiative Disc
    WEATHER = "weather"  # the weather changes
    END = "end"  # the game is over

    # Units on their ways.
    MOVE = "move"  # units move; the spaces are their way
    TAKEN_BACK = "taken-back"  # a move is taken back
    ARRIVAL = "arrival"  # units enter play, as reinforcements or replacements
    DRAW = "draw"  # units are drawn from a pool; a log tells several in one line
    DEPARTURE = "departure"  # units leave play, but not as losses
    RETREAT = "retreat"  # units retreat; the spaces are their way
    ADVANCE = "advance"  # units advance after combat; the spaces are their way

    # Battles; the first space is where it is fought.
    ATTACK = "attack"  # an attack is declared
    SUPPORT = "support"  # aircraft or artillery take part, or are lost to the attack
    BATTLE = "battle"  # a battle is fought: odds, dice or result
    LOSS = "loss"  # units are reduced, spent, eliminated, or surrender
    ATTRITION = "attrition"  # units are reduced, eliminated or surrender without a battle, for want of supply
    RECOVERY = "recovery"  # units get strength back

    # All else.
    ROLL = "roll"  # dice that belong to no battle
    REVEAL = "reveal"  # what was hidden is shown
    CONTROL = "control"  # spaces change hands
    SUPPLY = "supply"  # units or spaces are cut off, or supplied again
    CARD = "card"  # cards are taken, played or discarded
    DETAIL = "detail"  # what only one side may know of what was told before
    AGREEMENT = "agreement"  # the players concede, offer or accept a draw, or claim a win on time


class Fate(StrEnum):
    """What became of a token."""

    TOOK_PART = "took part"  # nothing: the event is about it
    MOVED = "moved"
    ARRIVED = "arrived"
    REDUCED = "reduced"  # it lost a step and goes on
    SPENT = "spent"  # it was fresh and is not any more
    RESTORED = "restored"  # it got a step back, or is fresh again
    REVEALED = "revealed"
    ELIMINATED = "eliminated"
    SURRENDERED = "surrendered"
    WITHDRAWN = "withdrawn"  # it left the map, but not as a loss


LOST = frozenset({Fate.ELIMINATED, Fate.SURRENDERED})
LEFT = LOST | {Fate.WITHDRAWN}


class TokenFate(NamedTuple):
    """What became of one token: whose it is, where it was and where it is now.

    The token has the name that it has in the views of those who may see the event; it is "" where they cannot tell
    which one it was. ``origin`` and ``place`` are the names of spaces as views give them for ``at``, "" where they may
    not know it; they differ if it moved, arrived or left. So the fates that a viewer is told are the difference between
    two views.
    """

    token: str
    fate: Fate
    side: str
    origin: str
    place: str

    def data(self) -> FateData:
        token, fate, side, origin, place = self
        return {"token": token, "fate": fate, "side": side, "origin": origin, "place": place}


# A fate, made of the tuple of its fields in half the time of ``TokenFate(...)``.
fate_of: Callable[[tuple[str, Fate, str, str, str]], TokenFate] = partial(tuple.__new__, TokenFate)


def unnamed(fate: TokenFate) -> TokenFate:
    """The same, told to those who cannot tell which token it was."""
    return fate_of(("", *fate[1:]))


class Event(NamedTuple):
    """Something that happened: a sentence for the log, and in fields all that the sentence says.

    ``side`` is whose doing it is, or whose phase; "" for neither. ``visible_to`` names the one side that may know it,
    ``hidden_from`` the one side that is told it in another way; None means nobody is left out. ``reveals`` says that
    somebody learned something by it, so that it cannot be undone. ``result`` is what was rolled, as the forecast names
    it.
    """

    kind: Kind
    text: str
    rule: str = ""
    side: str = ""
    spaces: tuple[str, ...] = ()
    tokens: tuple[TokenFate, ...] = ()
    visible_to: str | None = None
    hidden_from: str | None = None
    reveals: bool = False
    result: str = ""

    def is_for(self, viewer: str | None) -> bool:
        """Whether this side may know it; None is the public."""
        return self.visible_to in (None, viewer) and (viewer is None or self.hidden_from != viewer)

    def data(self) -> EventData:
        """The event as plain data."""
        found: EventData = {
            "kind": self.kind,
            "text": self.text,
            "rule": self.rule,
            "side": self.side,
            "spaces": list(self.spaces),
            "tokens": [fate.data() for fate in self.tokens],
        }
        if self.visible_to is not None:
            found["visible_to"] = self.visible_to
        if self.hidden_from is not None:
            found["hidden_from"] = self.hidden_from
        if self.reveals:
            found["reveals"] = True
        if self.result:
            found["result"] = self.result
        return found


# The same for events.
event_of: Callable[[tuple[object, ...]], Event] = partial(tuple.__new__, Event)


class BriefEvents(list[Event]):
    """Events for somebody who wants to know what became of tokens, but not in which words, nor by which spaces they
    went: texts may be empty, and ways without their middle."""

    __slots__ = ()


class FateData(TypedDict):
    """A `TokenFate` as plain data."""

    token: str
    fate: Fate
    side: str
    origin: str
    place: str


class EventData(TypedDict):
    """An `Event` as plain data."""

    kind: Kind
    text: str
    rule: str
    side: str
    spaces: list[str]
    tokens: list[FateData]
    visible_to: NotRequired[str]
    hidden_from: NotRequired[str]
    reveals: NotRequired[bool]
    result: NotRequired[str]


def told(events: Iterable[Event], viewer: str | None) -> list[Event]:
    """What this viewer is told of these events; None is the public."""
    return [event for event in events if event.is_for(viewer)]


def told_to_any(events: Iterable[Event], viewers: Sequence[str | None]) -> list[Event]:
    """What at least one of these viewers is told, as where one client plays both sides."""
    return [event for event in events if any(map(event.is_for, viewers))]


def told_openly(events: Iterable[Event]) -> list[Event]:
    """All of it, once nothing is hidden any more: what the others were told instead is left out."""
    return [event for event in events if event.hidden_from is None]
