"""9.4 Guards: drawn from the pool, they take the place of units of the matching type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from ...core import CHANCE, Action, Fate, Kind, PlayerWarning, Refusal, Step, TokenFate
from ...core.conditions import Condition, passing
from ...core.sets import members, union
from ...core.step_codec import Unit
from ...core.warnings import costly
from .facts import (
    ALL_OF,
    BOARD,
    DEAD,
    GUARDS,
    LAST_TURN,
    OF_TYPE,
    POOL,
    REGULARS,
    SIDES,
    SOVIET,
    TYPES,
    UNIT_NAMES,
    UNITS,
    hex_label,
)
from .fates import fates
from .fight import draw_chances, settle_draw, turn_over
from .names import factors_label, unit_label
from .refusals import Conditions, about_unit, out_of_phase, told
from .state import DriveOnMoscowState
from .supply import edge_supplied
from .words import CONVERT, DONE, GUARDS_DRAW


@dataclass(frozen=True, slots=True)
class DrawGuards(Step[DriveOnMoscowState]):
    """9.4: a guards unit is drawn from the pool on turns 1 to 8."""

    rule = "9.4"

    def actor(self, state: DriveOnMoscowState) -> str:
        return CHANCE

    def text(self, state: DriveOnMoscowState) -> str:
        return "Draw a guards unit from the pool."

    def pool(self, state: DriveOnMoscowState, kind: str) -> list[int]:
        return [unit for unit in members(OF_TYPE[kind]) if state.where[unit] == POOL]

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [GUARDS_DRAW[number] for number, kind in enumerate(GUARDS) if self.pool(state, kind)]

    def chances(self, state: DriveOnMoscowState) -> list[tuple[Action, Fraction]]:
        counts = [len(self.pool(state, kind)) for kind in GUARDS]
        total = sum(counts)
        return [(GUARDS_DRAW[number], Fraction(count, total)) for number, count in enumerate(counts) if count]

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        if state.turn < LAST_TURN and self.actions(state):
            return settle_draw(self, state)
        state.finish()
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        unit = self.pool(state, GUARDS[action.number])[0]
        text = f"Drawn from the guards pool: {UNITS[unit].title}."
        state.emit(Kind.REVEAL, text, "9.4", SIDES[SOVIET], (), fates(state, [unit], Fate.REVEALED))
        state.replace(Conversion(unit))


def matching(guards: int) -> int:
    """9.4: the units of the types that a guards unit can take the place of."""
    return union(OF_TYPE[kind] for kind in REGULARS if TYPES[kind].becomes == UNITS[guards].type.name)


CAN_BE_CONVERTED: Conditions = (
    Condition(lambda state, step: ALL_OF[SOVIET], "9.4", told("That unit is not a Soviet unit."), implied=True),
    Condition(lambda state, step: matching(step.guards), "9.4", about_unit("The {} is not of the matching type.")),
    Condition(lambda state, step: state.units_in(SOVIET), "9.4", about_unit("The {} is not on the map."), implied=True),
    Condition(
        lambda state, step: state.units_at(state.occupied(SOVIET) & edge_supplied(state)),
        "9.4",
        about_unit("The {} cannot trace supply to the map edge."),
    ),
)


def emit_conversion(state: DriveOnMoscowState, unit: int, guards: int) -> None:
    """9.4: only the Soviet player learns where the guards enter. The others see that they leave the pool, and that one
    more unit is out of the game."""
    soviet = SIDES[SOVIET]
    arrived = f"The {UNITS[guards].title} enters play."
    text = f"{arrived} It takes the place of the {unit_label(state, unit)} in {hex_label(state.where[unit])}."
    own = [*fates(state, [guards], Fate.ARRIVED, state.where[unit]), *fates(state, [unit], Fate.WITHDRAWN, DEAD)]
    state.emit(Kind.ARRIVAL, text, "9.4", soviet, [state.place(unit)], own, visible_to=soviet)
    seen = [
        TokenFate(UNIT_NAMES[guards], Fate.ARRIVED, soviet, state.place(guards), ""),
        TokenFate("", Fate.WITHDRAWN, soviet, "", BOARD.names[DEAD]),
    ]
    state.emit(Kind.ARRIVAL, arrived, "9.4", soviet, (), seen, hidden_from=soviet)


@dataclass(frozen=True, slots=True)
class Conversion(Step[DriveOnMoscowState]):
    """9.4: the guards unit takes the place of a unit of the matching type, or is lost."""

    guards: Unit

    rule = "9.4"
    conditions_of = MappingProxyType({"convert": CAN_BE_CONVERTED})
    labels = MappingProxyType({"done": "No conversion: the guards unit is lost"})

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[SOVIET]

    def text(self, state: DriveOnMoscowState) -> str:
        return f"Which unit becomes the {UNITS[self.guards].title}?"

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [*(CONVERT[unit] for unit in self.candidates(state)), DONE]

    def unused(self, state: DriveOnMoscowState, actions: Sequence[Action]) -> Iterator[PlayerWarning]:
        """9.4: the guards unit takes a place now, or never."""
        yield costly("9.4", f"The {UNITS[self.guards].title} is lost if it takes nobody's place.")

    def candidates(self, state: DriveOnMoscowState) -> list[int]:
        return members(passing(CAN_BE_CONVERTED, state, self))

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        if self.candidates(state):
            return False
        self.take(state, DONE)
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        guards = self.guards
        state.finish()
        if action is DONE:
            text = f"The {UNITS[guards].title} does not enter play."
            gone = fates(state, [guards], Fate.ELIMINATED, DEAD)
            state.emit(Kind.DEPARTURE, text, "9.4", SIDES[SOVIET], (), gone)
            state.where[guards] = DEAD
            return
        unit = action.number
        if state.events is not None:
            emit_conversion(state, unit, guards)
        state.exchange(unit, guards, DEAD)
        state.converted |= 1 << unit
        if state.is_untried(unit):
            state.push(ShowConverted(unit))

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        return out_of_phase(state, action)


@dataclass(frozen=True, slots=True)
class ShowConverted(Step[DriveOnMoscowState]):
    """9.4: the Soviet player, and nobody else, sees which unit the converted one was."""

    unit: Unit

    rule = "9.4"
    secret_draw = True

    def actor(self, state: DriveOnMoscowState) -> str:
        return CHANCE

    def text(self, state: DriveOnMoscowState) -> str:
        return "Turn over the converted unit for the Soviet player."

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [action for action, _ in self.chances(state)]

    def chances(self, state: DriveOnMoscowState) -> list[tuple[Action, Fraction]]:
        return draw_chances(state, self.unit)

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        return settle_draw(self, state)

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        turn_over(state, self.unit, action.number)
        state.concealed |= 1 << self.unit
        if state.events is not None:
            text = f"The converted unit was the {unit_label(state, self.unit)}, {factors_label(state, self.unit)}."
            shown = fates(state, [self.unit], Fate.REVEALED)
            state.emit(Kind.DETAIL, text, "9.4", SIDES[SOVIET], (), shown, visible_to=SIDES[SOVIET])
        state.finish()
