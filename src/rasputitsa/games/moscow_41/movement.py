"""10.8 Movement: the step in which a block moves, builds or goes by rail."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import Action, Fate, Kind, Mark, Selection, Step
from ...core.sets import contains, members, set_of
from ...core.step_codec import Unit
from .facts import BOARD, SIDE, SIDES, TITLES, UNIT_NAMES, space_label, unit_subject
from .lines import Disbanding, build_line, lines_left, step_below
from .move_rules import ACTIVATING, ATTACKING, BESIDES_MOVING, BY_WAY_OF, MOVE_INTO
from .reach import Reach, allowance, engages_across_river, reach_by_cost, route
from .refusals import Conditions, RuledStep
from .remarks import of_building
from .state import Moscow41State
from .words import BUILD, CANCEL, MOVE, RAIL, REVEAL, STOP, WAYPOINT


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
    what = ""
    if state.tells_all:
        way = " by " + ", ".join(BOARD.names[area] for area in path[:-1]) if len(path) > 1 else ""
        what = f"moves from {space_label(origin)}{way} to {space_label(path[-1])}"
    spaces = [BOARD.names[area] for area in (origin, *path)]
    state.emit_block(Kind.MOVE, unit, what, "10.8", Fate.MOVED, path[-1], spaces)


@dataclass(frozen=True, slots=True)
class Moving(RuledStep):
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
    always_ask = True  # how many ways lead on from a full area depends on the block

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
        leaving = " Leaving a contested area costs 1 more." if contains(state.contested, state.where[self.unit]) else ""
        return f"{unit_subject(self.unit)} in {where}: {what} Movement points left: {points}.{leaving}"

    def public_step(self, state: Moscow41State) -> Step[Moscow41State]:
        """Nobody else sees which block is in hand before it has moved: its owner may still choose another one."""
        return self if self.spent else step_below(state, self)

    def public_text(self, state: Moscow41State) -> str:
        what = "activates an HQ" if self.part == ACTIVATING else "moves a block"
        return f"The {TITLES[SIDE[self.unit]]} player {what} in {space_label(state.where[self.unit])}."

    def selection(self, state: Moscow41State) -> Selection:
        return Selection((UNIT_NAMES[self.unit],), (BOARD.names[state.where[self.unit]],))

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        if verb == "move":
            return BY_WAY_OF if self.waypoint else MOVE_INTO[self.part]
        return BESIDES_MOVING.get(verb, ())

    def actions(self, state: Moscow41State) -> list[Action]:
        found = [MOVE[area] for area in members(self.passing(state, "move"))]
        if self.waypoint:
            found.append(WAYPOINT)
            return found
        found += [action for action in self.besides() if contains(self.passing(state, action.verb), self.unit)]
        if not self.spent:
            if self.rail:
                found += [RAIL[area] for area in members(self.passing(state, "rail"))]
            found.append(CANCEL)
        return found

    def besides(self) -> tuple[Action, ...]:
        """What else than a move can come into question."""
        if self.part == ACTIVATING:
            return WAYPOINT, REVEAL
        return (WAYPOINT, STOP) if self.spent else (WAYPOINT, BUILD)

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
        spaces = [BOARD.names[origin], BOARD.names[goal]]
        state.emit_block(Kind.MOVE, self.unit, what, "14.4", Fate.MOVED, goal, spaces)
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
                if contains(enemies, area):
                    note, tone = "engages", "stop"
                    path = route(state, self.unit, area, reached)
                    before = path[-2] if len(path) > 1 else state.where[self.unit]
                    if engages_across_river(state, SIDE[self.unit], before, area):
                        note += " across a river: one die"
                if self.loses_the_game(state, MOVE[area]):
                    note, tone = "you lose at once", "bad"
                found[MOVE[area]] = Mark(str(cost), note, tone)
        return found

    def loses_the_game(self, state: Moscow41State, move: Action) -> bool:
        """1.7: whether the last block of its side leaves a contested area whose loss ends the game."""
        side, area = SIDE[self.unit], state.where[self.unit]
        if not contains(state.contested, area) or state.blocks(side, area).bit_count() > 1:
            return False
        after = state.copy()
        after.apply(move)
        return after.outcome is not None and after.outcome.winner != SIDES[side]

    def remarks(self, state: Moscow41State) -> dict[Action, str]:
        return of_building(state, self.unit)

    def object_of(self, action: Action) -> int:
        """The area; what has none is about the block in hand."""
        return action.number if action.object else self.unit

    def otherwise(self, state: Moscow41State) -> str:
        if self.waypoint:
            return "Choose the area by way of which the block goes, or take that back."
        if self.spent:
            return f"{unit_subject(self.unit)} has begun its move: finish it first."
        return f"{unit_subject(self.unit)} is in hand: move it, or cancel."


def reveal_hq(state: Moscow41State, hq: int) -> None:
    """10.1: the HQ lies face up."""
    state.activated |= 1 << hq
    state.revealed |= 1 << hq
    area = state.where[hq]
    if state.events is not None:
        text = f"{unit_subject(hq)} is activated in {space_label(area)}, {stars(state, hq)}."
        state.emit_blocks(Kind.REVEAL, text, "10.1", [hq], Fate.REVEALED, None, [BOARD.names[area]], reveals=True)


def stars(state: Moscow41State, unit: int) -> str:
    """The strength of an HQ in words."""
    strength = state.strength[unit]
    return f"{strength} stars" if strength else "exhausted"
