"""Which units move where to attack whom: attacks are planned one by one, the most rewarding first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from ...core.sets import members
from ...games.blitzkrieg_to_moscow_2.facts import (
    AREAS_OF,
    BESIDE,
    FIRST_HEX,
    GERMAN,
    RIVER,
    STRENGTH,
    TANKS,
    legal_stack,
)
from .. import attacks
from ..attacks import Group, Places, Reach
from .evaluator import Evaluator
from .odds import prospect

ATTACKERS_AT_MOST = 6


class Assault(attacks.Assault[Group]):
    """The attacks of one Combat Phase, planned before the movement.

    The score of a group is what it adds to the value of the position.
    """

    def __init__(self, evaluator: Evaluator, reach: Reach) -> None:
        super().__init__(reach)
        self.evaluator = evaluator
        self._base: float | None = None

    def targets(self) -> Iterable[int]:
        return members(self.evaluator.state.occupied[self.evaluator.enemy])

    def place(self, group: Group) -> None:
        for unit, space in group.places.items():
            self.evaluator.place(unit, space)
        self._base = None

    def outdated(self, known: Group | None, placed: Group) -> bool:
        if known is None:
            return False
        same_units = known.places.keys() & placed.places.keys()
        return bool(same_units or set(known.places.values()) & set(placed.places.values()))

    def attack_spaces(self, hex: int) -> int:
        """The spaces from which a hex can be attacked."""
        found = BESIDE[hex] & ~self.evaluator.state.occupied[self.evaluator.enemy]
        for area in AREAS_OF[self.evaluator.side]:
            if BESIDE[area] >> hex & 1:
                found |= 1 << area
        return found

    def best_at(self, hex: int) -> Group | None:
        """The best attack on this hex: by the strongest, by the two strongest, and so on; or by infantry first."""
        spaces = self.attack_spaces(hex)
        able = [unit for unit, reach in self.reach.items() if reach & spaces and not self.busy >> unit & 1]
        if not able:
            return None
        strongest = sorted(able, key=lambda unit: (-self.strength(unit), unit))
        infantry_first = sorted(able, key=lambda unit: (TANKS >> unit & 1, -self.strength(unit), unit))
        best = self.best_prefix(hex, strongest, spaces)
        if infantry_first[:ATTACKERS_AT_MOST] != strongest[:ATTACKERS_AT_MOST]:
            other = self.best_prefix(hex, infantry_first, spaces)
            if other and (best is None or other.score > best.score):
                best = other
        return best

    def strength(self, unit: int) -> int:
        return STRENGTH[unit][self.evaluator.state.fresh >> unit & 1]

    def best_prefix(self, hex: int, units: Sequence[int], spaces: int) -> Group | None:
        """The best attack by the first of these units, by the first two, and so on."""
        weights = self.evaluator.weights
        before = self.base()
        best = None
        places: Places = {}
        for unit in units:
            space = self.find_place(hex, unit, spaces, places)
            if not space:
                continue
            places[unit] = space
            if self.hopeless(hex, places):
                continue
            score = self.score(hex, places) - before
            if score >= weights.least and (best is None or score > best.score):
                best = Group(hex, dict(places), score)
            elif best is not None and len(places) > len(best.places) + 1:
                break
            if len(places) == ATTACKERS_AT_MOST:
                break
        return best

    def base(self) -> float:
        """What scores are compared with: the value of the position without another attack."""
        if self._base is None:
            self._base = self.evaluator.value()
        return self._base

    def hopeless(self, hex: int, units: Collection[int]) -> bool:
        """Whether the attackers are too weak to achieve anything."""
        state = self.evaluator.state
        defence = sum(STRENGTH[unit][state.fresh >> unit & 1] for unit in members(state.at[hex] & ~TANKS)) or 1
        return sum(map(self.strength, units)) < defence

    def find_place(self, hex: int, unit: int, spaces: int, places: Places) -> int:
        """A place for a unit adjacent to the target: not across a river, where it is most useful; 0 for none."""
        evaluator = self.evaluator
        options = [space for space in members(self.reach[unit] & spaces) if self.has_room(unit, space, places)]
        if not options:
            return 0
        across_river, here = RIVER.of[hex], evaluator.state.where[unit]

        def rank(space: int) -> tuple[bool, float]:
            if space < FIRST_HEX:
                return True, 0.0
            taken = evaluator.state.cities_of(evaluator.enemy) >> space & 1
            return not across_river >> space & 1, evaluator.pull(space) + 0.001 * (space == here) + taken

        return max(options, key=rank)

    def has_room(self, unit: int, space: int, places: Places) -> bool:
        """8.0: whether the unit may be there, not counting units that can still go elsewhere."""
        evaluator = self.evaluator
        if space < FIRST_HEX:
            return True
        there = 0
        for other in members(evaluator.state.at[space] & ~(1 << unit)):
            if other not in places and not (evaluator.side == GERMAN and self.can_leave(other, space)):
                there |= 1 << other
        for other, place in places.items():
            if place == space:
                there |= 1 << other
        return legal_stack(evaluator.side, there | 1 << unit)

    def can_leave(self, unit: int, space: int) -> bool:
        return not self.busy >> unit & 1 and bool(self.reach.get(unit, 0) & ~(1 << space))

    def score(self, hex: int, places: Places) -> float:
        """The value of the position with the attackers in their places, and what the attack promises."""
        evaluator = self.evaluator
        before = evaluator.places(places)
        for unit, space in places.items():
            evaluator.place(unit, space)
        attackers = sum(1 << unit for unit in places)
        value = evaluator.value() + prospect(evaluator, hex, attackers).value - evaluator.price(places)
        evaluator.put_back(before)
        return value
