"""Matches as they are listed, which needs no replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, cast

from ..core.view import OutcomeShown
from ..games import game as find_game
from .keys import Access
from .protocol import ClockData, SeatData, clock_data
from .rows import Header, Seat
from .state_messages import seat_data
from .table import Table


class Summary(TypedDict):
    """A match as it is listed."""

    match: str
    game: str
    edition: str
    scenario: str
    options: dict[str, str]
    seats: dict[str, SeatData]
    number: int
    asked: str | None
    outcome: OutcomeShown | None
    created: float
    you: tuple[str, ...]
    spectator: bool
    next: str | None
    clock: ClockData | None


def summary(header: Header, seats: Mapping[str, Seat], access: Access, table: Table | None, now: float) -> Summary:
    """A match as it is listed; only at a table in memory somebody can be connected. ``now`` is what clocks go by."""
    shown = {side: seat_data(seat, table is not None and table.is_connected(side)) for side, seat in seats.items()}
    return {
        "match": header.id,
        "game": header.game,
        "edition": header.edition or find_game(header.game).older_editions.get(header.rules, ""),
        "scenario": header.scenario,
        "options": header.options,
        "seats": shown,
        "number": header.number,
        "asked": header.asked,
        "outcome": cast(OutcomeShown, header.outcome) if header.outcome else None,
        "created": header.created,
        "you": access.sides,
        "spectator": access.spectator,
        "next": header.next,
        "clock": clock_data(header.clock, now) if header.clock else None,
    }
