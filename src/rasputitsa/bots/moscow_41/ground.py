"""What ground is worth: goals by scenario, and a field that pulls blocks toward them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ...games.moscow_41.facts import AREAS, CHERNIGOV, GERMAN, KIEV, MOSCOW, PLACES, ROMNY, SIZE, VICTORY, spread
from ...games.moscow_41.state import Moscow41State
from ..distances import distances
from .weights import Weights

FAR = 40


@cache
def distance_to(area: int) -> tuple[int, ...]:
    """The steps from every area to this one, whoever is in between."""
    return tuple(distances(spread, 1 << area, SIZE, FAR))


def all_goals(state: Moscow41State, weights: Weights) -> dict[int, float]:
    """The areas that matter to a side and are not decided for good, with their weights."""
    wanted = {PLACES[name]: weight for name, weight in weights.goals.items()}
    if state.german >> KIEV & 1:
        wanted = {area: weight for area, weight in wanted.items() if area not in (CHERNIGOV, ROMNY)}
    return wanted


def goals(state: Moscow41State, side: int, weights: Weights) -> dict[int, float]:
    """The areas that a side strives for: the Germans those that they do not control, the Soviets all."""
    wanted = all_goals(state, weights)
    if side == GERMAN:
        return {area: weight for area, weight in wanted.items() if not state.german >> area & 1} or wanted
    return wanted


def field(state: Moscow41State, side: int, weights: Weights) -> tuple[float, ...]:
    """By area: how near it is to the goals, heavy and near ones counting most."""
    return field_of(tuple(goals(state, side, weights).items()), weights.fade)


@cache
def field_of(wanted: tuple[tuple[int, float], ...], fading: float) -> tuple[float, ...]:
    found = [0.0] * SIZE
    fade = [fading**steps for steps in range(FAR + 1)]
    for area, weight in wanted:
        for place, steps in enumerate(distance_to(area)):
            found[place] += weight * fade[steps]
    return tuple(found)


def worth(area: int, wanted: Mapping[int, float], weights: Weights) -> float:
    """What it is worth to take an area, if these are the goals."""
    value = weights.area + wanted.get(area, 0.0) * weights.goal
    if VICTORY >> area & 1:
        value += weights.victory_area
    if area == MOSCOW:
        value += weights.victory_area
    return value if AREAS >> area & 1 else 0.0
