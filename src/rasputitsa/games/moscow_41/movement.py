"""10.8 Movement: what a block can reach, and the step in which it moves, builds or goes by rail."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import Action, Mark, Refusal, Selection, Step
from ...core.sets import SpaceSet, flood, members, set_of, union
from ...core.step_codec import Unit
from .facts import (
    ALL_OF,
    AREAS,
    BOARD,
    CAVALRY,
    CAVALRY_COSTS,
    COMBAT,
    COSTS,
    DISENGAGING,
    DIVISION_POINTS,
    FAST,
    FAST_POINTS,
    INFANTRY_DIVISIONS,
    LINES,
    MINIMUM,
    NEAR,
    OPEN_TO,
    RIVER,
    SIDE,
    SIDES,
    SLOW_POINTS,
    SNOW,
    STACKING,
    SUNNY,
    TITLES,
    UNIT_NAMES,
    space_label,
    spread,
    the_unit,
    unit_subject,
)
from .options import CAVALRY_RULE, DIVISIONS
from .options import RAIL as RAIL_RULE
from .state import Moscow41State
from .words import BUILD, CANCEL, DISBAND, MOVE, RAIL, REVEAL, STOP, WAYPOINT

ACTIVATING, ATTACKING, QUIET, EXPLOITING = range(4)  # what a move is part of


def allowance(state: Moscow41State, unit: int) -> int:
    """4.2.1, 10.8.1, 14.7"""
    if FAST >> unit & 1:
        return FAST_POINTS
    if INFANTRY_DIVISIONS >> unit & 1 and state.optional & DIVISIONS:
        return DIVISION_POINTS
    return SLOW_POINTS


def costs(state: Moscow41State, unit: int) -> tuple[SpaceSet, ...]:
    """2.6, 8.0, 14.6: the areas by what it costs to enter them."""
    table = CAVALRY_COSTS if CAVALRY >> unit & 1 and state.optional & CAVALRY_RULE else COSTS
    return table[state.weather]


def reach_by_cost(state: Moscow41State, unit: int, points: int, engaging: bool) -> list[SpaceSet]:
    """10.8: element *n* is the set of areas that the block first enters with *n* movement points spent.

    Engaging stops it. Out of a contested area it pays one more point and first enters a friendly, uncontested one.
    """
    here, side = state.where[unit], SIDE[unit]
    enemies = state.units[1 - side]
    allowed = OPEN_TO[side] if engaging else OPEN_TO[side] & ~enemies
    by_cost = costs(state, unit)
    found = [0] * (points + 1)
    found[0] = seen = 1 << here
    extra, near = 0, NEAR[here] & allowed
    if enemies >> here & 1:
        extra, near = DISENGAGING, near & state.friendly(side)
    for price, kind in enumerate(by_cost, 1 + extra):
        if price <= points:
            found[price] |= near & kind
    seen |= near
    for spent in range(1, points):
        before = found[spent] & ~enemies
        if before:
            near = spread(before) & allowed & ~seen
            seen |= near
            for price, kind in enumerate(by_cost, spent + 1):
                if price <= points:
                    found[price] |= near & kind
    return found


def destinations(state: Moscow41State, unit: int, points: int, engaging: bool) -> SpaceSet:
    """10.8: where a move may end: within reach and without overstacking (2.7)."""
    return union(reach_by_cost(state, unit, points, engaging)[1:]) & ~state.full[SIDE[unit]]


def can_leave(state: Moscow41State, unit: int, engaging: bool) -> bool:
    """Whether a block can move anywhere at all."""
    here, side = state.where[unit], SIDE[unit]
    near, points = NEAR[here] & OPEN_TO[side] & ~state.full[side], allowance(state, unit)
    if not engaging:
        near &= ~state.units[1 - side]
    if state.units[1 - side] >> here & 1:
        near &= state.friendly(side)
        points -= DISENGAGING
    if any(near & kind for kind in costs(state, unit)[: max(points, 0)]):
        return True
    return bool(destinations(state, unit, allowance(state, unit), engaging))


def movable(state: Moscow41State, side: int, units: SpaceSet, engaging: bool) -> SpaceSet:
    """Those of some blocks that can move anywhere at all."""
    if state.weather != SUNNY:
        return set_of(unit for unit in members(units) if can_leave(state, unit, engaging))
    found, left = 0, units
    enemies, friendly = state.units[1 - side], state.friendly(side)
    allowed = OPEN_TO[side] & ~state.full[side] & (AREAS if engaging else ~enemies)
    while left:  # area by area: in good weather every block can pay for the next one
        area = state.where[(left & -left).bit_length() - 1]
        here = left & state.at[area]
        left ^= here
        if NEAR[area] & allowed & (friendly if enemies >> area & 1 else AREAS):
            found |= here
        else:
            found |= set_of(unit for unit in members(here) if can_leave(state, unit, engaging))
    return found


def route(state: Moscow41State, unit: int, goal: int, reached: list[SpaceSet]) -> list[int]:
    """The areas entered on the way: the cheapest way, if possible not across a river into battle, then one that takes
    enemy areas."""
    side = SIDE[unit]
    enemies, hostile = state.units[1 - side], state.controlled(1 - side)
    by_cost = costs(state, unit)
    path = [goal]
    spent = next(cost for cost, areas in enumerate(reached) if areas >> goal & 1)
    while True:
        area = path[-1]
        price = next(cost for cost, kind in enumerate(by_cost, 1) if kind >> area & 1)
        before = spent - price
        if before <= DISENGAGING and NEAR[area] >> state.where[unit] & 1:
            break
        ways = NEAR[area] & reached[before] & ~enemies
        if enemies >> area & 1:
            ways = ways & ~RIVER[area] or ways
        ways = ways & hostile or ways
        spent = before
        path.append((ways & -ways).bit_length() - 1)
    path.reverse()
    return path


def engages_across_river(state: Moscow41State, side: int, start: int, goal: int) -> bool:
    """10.12.5.1: whether the last step of a move gets a blue cube. In snow rivers are frozen (8.0)."""
    engaged_anew = state.units[1 - side] & ~state.before
    return bool(engaged_anew >> goal & 1 and RIVER[goal] >> start & 1 and state.weather < SNOW)


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


def rail_destinations(state: Moscow41State, unit: int) -> SpaceSet:
    """14.4: any distance by way of friendly, uncontested areas."""
    side = SIDE[unit]
    found = flood(spread, 1 << state.where[unit], state.friendly(side))
    return found & ~(1 << state.where[unit]) & ~state.full[side]


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
        reached = reach_by_cost(state, self.unit, self.points(state), self.engaging)
        on_the_way = waypoints(state, self.unit, reached, self.engaging)
        if self.waypoint:
            return [*(MOVE[area] for area in members(on_the_way)), WAYPOINT]
        found = [MOVE[area] for area in members(union(reached[1:]) & ~state.full[SIDE[self.unit]])]
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
            found += [RAIL[area] for area in members(rail_destinations(state, self.unit))]
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
        reached = reach_by_cost(state, self.unit, self.points(state), self.engaging)
        for cost, areas in enumerate(reached):
            for area in members(areas) if cost else []:
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
            return why_not_there(state, self, action.number)
        if action.verb == "build":
            return why_not_build(state, self)
        if action.verb == "rail":
            return why_not_by_rail(state, self, action.number)
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


def waypoints(state: Moscow41State, unit: int, reached: list[SpaceSet], engaging: bool) -> SpaceSet:
    """The areas from which a block can go on to one with room, among those that it reaches. It may pass through a full
    area (10.8)."""
    side, points = SIDE[unit], len(reached) - 1
    allowed = OPEN_TO[side] & ~state.full[side]
    if not engaging:
        allowed &= ~state.units[1 - side]
    by_cost = costs(state, unit)
    found = 0
    for spent, areas in enumerate(reached):
        if not spent or spent >= points or not areas:
            continue
        next_areas = 0
        for kind in by_cost[: points - spent]:
            next_areas |= kind
        next_areas &= allowed
        found |= areas & ~state.units[1 - side] & spread(next_areas)
    return found


def is_overstacked(state: Moscow41State, unit: int) -> bool:
    """2.7, 10.8: whether a block on its way is where it may not end its move."""
    area = state.where[unit]
    return (state.at[area] & ALL_OF[SIDE[unit]]).bit_count() > STACKING[area]


def reveal_hq(state: Moscow41State, hq: int) -> None:
    """10.1: the HQ lies face up."""
    state.activated |= 1 << hq
    state.revealed |= 1 << hq
    area = state.where[hq]
    if state.events is not None:
        text = f"{unit_subject(hq)} is activated in {space_label(area)}, {stars(state, hq)}."
        state.emit("reveal", text, "10.1", [BOARD.names[area]], [UNIT_NAMES[hq]])


def why_not_there(state: Moscow41State, moving: Moving, area: int) -> Refusal:
    """The one rule that keeps a block from moving there."""
    unit, side = moving.unit, SIDE[moving.unit]
    name, goal = unit_subject(unit), space_label(area)
    if not AREAS >> area & 1:
        return Refusal("2.2", f"{name} cannot enter {goal}.")
    if not OPEN_TO[side] >> area & 1:
        return Refusal("2.4.4", f"Soviet units cannot enter {goal}, a German staging area.")
    if area == state.where[unit]:
        return Refusal("10.8", f"{name} is already in {goal}.")
    if state.units[1 - side] >> area & 1 and not moving.engaging:
        rules = {ACTIVATING: "10.1", EXPLOITING: "10.18"}
        return Refusal(rules.get(moving.part, "12.0"), f"{name} may not engage the enemy in {goal} now.")
    if state.full[side] >> area & 1 and not moving.waypoint:
        return Refusal("2.7", f"No further block may stack in {goal}.")
    if moving.waypoint:
        return Refusal("10.8", f"{name} could not go on from {goal}.")
    if state.units[1 - side] >> state.where[unit] & 1:
        return Refusal(
            "10.8", f"{name} must disengage into a friendly, uncontested area first; {goal} is out of reach."
        )
    return Refusal("10.8.1", f"{goal} is out of reach: {the_unit(unit)} has {moving.points(state)} movement points.")


def why_not_by_rail(state: Moscow41State, moving: Moving, area: int) -> Refusal:
    """The one rule that keeps a block from going there by rail."""
    unit, side = moving.unit, SIDE[moving.unit]
    goal, friendly = space_label(area), state.friendly(SIDE[moving.unit])
    if not state.optional & RAIL_RULE:
        return Refusal("14.4", "Rail movement is an optional rule that is not used in this match.")
    if moving.spent:
        return Refusal("14.4", f"{unit_subject(unit)} has begun to move, so it cannot go by rail.")
    if not friendly >> state.where[unit] & 1:
        return Refusal("14.4", f"{unit_subject(unit)} is among enemies, and rail movement cannot disengage.")
    if not moving.rail:
        return Refusal("14.4", "Blocks go by rail only in a Pass or a Strategic Impulse.")
    if not friendly >> area & 1:
        return Refusal("14.4", f"{goal} is not a friendly, uncontested area.")
    if state.full[side] >> area & 1:
        return Refusal("2.7", f"No further block may stack in {goal}.")
    return Refusal("14.4", f"No way over friendly, uncontested areas leads to {goal}.")


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
