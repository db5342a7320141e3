"""Random positions: units thrown on a part of the map, with any hands, in any phase."""

from __future__ import annotations

from random import Random
from typing import Any

from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState

from . import reference
from .helpers import CORPS, GAME, PHASES, UNITS

LAND = reference.HEXES - reference.SEA
SIDES = {"german": "G", "soviet": "S"}


def random_units(rng: Random, radius: int, most: int = len(UNITS)) -> dict[str, dict[str, Any]]:
    """Units of both sides within legal stacks around some hex, and a few of them elsewhere."""
    board = GAME.board
    centre = board.ids[rng.choice(sorted(LAND))]
    near = [hex for hex in board.names_of(board.within(centre, radius)) if hex in LAND]
    units: dict[str, dict[str, Any]] = {}
    stacks: dict[str, set[str]] = {}
    for name in rng.sample(UNITS, rng.randint(min(4, most), most)):
        place = rng.choice(near)
        if rng.random() < 0.1:
            place = rng.choice(sorted(reference.homes(name)))
        elif rng.random() < 0.1:
            place = rng.choice(("track", "surrendered"))
        stack = stacks.setdefault(place, set())
        if place in LAND and (
            any(reference.is_german(other) != reference.is_german(name) for other in stack)
            or not reference.fits(stack | {name})
        ):
            continue
        stack.add(name)
        units[name] = {"at": place}
        if place == "track":
            units[name]["due"] = rng.randint(1, 7)
        elif place != "surrendered":
            units[name]["side"] = "fresh" if name in CORPS else rng.choice(("fresh", "spent"))
    return units


def cities_of(rng: Random, units: dict[str, dict[str, Any]]) -> list[str]:
    """German cities: those that Germans hold, and any where nobody is."""
    holders = {facts["at"]: reference.is_german(name) for name, facts in units.items()}
    return [city for city in sorted(reference.CITIES) if holders.get(city, rng.random() < 0.5)]


def random_data(rng: Random, phase: str | None = None, turn: int | None = None, radius: int = 0) -> dict[str, Any]:
    """A position as plain data, at the beginning of a phase."""
    units = random_units(rng, radius or rng.randint(2, 7))
    cards = {side: rng.sample([f"{letter}{n}" for n in range(1, 7)], 6) for side, letter in SIDES.items()}
    held = {side: rng.randint(0, 5) for side in SIDES}
    german = cities_of(rng, units)
    hero = rng.choice((None, None, *rng.sample(sorted(reference.CITIES), 2)))
    return {
        "turn": turn or rng.randint(1, 6),
        "phase": phase or rng.choice(PHASES[1:]),
        "units": units,
        "german_cities": german,
        "hands": sorted(card for side in SIDES for card in cards[side][: held[side]]),
        "played": sorted(card for side in SIDES for card in cards[side][held[side] + 1 :]),
        "hero": hero,
        "hero_stands": hero is not None and hero not in german,
        "moscow_fell": rng.random() < 0.5,
        "options": {option.name: rng.choice(option.choices) for option in GAME.options},
    }


def random_position(rng: Random, phase: str | None = None, turn: int | None = None, radius: int = 0) -> BlitzkriegState:
    """The state of such a position, or of a later moment if nothing can be done in its phase."""
    return GAME.position(random_data(rng, phase, turn, radius))
