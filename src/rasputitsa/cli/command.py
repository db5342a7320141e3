"""The one command: its subcommands and their options."""

from __future__ import annotations

from argparse import SUPPRESS, Action, ArgumentParser, RawDescriptionHelpFormatter
from typing import Any, NoReturn

from . import arguments
from .contest_arguments import add_contests
from .parsing import Parser, add_command, add_edition, add_option, examples_text


class ShowVersion(Action):
    """The version is looked up only when it is asked for."""

    def __call__(self, parser: ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        print(f"{parser.prog} {version(parser.prog)}")
        parser.exit()


def parser() -> Parser:
    main = Parser(
        prog="rasputitsa",
        description="Board wargames about the road to Moscow in 1941. Without a command, play a match.",
        epilog=examples_text("rasputitsa", "rasputitsa play battle-for-moscow --german human --soviet recruit"),
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    main.add_argument("--version", action=ShowVersion, nargs=0, default=SUPPRESS, help="show the version and exit")
    main.set_defaults(run="play:run", **_PLAY_DEFAULTS)
    commands = main.add_subparsers(title="commands", metavar="COMMAND", dest="command", parser_class=Parser)
    for add in (
        _add_play,
        _add_replay,
        _add_problems,
        _add_games,
        _add_rules,
        _add_map,
        _add_verify,
        _add_export,
        add_contests,
        _add_serving,
        _add_completion,
    ):
        add(commands)
    return main


_PLAY_DEFAULTS: dict[str, Any] = {
    "game": None,
    "german": None,
    "soviet": None,
    "scenario": None,
    "edition": None,
    "option": [],
    "record": None,
    "resume": None,
    "position": None,
    "seed": None,
    "no_color": False,
    "plain": False,
}


def _add_play(commands: Any) -> None:
    made = add_command(
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
    made.add_argument(
        "game", metavar="GAME", nargs="?", type=arguments.game, help="the game's name (see: rasputitsa games)"
    )
    for side in ("german", "soviet"):
        made.add_argument(f"--{side}", metavar="WHO", type=arguments.player, help="human, or the name of a bot")
    made.add_argument("--scenario", metavar="NAME", help="the scenario (default: the first)")
    add_edition(made)
    add_option(made)
    made.add_argument("--record", metavar="FILE", help="save the match in this file after every action")
    made.add_argument("--resume", metavar="FILE", help="continue the match of this record, and save it there")
    made.add_argument("--position", metavar="FILE", help="start from the position in this file (text or JSON)")
    made.add_argument(
        "--seed", metavar="S", type=arguments.seed, help="a number that makes the dice and the bots repeatable"
    )
    _add_looks(made)


def _add_looks(made: Parser) -> None:
    made.add_argument("--no-color", action="store_true", help="do not use colours (the same as setting NO_COLOR)")
    made.add_argument("--plain", action="store_true", help="lists in words without map and colours, for screen readers")


def _add_replay(commands: Any) -> None:
    made = add_command(
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
    add_edition(made)
    made.add_argument("--to", metavar="N", type=arguments.count, help="show the position after N actions")
    made.add_argument("--step", action="store_true", help="step through it from there")
    made.add_argument("--side", metavar="SIDE", help="show what this side knows (default: what spectators see)")
    made.add_argument("--position", action="store_true", help="print the whole position as text, for play --position")
    _add_looks(made)


def _add_problems(commands: Any) -> None:
    made = add_command(
        commands,
        "problems",
        "problems:run",
        "list the problems, or play one; status 1 if it is not solved",
        "rasputitsa problems",
        "rasputitsa problems battle-for-moscow two-gaps",
        "rasputitsa problems --folder my-problems battle-for-moscow",
    )
    made.add_argument("game", metavar="GAME", nargs="?", type=arguments.game, help="one game alone")
    made.add_argument("name", metavar="NAME", nargs="?", help="the problem to play")
    made.add_argument("--folder", metavar="FOLDER", type=arguments.folder, help="problems of your own besides")
    _add_looks(made)


def _add_games(commands: Any) -> None:
    made = add_command(
        commands,
        "games",
        "rulebook:run_games",
        "list the games, their scenarios and options, or check their data",
        "rasputitsa games",
        "rasputitsa games --check",
        "rasputitsa games --check battle-for-moscow --edition my-copy",
    )
    made.add_argument("game", metavar="GAME", nargs="?", type=arguments.game, help="one game alone")
    add_edition(made)
    made.add_argument(
        "--check", action="store_true", help="list the problems in the data files; status 1 if there are any"
    )


def _add_rules(commands: Any) -> None:
    made = add_command(
        commands,
        "rules",
        "rulebook:run_rules",
        "show the rules of a game, or the tests of each rule",
        "rasputitsa rules battle-for-moscow",
        "rasputitsa rules battle-for-moscow 8.2.2",
        "rasputitsa rules battle-for-moscow --coverage",
    )
    made.add_argument("game", metavar="GAME", nargs="?", type=arguments.game, help="the game's name")
    made.add_argument(
        "number",
        metavar="NUMBER",
        nargs="?",
        help="the number of a rule (default: list all rules)",
    )
    made.add_argument("--all", action="store_true", help="show the full text of all rules")
    made.add_argument("--coverage", action="store_true", help="list the tests that name each rule; status 1 if none")
    made.add_argument(
        "--tests",
        metavar="DIR",
        help="where the tests are (default: those of the source checkout)",
    )


def _add_map(commands: Any) -> None:
    made = add_command(
        commands,
        "map",
        "replay:run_map",
        "draw the map of a game as it is at the start",
        "rasputitsa map battle-for-moscow",
        "rasputitsa map battle-for-moscow --no-color > map.txt",
    )
    made.add_argument("game", metavar="GAME", type=arguments.game, help="the game's name")
    add_edition(made)
    _add_looks(made)


def _add_verify(commands: Any) -> None:
    made = add_command(
        commands,
        "verify",
        "records:run_verify",
        "check the dice of a record against their commitment",
        "rasputitsa verify typhoon.txt",
    )
    made.add_argument("file", metavar="FILE", help="a record")
    add_edition(made)


def _add_export(commands: Any) -> None:
    made = add_command(
        commands,
        "export",
        "records:run_export",
        "write a record with all events and the final position as JSON",
        "rasputitsa export typhoon.txt --json",
        "rasputitsa export typhoon.txt --json --out typhoon.json",
        "rasputitsa export typhoon.txt --json --side german",
    )
    made.add_argument("file", metavar="FILE", help="a record")
    add_edition(made)
    made.add_argument("--json", action="store_true", required=True, help="write JSON, which is the only format")
    made.add_argument("--out", metavar="OUT", help="the file to write (default: standard output)")
    made.add_argument("--side", metavar="SIDE", help="only what this side knows (default: everything)")


def _add_serving(commands: Any) -> None:
    made = add_command(
        commands,
        "serve",
        "serving:run_serve",
        "serve matches to browsers",
        "rasputitsa serve --open",
        "rasputitsa serve --host 0.0.0.0 --port 8041 --data matches --limit matches_in_all=500",
        "rasputitsa serve --host 0.0.0.0 --allow-host games.example.org",
        "rasputitsa serve --database postgresql://user@host/rasputitsa",
    )
    made.add_argument("--host", metavar="HOST", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    made.add_argument(
        "--port", metavar="PORT", type=arguments.port, default=1941, help="the port; 0 takes any free one (1941)"
    )
    made.add_argument(
        "--allow-host",
        metavar="NAME",
        type=arguments.host_name,
        action="append",
        default=[],
        help="a name by which browsers may reach the server, besides localhost and its addresses; "
        "give one for each name that you use, behind a proxy too",
    )
    _add_storage(made)
    made.add_argument("--open", action="store_true", help="open the browser")
    made.add_argument("--problems", metavar="FOLDER", type=arguments.folder, help="problems of your own besides")
    made.add_argument(
        "--bot",
        metavar="BOT",
        type=arguments.guest,
        action="append",
        default=[],
        help="a bot of another package that players may choose: its entry point, or module:Class",
    )
    made.add_argument(
        "--edition",
        metavar="GAME=EDITION",
        type=arguments.game_edition,
        action="append",
        default=[],
        help="play new matches of this game in an edition: its name, or its folder",
    )
    made.add_argument(
        "--origin",
        metavar="URL",
        type=arguments.origin,
        action="append",
        default=[],
        help="another address of this server",
    )
    made.add_argument("--behind-proxy", action="store_true", help="trust the headers of a proxy on this machine")
    made.add_argument(
        "--proxy",
        metavar="ADDRESS",
        type=arguments.proxy,
        action="append",
        default=[],
        help="trust a proxy at this address",
    )
    made.add_argument("--webhook-http", action="store_true", help="send webhooks without TLS too")
    made.add_argument("--webhook-private", action="store_true", help="send webhooks to private addresses too")
    made.add_argument(
        "--limit",
        metavar="NAME=VALUE",
        type=arguments.option,
        action="append",
        default=[],
        help="change a limit of the server",
    )
    for name, about in (
        ("backup", "copy all matches of a server, running or not, into a file"),
        ("restore", "restore the matches of a backup into an empty server"),
    ):
        saving = add_command(
            commands, name, f"serving:run_{name}", about, f"rasputitsa {name} matches.backup --data matches"
        )
        saving.add_argument("file", metavar="FILE", help="the backup")
        _add_storage(saving)
    made = add_command(
        commands,
        "site",
        "serving:run_site",
        "write the whole table as a folder of files that any web host serves; this needs Node.js and, once, npm",
        "rasputitsa site public",
    )
    made.add_argument("folder", metavar="FOLDER", type=arguments.folder, help="a new or empty folder, or an older site")
    made = add_command(
        commands,
        "load",
        "serving:run_load",
        "measure a server under many live matches, on this machine only",
        "rasputitsa load --matches 200 --seconds 20",
        "rasputitsa load battle-for-moscow --rate 2",
    )
    made.add_argument("game", metavar="GAME", nargs="?", type=arguments.game, help="the game's name (the first)")
    made.add_argument("--matches", metavar="N", type=arguments.positive, default=200, help="live matches (200)")
    made.add_argument("--rate", metavar="R", type=arguments.rate, default=1.0, help="actions a second and match (1)")
    made.add_argument("--seconds", metavar="S", type=arguments.seconds, default=20.0, help="how long (20)")
    made.add_argument(
        "--url",
        metavar="URL",
        type=arguments.server,
        help="a server on this machine; without one, its own is started",
    )
    made.add_argument("--in-memory", action="store_true", help="keep the data of its own server on a disk in memory")
    made.add_argument(
        "--p99", metavar="MS", type=arguments.milliseconds, help="fail if one in a hundred actions takes longer"
    )


def _add_completion(commands: Any) -> None:
    made = add_command(
        commands,
        "completion",
        "completion:run",
        "print what a shell needs to complete this command",
        "source <(rasputitsa completion bash)",
        "rasputitsa completion fish | source",
    )
    made.add_argument("shell", metavar="SHELL", choices=("bash", "zsh", "fish"), help="bash, zsh or fish")


def _add_storage(made: Parser) -> None:
    made.add_argument(
        "--data",
        metavar="DIR",
        type=arguments.folder,
        help="the folder for the matches (default: in the user's data folder)",
    )
    made.add_argument("--database", metavar="URL", help="a PostgreSQL database instead of the folder")
