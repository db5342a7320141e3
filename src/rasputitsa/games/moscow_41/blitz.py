"""10.16: the Blitz Segment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...core import Action, Selection
from ...core.conditions import Condition
from ...core.sets import SpaceSet, contains, members, set_of
from ...core.step_codec import Unit
from .bombers import bring_back
from .combat import Battles
from .facts import AREAS, GREEN, NEAR, SIDE, SIDES, SUNNY, UNIT_NAMES, the_unit
from .movement import emit_move
from .ranges import commanded_by
from .reach import engages_across_river
from .refusals import ROOM, Conditions, RuledStep, about_area, about_block
from .state import Moscow41State
from .support import Support
from .support_rules import blitz_hqs
from .words import CANCEL, DONE, MOVE, UNIT


def blitz_range(state: Moscow41State) -> SpaceSet:
    """10.16: the blocks that an activated Blitz HQ commands."""
    found = 0
    for hq in members(state.activated & blitz_hqs(state)):
        found |= commanded_by(state, hq)
    return found


BLITZES: Conditions = (
    Condition(lambda state, step: ~state.blitzed, "10.16", about_block("{block} has already blitzed in this impulse.")),
    Condition(
        lambda state, step: state.blitzers,
        "10.16",
        about_block("{block} is not a fast block that helped to clear a Green Area in this impulse."),
    ),
    Condition(
        lambda state, step: blitz_range(state),
        "10.16",
        about_block("{block} is not in the range of an activated Blitz HQ that commands it."),
    ),
    Condition(
        lambda state, step: set_of(unit for unit in members(state.blitzers) if Blitzing(unit).passing(state, "move")),
        "10.16",
        about_block("{block} has no Green Area to blitz into."),
    ),
)
BLITZ_INTO: Conditions = (
    Condition(lambda state, step: GREEN, "10.16", about_area("A block can blitz only into a Green Area.")),
    Condition(
        lambda state, step: NEAR[state.where[step.unit]], "10.16", about_area("{area} is not adjacent to the block.")
    ),
    Condition(lambda state, step: ~state.before, "10.16", about_area("{area} was contested when the segment began.")),
    ROOM,
)


@dataclass(frozen=True, slots=True)
class Blitz(RuledStep):
    """10.16: fast blocks that cleared a Green Area move by one area and may attack again."""

    rule = "10.16"
    lies_on = ("Support",)
    first = "First choose the block that is to blitz."
    labels: ClassVar[dict[str, str]] = {"done": "No more blitzes"}

    def actor(self, state: Moscow41State) -> str:
        return SIDES[state.active]

    def text(self, state: Moscow41State) -> str:
        return "Choose a fast block to blitz into an adjacent Green Area, or end the segment."

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        return BLITZES if verb == "unit" else ()

    def candidates(self, state: Moscow41State) -> SpaceSet:
        return self.passing(state, "unit")

    def actions(self, state: Moscow41State) -> list[Action]:
        return [*(UNIT[unit] for unit in members(self.candidates(state))), DONE]

    def take(self, state: Moscow41State, action: Action) -> None:
        if action.verb == "unit":
            state.push(Blitzing(action.number))
        else:
            state.finish()

    def auto_advance(self, state: Moscow41State) -> bool:
        """The blocks that may blitz lie face up, as do the HQs."""
        if state.weather == SUNNY and self.candidates(state):
            return False
        state.finish()
        return True


@dataclass(frozen=True, slots=True)
class Blitzing(RuledStep):
    """10.16: where does the block blitz?"""

    unit: Unit

    rule = "10.16"
    lies_on = ("Blitz",)
    first = "A block blitzes into an adjacent Green Area."

    def actor(self, state: Moscow41State) -> str:
        return SIDES[state.active]

    def text(self, state: Moscow41State) -> str:
        return f"Into which Green Area does {the_unit(self.unit)} blitz?"

    def selection(self, state: Moscow41State) -> Selection:
        return Selection((UNIT_NAMES[self.unit],))

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        return BLITZ_INTO if verb == "move" else ()

    def actions(self, state: Moscow41State) -> list[Action]:
        return [*(MOVE[area] for area in members(self.passing(state, "move"))), CANCEL]

    def take(self, state: Moscow41State, action: Action) -> None:
        state.finish()
        if action.verb == "cancel":
            return
        unit, goal, origin = self.unit, action.number, state.where[self.unit]
        if state.events is not None:
            emit_move(state, unit, origin, [goal])
        if engages_across_river(state, SIDE[unit], origin, goal):
            state.crossed |= 1 << unit
        else:
            state.crossed &= ~(1 << unit)
        state.blitzed |= 1 << unit
        state.put(unit, goal)


def begin_blitz(state: Moscow41State) -> None:
    """10.16: the segment has its own new engagements, artillery and Stukas."""
    idle = [bomber for bomber, place in enumerate(state.air) if contains(AREAS & ~state.fought, place)]
    bring_back(state, idle, "Bombers whose battle was not fought return to their bases.", "10.16")
    state.before = state.contested
    state.fought = 0
    for hq in members(state.activated):
        state.target[hq] = 0
    state.push(Battles(True))
    state.push(Support(True))
    state.push(Blitz())
