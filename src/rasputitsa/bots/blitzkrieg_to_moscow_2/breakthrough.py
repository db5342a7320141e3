"""12.0: tank actions, and cards for Activation where nothing better is left to do with them."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import Action
from ...core.sets import members
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
from ...games.blitzkrieg_to_moscow_2.movement import Moving, allowance, reach_by_cost, sum_up
from ...games.blitzkrieg_to_moscow_2.stacking import full_hexes
from ...games.blitzkrieg_to_moscow_2.words import ATTACK, DONE, MOVE, STOP, UNIT
from .combat import Attack, best_attack
from .evaluator import Eye
from .logistics import awakening
from .movement import passed


@dataclass(slots=True)
class Deed:
    """What a tank unit could do: move to a space, or attack."""

    unit: int
    goal: int
    gain: float


def best_move(eye: Eye, unit: int) -> Deed:
    """The move of a tank unit that brings in most."""
    found: Deed = eye.remember(("move", unit), lambda: find_move(eye, unit))
    return found


def find_move(eye: Eye, unit: int) -> Deed:
    state = eye.state
    here = state.where[unit]
    steps = reach_by_cost(state, unit, allowance(state, unit), True)
    ends = sum_up(steps) & ~(1 << here)
    ends &= ~full_hexes(state, 1 << unit, ends)
    before = eye.value()
    best = Deed(unit, here, 0.0)
    for space in members(ends):
        if space >= FIRST_HEX:
            gain = eye.value_with({unit: space}, passed(eye, unit, space, steps)) - before
            if gain > best.gain:
                best = Deed(unit, space, gain)
    return best


def best_moves(eye: Eye, step: TankAction) -> list[Deed]:
    """The moves that bring something in, the best first."""
    deeds = [best_move(eye, unit) for unit in step.movers(eye.state)]
    return sorted((deed for deed in deeds if deed.gain > 0), key=lambda deed: -deed.gain)


def act(eye: Eye, step: TankAction) -> Action:
    """Attack or move, whichever brings in more."""
    moves, attack = options(eye, step)
    if attack and attack.score > sum(deed.gain for deed in moves[: step.left]):
        return ATTACK[attack.hex]
    if moves and moves[0].gain >= eye.weights.least:
        return UNIT[moves[0].unit]
    return DONE


def options(eye: Eye, step: TankAction) -> tuple[list[Deed], Attack | None]:
    return best_moves(eye, step), best_attack(eye, step)


def play_card(eye: Eye, step: Breakthrough) -> Action:
    """A card for tank actions, if they bring in enough: a single one if a second tank has nothing to do."""
    state, weights = eye.state, eye.weights
    cards = [action for action in step.cards(state) if CARD_FUNCTIONS[action.number] & (TANK_ACTION | TANK_ACTION_2)]
    if not cards:
        return DONE
    singles = [card for card in cards if CARD_FUNCTIONS[card.number] & TANK_ACTION]
    doubles = [card for card in cards if CARD_FUNCTIONS[card.number] & TANK_ACTION_2]
    moves, attack = options(eye, TankAction(2 if doubles else 1, "", 0, 0))
    blow = attack.score if attack else 0.0
    first = max(moves[0].gain if moves else 0.0, blow)
    both = max(sum(deed.gain for deed in moves[:2]), blow)
    if doubles and both >= weights.tank_actions and (both - first >= weights.least or not singles):
        return doubles[0]
    if singles and first >= weights.tank_action:
        return singles[0]
    return doubles[0] if doubles and both >= weights.tank_actions else DONE


def drive(eye: Eye, step: Moving) -> Action:
    """Where the tank unit that acts goes."""
    goal = best_move(eye, step.unit).goal
    if step.begun(eye.state) or goal == eye.state.where[step.unit]:
        return STOP
    ends = step.ends(eye.state)
    return MOVE[goal if ends >> goal & 1 else members(ends)[-1]]


def wake(eye: Eye, step: CardStep) -> Action:
    """A card for Activation at the end of the turn, if the unit does not recover by itself.

    A card that can have the die rolled again is kept for the enemy's turn unless much is gained.
    """
    state, weights = eye.state, eye.weights
    cards = [action for action in step.cards(state) if CARD_FUNCTIONS[action.number] & ACTIVATION]
    if not cards:
        return DONE
    near = eye.recovery()
    tired = [unit for unit in members(state.spent(eye.side)) if not near >> state.where[unit] & 1]
    best = max((awakening(eye, unit) for unit in tired), default=0.0)
    cards.sort(key=lambda action: CARD_FUNCTIONS[action.number] & (RE_ROLL | PARTISAN))
    kept = CARD_FUNCTIONS[cards[0].number] & (RE_ROLL | PARTISAN) and eye.enemy_turn
    return cards[0] if best >= (weights.activation if kept else weights.least) else DONE
