"""Where Soviet units are wanted: at cities, in Moscow's ring, on its supply line; and who goes where."""

from __future__ import annotations

from ...core.sets import members
from ...games.drive_on_moscow.facts import FORTS, GERMAN, LAND, MARSH, MOSCOW, SOVIET, STACK_LIMIT
from ...games.drive_on_moscow.state import DriveOnMoscowState
from .garrisons import units_in
from .ground import EASTERN_CITIES, LIFELINE, LIFELINE_FLANKS, MOSCOW_HEXES, distances, way_from, within
from .weights import SovietWeights

Posts = dict[int, int]  # by unit: the hex that it is to hold


def german_distance(state: DriveOnMoscowState, city: int) -> int:
    """How near the Germans are to a city."""
    return way_from(state.occupied(GERMAN), city)


def alarm(state: DriveOnMoscowState, city: int, weights: SovietWeights) -> float:
    """What posts at a city are worth more because the Germans are near."""
    return max(0.0, weights.alarm_within - german_distance(state, city)) * weights.alarm


def threatened(state: DriveOnMoscowState, city: int, weights: SovietWeights) -> bool:
    """Whether so many Germans are near that a city besides Moscow needs all its posts: else units are missed there."""
    return units_in(state, GERMAN, within(city, weights.threat_within)) >= weights.threat_units


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
