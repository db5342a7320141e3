"""Games to fit the value on: both sides play at first sight, with weights that vary from game to game."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from typing import Any

from ...games.moscow_41.facts import GERMAN, SIDES
from ..sampling import Sample
from ..values import Example
from .playouts import play_on, start_of_play
from .quick import QuickRecruit
from .value import FEATURES, features, group, value_for
from .weights import SCENARIOS, Weights, weights_of

__all__ = ["FEATURES", "SIDE", "examples"]
SIDE = "german"
JITTER = 0.35  # how much weights are varied: the standard deviation of their logarithms
NAMES = ("recruit", "officer", "moscow", "flanks", "fight", "spare", "forward")


def examples(seed: int, scenario: str = "") -> list[Example]:
    """Positions before impulses of one game, one of each month and side, with its result for the Germans. The scenarios
    take turns unless one is given."""
    rng = Random(f"fit {seed}")
    state = start_of_play(scenario or SCENARIOS[seed % len(SCENARIOS)], seed)
    players = [varied(side, state.setting.name, rng) for side in SIDES]
    player = QuickRecruit(state.game, 0, *players)
    seen: dict[str, list[list[float]]] = {}
    sample = Sample("fit", seed)
    impulse = 0
    while state.outcome is None:
        play_on(state, player, sample, 0, impulse)
        impulse += 1
        if state.outcome is None:
            seen.setdefault(group(state), []).append(features(state))
    result = value_for(state, GERMAN)
    return [Example(name, rng.choice(rows), result) for name, rows in seen.items()]


def varied(side: str, scenario: str, rng: Random) -> Weights:
    """Somebody's weights, each a little more or less."""
    return jittered(weights_of(rng.choice(NAMES))[side][scenario], rng)


def jittered(weights: Weights, rng: Random) -> Weights:
    """The same weights, each a little more or less."""
    changes: dict[str, Any] = {}
    for each in fields(weights):
        value = getattr(weights, each.name)
        if isinstance(value, float):
            changes[each.name] = value * rng.lognormvariate(0.0, JITTER)
    goals = {place: value * rng.lognormvariate(0.0, JITTER) for place, value in weights.goals.items()}
    return replace(weights, **changes, goals=goals)
