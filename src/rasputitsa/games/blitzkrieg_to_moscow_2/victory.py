"""4.0 Victory conditions."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ...core import Outcome
from ...core.numbers import counted
from ...core.sets import contains, members
from ...core.view import ScoreLine
from .facts import ALL_OF, BOARD, FIRST_HEX, FORTRESSES, GERMAN, POOL, SIDES, SOVIET, SURRENDERED, TANKS
from .net import supply_net
from .state import BlitzkriegState

TO_WIN = 9


class Item(NamedTuple):
    """One line of the score sheet."""

    text: str
    points: int
    rule: str

    def data(self) -> ScoreLine:
        return {"text": self.text, "points": self.points, "rule": self.rule}


def score(state: BlitzkriegState) -> list[Item]:
    """What the German player would score now, line by line."""
    return [*city_items(state), *unit_items(state)]


def city_items(state: BlitzkriegState) -> list[Item]:
    """4.1: cities in German hands that can trace supply; fortresses and the Hero City count double."""
    sources, _ = supply_net(state, GERMAN)
    return [
        worth(state, city) if contains(sources, city) else unsupplied_city(city)
        for city in members(state.german_cities)
    ]


@cache
def unsupplied_city(city: int) -> Item:
    return Item(f"{BOARD.by_id[city].title}, without supply", 0, "4.1")


def worth(state: BlitzkriegState, city: int) -> Item:
    """4.1, 14.2.2: what a city counts for the Germans."""
    return city_worth(city, city == state.hero, state.hero_stands)


@cache
def city_worth(city: int, hero: bool, hero_stands: bool) -> Item:
    name = BOARD.by_id[city].title
    if contains(FORTRESSES, city):
        return Item(f"{name}, a fortress city", 2, "4.1")
    if hero:
        return Item(f"{name}, {'the' if hero_stands else 'once the'} Hero City", 2, "14.2.2")
    return Item(name, 1, "4.1")


def still_open(state: BlitzkriegState) -> list[Item]:
    """What the Germans could still win: the cities in Soviet hands."""
    return [worth(state, city) for city in members(state.cities_of(SOVIET))]


def verdict(points: int) -> str:
    """Who would win if the game ended now."""
    if points >= TO_WIN:
        return f"If the game ended now, the Germans would win: {TO_WIN} points are enough."
    missing = TO_WIN - points
    return f"If the game ended now, the Soviets would win: the Germans need {missing} more."


def unit_items(state: BlitzkriegState) -> list[Item]:
    """4.1: two fresh tank units on the map are worth a point; units out of play cost points."""
    lines = []
    tanks = [unit for unit in members(ALL_OF[GERMAN] & TANKS & state.fresh) if state.where[unit] >= FIRST_HEX]
    if tanks:
        lines.append(Item(f"Fresh German tank units on the map: {len(tanks)}", len(tanks) // 2, "4.1"))
    lost = (state.at[POOL] | state.at[SURRENDERED]) & ALL_OF[GERMAN]
    infantry, panzers = (lost & ~TANKS).bit_count(), (lost & TANKS).bit_count()
    if infantry:
        lines.append(Item(f"German and Romanian infantry out of play: {infantry}", -((infantry + 1) // 2), "4.1"))
    if panzers:
        lines.append(Item(f"German tank units out of play: {panzers}", -panzers, "4.1"))
    return lines


def total(state: BlitzkriegState) -> int:
    return sum(item.points for item in score(state))


def judge(state: BlitzkriegState) -> Outcome:
    """The result at the end of the last turn."""
    points = total(state)
    scored = f"The Germans score {counted(points, 'point')}".replace("-", "−")
    if points >= TO_WIN:
        return Outcome(SIDES[GERMAN], f"{scored}; {TO_WIN} are enough.", "4.0")
    return Outcome(SIDES[SOVIET], f"{scored}; {TO_WIN} were needed.", "4.0")
