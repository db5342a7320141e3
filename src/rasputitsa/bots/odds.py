"""Exact expectations: what the dice promise on average, straight from their probabilities."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from ..core import CHANCE, State

R = TypeVar("R")
S = TypeVar("S", bound=State)


def result_chances(row: Sequence[R], order: Iterable[R] = ()) -> list[tuple[R, float]]:
    """The results of a column of a combat table with their probabilities, one entry for each face of the die."""
    results = [result for result in order if result in row] or list(dict.fromkeys(row))
    return [(result, row.count(result) / len(row)) for result in results]


def expectation(chances: Iterable[tuple[R, float]], value: Callable[[R], float]) -> float:
    """The mean of a value over results and their probabilities."""
    return sum(chance * value(result) for result, chance in chances)


def expected_value(state: S, value: Callable[[S], float]) -> float:
    """The mean of a value over everything that chance can do here; the value itself where chance has no part.

    Chance may be asked several times in a row (a draw after a roll): then the mean is taken over all of it.
    """
    if state.side != CHANCE:
        return value(state)
    total = 0.0
    for action, probability in state.chances():
        after = state.copy()
        after.apply(action)
        total += float(probability) * expected_value(after, value)
    return total
