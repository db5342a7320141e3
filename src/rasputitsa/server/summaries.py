"""Matches as they are listed, which needs no replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from ..core.view import OutcomeShown
from ..games import game as find_game
from ..table.keys import Access
from ..table.protocol import clock_data
from ..table.state_messages import seat_data
from .live_match import LiveMatch
from .protocol import Summary
from .storage import Header, Seat


def summary(header: Header, seats: Mapping[str, Seat], access: Access, live: LiveMatch | None, now: float) -> Summary:
    """A match as it is listed; only in a live one somebody can be connected. ``now`` is the server's uptime."""
    return Summary(
        match=header.id,
        game=header.game,
        edition=header.edition or find_game(header.game).older_editions.get(header.rules, ""),
        scenario=header.scenario,
        options=header.options,
        seats={side: seat_data(seat, live is not None and live.is_connected(side)) for side, seat in seats.items()},
        number=header.number,
        asked=header.asked,
        outcome=cast(OutcomeShown, header.outcome) if header.outcome else None,
        created=header.created,
        you=access.sides,
        spectator=access.spectator,
        next=header.next,
        clock=clock_data(header.clock, now) if header.clock else None,
    )
