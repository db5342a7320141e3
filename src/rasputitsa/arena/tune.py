"""Tuning: weights are varied, and what wins more matches is kept, by the evolution strategy CMA-ES.

The optimizer is an extra (``pip install rasputitsa[tune]``). Every try of a generation plays the same matches: one side
with the tried weights, the other in turn by each of the game's sparring partners.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from importlib import import_module
from math import exp, log
from typing import Any

from ..bots import bot, tuning
from ..core import DRAW
from .matches import Pairing, play_between
from .tournament import BadTournament

SPREAD = 0.3  # the standard deviation of the first tries, of the logarithms of the weights


def tune(
    game: str,
    side: str,
    names: Sequence[str],
    matches: int,
    each: int,
    seed: int,
    executor: Executor | None = None,
    tell: Callable[[str], None] = print,
) -> str:
    """The data file with the tuned weights of a side, after about so many matches; ``each`` is played by every try."""
    start = tuning(game).weights(side)
    for name in names:
        if start.get(name, 0.0) <= 0:
            known = ", ".join(name for name, value in start.items() if value > 0)
            raise BadTournament(f"There is no weight {name[:40]!r} to tune. Available: {known}.")
    try:
        cma = import_module("cma")
    except ImportError:
        raise BadTournament("Tuning needs an optimizer: pip install 'rasputitsa[tune]'.") from None
    settings = {"seed": seed + 1, "verbose": -9, "CMA_stds": [1.0] * len(names)}
    strategy: Any = cma.CMAEvolutionStrategy([log(start[name]) for name in names], SPREAD, settings)
    played = 0
    generation = 0
    while played < matches:
        tries = strategy.ask()
        weights = [{name: exp(value) for name, value in zip(names, each_try, strict=True)} for each_try in tries]
        first = seed + generation * each
        mapped: Callable[..., Iterable[float]] = map if executor is None else executor.map
        scores = list(mapped(_score, *zip(*[(game, side, tried, first, each) for tried in weights], strict=True)))
        strategy.tell(tries, [1.0 - score for score in scores])
        played += each * len(tries)
        generation += 1
        tell(f"{played} of {matches} matches, generation {generation}: mean score {sum(scores) / len(scores):.3f}")
    found = {name: exp(float(value)) for name, value in zip(names, strategy.result.xfavorite, strict=True)}
    command = f"rasputitsa tune {game} --side {side} --weights {','.join(names)} -n {matches} --matches-each {each}"
    lines = [f"# Tuned weights of the {side} side.", "", f'made = "{command} --seed {seed}"', "", f"[{side}]"]
    return "\n".join([*lines, *(f"{name} = {value:.4f}" for name, value in found.items())]) + "\n"


def _score(game: str, side: str, weights: dict[str, float], seed: int, matches: int) -> float:
    """The score of one side with these weights, in so many matches against the sparring partners in turn."""
    module = tuning(game)
    partners = module.PARTNERS
    total = 0.0
    for number in range(matches):
        partner = partners[number % len(partners)]
        names = {other: side if other == side else partner for other in ("german", "soviet")}
        pairing = Pairing(number, game, names, seed + number)
        players = {
            other: module.player(side, weights, pairing.seed) if other == side else bot(partner, game, pairing.seed)
            for other in names
        }
        winner = play_between(pairing, players).winner
        total += 0.5 if winner == DRAW else float(winner == side)
    return total / matches
