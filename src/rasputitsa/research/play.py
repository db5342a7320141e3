"""A game in play, for research: its state, what each side has done and been told, and what it may know, as arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b
from operator import index
from random import Random
from typing import Any

from ..bots.odds import random_chance
from ..core import CHANCE, Action, BadOption, Game, RasputitsaError, State
from ..core.events import BriefEvents
from ..games import game as find_game
from .history import WIDTH, History
from .lens import Lens, Observation, lens
from .sight import Array, np

MEMORY = 32  # rows of its history that an observation shows
BYTES = 16  # of a digest


class NotLegal(RasputitsaError, ValueError):
    """An action's number that is not legal now."""


class Play:
    """A game in play. ``memory`` is how many rows of its history a side is shown, and with 0 no history is kept; with
    ``lines`` the history is kept as text too, for `knowledge`."""

    __slots__ = ("history", "lens", "number", "state")

    def __init__(self, state: State, memory: int = MEMORY, lines: bool = False) -> None:
        if not isinstance(memory, int) or memory < 0:
            raise BadOption(f"The memory must be a number of rows, or 0, not {memory!r:.40}.")
        self.state = state
        self.lens: Lens[State] = lens(state.game)  # type: ignore[type-var]
        self.number = 0  # how many actions the players have taken
        self.history = History(self.lens, memory, lines) if memory or lines else None

    def copy(self) -> Play:
        new = Play.__new__(Play)
        new.state, new.lens, new.number = self.state.copy(), self.lens, self.number
        new.history = self.history.copy() if self.history is not None else None
        return new

    def __deepcopy__(self, memo: object) -> Play:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Play], tuple[object, ...]]:
        kept = (self.history.memory, self.history.rows, self.history.lines) if self.history else None
        return _restored, (self.state, self.number, kept)

    @property
    def actor(self) -> int | None:
        """The number of the side that must act; None for CHANCE or nobody."""
        return self.lens.players.get(self.state.side)

    # Going on.

    def act(self, number: int) -> None:
        """The side that must act takes the action of this number; else `NotLegal`, and nothing has happened."""
        side = self.actor
        if side is None:
            raise NotLegal("No player must act now.")
        try:
            number = index(number)
        except TypeError:
            raise NotLegal(f"An action is a whole number, not {number!r:.40}.") from None
        numbering = self.lens.numbering
        if not 0 <= number < len(numbering):
            raise NotLegal(f"Actions have the numbers 0 to {len(numbering) - 1}.")
        action = numbering.actions[number]
        refusal = self.state.why_not(action)
        if refusal is not None:
            raise NotLegal(f"{str(action)!r} is not legal: {refusal.reason}")
        self.take(action)

    def happen(self, outcome: Action) -> None:
        """CHANCE acts: one of the outcomes of `State.chances`."""
        if self.history is not None and self.lens.public_rolls and outcome.verb == "roll":
            self.history.rolled(outcome.faces)
        self._apply(outcome)

    def chance(self, rng: Random) -> None:
        """Let CHANCE act by its probabilities until it is a player's turn or the game is over."""
        while self.state.side == CHANCE:
            self.happen(random_chance(self.state, rng))

    def take(self, action: Action) -> None:
        """The side that must act takes a legal action, unchecked."""
        self.number += 1
        history = self.history
        if history is not None:
            side = self.lens.players[self.state.side]
            history.did(side, action, f" [{self.sight(side)}]" if history.lines is not None else "")
        self._apply(action)

    def _apply(self, action: Action) -> None:
        state, history = self.state, self.history
        if history is None:
            state.apply(action)
            return
        events = state.events = BriefEvents() if history.lines is None else []
        try:
            state.apply(action)
        finally:
            state.events = None
        if events:
            history.told(events)

    # What a side may know.

    def observe(self, side: int) -> Observation:
        """What a side may know of the position, with the end of its history, in arrays that cannot be written to."""
        found = self.lens.observe(self.state, side)
        if self.history is not None:
            found["history"] = self.history.window(side)
        return found

    def fresh_observation(self, side: int) -> Observation:
        """The same in arrays of the caller's own."""
        return {name: array.copy() for name, array in self.observe(side).items()}

    def mask(self, side: int) -> Array:
        """Which actions are legal for a side: 1 for those that are, none while it need not act."""
        return self.lens.mask(self.state.actions() if side == self.actor else ())

    def sight(self, side: int) -> str:
        """A short hash of what a side sees on the table now."""
        digest = blake2b(digest_size=8)
        for array in self.lens.observe(self.state, side).values():
            digest.update(array.tobytes())
        return digest.hexdigest()

    def knowledge(self, side: int) -> str:
        """All that a side has done, seen and been told: two plays that it can tell apart differ in it."""
        assert self.history is not None and self.history.lines is not None
        return "\n".join((self.lens.sides[side], *self.history.lines[side], f"[{self.sight(side)}]"))

    def digest(self, side: int) -> Array:
        """`knowledge` as a few numbers from 0 to 255."""
        return np.frombuffer(blake2b(self.knowledge(side).encode(), digest_size=BYTES).digest(), np.uint8)

    def returns(self) -> list[float]:
        """By side: 1 for the winner, -1 for the loser, 0 for a draw or as long as the game is not over."""
        outcome = self.state.outcome
        if outcome is None or outcome.winner not in self.lens.sides:
            return [0.0, 0.0]
        won = self.lens.sides.index(outcome.winner)
        return [1.0 if side == won else -1.0 for side in range(2)]


def _restored(state: State, number: int, kept: tuple[int, Any, Any] | None) -> Play:
    """A pickled play."""
    new = Play(state, 0)
    new.number = number
    if kept is not None:
        new.history = History(new.lens, kept[0], False)
        new.history.rows, new.history.lines = kept[1:]
    return new


def shapes(of: Lens[State], memory: int) -> dict[str, tuple[int, ...]]:  # type: ignore[type-var]
    """The shape of each array of an observation."""
    return {**of.shapes, "history": (memory, WIDTH)} if memory else of.shapes


def game_named(game: Game | str) -> Game:
    """A game that has a lens: the games themselves, not editions of them."""
    found = find_game(game) if isinstance(game, str) else game
    if found.edition:
        raise RasputitsaError(f"Only {found.title} itself can be studied here, not its edition {found.edition!r}.")
    return found


def start(
    game: Game | str, scenario: str | None = None, options: Mapping[str, str] | None = None, memory: int = MEMORY
) -> Play:
    """A new game. Names and options are checked as by `Game.start`."""
    return Play(game_named(game).start(scenario, options), memory)
