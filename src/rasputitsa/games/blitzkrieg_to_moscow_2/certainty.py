"""How sure the facts of the game are, as a chart for the table: most of them are reconstructed."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.manifest import ABOUT_CERTAINTY, ChartData, chart
from ...core.manifest import CERTAINTY as CERTAINTY_WORDS
from .facts import (
    CARDS,
    CERTAINTY,
    CITY_SURE,
    COPIES_SURE,
    CRT_SURE,
    HEX_SURE,
    MAP_SURE,
    TRACK_SURE,
    UNITS,
)

UNIT_VALUES = {
    "exists": "Units: which there are",
    "strength": "Units: combat strength",
    "passive": "Units: passive defence",
    "spent": "Units: strength when spent",
    "movement": "Units: movement allowance",
    "deploy": "Units: where they begin",
}
MAP_PARTS = {
    "fortress": "Map: which cities are fortresses",
    "terrain": "Map: where the terrain is",
    "borders": "Map: rivers, lakes, straits",
    "rear_areas": "Map: what the rear areas touch",
}
TRACK_PARTS = {
    "weather": "Turn track: weather",
    "months": "Turn track: months",
    "cards": "Turn track: numbers of cards",
}


def certainty() -> ChartData:
    """How much of the facts is stated, found, rebuilt or printed."""
    rows = [
        counted("Map: cities", CITY_SURE.values()),
        numbers(),
        *(whole(text, MAP_SURE[key]) for key, text in MAP_PARTS.items()),
        *(counted(text, [unit.sure[key] for unit in UNITS]) for key, text in UNIT_VALUES.items()),
        counted("Cards: functions", [sure for card in CARDS for sure in card.sure]),
        counted("Cards: how many of each name", COPIES_SURE.values()),
        counted("Combat results: columns", CRT_SURE.values()),
        *(whole(text, TRACK_SURE[key]) for key, text in TRACK_PARTS.items()),
    ]
    used = [kind for kind in CERTAINTY if any(kind in row for row in rows)]
    return chart(
        "What is certain and what is reconstructed",
        "1.0",
        ["", *(CERTAINTY_WORDS[kind] for kind in used)],
        [[row["text"], *(row.get(kind, "") for kind in used)] for row in rows],
        ABOUT_CERTAINTY,
    )


def counted(text: str, sure: Iterable[str]) -> dict[str, str]:
    """A row that says of how many values each is true."""
    values = list(sure)
    return {"text": text, **{kind: str(values.count(kind)) for kind in CERTAINTY if kind in values}}


def whole(text: str, kind: str) -> dict[str, str]:
    return {"text": text, kind: "all"}


def numbers() -> dict[str, str]:
    """The numbers of the hexes: some are stated, the others follow from the grid."""
    row = counted("Map: numbers of hexes", HEX_SURE.values())
    return {**row, MAP_SURE["grid"]: "the others"}
