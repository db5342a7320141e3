"""Where the German units go: toward Moscow, into contact, around the enemy, and not into ruin."""

from __future__ import annotations

from ...core.sets import members, set_of
from ...games.battle_for_moscow.facts import (
    ADJACENT,
    BOARD,
    EDGES,
    FIRST_HEX,
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
from .assault import Reach
from .garrison import choose_guard
from .ground import MARCH, SHIFT, TO_MOSCOW
from .odds import PROSPECTS, exits, expected_loss
from .weights import GermanWeights

PASSES = 2  # times that every unit's place is thought over
CITY_AT_THE_END = 20.0  # every city but Moscow is still a draw
CANDIDATES = 8  # places of a unit that are looked at closely


class March:
    """One German movement phase: the Russians stand still, so most of what a hex is worth is reckoned once."""

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
        """What each Russian unit could attack with next, by its hex; a reduced one may be restored first."""
        state = self.state
        return {
            state.where[unit]: STRENGTH[unit][FULL] for unit in OF_SIDE[SOVIET] if self.enemies >> state.where[unit] & 1
        }

    def score(self, unit: int, hex: int, others: int) -> float:
        """What it is worth that this unit stands there at the end of the phase, and its friends in the other hexes."""
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
        """What an attack by all Russians next to the hex would cost."""
        near = ADJACENT[hex] & self.enemies
        if not near:
            return 0.0
        key = (hex, unit, others & TWO_AWAY[hex])
        if key not in self._dangers:
            steps = self.state.steps[unit]
            force = sum(self.force[enemy] for enemy in members(near))
            odds = min(force // STRENGTH[unit][steps], 6) - SHIFT[GERMAN][hex]
            way = exits(hex, self.enemies, others)
            chances = PROSPECTS[max(odds, 0)][steps][way][MAJOR_CITIES >> hex & 1]
            self._dangers[key] = expected_loss(unit, steps, chances, self.weights)
        return self._dangers[key]

    def crowding(self, hex: int, friends: dict[int, int], others: int) -> float:
        """How much more dangerous it gets for friends in contact if a unit stands in a hex they might retreat to."""
        total = 0.0
        for friend, place in friends.items():
            if TWO_AWAY[place] >> hex & 1 and self.enemy_zone >> place & 1:
                without = others & ~(1 << place)
                total += self.danger(friend, place, without | 1 << hex) - self.danger(friend, place, without)
        return total

    def pockets(self, occupied: int) -> float:
        """What the Russians out of communication are worth, the Germans standing in these hexes."""
        zone = BOARD.spread(occupied)
        linked = BOARD.flood(EDGES[SOVIET], HEXES & ~zone & ~occupied)
        linked |= BOARD.spread(linked)
        return self.weights.pocket * (self.enemies & ~linked).bit_count()


def march(state: BattleForMoscowState, reach: Reach, weights: GermanWeights, settled: dict[int, int]) -> dict[int, int]:
    """A place for every unit that may move and has none yet; each thinks about its place twice, the foremost first."""
    eye = March(state, weights)
    places = {unit: state.where[unit] for unit in OF_SIDE[GERMAN] if state.where[unit] >= FIRST_HEX} | settled
    guard = choose_guard(state, reach, settled)
    if guard >= 0:
        places[guard] = MOSCOW
    goals = {*settled.values(), places.get(guard, 0)}

    def turn(unit: int) -> tuple[bool, int, int]:
        """Whoever has to make room comes first, then the foremost."""
        return places[unit] not in goals, MARCH[places[unit]], unit

    order = sorted((unit for unit in reach if unit not in settled and unit != guard), key=turn)
    for _ in range(PASSES):
        for unit in order:
            friends = {other: hex for other, hex in places.items() if other != unit}
            free = reach[unit] & ~set_of(friends.values())
            if free:
                places[unit] = best_place(eye, unit, free, friends)
    return {unit: places[unit] for unit in reach}


def best_place(eye: March, unit: int, hexes: int, friends: dict[int, int]) -> int:
    """The best of these hexes for the unit, its friends standing where they stand."""
    others = set_of(friends.values())
    scored = sorted(((eye.score(unit, hex, others), hex) for hex in members(hexes)), reverse=True)

    def look_closer(scored: tuple[float, int]) -> tuple[float, int]:
        score, hex = scored
        score -= eye.weights.crowding * eye.crowding(hex, friends, others)
        if PANZER[unit]:
            score += eye.pockets(others | 1 << hex)
        return score, hex

    return max(map(look_closer, scored[:CANDIDATES]))[1]
