"""How the Soviet recruit moves: everybody to a post, the cities first; west if that wins."""

from __future__ import annotations

from ...core import Action
from ...core.sets import members, set_of
from ...games.drive_on_moscow.conversions import Conversion
from ...games.drive_on_moscow.facts import (
    CLASS,
    FORTS,
    GERMAN,
    HEXES,
    LAND,
    MARSH,
    MOSCOW,
    PLACES,
    SOVIET,
    STACK_LIMIT,
    WESTERN_PLACES,
    land_spread,
)
from ...games.drive_on_moscow.move_rules import movable, others_to_take
from ...games.drive_on_moscow.movement import Moving
from ...games.drive_on_moscow.muster import in_position, on_the_way
from ...games.drive_on_moscow.reach import reach
from ...games.drive_on_moscow.reinforcements import Reinforcements
from ...games.drive_on_moscow.spoiling import goals_under_orders, may_end_movement
from ...games.drive_on_moscow.state import DriveOnMoscowState
from ...games.drive_on_moscow.supply import soviet_supplied
from ...games.drive_on_moscow.words import CONVERT, DONE, MOVE, PLACE, STOP, UNIT
from .ground import EASTERN_CITIES, FAR, LIFELINE, LIFELINE_FLANKS, MOSCOW_HEXES, STRONGHOLDS, distances, to_moscow
from .weights import SovietWeights

Posts = dict[int, int]  # by unit: the hex that it is to hold

WINS = 100.0  # a move that ends the game (4.4)
RETAKES = 50.0  # one that takes a city back (4.3)


def must_come_up(state: DriveOnMoscowState) -> bool:
    """12.1: whether too few units are in position for the spoiling attacks, and others can still move."""
    return bool(state.ordered) and not state.fight_first and state.ordered > in_position(state).bit_count()


# Where units are wanted.


def german_distance(state: DriveOnMoscowState, city: int) -> int:
    """How near the Germans are to a city."""
    way = distances(city)
    return min((way[hex] for hex in members(state.occupied(GERMAN))), default=FAR)


def alarm(state: DriveOnMoscowState, city: int, weights: SovietWeights) -> float:
    """What posts at a city are worth more because the Germans are near."""
    return max(0.0, weights.alarm_within - german_distance(state, city)) * weights.alarm


def threatened(state: DriveOnMoscowState, city: int, weights: SovietWeights) -> bool:
    """Whether so many Germans are near that a city besides Moscow needs all its posts: else units are missed there."""
    way = distances(city)
    near = [hex for hex in members(state.occupied(GERMAN)) if way[hex] <= weights.threat_within]
    return sum(len(state.at(hex)) for hex in near) >= weights.threat_units


def posts(state: DriveOnMoscowState, weights: SovietWeights) -> dict[int, list[float]]:
    """By hex: what each further unit there is worth, the first one first."""
    found: dict[int, list[float]] = {}

    def want(hex: int, count: int, value: float) -> None:
        values = [value - weights.crowd * number for number in range(count)]
        if hex not in found or found[hex][0] < value:
            found[hex] = values

    germans = state.occupied(GERMAN)
    moscow_alarm = max(alarm(state, hex, weights) for hex in MOSCOW_HEXES)
    for hex in members(FORTS & ~germans):
        want(hex, 2, weights.fort)
    for hex in members(LIFELINE & ~germans):
        want(hex, weights.lifeline_units, weights.lifeline + moscow_alarm)
    for hex in members(LIFELINE_FLANKS & ~germans & ~MARSH):
        want(hex, weights.lifeline_flank_units, weights.lifeline_flank + moscow_alarm)
    for city in (*MOSCOW_HEXES, *members(EASTERN_CITIES & ~state.control)):
        urgency = alarm(state, city, weights)
        post, count = weights.outpost, weights.outpost_units
        if MOSCOW >> city & 1:
            post, count = weights.moscow_ring, weights.moscow_ring_units
        elif not threatened(state, city, weights):
            want(city, weights.quiet_city_units, weights.city_post + urgency)
            continue
        for hex in members(LAND.of[city] & ~germans & ~MARSH):
            if not (MOSCOW | EASTERN_CITIES) >> hex & 1:
                want(hex, count, post + urgency)
        want(city, STACK_LIMIT, weights.city_post + urgency)
    return found


def assign(state: DriveOnMoscowState, weights: SovietWeights) -> Posts:
    """The posts that are worth most get the units that are nearest; whoever is there already is the nearest."""
    slots = [(value, hex) for hex, values in posts(state, weights).items() for value in values]
    slots.sort(key=lambda slot: (-slot[0], slot[1]))
    by_place = {hex: sorted(state.stacks[hex]) for hex in members(state.occupied(SOVIET))}
    found: Posts = {}
    for value, hex in slots:
        if not by_place:
            break
        way = distances(hex)
        place = min(by_place, key=way.__getitem__)
        if way[place] > weights.post_reach * value:
            continue
        waiting = by_place[place]
        found[waiting.pop()] = hex
        if not waiting:
            del by_place[place]
    return found


# Movement.


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


def best_move(needs: Needs, unit: int, post: int | None) -> tuple[float, int]:
    """How much a unit gains by its best move, and where it goes."""
    state = needs.state
    here = state.where[unit]
    key = here, CLASS[unit], state.spent[unit], post
    if not state.ordered and key in needs.moves:
        return needs.moves[key]
    needs.moves[key] = find_move(needs, unit, here, post)
    return needs.moves[key]


def find_move(needs: Needs, unit: int, here: int, post: int | None) -> tuple[float, int]:
    """The same, worked out."""
    state = needs.state
    allowed = goals_under_orders(state, 1 << unit, here) if state.ordered else HEXES
    found = [hex for hexes in reach(state, 1 << unit, here)[1:] for hex in members(hexes & allowed)]
    prizes = [hex for hex in found if needs.prizes >> hex & 1]
    if (MOSCOW | EASTERN_CITIES) >> here & 1 and len(state.at(here)) == 1 and not needs.towns & set_of(found):
        return 0.0, here  # the last unit of a city stays, above all in Moscow (4.1)
    if prizes:
        return max((WINS if needs.towns >> hex & 1 else RETAKES, hex) for hex in prizes)
    if (here == post and not needs.spoiling) or (needs.spoiling and needs.near >> here & 1):
        return 0.0, here
    stay = needs.value(here, post)
    best = (0.0, here)
    for hex in found:
        gain = needs.value(hex, post) - stay
        if gain > best[0] + needs.weights.move_at:
            best = (gain, hex)
    return best


def next_unit(needs: Needs, plan: Posts) -> Action:
    """The first unit that has somewhere to go; those that can win go first."""
    state = needs.state
    first = None
    for unit in movable(state, SOVIET):
        gain, _ = best_move(needs, unit, plan.get(unit))
        if gain >= RETAKES:
            return UNIT[unit]
        if gain > 0 and first is None:
            first = unit
            if not needs.prizes:
                break
    if first is None and needs.spoiling:
        first, _ = forced_move(state)
    return DONE if first is None else UNIT[first]


def forced_move(state: DriveOnMoscowState) -> tuple[int | None, int]:
    """12.1: a unit that must be brought up because the phase cannot end yet, and where it goes; None if it can."""
    if may_end_movement(state):
        return None, 0
    near = land_spread(state.occupied(GERMAN))
    late = on_the_way(state)
    first: tuple[int | None, int] = (None, 0)
    for unit in (*members(late), *(unit for unit in movable(state, SOVIET) if not late >> unit & 1)):
        here = state.where[unit]
        goals = goals_under_orders(state, 1 << unit, here)
        if goals & near and not near >> here & 1:
            return unit, members(goals & near)[0]
        if goals and first[0] is None:
            first = unit, members(goals)[0]
    return first


def where_to(needs: Needs, step: Moving, plan: Posts) -> Action:
    """Those of a stack who have the same post go there together."""
    state = needs.state
    unit = members(step.units)[0]
    gain, hex = best_move(needs, unit, plan.get(unit))
    if gain <= 0:
        forced = forced_move(state) if needs.spoiling else (None, 0)
        return MOVE[forced[1]] if step.units == 1 << unit and forced[0] == unit else STOP
    if unit in plan and gain < RETAKES:
        for other in members(others_to_take(state, step)):
            if alike(state, plan, unit, other):
                if goals_under_orders(state, step.units | 1 << other, step.here(state)) >> hex & 1:
                    return UNIT[other]
                break
    if not goals_under_orders(state, step.units, step.here(state)) >> hex & 1:  # no room for all who came this far
        return UNIT[members(step.units)[-1]]
    return MOVE[hex]


def alike(state: DriveOnMoscowState, plan: Posts, unit: int, other: int) -> bool:
    """Whether two units that are together have the same way to go."""
    return plan.get(other) == plan[unit] and CLASS[other] == CLASS[unit] and state.spent[other] == state.spent[unit]


# Coming into play.


def reinforce(state: DriveOnMoscowState, step: Reinforcements, weights: SovietWeights) -> Action:
    """To the post that is worth most, as near to it as there is room."""
    free = members(step.free(state))
    wanted = posts(state, weights).items()
    open_posts = [(values[len(state.at(hex))], hex) for hex, values in wanted if len(state.at(hex)) < len(values)]
    open_posts.sort(key=lambda post: (-post[0], post[1]))
    best = (-999.0, free[0])
    for value, post in open_posts[:12]:
        way = distances(post)
        hex = min(free, key=lambda other: (way[other], other))
        best = max(best, (value - way[hex], hex))
    return PLACE[best[1]]


def convert(state: DriveOnMoscowState, step: Conversion) -> Action:
    """The guards go to the city that the Germans are nearest to."""
    near = {hex: german_distance(state, hex) for hex in STRONGHOLDS}

    def price(unit: int) -> tuple[bool, int, int]:
        hex = state.where[unit]
        return hex not in STRONGHOLDS, near.get(hex, to_moscow(hex)), unit

    return CONVERT[min(step.candidates(state), key=price)]
