"""Positions of Moscow '41 written as a player would note them, and short ways to play and to look."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import rasputitsa
from rasputitsa.core import CHANCE, Event
from rasputitsa.games import game_of
from rasputitsa.games.moscow_41 import Moscow41
from rasputitsa.games.moscow_41.state import Moscow41State

from ..tools.states import happened as happened
from ..tools.states import kinds as kinds
from ..tools.states import legal as legal
from ..tools.states import open_step as open_step
from ..tools.states import play as play
from ..tools.states import problems_of as problems_of
from ..tools.states import refused as refused
from ..tools.states import rule_of as rule_of
from ..tools.states import told as told

_game = rasputitsa.game("moscow-41")
assert isinstance(_game, Moscow41)
GAME: Moscow41 = _game
STAGING = ["16A", "9A", "4A", "2A"]
KINDS = ("tactical", "strategic", "reinforce", "pass")
MONTHS = ("July", "August", "September", "October", "November", "December")
WEATHERS = ("sunny", "rain", "snow", "blizzard")


def unit_data(units: str) -> dict[str, dict[str, Any]]:
    """Blocks of a position: ``"G-2Pg-24 90 3, S-WH-2R 91"``: name, place and, where it is not full, strength."""
    found: dict[str, dict[str, Any]] = {}
    for entry in filter(None, (part.strip() for part in units.split(","))):
        name, at, *strength = entry.split()
        found[name] = {"at": at} | ({"strength": int(strength[0])} if strength else {})
    return found


def position(
    phase: str,
    units: str,
    active: str = "german",
    kind: str = "tactical",
    german: str = "",
    lines: str = "",
    scenario: str = "campaign",
    options: str = "",
    month: str = "July",
    weather: str = "sunny",
    **more: Any,
) -> Moscow41State:
    """A hand-written position at the beginning of a phase or segment.

    ``german`` are the places that the Germans control besides the staging areas and those where only their units are;
    ``lines`` the areas with a defensive line, German ones with a G before the number.
    """
    found = unit_data(units)
    german_lines = [name[1:] for name in lines.split() if name[0] == "G"]
    soviet_lines = [name for name in lines.split() if name[0] != "G"]
    ours = {facts["at"] for name, facts in found.items() if name[0] == "G"} | set(german_lines)
    theirs = {facts["at"] for name, facts in found.items() if name[0] == "S"} | set(soviet_lines)
    areas = {space.name for space in GAME.board.spaces if space.kind in ("area", "box")}
    held = (ours & areas) - theirs | set(STAGING) | set(german.split())
    if scenario in ("campaign", "dnieper"):
        held |= {"rastenburg", "pskov"} | {"90"} - theirs  # else the Soviets had won
        held -= {"leningrad"} - set(german.split())
    first = GAME.scenario(scenario).turns[0].label
    data: dict[str, Any] = {
        "scenario": scenario,
        "turn": MONTHS.index(month) - MONTHS.index(first) + 1,
        "phase": phase,
        "units": found,
        "active": active,
        "kind": KINDS.index(kind),
        "german": [name for name in GAME.board.names if name in held],
        "german_lines": german_lines,
        "soviet_lines": soviet_lines,
        "weather": WEATHERS.index(weather),
        "options": dict.fromkeys(options.split(), "on"),
        **more,
    }
    return cast(Moscow41State, game_of(GAME.name, rules=more.get("rules")).position(data))


def start(scenario: str = "campaign", options: str = "", seed: int = 1) -> Moscow41State:
    """A game after its set-up, by the offered set-up and random draws."""
    state = GAME.start(scenario, dict.fromkeys(options.split(), "on"))
    assert isinstance(state, Moscow41State)
    rng = Random(seed)
    while not state.phase:
        names = legal(state)
        state.take("offer" if "offer" in names else rng.choice(names))
    return state


def at(state: Moscow41State, name: str) -> str:
    return str(state.position()["units"].get(name, {"at": "removed"})["at"])


def strength(state: Moscow41State, name: str) -> int:
    return int(state.position()["units"][name]["strength"])


def holds(state: Moscow41State, place: str) -> str:
    return "german" if place in state.position()["german"] else "soviet"


def battle(
    units: str, area: str, rolls: str = "", phase: str = "combat", **more: Any
) -> tuple[Moscow41State, list[Event]]:
    """A battle in an area that was contested before, with the given rolls: ``"6 1 / 5 5"``."""
    state = position(phase, units, **more)
    events: list[Event] = []
    if f"battle {area}" in legal(state):
        events += play(state, f"battle {area}")
    for roll in filter(None, (part.strip() for part in rolls.split("/"))):
        assert state.side == CHANCE, f"{state.question} is asked instead of {roll}"
        events += play(state, f"roll {roll}")
    return state, events


def dice(state: Moscow41State) -> int:
    assert state.side == CHANCE, state.question
    return state.dice()
