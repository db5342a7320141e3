"""Wins, draws and losses, and their confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

Z95 = 1.959963984540054  # the 97.5 % point of the normal distribution


class Interval(NamedTuple):
    """The 95 % confidence interval of a rate."""

    low: float
    high: float


def wilson(successes: float, trials: int, z: float = Z95) -> Interval:
    """Wilson's score interval of a rate; half a success is a draw. Without trials it is the whole range."""
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} of {trials} is not a rate")
    if not trials:
        return Interval(0.0, 1.0)
    rate, square = successes / trials, z * z
    middle = (rate + square / (2 * trials)) / (1 + square / trials)
    half = z / (1 + square / trials) * math.sqrt(rate * (1 - rate) / trials + square / (4 * trials * trials))
    return Interval(max(0.0, middle - half), min(1.0, middle + half))


class Score(NamedTuple):
    """The results of a player in some matches."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def matches(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win is a point, a draw half a point."""
        return self.wins + self.draws / 2

    @property
    def rate(self) -> float:
        """The points for each match."""
        return self.points / self.matches if self.matches else 0.0

    @property
    def interval(self) -> Interval:
        """Of the points for each match."""
        return wilson(self.points, self.matches)


def score(results: Iterable[str | None], who: str) -> Score:
    """The score of one player: ``results`` names the winner of each match, None for a draw."""
    wins = draws = losses = 0
    for winner in results:
        if winner is None:
            draws += 1
        elif winner == who:
            wins += 1
        else:
            losses += 1
    return Score(wins, draws, losses)
