"""How a bot weighs things, in points of the German score. The numbers are in the data files beside this one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from ..weights import read_sides

Pair = tuple[float, float]  # of a German unit, of a Soviet one
GROUND = ("garrison", "fade")  # what tables of the map follow from; it is not varied


@dataclass(frozen=True, slots=True)
class Weights:
    """What a side weighs."""

    # Units. A loss costs more the more of the game is left.
    body: Pair = (0.5, 0.12)  # an infantry unit, whatever its strength
    tank_body: Pair = (1.0, 0.25)  # the same of a tank unit: mechanized corps block the way with their zones
    strength: Pair = (0.12, 0.12)  # a strength point, at the start of the game
    fresh: Pair = (0.07, 0.06)  # a point of strength that a spent unit lacks
    surrendered: float = 1.4  # how much more it costs to surrender than to be eliminated

    fresh_tank: float = 0.5  # a fresh German tank unit at the end (4.1)

    # Cities.
    garrison: float = 1.5  # how much more a unit in a city weighs there than one adjacent to it, at least
    fade: Pair = (0.8, 0.68)  # what is left of a unit's weight at a city with each hex of distance
    patience: float = 0.4  # how much less a city counts at the start of the game
    unsupplied: float = 0.5  # a city without supply before the last turn
    future: float = 2.5  # the balance of forces around a city, at the start of the game
    control: float = 6.0  # possession of a city, in strength points around it
    fear: float = 0.6  # of losing a city in the enemy's next turn
    open_city: float = 0.9  # of losing an empty one that the enemy can reach
    rush: float = 0.5  # how likely the Germans break through to an empty city within reach of a tank action
    behind: float = 0.35  # the same for one that is out of reach only because units are in the way

    # Supply.
    isolated: float = 1.0  # own units that will surrender
    shut_in: float = 0.5  # the same if our own turn is still to come
    cut_off: float = 0.4  # what loses supply if the enemy enters empty cities
    pocket: Pair = (0.15, 0.45)  # enemy units that will surrender if nothing is done for them

    # Combat.
    danger: float = 0.4  # of what an enemy attack on a unit would cost
    push: float = 0.08  # driving a unit out of its hex
    recovering: float = 0.2  # spending a unit that recovers in the same turn
    price: float = 0.012  # using a strength point here and not elsewhere
    least: float = 0.05  # an attack must promise this much
    move: float = 0.005  # a unit goes elsewhere for this much
    driven_off: float = 0.5  # the share of what eliminating the enemies would open that driving them off does

    # Cards: what they must gain to be played; for less they are kept for something better.
    shift: float = 0.25
    re_roll: float = 0.25
    tank_action: float = 0.12
    tank_actions: float = 0.2
    activation: float = 0.2
    soon_fresh: float = 0.3  # the share of an activation's value if the unit recovers by itself
    negate: float = 0.45
    negate_last: float = 0.15  # the same if the Germans hold no other card
    rail: float = 0.15
    rail_order: float = 0.45  # the same with Hitler Order!
    free_rail: float = 0.01
    hero: float = 0.25
    free_setup: float = 0.05
    lone_corps: float = 1.0  # a mechanized corps left behind at the border

    # Cards: what they promise when the hand is chosen.
    second: float = 0.8  # how much less the second of a kind promises
    bad_weather: float = 0.6  # how much less tank actions promise in bad weather
    card_blitz: float = 1.0
    card_single: float = 0.5  # a single tank action
    card_pair: float = 0.5  # the share that one of two cards has in bringing back a unit that surrendered
    card_edge: float = 0.7
    card_spare: float = 0.2  # a card for new units when no unit waits
    card_t34: float = 0.4
    card_t34_snow: float = 0.15  # the same, in addition, in snow
    card_negate: float = 0.3  # for each card that the Germans will hold
    card_reaction: float = 0.45


class Both(NamedTuple):
    """The weights of a bot, by side."""

    german: Weights
    soviet: Weights

    def with_side(self, side: int, weights: Weights) -> Both:
        """The same, with other weights of a side."""
        return Both(self.german, weights) if side else Both(weights, self.soviet)


@cache
def weights_of(name: str) -> Both:
    """The weights of that name, from their file."""
    return Both(**read_sides(__package__, name, dict.fromkeys(Both._fields, Weights)))
