"""Many matches between two bots, in pairs with the same dice and the sides swapped.

result = run("battle-for-moscow", {"german": "recruit", "soviet": "random"}, n=1000, seed=1, jobs=2)
print(text(result))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from ..bots import bot
from ..core import Game, RasputitsaError
from ..games import game as find_game
from .matches import Failure, Pairing, Row, attempt_all, played_with
from .rows import RowFile
from .scores import Score, score
from .sprt import OPEN, Sprt

Progress = Callable[[int, int], None]  # matches played, matches in all

CHUNK_AT_MOST = 8  # matches that a worker takes at once


class BadTournament(RasputitsaError):
    """A tournament that cannot be played as asked."""


@dataclass(frozen=True, slots=True)
class Result:
    """All matches of a tournament. ``players`` are the bots as asked for, by side; ``seconds`` is the time it took.

    ``verdict`` is that of the sequential test, if there was one.
    """

    game: str
    players: Mapping[str, str]
    seed: int
    rows: tuple[Row, ...]
    seconds: float
    jobs: int
    scenario: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    edition: str | None = None
    swap: bool = True
    sprt: Sprt | None = None
    verdict: str = ""

    @property
    def command(self) -> str:
        """How to play all of it again."""
        players = " ".join(f"--{side} {name}" for side, name in self.players.items())
        options = played_with(self.scenario, self.options, self.edition) + ("" if self.swap else " --no-swap")
        return f"rasputitsa arena {self.game} {players} -n {len(self.rows)} --seed {self.seed}{options}"

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
    def pair_scores(self) -> list[float]:
        """The score of the first bot in each pair with the same dice, from 0 to 1."""
        names = list(dict.fromkeys(self.players.values()))
        if len(names) < 2:
            return []
        return pair_scores(self.rows, names[0])

    @property
    def pairs(self) -> Score:
        """Of the pairs with the same dice: in how many the first bot did better, as well, or worse than the second."""
        scores = self.pair_scores
        return Score(sum(s > 0.5 for s in scores), sum(s == 0.5 for s in scores), sum(s < 0.5 for s in scores))

    def mean(self, figure: Callable[[Row], float]) -> float:
        """The mean of a figure over all matches."""
        return sum(map(figure, self.rows)) / len(self.rows) if self.rows else 0.0


def points_of(row: Row, name: str) -> float:
    """A win is a point, a draw half a point."""
    return 0.5 if row.winning_bot is None else float(row.winning_bot == name)


def pair_scores(rows: Iterable[Row], name: str) -> list[float]:
    """The score of a bot in each pair of matches with the same seed."""
    points: dict[int, list[float]] = {}
    for row in rows:
        points.setdefault(row.seed, []).append(points_of(row, name))
    return [sum(both) / 2 for both in points.values() if len(both) == 2]


def pairings(
    game: str,
    players: Mapping[str, str],
    n: int,
    seed: int,
    swap: bool = True,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    edition: str | None = None,
    tallied: bool = False,
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
            tallied,
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
    sprt: Sprt | None = None,
    keep: Path | None = None,
    tallied: bool = False,
) -> Result:
    """Play n matches and return all of them. The matches depend on the seed alone, not on the number of jobs.

    Sides are swapped every other match, so bot A meets bot B twice with the same dice. Each match can be played again
    by itself. ``executor`` may be any of `concurrent.futures`' kind; without one, ``jobs`` processes are started. A
    match that fails raises `ArenaError`, which names its seed. With a sequential test it stops as soon as the first
    bot's strength is proved or refuted. ``keep`` is a file for the rows: what it holds is not played again.
    ``tallied`` matches have a tally in their rows.
    """
    known_game = find_game(game, edition)
    players = _check(known_game, players, n, jobs, scenario, options or {})
    if sprt is not None and (not swap or len(set(players.values())) < 2):
        raise BadTournament("A sequential test needs two bots that swap sides.")
    matches = list(pairings(game, players, n, seed, swap, scenario, options, edition, tallied))
    campaign: dict[str, Any] = {
        "game": game,
        **players,
        "seed": seed,
        "swap": swap,
        "scenario": scenario,
        "options": dict(options or {}),
        "edition": edition,
    }
    if tallied:
        campaign |= {"tallied": True, "rules": known_game.rules_version, "data": known_game.fingerprint}
    kept = RowFile(keep, campaign) if keep else None
    known = dict(kept.rows) if kept else {}
    began = perf_counter()
    rows: list[Row] = []
    verdict = ""
    first = next(iter(players.values()))
    with _workers(jobs, executor) as workers:
        for row in _in_order(matches, known, jobs, workers, 2 if sprt else CHUNK_AT_MOST):
            rows.append(row)
            if kept and row.number not in known:
                kept.add(row)
            if progress:
                progress(len(rows), n)
            if sprt:
                verdict = sprt.verdict(pair_scores(rows, first))
                if verdict != OPEN and len(rows) % 2 == 0:
                    break
    seconds = perf_counter() - began
    return Result(
        game,
        players,
        seed,
        tuple(rows),
        seconds,
        jobs,
        scenario,
        dict(options or {}),
        edition,
        swap,
        sprt,
        verdict,
    )


def _in_order(
    matches: Sequence[Pairing], known: Mapping[int, Row], jobs: int, workers: Executor | None, chunk: int
) -> Iterator[Row]:
    """The rows in order: those that are known, and those that are played now."""
    played = _play([match for match in matches if match.number not in known], jobs, workers, chunk)
    for match in matches:
        row = known.get(match.number) or next(played)
        if isinstance(row, Failure):
            raise row.error()
        yield row


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


def _play(matches: Sequence[Pairing], jobs: int, workers: Executor | None, chunk: int) -> Iterator[Row | Failure]:
    """The played matches in order, so that of several that fail the first is always the one reported."""
    if workers is None:
        for match in matches:
            yield from attempt_all([match])
        return
    size = max(1, min(chunk, len(matches) // (4 * jobs)))
    chunks = [list(matches[start : start + size]) for start in range(0, len(matches), size)]
    futures = [workers.submit(attempt_all, chunk) for chunk in chunks]
    try:
        for played, future in zip(chunks, futures, strict=True):
            try:
                yield from future.result()
            except BrokenExecutor:
                seeds = f"{played[0].seed} to {played[-1].seed}"
                raise BadTournament(f"A worker process was killed while it played seeds {seeds} or others.") from None
    finally:
        for future in futures:
            future.cancel()
