"""Guests: bots of other packages. One is named by its entry point in the group `rasputitsa.bots`, or as module:Class.

Loading one runs its code. So only who sits at the machine names one: on the command line, from Python, or for a server
with `invite`. What comes over the network or out of a file never does.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from inspect import isabstract
from typing import TYPE_CHECKING

from ..core import Game
from .bot import Bot, UnknownBot

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "rasputitsa.bots"
_invited: dict[str, type[Bot]] = {}


def installed() -> list[str]:
    """The names of the guests that installed packages have."""
    return sorted({point.name for point in _entry_points()})


def is_guest(name: str) -> bool:
    """Whether a name can only be that of a guest."""
    return ":" in name or name in installed()


def invite(name: str) -> None:
    """Let everybody at this table play against a guest; `UnknownBot` if there is none of that name."""
    _invited[name] = guest_class(name)


def invited(game_name: str | None = None) -> list[str]:
    """The guests that were invited: all, or those that play one game."""
    return [name for name, kind in _invited.items() if game_name is None or plays(kind, game_name)]


def plays(kind: type[Bot], game_name: str) -> bool:
    return not kind.games or game_name in kind.games


def guest(name: str, game: Game, seed: int) -> Bot:
    kind = guest_class(name)
    if not plays(kind, game.name):
        raise UnknownBot(f"The bot {name!r} does not play {game.title}, only: {', '.join(kind.games)}.")
    try:
        return kind(game, seed)
    except Exception as error:
        raise _failed(name, error) from error


def guest_class(name: str) -> type[Bot]:
    """The class of a guest; `UnknownBot` says why there is none."""
    module, _, attribute = _place(name).partition(":")
    try:
        found: object = import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except Exception as error:
        raise _failed(name, error) from error
    if not isinstance(found, type) or not issubclass(found, Bot) or isabstract(found):
        raise UnknownBot(
            f"{name[:80]!r} is no bot: it must be a class derived from rasputitsa.bots.Bot that can choose."
        )
    return found


def _place(name: str) -> str:
    """Where the class of a guest is, as module:Class."""
    module, sign, attribute = name.partition(":")
    if sign:
        if not module or not attribute or module.startswith("."):
            raise UnknownBot(f"{name[:80]!r} is not of the form module:Class.")
        return name
    for point in _entry_points():
        if point.name == name:
            return point.value
    raise UnknownBot(f"No installed package has a bot {name[:40]!r}.")


def _entry_points() -> Iterable[EntryPoint]:
    from importlib.metadata import entry_points  # only here: it imports sockets, which a page has no use for

    return entry_points(group=GROUP)


def _failed(name: str, error: Exception) -> UnknownBot:
    return UnknownBot(f"The bot {name[:80]!r} cannot be loaded: {type(error).__name__}: {error}.")
