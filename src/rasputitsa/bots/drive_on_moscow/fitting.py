"""Games to fit the value on: both sides play at first sight, with weights that vary from game to game."""

from __future__ import annotations

from random import Random

from ...games.drive_on_moscow.facts import GERMAN
from ..sampling import Sample
from ..values import Example
from .playouts import Playout, start_of_play
from .value import FEATURES, features, group, value_for
from .weights import Both, jittered, weights_of

__all__ = ["FEATURES", "SIDE", "examples"]
SIDE = "german"
IDEAS = ("recruit", "recruit", "drive", "cities", "pockets", "counter")


def examples(seed: int) -> list[Example]:
    """The positions between the player turns of one game, with its result for the Germans."""
    rng = Random(f"fit {seed}")
    players = Both(
        jittered(weights_of(rng.choice(IDEAS)).german, rng), jittered(weights_of(rng.choice(IDEAS)).soviet, rng)
    )
    state = start_of_play()
    playout = Playout(state, players, Sample("fit", seed))
    seen = []
    while state.outcome is None:
        playout.run(1)
        if state.outcome is None:
            seen.append((group(state), features(state)))
    result = value_for(state, GERMAN)
    return [Example(name, numbers, result) for name, numbers in seen]
