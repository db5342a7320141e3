"""Games to fit the value on: both sides play at first sight, with weights that vary from game to game."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from typing import Any, TypeVar

from ...games.drive_on_moscow.facts import GERMAN
from ..sampling import Sample
from ..values import Example
from .playouts import Playout, start_of_play
from .value import FEATURES, features, group, value_for
from .weights import CHOICES, Both, Weights, jittered, weights_of

__all__ = ["FEATURES", "SIDE", "examples"]
SIDE = "german"
W = TypeVar("W", bound=Weights)
SET_UPS = ("set_up", "forward_set_up", "reserve_set_up")
IDEAS = ("recruit", "marshal", "marshal", "drive", "cities", "pockets", "counter")


def with_any_set_up(weights: W, rng: Random) -> W:
    """The same weights, with any of the set-ups that are offered."""
    names = [each.name for each in fields(weights) if each.name in SET_UPS]
    changes: dict[str, Any] = {name: rng.choice(CHOICES[name]) for name in names}
    return replace(weights, **changes)


def examples(seed: int) -> list[Example]:
    """The positions between the player turns of one game, with its result for the Germans."""
    rng = Random(f"fit {seed}")
    players = Both(
        jittered(weights_of(rng.choice(IDEAS)).german, rng), jittered(weights_of(rng.choice(IDEAS)).soviet, rng)
    )
    state = start_of_play(Both(with_any_set_up(players.german, rng), with_any_set_up(players.soviet, rng)))
    playout = Playout(state, players, Sample("fit", seed))
    seen = []
    while state.outcome is None:
        playout.run(1)
        if state.outcome is None:
            seen.append((group(state), features(state)))
    result = value_for(state, GERMAN)
    return [Example(name, numbers, result) for name, numbers in seen]
