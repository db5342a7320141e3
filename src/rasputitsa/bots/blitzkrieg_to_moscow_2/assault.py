"""Who moves where to attack whom: attacks are put together one by one, the most rewarding first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

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
from .evaluator import Eye
from .odds import prospect

Reach = dict[int, int]  # where each unit that may move can end, the space where it stands included
Seats = dict[int, int]

ATTACKERS_AT_MOST = 6


@dataclass(slots=True)
class Group:
    """An attack in the making: who attacks the hex from where, and what it adds to the value of the position."""

    hex: int
    seats: Seats
    score: float


@dataclass(slots=True)
class Assault:
    """The attacks of one Combat Phase, planned before the movement."""

    eye: Eye
    reach: Reach
    groups: list[Group] = field(default_factory=list)
    busy: int = 0  # units that have an attack
    _known: dict[int, Group | None] = field(default_factory=dict)

    def run(self) -> None:
        """Find attacks until none is worth it any more."""
        while group := self.best_group():
            self.commit(group)

    def targets(self) -> list[int]:
        done = {group.hex for group in self.groups}
        return [hex for hex in members(self.eye.state.occupied[self.eye.enemy]) if hex not in done]

    def best_group(self) -> Group | None:
        best = None
        for hex in self.targets():
            if hex not in self._known:
                self._known[hex] = self.best_at(hex)
            group = self._known[hex]
            if group and (best is None or group.score > best.score):
                best = group
        return best

    def commit(self, group: Group) -> None:
        self.groups.append(group)
        for unit, space in group.seats.items():
            self.eye.place(unit, space)
            self.busy |= 1 << unit
        seats = set(group.seats.values())
        self._known = {
            hex: known
            for hex, known in self._known.items()
            if not known or not (known.seats.keys() & group.seats.keys() or seats & set(known.seats.values()))
        }

    def slots(self, hex: int) -> int:
        """The spaces from which a hex can be attacked."""
        found = BESIDE[hex] & ~self.eye.state.occupied[self.eye.enemy]
        for area in AREAS_OF[self.eye.side]:
            if BESIDE[area] >> hex & 1:
                found |= 1 << area
        return found

    def best_at(self, hex: int) -> Group | None:
        """The best attack on this hex: by the strongest, by the two strongest, and so on; or by infantry first."""
        slots = self.slots(hex)
        able = [unit for unit, reach in self.reach.items() if reach & slots and not self.busy >> unit & 1]
        if not able:
            return None
        strongest = sorted(able, key=lambda unit: (-self.strength(unit), unit))
        infantry_first = sorted(able, key=lambda unit: (TANKS >> unit & 1, -self.strength(unit), unit))
        best = self.best_prefix(hex, strongest, slots)
        if infantry_first[:ATTACKERS_AT_MOST] != strongest[:ATTACKERS_AT_MOST]:
            other = self.best_prefix(hex, infantry_first, slots)
            if other and (best is None or other.score > best.score):
                best = other
        return best

    def strength(self, unit: int) -> int:
        return STRENGTH[unit][self.eye.state.fresh >> unit & 1]

    def best_prefix(self, hex: int, units: Sequence[int], slots: int) -> Group | None:
        weights = self.eye.weights
        before = self.eye.value()
        best = None
        seats: Seats = {}
        for unit in units:
            seat = self.seat(hex, unit, slots, seats)
            if not seat:
                continue
            seats[unit] = seat
            if self.hopeless(hex, seats):
                continue
            score = self.score(hex, seats) - before
            if score >= weights.least and (best is None or score > best.score):
                best = Group(hex, dict(seats), score)
            elif best is not None and len(seats) > len(best.seats) + 1:
                break
            if len(seats) == ATTACKERS_AT_MOST:
                break
        return best

    def hopeless(self, hex: int, seats: Iterable[int]) -> bool:
        """Whether the attackers are too weak for anything."""
        state = self.eye.state
        defence = sum(STRENGTH[unit][state.fresh >> unit & 1] for unit in members(state.at[hex] & ~TANKS)) or 1
        return sum(map(self.strength, seats)) < defence

    def seat(self, hex: int, unit: int, slots: int, seats: Seats) -> int:
        """A place for a unit next to the target: where it stands, a dry one, one that leads on; 0 if there is none."""
        eye = self.eye
        options = [space for space in members(self.reach[unit] & slots) if self.has_room(unit, space, seats)]
        if not options:
            return 0
        wet, here = RIVER.of[hex], eye.state.where[unit]

        def rank(space: int) -> tuple[bool, float]:
            if space < FIRST_HEX:
                return True, 0.0
            taken = eye.state.cities_of(eye.enemy) >> space & 1
            return not wet >> space & 1, eye.lure(space) + 0.001 * (space == here) + taken

        return max(options, key=rank)

    def has_room(self, unit: int, space: int, seats: Seats) -> bool:
        """8.0: whether the unit may stand there, those that can still go elsewhere not counted."""
        eye = self.eye
        if space < FIRST_HEX:
            return True
        there = 0
        for other in members(eye.state.at[space] & ~(1 << unit)):
            if other not in seats and not (eye.side == GERMAN and self.can_leave(other, space)):
                there |= 1 << other
        for other, seat in seats.items():
            if seat == space:
                there |= 1 << other
        return legal_stack(eye.side, there | 1 << unit)

    def can_leave(self, unit: int, space: int) -> bool:
        return not self.busy >> unit & 1 and bool(self.reach.get(unit, 0) & ~(1 << space))

    def score(self, hex: int, seats: Seats) -> float:
        """The position with the attackers in their places, and what the attack promises."""
        eye = self.eye
        before = eye.places(seats)
        for unit, space in seats.items():
            eye.place(unit, space)
        attackers = sum(1 << unit for unit in seats)
        value = eye.value() + prospect(eye, hex, attackers).value - eye.price(seats)
        eye.put_back(before)
        return value
