"""A sequential test: matches are played until a bot's strength is proved or refuted, and no longer.

The score of a pair (the same dice from both sides, draws count half) is one observation. What is compared is how likely
the scores are if the bot is as strong as claimed against how likely they are if it is not; the ratio is that of normal
distributions with the variance seen so far, as chess engines are tested.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final

PROVED: Final = "proved"
REFUTED: Final = "refuted"
OPEN: Final = "open"

PAIRS_AT_LEAST = 4  # before anything is decided
LEAST_VARIANCE = 0.02  # of a pair's score: a few equal ones prove nothing


@dataclass(frozen=True, slots=True)
class Sprt:
    """The test of a score of ``claimed`` or more against one of ``doubted`` or less; ``risk`` is that of each error."""

    doubted: float = 0.5
    claimed: float = 0.6
    risk: float = 0.05

    @property
    def bound(self) -> float:
        return log((1 - self.risk) / self.risk)

    def evidence(self, scores: Sequence[float]) -> float:
        """The logarithm of the ratio of likelihoods, above 0 for the claim."""
        count = len(scores)
        if not count:
            return 0.0
        mean = sum(scores) / count
        variance = max(sum((score - mean) ** 2 for score in scores) / count, LEAST_VARIANCE)
        middle = (self.doubted + self.claimed) / 2
        return count * (self.claimed - self.doubted) * (mean - middle) / variance

    def verdict(self, scores: Sequence[float]) -> str:
        """PROVED, REFUTED, or OPEN: play on."""
        evidence = self.evidence(scores)
        if len(scores) < PAIRS_AT_LEAST or abs(evidence) < self.bound:
            return OPEN
        return PROVED if evidence > 0 else REFUTED
