"""How fast the games are: random play, every legal action listed at every step, with python-chess as a yardstick.

On a busy machine a figure by itself says little. So the games and python-chess take turns, slice by slice, and the
median of the slices' ratios is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from ..bots import playout
from ..bots.odds import random_chance
from ..core import CHANCE, State
from ..games import game as find_game
from ..games import games

SLICE = 0.1  # seconds that a player gets at a time
PLIES_AT_MOST = 200
PLAYOUT_SECONDS = 1.0  # that playouts of a game are timed
SAMPLES = 300  # positions on which single calls are timed
SAMPLE_EVERY = 37  # actions between two of them


@dataclass(slots=True)
class Counts:
    """What was done in some time. ``actions`` are those of the players."""

    actions: int = 0
    rolls: int = 0
    games: int = 0
    seconds: float = 0.0

    def add(self, other: Counts) -> None:
        self.actions += other.actions
        self.rolls += other.rolls
        self.games += other.games
        self.seconds += other.seconds

    @property
    def speed(self) -> float:
        """Actions of the players a second."""
        return self.actions / self.seconds if self.seconds else 0.0


@dataclass(slots=True)
class Speed:
    """How fast one game is. ``calls`` has the mean microseconds of single calls, ``ratio`` the speed against chess."""

    name: str
    counts: Counts = field(default_factory=Counts)
    calls: dict[str, float] = field(default_factory=dict)
    ratio: float | None = None
    playouts: float = 0.0  # whole games a second, as a search imagines them


@dataclass(slots=True)
class Bench:
    """The figures of all games, and of python-chess where it is installed."""

    games: list[Speed]
    chess: Counts | None
    slices: int


# What plays: each `next` plays until the slice is over.


def play_game(name: str, rng: Random) -> Iterator[Counts]:
    """Random games, a slice at a time."""
    game = find_game(name)
    while True:
        counts = Counts()
        began = perf_counter()
        while counts.seconds < SLICE:
            state = game.start()
            random_game(state, rng, counts)
            counts.games += 1
            counts.seconds = perf_counter() - began
        yield counts


def random_game(state: State, rng: Random, counts: Counts) -> None:
    """Play to the end, all legal actions being listed at each step."""
    while state.outcome is None:
        if state.side == CHANCE:
            state.apply(random_chance(state, rng))
            counts.rolls += 1
        else:
            state.apply(rng.choice(state.actions()))
            counts.actions += 1


def play_chess(chess: Any, rng: Random) -> Iterator[Counts]:
    """Random games of chess, until nobody can move or for 200 plies."""
    while True:
        counts = Counts()
        began = perf_counter()
        while counts.seconds < SLICE:
            board = chess.Board()
            for _ in range(PLIES_AT_MOST):
                moves = list(board.legal_moves)
                if not moves:
                    break
                board.push(rng.choice(moves))
                counts.actions += 1
            counts.games += 1
            counts.seconds = perf_counter() - began
        yield counts


def find_chess() -> Any | None:
    try:
        return import_module("chess")
    except ImportError:
        return None


# Single calls.


def sample(name: str, rng: Random) -> list[State]:
    """Positions out of random games in which a player is asked."""
    game = find_game(name)
    found: list[State] = []
    while len(found) < SAMPLES:
        state = game.start()
        number = rng.randrange(SAMPLE_EVERY)
        while state.outcome is None and len(found) < SAMPLES:
            if state.side == CHANCE:
                state.apply(random_chance(state, rng))
                continue
            if number % SAMPLE_EVERY == 0:
                found.append(state.copy())
            state.apply(rng.choice(state.actions()))
            number += 1
    return found


def time_calls(name: str, rng: Random) -> dict[str, float]:
    """The mean microseconds of a call, over sampled positions."""
    states = sample(name, rng)
    actions = [rng.choice(state.actions()) for state in states]
    takers = [state.copy() for state in states]
    sides = [state.side for state in states]
    return {
        "copy": _mean_time([state.copy for state in states]),
        "actions": _mean_time([state.actions for state in states]),
        "take": _mean_time([partial(state.take, action) for state, action in zip(takers, actions, strict=True)]),
        "view": _mean_time([partial(state.view, side) for state, side in zip(states, sides, strict=True)]),
        "position": _mean_time([state.position for state in states]),
    }


def _mean_time(calls: Sequence[Callable[[], object]]) -> float:
    began = perf_counter()
    for call in calls:
        call()
    return 1e6 * (perf_counter() - began) / len(calls)


def playout_speed(name: str) -> float:
    """Whole games a second that are played out by a policy."""
    playout(name, 0)  # what is loaded and computed once is not counted
    began = perf_counter()
    played = 0
    while not played or perf_counter() - began < PLAYOUT_SECONDS:
        played += 1
        playout(name, played)
    return played / (perf_counter() - began)


# All together.


def measure(seconds: float = 10.0, seed: int = 1, names: Sequence[str] | None = None) -> Bench:
    """Play all games and chess in turns for about so many seconds in all."""
    rng = Random(seed)
    speeds = [Speed(name) for name in names or games()]
    for speed in speeds:
        speed.calls = time_calls(speed.name, rng)
        speed.playouts = playout_speed(speed.name)
    players = [play_game(speed.name, rng) for speed in speeds]
    library = find_chess()
    opponent = play_chess(library, rng) if library else None
    chess = Counts() if opponent else None
    ratios: list[list[float]] = [[] for _ in speeds]
    slices = 0
    began = perf_counter()
    while not slices or perf_counter() - began < seconds:
        slices += 1
        beside = next(opponent) if opponent else None
        if chess and beside:
            chess.add(beside)
        for speed, player, ratio in zip(speeds, players, ratios, strict=True):
            counts = next(player)
            speed.counts.add(counts)
            if beside:
                ratio.append(counts.speed / beside.speed)
    for speed, ratio in zip(speeds, ratios, strict=True):
        speed.ratio = median(ratio) if ratio else None
    return Bench(speeds, chess, slices)


def text(result: Bench) -> str:
    """The figures as a table."""
    names = [*(speed.name for speed in result.games), "python-chess"]
    width = max(map(len, names))
    lines = [f"Random play, all legal actions listed at each step ({result.slices} slices each, taken in turns)", ""]
    lines.append(f"{'':{width}}  actions/s  games/s  actions a game  rolls a game  times chess")
    for speed in result.games:
        ratio = "-" if speed.ratio is None else f"{speed.ratio:.2f}"
        lines.append(_line(speed.name, speed.counts, width) + f"  {ratio:>11}")
    if result.chess:
        lines.append(_line("python-chess", result.chess, width) + f"  {'1':>11}")
    else:
        lines += ["", "python-chess is not installed (pip install chess), so there is nothing to compare with."]
    lines += ["", "Microseconds a call"]
    calls = list(result.games[0].calls) if result.games else []
    lines.append(f"{'':{width}}" + "".join(f"{call:>11}" for call in calls))
    for speed in result.games:
        lines.append(f"{speed.name:{width}}" + "".join(f"{speed.calls[call]:>11.1f}" for call in calls))
    lines += ["", "Playouts of a whole game a second"]
    lines += [f"{speed.name:{width}}{speed.playouts:>11.1f}" for speed in result.games]
    return "\n".join(lines)


def _line(name: str, counts: Counts, width: int) -> str:
    games_played = max(counts.games, 1)
    return (
        f"{name:{width}}  {counts.speed:>9.0f}  {counts.games / max(counts.seconds, 1e-9):>7.1f}"
        f"  {counts.actions / games_played:>14.0f}  {counts.rolls / games_played:>12.0f}"
    )
