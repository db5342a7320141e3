"""Running the command: its exit status, and what happens when something is wrong."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Any

from .._interrupt import INTERRUPTED
from ..core import DataError, RasputitsaError
from .command import parser
from .parsing import WRONG_ARGUMENTS

# What is checked or measured and found wanting, a bad data file and a full disk are failures; what cannot be done as it
# was asked for (no such game, no such file, a port in use) is a wrong argument.
FAILED, PIPE_CLOSED = 1, 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    _make_streams_lossy()
    try:
        status = _run(argv)
        sys.stdout.flush()
        return status
    except DataError as error:
        return _complain(str(error), FAILED)
    except RasputitsaError as error:
        return _complain(str(error), WRONG_ARGUMENTS)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output(sys.stdout)
        return PIPE_CLOSED
    except OSError as error:
        _forget_output(sys.stdout)
        what = repr(str(error.filename)) if error.filename else "The output"
        return _complain(f"{what} cannot be written: {error.strerror or error}.", FAILED)


def _run(argv: Sequence[str] | None) -> int:
    try:
        args = parser().parse_args(argv)
        for name, value in vars(args).items():
            if value == "":
                parser().error(f"the value of {name} is empty")
    except SystemExit as end:  # after --help, or a wrong argument
        return end.code if isinstance(end.code, int) else FAILED
    return _command(args.run)(args)


def _complain(sentence: str, status: int) -> int:
    """Say in one line what is wrong."""
    line = " ".join(sentence.split())
    try:
        print(f"rasputitsa: {line}{'' if line.endswith(('.', '?')) else '.'}", file=sys.stderr, flush=True)
    except OSError:
        _forget_output(sys.stderr)
    return status


def _forget_output(stream: Any) -> None:
    """What could not be written is dropped, so that nobody tries again at exit."""
    with suppress(OSError, ValueError):  # a stream of a test has no number
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _make_streams_lossy() -> None:
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
