"""What the officer searches: where all units go in a movement phase, and which battles are declared."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from math import log
from random import Random
from typing import Any, TypeVar

from ...core.sets import members, set_of
from ...games.battle_for_moscow.battle import Battle
from ...games.battle_for_moscow.facts import (
    ADJACENT,
    BOARD,
    GERMAN,
    MOSCOW,
    STRENGTH,
)
from ...games.battle_for_moscow.state import BattleForMoscowState
from ..attacks import Places, Reach
from ..sampling import Sample
from ..search import Problem
from . import combat
from .ground import MARCH, RINGS, TO_MOSCOW
from .movement import plans, reach_of, shares_hexes
from .odds import odds_column
from .playouts import Replies, declare_all, play_on
from .quick import move_all, place_values, quick_places
from .value import value_for
from .weights import Both, Weights

P = TypeVar("P")
W = TypeVar("W", bound=Weights)

BOLDNESS = 1.0  # how far mutations stray from what looks good; with 2.0 some panzers went far to the rear
JITTER = 0.35  # how much weights are varied: the standard deviation of their logarithms


@dataclass(frozen=True, slots=True)
class Outlook:
    """What playouts imagine: intentions of our own, models of the enemy, and how many player turns after
    the present one are played."""

    intentions: list[tuple[str, Weights]]
    enemies: Sequence[Both]
    turns: int
    careful: bool  # whether the enemy answers as a recruit does, not at first sight
    step_back: float  # what a German unit must gain for each movement point away from Moscow


class PhaseProblem(Problem[P]):
    """What both phases share: the position, who plans, and how a playout goes on after the plan."""

    def __init__(self, start: BattleForMoscowState, outlook: Outlook) -> None:
        self.start = start
        self.side = start.active
        self.outlook = outlook
        self.policy = outlook.intentions[0][1]
        self.replies = [Replies(enemy[1 - self.side]) for enemy in outlook.enemies]

    @abstractmethod
    def carry_out(self, state: BattleForMoscowState, plan: P) -> None:
        """Do what the plan says and end the phase."""

    def value(self, plan: P, sample: Sample) -> float:
        state = self.start.copy()
        self.carry_out(state, plan)
        model = sample.index % len(self.outlook.enemies)
        players = self.outlook.enemies[model].with_side(self.policy)
        if state.active == self.side:
            play_on(state, players, sample, 1)
        play_on(state, players, sample, 1, self.replies[model] if self.outlook.careful else None)
        if self.outlook.turns > 1:
            play_on(state, players, sample, self.outlook.turns - 1)
        return value_for(state, self.side)


class MovementProblem(PhaseProblem[Places]):
    """Where each unit that may move ends."""

    def __init__(self, start: BattleForMoscowState, outlook: Outlook, moved: int = 0) -> None:
        super().__init__(start, outlook)
        self.reach: Reach = reach_of(start, moved)
        self.movers = [unit for unit, hexes in self.reach.items() if hexes & (hexes - 1)]
        self.worth = attraction(start, self.policy)

    def carry_out(self, state: BattleForMoscowState, plan: Places) -> None:
        move_all(state, plan)

    def value(self, plan: Places, sample: Sample) -> float:
        """A few futures cannot tell whether one unit of many is missed at the front, so to leave it has a price."""
        return max(0.0, super().value(plan, sample) - self.outlook.step_back * self.points_back(plan))

    def points_back(self, plan: Places) -> int:
        """The movement points by which German units go away from Moscow."""
        where = self.start.where
        if self.side != GERMAN:
            return 0
        return sum(max(0, MARCH[hex] - MARCH[where[unit]]) for unit, hex in plan.items())

    def candidates(self, rng: Random) -> Iterator[tuple[Places, str]]:
        for name, weights in self.outlook.intentions:
            *_, places = plans(self.start, self.reach, weights)
            if not shares_hexes(places):
                yield places, name
        yield {unit: self.start.where[unit] for unit in self.reach}, "stay"
        for name, weights in self.outlook.intentions * 4:
            places = self.all_places(quick_places(self.start, jittered(weights, rng)))
            if not shares_hexes(places):
                yield places, name

    def all_places(self, places: Places) -> Places:
        return {unit: places.get(unit, self.start.where[unit]) for unit in self.reach}

    def acts(self, plan: Places) -> Hashable:
        """Units of the same strength are alike."""
        steps = self.start.steps
        return frozenset((hex, STRENGTH[unit][steps[unit]]) for unit, hex in plan.items())

    def mutated(self, plan: Places, rng: Random) -> Places:
        """One to three units go elsewhere: one hex on, where it looks good, or to one another's places."""
        changed = dict(plan)
        if self.movers:
            for _ in range(rng.choice((1, 1, 2, 3))):
                self.mutate(changed, rng)
        return changed

    def mutate(self, places: Places, rng: Random) -> None:
        unit = rng.choice(self.movers)
        taken = set_of(places.values())
        kind = rng.random()
        if kind < 0.3:
            self.swap(places, unit, rng)
            return
        free = self.reach[unit] & ~taken
        if kind < 0.65:
            free = free & ADJACENT[places[unit]] or free
        if free:
            luck = {hex: -log(-log(rng.random() or 0.5)) for hex in members(free)}
            places[unit] = max(luck, key=lambda hex: self.worth[hex] + BOLDNESS * luck[hex])

    def swap(self, places: Places, unit: int, rng: Random) -> None:
        here = places[unit]
        others = [
            other
            for other in self.movers
            if self.reach[other] >> here & 1 and self.reach[unit] >> places[other] & 1 and other != unit
        ]
        if others:
            other = rng.choice(others)
            places[unit], places[other] = places[other], here

    def crossed(self, one: Places, other: Places, rng: Random) -> Places:
        """Around some hex as the other, elsewhere as the one; a place that is taken is not entered."""
        centre = rng.choice(list(one.values()) or [MOSCOW])
        near = BOARD.disc(centre, rng.choice((2, 3, 4)))
        places = dict(one)
        moving = [unit for unit in one if near >> other[unit] & 1 or near >> one[unit] & 1]
        taken = set_of(hex for unit, hex in one.items() if unit not in moving)
        for unit in moving:
            for hex in (other[unit], one[unit], self.start.where[unit]):
                if not taken >> hex & 1:
                    places[unit] = hex
                    taken |= 1 << hex
                    break
            else:
                return dict(one)
        return places


def attraction(state: BattleForMoscowState, weights: Weights) -> dict[int, float]:
    """How good hexes look for any unit, roughly; for mutations."""
    if state.active == GERMAN:
        return place_values(state, weights)  # type: ignore[arg-type]
    return {hex: -0.6 * TO_MOSCOW[hex] for ring in RINGS for hex in members(ring)}


def jittered(weights: W, rng: Random) -> W:
    """The same weights, each a little more or less."""
    changes: dict[str, Any] = {}
    for each in fields(weights):
        value = getattr(weights, each.name)
        if isinstance(value, float):
            changes[each.name] = value * rng.lognormvariate(0.0, JITTER)
    return replace(weights, **changes)


class BattlesProblem(PhaseProblem[tuple[Battle, ...]]):
    """Which battles are declared, and with whom."""

    def carry_out(self, state: BattleForMoscowState, plan: tuple[Battle, ...]) -> None:
        declare_all(state, list(plan))

    def candidates(self, rng: Random) -> Iterator[tuple[tuple[Battle, ...], str]]:
        for name, weights in self.outlook.intentions:
            yield tuple(combat.plan_battles(self.start, weights)), name
        yield (), "no attack"
        for name, weights in self.outlook.intentions * 3:
            yield tuple(combat.plan_battles(self.start, jittered(weights, rng))), name

    def acts(self, plan: tuple[Battle, ...]) -> Hashable:
        return frozenset((battle.hex, frozenset(battle.attackers)) for battle in plan)

    def mutated(self, plan: tuple[Battle, ...], rng: Random) -> tuple[Battle, ...]:
        """A battle is dropped, another one is fought, or a unit joins or leaves one."""
        groups = {battle.hex: set(battle.attackers) for battle in plan}
        kind = rng.random()
        if groups and kind < 0.25:
            del groups[rng.choice(sorted(groups))]
        elif groups and kind < 0.45:
            group = groups[rng.choice(sorted(groups))]
            group.remove(rng.choice(sorted(group)))
        else:
            targets = combat.targets(self.start)
            if targets:
                self.join(groups, rng.choice(targets), rng)
        return self.with_effect(groups)

    def join(self, groups: dict[int, set[int]], hex: int, rng: Random) -> None:
        """Some units adjacent to a hex attack it, whatever they did before."""
        start = self.start
        near = [start.unit_at(self.side, place) for place in members(ADJACENT[hex] & start.occupied[self.side])]
        chosen = set(rng.sample(near, rng.randint(1, len(near))))
        for attackers in groups.values():
            attackers -= chosen
        groups.setdefault(hex, set()).update(chosen)

    def crossed(self, one: tuple[Battle, ...], other: tuple[Battle, ...], rng: Random) -> tuple[Battle, ...]:
        """Some battles of the one, and what they leave of the other's."""
        groups = {battle.hex: set(battle.attackers) for battle in one if rng.random() < 0.5}
        busy = {unit for attackers in groups.values() for unit in attackers}
        for battle in other:
            if battle.hex not in groups:
                groups[battle.hex] = set(battle.attackers) - busy
        return self.with_effect(groups)

    def with_effect(self, groups: dict[int, set[int]]) -> tuple[Battle, ...]:
        """These battles, without those below 1:1 (9.1)."""
        start = self.start
        battles = [Battle(hex, tuple(sorted(units))) for hex, units in sorted(groups.items()) if units]
        return tuple(
            battle
            for battle in battles
            if odds_column(start, battle.hex, battle.defender(start), battle.attackers) >= 1
        )
