"""How the recruit weighs things, in strength points. All its preferences are here, side by side."""

from __future__ import annotations

from dataclasses import dataclass

Pair = tuple[float, float]  # of a German unit, of a Soviet one


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class GermanWeights(Weights):
    """What the Germans weigh."""

    point: Pair = (0.6, 1.0)
    body: Pair = (2.0, 3.0)
    caution: float = 0.8
    push: float = 0.6
    ring_push: float = 16.0
    fade: float = 0.7
    price: float = 0.17
    new_unit: float = 3.0

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


@dataclass(frozen=True, slots=True)
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


GERMAN_WEIGHTS = GermanWeights()
SOVIET_WEIGHTS = SovietWeights()
