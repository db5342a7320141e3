"""The past of a match: its positions, and its record, as far as they are open.

Of a match that is looked at, every 50th position is kept (a key position), or fewer of a long one; those between are
recomputed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from sys import getsizeof
from typing import TYPE_CHECKING

from ..core import State
from ..core.open_view import open_view
from ..match import Entry, Match
from ..match.match import AGREEMENTS
from .keys import Access
from .log import entry_data
from .problems import Problem
from .protocol import Replayed

if TYPE_CHECKING:
    from .table import Table

EVERY = 50  # actions between two key positions
MOST = 64  # key positions of a match: in a long one they are farther apart
PUBLIC, EVERYTHING = "public", "everything"  # viewers of a replay that are no side


def replay_entry(state: State, entry: Entry) -> None:
    """Apply an entry of the log to the position it was made in."""
    if entry.action not in AGREEMENTS:
        state.apply(entry.action)


def all_states(first: State, entries: Sequence[Entry]) -> Iterator[State]:
    """Every position from the first on. It is the same object each time, changed in place."""
    state = first.copy()
    yield state
    for entry in entries:
        replay_entry(state, entry)
        yield state


def size_of(state: State) -> int:
    """Bytes that a state takes, about: what it shares with others is counted too."""
    return getsizeof(state) + sum(getsizeof(getattr(state, each.name)) for each in fields(state))


@dataclass
class KeyPositions:
    """The positions 0, ``every``, 2 * ``every`` and so on of one match, as far as they were needed."""

    states: list[State]
    every: int = EVERY

    @property
    def total(self) -> int:
        """Bytes of all these positions, about."""
        return sum(map(size_of, self.states))

    def at(self, number: int, entries: Sequence[Entry]) -> State:
        """The position of that number; key positions on the way are kept."""
        start = min(number // self.every, len(self.states) - 1)
        state = self.states[start].copy()
        for count, entry in enumerate(entries[start * self.every : number], start * self.every + 1):
            replay_entry(state, entry)
            if count == len(self.states) * self.every:
                self.states.append(state.copy())
                if len(self.states) > MOST:
                    self.thin_out()
        return state

    def thin_out(self) -> None:
        """Keep every other key position."""
        self.states = self.states[::2]
        self.every *= 2


def replay_viewer(table: Table, access: Access, wanted: str | None) -> str | None:
    """For whom a past position is shown: a side, the public (None), or `EVERYTHING`. Else `Problem`."""
    if not table.is_open:
        access = access.of_players(table.seats)
    if wanted is None:
        return access.sides[0] if access.sides else None
    if wanted not in (*table.seats, PUBLIC, EVERYTHING):
        raise Problem("malformed", f"'as' is one of: {', '.join(table.seats)}, {PUBLIC}, {EVERYTHING}.")
    if wanted == PUBLIC:
        return None
    if wanted not in access.sides and not table.is_open:
        raise Problem("forbidden", "You may look at the match as the other side after the end.")
    return wanted


def replayed(table: Table, state: State, number: int, viewer: str | None) -> Replayed:
    """The position of that number, which is this state, as the viewer may see it."""
    sides = (viewer,) if viewer in table.seats else ()
    return {
        "number": number,
        "count": table.number,
        "view": open_view(state) if viewer == EVERYTHING else state.view(viewer),
        "entry": entry_data(table, table.match.log[number - 1], sides) if number else None,
    }


def recorded(table: Table) -> Match:
    """The match as its record has it now, if that is open; else `Problem`."""
    if not table.is_open:
        raise Problem("forbidden", "In a game with hidden information the record is open after the end.")
    return table.snapshot()
