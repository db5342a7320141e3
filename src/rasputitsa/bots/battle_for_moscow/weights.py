"""What the recruit holds to be worth how much, in strength points. All its tastes are here."""

from __future__ import annotations

from dataclasses import dataclass

Pair = tuple[float, float]  # of the Germans, of the Russians


@dataclass(frozen=True, slots=True)
class Weights:
    """Every weight by name. A pair is (German, Russian)."""

    # Units.
    point: Pair = (1.0, 1.0)  # a strength point on the map
    body: Pair = (3.0, 3.0)  # that a unit is there at all
    caution: Pair = (0.8, 1.0)  # what own losses weigh against the enemy's, by attacker

    # Battles.
    push: Pair = (1.0, 0.5)  # to drive a defender out of its hex, by attacker
    ring_push: Pair = (6.0, 4.0)  # the same next to Moscow; it fades with the distance
    moscow: float = 60.0  # to drive the defender out of Moscow
    least: Pair = (0.3, 0.3)  # a battle that promises less is not worth it
    price: float = 0.25  # a point of panzer strength that could be used elsewhere

    # German movement.
    march: float = 0.9  # a movement point nearer to Moscow
    contact: float = 0.8  # next to a Russian unit
    siege: float = 0.5  # a strength point next to a Russian Moscow
    dry_siege: float = 0.3  # the same where no river is between
    danger: float = 0.5  # of what a Russian attack would cost
    pocket: float = 3.0  # a Russian unit out of communication
    city: float = 1.5  # a city taken
    ring: float = 3.0  # a unit next to a German Moscow
    garrison: float = 2.0  # a strength point in a German Moscow

    # Russian movement.
    fear: float = 0.5  # of what a German attack would cost
    lost_ring: float = 3.0  # a hex next to Moscow that the Germans can reach; it fades with the distance
    fade: float = 0.75  # by how much such things fade with each hex
    assault: float = 4.0  # a hex from which Moscow can be attacked in the next turn
    home: float = 0.15  # a hex nearer to Moscow
    lost_city: float = 1.5  # a city that the Germans can reach
    guard: float = 4.0  # a strength point in Moscow
    lose_moscow: float = 300.0  # Moscow open to the Germans

    # Replacements.
    new_unit: Pair = (3.0, 5.0)  # a unit brought back
    restored: Pair = (1.0, 1.0)  # a point restored
    near: float = 0.4  # each hex nearer to Moscow


STANDARD = Weights()
