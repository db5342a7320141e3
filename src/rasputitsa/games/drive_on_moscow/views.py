"""What players are shown: the view and figures."""

from __future__ import annotations

from functools import lru_cache, partial

from ...core.sets import contains, members
from ...core.view import BattleShown, Fact, Figure, GameView, fact_of_both
from .assault import Assault
from .battle import Battle, no_offensive
from .combat import Attack
from .facts import (
    ALL_OF,
    BOARD,
    CITIES,
    DEAD,
    EAST_SOURCES,
    GERMAN,
    PLACES,
    SIDES,
    SOVIET,
    TITLES,
    TURNS,
)
from .fog import by_place, side_of, token_name
from .reach import movement_factors
from .state import DriveOnMoscowState
from .tokens import tokens

of_both = partial(fact_of_both, SIDES, TITLES)

GERMAN_COUNT = ALL_OF[GERMAN].bit_count()  # German units have the first numbers
KEY_HEXES = PLACES | EAST_SOURCES
KEY_NAMES = [(hex, BOARD.names[hex]) for hex in members(KEY_HEXES)]


PREPARING = (Attack, Assault)

# The view.


def view(state: DriveOnMoscowState, viewer: str | None) -> GameView:
    """What this game adds to `PhasedGame.common_view`; units and battles as far as the viewer may know them (11.6)."""
    side = side_of(viewer)
    return {
        "control": control(state.control & KEY_HEXES),
        "territory": territory(state.control),
        "status": status(state),
        "tokens": tokens(state, side),
        "battles": battles(state, side),
    }


@lru_cache(maxsize=64)
def control(german: int) -> dict[str, str]:
    """3.7: who controls the towns, cities and sources, by those that are German."""
    return {name: SIDES[GERMAN] if contains(german, hex) else SIDES[SOVIET] for hex, name in KEY_NAMES}


@lru_cache(maxsize=64)
def territory(german: int) -> dict[str, str]:
    """3.7: the hexes that each side controls, as hexadecimal numbers."""
    return {SIDES[GERMAN]: f"{german:x}", SIDES[SOVIET]: f"{BOARD.hexes & ~german:x}"}


def status(state: DriveOnMoscowState) -> list[Fact]:
    """The small facts beside the map."""
    turn = TURNS[state.turn - 1]
    mech, other = movement_factors(state, GERMAN)
    facts: list[Fact] = [
        {"label": "Ground", "value": turn.ground, "rule": "2.10", "short": "Ground"},
        {"label": "German movement", "value": f"{mech} mechanized, {other} other", "rule": "2.10"},
        {
            "label": "Soviet movement",
            "value": f"{turn.movement[0]} mechanized, {turn.movement[1]} other",
            "rule": "2.10",
        },
    ]
    facts.append(of_both("Aircraft left", (state.aircraft(GERMAN), state.aircraft(SOVIET)), "11.19", "Aircraft"))
    if state.phase > 2 and state.active == GERMAN:
        coming = TURNS[state.turn - 1].reinforcements
        text = ", ".join(f"{count} {kind}" for kind, count in coming.items())
        facts.append({"label": "Soviet reinforcements", "value": text, "rule": "9.1"})
    facts.append({"label": "Kampfgruppen left", "value": str(state.kampfgruppen_left()), "rule": "11.30"})
    facts.append(of_both("Units lost", losses(state), "2.11", "Lost"))
    facts += november_status(state)
    cities = (CITIES & state.control).bit_count()
    held = f"{cities} of {CITIES.bit_count()}"
    facts.append({"label": "Cities under German control", "value": held, "rule": "4.3", "short": "German cities"})
    return facts


def losses(state: DriveOnMoscowState) -> tuple[int, int]:
    """How many units of each side are out of the game; those that were converted or withdrawn are not lost."""
    german = state.where[:GERMAN_COUNT].count(DEAD)
    return german, state.where[GERMAN_COUNT:].count(DEAD) - state.converted.bit_count()


def november_status(state: DriveOnMoscowState) -> list[Fact]:
    """12.0: what has become of the November Offensive."""
    found: list[Fact] = []
    if state.november:
        turn = state.november + 1
        value = f"declared for turn {turn}" if state.turn < turn else f"executed on turn {turn}"
        found.append({"label": "November Offensive", "value": value, "rule": "12.0", "short": "Offensive"})
    elif no_offensive(state):
        found.append({"label": "November Offensive", "value": "never declared", "rule": "12.3", "short": "Offensive"})
    if state.ordered:
        value = f"{state.launched} of {state.ordered} units"
        found.append({"label": "Spoiling attacks", "value": value, "rule": "12.1"})
    return found


def shown_battle(state: DriveOnMoscowState, viewer: int | None) -> Battle | Attack | Assault | None:
    """The battle being fought, or what prepares one: that its player alone may see."""
    for step in state.stack:
        if isinstance(step, PREPARING):
            return step if viewer is not None and step.actor(state) == SIDES[viewer] else None
        battle = getattr(step, "battle", None)
        if isinstance(battle, Battle):
            return battle
    return None


def battle_hex(state: DriveOnMoscowState, viewer: int | None) -> int:
    """The hex of the battle being prepared or fought, as far as the viewer may see it; or 0."""
    shown = shown_battle(state, viewer)
    return shown.hex if shown else 0


def battles(state: DriveOnMoscowState, viewer: int | None) -> list[BattleShown]:
    """The battle being prepared or fought, as far as the viewer may see it."""
    shown = shown_battle(state, viewer)
    if shown is None:
        return []
    return [battle_data(state, shown if isinstance(shown, Battle) else shown.battle(state), viewer)]


def battle_data(state: DriveOnMoscowState, battle: Battle, viewer: int | None) -> BattleShown:
    def names(units: int) -> list[str]:
        return [token_name(state, unit, viewer) for unit in by_place(state, units)]

    return {
        "space": BOARD.names[battle.hex],
        "attackers": names(battle.attackers),
        "defenders": names(battle.defenders),
    }


def statistics(state: DriveOnMoscowState, viewer: str | None) -> list[Figure]:
    """Units on the map, towns and cities held, and units lost, by side: all of it is public."""
    units = {
        SIDES[side]: sum(len(state.stacks[hex]) for hex in members(state.occupied(side))) for side in (GERMAN, SOVIET)
    }
    held = (PLACES & state.control).bit_count()
    places = {SIDES[GERMAN]: held, SIDES[SOVIET]: PLACES.bit_count() - held}
    return [
        {"name": "units", "title": "Units on the map", "values": units},
        {"name": "places", "title": "Towns and cities held", "values": places},
        {"name": "losses", "title": "Units lost", "values": dict(zip(SIDES, losses(state), strict=True))},
    ]
