"""Positions as plain data, both ways, hand-written ones included."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.positions import PositionReader
from ...core.sets import contains, members, set_of
from ...core.step_codec import StepCodec
from ...core.values import Data
from .command import PASSING, TACTICAL_IMPULSE
from .facts import (
    ABORTED,
    ALL_OF,
    AREAS,
    BOARD,
    BOMBER_NAMES,
    COUNT,
    DESTROYED,
    FULL,
    GERMAN,
    HITLER,
    HOEPNER,
    KIEV,
    LENINGRAD,
    LINES,
    MINIMUM,
    MOSCOW,
    PANZER_GROUP_4,
    POOL,
    RASTENBURG,
    READY,
    REMOVED,
    ROAD_SET,
    SIDE,
    SIDES,
    SOVIET,
    STACKING,
    STAGING,
    STALIN,
    TITLES,
    TRACK_END,
    UNIT_NAMES,
    WEATHERS,
    ZHUKOV,
    space_label,
)
from .impulse import KIND_TITLES, KINDS
from .movement import Moving
from .open_steps import CHECKS, STEPS, hand_problem
from .state import Moscow41State

CODEC = StepCodec(
    [*UNIT_NAMES, *BOMBER_NAMES],
    BOARD.names,
    list(dict.fromkeys(step for steps in STEPS.values() for step in steps)),
    sides=SIDES,
)
BOMBER_TRAYS = {READY, ABORTED, DESTROYED, REMOVED}
KINDS_WITH = {  # the impulses that have a segment; all have those that are not named
    **dict.fromkeys(("activation", "blitz", "exploitation"), range(TACTICAL_IMPULSE, TACTICAL_IMPULSE + 1)),
    "combat": range(PASSING),
}
IN_IMPULSES = ("impulse", "activation", "command", "combat", "blitz", "exploitation")


def write_unit(state: Moscow41State, unit: int) -> Data | None:
    """A block or a bomber as plain data. Those out of the game are left out."""
    if unit >= COUNT:
        place = state.air[unit - COUNT]
        return None if place == READY else {"at": BOARD.names[place]}
    if state.where[unit] == REMOVED:
        return None
    data: Data = {"at": BOARD.names[state.where[unit]], "strength": state.strength[unit]}
    if state.target[unit]:
        data["target"] = int(BOARD.names[state.target[unit]])
    return data


class Reader(PositionReader[Moscow41State]):
    """Reads one position and gathers all that is wrong with it. Blocks that are not named are out of the game."""

    steps, checks, winners = STEPS, CHECKS, SIDES

    def units(self, state: Moscow41State, data: object) -> None:
        for unit in range(COUNT):
            state.place(unit, REMOVED)
        super().units(state, data)

    def read_unit(self, state: Moscow41State, unit: int, space: int, facts: Mapping[str, Any]) -> None:
        name = self.codec.units[unit]
        if set(facts) - {"at", "strength", "target"}:
            self.problems.append(f"unit {name} has 'at', may have 'strength' and 'target', and nothing else")
        elif unit >= COUNT:
            if not contains(AREAS, space) and space not in BOMBER_TRAYS:
                self.problems.append(f"bomber {name} cannot be in {facts['at']}")
            else:
                state.air[unit - COUNT] = space
        elif problem := wrong_place(unit, space):
            self.problems.append(f"unit {name} cannot be in {space_label(space)}: {problem}")
        else:
            self.read_block(state, unit, space, facts)

    def read_block(self, state: Moscow41State, unit: int, space: int, facts: Mapping[str, Any]) -> None:
        name, strength = UNIT_NAMES[unit], facts.get("strength", FULL[unit])
        steps = [0, 2, 3, 4] if not MINIMUM[unit] else list(range(1, FULL[unit] + 1))
        if type(strength) is not int or strength not in steps:
            known = ", ".join(map(str, steps))
            self.problems.append(f"unit {name} has strength {str(strength)[:40]}; it can have {known}")
            return
        state.place(unit, space)
        state.strength[unit] = strength
        if "target" in facts:
            target = BOARD.ids.get(str(facts["target"]))
            if target is None or not contains(AREAS, target):
                self.problems.append(f"unit {name} has the target {str(facts['target'])[:40]!r}, which is not an area")
            else:
                state.target[unit] = target

    def check_facts(self, state: Moscow41State, data: Mapping[str, Any]) -> None:
        self.check_numbers(state)
        self.check_impulse(state)
        self.check_lines(state)
        for area in members(AREAS):
            for side in (GERMAN, SOVIET):
                state.refresh(side, area)
        alone = [state.units[side] & ~state.units[1 - side] for side in (GERMAN, SOVIET)]
        if data.get("german") is None:
            state.german = state.german & ~alone[SOVIET] | alone[GERMAN]
        for side, wrong in ((GERMAN, alone[GERMAN] & ~state.german), (SOVIET, alone[SOVIET] & state.german)):
            for area in members(wrong):
                self.problems.append(f"only {TITLES[side]} units are in {space_label(area)}, so it is theirs (2.5)")
        if data.get("before") is None and not data.get("stack"):
            state.before = state.contested
        state.leningrad_reached |= state.where[HOEPNER] == LENINGRAD
        for area in members(STAGING & ~state.german):
            self.problems.append(f"{space_label(area)} is always German (2.4.4)")

    def check_numbers(self, state: Moscow41State) -> None:
        limits = {
            "kind": len(KINDS) - 1,
            "weather": len(WEATHERS) - 1,
            "track": TRACK_END,
            "passes": 2,
            "impulse": 9999,
            "german_impulses": 9999,
        }
        for key, highest in limits.items():
            value = getattr(state, key)
            if not 0 <= value <= highest:
                self.problems.append(f"{key} is {value}; it must be a number from 0 to {highest}")

    def check_impulse(self, state: Moscow41State) -> None:
        """6.0, 10.0: the segments of each kind of impulse; with a second pass in a row the last one is over."""
        phase, kinds = state.mode, range(len(KINDS))
        if state.kind in kinds and state.kind not in KINDS_WITH.get(phase, kinds):
            self.problems.append(
                f"kind is {state.kind} ({KIND_TITLES[state.kind]}), which has no {phase} segment (10.0)"
            )
        if state.passes == 2 and phase in IN_IMPULSES:
            self.problems.append("passes is 2, with which the Impulses Phase is over (6.0)")

    def check_lines(self, state: Moscow41State) -> None:
        for side in (GERMAN, SOVIET):
            lines = state.lines_of(side)
            if lines.bit_count() > LINES[side]:
                self.problems.append(f"there are {lines.bit_count()} {TITLES[side]} lines; there can be {LINES[side]}")
            for area in members(lines & ~AREAS):
                self.problems.append(f"there can be no defensive line in {space_label(area)} (2.7)")
        for area in members(state.german_lines & state.soviet_lines):
            self.problems.append(f"there are lines of both sides in {space_label(area)}")
        for area in members(state.german_lines & ~state.german | state.soviet_lines & state.german):
            self.problems.append(f"the line in {space_label(area)} is not its controller's (4.1)")

    def check_stacking(self, state: Moscow41State) -> None:
        """2.7: the limit holds at all times but within a move."""
        on_the_way = set_of(step.unit for step in state.stack if isinstance(step, Moving) and step.spent)
        for area in members(AREAS):
            for side in (GERMAN, SOVIET):
                if (state.at[area] & ALL_OF[side] & ~on_the_way).bit_count() > STACKING[area]:
                    self.problems.append(f"too many {TITLES[side]} blocks are in {space_label(area)} (2.7)")

    def stack_problems(self, state: Moscow41State) -> list[str]:
        problem = hand_problem(state)
        return super().stack_problems(state) or ([problem] if problem else [])


def wrong_place(unit: int, space: int) -> str:
    """2.2, 2.4.4, 4.2.4: why a block can never be there; "" if it can."""
    if space > DESTROYED:
        return "no unit may enter the lake (2.4)"
    if space in (READY, ABORTED, DESTROYED):
        return "that tray is for bombers"
    if space >= POOL:
        return ""
    if space == KIEV:
        return "no unit may enter Kiev (2.2)"
    if unit == HITLER:
        return "" if space == RASTENBURG else "Hitler stays in Rastenburg (4.2.4)"
    if unit == STALIN:
        return "" if space == MOSCOW else "Stalin stays in Moscow (4.2.4)"
    if space == RASTENBURG:
        return "only Hitler is there (2.2)"
    if contains(ROAD_SET, space):
        zhukov = unit == ZHUKOV and space == LENINGRAD
        return "" if contains(PANZER_GROUP_4, unit) or zhukov else "only the 4th Panzer Group goes there (2.2)"
    if SIDE[unit] == SOVIET and contains(STAGING, space):
        return "Soviets never enter a staging area (2.4.4)"
    return ""
