"""A match in memory: a `Table`, who is connected to it over the network, and what is under way there."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

from ..bots import bots
from ..match import Match
from ..table.limits import TableLimits
from ..table.table import Table
from .storage import Header, Seat

if TYPE_CHECKING:
    from .bot_worker import Thinking
    from .connection import Connection


class LiveMatch(Table):
    """A table that clients are connected to. Whoever changes it holds its ``lock`` until that is stored and shown."""

    def __init__(self, header: Header, seats: dict[str, Seat], match: Match, limits: TableLimits | None = None) -> None:
        super().__init__(header, seats, match, limits)
        self.levels = bots(self.game.name)
        self.lock = asyncio.Lock()
        self.arriving = 0  # clients that are about to join
        self.bot_task: asyncio.Task[None] | None = None
        self.advising = False  # whether somebody waits for what a bot would have done
        self.thinking: Thinking | None = None  # what the bot that is asked is doing
        self.dropped = False  # no longer in memory: whoever holds it must ask `LiveMatches` for it again

    @property
    def connections(self) -> set[Connection]:
        """The clients at this table, which are all connected over the network."""
        return cast("set[Connection]", self.clients)
