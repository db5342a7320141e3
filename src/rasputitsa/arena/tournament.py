"""Many matches between two bots, in pairs with the same dice and the sides swapped.

result = run("battle-for-moscow", {"german": "recruit", "soviet": "random"}, n=1000, seed=1, jobs=2)
print(text(result))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter

from ..bots import bot
from ..core import Game, RasputitsaError
from ..games import game as find_game
from .matches import Failure, Pairing, Row, attempt_all
from .scores import Score, score

Progress = Callable[[int, int], None]  # matches played, matches in all

CHUNK_AT_MOST = 8  # matches that a worker takes at once


class BadTournament(RasputitsaError):
    """A tournament that cannot be played as asked."""


@dataclass(frozen=True, slots=True)
class Result:
    """All matches of a tournament. ``players`` are the bots as asked for, by side; ``seconds`` is the time it took."""

    game: str
    players: Mapping[str, str]
    seed: int
    rows: tuple[Row, ...]
    seconds: float
    jobs: int

    @property
    def sides(self) -> dict[str, Score]:
        """The score of each side, whoever played it."""
        return {side: score((row.winning_side for row in self.rows), side) for side in self.players}

    @property
    def bots(self) -> dict[str, Score]:
        """The score of each bot, whichever side it played. A bot against itself has none."""
        names = list(dict.fromkeys(self.players.values()))
        if len(names) < 2:
            return {}
        return {name: score((row.winning_bot for row in self.rows), name) for name in names}

    @property
    def seats(self) -> dict[tuple[str, str], Score]:
        """The score of each bot on each side it played."""
        found = {}
        for side in self.players:
            for name in dict.fromkeys(self.players.values()):
                rows = [row for row in self.rows if row.players[side] == name]
                if rows:
                    found[name, side] = score((row.winning_side for row in rows), side)
        return found

    @property
    def pairs(self) -> Score:
        """Of the pairs with the same dice: in how many the first bot did better, as well, or worse than the second."""
        names = list(dict.fromkeys(self.players.values()))
        if len(names) < 2:
            return Score()
        points: dict[int, list[int]] = {}
        for row in self.rows:
            points.setdefault(row.seed, []).append(_points(row, names[0]))
        sums = [sum(both) for both in points.values() if len(both) == 2]
        return Score(sum(s > 0 for s in sums), sum(s == 0 for s in sums), sum(s < 0 for s in sums))

    def mean(self, figure: Callable[[Row], float]) -> float:
        """The mean of a figure over all matches."""
        return sum(map(figure, self.rows)) / len(self.rows) if self.rows else 0.0


def _points(row: Row, name: str) -> int:
    return 0 if row.winning_bot is None else 1 if row.winning_bot == name else -1


def pairings(
    game: str,
    players: Mapping[str, str],
    n: int,
    seed: int,
    swap: bool = True,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    edition: str | None = None,
) -> Iterator[Pairing]:
    """The matches of a tournament. Two bots meet twice with each seed, on either side; a bot meets itself once."""
    sides, names = list(players), list(players.values())
    seats = [dict(players)]
    if swap and len(set(names)) > 1:
        seats.append(dict(zip(sides, reversed(names), strict=True)))
    for number in range(n):
        yield Pairing(
            number,
            game,
            seats[number % len(seats)],
            seed + number // len(seats),
            scenario,
            dict(options or {}),
            edition,
        )


def run(
    game: str,
    players: Mapping[str, str],
    n: int = 100,
    seed: int = 1,
    jobs: int = 1,
    *,
    swap: bool = True,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    edition: str | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Result:
    """Play n matches and return all of them. The matches depend on the seed alone, not on the number of jobs.

    The seeds of the matches are ``seed``, ``seed + 1`` and so on, so that each can be played again by itself.
    ``executor`` may be any of `concurrent.futures`' kind; without one, ``jobs`` processes are started. A match that
    fails raises `ArenaError`, which names its seed.
    """
    players = _check(find_game(game, edition), players, n, jobs, scenario, options or {})
    matches = list(pairings(game, players, n, seed, swap, scenario, options, edition))
    began = perf_counter()
    rows: list[Row] = []
    with _workers(jobs, executor) as workers:
        for played in _play(matches, jobs, workers):
            for row in played:
                if isinstance(row, Failure):
                    raise row.error()
                rows.append(row)
            if progress:
                progress(len(rows), n)
    return Result(game, players, seed, tuple(rows), perf_counter() - began, jobs)


def _check(
    known: Game, players: Mapping[str, str], n: int, jobs: int, scenario: str | None, options: Mapping[str, str]
) -> dict[str, str]:
    """Refuse wrong names before anything is played. Returns the players in the order of the game's sides."""
    sides = [side.name for side in known.sides]
    if sorted(players) != sorted(sides):
        raise BadTournament(f"{known.title} needs a bot for each of its sides: {', '.join(sides)}.")
    for name in players.values():
        bot(name, known)
    known.check_scenario(scenario)
    known.check_options(options)
    if n < 1:
        raise BadTournament(f"The number of matches must be at least 1, not {n}.")
    if jobs < 1:
        raise BadTournament(f"The number of jobs must be at least 1, not {jobs}.")
    return {side: players[side] for side in sides}


@contextmanager
def _workers(jobs: int, executor: Executor | None) -> Iterator[Executor | None]:
    """What plays the matches; None for this process. After an error, matches that have not started are dropped."""
    if executor is not None or jobs == 1:
        yield executor
        return
    pool = ProcessPoolExecutor(jobs)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _play(matches: Sequence[Pairing], jobs: int, workers: Executor | None) -> Iterable[list[Row | Failure]]:
    """The played matches in chunks and in order, so that of several that fail the first is always the one reported."""
    if workers is None:
        for match in matches:
            yield attempt_all([match])
        return
    size = max(1, min(CHUNK_AT_MOST, len(matches) // (4 * jobs)))
    chunks = [list(matches[start : start + size]) for start in range(0, len(matches), size)]
    for chunk, future in [(chunk, workers.submit(attempt_all, chunk)) for chunk in chunks]:
        try:
            yield future.result()
        except BrokenExecutor:
            seeds = f"{chunk[0].seed} to {chunk[-1].seed}"
            raise BadTournament(f"A worker process was killed while it played seeds {seeds} or others.") from None
