"""15.0 The optional rules: each changes the balance a little, and all are off unless chosen."""

from __future__ import annotations

from ...core import Option

FREE_SETUP = Option(
    "free-setup",
    "Soviet free set-up",
    "Before the first turn the Soviets may move up to five infantry units to empty cities. This favours them slightly.",
    rule="15.1",
)
ODESSA_RULE = Option(
    "odessa",
    "Odessa, port and evacuation",
    "Odessa is a port: a fortress city whose infantry can leave by sea. This favours the Soviets slightly.",
    rule="15.2",
)
MOSCOW_RULE = Option(
    "moscow",
    "Occupation of Moscow",
    "Once Moscow has fallen the Soviets have no free rail move any more. This favours the Germans slightly.",
    rule="15.3",
)
OPTIONS = (FREE_SETUP, ODESSA_RULE, MOSCOW_RULE)
