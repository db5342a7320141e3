"""Golden files: whole games as records, and counts of positions. ``python -m tests.golden`` (``make golden``) makes
them anew; the difference is then reviewed like any other change. Records stay playable for ever."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import rasputitsa
from rasputitsa import Match, State, record
from rasputitsa.core import Game
from rasputitsa.match import CommittedDice

HERE = Path(__file__).parent

# Fixed starts of the counts: actions taken from the beginning of a game, then the depths counted.
COUNTED: dict[str, dict[str, tuple[list[str], int]]] = {
    "battle-for-moscow": {
        "set-up": ([], 3),
        "first combat phase": (["standard", "done"], 3),
        "a battle to its end": (["standard", "done", "attack 0304", "with 57pz", "with 41pz", "declare", "done"], 4),
        "an attack on a forest": (["standard", "done", "attack 0405", "with 40pz", "with 46pz", "declare", "done"], 4),
        "first movement phase": (["standard", "done", "done"], 2),
    }
}


def perft(state: State, depth: int) -> int:
    """The number of different courses of so many actions, those of chance included."""
    if depth == 0 or state.outcome is not None:
        return 1
    if depth == 1:
        return len(state.actions())
    total = 0
    for action in state.actions():
        copy = state.copy()
        copy.apply(action)
        total += perft(copy, depth - 1)
    return total


def counts(game: Game) -> Iterator[str]:
    for title, (actions, depth) in COUNTED[game.name].items():
        state = game.start()
        for action in actions:
            state.take(action)
        for some in range(1, depth + 1):
            yield f"{title}, depth {some}: {perft(state, some)}"


def random_match(game: Game, seed: int) -> str:
    """The record of a random match with dice that anybody can roll again."""
    rng = Random(seed)
    match = Match(game, players={"german": "random", "soviet": "random"}, dice=CommittedDice.seeded(seed, f"golden{seed}"))
    while match.side is not None:
        match.play(match.side, rng.choice(match.state.actions()))
    return record.write(match)


def make() -> None:
    for name in rasputitsa.games():
        game = rasputitsa.game(name)
        (HERE / f"{name}.counts").write_text("\n".join(counts(game)) + "\n", encoding="utf-8")
        for seed in (1, 2):
            path = HERE / f"{name}.{seed}.v{game.rules_version}.record"
            path.write_text(random_match(game, seed), encoding="utf-8")


