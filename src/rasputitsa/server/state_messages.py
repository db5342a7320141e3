"""The state messages that clients are sent. Each part is worked out once, however many clients see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Raw

from ..core import Event, Outcome
from ..match import Entry
from .frames import Frame, Part, frame
from .live_match import LiveMatch
from .protocol import EntryData, EventData, OutcomeData, SeatData, StateMessage, Summary, WordData, clock_data, encode
from .seats import Access
from .storage import BOT, Header, Seat

EMPTY_LIST = Raw(b"[]")
NULL = Raw(b"null")
RECENT = 20  # entries of the log


def outcome_data(outcome: Outcome | None) -> OutcomeData | None:
    return OutcomeData(*outcome) if outcome else None


def seats_data(seats: Mapping[str, Seat], live: LiveMatch | None) -> dict[str, SeatData]:
    """Who plays each side; only in a live match somebody can be connected."""
    return {
        side: SeatData(seat.name, seat.kind, seat.level, live is not None and live.is_connected(side), seat.lent)
        for side, seat in seats.items()
    }


def summary(header: Header, seats: Mapping[str, Seat], access: Access, live: LiveMatch | None, now: float) -> Summary:
    """A match as it is listed; ``now`` is the server's uptime."""
    return Summary(
        match=header.id,
        game=header.game,
        scenario=header.scenario,
        options=header.options,
        seats=seats_data(seats, live),
        number=header.number,
        asked=header.asked,
        outcome=OutcomeData(**header.outcome) if header.outcome else None,
        created=header.created,
        you=access.sides,
        spectator=access.spectator,
        next=header.next,
        clock=clock_data(header.clock, now) if header.clock else None,
    )


def event_data(event: Event) -> EventData:
    return EventData(event.kind, event.text, event.rule, event.spaces, event.tokens, event.visible_to, event.count)


def entry_data(live: LiveMatch, entry: Entry, sides: Sequence[str], open_: bool) -> EntryData:
    """An entry of the log as these sides may know it; ``open_`` if nothing in it is hidden from anybody.

    Dice are rolled for all to see, and the forecast before a roll is made of public knowledge.
    """
    known = open_ or entry.side in sides or entry.number in live.rolls
    events = [
        event_data(event) for event in entry.events if open_ or event.visible_to is None or event.visible_to in sides
    ]
    forecast = live.forecasts.get(entry.number)
    return EntryData(entry.number, entry.side, str(entry.action) if known else "", events, forecast)


def log_data(live: LiveMatch, entries: Sequence[Entry], sides: Sequence[str]) -> list[EntryData]:
    """Entries of the log as these sides may know them."""
    open_ = is_open(live)
    return [entry_data(live, entry, sides, open_) for entry in entries]


def is_open(live: LiveMatch) -> bool:
    """Whether everybody may know the whole log."""
    return not live.game.hidden or live.match.outcome is not None


class StateMessages:
    """The state messages of a live match as it is now. Every change of the match needs a new one of these."""

    def __init__(self, live: LiveMatch) -> None:
        match = live.match
        self._live = live
        self._match = match
        self._asked = asked = live.asked
        self._hides = live.game.hidden
        self._open = is_open(live)
        self._public: Part | None = None
        self._parts: dict[str | None, list[Part]] = {}  # that each viewer's view begins with
        self._views: dict[str | None, Raw] = {}
        self._logs: dict[tuple[tuple[str, ...], int], Raw] = {}
        self._frames: dict[tuple[tuple[str, ...], int, bool], Frame] = {}
        self._forecasts: dict[str | None, Raw | None] = {}
        self._offers: Raw | None = None
        people = [side for side, seat in live.seats.items() if seat.kind != BOT]
        self._undo = [side for side in people if match.can_undo(side)]
        self._redo = [side for side in people if match.can_redo(side)]
        if live.seats_shown is None:
            live.seats_shown = Raw(encode(seats_data(live.seats, live)))
        self._same_for_all: dict[str, Any] = {
            "number": len(match.log),
            "asked": asked,
            "seats": live.seats_shown,
            "thinking": live.bot_to_move,
            "draw_offer": live.draw_offer,
            "outcome": outcome_data(match.outcome),
            "commitment": match.dice.commitment,
            "seals": live.header.seals,
            "words": {side: WordData(*word) if word.text else None for side, word in live.header.words.items()},
            "awaited": live.awaited,
            "secret": live.secret(),
            "undos": live.undos,
        }

    def frame(self, sides: tuple[str, ...], log_from: int, log_gap: bool = False) -> Frame:
        """What a client with these sides is sent if it gets the log from there; with a gap it has nothing before it."""
        found = self._frames.get((sides, log_from, log_gap))
        if found is None:
            data = encode(self._build(sides, log_from, log_gap))
            found = frame(data, self._parts[self._viewer(sides)])
            if len(self._match.log) - log_from <= RECENT:  # whole logs are large, and rarely wanted twice
                self._frames[sides, log_from, log_gap] = found
        return found

    def _viewer(self, sides: tuple[str, ...]) -> str | None:
        """For whom the view of a client with these sides is made."""
        return self._live.viewer_of(sides) if self._hides else None  # else everybody sees the same

    def _build(self, sides: tuple[str, ...], log_from: int, log_gap: bool) -> StateMessage:
        viewer = self._viewer(sides)
        mine = self._asked is not None and self._asked in sides
        return StateMessage(
            you=sides,
            view=self._view(viewer),
            offers=self._offers_of_asked() if mine else NULL,
            forecast=self._forecast(viewer),
            can_undo=any(side in sides for side in self._undo),
            can_redo=any(side in sides for side in self._redo),
            log_from=log_from,
            log_gap=log_gap,
            log=self._log(sides, log_from),
            **self._same_for_all,
        )

    def _view(self, viewer: str | None) -> Raw:
        found = self._views.get(viewer)
        if found is None:
            state, parts = self._match.state, self._live.view_parts
            if self._public is None:
                self._public = parts.public(state)
            data, self._parts[viewer] = parts.view(state, viewer, self._public)
            found = self._views[viewer] = Raw(data)
        return found

    def _forecast(self, viewer: str | None) -> Raw | None:
        if self._live.game.public_forecasts:
            viewer = None
        if viewer not in self._forecasts:
            forecast = self._match.state.forecast(viewer=viewer) if self._asked is not None else None
            self._forecasts[viewer] = Raw(encode(forecast.data())) if forecast else None
        return self._forecasts[viewer]

    def _offers_of_asked(self) -> Raw:
        if self._offers is None:
            self._offers = Raw(encode(self._match.offers(self._asked)))
        return self._offers

    def _log(self, sides: tuple[str, ...], log_from: int) -> Raw:
        entries = self._match.log[log_from:]
        if not entries:
            return EMPTY_LIST
        if self._open:
            sides = ()
        found = self._logs.get((sides, log_from))
        if found is None:
            found = Raw(encode(log_data(self._live, entries, sides)))
            if len(entries) <= RECENT:
                self._logs[sides, log_from] = found
        return found
