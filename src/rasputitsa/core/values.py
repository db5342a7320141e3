"""What the engine hands out: questions, refusals, events, forecasts, marks. Small frozen values without behaviour."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from .numbers import percent_range

CHANCE = "chance"
DRAW = "draw"
Data = dict[str, Any]


class Question(NamedTuple):
    """What is asked: the name of the step, the sentence for the player, the rule it comes from."""

    step: str
    text: str
    rule: str


class Refusal(NamedTuple):
    """Why an action is not allowed: the number of the rule, a sentence, and what the rule says about it.

    A step gives as ``quotation`` a few words of the rule in our ``rules.md``; `State.why_not` turns them into the whole
    sentence that contains them. It is "" where quoting the rule would not help.
    """

    rule: str
    reason: str
    quotation: str = ""


class Outcome(NamedTuple):
    """How a game ended: the winning side or "draw", and why."""

    winner: str
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as a sentence for the log, with the spaces and tokens it is about.

    ``visible_to`` names the one side that may know it; None means everybody. What the others may know of the same
    thing is an event of its own. ``count`` says how many units it is about where the tokens do not name them all. What
    ``reveals`` something, as a "reveal" does, cannot be undone.
    """

    kind: str
    text: str
    rule: str = ""
    spaces: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    visible_to: str | None = None
    count: int = 0
    reveals: bool = False

    def data(self) -> Data:
        return {
            "kind": self.kind,
            "text": self.text,
            "rule": self.rule,
            "spaces": list(self.spaces),
            "tokens": list(self.tokens),
            **({"count": self.count} if self.count else {}),
        }


class Modifier(NamedTuple):
    """One line of a forecast: what it is, what it does ("2 : 1", "one column left"), and the rule behind it."""

    text: str
    effect: str
    rule: str


class Chance(NamedTuple):
    """One result of a forecast: its name, its exact probability, what it would mean here, the rule.

    Where the probability hangs on choices or on what the viewer may not know, it is the least and ``highest`` the
    greatest that it can be.
    """

    result: str
    probability: Fraction
    meaning: str
    rule: str
    highest: Fraction | None = None

    @property
    def percent(self) -> str:
        return percent_range(self.probability, self.probability if self.highest is None else self.highest)

    def data(self) -> Data:
        found: Data = {"result": self.result, "probability": str(self.probability), "percent": self.percent}
        if self.highest is not None:
            found["highest"] = str(self.highest)
        return {**found, "meaning": self.meaning, "rule": self.rule}


class Note(NamedTuple):
    """A remark and the rule behind it."""

    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Forecast:
    """What to expect of a combat before the dice fall: how its odds are calculated and the chance of every result.

    ``headline`` is the figure that counts ("5:1"); ``notes`` are what else a player should know ("Retreat: free").
    Where a combat is fought in steps, ``steps`` lists them and ``step`` is the one that is due; ``needs`` has for each
    die the lowest face that hits, ``absorb`` is how many hits the defender still absorbs, ``faces`` are those of the
    tokens.
    """

    title: str
    headline: str
    modifiers: tuple[Modifier, ...]
    chances: tuple[Chance, ...]
    notes: tuple[Note, ...] = ()
    spaces: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    steps: tuple[Note, ...] = ()
    step: int = 0
    needs: tuple[int, ...] = ()
    absorb: int | None = None
    faces: tuple[int, ...] = ()

    def data(self) -> Data:
        stepwise = {"steps": [step._asdict() for step in self.steps], "step": self.step, "needs": list(self.needs)}
        return {
            **({**stepwise, "absorb": self.absorb, "faces": list(self.faces)} if self.steps else {}),
            "title": self.title,
            "headline": self.headline,
            "modifiers": [line._asdict() for line in self.modifiers],
            "chances": [chance.data() for chance in self.chances],
            "notes": [note._asdict() for note in self.notes],
            "spaces": list(self.spaces),
            "tokens": list(self.tokens),
        }


class Mark(NamedTuple):
    """What is written on a choice or a space: a short badge, a note, and how to colour it.

    ``tone`` is "" (plain), "good", "bad", "stop", "crowded" (enter it, but do not stay), or the name of a
    side; ``toward`` is a space to which a line runs.
    """

    badge: str
    note: str = ""
    tone: str = ""
    toward: str = ""


class Selection(NamedTuple):
    """What the player has in hand: the tokens and spaces chosen so far."""

    tokens: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()


class Overlay(NamedTuple):
    """Something that can be drawn over the map; ``needs`` is "token" where it is about one token.

    ``legend`` says what its colours mean: pairs of a tone (see `Mark`) and words.
    """

    name: str
    title: str
    rule: str
    needs: str = ""
    legend: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two players: its name in actions and records, what people call it, the colours of its counters."""

    name: str
    title: str
    colours: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """Something the players agree on before a match."""

    name: str
    title: str
    choices: tuple[str, ...]
    default: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the track: what people call it, notes such as the weather, and its box on the map if it has one."""

    label: str
    notes: tuple[str, ...] = ()
    space: str = ""


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of the sequence of play: whose it is (None where that changes during play), and what is done in it."""

    name: str
    title: str
    side: int | None
    mode: str


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """A way to begin a game, with its turns and its sequence of play."""

    name: str
    title: str
    turns: tuple[Turn, ...] = ()
    phases: tuple[Phase, ...] = ()
