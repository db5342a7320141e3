"""A bot that does anything."""

from __future__ import annotations

from random import Random

from ..core import Action, State
from .bot import Bot


class RandomBot(Bot):
    """Takes any legal action, each equally likely."""

    name = "random"

    def choose(self, state: State, rng: Random) -> Action:
        return rng.choice(state.actions())

    def explain(self) -> str:
        return "Anything will do."
