"""A fitted value: the chance to win, from a few features of a position, by logistic functions out of a data file.

The file says how it was made, names the features in their order, and has one list of coefficients for each group of
positions (the turn and who moves next, say): the constant first, then one for each feature.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from ..core.data import Source


class NotFitted(LookupError):
    """The value was fitted on no positions like this one, such as those of the set-up."""


class Example(NamedTuple):
    """A position to fit a value on: its group and features, and the result of its game from 0 (lost) to 1 (won)."""

    group: str
    features: list[float]
    result: float


def logistic(score: float) -> float:
    if score < 0:
        return 1.0 - logistic(-score)
    return 1.0 / (1.0 + exp(-score)) if score < 700 else 1.0


class FittedValue:
    """The value of positions by group and features."""

    def __init__(self, source: Source, names: Sequence[str]) -> None:
        source.only("made", "features", "groups")
        source.get("made", str)
        if source.texts("features") != list(names):
            raise source.error("features", f"must be {', '.join(names)}: fit the value again")
        groups = source.table("groups")
        self._groups: dict[str, tuple[float, ...]] = {}
        for group in groups.data:
            found = groups.get(group, list)
            if len(found) != len(names) + 1 or not all(isinstance(number, int | float) for number in found):
                raise groups.error(group, f"must hold {len(names) + 1} numbers")
            self._groups[group] = tuple(map(float, found))

    def chance(self, group: str, features: Sequence[float]) -> float:
        """The chance to win of the side for which it was fitted; else `NotFitted`."""
        if group not in self._groups:
            raise NotFitted(f"The value was not fitted on positions of the group {group!r}.")
        constant, *coefficients = self._groups[group]
        return logistic(constant + sum(map(float.__mul__, coefficients, features)))
