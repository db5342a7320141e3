"""How the German recruit moves: each stack makes for its objective, panzers close pockets on the way."""

from __future__ import annotations

from collections.abc import Iterator

from ...core import Action
from ...core.sets import flood, members
from ...games.drive_on_moscow.assault import assault_hexes
from ...games.drive_on_moscow.battle import Battle
from ...games.drive_on_moscow.facts import (
    BOARD,
    CITIES,
    EAST_SOURCES,
    FORTS,
    GERMAN,
    HEXES,
    LAND,
    MECH,
    MOSCOW,
    SOVIET,
    STACK_LIMIT,
    land_spread,
)
from ...games.drive_on_moscow.move_rules import movable, others_to_take
from ...games.drive_on_moscow.movement import Moving
from ...games.drive_on_moscow.moves import began_together
from ...games.drive_on_moscow.reach import reach
from ...games.drive_on_moscow.state import DriveOnMoscowState
from ...games.drive_on_moscow.supply import find_line, own_cities
from ...games.drive_on_moscow.words import ALL, ASSAULT, DONE, MOVE, STOP, UNIT
from .garrisons import is_garrison
from .ground import EASTERN_CITIES, distances
from .objectives import Objectives
from .odds import defense_of, expected, mean_attack
from .weights import GermanWeights

WINS = 100.0  # a move that enters Moscow or isolates it (4.1, 4.2) gains more than this
MOSCOW_ENTERED = 500.0
ISOLATED = 1000.0


def group_of(state: DriveOnMoscowState, goals: Objectives, unit: int, weights: GermanWeights) -> int:
    """The units that move with this one: those of its class that began with it and have the same objective."""
    same = MECH if MECH >> unit & 1 else ~MECH
    goal = goals.get(unit)
    together = began_together(state, unit) & same
    free = [other for other in members(together) if not is_garrison(state, other, weights)]
    return sum(1 << other for other in free if goals.get(other) == goal)


# Mobile assaults.


def best_assault(front: Front, units: int, here: int, goal: int) -> tuple[float, int]:
    """What the best mobile assault from a hex is worth, and where it goes."""
    state, weights = front.state, front.weights
    best = (-9.0, 0)
    way = distances(goal)
    for hex in members(assault_hexes(state, Moving(units))):
        defenders = sum(1 << unit for unit in state.at(hex))
        attack = sum(mean_attack(state, unit, hex) for unit in members(units))
        value = expected(state, Battle(GERMAN, hex, here, units, defenders, 0), attack, weights)
        if value > 0:
            value += weights.assault_forward * (way[here] - way[hex])
        best = max(best, (value, hex))
    return best


# Movement.


class Front:
    """The enemy hexes with what holds them, and what is next to them already; worked out once for a decision."""

    def __init__(self, state: DriveOnMoscowState, weights: GermanWeights) -> None:
        self.state = state
        self.weights = weights
        self.moves: dict[tuple[int, int, int], tuple[float, int, int]] = {}  # what was found for groups
        self.defense: dict[int, float] = {}
        self.attack: dict[int, float] = {}
        own = state.occupied(GERMAN)
        self.enemies = state.occupied(SOVIET)
        self.lifeline = land_spread(find_line(state, MOSCOW))  # from where Moscow's supply line can be barred (4.2)
        for hex in members(self.enemies & land_spread(land_spread(land_spread(own)))):
            strength = defense_of(state, hex, sum(1 << unit for unit in state.at(hex)), weights)
            self.defense[hex] = strength * (weights.strong_place if (CITIES | FORTS) >> hex & 1 else 1.0)
            near = members(LAND.of[hex] & own)
            self.attack[hex] = sum(mean_attack(state, unit, hex) for other in near for unit in state.at(other))

    def pressure(self, units: int, hex: int, here: int) -> float:
        """How far units in a hex would bring an attack from there toward the odds that are wanted, from 0 to 1."""
        best = 0.0
        for target in members(LAND.of[hex] & self.enemies):
            if target not in self.defense:
                continue
            strength = sum(mean_attack(self.state, unit, target) for unit in members(units))
            others = self.attack[target] - (strength if LAND.of[here] >> target & 1 else 0.0)
            best = max(best, min(1.0, (others + strength) / (self.weights.field_odds * self.defense[target])))
        return best


def cut_off(state: DriveOnMoscowState, units: int, here: int, hex: int) -> float:
    """How many Soviet units would be out of supply with this group in a hex; very many if Moscow is isolated (4.2)."""
    stays = any(not units >> unit & 1 for unit in state.at(here))
    own = (state.occupied(GERMAN) if stays else state.occupied(GERMAN) & ~(1 << here)) | 1 << hex
    soviet = state.occupied(SOVIET)
    barred = own | CITIES & (state.control | 1 << hex) | land_spread(own) & ~soviet
    sources = EAST_SOURCES & ~state.control & ~(1 << hex)
    net = flood(BOARD.spread, sources, HEXES & ~barred)
    lost = soviet & ~net & ~own_cities(state)
    count = sum((state.held[SOVIET * STACK_LIMIT + level] & lost).bit_count() for level in range(STACK_LIMIT))
    isolated = not MOSCOW & (net | BOARD.spread(net))
    return count + ISOLATED * isolated


def place_value(front: Front, units: int, hex: int, here: int, goal: int) -> float:
    """What a hex is worth to a group, pockets apart."""
    weights = front.weights
    attack = weights.mech_attacks if MECH & units else weights.infantry_attacks
    found = -distances(goal)[hex] + attack * front.pressure(units, hex, here)
    if LAND.of[goal] >> hex & 1:
        found += weights.at_the_gates
    if MOSCOW >> hex & 1:
        found += MOSCOW_ENTERED
    elif EASTERN_CITIES >> hex & 1 and not front.state.control >> hex & 1:
        found += weights.city_entered
    return found


def sealed(front: Front, here: int, hex: int, goal: int) -> float:
    """What it is worth to close ways into a city: Soviet units do not enter it from one zone of control (7.2)."""
    ways = LAND.of[goal]
    if not ways >> hex & 1:
        return 0.0
    others = front.state.occupied(GERMAN) & ~(1 << here) & land_spread(ways)
    return front.weights.seal * (LAND.of[hex] & ways & ~land_spread(others)).bit_count()


def parts(units: int) -> Iterator[int]:
    """A group, and smaller parts of it where there is no room for all."""
    ready = members(units)
    sizes = sorted({len(ready), (len(ready) + 1) // 2, 1}, reverse=True)
    for size in sizes:
        yield sum(1 << unit for unit in ready[:size])


def best_move(front: Front, units: int, here: int, goal: int) -> tuple[float, int, int]:
    """How much a group, or as much of it as finds room, gains by the best move; who goes, and where."""
    key = units, here, goal
    if key not in front.moves:
        front.moves[key] = find_move(front, units, here, goal)
    return front.moves[key]


def find_move(front: Front, units: int, here: int, goal: int) -> tuple[float, int, int]:
    """The same, worked out."""
    for part in parts(units):
        gain, hex = best_place(front, part, here, goal)
        if gain > front.weights.move_at:
            return gain, part, hex
    return 0.0, units, here


def best_place(front: Front, units: int, here: int, goal: int) -> tuple[float, int]:
    """How much a group gains by the best move, and where it goes."""
    state, weights = front.state, front.weights
    stay = place_value(front, units, here, here, goal)
    found = [
        (place_value(front, units, hex, here, goal) - stay, hex)
        for hexes in reach(state, units, here)[1:]
        for hex in members(hexes)
    ]
    if not found:
        return 0.0, here
    if LAND.of[goal] >> here & 1:
        return max(found)
    found = [(gain + sealed(front, here, hex, goal), hex) for gain, hex in found]
    if not MECH & units:
        return max(found)
    now = cut_off(state, units, here, here)
    found.sort(reverse=True)
    first = weights.pockets_looked_at
    looked_at = found[:first] + [choice for choice in found[first:] if front.lifeline >> choice[1] & 1]
    pockets = ((gain + weights.pocket * (cut_off(state, units, here, hex) - now), hex) for gain, hex in looked_at)
    return max([found[0], *pockets])


def next_unit(state: DriveOnMoscowState, goals: Objectives, front: Front) -> Action:
    """The first group that has something to do: panzers before infantry, those at the front before those behind."""
    done = 0

    def order(unit: int) -> tuple[bool, int, int]:
        return not MECH >> unit & 1, distances(goals[unit])[state.where[unit]], unit

    for unit in sorted((unit for unit in movable(state, GERMAN) if unit in goals), key=order):
        if done >> unit & 1:
            continue
        units = group_of(state, goals, unit, front.weights)
        done |= units
        here, goal = state.where[unit], goals[unit]
        if units:  # else it has become a garrison
            gain, part, _ = best_move(front, units, here, goal)
            if gain > 0:
                return UNIT[members(part)[0]]
            if best_assault(front, units, here, goal)[0] > front.weights.assault_at:
                return UNIT[unit]
    return DONE


def where_to(state: DriveOnMoscowState, step: Moving, goals: Objectives, front: Front) -> Action:
    """Take the group in hand, then assault or move."""
    first = members(step.units)[0]
    if first not in goals:
        return STOP
    here, goal = step.here(state), goals[first]
    units = group_of(state, goals, first, front.weights)
    if not units:
        return STOP  # it has become a garrison
    gain, part, hex = best_move(front, units, here, goal)
    value, target = best_assault(front, units, here, goal)
    if value > front.weights.assault_at and gain < WINS:
        return in_hand(state, step, units) or ASSAULT[target]
    if gain <= 0:
        return STOP
    return in_hand(state, step, part) or MOVE[hex]


def in_hand(state: DriveOnMoscowState, step: Moving, units: int) -> Action | None:
    """Take in hand who is missing, and put down who stays; None when it is done."""
    wrong = units ^ step.units
    if wrong & (wrong - 1) and units == step.units | others_to_take(state, step):
        return ALL
    return UNIT[members(wrong)[0]] if wrong else None
