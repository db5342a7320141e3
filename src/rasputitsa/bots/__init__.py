"""Computer players. A bot sees a guess of the state, never the true state.

player = bot("recruit", "battle-for-moscow", seed=1)
action = decide(player, match.state, len(match.log))
"""

from __future__ import annotations

from importlib import import_module

from ..core import Game
from ..games import game as find_game
from .bot import Bot, Stop, UnknownBot, after, decide, never

# Where a bot's class is, by its name and the game it plays: module and class. "" means every game.
_BOTS: dict[str, dict[str, tuple[str, str]]] = {
    "random": {"": ("random_bot", "RandomBot")},
    "recruit": {
        "battle-for-moscow": ("battle_for_moscow.recruit", "Recruit"),
        "blitzkrieg-to-moscow-2": ("blitzkrieg_to_moscow_2.recruit", "Recruit"),
        "drive-on-moscow": ("drive_on_moscow.recruit", "Recruit"),
        "moscow-41": ("moscow_41.recruit", "Recruit"),
    },
}

__all__ = ["Bot", "Stop", "UnknownBot", "after", "bot", "bots", "decide", "never"]


def bots(game_name: str | None = None) -> list[str]:
    """The names of all bots, or of those that play one game, the strongest last."""
    if game_name is None:
        return list(_BOTS)
    find_game(game_name)
    return [name for name, classes in _BOTS.items() if "" in classes or game_name in classes]


def bot(name: str, game: Game | str, seed: int = 0) -> Bot:
    """The bot of that name for a game, or for an edition of one; else `UnknownBot` (or `UnknownGame`)."""
    game = find_game(game) if isinstance(game, str) else game
    known = bots(game.name)
    if name not in _BOTS:
        raise UnknownBot(f"There is no bot {str(name)[:40]!r}. Available: {', '.join(known)}.")
    if name not in known:
        raise UnknownBot(f"The bot {name!r} does not play {game.title}. These do: {', '.join(known)}.")
    classes = _BOTS[name]
    module, kind = classes[game.name] if game.name in classes else classes[""]
    package, dot, part = module.partition(".")
    if dot and game.edition:
        module = f"{package}@{game.edition}.{part}"  # see `games.editions`
    made: Bot = getattr(import_module(f".{module}", __name__), kind)(game, seed)
    return made
