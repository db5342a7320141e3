"""9.3: what a combat result can lead to, exactly. The words of a forecast are made from this alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...core.sets import contains
from .battle import Battle
from .facts import FULL, MAJOR_CITIES, STRENGTH
from .retreat import COSTLY, FREE, retreats
from .state import BattleForMoscowState

# What can become of the defender.
STAYS = "stays"
STAYS_REDUCED = "stays, losing a step"
RETREATS = "retreats"
RETREATS_REDUCED = "retreats, losing a step"
ELIMINATED = "eliminated"


class Aftermath(NamedTuple):
    """All that the players' choices can lead to: the defender's fates, and the points that the attackers lose."""

    defender: frozenset[str]
    least: int
    most: int


def aftermath(state: BattleForMoscowState, battle: Battle, result: str) -> Aftermath:
    """Every way in which a result of this battle can end."""
    if result == "NE":
        return Aftermath(frozenset({STAYS}), 0, 0)
    if result == "AL":
        steps = [step_value(state, unit) for unit in battle.attackers]
        return Aftermath(frozenset({STAYS}), min(steps), max(steps))
    if result == "DE":
        return Aftermath(frozenset({ELIMINATED}), 0, 0)
    if result == "EX":
        return exchange(state, battle)
    defender = battle.defender(state)
    full = state.steps[defender] == FULL
    kind, _, _ = retreats(state, battle.hex, defender)
    if result == "DRL":
        return Aftermath(frozenset({RETREATS_REDUCED if full and kind == FREE else ELIMINATED}), 0, 0)
    return Aftermath(frozenset({after_retreat(kind, full), *stand_fast(battle, full)}), 0, 0)


def after_retreat(kind: int, full: bool) -> str:
    if kind == FREE:
        return RETREATS
    return RETREATS_REDUCED if kind == COSTLY and full else ELIMINATED


def stand_fast(battle: Battle, full: bool) -> list[str]:
    """In a major city a defender may stay and lose a step instead."""
    if not contains(MAJOR_CITIES, battle.hex):
        return []
    return [STAYS_REDUCED if full else ELIMINATED]


def exchange(state: BattleForMoscowState, battle: Battle) -> Aftermath:
    """The attackers pay first, in any way they like; then the defender retreats from those that are left."""
    defender = battle.defender(state)
    owed = step_value(state, defender)
    after = state.copy()
    after.lose_step(defender, "")
    endings = list(payments(after, battle, owed))
    fates = set()
    for _, end in endings:
        free = end.steps[defender] and retreats(end, battle.hex, defender)[0] == FREE
        fates.add(RETREATS_REDUCED if free else ELIMINATED)
    paid = [points for points, _ in endings]
    return Aftermath(frozenset(fates), min(paid), max(paid))


def payments(
    state: BattleForMoscowState, battle: Battle, owed: int, paid: int = 0
) -> Iterator[tuple[int, BattleForMoscowState]]:
    """Every way to pay what is owed: the points paid, and the state after it."""
    survivors = battle.survivors(state)
    if paid >= owed or not survivors:
        yield paid, state
        return
    for unit in survivors:
        after = state.copy()
        after.lose_step(unit, "")
        yield from payments(after, battle, owed, paid + step_value(state, unit))


def step_value(state: BattleForMoscowState, unit: int) -> int:
    """The points that a unit loses with its next step."""
    left = state.steps[unit]
    return STRENGTH[unit][left] - STRENGTH[unit][left - 1]
