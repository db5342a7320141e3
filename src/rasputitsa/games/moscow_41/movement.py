"""10.8 Movement: the step in which a block moves, builds or goes by rail."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import Action, Mark, Refusal, Selection, Step
from ...core.conditions import first_failing, passing
from ...core.sets import members, set_of
from ...core.step_codec import Unit
from .facts import (
    BOARD,
    COMBAT,
    LINES,
    MINIMUM,
    SIDE,
    SIDES,
    TITLES,
    UNIT_NAMES,
    space_label,
    unit_subject,
)
from .move_rules import ACTIVATING, ATTACKING, BY_RAIL, BY_WAY_OF, EXPLOITING, MOVE_INTO, QUIET
from .reach import (
    Reach,
    allowance,
    engages_across_river,
    is_overstacked,
    reach_by_cost,
    route,
)
from .state import Moscow41State
from .words import BUILD, CANCEL, DISBAND, MOVE, RAIL, REVEAL, STOP, WAYPOINT


def make_move(state: Moscow41State, unit: int, goal: int, points: int, engaging: bool) -> int:
    """10.8: carry a block to its goal and return the movement points that this took."""
    side, origin = SIDE[unit], state.where[unit]
    reached = reach_by_cost(state, unit, points, engaging)
    path = route(state, unit, goal, reached)
    cost = next(cost for cost, areas in enumerate(reached) if areas >> goal & 1)
    if state.events is not None:
        emit_move(state, unit, origin, path)
    before = path[-2] if len(path) > 1 else origin
    if engages_across_river(state, side, before, goal):
        state.crossed |= 1 << unit
    state.revealed &= ~(1 << unit)
    state.put(unit, goal)
    state.conceal(origin)
    if len(path) > 1:
        state.give_control(side, set_of(path[:-1]))
    return cost


def emit_move(state: Moscow41State, unit: int, origin: int, path: list[int]) -> None:
    way = " by " + ", ".join(BOARD.names[area] for area in path[:-1]) if len(path) > 1 else ""
    what = f"moves from {space_label(origin)}{way} to {space_label(path[-1])}"
    state.emit_block("move", unit, what, "10.8", [BOARD.names[area] for area in (origin, *path)])


# Defensive lines: 4.1.


def can_build(state: Moscow41State, unit: int) -> bool:
    """4.1, 10.8: a combat block above minimum strength, in a friendly, uncontested area without a line."""
    area, side = state.where[unit], SIDE[unit]
    return bool(
        COMBAT >> unit & 1
        and state.strength[unit] > MINIMUM[unit]
        and (state.friendly(side) & ~state.lines_of(side)) >> area & 1
    )


def build_line(state: Moscow41State, unit: int) -> None:
    """4.1: the block is reduced, and the line stands."""
    area, side = state.where[unit], SIDE[unit]
    state.reduce(unit)
    what, detail = f"builds a defensive line in {space_label(area)}", f", now at {state.strength[unit]}"
    state.emit_block("line", unit, what, "4.1", [BOARD.names[area]], detail)
    state.set_line(side, area, True)


def lines_left(state: Moscow41State, side: int) -> int:
    return LINES[side] - state.lines_of(side).bit_count()


@dataclass(frozen=True, slots=True)
class Moving(Step[Moscow41State]):
    """10.8: where does the block go? A move ends where it leads; by a waypoint the block stays in hand.

    ``spent`` are the movement points paid so far, ``rail`` whether it may go by rail (14.4), ``waypoint`` whether the
    next area is one.
    """

    unit: Unit
    spent: int
    part: int
    rail: bool
    waypoint: bool

    rule = "10.8"
    lies_on = ("Activation", "Command")
    asked_anyway = True  # how many ways lead on from a full area depends on the block

    @property
    def engaging(self) -> bool:
        return self.part == ATTACKING

    def actor(self, state: Moscow41State) -> str:
        return SIDES[SIDE[self.unit]]

    def points(self, state: Moscow41State) -> int:
        return allowance(state, self.unit) - self.spent

    def reach(self, state: Moscow41State) -> Reach:
        """10.8: what the block can reach, areas included in which it would engage."""
        return reach_by_cost(state, self.unit, self.points(state), True)

    def text(self, state: Moscow41State) -> str:
        where, points = space_label(state.where[self.unit]), self.points(state)
        what = "by way of which area?" if self.waypoint else "where to?"
        return f"{unit_subject(self.unit)} in {where}: {what} Movement points left: {points}."

    def public_step(self, state: Moscow41State) -> Step[Moscow41State]:
        """Nobody else sees which block is in hand before it has moved: its owner may still choose another one."""
        return self if self.spent else step_below(state, self)

    def public_text(self, state: Moscow41State) -> str:
        what = "activates an HQ" if self.part == ACTIVATING else "moves a block"
        return f"The {TITLES[SIDE[self.unit]]} player {what} in {space_label(state.where[self.unit])}."

    def selection(self, state: Moscow41State) -> Selection:
        return Selection((UNIT_NAMES[self.unit],), (BOARD.names[state.where[self.unit]],))

    def actions(self, state: Moscow41State) -> list[Action]:
        on_the_way = passing(BY_WAY_OF, state, self)
        if self.waypoint:
            return [*(MOVE[area] for area in members(on_the_way)), WAYPOINT]
        found = [MOVE[area] for area in members(passing(MOVE_INTO[self.part], state, self))]
        if on_the_way:
            found.append(WAYPOINT)
        if self.part == ACTIVATING:
            if self.may_reveal(state):
                found.append(REVEAL)
        elif self.spent and not is_overstacked(state, self.unit):
            found.append(STOP)
        if not self.spent:
            found += self.other_actions(state)
            found.append(CANCEL)
        return found

    def other_actions(self, state: Moscow41State) -> list[Action]:
        """4.1, 14.4: what a block may do instead of moving."""
        found: list[Action] = []
        if self.part in (ATTACKING, QUIET) and can_build(state, self.unit):
            found.append(BUILD)
        if self.rail:
            found += [RAIL[area] for area in members(passing(BY_RAIL, state, self))]
        return found

    def may_reveal(self, state: Moscow41State) -> bool:
        """10.1: an HQ is revealed neither where there are enemies nor where it overstacks."""
        if state.units[1 - SIDE[self.unit]] >> state.where[self.unit] & 1:
            return False
        return not is_overstacked(state, self.unit)

    def take(self, state: Moscow41State, action: Action) -> None:
        verb = action.verb
        if verb == "move":
            self.move(state, action.number)
        elif verb == "waypoint":
            state.replace(Moving(self.unit, self.spent, self.part, self.rail, not self.waypoint))
        elif verb == "rail":
            self.go_by_rail(state, action.number)
            self.end(state)
        elif verb == "build":
            self.build(state)
        elif verb == "cancel":
            state.finish()
        else:
            self.end(state)

    def move(self, state: Moscow41State, goal: int) -> None:
        points = self.points(state)
        cost = make_move(state, self.unit, goal, points, self.engaging)
        if self.waypoint:
            state.replace(Moving(self.unit, self.spent + cost, self.part, False, False))
        else:
            self.end(state)

    def build(self, state: Moscow41State) -> None:
        if lines_left(state, SIDE[self.unit]):
            build_line(state, self.unit)
            self.end(state)
        else:
            state.push(Disbanding(self.unit))

    def resume(self, state: Moscow41State, result: object) -> None:
        """A line was disbanded: the new one is built."""
        build_line(state, self.unit)
        self.end(state)

    def go_by_rail(self, state: Moscow41State, goal: int) -> None:
        origin = state.where[self.unit]
        what = f"goes by rail from {space_label(origin)} to {space_label(goal)}"
        state.emit_block("rail", self.unit, what, "14.4", [BOARD.names[origin], BOARD.names[goal]])
        state.put(self.unit, goal)

    def end(self, state: Moscow41State) -> None:
        """The block has had its action; an HQ that is activated is revealed (10.1)."""
        state.finish()
        state.acted |= 1 << self.unit
        if self.part == ACTIVATING:
            reveal_hq(state, self.unit)

    def marks(self, state: Moscow41State) -> dict[Action, Mark]:
        """What each move costs, where it engages, and whether across a river."""
        found: dict[Action, Mark] = {}
        enemies = state.units[1 - SIDE[self.unit]]
        reached = self.reach(state)
        for cost, areas in enumerate(reached):
            for area in members(areas if self.engaging else areas & ~enemies) if cost else []:
                note, tone = "", ""
                if enemies >> area & 1:
                    note, tone = "engages", "stop"
                    path = route(state, self.unit, area, reached)
                    before = path[-2] if len(path) > 1 else state.where[self.unit]
                    if engages_across_river(state, SIDE[self.unit], before, area):
                        note += " across a river: one die"
                found[MOVE[area]] = Mark(str(cost), note, tone)
        return found

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        if action.verb == "move":
            return first_failing(BY_WAY_OF if self.waypoint else MOVE_INTO[self.part], state, self, action.number)
        if action.verb == "rail" and not self.waypoint:
            return first_failing(BY_RAIL, state, self, action.number)
        if action.verb == "build":
            return why_not_build(state, self)
        if action.verb in ("reveal", "stop") and is_overstacked(state, self.unit):
            return Refusal("2.7", f"No further block may stack in {space_label(state.where[self.unit])}; move on.")
        if action.verb == "reveal" and self.part == ACTIVATING:
            return Refusal("10.1", "An HQ is not revealed in an area with enemy units; move it out first.")
        if self.waypoint:
            return Refusal(self.rule, "Choose the area by way of which the block goes, or take that back.")
        if self.spent:
            return Refusal(self.rule, f"{unit_subject(self.unit)} has begun its move: finish it first.")
        return Refusal(self.rule, f"{unit_subject(self.unit)} is in hand: move it, or cancel.")


def step_below(state: Moscow41State, step: Step[Moscow41State]) -> Step[Moscow41State]:
    """The step to which another one returns."""
    number = state.stack.index(step)
    return state.stack[number - 1] if number else step


def reveal_hq(state: Moscow41State, hq: int) -> None:
    """10.1: the HQ lies face up."""
    state.activated |= 1 << hq
    state.revealed |= 1 << hq
    area = state.where[hq]
    if state.events is not None:
        text = f"{unit_subject(hq)} is activated in {space_label(area)}, {stars(state, hq)}."
        state.emit("reveal", text, "10.1", [BOARD.names[area]], [UNIT_NAMES[hq]])


def why_not_build(state: Moscow41State, moving: Moving) -> Refusal:
    unit, side = moving.unit, SIDE[moving.unit]
    name, area = unit_subject(unit), state.where[unit]
    if moving.part == EXPLOITING:
        return Refusal("10.18", "No defensive line is built in an Exploitation Move.")
    if not COMBAT >> unit & 1:
        return Refusal("4.1", f"{name} is not a combat block, so it cannot build a defensive line.")
    if state.strength[unit] <= MINIMUM[unit]:
        return Refusal("4.1", f"{name} is at minimum strength and cannot be reduced to build.")
    if state.lines_of(side) >> area & 1:
        return Refusal("10.8", f"There is already a defensive line in {space_label(area)}.")
    if moving.spent:
        return Refusal("10.7", f"{name} has begun to move, so it cannot build a defensive line.")
    return Refusal("4.1", f"{space_label(area)} is contested, and no defensive line is built there.")


@dataclass(frozen=True, slots=True)
class Disbanding(Step[Moscow41State]):
    """4.1: all defensive lines are in use; one is disbanded to build the new one."""

    unit: Unit

    rule = "4.1"
    lies_on = ("Moving",)

    def actor(self, state: Moscow41State) -> str:
        return SIDES[SIDE[self.unit]]

    def text(self, state: Moscow41State) -> str:
        return "All your defensive lines are in use. Which one is disbanded to build the new one?"

    def public_step(self, state: Moscow41State) -> Step[Moscow41State]:
        """That a block is about to build is seen when it has built."""
        return step_below(state, self).public_step(state)

    def actions(self, state: Moscow41State) -> list[Action]:
        return [*(DISBAND[area] for area in members(state.lines_of(SIDE[self.unit]))), CANCEL]

    def take(self, state: Moscow41State, action: Action) -> None:
        if action.verb == "cancel":
            state.finish()
            return
        area = action.number
        state.emit("line", f"The defensive line in {space_label(area)} is disbanded.", "4.1", [BOARD.names[area]])
        state.set_line(SIDE[self.unit], area, False)
        state.conceal(area)
        state.finish(area)

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        return Refusal("4.1", "Choose one of your defensive lines, or cancel.")


def stars(state: Moscow41State, unit: int) -> str:
    """The strength of an HQ in words."""
    strength = state.strength[unit]
    return f"{strength} stars" if strength else "exhausted"
