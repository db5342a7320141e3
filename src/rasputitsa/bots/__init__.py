"""Computer players. A bot sees a guess of the state, never the true state.

player = bot("recruit", "battle-for-moscow", seed=1)
action = decide(player, match.state, len(match.log))
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from random import Random
from typing import Any

from ..core import CHANCE, Game
from ..games import game as find_game
from .bot import Bot, Stop, UnknownBot, after, decide, never
from .guests import guest, installed, invite, invited, is_guest
from .odds import random_chance

# Where a bot's class is, by its name and the game it plays: module and class. "" means every game.
_BOTS: dict[str, dict[str, tuple[str, str]]] = {
    "random": {"": ("random_bot", "RandomBot")},
    "recruit": {
        "battle-for-moscow": ("battle_for_moscow.recruit", "Recruit"),
        "blitzkrieg-to-moscow-2": ("blitzkrieg_to_moscow_2.recruit", "Recruit"),
        "drive-on-moscow": ("drive_on_moscow.recruit", "Recruit"),
        "moscow-41": ("moscow_41.recruit", "Recruit"),
    },
    "officer": {
        "battle-for-moscow": ("battle_for_moscow.officer", "Officer"),
        "blitzkrieg-to-moscow-2": ("blitzkrieg_to_moscow_2.officer", "Officer"),
        "drive-on-moscow": ("drive_on_moscow.officer", "Officer"),
        "moscow-41": ("moscow_41.officer", "Officer"),
    },
    "marshal": {
        "battle-for-moscow": ("battle_for_moscow.officer", "Marshal"),
        "blitzkrieg-to-moscow-2": ("blitzkrieg_to_moscow_2.officer", "Marshal"),
        "drive-on-moscow": ("drive_on_moscow.officer", "Marshal"),
        "moscow-41": ("moscow_41.officer", "Marshal"),
    },
}
# Whom the levels are measured against in an arena, by game: each follows one idea. They are no levels.
_CHALLENGERS: dict[str, dict[str, tuple[str, str]]] = {
    "battle-for-moscow": {
        "first-recruit": ("battle_for_moscow.challengers", "FirstRecruit"),
        "drive": ("battle_for_moscow.challengers", "Drive"),
        "flanks": ("battle_for_moscow.challengers", "Flanks"),
        "counter": ("battle_for_moscow.challengers", "Counter"),
    },
    "blitzkrieg-to-moscow-2": {
        "first-recruit": ("blitzkrieg_to_moscow_2.challengers", "FirstRecruit"),
        "drive": ("blitzkrieg_to_moscow_2.challengers", "Drive"),
        "counter": ("blitzkrieg_to_moscow_2.challengers", "Counter"),
        "careful": ("blitzkrieg_to_moscow_2.challengers", "Careful"),
    },
    "drive-on-moscow": {
        "drive": ("drive_on_moscow.challengers", "Drive"),
        "cities": ("drive_on_moscow.challengers", "Cities"),
        "pockets": ("drive_on_moscow.challengers", "Pockets"),
        "counter": ("drive_on_moscow.challengers", "Counter"),
    },
    "moscow-41": {
        "moscow": ("moscow_41.challengers", "Moscow"),
        "flanks": ("moscow_41.challengers", "Flanks"),
        "fight": ("moscow_41.challengers", "Fight"),
        "tuned": ("moscow_41.challengers", "Tuned"),
    },
}

# Where the examples are made on which a game's value is fitted, and where weights are tuned.
_FITTING = {
    "battle-for-moscow": "battle_for_moscow.fitting",
    "blitzkrieg-to-moscow-2": "blitzkrieg_to_moscow_2.fitting",
    "drive-on-moscow": "drive_on_moscow.fitting",
    "moscow-41": "moscow_41.fitting",
}
_TUNING = {
    "battle-for-moscow": "battle_for_moscow.tuning",
    "blitzkrieg-to-moscow-2": "blitzkrieg_to_moscow_2.tuning",
}
# Where games are played out quickly.
_PLAYOUTS = {
    "battle-for-moscow": "battle_for_moscow.playouts",
    "blitzkrieg-to-moscow-2": "blitzkrieg_to_moscow_2.playouts",
    "drive-on-moscow": "drive_on_moscow.playouts",
    "moscow-41": "moscow_41.playouts",
}

__all__ = [
    "Bot",
    "Stop",
    "UnknownBot",
    "adviser",
    "after",
    "bot",
    "bots",
    "challengers",
    "decide",
    "first_opponent",
    "fitting",
    "installed",
    "invite",
    "is_guest",
    "never",
    "playout",
    "strongest",
    "tuning",
]


def bots(game_name: str | None = None) -> list[str]:
    """The names of all bots, or of those that play one game: the levels, the strongest last, then invited guests."""
    if game_name is None:
        return [*_BOTS, *invited()]
    return [*_levels(game_name), *invited(game_name)]


def _levels(game_name: str) -> list[str]:
    find_game(game_name)
    return [name for name, classes in _BOTS.items() if "" in classes or game_name in classes]


def adviser(game_name: str) -> str:
    """The bot that gives hints: the officer, where the game has one; the strongest takes too long."""
    known = _levels(game_name)
    return "officer" if "officer" in known else known[-1]


def strongest(game_name: str) -> str:
    """The strongest bot of the game that is no guest."""
    return _levels(game_name)[-1]


def first_opponent(game_name: str) -> str:
    """The bot that a newcomer meets."""
    return bots(game_name)[1]


def challengers(game_name: str | None = None) -> list[str]:
    """The names of all challengers, or of those of one game."""
    found = _CHALLENGERS.values() if game_name is None else [_CHALLENGERS.get(game_name, {})]
    return list(dict.fromkeys(name for names in found for name in names))


def bot(name: str, game: Game | str, seed: int = 0) -> Bot:
    """The bot of that name for a game or an edition of one, the challenger, or the guest (`bots.guests`).

    Else `UnknownBot`, or `UnknownGame`.
    """
    game = find_game(game) if isinstance(game, str) else game
    known = bots(game.name)
    place = _CHALLENGERS.get(game.name, {}).get(name)
    if place is None:
        if name not in _BOTS and is_guest(name):
            return guest(name, game, seed)
        if name not in _BOTS:
            raise UnknownBot(f"There is no bot {str(name)[:40]!r}. Available: {', '.join(known)}.")
        if name not in known:
            raise UnknownBot(f"The bot {name!r} does not play {game.title}. These do: {', '.join(known)}.")
        classes = _BOTS[name]
        place = classes[game.name] if game.name in classes else classes[""]
    module, kind = place
    package, dot, part = module.partition(".")
    if dot and game.edition:
        module = f"{package}@{game.edition}.{part}"  # see `games.editions`
    made: Bot = getattr(import_module(f".{module}", __name__), kind)(game, seed)
    return made


def fitting(game_name: str) -> Any:
    """What a game supplies to fit its value: ``FEATURES``, ``SIDE`` and ``examples(seed)``; else `UnknownBot`."""
    return _supplied(_FITTING, game_name, "No value is fitted")


def tuning(game_name: str) -> Any:
    """What a game supplies to tune its weights: ``PARTNERS``, ``weights`` and ``player``; else `UnknownBot`."""
    return _supplied(_TUNING, game_name, "No weights are tuned")


def playout(game_name: str, seed: int) -> None:
    """Play a whole game as a search imagines it; by recruits, where a game has nothing quicker."""
    if game_name in _PLAYOUTS:
        _supplied(_PLAYOUTS, game_name, "").whole_game(seed)
        return
    state = find_game(game_name).start()
    rng = Random(seed)
    player = bot(first_opponent(game_name), game_name, seed)
    number = 0
    while state.side is not None:
        state.apply(random_chance(state, rng) if state.side == CHANCE else decide(player, state, number))
        number += 1


def _supplied(modules: Mapping[str, str], game_name: str, problem: str) -> Any:
    title = find_game(game_name).title
    if game_name not in modules:
        raise UnknownBot(f"{problem} for {title} yet, only for: {', '.join(modules)}.")
    return import_module(f".{modules[game_name]}", __name__)
