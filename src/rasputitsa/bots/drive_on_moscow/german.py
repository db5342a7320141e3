"""How the Germans march: each stack makes for its objective; panzers close pockets and assault what bars the way."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.sets import members, union
from ...games.drive_on_moscow.assault import Group, assault_hexes
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
    PANZERS,
    SOVIET,
    land_spread,
)
from ...games.drive_on_moscow.move_rules import movable
from ...games.drive_on_moscow.reach import reach
from ...games.drive_on_moscow.state import DriveOnMoscowState
from ...games.drive_on_moscow.supply import find_line, find_net, own_cities
from .garrisons import units_in
from .ground import EASTERN_CITIES, distances, rings
from .objectives import Objectives
from .odds import defense_of, expected, mean_attack
from .plans import Move, carry_out
from .weights import GermanWeights

WINS = 100.0  # a move that enters Moscow or isolates it (4.1, 4.2) gains more than this
MOSCOW_ENTERED = 500.0
ISOLATED = 1000.0
STRONG = CITIES | FORTS  # where panzers attack with their defense factor (11.17, 11.18)


class Front:
    """The enemy hexes with what holds them, and what is next to them already: looked at once, kept up as units move."""

    def __init__(self, state: DriveOnMoscowState, weights: GermanWeights) -> None:
        self.state = state
        self.weights = weights
        self.defense: dict[int, float] = {}
        self.attack: dict[int, float] = {}
        self.enemies = state.occupied(SOVIET)
        self.near = land_spread(self.enemies)
        self.pocket_area = land_spread(land_spread(self.near))
        self.lifeline = land_spread(find_line(state, MOSCOW))  # from where Moscow's supply line can be barred (4.2)

    def look_at(self, hex: int) -> None:
        """Work out what holds an enemy hex, and what is next to it."""
        state, weights = self.state, self.weights
        strong = weights.strong_place if STRONG >> hex & 1 else 1.0
        self.defense[hex] = defense_of(state, hex, weights) * strong
        near = members(LAND.of[hex] & state.occupied(GERMAN))
        self.attack[hex] = sum(mean_attack(state, unit, hex) for other in near for unit in state.stacks[other])

    def strength(self, units: int, hex: int) -> float:
        state = self.state
        return sum(mean_attack(state, unit, hex) for unit in members(units))

    def moved(self, units: int, here: int, hex: int) -> None:
        """Units have gone from a hex to another."""
        changed = LAND.of[here] ^ LAND.of[hex]
        for target in members(changed & self.enemies):
            if target not in self.attack:
                continue
            strength = self.strength(units, target)
            self.attack[target] += strength if LAND.of[hex] >> target & 1 else -strength

    def pressure(self, soft: float, hard: float, hex: int, here: int) -> float:
        """How far units in a hex would bring an attack from there toward the odds that are wanted, from 0 to 1.

        ``soft`` are their attack factors in the open, ``hard`` those against a city or fortification.
        """
        best = 0.0
        for target in members(LAND.of[hex] & self.enemies):
            if target not in self.attack:
                self.look_at(target)
            strength = hard if STRONG >> target & 1 else soft
            others = self.attack[target] - (strength if LAND.of[here] >> target & 1 else 0.0)
            best = max(best, (others + strength) / (self.weights.field_odds * self.defense[target]))
            if best >= 1.0:
                return 1.0
        return best


# Mobile assaults.


def best_assault(front: Front, units: int, here: int, goal: int) -> tuple[float, int]:
    """What the best mobile assault from a hex is worth, and where it goes."""
    state, weights = front.state, front.weights
    best = (-9.0, 0)
    if not units & PANZERS or not LAND.of[here] & front.enemies:
        return best
    way = distances(goal)
    for hex in members(assault_hexes(state, Group(units))):
        defenders = sum(1 << unit for unit in state.at(hex))
        battle = Battle(GERMAN, hex, here, units, defenders, 0)
        value = expected(state, battle, front.strength(units, hex), weights)
        if value > 0:
            value += weights.assault_forward * (way[here] - way[hex])
        best = max(best, (value, hex))
    return best


# Places.


def cut_off(state: DriveOnMoscowState, units: int, here: int, hex: int) -> float:
    """How many Soviet units would be out of supply with this group in a hex; very many if Moscow is isolated (4.2)."""
    stays = any(not units >> unit & 1 for unit in state.at(here))
    own = (state.occupied(GERMAN) if stays else state.occupied(GERMAN) & ~(1 << here)) | 1 << hex
    soviet = state.occupied(SOVIET)
    barred = own | CITIES & (state.control | 1 << hex) | land_spread(own) & ~soviet
    sources = EAST_SOURCES & ~state.control & ~(1 << hex)
    net = find_net(state, SOVIET, BOARD.spread, BOARD.adjacent, sources, HEXES & ~barred)
    lost = soviet & ~net & ~own_cities(state)
    isolated = not MOSCOW & (net | BOARD.spread(net))
    return units_in(state, SOVIET, lost) + ISOLATED * isolated


def sealed(front: Front, here: int, hex: int, goal: int) -> float:
    """What it is worth to close ways into a city: Soviet units do not enter it from one zone of control (7.2)."""
    ways = LAND.of[goal]
    if not ways >> hex & 1:
        return 0.0
    others = front.state.occupied(GERMAN) & ~(1 << here) & land_spread(ways)
    return front.weights.seal * (LAND.of[hex] & ways & ~land_spread(others)).bit_count()


def nearest(hexes: int, goal: int, count: int) -> list[int]:
    """So many of some hexes from which the way to the goal is shortest; those for which there is no way come last."""
    found: list[int] = []
    for ring in rings(goal):
        if ring & hexes:
            found += reversed(members(ring & hexes))
            if len(found) >= count:
                return found[:count]
    found += reversed(members(hexes & ~union(rings(goal))))
    return found[:count]


class Places:
    """What hexes are worth to a group that makes for its goal."""

    def __init__(self, front: Front, units: int, here: int, goal: int) -> None:
        self.front, self.units, self.here, self.goal = front, units, here, goal
        weights = front.weights
        self.way = distances(goal)
        self.attack = weights.mech_attacks if MECH & units else weights.infantry_attacks
        self.soft = sum(mean_attack(front.state, unit, 0) for unit in members(units))
        self.hard = sum(mean_attack(front.state, unit, STRONGHOLD) for unit in members(units))
        empty = EASTERN_CITIES & ~front.state.control
        self.special = front.near | LAND.of[goal] | MOSCOW | empty | front.lifeline
        self.prizes = dict.fromkeys(members(empty), weights.city_entered)
        self.prizes.update(dict.fromkeys(members(MOSCOW), MOSCOW_ENTERED))

    def value(self, hex: int) -> float:
        """Pockets apart."""
        found = float(-self.way[hex])
        if self.special >> hex & 1:
            if self.front.near >> hex & 1:
                found += self.attack * self.front.pressure(self.soft, self.hard, hex, self.here)
            if LAND.of[self.goal] >> hex & 1:
                found += self.front.weights.at_the_gates
            found += self.prizes.get(hex, 0.0)
        return found

    def best(self) -> tuple[float, int]:
        """How much the group gains by the best move, and where it goes."""
        front, here = self.front, self.here
        reached = 0
        for hexes in reach(front.state, self.units, here)[1:]:
            reached |= hexes
        if not reached:
            return 0.0, here
        stay = self.value(here)
        found = [(self.value(hex) - stay, hex) for hex in members(reached & self.special)]
        plain = reached & ~self.special
        mech = bool(MECH & self.units)
        if plain:
            first = front.weights.pockets_looked_at if mech else 1
            found += [(-self.way[hex] - stay, hex) for hex in nearest(plain, self.goal, first)]
        if LAND.of[self.goal] >> here & 1:
            return max(found)
        found = [(gain + sealed(front, here, hex, self.goal), hex) for gain, hex in found]
        return self.with_pockets(found) if mech else max(found)

    def with_pockets(self, found: list[tuple[float, int]]) -> tuple[float, int]:
        """The best place of panzers, with what they cut off from there."""
        front = self.front
        state, weights = front.state, front.weights
        found.sort(reverse=True)
        first = weights.pockets_looked_at
        looked_at = [choice for choice in found[:first] if front.pocket_area >> choice[1] & 1]
        looked_at += [choice for choice in found[first:] if front.lifeline >> choice[1] & 1]
        if not looked_at:
            return found[0]
        now = cut_off(state, self.units, self.here, self.here)
        pockets = (
            (gain + weights.pocket * (cut_off(state, self.units, self.here, hex) - now), hex) for gain, hex in looked_at
        )
        return max([found[0], *pockets])


STRONGHOLD = members(STRONG)[0]  # any hex in which panzers attack with their defense factor


def parts(units: int) -> Iterator[int]:
    """A group, and smaller parts of it where there is no room for all."""
    ready = members(units)
    sizes = sorted({len(ready), (len(ready) + 1) // 2, 1}, reverse=True)
    for size in sizes:
        yield sum(1 << unit for unit in ready[:size])


def best_move(front: Front, units: int, here: int, goal: int) -> tuple[float, int, int]:
    """How much a group, or as much of it as finds room, gains by the best move; who goes, and where."""
    for part in parts(units):
        gain, hex = Places(front, part, here, goal).best()
        if gain > front.weights.move_at:
            return gain, part, hex
    return 0.0, units, here


# The march.


def groups(state: DriveOnMoscowState, goals: Objectives) -> list[tuple[int, int]]:
    """Who moves together, with their goal: panzers before infantry, those at the front before those behind."""
    found: dict[tuple[bool, int, int], int] = {}
    for unit in movable(state, GERMAN):
        if unit in goals and not state.spent[unit]:
            key = (not MECH >> unit & 1, state.where[unit], goals[unit])
            found[key] = found.get(key, 0) | 1 << unit

    def order(key: tuple[bool, int, int]) -> tuple[bool, int, int]:
        return key[0], distances(key[2])[key[1]], found[key]

    return [(found[key], key[2]) for key in sorted(found, key=order)]


def march(state: DriveOnMoscowState, goals: Objectives, weights: GermanWeights) -> Iterator[Move]:
    """The moves of a phase. Each has been made in the state when it is given; it ends before an assault is fought."""
    front = Front(state, weights)
    for units, goal in groups(state, goals):
        here = state.where[members(units)[0]]
        while units:
            gain, part, hex = best_move(front, units, here, goal)
            if gain < WINS and best_assault(front, units, here, goal)[0] > weights.assault_at:
                part, hex = units, here
            elif gain <= 0:
                break
            move = Move(part, here, hex)
            carry_out(state, move)
            front.moved(part, here, hex)
            if state.outcome is None:
                value, target = best_assault(front, part, hex, goal)
                if value > weights.assault_at:
                    yield move._replace(target=target)
                    return
            yield move
            if state.outcome is not None:
                return
            units &= ~part


def go_on(state: DriveOnMoscowState, units: int, goal: int, weights: GermanWeights) -> int:
    """10.20: where units go that have cleared a hex and have points left; the hex where they are if they stay."""
    here = state.where[members(units)[0]]
    gain, part, hex = best_move(Front(state, weights), units, here, goal)
    return hex if gain > 0 and part == units else here
