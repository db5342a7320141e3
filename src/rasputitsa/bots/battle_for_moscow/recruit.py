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
from ...games.battle_for_moscow.state import Position
from ...games.battle_for_moscow.words import CANCEL, DONE, STANDARD_SETUP
from ..bot import Bot
from . import combat, replacements
from .movement import Planner
from .weights import STANDARD, Weights


class Recruit(Bot):
    name = "recruit"

    def __init__(self, game: Game, seed: int = 0, weights: Weights = STANDARD) -> None:
        super().__init__(game, seed)
        self.weights = weights
        self.planner = Planner(weights)
        self._battles: tuple[bytes, list[Battle]] = (b"", [])

    def choose(self, state: State, rng: Random) -> Action:
        assert isinstance(state, Position)
        step = state.stack[-1]
        weights = self.weights
        match step:
            case SetUp():
                return STANDARD_SETUP if STANDARD_SETUP in step.answers(state) else DONE
            case SetUpAt():
                return CANCEL
            case Replacements():
                return replacements.replace(state, step, weights)
            case PlaceUnit():
                return replacements.place(state, step, weights)
            case Movement():
                return self.planner.choose_unit(state, step)
            case Moving():
                return self.planner.choose_hex(state, step)
            case DeclareBattles():
                return combat.announce(state, step, self.battles(state))
            case NameAttackers():
                return combat.name_attackers(step, self.battles(state))
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

    def battles(self, state: Position) -> list[Battle]:
        key = bytes([state.turn, state.phase]) + state.where + state.steps
        if key != self._battles[0]:
            self._battles = (key, combat.plan_battles(state, self.weights))
        return self._battles[1]
