"""Against somebody who does anything, the recruit always wins."""

from __future__ import annotations

import pytest

from rasputitsa.arena import run


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_recruit_beats_random(side: str) -> None:
    players = {"german": "random", "soviet": "random", side: "recruit"}
    result = run("battle-for-moscow", players, n=20, seed=100, swap=False)
    lost = [row.seed for row in result.rows if row.winner != side]
    assert not lost
