"""Positions for the tests of Drive on Moscow, written hex by hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

from rasputitsa.games.drive_on_moscow import GAME
from rasputitsa.games.drive_on_moscow.facts import (
    BOARD,
    COUNTERS,
    FIRST_COUNTER,
    GERMAN,
    KGS,
    OF_TYPE,
    POOL,
    REGULARS,
    RESERVES,
    SOVIET,
    UNIT_IDS,
)
from rasputitsa.games.drive_on_moscow.orders import aircraft_of
from rasputitsa.games.drive_on_moscow.sequence import SEQUENCE
from rasputitsa.games.drive_on_moscow.setup import begin
from rasputitsa.games.drive_on_moscow.state import DriveOnMoscowState

from ..properties import POLICIES
from ..tools.states import legal as legal
from ..tools.states import open_step as open_step
from ..tools.states import play as play
from ..tools.states import refused as refused
from ..tools.states import rule_of as rule_of

Hexes = Mapping[str, str]


def hexes(*names: str) -> int:
    """A set of hexes."""
    return BOARD.set(names)


def hex_id(name: str) -> int:
    return BOARD.ids[name]


def start() -> DriveOnMoscowState:
    """A new game."""
    state = GAME.start()
    assert isinstance(state, DriveOnMoscowState)
    return state


def position(
    german: Hexes | None = None,
    soviet: Hexes | None = None,
    *,
    turn: int = 2,
    phase: str = "german-movement",
    german_control: str = "",
    soviet_control: str = "",
    **fields: Any,
) -> DriveOnMoscowState:
    """A position at the start of a phase.

    Units are written from bottom to top: ``{"1018": "pz-1 inf-5/reduced"}``, ``{"1120": "RD 2-3:RD GRD GRD/reduced"}``.
    A Soviet unit is a type, untried or with the factors of its counter. Hexes with units are controlled by their side.
    """
    state = GAME.blank(GAME.scenarios[0], {})
    begin(state)
    state.turn = turn
    state.phase = next(number for number, one in enumerate(SEQUENCE) if one.name == phase)
    state.german_air, state.soviet_air = aircraft_of(turn, fields.get("november", 0))
    for name, units in (german or {}).items():
        for word in units.split():
            put_german(state, word, hex_id(name))
    for name, units in (soviet or {}).items():
        for word in units.split():
            put_soviet(state, word, hex_id(name))
    for name in german_control.split():
        state.take_control(GERMAN, hex_id(name))
    for name in soviet_control.split():
        state.take_control(SOVIET, hex_id(name))
    for name, value in fields.items():
        setattr(state, name, value)
    state.began = state.where[:]
    GAME.open_phase(state)
    for name, value in fields.items():
        setattr(state, name, value)
    state.advance()
    return state


def put_german(state: DriveOnMoscowState, word: str, hex: int) -> None:
    name, _, reduced = word.partition("/")
    unit = UNIT_IDS[name]
    state.put_down(GERMAN, (unit,), hex)
    state.take_control(GERMAN, hex)
    if reduced:
        assert not KGS >> unit & 1
        state.face[unit] = 1


def put_soviet(state: DriveOnMoscowState, word: str, hex: int) -> None:
    factors, _, kind = word.rpartition(":")
    kind, _, reduced = kind.partition("/")
    box = RESERVES if kind in REGULARS else None
    unit = next(
        unit
        for unit in range(len(UNIT_IDS))
        if OF_TYPE[kind] >> unit & 1 and state.where[unit] in ((box,) if box is not None else (RESERVES, POOL))
    )
    state.put_down(SOVIET, (unit,), hex)
    state.take_control(SOVIET, hex)
    if reduced:
        state.face[unit] = 1
    if factors:
        attack, defense = map(int, factors.split("-"))
        first = FIRST_COUNTER[kind]
        number = next(
            number
            for number, counter in enumerate(COUNTERS[kind])
            if counter.factors == (attack, defense) and not state.drawn >> first + number & 1
        )
        state.face[unit] = number + 1
        state.drawn |= 1 << first + number


def after(state: DriveOnMoscowState, *actions: str) -> DriveOnMoscowState:
    """The state once these actions have been taken."""
    play(state, *actions)
    return state


def stack(state: DriveOnMoscowState, name: str) -> list[str]:
    """The units of a hex, from bottom to top."""
    names = {number: unit for unit, number in UNIT_IDS.items()}
    return [names[unit] for unit in state.at(hex_id(name))]


# Random games.


def random_walk(seed: int) -> Iterator[DriveOnMoscowState]:
    """Every position of a random game after the set-up. It is the same state all along: copy what you keep."""
    rng = Random(seed)
    state = start()
    for offer in ("historical", "forward", "deep")[seed % 3], "historical", ("historical", "north", "south")[seed % 3]:
        play(state, f"offer {offer}", "done")
    while state.outcome is None:
        yield state
        state.apply(rng.choice(POLICIES)(state.actions(), rng))


def random_positions(seed: int, every: int, most: int = 10_000) -> Iterator[DriveOnMoscowState]:
    """Every so many positions of a random game."""
    return islice(random_walk(seed), 0, most, every)
