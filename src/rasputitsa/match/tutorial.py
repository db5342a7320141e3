"""Tutorials: a record with notes, turned into steps for a learner.

A game may have a file ``tutorial.record`` in its package. Each block of notes begins a step; the actions that follow
it, up to the next block, are what is done in that step (dice fall as the record says). In a block, lines of the form
``key: value`` set the keys of the step, ``auto`` says that the tutorial plays the step's actions itself, ``next`` ends
the step so that another may follow at the same position, and all other lines are what the teacher says; an empty note
parts paragraphs.

The first block sets ``title``, ``about`` and ``side`` of the whole.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from ..core import CHANCE, Game, RasputitsaError
from .record_format import Record
from .record_reader import read

WHOLE = ("title", "about", "side")
TEXTS = ("heading", "rule", "overlay", "piece")
LISTS = ("show",)
FLAGS = ("auto", "free")


class BadTutorial(RasputitsaError):
    """A tutorial that cannot be used, and what is wrong with it."""


@dataclass
class Tutorial:
    """What a learner is led through: the steps as the protocol describes them, and the dice of the script."""

    title: str
    about: str
    side: str
    steps: list[dict[str, Any]]
    dice: list[str]
    record: Record = field(repr=False)


def load(game: Game) -> Tutorial | None:
    """The tutorial of a game, or None where it has none: it is one of the game's own data, not of an edition."""
    path = files(type(game).__module__) / "tutorial.record"
    return parse(path.read_bytes()) if path.is_file() and not game.edition else None


def parse(text: str | bytes) -> Tutorial:
    record = read(text)
    whole: dict[str, str] = {}
    steps: list[dict[str, Any]] = []
    for number in range(len(record.lines) + 1):
        for block in _blocks(record.notes.get(number, [])):
            step = _step(block, whole)
            if step:
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


def _step(block: list[str], whole: dict[str, str]) -> dict[str, Any]:
    step: dict[str, Any] = {}
    said: list[str] = []
    for line in block:
        key, colon, value = line.partition(": ")
        if colon and key in WHOLE:
            whole[key] = value
        elif colon and key in TEXTS:
            step[key] = value
        elif colon and key in LISTS:
            step[key] = value.split()
        elif line in FLAGS:
            step[line] = True
        else:
            said.append(line)
    text = "\n".join(said).strip()
    if text:
        step["say"] = "\n\n".join(" ".join(part.split("\n")) for part in text.split("\n\n"))
    return step


def _add_action(steps: list[dict[str, Any]], action: str, line: int) -> None:
    if not steps:
        raise BadTutorial(f"Line {line}: the tutorial acts before it has said anything.")
    steps[-1].setdefault("do", []).append(action)
