"""The log as clients may know it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..core.events import told_openly, told_to_any
from ..match import Entry
from .protocol import EntryData, LogPage

if TYPE_CHECKING:
    from .table import Table


def entry_data(table: Table, entry: Entry, sides: Sequence[str]) -> EntryData:
    """An entry of the log as these sides may know it.

    Dice are rolled for all to see, and the forecast before a roll is made of public knowledge.
    """
    open_ = table.is_open
    known = open_ or entry.side in sides or entry.number in table.rolls
    events = told_openly(entry.events) if open_ else told_to_any(entry.events, sides or (None,))
    found: EntryData = {
        "number": entry.number,
        "side": entry.side,
        "action": str(entry.action) if known else "",
        "events": [event.data() for event in events],
    }
    forecast = table.forecasts.get(entry.number)
    if forecast is not None:
        found["forecast"] = forecast
    return found


def log_data(table: Table, first: int, sides: Sequence[str], end: int | None = None) -> list[EntryData]:
    """Entries of the log as these sides may know them."""
    return [entry_data(table, entry, sides) for entry in table.match.log[first:end]]


def log_page(table: Table, before: int | None, sides: Sequence[str]) -> LogPage:
    """The entries of the log before the one of that number (the newest if None), as many as are sent at once."""
    end = table.number if before is None else min(before, table.number)
    first = max(0, end - table.limits.log_entries_at_once)
    return {"log_from": first, "log": log_data(table, first, sides, end)}
