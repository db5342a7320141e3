"""What the officer searches: under which intention and orders a side marches, and what it declares."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, TypeVar

from ...core import Action
from ...core.sets import members
from ...games.drive_on_moscow.facts import BOARD, CITIES, FORTS, GERMAN, MARSH, MOSCOW, SOVIET, STRIDE, land_spread
from ...games.drive_on_moscow.move_rules import movable
from ...games.drive_on_moscow.state import DriveOnMoscowState
from ..sampling import Sample
from ..search import Problem
from . import combat, policy
from .ground import BEHIND_MOSCOW, EASTERN_CITIES, LIFELINE, MOSCOW_RING, distances
from .plans import Move, carry_out
from .playouts import ALL_TURNS, Playout
from .value import value_for
from .weights import Both, Weights, jittered

P = TypeVar("P")
FORMATIONS = (1, 2, 4)  # the stacks of a formation are at most so far from the one in its middle
NEAREST_GOALS = 6  # a stack is ordered to one of so many goals that are nearest to it


@dataclass(frozen=True, slots=True)
class Outlook:
    """What playouts imagine: intentions of our own, models of the enemy, and how many player turns are played.

    From the turn ``to_the_end`` on a playout goes to the end of the game.
    """

    intentions: Sequence[tuple[str, Weights]]
    enemies: Sequence[Both]
    turns: int
    to_the_end: int


class TurnProblem(Problem[P]):
    """What all problems share: the position, who plans, and how a playout goes on after the plan."""

    keeps_first = True

    def __init__(self, start: DriveOnMoscowState, outlook: Outlook) -> None:
        self.start = start
        self.side = start.active
        self.outlook = outlook
        self._guesses: dict[int, DriveOnMoscowState] = {}

    @abstractmethod
    def weights(self, plan: P) -> Weights:
        """What our own side prefers under the plan."""

    @abstractmethod
    def carry_out(self, playout: Playout, plan: P) -> None:
        """Do what the plan says."""

    def value(self, plan: P, sample: Sample) -> float:
        state = self.guess(sample).copy()
        enemies = self.outlook.enemies
        model = enemies[sample.index % len(enemies)]
        playout = Playout(state, model.with_side(self.weights(plan)), sample)
        self.carry_out(playout, plan)
        if state.outcome is None:
            playout.run(ALL_TURNS if self.start.turn >= self.outlook.to_the_end else self.outlook.turns)
        return value_for(state, self.side)

    def guess(self, sample: Sample) -> DriveOnMoscowState:
        """The position as it could be in a sample: what is hidden from our side is drawn anew."""
        if sample.index not in self._guesses:
            side = self.start.side
            assert side is not None
            self._guesses[sample.index] = self.start.guess(side, Random(f"{sample.number(0)}"))
        return self._guesses[sample.index]


class Operation(NamedTuple):
    """A plan for a movement phase: weights, and orders for units that go elsewhere than the policy would send them."""

    weights: Weights
    orders: tuple[tuple[int, int], ...] = ()


class MarchProblem(TurnProblem[Operation]):
    """How a side marches."""

    def __init__(self, start: DriveOnMoscowState, outlook: Outlook) -> None:
        super().__init__(start, outlook)
        self._moves: dict[Operation, list[Move]] = {}
        self.stacks: dict[int, list[int]] = {}
        for unit in movable(start, self.side):
            if not start.spent[unit]:
                self.stacks.setdefault(start.where[unit], []).append(unit)
        self.goals = goals(start)

    def weights(self, plan: Operation) -> Weights:
        return plan.weights

    def moves(self, plan: Operation) -> list[Move]:
        """What a plan does up to the first mobile assault; it does not depend on what is hidden."""
        if plan not in self._moves:
            self._moves[plan] = list(policy.march(self.start.copy(), plan.weights, dict(plan.orders)))
        return self._moves[plan]

    def carry_out(self, playout: Playout, plan: Operation) -> None:
        state = playout.state
        playout.orders = dict(plan.orders)
        moves = self.moves(plan)
        for move in moves:
            carry_out(state, move)
            if state.outcome is not None:
                break
        if state.outcome is not None or not moves or not moves[-1].target:
            playout.end_movement()

    def candidates(self, rng: Random) -> Iterator[tuple[Operation, str]]:
        for name, weights in self.outlook.intentions:
            yield Operation(weights), name
        for name, weights in [*self.outlook.intentions] * 2:
            yield Operation(jittered(weights, rng)), name

    def acts(self, plan: Operation) -> Hashable:
        return frozenset(self.moves(plan))

    def mutated(self, plan: Operation, rng: Random) -> Operation:
        """A formation is sent elsewhere, or one to three stacks or parts of them; or the weights change a little."""
        kind = rng.random()
        if not self.stacks or kind < 0.25:
            return plan._replace(weights=jittered(plan.weights, rng))
        orders = dict(plan.orders)
        if kind < 0.5:
            hex = rng.choice(sorted(self.stacks))
            orders.update(dict.fromkeys(self.formation(hex, rng.choice(FORMATIONS)), rng.choice(self.goals_near(hex))))
            return plan._replace(orders=tuple(sorted(orders.items())))
        for _ in range(rng.choice((1, 2, 3))):
            hex = rng.choice(sorted(self.stacks))
            goal = rng.choice(self.goals_near(hex))
            units = self.stacks[hex]
            for unit in rng.sample(units, rng.choice((len(units), (len(units) + 1) // 2))):
                orders[unit] = goal
        return plan._replace(orders=tuple(sorted(orders.items())))

    def formation(self, hex: int, distance: int) -> list[int]:
        """The units of a stack and of those so near to it."""
        near = BOARD.disc(hex, distance)
        return [unit for other, units in self.stacks.items() if near >> other & 1 for unit in units]

    def goals_near(self, hex: int) -> list[int]:
        """Where a stack could be sent: the goals that are nearest, or nowhere."""
        nearest = sorted(self.goals, key=lambda goal: (distances(goal)[hex], goal))
        return [hex, *nearest[:NEAREST_GOALS]]

    def crossed(self, one: Operation, other: Operation, rng: Random) -> Operation:
        """North of some line as the one, south of it as the other."""
        line = rng.choice(sorted(self.stacks)) % STRIDE if self.stacks else 0
        where = self.start.where
        north = [(unit, goal) for unit, goal in one.orders if where[unit] % STRIDE <= line]
        south = [(unit, goal) for unit, goal in other.orders if where[unit] % STRIDE > line]
        return Operation(one.weights, tuple(sorted(north + south)))


def goals(state: DriveOnMoscowState) -> list[int]:
    """Where stacks of the active side may be ordered to."""
    germans, soviets = state.occupied(GERMAN), state.occupied(SOVIET)
    if state.active == GERMAN:
        return members(MOSCOW | BEHIND_MOSCOW | EASTERN_CITIES & ~state.control | soviets & ~CITIES & ~MARSH)
    held = MOSCOW | MOSCOW_RING | LIFELINE | EASTERN_CITIES | FORTS | land_spread(germans)
    return members(held & ~germans & ~MARSH)


class AttackProblem(TurnProblem[combat.Choice]):
    """11.0: the next attack, or none."""

    def __init__(self, start: DriveOnMoscowState, outlook: Outlook, choices: Sequence[combat.Choice]) -> None:
        super().__init__(start, outlook)
        self.choices = choices
        self.policy = outlook.intentions[0]

    def weights(self, plan: combat.Choice) -> Weights:
        return self.policy[1]

    def carry_out(self, playout: Playout, plan: combat.Choice) -> None:
        if plan.hex:
            playout.launch(plan.hex, plan.force)
        else:
            playout.end_combat()

    def candidates(self, rng: Random) -> Iterator[tuple[combat.Choice, str]]:
        for choice in self.choices:
            yield choice, self.policy[0]

    def acts(self, plan: combat.Choice) -> Hashable:
        return plan.hex

    def mutated(self, plan: combat.Choice, rng: Random) -> combat.Choice:
        return rng.choice(self.choices)

    def crossed(self, one: combat.Choice, other: combat.Choice, rng: Random) -> combat.Choice:
        return other


def next_attacks(state: DriveOnMoscowState, weights: Weights, doubt: float) -> list[combat.Choice]:
    """The policy's choice, an attack or none; both where an attack promises little more or less than it should."""
    best = combat.best_attack(state, weights)
    gain = best.value - weights.attack_at
    choices = [best, combat.NO_ATTACK] if gain > 0 else [combat.NO_ATTACK, best]
    return choices if abs(gain) < doubt else choices[:1]


class Declaration(NamedTuple):
    """What is declared as a player turn begins, and the intention that goes with it."""

    action: Action
    weights: Weights


class DeclarationProblem(TurnProblem[Declaration]):
    """5.2, 12.0: the order of the phases, or the November Offensive."""

    def __init__(self, start: DriveOnMoscowState, outlook: Outlook, first: Action) -> None:
        super().__init__(start, outlook)
        self.choices = [first, *(action for action in start.actions() if action != first)]

    def weights(self, plan: Declaration) -> Weights:
        return plan.weights

    def carry_out(self, playout: Playout, plan: Declaration) -> None:
        playout.state.apply(plan.action)

    def candidates(self, rng: Random) -> Iterator[tuple[Declaration, str]]:
        name, weights = self.outlook.intentions[0]
        for action in self.choices:
            yield Declaration(action, weights), name

    def acts(self, plan: Declaration) -> Hashable:
        return plan

    def mutated(self, plan: Declaration, rng: Random) -> Declaration:
        return plan._replace(action=rng.choice(self.choices))

    def crossed(self, one: Declaration, other: Declaration, rng: Random) -> Declaration:
        return one._replace(action=other.action)
