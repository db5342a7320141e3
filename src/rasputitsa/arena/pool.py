"""A pool: every bot meets every other one, and all get a rating.

result = run_pool("battle-for-moscow", ["recruit", "officer", "drive"], n=20, seed=1)
print(pool_text(result))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from ..core.numbers import signed
from ..games import game as find_game
from .elo import Meeting, Rating, ratings
from .matches import played_with
from .report import table
from .scores import wilson
from .tournament import BadTournament, Progress, Result, run


@dataclass(frozen=True, slots=True)
class PoolResult:
    """The tournaments of all pairs of bots, and the command that repeats them."""

    names: tuple[str, ...]
    results: Mapping[tuple[str, str], Result]
    command: str

    @property
    def meetings(self) -> dict[tuple[str, str], Meeting]:
        return {pair: Meeting(result.bots[pair[0]].points, len(result.rows)) for pair, result in self.results.items()}

    @property
    def ratings(self) -> dict[str, Rating]:
        return ratings(self.names, self.meetings)


def run_pool(
    game: str,
    names: Sequence[str],
    n: int = 100,
    seed: int = 1,
    jobs: int = 1,
    *,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    edition: str | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
    keep: Path | None = None,
) -> PoolResult:
    """Play n matches between any two of these bots. ``keep`` is a folder for the rows, a file for each pair."""
    if len(set(names)) != len(names) or len(names) < 2:
        raise BadTournament("A pool needs two bots or more, each of them named once.")
    if keep is not None:
        try:
            keep.mkdir(exist_ok=True)
        except OSError as error:
            raise BadTournament(f"There can be no folder {str(keep)!r}: {error.strerror}.") from None
    sides = [side.name for side in find_game(game, edition).sides]
    pairs = list(combinations(names, 2))
    results = {}
    for number, pair in enumerate(pairs):

        def show(done: int, total: int, before: int = number * n) -> None:
            if progress:
                progress(before + done, len(pairs) * n)

        results[pair] = run(
            game,
            dict(zip(sides, pair, strict=True)),
            n,
            seed,
            jobs,
            scenario=scenario,
            options=options,
            edition=edition,
            progress=show,
            executor=executor,
            keep=keep / f"{pair[0]}-{pair[1]}.jsonl" if keep else None,
        )
    command = f"rasputitsa arena {game} --pool {','.join(names)} -n {n} --seed {seed}"
    command += played_with(scenario, options or {}, edition)
    return PoolResult(tuple(names), results, command)


def pool_text(result: PoolResult) -> str:
    """The ratings, the best first, and each meeting with its interval."""
    rated = sorted(result.ratings.items(), key=lambda entry: -entry[1].elo)
    lines = table([("", "Elo", "95%"), *((name, signed(elo), f"+/- {error:.0f}") for name, (elo, error) in rated)])
    meetings = [("", "score", "matches", "95% interval")]
    for (one, other), meeting in result.meetings.items():
        low, high = wilson(meeting.points, meeting.matches)
        score = meeting.points / meeting.matches
        meetings.append((f"{one} against {other}", f"{score:.3f}", str(meeting.matches), f"{low:.3f} to {high:.3f}"))
    return "\n".join([*lines, "", *table(meetings), "", f"To repeat it: {result.command}"])
