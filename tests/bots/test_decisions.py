"""Decisions stay the same while the program around them changes."""

from __future__ import annotations

import json

import pytest

from ..tools import soak
from .decisions import FILE, PART, digests, matches, name_of, play

PINNED: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8"))


def test_every_match_is_pinned() -> None:
    assert list(PINNED) == [name_of(*match) for match in matches()]


@pytest.mark.parametrize(
    ("game", "option", "seed"), soak.first(4, sorted(matches(), key=lambda match: match[2] not in (1, 5)))
)
def test_the_recruits_decide_as_before(game: str, option: str, seed: int) -> None:
    actions = play(game, option, seed)
    found, pinned = digests(actions), PINNED[name_of(game, option, seed)].split()
    for part, (now, before) in enumerate(zip(found, pinned, strict=False)):
        first = PART * part
        assert now == before, f"the first difference is in actions {first} to {first + PART}: {actions[first:][:PART]}"
    assert len(found) == len(pinned)
