"""Positions as plain data, both ways, hand-written ones included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core import DRAW
from ...core.game import Data
from ...core.positions import PositionReader
from ...core.sets import members, set_of
from ...core.step_codec import StepCodec
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
    UNIT_IDS,
    UNIT_NAMES,
    space_label,
)
from .movement import Movement, Moving
from .stack import STEPS, stack_problems
from .state import BattleForMoscowState

CODEC = StepCodec(UNIT_NAMES, BOARD.names, list(dict.fromkeys(step for steps in STEPS.values() for step in steps)))
STEP_NAMES = {REDUCED: "reduced", FULL: "full"}
KEYS = ("game", "options", "turn", "phase", "units", "german_cities", "stack", "outcome")


def write(state: BattleForMoscowState) -> Data:
    """The whole position as plain data. Units that are not listed are in the replacement pool."""
    return {
        "game": state.game.name,
        "options": dict(state.options),
        "turn": state.turn,
        "phase": state.game.phases[state.phase].name,
        "units": {
            UNIT_NAMES[unit]: {"at": BOARD.names[space], "step": STEP_NAMES[state.steps[unit]]}
            for unit, space in enumerate(state.where)
            if space != POOL
        },
        "german_cities": BOARD.names_of(state.german_cities),
        "stack": [CODEC.write_step(step) for step in state.stack],
        "outcome": list(state.outcome) if state.outcome else None,
    }


class Reader(PositionReader[BattleForMoscowState]):
    """Reads one position and gathers all that is wrong with it."""

    keys, codec, steps, winners = KEYS, CODEC, STEPS, (*SIDES, DRAW)

    def facts(self, state: BattleForMoscowState, data: Mapping[str, Any]) -> None:
        self.units(state, data.get("units"))
        if not state.phase:
            self.set_up(state)
        self.cities(state, data.get("german_cities"))

    def units(self, state: BattleForMoscowState, data: object) -> None:
        if not isinstance(data, Mapping):
            self.problems.append("units must be a table of units, each with 'at' and 'step'")
            return
        for name, facts in data.items():
            self.unit(state, name, facts)
        for hex in members(state.occupied[0] & state.occupied[1]):
            self.problems.append(f"units of both sides stand in {space_label(hex)}")

    def unit(self, state: BattleForMoscowState, name: object, facts: object) -> None:
        unit = UNIT_IDS.get(name) if isinstance(name, str) else None
        if unit is None:
            self.problems.append(f"there is no unit {str(name)[:40]!r}")
            return
        if not isinstance(facts, Mapping) or set(facts) - {"at", "step"} or "at" not in facts:
            self.problems.append(f"unit {name} needs 'at' and 'step' and nothing else")
            return
        space = BOARD.ids.get(facts["at"]) if isinstance(facts["at"], str) else None
        if space is None:
            self.problems.append(f"unit {name} is at {str(facts['at'])[:40]!r}, which is no space of the map")
            return
        step = facts.get("step", "full")
        if step not in STEP_NAMES.values():
            self.problems.append(f"unit {name} has step {str(step)[:40]!r}; it must be full or reduced")
            return
        if space == TRACK and unit != SHOCK_ARMY:
            self.problems.append(f"unit {name} is on the turn track, where only 1sh belongs")
            return
        if space != POOL:
            state.steps[unit] = FULL if step == "full" else REDUCED
            state.put(unit, space)

    def set_up(self, state: BattleForMoscowState) -> None:
        """6.0: during the set-up German units stand on crosses, and nobody else does."""
        for hex in members(state.occupied[GERMAN] & ~CROSSES):
            self.problems.append(
                f"during the set-up no German unit can stand in {space_label(hex)}, which bears no cross"
            )
        for hex in members(state.occupied[SOVIET] & CROSSES):
            self.problems.append(
                f"during the set-up no Russian unit can stand in {space_label(hex)}, which bears a cross"
            )
        if any(state.steps[unit] == REDUCED for unit in OF_SIDE[GERMAN]):
            self.problems.append("during the set-up German units are at full strength")

    def cities(self, state: BattleForMoscowState, data: object) -> None:
        """10.0: who stands in a city controls it. Without a list the others are as at the start."""
        if data is None:
            state.german_cities = CITIES & (GERMAN_CITIES & ~state.occupied[SOVIET] | state.occupied[GERMAN])
            return
        if isinstance(data, str) or not isinstance(data, Sequence):
            self.problems.append("german_cities must be a list of hexes")
            return
        wrong = [name for name in data if not isinstance(name, str) or not CITIES >> BOARD.ids.get(name, 0) & 1]
        if wrong:
            self.problems.append(f"german_cities names {str(wrong[0])[:40]!r}, which is no city")
            return
        state.german_cities = set_of(BOARD.ids[name] for name in data)
        if len(set(data)) != len(data):
            self.problems.append("german_cities names a city twice")
        for city in members(state.german_cities & state.occupied[SOVIET]):
            self.problems.append(f"german_cities names {space_label(city)}, where a Russian unit stands")
        for city in members(CITIES & ~state.german_cities & state.occupied[GERMAN]):
            self.problems.append(f"german_cities lacks {space_label(city)}, where a German unit stands")

    def open_problems(self, state: BattleForMoscowState) -> list[str]:
        return stack_problems(state)

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
                if sum(not allowed >> unit & 1 for unit in units) > 1:
                    self.problems.append(f"{len(units)} units stand in {space_label(hex)}; one is allowed (8.2.2)")
