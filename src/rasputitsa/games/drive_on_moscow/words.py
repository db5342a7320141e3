"""The verbs of the game, each with its actions by the number of their object."""

from __future__ import annotations

from ...core import Action, Vocabulary
from .deployment import OFFER_NAMES, OFFER_TITLES
from .facts import ALL_COUNTERS, BOARD, FIRST_HEX, GUARDS, REGULARS, TYPES, UNIT_NAMES, UNITS, hex_label

WORDS = Vocabulary()

_HEXES = [name if number >= FIRST_HEX else "" for number, name in enumerate(BOARD.names)]
_HEX_LABELS = [hex_label(number) if name else "" for number, name in enumerate(_HEXES)]
_TITLES = [unit.title for unit in UNITS]
KINDS = (*REGULARS, *GUARDS)


def hex_verb(verb: str, label: str, role: str = "main") -> list[Action]:
    return WORDS.verb(verb, _HEXES, "space", label, _HEX_LABELS, role)


def unit_verb(verb: str, label: str, role: str = "main") -> list[Action]:
    return WORDS.verb(verb, UNIT_NAMES, "piece", label, _TITLES, role)


# Set-up (3.0) and reinforcements (9.1)
TYPE = WORDS.verb("type", KINDS, "", "{}", [TYPES[kind].title for kind in KINDS], "plain")
PLACE = hex_verb("place", "Place in {}")
REMOVE = unit_verb("remove", "Take back {}", "toggle")
OFFER = WORDS.verb("offer", OFFER_NAMES, "", "Set up the rest: {}", OFFER_TITLES, "plain")

# Orders at the start of a player turn (5.2, 12.0)
MOVE_FIRST = WORDS.plain("move-first", "Move, then fight")
FIGHT_FIRST = WORDS.plain("fight-first", "Fight, then move")
DECLARE = WORDS.plain("declare", "Declare the November Offensive")
DECLINE = WORDS.plain("decline", "Do not declare it now")

# Coming and going (9.0, 12.2)
WITHDRAW = unit_verb("withdraw", "Withdraw {}")
REPLACE = unit_verb("replace", "Replace a step of {}")
CONVERT = unit_verb("convert", "Convert {}")
GUARDS_DRAW = WORDS.verb("guards", GUARDS, "", "{}", [TYPES[kind].title for kind in GUARDS])

# Movement and attacks (10.0, 11.0)
UNIT = unit_verb("unit", "{}")
ALL = WORDS.plain("all", "All of them", "toggle")
TOP = WORDS.plain("top", "Put it on top of the stack", "toggle")
ARRANGE = WORDS.plain("arrange", "Put other units on top of stacks", "aside")
ON_TOP = unit_verb("on-top", "Put {} on top of its stack")
MOVE = hex_verb("move", "Move to {}")
ASSAULT = hex_verb("assault", "Mobile assault on {}")
STOP = WORDS.plain("stop", "Stop here", "cancel")
ATTACK = hex_verb("attack", "Attack {}")
AIR = WORDS.plain("air", "Commit an aircraft", "toggle")
NO_AIR = WORDS.plain("no-air", "Commit no aircraft")
QUIET = WORDS.plain("quiet", "Commit none, and do not ask again this phase")
FIGHT = WORDS.plain("fight", "Fight")
CANCEL = WORDS.plain("cancel", "Call it off", "cancel")
DRAW = WORDS.verb(
    "draw", [counter.name for counter in ALL_COUNTERS], "", "{}", [counter.title for counter in ALL_COUNTERS]
)
ROLL = WORDS.dice("roll")

# Results (11.22 to 11.31)
STALL = WORDS.plain("stall", "Attack stalled")
BLOODBATH = WORDS.plain("bloodbath", "Bloodbath")
FALL_BACK = WORDS.plain("fall-back", "Retreat")
STAND = WORDS.plain("stand", "Stand and lose one step")
RETREAT = hex_verb("retreat", "Retreat to {}")
LOSE = unit_verb("lose", "{} loses a step")
ADVANCE = unit_verb("advance", "Advance {}")
DONE = WORDS.plain("done", "End the phase", "end")
