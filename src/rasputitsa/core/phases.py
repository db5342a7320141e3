"""Games that are played in turns of phases: the sequence of play as a table, and what follows from it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .errors import RasputitsaError
from .game import Data, Game, Mark, State

P = TypeVar("P", bound="PhasedState")


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of the sequence of play: whose it is, and what is done in it."""

    name: str
    title: str
    side: int
    mode: str


class PhasedState(State):
    """A state that knows its turn and its phase, the place in the sequence of play."""

    __slots__ = ("options", "phase", "turn")

    game: PhasedGame[Any]
    turn: int
    phase: int
    options: dict[str, str]

    def proceed(self) -> None:
        self.game.next_phase(self)

    @property
    def active(self) -> int:
        """The side whose phase it is."""
        return self.game.phases[self.phase].side

    @property
    def heading(self) -> str:
        phase = self.game.phases[self.phase].title
        return f"Turn {self.turn}, {phase}" if self.phase else phase

    def position(self) -> Data:
        return self.game.write_position(self)

    def view(self, side: str | None) -> Data:
        return self.game.show(self, side)

    def overlay(self, name: str, piece: str | None = None) -> dict[str, Mark]:
        known = [overlay.name for overlay in self.game.overlays]
        if name not in known:
            raise RasputitsaError(f"There is no overlay {str(name)[:40]!r}. There is: {', '.join(known)}.")
        return self.game.show_overlay(self, name, piece)

    def statistics(self) -> list[Data]:
        return self.game.show_statistics(self)


class PhasedGame(Game, Generic[P]):
    """A game with a sequence of play. Its first phase is the set-up, which belongs to turn 1."""

    phases: tuple[Phase, ...]
    turns: Sequence[Any]

    @abstractmethod
    def blank(self, options: dict[str, str]) -> P:
        """An empty map before the set-up."""

    @abstractmethod
    def next_phase(self, state: P) -> None:
        """Go on to the next phase, the next turn, or the end."""

    @abstractmethod
    def open_phase(self, state: P) -> None:
        """Ask the first question of a phase."""

    @abstractmethod
    def write_position(self, state: P) -> Data:
        """See `State.position`."""

    @abstractmethod
    def show(self, state: P, side: str | None) -> Data:
        """See `State.view`."""

    @abstractmethod
    def show_overlay(self, state: P, name: str, piece: str | None) -> dict[str, Mark]:
        """See `State.overlay`. The name is that of one of the overlays."""

    def by_sides(self, first: int, second: int, what: str) -> dict[str, Mark]:
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

    @abstractmethod
    def show_statistics(self, state: P) -> list[Data]:
        """See `State.statistics`."""
