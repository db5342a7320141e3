"""Legality written once: the conditions of an action in the order of the rulebook, with their rules and sentences.

What passes all of them is legal; what is refused is refused by the first that it fails. A step names the conditions of
each of its verbs (`Step.conditions`), and the refusals follow from them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from .sets import SpaceSet, contains
from .values import Refusal

S = TypeVar("S")  # the state
A = TypeVar("A")  # what the action is about: most often the step that is asked
EVERYTHING: SpaceSet = -1


def where(is_met: object) -> SpaceSet:
    """All objects, or none: for a condition that does not depend on the object."""
    return EVERYTHING if is_met else 0


@dataclass(frozen=True, slots=True)
class Condition(Generic[S, A]):
    """The objects that meet it, as a set; the rule; and what a player is told about an object that does not.

    The reason is a sentence, or a whole refusal where the rule depends on the case. One that is ``implied`` by others
    that come later takes nothing from what passes: it is there to name the reason. ``quotation`` are words of the rule.
    """

    objects: Callable[[S, A], SpaceSet]
    rule: str
    reason: Callable[[S, A, int], str | Refusal]
    implied: bool = False
    quotation: str = ""


def passing(conditions: Sequence[Condition[S, A]], state: S, about: A) -> SpaceSet:
    """The objects that meet all conditions."""
    found = EVERYTHING
    for condition in conditions:
        if not condition.implied:
            found &= condition.objects(state, about)
            if not found:
                break
    return found


def first_failing(conditions: Sequence[Condition[S, A]], state: S, about: A, number: int) -> Refusal:
    """The first condition that an object does not meet, as a refusal. There is one: what passes all is legal."""
    for condition in conditions:
        if not contains(condition.objects(state, about), number):
            reason = condition.reason(state, about, number)
            return Refusal(condition.rule, reason, condition.quotation) if isinstance(reason, str) else reason
    raise ValueError("what meets all conditions is not refused")
