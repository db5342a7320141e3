"""What a battle is worth: the exact chances of its results, each with what it means here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...games.battle_for_moscow.battle import Battle, column
from ...games.battle_for_moscow.facts import (
    ADJACENT,
    BOARD,
    CRT,
    FULL,
    GERMAN,
    HEXES,
    MAJOR_CITIES,
    MOSCOW,
    REDUCED,
    SIDE,
    SOVIET,
    STRENGTH,
    TWO_AWAY,
)
from ...games.battle_for_moscow.retreat import COSTLY, DEATH, FREE, retreats
from ...games.battle_for_moscow.state import BattleForMoscowState
from .ground import TO_MOSCOW
from .weights import Weights


class Prospect(NamedTuple):
    """Probabilities: the defender is reduced, is eliminated, leaves its hex; the attacker loses a step, exchanges."""

    reduced: float
    eliminated: float
    left: float
    loss: float
    exchange: float


NOTHING = Prospect(0.0, 0.0, 0.0, 0.0, 0.0)


def _result(result: str, steps: int, retreat: int, city: bool) -> Prospect:
    """What one result means for a defender with this many steps, for whom a retreat is FREE, COSTLY or DEATH."""
    if result == "NE":
        return NOTHING
    if result == "AL":
        return NOTHING._replace(loss=1.0)
    if result == "DE":
        return NOTHING._replace(eliminated=1.0, left=1.0)
    if result == "DR" and city and steps == FULL:  # it stands fast
        return NOTHING._replace(reduced=1.0)
    lost = (result != "DR") + {FREE: 0, COSTLY: 1, DEATH: FULL}[retreat]
    exchange = float(result == "EX")
    if lost >= steps:
        return Prospect(0.0, 1.0, 1.0, 0.0, exchange)
    return Prospect(float(lost), 0.0, 1.0, 0.0, exchange)


def _mean(prospects: Sequence[Prospect]) -> Prospect:
    return Prospect(*(sum(values) / len(prospects) for values in zip(*prospects, strict=True)))


def _prospect(odds: int, steps: int, retreat: int, city: bool) -> Prospect:
    if odds < 1 or steps < REDUCED:
        return NOTHING
    return _mean([_result(result, steps, retreat, city) for result in CRT[odds][1:]])


# By column, the defender's steps, what a retreat means for it, and whether it is in a major city.
PROSPECTS = [
    [
        [[_prospect(odds, steps, retreat, city) for city in (False, True)] for retreat in (DEATH, COSTLY, FREE)]
        for steps in range(3)
    ]
    for odds in range(7)
]


def worth(unit: int, steps: int, weights: Weights) -> float:
    """What a unit with this many steps is worth to its side."""
    side = SIDE[unit]
    return weights.point[side] * STRENGTH[unit][steps] + weights.body[side] if steps else 0.0


def step_cost(unit: int, steps: int, weights: Weights) -> float:
    """What the loss of its next step costs."""
    return worth(unit, steps, weights) - worth(unit, steps - 1, weights)


def cheapest_loss(state: BattleForMoscowState, units: Sequence[int], owed: int, weights: Weights) -> int:
    """The attacker that should lose the next step when this many points are owed.

    The cheapest that pays all of it; where none does, the one that pays most for its cost.
    """
    best, best_rank = -1, (2, 0.0)
    for unit in units:
        steps = state.steps[unit]
        paid = STRENGTH[unit][steps] - STRENGTH[unit][steps - 1]
        cost = step_cost(unit, steps, weights)
        rank = (0, cost) if paid >= owed else (1, cost / max(paid, 1))
        if rank < best_rank:
            best, best_rank = unit, rank
    return best


def payment(state: BattleForMoscowState, attackers: Sequence[int], owed: int, weights: Weights) -> float:
    """What it costs the attackers to lose this many points as cheaply as possible, at most one step each."""
    left = [unit for unit in attackers if state.steps[unit]]
    total = 0.0
    while owed > 0 and left:
        unit = cheapest_loss(state, left, owed, weights)
        steps = state.steps[unit]
        total += step_cost(unit, steps, weights)
        owed -= STRENGTH[unit][steps] - STRENGTH[unit][steps - 1]
        left.remove(unit)
    return total


def ground_value(hex: int, weights: Weights) -> float:
    """What it is worth to drive the defender out of this hex."""
    distance = TO_MOSCOW[hex]
    if hex == MOSCOW:
        return weights.moscow
    return weights.push + weights.ring_push * weights.fade**distance


def relevance(turn: int, hex: int, weights: Weights) -> float:
    """How much a unit in this hex still matters: less the later it is and the farther from Moscow."""
    return 1 / (1 + weights.stray * turn * max(0, TO_MOSCOW[hex] - 3))


def prospect(state: BattleForMoscowState, battle: Battle, retreat: int) -> Prospect:
    """The chances of a battle if a retreat means this for the defender."""
    odds = column(state, battle)
    if odds < 1:
        return NOTHING
    defender = battle.defender(state)
    return PROSPECTS[odds][state.steps[defender]][retreat][MAJOR_CITIES >> battle.hex & 1]


def retreat_from(state: BattleForMoscowState, hex: int) -> int:
    """What a retreat means for the unit in this hex: FREE, COSTLY or DEATH."""
    unit = state.unit_at(GERMAN, hex)
    if unit < 0:
        unit = state.unit_at(SOVIET, hex)
    return retreats(state, hex, unit)[0]


def retreat_at(hex: int, enemies: int, friends: int) -> int:
    """The same for a unit that would be in this hex, with its friends and enemies in those."""
    calm = HEXES & ~enemies & ~BOARD.spread(enemies)
    last = TWO_AWAY[hex] & calm & ~friends
    if BOARD.spread(ADJACENT[hex] & calm) & last:
        return FREE
    return COSTLY if BOARD.spread(ADJACENT[hex] & ~enemies) & last else DEATH


def expected_loss(unit: int, steps: int, chances: Prospect, weights: Weights) -> float:
    """What a defender loses on average."""
    return chances.eliminated * worth(unit, steps, weights) + chances.reduced * step_cost(unit, steps, weights)


def battle_value(state: BattleForMoscowState, battle: Battle, retreat: int, weights: Weights) -> float:
    """What a battle is worth to the attacker on average."""
    chances = prospect(state, battle, retreat)
    if chances is NOTHING:
        return 0.0
    defender = battle.defender(state)
    steps = state.steps[defender]
    gain = expected_loss(defender, steps, chances, weights) * relevance(state.turn, battle.hex, weights)
    gain += chances.left * ground_value(battle.hex, weights)
    if chances.loss:
        gain -= weights.caution * chances.loss * payment(state, battle.attackers, 1, weights)
    if chances.exchange:
        owed = STRENGTH[defender][steps] - STRENGTH[defender][steps - 1]
        gain -= weights.caution * chances.exchange * payment(state, battle.attackers, owed, weights)
    return gain
