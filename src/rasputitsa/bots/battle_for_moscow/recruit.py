"""The recruit plays Battle for Moscow like a beginner who has understood it: it plans, but does not search."""

from __future__ import annotations

from typing import Any, ClassVar

from ...core import Action, Game
from ...games.battle_for_moscow.battle import Battle
from ...games.battle_for_moscow.combat import ChooseTarget, DeclareBattles, NameAttackers
from ...games.battle_for_moscow.fight import ResolveBattles
from ...games.battle_for_moscow.movement import Movement, Moving
from ...games.battle_for_moscow.replacements import PlaceUnit, Replacements
from ...games.battle_for_moscow.results import Advance, AttackerLoss, Retreat, RetreatThrough, StandFast
from ...games.battle_for_moscow.setup import SetUp, SetUpAt
from ...games.battle_for_moscow.state import BattleForMoscowState
from ...games.battle_for_moscow.words import CANCEL, DONE, STANDARD_SETUP
from ..planning import Cache, Plan
from ..planning_bot import Decisions, PlanningBot
from . import combat, explanations, replacements
from .movement import Planner, next_hex, next_unit
from .weights import Both, Weights, weights_of


def set_up(bot: Any, state: BattleForMoscowState, step: SetUp) -> Action:
    return STANDARD_SETUP if STANDARD_SETUP in step.actions(state) else DONE


class Recruit(PlanningBot[BattleForMoscowState, Weights]):
    name = "recruit"
    weights_name = "recruit"

    decisions: ClassVar[Decisions] = {
        SetUp: set_up,
        SetUpAt: lambda bot, state, step: CANCEL,
        Replacements: lambda bot, state, step: replacements.replace(state, step, bot.weights_for(state)),
        PlaceUnit: lambda bot, state, step: replacements.place(state, step, bot.weights_for(state)),
        Movement: lambda bot, state, step: next_unit(state, step, bot.plan(state)),
        Moving: lambda bot, state, step: next_hex(state, step, bot.plan(state)),
        DeclareBattles: lambda bot, state, step: combat.declare(step, bot.battles(state)),
        ChooseTarget: lambda bot, state, step: combat.choose_target(step, bot.battles(state)),
        NameAttackers: lambda bot, state, step: combat.name_attackers(state, step, bot.battles(state)),
        ResolveBattles: lambda bot, state, step: combat.next_battle(state, step, bot.weights_for(state)),
        AttackerLoss: lambda bot, state, step: combat.choose_loss(state, step, bot.weights_for(state)),
        StandFast: lambda bot, state, step: combat.stand_fast(state, step),
        Retreat: lambda bot, state, step: combat.choose_retreat(state, step),
        RetreatThrough: lambda bot, state, step: combat.choose_route(state, step),
        Advance: lambda bot, state, step: combat.advance(state, step, bot.weights_for(state)),
    }

    def __init__(self, game: Game, seed: int = 0, weights: Both | None = None) -> None:
        super().__init__(game, seed, (weights or weights_of(self.weights_name))._asdict())
        self.planner = Planner(self.weights_for)
        self._battles: Cache[list[Battle]] = Cache()

    def plan(self, state: BattleForMoscowState) -> Plan:
        """The plan for this movement phase."""
        return self.planner.plan_for(state, self.stop)

    def battles(self, state: BattleForMoscowState) -> list[Battle]:
        """The battles to declare in this combat phase."""
        key = (state.turn, state.phase, bytes(state.where), bytes(state.steps))
        return self._battles.get_or_compute(key, lambda: combat.plan_battles(state, self.weights_for(state)))

    def explain_decision(self, state: BattleForMoscowState, action: Action) -> str:
        step = state.stack[-1]
        if isinstance(step, Movement) and action.verb == "unit":
            return explanations.of_move(action.number, self.planner.followed.places[action.number])
        if isinstance(step, DeclareBattles | ChooseTarget | NameAttackers) and action.verb in (
            "attack",
            "with",
            "declare",
        ):
            hex = step.hex if isinstance(step, NameAttackers) else action.number
            planned = [battle for battle in self.battles(state) if battle.hex == hex]
            return explanations.of_battle(state, planned[0])
        return explanations.of_action(state, action)
