"""Against somebody who does anything, the recruit always wins, on either side and with the same dice."""

from __future__ import annotations

import pytest

from rasputitsa.arena import run

from ..tools import soak

SIDES = ("german", "soviet")
MATCHES = [("battle-for-moscow", 6), ("moscow-41", 2), ("blitzkrieg-to-moscow-2", 2), ("drive-on-moscow", 1)]


@pytest.mark.parametrize(
    ("game", "matches", "side"),
    [
        ("battle-for-moscow", 2, "german"),
        *(soak.left((*each, side)) for each in MATCHES for side in SIDES),
    ],
)
def test_recruit_beats_random(game: str, matches: int, side: str) -> None:
    players = {"german": "random", "soviet": "random", side: "recruit"}
    result = run(game, players, n=matches, seed=100, swap=False)
    lost = [row.seed for row in result.rows if row.winner != side]
    assert not lost
