"""7.2.1 The Logistics Value, with every term of it."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ...core.sets import members
from .facts import ALL_OF, HQS, LEADER_OF, LENINGRAD, LOST_PER_POINT, MOSCOW, POOL, RAIN, SUNNY, TITLES, UNITS
from .state import Moscow41State
from .victory import victory_points

LEADER_WORDS = tuple(f"Strength of {UNITS[leader].title}" for leader in LEADER_OF)
_HQ_LIST = tuple(tuple(members(HQS & own)) for own in ALL_OF)


class Term(NamedTuple):
    """One line of the sheet."""

    text: str
    points: int
    rule: str


def hqs_in_action(state: Moscow41State, side: int) -> int:
    """7.2.1: the HQs on the map or the Road to Leningrad that are not exhausted."""
    where, strength = state.where, state.strength
    return sum(1 for hq in _HQ_LIST[side] if strength[hq] and where[hq] < POOL)


def leader_strength(state: Moscow41State, side: int) -> int:
    leader = LEADER_OF[side]
    return state.strength[leader] if state.where[leader] < POOL else 0


def holds_both_cities(state: Moscow41State, side: int) -> bool:
    """7.2.1.1: whether a side controls Moscow and Leningrad."""
    both = 1 << MOSCOW | 1 << LENINGRAD
    return state.german & both == (both if side == 0 else 0)


def is_halved(state: Moscow41State, side: int) -> bool:
    """7.2.1.1"""
    if state.weather == SUNNY:
        return False
    return state.weather == RAIN or not holds_both_cities(state, side)


def terms(state: Moscow41State, side: int) -> list[Term]:
    """The terms of the sum, before the weather."""
    return [
        Term(LEADER_WORDS[side], leader_strength(state, side), "7.2.1"),
        Term("HQs in play, exhausted ones not counted", hqs_in_action(state, side), "7.2.1"),
        Term("Victory Points", victory_points(state, side), "7.2.1"),
        lost_term(state.lost(1 - side), TITLES[1 - side]),
    ]


@cache
def lost_term(lost: int, title: str) -> Term:
    """9.3: blocks of the other side that are lost for good."""
    text = f"{title} blocks lost for good: {lost}, a point for every {LOST_PER_POINT}"
    return Term(text, lost // LOST_PER_POINT, "7.2.1")


def logistics_value(state: Moscow41State, side: int) -> int:
    return total(state, side, terms(state, side))


def total(state: Moscow41State, side: int, summands: list[Term]) -> int:
    """What the terms come to: rain halves it, and so do snow and blizzards for most (7.2.1.1)."""
    points = sum(term.points for term in summands)
    return points // 2 if is_halved(state, side) else points
