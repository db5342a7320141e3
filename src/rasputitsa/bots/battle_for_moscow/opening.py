"""6.0: how the searching levels set up the Germans: the standard set-up, with units swapped until all are as the data
file wants them."""

from __future__ import annotations

from functools import cache
from typing import Any

from ...core import Action
from ...core.data import Source
from ...core.sets import set_of
from ...games.battle_for_moscow.facts import BOARD, CROSSES, GERMAN, OF_SIDE, UNITS
from ...games.battle_for_moscow.setup import SetUp, SetUpAt
from ...games.battle_for_moscow.state import BattleForMoscowState
from ...games.battle_for_moscow.words import AT, CANCEL, DONE, PLACE, STANDARD_SETUP
from ..attacks import Places


@cache
def german_crosses() -> Places:
    """The cross of each German unit; nothing in an edition with other crosses."""
    source = Source.read(__package__, "opening.toml")
    source.only("made", "german")
    source.get("made", str)
    names = source.table("german").data
    found = {unit: BOARD.ids.get(names.get(UNITS[unit].name, ""), 0) for unit in OF_SIDE[GERMAN]}
    return found if set_of(found.values()) == CROSSES else {}


def set_up(bot: Any, state: BattleForMoscowState, step: SetUp) -> Action:
    if STANDARD_SETUP in step.actions(state):
        return STANDARD_SETUP
    return next((PLACE[unit] for unit, hex in german_crosses().items() if state.where[unit] != hex), DONE)


def set_up_at(bot: Any, state: BattleForMoscowState, step: SetUpAt) -> Action:
    goal = german_crosses().get(step.unit, state.where[step.unit])
    return CANCEL if state.where[step.unit] == goal else AT[goal]
