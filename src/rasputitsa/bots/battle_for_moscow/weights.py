"""How a bot weighs things, in strength points. The numbers are in the data files beside this one, a file a bot."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from ...core.data import Source
from ...games.battle_for_moscow.facts import LAST_TURN, MOSCOW, SIDE, STRENGTH
from ..weights import read_weights
from .ground import ALL_HEXES, FARTHEST, TO_MOSCOW

Pair = tuple[float, float]  # of a German unit, of a Soviet one


class Prices(NamedTuple):
    """What follows from the weights: what units, their steps and hexes are worth."""

    worth: list[list[float]]  # of a unit, by its steps
    step: list[list[float]]  # the loss of its next step
    ground: list[float]  # driving a defender out of a hex
    relevance: list[list[float]]  # how much a unit still matters, by turn and hex


@dataclass(frozen=True)
class Weights:
    """What both sides weigh."""

    # Units.
    point: Pair = (1.0, 1.0)  # a strength point on the map
    body: Pair = (3.0, 3.0)  # a unit, whatever its strength

    # Battles.
    caution: float = 1.0  # own losses against the enemy's
    push: float = 0.5  # driving a defender out of its hex
    ring_push: float = 4.0  # the same adjacent to Moscow; it fades with the distance
    fade: float = 0.75  # what is left of such a value with each hex of distance
    stray: float = 0.03  # how fast enemies far from Moscow lose their value, for each hex and turn
    moscow: float = 60.0  # driving the defender out of Moscow
    least: float = 0.3  # a battle must promise this much
    price: float = 0.25  # using a strength point of a mover here and not elsewhere

    # Replacements.
    new_unit: float = 5.0  # a unit brought back
    restored: float = 1.0  # a strength point restored
    near: float = 0.4  # a hex nearer to Moscow

    @cached_property
    def prices(self) -> Prices:
        worth = [
            [self.point[side] * points + self.body[side] if points else 0.0 for points in strength]
            for side, strength in zip(SIDE, STRENGTH, strict=True)
        ]
        step = [[0.0, by_steps[1], by_steps[2] - by_steps[1]] for by_steps in worth]
        size = max(ALL_HEXES) + 1
        ground = [self.push + self.ring_push * self.fade**distance for distance in TO_MOSCOW[:size]]
        ground[MOSCOW] = self.moscow
        relevance = [
            [1 / (1 + self.stray * turn * max(0, distance - 3)) for distance in TO_MOSCOW[:size]]
            for turn in range(LAST_TURN + 1)
        ]
        return Prices(worth, step, ground, relevance)


@dataclass(frozen=True)
class GermanWeights(Weights):
    """What the Germans weigh."""

    march: float = 0.9  # a movement point nearer to Moscow
    contact: float = 1.0  # adjacent to a Soviet unit
    ring_contact: float = 1.6  # the same if that unit is adjacent to Moscow; it fades with the distance
    siege: float = 0.5  # a strength point adjacent to a Soviet-held Moscow
    dry_siege: float = 0.5  # the same where no river is in between
    danger: float = 0.4  # of what a Soviet attack would cost
    crowding: float = 0.8  # of the danger to others whose retreat a unit blocks
    pocket: float = 3.0  # a Soviet unit out of communication
    city: float = 1.5  # a city taken
    ring: float = 10.0  # a unit adjacent to a German-held Moscow


@dataclass(frozen=True)
class SovietWeights(Weights):
    """What the Soviets weigh."""

    fear: float = 0.5  # of what a German attack would cost
    lost_ring: float = 3.0  # a hex adjacent to Moscow that the Germans can reach; it fades with the distance
    assault: float = 4.0  # a hex from which Moscow can be attacked in the next turn
    home: float = 0.15  # a hex nearer to Moscow
    lost_city: float = 1.5  # a city that the Germans can reach
    regained: float = 1.0  # a German city entered
    guard: float = 4.0  # a strength point in Moscow
    tula: float = 2.0  # a unit in Tula
    lose_moscow: float = 300.0  # Moscow open to the Germans

    @cached_property
    def ring_values(self) -> list[float]:
        """What a hex that the Germans can reach is worth, by its distance to Moscow."""
        return [0.0] + [self.lost_ring * self.fade ** (ring - 1) for ring in range(1, FARTHEST + 1)]


class Both(NamedTuple):
    """The weights of a bot, by side."""

    german: GermanWeights
    soviet: SovietWeights

    def with_side(self, weights: Weights) -> Both:
        """The same, with other weights of the side that they are for."""
        if isinstance(weights, GermanWeights):
            return self._replace(german=weights)
        assert isinstance(weights, SovietWeights)
        return self._replace(soviet=weights)


@cache
def weights_of(name: str) -> Both:
    """The weights of that name, from their file. A file may build on another one: ``like = "recruit"``."""
    source = Source.read(__package__, f"weights/{name}.toml")
    source.only("like", "made", "german", "soviet")
    source.get("made", str)
    base = weights_of(source.get("like", str)) if "like" in source.data else Both(GermanWeights(), SovietWeights())
    tables = {
        side: source.table(side) if side in source.data else Source({}, source.file, side) for side in Both._fields
    }
    return Both(
        read_weights(GermanWeights, tables["german"], base.german),
        read_weights(SovietWeights, tables["soviet"], base.soviet),
    )
