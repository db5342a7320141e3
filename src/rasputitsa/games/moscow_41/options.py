"""14.0 The optional rules: each is a switch, declared once, and a bit in the state."""

from __future__ import annotations

from collections.abc import Mapping

from ...core import Option

_declared: list[Option] = []


def _switch(rule: str, name: str, title: str) -> int:
    """Declare an optional rule, which is off by default; returns its bit."""
    _declared.append(Option(name, title, ("off", "on"), "off", rule))
    return 1 << len(_declared) - 1


IGNORE_COLOURS = _switch("14.1", "colours", "Ignore army colours")
ZHUKOV_HOEPNER = _switch("14.2", "zhukov-hoepner", "Zhukov and Hoepner")
MOSCOW_SUPPLY = _switch("14.3", "moscow", "Moscow is a Supply Source")
RAIL = _switch("14.4", "rail", "Rail movement")
BLIZZARD_RULE = _switch("14.5", "blizzard", "Blizzard in December")
CAVALRY_RULE = _switch("14.6", "cavalry", "Cavalry moves better in rain")
DIVISIONS = _switch("14.7", "divisions", "German infantry divisions")
CRUSADER = _switch("14.8", "crusader", "Operation Crusader")
OPTIONS = tuple(_declared)


def option_bits(chosen: Mapping[str, str]) -> int:
    """The options that are on, as a set of bits."""
    return sum(1 << bit for bit, option in enumerate(OPTIONS) if chosen[option.name] == "on")
