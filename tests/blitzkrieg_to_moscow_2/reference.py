"""The rules a second time: slow, plain, and without a line of the program, to compare it with.

Hexes are texts, sets are Python sets, and every path is walked. Only the data files of map and units are shared.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

_package = files("rasputitsa.games.blitzkrieg_to_moscow_2")
_map = tomllib.loads((_package / "map.toml").read_text(encoding="utf-8"))
_units = tomllib.loads((_package / "pieces.toml").read_text(encoding="utf-8"))["units"]

HEXES = {f"{row:02}{place:02}" for row in range(1, 21) for place in range(1, 13)} - set(_map["grid"]["missing"])
SEA, FOREST, MARSH, MOUNTAIN = (set(_map["spaces"][key]) for key in ("sea", "forest", "marsh", "mountain"))
CITIES, FORTRESSES = set(_map["spaces"]["city"]), set(_map["spaces"]["fortress"])
WATER = {frozenset(side.split("-")) for key in ("lake", "strait") for side in _map["borders"][key]}
RIVERS = {frozenset(side.split("-")) for side in _map["borders"]["river"]}
TOUCHES: dict[str, set[str]] = {box["name"]: set(box["touches"]) for box in _map["box"]}
GERMAN_AREAS = ("north", "center", "south", "romania")
UNITS: dict[str, dict[str, Any]] = {unit["id"]: unit for unit in _units}
ROMANIA_GROUP = {"G-11A", "R-3A", "R-4A"}

Data = dict[str, Any]


def neighbours(hex: str) -> set[str]:
    """Even rows lie half a hex farther east."""
    row, place = int(hex[:2]), int(hex[2:])
    west, east = (place, place + 1) if row % 2 == 0 else (place - 1, place)
    around = [(row, place - 1), (row, place + 1)]
    around += [(near, side) for near in (row - 1, row + 1) for side in (west, east)]
    return {f"{r:02}{p:02}" for r, p in around if r > 0 and p > 0} & HEXES


def distance(a: str, b: str) -> int:
    ring, seen, steps = {a}, {a}, 0
    while b not in ring:
        ring = {near for hex in ring for near in neighbours(hex)} - seen
        seen |= ring
        steps += 1
    return steps


def beside(space: str) -> set[str]:
    """The land hexes next to a hex, but not across water, or next to a rear area (9.3, 10.2.6)."""
    if space in TOUCHES:
        return TOUCHES[space] - SEA
    return {near for near in neighbours(space) - SEA if frozenset((space, near)) not in WATER}


def is_german(unit: str) -> bool:
    return unit[0] in "GR"


def is_tank(unit: str) -> bool:
    return unit.endswith(("PzA", "MC"))


def homes(unit: str) -> set[str]:
    """The rear areas that a unit may go to (10.4)."""
    if not is_german(unit):
        return {"soviet"}
    return {UNITS[unit]["area"]} if "area" in UNITS[unit] else set(GERMAN_AREAS)


def fits(units: set[str]) -> bool:
    """8.1, 8.2: whether units of a side may stand together."""
    if any(map(is_german, units)):
        return len(units) <= 1
    tanks = sum(map(is_tank, units))
    return len(units) <= 3 and tanks <= 2 and len(units) - tanks <= 2


def allowance(unit: str, turn: int) -> int:
    """10.3"""
    if turn == 3:
        return 2
    if turn >= 4 and unit.endswith("PzA"):
        return 3
    return int(UNITS[unit]["movement"])


class Table:
    """A position as the players see it."""

    def __init__(self, data: Data) -> None:
        self.turn: int = data["turn"]
        self.phase: str = data["phase"]
        self.where: dict[str, str] = {
            name: facts["at"] for name, facts in data["units"].items() if facts["at"] in HEXES | set(TOUCHES)
        }
        self.german_cities = set(data["german_cities"])
        self.moved = {record["unit"] for step in data["stack"] for record in step.get("move_records", ())}
        self.found: dict[tuple[str, bool], set[str]] = {}  # barred hexes and sources by side, which take long to find

    def units(self, german: bool) -> set[str]:
        """The units of a side on the map and in its rear areas."""
        return {unit for unit in self.where if is_german(unit) == german}

    def held(self, german: bool) -> set[str]:
        return {self.where[unit] for unit in self.units(german)} & HEXES

    def at(self, space: str) -> set[str]:
        return {unit for unit, there in self.where.items() if there == space}

    def cities(self, german: bool) -> set[str]:
        return self.german_cities if german else CITIES - self.german_cities

    # 9.0

    def has_zone(self, unit: str) -> bool:
        here = self.where[unit]
        if here in CITIES:
            return True
        if here in MARSH or unit.startswith("R-"):
            return False
        return is_german(unit) or is_tank(unit) or "-Gd" in unit

    def zone(self, german: bool) -> set[str]:
        return {near for unit in self.units(german) if self.has_zone(unit) for near in beside(self.where[unit])}

    # 10.0

    def stops(self, unit: str, hex: str) -> bool:
        """10.2.2, 10.2.3"""
        return hex in MARSH | MOUNTAIN or (hex in FOREST and is_tank(unit))

    def walks(self, unit: str, start: str, points: int, begun: bool = False) -> Iterator[tuple[str, int]]:
        """Every space that some walk leads to, with the hexes spent, by trying every walk."""
        enemies, zone = self.held(not is_german(unit)), self.zone(not is_german(unit))
        todo, seen = [(start, 0)], {(start, 0)}
        while todo:
            here, spent = todo.pop()
            if spent and (here in zone or here in TOUCHES or self.stops(unit, here)):
                continue
            leaving = not begun and not spent and here in zone
            steps = {there for there in beside(here) - enemies if not (leaving and there in zone)}
            steps |= {area for area in homes(unit) if here in TOUCHES[area]}
            for there in steps:
                new = (there, spent + 1)
                if new[1] <= points and new not in seen:
                    seen.add(new)
                    todo.append(new)
                    yield new

    def reached(self, unit: str, start: str, points: int, begun: bool = False) -> dict[str, int]:
        """The spaces a unit can get to, with the least cost of each."""
        found: dict[str, int] = {}
        for space, spent in self.walks(unit, start, points, begun):
            found[space] = min(spent, found.get(space, spent))
        found.pop(start, None)
        return found

    def may_move(self, german: bool) -> set[str]:
        ready = self.units(german) - self.moved
        if self.turn == 1:
            ready -= ROMANIA_GROUP
        return {unit for unit in ready if self.reached(unit, self.where[unit], 1)}

    # 13.2

    def barred(self, german: bool) -> set[str]:
        """13.2.3: the hexes that no supply line of a side enters."""
        if ("barred", german) not in self.found:
            enemy = not german
            barred = self.held(enemy) | self.cities(enemy) | (self.zone(enemy) - self.held(german))
            self.found["barred", german] = barred
        return self.found["barred", german]

    def traces(self, hex: str, german: bool, sources: set[str]) -> bool:
        """13.2.2: whether a line of at most five hexes leads from a hex to a rear area or to one of these cities."""
        areas = GERMAN_AREAS if german else ("soviet",)
        barred = self.barred(german)
        ring, seen = {hex}, {hex}
        for _ in range(5):
            if any(here in TOUCHES[area] for here in ring for area in areas):
                return True
            ring = {near for here in ring for near in beside(here)} - seen - barred
            seen |= ring
            if ring & sources:
                return True
        return False

    def sources(self, german: bool) -> set[str]:
        """13.2.1: the cities of a side that are supply sources."""
        if ("sources", german) not in self.found:
            found: set[str] = set()
            while new := {city for city in self.cities(german) - found if self.traces(city, german, found)}:
                found |= new
            self.found["sources", german] = found
        return self.found["sources", german]

    def supplied(self, unit: str) -> bool:
        german = is_german(unit)
        return self.where[unit] in TOUCHES or self.traces(self.where[unit], german, self.sources(german))

    # 6.3

    def rail_ends(self, unit: str) -> set[str]:
        """Where a unit alone could go by rail."""
        here, sources = self.where[unit], self.sources(is_german(unit))
        if self.turn == 1 and unit in ROMANIA_GROUP:
            return set()
        if here in TOUCHES:
            return sources
        return (sources - {here}) | homes(unit) if here in sources else set()
