"""The arguments of `rasputitsa arena`, `study`, `fit`, `tune` and `bench`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from . import arguments
from .parsing import Parser, add_command, add_edition, add_option


def add_contests(commands: Any) -> None:
    _add_arena(commands)
    _add_study(commands)
    _add_fit(commands)
    _add_tune(commands)
    _add_bench(commands)


def _add_arena(commands: Any) -> None:
    made = add_command(
        commands,
        "arena",
        "contests:run_arena",
        "let bots play many matches and count the results",
        "rasputitsa arena battle-for-moscow --german recruit --soviet random -n 400 --seed 1941 --jobs 2",
        "rasputitsa arena battle-for-moscow --german recruit --soviet recruit -n 1000 --out results.csv",
        "rasputitsa arena battle-for-moscow --german officer --soviet recruit --sprt -n 200 --keep officer.jsonl",
        "rasputitsa arena battle-for-moscow --pool recruit,officer,marshal -n 20 --jobs 2",
    )
    made.add_argument("game", metavar="GAME", type=arguments.game, help="the game's name")
    for side in ("german", "soviet"):
        made.add_argument(f"--{side}", metavar="BOT", type=arguments.contender, help="the name of a bot")
    made.add_argument(
        "--pool", metavar="BOTS", type=arguments.pool, help="bots that all meet each other: recruit,officer,..."
    )
    _add_campaign(made, 100)
    made.add_argument("--no-swap", action="store_true", help="do not swap the bots' sides every other match")
    add_edition(made)
    made.add_argument("--scenario", metavar="NAME", help="the scenario (default: the first)")
    add_option(made)
    made.add_argument(
        "--sprt",
        metavar="LOW:HIGH",
        type=arguments.sprt,
        nargs="?",
        const="0.5:0.6",
        help="stop as soon as the first bot's score is proved to be HIGH or more, not LOW or less (0.5:0.6)",
    )
    made.add_argument("--keep", metavar="FILE", help="keep every match in this file (of a pool: folder); go on from it")
    made.add_argument(
        "--out", metavar="FILE", type=arguments.results, help="write every result to this file, .csv or .json"
    )


def _add_study(commands: Any) -> None:
    made = add_command(
        commands,
        "study",
        "contests:run_study",
        "play the matches that a file describes, and write tables and a page with plots",
        "rasputitsa study balance.toml",
        "rasputitsa study balance.toml --out balance --jobs 2",
        "rasputitsa study docs/balance.toml --out balance --into docs/balance.md",
        "rasputitsa study mine.toml --bot my_bots:Hothead",
    )
    made.add_argument("file", metavar="FILE", help="what is studied, a TOML file (see docs/studies.md)")
    made.add_argument(
        "--out",
        metavar="FOLDER",
        type=arguments.folder,
        help="where tables, page and all matches are written, and where it goes on (the file's name without .toml)",
    )
    made.add_argument(
        "--into",
        metavar="FILE",
        type=Path,
        help="put the table of results into this Markdown file, between its two marks (see docs/studies.md)",
    )
    _add_workers(made)
    made.add_argument(
        "--bot",
        metavar="BOT",
        type=arguments.guest,
        action="append",
        default=[],
        help="a bot of another package that the file names",
    )


def _add_fit(commands: Any) -> None:
    made = add_command(
        commands,
        "fit",
        "contests:run_fit",
        "fit what features of a position are worth to the results of many games",
        "rasputitsa fit battle-for-moscow -n 3000 --seed 1 --out value.toml",
    )
    made.add_argument("game", metavar="GAME", type=arguments.game, help="the game's name")
    _add_campaign(made, 1000)
    made.add_argument("--scenario", metavar="NAME", help="games of this scenario alone (all)")
    made.add_argument("--out", metavar="FILE", required=True, help="the data file to write")


def _add_tune(commands: Any) -> None:
    made = add_command(
        commands,
        "tune",
        "contests:run_tune",
        "tune the weights of a side by matches (needs the extra 'tune')",
        "rasputitsa tune battle-for-moscow --side soviet --weights lost_ring,assault,guard -n 400 --out tuned.toml",
    )
    made.add_argument("game", metavar="GAME", type=arguments.game, help="the game's name")
    made.add_argument("--side", metavar="SIDE", required=True, choices=("german", "soviet"), help="whose weights")
    made.add_argument("--weights", metavar="NAMES", required=True, help="the weights to tune: fear,home,...")
    _add_campaign(made, 400)
    made.add_argument(
        "--matches-each", metavar="M", type=arguments.positive, default=20, help="matches for each try (20)"
    )
    made.add_argument("--out", metavar="FILE", required=True, help="the data file to write")


def _add_bench(commands: Any) -> None:
    bench = add_command(
        commands,
        "bench",
        "contests:run_bench",
        "measure how fast the games are",
        "rasputitsa bench --seconds 30",
        "rasputitsa bench battle-for-moscow --seconds 5",
        "rasputitsa bench --research --seconds 60",
    )
    bench.add_argument("games", metavar="GAME", nargs="*", type=arguments.game, help="the games to measure (all)")
    bench.add_argument("--seconds", metavar="S", type=arguments.seconds, default=10.0, help="how long (10)")
    bench.add_argument(
        "--research", action="store_true", help="measure play with the observations that researchers use"
    )


def _add_campaign(made: Parser, matches: int) -> None:
    """What all campaigns have: how many matches, their seed, and where they are played."""
    made.add_argument(
        "-n",
        metavar="N",
        dest="matches",
        type=arguments.positive,
        default=matches,
        help=f"how many matches ({matches})",
    )
    made.add_argument(
        "--seed", metavar="S", type=arguments.seed, default=0, help="a number that makes it repeatable (0)"
    )
    _add_workers(made)


def _add_workers(made: Parser) -> None:
    made.add_argument(
        "--jobs", metavar="J", type=arguments.positive, default=1, help="how many matches to play at a time (1)"
    )
    made.add_argument("--cluster", metavar="ADDRESS", help="play on the Dask cluster of this scheduler")
