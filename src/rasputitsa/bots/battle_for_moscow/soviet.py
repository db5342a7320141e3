"""Where the Soviet units go: in front of Moscow, in a line of zones of control, out of the panzers' reach."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ...core.sets import members, set_of
from ...games.battle_for_moscow.facts import (
    ADJACENT,
    BOARD,
    CITIES,
    FIRST_HEX,
    FOREST,
    GERMAN,
    LAST_TURN,
    MAJOR_CITIES,
    MOSCOW,
    MOVEMENT,
    MUD,
    OF_SIDE,
    OPEN,
    PANZER,
    RIVER,
    SOVIET,
    STRENGTH,
    TWO_AWAY,
)
from ...games.battle_for_moscow.state import BattleForMoscowState
from ..attacks import Places, Reach
from .ground import RINGS, SHIFT, TO_MOSCOW, TULA
from .odds import PROSPECTS, expected_loss, retreat_at
from .placing import place_units
from .weights import SovietWeights

CANDIDATES = 9  # places of a unit that are looked at closely
CITY_AT_THE_END = 100.0
PANZERS_AT_ONCE = 3  # that are expected to attack one unit


class DefenceEvaluator:
    """Values positions at the end of a Soviet movement phase by what the Germans can do in their next turn."""

    def __init__(self, state: BattleForMoscowState, weights: SovietWeights) -> None:
        self.state = state
        self.weights = weights
        self.mud = state.turn < LAST_TURN and MUD[state.turn + 1]
        self.enemies = state.occupied[GERMAN]
        self.enemy_zone = BOARD.spread(self.enemies)
        self.panzers = self.infantry = 0
        for unit in OF_SIDE[GERMAN]:
            if state.where[unit] >= FIRST_HEX:
                if PANZER[unit]:
                    self.panzers |= 1 << state.where[unit]
                else:
                    self.infantry |= 1 << state.where[unit]
        self.near_panzers = self._near_panzers()
        self.ring_values = weights.ring_values
        self._risks: dict[tuple[int, int, int], float] = {}

    # What the Germans can do.

    def _near_panzers(self) -> list[tuple[int, float]]:
        """The hexes that each panzer could attack if nothing were in its way, and its strength in attack."""
        state = self.state
        found = []
        for unit in OF_SIDE[GERMAN]:
            if PANZER[unit] and state.where[unit] >= FIRST_HEX:
                reached = self.sweep(1 << state.where[unit], 0, 0, 0)
                strength = STRENGTH[unit][state.steps[unit]]
                found.append((BOARD.spread(reached), strength / 2 if self.mud else strength))
        return sorted(found, key=lambda entry: -entry[1])

    def sweep(self, fast: int, slow: int, occupied: int, zone: int) -> int:
        """All hexes that panzers (fast) and infantry (slow) can reach in one phase of the next German turn."""
        if self.mud:
            return (BOARD.spread(fast | slow) & ~occupied) | fast | slow
        open_hexes, forest = OPEN & ~occupied, FOREST & ~occupied
        seen = here = fast
        later = 0  # forest hexes whose second point is still to be paid
        late_start = MOVEMENT[0]
        for left in range(max(MOVEMENT), 0, -1):
            if left == late_start:
                here |= slow
                seen |= slow
            around = BOARD.spread(here) & ~seen
            here = (around & open_hexes) | (later & ~seen)
            later = around & forest
            seen |= here
            here &= ~zone
        return seen

    def risk(self, unit: int, hex: int, friends: int) -> float:
        """What an attack on the unit in that hex would cost."""
        steps = self.state.steps[unit]
        strength = STRENGTH[unit][steps]
        key = (hex, strength, friends & TWO_AWAY[hex])
        if key not in self._risks:
            retreat = retreat_at(hex, self.enemies, friends)
            chances = PROSPECTS[self.odds_against(hex, strength)][steps][retreat][MAJOR_CITIES >> hex & 1]
            self._risks[key] = expected_loss(unit, steps, chances, self.weights) + chances.left
        return self._risks[key]

    def odds_against(self, hex: int, strength: int) -> int:
        """The column of an attack by the adjacent infantry and the strongest panzers that can get there."""
        state = self.state
        bit = 1 << hex
        force = [float(strength) for reach, strength in self.near_panzers if reach & bit][:PANZERS_AT_ONCE]
        near = members(ADJACENT[hex] & self.infantry)
        units = [state.unit_at(GERMAN, other) for other in near]
        total = sum(force) + sum(STRENGTH[unit][state.steps[unit]] for unit in units)
        shift = SHIFT[SOVIET][hex]
        if not near and not (ADJACENT[hex] & ~RIVER.of[hex] & ~self.enemies):
            shift += 1
        return max(min(int(total // strength), 6) - shift, 0)

    # What a position is worth.

    def value(self, places: Places) -> float:
        """What the position is worth to the Soviets with each unit in its place."""
        weights = self.weights
        occupied = set_of(places.values())
        if self.state.turn == LAST_TURN:
            return self.cities_held(occupied)
        zone = BOARD.spread(occupied)
        first = self.sweep(self.panzers, 0, occupied, zone)
        second = self.sweep(first, self.infantry, occupied, zone)
        value = -self.ground_lost(second, occupied)
        value -= weights.assault * (ADJACENT[MOSCOW] & (first | self.infantry)).bit_count()
        attacked = BOARD.spread(first | self.infantry)
        for unit, hex in places.items():
            if attacked >> hex & 1:
                value -= weights.fear * self.risk(unit, hex, occupied)
            value -= weights.home * TO_MOSCOW[hex]
            if hex == MOSCOW:
                value += weights.guard * STRENGTH[unit][self.state.steps[unit]]
            elif hex == TULA:
                value += weights.tula
        return value

    def cities_held(self, occupied: int) -> float:
        """5.0: at the end of the game only cities count, Moscow most of all, then any other one."""
        ours = CITIES & (occupied | ~self.state.german_cities)
        others = (ours & ~(1 << MOSCOW)).bit_count()
        return 100.0 * (ours >> MOSCOW & 1) + 10.0 * (others > 0) + others

    def ground_lost(self, reached: int, occupied: int) -> float:
        """What the Germans can reach, by its distance to Moscow."""
        weights = self.weights
        lost = weights.lost_city * (reached & CITIES & ~self.state.german_cities & ~occupied).bit_count()
        lost -= weights.regained * (occupied & self.state.german_cities).bit_count()
        if not occupied >> MOSCOW & 1:
            lost += weights.lose_moscow if reached >> MOSCOW & 1 else weights.lose_moscow / 5
        for ring, worth_each in zip(RINGS[1:], self.ring_values[1:], strict=True):
            lost += worth_each * (reached & ring).bit_count()
        return lost


def defend(state: BattleForMoscowState, reach: Reach, weights: SovietWeights, placed: Places) -> Iterator[Places]:
    """Ever better places for every unit that may move and has none yet; those near Moscow come first."""
    evaluator = DefenceEvaluator(state, weights)

    def choose(unit: int, hexes: int, places: Places) -> int:
        return best_place(evaluator, unit, hexes, places)

    return place_units(state, reach, placed, lambda hex: TO_MOSCOW[hex], choose)


def best_place(evaluator: DefenceEvaluator, unit: int, hexes: int, places: Places) -> int:
    """The best of these hexes for the unit while its friends stay where they are; its own if there is none."""
    here = places[unit]
    others = set_of(hex for other, hex in places.items() if other != unit)
    trial = dict(places)
    best, best_value = here, -math.inf
    for hex in candidates(evaluator, unit, hexes & ~others, others, here):
        trial[unit] = hex
        value = evaluator.value(trial)
        if value > best_value:
            best, best_value = hex, value
    return best


def candidates(evaluator: DefenceEvaluator, unit: int, hexes: int, occupied: int, here: int) -> Sequence[int]:
    """The places that look best at first sight: those that cover most of the ground open to the Germans."""
    zone = BOARD.spread(occupied)
    first = evaluator.sweep(evaluator.panzers, 0, occupied, zone)
    second = evaluator.sweep(first, evaluator.infantry, occupied, zone)
    attacked = BOARD.spread(first | evaluator.infantry)
    last = evaluator.state.turn == LAST_TURN

    def estimate(hex: int) -> float:
        value = -evaluator.weights.home * TO_MOSCOW[hex]
        if evaluator.state.german_cities >> hex & 1:
            value += CITY_AT_THE_END if last else evaluator.weights.regained
        for near in members(ADJACENT[hex] & second | 1 << hex):
            value += evaluator.ring_values[TO_MOSCOW[near]]
        if attacked >> hex & 1:
            value -= evaluator.weights.fear * evaluator.risk(unit, hex, occupied)
        return value + {MOSCOW: 1000.0, TULA: evaluator.weights.tula}.get(hex, 0.0)

    found = sorted(members(hexes), key=estimate, reverse=True)[:CANDIDATES]
    return found if here in found or not hexes >> here & 1 else [here, *found]
