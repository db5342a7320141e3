"""15.2 and 15.3: set-ups placed by hand at random, against the lists of the rulebook."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rasputitsa.games.moscow_41.state import Moscow41State

from .helpers import GAME, legal
from .reference import BLOCKS, KIND, NEAR

SEEDS = range(6)
CONTESTED = {"4", "15", "17", "31"}
STACKING = {"green": 4, "yellow": 2, "victory": 2, "staging": 99}


def set_up(scenario: str, seed: int) -> dict[str, Any]:
    """The position after a set-up with random draws and random places."""
    state = GAME.start(scenario)
    assert isinstance(state, Moscow41State)
    rng = Random(seed)
    while not state.phase:
        state.take(rng.choice([name for name in legal(state) if name not in ("offer", "cancel")]))
    return state.position()


class Side:
    """The blocks of a side after the set-up."""

    def __init__(self, data: dict[str, Any], name: str) -> None:
        self.units, self.name = data["units"], name

    def blocks(self, colour: str) -> list[str]:
        """The combat blocks of a colour, but for the N blocks."""
        own = {name: row for name, row in BLOCKS.items() if row["side"] == self.name and row.get("letter") != "N"}
        return [name for name, row in own.items() if row.get("colour") == colour and "fire" in row]

    def at(self, name: str) -> str:
        return str(self.units[name]["at"])

    def strength(self, name: str) -> int:
        return int(self.units[name]["strength"])

    def on_map(self, colour: str) -> list[str]:
        return [name for name in self.blocks(colour) if self.at(name) in KIND]

    def count(self, colour: str, place: str) -> int:
        return sum(self.at(name) == place for name in self.blocks(colour))

    def others(self, colour: str, hq: str) -> list[str]:
        """The areas of the blocks that are not in the area of their HQ; all are adjacent to it."""
        found = [self.at(name) for name in self.on_map(colour) if self.at(name) != hq]
        assert set(found) <= set(NEAR[hq])
        return found


def full(name: str) -> int:
    return 1 if BLOCKS[name].get("remnant") else len(BLOCKS[name]["fire"])


def check_places(data: dict[str, Any]) -> None:
    """2.7, 15.0: nobody overstacks, everybody is on his own side, and the lines are where they may be."""
    german = set(data["german"])
    stacks: Counter[tuple[str, str]] = Counter()
    for name, facts in data["units"].items():
        assert facts["at"] != "hand"
        if name in BLOCKS and facts["at"] in KIND:
            side = BLOCKS[name]["side"]
            stacks[side, facts["at"]] += 1
            assert (facts["at"] in german) == (side == "german") or facts["at"] in CONTESTED
    assert all(count <= STACKING[KIND[area]] for (_, area), count in stacks.items())
    assert len(data["german_lines"]) == 5 and len(data["soviet_lines"]) == 10
    assert not set(data["soviet_lines"]) & german
    assert all(area in german and set(NEAR[area]) - german for area in data["german_lines"]), "along the front"


@pytest.mark.rule("moscow-41", "15.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_typhoon_by_hand(seed: int) -> None:
    data = set_up("typhoon", seed)
    check_places(data)
    soviet, german = Side(data, "soviet"), Side(data, "german")
    assert (soviet.count("white", "eliminated"), soviet.count("white", "pool")) == (4, 4)
    white = soviet.on_map("white")
    assert len(white) == 15 and all(soviet.strength(name) == full(name) for name in white)
    assert {"96", "157", "162", "94", "47", "73"} <= {soviet.at(name) for name in white}
    for colour, hq, pool, count in (("red", "45", 1, 6), ("blue", "70", 5, 7), ("green", "117", 0, 6)):
        assert soviet.count(colour, "pool") == pool and soviet.count(colour, hq) == 1
        assert len(set(soviet.others(colour, hq))) == count - 1, "one each"
        assert {soviet.strength(name) for name in soviet.on_map(colour)} == {1}
    for colour, hq in (("brown", "28"), ("pink", "42"), ("light blue", "90"), ("yellow", "114")):
        assert german.count(colour, hq) == 1
        assert len(set(german.others(colour, hq))) == len(german.blocks(colour)) - 1, "one each"
        for name in german.blocks(colour):
            assert german.strength(name) == (full(name) if german.at(name) == hq else 2)
    for colour, hq in (("blue", "101"), ("green", "67"), ("red", "154")):
        german.others(colour, hq)
        assert all(german.strength(name) == full(name) for name in german.blocks(colour))
    assert german.count("white", "pool") == 3 and german.at("G-W-48") in KIND
    for name in german.on_map("white"):
        assert german.strength(name) == 2 and set(NEAR[german.at(name)]) - set(data["german"]), "along the front"


WEAKER = {"G-2Pg-DR": 2, "G-2Pg-1C": 2, "G-3Pg-LEHR": 2, "G-4Pg-TT": 2, "G-2Pg-GD": 1}


@pytest.mark.rule("moscow-41", "15.3")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_last_gasp_by_hand(seed: int) -> None:
    data = set_up("gasp", seed)
    check_places(data)
    soviet, german = Side(data, "soviet"), Side(data, "german")
    assert (soviet.count("white", "eliminated"), soviet.count("white", "pool")) == (11, 5)
    assert all(soviet.strength(name) == full(name) for name in soviet.on_map("white"))
    november = [name for name, row in BLOCKS.items() if row.get("letter") == "N"]
    assert all(soviet.at(name) in KIND and soviet.strength(name) == full(name) for name in november)
    for colour, hq in (("brown", "14"), ("pink", "58"), ("light blue", "84"), ("yellow", "117")):
        assert german.count(colour, hq) == 1 and german.others(colour, hq)
        for name in german.blocks(colour):
            assert german.strength(name) == (3 if german.at(name) == hq else 2)
    for colour, hq in (("blue", "71"), ("green", "59"), ("red", "134")):
        german.others(colour, hq)
        assert all(german.strength(name) == WEAKER.get(name, 3) for name in german.on_map(colour))
    engaged = {name for name in german.on_map("white") if german.at(name) in CONTESTED}
    assert {german.at(name) for name in engaged} == CONTESTED and engaged == set(data["revealed"])
    assert len(german.on_map("white")) == 12 and {german.strength(name) for name in german.on_map("white")} == {2}
