"""What to expect of a combat before the dice fall: everything that a forecast can be stands here."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, NotRequired, TypedDict

from .manifest import NoteData
from .numbers import percent_range


class Modifier(NamedTuple):
    """One line of a forecast: what it is, what it does ("2 : 1", "one column left"), and the rule behind it."""

    text: str
    effect: str
    rule: str

    def data(self) -> ModifierData:
        return {"text": self.text, "effect": self.effect, "rule": self.rule}


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

    def data(self) -> ChanceData:
        found: ChanceData = {
            "result": self.result,
            "probability": str(self.probability),
            "percent": self.percent,
            "meaning": self.meaning,
            "rule": self.rule,
        }
        if self.highest is not None:
            found["highest"] = str(self.highest)
        return found


class Note(NamedTuple):
    """A remark and the rule behind it."""

    text: str
    rule: str

    def data(self) -> NoteData:
        return {"text": self.text, "rule": self.rule}


@dataclass(frozen=True, slots=True)
class Forecast:
    """What to expect of a combat: how its odds are calculated and the chance of every result.

    ``headline`` is the figure that counts ("5:1"); ``notes`` are what else a player should know ("Retreat: free").
    Where a combat is fought in steps, ``steps`` lists them and ``step`` is the one that is due; ``needs`` has for each
    die the lowest face that hits, ``absorb`` is how many hits the defender still absorbs, ``faces`` are those of the
    tokens, ``roll`` says who rolls for what.
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
    roll: str = ""

    def data(self) -> ForecastData:
        found: ForecastData = {
            "title": self.title,
            "headline": self.headline,
            "modifiers": [line.data() for line in self.modifiers],
            "chances": [chance.data() for chance in self.chances],
            "notes": [note.data() for note in self.notes],
            "spaces": list(self.spaces),
            "tokens": list(self.tokens),
        }
        if self.steps:
            found["steps"] = [step.data() for step in self.steps]
            found["step"], found["needs"] = self.step, list(self.needs)
            found["absorb"], found["faces"] = self.absorb, list(self.faces)
            found["roll"] = self.roll
        return found


class ModifierData(TypedDict):
    """A `Modifier` as plain data."""

    text: str
    effect: str
    rule: str


class ChanceData(TypedDict):
    """A `Chance` as plain data; with ``highest`` the probability is only known to lie between the two."""

    result: str
    probability: str  # a fraction, such as "5/36"
    percent: str  # the same as people read it
    meaning: str
    rule: str
    highest: NotRequired[str]


class ForecastData(TypedDict):
    """A `Forecast` as plain data."""

    title: str
    headline: str
    modifiers: list[ModifierData]
    chances: list[ChanceData]
    notes: list[NoteData]
    spaces: list[str]
    tokens: list[str]
    steps: NotRequired[list[NoteData]]
    step: NotRequired[int]
    needs: NotRequired[list[int]]
    absorb: NotRequired[int | None]
    faces: NotRequired[list[int]]
    roll: NotRequired[str]
