"""Why an action that belongs to another phase, or to another moment of this one, is refused."""

from __future__ import annotations

from ...core import Action, Refusal
from .state import BattleForMoscowState

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
    if not state.phase:
        return Refusal("6.0", "Finish the set-up first.")
    if action.verb == "standard":
        return Refusal("6.0", "The set-up is over.")
    if action.verb == "cancel":
        return Refusal(state.stack[-1].rule, "There is nothing to cancel.")
    if action.verb in VERBS[state.mode]:
        step = state.stack[-1]
        return Refusal(step.rule, f"You cannot play {str(action)!r} now: {step.text(state)}")
    phase = state.scenario.phases[state.phase].title
    return Refusal("4.0", f"{WHEN[action.verb]}; this is the {phase}.", "each is finished before the next begins")
