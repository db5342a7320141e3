"""What came out of a study as a table in Markdown, by which a document is kept up to date.

The document has two marks for each study that it shows, comments that name the study's file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..core import RasputitsaError
from .scores import Score
from .study import Series, StudyResult
from .study_tables import shown_scores
from .tournament import Result

COLUMNS = (
    *("game and scenario", "players", "score of", "matches", "wins", "draws", "score", "95% interval"),
    *("last turn", "units lost in a match"),
)


def marks(name: str) -> tuple[str, str]:
    """The comments between which the table of this study goes."""
    return f"<!-- {name}: begin -->", f"<!-- {name}: end -->"


def markdown(result: StudyResult) -> str:
    """A line for each series, and one more where two different bots met: the score of the first of them."""
    head = [_line(COLUMNS), _line(["---"] * len(COLUMNS))]
    return "\n".join([*head, *(_line(cells) for cells in _cells(result))])


def put_into(path: Path, name: str, result: StudyResult) -> None:
    """Put the table into a Markdown file, in place of what is between the marks of the study."""
    before, _, after = parts(path, name)
    begin, end = marks(name)
    path.write_text(f"{before}{begin}\n\n{markdown(result)}\n\n{end}{after}", encoding="utf-8")


def parts(path: Path, name: str) -> tuple[str, str, str]:
    """What a Markdown file has before, between and after the marks of a study; else a sentence says what is missing."""
    begin, end = marks(name)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RasputitsaError(f"{str(path)!r} cannot be read: {error}.") from None
    if not 0 <= text.find(begin) < text.find(end):
        raise RasputitsaError(f"{str(path)!r} has no lines {begin!r} and {end!r}, between which the table would go.")
    before, _, rest = text.partition(begin)
    between, _, after = rest.partition(end)
    return before, between, after


def _cells(result: StudyResult) -> Iterator[list[str]]:
    for series, played in result.results:
        players = " against ".join(dict.fromkeys(series.players.values()))
        for who, score in shown_scores(played):
            yield [series.conditions, players, who, *_score(score), *_course(series, played)]


def _score(score: Score) -> list[str]:
    low, high = score.interval
    interval = f"{100 * low:.0f} to {100 * high:.0f}%"
    return [*map(str, (score.matches, score.wins, score.draws)), f"{100 * score.rate:.0f}%", interval]


def _course(series: Series, played: Result) -> list[str]:
    """How long matches were, and what was lost in them."""
    lost = (
        f"{played.mean(lambda row, side=side.name: sum(row.tally['lost'][side].values())):.1f} {side.title}"  # type: ignore[misc]
        for side in series.known_game.sides
    )
    return [f"{played.mean(lambda row: row.turns):.1f}", ", ".join(lost)]


def _line(cells: list[str] | tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"
