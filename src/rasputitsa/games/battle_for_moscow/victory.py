"""5.0 How to win."""

from __future__ import annotations

from ...core import DRAW, Outcome
from ...core.sets import contains
from .facts import CITIES, GERMAN, MOSCOW, SIDES, SOVIET
from .state import BattleForMoscowState


def judge(state: BattleForMoscowState) -> Outcome:
    """The result at the end of the last turn."""
    if contains(state.german_cities, MOSCOW):
        return Outcome(SIDES[GERMAN], "The Germans control Moscow at the end of the last turn.", "5.0")
    others = (CITIES & ~state.german_cities & ~(1 << MOSCOW)).bit_count()
    if others:
        cities = "one other city" if others == 1 else f"{others} other cities"
        return Outcome(SIDES[SOVIET], f"The Russians control Moscow and {cities} at the end of the last turn.", "5.0")
    return Outcome(DRAW, "The Russians control Moscow but no other city at the end of the last turn.", "5.0")
