"""What the recruit holds to be worth how much, in points of the German score. All its tastes are here, side by side."""

from __future__ import annotations

from dataclasses import dataclass

Pair = tuple[float, float]  # of a German unit, of a Soviet one


@dataclass(frozen=True, slots=True)
class Weights:
    """What both sides weigh."""

    # Units. What is lost costs more the more of the game is left.
    body: Pair = (0.5, 0.12)  # that an infantry unit is there at all
    tank_body: Pair = (1.0, 0.25)  # the same of a tank unit: mechanized corps bar the way with their zones
    strength: Pair = (0.12, 0.12)  # a strength point, with the whole game ahead
    fresh: Pair = (0.07, 0.06)  # a point of strength that a spent unit lacks
    surrendered: float = 1.4  # how much dearer it is to surrender than to be eliminated

    # Cities.
    patience: float = 0.4  # how much less a city counts with the whole game ahead
    unsupplied: float = 0.5  # what a city without supply counts before the last turn
    future: float = 2.5  # what the balance of forces around a city counts, with the whole game ahead
    control: float = 6.0  # strength points around a city that its possession is worth
    fear: float = 0.6  # of losing a city in the enemy's next turn
    open_city: float = 0.9  # of losing one where nobody stands and the enemy can walk in
    rush: float = 0.5  # how sure the Germans break through to an empty city that lies within a tank action
    behind: float = 0.35  # the same for one that is out of reach only because somebody stands in the way

    # Supply.
    isolated: float = 1.0  # own units that will surrender
    shut_in: float = 0.5  # the same where the own turn is still to come
    cut_off: float = 0.4  # what loses its supply if the enemy walks into open cities
    pocket: Pair = (0.15, 0.45)  # enemies that will surrender if they do nothing about it

    # Combat.
    danger: float = 0.4  # of what an enemy attack on a unit would cost
    push: float = 0.08  # to drive a unit out of its hex
    recovering: float = 0.2  # what it costs to spend a unit that recovers in the same turn
    price: float = 0.012  # a point of an attacker's strength, which could be used elsewhere
    least: float = 0.05  # an attack that promises less is not worth it
    driven_off: float = 0.5  # how much of what their death would open is won if the enemies are only driven off

    # Cards: what they must bring in to be played; short of it they are kept for something better.
    shift: float = 0.25
    re_roll: float = 0.25
    tank_action: float = 0.12
    tank_actions: float = 0.2
    activation: float = 0.2
    negate: float = 0.45
    rail: float = 0.15
    free_rail: float = 0.01
    hero: float = 0.25
    free_setup: float = 0.05
    lone_corps: float = 1.0  # a mechanized corps left behind at the border

    # Cards: what they promise when the hand is chosen.
    second: float = 0.8  # how much less the second of a kind promises
    bad_weather: float = 0.6  # how much less tank actions promise in bad weather
    card_blitz: float = 1.0
    card_edge: float = 0.7
    card_spare: float = 0.2  # a card for new units when nobody waits
    card_t34: float = 0.4
    card_negate: float = 0.3  # for each card that the Germans will hold
    card_reaction: float = 0.45


@dataclass(frozen=True, slots=True)
class GermanWeights(Weights):
    """What moves the German side."""

    danger: float = 0.2


@dataclass(frozen=True, slots=True)
class SovietWeights(Weights):
    """What moves the Soviet side."""

    danger: float = 0.05  # its losses come back by the card


GERMAN_WEIGHTS = GermanWeights()
SOVIET_WEIGHTS = SovietWeights()
