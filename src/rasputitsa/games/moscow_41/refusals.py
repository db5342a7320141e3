"""How conditions speak, and the step that goes by them: what the refusals of all chapters have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from ...core import Action, Refusal, Step
from ...core.conditions import Condition, passing
from ...core.sets import SpaceSet
from .facts import ALL_OF, SIDE, space_label, unit_subject
from .state import Moscow41State

MoscowCondition = Condition[Moscow41State, Any]
Conditions = tuple[MoscowCondition, ...]
Reason = Callable[[Moscow41State, Any, int], str]


def about_block(text: str) -> Reason:
    """A sentence that begins with the block in question."""
    return lambda state, step, unit: text.replace("{block}", unit_subject(unit))


def about_area(text: str) -> Reason:
    """A sentence with the area in question; it may begin with the block in hand, ``{unit}``."""

    def told(state: Moscow41State, step: Any, area: int) -> str:
        in_hand = unit_subject(step.unit) if "{unit}" in text else ""
        return text.replace("{area}", space_label(area)).replace("{unit}", in_hand)

    return told


def own_blocks(state: Moscow41State, step: object) -> SpaceSet:
    """The blocks of the active player."""
    return ALL_OF[state.active]


ROOM: MoscowCondition = Condition(  # for the block in hand
    lambda state, step: ~state.full[SIDE[step.unit]], "2.7", about_area("No further block may stack in {area}.")
)


class RuledStep(Step[Moscow41State]):
    """A step whose actions have conditions: what passes all is legal, the first that fails is the refusal."""

    __slots__ = ()
    first: ClassVar[str] = ""  # what a player is told who does something else

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        """What the object of an action with this verb must meet; none if the verb does not belong here."""
        raise NotImplementedError

    def passing(self, state: Moscow41State, verb: str) -> SpaceSet:
        """The objects with which the verb is legal."""
        return passing(self.conditions(state, verb), state, self)

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        return Refusal(self.rule, self.otherwise(state))

    def otherwise(self, state: Moscow41State) -> str:
        """What a player is told whose action does not belong here."""
        return self.first
