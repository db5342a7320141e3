"""What a player is warned of before a phase ends: the loss of the game first (4.0), then of cities and units."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.numbers import counted
from ...core.sets import members
from ...core.warnings import PlayerWarning, are, grave, listed_names, notice, them
from .enemy_reach import enemy_reach
from .facts import BOARD, GERMAN, LAST_TURN, SIDES, SOVIET, TITLES
from .net import fortresses, supply_net
from .state import BlitzkriegState
from .victory import TO_WIN, total, worth


def dangers(state: BlitzkriegState, side: str) -> list[PlayerWarning]:
    if not state.phase:
        return []
    own = SIDES.index(side)
    return [*last_judgement(state, own), *open_cities(state, own), *cut_off(state, own)]


def last_judgement(state: BlitzkriegState, own: int) -> Iterator[PlayerWarning]:
    """4.0: with the last phases of each side in the last turn."""
    points = total(state)
    if own == GERMAN and state.turn == LAST_TURN and state.active == GERMAN and state.mode == "breakthrough":
        if points < TO_WIN:
            text = f"This is your last phase, and you have {counted(points, 'point')} of {TO_WIN}: you would lose."
            yield grave("4.0", text, BOARD.names_of(state.german_cities))
    elif own == SOVIET and state.turn == LAST_TURN and state.active == SOVIET and points >= TO_WIN:
        text = f"The game ends with this turn, and the Germans have {counted(points, 'point')}: you would lose."
        yield grave("4.0", text, BOARD.names_of(state.german_cities))


def open_cities(state: BlitzkriegState, own: int) -> Iterator[PlayerWarning]:
    """4.1: cities of one's own that are empty and within the enemy's reach, which in the last turn may decide."""
    empty = state.cities_of(own) & ~state.occupied[own]
    if empty:
        empty &= enemy_reach(state, 1 - own)
    if not empty:
        return
    points = sum(worth(state, city).points for city in members(empty))
    now = total(state)
    then = now - points if own == GERMAN else now + points
    names = [BOARD.by_id[city].title for city in members(empty)]
    enemy = TITLES[1 - own]
    text = f"{listed_names(names)} {are(names)} empty, and {enemy} units can reach {them(names)}"
    decides = (now >= TO_WIN > then) if own == GERMAN else (then >= TO_WIN > now)
    last = state.turn == LAST_TURN or (own == SOVIET and state.turn == LAST_TURN - 1)
    if decides and last:
        score = f"the German score could be {then}, and {TO_WIN} win"
        yield grave("4.0", f"{text} in the last turn: {score}.", BOARD.names_of(empty))
    else:
        yield notice("4.1", f"{text} ({counted(points, 'Victory Point')}).", BOARD.names_of(empty))


def cut_off(state: BlitzkriegState, own: int) -> Iterator[PlayerWarning]:
    """13.2: units without supply surrender in their Supply Phase, unless a fortress city protects them."""
    _, supplied = supply_net(state, own)
    lost = state.occupied[own] & ~supplied
    if own == SOVIET:
        lost &= ~fortresses(state)
    if lost:
        where = listed_names([BOARD.by_id[hex].label for hex in members(lost)])
        text = f"Cut off in {where}: these units surrender in your next Supply Phase if they stay so."
        yield notice("13.2", text, BOARD.names_of(lost))
