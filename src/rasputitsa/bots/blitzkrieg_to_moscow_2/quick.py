"""Decisions at first sight: what a playout imagines both sides to do, several times as fast as a recruit decides.

Every unit takes its place once, out of a few, before attacks are planned. A defender is active as a whole or not
at all. What driving an enemy away opens is estimated and not worked out.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from ...core.sets import members
from ...games.blitzkrieg_to_moscow_2.battle import defence_of, ratio
from ...games.blitzkrieg_to_moscow_2.facts import (
    ALL_OF,
    CITIES,
    FRESH,
    GERMAN,
    LAND,
    SOVIET,
    STRENGTH,
    TANKS,
    ZOC_UNITS,
)
from ...games.blitzkrieg_to_moscow_2.movement import Movement
from ...games.blitzkrieg_to_moscow_2.net import supply_net
from ...games.blitzkrieg_to_moscow_2.state import BlitzkriegState
from ...games.blitzkrieg_to_moscow_2.words import DONE
from ..attacks import Group, Places, Reach
from .assault import Assault
from .evaluator import Evaluator
from .ground import CITY_LIST, points
from .movement import cities_passed, disperse, fits, make_room, reach_of
from .weights import Weights

PLACES = (2, 1)  # of a unit that are looked at: cities and the like, others
PLACES_OF_TANKS = (7, 4)  # the same of a German tank unit in the Movement Phase
PLACES_OF_ACTIONS = (4, 2)  # and for a tank action


class QuickEvaluator(Evaluator):
    """The same values, but for what is estimated: how places attract, and what an enemy's leaving opens."""

    thorough = False

    def __init__(self, state: BlitzkriegState, side: int, weights: Weights) -> None:
        super().__init__(state, side, weights)
        self._pulls: dict[int, float] = {}

    @cached_property
    def totals(self) -> list[float]:
        """Before anybody has moved: the weights of both sides at each city, and of holding it."""
        return [one + other + self.weights.control for one, other in zip(*self.balance, strict=True)]

    @cached_property
    def pulls(self) -> list[list[float]]:
        """By side: how much a strength point of it at each city changes."""
        points, totals = self.points, self.totals
        return [
            [
                worth * other / total**2
                for worth, other, total in zip(points, self.balance[1 - side], totals, strict=True)
            ]
            for side in (GERMAN, SOVIET)
        ]

    def pull(self, hex: int) -> float:
        """As far as it can be seen before anybody has moved."""
        found = self._pulls.get(hex)
        if found is None:
            influence = self.influence[self.side][hex]
            found = self._pulls[hex] = sum(map(float.__mul__, influence, self.pulls[self.side]))
        return found

    def shortlist(self, unit: int, spaces: int) -> list[int]:
        """The most attractive spaces that are cities or the like, and the most attractive others."""
        state = self.state
        special = CITIES
        if not state.fresh >> unit & 1:
            special |= LAND.spread(supply_net(state, self.side)[0])
        if unit in ZOC_UNITS[self.side]:
            special |= LAND.spread(state.cities_of(self.enemy))
        found: list[int] = []
        counts = PLACES
        if TANKS >> unit & 1 and self.side == GERMAN:
            counts = PLACES_OF_TANKS if state.mode == "movement" else PLACES_OF_ACTIONS
        for hexes, count in zip((spaces & special, spaces & ~special), counts, strict=True):
            room = [hex for hex in members(hexes) if fits(self, unit, hex)]
            found += sorted(room, key=self.pull, reverse=True)[:count]
        return found

    def opening(self, hex: int) -> float:
        found = self._openings.get(hex)
        if found is None:
            found = self._openings[hex] = self.estimated_opening(hex)
        return found

    def estimated_opening(self, hex: int) -> float:
        """The weight of the enemies around the cities, and the city that they leave."""
        weights, state = self.weights, self.state
        strength = sum(STRENGTH[unit][FRESH] for unit in members(state.at[hex]))
        future = weights.future * self.share_left
        gain = future * strength * sum(map(float.__mul__, self.influence[self.enemy][hex], self.pulls[self.enemy]))
        if CITIES >> hex & 1:
            hold = future * weights.control / self.totals[CITY_LIST.index(hex)]
            gain += points(state, hex) * (1 - weights.patience * self.share_left + hold)
        return gain


# Movement.


class QuickAssault(Assault):
    """Tries the strongest attackers alone, and no more of them than make the odds better."""

    def hopeless(self, hex: int, units: Collection[int]) -> bool:
        *others, last = units
        return super().hopeless(hex, units) or (bool(others) and self.adds_nothing(hex, last, others))

    def adds_nothing(self, hex: int, last: int, others: list[int]) -> bool:
        """Whether the odds are no better with the last unit, be the defenders active or passive."""
        force = sum(map(self.strength, others))
        more = force + self.strength(last)
        return all(ratio(force, defence) == ratio(more, defence) > 0 for defence in self.defences(hex))

    def defences(self, hex: int) -> tuple[int, int]:
        """The strength of the defenders if all are active, and if all are passive."""
        state = self.evaluator.state
        units = members(state.at[hex] & ~TANKS)
        active = sum(defence_of(state, unit, 1 << unit) for unit in units)
        return active or 1, sum(defence_of(state, unit, 0) for unit in units) or 1

    def best_at(self, hex: int) -> Group | None:
        spaces = self.attack_spaces(hex)
        able = [unit for unit, reach in self.reach.items() if reach & spaces and not self.busy >> unit & 1]
        if not able or super().hopeless(hex, able):
            return None
        return self.best_prefix(hex, sorted(able, key=lambda unit: (-self.strength(unit), unit)), spaces)


def quick_move(state: BlitzkriegState, weights: Weights) -> None:
    """Move all units at once and end the phase; where they cannot make room, the rules have them make some."""
    moved = quick_moves(state, weights)
    if moved is None:
        actions = set(state.actions())
        state.apply(DONE if DONE in actions else make_room(state, actions))
        return
    taken = (moved.state.german_cities ^ state.german_cities) & CITIES
    move_all(state, {unit: moved.state.where[unit] for unit in members(state.in_play(state.active))}, taken)


def move_all(state: BlitzkriegState, places: Places, cities: int) -> None:
    """Move units to their places, which are within reach, take these cities (4.2) and end the phase."""
    for unit, space in places.items():
        if state.where[unit] != space:
            state.put(unit, space)
    state.give_cities(state.active, cities)
    state.replace(Movement(ALL_OF[state.active], ()))
    state.apply(DONE)


def quick_places(state: BlitzkriegState, weights: Weights) -> Places:
    """Where the units that may move go at first sight; they stay if they cannot make room."""
    moved = quick_moves(state, weights)
    return {unit: (moved.state if moved else state).where[unit] for unit in members(state.in_play(state.active))}


def quick_moves(state: BlitzkriegState, weights: Weights) -> Evaluator | None:
    """The position after the moves; None if too many units would be in a hex."""
    reach, steps = reach_of(state, 0)
    evaluator = QuickEvaluator(state.copy(), state.active, weights)
    assault = QuickAssault(evaluator, reach)
    settle(evaluator, reach, steps)
    for _ in assault.run():
        pass
    return evaluator if disperse(evaluator, reach) else None


def settle(evaluator: Evaluator, reach: Reach, steps: dict[int, list[int]]) -> None:
    """Each unit takes the best of a few places, the strong first."""
    state = evaluator.state
    order = [unit for unit in reach if reach[unit] & (reach[unit] - 1)]
    order.sort(key=lambda unit: (not state.overstacked >> state.where[unit] & 1, -STRENGTH[unit][1], unit))
    best_value = evaluator.value()
    for unit in order:
        here = state.where[unit]
        least = best_value + evaluator.weights.move if fits(evaluator, unit, here) else float("-inf")
        goal, cities = here, 0
        for space in evaluator.shortlist(unit, reach[unit] & ~(1 << here)):
            passed = cities_passed(evaluator, unit, space, steps[unit])
            value = evaluator.value_with({unit: space}, passed)
            if value > least:
                goal, cities, least, best_value = space, passed, value, value
        if goal != here:
            evaluator.place(unit, goal, cities)
