"""Games to fit the value on: both sides play at first sight, with weights that vary from game to game."""

from __future__ import annotations

from random import Random

from ...games.battle_for_moscow.facts import GERMAN
from ..sampling import Sample
from ..values import Example
from .playouts import play_on, start_of_play
from .problems import jittered
from .value import FEATURES, features, group, value_for
from .weights import Both, weights_of

__all__ = ["FEATURES", "SIDE", "examples"]
SIDE = "german"


def examples(seed: int) -> list[Example]:
    """The positions between the player turns of one game, with its result for the Germans."""
    rng = Random(f"fit {seed}")
    weights = weights_of("recruit")
    players = Both(jittered(weights.german, rng), jittered(weights.soviet, rng))
    state = start_of_play()
    seen = []
    sample = Sample("fit", seed)
    while state.outcome is None:
        play_on(state, players, sample, 1)
        if state.outcome is None:
            seen.append((group(state), features(state)))
    result = value_for(state, GERMAN)
    return [Example(name, numbers, result) for name, numbers in seen]
