"""How a match went, for its report: the chance of each side to win from turn to turn, and what of that the dice did.

The chances are those of the fitted value (`bots.standing`). The luck of a roll is what the position is worth after it,
compared with the average over what could have been rolled; what else changes in a player's turn counts as decisions.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

from ..bots import bot
from ..bots.odds import random_chance
from ..bots.standing import POLICY, value_of
from ..bots.values import NotFitted
from ..core import CHANCE, Action, State
from ..core.events import Kind
from ..match import Match
from .looking_back import all_states
from .protocol import Course, CourseMoment, TurningPoint

TURNING = 0.1  # by how much the chances must change in a player's turn to be a turning point
MOST_TURNING_POINTS = 5
MOST_OUTCOMES = 8  # of a roll that are looked at; of more, so many are drawn
LONGEST = 60  # answers until it is clear what a roll has done


def course(match: Match) -> Course:
    """The course of a match that is over, for somebody who knows everything; empty where no value has been fitted."""
    moments: list[CourseMoment] = []
    luck: list[float] = []  # of the dice in the player's turn that begins at each moment, for the first side
    try:
        judge = _Judge(match.start())
    except NotFitted:
        return _summed_up(match, moments, luck)
    active = None
    begun = _begun(match)
    for entry, state in zip([*match.log, None], all_states(match.start(), match.log), strict=True):
        if entry is not None and entry.number < begun:
            continue
        now: Any = state
        if entry is None or now.active != active:
            active = now.active
            chance = judge.chance(state)
            if chance is not None:
                moments.append(_moment(match, state, chance, entry.number if entry else len(match.log)))
                luck.append(0.0)
        if moments and entry is not None and entry.side == CHANCE:
            luck[-1] += judge.luck(state, entry.action)
    return _summed_up(match, moments, luck)


def _begun(match: Match) -> int:
    """The number of the position after the set-up."""
    set_up = [entry.number for entry in match.log if any(event.kind is Kind.SET_UP for event in entry.events)]
    return set_up[-1] + 1 if set_up else 0


def _moment(match: Match, state: Any, chance: float, number: int) -> CourseMoment:
    first, second = (side.name for side in match.game.sides)
    side = "" if state.outcome is not None else (first, second)[state.active]
    chances = {first: round(chance, 4), second: round(1.0 - chance, 4)}
    return {"number": number, "turn": state.view(None)["turn"], "side": side, "chances": chances}


def _summed_up(match: Match, moments: list[CourseMoment], luck: list[float]) -> Course:
    first, second = (side.name for side in match.game.sides)
    dice = {first: 0.0, second: 0.0}
    decisions = {first: 0.0, second: 0.0}
    turns: list[TurningPoint] = []
    for (begun, ended), by_dice in zip(pairwise(moments), luck, strict=False):
        change = ended["chances"][first] - begun["chances"][first]
        sign = 1.0 if begun["side"] == first else -1.0
        dice[first] += by_dice
        decisions[begun["side"]] += sign * (change - by_dice)
        turns.append({"number": begun["number"], "turn": begun["turn"], "side": begun["side"], "change": sign * change})
    dice[second] = -dice[first]
    turns.sort(key=lambda point: -abs(point["change"]))
    return {
        "moments": moments,
        "turning_points": [
            {**point, "change": round(point["change"], 4)}
            for point in turns[:MOST_TURNING_POINTS]
            if abs(point["change"]) >= TURNING
        ],
        "dice": {side: round(value, 4) for side, value in dice.items()},
        "decisions": {side: round(value, 4) for side, value in decisions.items()},
    }


class _Judge:
    """Says what positions are worth to the first side."""

    def __init__(self, first: State) -> None:
        self._value = value_of(first)
        self._player = bot(POLICY, first.game)

    def chance(self, state: State) -> float | None:
        try:
            return self._value(state, 0)
        except NotFitted:
            return None

    def luck(self, state: State, action: Action) -> float:
        """By how much an outcome is better than the average of all that chance could have done."""
        chances = [(outcome, float(probability)) for outcome, probability in state.chances()]
        if len(chances) < 2:
            return 0.0
        if len(chances) > MOST_OUTCOMES:
            drawn = Random(0).choices(*zip(*chances, strict=True), k=MOST_OUTCOMES)
            chances = [(outcome, 1 / MOST_OUTCOMES) for outcome in drawn]
        mean = sum(probability * self._after(state, outcome) for outcome, probability in chances)
        return self._after(state, action) - mean

    def _after(self, state: State, outcome: Action) -> float:
        """What a position is worth once all that follows from an outcome is done."""
        future: Any = state.copy()
        future.apply(outcome)
        active, rng = future.active, Random(0)
        for _ in range(LONGEST):
            if future.outcome is not None or len(future.stack) <= 1 or future.active != active:
                break
            chance = future.side == CHANCE
            future.apply(random_chance(future, rng) if chance else self._player.choose(future.copy(), rng))
        return self._value(future, 0)
