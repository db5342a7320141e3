"""The verbs of the game, each with its actions by the number of their object."""

from __future__ import annotations

from ...core import Action, Vocabulary
from ...core.sets import contains
from .facts import AREAS, BOARD, BOMBER_NAMES, BOMBERS, LENINGRAD, UNIT_NAMES, space_label, unit_label

WORDS = Vocabulary()

_AREAS = [name if contains(AREAS | 1 << LENINGRAD, number) else "" for number, name in enumerate(BOARD.names)]
_AREA_LABELS = [space_label(number) if name else "" for number, name in enumerate(_AREAS)]
_UNIT_LABELS = [unit_label(unit) for unit in range(len(UNIT_NAMES))]
_BOMBER_LABELS = [bomber.title for bomber in BOMBERS]


def area_verb(verb: str, label: str) -> list[Action]:
    return WORDS.verb(verb, _AREAS, "space", label, _AREA_LABELS)


def unit_verb(verb: str, label: str) -> list[Action]:
    return WORDS.verb(verb, UNIT_NAMES, "piece", label, _UNIT_LABELS)


def bomber_verb(verb: str, label: str) -> list[Action]:
    return WORDS.verb(verb, BOMBER_NAMES, "piece", label, _BOMBER_LABELS)


# Set-up and reinforcements: 5.0, 7.2, 11.0
_NUMBERS = [str(number) for number in range(len(UNIT_NAMES) + 1)]
_COUNTS = ["no blocks", "1 block", *(f"{number} blocks" for number in _NUMBERS[2:])]
CALL = WORDS.verb("call", _NUMBERS, "", "Draw {}", _COUNTS)
DRAW = unit_verb("draw", "Draw the {}")
UNIT = unit_verb("unit", "{}")
AT = area_verb("at", "In {}")
LINE = area_verb("line", "Defensive line in {}")
OFFER = WORDS.plain("offer", "Use the suggested set-up", "aside")

# Logistics Phase: 7.0
PAUSE = WORDS.plain("pause", "Logistics Pause")
LEADER = WORDS.plain("leader", "Activate the leader")
RESTORE = unit_verb("restore", "Restore a step of the {}")
REPLACE = unit_verb("replace", "Replace a step of the {}")

# Impulses: 6.0, 10.18, 11.0, 12.0
TACTICAL = WORDS.plain("tactical", "Tactical Impulse")
STRATEGIC = WORDS.plain("strategic", "Strategic Impulse: move and fight")
REINFORCE = WORDS.plain("reinforce", "Strategic Impulse: reinforcements")
PASS = WORDS.plain("pass", "Pass", "end")
EXPLOIT = WORDS.plain("exploit", "Spend the Initiative Disc: Exploitation Move")

# Activation and command: 10.1 to 10.9, 14.4
ACTIVATE = unit_verb("activate", "Activate the {}")
REVEAL = WORDS.plain("reveal", "Reveal it here")
MOVE = area_verb("move", "To {}")
STOP = WORDS.plain("stop", "Stop here")
WAYPOINT = WORDS.plain("waypoint", "By way of …", "toggle")
BUILD = WORDS.plain("build", "Build a defensive line", "aside")
DISBAND = area_verb("disband", "Disband the defensive line in {}")
RAIL = area_verb("rail", "By rail to {}")

# Combat: 10.10 to 10.16
SUPPORT = unit_verb("support", "Artillery fire of the {}")
COMMIT = bomber_verb("commit", "Commit a {}")
BATTLE = area_verb("battle", "Fight in {}")
ROLL = WORDS.dice("roll")
HIT = unit_verb("hit", "The {} takes a hit")
ABORT = bomber_verb("abort", "Abort a {}")
DESTROY = bomber_verb("destroy", "Lose a {} for two hits")

CANCEL = WORDS.plain("cancel", "Cancel", "cancel")
DONE = WORDS.plain("done", "Done", "end")
