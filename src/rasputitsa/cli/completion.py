"""`rasputitsa completion`: what a shell needs to complete the command, written from the parser of its arguments."""

from __future__ import annotations

from argparse import Action, Namespace, _HelpAction, _SubParsersAction
from collections.abc import Iterator
from dataclasses import dataclass
from shlex import quote
from typing import Any

from ..bots import bots, challengers, installed
from ..games import games
from . import arguments
from .command import parser
from .parsing import Parser

_BY_TYPE: dict[Any, Any] = {
    arguments.game: games,
    arguments.player: lambda: ["human", *bots(), *installed()],
    arguments.bot: lambda: [*bots(), *installed()],
    arguments.contender: lambda: [*bots(), *challengers(), *installed()],
    arguments.guest: installed,
    arguments.pool: lambda: [*bots(), *challengers(), *installed()],
}
_PATHS = ("FILE", "FOLDER", "DIR", "OUT")


@dataclass(frozen=True, slots=True)
class Completed:
    """An argument of a command: its flags (none for a positional), and what can follow."""

    flags: tuple[str, ...]
    about: str
    values: tuple[str, ...]
    metavar: str  # "" for a switch
    repeats: bool

    @property
    def is_path(self) -> bool:
        return self.metavar in _PATHS


def run(args: Namespace) -> int:
    print(_SHELLS[args.shell](), end="")
    return 0


def _commands() -> dict[str, tuple[str, Parser]]:
    """Every command by its name, with what it does."""
    group = next(action for action in parser()._actions if isinstance(action, _SubParsersAction))
    about = {choice.dest: choice.help or "" for choice in group._choices_actions}
    return {name: (about[name], made) for name, made in group.choices.items()}


def _arguments(made: Parser) -> Iterator[Completed]:
    for action in made._actions:
        if not isinstance(action, _SubParsersAction):
            yield _completed(action)


def _completed(action: Action) -> Completed:
    values = action.choices or _BY_TYPE.get(action.type, tuple)()
    switch = bool(action.option_strings) and action.nargs == 0
    about = "show this help and exit" if isinstance(action, _HelpAction) else action.help or ""
    repeats = type(action).__name__ == "_AppendAction" or action.nargs == "*"
    return Completed(tuple(action.option_strings), about, tuple(values), "" if switch else _name(action), repeats)


def _name(action: Action) -> str:
    return action.metavar if isinstance(action.metavar, str) else action.dest


# bash: words by what stands before them; where there are none, readline completes the names of files.


def bash() -> str:
    cases = [f"        {quote(f'{name} {flag}')}) words={quote(words)} ;;" for name, flag, words in _followers()]
    names = [f"        {quote(name)}) words={quote(' '.join(words))} ;;" for name, words in _openers()]
    lines = [
        "# Completion for bash. To use it:  source <(rasputitsa completion bash)",
        "_rasputitsa() {",
        '    local command="${COMP_WORDS[1]}" words=',
        '    ((COMP_CWORD > 1)) || command=""',
        '    case "$command ${COMP_WORDS[COMP_CWORD - 1]}" in',
        *cases,
        '        *) case "$command" in',
        *names,
        "        esac ;;",
        "    esac",
        '    mapfile -t COMPREPLY < <(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}")',
        "}",
        "complete -o default -F _rasputitsa rasputitsa",
    ]
    return "\n".join(lines) + "\n"


def _followers() -> Iterator[tuple[str, str, str]]:
    """Command, flag, and the words that can follow it; none where a shell offers files."""
    for name, (_, made) in _commands().items():
        for found in _arguments(made):
            for flag in found.flags if found.metavar else ():
                yield name, flag, " ".join(found.values)


def _openers() -> Iterator[tuple[str, list[str]]]:
    """Command, and the words that can stand anywhere after it."""
    yield "", [*_commands(), *(flag for found in _arguments(parser()) for flag in found.flags)]
    for name, (_, made) in _commands().items():
        yield name, [word for found in _arguments(made) for word in found.flags or found.values]


# zsh: the specifications of its function _arguments.


def zsh() -> str:
    about = [f"        {quote(f'{name}:{text}')}" for name, (text, _) in _commands().items()]
    cases = [_zsh_case(name, made) for name, (_, made) in _commands().items()]
    lines = [
        "#compdef rasputitsa",
        "# Completion for zsh. To use it:  source <(rasputitsa completion zsh)",
        "_rasputitsa() {",
        "    local -a commands=(",
        *about,
        "    )",
        "    if ((CURRENT == 2)); then",
        "        _describe command commands",
        f"        _arguments {' '.join(_zsh_spec(found) for found in _arguments(parser()))}",
        "        return",
        "    fi",
        "    local command=$words[2]",
        "    shift words",
        "    ((CURRENT--))",
        "    case $command in",
        *cases,
        "    esac",
        "}",
        "compdef _rasputitsa rasputitsa",
    ]
    return "\n".join(lines) + "\n"


def _zsh_case(name: str, made: Parser) -> str:
    return f"        {name}) _arguments {' '.join(_zsh_spec(found) for found in _arguments(made))} ;;"


def _zsh_spec(found: Completed) -> str:
    follows = f":{found.metavar}:{_zsh_values(found)}" if found.metavar else ""
    if not found.flags:
        return quote(("*" if found.repeats else "") + follows)
    star = "*" if found.repeats else ""
    return " ".join(quote(f"{star}{flag}[{_bracketed(found.about)}]{follows}") for flag in found.flags)


def _zsh_values(found: Completed) -> str:
    if found.values:
        return f"({' '.join(found.values)})"
    return "_files" if found.is_path else " "


def _bracketed(text: str) -> str:
    """As `_arguments` reads it: a bracket ends the text."""
    return text.replace("[", "\\[").replace("]", "\\]")


# fish: one line for each word.


def fish() -> str:
    lines = [
        "# Completion for fish. To use it:  rasputitsa completion fish | source",
        "complete -c rasputitsa -f",
    ]
    lines += [_fish_line("__fish_use_subcommand", found) for found in _arguments(parser())]
    for name, (about, made) in _commands().items():
        lines.append(f"complete -c rasputitsa -n __fish_use_subcommand -a {name} -d {_fish_quote(about)}")
        lines += [_fish_line(f"__fish_seen_subcommand_from {name}", found) for found in _arguments(made)]
    return "\n".join(lines) + "\n"


def _fish_line(condition: str, found: Completed) -> str:
    words = [f"complete -c rasputitsa -n {_fish_quote(condition)}"]
    words += [f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in found.flags]
    if found.metavar:
        words.append("-F" if found.is_path else "-x" if found.flags else "")
    if found.flags and found.metavar and found.is_path:
        words.append("-r")
    if found.values:
        words.append(f"-a {_fish_quote(' '.join(found.values))}")
    words.append(f"-d {_fish_quote(found.about)}")
    return " ".join(filter(None, words))


def _fish_quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


_SHELLS = {"bash": bash, "zsh": zsh, "fish": fish}
