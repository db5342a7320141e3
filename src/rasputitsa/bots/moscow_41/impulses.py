"""What to do with an impulse, and with the Initiative Disc."""

from __future__ import annotations

from typing import Any

from ...core import Action
from ...core.sets import members, set_of
from ...games.moscow_41.facts import ALL_OF, COMBAT, FAST, POOL
from ...games.moscow_41.impulse import ChooseImpulse, Exploit
from ...games.moscow_41.logistics_value import logistics_value
from ...games.moscow_41.ranges import eligible_blocks
from ...games.moscow_41.state import Moscow41State
from ...games.moscow_41.supply import supply_check
from ...games.moscow_41.words import DONE, EXPLOIT, PASS, REINFORCE, STRATEGIC, TACTICAL
from .activation import best_hq
from .attacks import Attacks
from .orders import garrison, urgent_move
from .planning import Planner
from .weights import Weights


def choose_impulse(bot: Any, state: Moscow41State, step: ChooseImpulse) -> Action:
    actions = step.actions(state)
    side = state.active
    fresh = min(logistics_value(state, side), (state.at[POOL] & ALL_OF[side]).bit_count())
    weights: Weights = bot.weights_for(state)
    disc = REINFORCE in actions and spends_disc(state, weights)
    if disc and fresh >= weights.many_fresh:
        return REINFORCE
    plan = plan_of_new_impulse(bot, state)
    if plan.assault is not None and TACTICAL in actions:
        return TACTICAL
    hq = best_hq(plan) if TACTICAL in actions else None
    if plan.survey.open and must_close_by_pass(plan, hq):
        return PASS
    if hq is not None:
        return TACTICAL
    if any(plan.survey.wants_line(unit) for unit in members(state.on_map(side) & COMBAT)):
        return PASS
    if disc and fresh >= weights.some_fresh:
        return REINFORCE
    if disc and strategic_worth(plan) > weights.strategic_at:
        return STRATEGIC
    return PASS


def spends_disc(state: Moscow41State, weights: Weights) -> bool:
    """3.2.1: whether the time has come to spend the disc, which goes to the other player then."""
    return state.month >= weights.disc_from


def strategic_worth(plan: Planner) -> float:
    """11.0: what as many blocks as the Logistics Value could gain by moving and fighting without HQs."""
    state = plan.survey.state
    attacks = Attacks(plan.survey, plan.lines, plan.posts, False)
    left, blocks = logistics_value(state, plan.side), eligible_blocks(state, plan.side) & COMBAT & ~garrison(state)
    value, fought = attacks.standing_battles(), 0
    while (attack := attacks.best(blocks, 0, fought)) is not None and len(attack.units) <= left:
        value += attack.value
        fought |= 1 << attack.area
        left -= len(attack.units)
        blocks &= ~set_of(attack.units)
    gains = sorted((plan.moves.best(unit)[0] for unit in members(blocks)), reverse=True)
    return value + plan.weights.march * sum(gains[:left])


def must_close_by_pass(plan: Planner, hq: int | None) -> bool:
    """Whether what would lose the game at once can be closed, but not by a block that the HQ commands."""
    if hq is not None and urgent_move(plan, plan.hqs.commands(hq)) is not None:
        return False
    return urgent_move(plan, eligible_blocks(plan.survey.state, plan.side)) is not None


def plan_of_new_impulse(bot: Any, state: Moscow41State) -> Planner:
    """A plan for the position after the supply check with which an impulse begins."""
    supply_check(state, state.active)
    state.before, state.fought = state.contested, 0
    plan: Planner = bot.planner(state)
    return plan


def exploit(plan: Planner, state: Moscow41State, step: Exploit) -> Action:
    if not spends_disc(state, plan.weights):
        return DONE
    acted = state.acted
    state.acted = 0
    fast = eligible_blocks(state, state.active) & FAST & COMBAT
    gains = sorted((plan.moves.best(unit)[0] for unit in members(fast)), reverse=True)
    state.acted = acted
    return EXPLOIT if sum(gains[: logistics_value(state, state.active)]) > plan.weights.exploit_at else DONE
