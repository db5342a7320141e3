"""13.0 Game balance: the options of a match."""

from __future__ import annotations

from collections.abc import Mapping

from ...core import Option
from .facts import TURNS

SOVIET_RATE = Option(
    "soviet-replacements",
    "Russian replacement steps a turn",
    "The Russians receive this many steps every turn instead of those on the track. This favours the Germans.",
    rule="13.0",
    choices=("printed", "4", "3"),
)
GERMAN_RATE = Option(
    "german-replacements",
    "German replacements",
    "The Germans receive their step on turns 2, 4 and 6 only. This favours the Russians.",
    rule="13.0",
    choices=("printed", "turns 2 4 6"),
)
OPTIONS = (SOVIET_RATE, GERMAN_RATE)


def replacement_rates(chosen: Mapping[str, str]) -> tuple[tuple[int, int], ...]:
    """10.0, 13.0: the replacement steps by turn, then by side."""
    rates = [(0, 0)]
    for number, turn in enumerate(TURNS, 1):
        german, soviet = turn.replacements
        if GERMAN_RATE.is_on(chosen) and number not in (2, 4, 6):
            german = 0
        if SOVIET_RATE.is_on(chosen):
            soviet = int(chosen[SOVIET_RATE.name])
        rates.append((german, soviet))
    return tuple(rates)
