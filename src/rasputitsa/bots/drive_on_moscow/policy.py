"""The policy of both sides at first sight: what a movement phase looks like under some weights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...games.drive_on_moscow.facts import GERMAN
from ...games.drive_on_moscow.state import DriveOnMoscowState
from . import german, objectives, posts, soviet
from .plans import Move
from .weights import GermanWeights, SovietWeights, Weights

Orders = Mapping[int, int]  # by unit: where it is to go, whatever the policy has in mind for it


def march(state: DriveOnMoscowState, weights: Weights, orders: Orders | None = None) -> Iterator[Move]:
    """The moves of a phase, each made in the state when it is given; it ends before a mobile assault is fought."""
    if state.active == GERMAN:
        assert isinstance(weights, GermanWeights)
        goals = objectives.assign(state, weights)
        goals.update((unit, goal) for unit, goal in (orders or {}).items() if unit in goals)
        return german.march(state, goals, weights)
    assert isinstance(weights, SovietWeights)
    plan = posts.assign(state, weights)
    plan.update(orders or {})
    return soviet.march(state, plan, weights)
