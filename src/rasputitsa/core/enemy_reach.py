"""The overlay that shows where the enemy can be after its next turn. The games say where that is."""

from __future__ import annotations

from collections.abc import Callable

from .game import Game
from .sets import SpaceSet
from .values import Mark, Overlay

ENEMY_REACH = "enemy-reach"
LEGEND = (
    ("stop", "the enemy can be there after its next turn without a fight"),
    ("bad", "!: the same, and the place is worth a victory or a part of it"),
)


def enemy_overlay(rule: str) -> Overlay:
    return Overlay(ENEMY_REACH, "Enemy reach", rule, legend=LEGEND)


def enemy_marks(
    game: Game, viewer: str | None, reach: Callable[[int], SpaceSet], decisive: Callable[[int], SpaceSet]
) -> dict[str, Mark]:
    """Marks for the reach of the viewer's enemy, or of both sides for the public; ``decisive`` is what a side wants."""
    found: dict[str, Mark] = {}
    for number, side in enumerate(game.sides):
        if side.name == viewer:
            continue
        spaces = reach(number)
        for name in game.board.names_of(spaces):
            found[name] = Mark("", f"{side.title} units can reach it", "stop")
        for name in game.board.names_of(spaces & decisive(number)):
            found[name] = Mark("!", f"{side.title} units can reach this place, which counts for victory", "bad")
    return found
