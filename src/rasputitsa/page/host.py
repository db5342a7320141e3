"""What the desk needs of the browser that it runs in."""

from __future__ import annotations

from typing import Any, Protocol

Data = dict[str, Any]
FULL = (
    "The storage of this browser is full. This was not stored. Remove matches that you no longer need, or export them."
)
ELSEWHERE = "This match was changed in another tab of this browser."
NOT_STORED = "This could not be stored in this browser."


class NotStored(Exception):
    """Nothing of what was to be stored is stored; the reason is for players to read."""


class Host(Protocol):
    """The browser: its database, its network, the workers in which bots think, and the screens that listen."""

    async def load(self, match: str) -> Data | None:
        """All that is stored of a match (`stored`)."""

    async def write(self, rows: list[Data]) -> None:
        """Store all of these rows or none, durably; else `NotStored`. A row with ``add`` must not be there yet."""

    async def need(self, game: str) -> None:
        """Get the package of that game, if it is not here."""

    async def think(self, question: Data) -> Data:
        """What a bot decides (`thinking`)."""

    def interrupt(self, ticket: int) -> None:
        """The bot that thinks about this question must decide now."""

    def send(self, channel: int, message: Data) -> None:
        """Pass a message on to a screen."""
