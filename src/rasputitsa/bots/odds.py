"""Exact expectations: what the dice promise on average, straight from their probabilities."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from random import Random
from typing import TypeVar

from ..core import CHANCE, Action, State

R = TypeVar("R")
S = TypeVar("S", bound=State)


def result_chances(row: Sequence[R], order: Iterable[R] = ()) -> list[tuple[R, float]]:
    """The results of a column of a combat table with their probabilities, one entry for each face of the die."""
    results = [result for result in order if result in row] or list(dict.fromkeys(row))
    return [(result, row.count(result) / len(row)) for result in results]


def expectation(chances: Iterable[tuple[R, float]], value: Callable[[R], float]) -> float:
    """The mean of a value over results and their probabilities."""
    return sum(chance * value(result) for result, chance in chances)


def random_chance(state: State, rng: Random) -> Action:
    """What chance does, drawn by its probabilities."""
    chances = state.chances()
    return rng.choices([action for action, _ in chances], [float(chance) for _, chance in chances])[0]


def no_reply(state: State) -> Action | None:
    return None


def expected_value(state: S, value: Callable[[S], float], reply: Callable[[S], Action | None] = no_reply) -> float:
    """The mean of a value over everything that chance can do from here on.

    Chance may act several times in a row (a draw after a roll). Where a player must act in between (who takes the
    loss, where to retreat), ``reply`` says what that player does; None ends it, and the value is taken there.
    """
    if state.side == CHANCE:
        chances = state.chances()
    else:
        action = reply(state) if state.side is not None else None
        if action is None:
            return value(state)
        chances = [(action, Fraction(1))]
    total = 0.0
    for action, probability in chances:
        after = state.copy()
        after.apply(action)
        total += float(probability) * expected_value(after, value, reply)
    return total
