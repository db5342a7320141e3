"""A bot that plays at random."""

from __future__ import annotations

from random import Random

from ..core import Action, State
from .bot import Bot, Stop, never


class RandomBot(Bot):
    """Takes any legal action, each equally likely."""

    name = "random"
    heeds = False

    def choose(self, state: State, rng: Random, stop: Stop = never) -> Action:
        return rng.choice(state.actions())

    def explain(self) -> str:
        return "Any legal action will do."
