"""What the officer searches: what to do now, and with which intention the rest of the impulse is played."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

from ...core import Action
from ...games.moscow_41.facts import SIDES
from ...games.moscow_41.state import Moscow41State
from ..sampling import Sample
from ..search import Problem
from .playouts import play_on
from .quick import QuickRecruit
from .value import value_for
from .weights import Weights

JITTER = 0.35  # how much weights are varied: the standard deviation of their logarithms


@dataclass(frozen=True, slots=True)
class Choice:
    """An action, and the weights by which the rest of the impulse is played."""

    action: Action
    weights: Weights


@dataclass(frozen=True, slots=True)
class Outlook:
    """What playouts imagine: intentions of our own, models of the enemy, and how many impulses are played."""

    intentions: Sequence[tuple[str, Weights]]
    enemies: Sequence[Weights]
    impulses: int


class ImpulseProblem(Problem[Choice]):
    """The question that is open. ``decide`` is what the policy answers under other weights. Where ``others`` are given
    they are all tried, and the policy plays on, as it will; else weights are tried that go on to be searched for.
    Everything about the enemy is a guess, another one in each sample."""

    keeps_first = True

    def __init__(
        self,
        state: Moscow41State,
        outlook: Outlook,
        decide: Callable[[Weights], Action],
        others: Sequence[Action] = (),
    ) -> None:
        assert state.side is not None
        self.state = state
        self.side = SIDES.index(state.side)
        self.outlook = outlook
        self.decide = decide
        self.others = others
        self.policy = outlook.intentions[0][1]
        self._guesses: dict[int, Moscow41State] = {}

    def guess(self, sample: Sample) -> Moscow41State:
        """The position as it could be in a sample."""
        if sample.index not in self._guesses:
            rng = Random(f"guess {sample.number(0)}")
            self._guesses[sample.index] = self.state.guess(SIDES[self.side], rng)
        return self._guesses[sample.index].copy()

    def candidates(self, rng: Random) -> Iterator[tuple[Choice, str]]:
        first, *intentions = self.outlook.intentions
        yield Choice(self.decide(self.policy), self.policy), first[0]
        for action in self.others:
            yield Choice(action, self.policy), str(action)
        for name, weights in intentions if not self.others else ():
            yield Choice(self.decide(weights), weights), name

    def acts(self, plan: Choice) -> Hashable:
        """What is on the map after the impulse, if the dice fall in one certain way."""
        if self.others:
            return str(plan.action)
        sample = Sample("acts", 0)
        state = self.guess(sample)
        self.carry_out(state, plan, sample, self.outlook.enemies[0])
        own = state.on_map(self.side)
        return str(plan.action), bytes(state.where), bytes(state.strength), own, state.initiative

    def mutated(self, plan: Choice, rng: Random) -> Choice:
        if self.others:
            return plan
        weights = jittered(plan.weights, rng)
        return Choice(self.decide(weights), weights)

    def crossed(self, one: Choice, other: Choice, rng: Random) -> Choice:
        """Some weights of the one, the others of the other."""
        if self.others:
            return one
        names = [field.name for field in fields(one.weights) if rng.random() < 0.5]
        changes: dict[str, Any] = {name: getattr(other.weights, name) for name in names}
        weights = replace(one.weights, **changes)
        return Choice(self.decide(weights), weights)

    def value(self, plan: Choice, sample: Sample) -> float:
        enemies = self.outlook.enemies
        enemy = enemies[sample.index % len(enemies)]
        state = self.guess(sample)
        self.carry_out(state, plan, sample, enemy)
        if state.outcome is None:
            play_on(state, self.player(self.policy, enemy), sample, self.outlook.impulses - 1, 1)
        return value_for(state, self.side)

    def carry_out(self, state: Moscow41State, plan: Choice, sample: Sample, enemy: Weights) -> None:
        """The action, and the rest of the impulse by the weights of the plan."""
        state.apply(plan.action)
        play_on(state, self.player(plan.weights, enemy), sample, 0)

    def player(self, own: Weights, enemy: Weights) -> QuickRecruit:
        german, soviet = (own, enemy) if self.side == 0 else (enemy, own)
        return QuickRecruit(self.state.game, 0, german, soviet)


def jittered(weights: Weights, rng: Random) -> Weights:
    """The same weights, each a little more or less."""
    changes: dict[str, Any] = {}
    for each in fields(weights):
        value = getattr(weights, each.name)
        if isinstance(value, float):
            changes[each.name] = value * rng.lognormvariate(0.0, JITTER)
    goals = {place: value * rng.lognormvariate(0.0, JITTER) for place, value in weights.goals.items()}
    return replace(weights, **changes, goals=goals)
