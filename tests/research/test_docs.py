"""What `docs/research.md` shows works, and its figures of the actions are right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rasputitsa.games import game as find_game
from rasputitsa.games import games
from rasputitsa.research.numbering import Numbering

GUIDE = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_the_examples_run(block: str) -> None:
    for package in ("pettingzoo", "gymnasium", "pyspiel"):
        if package in block:
            pytest.importorskip(package)
    exec(compile(block, "research.md", "exec"), {"__name__": "research"})


@pytest.mark.parametrize("name", games())
def test_the_number_of_actions(name: str) -> None:
    game = find_game(name)
    assert f"| {game.title} | {len(Numbering(game)):,} |" in GUIDE
