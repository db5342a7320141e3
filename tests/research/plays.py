"""Positions of random games in play, for the tests of what can be observed in them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rasputitsa.core import CHANCE
from rasputitsa.games import game as find_game
from rasputitsa.research.play import Play

from ..properties import POLICIES

# How far random games are looked at in `make test`, and every how many actions.
LENGTH = {"battle-for-moscow": 500, "blitzkrieg-to-moscow-2": 400, "drive-on-moscow": 900, "moscow-41": 500}
EVERY = {"battle-for-moscow": 5, "blitzkrieg-to-moscow-2": 5, "drive-on-moscow": 30, "moscow-41": 6}


def started(name: str, rng: Random, lines: bool = False) -> Play:
    """A game with any scenario and options."""
    game = find_game(name)
    options = {option.name: rng.choice(option.choices) for option in game.options}
    return Play(game.start(rng.choice(game.scenarios).name, options), lines=lines)


def go_on(play: Play, rng: Random, steps: int) -> Iterator[int]:
    """Play at random; tells the number of each action of a player before it is taken."""
    policy = rng.choice(POLICIES)
    for number in range(steps):
        play.chance(rng)
        if play.state.side in (None, CHANCE):
            return
        yield number
        play.take(policy(play.state.actions(), rng))
