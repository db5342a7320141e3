"""The page of a study: one HTML file with everything in it, which needs neither a network nor scripts."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape
from importlib import import_module
from pathlib import Path

from ..arena.study import Series, StudyResult
from ..arena.study_tables import shown_scores
from ..arena.tournament import Result
from ..core import RasputitsaError
from ..core.numbers import counted, percent

NAME = "index.html"
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ddd }
th:first-child, td:first-child { text-align: left }
img { max-width: 100%; height: auto; background: #fff }
figure { margin: 1rem 0 }
figcaption, footer { color: #555; font-size: .9rem }
"""


class NoPlots(RasputitsaError):
    """What draws the plots is not installed."""


def write_page(result: StudyResult, folder: Path) -> Path:
    """The page in the folder of the study; `NoPlots` says which extra draws it."""
    try:
        matplotlib = import_module("matplotlib")
    except ImportError:
        raise NoPlots(
            "There is no page with plots, for want of matplotlib: pip install 'rasputitsa[study]', then once more."
        ) from None
    path = folder / NAME
    from .charts import SETTINGS

    with matplotlib.rc_context(SETTINGS):
        path.write_text("".join(_page(result)), encoding="utf-8")
    return path


def _page(result: StudyResult) -> Iterator[str]:
    from .charts import results

    title = escape(result.study.title)
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    for paragraph in filter(None, result.study.about.split("\n\n")):
        yield f"<p>{escape(paragraph.strip())}</p>\n"
    yield "<h2>Results</h2>\n"
    yield _figure(
        results(result),
        "The score of the first side, and where two bots met of the first bot: a win counts 1, a draw 1/2. "
        "Bars are 95% intervals (Wilson).",
    )
    yield _table(_result_lines(result))
    for series, played in result.results:
        yield from _section(series, played)
    yield "<footer>Made by <code>rasputitsa study</code>; the numbers are in the tables beside this page.</footer>\n"
    yield "</body>\n</html>\n"


def _result_lines(result: StudyResult) -> Iterator[list[str]]:
    yield ["series", "matches", "score of", "wins", "draws", "losses", "score", "95% interval", "turns", "actions"]
    for series, played in result.results:
        length = [f"{played.mean(lambda row: row.turns):.1f}", f"{played.mean(lambda row: row.actions):.0f}"]
        for who, score in shown_scores(played):
            low, high = score.interval
            counts = map(str, (score.matches, who, score.wins, score.draws, score.losses))
            interval = f"{100 * low:.0f} to {100 * high:.0f}%"
            yield [series.label, *counts, percent(score.rate), interval, *length]


def _section(series: Series, played: Result) -> Iterator[str]:
    from .charts import length, losses, points, rules
    from .heat import heat

    yield f"<h2>{escape(series.label)}</h2>\n"
    swapped = ", sides swapped with the same dice" if played.pairs.matches else ""
    yield f"<p>{counted(len(played.rows), 'match', 'matches')}, seed {series.seed}{swapped}. To repeat them: "
    yield f"<code>{escape(played.command)}</code></p>\n"
    yield _figure(length(played), "How long the matches were.")
    yield _figure(
        points(played),
        "When a turn began, and at the end: the mean of the matches that came so far, with its 95% interval.",
    )
    yield _figure(losses(played), "Losses by turn, in the mean of the matches that came so far.")
    yield _figure(heat(series, played), "Where units died: losses a match in each space.")
    yield _figure(rules(series, played), "Which rules decided matches, and which rules events name most often.")


def _figure(svg: str, caption: str) -> str:
    """A plot as an image within the page, so that the names in one plot do not meet those in another."""
    data = b64encode(svg.encode()).decode()
    image = f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(caption)}">'
    return f"<figure>{image}<figcaption>{escape(caption)}</figcaption></figure>\n"


def _table(lines: Iterable[list[str]]) -> str:
    head, *rows = ["".join(f"<td>{escape(cell)}</td>" for cell in line) for line in lines]
    head = head.replace("td>", "th>")
    return (
        f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n"
        + "".join(f"<tr>{row}</tr>\n" for row in rows)
        + "</tbody>\n</table>\n"
    )
