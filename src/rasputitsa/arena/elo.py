"""Ratings from many matches: the Elo differences that make the results most likely, and how sure they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, sqrt
from typing import NamedTuple

from ..bots.values import logistic
from .fit import solve
from .scores import Z95

POINTS = 400 / log(10)  # Elo points for each unit of the logistic function
ROUNDS = 50
DRAWS_ASSUMED = 0.5  # between any two that met: a bot that lost nothing is not infinitely strong


class Meeting(NamedTuple):
    """The points of the first of two bots, a draw being half a point, and the matches that they played."""

    points: float
    matches: int


class Rating(NamedTuple):
    """Elo points, with the half-width of their 95% interval."""

    elo: float
    error: float


def ratings(names: Sequence[str], meetings: Mapping[tuple[str, str], Meeting]) -> dict[str, Rating]:
    """The rating of each bot, the first one being at 0."""
    index = {name: number for number, name in enumerate(names)}
    pairs = [
        (index[a], index[b], meeting.points + DRAWS_ASSUMED / 2, meeting.matches + DRAWS_ASSUMED)
        for (a, b), meeting in meetings.items()
        if meeting.matches
    ]
    size = len(names) - 1  # the first is fixed
    found = [0.0] * len(names)
    bend: list[list[float]] = []
    for _ in range(ROUNDS):
        slope = [0.0] * len(names)
        bend = [[1e-9 * (row == column) for column in range(len(names))] for row in range(len(names))]
        for a, b, points, matches in pairs:
            chance = logistic(found[a] - found[b])
            slope[a] += points - matches * chance
            slope[b] -= points - matches * chance
            weight = matches * chance * (1 - chance)
            bend[a][a] += weight
            bend[b][b] += weight
            bend[a][b] -= weight
            bend[b][a] -= weight
        change = solve([row[1:] for row in bend[1:]], slope[1:]) if size else []
        found = [0.0, *(value + max(-2.0, min(2.0, step)) for value, step in zip(found[1:], change, strict=True))]
        if not change or max(map(abs, change)) < 1e-9:
            break
    errors = [0.0]
    for row in range(size):
        unit = [float(column == row) for column in range(size)]
        variance = solve([line[1:] for line in bend[1:]], unit)[row]
        errors.append(Z95 * sqrt(max(variance, 0.0)))
    return {
        name: Rating(POINTS * value, POINTS * error) for name, value, error in zip(names, found, errors, strict=True)
    }
