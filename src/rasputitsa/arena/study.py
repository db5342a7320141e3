"""A study: series of matches that a file describes, played as tournaments whose rows are tallied and kept.

study = read(Path("balance.toml"))
result = play(study, Path("balance"), jobs=2)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from pathlib import Path
from typing import TypeVar

from ..bots import bot, is_guest
from ..core import Game, RasputitsaError
from ..core.data import Source
from ..games import game as find_game
from ..games import games
from .tournament import BadTournament, Progress, Result, run

T = TypeVar("T")
ALL = "all"
ROWS = "rows"  # the folder of what was played, in that of the study
_NUMBERS = {"matches": 1, "seed": 0}  # and the least that each can be


@dataclass(frozen=True, slots=True)
class Series:
    """Matches under the same conditions: between the same bots, in one scenario with one set of options and data."""

    game: str
    scenario: str
    players: Mapping[str, str]
    matches: int
    seed: int = 1
    swap: bool = True
    options: Mapping[str, str] = field(default_factory=dict)
    edition: str | None = None

    @property
    def known_game(self) -> Game:
        return find_game(self.game, self.edition)

    @property
    def conditions(self) -> str:
        """Under which conditions it is played, as people say it."""
        game = self.known_game
        scenario = game.scenario(self.scenario).title
        parts = [game.title if scenario == game.title or len(game.scenarios) == 1 else f"{game.title}, {scenario}"]
        parts += [f"edition {game.edition}"] if self.edition else []
        parts += [f"{name}={value}" for name, value in self.options.items()]
        return ", ".join(parts)

    @property
    def label(self) -> str:
        """What people call it."""
        return f"{self.conditions}: {' against '.join(dict.fromkeys(self.players.values()))}"

    @property
    def name(self) -> str:
        """Its name in files."""
        words = [self.game, self.known_game.edition, self.scenario, *self.players.values()]
        words += [f"{name}={value}" for name, value in self.options.items()]
        return re.sub(r"[^\w.=-]", "-", "-".join(filter(None, words)))


@dataclass(frozen=True, slots=True)
class Study:
    """A study as its file describes it."""

    title: str
    about: str
    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True)
class StudyResult:
    """All matches of a study, by series."""

    study: Study
    results: tuple[tuple[Series, Result], ...]


# The file.


def read(path: Path, guests: Sequence[str] = ()) -> Study:
    """The study that a file describes; a `DataError` says what is wrong in it.

    A bot of another package is code that would be run, so a file alone cannot name one: it must be among ``guests``.
    """
    if not path.is_file():
        raise BadTournament(f"There is no file {str(path)!r}.")
    source = Source.read_file(path, path.name)
    source.only("title", "about", "series", "swap", *_NUMBERS)
    found = [series for table in source.tables("series") for series in _series(table, source, path.parent, guests)]
    if not found:
        raise source.error("series", "is empty; a study needs at least one series")
    names = [series.name for series in found]
    for series in found:
        if names.count(series.name) > 1:
            raise source.error("series", f"describes the same twice: {series.label}")
    return Study(source.get("title", str, path.stem), source.get("about", str, ""), tuple(found))


def _series(source: Source, usual: Source, folder: Path, guests: Sequence[str]) -> Iterator[Series]:
    """All combinations of what a table of the file lists."""
    source.only("game", "scenario", "edition", "german", "soviet", "options", "swap", *_NUMBERS)
    matches, seed = (_number(source, usual, key) for key in _NUMBERS)
    swap = source.get("swap", bool, usual.get("swap", bool, True))
    for name, edition in product(
        _known(source, "game", games()), _listed(source, "edition") if "edition" in source.data else [""]
    ):
        game, place = _edition(source, name, edition, folder)
        scenarios = [known.name for known in game.scenarios]
        scenarios = _known(source, "scenario", scenarios) if "scenario" in source.data else scenarios[:1]
        options = _options(source, game)
        sides = [side.name for side in game.sides]
        players = [_players(source, side, game, guests) for side in sides]
        for scenario, *names in product(scenarios, *players):
            who = dict(zip(sides, names, strict=True))
            yield Series(name, scenario, who, matches, seed, swap, options, place or None)


def _number(source: Source, usual: Source, key: str) -> int:
    least = _NUMBERS[key]
    where = source if key in source.data else usual
    number = where.get(key, int, 1 if key == "seed" else None)
    if number < least:
        raise where.error(key, f"is {number}; it must be at least {least}")
    return number


def _listed(source: Source, key: str) -> list[str]:
    """One text, or a list of texts."""
    values = [source.data[key]] if isinstance(source.data.get(key), str) else source.texts(key)
    if not values:
        raise source.error(key, "is empty; name at least one, or leave it out")
    return values


def _known(source: Source, key: str, known: Sequence[str]) -> list[str]:
    """The same, where it is known what there can be; "all" means all of it."""
    values = _listed(source, key)
    for value in values:
        if value not in (ALL, *known):
            raise source.error(key, f"is {value!r}; it must be {ALL} or among {', '.join(known)}")
    return list(known) if ALL in values else values


def _edition(source: Source, name: str, edition: str, folder: Path) -> tuple[Game, str]:
    """A game with the data of this edition, and how that is found: by its name, or by its folder beside the file."""
    own = folder / edition
    place = str(own.resolve()) if edition and own.is_dir() else edition
    return _refused(source, "edition", lambda: find_game(name, place or None)), place


def _options(source: Source, game: Game) -> dict[str, str]:
    if "options" not in source.data:
        return {}
    table = source.table("options")
    options = {key: table.get(key, str) for key in table.data}
    _refused(source, "options", lambda: game.check_options(options))
    return options


def _players(source: Source, side: str, game: Game, guests: Sequence[str]) -> list[str]:
    """The bots that play a side."""
    names = _listed(source, side)
    for name in names:
        if is_guest(name) and name not in guests:
            raise source.error(side, f"is {name!r}, a bot of another package; allow it to run with --bot {name}")
        _refused(source, side, partial(bot, name, game))
    return names


def _refused(source: Source, key: str, attempt: Callable[[], T]) -> T:
    """What is refused elsewhere is a problem of this file."""
    try:
        return attempt()
    except RasputitsaError as error:
        raise source.error(key, f"is {source.data.get(key)!r}: {error}") from None


# The matches.


def play(
    study: Study,
    folder: Path,
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> StudyResult:
    """Play what is not yet among the rows in the folder of the study."""
    rows = folder / ROWS
    try:
        rows.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadTournament(f"There can be no folder {str(rows)!r}: {error.strerror}.") from None
    total = sum(series.matches for series in study.series)
    done = 0
    results = []
    for series in study.series:

        def show(played: int, _: int, before: int = done) -> None:
            if progress:
                progress(before + played, total)

        result = run(
            series.game,
            series.players,
            series.matches,
            series.seed,
            jobs,
            swap=series.swap,
            scenario=series.scenario,
            options=series.options,
            edition=series.edition,
            progress=show,
            executor=executor,
            keep=rows / f"{series.name}.jsonl",
            tallied=True,
        )
        results.append((series, result))
        done += series.matches
    return StudyResult(study, tuple(results))
