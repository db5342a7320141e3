"""Moves after a battle that was won: on into the next one, or to better ground."""

from __future__ import annotations

from ...core import Action
from ...games.moscow_41.blitz import Blitz, Blitzing
from ...games.moscow_41.facts import RIVER
from ...games.moscow_41.state import Moscow41State
from ...games.moscow_41.words import CANCEL, DONE, MOVE, UNIT
from .estimate import defence, prospect
from .orders import garrison
from .planning import Planner
from .support import possible_support

LEAST_GAIN = 0.2  # what going on must gain


def blitz(plan: Planner, state: Moscow41State, step: Blitz) -> Action:
    best = best_blitz(plan, state, [action.number for action in step.actions(state) if action.verb == "unit"])
    return UNIT[best[0]] if best is not None else DONE


def blitz_to(plan: Planner, state: Moscow41State, step: Blitzing) -> Action:
    best = best_blitz(plan, state, [step.unit])
    return MOVE[best[1]] if best is not None else CANCEL


def best_blitz(plan: Planner, state: Moscow41State, units: list[int]) -> tuple[int, int] | None:
    """The block that goes on, and where."""
    best, found = LEAST_GAIN, None
    stays = garrison(state)
    for unit in units:
        if stays >> unit & 1:
            continue
        for action in Blitzing(unit).actions(state):
            if action.verb != "move":
                continue
            value = blitz_value(plan, unit, action.number)
            if value > best:
                best, found = value, (unit, action.number)
    return found


def blitz_value(plan: Planner, unit: int, area: int) -> float:
    survey = plan.survey
    if not survey.enemies >> area & 1:
        return plan.moves.gain(unit, area)
    stay = plan.posts.stay(unit) - plan.weights.pull * survey.field[survey.state.where[unit]]
    return attack_value(plan, unit, area) - stay


def attack_value(plan: Planner, unit: int, area: int) -> float:
    """What a battle is worth that this block goes on into."""
    survey, state = plan.survey, plan.survey.state
    crossing = 1 << unit if RIVER[area] >> state.where[unit] & 1 else 0
    blocks = state.blocks(plan.side, area) | 1 << unit
    enemy = defence(state, plan.side, area, plan.weights)
    support = possible_support(survey, area, state.activated)
    return plan.attacks.value_of(prospect(state, area, blocks, crossing, support, enemy), area)
