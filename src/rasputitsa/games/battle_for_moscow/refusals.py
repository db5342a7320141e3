"""Why an action that belongs to another phase, or to another moment of this one, is refused; and how conditions speak.

The conditions of each action are beside its step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core import Action, Refusal
from ...core.conditions import Condition
from ...core.sets import set_of
from .facts import ALL_OF, UNITS, space_label, unit_label
from .state import BattleForMoscowState

Conditions = tuple[Condition[BattleForMoscowState, Any], ...]
Sentence = Callable[[BattleForMoscowState, Any, int], str]

_MOVEMENT = ("unit", "move", "stop", "back", "done")
_DECLARING = ("attack", "with", "without", "declare", "change", "drop", "cancel", "done")
_BATTLES = ("battle", "roll", "lose", "hold", "yield", "retreat", "through", "advance", "stay")
VERBS = {  # by the mode of the phase
    "set-up": ("place", "at", "standard", "cancel", "done"),
    "replacements": ("place", "at", "restore", "cancel", "done"),
    "panzer": _MOVEMENT,
    "rail": _MOVEMENT,
    "movement": _MOVEMENT,
    "combat": (*_DECLARING, *_BATTLES),
}
WHEN = {  # where an action belongs that is not of this phase
    **dict.fromkeys(("place", "at", "restore"), "Units are placed and restored in a Replacement Phase"),
    **dict.fromkeys(("unit", "move", "stop", "back"), "Units move in a Movement Phase"),
    **dict.fromkeys(
        ("attack", "with", "without", "declare", "change", "drop"), "Attacks are declared in a Combat Phase"
    ),
    **dict.fromkeys(_BATTLES, "Battles are fought in a Combat Phase"),
}


def out_of_phase(state: BattleForMoscowState, action: Action) -> Refusal:
    """4.0: an action of another phase, or one that the present step has no use for."""
    if action.verb == "cancel":
        return Refusal(state.stack[-1].rule, "There is nothing to cancel.")
    if not state.phase:
        return Refusal("6.0", "Finish the set-up first.")
    if action.verb == "standard":
        return Refusal("6.0", "The set-up is over.")
    if action.verb in VERBS[state.mode]:
        step = state.stack[-1]
        return Refusal(step.rule, f"You cannot play {str(action)!r} now: {step.text(state)}")
    phase = state.scenario.phases[state.phase].title
    return Refusal("4.0", f"{WHEN[action.verb]}; this is the {phase}.", "each is finished before the next begins")


def of_unit(sentence: str) -> Sentence:
    """A sentence about the unit that an action names."""
    return lambda state, step, unit: sentence.replace("{}", unit_label(unit))


def of_hex(sentence: str) -> Sentence:
    """A sentence about the hex that an action names."""
    return lambda state, step, hex: sentence.replace("{}", space_label(hex))


def units_that(test: Callable[[BattleForMoscowState, Any, int], object]) -> Callable[[BattleForMoscowState, Any], int]:
    """The units that meet a test, one by one."""
    return lambda state, step: set_of(unit for unit in range(len(UNITS)) if test(state, step, unit))


def own_units(rule: str, sentence: str = "The {} is an enemy unit.") -> Condition[BattleForMoscowState, Any]:
    return Condition(lambda state, step: ALL_OF[state.active], rule, of_unit(sentence), implied=True)


def units_on_map(rule: str) -> Condition[BattleForMoscowState, Any]:
    return Condition(lambda state, step: state.on_map(), rule, of_unit("The {} is not on the map."), implied=True)
