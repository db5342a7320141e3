"""What every computer player is, and the one way to ask it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from ..core import Action, Game, RasputitsaError, State


class UnknownBot(RasputitsaError):
    """There is no bot of that name, or it does not play that game."""


class Bot(ABC):
    """A computer player of one game.

    It is never shown the true state, only one that its side could be in. It keeps no memory that matters: the same
    seed, the same situation and the same random numbers give the same decision.
    """

    name: str = ""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self.seed = seed

    @abstractmethod
    def choose(self, state: State, rng: Random) -> Action:
        """One of the legal actions of the side that is asked. ``state`` is a guess and may be changed at will."""

    def explain(self) -> str:
        """What the last decision was for, in one sentence; "" where there is nothing to say."""
        return ""


def decide(bot: Bot, state: State, number: int) -> Action:
    """Ask a bot in the true state of a match: it gets a guess, and random numbers for this position alone.

    ``number`` is the number of the position in its match.
    """
    side = state.side
    if side is None:
        raise ValueError("Nobody is asked: the game is over.")
    rng = Random(f"{bot.seed} {number}")
    return bot.choose(state.guess(side, rng), rng)
