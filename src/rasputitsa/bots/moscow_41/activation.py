"""Which HQs are activated: what one brings above what it costs to tire it."""

from __future__ import annotations

from ...core import Action
from ...core.sets import SpaceSet, members
from ...games.moscow_41.activation import Activation, can_be_activated
from ...games.moscow_41.facts import (
    ALL_OF,
    BOMBERS_OF,
    GERMAN,
    HOEPNER,
    HQS,
    LENINGRAD,
    POOL,
    READY,
    ROAD_SET,
    ROLLED,
    SUNNY,
    TACTICAL,
)
from ...games.moscow_41.logistics_value import logistics_value
from ...games.moscow_41.ranges import commanded
from ...games.moscow_41.road import companions
from ...games.moscow_41.state import Moscow41State
from ...games.moscow_41.strength import attacking_strength
from ...games.moscow_41.words import ACTIVATE, DONE
from .ground import distance_to
from .planning import Planner

NEVER = 99.0


def best_hq(plan: Planner) -> int | None:
    """The Tactical HQ that is most worth activating, if any is."""
    state = plan.survey.state
    taken = taken_by(state)
    best, found = -plan.attacks.standing_battles(), None
    for hq in members(TACTICAL & can_be_activated(state)):
        value = hq_worth(plan, hq, taken)
        if value > best:
            best, found = value, hq
    return found


def taken_by(state: Moscow41State) -> SpaceSet:
    """The blocks that the activated HQs command, and these HQs."""
    return commanded(state) | state.activated


def activate(plan: Planner, state: Moscow41State, step: Activation) -> Action:
    """One Tactical HQ an impulse is enough, unless the weather presses or all must join in one assault."""
    actions = step.actions(state)
    hqs = [action.number for action in actions if action.verb == "activate"]
    for hq in plan.assault.places if plan.assault is not None else ():
        if hq in hqs:
            return ACTIVATE[hq]
    taken = taken_by(state)
    first = not state.activated & TACTICAL
    best, found = -NEVER if first else 0.0, None
    for hq in hqs:
        if not TACTICAL >> hq & 1:
            value = air_worth(plan, hq)
        else:
            waiting = 0.0 if first else waiting_worth(plan, hq)
            value = -NEVER if waiting == NEVER else hq_worth(plan, hq, taken) - waiting
        if value > best:
            best, found = value, hq
    if found is not None:
        return ACTIVATE[found]
    return DONE if DONE in actions else ACTIVATE[hqs[0]]


def hq_worth(plan: Planner, hq: int, taken: SpaceSet) -> float:
    """What activating an HQ brings above what it costs."""
    state = plan.survey.state
    cost = hq_cost(plan, hq)
    if hq == HOEPNER and ROAD_SET >> state.where[hq] & 1:
        if not companions(state) or state.where[hq] == LENINGRAD or not state.strength[hq]:
            return -cost
        return 3.0  # nothing else is lost by an impulse of Hoepner's
    return -NEVER if cost == NEVER else plan.hqs.value(hq, taken) - cost


def hq_cost(plan: Planner, hq: int) -> float:
    """7.2.2: steps that the next Logistics Phase restores anyway cost little, and nothing is kept for later in the
    last month."""
    state = plan.survey.state
    last_month = state.month == state.setting.last
    if not state.strength[hq]:
        return 0.4 if last_month and plan.side == GERMAN and state.setting.goals else NEVER
    if last_month:
        return 0.1
    tired = 0
    for own in members(HQS & ALL_OF[plan.side]):
        if state.where[own] < POOL:
            tired += (3, 3, 2, 1, 0)[state.strength[own]]
    cost = plan.weights.hq_cost[state.strength[hq]]
    if state.strength[hq] == 2 and plan.side == GERMAN and state.setting.last - state.month > 0:
        return cost  # an exhausted HQ lowers the Logistics Value
    return 0.2 if tired < logistics_value(state, plan.side) else cost


def waiting_worth(plan: Planner, hq: int) -> float:
    """What an HQ that is not activated now is worth in a later impulse."""
    state = plan.survey.state
    if plan.hqs.can_join(hq):
        main = plan.attacks.main_target()
        if plan.survey.wins(main) or 0.1 < plan.attacks.clear_chance(main) < 0.8:
            return 0.0
    if plan.side == GERMAN and state.weather == SUNNY and ROLLED[state.month]:
        return 0.2
    return NEVER


def air_worth(plan: Planner, hq: int) -> float:
    """What a Luftwaffe HQ would bring: the weight of the enemies that its bombers reach, less its tiring."""
    survey, state = plan.survey, plan.survey.state
    reach = survey.reach(hq, False) | 1 << state.where[hq]
    strength = attacking_strength(state, hq)
    in_range = [
        survey.field[place]
        for place in members(survey.enemies)
        if min(distance_to(place)[area] for area in members(reach)) <= strength
    ]
    ready = sum(1 for bomber in members(BOMBERS_OF[hq]) if state.air[bomber] == READY)
    cost = plan.weights.hq_cost[state.strength[hq]] * 0.5
    return min(ready, strength) * strength * 0.06 * (1 + max(in_range)) - cost if in_range else -1.0
