"""The recruit plays Blitzkrieg to Moscow 2 like a beginner who has understood it: it plans, but does not search.

It never looks at the enemy's hand in the guess that it is given, only at the number of cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from ...core import Action, Game
from ...games.blitzkrieg_to_moscow_2.breakthrough import Breakthrough, FightAttacks, MoveCorps, TankAction
from ...games.blitzkrieg_to_moscow_2.cards import Activate, ChooseFunction, HitlerOrder
from ...games.blitzkrieg_to_moscow_2.combat import ChooseTarget, Combat, NameAttackers
from ...games.blitzkrieg_to_moscow_2.defence import ChooseDefence
from ...games.blitzkrieg_to_moscow_2.facts import GERMAN, SIDES
from ...games.blitzkrieg_to_moscow_2.fight import ReRoll, ShiftCard
from ...games.blitzkrieg_to_moscow_2.hero_city import NameHeroCity
from ...games.blitzkrieg_to_moscow_2.logistics import ChooseCards, Logistics, Withdraw
from ...games.blitzkrieg_to_moscow_2.movement import Movement, Moving
from ...games.blitzkrieg_to_moscow_2.overstacking import RemoveExcess
from ...games.blitzkrieg_to_moscow_2.rail import RailMove
from ...games.blitzkrieg_to_moscow_2.reinforcements import PlaceUnit, RaiseInfantry, RaiseTank, Rebuild
from ...games.blitzkrieg_to_moscow_2.results import Advance
from ...games.blitzkrieg_to_moscow_2.retreat import ChooseRetreat, Retreat
from ...games.blitzkrieg_to_moscow_2.setup import FreeSetup, FreeSetupAt
from ...games.blitzkrieg_to_moscow_2.state import BlitzkriegState
from ...games.blitzkrieg_to_moscow_2.supply import Supply
from ...games.blitzkrieg_to_moscow_2.words import DONE, READY
from ..planning import Cache, Plan
from ..planning_bot import Decision, Decisions, PlanningBot
from . import breakthrough, combat, explanations, hand, logistics
from .evaluator import Evaluator
from .movement import Planner, next_hex, next_unit
from .weights import Both, Weights, weights_of


def by_own(decide: Callable[[Evaluator, Any], Action]) -> Decision:
    """A decision by the value of positions to the side that must act."""
    return lambda bot, state, step: decide(bot.evaluator(state), step)


def by_attacker(decide: Callable[[Evaluator, Any], Action]) -> Decision:
    """A decision in a combat, by the value of positions to the attacker."""
    return lambda bot, state, step: decide(bot.evaluator_of(state, step.battle.attacker), step)


def by_germans(decide: Callable[[Evaluator, Any], Action]) -> Decision:
    return lambda bot, state, step: decide(bot.evaluator_of(state, GERMAN), step)


def move_on(bot: Recruit, state: BlitzkriegState, step: Moving) -> Action:
    if step.by_tank_action:
        return breakthrough.move_tank(bot.evaluator(state), step)
    return next_hex(state, step, bot.plan(state))


class Recruit(PlanningBot[BlitzkriegState, Weights]):
    name = "recruit"
    weights_name = "recruit"

    decisions: ClassVar[Decisions] = {
        FreeSetup: by_own(logistics.set_up),
        FreeSetupAt: by_own(logistics.set_up_at),
        Withdraw: lambda bot, state, step: DONE,
        ChooseCards: by_own(hand.take_card),
        PlaceUnit: by_own(logistics.place_unit),
        Logistics: by_own(logistics.play_cards),
        ChooseFunction: by_own(logistics.choose_function),
        Rebuild: by_own(logistics.rebuild),
        RaiseInfantry: by_own(logistics.raise_infantry),
        RaiseTank: lambda bot, state, step: step.actions(state)[0],
        NameHeroCity: by_own(logistics.name_hero),
        RailMove: by_own(logistics.move_by_rail),
        Activate: by_own(logistics.activate),
        HitlerOrder: by_germans(hand.negate),
        Movement: lambda bot, state, step: next_unit(state, step, bot.plan(state)),
        Moving: move_on,
        Combat: by_own(combat.choose_attack),
        ChooseTarget: by_own(combat.choose_target),
        NameAttackers: by_own(combat.name_attackers),
        RemoveExcess: lambda bot, state, step: combat.remove(step, state),
        ChooseDefence: by_attacker(combat.defend),
        ShiftCard: by_attacker(combat.shift),
        ReRoll: by_attacker(combat.re_roll),
        ChooseRetreat: lambda bot, state, step: combat.retire(step, state),
        Retreat: by_own(combat.retreat),
        Advance: by_own(combat.advance),
        Breakthrough: by_own(breakthrough.play_card),
        TankAction: by_own(breakthrough.act),
        FightAttacks: lambda bot, state, step: step.actions(state)[0],
        MoveCorps: lambda bot, state, step: READY,
        Supply: by_own(breakthrough.play_activation),
    }

    def __init__(self, game: Game, seed: int = 0, weights: Both | None = None) -> None:
        super().__init__(game, seed, (weights or weights_of(self.weights_name))._asdict())
        self.planner = Planner(self.weights_for)
        self._evaluators: Cache[Evaluator] = Cache()

    def plan(self, state: BlitzkriegState) -> Plan:
        """The plan for this Movement Phase."""
        return self.planner.plan_for(state, self.stop)

    def evaluator(self, state: BlitzkriegState) -> Evaluator:
        """The evaluator of this position for the side that must act."""
        assert state.side is not None
        side = SIDES.index(state.side)
        key = Evaluator.key(state, side)
        found = self._evaluators.get_or_compute(key, lambda: self.evaluator_of(state, side))
        found.follow(state)
        return found

    def evaluator_of(self, state: BlitzkriegState, side: int) -> Evaluator:
        """The evaluator of this position for either side, with the weights of the side that must act."""
        return Evaluator(state.copy(), side, self.weights_for(state))

    def explain_decision(self, state: BlitzkriegState, action: Action) -> str:
        return explanations.of_action(state, action, self.planner.followed)
