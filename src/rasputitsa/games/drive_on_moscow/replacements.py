"""12.2 German replacements, and 9.3 German withdrawals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ...core import Action, Fate, Kind, Refusal, Step
from ...core.sets import members
from ...core.step import BOTTOM
from .battle import executes_offensive
from .facts import (
    CAVALRY_LEAVES,
    FIRST_HEX,
    FULL,
    GERMAN,
    INFANTRY_LEAVES,
    OF_TYPE,
    REPLENISHED,
    SIDE,
    SIDES,
    SOVIET,
    WITHDRAWABLE_MECH,
    WITHDRAWN,
)
from .fates import emit_fates
from .names import unit_label
from .refusals import out_of_phase
from .state import DriveOnMoscowState
from .supply import german_net
from .victory import check_isolation, end
from .words import DONE, REPLACE, WITHDRAW


@dataclass(frozen=True, slots=True)
class Replacements(Step[DriveOnMoscowState]):
    """12.2: in the turn of execution, three mechanized and three other steps for reduced divisions in supply."""

    mech: int
    other: int

    rule = "12.2"
    labels = MappingProxyType({"done": "No more replacements"})
    lies_on = (BOTTOM, "Withdrawal")

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[GERMAN]

    def text(self, state: DriveOnMoscowState) -> str:
        return f"Replace lost steps: {self.mech} of panzer and panzer grenadier divisions, {self.other} of infantry."

    def candidates(self, state: DriveOnMoscowState) -> list[int]:
        net = german_net(state)
        kinds = (REPLENISHED[0] if self.mech else 0) | (REPLENISHED[1] if self.other else 0)
        return [
            unit
            for unit in members(kinds)
            if state.is_reduced(unit) and state.where[unit] >= FIRST_HEX and net >> state.where[unit] & 1
        ]

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [*(REPLACE[unit] for unit in self.candidates(state)), DONE]

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        if executes_offensive(state) and self.candidates(state):
            return False
        state.finish()
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        if action is DONE:
            state.finish()
            return
        unit = action.number
        if state.events is not None:
            text = f"The {unit_label(state, unit)} is back at full strength."
            emit_fates(state, Kind.RECOVERY, text, "12.2", [unit], Fate.RESTORED)
        state.face[unit] = FULL
        mech = REPLENISHED[0] >> unit & 1
        state.replace(Replacements(self.mech - mech, self.other - 1 + mech))

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action.verb != "replace":
            return out_of_phase(state, action)
        unit = action.number
        if SIDE[unit] != GERMAN:
            return Refusal("12.2", "Only German divisions receive replacements.")
        name = f"The {unit_label(state, unit)}"
        if not (REPLENISHED[0] | REPLENISHED[1]) >> unit & 1:
            return Refusal(
                "12.2", f"{name} cannot receive replacements: only panzer, panzer grenadier and infantry divisions can."
            )
        if not state.is_reduced(unit) or state.where[unit] < FIRST_HEX:
            return Refusal("12.2", f"{name} is not a reduced division on the map.")
        if not german_net(state) >> state.where[unit] & 1:
            return Refusal("12.2", f"{name} is out of supply.")
        return Refusal("12.2", f"No replacement step of the kind that {name[0].lower()}{name[1:]} needs is left.")


# Withdrawals: 9.3.


def available(state: DriveOnMoscowState, units: int) -> list[int]:
    """9.3: those of the units that are on the map and in supply."""
    net = german_net(state)
    return [unit for unit in members(units) if state.where[unit] >= FIRST_HEX and net >> state.where[unit] & 1]


@dataclass(frozen=True, slots=True)
class Withdrawal(Step[DriveOnMoscowState]):
    """9.3: a 4-8/2-4 infantry division, or the cavalry division, or what may be withdrawn in its place."""

    cavalry: bool

    rule = "9.3"
    lies_on = (BOTTOM, "Withdrawal")

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[GERMAN]

    def text(self, state: DriveOnMoscowState) -> str:
        what = "the cavalry division or its substitute" if self.cavalry else "an infantry division"
        return f"Withdraw {what}."

    def groups(self) -> Sequence[int]:
        """The units to choose from, each group only if the one before has none available."""
        if self.cavalry:
            return OF_TYPE["cavalry"], WITHDRAWABLE_MECH & ~OF_TYPE["cavalry"]
        return OF_TYPE["strong"], OF_TYPE["weak"]

    def candidates(self, state: DriveOnMoscowState) -> list[int]:
        first, substitutes = self.groups()
        return available(state, first) or available(state, substitutes)

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [WITHDRAW[unit] for unit in self.candidates(state)]

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        if state.turn not in (CAVALRY_LEAVES if self.cavalry else INFANTRY_LEAVES):
            state.finish()
            return True
        found = self.candidates(state)
        if not found:
            end(state, SOVIET, "The German player cannot make a withdrawal that is due.", "9.3")
            return True
        if len(found) > 1:
            return False
        self.take(state, WITHDRAW[found[0]])
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        unit = action.number
        if state.events is not None:
            text = f"The {unit_label(state, unit)} is withdrawn."
            emit_fates(state, Kind.DEPARTURE, text, "9.3", [unit], Fate.WITHDRAWN, WITHDRAWN)
        state.remove(unit, WITHDRAWN)
        state.finish()
        check_isolation(state)

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action.verb != "withdraw":
            return out_of_phase(state, action)
        unit = action.number
        if SIDE[unit] != GERMAN:
            return Refusal("9.3", "Only German divisions are withdrawn.")
        name = f"The {unit_label(state, unit)}"
        first, substitutes = self.groups()
        if not (first | substitutes) >> unit & 1:
            return Refusal("9.3", f"{name} is not of the kind that is withdrawn.")
        if state.where[unit] < FIRST_HEX:
            return Refusal("9.3", f"{name} is not on the map.")
        if not available(state, 1 << unit):
            return Refusal("9.3", f"{name} is out of supply.")
        return Refusal("9.3", f"{name} may be withdrawn only if none of the units due is available.")
