"""What a bot cares about, for each side. The numbers are in the data files beside this one, a file a bot."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cache
from math import isfinite
from random import Random
from typing import Any, NamedTuple, TypeVar

from ...core.data import Source
from ...games.drive_on_moscow.deployment import OFFER_NAMES, OFFERS
from ...games.drive_on_moscow.facts import GERMAN, SOVIET

CHOICES = {
    "drive": ("moscow", "cities"),
    "set_up": tuple(OFFER_NAMES[offer] for offer in OFFERS[GERMAN]),
    "forward_set_up": tuple(OFFER_NAMES[offer] for offer in OFFERS[SOVIET]),
    "reserve_set_up": tuple(OFFER_NAMES[offer] for offer in OFFERS[SOVIET]),
}
JITTER = 0.3  # how much weights are varied: the standard deviation of their logarithms
W = TypeVar("W", bound="Weights")


@dataclass(frozen=True, slots=True)
class Weights:
    """What both sides weigh in attacks."""

    eliminated: float  # a defender eliminated
    retreated: float  # a defender driven off
    step: float  # an own step lost
    attack_at: float  # what an attack must promise
    attacker: float  # what each unit takes off that an attack uses
    air_at: float  # what an aircraft must add to an attack
    defend_at: float  # the defense factors of a stack that is defended from the air
    stand_steps: int  # a stack with more steps than this stands rather than retreat
    hidden_defense: float  # defense factors of an enemy under the top unit
    hidden_in_city: float  # the same in a city, where guards are likely


@dataclass(frozen=True, slots=True)
class GermanWeights(Weights):
    """What the Germans weigh."""

    set_up: str  # the set-up that is taken of those offered (3.6)

    # Attacks.
    city_cleared: float  # clearing a city that is needed for victory (4.3)
    moscow_cleared: float  # clearing a hex of Moscow (4.1)
    stubborn: float  # how much of that is left where the unit that is seen would only be reduced (11.29)
    last_turns: int  # the turn from which steps hardly matter where a city can be taken
    ring_cleared: float  # clearing a hex next to Moscow
    late_steps: float  # how much they matter then
    # What attacks may promise for an offensive to be declared on turns 4, 5 and 6 (12.0).
    lull_costs: tuple[float, float, float]
    move_first_at: float  # the cities that must be won by moving before fighting (5.2)
    fight_first_at: float  # what attacks must promise together to be made before movement

    # Objectives.
    drive: str  # the intention: on "moscow" (4.1, 4.2) or on the other "cities" (4.3)
    unit_strength: float  # attack factors of a unit against a city
    full_garrison: float  # defense factors of a full stack with guards
    least_garrison: float  # what a city is expected to have that nobody is next to
    garrison_growth: float  # and how much more for each movement point that the Germans are away from it
    outposts: float  # how much of the defenders next to a city counts
    city_odds: float  # the odds that are wanted against a city
    fewest: int  # units that are sent against a city
    most: int
    mech_part: float  # of the units that a city calls for
    infantry_part: float
    relief_within: int  # movement points from which a town in danger is relieved (4.4)
    city_danger_within: int  # hexes within which Soviet units endanger a captured city

    # Movement.
    assault_at: float  # what a mobile assault must promise
    assault_forward: float  # what each movement point toward the objective adds to it
    move_at: float  # what a move must gain
    field_odds: float  # the odds that are gathered for an attack in the open
    strong_place: float  # how much more defenders of a city or fortification count
    pocket: float  # a Soviet unit that is cut off (8.6)
    seal: float  # a way into a city that is closed (7.2)
    mech_attacks: float  # an attack that panzers join on the way
    infantry_attacks: float  # one that infantry joins
    at_the_gates: float  # a place next to the objective
    city_entered: float  # walking into an empty city
    pockets_looked_at: int  # how many places of a panzer stack are looked at for pockets


@dataclass(frozen=True, slots=True)
class SovietWeights(Weights):
    """What the Soviets weigh."""

    forward_set_up: str  # the set-ups that are taken of those offered, in the Forward Zone (3.3)
    reserve_set_up: str  # and in the Reserve Front (3.2)

    city_post: float  # a post in a city
    outpost: float  # one next to a city
    lifeline: float  # one on Moscow's supply line (4.2)
    lifeline_units: int  # so many units
    lifeline_flank: float  # one beside it
    lifeline_flank_units: int
    moscow_ring: float  # one next to Moscow, besides the alarm
    moscow_ring_units: int
    outpost_units: int  # so many units next to another city
    quiet_city_units: int  # so many in another city that the Germans do not threaten
    threat_within: int  # movement points from a city within which Germans threaten it
    threat_units: int  # if there are so many of them
    fort: float  # one in a fortification
    crowd: float  # what each unit takes off that is there already
    alarm_within: float  # movement points from a city within which Germans cause alarm
    alarm: float  # what each movement point that they are nearer adds to the posts there
    post_reach: float  # how many movement points a unit goes for each point that a post is worth
    unsupplied: float  # being out of supply
    contact: float  # being next to Germans where that is not the post
    spoiling: float  # being next to Germans when Stalin orders attacks (12.1)
    place: float  # being in a town or city, for units without a post
    home: float  # each movement point from Moscow, for units without a post
    move_at: float  # what a move must gain over another


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


def read(source: Source, kind: type[W], base: W | None = None) -> W:
    """The weights in a table of a data file; what it leaves out is like the base, if there is one."""
    types = {field.name: str(field.type) for field in fields(kind)}
    source.only(*types)
    names = types if base is None else [name for name in types if name in source.data]
    found = {name: _value(source, name, types[name]) for name in names}
    return kind(**found) if base is None else replace(base, **found)


@cache
def weights_of(name: str) -> Both:
    """The weights of that name, from their file. A file may build on another one: ``like = "recruit"``."""
    source = Source.read(__package__, f"weights/{name}.toml")
    source.only("like", "made", "german", "soviet")
    source.get("made", str)
    base = weights_of(source.get("like", str)) if "like" in source.data else None
    tables = {
        side: source.table(side) if side in source.data else Source({}, source.file, side) for side in Both._fields
    }
    return Both(
        read(tables["german"], GermanWeights, base.german if base else None),
        read(tables["soviet"], SovietWeights, base.soviet if base else None),
    )


def _value(source: Source, key: str, kind: str) -> Any:
    value: object = source.get(key, object)
    if kind == "int" and type(value) is int:
        return value
    if kind == "float" and type(value) is float and isfinite(value):
        return value
    if kind == "str":
        return source.choice(key, CHOICES[key])
    if isinstance(value, list) and [type(part) for part in value] == [float] * kind.count("float"):
        return tuple(value)
    raise source.error(key, f"is {value!r}; it must be of type {kind}")


def jittered(weights: W, rng: Random) -> W:
    """The same weights, each number a little more or less."""
    changes: dict[str, Any] = {}
    for each in fields(weights):
        value = getattr(weights, each.name)
        if type(value) is float:
            changes[each.name] = value * rng.lognormvariate(0.0, JITTER)
    return replace(weights, **changes)


RECRUIT = weights_of("recruit")
GERMAN_WEIGHTS, SOVIET_WEIGHTS = RECRUIT
