"""What is needed to tune the weights: what they are, a player that uses others, and whom it plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace

from ...games import game as find_game
from ..bot import Bot
from .recruit import Recruit
from .weights import weights_of

PARTNERS = ("recruit", "drive", "flanks", "counter")


def weights(side: str) -> dict[str, float]:
    """The weights of a side that are single numbers."""
    every = asdict(getattr(weights_of("recruit"), side))
    return {name: value for name, value in every.items() if isinstance(value, float)}


def player(side: str, changes: Mapping[str, float], seed: int) -> Bot:
    """A recruit with some other weights."""
    both = weights_of("recruit")
    changed = both._replace(**{side: replace(getattr(both, side), **changes)})
    return Recruit(find_game("battle-for-moscow"), seed, changed)
