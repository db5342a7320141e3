"""Challengers: recruits with one strong idea each, to measure the levels against."""

from __future__ import annotations

from .recruit import Recruit


class FirstRecruit(Recruit):
    """The recruit as it first played."""

    name = weights_name = "first-recruit"


class Drive(Recruit):
    """Straight at Moscow, whatever it costs; as the Soviets, everybody to Moscow."""

    name = weights_name = "drive"


class Flanks(Recruit):
    """Armies first: the enemy is surrounded and destroyed before anybody marches on Moscow."""

    name = weights_name = "flanks"


class Counter(Recruit):
    """Hold and hit back: it attacks whatever comes near."""

    name = weights_name = "counter"
