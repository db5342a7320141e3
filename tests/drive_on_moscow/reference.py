"""A second, plain telling of the rules of supply, odds, concentric attacks and retreats, to compare the game with.

It reads the data files by itself and knows only sets, dicts and names of hexes: nothing of the game's code is used.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from itertools import pairwise

FILES = files("rasputitsa.games.drive_on_moscow")
MAP = tomllib.loads((FILES / "map.toml").read_text(encoding="utf-8"))
TABLES = tomllib.loads((FILES / "tables.toml").read_text(encoding="utf-8"))

COLUMNS, ROWS = 40, 45
HEXES = {f"{column:02d}{row:02d}" for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)}
CITY_HEXES = {name for names in MAP["cities"].values() for name in names}
MOSCOW = set(MAP["cities"]["Moscow"])
FORTS = {name for names in MAP["fortifications"].values() for name in names}
EAST = set(MAP["supply"])
WEST = {f"01{row:02d}" for row in range(1, ROWS + 1)}


def terrain_of() -> dict[str, str]:
    found = {}
    for line in MAP["terrain"]["rows"].strip().split("\n"):
        row, drawn = line.split(" ")
        for column, letter in enumerate(drawn.replace("|", ""), 1):
            found[f"{column:02d}{row}"] = letter
    return found


TERRAIN = terrain_of()


def sides_of(table: str) -> set[frozenset[str]]:
    return {
        frozenset(pair) for chains in MAP[table].values() for chain in chains for pair in pairwise(chain.split("-"))
    }


RIVERS, RESERVOIRS = sides_of("rivers"), sides_of("reservoirs")


def ring(name: str) -> list[str]:
    """The six places around a hex, clockwise from the north, on the map or not."""
    column, row = int(name[:2]), int(name[2:])
    up = row if column % 2 == 0 else row - 1
    around = [
        (column, row - 1), (column + 1, up), (column + 1, up + 1),
        (column, row + 1), (column - 1, up + 1), (column - 1, up),
    ]  # fmt: skip
    return [f"{c:02d}{r:02d}" for c, r in around]


def neighbours(name: str) -> list[str]:
    return [other for other in ring(name) if other in HEXES]


def distance(one: str, other: str) -> int:
    """By cube coordinates."""

    def cube(name: str) -> tuple[int, int, int]:
        column, row = int(name[:2]), int(name[2:])
        x = column
        z = row - (column + column % 2) // 2
        return x, -x - z, z

    return max(abs(a - b) for a, b in zip(cube(one), cube(other), strict=True))


def zone(german: set[str]) -> set[str]:
    """7.0, 7.1"""
    return {other for name in german for other in neighbours(name) if frozenset((name, other)) not in RESERVOIRS}


def connected(starts: set[str], passable: set[str], over_reservoirs: bool) -> set[str]:
    found = set(starts & passable)
    waiting = list(found)
    while waiting:
        name = waiting.pop()
        for other in neighbours(name):
            barred = not over_reservoirs and frozenset((name, other)) in RESERVOIRS
            if other in passable and other not in found and not barred:
                found.add(other)
                waiting.append(other)
    return found


def german_supply(german: set[str], soviet: set[str], control: set[str]) -> set[str]:
    """8.2, 8.3, 8.4: the hexes where German units are supplied."""
    passable = {name for name in HEXES if name not in soviet and (name not in CITY_HEXES or name in control)}
    return connected(WEST & control, passable, over_reservoirs=False)


def soviet_passable(german: set[str], soviet: set[str], control: set[str]) -> set[str]:
    covered = zone(german)
    return {
        name
        for name in HEXES
        if name not in german
        and not (name in CITY_HEXES and name in control)
        and (name not in covered or name in soviet)
    }


def soviet_supply(german: set[str], soviet: set[str], control: set[str]) -> set[str]:
    """8.2, 8.3, 8.4: the hexes from which a line leads to a source on the map edge."""
    net = connected(EAST - control, soviet_passable(german, soviet, control), over_reservoirs=True)
    return net | {other for name in net for other in neighbours(name)}


def moscow_cut_off(german: set[str], soviet: set[str], control: set[str]) -> bool:
    """4.2"""
    return not MOSCOW & soviet_supply(german, soviet, control)


def odds(attack: int, defense: int) -> int:
    """11.7, 11.8 on a ladder where 1:1 is 0: counted up, not divided."""
    if attack >= defense:
        times = 0
        while attack >= defense * (times + 1):
            times += 1
        return times - 1
    times = 1
    while attack * times < defense:
        times += 1
    return 1 - times


def concentric(target: str, origins: set[str]) -> bool:
    """11.20"""
    places = [number for number, name in enumerate(ring(target)) if name in origins]
    if len(places) > 3:
        return True
    if any((a - b) % 6 == 3 for a in places for b in places):
        return True
    return len(places) == 3 and all((b - a) % 6 == 2 for a, b in zip(places, [*places[1:], places[0]], strict=True))


def retreat_hexes(
    target: str,
    defender: str,
    size: int,
    wheels: bool,
    german: dict[str, int],
    soviet: dict[str, int],
    control: set[str],
    launch: str = "",
    assaulting: int = 0,
) -> set[str]:
    """11.25, 11.26, 10.22: where a whole force of so many units may retreat. ``wheels``: some may not enter marsh."""
    own, enemy = (german, soviet) if defender == "german" else (soviet, german)
    enemy_control = HEXES - control if defender == "german" else control
    covered: set[str] = set()
    if defender == "soviet":
        others = {name for name, count in german.items() if name != launch or count > assaulting}
        covered = zone(others)
    good = set()
    for name in neighbours(target):
        if frozenset((target, name)) in RESERVOIRS or name in enemy or name in covered or name == launch:
            continue
        if name in CITY_HEXES & enemy_control or (wheels and TERRAIN[name] == "m"):
            continue
        if own.get(name, 0) + size <= 5:
            good.add(name)
    if launch:
        around = ring(target)
        back = around.index(launch)
        for turn in (3, 2, 1):
            best = {around[(back + turn) % 6], around[(back - turn) % 6]} & good
            if best:
                return best
        return set()
    sources = (WEST & control) if defender == "german" else (EAST - control)

    def to_source(name: str) -> int:
        return min(distance(name, source) for source in sources)

    closer = {name for name in good if sources and to_source(name) < to_source(target)}
    return closer or good
