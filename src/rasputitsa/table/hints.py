"""Hints: what a bot would do for the side that is asked, and how the match stands for it.

While a match goes on, only those who want these need this module and the bots.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any

from ..bots import Bot, Stop, UnknownBot, bot, bots, decide, never
from ..bots.search import Partner
from ..bots.standing import standing
from ..core import CHANCE, Game, State
from ..core.offers import listed
from ..core.places import places_in
from ..games import game_of
from .problems import Problem
from .protocol import AdviceData, HintData, StandingData
from .rows import BOT
from .table import Table

BOTS_KEPT = 64


@lru_cache(BOTS_KEPT)
def _bot(level: str, game: Game, seed: int) -> Bot:
    return bot(level, game, seed)


def decided(
    game: str,
    level: str,
    seed: int,
    number: int,
    position: dict[str, Any],
    stop: Stop,
    partner: Partner | None = None,
) -> tuple[str, str]:
    """What a bot does in a position, a guess, that has this number in its match; and why."""
    if level not in bots(game):  # a stored match may name a guest that nobody has invited here
        raise UnknownBot(f"There is no bot {level[:40]!r} here.")
    rules = game_of(game, position.get("edition", ""))
    player = _bot(level, rules, seed)
    player.partner = partner
    action = str(decide(player, rules.position(position), number, stop))
    return action, player.explain()


def stood(game: str, seed: int, position: dict[str, Any], side: str, stop: Stop) -> StandingData:
    """How a match stands for a side in a position, a guess."""
    rules = game_of(game, position.get("edition", ""))
    found = standing(rules.position(position), side, seed, stop)
    return {
        "chances": {name: round(chance, 4) for name, chance in found.chances.items()},
        "error": round(found.error, 4),
    }


def check_standing(table: Table) -> None:
    """Nobody is told how a match with clocks against a person stands; else `Problem`."""
    persons = [side for side, seat in table.seats.items() if side != table.asked and seat.kind != BOT]
    if table.header.clock is not None and persons:
        raise Problem("forbidden", "How it stands is not told in a match with clocks against a person.")


def bots_guess(table: Table, side: str) -> State:
    """The position that a bot of this side is asked about: a guess, never the true one."""
    return table.match.state.guess(side, Random(table.bot_seed(side)))


def side_to_advise(table: Table, state: State) -> str:
    """Whom a bot can be asked about at a moment of the past; else `Problem`."""
    if table.match.outcome is None:
        raise Problem("forbidden", "What a bot would have done is told after the end of the match.")
    if state.side is None or state.side == CHANCE:
        raise Problem("malformed", "Nobody decides anything in that position.")
    return state.side


def advice_data(table: Table, state: State, level: str, action: str, text: str) -> AdviceData:
    """What a bot would have done at a moment of the past, as plain data."""
    side = str(state.side)
    offer = next(offer for offer in listed(state, side) if offer.action == action)
    found = hint_data(table, {action: offer.label}, action, text)
    return {**found, "level": level, "side": side, "kind": offer.kind, "object": offer.object}


def labels(table: Table) -> dict[str, str]:
    """What the player who is asked reads for each legal action."""
    return {offer.action: offer.label for offer in listed(table.match.state, table.asked)}


def hint(table: Table, level: str, stop: Stop = never) -> HintData:
    """The hint of the bot of that level, worked out here and now."""
    side = table.asked
    assert side in table.seats
    player = bot(level, table.game, table.bot_seed(side))
    action = str(decide(player, bots_guess(table, side), table.number, stop))
    return hint_data(table, labels(table), action, player.explain())


def hint_data(table: Table, known: Mapping[str, str], action: str, text: str) -> HintData:
    """A hint as plain data; ``known`` are the labels of the actions."""
    places = places_in(table.game, text)
    return {"action": action, "label": known.get(action, action), "text": text, "places": places}
