"""What the recruit holds to be worth how much, in strength points. All its tastes are here, side by side."""

from __future__ import annotations

from dataclasses import dataclass

Pair = tuple[float, float]  # of a German unit, of a Russian one


@dataclass(frozen=True, slots=True)
class Weights:
    """What both sides weigh."""

    # Units.
    point: Pair = (1.0, 1.0)  # a strength point on the map
    body: Pair = (3.0, 3.0)  # that a unit is there at all

    # Battles.
    caution: float = 1.0  # what own losses weigh against the enemy's
    push: float = 0.5  # to drive a defender out of its hex
    ring_push: float = 4.0  # the same next to Moscow; it fades with the distance
    fade: float = 0.75  # by how much such things fade with each hex
    stray: float = 0.03  # how fast enemies far from Moscow lose their worth, for each hex and turn
    moscow: float = 60.0  # to drive the defender out of Moscow
    least: float = 0.3  # a battle that promises less is not worth it
    price: float = 0.25  # a point of a mover's strength, which could be used elsewhere

    # Replacements.
    new_unit: float = 5.0  # a unit brought back
    restored: float = 1.0  # a point restored
    near: float = 0.4  # each hex nearer to Moscow


@dataclass(frozen=True, slots=True)
class GermanWeights(Weights):
    """What moves the German side."""

    point: Pair = (0.6, 1.0)
    body: Pair = (2.0, 3.0)
    caution: float = 0.8
    push: float = 0.6
    ring_push: float = 16.0
    fade: float = 0.7
    price: float = 0.17
    new_unit: float = 3.0

    march: float = 0.9  # a movement point nearer to Moscow
    contact: float = 1.0  # next to a Russian unit
    ring_contact: float = 1.6  # the same if it stands next to Moscow; it fades with the distance
    siege: float = 0.5  # a strength point next to a Russian Moscow
    dry_siege: float = 0.5  # the same where no river is between
    danger: float = 0.4  # of what a Russian attack would cost
    crowding: float = 0.8  # of the danger to others whose retreat a unit bars
    pocket: float = 3.0  # a Russian unit out of communication
    city: float = 1.5  # a city taken
    ring: float = 10.0  # a unit next to a German Moscow


@dataclass(frozen=True, slots=True)
class SovietWeights(Weights):
    """What moves the Russian side."""

    fear: float = 0.5  # of what a German attack would cost
    lost_ring: float = 3.0  # a hex next to Moscow that the Germans can reach; it fades with the distance
    assault: float = 4.0  # a hex from which Moscow can be attacked in the next turn
    home: float = 0.15  # a hex nearer to Moscow
    lost_city: float = 1.5  # a city that the Germans can reach
    regained: float = 1.0  # a German city entered
    guard: float = 4.0  # a strength point in Moscow
    tula: float = 2.0  # a unit in Tula
    lose_moscow: float = 300.0  # Moscow open to the Germans


GERMAN_WEIGHTS = GermanWeights()
SOVIET_WEIGHTS = SovietWeights()
