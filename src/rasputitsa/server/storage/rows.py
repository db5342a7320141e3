"""What the server stores besides the rows of `table.rows`: new matches, and what concerns the server itself."""

from __future__ import annotations

from dataclasses import dataclass

from ...table.rows import ChatSaved, ClockSaved, ExchangeSaved, Progress, SeatSaved, Stored

# Writes. Those that are submitted together happen together or not at all.


@dataclass(frozen=True, slots=True)
class NewMatch:
    stored: Stored


@dataclass(frozen=True, slots=True)
class UptimeSaved:
    """How long the server has run."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """Changes nothing, but has to be stored like everything else: can that be done?"""


@dataclass(frozen=True, slots=True)
class RematchSaved:
    match: str
    next: str


@dataclass(frozen=True, slots=True)
class MatchRemoved:
    match: str


Write = (
    NewMatch
    | Progress
    | ClockSaved
    | UptimeSaved
    | Rehearsed
    | SeatSaved
    | ChatSaved
    | RematchSaved
    | ExchangeSaved
    | MatchRemoved
)
