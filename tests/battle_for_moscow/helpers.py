"""Positions in a short notation, and shortcuts for playing and inspecting."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from random import Random
from typing import Any

import rasputitsa
from rasputitsa.core import CHANCE, Event, Forecast, Mark
from rasputitsa.core import offers as core_offers
from rasputitsa.core.offers import Offers
from rasputitsa.games.battle_for_moscow import BattleForMoscow
from rasputitsa.games.battle_for_moscow.state import BattleForMoscowState

from ..tools.states import german_cities as german_cities
from ..tools.states import happened as happened
from ..tools.states import kinds as kinds
from ..tools.states import legal as legal
from ..tools.states import listing as listing
from ..tools.states import open_step as open_step
from ..tools.states import phase_of as phase_of
from ..tools.states import play as play
from ..tools.states import refused as refused
from ..tools.states import rule_of as rule_of

_game = rasputitsa.game("battle-for-moscow")
assert isinstance(_game, BattleForMoscow)
GAME: BattleForMoscow = _game

PHASES = [phase.name for phase in GAME.scenarios[0].phases]
UNITS = [piece.name for piece in GAME.pieces]
GERMANS, RUSSIANS = UNITS[:22], UNITS[22:]
HEXES = [name for name in GAME.board.names if name.isdigit()]
CITIES = ["0204", "0307", "0509", "0601", "0603", "0803", "0805", "0809", "1103", "1107", "1405"]


def unit_data(units: str) -> dict[str, dict[str, str]]:
    """Units of a position: ``"47pz 0403, 42ak- 0505"``, where the minus means reduced."""
    found = {"1sh": {"at": "track", "step": "full"}}
    for entry in filter(None, (part.strip() for part in units.split(","))):
        name, at = entry.split()
        found[name.rstrip("-")] = {"at": at, "step": "reduced" if name.endswith("-") else "full"}
    return found


def start() -> BattleForMoscowState:
    """A new game, before the set-up."""
    state = GAME.start()
    assert isinstance(state, BattleForMoscowState)
    return state


def position(phase: str, units: str, turn: int = 2, cities: str | None = None, **more: Any) -> BattleForMoscowState:
    """A hand-written position at the beginning of a phase. ``cities`` are the German ones."""
    data: dict[str, Any] = {"turn": turn, "phase": phase, "units": unit_data(units), **more}
    if cities is not None:
        data["german_cities"] = cities.split()
    return GAME.position(data)


def at_the_die(
    units: str, hex: str, attackers: str = "", turn: int = 2, phase: str = "german-combat"
) -> BattleForMoscowState:
    """A battle for ``hex`` at the moment of the die, with the attackers named or all that can attack."""
    state = position(phase, units, turn)
    play(state, f"attack {hex}")
    names = attackers.split() or [action[5:] for action in legal(state) if action.startswith("with ")]
    play(state, *(f"with {name}" for name in names), "declare", "done")
    return state


def at(state: BattleForMoscowState, unit: str) -> str:
    """Where a unit is: ``"0504"``, ``"0504-"`` if reduced, or the name of a box."""
    facts = state.position()["units"].get(unit)
    return "pool" if facts is None else facts["at"] + ("-" if facts["step"] == "reduced" else "")


def marks(state: BattleForMoscowState, verb: str = "") -> dict[str, Mark]:
    """The marks on the offers of the side that must act, by action; with a verb by the objects of its actions."""
    offers = core_offers.listed(state, state.side)
    return {
        offer.object if verb else offer.action: offer.mark
        for offer in offers
        if offer.mark.badge and (not verb or offer.action.startswith(verb + " "))
    }


def retreat(forecast: Forecast) -> str:
    """What a forecast says about the defender's retreat."""
    [note] = forecast.notes
    assert note.rule == "9.3"
    return note.text.removeprefix("Retreat: ")


# Random games and positions, for comparisons with the slow reference (see `reference`).


def random_walk(seed: int) -> Iterator[BattleForMoscowState]:
    """Every question of a random game, in copies."""
    return (state.copy() for state in _random_game(seed))


@lru_cache(maxsize=8)
def _random_game(seed: int) -> list[BattleForMoscowState]:
    """The same, played once for several tests."""
    rng, found = Random(seed), list[BattleForMoscowState]()
    state = GAME.start(options={option.name: rng.choice(option.choices) for option in GAME.options})
    while state.outcome is None:
        assert isinstance(state, BattleForMoscowState)
        found.append(state.copy())
        state.apply(rng.choice(state.actions()))
    return found


def random_units(rng: Random, count: int, crowd: list[str] | None = None) -> dict[str, dict[str, str]]:
    """That many units, each in a hex of its own."""
    places = rng.sample(crowd or HEXES, count)
    names = rng.sample(UNITS, count)
    return {name: {"at": hex, "step": rng.choice(("full", "reduced"))} for name, hex in zip(names, places, strict=True)}


def random_position(rng: Random, phase: str, turn: int | None = None, count: int | None = None) -> BattleForMoscowState:
    """Units close together somewhere on the map, at the start of a phase, or of a later one if that is skipped."""
    board = GAME.board
    near = [name for name in board.names_of(board.within(board.ids[rng.choice(HEXES)], 4)) if name in HEXES]
    units = random_units(rng, min(count or rng.randint(6, 30), len(near)), near)
    turn = turn or rng.randint(1, 7)
    cities = [city for city in CITIES if rng.random() < 0.5]
    for name, facts in units.items():
        if facts["at"] in CITIES:
            cities = [city for city in cities if city != facts["at"]] + [facts["at"]] * (name in GERMANS)
    return GAME.position({"turn": turn, "phase": phase, "units": units, "german_cities": cities})


@cache
def sample(step: str, wanted: int = 300) -> tuple[BattleForMoscowState, ...]:
    """States of random games in which this step is open."""
    found: list[BattleForMoscowState] = []
    for seed in range(40):
        for state in _random_game(seed):
            if type(state.stack[-1]).__name__ == step:
                found.append(state.copy())
                if len(found) == wanted:
                    return tuple(found)
    return tuple(found)


def to_the_end(state: BattleForMoscowState, rng: Random, limit: int = 20_000) -> BattleForMoscowState:
    """Play on at random."""
    for _ in range(limit):
        if state.outcome is not None:
            return state
        actions = state.actions()
        assert len(actions) > 1, state.question
        state.apply(rng.choice(actions))
    raise AssertionError("the game does not end")


def pass_all(state: BattleForMoscowState) -> list[Event]:
    """Do as little as possible until the game is over; returns all events."""
    events: list[Event] = []
    while state.outcome is None:
        actions = legal(state)
        quiet = next(a for a in ("done", "stop", "stay", "cancel", "standard", actions[0]) if a in actions)
        events += state.take(quiet)
        assert state.side != CHANCE
    return events


def offered(state: BattleForMoscowState) -> Offers:
    """The legal actions as the side that must act is shown them."""
    offers = state.offers(state.side)
    assert offers is not None
    return offers
