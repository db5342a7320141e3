"""What the enemy can do in its next turn: how far it gets, what it can attack, and at which odds."""

from __future__ import annotations

from dataclasses import dataclass

from ...games.blitzkrieg_to_moscow_2.battle import ratio
from ...games.blitzkrieg_to_moscow_2.facts import (
    ALLOWANCE,
    BESIDE,
    CITIES,
    CLEAR,
    CRT,
    FIRST_HEX,
    FOREST,
    GERMAN,
    HOMES,
    LAND,
    MARSH,
    MOUNTAIN,
    OF_SIDE,
    POOL,
    SOVIET,
    STRENGTH,
    SURRENDERED,
    TANKS,
    TOP_COLUMN,
    TRACK,
    WEATHER_OF,
)
from ...games.blitzkrieg_to_moscow_2.state import BlitzkriegState
from .ground import attack_range, march

Odds = tuple[float, float, float]  # chances of DR, DL, DE

ODDS: list[Odds] = [(0.0, 0.0, 0.0)] + [
    (row.count("DR") / 6, row.count("DL") / 6, row.count("DE") / 6) for row in CRT[1:]
]
STACK = (1, 3)  # by side: units that may attack out of one hex


@dataclass(slots=True)
class Arm:
    """The enemy's tank units, or its infantry, as a whole: where they start, on the map or beside a rear area."""

    stops: int  # terrain where they stop
    hexes: int = 0
    beside: int = 0
    steps: int = 0

    def add(self, space: int, steps: int) -> None:
        if space >= FIRST_HEX:
            self.hexes |= 1 << space
        else:
            self.beside |= BESIDE[space]
        self.steps = max(self.steps, steps)

    def sweep(self, occupied: int, zone: int) -> int:
        """Where they can get past units that are in these hexes and have this zone of control."""
        return self.go_on(self.hexes, self.beside, occupied, zone)

    def go_on(self, hexes: int, beside: int, occupied: int, zone: int) -> int:
        """The same from other hexes: after a breakthrough."""
        stops = self.stops | zone
        ring = (self.first_steps(hexes, zone) | beside) & ~occupied
        seen = ring | hexes
        for _ in range(self.steps - 1):
            ring = LAND.spread(ring & ~stops) & ~occupied & ~seen
            if not ring:
                break
            seen |= ring
        return seen

    def first_steps(self, hexes: int, zone: int) -> int:
        """9.4: a unit does not go straight from one zone of control into another."""
        return LAND.spread(hexes & ~zone) | LAND.spread(hexes & zone) & ~zone


class EnemyForces:
    """The units of a side in its player turn of that turn; none if the turn is 0."""

    def __init__(self, state: BlitzkriegState, side: int, turn: int) -> None:
        self.side = side
        self.weather = WEATHER_OF[turn]
        self.tanks, self.infantry = Arm(MARSH | MOUNTAIN | FOREST), Arm(MARSH | MOUNTAIN)
        self.reach = 0  # everything they could reach if nothing were in the way
        self._units: list[tuple[int, int, int]] = []  # what each can attack, its strength, whether it is a tank unit
        self._forces: dict[int, tuple[list[int], list[int]]] = {}
        for unit in OF_SIDE[side] if turn else ():
            space = state.where[unit]
            if space == TRACK and state.due[unit] <= turn:
                space = HOMES[unit][0]
            if space not in (POOL, SURRENDERED, TRACK):
                self._add(unit, space, ALLOWANCE[turn][unit], STRENGTH[unit][state.fresh >> unit & 1])

    def _add(self, unit: int, space: int, steps: int, strength: int) -> None:
        tank = TANKS >> unit & 1
        (self.tanks if tank else self.infantry).add(space, steps)
        self.reach |= march(space, steps, bool(tank))
        self._units.append((attack_range(space, steps, bool(tank)), strength, tank))

    def force(self, hex: int) -> tuple[list[int], list[int]]:
        """The strengths of the tank units and of the infantry that could attack this hex."""
        found = self._forces.get(hex)
        if found is None:
            near = [(strength, tank) for reach, strength, tank in self._units if reach >> hex & 1]
            tanks = [strength for strength, tank in near if tank]
            found = self._forces[hex] = (tanks, [strength for strength, tank in near if not tank])
        return found

    def odds(self, hex: int, by_tanks: int, by_infantry: int, slots: int, defence: int, wet: bool) -> Odds:
        """The chances of an attack on a hex from that many adjacent hexes, all of them across a river or not."""
        tanks, infantry = self.force(hex)
        strengths = (tanks if by_tanks else []) + (infantry if by_infantry else [])
        force = sum(sorted(strengths, reverse=True)[: slots * STACK[self.side]])
        column = (ratio(force, defence) if force else 0) + self.shifts(hex, wet)
        return ODDS[min(max(column, 0), TOP_COLUMN)]

    def shifts(self, hex: int, wet: bool) -> int:
        """11.3.4, without cards."""
        snow = self.weather == "snow"
        shift = 0
        if (CITIES | MOUNTAIN) >> hex & 1:
            shift = -1
        elif CLEAR >> hex & 1 and self.side == GERMAN and self.force(hex)[0]:
            shift = 1
        if snow and self.side == SOVIET:
            shift += 1
        return shift - 1 if wet and not snow else shift
