"""What a position is worth to a side when the other is about to move. Every decision is judged by it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cached_property, lru_cache
from typing import Any

from ...core.sets import members, set_of
from ...games.blitzkrieg_to_moscow_2.facts import (
    AREAS_OF,
    BESIDE,
    CITIES,
    CORPS,
    EVERYBODY,
    FIRST_HEX,
    FRESH,
    FRONTS,
    GERMAN,
    HOMEWARD,
    LAND,
    LAST_TURN,
    POOL,
    RIVER,
    SIDE,
    SOVIET,
    SPENT,
    STRENGTH,
    TANKS,
)
from ...games.blitzkrieg_to_moscow_2.net import fortresses, net_through, open_hexes, supply_net
from ...games.blitzkrieg_to_moscow_2.state import BlitzkriegState
from ...games.blitzkrieg_to_moscow_2.zones import zone_of
from .enemy import EnemyForces, Odds
from .ground import AWAY, CITY_LIST, around, influences, points
from .weights import Weights

Places = tuple[list[tuple[int, int, int]], list[float]]  # see `Evaluator.places`


def next_turn(state: BlitzkriegState, side: int) -> int:
    """The turn of a side's next player turn, not counting one under way; 0 if the game ends before that."""
    later = state.turn + 1
    if not state.phase or (state.active == GERMAN and side == SOVIET):
        later = state.turn
    return later if later <= LAST_TURN else 0


@lru_cache(maxsize=256)
def unit_values(weights: Weights, share_left: float, turn: int) -> tuple[list[float], list[float]]:
    """By unit: what it costs to lose it, and what it costs to spend it while it is fresh."""
    worths = []
    costs = []
    for unit in members(EVERYBODY):
        side, strength, tank = SIDE[unit], STRENGTH[unit], TANKS >> unit & 1
        body = (weights.tank_body if tank else weights.body)[side]
        worth = body + weights.strength[side] * strength[FRESH] * share_left
        cost = weights.fresh[side] * (strength[FRESH] - strength[SPENT]) * min(1.0, 2 * share_left)
        if side == GERMAN and tank and turn == LAST_TURN:
            cost += weights.fresh_tank  # 4.1: at the end fresh tank units are worth points
        worths.append(worth)
        costs.append(worth if CORPS >> unit & 1 else cost)  # 11.6
    return worths, costs


class Evaluator:
    """The value of a position to one side. Its own units can be tried in other places; the enemy's do not move.

    ``state`` is changed by `place`; nothing else may change it. Who is not ``thorough`` looks at fewer choices.
    """

    thorough = True

    def __init__(self, state: BlitzkriegState, side: int, weights: Weights) -> None:
        self.state = state
        self.side, self.enemy = side, 1 - side
        self.weights = weights
        self.own_turn = state.active == side
        self.enemy_turn = next_turn(state, self.enemy)
        later = next_turn(state, side)
        self.share_left = (LAST_TURN - later + 1) / LAST_TURN if later else 0.0  # of the game, for this side
        self.worths, self.costs = unit_values(weights, self.share_left, state.turn)
        self.points = [points(state, city) for city in CITY_LIST]
        self.safe = fortresses(state)
        self.enemy_zone = zone_of(state, self.enemy)
        self._german_cities = state.german_cities
        self._enemy_cities = state.cities_of(self.enemy)
        self._taken: dict[int, int] = {}  # by unit: the enemy's cities that it takes where it was put
        self.home_areas = set_of(AREAS_OF[side])
        self.near = 0  # where our spent units recover in this turn
        self.influence = [influences(weights.garrison, fade) for fade in weights.fade]
        self._memory: dict[Hashable, Any] = {}
        self._stacks: dict[int, float] = {}  # what stacks are worth
        self._scores: dict[tuple[int, int], float] = {}  # what cities are worth to the Germans: all, those in supply
        self._openings: dict[int, float] = {}
        self._threats: dict[Hashable, tuple[float, float]] = {}

    @staticmethod
    def key(state: BlitzkriegState, side: int) -> tuple[object, ...]:
        """Everything that the value of a position depends on."""
        return (
            side, state.turn, state.phase, tuple(state.where), state.fresh, state.german_cities, state.hero,
            state.hero_stands, bytes(state.due), tuple(state.options.values()),
        )  # fmt: skip

    def follow(self, state: BlitzkriegState) -> None:
        """The same position at another question."""
        self.state.stack = state.stack
        self.state.hands, self.state.played, self.state.quiet = state.hands, state.played, state.quiet

    def remember(self, what: Hashable, work_out: Callable[[], Any]) -> Any:
        """What was worked out about this position before, or is worked out now."""
        if what not in self._memory:
            self._memory[what] = work_out()
        return self._memory[what]

    # What units are worth.

    def worth(self, unit: int) -> float:
        """What it costs a side to lose this unit."""
        return self.worths[unit]

    def worth_of(self, units: int) -> float:
        found = self._stacks.get(units)
        if found is None:
            found = self._stacks[units] = sum(map(self.worth, members(units)))
        return found

    def spending(self, unit: int) -> float:
        """What it costs to spend this fresh unit; a mechanized corps is lost (11.6)."""
        return self.costs[unit]

    def price(self, units: Iterable[int]) -> float:
        """What it costs to use units for an attack and not for something else; nothing at the end of the game."""
        if not self.share_left:
            return 0.0
        fresh = self.state.fresh
        return self.weights.price * sum(STRENGTH[unit][fresh >> unit & 1] for unit in units)

    # The balance of forces around the cities.

    @cached_property
    def balance(self) -> list[list[float]]:
        """By side: the weight of its units at each city."""
        return [self._balance(side) for side in (GERMAN, SOVIET)]

    def _balance(self, side: int) -> list[float]:
        where, influence = self.state.where, self.influence[side]
        weights = [
            [STRENGTH[unit][FRESH] * share for share in influence[where[unit]]]
            for unit in members(self.state.in_play(side))
        ]
        return [sum(column, 0.01) for column in zip(*weights, strict=True)] if weights else [0.01] * len(CITY_LIST)

    @cached_property
    def enemy_forces(self) -> EnemyForces:
        return EnemyForces(self.state, self.enemy, self.enemy_turn)

    def prospects(self) -> float:
        """The points that the Germans can hope for, by the balance of forces around each city."""
        german, soviet = self.balance
        cities = self.state.german_cities
        control = self.weights.control
        total = 0.0
        for index, city in enumerate(CITY_LIST):
            ours, theirs = german[index], soviet[index]
            if cities >> city & 1:
                ours += control
            else:
                theirs += control
            total += self.points[index] * ours / (ours + theirs)
        return total

    def pull(self, hex: int) -> float:
        """How strongly a hex attracts our units: how much a strength point there would change the prospects."""
        german, soviet = self.balance
        others = self.balance[self.enemy]
        control = self.weights.control
        total = 0.0
        for index, influence in enumerate(self.influence[self.side][hex]):
            total += influence * self.points[index] * others[index] / (german[index] + soviet[index] + control) ** 2
        return total

    # Trying things.

    def place(self, unit: int, space: int, cities: int = 0) -> None:
        """Put a unit of ours in another place; it takes these cities, and the one it enters."""
        state = self.state
        influence, strength = self.influence[self.side], STRENGTH[unit][FRESH]
        self.balance[self.side] = [
            weight + strength * (there - here)
            for weight, here, there in zip(
                self.balance[self.side], influence[state.where[unit]], influence[space], strict=True
            )
        ]
        state.put(unit, space)
        self._taken[unit] = (cities | 1 << space) & self._enemy_cities
        self._count_cities()

    def _count_cities(self) -> None:
        taken = 0
        for cities in self._taken.values():
            taken |= cities
        self.state.german_cities = self._german_cities | taken if self.side == GERMAN else self._german_cities & ~taken

    def value_with(self, places: dict[int, int], cities: int = 0) -> float:
        """What the position would be worth with some units elsewhere."""
        before = self.places(places)
        for unit, space in places.items():
            self.place(unit, space, cities)
        value = self.value()
        self.put_back(before)
        return value

    def places(self, units: Iterable[int]) -> Places:
        """Where units are, the cities they took on the way there, and the balance of forces."""
        where = self.state.where
        return [(unit, where[unit], self._taken.get(unit, 0)) for unit in units], self.balance[self.side]

    def put_back(self, before: Places) -> None:
        """Undo what was tried, exactly."""
        units, self.balance[self.side] = before
        for unit, space, cities in units:
            self.state.put(unit, space)
            self._taken[unit] = cities
        self._count_cities()

    # The value.

    def value(self) -> float:
        self.near = self.recovery() if self.own_turn else 0
        sign = 1.0 if self.side == GERMAN else -1.0
        total = sign * self.german_points() * (1 - self.weights.patience * self.share_left)
        if self.share_left:
            total += sign * self.weights.future * self.share_left * self.prospects()
        return total + self.readiness() - self.isolation() + self.pockets() - self.dangers()

    def german_points(self) -> float:
        """4.1: the cities that the Germans hold; those without supply count less, and nothing at the end."""
        cities = self.state.german_cities
        sources, _ = supply_net(self.state, GERMAN)
        found = self._scores.get((cities, sources))
        if found is None:
            doubtful = self.weights.unsupplied if self.enemy_turn or self.share_left else 0.0
            found = self._scores[cities, sources] = sum(
                self.points[index] * (1.0 if sources >> city & 1 else doubtful)
                for index, city in enumerate(CITY_LIST)
                if cities >> city & 1
            )
        return found

    def shortlist(self, unit: int, spaces: int) -> list[int]:
        """Those of the spaces that are worth trying for a unit."""
        return members(spaces)

    def opening(self, hex: int) -> float:
        """How much the position gains if the enemies leave this hex, not counting their own value."""
        found = self._openings.get(hex)
        if found is None:
            after = self.state.copy()
            for unit in members(after.at[hex]):
                after.put(unit, POOL)
            if CITIES >> hex & 1:
                after.enter(self.nearest(hex), hex)
            found = self._openings[hex] = Evaluator(after, self.side, self.weights).value() - self.value()
        return found

    def nearest(self, hex: int) -> int:
        """Our unit that is nearest to a city, the strongest of several."""
        away, where = AWAY[hex], self.state.where
        return min(
            members(self.state.in_play(self.side)), key=lambda unit: (away[where[unit]], -STRENGTH[unit][FRESH], unit)
        )

    def recovery(self) -> int:
        """13.3: where our spent units become fresh at the end of our turn."""
        sources, _ = supply_net(self.state, self.side)
        return around(sources) | FRONTS[self.side]

    def readiness(self) -> float:
        """What our spent units lack if they do not recover in this turn."""
        state = self.state
        spent = state.spent(self.side)
        if not spent:
            return 0.0
        near = self.near
        lacking = 0.0
        for unit in members(spent):
            space = state.where[unit]
            if space >= FIRST_HEX and not near >> space & 1:
                lacking += self.spending(unit)
        return -lacking

    def isolation(self) -> float:
        """13.1: our units that cannot trace supply."""
        state, weights = self.state, self.weights
        _, supplied = supply_net(state, self.side)
        lost = state.occupied[self.side] & ~supplied
        if self.side == SOVIET:
            lost &= ~self.safe
        if not lost:
            return 0.0
        worth = sum(self.worth_of(state.at[hex]) for hex in members(lost))
        return worth * weights.surrendered * (weights.isolated if self.own_turn else weights.shut_in)

    def pockets(self) -> float:
        """13.1: enemy units that cannot trace supply."""
        state, weights = self.state, self.weights
        if not self.enemy_turn:
            return 0.0
        _, supplied = supply_net(state, self.enemy)
        lost = state.occupied[self.enemy] & ~supplied
        if self.enemy == SOVIET:
            lost &= ~self.safe
        if not lost:
            return 0.0
        worth = sum(self.worth_of(state.at[hex]) for hex in members(lost))
        return worth * weights.surrendered * weights.pocket[self.enemy]

    def dangers(self) -> float:
        """What the enemy could take in its next turn: units and cities."""
        if not self.enemy_turn:
            return 0.0
        state, weights, enemy_forces = self.state, self.weights, self.enemy_forces
        occupied, zone = state.occupied[self.side], zone_of(state, self.side)
        fast, slow = enemy_forces.tanks.sweep(occupied, zone), enemy_forces.infantry.sweep(occupied, zone)
        near_fast, near_slow = (
            LAND.spread(fast) | enemy_forces.tanks.beside,
            LAND.spread(slow) | enemy_forces.infantry.beside,
        )
        total = 0.0
        at, recovers, known = state.at, self.near, self._threats
        for hex in members(occupied & (near_fast | near_slow)):
            by = near_fast >> hex & 1, near_slow >> hex & 1
            key = (hex, at[hex], BESIDE[hex] & occupied, by, recovers >> hex & 1)
            if key not in known:
                known[key] = self.threat(hex, *by)
            taken, loss = known[key]
            total += weights.danger * loss
            if CITIES >> hex & 1:
                total += weights.fear * taken * points(state, hex)
        open_cities = state.cities_of(self.side) & ~occupied
        return total + self.open_risk(open_cities, fast, slow, zone) if open_cities else total

    def open_risk(self, cities: int, fast: int, slow: int, zone: int) -> float:
        """What it costs to leave these cities empty, with everything that depends on them."""
        state, weights, enemy_forces = self.state, self.weights, self.enemy_forces
        walked, rushed = fast | slow, 0
        if self.enemy == GERMAN:
            rushed = enemy_forces.tanks.go_on(fast & ~zone, 0, state.occupied[self.side], zone)
        total = self.cut_off(cities & walked) if cities & walked else 0.0
        for city in members(cities):
            if walked >> city & 1:
                risk = 1.0
            elif rushed >> city & 1:
                risk = weights.rush
            else:
                risk = weights.behind if enemy_forces.reach >> city & 1 else 0.0
            total += weights.open_city * risk * points(state, city)
        return total

    def cut_off(self, lost: int) -> float:
        """What depends on these cities for supply: our units and our other cities."""
        state, weights = self.state, self.weights
        occupied = state.occupied[self.side]
        passable = open_hexes(state, self.side) & ~lost & (~LAND.spread(lost) | occupied)
        cities = state.cities_of(self.side) & ~lost
        sources, supplied = net_through(passable, cities, self.side)
        now_sources, now_supplied = supply_net(state, self.side)
        units = occupied & now_supplied & ~supplied
        if self.side == SOVIET:
            units &= ~self.safe
        total = sum(self.worth_of(state.at[hex]) for hex in members(units)) * weights.surrendered
        total += sum(points(state, city) for city in members(now_sources & cities & ~sources))
        return weights.cut_off * total

    def threat(self, hex: int, by_tanks: int, by_infantry: int) -> tuple[float, float]:
        """How likely an attack drives our units out of this hex, and what it costs us on average."""
        state = self.state
        units, near, occupied = state.at[hex], BESIDE[hex], state.occupied[self.side]
        fresh = units & (units if self.near >> hex & 1 else state.fresh)
        slots = near & ~occupied
        wet = not slots & ~RIVER.of[hex]
        defence = sum(STRENGTH[unit][fresh >> unit & 1] for unit in members(units & ~CORPS)) or 1
        odds = self.enemy_forces.odds(hex, by_tanks, by_infantry, slots.bit_count(), defence, wet)
        ways_out = near & ~state.occupied[self.enemy] & (~self.enemy_zone | occupied) | HOMEWARD[hex] & self.home_areas
        return self._loss(hex, units, fresh, odds, not ways_out)

    def _loss(self, hex: int, units: int, fresh: int, odds: Odds, trapped: bool) -> tuple[float, float]:
        driven_back, spent, eliminated = odds
        if hex == self.state.hero and self.state.hero_stands:
            driven_back = 0.0
        taken = driven_back + spent + eliminated
        worth = self.worth_of(units)
        if trapped:
            return taken, taken * worth
        return taken, eliminated * worth + spent * sum(self.spending(unit) for unit in members(fresh))
