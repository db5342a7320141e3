"""12.2 German replacements, and 9.3 German withdrawals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ...core import Action, Fate, Kind, Mark, PlayerWarning, Refusal, Step
from ...core.conditions import Condition, passing
from ...core.numbers import counted
from ...core.sets import contains, members, set_of, union
from ...core.step import BOTTOM
from ...core.warnings import costly
from .battle import executes_offensive
from .facts import (
    ALL_OF,
    ATTACK,
    BOARD,
    CAVALRY_LEAVES,
    DEFENSE,
    FULL,
    GERMAN,
    INFANTRY_LEAVES,
    OF_TYPE,
    REPLENISHED,
    SIDES,
    SOVIET,
    WITHDRAWABLE_MECH,
    WITHDRAWN,
)
from .fates import emit_fates
from .names import unit_label
from .refusals import Conditions, about_unit, out_of_phase, told
from .state import DriveOnMoscowState
from .supply import german_net
from .victory import check_isolation, end
from .words import DONE, REPLACE, WITHDRAW


def on_map(state: DriveOnMoscowState, about: object) -> int:
    return state.units_in(GERMAN)


def in_supply(state: DriveOnMoscowState, about: object) -> int:
    return state.units_at(state.occupied(GERMAN) & german_net(state))


def reduced(state: DriveOnMoscowState, about: object) -> int:
    return set_of(unit for unit in members(state.units_in(GERMAN)) if state.is_reduced(unit))


CAN_BE_REPLENISHED: Conditions = (
    Condition(
        lambda state, step: ALL_OF[GERMAN], "12.2", told("Only German divisions receive replacements."), implied=True
    ),
    Condition(
        lambda state, step: union(REPLENISHED),
        "12.2",
        about_unit("The {} cannot receive replacements: only panzer, panzer grenadier and infantry divisions can."),
        implied=True,
    ),
    Condition(reduced, "12.2", about_unit("The {} is not a reduced division on the map.")),
    Condition(in_supply, "12.2", about_unit("The {} is out of supply.")),
    Condition(
        lambda state, step: step.kinds(),
        "12.2",
        about_unit("No replacement step of the kind that the {} needs is left."),
    ),
)


def restored_mark(state: DriveOnMoscowState, unit: int) -> Mark:
    def factors(face: int) -> str:
        return f"{ATTACK[unit][face]}-{DEFENSE[unit][face]}"

    return Mark(factors(FULL), f"back from {factors(state.face[unit])} to {factors(FULL)}", "good")


@dataclass(frozen=True, slots=True)
class Replacements(Step[DriveOnMoscowState]):
    """12.2: in the turn of execution, three mechanized and three other steps for reduced divisions in supply."""

    mech: int
    other: int

    rule = "12.2"
    conditions_of = MappingProxyType({"replace": CAN_BE_REPLENISHED})
    labels = MappingProxyType({"done": "No more replacements"})
    lies_on = ("Withdrawal",)

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[GERMAN]

    def text(self, state: DriveOnMoscowState) -> str:
        return f"Replace lost steps: {self.mech} of panzer and panzer grenadier divisions, {self.other} of infantry."

    def kinds(self) -> int:
        """The units for which a step is left."""
        return (REPLENISHED[0] if self.mech else 0) | (REPLENISHED[1] if self.other else 0)

    def candidates(self, state: DriveOnMoscowState) -> list[int]:
        return members(passing(CAN_BE_REPLENISHED, state, self))

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [*(REPLACE[unit] for unit in self.candidates(state)), DONE]

    def marks(self, state: DriveOnMoscowState) -> dict[Action, Mark]:
        """What a step brings: the factors now and at full strength."""
        return {REPLACE[unit]: restored_mark(state, unit) for unit in self.candidates(state)}

    def unused(self, state: DriveOnMoscowState, actions: Sequence[Action]) -> Iterator[PlayerWarning]:
        """12.2: there are replacements in this turn alone."""
        units = [action.number for action in actions if action is not DONE]
        if units:
            steps = counted(self.mech + self.other, "replacement step")
            text = f"{steps} would be lost; divisions that could still use them: {len(units)}."
            yield costly("12.2", text, sorted({BOARD.names[state.where[unit]] for unit in units}))

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
        mech = contains(REPLENISHED[0], unit)
        state.replace(Replacements(self.mech - mech, self.other - 1 + mech))

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        return out_of_phase(state, action)


# Withdrawals: 9.3.


def due_now(state: DriveOnMoscowState, step: Withdrawal) -> int:
    """The units due or, where none of them is available, their substitutes."""
    first, substitutes = step.groups()
    return first if first & in_supply(state, step) else substitutes


CAN_BE_WITHDRAWN: Conditions = (
    Condition(lambda state, step: ALL_OF[GERMAN], "9.3", told("Only German divisions are withdrawn."), implied=True),
    Condition(
        lambda state, step: union(step.groups()),
        "9.3",
        about_unit("The {} is not of the kind that is withdrawn."),
        implied=True,
    ),
    Condition(on_map, "9.3", about_unit("The {} is not on the map."), implied=True),
    Condition(in_supply, "9.3", about_unit("The {} is out of supply.")),
    Condition(due_now, "9.3", about_unit("The {} may be withdrawn only if none of the units due is available.")),
)


@dataclass(frozen=True, slots=True)
class Withdrawal(Step[DriveOnMoscowState]):
    """9.3: a 4-8/2-4 infantry division, or the cavalry division, or what may be withdrawn in its place."""

    cavalry: bool

    rule = "9.3"
    conditions_of = MappingProxyType({"withdraw": CAN_BE_WITHDRAWN})
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
        return members(passing(CAN_BE_WITHDRAWN, state, self))

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
        return out_of_phase(state, action)
