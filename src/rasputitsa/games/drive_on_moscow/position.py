"""Positions as plain data, both ways, hand-written ones included."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ...core.positions import PositionReader
from ...core.sets import contains, members
from ...core.step_codec import StepCodec
from ...core.values import Data
from .contradictions import contradictions, isolation_problems
from .facts import (
    ALL_COUNTERS,
    BARRED_FROM_MARSH,
    BOARD,
    COUNTER_IDS,
    COUNTERS,
    DEAD,
    FIRST_COUNTER,
    FIRST_HEX,
    GERMAN,
    MARSH,
    PLACES,
    REDUCED,
    RESERVES,
    SIDE,
    SIDES,
    SOVIET,
    STACK_LIMIT,
    TWO_STEP,
    TYPE,
    UNIT_NAMES,
    UNITS,
    UNTRIED_KIND,
    WEST,
    hex_label,
)
from .state import DriveOnMoscowState
from .step_checks import CHECKS, IN_BATTLE, STEPS

CODEC = StepCodec(
    UNIT_NAMES,
    BOARD.names,
    list(dict.fromkeys(step for steps in STEPS.values() for step in steps)),
    sides=SIDES,
)


def write_unit(state: DriveOnMoscowState, unit: int) -> Data | None:
    """A unit as plain data. Those that are not in play yet are left out."""
    space, face = state.where[unit], state.face[unit]
    if space == RESERVES:
        return None
    found: Data = {"at": BOARD.names[space]}
    if face:
        if contains(UNTRIED_KIND, unit):
            found["counter"] = COUNTERS[TYPE[unit]][face - 1].name
        else:
            found["step"] = "reduced"
    if space >= FIRST_HEX:
        stack = state.at(space)
        if len(stack) > 1:
            found["level"] = stack.index(unit) + 1
        if state.spent[unit]:
            found["spent"] = state.spent[unit]
            if FIRST_HEX <= state.began[unit] != space:
                found["from"] = int(BOARD.names[state.began[unit]])
    return found


def began_in(facts: Mapping[str, Any], space: int) -> int | None:
    """Where a unit began to move: where it is, unless the facts say otherwise; None if that is no hex."""
    if "from" not in facts:
        return space
    number = facts["from"]
    hex = BOARD.ids.get(f"{number:04}") if type(number) is int else None
    return hex if hex and hex >= FIRST_HEX else None


class Reader(PositionReader[DriveOnMoscowState]):
    """Reads one position and gathers all that is wrong with it."""

    steps, checks, winners = STEPS, CHECKS, SIDES
    unit_words = MappingProxyType({"reduced": "step", **dict.fromkeys(COUNTER_IDS, "counter")})

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.levels: dict[int, list[tuple[int, int]]] = {}

    def read_unit(self, state: DriveOnMoscowState, unit: int, space: int, facts: Mapping[str, Any]) -> None:
        name = UNIT_NAMES[unit]
        level, spent, began = facts.get("level", 1), facts.get("spent", 0), began_in(facts, space)
        if set(facts) - {"at", "step", "counter", "level", "spent", "from"}:
            known = "'at', 'step' or 'counter', 'level', 'spent' and 'from'"
            self.problems.append(f"unit {name} has {known}, and nothing else")
        elif type(level) is not int or not 1 <= level <= STACK_LIMIT:
            self.problems.append(f"unit {name} has level {str(level)[:40]!r}; it must be from 1 to {STACK_LIMIT}")
        elif type(spent) is not int or not 0 <= spent < 256:
            self.problems.append(f"unit {name} has spent {str(spent)[:40]!r}; it must be a number of movement points")
        elif began is None:
            self.problems.append(f"unit {name} is from {str(facts['from'])[:40]!r}; it must be the number of a hex")
        elif self.read_face(state, unit, facts):
            state.spent[unit] = spent
            state.where[unit] = space
            state.began[unit] = began
            if space >= FIRST_HEX:
                self.levels.setdefault(space, []).append((level, unit))

    def read_face(self, state: DriveOnMoscowState, unit: int, facts: Mapping[str, Any]) -> bool:
        """Whether a unit is reduced, or which counter it is."""
        name, step, counter = UNIT_NAMES[unit], facts.get("step"), facts.get("counter")
        if step is not None:
            if step not in ("full", "reduced") or not contains(TWO_STEP, unit):
                self.problems.append(f"unit {name} cannot have step {str(step)[:40]!r}")
                return False
            state.face[unit] = REDUCED if step == "reduced" else 0
        if counter is not None:
            number = COUNTER_IDS.get(counter) if isinstance(counter, str) else None
            if number is None or not contains(UNTRIED_KIND, unit) or ALL_COUNTERS[number].type != TYPE[unit]:
                self.problems.append(f"unit {name} cannot be the counter {str(counter)[:40]!r}")
                return False
            if contains(state.drawn, number):
                self.problems.append(f"two units are the counter {counter}")
                return False
            state.face[unit] = number - FIRST_COUNTER[TYPE[unit]] + 1
            state.drawn |= 1 << number
        return True

    def check_facts(self, state: DriveOnMoscowState, data: Mapping[str, Any]) -> None:
        for hex, units in self.levels.items():
            self.set_stack(state, hex, [unit for _, unit in sorted(units, key=lambda entry: entry[0])])
        self.control(state, data.get("control") is not None, data.get("fallen") is not None)
        state.converted |= state.concealed
        for unit in members(state.converted):
            if not UNITS[unit].type.becomes or state.where[unit] != DEAD:
                self.problems.append(f"converted names {UNIT_NAMES[unit]}, which was not converted (9.4)")
        for unit in members(state.concealed):
            if not state.face[unit]:
                self.problems.append(f"concealed names {UNIT_NAMES[unit]}, which has no counter")
        if not self.problems:
            self.hold_against_rules(state, data)

    def hold_against_rules(self, state: DriveOnMoscowState, data: Mapping[str, Any]) -> None:
        """The facts fit together; now whether the rules allow them."""
        begins, over = data.get("stack") is None, data.get("outcome") is not None
        self.problems += contradictions(state, begins, over)
        if begins and not over and not self.problems and state.rules_version != 1:
            self.problems += isolation_problems(state)

    def set_stack(self, state: DriveOnMoscowState, hex: int, units: list[int]) -> None:
        if len({SIDE[unit] for unit in units}) > 1:
            self.problems.append(f"units of both sides are in {hex_label(hex)}")
            return
        if contains(MARSH, hex) and any(contains(BARRED_FROM_MARSH, unit) for unit in units):
            self.problems.append(f"there are mechanized units in the marsh of {hex_label(hex)} (10.8)")
        if len(units) > STACK_LIMIT:
            self.problems.append(f"{len(units)} units are in {hex_label(hex)}; five are allowed (6.0)")
            return
        state.put_down(SIDE[units[0]], tuple(units), hex)

    def control(self, state: DriveOnMoscowState, listed: bool, fallen_listed: bool) -> None:
        """3.7: a unit controls its hex. Without a list the others are as at the start."""
        if not listed:
            state.control = WEST & ~state.occupied(SOVIET) | state.occupied(GERMAN)
        for hex in members(state.control & state.occupied(SOVIET)):
            self.problems.append(f"control names {hex_label(hex)}, where Soviet units are")
        for hex in members(state.occupied(GERMAN) & ~state.control):
            self.problems.append(f"control lacks {hex_label(hex)}, where German units are")
        if not fallen_listed:
            state.fallen = PLACES & (WEST | state.control)
        for hex in members(PLACES & state.control & ~state.fallen | state.fallen & ~PLACES):
            self.problems.append(
                f"fallen must name every town and city that was German, and nothing else: {hex_label(hex)}"
            )

    def check_stacking(self, state: DriveOnMoscowState) -> None:
        """6.0: stacks are checked as they are read."""

    def stack_problems(self, state: DriveOnMoscowState) -> list[str]:
        found = super().stack_problems(state)
        if found or state.rules_version == 1 or any(isinstance(step, IN_BATTLE) for step in state.stack):
            return found
        return isolation_problems(state)
