"""14.0 The optional rules: each is a switch, declared once, and a bit in the state."""

from __future__ import annotations

from collections.abc import Mapping

from ...core import Option

_declared: list[Option] = []


def _switch(rule: str, name: str, title: str, text: str) -> int:
    """Declare an optional rule, which is off by default; returns its bit."""
    _declared.append(Option(name, title, text, rule=rule))
    return 1 << len(_declared) - 1


IGNORE_COLOURS = _switch(
    "14.1", "colours", "Ignore army colours", "A Tactical HQ commands blocks of every colour in its range."
)
ZHUKOV_HOEPNER = _switch(
    "14.2",
    "zhukov-hoepner",
    "Zhukov and Hoepner",
    "Hoepner's group may leave the Road to Leningrad for the map, and Zhukov may defend Leningrad.",
)
MOSCOW_SUPPLY = _switch(
    "14.3", "moscow", "Moscow is a Supply Source", "An uncontested Moscow supplies the Soviets as long as they hold it."
)
RAIL = _switch("14.4", "rail", "Rail movement", "In a Pass or a Strategic Impulse a block may go by rail, however far.")
BLIZZARD_RULE = _switch(
    "14.5",
    "blizzard",
    "Blizzard in December",
    "From its second German impulse on, December weakens the Germans further.",
)
CAVALRY_RULE = _switch(
    "14.6", "cavalry", "Cavalry moves better in rain", "In rain an area costs cavalry 2 movement points instead of 3."
)
DIVISIONS = _switch(
    "14.7",
    "divisions",
    "German infantry divisions",
    "They have 4 movement points, and the Azul Division does not mind the snow.",
)
CRUSADER = _switch(
    "14.8", "crusader", "Operation Crusader", "At the end of November the Luftwaffe leaves with all its bombers."
)
OPTIONS = tuple(_declared)


def option_bits(chosen: Mapping[str, str]) -> int:
    """The options that are on, as a set of bits."""
    return sum(1 << bit for bit, option in enumerate(OPTIONS) if chosen[option.name] == "on")
