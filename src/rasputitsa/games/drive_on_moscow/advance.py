"""What a battle leads to once its result is taken: advance (11.31), or mobile assault goes on (10.19, 10.20)."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from ...core import Action, Fate, Kind, Refusal, Selection, Step
from ...core.conditions import Condition, passing
from ...core.sets import members, set_of
from ...core.step_codec import Place, Units
from .battle import (
    Battle,
)
from .facts import (
    BOARD,
    FIRST_HEX,
    GERMAN,
    SIDE,
    SIDES,
    SOVIET,
    STACK_LIMIT,
    hex_label,
)
from .fates import emit_fates
from .moves import enter
from .names import capital, unit_label, units_label
from .refusals import Conditions, about_unit, out_of_phase, yours
from .state import DriveOnMoscowState
from .victory import check_isolation
from .words import ADVANCE, DONE


def finish(state: DriveOnMoscowState, battle: Battle) -> None:
    """What a battle leads to once the defender has taken its result: advance, or movement goes on."""
    check_isolation(state)
    if state.outcome is not None:
        return
    vacant = not state.at(battle.hex)
    survivors = sum(1 << unit for unit in members(battle.attackers) if state.where[unit] >= FIRST_HEX)
    if battle.mobile:
        finish_assault(state, battle, survivors, vacant)
    elif vacant and survivors:
        state.push(Advance(battle.hex, survivors, 0))


def finish_assault(state: DriveOnMoscowState, battle: Battle, survivors: int, vacant: bool) -> None:
    """10.19, 10.20: into the hex if it was cleared, where movement goes on; else back to the launch hex."""
    if not vacant or not survivors:
        state.finished |= survivors
        state.began = state.where[:]
        state.stack[-1].resume(state, 0)
        return
    if state.events is not None:
        units = members(survivors)
        names = [state.place(units[0]), BOARD.names[battle.hex]]
        text = f"{capital(units_label(state, survivors))}: into {hex_label(battle.hex)}."
        emit_fates(state, Kind.ADVANCE, text, "10.20", units, Fate.MOVED, battle.hex, names)
    enter(state, GERMAN, members(survivors), battle.hex)
    state.began = state.where[:]
    check_isolation(state)
    state.stack[-1].resume(state, survivors)


CAN_ADVANCE: Conditions = (
    yours("11.31"),
    Condition(
        lambda state, step: ~set_of(state.at(step.hex)),
        "11.31",
        about_unit("The {} has already advanced."),
        implied=True,
    ),
    Condition(
        lambda state, step: step.units,
        "11.31",
        lambda state, step, unit: (
            f"The {unit_label(state, unit)} did not take part in the attack on {hex_label(step.hex)}."
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Advance(Step[DriveOnMoscowState]):
    """11.31: victorious attackers may enter the vacated hex, one by one."""

    hex: Place
    units: Units
    advanced: int

    rule = "11.31"
    labels = MappingProxyType({"done": "No further advance"})
    together = frozenset({"advance"})
    conditions_of = MappingProxyType({"advance": CAN_ADVANCE})
    lies_on = ("Combat",)

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[state.active]

    def selection(self, state: DriveOnMoscowState) -> Selection:
        return Selection((), (BOARD.names[self.hex],))

    def text(self, state: DriveOnMoscowState) -> str:
        if self.forced(state):
            return f"Your units must advance into {hex_label(self.hex)}. Which goes next?"
        return f"Which unit advances into {hex_label(self.hex)}?"

    def forced(self, state: DriveOnMoscowState) -> bool:
        """12.1: after a spoiling attack as many as possible must advance."""
        return state.active == SOVIET and state.november == state.turn

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        found = [ADVANCE[unit] for unit in members(passing(CAN_ADVANCE, state, self))]
        if not self.forced(state):
            found.append(DONE)
        return found

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        if not self.units or self.advanced >= STACK_LIMIT:
            state.finish()
            return True
        if self.units & (self.units - 1) or not self.forced(state):
            return False
        self.take(state, ADVANCE[self.units.bit_length() - 1])
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        if action is DONE:
            state.finish()
            return
        unit = action.number
        if state.events is not None:
            names = [state.place(unit), BOARD.names[self.hex]]
            text = f"The {unit_label(state, unit)} advances to {hex_label(self.hex)}."
            emit_fates(state, Kind.ADVANCE, text, "11.31", [unit], Fate.MOVED, self.hex, names)
        state.replace(Advance(self.hex, self.units & ~(1 << unit), self.advanced + 1))
        enter(state, SIDE[unit], [unit], self.hex)
        check_isolation(state)

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action == DONE:
            return Refusal("12.1", "After a spoiling attack as many units as possible must advance.")
        return out_of_phase(state, action)
