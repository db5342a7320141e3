"""Positions from plain data: what every game checks alike, and the frame for what each adds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic

from .errors import BadOption, BadPosition
from .game import Outcome
from .phases import P, PhasedGame
from .step_codec import BadStepData, StepCodec


class PositionReader(ABC, Generic[P]):
    """Reads one position and gathers all that is wrong with it."""

    keys: ClassVar[tuple[str, ...]]
    codec: ClassVar[StepCodec]
    steps: ClassVar[Mapping[str, tuple[type, ...]]]  # the questions that can be open, by the mode of the phase
    winners: ClassVar[tuple[str, ...]]

    def __init__(self, game: PhasedGame[P]) -> None:
        self.game = game
        self.problems: list[str] = []

    @abstractmethod
    def facts(self, state: P, data: Mapping[str, Any]) -> None:
        """Read what this game has on its map and beside it."""

    @abstractmethod
    def check_stacking(self, state: P) -> None:
        """Note where more units stand together than may by now."""

    @abstractmethod
    def open_problems(self, state: P) -> list[str]:
        """What is wrong with the open questions: none of them could be asked in a game that came here."""

    def read(self, data: object) -> P:
        """The position that this data describes; every problem is named. Without a stack the phase begins."""
        if not isinstance(data, Mapping):
            raise BadPosition(["a position is a table with the keys " + ", ".join(self.keys)])
        for key in data:
            if key not in self.keys:
                self.problems.append(f"there is no key {str(key)[:40]!r}")
        if data.get("game", self.game.name) != self.game.name:
            self.problems.append(f"game is {str(data['game'])[:40]!r}, not {self.game.name}")
        state = self.game.blank(self.options(data.get("options")))
        state.phase = self.phase(data.get("phase"))
        state.turn = self.turn(data.get("turn"), state.phase)
        self.facts(state, data)
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
        last = len(self.game.turns)
        if type(turn) is not int or not 1 <= turn <= last:
            self.problems.append(f"turn is {str(turn)[:40]!r}; it must be a number from 1 to {last}")
            return 1
        if not phase and turn != 1:
            self.problems.append("the set-up belongs to turn 1")
        return turn

    def outcome(self, state: P, data: object) -> None:
        if data is None:
            return
        if isinstance(data, str) or not isinstance(data, Sequence) or len(data) != 3:
            self.problems.append("outcome must be null or a list of winner, reason and rule")
            return
        if data[0] not in self.winners or not all(isinstance(part, str) for part in data):
            *others, last = self.winners
            self.problems.append(f"outcome must name {', '.join(others)} or {last}, then reason and rule")
            return
        state.outcome = Outcome(*data)

    def stack(self, state: P, data: object) -> None:
        """The questions that are open. Where nothing is left to choose the game goes on."""
        if state.outcome is not None:
            if data:
                self.problems.append("a game that is over has no question open")
            self.check_stacking(state)
            return
        if data is None:
            self.check_stacking(state)
            self.stop_if_wrong()
            self.game.open_phase(state)
        else:
            self.questions(state, data)
            self.stop_if_wrong()
            self.check_stacking(state)
            self.problems += [] if self.problems else self.open_problems(state)
            self.stop_if_wrong()
        state.advance()

    def questions(self, state: P, data: object) -> None:
        if isinstance(data, str) or not isinstance(data, Sequence) or not data:
            self.problems.append("stack must be a list of steps, or be left out")
            return
        mode = self.game.phases[state.phase].mode
        for entry in data:
            try:
                step: Any = self.codec.read_step(entry)
            except BadStepData as error:
                self.problems.append(str(error))
                return
            if type(step) not in self.steps[mode]:
                self.problems.append(f"step {type(step).__name__} does not belong to this phase")
                return
            state.push(step)
