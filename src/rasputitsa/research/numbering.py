"""The actions of a game as whole numbers: those of its vocabulary in their order, without dice and draws."""

from __future__ import annotations

from collections.abc import Sequence

from ..core import Action, Game, State

CHANCE_VERBS = frozenset({"roll", "draw", "guards"})  # what CHANCE alone does, in all games


class Numbering:
    """A number for every action of the players. It is the same in all scenarios and with all options."""

    def __init__(self, game: Game) -> None:
        self.actions: tuple[Action, ...] = tuple(action for action in game.words if action.verb not in CHANCE_VERBS)
        self._numbers = {id(action): number for number, action in enumerate(self.actions)}  # each exists once

    def __len__(self) -> int:
        return len(self.actions)

    def number(self, action: Action) -> int:
        """The number of an action that the game knows."""
        return self._numbers[id(action)]

    def legal(self, state: State) -> list[int]:
        """The numbers of the legal actions, in the order in which the game lists them."""
        return self.of(state.actions())

    def of(self, actions: Sequence[Action]) -> list[int]:
        """The numbers of actions as a state lists them."""
        return list(map(self._numbers.__getitem__, map(id, actions)))
