"""An independent implementation of the rules, slow and plain, to compare the program with.

Hexes are texts, sets are Python sets, and every path is walked. Only the map's data file is shared.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from importlib.resources import files
from typing import Any

_package = files("rasputitsa.games.battle_for_moscow")
_map = tomllib.loads((_package / "map.toml").read_text(encoding="utf-8"))

HEXES = {
    f"{column:02}{row:02}"
    for column, length in enumerate(_map["grid"]["lengths"], 1)
    for row in range(1, length + 1)
}  # fmt: skip
FOREST = set(_map["spaces"]["forest"])
CITIES = set(_map["spaces"]["city"])
MAJOR = {"1103", "1107"}
FORTS = set(_map["spaces"]["fortification"])
WEST, RED = set(_map["spaces"]["west_edge"]), set(_map["spaces"]["red_edge"])
RIVERS = {frozenset(side.split("-")) for side in _map["borders"]["river"]}
RAILS = {
    frozenset(pair)
    for line in _map["borders"]["rail"]
    for pair in zip(line.split("-"), line.split("-")[1:], strict=False)
}
PANZERS = {"24pz", "40pz", "41pz", "46pz", "47pz", "48pz", "56pz", "57pz"}
STRENGTHS = {
    "5ak": 6, "6ak": 5, "7ak": 7, "8ak": 7, "9ak": 7, "12ak": 5, "13ak": 6, "20ak": 6, "23ak": 8, "27ak": 6,
    "34ak": 4, "35ak": 8, "42ak": 4, "53ak": 6, "24pz": 12, "40pz": 8, "41pz": 12, "46pz": 10, "47pz": 9,
    "48pz": 8, "56pz": 9, "57pz": 12, "1sh": 10,
    **{f"{number}a": 8 for number in (3, 5, 10, 13, 16, 19, 20, 24, 29, 30, 32, 33, 40, 43, 49, 50)},
}  # fmt: skip

Data = dict[str, Any]


def neighbours(hex: str) -> set[str]:
    """Even columns lie half a hex lower."""
    column, row = int(hex[:2]), int(hex[2:])
    upper, lower = (row, row + 1) if column % 2 == 0 else (row - 1, row)
    around = [(column, row - 1), (column, row + 1)]
    around += [(side, near) for side in (column - 1, column + 1) for near in (upper, lower)]
    return {f"{c:02}{r:02}" for c, r in around if c > 0 and r > 0} & HEXES


def distance(a: str, b: str) -> int:
    ring, seen, steps = {a}, {a}, 0
    while b not in ring:
        ring = {near for hex in ring for near in neighbours(hex)} - seen
        seen |= ring
        steps += 1
    return steps


class Table:
    """A position as the players see it."""

    def __init__(self, data: Data) -> None:
        self.turn: int = data["turn"]
        self.phase: str = data["phase"]
        self.mud = self.turn in (3, 4)
        self.where = {name: facts["at"] for name, facts in data["units"].items() if facts["at"].isdigit()}
        self.full = {name: facts["step"] == "full" for name, facts in data["units"].items()}
        self.german_cities = set(data["german_cities"])
        self.moved = {record["unit"] for step in data["stack"] for record in step.get("move_records", ())}

    def german(self, unit: str) -> bool:
        return unit.endswith(("ak", "pz"))

    def units(self, german: bool) -> set[str]:
        return {unit for unit in self.where if self.german(unit) == german}

    def held(self, german: bool) -> set[str]:
        return {self.where[unit] for unit in self.units(german)}

    def zone(self, german: bool) -> set[str]:
        return {near for hex in self.held(german) for near in neighbours(hex)}

    def strength(self, unit: str) -> int:
        return STRENGTHS[unit] if self.full[unit] else STRENGTHS[unit] // 2

    # 8.0

    def walks(self, unit: str, start: str, points: int) -> Iterator[tuple[str, int]]:
        """Every hex that some walk leads to, with the points spent, by trying every walk."""
        rail = self.phase == "rail-movement"
        enemies, zone = self.held(not self.german(unit)), self.zone(not self.german(unit))
        todo, seen = [(start, 0)], {(start, 0)}
        while todo:
            here, spent = todo.pop()
            if spent and here in zone:
                continue
            for there in neighbours(here) - enemies:
                if rail and frozenset((here, there)) not in RAILS:
                    continue
                cost = 1 if rail or self.mud else 2 if there in FOREST else 1
                new = (there, spent + cost)
                if new[1] <= points and new not in seen:
                    seen.add(new)
                    todo.append(new)
                    yield new

    def reached(self, unit: str, start: str, points: int) -> dict[str, int]:
        """The hexes a unit can get to, with the least cost of each."""
        found: dict[str, int] = {}
        for hex, spent in self.walks(unit, start, points):
            found[hex] = min(spent, found.get(hex, spent))
        return found

    def most_cities(self, unit: str, goal: str) -> int:
        """How many enemy cities the best of the cheapest routes to a hex enters, by trying every route."""
        start, german = self.where[unit], self.german(unit)
        cost = self.reached(unit, start, self.allowance(unit))[goal]
        theirs = CITIES - self.german_cities if german else self.german_cities
        rail = self.phase == "rail-movement"
        enemies, zone = self.held(not german), self.zone(not german)
        best = 0
        todo: list[tuple[tuple[str, ...], int]] = [((start,), 0)]
        while todo:
            path, spent = todo.pop()
            if path[-1] == goal and spent == cost:
                best = max(best, len(set(path[1:]) & theirs))
            if spent and path[-1] in zone:
                continue
            for there in neighbours(path[-1]) - enemies:
                if not rail or frozenset((path[-1], there)) in RAILS:
                    total = spent + (1 if rail or self.mud or there not in FOREST else 2)
                    if total <= cost:
                        todo.append(((*path, there), total))
        return best

    def allowance(self, unit: str) -> int:
        if self.mud and self.phase != "rail-movement":
            return 1
        return 6 if unit in PANZERS else 4

    def qualifies(self, unit: str) -> bool:
        if self.phase == "panzer-movement":
            return unit in PANZERS
        if self.phase == "rail-movement":
            return any(self.where[unit] in rail for rail in RAILS)
        return True

    def may_move(self, german: bool) -> set[str]:
        """The units that may still move and have somewhere to end (8.2.2)."""
        ready = {unit for unit in self.units(german) - self.moved if self.qualifies(unit)}
        while True:
            able = {unit for unit in ready if self.ends(unit, self.where[unit], self.allowance(unit), ready)}
            if able == ready:
                return ready
            ready = able

    def ends(self, unit: str, start: str, points: int, ready: set[str]) -> set[str]:
        """Where a unit may end its move: not on a friend that cannot move off."""
        stuck = {self.where[friend] for friend in self.units(self.german(unit)) - ready - {unit}}
        return set(self.reached(unit, start, points)) - stuck - {start}

    def clicks(self, unit: str, start: str, points: int, ready: set[str]) -> set[str]:
        """Where a click may lead: where the unit may end, or to a friend from which it can go on."""
        ends = self.ends(unit, start, points, ready)
        zone = self.zone(not self.german(unit))
        pauses = {
            hex
            for hex, spent in self.reached(unit, start, points).items()
            if hex != start and hex not in zone and self.ends(unit, hex, points - spent, ready)
        }
        return ends | pauses

    # 9.0

    def column(self, hex: str, attackers: list[str]) -> int:
        """The column of the table, 0 or less where nothing happens."""
        defender = next(unit for unit, there in self.where.items() if there == hex)
        tanks = Fraction(sum(self.strength(unit) for unit in attackers if unit in PANZERS))
        foot = sum(self.strength(unit) for unit in attackers if unit not in PANZERS)
        total = foot + (tanks / 2 if self.mud else tanks)
        odds = min(int(total / self.strength(defender)), 6)
        odds -= hex in FOREST
        odds -= hex in MAJOR
        odds -= hex in FORTS and not self.german(defender)
        odds -= all(frozenset((hex, self.where[unit])) in RIVERS for unit in attackers)
        return odds

    def retreats(self, unit: str) -> dict[str, set[tuple[str, str]]]:
        """9.3: every path of two hexes that is open, by class: free, costly, deadly."""
        start = self.where[unit]
        mine = self.german(unit)
        enemies, friends, zone = self.held(not mine), self.held(mine), self.zone(not mine)
        found: dict[str, set[tuple[str, str]]] = {"free": set(), "costly": set(), "deadly": set()}
        for first in neighbours(start) - enemies:
            for last in neighbours(first) - enemies - friends:
                if distance(start, last) == 2:
                    kind = "deadly" if last in zone else "costly" if first in zone else "free"
                    found[kind].add((first, last))
        return found

    # 10.0

    def communicates(self, hex: str, german: bool) -> bool:
        """Whether a path leads from a hex to the side's edge."""
        edge = WEST if german else RED
        barred = self.held(not german) | self.zone(not german)
        todo, seen = [hex], {hex}
        while todo:
            here = todo.pop()
            if here in edge:
                return True
            for near in neighbours(here) - seen - barred:
                seen.add(near)
                todo.append(near)
        return False
