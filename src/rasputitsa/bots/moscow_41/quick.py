"""The recruit at first sight, for playouts: a Command Segment is planned once and carried out as a whole."""

from __future__ import annotations

from typing import ClassVar

from ...core import Action
from ...core.sets import contains, members, set_of
from ...games.moscow_41.activation import Activation
from ...games.moscow_41.command import Command
from ...games.moscow_41.facts import AREAS, GERMAN, HQS, ROLLED, SIDES, SUNNY, TACTICAL
from ...games.moscow_41.lines import builders
from ...games.moscow_41.move_rules import ATTACKING, EXPLOITING
from ...games.moscow_41.state import Moscow41State
from ...games.moscow_41.words import BUILD, DONE, MOVE, UNIT
from ..planning_bot import Decisions
from .activation import activate
from .orders import LEAST_GAIN, Order, garrison, orders_to_storm, urgent_move
from .planning import Planner
from .recruit import Recruit

KEEPS_PLAN = ("tactical", "activate", "aim")  # actions after which a plan is still good


def activate_once(bot: QuickRecruit, state: Moscow41State, step: Activation) -> Action:
    """One HQ; more of them only where they could make a difference."""
    if state.activated & TACTICAL:
        pressed = state.active == GERMAN and state.weather == SUNNY and ROLLED[state.month]
        if not pressed and not bot.had_main_target:
            return DONE
    plan = bot.planner(state)
    if plan.assault is not None:
        return activate(plan, state, step)
    bot.had_main_target = bool(plan.attacks.main_target())
    return activate(plan, state, step)


class QuickRecruit(Recruit):
    """Plays both sides of imagined games. It remembers its plan until something changes."""

    decisions: ClassVar[Decisions] = {**Recruit.decisions, Activation: activate_once}
    had_main_target = True

    def planner(self, state: Moscow41State) -> Planner:
        if self.plan is None:
            assert state.side is not None
            self.plan = Planner(state, SIDES.index(state.side), self.weights_for(state))
        return self.plan

    plan: Planner | None = None

    def act(self, state: Moscow41State) -> None:
        """Decide the question on top and carry the decision out."""
        step = state.stack[-1]
        if isinstance(step, Command):
            self.command(state, step)
            self.plan = None
            return
        action = self.decisions[type(step)](self, state, step)
        state.apply(action)
        if action.verb not in KEEPS_PLAN:
            self.plan = None

    def command(self, state: Moscow41State, step: Command) -> None:
        """Everything that the commanded blocks do, from one plan."""
        self.plan = None
        plan = self.planner(state)
        for unit, action in orders(plan, state, step):
            if action.verb == "move" and contains(state.full[plan.side], action.number):
                continue
            if step.is_limit_reached(state):
                break
            state.apply(UNIT[unit])
            state.apply(action)
            if not state.stack or state.stack[-1] != step:
                return  # the game is over, or a line must be disbanded first
        state.apply(DONE)


def orders(plan: Planner, state: Moscow41State, step: Command) -> list[Order]:
    """Attacks one after the other, then lines and moves by what they gain."""
    units = step.able(state, step.candidates(state))
    free = units & ~garrison(state)
    found: list[Order] = []
    if step.part == ATTACKING:
        found += orders_to_storm(plan, units)
        units &= ~set_of(unit for unit, _ in found)
        free &= units
        urgent = urgent_move(plan, free)
        if urgent is not None:
            found.append(urgent)
            units &= ~(1 << urgent[0])
            free &= units
        fought = 0
        while (attack := plan.attacks.best(free, state.activated, fought)) is not None:
            found += [(unit, MOVE[attack.area]) for unit in attack.units]
            fought |= 1 << attack.area
            units &= ~set_of(attack.units)
            free &= units
        units &= ~HQS
    return found + rest(plan, state, step, units, free)


def rest(plan: Planner, state: Moscow41State, step: Command, units: int, free: int) -> list[Order]:
    """Lines and moves, those that gain most first."""
    able = builders(state, units) if step.part != EXPLOITING else 0
    ranked: list[tuple[float, int, Action]] = []
    for unit in members(units):
        if not AREAS >> state.where[unit] & 1:
            continue
        gain, area = plan.moves.best(unit) if free >> unit & 1 else (0.0, 0)
        action = MOVE[area]
        if contains(able, unit):
            value = plan.moves.line_value(unit) + (plan.weights.wanted_line if plan.survey.wants_line(unit) else 0.0)
            if value > gain:
                gain, action = value, BUILD
        if gain > LEAST_GAIN:
            ranked.append((gain, -unit, action))
    return [(-unit, action) for _, unit, action in sorted(ranked, key=lambda order: order[:2], reverse=True)]
