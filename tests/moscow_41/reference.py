"""The same rules told a second time, with plain sets and dicts and without a line of the engine's code.

For random positions it works out control networks, isolation, Logistics Values, ranges, movement and losses.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

_package = files("rasputitsa.games.moscow_41")
_map = tomllib.loads((_package / "map.toml").read_text(encoding="utf-8"))
_pieces = tomllib.loads((_package / "pieces.toml").read_text(encoding="utf-8"))

AREAS = {row["id"]: row for row in _map["areas"]}
NEAR = {name: row["neighbours"].split() for name, row in AREAS.items()}
KIND = {name: row["kind"] for name, row in AREAS.items()}
BLOCKS = {row["id"]: row for row in _pieces["units"]}
EDGES = {name: text.split() for name, text in _map["edges"].items()}
VICTORY = [name for name, kind in KIND.items() if kind == "victory"] + ["kiev", "leningrad"]


class Table:
    """A position as a person would see it."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.blocks = {name: facts for name, facts in data["units"].items() if name in BLOCKS}
        self.german = set(data["german"])
        self.lines = {"german": set(data["german_lines"]), "soviet": set(data["soviet_lines"])}
        self.weather = ("sunny", "rain", "snow", "blizzard")[data["weather"]]
        self.options = {name for name, value in data["options"].items() if value == "on"}

    def side(self, name: str) -> str:
        return str(BLOCKS[name]["side"])

    def units_in(self, side: str, area: str) -> list[str]:
        """Blocks but for leaders, and "line"."""
        found = [
            name
            for name, facts in self.blocks.items()
            if facts["at"] == area and self.side(name) == side and BLOCKS[name]["type"] != "leader"
        ]
        return found + (["line"] if area in self.lines[side] else [])

    def owner(self, area: str) -> str:
        return "german" if area in self.german else "soviet"

    def contested(self, area: str) -> bool:
        return bool(self.units_in("german", area)) and bool(self.units_in("soviet", area))

    def free(self, side: str, area: str) -> bool:
        """Friendly and without enemies."""
        enemy = "soviet" if side == "german" else "german"
        return self.owner(area) == side and not self.units_in(enemy, area)

    def sources(self, side: str) -> set[str]:
        if side == "german":
            return {"16A", "9A", "4A", "2A"}
        found = set(EDGES["east"])
        if "leningrad" not in self.german:
            found |= set(EDGES["north-east"])
            if "shlisselburg" not in self.german:
                found |= set(EDGES["north-west"])
        if "kiev" not in self.german:
            found |= set(EDGES["south"])
        return found | ({"63"} if "moscow" in self.options else set())

    def supplied(self, side: str, area: str) -> bool:
        """Walk from the area until a source is found."""
        starts = [area] if self.free(side, area) else [n for n in NEAR[area] if self.free(side, n)]
        if not self.free(side, area) and not self.contested(area):
            return False
        seen, to_do, ends = set(starts), list(starts), self.sources(side)
        while to_do:
            here = to_do.pop()
            if here in ends:
                return True
            for there in NEAR[here]:
                if there not in seen and self.free(side, there):
                    seen.add(there)
                    to_do.append(there)
        return False

    def isolated(self, side: str) -> set[str]:
        return {
            name
            for name, facts in self.blocks.items()
            if self.side(name) == side
            and BLOCKS[name]["type"] != "leader"
            and facts["at"] in AREAS
            and not self.supplied(side, facts["at"])
        }

    def logistics_value(self, side: str) -> int:
        total = 0
        for name, facts in self.blocks.items():
            kind, in_play = BLOCKS[name]["type"], facts["at"] in AREAS or facts["at"] in BOXES
            if self.side(name) == side and in_play:
                if kind == "leader":
                    total += facts["strength"]
                elif kind in ("hq", "air") and facts["strength"]:
                    total += 1
        total += sum(1 for place in VICTORY if self.owner(place) == side)
        enemy = "soviet" if side == "german" else "german"
        gone = [name for name, facts in self.blocks.items() if facts["at"] == "eliminated" and self.side(name) == enemy]
        total += len(gone) // 10
        both = all(self.owner(place) == side for place in ("63", "leningrad"))
        if self.weather == "rain" or (self.weather in ("snow", "blizzard") and not both):
            total //= 2
        return total

    def attack_strength(self, name: str) -> int:
        strength = int(self.blocks[name]["strength"])
        if not strength or self.weather == "sunny":
            return strength
        if self.weather == "rain":
            return 1
        if self.side(name) == "soviet":
            return strength
        if name == "G-W-AZUL" and "divisions" in self.options:
            return strength if self.weather == "snow" else max(1, strength // 2)
        return max(1, strength // (2 if self.weather == "snow" else 4))

    def in_range(self, hq: str) -> set[str]:
        """Areas at most so far away by a way that passes friendly, uncontested areas only."""
        side, start = self.side(hq), self.blocks[hq]["at"]
        distance = {start: 0}
        ring = [start]
        for steps in range(1, self.attack_strength(hq) + 1):
            following = []
            for here in ring:
                if here != start and not self.free(side, here):
                    continue
                for there in NEAR[here]:
                    if there not in distance:
                        distance[there] = steps
                        following.append(there)
            ring = following
        return set(distance)

    def cost(self, name: str, area: str) -> int:
        if self.weather == "rain":
            return 2 if BLOCKS[name]["type"] == "cavalry" and "cavalry" in self.options else 3
        if self.weather in ("snow", "blizzard"):
            return 2
        return 1 if KIND[area] in ("green", "staging") else 2

    def points(self, name: str) -> int:
        row = BLOCKS[name]
        if row["speed"] == "fast":
            return 5
        division = row["side"] == "german" and row.get("size") == "division"
        return 4 if division and "divisions" in self.options else 3

    def reach(self, name: str, engaging: bool) -> dict[str, int]:
        """The cheapest cost of every area that a block can enter."""
        side, start = self.side(name), self.blocks[name]["at"]
        enemy = "soviet" if side == "german" else "german"
        best = {start: 0}
        to_do = [start]
        while to_do:
            here = min(to_do, key=lambda area: best[area])
            to_do.remove(here)
            if here != start and self.units_in(enemy, here):
                continue
            leaving = here == start and bool(self.units_in(enemy, start))
            for there in NEAR[here]:
                if KIND[there] == "staging" and side == "soviet":
                    continue
                if leaving and not self.free(side, there):
                    continue
                if not engaging and self.units_in(enemy, there):
                    continue
                total = best[here] + self.cost(name, there) + (1 if leaving else 0)
                if total <= self.points(name) and total < best.get(there, 99):
                    best[there] = total
                    if there not in to_do:
                        to_do.append(there)
        del best[start]
        return best


BOXES = {row["id"] for row in _map["box"]}


def losses(strengths: list[tuple[str, int]], hits: int, line: bool, absorb: int) -> tuple[bool, list[int]]:
    """What is left after hits: whether the line stands, and the strengths in falling order. An HQ goes 4, 3, 2, 0."""
    hits = max(0, hits - absorb)
    if line and hits:
        line, hits = False, hits - 1
    blocks: list[tuple[str, int]] = list(strengths)
    while hits and blocks:
        blocks.sort(key=lambda block: -block[1])
        kind, value = blocks[0]
        if value == 0 or (value == 1 and kind == "combat"):
            blocks.pop(0)
        else:
            blocks[0] = kind, 0 if kind == "hq" and value == 2 else value - 1
        hits -= 1
    return line, sorted((value for _, value in blocks), reverse=True)
