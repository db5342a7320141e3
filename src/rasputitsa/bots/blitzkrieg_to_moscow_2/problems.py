"""What the officer searches: the hand, where all units go, the next attack, and single answers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from ...core import Action
from ...core.sets import members
from ...games.blitzkrieg_to_moscow_2.combat import Combat
from ...games.blitzkrieg_to_moscow_2.facts import BESIDE, CARD_FUNCTIONS, CITIES, FIRST_HEX, LAND, SIDES
from ...games.blitzkrieg_to_moscow_2.logistics import ChooseCards
from ...games.blitzkrieg_to_moscow_2.state import BlitzkriegState
from ...games.blitzkrieg_to_moscow_2.words import DONE, FIGHT
from ..attacks import Places
from ..planning import Plan
from ..sampling import Sample
from ..search import Problem
from ..weights import jittered
from . import hand
from .combat import Attack, best_attack, groups
from .evaluator import Evaluator
from .movement import cities_passed, overstacks, plans, reach_of
from .odds import prospect
from .playouts import Playout
from .quick import QuickEvaluator, move_all
from .value import value_for
from .weights import GROUND, Both, Weights

P = TypeVar("P")

JITTER = 0.3  # how much weights are varied
VARIANTS = 6  # plans by weights that were varied
DOUBTFUL = 0.3  # an attack that promises at most this much too little is tried too


@dataclass(frozen=True, slots=True)
class Outlook:
    """What playouts imagine: intentions of our own, models of the enemy, and how many player turns are played."""

    intentions: list[tuple[str, Weights]]
    enemies: Sequence[Both]
    turns: int


class PositionProblem(Problem[P]):
    """What all share: the position, who plans, the worlds that it could be, and how a playout goes on after the plan.

    The enemy's hand in ``start`` is never looked at: every sample has a guess of its own.
    """

    keeps_first = True

    def __init__(self, start: BlitzkriegState, side: int, outlook: Outlook, seed: str) -> None:
        self.start = start
        self.side = side
        self.outlook = outlook
        self.seed = seed
        self.policy = outlook.intentions[0][1]
        self._worlds: dict[int, BlitzkriegState] = {}

    @abstractmethod
    def carry_out(self, state: BlitzkriegState, plan: P) -> None:
        """Do what the plan says."""

    def world(self, index: int) -> BlitzkriegState:
        """The guess of a sample."""
        if index not in self._worlds:
            self._worlds[index] = self.start.guess(SIDES[self.side], Random(f"{self.seed} world {index}"))
        return self._worlds[index]

    def value(self, plan: P, sample: Sample) -> float:
        state = self.world(sample.index).copy()
        enemies = self.outlook.enemies
        players = enemies[sample.index % len(enemies)].with_side(self.side, self.policy)
        self.carry_out(state, plan)
        Playout(state, players, sample).play_on(self.outlook.turns)
        return value_for(state, self.side)

    def mutated(self, plan: P, rng: Random) -> P:
        return plan

    def crossed(self, one: P, other: P, rng: Random) -> P:
        return one


class AnswerProblem(PositionProblem[Action]):
    """Which of a few answers is given now. Cards with the same functions are the same."""

    def __init__(
        self, start: BlitzkriegState, side: int, outlook: Outlook, seed: str, answers: Sequence[Action]
    ) -> None:
        super().__init__(start, side, outlook, seed)
        self.answers = answers

    def carry_out(self, state: BlitzkriegState, plan: Action) -> None:
        state.apply(plan)

    def candidates(self, rng: Random) -> Iterator[tuple[Action, str]]:
        for answer in self.answers:
            yield answer, answer.verb

    def acts(self, plan: Action) -> Hashable:
        return CARD_FUNCTIONS[plan.number] if plan.verb == "card" else plan


class HandProblem(PositionProblem[int]):
    """6.1: which cards are taken for the turn. ``start`` is the position before the first."""

    def carry_out(self, state: BlitzkriegState, plan: int) -> None:
        state.hands |= plan
        state.replace(ChooseCards(0))
        state.advance()

    def candidates(self, rng: Random) -> Iterator[tuple[int, str]]:
        step = self.start.stack[-1]
        assert isinstance(step, ChooseCards)
        for name, weights in self.outlook.intentions:
            yield hand.best_hand(Evaluator(self.start.copy(), self.side, weights), step.left), name
        for cards in hand.hands(Evaluator(self.start.copy(), self.side, self.policy), step.left):
            yield cards, "another hand"

    def acts(self, plan: int) -> Hashable:
        return tuple(sorted(CARD_FUNCTIONS[card] for card in members(plan)))


class AttackProblem(PositionProblem[Attack | None]):
    """11.0: which hex is attacked next, and by whom; or that no more is attacked."""

    def carry_out(self, state: BlitzkriegState, plan: Attack | None) -> None:
        if plan is None:
            state.apply(DONE)
            return
        step = state.stack[-1]
        assert isinstance(step, Combat)
        state.push(step.name_attackers(state, plan.hex).with_units(plan.units))
        state.apply(FIGHT)

    def candidates(self, rng: Random) -> Iterator[tuple[Attack | None, str]]:
        step = self.start.stack[-1]
        assert isinstance(step, Combat)
        for name, weights in self.outlook.intentions:
            yield best_attack(Evaluator(self.start.copy(), self.side, weights), step), name
        yield None, "no attack"
        for attack in likely_attacks(Evaluator(self.start.copy(), self.side, self.policy), step):
            yield attack, "another attack"

    def acts(self, plan: Attack | None) -> Hashable:
        return plan and (plan.hex, plan.units)


def likely_attacks(evaluator: Evaluator, step: Combat) -> list[Attack]:
    """The best attack on each hex, the most promising first; the hopeless ones left out."""
    found = []
    for hex in members(step.targets(evaluator.state)):
        units = groups(evaluator.state, members(step.name_attackers(evaluator.state, hex).available))
        scored = [
            Attack(hex, each, prospect(evaluator, hex, each).value - evaluator.price(members(each))) for each in units
        ]
        found.append(max(scored, key=lambda attack: attack.score))
    likely = [attack for attack in found if attack.score >= evaluator.weights.least - DOUBTFUL]
    return sorted(likely, key=lambda attack: (-attack.score, attack.hex))


class MovementProblem(PositionProblem[Places]):
    """10.0: where each unit that may move ends."""

    def __init__(self, start: BlitzkriegState, outlook: Outlook, seed: str, moved: int = 0) -> None:
        super().__init__(start, start.active, outlook, seed)
        self.moved = moved
        self.reach, self.steps = reach_of(start, moved)
        self.movers = [unit for unit, spaces in self.reach.items() if spaces & (spaces - 1)]
        self.evaluator = QuickEvaluator(start.copy(), self.side, self.policy)
        enemies = start.occupied[1 - self.side]
        self.worth_a_look = CITIES | LAND.spread(enemies) | LAND.spread(CITIES)

    def carry_out(self, state: BlitzkriegState, plan: Places) -> None:
        cities = 0
        for unit, space in plan.items():
            if space != self.start.where[unit]:
                cities |= 1 << space | cities_passed(self.evaluator, unit, space, self.steps[unit])
        move_all(state, plan, cities & CITIES)

    def candidates(self, rng: Random) -> Iterator[tuple[Places, str]]:
        for name, weights in self.outlook.intentions:
            yield self.places(weights), name
        for _ in range(VARIANTS):
            yield self.places(jittered(self.policy, rng, JITTER, GROUND)), "a variant"

    def places(self, weights: Weights) -> Places:
        *_, plan = plans(self.start, self.moved, weights)
        return plan.places

    def acts(self, plan: Places) -> Hashable:
        return frozenset(plan.items())

    def mutated(self, plan: Places, rng: Random) -> Places:
        """One to three units go elsewhere: a hex on, to where it looks good, or to one another's places."""
        changed = dict(plan)
        if self.movers:
            for _ in range(rng.choice((1, 1, 2, 3))):
                self.mutate(changed, rng)
        return plan if overstacks(self.start, Plan(changed)) else changed

    def mutate(self, places: Places, rng: Random) -> None:
        unit = rng.choice(self.movers)
        here = places[unit]
        kind = rng.random()
        if kind < 0.25:
            others = [
                other
                for other in self.movers
                if self.reach[other] >> here & 1 and self.reach[unit] >> places[other] & 1 and other != unit
            ]
            if others:
                other = rng.choice(others)
                places[unit], places[other] = places[other], here
            return
        near = BESIDE[here] if kind < 0.6 else self.worth_a_look
        spaces = members(self.reach[unit] & near & ~(1 << here))
        if spaces:
            places[unit] = rng.choice(spaces)

    def crossed(self, one: Places, other: Places, rng: Random) -> Places:
        """Around some hex as the other, elsewhere as the one."""
        centre = rng.choice([space for space in one.values() if space >= FIRST_HEX] or [FIRST_HEX])
        near = LAND.of[centre] | 1 << centre
        for _ in range(rng.choice((1, 2, 3))):
            near |= LAND.spread(near)
        places = {
            unit: other.get(unit, space) if near >> space & 1 or near >> other.get(unit, space) & 1 else space
            for unit, space in one.items()
        }
        return one if overstacks(self.start, Plan(places)) else places
