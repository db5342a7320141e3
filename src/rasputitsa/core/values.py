"""What the engine hands out: questions, refusals, events, forecasts, marks. Small frozen values without behaviour."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from .step import Step

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
class Turn:
    """A turn of the track: what people call it, notes such as the weather, and its box on the map if it has one."""

    label: str
    notes: tuple[str, ...] = ()
    space: str = ""


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of the sequence of play: whose it is (None where that changes during play), and what is done in it.

    ``opens`` is its first question, or a function of the state that does what the phase begins with; None where
    nothing is to be done.
    """

    name: str
    title: str
    side: int | None
    mode: str
    opens: Step[Any] | Callable[[Any], None] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """A way to begin a game, with its turns and its sequence of play."""

    name: str
    title: str
    turns: tuple[Turn, ...] = ()
    phases: tuple[Phase, ...] = ()
