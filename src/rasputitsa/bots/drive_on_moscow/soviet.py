"""How the Soviet recruit moves: into the cities and the fortifications, out of pockets, and west if that wins."""

from __future__ import annotations

from ...core import Action
from ...core.sets import members
from ...games.drive_on_moscow.entry import Conversion, Reinforcements, convertible
from ...games.drive_on_moscow.facts import (
    FORTS,
    GERMAN,
    OF_TYPE,
    PLACES,
    SOVIET,
    WESTERN_PLACES,
    land_spread,
)
from ...games.drive_on_moscow.movement import Moving, could_come_up, in_position, movable
from ...games.drive_on_moscow.reach import reach
from ...games.drive_on_moscow.state import DriveOnMoscowState
from ...games.drive_on_moscow.supply import soviet_supplied
from ...games.drive_on_moscow.words import CONVERT, DONE, MOVE, PLACE, STOP, UNIT
from .ground import STRONGHOLDS, to_moscow


def must_come_up(state: DriveOnMoscowState) -> bool:
    """12.1: whether too few units are in position for the spoiling attacks, and others can still move."""
    return bool(state.ordered) and not state.fight_first and state.ordered > in_position(state).bit_count()


class Needs:
    """What the position asks for, worked out once for a decision."""

    def __init__(self, state: DriveOnMoscowState) -> None:
        self.state = state
        self.supplied = soviet_supplied(state)
        self.near = land_spread(state.occupied(GERMAN))  # next to Germans
        self.towns = WESTERN_PLACES & ~state.occupied(GERMAN)
        self.spoiling = (
            state.ordered > in_position(state).bit_count() and not state.fight_first if state.ordered else False
        )

    def value(self, hex: int, here: int) -> float:
        """What a hex is worth to a unit that is now ``here``."""
        if self.towns >> hex & 1:
            return 100.0
        count = len(self.state.at(hex)) - (hex == here)
        found = -0.25 * to_moscow(hex)
        if hex in STRONGHOLDS and count < STRONGHOLDS[hex]:
            found += 8.0 - count
        elif FORTS >> hex & 1 and count < 2:
            found += 4.0 - count
        elif PLACES >> hex & 1 and count < 1:
            found += 1.0
        if not self.supplied >> hex & 1:
            found -= 6.0
        if self.spoiling and self.near >> hex & 1:
            found += 20.0
        return found


def stays(needs: Needs, here: int) -> bool:
    """Units that hold the line, a fortification or a stronghold stay where they are while they are supplied."""
    state = needs.state
    if needs.spoiling:
        return bool(needs.near >> here & 1)
    if not needs.supplied >> here & 1:
        return False
    if here in STRONGHOLDS:
        return len(state.at(here)) <= STRONGHOLDS[here]
    return bool(needs.near >> here & 1) and len(state.at(here)) <= 3


def best_move(needs: Needs, unit: int) -> tuple[float, int]:
    """How much a unit gains by its best move, and where it goes."""
    state = needs.state
    here = state.where[unit]
    found = [hex for hexes in reach(state, 1 << unit, here)[1:] for hex in members(hexes)]
    winning = [hex for hex in found if needs.towns >> hex & 1]
    if winning:
        return 100.0, winning[0]
    if stays(needs, here):
        return 0.0, here
    stay = needs.value(here, here)
    best = (0.0, here)
    for hex in found:
        gain = needs.value(hex, here) - stay
        if gain > best[0] + 0.4:
            best = (gain, hex)
    return best


def next_unit(state: DriveOnMoscowState) -> Action:
    """The first unit that has somewhere to go; those that can win go first."""
    needs = Needs(state)
    ready = movable(state, SOVIET)
    alike: set[tuple[int, str]] = set()
    first = None
    for unit in ready:
        kind = next(name for name, units in OF_TYPE.items() if units >> unit & 1)
        key = state.where[unit], kind
        if key in alike and not state.parent >> unit & 1:
            continue
        alike.add(key)
        gain, _ = best_move(needs, unit)
        if gain >= 100.0:
            return UNIT[unit]
        if gain > 0 and first is None:
            first = unit
            if not needs.towns:
                break
    if first is not None:
        return UNIT[first]
    if state.ordered and (late := could_come_up(state) if needs.spoiling else 0):
        return UNIT[members(late)[0]]
    return DONE


def where_to(state: DriveOnMoscowState, step: Moving) -> Action:
    unit = members(step.units)[0]
    gain, hex = best_move(Needs(state), unit)
    return MOVE[hex] if gain > 0 else STOP


def reinforce(state: DriveOnMoscowState, step: Reinforcements) -> Action:
    """Into the strongholds first, then as near to Moscow as there is room."""
    free = members(step.free(state))

    def value(hex: int) -> float:
        lacking = STRONGHOLDS.get(hex, 0) - len(state.at(hex))
        return (10.0 if lacking > 0 else 0.0) + 2.0 * (FORTS >> hex & 1) - 0.2 * to_moscow(hex)

    return PLACE[max(free, key=value)]


def convert(state: DriveOnMoscowState, step: Conversion) -> Action:
    """The guards go where they are needed most."""
    units = convertible(state, step.guards)
    return CONVERT[min(units, key=lambda unit: (state.where[unit] not in STRONGHOLDS, to_moscow(state.where[unit])))]
