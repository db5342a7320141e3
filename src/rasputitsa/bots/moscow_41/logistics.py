"""Logistics and reinforcements: who is restored, who comes, and where."""

from __future__ import annotations

from ...core import Action
from ...core.sets import members
from ...games.moscow_41.facts import (
    AIR_HQS,
    ALL_OF,
    AREAS,
    FULL,
    GERMAN,
    HOEPNER,
    HQS,
    LEADER_OF,
    LEADERS,
    NEAR,
    POOL,
    ROAD_SET,
    ROLLED,
    STAGING,
    SUNNY,
)
from ...games.moscow_41.logistics import Logistics, Regeneration, Replacement
from ...games.moscow_41.logistics_value import logistics_value
from ...games.moscow_41.reinforcements import Deploying, Entering
from ...games.moscow_41.road import companions
from ...games.moscow_41.state import Moscow41State
from ...games.moscow_41.words import DONE, LEADER, PAUSE
from .estimate import defence, mean_hits
from .planning import Planner
from .survey import Survey
from .weights import Weights


def pause_or_leader(state: Moscow41State, step: Logistics, weights: Weights) -> Action:
    """7.0: a pause if what the leader could do now is worth less than what a fresh leader adds later."""
    side = step.side
    leader = LEADER_OF[side]
    later: float = FULL[leader] - max(state.strength[leader] - 1, 0)
    phases = state.setting.last - state.month
    if state.weather != SUNNY or ROLLED[state.month]:
        later /= 2  # 7.2.1.1
    return PAUSE if useful_points(state, side) <= weights.pause * later * phases else LEADER


def useful_points(state: Moscow41State, side: int) -> int:
    """7.2: the steps and blocks that the leader would bring back."""
    value = logistics_value(state, side)
    on_map = state.on_map(side) & ~state.isolated & ~LEADERS
    tired, weak = 0, 0
    for unit in members(on_map):
        missing = FULL[unit] - state.strength[unit]
        if HQS >> unit & 1:
            tired += missing
        else:
            weak += missing
    fresh = (state.at[POOL] & ALL_OF[side]).bit_count()
    return min(value, tired) + min(value, weak) + min(value, fresh)


def regenerate(plan: Planner, state: Moscow41State, step: Regeneration) -> Action:
    """Exhausted HQs first: they count for the Logistics Value again."""
    actions = [action for action in step.actions(state) if action.verb == "restore"]

    def rank(action: Action) -> tuple[bool, float]:
        hq = action.number
        if hq == HOEPNER and ROAD_SET >> state.where[hq] & 1 and companions(state):
            return False, -99.0
        value = plan.survey.field[state.where[hq]] + (1.0 if AIR_HQS >> hq & 1 else 0.0)
        return state.strength[hq] > 0, state.strength[hq] * 0.3 - value

    return min(actions, key=rank, default=DONE)


def replace_step(plan: Planner, state: Moscow41State, step: Replacement) -> Action:
    """Weak blocks near the enemy first."""
    survey = plan.survey
    actions = [action for action in step.actions(state) if action.verb == "replace"]

    def rank(action: Action) -> tuple[float, int]:
        unit = action.number
        near = 1.0 if survey.near_enemies >> state.where[unit] & 1 else 0.0
        return -(near + survey.field[state.where[unit]] * 0.3), state.strength[unit]

    return min(actions, key=rank, default=DONE)


def deploy(state: Moscow41State, step: Deploying) -> Action:
    """The strongest block is placed first."""
    return max(step.actions(state), key=lambda action: (FULL[action.number], -action.number))


def enter(plan: Planner, state: Moscow41State, step: Entering) -> Action:
    """Germans as near to the goals as they can; Soviets also where the enemy is strong and they are few."""
    survey = plan.survey
    actions = [action for action in step.actions(state) if action.verb == "at"]
    if plan.side == GERMAN:
        return max(actions, key=lambda action: survey.field[action.number])

    def need(action: Action) -> float:
        area = action.number
        own = (state.at[area] & ALL_OF[plan.side]).bit_count()
        bare = survey.weights.garrison if survey.bare >> area & 1 else 0.0
        return survey.field[area] + bare + danger(survey, area) * 0.3 - 0.4 * own

    return max(actions, key=need)


def danger(survey: Survey, area: int) -> float:
    """How much enemy strength is adjacent to an area, as far as is known."""
    total = 0.0
    for place in members(NEAR[area] & survey.enemies & AREAS & ~STAGING):
        total += mean_hits(defence(survey.state, survey.side, place, survey.weights).dice)
    return total
