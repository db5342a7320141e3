"""How sure the facts of the game are, as a chart: most of them are reconstructed."""

from __future__ import annotations

from ...core.manifest import chart
from ...core.values import Data
from .facts import CERTAINTY, CRT_SURE, MAP_SURE, PIECES_SURE, TURNS


def certainty() -> Data:
    """How much of the facts is stated, found, rebuilt or printed."""
    rows = [
        *([f"Map: {key.replace('_', ' ')}", kind] for key, kind in MAP_SURE.items()),
        *([f"Units: {key.replace('_', ' ')}", kind] for key, kind in PIECES_SURE.items()),
        ["Combat results", counted(list(CRT_SURE.values()))],
        *([f"Turns: {key}", counted([turn.sure[key] for turn in TURNS])] for key in TURNS[0].sure),
    ]
    return chart(
        "What is certain and what is reconstructed",
        "1.0",
        ["", ""],
        rows,
        "RULE: stated in the rulebook. FOUND: stated in public material outside it. REBUILT: not found anywhere, and "
        "made so that it fits the rules; not the printed value. Any value can be corrected in the game's data files.",
    )


def counted(kinds: list[str]) -> str:
    """How many values are how sure: "RULE 3, REBUILT 6"."""
    return ", ".join(f"{kind} {kinds.count(kind)}" for kind in CERTAINTY if kind in kinds)
