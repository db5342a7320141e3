"""Handfuls of dice: exact chances of so many hits, whatever the firepower of each die."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from ...core import Action
from .words import ROLL, WORDS

Handful = tuple[int, int, int]  # dice with Triple, Double and Single Fire, rolled in this order
LOWEST = (4, 5, 6)  # the lowest face that hits, by place in a handful
EMPTY: Handful = (0, 0, 0)


def add_dice(handful: Handful, count: int, hits_on: int) -> Handful:
    """The handful with more dice that hit on this face or above; 7 is no fire."""
    triple, double, single = handful
    if hits_on == 4:
        return triple + count, double, single
    if hits_on == 5:
        return triple, double + count, single
    return (triple, double, single + count) if hits_on == 6 else handful


@cache
def hit_chances(handful: Handful) -> tuple[Fraction, ...]:
    """The exact probability of each number of hits, from none to all."""
    chances = [Fraction(1)]
    for count, lowest in zip(handful, LOWEST, strict=True):
        hit = Fraction(7 - lowest, 6)
        for _ in range(count):
            longer = [Fraction(0)] * (len(chances) + 1)
            for hits, chance in enumerate(chances):
                longer[hits] += chance * (1 - hit)
                longer[hits + 1] += chance * hit
            chances = longer
    return tuple(chances)


@cache
def roll_of(dice: int, hits: int) -> Action:
    """A roll of so many dice that shows so many hits, whatever the firepower: sixes, then ones."""
    return WORDS.roll("roll", (6,) * hits + (1,) * (dice - hits))


@cache
def rolls(handful: Handful) -> tuple[tuple[Action, Fraction], ...]:
    """Every number of hits as a roll, with its probability; of one die every face."""
    dice = sum(handful)
    if dice == 1:
        return tuple((roll, Fraction(1, 6)) for roll in ROLL[1:])
    return tuple((roll_of(dice, hits), chance) for hits, chance in enumerate(hit_chances(handful)))


def count_hits(handful: Handful, faces: tuple[int, ...]) -> int:
    """How many dice of a roll hit. The dice of Triple Fire come first, those of Single Fire last."""
    triple, double, _ = handful
    hits = 0
    for number, face in enumerate(faces):
        lowest = 4 if number < triple else 5 if number < triple + double else 6
        hits += face >= lowest
    return hits


def expected_hits(handful: Handful) -> Fraction:
    return sum((count * Fraction(7 - lowest, 6) for count, lowest in zip(handful, LOWEST, strict=True)), Fraction(0))
