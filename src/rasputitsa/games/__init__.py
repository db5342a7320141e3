"""The games. Each is a package in the order of its rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from ..core import Game, UnknownGame
from ..core.positions import value_in
from . import editions as _editions

_PACKAGES = {
    "battle-for-moscow": "battle_for_moscow",
    "blitzkrieg-to-moscow-2": "blitzkrieg_to_moscow_2",
    "drive-on-moscow": "drive_on_moscow",
    "moscow-41": "moscow_41",
}
_offered: dict[str, str] = {}


def games() -> list[str]:
    """The names of all games."""
    return list(_PACKAGES)


def editions(name: str) -> list[str]:
    """The names of the editions that come with a game, beside the game itself."""
    return list(_editions.built_in(_package(name)))


@cache
def _load(package: str) -> Game:
    try:
        game: Game = import_module(f".{package}", __name__).GAME
    except BaseException:
        _editions.forget(package)
        raise
    return game


def add_edition(folder: str | None) -> None:
    """Records and positions that name this edition are found: the folder of one, or the name of one that is there."""
    if folder and (path := Path(folder).resolve()).is_dir():
        _editions.OWN[path.name] = path


def offer_edition(name: str, edition: str) -> None:
    """Let new matches of a game be played in an edition, by its name or its folder: whoever hosts a table chooses."""
    own = edition not in editions(name) and Path(edition).is_dir()
    game(name, edition)
    add_edition(edition)
    _offered[name] = str(Path(edition).resolve()) if own else edition


def offered_editions() -> dict[str, str]:
    """By game: the edition that new matches are played in, by its name or its folder, where one was chosen."""
    return dict(_offered)


def offered(name: str) -> Game:
    """The game as new matches are played: itself, or the edition that the host has chosen."""
    return game(name, _offered.get(name))


def game(name: str, edition: str | None = None) -> Game:
    """The game of that name, else `UnknownGame`; or an edition of it, by its name or its folder, else `UnknownEdition`.

    What cannot be played of an edition is refused with a `DataError`.
    """
    package = _package(name)
    return _load(_editions.copy_of(package, edition, _load(package).title) if edition else package)


def game_of(name: str, edition: str = "", rules: int | None = None, fingerprint: str = "") -> Game:
    """The game with the data that a match was played with; else `UnknownEdition`.

    ``edition`` is the name of one that comes with the game or has been loaded from its folder; without it, a match of
    an older version of the rules is in the edition of that version.
    """
    package = _package(name)
    found = _load(package)
    edition = edition or (found.older_editions.get(rules, "") if rules is not None else "")
    if edition:
        found = _load(_editions.named_copy_of(package, edition, found.title))
    _editions.check_fingerprint(found, fingerprint)
    return found


def game_of_position(name: str, position: Mapping[str, Any] | str) -> Game:
    """The game with the data that a position belongs to; else `UnknownEdition`. Whether it is sound shows when read."""
    rules = value_in(position, "rules")
    return game_of(name, value_in(position, "edition"), int(rules) if rules.isdecimal() else None)


def _package(name: str) -> str:
    if name not in _PACKAGES:
        raise UnknownGame(f"There is no game {str(name)[:40]!r}. Available: {', '.join(games())}.")
    return _PACKAGES[name]
