"""10.7, 11.0, 12.0, 10.18: commanding blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ...core import Action, PlayerWarning, Refusal
from ...core.conditions import passing
from ...core.numbers import counted
from ...core.sets import SpaceSet, contains, members, set_of
from ...core.warnings import notice
from .command_rules import ANYBODY, COMMANDED, EXPLOITERS, why_not_leave
from .facts import ALL_OF, AREAS, BOARD, SIDE, SIDES, TITLES
from .lines import builders
from .move_rules import ATTACKING, BY_RAIL, EXPLOITING
from .movement import Moving
from .options import RAIL
from .reach import movable
from .recall import Recalling, recalled
from .refusals import Conditions, RuledStep
from .state import Moscow41State
from .words import DONE, UNIT

TACTICAL_IMPULSE, STRATEGIC_IMPULSE, REINFORCING_IMPULSE, PASSING = range(4)  # the kinds of impulse (3.0)
NO_LIMIT = 255


def may_go_by_rail(state: Moscow41State, unit: int) -> bool:
    """14.4: in a Pass or a Strategic Impulse, out of a friendly, uncontested area."""
    if not state.optional & RAIL or state.kind == TACTICAL_IMPULSE:
        return False
    return contains(state.friendly(SIDE[unit]), state.where[unit])


@dataclass(frozen=True, slots=True)
class Command(RuledStep):
    """10.7, 11.0, 12.0, 10.18: choose the next block to act. ``limit`` is how many may in all."""

    limit: int
    part: int

    rule = "10.7"
    labels: ClassVar[dict[str, str]] = {"done": "No more blocks"}
    always_ask = True
    first = "First choose the block that is to act."

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

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        if verb != "unit":
            return ()
        if self.part == EXPLOITING:
            return EXPLOITERS
        return COMMANDED if state.kind == TACTICAL_IMPULSE else ANYBODY

    def candidates(self, state: Moscow41State) -> SpaceSet:
        """The blocks that may have an action now, whether or not there is anything for them to do."""
        return self.passing(state, "unit")

    def actions(self, state: Moscow41State) -> list[Action]:
        found = [UNIT[unit] for unit in members(self.able(state, self.candidates(state)))]
        found.append(DONE)
        return found

    def unused(self, state: Moscow41State, actions: Sequence[Action]) -> Iterator[PlayerWarning]:
        """10.7: blocks that could still act."""
        units = [action.number for action in actions if action is not DONE]
        if units:
            text = f"{counted(len(units), 'block')} could still act."
            yield notice("10.7", text, BOARD.names_of(set_of(state.where[unit] for unit in units)))

    def able(self, state: Moscow41State, candidates: SpaceSet) -> SpaceSet:
        """4.1, 10.8, 14.2, 14.4: those for whom there is something to do: move, build, go by rail or be recalled."""
        found = candidates & recalled(state)
        found |= movable(state, state.active, candidates & ~found, self.part == ATTACKING)
        if self.part != EXPLOITING:
            found |= builders(state, candidates & ~found)
        return found | set_of(unit for unit in members(candidates & ~found) if self.can_go_by_rail(state, unit))

    def take(self, state: Moscow41State, action: Action) -> None:
        if action.verb == "done":
            state.finish()
            return
        unit = action.number
        if not contains(AREAS, state.where[unit]):
            state.push(Recalling(unit))
            return
        state.push(Moving(unit, 0, self.part, may_go_by_rail(state, unit), False))

    def can_go_by_rail(self, state: Moscow41State, unit: int) -> bool:
        """14.4: whether a block that cannot move can go anywhere by rail."""
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

    def why_refused(self, state: Moscow41State, action: Action) -> Refusal:
        if action.verb == "unit" and contains(self.candidates(state), action.number):
            return why_not_leave(state, Moving(action.number, 0, self.part, False, False))
        return RuledStep.why_refused(self, state, action)
