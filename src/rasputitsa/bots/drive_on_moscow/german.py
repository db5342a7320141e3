"""How the German recruit moves: panzers for the cities, infantry after the enemy, garrisons where they are."""

from __future__ import annotations

from ...core import Action
from ...core.sets import members
from ...games.drive_on_moscow.assault import assault_hexes
from ...games.drive_on_moscow.battle import Battle
from ...games.drive_on_moscow.facts import (
    CITIES,
    FORTS,
    GERMAN,
    LAND,
    MECH,
    MOSCOW,
    SOVIET,
    land_spread,
)
from ...games.drive_on_moscow.movement import Moving, movable
from ...games.drive_on_moscow.moves import began_together
from ...games.drive_on_moscow.reach import reach
from ...games.drive_on_moscow.state import DriveOnMoscowState
from ...games.drive_on_moscow.words import ASSAULT, DONE, MOVE, STOP, UNIT
from .garrisons import is_garrison
from .ground import EASTERN_CITIES, MOSCOW_HEXES, distances, to_moscow
from .odds import defense_of, expected, mean_attack

ASSAULT_WORTH = 0.15
WANTED_ODDS = 3.0  # what infantry gathers for
MOSCOW_PULL = 7  # how many points farther Moscow may be than another city


def group_of(state: DriveOnMoscowState, unit: int) -> int:
    """The units that move with this one: those of its mobility class that began with it."""
    same = MECH if MECH >> unit & 1 else ~MECH
    together = began_together(state, unit) & same
    return sum(1 << other for other in members(together) if not is_garrison(state, other))


def goal_of(state: DriveOnMoscowState, hex: int) -> int:
    """The city that panzers of a hex make for."""
    open_cities = members(EASTERN_CITIES & ~state.control)
    best = min(MOSCOW_HEXES, key=lambda city: distances(city)[hex])
    for city in open_cities:
        if distances(city)[hex] + MOSCOW_PULL < distances(best)[hex]:
            best = city
    return best


def best_assault(state: DriveOnMoscowState, units: int, here: int) -> tuple[float, int]:
    """What the best mobile assault from a hex is worth, and where it goes."""
    best = (-9.0, 0)
    for hex in members(assault_hexes(state, units, here)):
        defenders = sum(1 << unit for unit in state.at(hex))
        attack = sum(mean_attack(state, unit, hex) for unit in members(units))
        value = expected(state, Battle(GERMAN, hex, here, units, defenders, 0), attack)
        value += 2.0 * (MOSCOW >> hex & 1) + 0.05 * (to_moscow(here) - to_moscow(hex))
        best = max(best, (value, hex))
    return best


class Front:
    """The enemy hexes with what holds them, and what is next to them already; worked out once for a decision."""

    def __init__(self, state: DriveOnMoscowState) -> None:
        self.state = state
        self.near = land_spread(state.occupied(SOVIET))
        self.defense: dict[int, float] = {}
        self.attack: dict[int, float] = {}
        own = state.occupied(GERMAN)
        for hex in members(state.occupied(SOVIET) & land_spread(land_spread(land_spread(own)))):
            defenders = sum(1 << unit for unit in state.at(hex))
            strength = defense_of(state, hex, defenders)
            self.defense[hex] = strength * (1.6 if (CITIES | FORTS) >> hex & 1 else 1.0)
            near = members(LAND.of[hex] & own)
            self.attack[hex] = sum(mean_attack(state, unit, hex) for other in near for unit in state.at(other))

    def pressure(self, units: int, hex: int, here: int) -> float:
        """How far units in a hex would bring an attack from there toward the odds that are wanted, from 0 to 1."""
        best = 0.0
        for target in members(LAND.of[hex] & self.state.occupied(SOVIET)):
            if target not in self.defense:
                continue
            strength = sum(mean_attack(self.state, unit, target) for unit in members(units))
            others = self.attack[target] - (strength if LAND.of[here] >> target & 1 else 0.0)
            best = max(best, min(1.0, (others + strength) / (WANTED_ODDS * self.defense[target])))
        return best


def place_value(front: Front, units: int, hex: int, here: int, goal: int) -> float:
    """What a hex is worth to a group."""
    state = front.state
    if MECH & units:
        beside = (LAND.of[hex] & state.occupied(SOVIET)).bit_count()
        return (
            -distances(goal)[hex]
            - 0.3 * beside
            + 3.0 * front.pressure(units, hex, here)
            + 50.0 * (MOSCOW >> hex & 1)
            + 4.0 * (EASTERN_CITIES >> hex & 1)
        )
    return 5.0 * front.pressure(units, hex, here) - 0.8 * distances(goal)[hex]


def best_move(front: Front, units: int, here: int) -> tuple[float, int]:
    """How much a group gains by the best move, and where it goes."""
    state = front.state
    goal = goal_of(state, here)
    stay = place_value(front, units, here, here, goal)
    best = (0.0, here)
    for hexes in reach(state, units, here)[1:]:
        for hex in members(hexes):
            gain = place_value(front, units, hex, here, goal) - stay
            if gain > best[0] + 0.5:
                best = (gain, hex)
    return best


def next_unit(state: DriveOnMoscowState) -> Action:
    """The first group that has something to do, panzers before infantry."""
    ready = [unit for unit in movable(state, GERMAN) if not is_garrison(state, unit)]
    front = Front(state)
    done = 0
    for unit in sorted(ready, key=lambda unit: not MECH >> unit & 1):
        if done >> unit & 1:
            continue
        units = group_of(state, unit)
        done |= units
        here = state.where[unit]
        if best_assault(state, units, here)[0] > ASSAULT_WORTH or best_move(front, units, here)[0] > 0:
            return UNIT[unit]
    return DONE


def where_to(state: DriveOnMoscowState, step: Moving) -> Action:
    """Take the whole group in hand, then assault or move."""
    first = members(step.units)[0]
    missing = group_of(state, first) & ~step.units
    if missing:
        return UNIT[members(missing)[0]]
    here = step.here(state)
    value, target = best_assault(state, step.units, here)
    if value > ASSAULT_WORTH:
        return ASSAULT[target]
    gain, hex = best_move(Front(state), step.units, here)
    return MOVE[hex] if gain > 0 else STOP
