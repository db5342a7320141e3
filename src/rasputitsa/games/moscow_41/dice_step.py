"""Steps in which a handful of dice is rolled."""

from __future__ import annotations

from abc import abstractmethod
from fractions import Fraction

from ...core import CHANCE, Action, Step
from .dice import Handful, rolls
from .state import Moscow41State


class DiceStep(Step[Moscow41State]):
    """A roll is due. Numbers of hits are listed, and any faces are accepted."""

    __slots__ = ()

    def actor(self, state: Moscow41State) -> str:
        return CHANCE

    @abstractmethod
    def handful(self, state: Moscow41State) -> Handful:
        """The dice to roll."""

    def dice(self, state: Moscow41State) -> int:
        return sum(self.handful(state))

    def due(self, state: Moscow41State) -> str:
        dice = self.dice(state)
        return "A die must be rolled first." if dice == 1 else f"{dice} dice must be rolled first."

    def actions(self, state: Moscow41State) -> list[Action]:
        return [action for action, _ in rolls(self.handful(state))]

    def chances(self, state: Moscow41State) -> list[tuple[Action, Fraction]]:
        return list(rolls(self.handful(state)))

    def accepts(self, state: Moscow41State, action: Action) -> bool:
        return action.verb == "roll" and len(action.faces) == self.dice(state)
