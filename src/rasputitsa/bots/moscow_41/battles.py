"""Battles: which are fought, who supports them, who takes the hits."""

from __future__ import annotations

from ...core import Action
from ...core.sets import contains, members
from ...games.moscow_41.combat import Battles, mandatory_battles, open_battles
from ...games.moscow_41.facts import BOMBER_HQ, FULL, HQS
from ...games.moscow_41.losses import AirLosses, Losses
from ...games.moscow_41.state import Moscow41State
from ...games.moscow_41.strength import firepower
from ...games.moscow_41.support import Aiming, Committing, Support
from ...games.moscow_41.words import DONE
from .planning import Planner
from .support import possible_support

AS_GOOD_AS_WON = 0.85  # a battle that is as sure as this needs no more support


def wanted_battles(plan: Planner, state: Moscow41State, supporting: bool = False) -> list[int]:
    """The battles that will be fought, the most valuable first; while support is given, with all that they can get."""
    must = mandatory_battles(state)
    found = []
    for area in members(open_battles(state)):
        support = possible_support(plan.survey, area, state.activated) if supporting else None
        value = plan.attacks.battle_value(area, support)
        if must >> area & 1 or value > 0:
            found.append((value + (10 if must >> area & 1 and not supporting else 0), area))
    return [area for _, area in sorted(found, reverse=True)]


def support(plan: Planner, state: Moscow41State, step: Support) -> Action:
    return step.actions(state)[0] if wanted_battles(plan, state, True) else DONE


def aim(plan: Planner, state: Moscow41State, step: Aiming | Committing) -> Action:
    """At the most valuable battle that is not yet as good as won."""
    known = {action.number: action for action in step.actions(state) if action.verb == "at"}
    ranked = [area for area in wanted_battles(plan, state, True) if area in known]
    for area in ranked:
        if plan.attacks.battle_chance(area) < AS_GOOD_AS_WON:
            return known[area]
    return known[ranked[0]] if ranked else next(iter(known.values()))


def next_battle(plan: Planner, state: Moscow41State, step: Battles) -> Action:
    actions = step.actions(state)
    known = {action.number: action for action in actions if action.verb == "battle"}
    for area in wanted_battles(plan, state):
        if area in known:
            return known[area]
    return DONE if DONE in actions else actions[0]


def take_hit(state: Moscow41State, step: Losses) -> Action:
    """The block that is worth least takes the hit."""

    def dear(action: Action) -> tuple[bool, int, int]:
        unit = action.number
        return contains(HQS, unit), 7 - firepower(state, unit), FULL[unit]

    return min(step.actions(state), key=dear)


def abort(state: Moscow41State, step: AirLosses) -> Action:
    actions = [action for action in step.actions(state) if action.verb == "abort"]
    return min(actions, key=lambda action: state.strength[BOMBER_HQ[action.number]])
