"""14.0 The optional rules: each is a switch, and a bit in the state."""

from __future__ import annotations

from collections.abc import Mapping

from ...core import Option

IGNORE_COLOURS, ZHUKOV_HOEPNER, MOSCOW_SUPPLY, RAIL, BLIZZARD_RULE, CAVALRY_RULE, DIVISIONS, CRUSADER = (
    1 << bit for bit in range(8)
)
NAMES = ("colours", "zhukov-hoepner", "moscow", "rail", "blizzard", "cavalry", "divisions", "crusader")
_TITLES = (
    "Ignore army colours",
    "Zhukov and Hoepner",
    "Moscow is a Supply Source",
    "Rail movement",
    "Blizzard in December",
    "Cavalry moves better in rain",
    "German infantry divisions",
    "Operation Crusader",
)
OPTIONS = tuple(
    Option(name, title, "", rule=f"14.{number}")
    for number, (name, title) in enumerate(zip(NAMES, _TITLES, strict=True), 1)
)


def option_bits(chosen: Mapping[str, str]) -> int:
    """The options that are on, as a set of bits."""
    return sum(1 << bit for bit, name in enumerate(NAMES) if chosen[name] == "on")
