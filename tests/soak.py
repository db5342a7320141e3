"""Many random games with their properties checked: ``python -m tests.soak [games] [jobs] [game ...]`` (``make soak``).

Without names every game is played.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random

import rasputitsa

from . import properties

BLOCK = 50
# The share of all questions at which one of the costly properties is checked too: several times in each game.
SHARE = {"drive-on-moscow": 0.0005, "moscow-41": 0.01}
USUAL_SHARE = 0.002


def play_block(name: str, block: int) -> tuple[int, Counter[str]]:
    """Fifty games; the number of actions and the winners. An error names the seed that shows it again."""
    game = rasputitsa.game(name)
    actions, winners = 0, Counter[str]()
    for number in range(BLOCK):
        seed = f"soak {name} {block} {number}"
        try:
            state, log = properties.play_random(game, Random(seed), SHARE.get(name, USUAL_SHARE))
        except Exception as error:
            raise RuntimeError(f"seed {seed!r}: {error!r}") from error
        assert state.outcome is not None
        actions += len(log)
        winners[state.outcome.winner] += 1
    return actions, winners


def soak(name: str, games: int, jobs: int) -> None:
    began = time.perf_counter()
    blocks = -(-games // BLOCK)
    actions, winners = 0, Counter[str]()
    with ProcessPoolExecutor(jobs) as pool:
        for done, (some, won) in enumerate(pool.map(play_block, [name] * blocks, range(blocks)), 1):
            actions += some
            winners += won
            if done % 20 == 0 or done == blocks:
                seconds = time.perf_counter() - began
                print(f"{name}: {done * BLOCK} games, {actions} actions, {seconds:.0f} s", flush=True)
    print(f"{name}: no error in {blocks * BLOCK} random games; winners: {dict(winners)}")


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    workers = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    for known in sys.argv[3:] or properties.GAMES:
        soak(known, wanted, workers)
