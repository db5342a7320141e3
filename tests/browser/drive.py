"""Matches of Drive on Moscow that begin where a test wants to begin, written as records or positions."""

from __future__ import annotations

from functools import cache
from random import Random

import rasputitsa as ra
from rasputitsa.core.sets import members, set_of
from rasputitsa.core.values import Data
from rasputitsa.games.drive_on_moscow import GAME as RULES
from rasputitsa.games.drive_on_moscow.facts import (
    BOARD,
    GERMAN,
    KAMPFGRUPPEN,
    KGS,
    LAST_TURN,
    MARSH,
    OF_TYPE,
    SIDE,
    SOVIET,
    TURNS,
    UNIT_COUNT,
    WEST,
)
from rasputitsa.games.drive_on_moscow.setup import begin
from rasputitsa.match.dice import TableDice

GAME = "drive-on-moscow"
SET_UP = ("offer deep", "done", "offer historical", "done", "offer historical", "done")


@cache
def record(*actions: str) -> str:
    """A match after these actions, whoever takes them."""
    match = ra.Match(ra.game(GAME), dice=TableDice())
    for action in actions:
        assert match.side is not None
        match.play(match.side, action)
    return ra.record.write(match)


def movement() -> str:
    """The first German Movement Phase, from the historical set-up."""
    return record(*SET_UP, "move-first")


def combat() -> str:
    """The first German Combat Phase, from the historical set-up."""
    return record(*SET_UP, "fight-first")


@cache
def waiting() -> int:
    """The reinforcements of the last turn, and the Kampfgruppen that are too many (2.12)."""
    coming = [members(OF_TYPE[kind])[-count:] for kind, count in TURNS[-1].reinforcements.items()]
    return set_of(unit for units in (*coming, members(KGS)[KAMPFGRUPPEN:]) for unit in units)


@cache
def crowded() -> Data:
    """Nearly every counter of the game on the map, in stacks of all heights: more than any match ever has."""
    state = RULES.blank(RULES.scenarios[0], {})
    begin(state)
    state.turn = LAST_TURN
    state.phase = next(number for number, phase in enumerate(state.scenario.phases) if phase.name == "german-movement")
    chance = Random(1941)
    for side, zone in ((GERMAN, WEST), (SOVIET, BOARD.hexes & ~WEST)):
        units = [unit for unit in range(UNIT_COUNT) if SIDE[unit] == side and not waiting() >> unit & 1]
        free = members(zone & ~MARSH)
        chance.shuffle(free)
        while units:
            height = chance.choice((1, 1, 2, 3, 4, 5))
            state.put_down(side, tuple(units[:height]), free.pop())
            units = units[height:]
    RULES.open_phase(state)
    state.advance()
    return state.position()
