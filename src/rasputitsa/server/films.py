"""Every position of a match, for those who look back. Made when first asked for, and kept for a few matches."""

from __future__ import annotations

from collections import OrderedDict

from ..core import State
from ..match.match import AGREEMENTS
from .table import Table

KEPT = 8


class Films:
    def __init__(self) -> None:
        self._films: OrderedDict[str, tuple[Table, int, list[State]]] = OrderedDict()

    def frames(self, table: Table) -> list[State]:
        """The state at every position so far. An undo makes the film anew."""
        known, undos, frames = self._films.get(table.id, (None, 0, []))
        if known is not table or undos != table.undos:
            frames = [table.game.start(table.match.scenario, table.match.options)]
        for entry in table.match.log[len(frames) - 1 :]:
            state = frames[-1].copy()
            if entry.action not in AGREEMENTS:
                state.apply(entry.action)
            frames.append(state)
        self._films[table.id] = (table, table.undos, frames)
        self._films.move_to_end(table.id)
        if len(self._films) > KEPT:
            self._films.popitem(last=False)
        return frames
