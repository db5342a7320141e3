"""The verbs of the game, each with its actions by the number of their object."""

from __future__ import annotations

from ...core import Action, Vocabulary
from ...core.sets import contains
from .facts import (
    AREAS,
    BOARD,
    CARD_NAMES,
    CARDS,
    CITIES,
    FUNCTION_NAMES,
    FUNCTIONS,
    LAND_HEXES,
    UNIT_NAMES,
    UNITS,
    space_label,
)

WORDS = Vocabulary()

_HEXES = [name if contains(LAND_HEXES, number) else "" for number, name in enumerate(BOARD.names)]
_PLACES = [name if name or number in AREAS else "" for number, name in enumerate(_HEXES)]
_PLACES = [BOARD.names[number] if number in AREAS else name for number, name in enumerate(_PLACES)]
_CITIES = [name if contains(CITIES, number) else "" for number, name in enumerate(BOARD.names)]
_LABELS = [space_label(number) if name else "" for number, name in enumerate(_PLACES)]
_TITLES = [unit.title for unit in UNITS]


def place_verb(verb: str, label: str, places: list[str]) -> list[Action]:
    return WORDS.verb(verb, places, "space", label, _LABELS)


def unit_verb(verb: str, label: str, role: str = "main") -> list[Action]:
    return WORDS.verb(verb, UNIT_NAMES, "piece", label, _TITLES, role)


def card_verb(verb: str, label: str) -> list[Action]:
    return WORDS.verb(verb, CARD_NAMES, "card", label, [card.title for card in CARDS])


# Cards: 6.1, 7.0
TAKE = card_verb("take", "Take {}")
CARD = card_verb("card", "Play {}")
AS = WORDS.verb("as", FUNCTION_NAMES, "", "For {}", [title for title, _, _ in FUNCTIONS.values()])
BOTH = WORDS.plain("both", "Play both Replacement! cards for a surrendered unit")
PASS = WORDS.plain("pass", "No card")
QUIET = WORDS.plain("quiet", "No card; don't ask again this phase", "toggle")
ASK = WORDS.plain("ask", "Ask me for cards again", "toggle")

# Logistics: 6.0, 14.1, 15.0
WITHDRAW = unit_verb("withdraw", "Withdraw the {}")
AT = place_verb("at", "Place in {}", _PLACES)
REBUILD = unit_verb("rebuild", "Rebuild the {}")
RAISE = unit_verb("raise", "Bring back the {}")
ACTIVATE = unit_verb("activate", "Activate the {}")
RAIL = WORDS.plain("rail", "Free rail move")
LOAD = unit_verb("load", "Move the {} by rail", "toggle")
UNLOAD = unit_verb("unload", "Leave the {} behind", "toggle")
HERO = place_verb("hero", "Make {} the Hero City", _CITIES)

# Movement: 10.0
UNIT = unit_verb("unit", "Move the {}")
MOVE = place_verb("move", "To {}", _PLACES)
STOP = WORDS.plain("stop", "Stop here", "cancel")
BACK = unit_verb("back", "Take back the {}")
REMOVE = unit_verb("remove", "Eliminate the {}")

# Combat: 11.0, 12.0
ATTACK = place_verb("attack", "Attack {}", _HEXES)
WITH = unit_verb("with", "With the {}", "toggle")
WITHOUT = unit_verb("without", "Without the {}", "toggle")
FIGHT = WORDS.plain("fight", "Attack!")
READY = WORDS.plain("ready", "Move together")
ACTIVE = unit_verb("active", "The {} defends actively")
PASSIVE = unit_verb("passive", "The {} defends passively")
ROLL = WORDS.verb("roll", ["", "1", "2", "3", "4", "5", "6"])
BATTLE = place_verb("battle", "Fight at {}", _HEXES)
RETIRE = unit_verb("retire", "Retreat the {} first")
RETREAT = place_verb("retreat", "To {}", _PLACES)
ADVANCE = unit_verb("advance", "Advance with the {}")
STAY = WORDS.plain("stay", "No further advance", "cancel")

CANCEL = WORDS.plain("cancel", "Never mind", "cancel")
DONE = WORDS.plain("done", "End the phase", "end")
