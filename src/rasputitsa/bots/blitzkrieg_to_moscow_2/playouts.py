"""Playouts: a position played on by both sides at first sight, phase by phase, with dice that plans share."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import ClassVar

from ...core import CHANCE, Action
from ...core.sets import members
from ...games import game as find_game
from ...games.blitzkrieg_to_moscow_2 import BlitzkriegToMoscow2
from ...games.blitzkrieg_to_moscow_2.facts import CITIES, LAST_TURN
from ...games.blitzkrieg_to_moscow_2.fight import RollDie
from ...games.blitzkrieg_to_moscow_2.movement import Movement
from ...games.blitzkrieg_to_moscow_2.results import Advance
from ...games.blitzkrieg_to_moscow_2.retreat import Retreat
from ...games.blitzkrieg_to_moscow_2.stacking import fits_in
from ...games.blitzkrieg_to_moscow_2.state import BlitzkriegState
from ...games.blitzkrieg_to_moscow_2.words import ADVANCE, ROLL, STAY
from ..planning_bot import Decisions
from ..sampling import Sample
from .evaluator import Evaluator
from .quick import QuickEvaluator, quick_move
from .recruit import Recruit, by_own
from .weights import Both, weights_of

ALL_TURNS = 2 * LAST_TURN
ROLLS = 4  # of a combat for which plans share the dice: the first, and after cards
HEXES = 256  # more than there are
_NO_NUMBERS = Random(0)


@cache
def the_game() -> BlitzkriegToMoscow2:
    found = find_game("blitzkrieg-to-moscow-2")
    assert isinstance(found, BlitzkriegToMoscow2)
    return found


def whole_game(seed: int) -> None:
    """Play a game to its end at first sight."""
    state = the_game().start()
    assert isinstance(state, BlitzkriegState)
    Playout(state, weights_of("recruit"), Sample("game", seed)).play_on(ALL_TURNS)


def quick_retreat(evaluator: Evaluator, step: Retreat) -> Action:
    """Where it can do most."""
    return max(step.actions(evaluator.state), key=lambda action: evaluator.pull(action.number))


def quick_advance(evaluator: Evaluator, step: Advance) -> Action:
    """The unit for which the hex is the greatest gain enters it; a city is always entered."""
    state, hex = evaluator.state, step.battle.hex
    units = [unit for unit in members(step.candidates(state)) if fits_in(state, 1 << unit, hex)]
    if not units:
        return STAY
    unit = min(units, key=lambda unit: (evaluator.pull(state.where[unit]), unit))
    city = CITIES >> hex & 1 and not state.at[hex]
    return ADVANCE[unit] if city or evaluator.pull(state.where[unit]) < evaluator.pull(hex) else STAY


class QuickPlayer(Recruit):
    """Both sides of a playout."""

    decisions: ClassVar[Decisions] = {
        **Recruit.decisions,
        Retreat: by_own(quick_retreat),
        Advance: by_own(quick_advance),
    }

    def evaluator_of(self, state: BlitzkriegState, side: int) -> Evaluator:
        return QuickEvaluator(state.copy(), side, self.weights_for(state))


class Playout:
    """A position that is being played on. ``state`` is changed."""

    def __init__(self, state: BlitzkriegState, players: Both, sample: Sample) -> None:
        self.state = state
        self.players = players
        self.sample = sample
        self.player = QuickPlayer(the_game(), 0, players)
        self._rolls: dict[int, int] = {}

    def play_on(self, turns: int) -> None:
        """Play on until this many player turns have ended, or the game has."""
        state = self.state
        active = state.active
        while state.outcome is None:
            if state.active != active:
                active = state.active
                turns -= 1
                if not turns:
                    return
            self.step()

    def step(self) -> None:
        """Answer the question on top: a whole Movement Phase at once."""
        state = self.state
        step = state.stack[-1]
        if isinstance(step, RollDie):
            state.apply(ROLL[1 + int(6 * self.roll(step))])
        elif isinstance(step, Movement) and not step.moved:
            quick_move(state, self.players[state.active])
        else:
            assert state.side != CHANCE
            state.apply(self.player.choose(state, _NO_NUMBERS))

    def roll(self, step: RollDie) -> float:
        """The same number for the same combat under every plan; after a card the next one."""
        state = self.state
        key = (2 * state.turn + state.active) * HEXES + step.battle.hex
        times = self._rolls.get(key, 0)
        self._rolls[key] = times + 1
        return self.sample.number(ROLLS * key + min(times, ROLLS - 1))
