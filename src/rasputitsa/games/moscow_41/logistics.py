"""7.0 The Logistics Phase: a pause, or the leader with regeneration, replacements and reinforcements."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from dataclasses import dataclass, replace
from typing import ClassVar

from ...core import Action, Refusal, Step
from ...core.sets import SpaceSet, members
from ...core.step import BOTTOM
from .facts import (
    ALL_OF,
    BOARD,
    COMBAT,
    FULL,
    HQS,
    LEADER_OF,
    POOL,
    REPLACEMENT_COST,
    SIDE,
    SIDES,
    SOVIET,
    STALIN,
    STRONGER,
    TITLES,
    UNIT_NAMES,
    UNITS,
    space_label,
    unit_subject,
)
from .reinforcements import Drawing
from .state import Moscow41State
from .value import logistics_value
from .words import DONE, LEADER, PAUSE, REPLACE, RESTORE


def has_logistics(state: Moscow41State, side: int) -> bool:
    """4.2.4: without Stalin there is no Soviet Logistics Phase."""
    return side != SOVIET or state.where[STALIN] < POOL


def begin_logistics(state: Moscow41State) -> None:
    """7.0: the player without the Initiative decides first."""
    for side in (state.initiative, 1 - state.initiative):
        if has_logistics(state, side):
            state.push(Logistics(side))
        else:
            state.emit("leader", "Stalin is dead: there is no Soviet Logistics Phase.", "4.2.4")


@dataclass(frozen=True, slots=True)
class Logistics(Step[Moscow41State]):
    """7.0: a Logistics Pause, or the leader is activated."""

    side: int

    rule = "7.0"
    lies_on = (BOTTOM, "Logistics")

    def actor(self, state: Moscow41State) -> str:
        return SIDES[self.side]

    def text(self, state: Moscow41State) -> str:
        leader = UNITS[LEADER_OF[self.side]].title
        return f"Declare a Logistics Pause to restore {leader} to full strength, or activate {leader}?"

    def actions(self, state: Moscow41State) -> list[Action]:
        return [PAUSE, LEADER]

    def take(self, state: Moscow41State, action: Action) -> None:
        leader = LEADER_OF[self.side]
        name = UNITS[leader].title
        if action.verb == "pause":
            state.strength[leader] = FULL[leader]
            state.emit("pause", f"{TITLES[self.side]} Logistics Pause: {name} is at full strength.", "7.1")
            state.finish()
            return
        value = logistics_value(state, self.side)
        state.emit("leader", f"{name} is activated.", "7.2")
        state.emit("value", f"Logistics Value: {value}.", "7.2.1", visible_to=SIDES[self.side])
        state.replace(Exhausting(self.side))
        state.push(Drawing(self.side, value, False))
        state.push(Replacement(self.side, value))
        state.push(Regeneration(self.side, value))

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        return Refusal("7.0", "The Logistics Phase begins with a choice: a pause, or the leader.")


@dataclass(frozen=True, slots=True)
class Exhausting(Step[Moscow41State]):
    """7.2: at the end the leader is reduced; at the heart he stays there."""

    side: int

    rule = "7.2"
    lies_on = (BOTTOM, "Logistics")

    def actor(self, state: Moscow41State) -> str:
        return SIDES[self.side]

    def text(self, state: Moscow41State) -> str:
        return "The leader is reduced."

    def actions(self, state: Moscow41State) -> list[Action]:
        return []

    def take(self, state: Moscow41State, action: Action) -> None:
        raise AssertionError("nothing is asked here")

    def auto_advance(self, state: Moscow41State) -> bool:
        leader = LEADER_OF[self.side]
        has_none_left = state.reduce(leader)
        left = state.strength[leader] or "the heart"
        what = "stays at" if has_none_left else "is reduced to"
        state.emit("leader", f"{UNITS[leader].title} {what} {left}.", "7.2")
        state.finish()
        return True


def can_recover(state: Moscow41State, side: int) -> SpaceSet:
    """7.2.2: blocks in play that are neither in a contested area nor isolated."""
    found = state.on_map(side) & ~state.isolated
    for area in members(state.contested):
        found &= ~state.at[area]
    return found


@dataclass(frozen=True, slots=True)
class Recovery(Step[Moscow41State]):
    """7.2.2: points restore steps of blocks."""

    side: int
    points: int

    rule = "7.2.2"
    asked_anyway = True
    kind: ClassVar[SpaceSet]  # the blocks that it is for
    verb: ClassVar[list[Action]]
    first: ClassVar[str]  # why nothing else is done now

    def actor(self, state: Moscow41State) -> str:
        return SIDES[self.side]

    @abstractmethod
    def cost(self, state: Moscow41State, unit: int) -> int:
        """What the next step of a block costs, or 0 where there is none."""

    def actions(self, state: Moscow41State) -> list[Action]:
        blocks = can_recover(state, self.side) & self.kind
        return [*(self.verb[unit] for unit in members(blocks) if 0 < self.cost(state, unit) <= self.points), DONE]

    def take(self, state: Moscow41State, action: Action) -> None:
        if action.verb == "done":
            state.finish()
            return
        unit = action.number
        state.replace(replace(self, points=self.points - self.cost(state, unit)))
        recover(state, unit)

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        if action.verb != self.verb[0].verb:
            return Refusal("7.2.2", self.first)
        return why_not_recover(state, self.side, action.number, self.kind, self.points, self.cost(state, action.number))


@dataclass(frozen=True, slots=True)
class Regeneration(Recovery):
    """7.2.2: one Regeneration Point restores one step of an HQ."""

    lies_on = ("Replacement",)
    labels: ClassVar[dict[str, str]] = {"done": "No more regeneration"}
    kind = HQS
    verb = RESTORE
    first = "Restore steps of HQs first, or end the regeneration."

    def text(self, state: Moscow41State) -> str:
        return f"Restore steps of HQs. Regeneration Points left: {self.points}."

    def public_text(self, state: Moscow41State) -> str:
        return f"The {TITLES[self.side]} player restores HQs and replaces losses."

    def cost(self, state: Moscow41State, unit: int) -> int:
        return int(STRONGER[unit][state.strength[unit]] > 0)


@dataclass(frozen=True, slots=True)
class Replacement(Recovery):
    """7.2.2: Replacement Points, 1 to 3 by the colour of the step, replace steps of combat blocks."""

    lies_on = ("Drawing",)
    labels: ClassVar[dict[str, str]] = {"done": "No more replacements"}
    kind = COMBAT
    verb = REPLACE
    first = "Replace steps of combat blocks first, or end the replacements."

    def text(self, state: Moscow41State) -> str:
        return f"Replace steps of combat blocks. Replacement Points left: {self.points}."

    def public_step(self, state: Moscow41State) -> Step[Moscow41State]:
        """Nobody else sees when the HQs are done: it would tell which of the blocks that recover are HQs."""
        return Regeneration(self.side, 0)

    def take(self, state: Moscow41State, action: Action) -> None:
        if action.verb == "done":
            emit_recovered(state, self.side)
            state.acted = 0
        Recovery.take(self, state, action)

    def cost(self, state: Moscow41State, unit: int) -> int:
        return step_cost(state, unit)


def step_cost(state: Moscow41State, unit: int) -> int:
    """7.2.2: what the next step of a combat block costs, or 0 where there is none."""
    higher = STRONGER[unit][state.strength[unit]]
    return REPLACEMENT_COST[unit][higher] if higher > 0 else 0


def recover(state: Moscow41State, unit: int) -> None:
    """7.2.2: one step. The others are told at the end where blocks have recovered (1.5)."""
    state.strength[unit] = STRONGER[unit][state.strength[unit]]
    state.acted |= 1 << unit
    area = state.where[unit]
    text = f"{unit_subject(unit)} in {space_label(area)} recovers a step, now at {state.strength[unit]}."
    state.emit("recovered", text, "7.2.2", [BOARD.names[area]], [UNIT_NAMES[unit]], SIDES[SIDE[unit]])


def emit_recovered(state: Moscow41State, side: int) -> None:
    """1.5: everybody sees where blocks are turned, not which of them are HQs."""
    if state.events is None or not state.acted:
        return
    blocks = Counter(state.where[unit] for unit in members(state.acted))
    places = [space_label(area) + (f" ({count})" if count > 1 else "") for area, count in sorted(blocks.items())]
    text = f"{TITLES[side]} blocks recover strength: {', '.join(places)}."
    state.emit("recovered", text, "7.2.2", [BOARD.names[area] for area in sorted(blocks)])


def why_not_recover(state: Moscow41State, side: int, unit: int, kind: SpaceSet, points: int, cost: int) -> Refusal:
    name = unit_subject(unit)
    if not ALL_OF[side] >> unit & 1:
        return Refusal("7.2.2", "That block is not yours.")
    if not kind >> unit & 1:
        what = "HQs can be restored" if kind == HQS else "combat blocks can be replaced"
        return Refusal("7.2.2", f"Only steps of {what} now.")
    if state.where[unit] >= POOL:
        return Refusal("7.2.2", f"{name} is not on the map.")
    if STRONGER[unit][state.strength[unit]] < 0:
        return Refusal("7.2.2", f"{name} is at full strength.")
    if state.isolated >> unit & 1:
        return Refusal("9.1", f"{name} is isolated.")
    if not can_recover(state, side) >> unit & 1:
        return Refusal("7.2.2", f"{name} is in a contested area.")
    return Refusal("7.2.2", f"The step costs {cost}; points left: {points}.")
