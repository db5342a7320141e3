"""10.1 to 10.8, 12.0: activating HQs, their range, and commanding blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...core import Action, Refusal, Selection, Step
from ...core.conditions import first_failing, passing
from ...core.sets import SpaceSet, members
from ...core.step_codec import Unit
from .command_rules import ANYBODY, COMMANDED, EXPLOITERS, CommandCondition, why_not_leave
from .facts import (
    AIR_HQS,
    ALL_OF,
    AREAS,
    BOARD,
    HOEPNER,
    POOL,
    ROAD_SET,
    SIDE,
    SIDES,
    TACTICAL,
    TITLES,
    UNIT_NAMES,
    ZHUKOV,
    space_label,
    the_unit,
    unit_subject,
)
from .move_rules import ACTIVATING, ATTACKING, BY_RAIL, EXPLOITING
from .movement import Moving, can_build, reveal_hq, stars
from .options import RAIL
from .ranges import RECALL_TO, recall_areas, recalled
from .reach import can_leave, movable
from .state import Moscow41State
from .words import ACTIVATE, AT, CANCEL, DONE, UNIT

TACTICAL_IMPULSE, STRATEGIC_IMPULSE, REINFORCING_IMPULSE, PASSING = range(4)  # the kinds of impulse (3.0)
NO_LIMIT = 255


# Activation: 10.1.


def can_activate(state: Moscow41State, hq: int) -> bool:
    """10.1, 10.5: not isolated, in an area or, for Hoepner, on the road; an exhausted Luftwaffe HQ never."""
    bit = 1 << hq
    where = state.where[hq]
    if where >= POOL or (state.isolated | state.activated | state.acted) & bit:
        return False
    if AIR_HQS & bit and not (state.strength[hq] and state.activated & TACTICAL):
        return False
    if not AREAS >> where & 1:
        return hq == HOEPNER
    return not state.units[1 - SIDE[hq]] >> where & 1 or can_leave(state, hq, False)


@dataclass(frozen=True, slots=True)
class Activation(Step[Moscow41State]):
    """10.1: which HQs are activated? At least one must be a Tactical HQ."""

    rule = "10.1"
    labels: ClassVar[dict[str, str]] = {"done": "No more HQs"}
    asked_anyway = True

    def actor(self, state: Moscow41State) -> str:
        return SIDES[state.active]

    def text(self, state: Moscow41State) -> str:
        if not state.activated & TACTICAL:
            return "Activate at least one Tactical HQ."
        return "Activate another HQ, or go on to the Command Segment."

    def candidates(self, state: Moscow41State) -> list[int]:
        hqs = (TACTICAL | AIR_HQS) & ALL_OF[state.active]
        return [hq for hq in members(hqs) if can_activate(state, hq)]

    def actions(self, state: Moscow41State) -> list[Action]:
        found = [ACTIVATE[hq] for hq in self.candidates(state)]
        if state.activated & TACTICAL or not found:
            found.append(DONE)
        return found

    def take(self, state: Moscow41State, action: Action) -> None:
        if action.verb == "done":
            state.finish()
            return
        hq = action.number
        if ROAD_SET >> state.where[hq] & 1:  # 10.9: Hoepner stays in his box
            state.acted |= 1 << hq
            reveal_hq(state, hq)
        else:
            state.push(Moving(hq, 0, ACTIVATING, False, False))

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        if action.verb == "done":
            return Refusal("10.0", "A Tactical Impulse needs at least one activated Tactical HQ.")
        if action.verb != "activate":
            return Refusal("10.1", "Activate HQs first; blocks are commanded in the next segment.")
        return why_not_activate(state, action.number)


def why_not_activate(state: Moscow41State, hq: int) -> Refusal:
    name, bit = unit_subject(hq), 1 << hq
    if not (TACTICAL | AIR_HQS) & bit:
        return Refusal("10.1", f"{name} is not an HQ.")
    if SIDE[hq] != state.active:
        return Refusal("10.1", "That HQ is not yours.")
    if state.activated & bit:
        return Refusal("10.1", f"{name} is already activated.")
    if state.where[hq] >= POOL:
        return Refusal("10.1", f"{name} is not on the map.")
    if state.isolated & bit:
        return Refusal("9.1", f"{name} is isolated and cannot be activated.")
    if AIR_HQS & bit and not state.strength[hq]:
        return Refusal("10.5", f"{name} is exhausted: a Luftwaffe HQ cannot be activated then.")
    if AIR_HQS & bit and not state.activated & TACTICAL:
        return Refusal("10.0", f"{name} can be activated only after a Tactical HQ.")
    if not AREAS >> state.where[hq] & 1:
        return Refusal("14.2", f"{name} has no command function in {space_label(state.where[hq])}.")
    return Refusal("10.1", f"{name} cannot disengage into a friendly, uncontested area.")


# The Command Segment: 10.7.


def may_go_by_rail(state: Moscow41State, unit: int) -> bool:
    """14.4: in a Pass or a Strategic Impulse, out of a friendly, uncontested area."""
    if not state.optional & RAIL or state.kind == TACTICAL_IMPULSE:
        return False
    return bool(state.friendly(SIDE[unit]) >> state.where[unit] & 1)


@dataclass(frozen=True, slots=True)
class Command(Step[Moscow41State]):
    """10.7, 11.0, 12.0, 10.18: choose the next block to act. ``limit`` is how many may in all."""

    limit: int
    part: int

    rule = "10.7"
    labels: ClassVar[dict[str, str]] = {"done": "No more blocks"}
    asked_anyway = True

    def actor(self, state: Moscow41State) -> str:
        return SIDES[state.active]

    def text(self, state: Moscow41State) -> str:
        if self.part == EXPLOITING:
            return f"Exploitation Move: choose a fast block to move. Blocks left: {self.blocks_left(state)}."
        if state.kind == TACTICAL_IMPULSE:
            return "Choose a block in command to move or to build a defensive line."
        if state.kind == PASSING:
            return "You may move one block without engaging, or build a defensive line with it."
        return f"Choose a block to move or to build a defensive line. Blocks left: {self.blocks_left(state)}."

    def public_text(self, state: Moscow41State) -> str:
        return f"The {TITLES[state.active]} player chooses the next block to act."

    def candidates(self, state: Moscow41State) -> SpaceSet:
        """The blocks that may have an action now, whether or not there is anything for them to do."""
        return passing(self.conditions(state), state, self)

    def conditions(self, state: Moscow41State) -> tuple[CommandCondition, ...]:
        if self.part == EXPLOITING:
            return EXPLOITERS
        return COMMANDED if state.kind == TACTICAL_IMPULSE else ANYBODY

    def actions(self, state: Moscow41State) -> list[Action]:
        candidates = self.candidates(state)
        recalls = candidates & recalled(state)
        able = recalls | movable(state, state.active, candidates & ~recalls, self.part == ATTACKING)
        found = [UNIT[unit] for unit in members(candidates) if able >> unit & 1 or self.has_other_action(state, unit)]
        found.append(DONE)
        return found

    def take(self, state: Moscow41State, action: Action) -> None:
        if action.verb == "done":
            state.finish()
            return
        unit = action.number
        if not AREAS >> state.where[unit] & 1:
            state.push(Recalling(unit))
            return
        state.push(Moving(unit, 0, self.part, may_go_by_rail(state, unit), False))

    def has_other_action(self, state: Moscow41State, unit: int) -> bool:
        """4.1, 14.4: whether a block can build or go by rail, though it may not be able to move."""
        if self.part != EXPLOITING and can_build(state, unit):
            return True
        if not may_go_by_rail(state, unit):
            return False
        return bool(passing(BY_RAIL, state, Moving(unit, 0, self.part, True, False)))

    def blocks_left(self, state: Moscow41State) -> int:
        return self.limit - (state.acted & ALL_OF[state.active]).bit_count()

    def is_limit_reached(self, state: Moscow41State) -> bool:
        return self.limit != NO_LIMIT and self.blocks_left(state) <= 0

    def auto_advance(self, state: Moscow41State) -> bool:
        """12.0: everybody knows that a Pass is over after one block; a Logistics Value is its owner's secret."""
        if state.kind == PASSING and self.is_limit_reached(state):
            state.finish()
            return True
        return False

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        if action.verb == "unit":
            return self.why_not(state, action.number)
        return Refusal(self.rule, "First choose the block that is to act.")

    def why_not(self, state: Moscow41State, unit: int) -> Refusal:
        if not self.candidates(state) >> unit & 1:
            return first_failing(self.conditions(state), state, self, unit)
        if not AREAS >> state.where[unit] & 1:
            return Refusal("14.2", f"There is no area where {the_unit(unit)} could be deployed.")
        return why_not_leave(state, Moving(unit, 0, self.part, False, False))


@dataclass(frozen=True, slots=True)
class Recalling(Step[Moscow41State]):
    """14.2: where does a block from the Road to Leningrad come to the map?"""

    unit: Unit

    rule = "14.2"
    lies_on = ("Command",)

    def actor(self, state: Moscow41State) -> str:
        return SIDES[SIDE[self.unit]]

    def text(self, state: Moscow41State) -> str:
        return f"Where do you deploy {the_unit(self.unit)}?"

    def public_text(self, state: Moscow41State) -> str:
        return f"The {TITLES[SIDE[self.unit]]} player brings a block to the map."

    def selection(self, state: Moscow41State) -> Selection:
        return Selection((UNIT_NAMES[self.unit],))

    def actions(self, state: Moscow41State) -> list[Action]:
        return [*(AT[area] for area in members(recall_areas(state, self.unit))), CANCEL]

    def take(self, state: Moscow41State, action: Action) -> None:
        state.finish()
        if action.verb == "cancel":
            return
        area = action.number
        state.emit_block("recalled", self.unit, f"is deployed in {space_label(area)}", "14.2", [BOARD.names[area]])
        state.acted |= 1 << self.unit
        if self.unit == ZHUKOV:
            state.zhukov_recalled = True
        state.put(self.unit, area)

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        if action.verb != "at":
            return Refusal("14.2", "Choose where the block is deployed, or cancel.")
        return first_failing(RECALL_TO, state, self.unit, action.number)


# Deactivation: 10.17.


def deactivate(state: Moscow41State) -> None:
    """10.17: every activated HQ is reduced and concealed; an exhausted one is destroyed."""
    for hq in members(state.activated):
        if state.reduce(hq):
            state.remove(hq, False, "10.17")
        elif state.events is not None:
            text = f"{unit_subject(hq)} is deactivated, {stars(state, hq)}."
            state.emit("deactivated", text, "10.17", [BOARD.names[state.where[hq]]], [UNIT_NAMES[hq]])
    state.revealed &= ~state.activated
    state.activated = 0
