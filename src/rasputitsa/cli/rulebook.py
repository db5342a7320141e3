"""`rasputitsa games` and `rasputitsa rules`: what there is to play, its rules, and the tests of each rule."""

from __future__ import annotations

from argparse import Namespace
from contextlib import suppress

from ..core import Game, RasputitsaError
from ..core.numbers import counted
from ..devtools.rule_coverage import coverage
from ..games import editions, games
from ..games import game as find_game
from .scene import manifest
from .texts import markdown, wrap

WIDTH = 100


def run_games(args: Namespace) -> int:
    if args.edition and not args.check:
        raise RasputitsaError("--edition is about the data of an edition: add --check, or leave it out.")
    names = [args.game] if args.game else games()
    if args.edition:
        return _check(find_game(args.game or _game_of_edition(args.edition), args.edition))
    if args.check:
        return max([_check(find_game(name)) for name in names])
    for number, name in enumerate(names):
        game = find_game(name)
        lines = ["", f"{name}: {game.title}"] if number else [f"{name}: {game.title}"]
        lines += wrap(f"  {manifest(game)['about']} {manifest(game)['sources']}", WIDTH, "  ")
        lines += [f"  scenario {scenario.name}: {scenario.title}" for scenario in game.scenarios]
        for option in game.options:
            lines.append(f"  option {option.name}: {option.title}; {', '.join(option.choices)} [{option.rule}]")
            lines += wrap(f"    {option.text}", WIDTH, "    ")
        lines += [f"  edition {edition}" for edition in editions(name)]
        print("\n".join(lines))
    return 0


def _game_of_edition(edition: str) -> str:
    """The one game that this edition fits."""
    fitting = []
    for name in games():
        with suppress(RasputitsaError):
            fitting.append(find_game(name, edition).name)
    if len(fitting) != 1:
        found = f"fits {', '.join(fitting)}" if fitting else "fits no game as it is"
        raise RasputitsaError(f"The edition {edition[:80]!r} {found}: name its game, as in games --check GAME.")
    return fitting[0]


def _check(game: Game) -> int:
    """Print the problems in the data files of a game; 1 if there are any."""
    problems = game.check()
    found = f"{counted(len(problems), 'problem')} in the data files" if problems else "the data files are consistent"
    edition = f", edition {game.edition}" if game.edition else ""
    print(f"{game.name}{edition}: {found}")
    for problem in problems:
        print("\n".join(wrap(f"  {problem}", WIDTH, "    ")))
    return 1 if problems else 0


def run_rules(args: Namespace) -> int:
    if args.tests and not args.coverage:
        raise RasputitsaError("--tests is about the tests of each rule: add --coverage, or leave it out.")
    if args.number and (args.all or args.coverage):
        raise RasputitsaError(f"Show either rule {args.number[:40]!r} or all of them: leave out one of the two.")
    if args.coverage:
        return coverage(args.game, args.tests)
    if not args.game:
        raise RasputitsaError(f"Name the game: {', '.join(games())}.")
    game = find_game(args.game)
    if args.number:
        print("\n".join(_rule(game, args.number)))
    elif args.all:
        numbers = [line for number in game.rules for line in [*_rule(game, number), ""]]
        print("\n".join([*markdown(game.rules.preface, WIDTH), "", *numbers]))
    else:
        print("\n".join(f"{_indent(number)}{number} {rule.title}" for number, rule in game.rules.items()))
    return 0


def _rule(game: Game, number: str) -> list[str]:
    rule = game.rules.find(number)
    return [f"{rule.number} {rule.title}", "", *markdown(rule.text, WIDTH)]


def _indent(number: str) -> str:
    """8.0 is not indented, 8.1 by one step, 8.2.1 by two."""
    depth = number.count(".") - number.endswith(".0")
    return "  " * depth
