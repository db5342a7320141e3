"""What the officer searches: which answer to a question leads to the best futures, if the policy decides all else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from ...core import Action
from ...games.moscow_41.facts import SIDES
from ...games.moscow_41.state import Moscow41State
from ..sampling import Sample
from ..search import Problem
from .playouts import play_on
from .quick import QuickRecruit
from .value import value_for
from .weights import Weights


@dataclass(frozen=True, slots=True)
class Outlook:
    """What playouts imagine: how we play on, models of the enemy, and how many impulses are played."""

    policy: Weights
    enemies: Sequence[Weights]
    impulses: int


class Answers(Problem[Action]):
    """The question that is open: ``first`` is what the policy answers, all other answers are tried besides. Everything
    about the enemy is a guess, another one in each sample."""

    keeps_first = True

    def __init__(self, state: Moscow41State, outlook: Outlook, first: Action) -> None:
        assert state.side is not None
        self.state = state
        self.side = SIDES.index(state.side)
        self.outlook = outlook
        self.first = first
        self._guesses: dict[int, Moscow41State] = {}

    def guess(self, sample: Sample) -> Moscow41State:
        """The position as it could be in a sample."""
        if sample.index not in self._guesses:
            rng = Random(f"guess {sample.number(0)}")
            self._guesses[sample.index] = self.state.guess(SIDES[self.side], rng)
        return self._guesses[sample.index].copy()

    def candidates(self, rng: Random) -> Iterator[tuple[Action, str]]:
        yield self.first, ""
        for action in self.state.actions():
            yield action, ""

    def acts(self, plan: Action) -> Action:
        return plan

    def mutated(self, plan: Action, rng: Random) -> Action:
        return plan

    def crossed(self, one: Action, other: Action, rng: Random) -> Action:
        return one

    def value(self, plan: Action, sample: Sample) -> float:
        enemies = self.outlook.enemies
        state = self.guess(sample)
        state.apply(plan)
        if state.outcome is None:
            player = self.player(enemies[sample.index % len(enemies)])
            play_on(state, player, sample, 0)
            play_on(state, player, sample, self.outlook.impulses - 1, 1)
        return value_for(state, self.side)

    def player(self, enemy: Weights) -> QuickRecruit:
        own = self.outlook.policy
        german, soviet = (own, enemy) if self.side == 0 else (enemy, own)
        return QuickRecruit(self.state.game, 0, german, soviet)
