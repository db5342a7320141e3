"""The contract: Game, State, Step, Question, Event.

A *game* never changes; a *state* does. A state is a pure state machine without clock, files or random numbers: it asks
a question (a `Step`, the top of its stack), offers every legal answer, and an answer leads to the next question. Dice
and draws are actions too, given by the player CHANCE. So a list of actions is a whole game.

What a user of the library needs::

    game = rasputitsa.game("battle-for-moscow")
    state = game.start()
    while state.outcome is None:
        action = choose(state.actions())      # every legal answer to state.question, of state.side
        events = state.take(action)           # checked; refused actions raise IllegalAction and change nothing
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from .actions import Action, Vocabulary
from .errors import BadOption, IllegalAction
from .manifest import board_data
from .rulebook import Rulebook
from .spaces import Board

CHANCE = "chance"
DRAW = "draw"
Data = dict[str, Any]


class Question(NamedTuple):
    """What is asked: the name of the step, the sentence for the player, the rule it comes from."""

    step: str
    text: str
    rule: str


class Refusal(NamedTuple):
    """Why an action is not allowed: the number of the rule and a sentence."""

    rule: str
    reason: str


class Outcome(NamedTuple):
    """How a game ended: the winning side or "draw", and why."""

    winner: str
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as a sentence for the log, with what it concerns.

    ``visible_to`` names the one side that may know it; None means everybody. What the others may know of the same
    thing is an event of its own.
    """

    kind: str
    text: str
    rule: str = ""
    spaces: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    visible_to: str | None = None

    def data(self) -> Data:
        return {
            "kind": self.kind,
            "text": self.text,
            "rule": self.rule,
            "spaces": list(self.spaces),
            "pieces": list(self.pieces),
        }


class Modifier(NamedTuple):
    """One line of a forecast: what it is, what it does ("2 : 1", "one column left"), and the rule behind it."""

    text: str
    effect: str
    rule: str


class Chance(NamedTuple):
    """One result of a forecast: its name, its exact probability, what it would mean here, the rule."""

    result: str
    probability: Fraction
    meaning: str
    rule: str


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a combat promises before the dice fall: how its odds come about and the chance of every result."""

    title: str
    modifiers: tuple[Modifier, ...]
    column: str
    chances: tuple[Chance, ...]
    retreat: str = ""
    spaces: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()

    def data(self) -> Data:
        return {
            "title": self.title,
            "modifiers": [line._asdict() for line in self.modifiers],
            "column": self.column,
            "chances": [{**chance._asdict(), "probability": str(chance.probability)} for chance in self.chances],
            "retreat": self.retreat,
            "spaces": list(self.spaces),
            "pieces": list(self.pieces),
        }


class Mark(NamedTuple):
    """What a table writes on an answer or a space: a short badge, a note, and how to colour it.

    ``tone`` is "" (plain), "good", "bad", "stop", or the name of a side; ``toward`` is a space to which a line runs.
    """

    badge: str
    note: str = ""
    tone: str = ""
    toward: str = ""


class Overlay(NamedTuple):
    """Something a table can lay over the map; ``needs`` is "piece" where it is about one piece."""

    name: str
    title: str
    rule: str
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two players: its name in actions and records, and what people call it."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class Option:
    """Something the players agree on before a match."""

    name: str
    title: str
    choices: tuple[str, ...]
    default: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A starting position of a game."""

    name: str
    title: str


S = TypeVar("S", bound="State")
NO_MARK = Mark("")


class Step(ABC, Generic[S]):
    """A question: whom it asks, what may be answered, what the answer does.

    Steps are small frozen dataclasses on the state's stack. `take` leaves the stack as the answer demands: it pops the
    step, replaces it, or pushes others above it.
    """

    __slots__ = ()
    rule: ClassVar[str] = ""
    labels: ClassVar[Mapping[str, str]] = {}  # what buttons say here, by verb, where it differs from elsewhere

    @abstractmethod
    def actor(self, state: S) -> str:
        """The side that must answer, or CHANCE."""

    @abstractmethod
    def text(self, state: S) -> str:
        """The question as a sentence."""

    @abstractmethod
    def actions(self, state: S) -> list[Action]:
        """Every legal answer, in a stable order, none twice."""

    @abstractmethod
    def take(self, state: S, action: Action) -> None:
        """Do what the answer says. It is one of `actions`."""

    def auto_advance(self, state: S) -> bool:
        """Go on without asking where nothing is left to choose; True if that was done.

        A choice with one outcome is not asked. What is settled so must follow from public knowledge alone.
        """
        return False

    def accepts(self, state: S, action: Action) -> bool:
        """Whether this is a legal answer. Rolls of many dice accept more than `actions` lists."""
        return action in self.actions(state)

    def refusal(self, state: S, action: Action) -> Refusal:
        """Why an action that is not accepted is not."""
        return Refusal(self.rule, f"{str(action)!r} does not answer the question: {self.text(state)}")

    def chances(self, state: S) -> list[tuple[Action, Fraction]]:
        """For CHANCE: every outcome that differs in effect, with its exact probability."""
        actions = self.actions(state)
        return [(action, Fraction(1, len(actions))) for action in actions]

    def dice(self, state: S) -> int:
        """For CHANCE: how many dice fall at once, or 0 where something is drawn from `chances`."""
        return 0

    def forecast(self, state: S, action: Action | None) -> Forecast | None:
        """What the combat in hand promises, now or once ``action`` is taken."""
        return None

    def marks(self, state: S) -> Mapping[Action, Mark]:
        """Short notes on the actions: what a move costs, which odds an attack has."""
        return {}

    def luck(self, state: S, action: Action) -> tuple[str, float] | None:
        """For CHANCE: which side an outcome concerns, and by how much it beats what that side could expect."""
        return None


class State(ABC):
    """A position of a game and the question that is open in it. See the module's text for the way to use it."""

    __slots__ = ("events", "game", "outcome", "stack")

    game: Game
    stack: tuple[Step[Any], ...]
    outcome: Outcome | None
    events: list[Event] | None

    # What every game provides.

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy. Cheap: search depends on it."""

    @abstractmethod
    def proceed(self) -> None:
        """No question is open: go on to the next part of the sequence of play, or end the game."""

    @abstractmethod
    def position(self) -> Data:
        """The whole position as plain data; `Game.position` is the inverse."""

    @abstractmethod
    def view(self, side: str | None) -> Data:
        """All that this side may know, as plain data, and nothing else; ``view(None)`` is a spectator's."""

    @abstractmethod
    def guess(self, side: str, rng: Random) -> Self:
        """A full state drawn at random from those that this side, by what it knows, could be in."""

    # What follows from it.

    @property
    def side(self) -> str | None:
        """Who must answer: a side, CHANCE, or None when the game is over."""
        return self.stack[-1].actor(self) if self.stack else None

    @property
    def question(self) -> Question | None:
        """What is asked, or None when the game is over."""
        if not self.stack:
            return None
        step = self.stack[-1]
        return Question(type(step).__name__, step.text(self), step.rule)

    def actions(self) -> list[Action]:
        """Every legal action of the side that is asked, in a stable order, none twice."""
        return self.stack[-1].actions(self) if self.stack else []

    def chances(self) -> list[tuple[Action, Fraction]]:
        """When CHANCE is asked: the outcomes that differ in effect, with probabilities that sum to 1."""
        return self.stack[-1].chances(self) if self.side == CHANCE else []

    def dice(self) -> int:
        """When CHANCE is asked: how many dice are rolled at once; 0 for a draw."""
        return self.stack[-1].dice(self) if self.side == CHANCE else 0

    def apply(self, action: Action) -> None:
        """Take an action that came from `actions`, unchecked. For search and simulation."""
        self.stack[-1].take(self, action)
        self.advance()

    def advance(self) -> None:
        """Go on until somebody has something to choose, or the game is over."""
        while self.outcome is None:
            if not self.stack:
                self.proceed()
            elif not self.stack[-1].auto_advance(self):
                return
        self.stack = ()  # whoever was still to be asked is asked no more

    def take(self, action: Action | str) -> tuple[Event, ...]:
        """Check an action, take it, and return what happened. A refused action changes nothing."""
        action = self.game.action(action)
        refusal = self.why_not(action)
        if refusal is not None:
            raise IllegalAction(*refusal)
        self.events = []
        try:
            self.apply(action)
            return tuple(self.events)
        finally:
            self.events = None

    def why_not(self, action: Action | str) -> Refusal | None:
        """None if the action is legal now; else the rule that forbids it and a sentence that says why."""
        action = self.game.action(action)
        if not self.stack:
            return Refusal(self.outcome.rule if self.outcome else "", "The game is over.")
        step = self.stack[-1]
        if step.accepts(self, action):
            return None
        rule, reason = step.refusal(self, action)
        quoted = self.game.rules.get(rule)
        return Refusal(rule, f"{reason} Rule {rule}: “{quoted.summary}”" if quoted else reason)

    def forecast(self, action: Action | str | None = None) -> Forecast | None:
        """At a combat: every modifier with its rule and the exact chance of every result; else None.

        Without an action it is made of public knowledge: everybody at a table may see it.
        With an action, what would be forecast once it is taken (one more attacker, another battle).
        """
        if action is not None:
            action = self.game.action(action)
        return self.stack[-1].forecast(self, action) if self.stack else None

    def offers(self) -> list[Data]:
        """The legal actions as a table shows them: label, kind of object, badge and note."""
        if not self.stack:
            return []
        step, words = self.stack[-1], self.game.words
        marks = step.marks(self)
        found: list[Data] = []
        for action in step.actions(self):
            badge, note, tone, _ = marks.get(action, NO_MARK) if marks else NO_MARK
            offer: Data = {**words.offer(action), "badge": badge, "note": note, "tone": tone}
            if action.verb in step.labels:
                offer["label"] = step.labels[action.verb]
            found.append(offer)
        return found

    def overlay(self, name: str, piece: str | None = None) -> dict[str, Mark]:
        """Marks by space for one of the game's overlays, from public knowledge."""
        return {}

    def luck(self, action: Action) -> tuple[str, float] | None:
        """At a roll: which side it concerns, and by how much this outcome beats what that side could expect."""
        return self.stack[-1].luck(self, action) if self.side == CHANCE else None

    def statistics(self) -> list[Data]:
        """Figures worth a chart, by side: ``{"name", "title", "values": {side: number}}``."""
        return []

    def emit(
        self,
        kind: str,
        text: str,
        rule: str = "",
        spaces: Sequence[str] = (),
        pieces: Sequence[str] = (),
        visible_to: str | None = None,
    ) -> None:
        """Note an event, if somebody listens. Ask ``state.events is not None`` before making a costly text."""
        if self.events is not None:
            self.events.append(Event(kind, text, rule, tuple(spaces), tuple(pieces), visible_to))

    def push(self, step: Step[Any]) -> None:
        """Ask this first."""
        self.stack = (*self.stack, step)

    def pop(self) -> None:
        """The question on top is settled."""
        self.stack = self.stack[:-1]

    def replace(self, step: Step[Any]) -> None:
        """Ask this instead of the question on top."""
        self.stack = (*self.stack[:-1], step)


class Game(ABC):
    """What never changes about a game: its board, pieces, rules, scenarios and options."""

    name: str
    title: str
    rules_version: int
    sides: tuple[Side, Side]
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...]
    overlays: tuple[Overlay, ...] = ()
    hidden: bool = True  # whether a side may know things that the other may not
    board: Board
    rules: Rulebook
    words: Vocabulary

    @abstractmethod
    def begin(self, scenario: str, options: Mapping[str, str]) -> State:
        """The first state, for a scenario and options that have been checked."""

    @abstractmethod
    def position(self, data: Data) -> State:
        """The state that this plain data describes, hand-written or from `State.position`; else `BadPosition`."""

    def manifest(self) -> Data:
        """All that a table needs to draw the game and that never changes, as plain data (see `core.manifest`).

        Each game adds its pieces, turns, phases and charts.
        """
        return {
            "name": self.name,
            "title": self.title,
            "about": "",
            "sides": [asdict(side) for side in self.sides],
            "scenarios": [asdict(scenario) for scenario in self.scenarios],
            "options": [asdict(option) for option in self.options],
            "overlays": [overlay._asdict() for overlay in self.overlays],
            "board": board_data(self.board, {}),
            "pieces": [],
            "turns": [],
            "phases": [],
            "charts": [],
        }

    def check(self) -> list[str]:
        """What does not fit in the data files though the game can be played with it, each with file, key and value.

        What it cannot be played with is refused when the game is loaded.
        """
        return []

    def start(self, scenario: str | None = None, options: Mapping[str, str] | None = None) -> State:
        """A new game. Raises `BadOption` for a scenario or an option that does not exist."""
        return self.begin(self.check_scenario(scenario), self.check_options(options or {}))

    def action(self, text: Action | str) -> Action:
        """The action that this text means; else `UnreadableAction`.

        An action is looked up by its text too: one that a caller made may lack the number that the rules use.
        """
        return self.words.read(str(text))

    def check_scenario(self, scenario: str | None) -> str:
        names = [known.name for known in self.scenarios]
        if scenario is None:
            return names[0]
        if scenario not in names:
            raise BadOption(f"{self.title} has no scenario {str(scenario)[:40]!r}. It has: {', '.join(names)}.")
        return scenario

    def check_options(self, options: Mapping[str, str]) -> dict[str, str]:
        """Every option of the game with the value chosen or its default."""
        chosen = {option.name: option.default for option in self.options}
        for name, value in options.items():
            option = next((known for known in self.options if known.name == name), None)
            if option is None:
                names = ", ".join(chosen) or "none"
                raise BadOption(f"{self.title} has no option {str(name)[:40]!r}. It has: {names}.")
            if value not in option.choices:
                choices = ", ".join(option.choices)
                raise BadOption(f"Option {name} cannot be {str(value)[:40]!r}. It can be: {choices}.")
            chosen[name] = value
        return chosen

    def side(self, name: str) -> Side:
        return next(side for side in self.sides if side.name == name)

    def other(self, side: str) -> str:
        return self.sides[1].name if side == self.sides[0].name else self.sides[0].name
