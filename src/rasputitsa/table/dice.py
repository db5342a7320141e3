"""The dice of a match at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..core import Action, Forecast, State, UnreadableAction
from ..match import CommittedDice, Exchange
from ..match.dice import Dice, EqualDice
from .rows import Header

ANALYSIS = "analysis"  # a script with this line alone: nothing is promised, and everything can be taken back
EACH = "each "  # a script with this one line and a number: every die shows it


def equal_face(script: Sequence[str]) -> int:
    return int(script[-1].removeprefix(EACH)) if script and script[-1].startswith(EACH) else 0


def is_analysis(script: list[str] | None) -> bool:
    return script is not None and script[:1] == [ANALYSIS]


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
        face = equal_face(self._script)
        self._equal = EqualDice(face) if face else None
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
        if self._equal:
            return self._equal.resolve(state, number)
        if is_analysis(self._script):
            return CommittedDice.fresh(self.match_id).resolve(state, number)
        if number > len(self._script):
            return None
        try:
            action = state.game.action(self._script[number - 1])
        except UnreadableAction:
            return None
        return action if state.why_not(action) is None else None
