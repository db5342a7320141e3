"""What a position between two player turns is worth: the Germans' chance to win, from a few features."""

from __future__ import annotations

from functools import cache

from ...core.data import Source
from ...core.sets import members
from ...games.blitzkrieg_to_moscow_2.facts import (
    ALL_OF,
    CARDS_OF,
    FIRST_HEX,
    FRESH,
    GERMAN,
    POOL,
    SIDES,
    SOVIET,
    STRENGTH,
    SURRENDERED,
    TANKS,
)
from ...games.blitzkrieg_to_moscow_2.net import fortresses, supply_net
from ...games.blitzkrieg_to_moscow_2.state import BlitzkriegState
from ...games.blitzkrieg_to_moscow_2.victory import TO_WIN, total
from ..values import FittedValue, logistic
from .ground import AWAY, CITY_LIST, points

# Points are those of 4.1, strengths are in tens. A city is contested by whoever is within three hexes of it.
FEATURES = (
    "German cities",
    "German cities without supply",
    "German share of Soviet cities",
    "Soviet share of German cities",
    "open Soviet cities near Germans",
    "open German cities near Soviets",
    "fresh tank units",
    "tank units lost",
    "German infantry lost",
    "German strength",
    "German strength spent",
    "German strength without supply",
    "Soviet strength",
    "Soviet strength without supply",
    "Soviet infantry in the pool",
    "Soviet infantry surrendered",
    "mechanized corps",
    "Hero City",
    "German cards",
    "Soviet cards",
)
NEAR = 3  # hexes
WEIGHT = (4.0, 2.0, 1.0, 0.5)  # of a strength point at a city, by its distance
CERTAINTY = 0.9  # how much more certain the result is with each point of the final score


def group(state: BlitzkriegState) -> str:
    """Positions are compared by turn and by who moves next."""
    return f"{state.turn} {SIDES[state.active]}"


def features(state: BlitzkriegState) -> list[float]:
    sources, german_net = supply_net(state, GERMAN)
    soviet_net = supply_net(state, SOVIET)[1] | fortresses(state)
    out = state.at[POOL] | state.at[SURRENDERED]
    german, spent, cut_off = strengths(state, GERMAN, german_net)
    soviet, _, surrounded = strengths(state, SOVIET, soviet_net)
    tanks = ALL_OF[GERMAN] & TANKS
    fresh_tanks = sum(state.where[unit] >= FIRST_HEX for unit in members(tanks & state.fresh))
    soviet_infantry = ALL_OF[SOVIET] & ~TANKS
    return [
        float(sum(points(state, city) for city in members(state.german_cities & sources))),
        float(sum(points(state, city) for city in members(state.german_cities & ~sources))),
        *contested(state),
        float(fresh_tanks),
        float((out & tanks).bit_count()),
        float((out & ALL_OF[GERMAN] & ~TANKS).bit_count()),
        german,
        spent,
        cut_off,
        soviet,
        surrounded,
        float((state.at[POOL] & soviet_infantry).bit_count()),
        float((state.at[SURRENDERED] & soviet_infantry).bit_count()),
        float((ALL_OF[SOVIET] & TANKS & ~out).bit_count()),
        float(state.hero_stands),
        float((state.hands & CARDS_OF[GERMAN]).bit_count()),
        float((state.hands & CARDS_OF[SOVIET]).bit_count()),
    ]


def strengths(state: BlitzkriegState, side: int, net: int) -> tuple[float, float, float]:
    """The strength of a side in play, what its spent units lack of it, and what is without supply, in tens."""
    whole = lacking = without = 0
    for unit in members(state.in_play(side)):
        strength, space = STRENGTH[unit], state.where[unit]
        whole += strength[FRESH]
        if not state.fresh >> unit & 1:
            lacking += strength[FRESH] - strength[0]
        if space >= FIRST_HEX and not net >> space & 1:
            without += strength[FRESH]
    return whole / 10, lacking / 10, without / 10


def contested(state: BlitzkriegState) -> tuple[float, float, float, float]:
    """The share that each side has in the other's cities, and the open cities near the enemy, in points."""
    weights = [near_weights(state, GERMAN), near_weights(state, SOVIET)]
    shares, opens = [0.0, 0.0], [0.0, 0.0]
    occupied = state.occupied[GERMAN] | state.occupied[SOVIET]
    for index, city in enumerate(CITY_LIST):
        owner = GERMAN if state.german_cities >> city & 1 else SOVIET
        ours, theirs = weights[owner][index], weights[1 - owner][index]
        if theirs:
            worth = points(state, city)
            shares[owner] += worth * theirs / (ours + theirs + 4)
            if not occupied >> city & 1:
                opens[owner] += worth
    return shares[SOVIET], shares[GERMAN], opens[SOVIET], opens[GERMAN]


def near_weights(state: BlitzkriegState, side: int) -> list[float]:
    """The strength of a side near each city."""
    found = [0.0] * len(CITY_LIST)
    for unit in members(state.in_play(side)):
        space = state.where[unit]
        strength = STRENGTH[unit][state.fresh >> unit & 1]
        for index, weight in cities_near(space):
            found[index] += weight * strength
    return found


@cache
def cities_near(space: int) -> list[tuple[int, float]]:
    """The cities near a space, as places in the list, and what a strength point there weighs at each."""
    return [(index, WEIGHT[AWAY[city][space]]) for index, city in enumerate(CITY_LIST) if AWAY[city][space] <= NEAR]


@cache
def _fitted() -> FittedValue:
    return FittedValue(Source.read(__package__, "value.toml"), FEATURES)


def value_for(state: BlitzkriegState, side: int) -> float:
    """The chance of a side to win; at the end, the surer the more points are to spare."""
    if state.outcome is None:
        chance = _fitted().chance(group(state), features(state))
    else:
        chance = logistic(CERTAINTY * (total(state) - TO_WIN + 0.5))
    return chance if side == GERMAN else 1.0 - chance
