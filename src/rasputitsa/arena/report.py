"""A tournament as text for people, and as a file for programs."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, TextIO

from ..core.numbers import counted, decimal, signed
from ..games import game as find_game
from .matches import Row
from .scores import Score
from .sprt import Sprt
from .tournament import BadTournament, Progress, Result

BAR_WIDTH = 30


def text(result: Result) -> str:
    """The result in a few lines."""
    players = " against ".join(f"{name} ({side})" for side, name in result.players.items())
    swapped = ", sides swapped with the same dice" if result.pairs.matches else ""
    lines = [
        f"{find_game(result.game).title}: {players}",
        f"{counted(len(result.rows), 'match', 'matches')}, seed {result.seed}{swapped}; {result.seconds:.1f} s with "
        f"{counted(result.jobs, 'job')}",
        "",
        *table(_score_lines(result)),
    ]
    if result.pairs.matches:
        first, second = dict.fromkeys(result.players.values())
        better, even, worse = result.pairs
        lines += ["", f"Pairs: {first} did better in {better}, {second} in {worse}, {even} were even."]
    if result.sprt:
        lines += ["", _verdict(result, result.sprt)]
    lines += [
        "",
        f"Mean length {result.mean(lambda row: row.actions):.0f} actions, {result.mean(lambda row: row.rolls):.0f} "
        f"rolls, {result.mean(lambda row: row.turns):.1f} turns; {result.mean(lambda row: row.seconds):.3f} s a match.",
        *_figure_lines(result),
        "",
        f"To repeat it: {result.command}",
    ]
    return "\n".join(lines)


def _verdict(result: Result, sprt: Sprt) -> str:
    first, second = dict.fromkeys(result.players.values())
    scores = result.pair_scores
    evidence = f"{signed(sprt.evidence(scores), 2)} of {sprt.bound:.2f} after {len(scores)} pairs"
    claim = f"{first} scores {sprt.claimed:.2f} or more against {second}, not {sprt.doubted:.2f} or less"
    return f"Sequential test ({claim}): {result.verdict}; evidence {evidence}."


def _figure_lines(result: Result) -> list[str]:
    """The mean of each statistic at the end of the matches, for the sides that it is about."""

    def mean(title: str, side: str) -> float:
        return result.mean(lambda row: row.figures[title][side])

    def line(title: str, sides: Iterable[str]) -> str:
        means = ", ".join(f"{side} {decimal(mean(title, side), 2)}" for side in sides)
        return f"{title} at the end, on average: {means}."

    return [line(title, values) for title, values in result.rows[0].figures.items()] if result.rows else []


def _score_lines(result: Result) -> list[tuple[str, ...]]:
    lines: list[tuple[str, ...]] = [("", "wins", "draws", "losses", "score", "95% interval")]
    lines += [_score_line(side, score) for side, score in result.sides.items()]
    lines += [_score_line(name, score) for name, score in result.bots.items()]
    if result.bots:
        lines += [_score_line(f"{name} as {side}", score) for (name, side), score in result.seats.items()]
    return lines


def _score_line(who: str, score: Score) -> tuple[str, ...]:
    low, high = score.interval
    counts = (str(score.wins), str(score.draws), str(score.losses))
    return (who, *counts, f"{100 * score.rate:.1f}%", f"{100 * low:.1f} to {100 * high:.1f}%")


def table(lines: Sequence[Sequence[str]]) -> list[str]:
    """Columns under each other, the first one left, the others right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if number == 0 else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]


# Files.


def write(result: Result, path: Path) -> None:
    """All matches to a file: CSV or JSON, as its name ends."""
    kinds: dict[str, Callable[[Result, TextIO], None]] = {".csv": _write_csv, ".json": _write_json}
    check_path(path)
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            kinds[path.suffix.lower()](result, file)
    except OSError as error:
        raise BadTournament(f"{str(path)!r} cannot be written: {error.strerror}.") from None


def check_path(path: Path) -> None:
    """Refuse a file that cannot be written, before any match is played."""
    if path.suffix.lower() not in (".csv", ".json"):
        raise BadTournament(f"The name of the file must end in .csv or .json, not {path.name!r}.")


def _row_data(row: Row) -> dict[str, Any]:
    return {
        "match": row.number + 1,
        "seed": row.seed,
        **row.players,
        "winner": row.winner,
        "reason": row.reason,
        "actions": row.actions,
        "rolls": row.rolls,
        "turns": row.turns,
        "seconds": round(row.seconds, 6),
    }


def _write_csv(result: Result, file: TextIO) -> None:
    rows = [_row_data(row) for row in result.rows]
    writer = csv.DictWriter(file, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)


def data(result: Result) -> dict[str, Any]:
    """The result as plain data."""
    return {
        "game": result.game,
        "players": dict(result.players),
        "seed": result.seed,
        "jobs": result.jobs,
        "seconds": round(result.seconds, 3),
        "sides": {side: _score_data(score) for side, score in result.sides.items()},
        "bots": {name: _score_data(score) for name, score in result.bots.items()},
        "command": result.command,
        "verdict": result.verdict,
        "matches": [_row_data(row) for row in result.rows],
    }


def _score_data(score: Score) -> dict[str, Any]:
    return {**score._asdict(), "rate": score.rate, "interval": list(score.interval)}


def _write_json(result: Result, file: TextIO) -> None:
    json.dump(data(result), file, indent=1, ensure_ascii=False)
    file.write("\n")


# Progress.


def progress_bar(stream: TextIO, clock: Callable[[], float] = monotonic) -> Progress | None:
    """Draws the progress of a tournament and how long the rest will take; None where it would not be seen."""
    if not stream.isatty():
        return None
    began = clock()

    def show(done: int, total: int) -> None:
        filled = BAR_WIDTH * done // total
        bar = "#" * filled + "." * (BAR_WIDTH - filled)
        left = time_left((clock() - began) / done * (total - done))
        stream.write(f"\r\x1b[K[{bar}] {done}/{total}" + ("\n" if done == total else f", about {left} left"))
        stream.flush()

    return show


def time_left(seconds: float) -> str:
    """A duration in one or two units."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
