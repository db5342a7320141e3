"""Positions as plain data, both ways, hand-written ones included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...core import BadOption, BadPosition, Outcome
from ...core.forms import BadForm, Forms
from ...core.game import Data
from ...core.sets import members, set_of
from .facts import (
    BOARD,
    CITIES,
    CROSSES,
    FULL,
    GERMAN,
    GERMAN_CITIES,
    LAST_TURN,
    OF_SIDE,
    POOL,
    REDUCED,
    SHOCK_ARMY,
    SOVIET,
    TRACK,
    UNIT_IDS,
    UNIT_NAMES,
    spot,
)
from .movement import Movement, Moving
from .stack import STEPS, stack_problems
from .state import Position

if TYPE_CHECKING:
    from . import BattleForMoscow

FORMS = Forms(UNIT_NAMES, BOARD.names, list(dict.fromkeys(step for steps in STEPS.values() for step in steps)))
STEP_NAMES = {REDUCED: "reduced", FULL: "full"}
KEYS = ("game", "options", "turn", "phase", "units", "german_cities", "stack", "outcome")


def write(state: Position) -> Data:
    """The whole position as plain data. Units that are not listed are in the replacement pool."""
    return {
        "game": state.game.name,
        "options": dict(state.options),
        "turn": state.turn,
        "phase": state.game.phases[state.phase].name,
        "units": {
            UNIT_NAMES[unit]: {"at": BOARD.names[space], "step": STEP_NAMES[state.steps[unit]]}
            for unit, space in enumerate(state.where)
            if space != POOL
        },
        "german_cities": BOARD.names_of(state.german_cities),
        "stack": [FORMS.write_step(step) for step in state.stack],
        "outcome": list(state.outcome) if state.outcome else None,
    }


def read(game: BattleForMoscow, data: object) -> Position:
    """The position that this data describes; every problem is named. Without a stack the phase begins."""
    reader = Reader(game)
    return reader.read(data)


class Reader:
    """Reads one position and gathers all that is wrong with it."""

    def __init__(self, game: BattleForMoscow) -> None:
        self.game = game
        self.problems: list[str] = []

    def read(self, data: object) -> Position:
        if not isinstance(data, Mapping):
            raise BadPosition(["a position is a table with the keys " + ", ".join(KEYS)])
        for key in data:
            if key not in KEYS:
                self.problems.append(f"there is no key {str(key)[:40]!r}")
        if data.get("game", self.game.name) != self.game.name:
            self.problems.append(f"game is {str(data['game'])[:40]!r}, not {self.game.name}")
        state = self.game.blank(self.options(data.get("options")))
        state.phase = self.phase(data.get("phase"))
        state.turn = self.turn(data.get("turn"), state.phase)
        self.units(state, data.get("units"))
        if not state.phase:
            self.set_up(state)
        self.cities(state, data.get("german_cities"))
        self.outcome(state, data.get("outcome"))
        self.stop_if_wrong()
        self.stack(state, data.get("stack"))
        self.stop_if_wrong()
        return state

    def stop_if_wrong(self) -> None:
        if self.problems:
            raise BadPosition(self.problems)

    def options(self, data: object) -> dict[str, str]:
        if data is not None and not isinstance(data, Mapping):
            self.problems.append("options must be a table")
            data = None
        try:
            return self.game.check_options(data or {})
        except BadOption as error:
            self.problems.append(str(error).rstrip("."))
            return self.game.check_options({})

    def phase(self, name: object) -> int:
        for number, phase in enumerate(self.game.phases):
            if phase.name == name:
                return number
        known = ", ".join(phase.name for phase in self.game.phases)
        self.problems.append(f"phase is {str(name)[:40]!r}; phases are {known}")
        return 1

    def turn(self, turn: object, phase: int) -> int:
        if type(turn) is not int or not 1 <= turn <= LAST_TURN:
            self.problems.append(f"turn is {str(turn)[:40]!r}; it must be a number from 1 to {LAST_TURN}")
            return 1
        if not phase and turn != 1:
            self.problems.append("the set-up belongs to turn 1")
        return turn

    def units(self, state: Position, data: object) -> None:
        if not isinstance(data, Mapping):
            self.problems.append("units must be a table of units, each with 'at' and 'step'")
            return
        for name, facts in data.items():
            self.unit(state, name, facts)
        for hex in members(state.holds[0] & state.holds[1]):
            self.problems.append(f"units of both sides stand in {spot(hex)}")

    def unit(self, state: Position, name: object, facts: object) -> None:
        unit = UNIT_IDS.get(name) if isinstance(name, str) else None
        if unit is None:
            self.problems.append(f"there is no unit {str(name)[:40]!r}")
            return
        if not isinstance(facts, Mapping) or set(facts) - {"at", "step"} or "at" not in facts:
            self.problems.append(f"unit {name} needs 'at' and 'step' and nothing else")
            return
        space = BOARD.ids.get(facts["at"]) if isinstance(facts["at"], str) else None
        if space is None:
            self.problems.append(f"unit {name} is at {str(facts['at'])[:40]!r}, which is no space of the map")
            return
        step = facts.get("step", "full")
        if step not in STEP_NAMES.values():
            self.problems.append(f"unit {name} has step {str(step)[:40]!r}; it must be full or reduced")
            return
        if space == TRACK and unit != SHOCK_ARMY:
            self.problems.append(f"unit {name} is on the turn track, where only 1sh belongs")
            return
        if space != POOL:
            state.steps[unit] = FULL if step == "full" else REDUCED
            state.put(unit, space)

    def set_up(self, state: Position) -> None:
        """6.0: during the set-up German units stand on crosses, and nobody else does."""
        for hex in members(state.holds[GERMAN] & ~CROSSES):
            self.problems.append(f"during the set-up no German unit can stand in {spot(hex)}, which bears no cross")
        for hex in members(state.holds[SOVIET] & CROSSES):
            self.problems.append(f"during the set-up no Russian unit can stand in {spot(hex)}, which bears a cross")
        if any(state.steps[unit] == REDUCED for unit in OF_SIDE[GERMAN]):
            self.problems.append("during the set-up German units are at full strength")

    def cities(self, state: Position, data: object) -> None:
        """10.0: who stands in a city controls it. Without a list the others are as at the start."""
        if data is None:
            state.german_cities = CITIES & (GERMAN_CITIES & ~state.holds[SOVIET] | state.holds[GERMAN])
            return
        if isinstance(data, str) or not isinstance(data, Sequence):
            self.problems.append("german_cities must be a list of hexes")
            return
        wrong = [name for name in data if not isinstance(name, str) or not CITIES >> BOARD.ids.get(name, 0) & 1]
        if wrong:
            self.problems.append(f"german_cities names {str(wrong[0])[:40]!r}, which is no city")
            return
        state.german_cities = set_of(BOARD.ids[name] for name in data)
        if len(set(data)) != len(data):
            self.problems.append("german_cities names a city twice")
        for city in members(state.german_cities & state.holds[SOVIET]):
            self.problems.append(f"german_cities names {spot(city)}, where a Russian unit stands")
        for city in members(CITIES & ~state.german_cities & state.holds[GERMAN]):
            self.problems.append(f"german_cities lacks {spot(city)}, where a German unit stands")

    def outcome(self, state: Position, data: object) -> None:
        if data is None:
            return
        if isinstance(data, str) or not isinstance(data, Sequence) or len(data) != 3:
            self.problems.append("outcome must be null or a list of winner, reason and rule")
            return
        if data[0] not in ("german", "soviet", "draw") or not all(isinstance(part, str) for part in data):
            self.problems.append("outcome must name german, soviet or draw, then reason and rule")
            return
        state.outcome = Outcome(*data)

    def stack(self, state: Position, data: object) -> None:
        """The questions that are open. Where nothing is left to choose the game goes on."""
        if state.outcome is not None:
            if data:
                self.problems.append("a game that is over has no question open")
            self.crowds(state, allowed=0)
            return
        if data is None:
            self.crowds(state, allowed=0)
            self.stop_if_wrong()
            self.game.open_phase(state)
        else:
            self.steps(state, data)
            self.stop_if_wrong()
            self.crowds(state, self.movers(state))
            self.problems += [] if self.problems else stack_problems(state)
            self.stop_if_wrong()
        state.settle()

    def steps(self, state: Position, data: object) -> None:
        if isinstance(data, str) or not isinstance(data, Sequence) or not data:
            self.problems.append("stack must be a list of steps, or be left out")
            return
        kind = self.game.phases[state.phase].mode
        for entry in data:
            try:
                step: Any = FORMS.read_step(entry)
            except BadForm as error:
                self.problems.append(str(error))
                return
            if type(step) not in STEPS[kind]:
                self.problems.append(f"step {type(step).__name__} does not belong to this phase")
                return
            state.push(step)

    def movers(self, state: Position) -> int:
        """The units that have moved in this phase: they may share a hex for now (8.2.2)."""
        found = 0
        for step in state.stack:
            if isinstance(step, Movement):
                found |= step.moved
            elif isinstance(step, Moving):
                found |= 1 << step.unit
        return found

    def crowds(self, state: Position, allowed: int) -> None:
        for side in (0, 1):
            for hex in members(state.holds[side]):
                units = [unit for unit in OF_SIDE[side] if state.where[unit] == hex]
                if sum(not allowed >> unit & 1 for unit in units) > 1:
                    self.problems.append(f"{len(units)} units stand in {spot(hex)}; one is allowed (8.2.2)")
