"""The verbs of the game, each with its actions by the number of their object."""

from __future__ import annotations

from ...core import Action, Vocabulary
from ...core.sets import contains
from .facts import BOARD, HEXES, UNIT_NAMES, UNITS, space_label

WORDS = Vocabulary()

_HEXES = [name if contains(HEXES, number) else "" for number, name in enumerate(BOARD.names)]
_LABELS = [space_label(number) if name else "" for number, name in enumerate(_HEXES)]
_TITLES = [unit.title for unit in UNITS]


def hex_verb(verb: str, label: str, role: str = "main") -> list[Action]:
    return WORDS.verb(verb, _HEXES, "space", label, _LABELS, role)


def unit_verb(verb: str, label: str, role: str = "main") -> list[Action]:
    return WORDS.verb(verb, UNIT_NAMES, "piece", label, _TITLES, role)


# Set-up and replacements: 6.0, 10.0, 11.0
PLACE = unit_verb("place", "Place the {}")
AT = hex_verb("at", "Place it in {}")
STANDARD_SETUP = WORDS.plain("standard", "Standard set-up")
RESTORE = unit_verb("restore", "Restore the {}")

# Movement: 8.0
UNIT = unit_verb("unit", "Move the {}")
MOVE = hex_verb("move", "Move to {}")
STOP = WORDS.plain("stop", "Stop here", "cancel")
BACK = unit_verb("back", "Take back the move of the {}")

# Combat: 9.0
ATTACK = hex_verb("attack", "Attack {}")
WITH = unit_verb("with", "With the {}", "toggle")
WITHOUT = unit_verb("without", "Without the {}", "toggle")
DECLARE = WORDS.plain("declare", "Declare this attack")
CHANGE = hex_verb("change", "Change the attack on {}", "toggle")
DROP = hex_verb("drop", "Call off the attack on {}", "toggle")
BATTLE = hex_verb("battle", "Resolve the battle at {}")
ROLL = WORDS.verb("roll", ["", "1", "2", "3", "4", "5", "6"])
LOSE = unit_verb("lose", "The {} loses a step")
HOLD = WORDS.plain("hold", "Stand fast")
YIELD = WORDS.plain("yield", "Retreat")
RETREAT = hex_verb("retreat", "Retreat to {}")
THROUGH = hex_verb("through", "Retreat through {}")
ADVANCE = unit_verb("advance", "Advance with the {}")
STAY = WORDS.plain("stay", "No advance", "cancel")

CANCEL = WORDS.plain("cancel", "Never mind", "cancel")
DONE = WORDS.plain("done", "End the phase", "end")
