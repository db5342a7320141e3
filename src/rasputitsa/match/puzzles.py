"""Problems: small positions in which a side has something to reach, solved or not as the rules have it.

On the screen they are called problems; here puzzles, because a `Problem` is a refusal. Each is a TOML file in the
folder ``problems`` of its game's package, or in a folder of one's own (``docs/problems.md``).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from ..core import Game, RasputitsaError, State
from ..core.warnings import PlayerWarning
from .dice import FACES

FOLDER, SUFFIX = "problems", ".toml"
TEXTS = ("title", "side", "say", "position")
LISTS = ("phases", "solution", "wrong")
GOALS = ("win", "control", "clear", "hold", "unwarned", "enemy_warned")
GRAVE = "grave"
LARGEST = 200_000  # bytes of a file

_folders: list[Path] = []  # of players, besides those of the games


class BadPuzzle(RasputitsaError):
    """A problem that cannot be used, and what is wrong with it."""


@dataclass(frozen=True)
class Puzzle:
    """A position, who is to move, what is to be reached, and in which phases; every die shows ``dice``."""

    name: str
    title: str
    side: str
    say: str
    position: str
    dice: int
    goal: Mapping[str, Any]
    phases: tuple[str, ...]
    solution: tuple[str, ...]
    wrong: tuple[str, ...]


def add_folder(folder: Path) -> None:
    """Problems of one's own: files in this folder, in a subfolder for each game named like it."""
    if not folder.is_dir():
        raise BadPuzzle(f"There is no folder {str(folder)[:200]!r}.")
    _folders.append(folder)


def puzzles(game: Game) -> dict[str, Puzzle]:
    """The problems of a game by name, its own first."""
    found: dict[str, Puzzle] = {}
    if not game.edition:
        for folder in (files(type(game).__module__) / FOLDER, *(folder / game.name for folder in _folders)):
            for file in sorted(_files(folder), key=lambda file: file.name):
                name = file.name.removesuffix(SUFFIX)
                found.setdefault(name, parse(game, name, file.read_bytes()))
    return found


def _files(folder: Traversable) -> list[Traversable]:
    return [file for file in folder.iterdir() if file.name.endswith(SUFFIX)] if folder.is_dir() else []


def parse(game: Game, name: str, data: bytes) -> Puzzle:
    """The problem that a file says; else `BadPuzzle`."""
    try:
        if len(data) > LARGEST:
            raise BadPuzzle("The file is too large.")
        facts = tomllib.loads(data.decode())
        problems = list(_problems(game, facts))
        if problems:
            raise BadPuzzle(" ".join(problems))
        kept: dict[str, Any] = {key: tuple(fact) if key in LISTS else fact for key, fact in facts.items()}
        puzzle = Puzzle(name=name, **kept)
        if game.position(puzzle.position).side != puzzle.side:
            raise BadPuzzle(f"In the position it is not the turn of {puzzle.side}.")
    except (RasputitsaError, ValueError) as error:
        raise BadPuzzle(f"The problem {name!r} cannot be used. {error}") from None
    return puzzle


def _problems(game: Game, facts: Mapping[str, Any]) -> list[str]:
    """Everything that is wrong with the keys of a file."""
    known = {*TEXTS, *LISTS, "dice", "goal"}
    found = [f"{key!r} is missing." for key in sorted(known - set(facts))]
    found += [f"{key!r} is not known." for key in sorted(set(facts) - known)]
    found += [f"{key!r} must be a text." for key in TEXTS if not isinstance(facts.get(key, ""), str)]
    found += [f"{key!r} must be a list of texts." for key in LISTS if not _is_list(facts.get(key, []))]
    if facts.get("dice", 1) not in range(1, FACES + 1):
        found.append(f"'dice' must be a number from 1 to {FACES}: what every die shows.")
    if facts.get("side", game.sides[0].name) not in [side.name for side in game.sides]:
        found.append("'side' must be one of the sides of the game.")
    return found + _goal_problems(game, facts.get("goal", {}))


def _goal_problems(game: Game, goal: object) -> list[str]:
    if not isinstance(goal, dict) or not goal:  # as TOML reads a table
        return ["'goal' must say what is to be reached."]
    found = []
    for key, value in goal.items():
        if key not in GOALS:
            found.append(f"There is no goal {key!r}. Available: {', '.join(GOALS)}.")
        elif not (value is True if key == "win" else _is_list(value) and value):
            found.append(f"The goal {key!r} must be {'true' if key == 'win' else 'a list of texts'}.")
        elif key in ("control", "clear", "hold"):
            found += [f"There is no space {space!r}." for space in value if space not in game.board.ids]
    return found


def _is_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def is_solved(puzzle: Puzzle, state: State) -> bool | None:
    """Whether the problem is solved; None as long as that is open."""
    if _has_time(puzzle, state):
        return True if _is_at_once(puzzle) and _reached(puzzle, state) else None
    return _reached(puzzle, state)


def _has_time(puzzle: Puzzle, state: State) -> bool:
    view = state.view(puzzle.side)
    return state.outcome is None and view["active"] == puzzle.side and view["phase"] in puzzle.phases


def _is_at_once(puzzle: Puzzle) -> bool:
    """Whether a goal is reached when it is reached, not only at the end: what is taken, not what is kept."""
    return not {"win", "unwarned", "hold", "enemy_warned"}.intersection(puzzle.goal)


def _reached(puzzle: Puzzle, state: State) -> bool:
    winner = state.outcome.winner if state.outcome else None
    if winner not in (None, puzzle.side):
        return False
    return all(_JUDGES[key](puzzle, state, value) for key, value in puzzle.goal.items())


def _wins(puzzle: Puzzle, state: State, wanted: bool) -> bool:
    return state.outcome is not None and state.outcome.winner == puzzle.side


def _controls(puzzle: Puzzle, state: State, spaces: list[str]) -> bool:
    control = state.view(puzzle.side).get("control") or {}
    return all(control.get(space) == puzzle.side for space in spaces)


def _is_clear(puzzle: Puzzle, state: State, spaces: list[str]) -> bool:
    tokens = state.view(puzzle.side)["tokens"]
    return not any(token["at"] in spaces and token["owner"] != puzzle.side for token in tokens)


def _holds(puzzle: Puzzle, state: State, spaces: list[str]) -> bool:
    tokens = state.view(puzzle.side)["tokens"]
    return {token["at"] for token in tokens if token["owner"] == puzzle.side}.issuperset(spaces)


def _is_unwarned(puzzle: Puzzle, state: State, rules: list[str]) -> bool:
    """Whether nothing is left to warn of: ``rules`` are those of the warnings, or `GRAVE` for all grave ones."""
    return not any(_is_about(warning, rules) for warning in state.dangers(puzzle.side))


def _enemy_is_warned(puzzle: Puzzle, state: State, wanted: list[str]) -> bool:
    """Whether the enemy would be warned by that rule of all these spaces: the rule comes first."""
    rule, *spaces = wanted
    warned = state.dangers(state.game.other(puzzle.side))
    return any(warning.rule == rule and set(spaces) <= set(warning.spaces) for warning in warned)


def _is_about(warning: PlayerWarning, rules: list[str]) -> bool:
    return warning.rule in rules or (warning.gravity == GRAVE and GRAVE in rules)


_JUDGES: dict[str, Any] = {
    "win": _wins,
    "control": _controls,
    "clear": _is_clear,
    "hold": _holds,
    "unwarned": _is_unwarned,
    "enemy_warned": _enemy_is_warned,
}
