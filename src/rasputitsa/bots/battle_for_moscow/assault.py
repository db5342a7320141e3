"""Units that move before the combat phase (panzers, units on a rail line): where they make the best battles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...core.sets import members
from ...games.battle_for_moscow.battle import Battle
from ...games.battle_for_moscow.facts import ADJACENT, BOARD, GERMAN, PANZER, POOL, RIVER, STRENGTH
from ...games.battle_for_moscow.retreat import DEATH
from ...games.battle_for_moscow.state import BattleForMoscowState
from .. import attacks
from ..attacks import Places, Reach
from .ground import TO_MOSCOW
from .odds import battle_value, retreat_from
from .weights import Weights

MOVERS_AT_MOST = 4  # in one battle


@dataclass(slots=True)
class Group(attacks.Group):
    """A planned battle; ``adjacent`` are the attackers that do not have to move for it."""

    adjacent: tuple[int, ...]

    @property
    def battle(self) -> Battle:
        return Battle(self.hex, (*self.adjacent, *self.places))


class Assault(attacks.Assault[Group]):
    """Plans the battles of the coming combat phase.

    ``trial`` is the position with all movers taken off the map, and put down again as they get their places.
    """

    def __init__(self, state: BattleForMoscowState, reach: Reach, weights: Weights) -> None:
        super().__init__(reach)
        self.trial = state.copy()
        for unit in reach:
            self.trial.put(unit, POOL)
        self.weights = weights
        self.free = sorted(reach, key=lambda unit: (-self.strength(unit), unit))  # movers without a place
        self.blocking: Places = {}  # the places of those that only block a retreat

    def strength(self, unit: int) -> float:
        strength = STRENGTH[unit][self.trial.steps[unit]]
        return strength / 2 if PANZER[unit] and self.trial.mud else strength

    @property
    def places(self) -> Places:
        """The places of all movers that take part so far."""
        return {unit: hex for group in self.groups for unit, hex in group.places.items()} | self.blocking

    def targets(self) -> Iterable[int]:
        return members(self.trial.occupied[1 - self.trial.active])

    def best_at(self, hex: int) -> Group | None:
        """The best battle at this hex: with no mover, with the strongest, with the two strongest, and so on."""
        adjacent = tuple(self.adjacent_to(hex))
        free_hexes = self.free_hexes(hex)
        able = [unit for unit in self.free if self.reach[unit] & free_hexes]
        best = None
        for count in range(0 if adjacent else 1, min(MOVERS_AT_MOST, len(able), free_hexes.bit_count()) + 1):
            group = self.group(hex, able[:count], free_hexes, adjacent)
            if group and group.score >= self.weights.least and (not best or group.score > best.score):
                best = group
        return best

    def free_hexes(self, hex: int) -> int:
        """The empty hexes adjacent to a target."""
        return ADJACENT[hex] & ~self.trial.occupied[0] & ~self.trial.occupied[1]

    def adjacent_to(self, hex: int) -> Iterable[int]:
        """Our units adjacent to a hex that have no battle yet."""
        side = self.trial.active
        for near in members(ADJACENT[hex] & self.trial.occupied[side]):
            unit = self.trial.unit_at(side, near)
            if not self.busy >> unit & 1:
                yield unit

    def group(self, hex: int, units: Sequence[int], free_hexes: int, adjacent: tuple[int, ...]) -> Group | None:
        places = self.find_places(hex, units, free_hexes)
        if len(places) < len(units):
            return None
        cost = self.weights.price * sum(self.strength(unit) for unit in units)
        return Group(hex, places, self.value(hex, places, adjacent) - cost, adjacent)

    def find_places(self, hex: int, units: Sequence[int], free_hexes: int) -> Places:
        """A hex adjacent to the target for each unit, while there are any: not across a river, not beside friends."""
        places: Places = {}
        across_river = RIVER.of[hex]
        beside_friends = BOARD.spread(self.trial.occupied[self.trial.active])
        for unit in sorted(units, key=lambda unit: (self.reach[unit] & free_hexes).bit_count()):
            options = self.reach[unit] & free_hexes
            if not options:
                break
            options = options & ~across_river or options
            options = options & ~beside_friends or options
            place = max(members(options), key=self.depth)
            places[unit] = place
            free_hexes &= ~(1 << place)
        return places

    def depth(self, hex: int) -> int:
        """How deep a hex is in the enemy's rear: toward Moscow for the Germans, away from it for the Soviets."""
        return -TO_MOSCOW[hex] if self.trial.active == GERMAN else TO_MOSCOW[hex]

    def value(self, hex: int, places: Places, adjacent: tuple[int, ...]) -> float:
        """What the battle is worth with these movers in their places."""
        trial = self.trial
        for unit, place in places.items():
            trial.put(unit, place)
        value = battle_value(trial, Battle(hex, (*adjacent, *places)), retreat_from(trial, hex), self.weights)
        for unit in places:
            trial.put(unit, POOL)
        return value

    def refined(self, group: Group) -> Group:
        """The same battle with weaker units where they do as well."""
        free_hexes = self.free_hexes(group.hex)
        for unit in sorted(group.places, key=lambda unit: -self.strength(unit)):
            for other in reversed(self.free):
                if self.strength(other) >= self.strength(unit):
                    break
                if other in group.places or not self.reach[other] & free_hexes:
                    continue
                units = [other if member == unit else member for member in group.places]
                changed = self.group(group.hex, units, free_hexes, group.adjacent)
                if changed and changed.score > group.score:
                    group = changed
                    break
        return group

    def place(self, group: Group) -> None:
        for unit, place in group.places.items():
            self.trial.put(unit, place)
            self.free.remove(unit)

    def attackers(self, group: Group) -> Iterable[int]:
        return group.battle.attackers

    def block_retreats(self) -> None:
        """Units without a battle go where they block the retreat of a unit that others attack."""
        for group in self.groups:
            retreat = retreat_from(self.trial, group.hex)
            for unit in list(reversed(self.free)) if retreat != DEATH else []:
                place = self.blocking_hex(group, unit)
                if place:
                    self.trial.put(unit, place)
                    self.blocking[unit] = place
                    self.free.remove(unit)
                    break

    def blocking_hex(self, group: Group, unit: int) -> int:
        """The hex from which the unit makes the battle worth more, or 0."""
        trial, weights = self.trial, self.weights
        near = BOARD.within(group.hex, 3) & self.reach[unit] & ~trial.occupied[0] & ~trial.occupied[1]
        battle = group.battle
        best, best_value = 0, battle_value(trial, battle, retreat_from(trial, group.hex), weights) + weights.least
        for hex in members(near):
            trial.put(unit, hex)
            value = battle_value(trial, battle, retreat_from(trial, group.hex), weights)
            if value > best_value:
                best, best_value = hex, value
        trial.put(unit, POOL)
        return best


def assault(state: BattleForMoscowState, reach: Reach, weights: Weights) -> Iterator[Places]:
    """The places of the movers that take part in a battle worth fighting: after each battle, and at the end."""
    if reach:
        plan = Assault(state, reach, weights)
        for _ in plan.run():
            yield plan.places
        plan.block_retreats()
        yield plan.places
    else:
        yield {}
