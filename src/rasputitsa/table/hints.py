"""Hints: what a bot would do for the side that is asked. Only those who want one need this module and the bots."""

from __future__ import annotations

from random import Random

from ..bots import Stop, bot, decide, never
from ..core import State
from ..core.offers import listed
from .protocol import HintData
from .table import Table


def bots_guess(table: Table, side: str) -> State:
    """The position that a bot of this side is asked about: a guess, never the true one."""
    return table.match.state.guess(side, Random(table.bot_seed(side)))


def labels(table: Table) -> dict[str, str]:
    """What the player who is asked reads for each legal action."""
    return {offer.action: offer.label for offer in listed(table.match.state, table.asked)}


def hint(table: Table, level: str, stop: Stop = never) -> HintData:
    """The hint of the bot of that level, worked out here and now."""
    side = table.asked
    assert side in table.seats
    player = bot(level, table.game, table.bot_seed(side))
    action = str(decide(player, bots_guess(table, side), table.number, stop))
    return {"action": action, "label": labels(table).get(action, action), "text": player.explain()}
