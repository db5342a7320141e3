"""The verbs of the game, each with its actions by the number of their object."""

from __future__ import annotations

from ...core import Vocabulary
from .facts import BOARD, HEXES, UNIT_NAMES

WORDS = Vocabulary()

_HEXES = [name if HEXES >> number & 1 else "" for number, name in enumerate(BOARD.names)]

# Set-up and replacements: 6.0, 10.0, 11.0
PLACE = WORDS.verb("place", UNIT_NAMES)
AT = WORDS.verb("at", _HEXES)
STANDARD_SETUP = WORDS.plain("standard")
RESTORE = WORDS.verb("restore", UNIT_NAMES)

# Movement: 8.0
UNIT = WORDS.verb("unit", UNIT_NAMES)
MOVE = WORDS.verb("move", _HEXES)
STOP = WORDS.plain("stop")
BACK = WORDS.verb("back", UNIT_NAMES)

# Combat: 9.0
ATTACK = WORDS.verb("attack", _HEXES)
WITH = WORDS.verb("with", UNIT_NAMES)
DECLARE = WORDS.plain("declare")
DROP = WORDS.verb("drop", _HEXES)
BATTLE = WORDS.verb("battle", _HEXES)
ROLL = WORDS.verb("roll", ["", "1", "2", "3", "4", "5", "6"])
LOSE = WORDS.verb("lose", UNIT_NAMES)
HOLD = WORDS.plain("hold")
YIELD = WORDS.plain("yield")
RETREAT = WORDS.verb("retreat", _HEXES)
THROUGH = WORDS.verb("through", _HEXES)
ADVANCE = WORDS.verb("advance", UNIT_NAMES)
STAY = WORDS.plain("stay")

CANCEL = WORDS.plain("cancel")
DONE = WORDS.plain("done")
