"""A bot that has one function for each kind of question, and weighs things differently for each side."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from ..core import Action, Game, State, Step
from .bot import Bot, Stop, never

S = TypeVar("S", bound=State)
W = TypeVar("W")

Decision = Callable[[Any, Any, Any], Action]  # of this bot, in this state, at this step
Decisions = Mapping[type[Step[Any]], Decision]


class PlanningBot(Bot, Generic[S, W]):
    """Looks up the decision for the step on top of the stack. A game lists them in ``decisions``."""

    decisions: ClassVar[Decisions]

    def __init__(self, game: Game, seed: int, weights: Mapping[str, W]) -> None:
        super().__init__(game, seed)
        self._weights = weights
        self._decided: tuple[S, Action] | None = None
        self.stop: Stop = never

    def choose(self, state: State, rng: Random, stop: Stop = never) -> Action:
        self.stop = stop
        step = state.stack[-1]
        decision = self.decisions.get(type(step))
        if decision is None:
            raise AssertionError(f"{self.name} has no decision for the step {type(step).__name__}")
        action = decision(self, state, step)
        self._decided = (state, action)  # type: ignore[assignment]
        return action

    def weights_for(self, state: S) -> W:
        """The weights of the side that must act."""
        assert state.side is not None
        return self._weights[state.side]

    def explain(self) -> str:
        return self.explain_decision(*self._decided) if self._decided else ""

    @abstractmethod
    def explain_decision(self, state: S, action: Action) -> str:
        """The reason for the action that was chosen in this state, in one sentence."""
