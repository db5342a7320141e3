"""Numbers as people read them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rasputitsa.core.numbers import chance, counted, decimal, percent, signed


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (Fraction(0), "0%"),
        (Fraction(1, 1000), "<1%"),
        (Fraction(1, 201), "<1%"),
        (Fraction(1, 200), "1%"),
        (Fraction(1, 8), "13%"),  # a half goes up
        (Fraction(3, 8), "38%"),
        (Fraction(655, 792), "83%"),
        (Fraction(994, 1000), "99%"),
        (Fraction(995, 1000), ">99%"),
        (Fraction(999, 1000), ">99%"),
        (Fraction(1), "100%"),
        (0.004, "<1%"),
        (0.996, ">99%"),
        (1.0, "100%"),
    ],
)
def test_what_is_possible_is_not_0_and_what_is_not_certain_not_100_percent(share: Fraction, text: str) -> None:
    assert percent(share) == text


def test_a_simple_chance_is_also_a_fraction() -> None:
    assert chance(Fraction(5, 6)) == "83% (5/6)"
    assert chance(Fraction(11, 36)) == "31% (11/36)"
    assert chance(Fraction(655, 792)) == "83%"


def test_there_is_no_negative_zero() -> None:
    assert [decimal(value) for value in (-0.04, -0.0, 0.04, -0.06, 2.0)] == ["0.0", "0.0", "0.0", "−0.1", "2.0"]
    assert decimal(-0.004, 2) == "0.00"
    assert [signed(value) for value in (2, 0, -1, -0.4, 0.4)] == ["+2", "0", "−1", "0", "0"]
    assert [signed(value, 2) for value in (-0.004, 0.004, 0.25, -2.0)] == ["0.00", "0.00", "+0.25", "−2.00"]


def test_one_is_singular() -> None:
    assert [counted(number, "unit") for number in (0, 1, 2)] == ["0 units", "1 unit", "2 units"]
    assert counted(1, "match", "matches") == "1 match" and counted(3, "hex", "hexes") == "3 hexes"
