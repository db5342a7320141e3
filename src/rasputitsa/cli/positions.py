"""Positions in files, as text or as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..core import Game, RasputitsaError
from ..core.positions import value_in
from ..games import game as find_game
from ..games import game_of_position, games

LARGEST = 2**20


def read_position(path: Path, name: str | None, edition: str | None = None) -> tuple[Game, dict[str, Any] | str]:
    """The position in a file and its game, which the file names unless the caller does."""
    text = _contents(path)
    position = _data(path, text) if text.lstrip().startswith("{") else text
    named = value_in(position, "game")
    if name and named and name != named:
        raise RasputitsaError(f"{str(path)!r} is a position of {named[:40]}, not of {name}.")
    name = name or named
    if not name:
        raise RasputitsaError(
            f"{str(path)!r} does not say of which game it is: add 'game: NAME' to it, or name the game in the command "
            f"({', '.join(games())})."
        )
    return find_game(name, edition) if edition else game_of_position(name, position), position


def _contents(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST:
            raise RasputitsaError(f"{str(path)!r} is too large for a position.")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise RasputitsaError(f"{str(path)!r} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise RasputitsaError(f"{str(path)!r} is not a text file.") from None


def _data(path: Path, text: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RasputitsaError(f"{str(path)!r} begins like JSON but is not: {error}.") from None
    return found
