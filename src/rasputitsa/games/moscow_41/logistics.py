"""7.0 The Logistics Phase: a pause, or the leader with regeneration, replacements and reinforcements."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from ...core import Action, Fate, Kind, Mark, PlayerWarning, Refusal, Step
from ...core.conditions import Condition
from ...core.numbers import counted
from ...core.sets import SpaceSet, members, set_of
from ...core.step import BOTTOM
from ...core.warnings import costly, them
from .facts import (
    ALL_OF,
    BOARD,
    COMBAT,
    FULL,
    HQS,
    LEADER_OF,
    POOL,
    REPLACEMENT_COST,
    SIDES,
    SOVIET,
    STALIN,
    STRONGER,
    TITLES,
    UNITS,
    space_label,
    unit_subject,
)
from .logistics_value import logistics_value
from .refusals import Conditions, RuledStep, about_block
from .reinforcements import Drawing
from .remarks import of_logistics, step_mark
from .state import Moscow41State
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
            state.emit(Kind.ORDER, "Stalin is dead: there is no Soviet Logistics Phase.", "4.2.4", SIDES[SOVIET])


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

    def role(self, state: Moscow41State, verb: str) -> str:
        """7.1: a pause brings nothing where the leader is at full strength."""
        leader = LEADER_OF[self.side]
        return "aside" if verb == "pause" and state.strength[leader] == FULL[leader] else ""

    def remarks(self, state: Moscow41State) -> dict[Action, str]:
        return of_logistics(state, self.side)

    def take(self, state: Moscow41State, action: Action) -> None:
        leader = LEADER_OF[self.side]
        name = UNITS[leader].title
        if action.verb == "pause":
            state.strength[leader] = FULL[leader]
            text = f"{TITLES[self.side]} Logistics Pause: {name} is at full strength."
            state.emit_blocks(Kind.ORDER, text, "7.1", [leader], Fate.RESTORED)
            state.finish()
            return
        value = logistics_value(state, self.side)
        side = SIDES[self.side]
        state.emit_blocks(Kind.ORDER, f"{name} is activated.", "7.2", [leader], Fate.TOOK_PART)
        state.emit(Kind.DETAIL, f"Logistics Value: {value}.", "7.2.1", side, visible_to=side)
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
        fate = Fate.TOOK_PART if has_none_left else Fate.REDUCED
        state.emit_blocks(Kind.ORDER, f"{UNITS[leader].title} {what} {left}.", "7.2", [leader], fate)
        state.finish()
        return True


def below_full(state: Moscow41State, step: Recovery) -> SpaceSet:
    """The blocks of the owner that have lost a step."""
    blocks = members(ALL_OF[step.side] & step.kind)
    return set_of(unit for unit in blocks if STRONGER[unit][state.strength[unit]] >= 0)


def affordable(state: Moscow41State, step: Recovery) -> SpaceSet:
    return set_of(unit for unit in members(below_full(state, step)) if step.cost(state, unit) <= step.points)


RECOVERS: Conditions = (  # 7.2.2
    Condition(lambda state, step: ALL_OF[step.side], "7.2.2", about_block("That block is not yours."), implied=True),
    Condition(
        lambda state, step: step.kind,
        "7.2.2",
        lambda state, step, unit: f"Only steps of {step.can_be_restored} now.",
        implied=True,
    ),
    Condition(lambda state, step: state.on_map(step.side), "7.2.2", about_block("{block} is not on the map.")),
    Condition(below_full, "7.2.2", about_block("{block} is at full strength."), implied=True),
    Condition(lambda state, step: ~state.isolated, "9.1", about_block("{block} is isolated.")),
    Condition(
        lambda state, step: ~state.blocks_in(state.contested), "7.2.2", about_block("{block} is in a contested area.")
    ),
    Condition(
        affordable,
        "7.2.2",
        lambda state, step, unit: f"The step costs {step.cost(state, unit)}; points left: {step.points}.",
    ),
)


@dataclass(frozen=True, slots=True)
class Recovery(RuledStep):
    """7.2.2: points restore steps of blocks."""

    side: int
    points: int

    rule = "7.2.2"
    always_ask = True
    kind: ClassVar[SpaceSet]  # the blocks that it is for
    verb: ClassVar[list[Action]]
    can_be_restored: ClassVar[str]
    point: ClassVar[str]  # what its points are called

    def actor(self, state: Moscow41State) -> str:
        return SIDES[self.side]

    @abstractmethod
    def cost(self, state: Moscow41State, unit: int) -> int:
        """What the next step of a block costs, or 0 where there is none."""

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        return RECOVERS if verb == self.verb[0].verb else ()

    def actions(self, state: Moscow41State) -> list[Action]:
        return [*(self.verb[unit] for unit in members(self.passing(state, self.verb[0].verb))), DONE]

    def marks(self, state: Moscow41State) -> dict[Action, Mark]:
        """What a step costs and brings, by block."""
        units = members(self.passing(state, self.verb[0].verb))
        return {self.verb[unit]: step_mark(state, unit, self.cost(state, unit)) for unit in units}

    def unused(self, state: Moscow41State, actions: Sequence[Action]) -> Iterator[PlayerWarning]:
        """7.2.2: points are not kept for later."""
        units = [action.number for action in actions if action is not DONE]
        if units:
            left, blocks = counted(self.points, self.point), counted(len(units), "block")
            spaces = BOARD.names_of(set_of(state.where[unit] for unit in units))
            yield costly("7.2.2", f"{left} would be lost; {blocks} could still use {them(range(self.points))}.", spaces)

    def take(self, state: Moscow41State, action: Action) -> None:
        if action.verb == "done":
            state.finish()
            return
        unit = action.number
        state.replace(replace(self, points=self.points - self.cost(state, unit)))
        recover(state, unit)


@dataclass(frozen=True, slots=True)
class Regeneration(Recovery):
    """7.2.2: one Regeneration Point restores one step of an HQ."""

    lies_on = ("Replacement",)
    labels: ClassVar[dict[str, str]] = {"done": "No more regeneration"}
    kind = HQS
    verb = RESTORE
    can_be_restored = "HQs can be restored"
    point = "Regeneration Point"
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
    can_be_restored = "combat blocks can be replaced"
    point = "Replacement Point"
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
    if state.events is not None:
        area = state.where[unit]
        text = f"{unit_subject(unit)} in {space_label(area)} recovers a step, now at {state.strength[unit]}."
        own, spaces = state.fates([unit], Fate.RESTORED), [BOARD.names[area]]
        state.emit(Kind.RECOVERY, text, "7.2.2", own[0].side, spaces, own, visible_to=own[0].side)


def emit_recovered(state: Moscow41State, side: int) -> None:
    """1.5: everybody sees where blocks are turned, not which of them are HQs."""
    if state.events is None or not state.acted:
        return
    blocks = Counter(state.where[unit] for unit in members(state.acted))
    places = [space_label(area) + (f" ({count})" if count > 1 else "") for area, count in sorted(blocks.items())]
    text = f"{TITLES[side]} blocks recover strength: {', '.join(places)}."
    spaces = [BOARD.names[area] for area in sorted(blocks)]
    seen = sorted(state.fates(members(state.acted), Fate.RESTORED, known=0))
    state.emit(Kind.RECOVERY, text, "7.2.2", SIDES[side], spaces, seen, hidden_from=SIDES[side])
