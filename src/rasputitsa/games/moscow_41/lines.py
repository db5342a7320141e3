"""4.1 Defensive lines: who can build one, and which one is disbanded for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...core import Action, Fate, Kind, Step
from ...core.conditions import Condition, passing, where
from ...core.sets import SpaceSet, contains, members, set_of
from ...core.step_codec import Unit
from .facts import BOARD, COMBAT, LINES, MINIMUM, SIDE, SIDES, space_label
from .refusals import Conditions, RuledStep, about_area, about_block
from .state import Moscow41State
from .words import CANCEL, DISBAND

if TYPE_CHECKING:
    from .movement import Moving


def those(about: SpaceSet | Moving, meets: Callable[[int], object]) -> SpaceSet:
    """Those of the blocks in question that meet something: of some blocks, or of the one in hand."""
    if isinstance(about, int):
        return set_of(unit for unit in members(about) if meets(unit))
    return where(meets(about.unit))


def above_minimum(state: Moscow41State, about: SpaceSet | Moving) -> SpaceSet:
    """Those that can lose a step."""
    return those(about, lambda unit: state.strength[unit] > MINIMUM[unit])


def in_areas(state: Moscow41State, about: SpaceSet | Moving, areas: SpaceSet) -> SpaceSet:
    return those(about, lambda unit: contains(areas, state.where[unit]))


def already_there(state: Moscow41State, step: object, unit: int) -> str:
    return f"There is already a defensive line in {space_label(state.where[unit])}."


def is_contested(state: Moscow41State, step: object, unit: int) -> str:
    return f"{space_label(state.where[unit])} is contested, and no defensive line is built there."


BUILDERS: Conditions = (  # 4.1, 10.8: about some of the active player's blocks on the map, or the one in hand
    Condition(
        lambda state, about: COMBAT,
        "4.1",
        about_block("{block} is not a combat block, so it cannot build a defensive line."),
    ),
    Condition(above_minimum, "4.1", about_block("{block} is at minimum strength and cannot be reduced to build.")),
    Condition(lambda state, about: in_areas(state, about, state.friendly(state.active)), "4.1", is_contested),
    Condition(lambda state, about: in_areas(state, about, ~state.lines_of(state.active)), "10.8", already_there),
)


def builders(state: Moscow41State, among: SpaceSet) -> SpaceSet:
    """4.1, 10.8: combat blocks above minimum strength, in friendly, uncontested areas without a line."""
    return passing(BUILDERS, state, among) if among else 0


def build_line(state: Moscow41State, unit: int) -> None:
    """4.1: the block is reduced, and the line stands."""
    area, side = state.where[unit], SIDE[unit]
    state.reduce(unit)
    what, detail = f"builds a defensive line in {space_label(area)}", f", now at {state.strength[unit]}"
    state.emit_block(Kind.ORDER, unit, what, "4.1", Fate.REDUCED, None, [BOARD.names[area]], detail)
    state.set_line(side, area, True)


def lines_left(state: Moscow41State, side: int) -> int:
    return LINES[side] - state.lines_of(side).bit_count()


DISBANDED: Conditions = (
    Condition(
        lambda state, step: state.lines_of(SIDE[step.unit]),
        "4.1",
        about_area("You have no defensive line in {area}."),
    ),
)


@dataclass(frozen=True, slots=True)
class Disbanding(RuledStep):
    """4.1: all defensive lines are in use; one is disbanded to build the new one."""

    unit: Unit

    rule = "4.1"
    lies_on = ("Moving",)
    first = "Choose one of your defensive lines, or cancel."

    def actor(self, state: Moscow41State) -> str:
        return SIDES[SIDE[self.unit]]

    def text(self, state: Moscow41State) -> str:
        return "All your defensive lines are in use. Which one is disbanded to build the new one?"

    def public_step(self, state: Moscow41State) -> Step[Moscow41State]:
        """That a block is about to build is seen when it has built."""
        return step_below(state, self).public_step(state)

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        return DISBANDED if verb == "disband" else ()

    def actions(self, state: Moscow41State) -> list[Action]:
        return [*(DISBAND[area] for area in members(self.passing(state, "disband"))), CANCEL]

    def take(self, state: Moscow41State, action: Action) -> None:
        if action.verb == "cancel":
            state.finish()
            return
        area = action.number
        text = f"The defensive line in {space_label(area)} is disbanded."
        state.emit(Kind.DEPARTURE, text, "4.1", SIDES[SIDE[self.unit]], [BOARD.names[area]])
        state.set_line(SIDE[self.unit], area, False)
        state.conceal(area)
        state.finish(area)


def step_below(state: Moscow41State, step: Step[Moscow41State]) -> Step[Moscow41State]:
    """The step to which another one returns."""
    number = state.stack.index(step)
    return state.stack[number - 1] if number else step
