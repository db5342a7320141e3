"""Units that move before the combat phase (panzers, units on a rail line): where they make the best battles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ...core.sets import members
from ...games.battle_for_moscow.battle import Battle
from ...games.battle_for_moscow.facts import ADJACENT, BOARD, GERMAN, PANZER, POOL, RIVER, STRENGTH
from ...games.battle_for_moscow.retreat import DEATH
from ...games.battle_for_moscow.state import BattleForMoscowState
from .ground import TO_MOSCOW
from .odds import battle_value, way_out
from .weights import Weights

Reach = dict[int, int]  # where each unit that may move can end, its own hex included

MOVERS_AT_MOST = 4  # in one battle


@dataclass(slots=True)
class Group:
    """A battle in the making: who moves where for it, who stands there already, what it is worth."""

    hex: int
    seats: dict[int, int]
    standing: tuple[int, ...]
    value: float
    score: float

    @property
    def battle(self) -> Battle:
        return Battle(self.hex, (*self.standing, *self.seats))


@dataclass(slots=True)
class Assault:
    """Puts battles together one by one, the most rewarding first.

    ``sketch`` is the position with all movers lifted off the map, and set down again as they get their places.
    """

    sketch: BattleForMoscowState
    reach: Reach
    weights: Weights
    groups: list[Group] = field(default_factory=list)
    free: list[int] = field(default_factory=list)  # movers without a place, the strongest first
    bars: dict[int, int] = field(default_factory=dict)  # places of those that only bar a retreat
    busy: int = 0  # units that have a battle

    @classmethod
    def begin(cls, state: BattleForMoscowState, reach: Reach, weights: Weights) -> Assault:
        sketch = state.copy()
        for unit in reach:
            sketch.put(unit, POOL)
        assault = cls(sketch, reach, weights)
        assault.free = sorted(reach, key=lambda unit: (-assault.strength(unit), unit))
        return assault

    def strength(self, unit: int) -> float:
        strength = STRENGTH[unit][self.sketch.steps[unit]]
        return strength / 2 if PANZER[unit] and self.sketch.mud else strength

    def run(self) -> dict[int, int]:
        """The places of all movers that take part."""
        while group := self.best_group():
            self.commit(self.with_weaker(group))
        self.cut_off()
        return {unit: hex for group in self.groups for unit, hex in group.seats.items()} | self.bars

    def best_group(self) -> Group | None:
        side = self.sketch.active
        attacked = {group.hex for group in self.groups}
        best = None
        for hex in members(self.sketch.occupied[1 - side]):
            if hex not in attacked:
                group = self.best_at(hex)
                if group and (best is None or group.score > best.score):
                    best = group
        return best

    def best_at(self, hex: int) -> Group | None:
        """The best battle at this hex: with no mover, with the strongest, with the two strongest, and so on."""
        sketch = self.sketch
        standing = tuple(self.standing_at(hex))
        slots = ADJACENT[hex] & ~sketch.occupied[0] & ~sketch.occupied[1]
        able = [unit for unit in self.free if self.reach[unit] & slots]
        best = None
        for count in range(0 if standing else 1, min(MOVERS_AT_MOST, len(able), slots.bit_count()) + 1):
            group = self.group(hex, able[:count], slots, standing)
            if group and group.score >= self.weights.least and (not best or group.score > best.score):
                best = group
        return best

    def standing_at(self, hex: int) -> Iterable[int]:
        side = self.sketch.active
        for near in members(ADJACENT[hex] & self.sketch.occupied[side]):
            unit = self.sketch.unit_at(side, near)
            if not self.busy >> unit & 1:
                yield unit

    def group(self, hex: int, units: Sequence[int], slots: int, standing: tuple[int, ...]) -> Group | None:
        seats = self.seat(hex, units, slots)
        if len(seats) < len(units):
            return None
        value = self.value(hex, seats, standing)
        cost = self.weights.price * sum(self.strength(unit) for unit in units)
        return Group(hex, seats, standing, value, value - cost)

    def seat(self, hex: int, units: Sequence[int], slots: int) -> dict[int, int]:
        """A place next to the target for each unit, as far as there are enough: dry ones first, then fresh ones."""
        seats: dict[int, int] = {}
        wet = RIVER.of[hex]
        own = BOARD.spread(self.sketch.occupied[self.sketch.active])
        for unit in sorted(units, key=lambda unit: (self.reach[unit] & slots).bit_count()):
            options = self.reach[unit] & slots
            if not options:
                break
            options = options & ~wet or options
            options = options & ~own or options
            place = max(members(options), key=self.depth)
            seats[unit] = place
            slots &= ~(1 << place)
        return seats

    def depth(self, hex: int) -> int:
        """How far a hex lies in the enemy's rear: toward Moscow for the Germans, away from it for the Russians."""
        return -TO_MOSCOW[hex] if self.sketch.active == GERMAN else TO_MOSCOW[hex]

    def value(self, hex: int, seats: dict[int, int], standing: tuple[int, ...]) -> float:
        """What the battle is worth with these movers in their places."""
        sketch = self.sketch
        for unit, place in seats.items():
            sketch.put(unit, place)
        value = battle_value(sketch, Battle(hex, (*standing, *seats)), way_out(sketch, hex), self.weights)
        for unit in seats:
            sketch.put(unit, POOL)
        return value

    def with_weaker(self, group: Group) -> Group:
        """The same battle with weaker units where they do as well."""
        slots = ADJACENT[group.hex] & ~self.sketch.occupied[0] & ~self.sketch.occupied[1]
        for unit in sorted(group.seats, key=lambda unit: -self.strength(unit)):
            for other in reversed(self.free):
                if self.strength(other) >= self.strength(unit):
                    break
                if other in group.seats or not self.reach[other] & slots:
                    continue
                units = [other if member == unit else member for member in group.seats]
                changed = self.group(group.hex, units, slots, group.standing)
                if changed and changed.score > group.score:
                    group = changed
                    break
        return group

    def commit(self, group: Group) -> None:
        self.groups.append(group)
        for unit, place in group.seats.items():
            self.sketch.put(unit, place)
            self.free.remove(unit)
        for unit in group.battle.attackers:
            self.busy |= 1 << unit

    def cut_off(self) -> None:
        """Units without a battle go where they bar the retreat of somebody else's target."""
        for group in self.groups:
            way = way_out(self.sketch, group.hex)
            for unit in list(reversed(self.free)) if way != DEATH else []:
                place = self.bar(group, unit)
                if place:
                    self.sketch.put(unit, place)
                    self.bars[unit] = place
                    self.free.remove(unit)
                    break

    def bar(self, group: Group, unit: int) -> int:
        """The hex from which the unit makes the battle worth more, or 0."""
        sketch, weights = self.sketch, self.weights
        near = BOARD.within(group.hex, 3) & self.reach[unit] & ~sketch.occupied[0] & ~sketch.occupied[1]
        battle = group.battle
        best, best_value = 0, battle_value(sketch, battle, way_out(sketch, group.hex), weights) + weights.least
        for hex in members(near):
            sketch.put(unit, hex)
            value = battle_value(sketch, battle, way_out(sketch, group.hex), weights)
            if value > best_value:
                best, best_value = hex, value
        sketch.put(unit, POOL)
        return best


def assault(state: BattleForMoscowState, reach: Reach, weights: Weights) -> dict[int, int]:
    """The places of the movers that take part in a battle worth fighting."""
    return Assault.begin(state, reach, weights).run() if reach else {}
