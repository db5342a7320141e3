"""What players are shown: the view, and figures for charts."""

from __future__ import annotations

from functools import lru_cache

from ...core.sets import contains, members
from ...core.view import BattleShown, Fact, Figure, GameView, Marker, Token
from .battle import Battle
from .combat import DeclareBattles
from .facts import (
    BOARD,
    CITIES,
    FIRST_HEX,
    GERMAN,
    OF_SIDE,
    SIDE,
    SIDES,
    SOVIET,
    TITLES,
    UNIT_NAMES,
)
from .fight import ResolveBattles
from .movement import Movement
from .replacements import Replacements
from .setup import SetUp, free_crosses
from .state import BattleForMoscowState
from .step_checks import IN_BATTLE
from .zones import in_communication

CITY_NAMES = [(city, BOARD.names[city]) for city in members(CITIES)]


# The view.


def view(state: BattleForMoscowState, viewer: str | None) -> GameView:
    """What this game adds to `PhasedGame.common_view`. Everybody sees everything."""
    found: GameView = {
        "tokens": tokens(state),
        "control": {
            name: SIDES[GERMAN] if contains(state.german_cities, city) else SIDES[SOVIET] for city, name in CITY_NAMES
        },
        "status": status(state),
        "battles": battles(state),
    }
    if state.stack and isinstance(state.stack[0], SetUp):
        found["markers"] = crosses(state)
    return found


def crosses(state: BattleForMoscowState) -> list[Marker]:
    """6.0: the crosses that have no unit yet."""
    return [
        {"space": BOARD.names[hex], "sign": "✚", "title": "German set-up", "side": SIDES[GERMAN]}
        for hex in members(free_crosses(state))
    ]


def tokens(state: BattleForMoscowState) -> list[Token]:
    moved = 0
    for step in state.stack:
        if isinstance(step, Movement):
            moved = step.moved
    cut_off = [state.occupied[side] & ~in_communication(state, side) for side in (GERMAN, SOVIET)]
    return [*token_list(bytes(state.where), bytes(state.steps), moved, *cut_off)]


@lru_cache(maxsize=100)
def token_list(where: bytes, steps: bytes, moved: int, *cut_off: int) -> list[Token]:
    """The tokens by what they follow from. Remembered: many actions change none."""
    names = BOARD.names
    found: list[Token] = []
    for unit, name in enumerate(UNIT_NAMES):
        space, side = where[unit], SIDE[unit]
        marks = ["moved"] if moved >> unit & 1 else []
        if cut_off[side] >> space & 1:
            marks.append("out of communication")
        found.append(
            {
                "name": name,
                "piece": name,
                "at": names[space],
                "owner": SIDES[side],
                "face": steps[unit],
                "marks": marks,
            }
        )
    return found


def status(state: BattleForMoscowState) -> list[Fact]:
    """The small facts beside the map."""
    facts: list[Fact] = [{"label": "Weather", "value": "mud" if state.mud else "clear", "rule": "12.0"}]
    for side in (GERMAN, SOVIET):
        steps = state.rates[state.turn][side]
        step = state.stack[0] if state.stack else None
        if isinstance(step, Replacements) and state.active == side:
            steps = step.left
        facts.append({"label": f"{TITLES[side]} replacements", "value": str(steps), "rule": "10.0"})
    for side in (GERMAN, SOVIET):
        cities = state.cities_of(side).bit_count()
        facts.append({"label": f"{TITLES[side]} cities", "value": str(cities), "rule": "5.0"})
    return facts


def battles(state: BattleForMoscowState) -> list[BattleShown]:
    """The battles declared and not yet fought, with the one being fought."""
    found: list[Battle] = []
    for step in state.stack:
        if isinstance(step, DeclareBattles | ResolveBattles):
            found += step.battles
        elif isinstance(step, IN_BATTLE) and step.battle not in found:
            found.append(step.battle)
    return [
        {"space": BOARD.names[battle.hex], "attackers": [UNIT_NAMES[unit] for unit in battle.attackers]}
        for battle in found
    ]


# Overlays and figures.


def statistics(state: BattleForMoscowState, viewer: str | None) -> list[Figure]:
    """Steps on the map and cities controlled, by side."""
    strength = {
        SIDES[side]: sum(state.steps[unit] for unit in OF_SIDE[side] if state.where[unit] >= FIRST_HEX)
        for side in (GERMAN, SOVIET)
    }
    cities = {SIDES[side]: state.cities_of(side).bit_count() for side in (GERMAN, SOVIET)}
    return [
        {"name": "steps", "title": "Steps on the map", "values": strength},
        {"name": "cities", "title": "Cities controlled", "values": cities},
    ]


# The manifest.
