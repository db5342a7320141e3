"""12.1 The units that could attack: who is in position, and how many could be when the Movement Phase ends."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.sets import members, set_of, union
from .facts import BARRED_FROM_MARSH, BOARD, CLASS, GERMAN, HEXES, MARSH, MECH, SOVIET, STACK_LIMIT, land_spread
from .reach import has_step, movement_factors, reach, spread_levels
from .state import DriveOnMoscowState

Goals = dict[tuple[int, int, int, int], int]  # by hex, class, points and closed hexes: the attack places within reach


def attack_places(state: DriveOnMoscowState) -> tuple[int, int]:
    """The hexes from which a unit could attack Germans: any unit, and one that may not attack into marsh (11.13).

    All of them are in a German zone of control, so nobody moves on from one that it has entered (7.2).
    """
    return state.german_zone(), land_spread(state.occupied(GERMAN) & ~MARSH)


def in_position(state: DriveOnMoscowState) -> int:
    """The Soviet units that could attack a German hex from where they are."""
    near, near_dry = attack_places(state)
    found = 0
    for hex in members(state.occupied(SOVIET) & near):
        for unit in state.stacks[hex]:
            if near_dry >> hex & 1 or not BARRED_FROM_MARSH >> unit & 1:
                found |= 1 << unit
    return found


def coming_up(state: DriveOnMoscowState) -> Iterator[int]:
    """The Soviet units that are not in position but can move straight to where they could attack, one by one."""
    near, near_dry = attack_places(state)
    reached: dict[tuple[int, int, int], bool] = {}
    for unit in members(state.units_in(SOVIET) & ~(state.finished | in_position(state))):
        hex = state.where[unit]
        key = hex, CLASS[unit], state.spent[unit]
        if key not in reached:
            goal = near_dry if BARRED_FROM_MARSH >> unit & 1 else near
            reached[key] = any(hexes & goal for hexes in reach(state, 1 << unit, hex)[1:])
        if reached[key]:
            yield unit


def could_come_up(state: DriveOnMoscowState) -> int:
    """The same as a set."""
    return set_of(coming_up(state))


def on_the_way(state: DriveOnMoscowState) -> int:
    """10.5: the units that have moved and may go on, but not once another stack has begun to move."""
    return set_of(unit for unit in members(state.parent & ~state.finished) if state.spent[unit])


def most_in_position(state: DriveOnMoscowState, enough: int, known: Goals) -> int:
    """How many Soviet units could be in position at the end of the phase; it is not counted beyond ``enough``."""
    return Muster(state, known).count(enough)


class Muster:
    """Brings units up in thought, one after another, as they could be moved.

    Who is on the way goes on first, for it may not later (10.5). Then everybody else goes straight to an attack place,
    which bars nobody's way. ``load`` has the units of each attack place; where one is full, a unit in it may first go
    to another, or leave if it cannot attack from there.
    """

    def __init__(self, state: DriveOnMoscowState, known: Goals) -> None:
        self.state, self.known = state, known
        self.near, self.near_dry = attack_places(state)
        self.ready = in_position(state)
        self.walking = on_the_way(state)
        self.factors = movement_factors(state, SOVIET)
        self.enemies = state.occupied(GERMAN)
        self.full = state.full_for(SOVIET, 1)
        self.shut = self.full & ~self.near
        self.closed = -1  # found when it is needed
        self.load: dict[int, list[int]] = {}
        self.place: dict[int, int] = {}  # where each unit is that has been brought up
        self.tried = 0  # the places that have been tried for the unit that is being brought up

    def count(self, enough: int) -> int:
        found = self.ready.bit_count()
        for unit in self.others() if found < enough else ():
            self.tried = 0
            if self.bring_up(unit, 0):
                found += 1
                if found >= enough:
                    break
        return found

    def others(self) -> Iterator[int]:
        """The units that are not in position and may still move, those on the way first."""
        state = self.state
        yield from members(self.walking)
        around = self.near
        for _ in range(max(self.factors)):
            around |= BOARD.spread(around)
        passed = state.finished | self.walking | self.ready
        for hex in members(state.occupied(SOVIET) & around):
            yield from (unit for unit in state.stacks[hex] if not passed >> unit & 1)

    def bring_up(self, unit: int, waiting: int) -> bool:
        """Find a place for a unit, if need be by sending others elsewhere. The answer is whether it has one.

        ``waiting`` are the units for which room is being made; they stay where they are until then.
        """
        for hex in members(self.goals(unit)):
            if self.tried >> hex & 1 or (self.walking >> unit & 1 and self.is_late(hex)):
                continue
            self.tried |= 1 << hex
            if self.make_room(hex, waiting | 1 << unit):
                self.leave(unit)
                self.at(hex).append(unit)
                self.place[unit] = hex
                return True
        return False

    def at(self, hex: int) -> list[int]:
        if hex not in self.load:
            self.load[hex] = list(self.state.at(hex))
        return self.load[hex]

    def leave(self, unit: int) -> None:
        hex = self.place.get(unit, self.state.where[unit])
        if hex in self.load or self.near >> hex & 1:
            self.at(hex).remove(unit)

    def is_late(self, hex: int) -> bool:
        """Whether units on the way find no room in a hex, because nobody else can leave it before they go on."""
        coming = sum(self.walking >> unit & 1 for unit in self.at(hex))
        return len(self.state.at(hex)) + coming >= STACK_LIMIT

    def make_room(self, hex: int, waiting: int) -> bool:
        """Whether a place has room for one more unit, or is given it by another one that leaves first."""
        there = self.at(hex)
        if len(there) < STACK_LIMIT:
            return True
        for other in there:
            if (self.state.finished | waiting) >> other & 1:
                continue
            if self.bring_up(other, waiting):
                return True
            if not self.ready >> other & 1 and other not in self.place and has_step(self.state, 1 << other, hex):
                self.leave(other)
                self.place[other] = 0
                return True
        return False

    def goals(self, unit: int) -> int:
        """The attack places that a unit can reach and attack from, those without room included."""
        state = self.state
        hex = state.where[unit]
        kind = CLASS[unit]
        walks = self.walking >> unit & 1
        points = self.factors[0 if MECH >> unit & 1 else 1] - (state.spent[unit] if walks else 0)
        closed = self.shut if walks else self.closed_hexes()
        key = hex, kind, points, closed
        if key not in self.known:
            self.known[key] = self.find_goals(unit, hex, points, closed)
        return self.known[key]

    def find_goals(self, unit: int, hex: int, points: int, closed: int) -> int:
        barred = BARRED_FROM_MARSH >> unit & 1
        free = HEXES & ~(self.enemies | closed | (MARSH if barred else 0))
        first = free & ~self.near if self.near >> hex & 1 else free
        found = union(spread_levels(1 << hex, max(0, points), free, first, self.near)[1:])
        return found & (self.near_dry if barred else self.near)

    def closed_hexes(self) -> int:
        """The full hexes on the way to the attack places that nobody can leave to make room for others to pass."""
        if self.closed < 0:
            self.closed = set_of(hex for hex in members(self.shut) if not self.can_be_opened(hex))
        return self.closed

    def can_be_opened(self, hex: int) -> bool:
        """Whether a unit can leave a full hex for one that does not become full."""
        state = self.state
        nearly = state.full_for(SOVIET, 2)
        return any(
            not state.finished >> unit & 1 and any(hexes & ~nearly for hexes in reach(state, 1 << unit, hex)[1:])
            for unit in state.stacks[hex]
        )
