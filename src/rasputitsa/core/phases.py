"""Games that are played in turns of phases: the sequence of play as a table, and what follows from it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Generic, TypeVar

from .actions import Action
from .errors import RasputitsaError
from .events import Kind
from .game import Game
from .manifest import side_name
from .places import places_in
from .positions import PositionReader, write_position
from .state import State
from .step import Step
from .step_codec import StepCodec
from .values import Data, Mark, Refusal, Scenario
from .view import CommonView, Figure, GameView, QuestionShown, SequenceLine, Status, View, outcome_data
from .warnings import PlayerWarning

P = TypeVar("P", bound="PhasedState")


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class PhasedState(State):
    """A state that knows its scenario, its turn and its phase, the place in the sequence of play."""

    game: PhasedGame[Any]
    scenario: Scenario
    options: dict[str, str] = field(default_factory=dict)
    turn: int = 1
    phase: int = 0

    def proceed(self) -> None:
        self.game.next_phase(self)

    @property
    def mode(self) -> str:
        """What is done in the present phase."""
        return self.scenario.phases[self.phase].mode

    @property
    def active(self) -> int:
        """The side whose phase it is. Where that changes during play, the game's own state knows."""
        side = self.scenario.phases[self.phase].side
        assert side is not None
        return side

    def at_next(self: P, side: int, mode: str) -> P | None:
        """The position with the turn in which a side is next in a phase of this kind; None if it is never again.

        For games in which a side has its phases in the same order in all turns.
        """
        if any(phase.side == side and phase.mode == mode for phase in self.scenario.phases[self.phase :]):
            return self
        if self.turn == len(self.scenario.turns):
            return None
        new = self.copy()
        new.turn += 1
        return new

    @property
    def heading(self) -> str:
        phase = self.scenario.phases[self.phase].title
        return f"Turn {self.turn}, {phase}" if self.phase else phase

    def position(self) -> Data:
        return write_position(self)

    def view(self, viewer: str | None) -> View:
        asked = self.question_for(viewer)
        question: QuestionShown | None = None
        if asked is not None:
            question = {"step": asked.step, "text": asked.text, "rule": asked.rule}
            if places := places_in(self.game, asked.text):
                question["places"] = places
        own: GameView = self.game.view(self, viewer)
        return {**self.game.common_view(self), "question": question, **own}

    def overlay(self, name: str, viewer: str | None = None, token: str | None = None) -> Mapping[str, Mark]:
        known = [overlay.name for overlay in self.game.overlays]
        if name not in known:
            raise RasputitsaError(f"There is no overlay {str(name)[:40]!r}. Available: {', '.join(known)}.")
        return self.game.overlay(self, name, viewer, token)

    def statistics(self, viewer: str | None = None) -> list[Figure]:
        return self.game.statistics(self, viewer)

    def dangers(self, side: str) -> list[PlayerWarning]:
        return self.game.dangers(self, side)


class PhasedGame(Game, Generic[P]):
    """A game with a sequence of play. Its first phase is the set-up, which belongs to turn 1."""

    state_type: type[P]
    codec: StepCodec
    reader: type[PositionReader[P]]
    sequence_rule: str  # the rule that is the sequence of play
    announces_phases: bool = True  # whether the log says when each phase begins

    @abstractmethod
    def blank(self, scenario: Scenario, options: dict[str, str]) -> P:
        """An empty map before the set-up."""

    def set_up(self, state: P) -> None:
        """What is on the map before the first question."""

    def begin(self, scenario: str, options: Mapping[str, str]) -> P:
        state = self.blank(self.scenario(scenario), dict(options))
        self.set_up(state)
        self.open_phase(state)
        state.advance()
        return state

    def position(self, data: Data | str) -> P:
        return self.reader(self).read(data)

    @abstractmethod
    def next_phase(self, state: P) -> None:
        """Go on to the next phase, the next turn, or the end."""

    def open_phase(self, state: P) -> None:
        """Begin the present phase, as the sequence of play says."""
        opens = state.scenario.phases[state.phase].opens
        if opens is None:
            return
        if self.announces_phases and state.events is not None:
            heading = state.heading if state.tells_all else ""
            state.emit(Kind.PHASE, heading, self.sequence_rule, self.sides[state.active].name)
        if isinstance(opens, Step):
            state.push(opens)
        else:
            opens(state)

    @abstractmethod
    def write_unit(self, state: P, unit: int) -> Data | None:
        """A unit as `State.position` writes it; None if it is left out."""

    # Every game has these as plain functions of a module, which it names: ``view = staticmethod(views.view)``.

    @abstractmethod
    def view(self, state: P, viewer: str | None) -> GameView:
        """What the game adds to `common_view`, as this viewer may know it."""

    @abstractmethod
    def overlay(self, state: P, name: str, viewer: str | None, token: str | None) -> dict[str, Mark]:
        """See `State.overlay`. The name is that of one of the overlays."""

    @abstractmethod
    def statistics(self, state: P, viewer: str | None) -> list[Figure]:
        """See `State.statistics`."""

    @abstractmethod
    def dangers(self, state: P, side: str) -> list[PlayerWarning]:
        """See `State.dangers`."""

    def turn_phases(self, state: P) -> Sequence[int]:
        """The phases of the present turn in their order."""
        return range(1 if state.phase else 0, len(state.scenario.phases))

    def sequence(self, state: P) -> list[SequenceLine]:
        """The phases of this turn: done, now, or to come."""
        order = tuple(self.turn_phases(state))
        return _sequence(self, state.scenario, order, order.index(state.phase), state.active)

    def common_view(self, state: P) -> CommonView:
        """What the views of all games have alike."""
        return {
            "game": self.name,
            "scenario": state.scenario.name,
            "heading": state.heading,
            "turn": state.turn,
            "phase": state.scenario.phases[state.phase].name,
            "active": self.sides[state.active].name,
            "side": state.side,
            "sequence": self.sequence(state),
            "outcome": outcome_data(state.outcome) if state.outcome else None,
        }

    def marks_by_side(self, first: int, second: int, what: str) -> dict[str, Mark]:
        """Marks on the spaces of one side, of the other, and of both."""
        one, other = self.sides
        found = {}
        for spaces, tone, who in (
            (first & ~second, one.name, one.title),
            (second & ~first, other.name, other.title),
            (first & second, "both", "Both sides'"),
        ):
            for name in self.board.names_of(spaces):
                found[name] = Mark("", f"{who} {what}", tone)
        return found


@cache
def _sequence(
    game: PhasedGame[Any], scenario: Scenario, order: tuple[int, ...], now: int, active: int
) -> list[SequenceLine]:
    found: list[SequenceLine] = []
    for place, number in enumerate(order):
        phase = scenario.phases[number]
        side = active if place == now else phase.side
        status: Status = "done" if place < now else "now" if place == now else "to come"
        found.append({"name": phase.name, "title": phase.title, "side": side_name(game, side), "status": status})
    return found


def out_of_phase(state: PhasedState, action: Action, rule: str) -> Refusal:
    """Why an action of another phase, or of another moment of this one, is not allowed now."""
    step = state.stack[-1]
    phase = state.scenario.phases[state.phase].title
    return Refusal(rule, f"You cannot play {str(action)!r} now. {phase}: {step.text(state)}")
