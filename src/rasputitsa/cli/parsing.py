"""How the command's arguments are read: the parser, and what several subcommands share."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from contextlib import nullcontext, suppress
from typing import Any, NoReturn

from . import arguments

WRONG_ARGUMENTS = 2  # the exit status


class Parser(ArgumentParser):
    """Says what is wrong with the arguments in one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_ARGUMENTS, f"{self.prog}: {message.rstrip('.')}; see {self.prog} --help.\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Unlike argparse, do not overlook that a text cannot be written; but what is wrong is wrong, told or not."""
        with suppress(OSError) if file is sys.stderr else nullcontext():
            file.write(message)
            file.flush()


def examples_text(*lines: str) -> str:
    return "examples:\n" + "\n".join(f"  {line}" for line in lines)


def add_command(commands: Any, name: str, run: str, about: str, *examples: str) -> Parser:
    made: Parser = commands.add_parser(
        name,
        help=about,
        description=about[0].upper() + about[1:] + ".",
        epilog=examples_text(*examples),
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    made.set_defaults(run=run)
    return made


def add_edition(made: Parser) -> None:
    made.add_argument(
        "--edition", metavar="NAME", help="other data: an edition of the game, or a folder with one's own"
    )


def add_option(made: Parser) -> None:
    made.add_argument(
        "--option",
        metavar="NAME=VALUE",
        type=arguments.option,
        action="append",
        default=[],
        help="an option of the game",
    )
