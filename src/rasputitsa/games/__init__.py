"""The games. Each is a package in the order of its rulebook."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from ..core import Game, UnknownGame

_PACKAGES = {
    "battle-for-moscow": "battle_for_moscow",
    "blitzkrieg-to-moscow-2": "blitzkrieg_to_moscow_2",
    "drive-on-moscow": "drive_on_moscow",
    "moscow-41": "moscow_41",
}


def games() -> list[str]:
    """The names of all games."""
    return list(_PACKAGES)


@cache
def _load(name: str) -> Game:
    game: Game = import_module(f".{_PACKAGES[name]}", __name__).GAME
    return game


def game(name: str) -> Game:
    """The game of that name; else `UnknownGame`."""
    if name not in _PACKAGES:
        raise UnknownGame(f"There is no game {str(name)[:40]!r}. Available: {', '.join(games())}.")
    return _load(name)
