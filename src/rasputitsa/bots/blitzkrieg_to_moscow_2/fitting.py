"""Games to fit the value on: both sides play at first sight, with weights that vary from game to game."""

from __future__ import annotations

from random import Random

from ...games.blitzkrieg_to_moscow_2.facts import GERMAN, SIDES
from ...games.blitzkrieg_to_moscow_2.state import BlitzkriegState
from ..sampling import Sample
from ..values import Example
from ..weights import jittered
from .playouts import Playout, the_game
from .value import FEATURES, features, group, value_for
from .weights import GROUND, Both, weights_of

__all__ = ["FEATURES", "LEAN", "SIDE", "examples"]
SIDE = "german"
JITTER = 0.4
LEAN = (
    40.0  # the value of each player turn leans on that of the next: what is rare early would be misjudged from so few
)


def examples(seed: int) -> list[Example]:
    """The positions between the player turns of one game, with its result for the Germans: the surer, the more points
    were to spare, which tells more than who won.
    """
    rng = Random(f"fit {seed}")
    weights = weights_of("recruit")
    players = Both(*(jittered(weights[side], rng, JITTER, GROUND) for side in range(len(SIDES))))
    state = the_game().start()
    assert isinstance(state, BlitzkriegState)
    playout = Playout(state, players, Sample("fit", seed))
    seen = []
    while state.outcome is None:
        playout.play_on(1)
        if state.outcome is None:
            seen.append((group(state), features(state)))
    result = value_for(state, GERMAN)
    return [Example(name, numbers, result) for name, numbers in seen]
