"""What a position between two player turns is worth: the Germans' chance to win, from a few features."""

from __future__ import annotations

from functools import cache

from ...core import DRAW
from ...core.data import Source
from ...games.battle_for_moscow.facts import (
    ADJACENT,
    BOARD,
    CITIES,
    FIRST_HEX,
    GERMAN,
    MOSCOW,
    OF_SIDE,
    PANZER,
    POOL,
    RIVER,
    SIDES,
    SOVIET,
    STRENGTH,
)
from ...games.battle_for_moscow.state import BattleForMoscowState
from ...games.battle_for_moscow.zones import in_communication
from ..values import FittedValue
from .ground import FARTHEST, TO_MOSCOW, TULA

# Strengths are in tens of points; "near" is two or three hexes from Moscow, "middle" four to six.
FEATURES = (
    "Moscow is German",
    "Moscow is open",
    "garrison",
    "Germans at Moscow",
    "Germans at Moscow, no river between",
    "Germans near",
    "Germans in the middle",
    "Germans far",
    "panzers",
    "panzers' distance",
    "Soviets at Moscow",
    "Soviets near",
    "Soviets in the middle",
    "Soviets far",
    "Soviet units",
    "Soviet units in the pool",
    "hexes at Moscow in German zones",
    "hexes at Moscow that the Soviets do not cover",
    "hexes near Moscow that the Soviets do not cover",
    "Moscow in communication",
    "other Soviet cities",
    "Tula is Soviet",
)
_BAND = [0, 1, 2, 2, 3, 3, 3, *[4] * FARTHEST]  # by distance to Moscow: in it, at it, near, middle, far
_AT = ADJACENT[MOSCOW]
_NEAR = BOARD.within(MOSCOW, 3) & ~BOARD.within(MOSCOW, 1)


def group(state: BattleForMoscowState) -> str:
    """Positions are compared by turn and by who moves next."""
    return f"{state.turn} {SIDES[state.active]}"


def features(state: BattleForMoscowState) -> list[float]:
    where, steps = state.where, state.steps
    german, soviet = [0.0] * 5, [0.0] * 5
    dry = panzers = distance = 0.0
    wet = RIVER.of[MOSCOW]
    for unit in OF_SIDE[GERMAN]:
        hex = where[unit]
        if hex < FIRST_HEX:
            continue
        strength = STRENGTH[unit][steps[unit]]
        away = TO_MOSCOW[hex]
        german[_BAND[away]] += strength
        if away == 1 and not wet >> hex & 1:
            dry += strength
        if PANZER[unit]:
            panzers += strength
            distance += strength * away
    units = 0
    for unit in OF_SIDE[SOVIET]:
        hex = where[unit]
        if hex >= FIRST_HEX:
            units += 1
            soviet[_BAND[TO_MOSCOW[hex]]] += STRENGTH[unit][steps[unit]]
    german_zone = BOARD.spread(state.occupied[GERMAN]) | state.occupied[GERMAN]
    soviet_zone = BOARD.spread(state.occupied[SOVIET]) | state.occupied[SOVIET]
    own_moscow = state.german_cities >> MOSCOW & 1
    cities = CITIES & ~state.german_cities & ~(1 << MOSCOW)
    return [
        float(own_moscow),
        float(not own_moscow and not soviet[0]),
        soviet[0] / 10,
        german[1] / 10,
        dry / 10,
        german[2] / 10,
        german[3] / 10,
        german[4] / 10,
        panzers / 10,
        distance / panzers / 10 if panzers else 1.0,
        soviet[1] / 10,
        soviet[2] / 10,
        soviet[3] / 10,
        soviet[4] / 10,
        units / 10,
        state.count(SOVIET, POOL) / 10,
        (_AT & german_zone & ~state.occupied[SOVIET]).bit_count() / 6,
        (_AT & ~soviet_zone).bit_count() / 6,
        (_NEAR & ~soviet_zone).bit_count() / 20,
        float(in_communication(state, SOVIET) >> MOSCOW & 1),
        cities.bit_count() / 10,
        float(cities >> TULA & 1),
    ]


@cache
def _fitted() -> FittedValue:
    return FittedValue(Source.read(__package__, "value.toml"), FEATURES)


def value_for(state: BattleForMoscowState, side: int) -> float:
    """The chance of a side to win, a draw being half a win."""
    if state.outcome is None:
        chance = _fitted().chance(group(state), features(state))
        return chance if side == GERMAN else 1.0 - chance
    if state.outcome.winner == DRAW:
        return 0.5
    return float(state.outcome.winner == SIDES[side])
