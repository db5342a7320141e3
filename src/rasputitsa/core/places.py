"""Which spaces a sentence names, and where in it, so that a screen can show them without reading the sentence."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from .view import PlaceNamed

if TYPE_CHECKING:
    from .game import Game

LEAST = 8  # a label without a number is taken for a place from this length on: shorter ones may be plain words
_WORD = re.compile(r"(?<![\w:])\w+")
_GOES_ON = re.compile(r"\w|:\d")


def _is_unmistakable(label: str) -> bool:
    """Whether it can only mean a place: "66" may be a number of anything, "66 Demidov" and "0508" are places."""
    return len(label) >= LEAST or (any(map(str.isdigit, label)) and not (label.isdigit() and len(label) < 4))


@cache
def _labels(game: Game) -> dict[str, list[tuple[str, str]]]:
    """The labels of spaces with their names, by their first word, the longest first."""
    found: dict[str, list[tuple[str, str]]] = {}
    for space in game.manifest()["board"]["spaces"]:
        for label in {space["label"], space["name"]}:
            first = _WORD.match(label)
            if first and _is_unmistakable(label):
                found.setdefault(first[0], []).append((label, space["name"]))
    for labels in found.values():
        labels.sort(key=lambda each: -len(each[0]))
    return found


@lru_cache(maxsize=1_000)
def places_in(game: Game, text: str) -> list[PlaceNamed]:
    """The places that a sentence names, in their order."""
    found: list[PlaceNamed] = []
    known = _labels(game)
    end = 0
    for word in _WORD.finditer(text):
        if word.start() < end:
            continue
        for label, name in known.get(word[0], ()):
            end = word.start() + len(label)
            if text.startswith(label, word.start()) and not _GOES_ON.match(text, end):
                found.append({"space": name, "start": word.start(), "end": end})
                break
        else:
            end = 0
    return found
