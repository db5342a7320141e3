"""9.1 Soviet reinforcements: where they enter, and which."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from ...core import Action, Fate, Kind, Mark, PlayerWarning, Refusal, Step
from ...core.conditions import Condition, passing
from ...core.numbers import counted
from ...core.sets import members
from ...core.step_codec import Places
from ...core.warnings import costly
from .facts import (
    BOARD,
    DEAD,
    EAST_SOURCES,
    GERMAN,
    OF_TYPE,
    PLACES,
    REGULARS,
    RESERVES,
    SIDES,
    SOVIET,
    TURNS,
    TYPES,
    hex_label,
)
from .fates import emit_fates, fates
from .names import unit_label
from .refusals import Conditions, about_hex, out_of_phase
from .state import DriveOnMoscowState
from .supply import edge_supplied
from .words import DONE, KINDS, PLACE, TYPE


def entry_hexes(state: DriveOnMoscowState) -> int:
    """9.1: sources under control; towns and cities that are supplied, never were German and have no German adjacent."""
    sources = EAST_SOURCES & ~state.control & ~state.occupied(GERMAN)
    towns = PLACES & ~state.control & ~state.fallen & edge_supplied(state)
    return sources | towns & ~BOARD.spread(state.occupied(GERMAN))


def due(turn: int) -> tuple[int, ...]:
    """How many reinforcements of each type a turn brings, in the order of REGULARS."""
    coming = TURNS[turn - 1].reinforcements
    return tuple(coming.get(kind, 0) for kind in REGULARS)


def next_of(state: DriveOnMoscowState, kind: str) -> int:
    """A unit of a type that has not been in play. Untried units of a type are alike."""
    return next(unit for unit in members(OF_TYPE[kind]) if state.where[unit] == RESERVES)


def entry(hexes: Callable[[DriveOnMoscowState], int], text: str) -> Condition[DriveOnMoscowState, Reinforcements]:
    """9.1: a reason why a hex is not among those that the player turn found."""
    return Condition(lambda state, step: step.hexes | hexes(state), "9.1", about_hex(text), implied=True)


CAN_ENTER: Conditions = (
    entry(lambda state: PLACES | EAST_SOURCES, "{} is neither a Soviet supply source nor a town or city."),
    entry(lambda state: ~state.control, "{} is German-controlled."),
    entry(lambda state: ~state.fallen, "{} has been under German control."),
    entry(lambda state: ~BOARD.spread(state.occupied(GERMAN)), "There are German units next to {}."),
    Condition(
        lambda state, step: step.hexes,
        "9.1",
        about_hex("{} could not trace supply to the map edge as the player turn began."),
    ),
    Condition(lambda state, step: ~state.full_for(SOVIET, 1), "6.0", about_hex("{} already has five units.")),
)


@dataclass(frozen=True, slots=True)
class Reinforcements(Step[DriveOnMoscowState]):
    """9.1: choose a type, then the hexes where its units enter. ``hexes`` are as the player turn found them."""

    hexes: Places
    left: tuple[int, ...]
    chosen: int

    rule = "9.1"
    conditions_of = MappingProxyType({"place": CAN_ENTER})
    labels = MappingProxyType({"done": "Enter no more: the others are lost"})
    short_labels = MappingProxyType({"place": "Place"})

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[SOVIET]

    def text(self, state: DriveOnMoscowState) -> str:
        waiting = ", ".join(f"{count} {kind}" for kind, count in zip(REGULARS, self.left, strict=True) if count)
        return f"Reinforcements to enter: {waiting}. Place the {TYPES[REGULARS[self.chosen]].title.lower()}s."

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        found = [TYPE[kind] for kind, count in enumerate(self.left) if count and kind != self.chosen]
        found += [PLACE[hex] for hex in members(self.free(state))]
        found.append(DONE)
        return found

    def marks(self, state: DriveOnMoscowState) -> dict[Action, Mark]:
        return {TYPE[kind]: Mark(str(count), "units left to enter") for kind, count in enumerate(self.left) if count}

    def unused(self, state: DriveOnMoscowState, actions: Sequence[Action]) -> Iterator[PlayerWarning]:
        """9.1: what does not enter now never does."""
        waiting = sum(self.left)
        lost = "it is lost" if waiting == 1 else "they are lost"
        text = f"{counted(waiting, 'reinforcement')} could still enter; if you end this, {lost}."
        yield costly("9.1", text, BOARD.names_of(self.free(state)))

    def brushes(self, state: DriveOnMoscowState) -> dict[str, str]:
        return {"place": TYPES[REGULARS[self.chosen]].title}

    def free(self, state: DriveOnMoscowState) -> int:
        return passing(CAN_ENTER, state, self)

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        if any(self.left) and self.free(state):
            if self.left[self.chosen]:
                return False
            chosen = next(kind for kind, count in enumerate(self.left) if count)
            state.replace(replace(self, chosen=chosen))
            return False
        self.end(state)
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        if action.verb == "type":
            state.replace(replace(self, chosen=action.number))
        elif action.verb == "place":
            self.enter(state, action.number)
        else:
            self.end(state)

    def enter(self, state: DriveOnMoscowState, hex: int) -> None:
        kind = REGULARS[self.chosen]
        unit = next_of(state, kind)
        if state.events is not None:
            text = f"An {unit_label(state, unit)} enters at {hex_label(hex)}."
            emit_fates(state, Kind.ARRIVAL, text, "9.1", [unit], Fate.ARRIVED, hex, [BOARD.names[hex]])
        state.put_down(SOVIET, (unit,), hex)
        left = list(self.left)
        left[self.chosen] -= 1
        state.replace(replace(self, left=tuple(left)))

    def end(self, state: DriveOnMoscowState) -> None:
        """What has not entered is lost."""
        for kind, count in zip(REGULARS, self.left, strict=True):
            lost = []
            for _ in range(count):
                unit = next_of(state, kind)
                lost += fates(state, [unit], Fate.ELIMINATED, DEAD, known=0)
                state.where[unit] = DEAD
            if count:
                what = "does not enter and is lost" if count == 1 else "do not enter and are lost"
                state.emit(Kind.LOSS, f"{count} {kind} {what}.", "9.1", SIDES[SOVIET], (), lost)
        state.finish()

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action.verb == "type":
            return Refusal("9.1", f"No {KINDS[action.number]} is left to enter this turn.")
        return out_of_phase(state, action)
