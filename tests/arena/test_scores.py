"""Wilson's interval against figures worked out by hand, and counting."""

from __future__ import annotations

import math

import pytest

from rasputitsa.arena.scores import Score, score, wilson


def test_half_of_a_hundred() -> None:
    # z = 1.96: middle 0.5, half-width z/(1+z²/100) * sqrt(0.25/100 + z²/40000) = 0.09617
    low, high = wilson(50, 100)
    assert (low, high) == pytest.approx((0.40383, 0.59617), abs=1e-5)


def test_all_of_twenty() -> None:
    # rate 1: the upper end is 1, the lower one 1/(1 + z²/20) = 20/23.8415
    low, high = wilson(20, 20)
    assert high == pytest.approx(1.0)
    assert low == pytest.approx(20 / (20 + 1.959963984540054**2))


def test_none_of_ten() -> None:
    z2 = 1.959963984540054**2
    low, high = wilson(0, 10)
    assert low == pytest.approx(0.0, abs=1e-12)
    assert high == pytest.approx(z2 / (10 + z2))
    assert high == pytest.approx(0.27753, abs=1e-5)


def test_one_of_ten_is_the_published_example() -> None:
    assert wilson(1, 10) == pytest.approx((0.01788, 0.40415), abs=1e-5)


def test_nothing_known_without_trials() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("wins", "trials"), [(-1, 3), (4, 3)])
def test_no_rate(wins: int, trials: int) -> None:
    with pytest.raises(ValueError, match="not a rate"):
        wilson(wins, trials)


def test_ends_solve_the_equation() -> None:
    # Each end p of the interval satisfies (rate - p)² = z² p (1 - p) / n.
    for end in wilson(7, 31):
        assert (7 / 31 - end) ** 2 == pytest.approx(1.959963984540054**2 * end * (1 - end) / 31)


def test_score_counts() -> None:
    counted = score(["a", "b", None, "a", None], "a")
    assert counted == Score(2, 2, 1)
    assert counted.matches == 5
    assert counted.rate == 0.6
    assert counted.interval == wilson(3, 5)
    assert math.isclose(Score().rate, 0.0)
