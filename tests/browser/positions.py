"""Matches that stand where a test wants to begin: played by a few lines, without a bot, and written as records."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import dist
from typing import Any

import rasputitsa as ra
from rasputitsa.core import CHANCE, State
from rasputitsa.match.dice import TableDice

from ..tools.states import open_step

GAME = "battle-for-moscow"
MOSCOW = "1103"
SET_UP = """
    7ak 0201, 9ak 0202, 41pz 0203, 8ak 0204, 56pz 0305, 57pz 0404, 40pz 0306, 46pz 0406, 24pz 0407, 47pz 0408,
    48pz 0409, 35ak 0410, 23ak 0307, 53ak 0309, 13ak 0310, 20ak 0205, 5ak 0206, 27ak 0103, 6ak 0104, 12ak 0106,
    34ak 0209, 42ak 0210
"""
PASSING = ("done", "stop", "stay", "cancel")

# A German is a function that answers; the Russians always pass.
Player = Callable[[State, list[str]], str]


@cache
def begun() -> str:
    """The German combat phase of turn 1."""
    return _play(_pass, lambda state: True)


@cache
def played(*actions: str) -> str:
    """The German combat phase of turn 1 after these German actions."""
    match = ra.record.replay(ra.record.read(begun()))
    for action in actions:
        match.play("german", action)
    return ra.record.write(match)


@cache
def late(winner: str) -> str:
    """The German combat phase of turn 7; if both sides only pass from here on, the winner is the one of that name."""
    player = _march if winner == "german" else _pass
    return _play(player, lambda state: _turn(state) == 7 and open_step(state) == "DeclareBattles")


def _turn(state: State) -> int:
    turn: int = state.view(None)["turn"]
    return turn


def _play(german: Player, until: Callable[[State], bool]) -> str:
    match = ra.Match(ra.game(GAME), dice=TableDice())
    for line in SET_UP.split(","):
        unit, cross = line.split()
        match.play("german", f"place {unit}")
        match.play("german", f"at {cross}")
    match.play("german", "done")
    while not until(match.state):
        state = match.state
        actions = [str(action) for action in state.actions()]
        if state.side == CHANCE:
            match.play(CHANCE, "roll 6")
        else:
            assert state.side is not None
            match.play(state.side, (german if state.side == "german" else _pass)(state, actions))
    return ra.record.write(match)


def _pass(state: State, actions: list[str]) -> str:
    return next((action for action in actions if action in PASSING), actions[0])


def _march(state: State, actions: list[str]) -> str:
    """Attack all that can be attacked, with all that can attack it, and go to Moscow; there, wait."""
    view = state.view(None)
    if view["control"][MOSCOW] == "german":
        return _pass(state, actions)
    tokens: dict[str, Any] = {token["name"]: token for token in view["tokens"]}
    taken = {token["at"] for token in tokens.values()}
    if open_step(state) == "Movement":
        # The foremost first, each once.
        waiting = [action for action in actions if action.startswith("unit ") and not tokens[action[5:]]["marks"]]
        return min(waiting, key=lambda action: _far(tokens[action[5:]]["at"]), default="done")
    if open_step(state) == "Moving":
        free = [action for action in actions if action.startswith("move ") and action[5:] not in taken]
        here = next(action for action in actions if action in ("stop", "back"))
        return min(free, key=lambda action: _far(action[5:]), default=here)
    for verb in ("with", "declare", "attack", "battle", "advance"):
        found = [action for action in actions if action.split()[0] == verb]
        if found:
            return found[0]
    return _pass(state, actions)


@cache
def _centres() -> dict[str, tuple[float, ...]]:
    return {space["name"]: tuple(space["centre"]) for space in ra.game(GAME).manifest()["board"]["spaces"]}


def _far(space: str) -> float:
    return dist(_centres()[space], _centres()[MOSCOW])
