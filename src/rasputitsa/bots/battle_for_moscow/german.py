"""Where the German units go: toward Moscow, into contact and around the enemy, without too much danger."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.sets import members, set_of
from ...games.battle_for_moscow.facts import (
    ADJACENT,
    BOARD,
    EDGES,
    FULL,
    GERMAN,
    HEXES,
    LAST_TURN,
    MAJOR_CITIES,
    MOSCOW,
    OF_SIDE,
    PANZER,
    RIVER,
    SOVIET,
    STRENGTH,
    TWO_AWAY,
)
from ...games.battle_for_moscow.state import BattleForMoscowState
from ..attacks import Places, Reach
from .ground import MARCH, SHIFT, TO_MOSCOW
from .odds import PROSPECTS, expected_loss, retreat_at
from .placing import place_units
from .weights import GermanWeights

CITY_AT_THE_END = 20.0  # every city but Moscow is still a draw
CANDIDATES = 8  # places of a unit that are looked at closely


class AdvanceEvaluator:
    """Values places in a German movement phase. The Soviets do not move, so most of it is computed only once."""

    def __init__(self, state: BattleForMoscowState, weights: GermanWeights) -> None:
        self.state = state
        self.weights = weights
        self.enemies = state.occupied[SOVIET]
        self.enemy_zone = BOARD.spread(self.enemies)
        self.own_moscow = bool(state.german_cities >> MOSCOW & 1)
        self.enemy_cities = state.cities_of(SOVIET)
        self.force = self._force()
        self._places: dict[int, float] = {}
        self._dangers: dict[tuple[int, int, int], float] = {}

    def _force(self) -> dict[int, int]:
        """The strength with which each Soviet unit could attack next, by its hex; it may be restored first."""
        state = self.state
        return {
            state.where[unit]: STRENGTH[unit][FULL] for unit in OF_SIDE[SOVIET] if self.enemies >> state.where[unit] & 1
        }

    def score(self, unit: int, hex: int, others: int) -> float:
        """What it is worth to have this unit there at the end of the phase, with its friends in the other hexes."""
        return self.place(hex) + self.at_moscow(unit, hex) - self.weights.danger * self.danger(unit, hex, others)

    def place(self, hex: int) -> float:
        """What the hex is worth to any unit."""
        value = self._places.get(hex)
        if value is None:
            weights = self.weights
            value = -weights.march * MARCH[hex]
            for enemy in members(ADJACENT[hex] & self.enemies):
                value += weights.contact + weights.ring_contact * weights.fade ** TO_MOSCOW[enemy]
            if self.enemy_cities >> hex & 1:
                value += weights.city if self.state.turn < LAST_TURN else CITY_AT_THE_END
            self._places[hex] = value
        return value

    def at_moscow(self, unit: int, hex: int) -> float:
        weights = self.weights
        strength = STRENGTH[unit][self.state.steps[unit]]
        if not ADJACENT[MOSCOW] >> hex & 1:
            return 0.0
        if self.own_moscow:
            return weights.ring
        return strength * (weights.siege + (0.0 if RIVER.of[MOSCOW] >> hex & 1 else weights.dry_siege))

    def danger(self, unit: int, hex: int, others: int) -> float:
        """What an attack by all Soviet units adjacent to the hex would cost."""
        near = ADJACENT[hex] & self.enemies
        if not near:
            return 0.0
        key = (hex, unit, others & TWO_AWAY[hex])
        if key not in self._dangers:
            steps = self.state.steps[unit]
            force = sum(self.force[enemy] for enemy in members(near))
            odds = min(force // STRENGTH[unit][steps], 6) - SHIFT[GERMAN][hex]
            retreat = retreat_at(hex, self.enemies, others)
            chances = PROSPECTS[max(odds, 0)][steps][retreat][MAJOR_CITIES >> hex & 1]
            self._dangers[key] = expected_loss(unit, steps, chances, self.weights)
        return self._dangers[key]

    def crowding(self, hex: int, friends: Places, others: int) -> float:
        """How much the danger to friends in contact grows if a unit blocks a hex that they might retreat to."""
        total = 0.0
        for friend, place in friends.items():
            if TWO_AWAY[place] >> hex & 1 and self.enemy_zone >> place & 1:
                without = others & ~(1 << place)
                total += self.danger(friend, place, without | 1 << hex) - self.danger(friend, place, without)
        return total

    def pockets(self, occupied: int) -> float:
        """What the Soviet units out of communication are worth if the Germans are in these hexes."""
        zone = BOARD.spread(occupied)
        linked = BOARD.flood(EDGES[SOVIET], HEXES & ~zone & ~occupied)
        linked |= BOARD.spread(linked)
        return self.weights.pocket * (self.enemies & ~linked).bit_count()


def advance(state: BattleForMoscowState, reach: Reach, weights: GermanWeights, placed: Places) -> Iterator[Places]:
    """Ever better places for every unit that may move and has none yet; the foremost units come first."""
    evaluator = AdvanceEvaluator(state, weights)

    def choose(unit: int, hexes: int, places: Places) -> int:
        friends = {other: hex for other, hex in places.items() if other != unit}
        free = hexes & ~set_of(friends.values())
        return best_place(evaluator, unit, free, friends) if free else places[unit]

    return place_units(state, reach, placed, lambda hex: MARCH[hex], choose)


def best_place(evaluator: AdvanceEvaluator, unit: int, hexes: int, friends: Places) -> int:
    """The best of these hexes for the unit while its friends stay where they are."""
    others = set_of(friends.values())
    scored = sorted(((evaluator.score(unit, hex, others), hex) for hex in members(hexes)), reverse=True)

    def look_closer(scored: tuple[float, int]) -> tuple[float, int]:
        score, hex = scored
        score -= evaluator.weights.crowding * evaluator.crowding(hex, friends, others)
        if PANZER[unit]:
            score += evaluator.pockets(others | 1 << hex)
        return score, hex

    return max(map(look_closer, scored[:CANDIDATES]))[1]
