"""Chapters 6 to 10 compared with a slow, independent `reference` in melees, where everything meets."""

from __future__ import annotations

from random import Random

import pytest

from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState

from ..tools import soak
from . import reference
from .helpers import (
    AREAS,
    badges,
    legal,
    open_step,
    phase_of,
    play,
)
from .random_positions import random_position


def zone(state: BlitzkriegState, side: str) -> set[str]:
    return {hex for hex, mark in state.overlay("zones").items() if mark.tone in (side, "both")}


def moving(state: BlitzkriegState) -> str:
    name: str = state.position()["stack"][-1]["unit"]
    return name


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.3")
@pytest.mark.parametrize("seed", range(5))
def test_zones(seed: int) -> None:
    rng = Random(seed)
    for _ in range(40):
        state = random_position(rng)
        if state.outcome is None:
            table = reference.Table(state.position())
            assert zone(state, "german") == table.zone(german=True)
            assert zone(state, "soviet") == table.zone(german=False)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.4")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
@pytest.mark.parametrize(
    ("side", "turn"),
    [
        *(("german", 3), ("soviet", 6)),
        *(soak.left((side, turn)) for side in ("german", "soviet") for turn in range(1, 7)),
    ],
)
def test_moves_of_everybody(side: str, turn: int) -> None:
    rng = Random(f"{side} {turn}")
    compared = 0
    for _ in range(12):
        state = random_position(rng, f"{side}-movement", turn)
        if phase_of(state) != f"{side}-movement" or state.outcome is not None:
            continue
        table = reference.Table(state.position())
        assert set(legal(state, "unit")) == table.may_move(german=side == "german")
        for unit in legal(state, "unit"):
            play(state, f"unit {unit}")
            offers = badges(state)
            found = {action[5:]: int(badge) for action, badge in offers.items() if action.startswith("move ")}
            assert found == table.reached(unit, table.where[unit], reference.allowance(unit, turn)), unit
            play(state, "stop")
            compared += 1
    assert compared > 20


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.4")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.1")
@pytest.mark.parametrize("seed", soak.first(1, range(6)))
def test_moves_in_several_clicks(seed: int) -> None:
    """Hex by hex a unit gets just where it could have gone at once."""
    rng = Random(seed)
    clicks = 0
    for _ in range(15):
        state = random_position(rng, rng.choice(("german-movement", "soviet-movement")))
        while state.outcome is None and open_step(state) == "Movement" and legal(state, "unit"):
            unit = rng.choice(legal(state, "unit"))
            play(state, f"unit {unit}")
            points = reference.allowance(unit, state.turn)
            while state.outcome is None and open_step(state) == "Moving" and moving(state) == unit:
                step = state.position()["stack"][-1]
                table = reference.Table(state.position())
                begun = step["points"] < points
                expected = table.reached(unit, table.where[unit], step["points"], begun)
                assert set(legal(state, "move")) == set(expected)
                near = sorted(place for place, cost in expected.items() if cost == 1)
                play(state, f"move {rng.choice(near)}" if near else "stop")
                clicks += 1
    assert clicks > 50


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.4")
@pytest.mark.parametrize("seed", range(5))
def test_withdrawals(seed: int) -> None:
    rng = Random(seed)
    for _ in range(12):
        state = random_position(rng, "soviet-logistics")
        if state.outcome is None and open_step(state) == "Withdraw":
            table = reference.Table(state.position())
            on_map = {unit for unit in table.units(german=False) if table.where[unit] not in AREAS}
            assert set(legal(state, "withdraw")) == {unit for unit in on_map if table.supplied(unit)}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.2")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.3")
@pytest.mark.parametrize("seed", range(6))
def test_rail_moves(seed: int) -> None:
    rng = Random(seed)
    compared = 0
    for _ in range(40):
        state = random_position(rng, "soviet-logistics")
        if state.outcome is not None or state.position()["options"]["odessa"] == "on":
            continue
        while open_step(state) in ("Withdraw", "ChooseCards"):
            play(state, "done" if open_step(state) == "Withdraw" else legal(state)[0])
        table = reference.Table(state.position())
        able = {unit for unit in table.units(german=False) if table.rail_ends(unit)}
        if open_step(state) != "Logistics" or "rail" not in legal(state):
            data = state.position()
            assert not able or (data["moscow_fell"] and data["options"]["moscow"] == "on")
            continue
        play(state, "rail")
        assert set(legal(state, "load")) == able
        unit = rng.choice(sorted(able))
        play(state, f"load {unit}")
        assert set(legal(state, "move")) == table.rail_ends(unit)
        others = table.at(table.where[unit]) - {unit}
        assert set(legal(state, "load")) == {other for other in others if reference.fits({unit, other})}
        compared += 1
    assert compared > 3
