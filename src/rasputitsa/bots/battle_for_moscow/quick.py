"""Moves at first sight: what a playout imagines both sides to do, many times as fast as a recruit plans.

Units take their places once, in turn, each the one that looks best at first sight. Places are never shared, so all
units can be moved at once (`move_all`) instead of click by click.
"""

from __future__ import annotations

from functools import cache

from ...core.sets import members, reach, set_of
from ...games.battle_for_moscow.facts import (
    ADJACENT,
    BOARD,
    CITIES,
    FIRST_HEX,
    FOREST,
    FULL,
    GERMAN,
    HEXES,
    LAST_TURN,
    MAJOR_CITIES,
    MOSCOW,
    MOVEMENT,
    OF_SIDE,
    OPEN,
    PANZER,
    RAIL,
    RAILWAY,
    RIVER,
    SOVIET,
    STRENGTH,
)
from ...games.battle_for_moscow.retreat import FREE
from ...games.battle_for_moscow.state import BattleForMoscowState
from ...games.battle_for_moscow.words import DONE
from ..attacks import Places, Reach
from .assault import Assault, Group
from .german import CITY_AT_THE_END
from .ground import ALL_HEXES, MARCH, RINGS, SHIFT, TO_MOSCOW, TULA
from .odds import PROSPECTS, expected_loss
from .placing import choose_garrison
from .soviet import CITY_AT_THE_END as CITY_AT_LAST
from .soviet import DefenceEvaluator
from .weights import GermanWeights, SovietWeights, Weights

RISKS = 4  # places of a Soviet unit whose risk is looked at


def quick_places(state: BattleForMoscowState, weights: Weights) -> Places:
    """Where the units that may move go, at first sight; those that are not named stay."""
    reach_now = quick_reach(state)
    placed: Places = {}
    if state.mode != "movement":
        plan = QuickAssault(state, reach_now, weights)
        while group := plan.best_group():
            plan.commit(group)
        placed = plan.places
        if state.active == GERMAN:  # panzers without a battle move once it is over
            return room_for_all(state, reach_now, placed)
    if isinstance(weights, GermanWeights):
        places = march(state, reach_now, weights, placed)
    else:
        assert isinstance(weights, SovietWeights)
        places = hold(state, reach_now, weights, placed)
    return room_for_all(state, reach_now, places)


def room_for_all(state: BattleForMoscowState, reach: Reach, places: Places) -> Places:
    """The same places, with units that were left where others go making room; if one cannot, nobody moves."""
    where = state.where
    taken = set_of(places.values())
    staying = {unit: where[unit] for unit in reach if unit not in places}
    for unit, here in staying.items():
        if taken >> here & 1:
            free = reach[unit] & ~taken & ~set_of(staying.values())
            if not free:
                return {}
            places[unit] = max(members(free), key=lambda hex: -TO_MOSCOW[hex])
            taken |= 1 << places[unit]
    return places if len(set(places.values())) == len(places) else {}


class QuickAssault(Assault):
    """The same with less care: battles do not change one another's prospects, and the units first thought of fight."""

    def outdated(self, known: Group | None, placed: Group) -> bool:
        if known is None:
            return False
        taken = placed.places.keys() | set(placed.adjacent)
        return bool(
            taken & (known.places.keys() | set(known.adjacent))
            or set(known.places.values()) & set(placed.places.values())
        )

    def refined(self, group: Group) -> Group:
        return group


def quick_reach(state: BattleForMoscowState) -> Reach:
    """Where each unit that may move can end, its own hex included, hexes of those that may not left out."""
    side, mode, where = state.active, state.mode, state.where
    enemies = state.occupied[1 - side]
    spread, begin = (RAIL.spread, RAILWAY) if mode == "rail" else (BOARD.spread, HEXES)
    movers = [
        unit
        for unit in OF_SIDE[side]
        if where[unit] >= FIRST_HEX and begin >> where[unit] & 1 and (mode != "panzer" or PANZER[unit])
    ]
    barred = state.occupied[side] & ~set_of([where[unit] for unit in movers])
    if state.mud and mode != "rail":
        free = ~(enemies | barred)
        return {unit: (ADJACENT[where[unit]] & free) | 1 << where[unit] for unit in movers}
    costs = (HEXES & ~enemies,) if mode == "rail" else (OPEN & ~enemies, FOREST & ~enemies)
    zone = BOARD.spread(enemies)
    found = {}
    for unit in movers:
        hexes = 0
        for level in reach(spread, 1 << where[unit], MOVEMENT[unit], costs, zone):
            hexes |= level
        found[unit] = hexes & ~barred | 1 << where[unit]
    return found


def move_all(state: BattleForMoscowState, places: Places) -> None:
    """Move all units to their places at once and end the phase. The places are within reach, and no two are equal."""
    side, where = state.active, state.where
    stops = BOARD.spread(state.occupied[1 - side])
    taken = 0
    for unit, hex in places.items():
        here = where[unit]
        if here != hex:
            taken |= cities_between(here, hex) & ~stops | 1 << hex
            state.put(unit, hex)
    state.give_cities(side, taken & CITIES)
    state.apply(DONE)


@cache
def cities_between(here: int, there: int) -> int:
    """10.0: the cities on the shortest ways from hex to hex."""
    way = BOARD.distance(here, there) or 0
    return set_of(
        city
        for city in members(CITIES)
        if city != here and (BOARD.distance(here, city) or 0) + (BOARD.distance(city, there) or 0) == way
    )


# The Germans.


def march(state: BattleForMoscowState, reach: Reach, weights: GermanWeights, placed: Places) -> Places:
    """Toward Moscow and into contact, not into too much danger; the foremost units first."""
    where, steps = state.where, state.steps
    values = place_values(state, weights)
    order = sorted(values, key=values.__getitem__, reverse=True)
    force: dict[int, int] = {}
    for unit in OF_SIDE[SOVIET]:
        if where[unit] >= FIRST_HEX:
            for hex in members(ADJACENT[where[unit]]):
                force[hex] = force.get(hex, 0) + STRENGTH[unit][FULL]
    moscow_ring = ADJACENT[MOSCOW]
    own_moscow = state.german_cities >> MOSCOW & 1
    places = dict(placed)
    garrison = choose_garrison(state, reach, placed)
    if garrison >= 0:
        places[garrison] = MOSCOW
    waiting = [unit for unit in sorted(reach, key=lambda unit: MARCH[where[unit]]) if unit not in places]
    taken = set_of(places.values())
    behind = set_of([where[unit] for unit in waiting])
    for unit in waiting:
        here = where[unit]
        behind &= ~(1 << here)
        hexes = reach[unit] & ~taken & ~behind
        strength = STRENGTH[unit][steps[unit]]
        best, best_value = here, -1e9
        for hex in order:
            if not hexes >> hex & 1:
                continue
            value = values[hex]
            if moscow_ring >> hex & 1:
                wet = RIVER.of[MOSCOW] >> hex & 1
                value += (
                    weights.ring if own_moscow else strength * (weights.siege + (0.0 if wet else weights.dry_siege))
                )
            elif value <= best_value:
                break
            if hex in force:
                odds = min(force[hex] // strength, 6) - SHIFT[GERMAN][hex]
                chances = PROSPECTS[max(odds, 0)][steps[unit]][FREE][MAJOR_CITIES >> hex & 1]
                value -= weights.danger * expected_loss(unit, steps[unit], chances, weights)
            if value > best_value:
                best, best_value = hex, value
        places[unit] = best
        taken |= 1 << best
    return places


def place_values(state: BattleForMoscowState, weights: GermanWeights) -> dict[int, float]:
    """What each hex is worth to any German unit."""
    values = {hex: -weights.march * MARCH[hex] for hex in ALL_HEXES}
    for enemy in members(state.occupied[SOVIET]):
        worth = weights.contact + weights.ring_contact * weights.fade ** TO_MOSCOW[enemy]
        for hex in members(ADJACENT[enemy]):
            values[hex] += worth
    for city in members(state.cities_of(SOVIET)):
        values[city] += weights.city if state.turn < LAST_TURN else CITY_AT_THE_END
    return values


# The Soviets.


def hold(state: BattleForMoscowState, reach: Reach, weights: SovietWeights, placed: Places) -> Places:
    """Where most of the ground open to the Germans is covered; units near Moscow first."""
    defence = Defence(state, weights)
    where = state.where
    places = dict(placed)
    garrison = choose_garrison(state, reach, placed)
    if garrison >= 0:
        places[garrison] = MOSCOW
    occupied = set_of([hex for unit in OF_SIDE[SOVIET] if unit not in reach and (hex := where[unit]) >= FIRST_HEX])
    occupied |= set_of(places.values())
    waiting = [unit for unit in sorted(reach, key=lambda unit: TO_MOSCOW[where[unit]]) if unit not in places]
    behind = set_of([where[unit] for unit in waiting])
    for unit in waiting:
        behind &= ~(1 << where[unit])
        line = occupied | behind
        places[unit] = defence.best_place(unit, reach[unit] & ~line, line)
        occupied |= 1 << places[unit]
    return places


class Defence(DefenceEvaluator):
    """Values single places by the ground that a unit covers there."""

    def best_place(self, unit: int, hexes: int, line: int) -> int:
        """The best of these hexes for a unit while the others hold the line; its own if there is none."""
        self.look(line)
        scored = sorted([(self.cover(hex), hex) for hex in members(hexes)], reverse=True)
        best, best_value = self.state.where[unit], -1e9
        for value, hex in scored[:RISKS]:
            if value <= best_value:
                break
            if self.attacked >> hex & 1:
                value -= self.weights.fear * self.risk(unit, hex, line)
            if value > best_value:
                best, best_value = hex, value
        return best

    def look(self, line: int) -> None:
        """What the Germans can reach if the Soviets are in these hexes."""
        zone = BOARD.spread(line)
        near = self.sweep(self.panzers, 0, line, zone)
        self.open = self.sweep(near, self.infantry, line, zone)
        self.attacked = BOARD.spread(near | self.infantry)
        self.ring = ADJACENT[MOSCOW] & (near | self.infantry)
        self.cities = self.open & CITIES & ~self.state.german_cities

    def cover(self, hex: int) -> float:
        """What it is worth to close the open ground in this hex and around it."""
        weights, rings, distance = self.weights, self.ring_values, TO_MOSCOW[hex]
        covered = (ADJACENT[hex] & self.open) | 1 << hex
        value = -weights.home * distance + rings[distance] * (covered & RINGS[distance]).bit_count()
        if distance:
            value += rings[distance - 1] * (covered & RINGS[distance - 1]).bit_count()
        if distance + 1 < len(rings):
            value += rings[distance + 1] * (covered & RINGS[distance + 1]).bit_count()
        value += weights.assault * (covered & self.ring).bit_count()
        value += weights.lost_city * (covered & self.cities).bit_count()
        if self.state.german_cities >> hex & 1:
            value += CITY_AT_LAST if self.state.turn == LAST_TURN else weights.regained
        if hex == MOSCOW:
            value += 1000.0
        return value + weights.tula if hex == TULA else value
