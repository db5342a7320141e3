"""Positions of Battle for Moscow for the bots' tests, written in short."""

from __future__ import annotations

from random import Random
from typing import Any

import rasputitsa as ra
from rasputitsa.bots import Bot, bot
from rasputitsa.core import CHANCE, State
from rasputitsa.core.sets import members
from rasputitsa.games.battle_for_moscow.facts import BOARD, CITIES
from rasputitsa.games.battle_for_moscow.state import BattleForMoscowState

GAME = ra.game("battle-for-moscow")


def position(phase: str, units: str, turn: int = 2, cities: str = "0204 0307") -> BattleForMoscowState:
    """At the beginning of a phase; units as ``"47pz 0403, 3a- 0505"``, reduced with a minus.

    The German cities are those named and those where a German unit stands.
    """
    where: dict[str, Any] = {} if "1sh" in units else {"1sh": {"at": "track", "step": "full"}}
    for entry in units.split(","):
        name, at = entry.split()
        where[name.rstrip("-")] = {"at": at, "step": "reduced" if name.endswith("-") else "full"}
    german = set(cities.split())
    for name, facts in where.items():
        if name.endswith(("ak", "pz")) and BOARD.ids[facts["at"]] in members(CITIES):
            german.add(facts["at"])
    state = GAME.position({"turn": turn, "phase": phase, "units": where, "german_cities": sorted(german)})
    assert isinstance(state, BattleForMoscowState)
    return state


def recruit() -> Bot:
    return bot("recruit", GAME.name)


def choose(state: State, player: Bot | None = None) -> str:
    """What the recruit does here."""
    return str((player or recruit()).choose(state.copy(), Random(0)))


def play_phase(state: BattleForMoscowState, rolls: str = "") -> list[str]:
    """Let the recruit play until the phase or the side that is asked changes. The rolls are given."""
    phase, side, dice = state.phase, state.side, iter(rolls.split())
    player = recruit()
    done = []
    while state.outcome is None and state.phase == phase and state.side in (side, CHANCE):
        action = f"roll {next(dice)}" if state.side == CHANCE else choose(state, player)
        done.append(action)
        state.take(action)
    return done


def at(state: BattleForMoscowState, unit: str) -> str:
    facts = state.position()["units"].get(unit)
    return "pool" if facts is None else str(facts["at"])
