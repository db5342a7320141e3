"""Fitting: known coefficients are found again, and the data file can be read."""

from __future__ import annotations

from math import log
from random import Random

import pytest

from rasputitsa.arena.fit import collect, discrimination, file_text, fit, loss, solve
from rasputitsa.bots import UnknownBot, fitting, tuning
from rasputitsa.bots.values import Example, FittedValue, logistic
from rasputitsa.core import DataError
from rasputitsa.core.data import Source

GAME = "battle-for-moscow"


def made_up(count: int, seed: int = 1) -> list[Example]:
    """The first feature counts for the winner, the second against, the third not at all."""
    rng = Random(seed)
    found = []
    for _ in range(count):
        features = [rng.gauss(0, 1) for _ in range(3)]
        chance = logistic(0.5 + 2 * features[0] - features[1])
        found.append(Example("x", features, float(rng.random() < chance)))
    return found


def test_equations_are_solved() -> None:
    assert solve([[0.0, 2.0], [4.0, 1.0]], [6.0, 7.0]) == pytest.approx([1.0, 3.0])


def test_the_coefficients_are_found_again() -> None:
    found = fit(made_up(4000))
    assert found == pytest.approx([0.5, 2.0, -1.0, 0.0], abs=0.15)


def test_how_good_a_value_is() -> None:
    examples = made_up(800, seed=2)
    good, useless = [0.5, 2.0, -1.0, 0.0], [0.0] * 4
    assert loss(useless, examples) == pytest.approx(log(2))
    assert loss(good, examples) < 0.5
    assert discrimination(useless, examples) == 0.5
    assert discrimination(good, examples) > 0.85
    assert discrimination([-value for value in good], examples) < 0.15


def test_a_game_won_always_keeps_coefficients_finite() -> None:
    found = fit([Example("x", [1.0], 1.0)] * 30 + [Example("x", [0.0], 0.0)] * 30)
    assert all(abs(value) < 20 for value in found)


def test_the_data_file() -> None:
    groups = collect(GAME, 6, 1)
    text = file_text(GAME, groups, 'rasputitsa fit "x"')
    source = Source.parse(text, "value.toml")
    value = FittedValue(source, fitting(GAME).FEATURES)
    group, examples = next(iter(groups.items()))
    assert 0 < value.chance(group, examples[0].features) < 1
    with pytest.raises(DataError, match="fit the value again"):
        FittedValue(source, ["something else"])


def test_games_whose_weights_are_not_tuned() -> None:
    with pytest.raises(UnknownBot, match="No weights are tuned for Drive on Moscow"):
        tuning("drive-on-moscow")
