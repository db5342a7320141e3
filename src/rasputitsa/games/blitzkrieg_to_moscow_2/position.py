"""Positions as plain data, both ways, hand-written ones included."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ...core.positions import PositionReader
from ...core.sets import contains, members
from ...core.step_codec import StepCodec
from ...core.values import Data
from .cards import card_ids
from .facts import (
    AREAS,
    BOARD,
    CARD_NAMES,
    CITIES,
    CORPS,
    GERMAN,
    HOMES,
    LAST_TURN,
    POOL,
    SEA,
    SIDES,
    SOVIET,
    SURRENDERED,
    TRACK,
    UNIT_NAMES,
    UNITS,
    space_label,
)
from .state import BlitzkriegState
from .step_checks import CHECKS, STEPS

CODEC = StepCodec(
    UNIT_NAMES, BOARD.names, list(dict.fromkeys(step for steps in STEPS.values() for step in steps)), CARD_NAMES, SIDES
)


def write_unit(state: BlitzkriegState, unit: int) -> Data | None:
    """A unit as plain data. Those that are eliminated are left out."""
    if state.where[unit] == POOL:
        return None
    data: Data = {"at": BOARD.names[state.where[unit]]}
    if state.where[unit] == TRACK:
        data["due"] = state.due[unit]
    elif state.where[unit] != SURRENDERED:
        data["side"] = "fresh" if contains(state.fresh, unit) else "spent"
    return data


class Reader(PositionReader[BlitzkriegState]):
    """Reads one position and gathers all that is wrong with it."""

    steps, checks, winners = STEPS, CHECKS, SIDES
    unit_words = MappingProxyType({"fresh": "side", "spent": "side"})

    def read_unit(self, state: BlitzkriegState, unit: int, space: int, facts: Mapping[str, Any]) -> None:
        name = UNIT_NAMES[unit]
        if set(facts) - {"at", "side", "due"}:
            self.problems.append(f"unit {name} has 'at', may have 'side' and 'due', and nothing else")
        elif contains(SEA, space):
            self.problems.append(f"unit {name} is at {facts['at']}, in the sea")
        elif space in AREAS and space not in HOMES[unit]:
            self.problems.append(f"unit {name} cannot be in the rear area {facts['at']} (10.4)")
        else:
            self.unit_side(state, unit, space, facts)

    def check_facts(self, state: BlitzkriegState, data: Mapping[str, Any]) -> None:
        for hex in members(state.occupied[0] & state.occupied[1]):
            self.problems.append(f"units of both sides are in {space_label(hex)}")
        self.cities(state, data.get("german_cities") is not None)
        if state.hands & state.played:
            self.problems.append(f"{card_ids(state.hands & state.played)[0]} is both in a hand and played")
        if state.hero and not contains(CITIES, state.hero):
            self.problems.append(f"hero is {BOARD.names[state.hero]!r}, which is not a city")
        if state.hero_stands and not state.hero:
            self.problems.append("hero_stands, but there is no Hero City")

    def unit_side(self, state: BlitzkriegState, unit: int, space: int, facts: Mapping[str, Any]) -> None:
        name = UNITS[unit].name
        side, due = facts.get("side", "fresh"), facts.get("due")
        if side not in ("fresh", "spent"):
            self.problems.append(f"unit {name} has side {str(side)[:40]!r}; it must be fresh or spent")
        elif side == "spent" and contains(CORPS, unit):
            self.problems.append(f"unit {name} cannot be spent: it has no such side (2.2.6)")
        elif side == "spent" and space in (POOL, SURRENDERED, TRACK):
            self.problems.append(f"unit {name} cannot be spent in {facts['at']}")
        elif (space == TRACK) != (due is not None):
            self.problems.append(f"unit {name} must have 'due' if it is on the track, and only then")
        elif due is not None and (type(due) is not int or not 1 <= due <= LAST_TURN + 1):
            self.problems.append(f"unit {name} is due on turn {str(due)[:40]!r}; turns are 1 to {LAST_TURN + 1}")
        else:
            state.put(unit, space)
            state.due[unit] = due or 0
            if side == "spent":
                state.fresh &= ~(1 << unit)

    def cities(self, state: BlitzkriegState, listed: bool) -> None:
        """4.2: a unit in a city controls it. Without a list all others are Soviet."""
        if not listed:
            state.german_cities = CITIES & state.occupied[GERMAN]
            return
        for hex in members(state.german_cities & ~CITIES):
            self.problems.append(f"german_cities names {BOARD.names[hex]!r}, which is not a city")
        for city in members(state.german_cities & state.occupied[SOVIET]):
            self.problems.append(f"german_cities names {space_label(city)}, where a Soviet unit is")
        for city in members(CITIES & ~state.german_cities & state.occupied[GERMAN]):
            self.problems.append(f"german_cities lacks {space_label(city)}, where a German unit is")

    def check_stacking(self, state: BlitzkriegState) -> None:
        """8.3: too many units may be together at any time but the three moments at which it is mended."""
