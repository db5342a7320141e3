"""The one command: its subcommands, their options, and what happens when something is wrong."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn

from ..core import BadOption, RasputitsaError, UnknownGame
from .values import contender as _contender
from .values import count as _count
from .values import game as _game
from .values import option as _option
from .values import player as _player
from .values import pool as _pool
from .values import port as _port
from .values import positive as _positive
from .values import results as _results
from .values import seconds as _seconds
from .values import seed as _seed
from .values import sprt as _sprt

OK, FAILED, WRONG_ARGUMENTS, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141


class Parser(ArgumentParser):
    """Says what is wrong with the arguments in one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_ARGUMENTS, f"{self.prog}: {message.rstrip('.')}; see {self.prog} --help.\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    _be_tolerant()
    try:
        args = parser().parse_args(argv)
        status: int = _command(args.run)(args)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else FAILED
    except (UnknownGame, BadOption) as error:
        print(f"rasputitsa: {error}", file=sys.stderr)
        return WRONG_ARGUMENTS
    except RasputitsaError as error:
        print(f"rasputitsa: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that nothing is flushed at exit
        return PIPE_CLOSED


def _be_tolerant() -> None:
    """Characters that a terminal cannot show, input that is not text, and closed streams must not end the program."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _command(name: str) -> Callable[[Namespace], int]:
    """The function behind a command; its module is loaded only now."""
    module, function = name.split(":")
    found: Callable[[Namespace], int] = getattr(import_module(f".{module}", __package__), function)
    return found


# The arguments.


def parser() -> Parser:
    main = Parser(
        prog="rasputitsa",
        description="Board wargames about the road to Moscow in 1941. Without a command, play a match.",
        epilog=_examples("rasputitsa", "rasputitsa play battle-for-moscow --german human --soviet recruit"),
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    main.set_defaults(run="play:run", **_PLAY_DEFAULTS)
    commands = main.add_subparsers(title="commands", metavar="COMMAND", dest="command", parser_class=Parser)
    for add in (
        _add_play,
        _add_replay,
        _add_games,
        _add_rules,
        _add_map,
        _add_verify,
        _add_export,
        _add_contests,
        _add_serving,
    ):
        add(commands)
    return main


def _examples(*lines: str) -> str:
    return "examples:\n" + "\n".join(f"  {line}" for line in lines)


def _add(commands: Any, name: str, run: str, about: str, *examples: str) -> Parser:
    made: Parser = commands.add_parser(
        name,
        help=about,
        description=about[0].upper() + about[1:] + ".",
        epilog=_examples(*examples),
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    made.set_defaults(run=run)
    return made


_PLAY_DEFAULTS: dict[str, Any] = {
    "game": None,
    "german": None,
    "soviet": None,
    "scenario": None,
    "option": [],
    "record": None,
    "resume": None,
    "position": None,
    "seed": None,
    "no_color": False,
    "plain": False,
}


def _add_play(commands: Any) -> None:
    made = _add(
        commands,
        "play",
        "play:run",
        "play a match at the terminal, or through a pipe",
        "rasputitsa play battle-for-moscow",
        "rasputitsa play battle-for-moscow --german human --soviet recruit --record typhoon.txt",
        "rasputitsa play --resume typhoon.txt",
        "rasputitsa play --position turn5.txt --german human --soviet recruit",
        "rasputitsa play battle-for-moscow --german recruit --soviet recruit --seed 1941",
        "echo standard | rasputitsa play battle-for-moscow --option soviet-replacements=4",
    )
    made.add_argument("game", metavar="GAME", nargs="?", type=_game, help="the game's name (see: rasputitsa games)")
    for side in ("german", "soviet"):
        made.add_argument(f"--{side}", metavar="WHO", type=_player, help="human, or the name of a bot")
    made.add_argument("--scenario", metavar="NAME", help="the scenario (default: the first)")
    _add_option(made)
    made.add_argument("--record", metavar="FILE", help="save the match in this file after every action")
    made.add_argument("--resume", metavar="FILE", help="continue the match of this record, and save it there")
    made.add_argument("--position", metavar="FILE", help="start from the position in this file (text or JSON)")
    made.add_argument("--seed", metavar="S", type=_seed, help="a number that makes the dice and the bots repeatable")
    _add_looks(made)


def _add_option(made: Parser) -> None:
    made.add_argument(
        "--option", metavar="NAME=VALUE", type=_option, action="append", default=[], help="an option of the game"
    )


def _add_looks(made: Parser) -> None:
    made.add_argument("--no-color", action="store_true", help="do not use colours (the same as setting NO_COLOR)")
    made.add_argument("--plain", action="store_true", help="lists in words without map and colours, for screen readers")


def _add_replay(commands: Any) -> None:
    made = _add(
        commands,
        "replay",
        "replay:run",
        "step through the record of a match",
        "rasputitsa replay typhoon.txt",
        "rasputitsa replay typhoon.txt --to 120",
        "rasputitsa replay typhoon.txt --to 120 --step",
        "rasputitsa replay typhoon.txt --to 120 --position > turn5.txt",
    )
    made.add_argument("file", metavar="FILE", help="a record")
    made.add_argument("--to", metavar="N", type=_count, help="show the position after N actions")
    made.add_argument("--step", action="store_true", help="step through it from there")
    made.add_argument("--side", metavar="SIDE", help="show what this side knows (default: what spectators see)")
    made.add_argument("--position", action="store_true", help="print the whole position as text, for play --position")
    _add_looks(made)


def _add_games(commands: Any) -> None:
    made = _add(
        commands,
        "games",
        "rulebook:run_games",
        "list the games, their scenarios and options, or check their data",
        "rasputitsa games",
        "rasputitsa games --check",
    )
    made.add_argument(
        "--check", action="store_true", help="list the problems in the data files; status 1 if there are any"
    )


def _add_rules(commands: Any) -> None:
    made = _add(
        commands,
        "rules",
        "rulebook:run_rules",
        "show the rules of a game, or the tests of each rule",
        "rasputitsa rules battle-for-moscow",
        "rasputitsa rules battle-for-moscow 8.2.2",
        "rasputitsa rules battle-for-moscow --coverage",
    )
    made.add_argument("game", metavar="GAME", nargs="?", type=_game, help="the game's name")
    made.add_argument("number", metavar="NUMBER", nargs="?", help="the number of a rule (default: list all rules)")
    made.add_argument("--all", action="store_true", help="show the full text of all rules")
    made.add_argument("--coverage", action="store_true", help="list the tests that name each rule; status 1 if none")
    made.add_argument("--tests", metavar="DIR", help="where the tests are (default: those of the source checkout)")


def _add_map(commands: Any) -> None:
    made = _add(
        commands,
        "map",
        "replay:run_map",
        "draw the map of a game as it is at the start",
        "rasputitsa map battle-for-moscow",
        "rasputitsa map battle-for-moscow --no-color > map.txt",
    )
    made.add_argument("game", metavar="GAME", type=_game, help="the game's name")
    _add_looks(made)


def _add_verify(commands: Any) -> None:
    made = _add(
        commands,
        "verify",
        "records:run_verify",
        "check the dice of a record against their commitment",
        "rasputitsa verify typhoon.txt",
    )
    made.add_argument("file", metavar="FILE", help="a record")


def _add_export(commands: Any) -> None:
    made = _add(
        commands,
        "export",
        "records:run_export",
        "write a record with all events and the final position as JSON",
        "rasputitsa export typhoon.txt --json",
        "rasputitsa export typhoon.txt --json --out typhoon.json",
        "rasputitsa export typhoon.txt --json --side german",
    )
    made.add_argument("file", metavar="FILE", help="a record")
    made.add_argument("--json", action="store_true", required=True, help="write JSON, which is the only format")
    made.add_argument("--out", metavar="OUT", help="the file to write (default: standard output)")
    made.add_argument("--side", metavar="SIDE", help="only what this side knows (default: everything)")


def _add_contests(commands: Any) -> None:
    made = _add(
        commands,
        "arena",
        "contests:run_arena",
        "let bots play many matches and count the results",
        "rasputitsa arena battle-for-moscow --german recruit --soviet random -n 400 --seed 1941 --jobs 2",
        "rasputitsa arena battle-for-moscow --german recruit --soviet recruit -n 1000 --out results.csv",
        "rasputitsa arena battle-for-moscow --german officer --soviet recruit --sprt -n 200 --keep officer.jsonl",
        "rasputitsa arena battle-for-moscow --pool recruit,officer,marshal -n 20 --jobs 2",
    )
    made.add_argument("game", metavar="GAME", type=_game, help="the game's name")
    for side in ("german", "soviet"):
        made.add_argument(f"--{side}", metavar="BOT", type=_contender, help="the name of a bot")
    made.add_argument("--pool", metavar="BOTS", type=_pool, help="bots that all meet each other: recruit,officer,...")
    _add_campaign(made, 100)
    made.add_argument("--no-swap", action="store_true", help="do not swap the bots' sides every other match")
    made.add_argument("--scenario", metavar="NAME", help="the scenario (default: the first)")
    _add_option(made)
    made.add_argument(
        "--sprt",
        metavar="LOW:HIGH",
        type=_sprt,
        nargs="?",
        const="0.5:0.6",
        help="stop as soon as the first bot's score is proved to be HIGH or more, not LOW or less (0.5:0.6)",
    )
    made.add_argument("--keep", metavar="FILE", help="keep every match in this file (of a pool: folder); go on from it")
    made.add_argument("--out", metavar="FILE", type=_results, help="write every result to this file, .csv or .json")
    fitted = _add(
        commands,
        "fit",
        "contests:run_fit",
        "fit what features of a position are worth to the results of many games",
        "rasputitsa fit battle-for-moscow -n 3000 --seed 1 --out value.toml",
    )
    fitted.add_argument("game", metavar="GAME", type=_game, help="the game's name")
    _add_campaign(fitted, 1000)
    fitted.add_argument("--out", metavar="FILE", required=True, help="the data file to write")
    tuned = _add(
        commands,
        "tune",
        "contests:run_tune",
        "tune the weights of a side by matches (needs the extra 'tune')",
        "rasputitsa tune battle-for-moscow --side soviet --weights lost_ring,assault,guard -n 400 --out tuned.toml",
    )
    tuned.add_argument("game", metavar="GAME", type=_game, help="the game's name")
    tuned.add_argument("--side", metavar="SIDE", required=True, choices=("german", "soviet"), help="whose weights")
    tuned.add_argument("--weights", metavar="NAMES", required=True, help="the weights to tune: fear,home,...")
    _add_campaign(tuned, 400)
    tuned.add_argument("--matches-each", metavar="M", type=_positive, default=20, help="matches for each try (20)")
    tuned.add_argument("--out", metavar="FILE", required=True, help="the data file to write")
    bench = _add(
        commands,
        "bench",
        "contests:run_bench",
        "measure how fast the games are",
        "rasputitsa bench --seconds 30",
        "rasputitsa bench battle-for-moscow --seconds 5",
    )
    bench.add_argument("games", metavar="GAME", nargs="*", type=_game, help="the games to measure (all)")
    bench.add_argument("--seconds", metavar="S", type=_seconds, default=10.0, help="how long (10)")


def _add_campaign(made: Parser, matches: int) -> None:
    """What all campaigns have: how many matches, their seed, and where they are played."""
    made.add_argument(
        "-n", metavar="N", dest="matches", type=_positive, default=matches, help=f"how many matches ({matches})"
    )
    made.add_argument("--seed", metavar="S", type=_seed, default=0, help="a number that makes it repeatable (0)")
    made.add_argument("--jobs", metavar="J", type=_positive, default=1, help="how many matches to play at a time (1)")
    made.add_argument("--cluster", metavar="ADDRESS", help="play on the Dask cluster of this scheduler")


def _add_serving(commands: Any) -> None:
    made = _add(
        commands,
        "serve",
        "serving:run_serve",
        "serve matches to browsers",
        "rasputitsa serve --open",
        "rasputitsa serve --host 0.0.0.0 --port 8041 --data matches --limit matches_in_all=500",
        "rasputitsa serve --database postgresql://user@host/rasputitsa",
    )
    made.add_argument("--host", metavar="HOST", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    made.add_argument("--port", metavar="PORT", type=_port, default=1941, help="the port; 0 takes any free one (1941)")
    _add_storage(made)
    made.add_argument("--open", action="store_true", help="open the browser")
    made.add_argument("--origin", metavar="URL", action="append", default=[], help="another address of this server")
    made.add_argument("--behind-proxy", action="store_true", help="trust the headers of a proxy on this machine")
    made.add_argument("--proxy", metavar="ADDRESS", action="append", default=[], help="trust a proxy at this address")
    made.add_argument("--webhook-http", action="store_true", help="send webhooks without TLS too")
    made.add_argument("--webhook-private", action="store_true", help="send webhooks to private addresses too")
    made.add_argument(
        "--limit", metavar="NAME=VALUE", type=_option, action="append", default=[], help="change a limit of the server"
    )
    for name, about in (
        ("backup", "copy all matches of a server, running or not, into a file"),
        ("restore", "restore the matches of a backup into an empty server"),
    ):
        saving = _add(commands, name, f"serving:run_{name}", about, f"rasputitsa {name} matches.backup --data matches")
        saving.add_argument("file", metavar="FILE", help="the backup")
        _add_storage(saving)
    made = _add(
        commands,
        "load",
        "serving:run_load",
        "measure a server under many live matches, on this machine only",
        "rasputitsa load --matches 200 --seconds 20",
        "rasputitsa load battle-for-moscow --rate 2",
    )
    made.add_argument("game", metavar="GAME", nargs="?", type=_game, help="the game's name (the first)")
    made.add_argument("--matches", metavar="N", type=_positive, default=200, help="live matches (200)")
    made.add_argument("--rate", metavar="R", type=_seconds, default=1.0, help="actions a second and match (1)")
    made.add_argument("--seconds", metavar="S", type=_seconds, default=20.0, help="how long (20)")
    made.add_argument("--url", metavar="URL", help="a server on this machine; without one, its own is started")
    made.add_argument("--in-memory", action="store_true", help="keep the data of its own server on a disk in memory")
    made.add_argument("--p99", metavar="MS", type=float, help="fail if one in a hundred actions takes longer")


def _add_storage(made: Parser) -> None:
    made.add_argument("--data", metavar="DIR", help="the folder for the matches (default: in the user's data folder)")
    made.add_argument("--database", metavar="URL", help="a PostgreSQL database instead of the folder")
