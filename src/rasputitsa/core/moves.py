"""Moves that can be taken back: what a unit did in a movement phase, and which cities it took on its way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from .sets import SpaceSet, union
from .step_codec import Place, Places, Unit


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """Where a unit began its move, and which cities it entered that had begun the phase as the enemy's."""

    unit: Unit
    origin: Place
    cities: Places


class CityState(Protocol):
    """A state with units in places and cities that change hands."""

    occupied: list[int]

    def put(self, unit: int, space: int, /) -> None: ...

    def give_cities(self, side: int, cities: int, /) -> None: ...


def units_moved(records: Iterable[MoveRecord]) -> int:
    """The set of the units that have moved."""
    found = 0
    for record in records:
        found |= 1 << record.unit
    return found


def cities_taken(records: Iterable[MoveRecord]) -> SpaceSet:
    """The cities entered in this phase that began it as the enemy's."""
    return union(record.cities for record in records)


def take_back(state: CityState, record: MoveRecord, taken_by_others: SpaceSet, enemy: int) -> None:
    """Undo a move: the unit goes back to where it began, and the cities that only it entered to the enemy."""
    state.put(record.unit, record.origin)
    state.give_cities(enemy, record.cities & ~taken_by_others & ~state.occupied[1 - enemy])
