"""How the Soviets move: everybody to a post, the cities first; west if that wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...core import Action
from ...core.sets import first_of, members, union
from ...games.drive_on_moscow.conversions import Conversion
from ...games.drive_on_moscow.facts import CLASS, GERMAN, PLACES, SOVIET, WESTERN_PLACES, land_spread
from ...games.drive_on_moscow.move_rules import movable
from ...games.drive_on_moscow.muster import in_position
from ...games.drive_on_moscow.reach import reach
from ...games.drive_on_moscow.reinforcements import Reinforcements
from ...games.drive_on_moscow.state import DriveOnMoscowState
from ...games.drive_on_moscow.supply import soviet_supplied
from ...games.drive_on_moscow.words import CONVERT, PLACE
from .ground import EASTERN_CITIES, FAR, MOSCOW_RINGS, STRONGHOLDS, distances, rings, to_moscow, way_from
from .plans import Move, carry_out
from .posts import Posts, german_distance
from .weights import SovietWeights

WINS = 100.0  # a move that ends the game (4.4)
RETAKES = 50.0  # one that takes a city back (4.3)


def must_come_up(state: DriveOnMoscowState) -> bool:
    """12.1: whether too few units are in position for the spoiling attacks, and others can still move."""
    return bool(state.ordered) and not state.fight_first and state.ordered > in_position(state).bit_count()


class Needs:
    """What the position asks for, worked out once for a decision."""

    def __init__(self, state: DriveOnMoscowState, weights: SovietWeights) -> None:
        self.state = state
        self.weights = weights
        self.supplied = soviet_supplied(state)
        self.near = land_spread(state.occupied(GERMAN))  # next to Germans
        self.towns = WESTERN_PLACES & ~state.occupied(GERMAN)
        self.prizes = self.towns | EASTERN_CITIES & state.control & ~state.occupied(GERMAN)
        self.spoiling = must_come_up(state)
        self.moves: dict[tuple[int, int, int, int | None], tuple[float, int]] = {}  # what was found for units

    def value(self, hex: int, post: int | None) -> float:
        """What a hex is worth to a unit with a post."""
        weights = self.weights
        if post is not None:
            found = float(-distances(post)[hex])
        else:
            found = weights.place * (PLACES >> hex & 1) - weights.home * to_moscow(hex)
        if not self.supplied >> hex & 1:
            found -= weights.unsupplied
        if self.spoiling and self.near >> hex & 1:
            found += weights.spoiling
        elif self.near >> hex & 1 and hex != post:
            found -= weights.contact
        return found

    def nearest_of_each_kind(self, hexes: int, post: int | None) -> Iterator[int]:
        """Of hexes that are worth the same but for the way, the one with the shortest: one of these is the best."""
        ways = MOSCOW_RINGS if post is None else rings(post)
        kinds = (PLACES, ~PLACES) if post is None else (-1,)
        for supplied in (hexes & self.supplied, hexes & ~self.supplied):
            for near in (supplied & self.near, supplied & ~self.near):
                for kind in kinds:
                    if near & kind:
                        yield first_of(next((ring for ring in ways if ring & near & kind), -1) & near & kind)


# The march.


def groups(state: DriveOnMoscowState, plan: Posts) -> list[tuple[int, int | None]]:
    """Who moves together, with their post: those of a hex that have the same way to go."""
    found: dict[tuple[int, int, int | None], int] = {}
    for unit in movable(state, SOVIET):
        if not state.spent[unit]:
            key = state.where[unit], CLASS[unit], plan.get(unit)
            found[key] = found.get(key, 0) | 1 << unit
    return [(units, key[2]) for key, units in found.items()]


def march(state: DriveOnMoscowState, plan: Posts, weights: SovietWeights) -> Iterator[Move]:
    """The moves of a phase, each made in the state when it is given; those that win or take a city back come first."""
    needs = Needs(state, weights)
    ready = groups(state, plan)
    if needs.prizes:
        for units, _ in ready:
            yield from taken(needs, units)
            if state.outcome is not None:
                return
    for units, post in ready:
        yield from led(needs, set_left(state, units), post)


def set_left(state: DriveOnMoscowState, units: int) -> int:
    """The units that have not moved yet."""
    return sum(1 << unit for unit in members(units) if not state.spent[unit])


def taken(needs: Needs, units: int) -> Iterator[Move]:
    """4.3, 4.4: one of the units goes where it wins the game or takes a city back, if it can."""
    state = needs.state
    unit = 1 << members(units)[0]
    here = state.where[members(units)[0]]
    prizes = reached(state, unit, here) & needs.prizes & ~state.occupied(SOVIET)
    if here in STRONGHOLDS and len(state.stacks[here]) == 1:
        prizes &= needs.towns  # the last unit of a city stays, above all in Moscow (4.1)
    if prizes:
        move = Move(unit, here, members(prizes & needs.towns or prizes)[0])
        carry_out(state, move)
        yield move


def reached(state: DriveOnMoscowState, units: int, here: int) -> int:
    return union(reach(state, units, here)[1:])


def led(needs: Needs, units: int, post: int | None) -> Iterator[Move]:
    """A group goes to its post, as many of it together as find room."""
    state = needs.state
    while units:
        here = state.where[members(units)[0]]
        if here == post:
            return
        if here in STRONGHOLDS:  # the last unit of a city stays
            spare = len(state.stacks[here]) - 1
            units = sum(1 << unit for unit in members(units)[:spare])
        for part in parts(units):
            gain, hex = best_place(needs, part, here, post)
            if gain > 0:
                break
        else:
            return
        move = Move(part, here, hex)
        carry_out(state, move)
        yield move
        needs.spoiling = needs.spoiling and must_come_up(state)
        units &= ~part


def parts(units: int) -> list[int]:
    """A group, and one unit of it where there is no room for all."""
    first = units & -units
    return [units, first] if units != first else [units] if units else []


def best_place(needs: Needs, units: int, here: int, post: int | None) -> tuple[float, int]:
    """How much units gain by their best move, and where they go."""
    found = reached(needs.state, units, here)
    if not found:
        return 0.0, here
    value, best = max((needs.value(hex, post), -hex) for hex in needs.nearest_of_each_kind(found, post))
    best = -best
    gain = value - needs.value(here, post)
    return (gain, best) if gain > needs.weights.move_at else (0.0, here)


# Coming into play.


def reinforce(state: DriveOnMoscowState, step: Reinforcements, wanted: Mapping[int, list[float]]) -> Action:
    """To the post that is worth most, as near to it as there is room."""
    free = step.free(state)
    stacks = state.stacks
    open_posts = [
        (-values[len(stacks.get(hex, ()))], hex)
        for hex, values in wanted.items()
        if len(stacks.get(hex, ())) < len(values)
    ]
    best = (-999.0, first_of(free))
    for value, post in sorted(open_posts)[:12]:
        way = way_from(free, post)
        hex = first_of(free if way == FAR else free & rings(post)[way])
        best = max(best, (-value - way, hex))
    return PLACE[best[1]]


def convert(state: DriveOnMoscowState, step: Conversion) -> Action:
    """The guards go to the city that the Germans are nearest to."""
    near = {hex: german_distance(state, hex) for hex in STRONGHOLDS}

    def price(unit: int) -> tuple[bool, int, int]:
        hex = state.where[unit]
        return hex not in STRONGHOLDS, near.get(hex, to_moscow(hex)), unit

    return CONVERT[min(step.candidates(state), key=price)]
