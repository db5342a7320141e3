"""Positions both ways: as plain data (JSON), and as text with one fact a line.

The text form is for people to write, read and compare::

    turn: 3
    phase: german-combat
    units.24pz: 0406
    units.47pz: 0403 reduced
    german_cities: 0307 0601
    stack: {"step": "DeclareBattles", "battles": []}

A unit is written by its place and words for the rest (``reduced``, ``due=2``), a list by its members with spaces
between them or as ``none``, true and false as yes and no; there is a ``stack`` line for each open step, the topmost
last. Lines that begin with ``#`` are remarks. Both forms say the same; `PositionReader` names all that is wrong.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from .errors import BadOption, BadPosition
from .step import BOTTOM, Step
from .step_codec import BadStepData, StepCodec
from .values import Data, Outcome, Scenario

if TYPE_CHECKING:
    from .phases import PhasedGame, PhasedState

P = TypeVar("P", bound="PhasedState")
Check = Callable[[Any, Any, Any], str]

# Writing.


def write_position(state: PhasedState) -> Data:
    """The whole position as plain data."""
    game = state.game
    codec = game.codec
    return {
        "game": game.name,
        **({"edition": game.edition} if game.edition else {}),
        **({"data": game.fingerprint} if game.fingerprint else {}),
        **({} if state.rules_version in (0, game.rules_version) else {"rules": state.rules_version}),
        "scenario": state.scenario.name,
        "options": dict(state.options),
        "turn": state.turn,
        "phase": state.scenario.phases[state.phase].name,
        "units": {
            name: facts for unit, name in enumerate(codec.units) if (facts := game.write_unit(state, unit)) is not None
        },
        **{name: codec.write(kind, getattr(state, name)) for name, kind in written_fields(type(state))},
        "stack": [codec.write_step(step) for step in state.stack],
        "outcome": list(state.outcome) if state.outcome else None,
    }


def written_fields(kind: type[PhasedState]) -> list[tuple[str, Any]]:
    """The fields of a state that are written under their names, each with its kind."""
    return [(each.name, each.metadata["kind"]) for each in fields(kind) if "kind" in each.metadata]


def to_text(data: Mapping[str, Any]) -> str:
    """A position in its text form."""
    return "".join(f"{key}: {value}\n" for key, value in text_lines(data))


def text_lines(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in data.items():
        if key == "stack":
            yield from (("stack", json.dumps(step)) for step in value)
        elif key == "units":
            yield from ((f"units.{name}", _unit_text(facts)) for name, facts in value.items())
        elif key == "outcome":
            if value is not None:
                yield key, json.dumps(value)
        elif isinstance(value, Mapping):
            yield from ((f"{key}.{name}", _text(part)) for name, part in value.items())
        elif value is not None:
            yield key, _text(value)


def _unit_text(facts: Mapping[str, Any]) -> str:
    parts = [str(facts["at"])]
    for key, value in facts.items():
        if key != "at":
            parts.append(value if isinstance(value, str) else f"{key}={_text(value)}")
    return " ".join(parts)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) or "none" if isinstance(value, list) else str(value)


def value_in(position: Mapping[str, Any] | str, wanted: str) -> str:
    """What a position, plain data or text, says of its game, edition or rules, before it is read; "" if nothing."""
    if isinstance(position, str):
        lines = [line.partition(":") for line in position.splitlines()]
        return next((value.strip() for key, _, value in lines if key.strip() == wanted), "")
    return str(position.get(wanted, ""))


# Reading.


def order_problem(step: Step[Any], below: Step[Any] | None) -> str:
    """Why a step cannot lie where it lies on the stack; "" if it can."""
    name = type(below).__name__ if below is not None else BOTTOM
    if name in step.lies_on:
        return ""
    where = f"on {name}" if name else "at the bottom of the stack"
    able = " or ".join(f"on {other}" if other else "at the bottom" for other in step.lies_on)
    return f"it cannot lie {where}, only {able}"


class PositionReader(ABC, Generic[P]):
    """Reads one position and gathers all that is wrong with it."""

    steps: ClassVar[Mapping[str, tuple[type, ...]]]  # the questions that can be open, by the mode of the phase
    checks: ClassVar[Mapping[type, Check]] = {}  # by step: what is wrong with it in a position, on the step below it
    winners: ClassVar[tuple[str, ...]]
    unit_words: ClassVar[Mapping[str, str]] = {}  # in the text form: the key that a word about a unit belongs to

    def __init__(self, game: PhasedGame[P]) -> None:
        self.game = game
        self.codec: StepCodec = game.codec
        self.problems: list[str] = []

    @abstractmethod
    def read_unit(self, state: P, unit: int, space: int, facts: Mapping[str, Any]) -> None:
        """Set up one unit. ``facts`` are what is said of it; its place is a space of the map."""

    @abstractmethod
    def check_facts(self, state: P, data: Mapping[str, Any]) -> None:
        """Note what does not fit between the units and the rest, and fill in what follows from them."""

    @abstractmethod
    def check_stacking(self, state: P) -> None:
        """Note where more units are together than may be at this moment."""

    def stack_problems(self, state: P) -> list[str]:
        """What is wrong with the open questions: what could not be asked, or not be answered, in this position."""
        below: Step[Any] | None = None
        for step in state.stack:
            check = self.checks.get(type(step))
            problem = order_problem(step, below) or (check(state, step, below) if check else "")
            if problem:
                return [f"step {type(step).__name__}: {problem}"]
            below = step
        return []

    def read(self, data: object) -> P:
        """The position that this data or text describes; every problem is named. Without a stack the phase begins."""
        if isinstance(data, str):
            data = self.from_text(data)
        if not isinstance(data, Mapping):
            raise BadPosition([f"a position is a table with the keys {', '.join(self.keys())}"])
        known = self.keys()
        for key in data:
            if key not in known:
                self.problems.append(f"there is no key {str(key)[:40]!r}")
        if data.get("game", self.game.name) != self.game.name:
            self.problems.append(f"game is {str(data['game'])[:40]!r}, not {self.game.name}")
        self.check_data(data)
        state = self.game.blank(self.scenario(data.get("scenario")), self.options(data.get("options")))
        state.rules_version = self.rules(data.get("rules"))
        state.phase = self.phase(state.scenario, data.get("phase"))
        state.turn = self.turn(state.scenario, data.get("turn"), state.phase)
        self.units(state, data.get("units"))
        self.written(state, data)
        self.check_facts(state, data)
        self.outcome(state, data.get("outcome"))
        self.stop_if_wrong()
        self.stack(state, data.get("stack"))
        self.stop_if_wrong()
        return state

    def check_data(self, data: Mapping[str, Any]) -> None:
        """The position is one of this edition, if it says which; a problem of other data is the only one told."""
        edition, here = data.get("edition", self.game.edition), self.game.edition
        if edition != here:
            self.problems = [f"it needs the edition {str(edition)[:40]!r}, and this is {_edition(here)}"]
            self.stop_if_wrong()
        if data.get("data", self.game.fingerprint) != self.game.fingerprint:
            needed = f"the fingerprint {str(data['data'])[:40]!r}"
            self.problems = [f"it needs data with {needed}, and those of {_edition(here)} have {self.game.fingerprint}"]
            self.stop_if_wrong()

    def stop_if_wrong(self) -> None:
        if self.problems:
            raise BadPosition(self.problems)

    def keys(self) -> list[str]:
        names = [name for name, _ in written_fields(self.game.state_type)]
        about = ("game", "edition", "data", "rules", "scenario", "options")
        return [*about, "turn", "phase", "units", *names, "stack", "outcome"]

    def rules(self, version: object) -> int:
        """The version of the rules; without one, the present version."""
        if version is None:
            return self.game.rules_version
        if type(version) is not int or version != self.game.playable_rules(version):
            newest = self.game.rules_version
            known = [number for number in range(1, newest + 1) if number == self.game.playable_rules(number)]
            needed = self.game.older_editions.get(version, "") if type(version) is int else ""
            versions = f"version {newest}" if known == [newest] else f"a version from {known[0]} to {newest}"
            wanted = f"needs the edition {needed!r}" if needed else f"must be {versions}"
            self.problems.append(f"rules is {str(version)[:40]!r}; it {wanted}")
            return newest
        return version

    def scenario(self, name: object) -> Scenario:
        try:
            return self.game.scenario(self.game.check_scenario(name))  # type: ignore[arg-type]
        except (BadOption, TypeError) as error:
            self.problems.append(str(error).rstrip("."))
            return self.game.scenarios[0]

    def options(self, data: object) -> dict[str, str]:
        if data is not None and not isinstance(data, Mapping):
            self.problems.append("options must be a table")
            data = None
        try:
            return self.game.check_options(data or {})
        except BadOption as error:
            self.problems.append(str(error).rstrip("."))
            return self.game.check_options({})

    def phase(self, scenario: Scenario, name: object) -> int:
        for number, phase in enumerate(scenario.phases):
            if phase.name == name:
                return number
        known = ", ".join(phase.name for phase in scenario.phases)
        self.problems.append(f"phase is {str(name)[:40]!r}; phases are {known}")
        return 1

    def turn(self, scenario: Scenario, turn: object, phase: int) -> int:
        last = len(scenario.turns)
        if type(turn) is not int or not 1 <= turn <= last:
            self.problems.append(f"turn is {str(turn)[:40]!r}; it must be a number from 1 to {last}")
            return 1
        if not phase and turn != 1:
            self.problems.append("the set-up belongs to turn 1")
        return turn

    def units(self, state: P, data: object) -> None:
        if not isinstance(data, Mapping):
            self.problems.append("units must be a table of units, each with its place as 'at'")
            return
        for name, facts in data.items():
            unit = self.codec.units.index(name) if name in self.codec.units else None
            if unit is None:
                self.problems.append(f"there is no unit {str(name)[:40]!r}")
            elif not isinstance(facts, Mapping) or "at" not in facts:
                self.problems.append(f"unit {name} needs 'at'")
            else:
                space = self.game.board.ids.get(facts["at"]) if isinstance(facts["at"], str) else None
                if space is None:
                    self.problems.append(
                        f"unit {name} is at {str(facts['at'])[:40]!r}, which is not a space on the map"
                    )
                else:
                    self.read_unit(state, unit, space, facts)

    def written(self, state: P, data: Mapping[str, Any]) -> None:
        """The fields that are written under their names. One that is missing keeps its default."""
        for name, kind in written_fields(type(state)):
            if data.get(name) is None:
                continue
            try:
                setattr(state, name, self.codec.read(kind, data[name], name))
            except BadStepData as error:
                self.problems.append(str(error))

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
        self.problems += [] if self.problems else self.stack_problems(state)
        self.stop_if_wrong()
        state.advance()

    def questions(self, state: P, data: object) -> None:
        if isinstance(data, str) or not isinstance(data, Sequence) or not data:
            self.problems.append("stack must be a list of steps, or be left out")
            return
        for entry in data:
            try:
                step: Any = self.codec.read_step(entry)
            except BadStepData as error:
                self.problems.append(str(error))
                return
            if type(step) not in self.steps[state.mode]:
                self.problems.append(f"step {type(step).__name__} does not belong to this phase")
                return
            state.push(step)

    # The text form.

    def from_text(self, text: str) -> Data:
        """The plain data that a position in its text form describes."""
        data: Data = {}
        kinds = dict(written_fields(self.game.state_type))
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            key, colon, value = (part.strip() for part in line.partition(":"))
            if not colon or not value:
                raise BadPosition([f"line {number} must be 'key: value', not {line.strip()[:40]!r}"])
            try:
                self.text_line(data, kinds, key, value)
            except ValueError as error:
                raise BadPosition([f"line {number}: {error}"]) from None
        return data

    def text_line(self, data: Data, kinds: Mapping[str, Any], key: str, value: str) -> None:
        table, dot, name = key.partition(".")
        if key == "stack":
            data.setdefault("stack", []).append(_json(key, value))
            return
        if table not in self.keys() or bool(dot) != (table in ("units", "options")):
            raise ValueError(f"there is no key {key[:40]!r}")
        if name in data.get(table, ()) if dot else key in data:
            raise ValueError(f"{key[:40]} was given before")
        if table == "units":
            data.setdefault("units", {})[name] = self.unit_facts(value)
        elif dot:
            data.setdefault(table, {})[name] = value
        elif key == "outcome":
            data[key] = _json(key, value)
        elif key in ("turn", "rules"):
            data[key] = int(value) if value.isdecimal() else value
        else:
            data[key] = _value(kinds.get(key), value)

    def unit_facts(self, value: str) -> Data:
        at, *words = value.split()
        facts: Data = {"at": at}
        for word in words:
            name, equals, number = word.partition("=")
            if equals:
                facts[name] = int(number) if number.isdecimal() else number
            elif word in self.unit_words:
                facts[self.unit_words[word]] = word
            else:
                raise ValueError(f"{word[:40]!r} says nothing about a unit; known are {', '.join(self.unit_words)}")
        return facts


def _edition(name: str) -> str:
    return f"the edition {name!r}" if name else "the game without an edition"


def _json(key: str, text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"{key} must be JSON: {error.msg} at character {error.colno}") from None
    except RecursionError:
        raise ValueError(f"{key} must be JSON: it is nested too deeply") from None


def _value(kind: Any, text: str) -> Any:
    """A value of this kind from its text."""
    if kind is bool:
        return {"yes": True, "no": False}.get(text, text)
    if kind is int:
        return int(text) if text.isdecimal() else text
    annotated = getattr(kind, "__metadata__", ("",))[0]
    if annotated.endswith("s"):
        return [] if text == "none" else text.split()
    return text
