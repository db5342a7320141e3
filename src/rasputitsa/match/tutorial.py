"""Tutorials: a record with notes, turned into steps for a learner.

A game has its lessons as records in the folder ``lessons`` of its package; the one named `FIRST` comes first. Each
block of notes begins a step; the actions that follow it, up to the next block, are what is done in that step (dice fall
as the record says). In a block, lines of the form ``key: value`` set the keys of the step, ``auto`` says that the
tutorial plays the step's actions itself, ``next`` ends the step so that another may follow at the same position, and
all other lines are what the teacher says; an empty note parts paragraphs.

The first block sets ``title``, ``about`` and ``side`` of the whole.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.resources import files
from typing import NotRequired, TypedDict

from ..core import CHANCE, Game, RasputitsaError, State
from .record_format import Record
from .record_reader import read

WHOLE = ("title", "about", "side")
FOLDER, FIRST, SUFFIX = "lessons", "first", ".record"


class LessonWay(TypedDict):
    """A place on the ways through a lesson: the action that is best, how many are left, and where each one leads."""

    best: str
    left: int
    to: dict[str, int]


class LessonStep(TypedDict):
    """What the learner is told and has to do next (docs/protocol.md)."""

    say: str
    heading: NotRequired[str]
    rule: NotRequired[str]
    show: NotRequired[list[str]]
    overlay: NotRequired[str]
    piece: NotRequired[str]
    do: NotRequired[list[str]]
    also: NotRequired[list[str]]
    auto: NotRequired[bool]
    free: NotRequired[bool]
    ways: NotRequired[list[LessonWay]]


SILENT: LessonStep = {"say": ""}


class BadTutorial(RasputitsaError):
    """A tutorial that cannot be used, and what is wrong with it."""


@dataclass
class Tutorial:
    """What a learner is led through: the steps as the protocol describes them, and the dice of the script."""

    title: str
    about: str
    side: str
    steps: list[LessonStep]
    dice: list[str]
    record: Record = field(repr=False)

    @property
    def headings(self) -> list[str]:
        return [step["heading"] for step in self.steps if "heading" in step]

    def start(self) -> State:
        """The position that it begins with, before any dice."""
        record = self.record
        if record.position:
            return record.game.position(record.position)
        return record.game.start(record.scenario, record.options)


def names(game: Game) -> list[str]:
    """The lessons of a game: they are of the game's own data, not of an edition."""
    folder = files(type(game).__module__) / FOLDER
    if game.edition or not folder.is_dir():
        return []
    found = [file.name.removesuffix(SUFFIX) for file in folder.iterdir() if file.name.endswith(SUFFIX)]
    return sorted(found, key=lambda name: (name != FIRST, name))


def load(game: Game, name: str = FIRST) -> Tutorial | None:
    """A lesson of a game, or None where it has no such lesson."""
    if name not in names(game):
        return None
    return parse((files(type(game).__module__) / FOLDER / f"{name}{SUFFIX}").read_bytes())


def parse(text: str | bytes) -> Tutorial:
    record = read(text)
    whole: dict[str, str] = {}
    steps: list[LessonStep] = []
    for number in range(len(record.lines) + 1):
        for block in _blocks(record.notes.get(number, [])):
            step = _step(block, whole)
            if step != SILENT:
                steps.append(step)
        if number < len(record.lines) and record.lines[number].side != CHANCE:
            _add_action(steps, record.lines[number].action, record.lines[number].number)
    missing = [key for key in WHOLE if key not in whole]
    if missing:
        raise BadTutorial(f"The tutorial does not say its {', '.join(missing)}.")
    dice = [line.action for line in record.lines if line.side == CHANCE]
    return Tutorial(whole["title"], whole["about"], whole["side"], steps, dice, record)


def _blocks(notes: list[str]) -> list[list[str]]:
    """The notes of one position, parted at ``next``."""
    blocks: list[list[str]] = [[]]
    for note in notes:
        if note.strip() == "next":
            blocks.append([])
        else:
            blocks[-1].append(note.strip())
    return [block for block in blocks if block]


def _step(block: list[str], whole: dict[str, str]) -> LessonStep:
    step = SILENT.copy()
    said: list[str] = []
    for line in block:
        match line.partition(": "):
            case [("title" | "about" | "side") as key, ": ", value]:
                whole[key] = value
            case [("heading" | "rule" | "overlay" | "piece") as key, ": ", value]:
                step[key] = value
            case [("show" | "also") as key, ": ", value]:
                step[key] = value.split()
            case [("auto" | "free") as key, "", ""]:
                step[key] = True
            case _:
                said.append(line)
    text = "\n".join(said).strip()
    step["say"] = "\n\n".join(" ".join(part.split("\n")) for part in text.split("\n\n"))
    return step


def _add_action(steps: list[LessonStep], action: str, line: int) -> None:
    if not steps:
        raise BadTutorial(f"Line {line}: the tutorial acts before it has said anything.")
    steps[-1].setdefault("do", []).append(action)
