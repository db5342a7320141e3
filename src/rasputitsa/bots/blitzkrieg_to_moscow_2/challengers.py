"""Challengers: recruits with one strong idea each, to measure the levels against."""

from __future__ import annotations

from .recruit import Recruit


class FirstRecruit(Recruit):
    """The recruit as it first played."""

    name = weights_name = "first-recruit"


class Drive(Recruit):
    """Straight at the cities, whatever it costs; as the Soviets, everybody into the cities."""

    name = weights_name = "drive"


class Counter(Recruit):
    """Units first: whatever can be attacked is attacked, pockets before cities."""

    name = weights_name = "counter"


class Careful(Recruit):
    """Nothing is risked, and attacks are made only at good odds; as the Soviets, it gives ground."""

    name = weights_name = "careful"
