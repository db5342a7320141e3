"""The dice of a match at a table."""

from __future__ import annotations

from typing import NamedTuple

from ..core import Action, Forecast, State, UnreadableAction
from ..match import CommittedDice, Exchange
from ..match.dice import Dice
from .rows import Header


class PendingRoll(NamedTuple):
    """What is known before chance answers: whether dice are rolled, which all can see, and the forecast."""

    dice: bool
    forecast: Forecast | None


def pending_roll(state: State) -> PendingRoll:
    return PendingRoll(state.dice() > 0, state.forecast())


class MatchDice(Dice):
    """Fair dice; in a tutorial, those of its script first. They note what was known before each roll.

    As long as the players exchange words nothing is rolled. A match that was over when its record was imported has no
    secret, and no dice are rolled in it any more.
    """

    def __init__(self, header: Header, exchange: Exchange | None = None) -> None:
        self.match_id = header.dice_id
        self.commitment = header.commitment
        self.player_seeds = header.words
        self.seals = {} if header.seals is None else header.seals
        self._exchange = exchange
        self.secret = header.secret if header.commitment else None  # without a commitment it proves nothing
        self._fair = CommittedDice(header.secret, header.dice_id, header.words) if header.secret else None
        self._script = header.script or []
        self._pending: list[PendingRoll] = []

    def resolve(self, state: State, number: int) -> Action | None:
        if self._exchange is not None and not self._exchange.closed:
            return None
        self._pending.append(pending_roll(state))
        return self._scripted(state, number) or (self._fair.resolve(state, number) if self._fair else None)

    def take_pending(self) -> list[PendingRoll]:
        """What was known before each roll since the last call."""
        taken, self._pending = self._pending, []
        return taken

    def _scripted(self, state: State, number: int) -> Action | None:
        """What the script says, if it is possible here: a learner may leave the tutorial's path."""
        if number > len(self._script):
            return None
        try:
            action = state.game.action(self._script[number - 1])
        except UnreadableAction:
            return None
        return action if state.why_not(action) is None else None
