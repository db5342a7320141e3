"""The plots of a study, drawn by matplotlib as SVG: one function for each."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from io import StringIO
from statistics import fmean, stdev
from typing import Any

from matplotlib.figure import Figure

from ..arena.scores import Z95
from ..arena.study import Series, StudyResult
from ..arena.study_tables import decided_by, named_in, shown_scores
from ..arena.tournament import Result
from ..core.numbers import percent

# Told apart by brightness and by marker too, for those who do not see the colours.
COLOURS, MARKERS = ("#4f6d8f", "#b3412e"), ("o", "s")
WIDTH = 7.5  # inches
RULES_AT_MOST = 15
SETTINGS: Any = {  # of matplotlib, while a page is drawn
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.constrained_layout.use": True,
    "font.family": "sans-serif",
    "font.size": 9,
    "svg.fonttype": "none",  # texts stay texts
    "svg.hashsalt": "rasputitsa",  # the same plot gives the same file
}


def svg(figure: Figure) -> str:
    text = StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return text.getvalue()


def panels(rows: int, columns: int, height: float, heights: Sequence[int] | None = None) -> tuple[Figure, list[Any]]:
    """A figure with some panels, row by row."""
    figure = Figure(figsize=(WIDTH, height))
    return figure, list(figure.subplots(rows, columns, squeeze=False, height_ratios=heights).flat)


# Of the whole study.


def results(result: StudyResult) -> str:
    """The score of the first side in every series, and of the first of two bots, with 95 % intervals."""
    found = [(f"{it.label} ({who})", score) for it, played in result.results for who, score in shown_scores(played)]
    figure, (axes,) = panels(1, 1, 1.0 + 0.35 * len(found))
    for line, (_, score) in enumerate(found):
        low, high = score.interval
        ends = [[100 * max(0.0, score.rate - low)], [100 * max(0.0, high - score.rate)]]
        axes.errorbar([100 * score.rate], [line], xerr=ends, fmt=MARKERS[0], color=COLOURS[0], capsize=3)
    axes.axvline(50, color="#888888", linewidth=0.8)
    axes.set_yticks(range(len(found)), [label for label, _ in found])
    axes.set_xlim(-3, 103)
    axes.invert_yaxis()
    axes.set_xlabel("score in percent")
    return svg(figure)


# Of a series.


def length(played: Result) -> str:
    """How long the matches were."""
    figure, (turns, actions) = panels(1, 2, 2.4)
    numbers = [row.turns for row in played.rows]
    turns.hist(numbers, bins=[turn - 0.5 for turn in range(min(numbers), max(numbers) + 2)], color=COLOURS[0])
    turns.set(xlabel="last turn", ylabel="matches")
    turns.set_xticks(range(min(numbers), max(numbers) + 1))
    actions.hist([row.actions for row in played.rows], bins=min(20, 2 + len(numbers) // 4), color=COLOURS[0])
    actions.set(xlabel="actions of the players")
    return svg(figure)


def points(played: Result) -> str:
    """Every figure of the game when the turns began and at the end: the mean and its 95 % interval.

    A match counts up to its own last turn.
    """
    titles = list(played.rows[0].figures)
    figure, every = panels((len(titles) + 1) // 2, 2, 2.3 * ((len(titles) + 1) // 2))
    turns = sorted({int(turn) for row in played.rows for turn in row.tally["figures"]})
    for axes, title in zip(every, titles, strict=False):
        for side, colour, marker in zip(played.players, COLOURS, MARKERS, strict=True):
            found = {turn: _values(played, str(turn), title, side) for turn in turns}
            found[turns[-1] + 1] = [row.figures[title][side] for row in played.rows if side in row.figures[title]]
            _line(axes, {turn: values for turn, values in found.items() if values}, side, colour, marker)
        axes.set_title(title, fontsize=9)
        axes.set_xticks([*turns, turns[-1] + 1], [*map(str, turns), "end"])
        axes.legend(frameon=False, fontsize=8)
    for axes in every[len(titles) :]:
        axes.set_visible(False)
    return svg(figure)


def _values(played: Result, turn: str, title: str, side: str) -> list[float]:
    by_turn = (row.tally["figures"].get(turn, {}).get(title, {}) for row in played.rows)
    return [values[side] for values in by_turn if side in values]


def _line(axes: Any, found: Mapping[int, Sequence[float]], side: str, colour: str, marker: str) -> None:
    if not found:
        return
    turns, means = list(found), [fmean(values) for values in found.values()]
    errors = [_error(values) for values in found.values()]
    axes.plot(turns, means, color=colour, marker=marker, markersize=3, label=side)
    low = [mean - error for mean, error in zip(means, errors, strict=True)]
    high = [mean + error for mean, error in zip(means, errors, strict=True)]
    axes.fill_between(turns, low, high, color=colour, alpha=0.2, linewidth=0)


def _error(values: Sequence[float]) -> float:
    """Half the 95 % interval of a mean."""
    return Z95 * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0


def losses(played: Result) -> str:
    """Units lost and reduced in each turn, in the mean of the matches that reached it."""
    figure, every = panels(1, 2, 2.4)
    turns = sorted({int(turn) for row in played.rows for turn in row.tally["figures"]})
    for axes, what in zip(every, ("lost", "reduced"), strict=True):
        for number, (side, colour) in enumerate(zip(played.players, COLOURS, strict=True)):
            means = []
            for turn in map(str, turns):
                rows = [row.tally for row in played.rows if turn in row.tally["figures"]]
                means.append(fmean(tally[what][side].get(turn, 0) for tally in rows))
            axes.bar([turn + 0.4 * number - 0.2 for turn in turns], means, width=0.4, color=colour, label=side)
        axes.set_title(f"Units {what} a match", fontsize=9)
        axes.set_xticks(turns)
        axes.set_xlabel("turn")
        axes.legend(frameon=False, fontsize=8)
    return svg(figure)


def rules(series: Series, played: Result) -> str:
    """Which rules decided the matches, and which the events of a match name most often."""
    decided, named = decided_by(played).most_common(), named_in(played).most_common(RULES_AT_MOST)
    lines = [len(decided), len(named)]
    figure, (above, below) = panels(2, 1, 1.0 + 0.22 * sum(lines), lines)
    _bars(above, series, decided, lambda number: percent(number / len(played.rows)))
    above.set_title("Matches decided", fontsize=9)
    _bars(below, series, named, lambda number: f"{number / len(played.rows):.1f}")
    below.set_title("Events a match", fontsize=9)
    return svg(figure)


def _bars(axes: Any, series: Series, counts: Sequence[tuple[str, int]], written: Any) -> None:
    rulebook = series.known_game.rules
    titles = [f"{rule} {rulebook[rule].title}" if rule in rulebook else rule or "-" for rule, _ in counts]
    bars = axes.barh(range(len(counts)), [number for _, number in counts], color=COLOURS[0])
    axes.bar_label(bars, [written(number) for _, number in counts], padding=2, fontsize=8)
    axes.set_yticks(range(len(counts)), titles)
    axes.invert_yaxis()
    axes.set_xticks([])
    axes.spines["bottom"].set_visible(False)
