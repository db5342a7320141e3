"""What every computer player is, and the one way to ask it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from time import monotonic

from ..core import Action, Game, RasputitsaError, State
from .heeding import careful
from .search import Partner

Stop = Callable[[], bool]  # whether the bot must answer now


class UnknownBot(RasputitsaError):
    """There is no bot of that name, or it does not play that game."""


def never() -> bool:
    """The bot may think for as long as it likes."""
    return False


def after(seconds: float) -> Stop:
    """The bot must answer when this many seconds have passed."""
    end = monotonic() + seconds
    return lambda: monotonic() >= end


class Bot(ABC):
    """A computer player of one game.

    It is never shown the true state, only one that its side could be in. It has no memory that matters: the same
    seed, the same position and the same random numbers give the same decision.
    """

    name: str = ""
    partner: Partner | None = None  # with whom it searches; what it finds is the same without
    games: tuple[str, ...] = ()  # the names of those that it plays; none means every game
    heeds: bool = True  # whether it heeds the warnings of the rules

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self.seed = seed

    @abstractmethod
    def choose(self, state: State, rng: Random, stop: Stop = never) -> Action:
        """A legal action of the side that must act. ``state`` is a guess; the bot may change it.

        ``stop`` is asked again and again while the bot thinks. Once it says yes, the bot answers with the best
        action that it has found so far.
        """

    def explain(self) -> str:
        """The reason for the last decision, in one sentence; "" where there is nothing to say."""
        return ""


def decide(bot: Bot, state: State, number: int, stop: Stop = never) -> Action:
    """Ask a bot for its action in a match: it gets a guess of the true state, and random numbers for this position.

    ``number`` is the number of the position in its match; ``stop`` says when the bot must answer.
    """
    side = state.side
    if side is None:
        raise ValueError("Nobody has to act: the game is over.")
    rng = Random(f"{bot.seed} {number}")
    guess = state.guess(side, rng)
    if not bot.heeds:
        return bot.choose(guess, rng, stop)
    return careful(guess.copy(), bot.choose(guess, rng, stop))
