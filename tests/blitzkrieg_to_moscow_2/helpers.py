"""A table for the tests: positions written as a player would note them, and short ways to play and to look."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from random import Random
from typing import Any

import rasputitsa
from rasputitsa.core import CHANCE, Action, Event, Forecast, Mark
from rasputitsa.core.offers import listed
from rasputitsa.games.blitzkrieg_to_moscow_2 import BlitzkriegToMoscow2
from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState

from ..properties import anything
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
from ..tools.states import tokens as tokens
from ..tools.states import told as told

_game = rasputitsa.game("blitzkrieg-to-moscow-2")
assert isinstance(_game, BlitzkriegToMoscow2)
GAME: BlitzkriegToMoscow2 = _game

PHASES = [phase.name for phase in GAME.scenarios[0].phases]
UNITS = [piece.name for piece in GAME.pieces]
GERMANS = [unit for unit in UNITS if unit[0] in "GR"]
SOVIETS = [unit for unit in UNITS if unit[0] == "S"]
PANZERS = [unit for unit in GERMANS if unit.endswith("PzA")]
GUARDS = [unit for unit in SOVIETS if "-Gd" in unit]
CORPS = [unit for unit in SOVIETS if unit.endswith("MC")]
ARMIES = [unit for unit in SOVIETS if unit.endswith("A")]  # Soviet infantry without the Red Guards
HEXES = [name for name in GAME.board.names if name.isdigit()]
AREAS = ["north", "center", "south", "romania", "soviet"]
CITIES = ["0106", "0304", "0311", "0508", "0709", "0804", "1210", "1304", "1307", "1410", "1609", "1703", "2006"]
SEVASTOPOL, ODESSA, ROSTOV, DNEPROPETROVSK, KHARKOV, KIEV, TULA = CITIES[:7]
MINSK, SMOLENSK, MOSCOW, KALININ, RIGA, LENINGRAD = CITIES[7:]


def unit_data(units: str) -> dict[str, dict[str, Any]]:
    """Units of a position: ``"G-2PzA 1304, S-8A- 1601, G-2A track2"``.

    A minus after the name means spent, a number after ``track`` the turn of the box. Units not named are eliminated.
    """
    found: dict[str, dict[str, Any]] = {}
    for entry in filter(None, (part.strip() for part in units.split(","))):
        name, at = entry.split()
        if at.startswith("track"):
            found[name] = {"at": "track", "due": int(at[5:])}
        elif at in ("pool", "surrendered"):
            found[name] = {"at": at}
        else:
            found[name.rstrip("-")] = {"at": at, "side": "spent" if name.endswith("-") else "fresh"}
    return found


def start(**options: str) -> BlitzkriegState:
    """A new game; options as ``odessa="on"``, ``free_setup="on"``."""
    state = GAME.start(options={name.replace("_", "-"): choice for name, choice in options.items()})
    assert isinstance(state, BlitzkriegState)
    return state


def position(
    phase: str,
    units: str,
    turn: int = 2,
    german: str = "",
    hands: str = "",
    played: str = "",
    options: str = "",
    **more: Any,
) -> BlitzkriegState:
    """A hand-written position at the beginning of a phase.

    ``german`` are the cities in German hands besides those where German units stand; ``hands`` and ``played`` the
    cards of both sides; ``options`` the optional rules in force. Where nobody can be asked anything in a phase the
    game has gone on to the next one.
    """
    found = unit_data(units)
    stand = {facts["at"] for name, facts in found.items() if name in GERMANS and facts["at"] in CITIES}
    data: dict[str, Any] = {
        "turn": turn,
        "phase": phase,
        "units": found,
        "german_cities": sorted(stand | set(german.split())),
        "hands": hands.split(),
        "played": played.split(),
        "options": dict.fromkeys(options.split(), "on"),
        **more,
    }
    return GAME.position(data)


def logistics(
    side: str, units: str, hands: str = "", turn: int = 2, free_rail: bool = True, **more: Any
) -> BlitzkriegState:
    """A position in a Logistics Phase after the hands were chosen and the units due have arrived."""
    step = {"step": "Logistics", "free_rail": free_rail and side == "soviet", "begun": False}
    return position(f"{side}-logistics", units, turn, hands=hands, stack=[step], **more)


def marks_of(state: BlitzkriegState) -> dict[str, Mark]:
    """The marks on the legal actions of the side that must act."""
    return {offer.action: offer.mark for offer in listed(state, state.side)}


def badges(state: BlitzkriegState) -> dict[str, str]:
    return {action: mark.badge for action, mark in marks_of(state).items()}


def notes(state: BlitzkriegState) -> dict[str, str]:
    return {action: mark.note for action, mark in marks_of(state).items()}


def roles(state: BlitzkriegState) -> dict[str, str]:
    """The role of each verb that can be played."""
    return {offer.action.split()[0]: offer.role for offer in listed(state, state.side)}


def in_hand(state: BlitzkriegState) -> tuple[list[str], list[str]]:
    """The tokens and the spaces that are selected."""
    offers = state.offers(state.side)
    assert offers is not None
    return offers["selection"]["tokens"], offers["selection"]["spaces"]


def attack(state: BlitzkriegState, hex: str, attackers: str = "", passive: str = "") -> list[Event]:
    """An attack by the units named, or by all who can, up to the first question after the choice of defence.

    Fresh defenders are active unless they are named as passive.
    """
    events = play(state, f"attack {hex}")
    for name in attackers.split() or legal(state, "with"):
        events += play(state, f"with {name}")
    events += play(state, "fight")
    while state.outcome is None and open_step(state) == "ChooseDefence":
        unit = legal(state, "active")[0]
        events += play(state, f"passive {unit}" if unit in passive.split() else f"active {unit}")
    return events


def passing(state: BlitzkriegState) -> list[Event]:
    """Nobody plays a card as long as cards are asked for in a combat."""
    events: list[Event] = []
    while state.outcome is None and open_step(state) in ("ShiftCard", "ReRoll", "HitlerOrder"):
        events += play(state, "pass")
    return events


def at_the_die(
    units: str, hex: str, attackers: str = "", passive: str = "", phase: str = "german-combat", **more: Any
) -> BlitzkriegState:
    """An attack on a hex in a hand-written position, brought to its die without cards."""
    state = position(phase, units, **more)
    attack(state, hex, attackers, passive)
    passing(state)
    assert state.side == CHANCE, f"{state.question} is asked instead"
    return state


def column(state: BlitzkriegState) -> str:
    """The column of the combat in hand."""
    forecast = state.forecast()
    assert isinstance(forecast, Forecast)
    return str(forecast.headline)


def at(state: BlitzkriegState, unit: str) -> str:
    """Where a unit is: ``"0504"``, ``"0504-"`` if spent, ``"track3"``, or the name of a box or rear area."""
    facts = state.position()["units"].get(unit)
    if facts is None:
        return "pool"
    if facts["at"] == "track":
        return f"track{facts['due']}"
    return str(facts["at"]) + ("-" if facts.get("side") == "spent" else "")


def where(state: BlitzkriegState, units: str) -> list[str]:
    """Where several units are."""
    return [at(state, unit) for unit in units.split()]


def hand(state: BlitzkriegState, side: str) -> list[str]:
    return [card for card in state.position()["hands"] if card[0] == side[0].upper()]


def played(state: BlitzkriegState, side: str) -> list[str]:
    return [card for card in state.position()["played"] if card[0] == side[0].upper()]


def to_phase(state: BlitzkriegState, phase: str) -> list[Event]:
    """End phases, without cards or anything else that could be left out, until that phase is open."""
    events: list[Event] = []
    for _ in range(100):
        if state.outcome is not None or phase_of(state) == phase:
            return events
        events += play(state, idle(state))
    raise AssertionError(f"{phase} does not come")


def idle(state: BlitzkriegState) -> str:
    """The answer that does the least."""
    actions = legal(state)
    return next(action for action in ("done", "pass", "stop", "stay", "cancel", actions[0]) if action in actions)


# Random games, for what must hold everywhere and for rules that are compared with a slow, independent `reference`.


def random_walk(seed: int, choose: Callable[[list[Action], Random], Action] = anything) -> Iterator[BlitzkriegState]:
    """Every question of a random game, in copies."""
    return (state.copy() for state in _random_game(seed, choose))


@lru_cache(maxsize=8)
def _random_game(seed: int, choose: Callable[[list[Action], Random], Action]) -> list[BlitzkriegState]:
    """The same, played once for several tests."""
    rng, found = Random(seed), list[BlitzkriegState]()
    state = GAME.start(options={option.name: rng.choice(option.choices) for option in GAME.options})
    while state.outcome is None:
        assert isinstance(state, BlitzkriegState)
        found.append(state.copy())
        state.apply(choose(state.actions(), rng))
    return found


@cache
def sample(step: str, wanted: int = 300) -> tuple[BlitzkriegState, ...]:
    """States of random games in which this question is open."""
    found: list[BlitzkriegState] = []
    for seed in range(60):
        for state in _random_game(seed, anything):
            if type(state.stack[-1]).__name__ == step:
                found.append(state.copy())
                if len(found) == wanted:
                    return tuple(found)
    return tuple(found)
