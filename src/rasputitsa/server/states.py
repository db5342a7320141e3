"""What a client is shown of a table. Each part is worked out once, however many clients see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Raw

from ..core import Event, Outcome
from ..match import Entry
from .protocol import EntryData, EventData, OutcomeData, SeatData, StateMessage, Summary, encode
from .seats import Access
from .storage import BOT, Header, Seat
from .table import Table

NONE = Raw(b"[]")
RECENT = 20  # lines of the log


def outcome_data(outcome: Outcome | None) -> OutcomeData | None:
    return OutcomeData(*outcome) if outcome else None


def seats_data(seats: Mapping[str, Seat], table: Table | None) -> dict[str, SeatData]:
    """Who sits where; only at a live table somebody can be here."""
    return {
        side: SeatData(seat.name, seat.kind, seat.level, table is not None and table.here(side))
        for side, seat in seats.items()
    }


def summary(header: Header, seats: Mapping[str, Seat], access: Access, table: Table | None) -> Summary:
    return Summary(
        match=header.id,
        game=header.game,
        scenario=header.scenario,
        options=header.options,
        seats=seats_data(seats, table),
        number=header.number,
        asked=header.asked,
        outcome=OutcomeData(**header.outcome) if header.outcome else None,
        created=header.created,
        you=access.sides,
        spectator=access.spectator,
        next=header.next,
    )


def event_data(event: Event) -> EventData:
    return EventData(event.kind, event.text, event.rule, event.spaces, event.pieces, event.visible_to)


def entry_data(table: Table, entry: Entry, sides: Sequence[str], open_: bool) -> EntryData:
    """A line of the log as these sides may know it; ``open_`` if nothing of it is hidden from anybody.

    Dice fall on the table for all to see, and what they promised is made of public knowledge.
    """
    known = open_ or entry.side in sides or entry.number in table.rolls
    events = [
        event_data(event) for event in entry.events if open_ or event.visible_to is None or event.visible_to in sides
    ]
    forecast = table.forecasts.get(entry.number)
    return EntryData(entry.number, entry.side, str(entry.action) if known else "", events, forecast)


class States:
    """The state messages of a table as it is now. A change of the table makes a new one of these."""

    def __init__(self, table: Table) -> None:
        match = table.match
        self._table = table
        self._match = match
        self._asked = asked = table.asked
        self._hides = table.game.hidden
        self._open = not self._hides or match.outcome is not None  # whether all may know all of the log
        self._views: dict[str | None, Raw] = {}
        self._logs: dict[tuple[tuple[str, ...], int], Raw] = {}
        self._messages: dict[tuple[tuple[str, ...], int], bytes] = {}
        self._offers: Raw | None = None
        forecast = match.state.forecast() if asked is not None else None
        self._forecast = Raw(encode(forecast.data())) if forecast else None
        people = [side for side, seat in table.seats.items() if seat.kind != BOT]
        self._undo = [side for side in people if match.can_undo(side)]
        self._redo = [side for side in people if match.can_redo(side)]
        if table.seats_shown is None:
            table.seats_shown = Raw(encode(seats_data(table.seats, table)))
        self._same_for_all: dict[str, Any] = {
            "number": len(match.log),
            "asked": asked,
            "seats": table.seats_shown,
            "thinking": table.thinking,
            "draw_offer": table.draw_offer,
            "outcome": outcome_data(match.outcome),
            "commitment": match.dice.commitment,
            "secret": table.secret(),
            "undos": table.undos,
        }

    def message(self, sides: tuple[str, ...], log_from: int) -> bytes:
        """What somebody with these sides is sent, who has the log up to ``log_from``."""
        found = self._messages.get((sides, log_from))
        if found is None:
            found = encode(self._build(sides, log_from))
            if len(self._match.log) - log_from <= RECENT:  # whole logs are large, and seldom wanted twice
                self._messages[sides, log_from] = found
        return found

    def _build(self, sides: tuple[str, ...], log_from: int) -> StateMessage:
        asked = self._asked
        mine = asked is not None and asked in sides
        return StateMessage(
            you=sides,
            view=self._view(asked if mine else sides[0] if sides else None),
            offers=self._offers_of_asked() if mine else NONE,
            forecast=self._forecast,
            can_undo=any(side in sides for side in self._undo),
            can_redo=any(side in sides for side in self._redo),
            log_from=log_from,
            log=self._log(sides, log_from),
            **self._same_for_all,
        )

    def _view(self, side: str | None) -> Raw:
        """What a side sees. Where nothing is hidden all see the same."""
        if not self._hides:
            side = None
        found = self._views.get(side)
        if found is None:
            found = self._views[side] = Raw(encode(self._match.view(side)))
        return found

    def _offers_of_asked(self) -> Raw:
        if self._offers is None:
            self._offers = Raw(encode(self._match.state.offers()))
        return self._offers

    def _log(self, sides: tuple[str, ...], log_from: int) -> Raw:
        entries = self._match.log[log_from:]
        if not entries:
            return NONE
        if self._open:
            sides = ()
        found = self._logs.get((sides, log_from))
        if found is None:
            lines = [entry_data(self._table, entry, sides, self._open) for entry in entries]
            found = Raw(encode(lines))
            if len(entries) <= RECENT:
                self._logs[sides, log_from] = found
        return found
