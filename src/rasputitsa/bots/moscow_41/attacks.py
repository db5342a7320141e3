"""Which attacks are worth making, with whom, and what a battle is worth to those who are in it."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.sets import SpaceSet, members, set_of
from ...games.moscow_41.dice import Handful
from ...games.moscow_41.facts import ALL_OF, AREAS, COMBAT, STACKING, TANKS
from ...games.moscow_41.ranges import commanded
from .communications import Communications
from .estimate import Defence, Prospect, attack_dice, defence, promised, prospect, with_attacker
from .ground import worth
from .posts import Posts
from .support import able_hqs, assigned_support, possible_support
from .survey import Survey

LEAST_GAIN = 0.05  # what each further attacker must add
AS_GOOD_AS_CLEARED = 0.95  # nobody else joins an attack that is as sure as this


@dataclass(slots=True)
class Attack:
    """A battle that is worth fighting: where, with whom, and what it is worth."""

    area: int
    units: list[int]
    value: float


class Attacks:
    """The attacks that a side can make in a position. ``pooling``: HQs can still be brought together."""

    def __init__(self, survey: Survey, lines: Communications, posts: Posts, pooling: bool) -> None:
        self.survey = survey
        self.lines = lines
        self.posts = posts
        self.pooling = pooling
        self._main: int | None = None
        self._worth: dict[int, tuple[float, float]] = {}
        self._defence: dict[int, Defence] = {}

    # What is to be gained.

    def gain(self, area: int) -> float:
        """What it is worth to clear an area of enemies."""
        survey, weights = self.survey, self.survey.weights
        if survey.controls(area):
            return weights.area + weights.near_goal * survey.nearness(area) + self.lines.relief(area)
        value = worth(area, survey.goals, weights) + weights.near_goal * survey.nearness(area)
        if survey.wins(area):
            value += weights.win
        return value + self.lines.relief(area)

    def step_worth(self, area: int) -> float:
        """What a step of the enemy is worth there: more where a goal is at stake."""
        survey = self.survey
        return survey.weights.enemy_step * (0.5 + 0.25 * survey.goals.get(area, 0.0) + survey.nearness(area))

    def value_of(self, promise: Prospect, area: int) -> float:
        if area not in self._worth:
            self._worth[area] = self.gain(area), self.step_worth(area)
        return promise.value(*self._worth[area], self.survey.weights)

    def defence(self, area: int) -> Defence:
        """The enemy in an area, as far as this side knows."""
        if area not in self._defence:
            survey = self.survey
            self._defence[area] = defence(survey.state, survey.side, area, survey.weights)
        return self._defence[area]

    # Attacks by blocks that come up.

    def best(self, units: SpaceSet, hqs: SpaceSet, besides: SpaceSet = 0) -> Attack | None:
        """The most valuable attack that some of these blocks can make, other than on some areas."""
        targets = 0
        for unit in members(units & COMBAT):
            targets |= self.survey.reach(unit)
        best = None
        for area in members(targets & self.survey.enemies & ~besides):
            attack = self.on(area, units, hqs)
            if attack is None or attack.value < self.survey.weights.attack_at:
                continue
            if best is None or attack.value > best.value:
                best = attack
        return best

    def on(self, area: int, units: SpaceSet, hqs: SpaceSet) -> Attack | None:
        """The best attack on an area with some of these blocks, besides those that are there already."""
        if self.pooling and area in self.survey.goals:
            hqs |= able_hqs(self.survey)
        return self._with_support(area, units, possible_support(self.survey, area, hqs))

    def _with_support(self, area: int, units: SpaceSet, support: Handful) -> Attack | None:
        survey, state, side = self.survey, self.survey.state, self.survey.side
        there = state.blocks(side, area) & ~state.isolated
        crossed = there & state.crossed
        enemy = self.defence(area)
        best = self.value_of(prospect(state, area, there, crossed, support, enemy), area) if there else 0.0
        base = best if there and state.before >> area & 1 else 0.0
        ground = 0.0 if there else self.lines.cut(area) - self.lines.thin(area)
        dice, steps = attack_dice(state, there, crossed), sum(state.strength[unit] or 1 for unit in members(there))
        tanks = bool(there & TANKS & ~crossed)
        chosen, kept = 0, 0
        ready = self._ready(area, units)
        for count, unit in enumerate(ready, start=1):
            crossing = survey.crosses(unit, area)
            dice, steps = with_attacker(state, dice, unit, crossing), steps + (state.strength[unit] or 1)
            tanks = tanks or (not crossing and bool(TANKS >> unit & 1))
            chosen |= 1 << unit
            ground += self._ground_gained(area, unit, chosen)
            promise = promised(state, area, dice, steps, tanks, support, enemy)
            value = self.value_of(promise, area) + ground
            if value > best + LEAST_GAIN:
                best, kept = value, count
                if promise.clear > AS_GOOD_AS_CLEARED:
                    break
        return Attack(area, ready[:kept], best - base) if kept else None

    def _ready(self, area: int, units: SpaceSet) -> list[int]:
        """Those who can come up, the hardest hitters first, as far as there is room (2.7)."""
        room = STACKING[area] - (self.survey.state.at[area] & ALL_OF[self.survey.side]).bit_count()
        ready = [unit for unit in members(units & COMBAT) if self.survey.reach(unit) >> area & 1]
        return sorted(ready, key=lambda unit: -self.survey.punch(unit))[: max(room, 0)]

    def _ground_gained(self, area: int, unit: int, chosen: SpaceSet) -> float:
        """What it is worth to the chosen attackers that this one comes up from where it is."""
        survey = self.survey
        here = survey.state.where[unit]
        forward = survey.weights.follow * (survey.field[area] - survey.field[here])
        return forward - self.posts.leaving_cost(chosen, here) - self.posts.post(here)

    # The goal on which all HQs work together.

    def main_target(self) -> int:
        """A goal that all HQs together could take now; 0 if there is none."""
        if self._main is None:
            self._main = 0
            best = self.survey.weights.main_attack
            for area in self.survey.goals if self.pooling else ():
                if self.survey.enemies >> area & 1:
                    attack = self.on(area, self._on_map(), 0)
                    value = max(attack.value if attack is not None else 0.0, self._fighting_on(area))
                    if value > best:
                        best, self._main = value, area
        return self._main

    def _on_map(self) -> SpaceSet:
        state = self.survey.state
        units = ALL_OF[self.survey.side] & COMBAT & ~state.isolated & ~state.acted
        return set_of(unit for unit in members(units) if AREAS >> state.where[unit] & 1)

    def _fighting_on(self, area: int) -> float:
        """What the battle for a goal is worth to those who are there, with the support of all HQs."""
        if not self._there(area):
            return 0.0
        return self.battle_value(area, possible_support(self.survey, area, able_hqs(self.survey)))

    def clear_chance(self, area: int) -> float:
        """How likely an area is cleared with the HQs that are activated so far."""
        survey, state = self.survey, self.survey.state
        support = possible_support(survey, area, state.activated)
        attack = self._with_support(area, commanded(state), support)
        blocks = self._there(area)
        crossing = blocks & state.crossed
        for unit in attack.units if attack is not None else []:
            blocks |= 1 << unit
            if survey.crosses(unit, area):
                crossing |= 1 << unit
        return prospect(state, area, blocks, crossing, support, self.defence(area)).clear

    # Battles by those who are there.

    def battle_value(self, area: int, support: Handful | None = None) -> float:
        """What a battle is worth to those who are there, with the support that is assigned unless another is given."""
        return self.value_of(self._battle(area, support), area)

    def battle_chance(self, area: int) -> float:
        """How likely the battle clears the area with the support that it has."""
        return self._battle(area, None).clear

    def standing_battles(self) -> float:
        """10.11: what another round is worth to blocks that are engaged already."""
        fights = (area for area in members(self.survey.state.contested) if self._there(area))
        return sum(max(0.0, self.battle_value(area)) for area in fights)

    def _battle(self, area: int, support: Handful | None) -> Prospect:
        state, there = self.survey.state, self._there(area)
        if support is None:
            support = assigned_support(state, area)
        return prospect(state, area, there, there & state.crossed, support, self.defence(area))

    def _there(self, area: int) -> SpaceSet:
        return self.survey.state.blocks(self.survey.side, area) & ~self.survey.state.isolated
