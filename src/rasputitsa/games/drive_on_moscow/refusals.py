"""How conditions speak, and what is refused because it is not the time for it.

The conditions of each action are beside its step, those of movement in `move_rules`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core import Action, Refusal, phases
from ...core.conditions import Condition
from .facts import ALL_OF, hex_label
from .names import unit_label
from .state import DriveOnMoscowState

Conditions = tuple[Condition[DriveOnMoscowState, Any], ...]
Sentence = Callable[[DriveOnMoscowState, Any, int], str]


def about_hex(text: str) -> Sentence:
    """A sentence with the name of the hex in it."""
    return lambda state, about, hex: text.format(hex_label(hex))


def about_unit(text: str) -> Sentence:
    """A sentence with the name of the unit in it, with which it begins unless it says ``the {}``."""
    return lambda state, about, unit: text.format(unit_label(state, unit))


def told(text: str) -> Sentence:
    """The same sentence whatever the object is."""
    return lambda state, about, number: text


def yours(rule: str) -> Condition[DriveOnMoscowState, Any]:
    """A unit of the side whose phase it is; of others nothing more is told (11.6)."""
    return Condition(lambda state, about: ALL_OF[state.active], rule, told("That unit is not yours."), implied=True)


def out_of_phase(state: DriveOnMoscowState, action: Action) -> Refusal:
    """5.1: an action of another phase, or of another moment of this one."""
    return phases.out_of_phase(state, action, "5.1")
