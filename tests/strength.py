"""How strong the bots are, and how even the games: ``python -m tests.strength [matches] [jobs] [game ...]``
(``make strength``).

In every scenario of a game the recruit plays random, half of the matches from each side, and then itself. Without names
every game is played.
"""

from __future__ import annotations

import sys

import rasputitsa
from rasputitsa.arena import run

AGAINST_RANDOM = 0.95  # what the recruit must win of its matches, from each side
EVEN = (0.35, 0.65)  # what the German recruit wins against itself where a scenario is even


def wins(side: str, bots: dict[str, str], game: str, scenario: str, matches: int, jobs: int) -> float:
    """The share of the matches that a side wins."""
    rows = run(game, bots, n=matches, seed=1941, jobs=jobs, swap=False, scenario=scenario).rows
    won = sum(row.winner == side for row in rows)
    players = " against ".join(f"{bot} ({side})" for side, bot in bots.items())
    print(f"{game}, {scenario}: {players}: {won} of {matches} ({100 * won / matches:.1f} %)", flush=True)
    return won / matches


def is_strong(game: str, scenario: str, matches: int, jobs: int) -> bool:
    """Whether the recruit is strong enough. Whether the scenario is even is reported."""
    german = wins("german", {"german": "recruit", "soviet": "random"}, game, scenario, matches // 2, jobs)
    soviet = wins("soviet", {"soviet": "recruit", "german": "random"}, game, scenario, matches // 2, jobs)
    balance = wins("german", {"german": "recruit", "soviet": "recruit"}, game, scenario, matches, jobs)
    if not EVEN[0] <= balance <= EVEN[1]:
        print(f"{game}, {scenario}: uneven between recruits", flush=True)
    return min(german, soviet) >= AGAINST_RANDOM


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    workers = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    bad = [
        f"{name}, {scenario.name}"
        for name in sys.argv[3:] or rasputitsa.games()
        for scenario in rasputitsa.game(name).scenarios
        if not is_strong(name, scenario.name, number, workers)
    ]
    sys.exit(f"Too weak: {'; '.join(bad)}." if bad else 0)
