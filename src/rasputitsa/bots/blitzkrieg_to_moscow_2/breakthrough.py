"""12.0: tank actions, and cards for Activation when there is no better use for them."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import Action
from ...core.sets import members, union
from ...games.blitzkrieg_to_moscow_2.breakthrough import Breakthrough, TankAction
from ...games.blitzkrieg_to_moscow_2.cards import CardStep
from ...games.blitzkrieg_to_moscow_2.facts import (
    ACTIVATION,
    CARD_FUNCTIONS,
    FIRST_HEX,
    PARTISAN,
    RE_ROLL,
    TANK_ACTION,
    TANK_ACTION_2,
)
from ...games.blitzkrieg_to_moscow_2.movement import Moving
from ...games.blitzkrieg_to_moscow_2.reach import allowance, reach_by_cost
from ...games.blitzkrieg_to_moscow_2.stacking import full_hexes
from ...games.blitzkrieg_to_moscow_2.words import ATTACK, DONE, MOVE, STOP, UNIT
from .combat import Attack, best_attack
from .evaluator import Evaluator
from .logistics import activation_value
from .movement import cities_passed


@dataclass(slots=True)
class TankMove:
    """The move of a tank unit to a space, and what it gains."""

    unit: int
    goal: int
    gain: float


def best_move(evaluator: Evaluator, unit: int) -> TankMove:
    """The move of a tank unit that gains most."""
    found: TankMove = evaluator.remember(("move", unit), lambda: find_move(evaluator, unit))
    return found


def find_move(evaluator: Evaluator, unit: int) -> TankMove:
    state = evaluator.state
    here = state.where[unit]
    steps = reach_by_cost(state, unit, allowance(state, unit), True)
    ends = union(steps) & ~(1 << here)
    ends &= ~full_hexes(state, 1 << unit, ends)
    before = evaluator.value()
    best = TankMove(unit, here, 0.0)
    for space in evaluator.shortlist(unit, ends):
        if space >= FIRST_HEX:
            gain = evaluator.value_with({unit: space}, cities_passed(evaluator, unit, space, steps)) - before
            if gain > best.gain:
                best = TankMove(unit, space, gain)
    return best


def best_moves(evaluator: Evaluator, step: TankAction) -> list[TankMove]:
    """The moves that gain something, the best first."""
    tank_moves = [best_move(evaluator, unit) for unit in step.movers(evaluator.state)]
    return sorted((tank_move for tank_move in tank_moves if tank_move.gain > 0), key=lambda tank_move: -tank_move.gain)


def act(evaluator: Evaluator, step: TankAction) -> Action:
    """Attack or move, whichever gains more."""
    moves, attack = options(evaluator, step)
    if attack and attack.score > sum(tank_move.gain for tank_move in moves[: step.left]):
        return ATTACK[attack.hex]
    if moves and moves[0].gain >= evaluator.weights.least:
        return UNIT[moves[0].unit]
    return DONE


def options(evaluator: Evaluator, step: TankAction) -> tuple[list[TankMove], Attack | None]:
    return best_moves(evaluator, step), best_attack(evaluator, step)


def play_card(evaluator: Evaluator, step: Breakthrough) -> Action:
    """A card for tank actions, if they gain enough: a single one if a second tank unit has nothing to do."""
    state, weights = evaluator.state, evaluator.weights
    cards = [action for action in step.cards(state) if CARD_FUNCTIONS[action.number] & (TANK_ACTION | TANK_ACTION_2)]
    if not cards:
        return DONE
    singles = [card for card in cards if CARD_FUNCTIONS[card.number] & TANK_ACTION]
    doubles = [card for card in cards if CARD_FUNCTIONS[card.number] & TANK_ACTION_2]
    moves, attack = options(evaluator, TankAction(2 if doubles else 1, "", 0, ()))
    attack_gain = attack.score if attack else 0.0
    first = max(moves[0].gain if moves else 0.0, attack_gain)
    both = max(sum(tank_move.gain for tank_move in moves[:2]), attack_gain)
    if doubles and both >= weights.tank_actions and (both - first >= weights.least or not singles):
        return doubles[0]
    if singles and first >= weights.tank_action:
        return singles[0]
    return doubles[0] if doubles and both >= weights.tank_actions else DONE


def move_tank(evaluator: Evaluator, step: Moving) -> Action:
    """Where the tank unit that acts goes."""
    goal = best_move(evaluator, step.unit).goal
    if step.begun(evaluator.state) or goal == evaluator.state.where[step.unit]:
        return STOP
    ends = step.ends(evaluator.state)
    return MOVE[goal if ends >> goal & 1 else members(ends)[-1]]


def play_activation(evaluator: Evaluator, step: CardStep) -> Action:
    """A card for Activation at the end of the turn, if the unit does not recover by itself.

    A card that can have the die rolled again is kept for the enemy's turn unless much is gained.
    """
    state, weights = evaluator.state, evaluator.weights
    cards = [action for action in step.cards(state) if CARD_FUNCTIONS[action.number] & ACTIVATION]
    if not cards:
        return DONE
    near = evaluator.recovery()
    spent = [unit for unit in members(state.spent(evaluator.side)) if not near >> state.where[unit] & 1]
    best = max((activation_value(evaluator, unit) for unit in spent), default=0.0)
    cards.sort(key=lambda action: CARD_FUNCTIONS[action.number] & (RE_ROLL | PARTISAN))
    kept = CARD_FUNCTIONS[cards[0].number] & (RE_ROLL | PARTISAN) and evaluator.enemy_turn
    return cards[0] if best >= (weights.activation if kept else weights.least) else DONE
