"""A worked example: a small policy learns, with numpy alone, to beat a player that plays at random.

The policy gives each legal action a value: one for its verb, and one for its space, which follows from what lies there,
what lies around, and how far Moscow is. It draws among the actions by these values. What it has learned is a vector of
fewer than a hundred numbers, which the cross-entropy method improves: many vectors are drawn around the best so far,
each plays a few games, and the next ones are drawn around the best of them.

    python -m rasputitsa.research.train moscow-41 german --scenario gasp
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from time import perf_counter

from ..core import RasputitsaError
from .gymnasium import Environment
from .sight import Array, np

MAX_ACTIONS = 3_000
ELITE = 4  # one in so many is kept
WIDEST, NARROWEST = 1.0, 0.05  # how far vectors are drawn around the best
Map = Callable[..., object]


class Policy:
    """What to do, by a vector of weights."""

    def __init__(self, environment: Environment, weights: Array | None = None) -> None:
        lens, board = environment.play.lens, environment.game.board
        actions = lens.numbering.actions
        verbs = sorted({action.verb for action in actions})
        self.verb = np.array([verbs.index(action.verb) for action in actions])
        self.space = np.array([lens.places.get(action.object, 0) for action in actions])
        moscow = next(space.id for space in board.spaces if space.title == "Moscow")
        far = [board.distance(space, moscow) if board.names[space] else None for space in range(lens.spaces)]
        longest = max(steps for steps in far if steps is not None)
        self.far = np.array([longest if steps is None else steps for steps in far]) / longest
        self.near = np.zeros((lens.spaces, lens.spaces), np.float32)
        for space in board.by_id:
            self.near[space, board.neighbours(space)] = 1
        self.parts = np.cumsum([len(verbs), len(lens.planes), len(lens.planes), 1])
        self.weights = np.zeros(self.parts[-1]) if weights is None else weights

    def choose(self, observation: dict[str, Array], mask: Array, rng: Array) -> int:
        """The number of a legal action, drawn by the values of all that are legal."""
        legal = np.flatnonzero(mask)
        by_verb, here, around, distance = np.split(self.weights, self.parts[:-1])
        planes = observation["planes"]
        # What is around a space is asked for those spaces alone that a legal action is about.
        spaces = self.space[legal]
        known = np.unique(spaces)
        of_space = np.zeros(len(self.far))
        of_space[known] = (
            here @ planes[:, known] + around @ (planes @ self.near[known].T) - 10 * distance * self.far[known]
        )
        values = by_verb[self.verb[legal]] + of_space[spaces]
        odds = np.exp(values - values.max())
        return int(rng.choice(legal, p=odds / odds.sum()))


def play(environment: Environment, policy: Policy, seed: int) -> tuple[float, float]:
    """A game: whether the policy's side wins, and a score, in which each city or point counts a tenth of a win."""
    rng = np.random.default_rng(seed)
    observation, info = environment.reset(seed=seed)
    over, reward = False, 0.0
    while not over:
        action = policy.choose(observation, info["action_mask"], rng)
        observation, reward, terminated, truncated, info = environment.step(action)
        over = terminated or truncated
    figures = environment.play.lens.figures
    wanted = [f"{environment.side_name} {what}" for what in ("cities", "points")]
    held = sum(int(observation["figures"][figures.index(name)]) for name in wanted if name in figures)
    return float(reward > 0), float(reward > 0) + held / 10


def results(setting: dict[str, object], weights: Array, seeds: Sequence[int]) -> Array:
    """The mean of `play` over some games."""
    environment = Environment(**setting, max_actions=MAX_ACTIONS, memory=0)  # type: ignore[arg-type]
    policy = Policy(environment, weights)
    return np.mean([play(environment, policy, seed) for seed in seeds], axis=0)


def train(setting: dict[str, object], generations: int, size: int, games: int, seed: int = 1, map: Map = map) -> Array:
    """The weights that were learned. ``size`` vectors a generation play so many games each."""
    rng = np.random.default_rng(seed)
    best = Policy(Environment(**setting)).weights  # type: ignore[arg-type]
    spread = np.full_like(best, WIDEST)
    for generation in range(generations):
        tried = best + spread * rng.standard_normal((size, len(best)))
        seeds = [seed * 1_000_003 + generation * games + game for game in range(games)]
        found = np.array(list(map(partial(results, setting, seeds=seeds), tried)))  # type: ignore[call-overload]
        elite = tried[np.argsort(-found[:, 1])[: max(2, size // ELITE)]]
        best, spread = elite.mean(axis=0), np.maximum(elite.std(axis=0), NARROWEST)
        wins, score = found.mean(axis=0)
        print(f"generation {generation + 1:3}: wins {wins:6.1%}, score {score:.2f}", flush=True)
    return best


def main(arguments: Sequence[str] | None = None) -> int:
    args = read(arguments)
    setting: dict[str, object] = {
        "game": args.game,
        "side": args.side,
        "scenario": args.scenario,
        "opponent": args.against,
    }
    try:
        Environment(**setting)  # type: ignore[arg-type]
    except RasputitsaError as error:
        print(error, file=sys.stderr)
        return 2
    began = perf_counter()
    with ProcessPoolExecutor(args.workers) as pool:
        weights = train(setting, args.generations, args.size, args.games, args.seed, pool.map)
        print(f"trained in {perf_counter() - began:.0f} seconds")
        tests = np.array_split(np.arange(args.test), args.workers)
        for name, tried in (("untrained", weights * 0), ("trained", weights)):
            found = list(
                pool.map(partial(results, setting, tried), [[-1 - int(n) & 0x7FFFFFFF for n in each] for each in tests])
            )
            wins = sum(part[0] * len(each) for part, each in zip(found, tests, strict=True))
            print(f"{name}: {wins:.0f} of {args.test} games won against {args.against}")
    if args.save:
        np.save(args.save, weights)
    return 0


def read(arguments: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser("python -m rasputitsa.research.train", description="Let a small policy learn to play.")
    parser.add_argument("game")
    parser.add_argument("side")
    parser.add_argument("--scenario")
    parser.add_argument("--against", default="random", help="the bot that it plays against (random)")
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--size", type=int, default=32, help="vectors in a generation (32)")
    parser.add_argument("--games", type=int, default=6, help="games that each vector plays (6)")
    parser.add_argument("--test", type=int, default=200, help="games after training (200)")
    parser.add_argument("--workers", type=int, default=2, help="processes (2)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="write the weights to this file")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
