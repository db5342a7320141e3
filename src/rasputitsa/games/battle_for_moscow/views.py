"""What players are shown: the view, and figures for charts."""

from __future__ import annotations

from functools import lru_cache, partial

from ...core.sets import contains, members
from ...core.view import BattleShown, Fact, Figure, GameView, Marker, Token, fact_of_both
from .battle import Battle
from .combat import DeclareBattles
from .facts import BOARD, CITIES, FIRST_HEX, GERMAN, MOSCOW, OF_SIDE, SIDE, SIDES, SOVIET, TITLES, UNIT_NAMES
from .fight import ResolveBattles
from .movement import Movement
from .replacements import Replacements
from .setup import SetUp, free_crosses
from .state import BattleForMoscowState
from .step_checks import IN_BATTLE
from .zones import in_communication

Figures = tuple[int, int]  # of the Germans and the Russians
of_both = partial(fact_of_both, SIDES, TITLES)

CITY_NAMES = [(city, BOARD.names[city]) for city in members(CITIES)]


# The view.


def view(state: BattleForMoscowState, viewer: str | None) -> GameView:
    """What this game adds to `PhasedGame.common_view`. Everybody sees everything."""
    found: GameView = {
        "tokens": tokens(state),
        "control": control(state.german_cities),
        "status": status(state),
        "battles": battles(state),
    }
    if state.stack and isinstance(state.stack[0], SetUp):
        found["markers"] = crosses(state)
    return found


@lru_cache(maxsize=100)
def control(german: int) -> dict[str, str]:
    """5.0: who controls the cities, by those that are German."""
    return {name: SIDES[GERMAN] if contains(german, city) else SIDES[SOVIET] for city, name in CITY_NAMES}


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
    return [
        token(unit, space, steps[unit], moved >> unit & 1, cut_off[SIDE[unit]] >> space & 1)
        for unit, space in enumerate(where)
    ]


@lru_cache(maxsize=10_000)
def token(unit: int, space: int, face: int, moved: int, cut_off: int) -> Token:
    name = UNIT_NAMES[unit]
    marks = ["moved"] if moved else []
    marks += ["out of communication"] if cut_off else []
    return {
        "name": name,
        "piece": name,
        "at": BOARD.names[space],
        "owner": SIDES[SIDE[unit]],
        "face": face,
        "marks": marks,
    }


def status(state: BattleForMoscowState) -> list[Fact]:
    """The small facts beside the map."""
    steps = sum_of(state.steps, state.where, GERMAN), sum_of(state.steps, state.where, SOVIET)
    return status_facts(state.mud, state.german_cities, steps, (left_of(state, GERMAN), left_of(state, SOVIET)))


@lru_cache(maxsize=1_000)
def status_facts(mud: bool, german_cities: int, steps: Figures, left: Figures) -> list[Fact]:
    """The facts by what they follow from. Remembered: most actions change none."""
    cities = german_cities.bit_count(), (CITIES & ~german_cities).bit_count()
    moscow = GERMAN if contains(german_cities, MOSCOW) else SOVIET
    return [
        {"label": "Weather", "value": "mud" if mud else "clear", "rule": "12.0", "short": "Weather"},
        {"label": "Moscow", "value": TITLES[moscow], "rule": "5.0", "short": "Moscow", "side": SIDES[moscow]},
        of_both("Cities", cities, "5.0", "Cities"),
        of_both("Steps on the map", steps, "3.3", "Steps"),
        of_both("Replacements this turn", left, "10.0", "Replacements"),
    ]


def left_of(state: BattleForMoscowState, side: int) -> int:
    """10.0: the replacement steps of a side in this turn, or what is left of them."""
    step = state.stack[0] if state.stack else None
    if isinstance(step, Replacements) and state.active == side:
        return step.left
    return state.rates[state.turn][side]


def sum_of(steps: bytearray, where: bytearray, side: int) -> int:
    return sum([steps[unit] for unit in OF_SIDE[side] if where[unit] >= FIRST_HEX])


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
    strength = {SIDES[side]: sum_of(state.steps, state.where, side) for side in (GERMAN, SOVIET)}
    cities = {SIDES[side]: state.cities_of(side).bit_count() for side in (GERMAN, SOVIET)}
    return [
        {"name": "steps", "title": "Steps on the map", "values": strength},
        {"name": "cities", "title": "Cities controlled", "values": cities},
    ]


# The manifest.
