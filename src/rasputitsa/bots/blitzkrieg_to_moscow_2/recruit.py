"""The recruit plays Blitzkrieg to Moscow 2 like a beginner who has understood it. It plans, but searches not.

It never looks at the enemy's hand of the guess that it is given, only at how many cards are in it.
"""

from __future__ import annotations

from random import Random

from ...core import Action, Game, State
from ...games.blitzkrieg_to_moscow_2.breakthrough import Breakthrough, MoveCorps, TankAction
from ...games.blitzkrieg_to_moscow_2.cards import Activate, ChooseFunction, HitlerOrder
from ...games.blitzkrieg_to_moscow_2.combat import Attacking, Combat, NameAttackers
from ...games.blitzkrieg_to_moscow_2.defence import ChooseDefence
from ...games.blitzkrieg_to_moscow_2.facts import GERMAN, SIDES
from ...games.blitzkrieg_to_moscow_2.fight import ReRoll, ShiftCard
from ...games.blitzkrieg_to_moscow_2.logistics import (
    ChooseCards,
    Logistics,
    NameHeroCity,
    PlaceUnit,
    RaiseInfantry,
    RaiseTank,
    Rebuild,
    Withdraw,
)
from ...games.blitzkrieg_to_moscow_2.movement import Movement, Moving
from ...games.blitzkrieg_to_moscow_2.rail import RailMove
from ...games.blitzkrieg_to_moscow_2.results import Advance
from ...games.blitzkrieg_to_moscow_2.retreat import ChooseRetreat, Retreat
from ...games.blitzkrieg_to_moscow_2.setup import FreeSetup, FreeSetupAt
from ...games.blitzkrieg_to_moscow_2.state import BlitzkriegState
from ...games.blitzkrieg_to_moscow_2.supply import Supply
from ...games.blitzkrieg_to_moscow_2.words import ATTACK, DONE, READY
from ..bot import Bot
from . import breakthrough, combat, explanations, hand, logistics
from .evaluator import Eye
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
        self.weights: tuple[Weights, Weights] = (german, soviet)
        self.planner = Planner()
        self._looked: tuple[tuple[object, ...], Eye] | None = None
        self._decided: tuple[BlitzkriegState, Action] | None = None

    def choose(self, state: State, rng: Random) -> Action:
        assert isinstance(state, BlitzkriegState)
        self._decided = (state, self._answer(state))
        return self._decided[1]

    def explain(self) -> str:
        if self._decided is None:
            return ""
        state, action = self._decided
        return explanations.of_action(state, action, self.planner.followed)

    def _answer(self, state: BlitzkriegState) -> Action:
        step = state.stack[-1]
        assert state.side is not None
        side = SIDES.index(state.side)
        weights = self.weights[side]
        match step:
            case Movement():
                return next_unit(state, step, self.planner.plan_for(state, weights))
            case Moving() if not step.by_tank_action(state):
                return next_hex(state, step, self.planner.plan_for(state, weights))
            case ChooseDefence():
                return combat.defend(self.attacker(state, step.battle.attacker, weights), step)
            case ShiftCard():
                return combat.shift(self.attacker(state, step.battle.attacker, weights), step)
            case ReRoll():
                return combat.re_roll(self.attacker(state, step.battle.attacker, weights), step)
            case HitlerOrder():
                return hand.negate(self.attacker(state, GERMAN, weights), step)
            case ChooseRetreat():
                return combat.retire(step, state)
            case Retreat():
                return combat.retreat(state, step, side, weights)
            case Advance():
                return combat.advance(state, step, side, weights)
            case Withdraw():
                return DONE
            case MoveCorps():
                return READY
        return self._answer_looking(step, self.look(state, side, weights))

    def look(self, state: BlitzkriegState, side: int, weights: Weights) -> Eye:
        """The eye for this position; the last one if nothing has changed. A new one would see the same."""
        key = Eye.key(state, side)
        if self._looked is None or self._looked[0] != key:
            self._looked = (key, Eye(state.copy(), side, weights))
        eye = self._looked[1]
        eye.follow(state)
        return eye

    def attacker(self, state: BlitzkriegState, side: int, weights: Weights) -> Eye:
        """The attacker's view of a combat, by the tastes of whoever is asked."""
        return Eye(state.copy(), side, weights)

    def _answer_looking(self, step: object, eye: Eye) -> Action:
        state = eye.state
        match step:
            case FreeSetup():
                return logistics.set_up(eye, step)
            case FreeSetupAt():
                return logistics.set_up_at(eye, step)
            case ChooseCards():
                return hand.take(eye)
            case PlaceUnit():
                return logistics.place_unit(eye, step)
            case Logistics():
                return logistics.play_cards(eye, step)
            case ChooseFunction():
                return logistics.choose_function(eye, step)
            case Rebuild():
                return logistics.rebuild(eye, step)
            case RaiseInfantry():
                return logistics.raise_infantry(eye, step)
            case RaiseTank():
                return step.actions(state)[0]
            case NameHeroCity():
                return logistics.name_hero(eye, step)
            case RailMove():
                return logistics.ride(eye, step)
            case Activate():
                return logistics.activate(eye, step)
            case Combat():
                attack = combat.best_attack(eye, step)
                return ATTACK[attack.hex] if attack else DONE
            case NameAttackers():
                below: Attacking = step.below(state)
                return combat.name_attackers(step, combat.best_attack(eye, below))
            case Breakthrough():
                return breakthrough.play_card(eye, step)
            case TankAction():
                return breakthrough.act(eye, step)
            case Moving():
                return breakthrough.drive(eye, step)
            case Supply():
                return breakthrough.wake(eye, step)
        raise AssertionError(f"nobody told the recruit about {type(step).__name__}")
