"""Chances in percent, for people: what is possible is never 0%, what is not certain never 100%."""

from __future__ import annotations

from fractions import Fraction


def percent(chance: Fraction) -> str:
    """A chance in whole percent; halves are rounded up."""
    if 0 < chance < Fraction(1, 200):
        return "<1%"
    if Fraction(199, 200) <= chance < 1:
        return ">99%"
    return f"{int(100 * chance + Fraction(1, 2))}%"


def percent_range(low: Fraction, high: Fraction) -> str:
    """A chance of which only the least and the greatest value are known."""
    least, most = percent(low), percent(high)
    return least if least == most else f"{least} to {most}"
