"""The state messages that clients are sent. Each part is worked out once, however many clients see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..core.forecasts import ForecastData
from ..core.offers import Offers
from ..core.view import outcome_data
from ..core.warnings import WarningData
from .client import Client, Seen
from .log import log_data
from .protocol import EntryData, SeatData, StateMessage, WordData
from .rows import BOT, Seat
from .shown_views import Shown

if TYPE_CHECKING:
    from .table import Table

RECENT = 20  # entries of the log


class Wanted(NamedTuple):
    """Which state message a client needs. Clients that need the same one get the very same.

    ``since`` is the number of the view that the client has, if it needs only what has changed. With ``log_gap`` it has
    nothing of the log before ``log_from``.
    """

    sides: tuple[str, ...]
    log_from: int
    log_gap: bool = False
    since: int | None = None


def seat_data(seat: Seat, here: bool) -> SeatData:
    """Who plays a side, and whether they are connected."""
    found: SeatData = {"name": seat.name, "kind": seat.kind, "level": seat.level, "here": here}
    if seat.lent:
        found["lent"] = True
    return found


class StateMessages:
    """The state messages of a table as it is now. Every change of the table needs a new one of these."""

    def __init__(self, table: Table) -> None:
        match = table.match
        self._table = table
        self._match = match
        self._asked = table.asked
        self._viewers: dict[tuple[str, ...], str | None] = {}
        self._shown: dict[str | None, Shown] = {}
        self._made: dict[Wanted, StateMessage] = {}
        self._logs: dict[tuple[tuple[str, ...], int], list[EntryData]] = {}
        self._forecasts: dict[str | None, ForecastData | None] = {}
        self._offers: Offers | None = None
        self._warnings: list[WarningData] | None = None
        people = [side for side, seat in table.seats.items() if seat.kind != BOT]
        self._undo = {side for side in people if match.can_undo(side)}
        self._redo = {side for side in people if match.can_redo(side)}
        self._common = self._same_for_all()

    def _same_for_all(self) -> StateMessage:
        """What all clients are told, with nothing in the parts that differ."""
        table, match, outcome = self._table, self._match, self._match.outcome
        seats = {side: seat_data(seat, table.is_connected(side)) for side, seat in table.seats.items()}
        words: dict[str, WordData | None] = {
            side: {"from": word.since, "word": word.text} if word.text else None
            for side, word in table.header.words.items()
        }
        return {
            "type": "state",
            "number": table.number,
            "you": (),
            "asked": self._asked,
            "shown": 0,
            "view": None,
            "changes": None,
            "offers": None,
            "warnings": [],
            "forecast": None,
            "can_undo": False,
            "can_redo": False,
            "log_from": 0,
            "log_gap": False,
            "log": [],
            "seats": seats,
            "thinking": table.bot_to_move,
            "draw_offer": table.draw_offer,
            "outcome": outcome_data(outcome) if outcome else None,
            "commitment": match.dice.commitment,
            "seals": table.header.seals,
            "words": words,
            "awaited": table.awaited,
            "secret": table.secret(),
            "undos": table.undos,
        }

    def wanted(self, client: Client) -> tuple[Wanted, Seen]:
        """Which message this client needs now, and what it has seen then."""
        known, number = min(client.sent, self._table.number), self._table.number
        log_from = max(known, number - self._table.limits.log_entries_at_once)
        viewer = self._viewer(client.sides)
        shown = self._view(viewer)
        follows = client.seen == (viewer, shown.number - 1) and shown.changes is not None
        since = shown.number - 1 if follows else None
        return Wanted(client.sides, log_from, log_from > known, since), (viewer, shown.number)

    def message(self, wanted: Wanted) -> StateMessage:
        """That message: the very same for all who want it."""
        found = self._made.get(wanted)
        if found is None:
            found = self._build(wanted)
            if self._table.number - wanted.log_from <= RECENT:  # whole logs are large, and rarely wanted twice
                self._made[wanted] = found
        return found

    def _build(self, wanted: Wanted) -> StateMessage:
        sides, log_from, log_gap, since = wanted
        viewer = self._viewer(sides)
        shown = self._view(viewer)
        message = self._common.copy()
        message["you"], message["shown"] = sides, shown.number
        if since is None:
            message["view"] = shown.view
        else:
            message["changes"] = shown.changes
        if self._asked is not None and self._asked in sides:
            message["offers"] = self._offers_of_asked()
            message["warnings"] = self._warnings_of_asked()
        message["forecast"] = self._forecast(viewer)
        message["can_undo"] = not self._undo.isdisjoint(sides)
        message["can_redo"] = not self._redo.isdisjoint(sides)
        message["log_from"], message["log_gap"], message["log"] = log_from, log_gap, self._log(sides, log_from)
        return message

    def _viewer(self, sides: tuple[str, ...]) -> str | None:
        """For whom the view of a client with these sides is made."""
        if not self._table.game.hidden:
            return None  # everybody sees the same
        if sides not in self._viewers:
            self._viewers[sides] = self._table.viewer_of(sides)
        return self._viewers[sides]

    def _view(self, viewer: str | None) -> Shown:
        found = self._shown.get(viewer)
        if found is None:
            found = self._shown[viewer] = self._table.shown_views.show(self._match.state, viewer)
        return found

    def _forecast(self, viewer: str | None) -> ForecastData | None:
        if self._table.game.public_forecasts:
            viewer = None
        if viewer not in self._forecasts:
            forecast = self._match.state.forecast(viewer=viewer) if self._asked is not None else None
            self._forecasts[viewer] = forecast.data() if forecast else None
        return self._forecasts[viewer]

    def _offers_of_asked(self) -> Offers | None:
        if self._offers is None:
            self._offers = self._match.offers(self._asked)
        return self._offers

    def _warnings_of_asked(self) -> list[WarningData]:
        if self._warnings is None:
            found = self._match.state.warnings(self._asked, self._match.actions(), self._offers_of_asked())
            self._warnings = [warning.data() for warning in found]
        return self._warnings

    def _log(self, sides: tuple[str, ...], log_from: int) -> list[EntryData]:
        if self._table.is_open:
            sides = ()
        found = self._logs.get((sides, log_from))
        if found is None:
            found = log_data(self._table, log_from, sides)
            if len(found) <= RECENT:
                self._logs[sides, log_from] = found
        return found
