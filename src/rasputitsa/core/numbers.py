"""Numbers as people read them. The browser client has the same in ``web/numbers.js``."""

from __future__ import annotations

from fractions import Fraction

LARGEST_DENOMINATOR = 36  # a player reads 5/36, two dice, but not 655/792


def counted(number: int, one: str, many: str = "") -> str:
    """How many of something: "1 hex", "2 hexes"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def percent(share: Fraction | float) -> str:
    """What is possible is never 0%, and what is not certain never 100%."""
    whole = int(100 * share + Fraction(1, 2)) if isinstance(share, Fraction) else int(100 * share + 0.5)
    if whole == 0 < share:
        return "<1%"
    if whole == 100 and share < 1:
        return ">99%"
    return f"{whole}%"


def percent_range(low: Fraction, high: Fraction) -> str:
    """A chance of which only the least and the greatest value are known."""
    least, most = percent(low), percent(high)
    return least if least == most else f"{least} to {most}"


def chance(share: Fraction) -> str:
    """A chance in percent, and as a fraction where that is a simple one."""
    return f"{percent(share)} ({share})" if share.denominator <= LARGEST_DENOMINATOR else percent(share)


def decimal(value: float, places: int = 1) -> str:
    """A number with that many places, and a true minus; never a negative zero."""
    rounded = round(value, places) or 0.0
    return f"{rounded:.{places}f}".replace("-", "−")


def signed(value: float, places: int = 0) -> str:
    """A number with its sign: "+2", "−1", "0"."""
    return ("+" if round(value, places) > 0 else "") + decimal(value, places)
