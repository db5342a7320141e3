"""A state: a position of a game and the question that is open in it. How its fields are declared, and what follows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, Self, TypeVar, dataclass_transform

from . import offers
from .actions import Action, is_among
from .errors import IllegalAction, RasputitsaError
from .events import BriefEvents, Event, Kind, TokenFate, event_of
from .forecasts import Forecast
from .offers import Offers
from .positions import to_text
from .step import Step
from .values import CHANCE, Data, Mark, Outcome, Question, Refusal
from .view import Figure, View
from .warnings import GRAVITIES, PlayerWarning

if TYPE_CHECKING:
    from .game import Game

T = TypeVar("T", bound="State")
_COPIED = {"bytearray": "[:]", "list[": "[:]", "array": "[:]", "dict[int": ".copy()"}  # how fields of a type are copied


def written(kind: Any, default: Any = 0) -> Any:
    """A field that `State.position` writes under its name, as a value of this kind of `step_codec`."""
    return field(default=default, metadata={"kind": kind})


def derived(factory: Callable[[], Any]) -> Any:
    """A field that is not written: it follows from others, or is only remembered. ``factory`` makes its first value."""
    return field(default_factory=factory)


@dataclass_transform(kw_only_default=True, field_specifiers=(field, written, derived))
def state_class(cls: type[T]) -> type[T]:
    """Declare a state by its fields: a dataclass with slots, and a `copy` that follows from the declaration.

    Fields declared as ``bytearray``, ``list[...]``, ``array`` or ``dict[int, ...]`` are copied; all others hold
    values that never change and are shared.
    """
    made: Any = dataclass(slots=True, kw_only=True, eq=False, repr=False)(cls)
    lines = ["def copy(self):", "    new = make(kind)"]
    for each in fields(made):
        copied = next((how for kind, how in _COPIED.items() if str(each.type).startswith(kind)), "")
        value = "None" if each.name == "events" else f"self.{each.name}{copied}"  # nobody listens to a copy
        lines.append(f"    new.{each.name} = {value}")
    lines.append("    return new")
    scope: Data = {"make": made.__new__, "kind": made}
    exec("\n".join(lines), scope)
    made.copy = scope["copy"]
    made.copy.__doc__ = State.copy.__doc__
    return made  # type: ignore[no-any-return]


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class State(ABC):
    """A position of a game and the question that is open in it. `core.game` says how it is used."""

    game: Game
    rules_version: int = 0  # the one that is played, where it is not the present one
    stack: tuple[Step[Any], ...] = ()
    outcome: Outcome | None = None
    events: list[Event] | None = None

    def __repr__(self) -> str:
        asked = self.question.text if self.question else self.outcome.reason if self.outcome else "no question"
        return f"<{type(self).__name__}: {self.heading}: {asked}>"

    def __eq__(self, other: object) -> bool:
        """Two states are equal if their positions are."""
        if not isinstance(other, State):
            return NotImplemented
        return self is other or (self.game is other.game and self.position() == other.position())

    def __hash__(self) -> int:
        return hash(self.to_text())

    def __reduce__(self) -> tuple[Callable[..., State], tuple[Game, Data]]:
        return _restored, (self.game, self.position())

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    # What every game provides.

    def copy(self) -> Self:
        """An independent copy. Cheap: search depends on it. `state_class` makes it."""
        raise NotImplementedError

    @abstractmethod
    def proceed(self) -> None:
        """No question is open: go on to the next part of the sequence of play, or end the game."""

    @abstractmethod
    def position(self) -> Data:
        """The whole position as plain data; `Game.position` is the inverse."""

    def to_text(self) -> str:
        """The whole position as text, one fact a line; `Game.position` reads it too."""
        return to_text(self.position())

    @abstractmethod
    def view(self, viewer: str | None) -> View:
        """All that this side may know, as plain data, and nothing else; ``view(None)`` is a spectator's."""

    @abstractmethod
    def guess(self, side: str, rng: Random) -> Self:
        """A full state drawn at random from those that this side, by what it knows, could be in."""

    @property
    def heading(self) -> str:
        """Where in the sequence of play this is, in words."""
        return ""

    def piece_title(self, name: str) -> str:
        """What a piece that its owner chooses is called, where that is not what the manifest says; else ""."""
        return ""

    # The question.

    @property
    def side(self) -> str | None:
        """Who must act: a side, CHANCE, or None when the game is over."""
        return self.stack[-1].actor(self) if self.stack else None

    @property
    def question(self) -> Question | None:
        """What is asked, as the side that must act reads it; None when the game is over."""
        return self.question_for(self.side)

    def question_for(self, viewer: str | None) -> Question | None:
        """What is asked, as this viewer may read it; None when the game is over."""
        if not self.stack:
            return None
        step = self.stack[-1]
        if viewer is not None and viewer == step.actor(self):
            return Question(type(step).__name__, step.text(self), step.rule)
        seen = step.public_step(self)
        return Question(type(seen).__name__, seen.public_text(self), seen.rule)

    def actions(self) -> list[Action]:
        """Every legal action of the side that must act, in a stable order, none twice."""
        return self.stack[-1].actions(self) if self.stack else []

    def offers(self, viewer: str | None, actions: Sequence[Action] | None = None) -> Offers | None:
        """The legal actions in groups, and what is in hand (see `core.offers`); None unless the viewer must act.

        Whoever has listed the legal actions already hands them over.
        """
        if viewer is None or viewer != self.side:
            return None
        return offers.grouped(self, self.stack[-1], self.actions() if actions is None else actions)

    def chances(self) -> list[tuple[Action, Fraction]]:
        """When CHANCE must act: the outcomes that differ in effect, with probabilities that sum to 1."""
        return self.stack[-1].chances(self) if self.side == CHANCE else []

    def dice(self) -> int:
        """When CHANCE must act: how many dice are rolled at once; 0 for a draw."""
        return self.stack[-1].dice(self) if self.side == CHANCE else 0

    # Actions.

    def apply(self, action: Action) -> None:
        """Take a legal action, unchecked. For search and simulation."""
        if action.number < 0:
            action = self.game.action(action)  # made by a caller: find the one that the rules know
        self.stack[-1].take(self, action)
        self.advance()

    def advance(self) -> None:
        """Go on until somebody has something to choose, or the game is over."""
        while self.outcome is None:
            if not self.stack:
                self.proceed()
            elif not self.stack[-1].auto_advance(self):
                return
        self.stack = ()  # drop pending questions

    def take(self, action: Action | str, actions: Sequence[Action] = ()) -> tuple[Event, ...]:
        """Check an action, take it, and return what happened. A refused action changes nothing.

        Whoever has listed the legal actions already hands them over.
        """
        action = self.game.action(action)
        refusal = None if is_among(action, actions) else self._refusal(action)
        if refusal is not None:
            raise IllegalAction(*refusal)
        self.events = []
        try:
            self.apply(action)
            return tuple(self.events)
        finally:
            self.events = None

    def why_not(self, action: Action | str) -> Refusal | None:
        """None if the action is legal now; else why not, from what the side that must act knows."""
        return self._refusal(self.game.action(action))

    def _refusal(self, action: Action) -> Refusal | None:
        if not self.stack:
            return Refusal(self.outcome.rule if self.outcome else "", "The game is over.")
        step = self.stack[-1]
        if step.accepts(self, action):
            return None
        rule, reason, words = step.why_refused(self, action)
        return Refusal(rule, reason, self.game.rules.quote(rule, words))

    # What else may be asked about a position, each for a viewer: a side, or None for the public.

    def forecast(self, action: Action | str | None = None, viewer: str | None = None) -> Forecast | None:
        """At a combat: every modifier with its rule and the exact chance of every result; else None.

        With an action, what would be forecast once it is taken (one more attacker, another battle).
        """
        if action is not None:
            action = self.game.action(action)
        return self.stack[-1].forecast(self, action, viewer) if self.stack else None

    def overlay(self, name: str, viewer: str | None = None, token: str | None = None) -> Mapping[str, Mark]:
        """Marks by space for one of the game's overlays, from what the viewer knows."""
        raise RasputitsaError(f"There is no overlay {str(name)[:40]!r}.")

    def warnings(
        self, viewer: str | None, actions: Sequence[Action] | None = None, made: Offers | None = None
    ) -> list[PlayerWarning]:
        """What the viewer should know before ending a phase or the like, the worst first; else nothing.

        Whoever has listed the legal actions or made the offers already hands them over.
        """
        if viewer is None or viewer != self.side:
            return []
        legal = self.actions() if actions is None else actions
        if not offers.can_end(made or offers.grouped(self, self.stack[-1], legal)):
            return []
        found = [*self.dangers(viewer), *self.stack[-1].unused(self, legal)]
        return sorted(found, key=lambda warning: GRAVITIES.index(warning.gravity))

    def dangers(self, side: str) -> list[PlayerWarning]:
        """What could go wrong for a side from here on, as far as it knows."""
        return []

    def statistics(self, viewer: str | None = None) -> list[Figure]:
        """Figures worth a chart, by side."""
        return []

    def luck(self, action: Action) -> tuple[str, float] | None:
        """At a roll: which side it concerns, and by how much this outcome beats what that side could expect."""
        return self.stack[-1].luck(self, action) if self.side == CHANCE else None

    # For the steps.

    def emit(
        self,
        kind: Kind,
        text: str,
        rule: str = "",
        side: str = "",
        spaces: Sequence[str] = (),
        tokens: Sequence[TokenFate] = (),
        visible_to: str | None = None,
        hidden_from: str | None = None,
        reveals: bool = False,
        result: str = "",
    ) -> None:
        """Note an event, if somebody listens. Ask ``state.events is not None`` before making a costly text."""
        if self.events is not None:
            where, fates = tuple(spaces), tuple(tokens)
            fields = kind, text, rule, side, where, fates, visible_to, hidden_from, reveals, result
            self.events.append(event_of(fields))

    @property
    def tells_all(self) -> bool:
        """Whether somebody listens who reads the texts, and wants to know by which spaces units go. Ask it before
        making a text, or looking for a way, where that would take long and happens often."""
        return self.events is not None and not isinstance(self.events, BriefEvents)

    def push(self, step: Step[Any]) -> None:
        """Ask this first."""
        self.stack = (*self.stack, step)

    def replace(self, step: Step[Any]) -> None:
        """Ask this instead of the question on top."""
        self.stack = (*self.stack[:-1], step)

    def finish(self, result: object = None) -> None:
        """The step on top is done. A result goes to the step below."""
        self.stack = self.stack[:-1]
        if result is not None:
            self.stack[-1].resume(self, result)


def _restored(game: Game, position: Data) -> State:
    """A pickled state: its game is found by name, and the position says the rest."""
    return game.position(position)
