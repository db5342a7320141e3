"""Positions as plain data, both ways, hand-written ones included."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ...core import DRAW
from ...core.positions import PositionReader
from ...core.sets import contains, members
from ...core.step_codec import StepCodec
from ...core.values import Data
from .facts import (
    BOARD,
    CITIES,
    CROSSES,
    FULL,
    GERMAN,
    GERMAN_CITIES,
    OF_SIDE,
    POOL,
    REDUCED,
    SHOCK_ARMY,
    SIDES,
    SOVIET,
    TRACK,
    UNIT_NAMES,
    space_label,
)
from .movement import Movement, Moving
from .state import BattleForMoscowState
from .step_checks import CHECKS, STEPS

CODEC = StepCodec(UNIT_NAMES, BOARD.names, list(dict.fromkeys(step for steps in STEPS.values() for step in steps)))
STEP_NAMES = {REDUCED: "reduced", FULL: "full"}


def write_unit(state: BattleForMoscowState, unit: int) -> Data | None:
    """A unit as plain data. Those in the replacement pool are left out."""
    space = state.where[unit]
    return None if space == POOL else {"at": BOARD.names[space], "step": STEP_NAMES[state.steps[unit]]}


class Reader(PositionReader[BattleForMoscowState]):
    """Reads one position and gathers all that is wrong with it."""

    steps, checks, winners = STEPS, CHECKS, (*SIDES, DRAW)
    unit_words = MappingProxyType({"full": "step", "reduced": "step"})

    def read_unit(self, state: BattleForMoscowState, unit: int, space: int, facts: Mapping[str, Any]) -> None:
        name, step = UNIT_NAMES[unit], facts.get("step", "full")
        if set(facts) - {"at", "step"}:
            self.problems.append(f"unit {name} has 'at' and 'step' and nothing else")
        elif step not in STEP_NAMES.values():
            self.problems.append(f"unit {name} has step {str(step)[:40]!r}; it must be full or reduced")
        elif space == TRACK and unit != SHOCK_ARMY:
            self.problems.append(f"unit {name} is on the turn track, where only 1sh belongs")
        elif space != POOL:
            state.steps[unit] = FULL if step == "full" else REDUCED
            state.put(unit, space)

    def check_facts(self, state: BattleForMoscowState, data: Mapping[str, Any]) -> None:
        for hex in members(state.occupied[0] & state.occupied[1]):
            self.problems.append(f"units of both sides are in {space_label(hex)}")
        if not state.phase:
            self.set_up(state)
        self.cities(state, data.get("german_cities") is not None)

    def set_up(self, state: BattleForMoscowState) -> None:
        """6.0: during the set-up there are German units on crosses, and nobody else."""
        for hex in members(state.occupied[GERMAN] & ~CROSSES):
            self.problems.append(f"during the set-up no German unit can be in {space_label(hex)}, which has no cross")
        for hex in members(state.occupied[SOVIET] & CROSSES):
            self.problems.append(f"during the set-up no Russian unit can be in {space_label(hex)}, which has a cross")
        if any(state.steps[unit] == REDUCED for unit in OF_SIDE[GERMAN]):
            self.problems.append("during the set-up German units are at full strength")

    def cities(self, state: BattleForMoscowState, listed: bool) -> None:
        """10.0: a unit in a city controls it. Without a list the others are as at the start."""
        if not listed:
            state.german_cities = CITIES & (GERMAN_CITIES & ~state.occupied[SOVIET] | state.occupied[GERMAN])
            return
        for hex in members(state.german_cities & ~CITIES):
            self.problems.append(f"german_cities names {BOARD.names[hex]!r}, which is not a city")
        for city in members(state.german_cities & state.occupied[SOVIET]):
            self.problems.append(f"german_cities names {space_label(city)}, where a Russian unit is")
        for city in members(CITIES & ~state.german_cities & state.occupied[GERMAN]):
            self.problems.append(f"german_cities lacks {space_label(city)}, where a German unit is")

    def movers(self, state: BattleForMoscowState) -> int:
        """The units that have moved in this phase: they may share a hex for now (8.2.2)."""
        found = 0
        for step in state.stack:
            if isinstance(step, Movement):
                found |= step.moved
            elif isinstance(step, Moving):
                found |= 1 << step.unit
        return found

    def check_stacking(self, state: BattleForMoscowState) -> None:
        allowed = self.movers(state)
        for side in (0, 1):
            for hex in members(state.occupied[side]):
                units = [unit for unit in OF_SIDE[side] if state.where[unit] == hex]
                if sum(not contains(allowed, unit) for unit in units) > 1:
                    self.problems.append(f"{len(units)} units are in {space_label(hex)}; one is allowed (8.2.2)")
