"""A study as tables: for programs, and in a few lines for people."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ..core.numbers import counted
from .report import table
from .scores import Score
from .study import Series, StudyResult
from .tournament import Result

Line = dict[str, Any]


def tables(result: StudyResult) -> dict[str, list[Line]]:
    """All tables by name: a line for each series, match, figure of a turn, space with losses, and rule."""
    return {name: list(lines(result)) for name, lines in _TABLES.items()}


def _series(result: StudyResult) -> Iterator[Line]:
    for series, played in result.results:
        found = {**_conditions(series), "matches": len(played.rows), "seed": series.seed}
        for side, score in played.sides.items():
            low, high = score.interval
            found |= {f"{side} wins": score.wins, f"{side} score": score.rate}
            found |= {f"{side} score from": low, f"{side} score to": high}
        for name, score in list(played.bots.items())[:1]:
            low, high = score.interval
            found |= {"first bot": name, "first bot score": score.rate}
            found |= {"first bot score from": low, "first bot score to": high}
        found["draws"] = sum(row.winning_side is None for row in played.rows)
        for name in ("turns", "actions", "rolls", "seconds"):
            found[f"mean {name}"] = played.mean(lambda row, name=name: getattr(row, name))  # type: ignore[misc]
        yield found


def _matches(result: StudyResult) -> Iterator[Line]:
    for series, played in result.results:
        for row in played.rows:
            found = {**_conditions(series), **row.players, "match": row.number + 1, "seed": row.seed}
            found |= {"winner": row.winner, "reason": row.reason, "rule": row.tally["decided"]}
            found |= {"turns": row.turns, "actions": row.actions, "rolls": row.rolls, "seconds": round(row.seconds, 6)}
            for what in ("lost", "reduced"):
                found |= {f"{side} {what}": sum(counts.values()) for side, counts in row.tally[what].items()}
            for title, values in row.figures.items():
                found |= {f"{title}, {side}": value for side, value in values.items()}
            yield found


def _turns(result: StudyResult) -> Iterator[Line]:
    """What each figure was when a turn began, and what was lost in it."""
    for series, played in result.results:
        for row in played.rows:
            about = {"series": series.name, "match": row.number + 1}
            figures = row.tally["figures"]
            for turn, by_title in figures.items():
                for title, values in by_title.items():
                    for side, value in values.items():
                        yield {**about, "turn": int(turn), "figure": title, "side": side, "value": value}
            for what, title in (("lost", "Lost in the turn"), ("reduced", "Reduced in the turn")):
                for side, counts in row.tally[what].items():
                    for turn in figures:
                        value = counts.get(turn, 0)
                        yield {**about, "turn": int(turn), "figure": title, "side": side, "value": value}


def _spaces(result: StudyResult) -> Iterator[Line]:
    for series, played in result.results:
        for side, counts in lost_at(played).items():
            for space, number in sorted(counts.items()):
                yield {"series": series.name, "space": space, "side": side, "lost": number}


def _rules(result: StudyResult) -> Iterator[Line]:
    for series, played in result.results:
        decided, named = decided_by(played), named_in(played)
        for rule in sorted(named | decided):
            yield {"series": series.name, "rule": rule, "decided": decided[rule], "named": named[rule]}


_TABLES: Mapping[str, Callable[[StudyResult], Iterator[Line]]] = {
    "series": _series,
    "matches": _matches,
    "turns": _turns,
    "spaces": _spaces,
    "rules": _rules,
}


def _conditions(series: Series) -> Line:
    """Under which conditions matches were played. Where bots swap sides, each match says who played which."""
    options = " ".join(f"{name}={value}" for name, value in series.options.items())
    edition = series.known_game.edition
    found = {"series": series.name, "game": series.game, "edition": edition, "scenario": series.scenario}
    return {**found, "options": options, **series.players}


# What the tables and the plots count.


def shown_scores(played: Result) -> list[tuple[str, Score]]:
    """The score of the first side; and where two bots met, that of the first bot, whichever side it played."""
    return [*list(played.sides.items())[:1], *list(played.bots.items())[:1]]


def lost_at(played: Result) -> dict[str, Counter[str]]:
    """By side: how many units were lost in each space in all matches. "" is where it cannot be said."""
    return {
        side: sum((Counter(row.tally["spaces"][side]) for row in played.rows), Counter[str]())
        for side in played.players
    }


def decided_by(played: Result) -> Counter[str]:
    """How many matches each rule decided."""
    return Counter(row.tally["decided"] for row in played.rows)


def named_in(played: Result) -> Counter[str]:
    """How often events named each rule."""
    return sum((Counter(row.tally["rules"]) for row in played.rows), Counter[str]())


# Files and text.


def write(result: StudyResult, folder: Path) -> list[Path]:
    """Every table as a CSV file in the folder of the study."""
    paths = []
    for name, lines in tables(result).items():
        paths.append(folder / f"{name}.csv")
        with paths[-1].open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, columns(lines))
            writer.writeheader()
            writer.writerows(lines)
    return paths


def columns(lines: list[Line]) -> list[str]:
    """All that at least one line has, in order: games have different figures."""
    return list(dict.fromkeys(column for line in lines for column in line))


def text(result: StudyResult) -> str:
    """The score of the first side in each series, and of the first of two bots, with intervals."""
    found: list[tuple[str, ...]] = [("", "matches", "wins", "draws", "losses", "score", "95% interval", "turns")]
    for series, played in result.results:
        turns = f"{played.mean(lambda row: row.turns):.1f}"
        for who, score in shown_scores(played):
            low, high = score.interval
            interval = f"{100 * low:.0f} to {100 * high:.0f}%"
            counts = map(str, (score.matches, score.wins, score.draws, score.losses))
            found.append((f"{series.label} ({who})", *counts, f"{100 * score.rate:.0f}%", interval, turns))
    total = counted(sum(len(played.rows) for _, played in result.results), "match", "matches")
    return "\n".join([f"{result.study.title}: {total}", "", *table(found)])
