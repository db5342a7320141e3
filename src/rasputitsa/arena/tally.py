"""A tally: what a study counts of a match while it is played, from the fields of its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ..core import State
from ..core.events import LOST, Event, Fate, Kind, told_openly

Counts = Counter[str]


class Tally:
    """The figures by turn; the units lost and reduced by side and turn; where units were lost; how often each rule was
    named, and which one decided the match."""

    def __init__(self, state: State) -> None:
        self._turn = turns_of(state)
        self._figures: dict[str, dict[str, dict[str, int]]] = {}
        sides = [side.name for side in state.game.sides]
        self._lost: dict[str, Counts] = {side: Counter() for side in sides}
        self._reduced: dict[str, Counts] = {side: Counter() for side in sides}
        self._spaces: dict[str, Counts] = {side: Counter() for side in sides}
        self._rules: Counts = Counter()
        self._measure(state)

    def add(self, state: State, events: Iterable[Event]) -> None:
        """Count what happened on the way to this state."""
        for event in told_openly(events):
            if event.kind == Kind.TURN:
                self._turn = turns_of(state)
                self._measure(state)
            if event.rule:
                self._rules[event.rule] += 1
            for _, fate, side, origin, _ in event.tokens:
                if fate in LOST:
                    self._lost[side][str(self._turn)] += 1
                    self._spaces[side][origin] += 1
                elif fate == Fate.REDUCED:
                    self._reduced[side][str(self._turn)] += 1

    def _measure(self, state: State) -> None:
        figures = {figure["title"]: dict(figure["values"]) for figure in state.statistics()}
        self._figures[str(self._turn)] = figures

    def data(self, state: State) -> dict[str, Any]:
        """The tally of a match that is over, as plain data."""
        return {
            "decided": state.outcome.rule if state.outcome else "",
            "rules": dict(self._rules),
            "figures": self._figures,
            "lost": {side: dict(counts) for side, counts in self._lost.items()},
            "reduced": {side: dict(counts) for side, counts in self._reduced.items()},
            "spaces": {side: dict(counts) for side, counts in self._spaces.items()},
        }


def turns_of(state: State) -> int:
    """The turn that a game is in, if it has turns."""
    turn = state.view(None).get("turn", 0)
    return turn if isinstance(turn, int) else 0
