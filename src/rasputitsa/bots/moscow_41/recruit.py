"""The recruit plays Moscow '41 like a beginner who has understood it: it plans an impulse, but does not search.

It never looks at the faces of concealed enemy blocks in the guess that it is given: to it they are all alike.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from ...core import Action, Game
from ...games.moscow_41.activation import Activation
from ...games.moscow_41.blitz import Blitz, Blitzing
from ...games.moscow_41.combat import Battles
from ...games.moscow_41.command import Command
from ...games.moscow_41.facts import SIDES
from ...games.moscow_41.impulse import ChooseImpulse, Exploit
from ...games.moscow_41.lines import Disbanding
from ...games.moscow_41.logistics import Logistics, Regeneration, Replacement
from ...games.moscow_41.losses import AirLosses, Losses
from ...games.moscow_41.movement import Moving
from ...games.moscow_41.recall import Recalling
from ...games.moscow_41.reinforcements import CallReinforcements, Deploying, Entering
from ...games.moscow_41.setup import Placing, SetUp
from ...games.moscow_41.state import Moscow41State
from ...games.moscow_41.support import Aiming, Committing, Support
from ...games.moscow_41.words import OFFER
from ..explanations import phrase
from ..planning_bot import Decision, Decisions, PlanningBot
from . import activation, battles, blitz, impulses, logistics, orders
from .planning import Planner, what_counts
from .weights import WEIGHTS, Weights

PHRASES = {
    "tactical": "There is something worth activating an HQ for.",
    "reinforce": "Fresh blocks are worth the Initiative Disc.",
    "strategic": "Many blocks can move and fight without tiring an HQ.",
    "pause": "A fresh leader will bring more later than a tired one now.",
    "pass": "Nothing is worth tiring an HQ for.",
    "activate": "The {} can do most from here.",
    "battle": "The expected gain is worth the cost.",
    "build": "This place must be held.",
    "call": "Every block helps, so I draw as many as I may.",
    "exploit": "Fast blocks can gain ground while the way is open.",
}


def planned(decide: Callable[[Planner, Moscow41State, Any], Action]) -> Decision:
    """A decision that needs a plan."""
    return lambda bot, state, step: decide(bot.planner(state), state, step)


def first(bot: Recruit, state: Moscow41State, step: object) -> Action:
    return state.actions()[0]


def offer(bot: Recruit, state: Moscow41State, step: object) -> Action:
    actions = state.actions()
    return OFFER if OFFER in actions else actions[0]


class Recruit(PlanningBot[Moscow41State, Weights]):
    name = "recruit"

    decisions: ClassVar[Decisions] = {
        SetUp: offer,
        Placing: offer,
        Logistics: lambda bot, state, step: logistics.pause_or_leader(state, step, bot.weights_for(state)),
        Regeneration: planned(logistics.regenerate),
        Replacement: planned(logistics.replace_step),
        CallReinforcements: first,
        Deploying: lambda bot, state, step: logistics.deploy(state, step),
        Entering: planned(logistics.enter),
        ChooseImpulse: impulses.choose_impulse,
        Activation: planned(activation.activate),
        Command: planned(orders.command),
        Moving: planned(orders.move),
        Disbanding: first,
        Recalling: first,
        Support: planned(battles.support),
        Aiming: planned(battles.aim),
        Committing: planned(battles.aim),
        Battles: planned(battles.next_battle),
        Losses: lambda bot, state, step: battles.take_hit(state, step),
        AirLosses: lambda bot, state, step: battles.abort(state, step),
        Blitz: planned(blitz.blitz),
        Blitzing: planned(blitz.blitz_to),
        Exploit: planned(impulses.exploit),
    }

    def __init__(self, game: Game, seed: int = 0, german: Weights | None = None, soviet: Weights | None = None) -> None:
        """Weights that are given are used in every scenario; those of the data file are by scenario."""
        given = {"german": german, "soviet": soviet}
        super().__init__(game, seed, {side: weights for side, weights in given.items() if weights is not None})
        self._last: tuple[tuple[object, ...], Planner] | None = None  # saves time, decides nothing

    def weights_for(self, state: Moscow41State) -> Weights:
        assert state.side is not None
        return self._weights.get(state.side) or WEIGHTS[state.side][state.setting.name]

    def planner(self, state: Moscow41State) -> Planner:
        """The planner for a position. One that has just worked on the same position is used again."""
        assert state.side is not None
        side, weights = SIDES.index(state.side), self.weights_for(state)
        known = what_counts(state, side)
        if self._last is None or self._last[0] != known:
            self._last = known, Planner(state, side, weights)
        return self._last[1]

    def explain_decision(self, state: Moscow41State, action: Action) -> str:
        return phrase(PHRASES, action, self.game)
