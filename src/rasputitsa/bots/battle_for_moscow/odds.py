"""What a battle is worth: the exact chances of its results, each with what it means here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...games.battle_for_moscow.battle import Battle
from ...games.battle_for_moscow.facts import (
    ADJACENT,
    BOARD,
    CRT,
    FULL,
    GERMAN,
    HEXES,
    MAJOR_CITIES,
    PANZER,
    REDUCED,
    RIVER,
    SIDE,
    SOVIET,
    STRENGTH,
    TERRAIN,
    TWO_AWAY,
)
from ...games.battle_for_moscow.retreat import COSTLY, DEATH, FREE, retreats
from ...games.battle_for_moscow.state import BattleForMoscowState
from .ground import SHIFT, STEP_POINTS
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


def cheapest_loss(state: BattleForMoscowState, units: Sequence[int], owed: int, weights: Weights) -> int:
    """The attacker that should lose the next step when this many points are owed.

    The cheapest that pays all of it; where none does, the one that pays most for its cost.
    """
    all_steps, costs = state.steps, weights.prices.step
    best, best_rank = -1, (2, 0.0)
    for unit in units:
        steps = all_steps[unit]
        paid = STEP_POINTS[unit][steps]
        cost = costs[unit][steps]
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
        total += weights.prices.step[unit][steps]
        owed -= STEP_POINTS[unit][steps]
        left.remove(unit)
    return total


def odds_column(state: BattleForMoscowState, hex: int, defender: int, attackers: Sequence[int]) -> int:
    """9.1: the same as `column`, for a bot that asks thousands of times."""
    steps = state.steps
    if state.mud:
        double = 0
        for unit in attackers:
            double += STRENGTH[unit][steps[unit]] * (1 if PANZER[unit] else 2)
    else:
        double = 0
        for unit in attackers:
            double += STRENGTH[unit][steps[unit]]
        double *= 2
    odds = min(double // (2 * STRENGTH[defender][steps[defender]]), 6) - SHIFT[SIDE[defender]][hex]
    if odds < 1:
        return odds
    wet, where = RIVER.of[hex], state.where
    for unit in attackers:
        if not wet >> where[unit] & 1:
            return odds
    return odds - TERRAIN["river"][1]


def prospect(state: BattleForMoscowState, battle: Battle, retreat: int) -> Prospect:
    """The chances of a battle if a retreat means this for the defender."""
    hex, attackers = battle.hex, battle.attackers
    defender = state.unit_at(1 - SIDE[attackers[0]], hex)
    odds = odds_column(state, hex, defender, attackers)
    if odds < 1:
        return NOTHING
    return PROSPECTS[odds][state.steps[defender]][retreat][MAJOR_CITIES >> hex & 1]


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
    prices = weights.prices
    return chances.eliminated * prices.worth[unit][steps] + chances.reduced * prices.step[unit][steps]


def battle_value(state: BattleForMoscowState, battle: Battle, retreat: int, weights: Weights) -> float:
    """What a battle is worth to the attacker on average."""
    chances = prospect(state, battle, retreat)
    if chances is NOTHING:
        return 0.0
    hex, prices = battle.hex, weights.prices
    defender = state.unit_at(1 - SIDE[battle.attackers[0]], hex)
    steps = state.steps[defender]
    gain = expected_loss(defender, steps, chances, weights) * prices.relevance[state.turn][hex]
    gain += chances.left * prices.ground[hex]
    if chances.loss:
        gain -= weights.caution * chances.loss * payment(state, battle.attackers, 1, weights)
    if chances.exchange:
        owed = STEP_POINTS[defender][steps]
        gain -= weights.caution * chances.exchange * payment(state, battle.attackers, owed, weights)
    return gain
