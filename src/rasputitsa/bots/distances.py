"""Distances on a map, from everywhere to a goal."""

from __future__ import annotations

from collections.abc import Callable

from ..core.sets import members


def distances(spread: Callable[[int], int], goal: int, size: int, far: int = 0) -> list[int]:
    """The steps from each of the first ``size`` spaces to the set of spaces ``goal``; ``far`` where no way leads there.

    ``spread`` gives the neighbours of a set of spaces.
    """
    found = [far] * size
    ring = seen = goal
    distance = 0
    while ring:
        for space in members(ring):
            found[space] = distance
        ring = spread(ring) & ~seen
        seen |= ring
        distance += 1
    return found
