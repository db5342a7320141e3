"""What each German unit is for: the city that it makes for, or the town behind the front that it must hold."""

from __future__ import annotations

from ...core.sets import members, set_of
from ...games.drive_on_moscow.facts import (
    ALL_OF,
    FIRST_HEX,
    GERMAN,
    LAND,
    MECH,
    SOVIET,
    WESTERN_PLACES,
)
from ...games.drive_on_moscow.state import DriveOnMoscowState
from .garrisons import around, garrisons, units_in
from .ground import BEHIND_MOSCOW, EASTERN_CITIES, MOSCOW_HEXES, distances, way_from
from .odds import defense_of
from .weights import GermanWeights

Objectives = dict[int, int]  # by unit: the hex that it makes for


def units_wanted(state: DriveOnMoscowState, city: int, weights: GermanWeights) -> int:
    """How many units it takes to storm a city, by what can be seen of its defenders and those next to it."""
    defense = defense_of(state, city, weights)
    if not LAND.of[city] & state.occupied(GERMAN):  # more defenders will come until somebody is there
        near = way_from(state.occupied(GERMAN), city)
        defense = max(defense, min(weights.full_garrison, weights.least_garrison + weights.garrison_growth * near))
    around = members(LAND.of[city] & state.occupied(SOVIET))
    outposts = sum(defense_of(state, hex, weights) for hex in around)
    wanted = weights.city_odds * (defense + weights.outposts * outposts) / weights.unit_strength
    return max(weights.fewest, min(weights.most, round(wanted)))


def endangered_towns(state: DriveOnMoscowState) -> dict[int, int]:
    """The towns whose loss would end the game (4.4) with Soviet units close by, and the garrison each should have."""
    found = {}
    for town in members(WESTERN_PLACES):
        next_to_it = LAND.of[town] & state.occupied(SOVIET)
        count = units_in(state, SOVIET, around(town, 2))
        wanted = 3 if count > 9 and next_to_it else 2 if count > 3 else 1
        garrison = state.at(town)
        if len(garrison) < wanted or (any(state.is_reduced(unit) for unit in garrison) and len(garrison) <= wanted):
            found[town] = wanted + 1 - min(len(garrison), wanted)
    return found


def assign(state: DriveOnMoscowState, weights: GermanWeights) -> Objectives:
    """Who is near relieves the towns, then each city gets its share; the others help at the nearest city."""
    staying = garrisons(state, weights)
    free = [unit for unit in members(ALL_OF[GERMAN] & ~staying) if state.where[unit] >= FIRST_HEX]
    found: Objectives = {}
    for town, count in endangered_towns(state).items():
        way = distances(town)
        near = [unit for unit in free if way[state.where[unit]] <= weights.relief_within and not MECH >> unit & 1]
        near.sort(key=lambda unit: (way[state.where[unit]], unit))
        for unit in near[:count]:
            found[unit] = town
            free.remove(unit)
    for mech in (True, False):
        cities = targets(state, mech, weights)
        share_out(state, [unit for unit in free if bool(MECH >> unit & 1) == mech], cities, mech, weights, found)
    for unit in free:
        if unit not in found:
            cities = targets(state, bool(MECH >> unit & 1), weights)
            found[unit] = min(cities, key=lambda city: distances(city)[state.where[unit]])
    return found


def targets(state: DriveOnMoscowState, mech: bool, weights: GermanWeights) -> list[int]:
    """Where the panzers or the infantry are to go, by the intention; to Moscow too when no other city is left.

    On the drive on Moscow the infantry storms it. Panzers, which are weak in cities (11.17), cut it off from behind.
    """
    cities = members(EASTERN_CITIES & ~state.control)
    if weights.drive == "cities" and cities:
        return cities
    return members(BEHIND_MOSCOW) if mech else MOSCOW_HEXES


def share_out(
    state: DriveOnMoscowState,
    free: list[int],
    cities: list[int],
    mech: bool,
    weights: GermanWeights,
    found: Objectives,
) -> None:
    """Each city gets its share of the panzers or of the infantry, those first that are nearest to it."""
    part = weights.mech_part if mech else weights.infantry_part
    wanted = {city: round(part * units_wanted(state, city, weights)) for city in cities}
    where = state.where
    places = set_of(where[unit] for unit in free)
    delays = []
    for city in cities:
        way = distances(city)
        nearest = 0 if mech else way_from(places, city)  # infantry is slow: no city shall be without
        delays += [(way[where[unit]] - nearest, unit, city) for unit in free]
    for _, unit, city in sorted(delays):
        if unit not in found and wanted[city]:
            found[unit] = city
            wanted[city] -= 1


def nearest_goal(state: DriveOnMoscowState, units: int, weights: GermanWeights) -> int:
    """Where units go on to that have cleared a hex (10.20): the nearest place of those they are for."""
    first = members(units)[0]
    cities = targets(state, bool(MECH >> first & 1), weights)
    return min(cities, key=lambda city: distances(city)[state.where[first]])
