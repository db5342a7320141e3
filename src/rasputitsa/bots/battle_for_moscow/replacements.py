"""10.0, 11.0: which units to bring back or restore, and where."""

from __future__ import annotations

from ...core import Action
from ...core.sets import members
from ...games.battle_for_moscow.facts import FULL, GERMAN, MOSCOW, PANZER, SHOCK_ARMY, SIDE, STRENGTH, TRACK
from ...games.battle_for_moscow.replacements import PlaceUnit, Replacements, entry_hexes
from ...games.battle_for_moscow.state import BattleForMoscowState
from ...games.battle_for_moscow.words import AT, CANCEL, DONE
from .ground import TO_MOSCOW
from .weights import Weights


def replace(state: BattleForMoscowState, step: Replacements, weights: Weights) -> Action:
    """Use every step that can be used, the best use first."""
    best, best_value = DONE, 0.0
    for action in step.actions(state)[:-1]:
        unit = action.number
        value = restoring(state, unit, weights) if action.verb == "restore" else placing(state, unit, weights)
        if value > best_value:
            best, best_value = action, value
    return best


def restoring(state: BattleForMoscowState, unit: int, weights: Weights) -> float:
    hex = state.where[unit]
    value = weights.restored * (STRENGTH[unit][FULL] - STRENGTH[unit][1])
    value += weights.near * (10 - TO_MOSCOW[hex])
    if hex == MOSCOW:
        value += 20
    return value + (1 if PANZER[unit] else 0)


def placing(state: BattleForMoscowState, unit: int, weights: Weights) -> float:
    hexes = members(entry_hexes(state, unit))
    if not hexes:
        return 0.0
    best = max(entry(state, unit, hex, weights) for hex in hexes)
    return best + (100 if unit == SHOCK_ARMY and state.where[unit] == TRACK else 0)


def entry(state: BattleForMoscowState, unit: int, hex: int, weights: Weights) -> float:
    """What it is worth to bring the unit on in this hex."""
    value = weights.new_unit + weights.near * (10 - TO_MOSCOW[hex]) + 0.2 * STRENGTH[unit][1]
    if hex == MOSCOW and SIDE[unit] != GERMAN:
        value += 50
    return value


def place(state: BattleForMoscowState, step: PlaceUnit, weights: Weights) -> Action:
    hexes = members(entry_hexes(state, step.unit))
    if not hexes:
        return CANCEL
    return AT[max(hexes, key=lambda hex: entry(state, step.unit, hex, weights))]
