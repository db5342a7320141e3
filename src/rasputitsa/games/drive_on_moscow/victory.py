"""4.0 How to win: at the instant it happens, or after the last turn."""

from __future__ import annotations

from ...core import Kind, Outcome
from ...core.sets import contains
from .facts import BOARD, FIVE_CITIES, GERMAN, MOSCOW, SIDES, SOVIET, WESTERN_PLACES
from .state import DriveOnMoscowState
from .supply import moscow_isolated


def check_entry(state: DriveOnMoscowState, side: int, hex: int) -> None:
    """4.1, 4.4: what the control of one hex decides at once."""
    if side == GERMAN:
        if contains(MOSCOW, hex):
            end(state, GERMAN, "German forces have entered Moscow.", "4.1")
    elif contains(WESTERN_PLACES, hex):
        name = BOARD.by_id[hex].title
        end(state, SOVIET, f"The Soviets control {name}, which is west of the initial front line.", "4.4")


def check_isolation(state: DriveOnMoscowState) -> None:
    """4.2: both hexes of Moscow are cut off from the map edge."""
    if state.outcome is None and moscow_isolated(state):
        end(state, GERMAN, "Moscow is cut off: neither of its hexes can trace supply to the map edge.", "4.2")


def end(state: DriveOnMoscowState, winner: int, reason: str, rule: str) -> None:
    if state.outcome is None:
        state.outcome = Outcome(SIDES[winner], reason, rule)
        state.emit(Kind.END, reason, rule)


def judge(state: DriveOnMoscowState) -> None:
    """4.3, 4.5: after the last turn."""
    if not FIVE_CITIES & ~state.control:
        end(state, GERMAN, "The Germans control all five cities besides Moscow.", "4.3")
    else:
        missing = ", ".join(BOARD.by_id[hex].title for hex in range(len(BOARD.names)) if missing_city(state, hex))
        end(state, SOVIET, f"The Germans have not reached their objectives; still Soviet: {missing}.", "4.5")


def missing_city(state: DriveOnMoscowState, hex: int) -> bool:
    return bool(FIVE_CITIES & ~state.control & 1 << hex)
