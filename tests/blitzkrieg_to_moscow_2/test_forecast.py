"""Forecasts equal what then happens, for every result and however the owner of the defenders retreats."""

from __future__ import annotations

from random import Random

import pytest

from rasputitsa.core import CHANCE
from rasputitsa.games.blitzkrieg_to_moscow_2.facts import unit_names
from rasputitsa.games.blitzkrieg_to_moscow_2.fight import RollDie
from rasputitsa.games.blitzkrieg_to_moscow_2.forecast import possible_losses

from .forecasts import check_forecast, meanings
from .helpers import RIGA, at_the_die, legal, open_step, play
from .test_11_retreat import melee

ELSEWHERE = ", G-18A 1702, S-23A 1801"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.6")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4")
@pytest.mark.parametrize("seed", range(8))
def test_forecasts_in_random_melees_come_true(seed: int) -> None:
    rng = Random(seed)
    checked = 0
    while checked < 12:
        state = melee(rng)
        play(state, f"attack {rng.choice(legal(state, 'attack'))}")
        for unit in legal(state, "with"):
            if rng.random() < 0.8 or "fight" not in legal(state):
                play(state, f"with {unit}")
        play(state, "fight")
        while state.question is not None and open_step(state) == "ChooseDefence":
            play(state, rng.choice(legal(state)))
        if state.side == CHANCE:
            check_forecast(state)
            checked += 1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.2")
def test_where_there_is_room_for_one_the_forecast_says_so() -> None:
    """16th and 50th Army in 2004, on the coast: the only way out ends with the Red Guards in 1903, room for one."""
    units = "G-1PzA 1905, S-16A- 2004, S-50A- 2004, S-Gd3 1903"
    state = at_the_die(units + ELSEWHERE, "2004", german=RIGA)
    check_forecast(state)
    step = state.stack[-1]
    assert isinstance(step, RollDie)
    losses = possible_losses(state, step.battle, "DR")
    assert sorted(unit_names(some) for some in losses) == [["S-16A"], ["S-50A"]]
    assert meanings(state)["DR"] == "the defenders retreat; lost: one of 16th Army and 50th Army"
    forecast = state.forecast()
    assert forecast is not None
    assert forecast.notes[0].text == "Retreat: not for all; lost: one of 16th Army and 50th Army"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.6")
def test_a_corps_that_defends_actively_is_lost_whatever_the_die_says() -> None:
    state = at_the_die("G-4A 0806, S-8A 0807, S-12MC 0807" + ELSEWHERE, "0807", passive="S-8A")
    check_forecast(state)
    assert meanings(state)["-"] == "no effect; lost: 12th Mechanized Corps"
    assert meanings(state)["DR"] == "the defenders retreat; lost: 12th Mechanized Corps"
