"""Clocks: how much time the players of a match have to think, and how much of it is left.

A *turn* of a clock lasts until another side is asked. A correspondence clock gives a number of days per turn; a live
clock gives so many minutes for the whole match, and where that was agreed some seconds more at the beginning of each
turn.

A `Clock` never looks at the time itself: whoever keeps the match says what time it is, in seconds from any beginning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

DAY, MINUTE = 86_400, 60
LONGEST_TURN, LONGEST_MATCH, LARGEST_INCREMENT = 365 * DAY, 7 * DAY, 60 * MINUTE
_UNITS = {"second": 1, "minute": MINUTE, "day": DAY}
_CORRESPONDENCE = re.compile(r"([1-9][0-9]{0,2}) days? a turn")
_LIVE = re.compile(r"([1-9][0-9]{0,6}) (second|minute)s? a side(?: \+ ([1-9][0-9]{0,3}) seconds? a turn)?")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a side has: ``seconds`` for each turn by correspondence, or for the whole match in live play.

    Its text is what the header of a record says: "3 days a turn", "45 minutes a side + 20 seconds a turn".
    """

    kind: Literal["correspondence", "live"]
    seconds: int
    increment: int = 0

    def __post_init__(self) -> None:
        if self.kind == "correspondence":
            if self.increment or self.seconds % DAY or not DAY <= self.seconds <= LONGEST_TURN:
                raise ValueError(f"A correspondence clock gives 1 to {LONGEST_TURN // DAY} whole days a turn.")
        elif not (1 <= self.seconds <= LONGEST_MATCH and 0 <= self.increment <= LARGEST_INCREMENT):
            raise ValueError(
                f"A live clock gives up to {LONGEST_MATCH // MINUTE} minutes a side, and up to "
                f"{LARGEST_INCREMENT} seconds more a turn."
            )

    def __str__(self) -> str:
        if self.kind == "correspondence":
            return f"{_count(self.seconds // DAY, 'day')} a turn"
        whole = self.seconds % MINUTE == 0
        time = _count(self.seconds // MINUTE, "minute") if whole else _count(self.seconds, "second")
        more = f" + {_count(self.increment, 'second')} a turn" if self.increment else ""
        return f"{time} a side{more}"

    @classmethod
    def read(cls, text: str) -> TimeControl:
        """The time control of that text; else `ValueError`."""
        if found := _CORRESPONDENCE.fullmatch(text):
            return cls("correspondence", int(found[1]) * DAY)
        if found := _LIVE.fullmatch(text):
            return cls("live", int(found[1]) * _UNITS[found[2]], int(found[3] or 0))
        raise ValueError(
            f"A clock is written as '3 days a turn' or '45 minutes a side + 20 seconds a turn', not as {text[:60]!r}."
        )

    def at_turn(self, left: float) -> float:
        """What a side has at the beginning of its turn, if it had ``left`` before."""
        return float(self.seconds) if self.kind == "correspondence" else left + self.increment


@dataclass(frozen=True, slots=True)
class Clock:
    """What both sides have left. It never changes: each of its methods returns another.

    ``left`` is what each side had at the time ``since``; from then on the time of ``side`` runs, that of nobody if it
    is None. Before ``started`` nobody's time has run.
    """

    control: TimeControl
    left: dict[str, float]
    started: bool = False
    side: str | None = None
    since: float = 0.0

    @classmethod
    def fresh(cls, control: TimeControl, sides: Iterable[str]) -> Clock:
        return cls(control, {side: float(control.seconds) for side in sides})

    def left_of(self, side: str, now: float) -> float:
        """The seconds that a side has left; 0 if its time has run out."""
        passed = max(0.0, now - self.since) if side == self.side else 0.0
        return max(0.0, self.left[side] - passed)

    def has_run_out(self, side: str, now: float) -> bool:
        return self.left_of(side, now) <= 0.0

    def start(self, side: str | None, now: float) -> Clock:
        """The match begins with the turn of this side; None for one whose time is not kept."""
        return replace(self, started=True).turn(side, now)

    def turn(self, side: str | None, now: float) -> Clock:
        """The turn of this side begins; None for one whose time is not kept."""
        changed = self.run(side, now)
        if side is None or not self.started:
            return changed
        return replace(changed, left={**changed.left, side: self.control.at_turn(changed.left[side])})

    def run(self, side: str | None, now: float) -> Clock:
        """From now on the time of this side runs, that of nobody if None. This gives and takes no time."""
        if not self.started:
            return self
        return replace(self, left={each: self.left_of(each, now) for each in self.left}, side=side, since=now)


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}{'s' * (number != 1)}"
