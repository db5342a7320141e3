"""How a match stands: the chance of each side to win, by the fitted value of its game.

The value is fitted on positions between two player turns. So recruits first play the present turn to its end, in a few
imagined futures, and what the value says of these is averaged.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from math import sqrt
from random import Random
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from ..core import CHANCE, State
from .bot import Bot, Stop, never
from .odds import random_chance
from .values import NotFitted

FUTURES = 8
POLICY = "recruit"  # who plays the present turn to its end
LONGEST = 5000  # actions of an imagined future

Value = Callable[[Any, int], float]  # the chance to win of the side with this number


class Standing(NamedTuple):
    """The chance of each side to win, by its name, and the standard error of these."""

    chances: dict[str, float]
    error: float


def standing(state: State, viewer: str, seed: int, stop: Stop = never) -> Standing:
    """How the match stands as far as a side may know. Once ``stop`` says yes, what was imagined so far counts."""
    return _mean(state, seed, stop, lambda rng: state.guess(viewer, rng))


def true_standing(state: State, seed: int, futures: int = FUTURES) -> Standing:
    """How the match stands for somebody who knows everything."""
    return _mean(state, seed, never, lambda rng: state.copy(), futures)


def _mean(state: State, seed: int, stop: Stop, imagined: Callable[[Random], State], futures: int = FUTURES) -> Standing:
    from . import bot  # which loads the bots of the game

    first, second = (side.name for side in state.game.sides)
    player = bot(POLICY, state.game, seed)
    value = value_of(state)
    found: list[float] = []
    for index in range(futures):
        rng = Random(f"{seed} {index}")
        future = imagined(rng)
        finish_turn(future, player, rng)
        found.append(value(future, 0))
        if stop():
            break
    chance = fmean(found)
    return Standing({first: chance, second: 1.0 - chance}, pstdev(found) / sqrt(len(found)))


def value_of(state: State) -> Value:
    """The fitted value of the state's game or edition. Raises `NotFitted` where none has been fitted."""
    name = state.game.name.replace("-", "_")
    edition = f"@{state.game.edition}" if state.game.edition else ""
    try:
        found: Value = import_module(f".{name}{edition}.value", __package__).value_for
    except ModuleNotFoundError as error:
        raise NotFitted(f"no value has been fitted for {state.game.title}") from error
    return found


def finish_turn(state: Any, player: Bot, rng: Random) -> None:
    """Play on until the other side has its turn, or to the end."""
    active = state.active
    for _ in range(LONGEST):
        if state.outcome is not None or state.active != active:
            return
        state.apply(random_chance(state, rng) if state.side == CHANCE else player.choose(state.copy(), rng))
