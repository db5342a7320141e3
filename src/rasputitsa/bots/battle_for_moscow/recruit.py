"""The recruit plays Battle for Moscow like a beginner who has understood it: it plans each phase, but searches not."""

from __future__ import annotations

from random import Random

from ...core import Action, Game, State
from ...games.battle_for_moscow.battle import Battle
from ...games.battle_for_moscow.combat import DeclareBattles, NameAttackers, ResolveBattles
from ...games.battle_for_moscow.movement import Movement, Moving
from ...games.battle_for_moscow.replacements import PlaceUnit, Replacements
from ...games.battle_for_moscow.results import Advance, AttackerLoss, Retreat, RetreatThrough, StandFast
from ...games.battle_for_moscow.setup import SetUp, SetUpAt
from ...games.battle_for_moscow.state import BattleForMoscowState
from ...games.battle_for_moscow.words import CANCEL, DONE, STANDARD_SETUP
from ..bot import Bot
from . import combat, explanations, replacements
from .movement import Planner, next_hex, next_unit
from .weights import GERMAN_WEIGHTS, SOVIET_WEIGHTS, GermanWeights, SovietWeights, Weights


class Recruit(Bot):
    name = "recruit"

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        german: GermanWeights = GERMAN_WEIGHTS,
        soviet: SovietWeights = SOVIET_WEIGHTS,
    ) -> None:
        super().__init__(game, seed)
        self.weights: dict[str | None, Weights] = {"german": german, "soviet": soviet}
        self.planner = Planner()
        self._decided: tuple[BattleForMoscowState, Action] | None = None
        self._battles: tuple[bytes, list[Battle]] = (b"", [])

    def choose(self, state: State, rng: Random) -> Action:
        assert isinstance(state, BattleForMoscowState)
        self._decided = (state, self._answer(state))
        return self._decided[1]

    def explain(self) -> str:
        if self._decided is None:
            return ""
        state, action = self._decided
        step = state.stack[-1]
        weights = self.weights[state.side]
        if isinstance(step, Movement) and action.verb == "unit":
            return explanations.of_move(action.number, self.planner.plan_for(state, weights)[action.number])
        if isinstance(step, DeclareBattles | NameAttackers) and action.verb in ("attack", "with", "declare"):
            hex = step.hex if isinstance(step, NameAttackers) else action.number
            planned = [battle for battle in self.battles(state, weights) if battle.hex == hex]
            return explanations.of_battle(state, planned[0])
        return explanations.of_action(state, action)

    def _answer(self, state: BattleForMoscowState) -> Action:
        step = state.stack[-1]
        weights = self.weights[state.side]
        match step:
            case SetUp():
                return STANDARD_SETUP if STANDARD_SETUP in step.actions(state) else DONE
            case SetUpAt():
                return CANCEL
            case Replacements():
                return replacements.replace(state, step, weights)
            case PlaceUnit():
                return replacements.place(state, step, weights)
            case Movement():
                return next_unit(state, step, self.planner.plan_for(state, weights))
            case Moving():
                return next_hex(state, step, self.planner.plan_for(state, weights))
            case DeclareBattles():
                return combat.announce(state, step, self.battles(state, weights))
            case NameAttackers():
                return combat.name_attackers(step, self.battles(state, weights))
            case ResolveBattles():
                return combat.next_battle(state, step, weights)
            case AttackerLoss():
                return combat.lose(state, step, weights)
            case StandFast():
                return combat.stand_fast(state, step)
            case Retreat():
                return combat.drive_off(state, step)
            case RetreatThrough():
                return combat.drive_through(state, step)
            case Advance():
                return combat.advance(state, step, weights)
        raise AssertionError(f"nobody told the recruit about {type(step).__name__}")

    def battles(self, state: BattleForMoscowState, weights: Weights) -> list[Battle]:
        key = bytes([state.turn, state.phase]) + state.where + state.steps
        if key != self._battles[0]:
            self._battles = (key, combat.plan_battles(state, weights))
        return self._battles[1]
