"""6.2 Reinforcements: those of the turn, and the eliminated units that cards bring back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ...core import Action, Fate, Kind, Mark, PlayerWarning, Refusal, Step
from ...core.conditions import Condition, passing
from ...core.numbers import counted
from ...core.sets import members
from ...core.step_codec import Unit
from ...core.warnings import costly
from .facts import (
    ALL_OF,
    GERMAN,
    HOMES,
    POOL,
    SIDES,
    SOVIET,
    SOVIET_AREA,
    SURRENDERED,
    TANKS,
    space_label,
    unit_label,
)
from .refusals import Conditions, of_unit, out_of_phase
from .state import BlitzkriegState
from .words import AT, DONE, RAISE, REBUILD

RAISE_AT_MOST = 4  # 6.2.3
SURRENDERED_PRICE = 2  # 13.1


def arrive(state: BlitzkriegState, unit: int, area: int, fresh: bool, rule: str = "6.2") -> None:
    """A unit is set down in a rear area."""
    if state.events is not None:
        how = "" if fresh else ", spent"
        text = f"The {unit_label(unit)} arrives in {space_label(area)}{how}." if state.tells_all else ""
        fate = state.fate(unit, Fate.ARRIVED, area)
        state.emit(Kind.ARRIVAL, text, rule, fate.side, [fate.place], [fate])
    state.put(unit, area)
    state.due[unit] = 0
    state.fresh = state.fresh | 1 << unit if fresh else state.fresh & ~(1 << unit)


@dataclass(frozen=True, slots=True)
class PlaceUnit(Step[BlitzkriegState]):
    """6.2, 10.4: in which German rear area does this unit, which has no deployment code, arrive?"""

    unit: Unit
    fresh: bool

    rule = "6.2"
    lies_on = ("Arrivals", "Logistics")

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[state.active]

    def text(self, state: BlitzkriegState) -> str:
        return f"In which rear area does the {unit_label(self.unit)} arrive?"

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [AT[area] for area in HOMES[self.unit]]

    def take(self, state: BlitzkriegState, action: Action) -> None:
        state.finish()
        arrive(state, self.unit, action.number, self.fresh)

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action.verb == "at":
            return Refusal(
                "6.2", f"It arrives in a German rear area, not in {space_label(action.number)}.", "has no code"
            )
        return out_of_phase(state, action)


def lost(state: BlitzkriegState, side: int) -> int:
    """The units of a side that have been eliminated, or have surrendered."""
    return (state.at[POOL] | state.at[SURRENDERED]) & ALL_OF[side]


def another_price(state: BlitzkriegState, step: Rebuild, unit: int) -> Refusal:
    """13.1: one card brings back an eliminated unit, two at once a surrendered one."""
    if step.surrendered:
        return Refusal("13.1", "The two cards were played for a surrendered unit.")
    reason = f"The {unit_label(unit)} has surrendered, and one card is not enough to rebuild it."
    return Refusal("13.1", reason, "two Replacement! cards at once")


REBUILD_UNIT: Conditions = (
    Condition(
        lambda state, step: lost(state, GERMAN),
        "6.2.2",
        of_unit("The {} is not an eliminated German unit."),
        quotation="one eliminated German or Romanian unit",
    ),
    Condition(lambda state, step: state.at[SURRENDERED if step.surrendered else POOL], "13.1", another_price),
)


@dataclass(frozen=True, slots=True)
class Rebuild(Step[BlitzkriegState]):
    """6.2.2: which eliminated German unit returns, spent? With two cards a surrendered one (13.1)."""

    surrendered: bool

    rule = "6.2.2"
    lies_on = ("Logistics",)
    conditions_of = MappingProxyType({"rebuild": REBUILD_UNIT})

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[GERMAN]

    def text(self, state: BlitzkriegState) -> str:
        what = "surrendered" if self.surrendered else "eliminated"
        return f"Which {what} unit is rebuilt? It comes back spent."

    def candidates(self, state: BlitzkriegState) -> int:
        return passing(REBUILD_UNIT, state, self)

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [REBUILD[unit] for unit in members(self.candidates(state))]

    def auto_advance(self, state: BlitzkriegState) -> bool:
        units = self.candidates(state)
        if units & (units - 1):
            return False
        if units:
            self.take(state, REBUILD[units.bit_length() - 1])
        else:
            state.finish()
        return True

    def take(self, state: BlitzkriegState, action: Action) -> None:
        unit = action.number
        state.finish()
        if len(HOMES[unit]) > 1:
            state.push(PlaceUnit(unit, False))
        else:
            arrive(state, unit, HOMES[unit][0], False, "6.2.2")

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        return out_of_phase(state, action)


RAISE_INFANTRY: Conditions = (
    Condition(
        lambda state, step: lost(state, SOVIET) & ~TANKS,
        "6.2.3",
        of_unit("The {} is not an eliminated Soviet infantry unit."),
        quotation="up to four eliminated infantry units",
    ),
    Condition(
        lambda state, step: ~(state.at[SURRENDERED] if step.left < SURRENDERED_PRICE else 0),
        "13.1",
        of_unit("The {} has surrendered and counts as two; only one more can come back."),
        quotation="counts as two",
    ),
)


@dataclass(frozen=True, slots=True)
class RaiseInfantry(Step[BlitzkriegState]):
    """6.2.3: up to four eliminated infantry units come back, fresh; a surrendered one counts two (13.1)."""

    left: int

    rule = "6.2.3"
    lies_on = ("Logistics",)
    labels = MappingProxyType({"done": "No more"})
    conditions_of = MappingProxyType({"raise": RAISE_INFANTRY})

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[SOVIET]

    def text(self, state: BlitzkriegState) -> str:
        return f"Which infantry units come back? {self.left} more; a surrendered unit counts as two."

    def candidates(self, state: BlitzkriegState) -> int:
        return passing(RAISE_INFANTRY, state, self)

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [*(RAISE[unit] for unit in members(self.candidates(state))), DONE]

    def marks(self, state: BlitzkriegState) -> dict[Action, Mark]:
        """13.1: what each unit counts as."""
        one, two = Mark("1", "counts as one"), Mark(str(SURRENDERED_PRICE), "surrendered: counts as two")
        return {
            RAISE[unit]: two if state.where[unit] == SURRENDERED else one for unit in members(self.candidates(state))
        }

    def unused(self, state: BlitzkriegState, actions: Sequence[Action]) -> Iterator[PlayerWarning]:
        """6.2.3: what the card is not used for is lost."""
        yield costly("6.2.3", f"{counted(self.left, 'more unit')} could come back by this card.")

    def auto_advance(self, state: BlitzkriegState) -> bool:
        if self.left and self.candidates(state):
            return False
        state.finish()
        return True

    def take(self, state: BlitzkriegState, action: Action) -> None:
        if action is DONE:
            state.finish()
            return
        unit = action.number
        price = SURRENDERED_PRICE if state.where[unit] == SURRENDERED else 1
        arrive(state, unit, SOVIET_AREA, True, "6.2.3")
        state.replace(RaiseInfantry(self.left - price))

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        return out_of_phase(state, action)


RAISE_TANK: Conditions = (
    Condition(
        lambda state, step: lost(state, SOVIET) & TANKS,
        "6.2.3",
        of_unit("The {} is not an eliminated Soviet tank unit."),
        quotation="one eliminated tank unit",
    ),
    Condition(
        lambda state, step: ~state.at[SURRENDERED],
        "6.2.3",
        of_unit("The {} has surrendered and would take two T-34! cards."),
        quotation="there is only one",
    ),
)


@dataclass(frozen=True, slots=True)
class RaiseTank(Step[BlitzkriegState]):
    """6.2.3: one eliminated tank unit returns, fresh. One card does not pay for a surrendered one (13.1)."""

    rule = "6.2.3"
    lies_on = ("Logistics",)
    conditions_of = MappingProxyType({"raise": RAISE_TANK})

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[SOVIET]

    def text(self, state: BlitzkriegState) -> str:
        return "Which eliminated tank unit comes back?"

    def candidates(self, state: BlitzkriegState) -> int:
        return passing(RAISE_TANK, state, self)

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [RAISE[unit] for unit in members(self.candidates(state))]

    def auto_advance(self, state: BlitzkriegState) -> bool:
        units = self.candidates(state)
        if units & (units - 1):
            return False
        if units:
            self.take(state, RAISE[units.bit_length() - 1])
        else:
            state.finish()
        return True

    def take(self, state: BlitzkriegState, action: Action) -> None:
        state.finish()
        arrive(state, action.number, SOVIET_AREA, True, "6.2.3")

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        return out_of_phase(state, action)
