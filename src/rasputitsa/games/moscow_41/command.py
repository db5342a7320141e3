"""10.1 to 10.8, 12.0: activating HQs, their range, and commanding blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...core import Action, Refusal, Selection, Step
from ...core.sets import SpaceSet, members, set_of
from ...core.step_codec import Unit
from .facts import (
    AIR_HQS,
    ALL_OF,
    AREAS,
    BOARD,
    COMMANDS,
    COMMANDS_ANY,
    FAST,
    HOEPNER,
    LEADERS,
    LENINGRAD,
    MOSCOW,
    NEAR,
    PANZER_GROUP_4,
    POOL,
    ROAD_SET,
    SIDE,
    SIDES,
    SOVIET,
    TACTICAL,
    TITLES,
    UNIT_NAMES,
    ZHUKOV,
    space_label,
    spread,
    the_unit,
    unit_subject,
)
from .movement import (
    ACTIVATING,
    ATTACKING,
    EXPLOITING,
    Moving,
    can_build,
    can_leave,
    movable,
    rail_destinations,
    reveal_hq,
    stars,
)
from .options import IGNORE_COLOURS, RAIL, ZHUKOV_HOEPNER
from .state import Moscow41State
from .strength import command_range
from .supply import network
from .words import ACTIVATE, AT, CANCEL, DONE, UNIT

TACTICAL_IMPULSE, STRATEGIC_IMPULSE, REINFORCING_IMPULSE, PASSING = range(4)  # the kinds of impulse (3.0)
NO_LIMIT = 255


def tactical_range(state: Moscow41State, hq: int) -> SpaceSet:
    """10.3: the areas in which an HQ commands. The way there does not lead through enemy or contested areas."""
    reached = frontier = 1 << state.where[hq]
    friendly = state.friendly(SIDE[hq])
    for _ in range(command_range(state, hq)):
        ring = spread(frontier) & ~reached
        reached |= ring
        frontier = ring & friendly
    return reached


def air_range(state: Moscow41State, hq: int) -> SpaceSet:
    """10.10: the areas that bombers reach, over whatever lies between."""
    reached = 1 << state.where[hq]
    for _ in range(command_range(state, hq)):
        reached |= spread(reached)
    return reached


def commanded_by(state: Moscow41State, hq: int) -> SpaceSet:
    """10.2, 10.6, 14.1: all blocks in the area of an HQ, and those of its colour and White ones within its range."""
    if not AREAS >> state.where[hq] & 1:
        return 0
    side = SIDE[hq]
    table = COMMANDS_ANY if state.optional & IGNORE_COLOURS else COMMANDS
    found = 0
    for area in members(tactical_range(state, hq) & state.units[side]):
        found |= state.at[area]
    return found & table[hq] | state.at[state.where[hq]] & ALL_OF[side] & ~LEADERS


def commanded(state: Moscow41State) -> SpaceSet:
    """10.7: the blocks that may have an action in a Tactical Impulse."""
    found = 0
    for hq in members(state.activated & TACTICAL):
        found |= commanded_by(state, hq)
    return found & ~state.isolated & ~state.acted & ~state.activated


def everybody(state: Moscow41State, side: int) -> SpaceSet:
    """11.0, 12.0, 10.18: the blocks in areas that are not isolated and have not had an action yet."""
    found = state.on_map(side) & ~LEADERS & ~state.isolated & ~state.acted
    for box in range(LENINGRAD - 9, LENINGRAD + 1):
        found &= ~state.at[box]
    return found


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
        if self.is_limit_reached(state):
            return 0
        if self.part == EXPLOITING:
            return everybody(state, state.active) & FAST
        if state.kind == TACTICAL_IMPULSE:
            return commanded(state)
        return everybody(state, state.active) | recalled(state)

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
        return may_go_by_rail(state, unit) and bool(rail_destinations(state, unit))

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
        name, bit = unit_subject(unit), 1 << unit
        if SIDE[unit] != state.active:
            return Refusal("10.7", "That block is not yours.")
        if state.where[unit] >= POOL:
            return Refusal("10.8", f"{name} is not on the map.")
        if LEADERS & bit:
            return Refusal("4.2.4", f"{name} never moves.")
        if state.isolated & bit:
            return Refusal("9.1", f"{name} is isolated: it can neither move nor build.")
        if state.acted & bit or state.activated & bit:
            return Refusal("10.7", f"{name} has already acted in this impulse.")
        if self.is_limit_reached(state):
            return Refusal("7.2.1", "Your Logistics Value is used up: no more blocks can act.")
        if self.part == EXPLOITING and not FAST & bit:
            return Refusal("10.18", f"{name} is slow; only fast blocks exploit.")
        if not AREAS >> state.where[unit] & 1:
            return why_not_recalled(state, unit)
        if state.kind == TACTICAL_IMPULSE and self.part != EXPLOITING and not commanded(state) & bit:
            return why_not_commanded(state, unit)
        return Refusal("10.8", f"{name} cannot enter any area from {space_label(state.where[unit])}.")


def why_not_commanded(state: Moscow41State, unit: int) -> Refusal:
    """10.2, 10.3: no activated HQ commands blocks of its kind, or none that does is near enough."""
    table = COMMANDS_ANY if state.optional & IGNORE_COLOURS else COMMANDS
    hqs = [hq for hq in members(state.activated & TACTICAL) if AREAS >> state.where[hq] & 1 and table[hq] >> unit & 1]
    name = unit_subject(unit)
    if not hqs and (TACTICAL | AIR_HQS) >> unit & 1:
        return Refusal("10.2", f"{name} is an HQ, and no activated HQ is in its area.")
    if not hqs:
        return Refusal("10.2", f"{name} is not of the colour of an activated HQ, and none is in its area.")
    return Refusal("10.3", f"{name} is out of the range of {', '.join(the_unit(hq) for hq in hqs)}.")


# 14.2: Hoepner called off, Zhukov recalled.


def recalled(state: Moscow41State) -> SpaceSet:
    """14.2: the blocks on the Road to Leningrad that may come to the map now."""
    if not state.optional & ZHUKOV_HOEPNER or not state.setting.road:
        return 0
    on_road = 0
    for box in range(LENINGRAD - 9, LENINGRAD + 1):
        on_road |= state.at[box]
    may_leave = 1 << ZHUKOV | (PANZER_GROUP_4 if all_deployed(state) else 0)
    found = on_road & may_leave & ALL_OF[state.active] & ~state.acted
    return set_of(unit for unit in members(found) if recall_areas(state, unit))


def all_deployed(state: Moscow41State) -> bool:
    """14.2: whether no block of the 4th Panzer Group is still to be deployed."""
    return not any(state.where[unit] == POOL for unit in members(PANZER_GROUP_4))


def why_not_recalled(state: Moscow41State, unit: int) -> Refusal:
    name = unit_subject(unit)
    if not state.optional & ZHUKOV_HOEPNER:
        return Refusal("2.2", f"{name} cannot leave the Road to Leningrad.")
    if state.kind == TACTICAL_IMPULSE:
        return Refusal("14.2", f"{name} can be brought to the map only in a Pass or a Strategic Impulse.")
    if SIDE[unit] != SOVIET and not all_deployed(state):
        return Refusal("14.2", f"{name} stays on the road until all four blocks of the group have been deployed there.")
    return Refusal("14.2", f"There is no area where {the_unit(unit)} could be deployed.")


def recall_areas(state: Moscow41State, unit: int) -> SpaceSet:
    """14.2: a friendly, uncontested, supplied area with room; for Zhukov one adjacent to Moscow."""
    side = SIDE[unit]
    found = network(state, side) & ~state.full[side]
    return found & NEAR[MOSCOW] if unit == ZHUKOV else found


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
        area, side = action.number, SIDE[self.unit]
        if self.unit == ZHUKOV and not NEAR[MOSCOW] >> area & 1:
            return Refusal("14.2", f"{space_label(area)} is not adjacent to Moscow.")
        if not state.controlled(side) >> area & 1:
            return Refusal("14.2", f"You do not control {space_label(area)}.")
        if state.contested >> area & 1:
            return Refusal("14.2", f"{space_label(area)} is contested.")
        if not network(state, side) >> area & 1:
            return Refusal("14.2", f"{space_label(area)} is not in supply.")
        return Refusal("2.7", f"No further block may stack in {space_label(area)}.")


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
