"""How both sides find places for their units: a garrison for Moscow first, then the others one by one, twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...games.battle_for_moscow.facts import FIRST_HEX, MOSCOW, OF_SIDE, STRENGTH
from ...games.battle_for_moscow.state import BattleForMoscowState
from ..attacks import Places, Reach
from ..planning import place_in_turn

ROUNDS = 2  # how often each unit looks for a better place


def place_units(
    state: BattleForMoscowState,
    reach: Reach,
    placed: Places,
    distance: Callable[[int], int],
    choose: Callable[[int, int, Places], int],
) -> Iterator[Places]:
    """Ever better places for all units in ``reach``; those in ``placed`` have theirs.

    ``choose`` finds the best of some hexes for a unit while the others stay. Units with the least ``distance`` come
    first.
    """
    places = {unit: state.where[unit] for unit in OF_SIDE[state.active] if state.where[unit] >= FIRST_HEX} | placed
    garrison = choose_garrison(state, reach, placed)
    if garrison >= 0:
        places[garrison] = MOSCOW
    wanted = {*placed.values(), places.get(garrison, 0)}

    def rank(unit: int) -> tuple[bool, int, int]:
        """Units that have to make room come first, then the nearest."""
        return places[unit] not in wanted, distance(places[unit]), unit

    order = sorted((unit for unit in reach if unit not in placed and unit != garrison), key=rank)
    for _ in place_in_turn(places, order, lambda unit: choose(unit, reach[unit], places), ROUNDS):
        yield {unit: places[unit] for unit in reach}
    yield {unit: places[unit] for unit in reach}


def choose_garrison(state: BattleForMoscowState, reach: Reach, placed: Places) -> int:
    """The strongest unit that can be in Moscow at the end of the phase, the one already there first; -1 for none."""
    if MOSCOW in placed.values() or state.occupied[1 - state.active] >> MOSCOW & 1:
        return -1
    able = [unit for unit, hexes in reach.items() if hexes >> MOSCOW & 1 and unit not in placed]

    def rank(unit: int) -> tuple[int, bool, int]:
        return STRENGTH[unit][state.steps[unit]], state.where[unit] == MOSCOW, -unit

    return max(able, key=rank, default=-1)
