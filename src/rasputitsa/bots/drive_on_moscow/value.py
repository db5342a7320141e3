"""What a position between two player turns is worth: the Germans' chance to win, from a few features."""

from __future__ import annotations

from functools import cache
from statistics import fmean

from ...core.data import Source
from ...core.sets import flood, members
from ...games.drive_on_moscow.facts import (
    ALL_OF,
    BOARD,
    EAST_SOURCES,
    FIRST_HEX,
    FIVE_CITIES,
    GERMAN,
    MECH,
    MOSCOW,
    SIDES,
    SOVIET,
)
from ...games.drive_on_moscow.state import DriveOnMoscowState
from ...games.drive_on_moscow.supply import soviet_open, soviet_supplied
from ..values import FittedValue
from .garrisons import units_in
from .ground import FAR, LIFELINE, LIFELINE_FLANKS, MOSCOW_RING, TO_MOSCOW, distances

# Units are counted in tens, distances in tens of movement points.
FEATURES = (
    "cities held by the Germans",
    "German steps",
    "mechanized units at Moscow",
    "mechanized units near Moscow",
    "other German units at Moscow",
    "other German units near Moscow",
    "distance of the first mechanized units",
    "distance of the first other units",
    "ring of Moscow German",
    "ring of Moscow Soviet",
    "Soviet units in Moscow",
    "Soviet units in the ring",
    "Soviet units on the supply line",
    "Soviet units near Moscow",
    "Soviet units",
    "sources that Moscow can reach",
    "Soviet units cut off",
    "distance of the first mechanized units to the supply line",
    "offensive still to be declared",
    "offensive is coming",
)
NEAREST = 8  # so many units make up the first
FIRST = 4  # so many could cut Moscow off
NEAR = 9  # movement points
TO_LIFELINE = [min(ways) for ways in zip(*(distances(hex) for hex in members(LIFELINE)), strict=True)]


def group(state: DriveOnMoscowState) -> str:
    """Positions are compared by turn and by who moves next."""
    return f"{state.turn} {SIDES[state.active]}"


def features(state: DriveOnMoscowState) -> list[float]:
    mech, others = german_distances(state)
    return [
        float((FIVE_CITIES & state.control).bit_count()),
        sum(state.steps(unit) for unit in members(state.units_in(GERMAN))) / 100,
        sum(way <= 2 for way in mech) / 10,
        sum(way <= NEAR for way in mech) / 10,
        sum(way <= 2 for way in others) / 10,
        sum(way <= NEAR for way in others) / 10,
        sum(mech[:NEAREST]) / NEAREST / 10,
        sum(others[:NEAREST]) / NEAREST / 10,
        float((MOSCOW_RING & (state.occupied(GERMAN) | state.german_zone() & ~state.occupied(SOVIET))).bit_count()),
        float((MOSCOW_RING & state.occupied(SOVIET)).bit_count()),
        units_in(state, SOVIET, MOSCOW) / 10,
        units_in(state, SOVIET, MOSCOW_RING) / 10,
        units_in(state, SOVIET, LIFELINE | LIFELINE_FLANKS) / 10,
        units_in(state, SOVIET, _NEAR) / 10,
        units_in(state, SOVIET, -1) / 10,
        sources(state),
        cut_off(state) / 10,
        to_the_lifeline(state) / 10,
        float(not state.november),
        float(bool(state.november) and state.turn <= state.november + 1),
    ]


_NEAR = sum(1 << hex for hex in members(BOARD.hexes) if TO_MOSCOW[hex] <= NEAR)


def german_distances(state: DriveOnMoscowState) -> tuple[list[int], list[int]]:
    """How far the mechanized units and the others are from Moscow, the nearest first."""
    where = state.where
    on_map = [unit for unit in members(ALL_OF[GERMAN]) if where[unit] >= FIRST_HEX]
    mech = sorted(TO_MOSCOW[where[unit]] for unit in on_map if MECH >> unit & 1)
    others = sorted(TO_MOSCOW[where[unit]] for unit in on_map if not MECH >> unit & 1)
    return mech, others


def sources(state: DriveOnMoscowState) -> float:
    """4.2: with how many sources on the map edge Moscow is connected."""
    net = flood(BOARD.spread, MOSCOW, soviet_open(state) | MOSCOW)
    return float((net & EAST_SOURCES & ~state.control).bit_count())


def cut_off(state: DriveOnMoscowState) -> int:
    """8.6: the Soviet units that are out of supply now."""
    return units_in(state, SOVIET, state.occupied(SOVIET) & ~soviet_supplied(state))


def to_the_lifeline(state: DriveOnMoscowState) -> float:
    """How far the first mechanized units are from where Moscow's supply line runs (4.2)."""
    where = state.where
    on_map = [unit for unit in members(ALL_OF[GERMAN] & MECH) if where[unit] >= FIRST_HEX]
    ways = sorted(TO_LIFELINE[where[unit]] for unit in on_map)
    return fmean(ways[:FIRST]) if ways else FAR


@cache
def fitted() -> FittedValue:
    return FittedValue(Source.read(__package__, "value.toml"), FEATURES)


def value_for(state: DriveOnMoscowState, side: int) -> float:
    """How good a position is for a side, from 0 (lost) to 1 (won)."""
    if state.outcome is not None:
        return float(state.outcome.winner == SIDES[side])
    chance = fitted().chance(group(state), features(state))
    return chance if side == GERMAN else 1.0 - chance
