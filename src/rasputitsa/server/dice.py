"""The dice of a live match."""

from __future__ import annotations

from typing import NamedTuple

from ..core import Action, Forecast, State, UnreadableAction
from ..match import CommittedDice
from ..match.dice import Dice
from .storage import Header


class Promise(NamedTuple):
    """What is known before chance answers: whether dice fall, which everybody sees, and what they can bring."""

    dice: bool
    forecast: Forecast | None


def promise(state: State) -> Promise:
    return Promise(state.dice() > 0, state.forecast())


class PlayedDice(Dice):
    """Fair dice, after those of a script where the match is a tutorial. They note what is promised before they fall.

    A match that was taken in when it was over has no secret, and no dice fall in it any more.
    """

    def __init__(self, header: Header) -> None:
        self.match_id = header.dice_id
        self.commitment = header.commitment
        self.secret = header.secret if header.commitment else None  # only a promise needs a proof
        self._fair = CommittedDice(header.secret, header.dice_id) if header.secret else None
        self._script = header.script or []
        self._promises: list[Promise] = []

    def resolve(self, state: State, number: int) -> Action | None:
        self._promises.append(promise(state))
        return self._scripted(state, number) or (self._fair.resolve(state, number) if self._fair else None)

    def take_promises(self) -> list[Promise]:
        """What was promised before each answer of chance since the last call."""
        taken, self._promises = self._promises, []
        return taken

    def _scripted(self, state: State, number: int) -> Action | None:
        """What the script says, if it can fall here: a learner may leave the trodden path."""
        if number > len(self._script):
            return None
        try:
            action = state.game.action(self._script[number - 1])
        except UnreadableAction:
            return None
        return action if state.why_not(action) is None else None
