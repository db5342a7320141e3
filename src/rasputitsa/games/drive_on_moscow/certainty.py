"""How sure the facts of the game are, as a chart: most of them are reconstructed."""

from __future__ import annotations

from ...core.manifest import ABOUT_CERTAINTY, ChartData, chart
from ...core.manifest import CERTAINTY as CERTAINTY_WORDS
from .facts import CERTAINTY, CRT_SURE, MAP_SURE, PIECES_SURE, TURNS


def certainty() -> ChartData:
    """How much of the facts is stated, found, rebuilt or printed."""
    rows = [
        *([f"Map: {key.replace('_', ' ')}", CERTAINTY_WORDS[kind]] for key, kind in MAP_SURE.items()),
        *([f"Units: {key.replace('_', ' ')}", CERTAINTY_WORDS[kind]] for key, kind in PIECES_SURE.items()),
        ["Combat results", counted(list(CRT_SURE.values()))],
        *([f"Turns: {key}", counted([turn.sure[key] for turn in TURNS])] for key in TURNS[0].sure),
    ]
    return chart(
        "What is certain and what is reconstructed",
        "1.0",
        ["", ""],
        rows,
        ABOUT_CERTAINTY,
    )


def counted(kinds: list[str]) -> str:
    """How many values are how sure: "3 in the rulebook, 6 reconstructed"."""
    return ", ".join(f"{kinds.count(kind)} {CERTAINTY_WORDS[kind]}" for kind in CERTAINTY if kind in kinds)
