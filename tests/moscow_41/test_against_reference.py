"""Random positions: the engine against the plain reference."""

from __future__ import annotations

from random import Random

import pytest

from rasputitsa.core import CHANCE
from rasputitsa.games.moscow_41.facts import AREAS, BOARD, HQS, MINIMUM, POOL, SIDES, TACTICAL, UNIT_IDS, UNIT_NAMES
from rasputitsa.games.moscow_41.logistics_value import logistics_value
from rasputitsa.games.moscow_41.ranges import tactical_range
from rasputitsa.games.moscow_41.reach import allowance, reach_by_cost
from rasputitsa.games.moscow_41.state import Moscow41State
from rasputitsa.games.moscow_41.supply import unsupplied

from .helpers import GAME
from .reference import AREAS as ALL_AREAS
from .reference import BLOCKS, KIND, Table, losses


def random_position(rng: Random) -> Moscow41State:
    """Blocks anywhere, a ragged front, lines, any weather and options."""
    border = [rng.uniform(0, 620) for _ in range(4)]
    german = set()
    for name, row in ALL_AREAS.items():
        x, y = row["centre"]
        band = border[min(int(y // 220), 3)]
        if row["kind"] == "staging" or (x < band) != (rng.random() < 0.1):
            german.add(name)
    units: dict[str, dict[str, object]] = {}
    count: dict[tuple[str, str], int] = {}
    for name, row in BLOCKS.items():
        side, kind = row["side"], row["type"]
        if kind == "leader":
            units[name] = {"at": "rastenburg" if side == "german" else "63", "strength": rng.choice([0, 2, 3, 4])}
            count["soviet", "63"] = 1
            continue
        steps = len(row.get("fire", "")) or 4
        strength = rng.choice([0, 2, 3, 4]) if kind in ("hq", "air") else rng.randint(1, steps)
        place = rng.choice(["pool", "eliminated", ""]) if rng.random() < 0.3 else ""
        if not place:
            own = [area for area in ALL_AREAS if (area in german) == (side == "german") and KIND[area] != "staging"]
            place = rng.choice(own) if rng.random() < 0.8 else str(rng.randint(1, 171))
            limit = 4 if KIND[place] == "green" else 2
            if count.get((side, place), 0) >= limit:
                place = "pool"
            else:
                count[side, place] = count.get((side, place), 0) + 1
        units[name] = {"at": place, "strength": strength}
    owners: dict[str, set[str]] = {}
    for name, facts in units.items():
        if BLOCKS[name]["type"] != "leader":
            owners.setdefault(str(facts["at"]), set()).add(BLOCKS[name]["side"])
    for area in ALL_AREAS:
        if owners.get(area) == {"german"}:
            german.add(area)
        elif owners.get(area) == {"soviet"}:
            german.discard(area)
    boxes = [box for box in ("kiev", "shlisselburg", "leningrad") if rng.random() < 0.4]
    plain = [area for area in ALL_AREAS if KIND[area] != "staging"]
    return GAME.position(
        {
            "turn": 4,
            "phase": "impulse",
            "units": units,
            "german": [
                name for name in BOARD.names if name in german or name in boxes or name in ("rastenburg", "pskov")
            ],
            "german_lines": [area for area in rng.sample(plain, 12) if area in german][:6],
            "soviet_lines": [area for area in rng.sample(plain, 20) if area not in german][:12],
            "active": rng.choice(SIDES),
            "weather": rng.randrange(4),
            "options": {option.name: rng.choice(option.choices) for option in GAME.options},
        }
    )


SEEDS = range(60)


@pytest.mark.rule("moscow-41", "9.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_supply(seed: int) -> None:
    state = random_position(Random(seed))
    table = Table(state.position())
    for side in (0, 1):
        blocks, lines = unsupplied(state, side)
        assert {name for name in UNIT_NAMES if blocks >> UNIT_IDS[name] & 1} == table.isolated(SIDES[side])
        own = table.lines[SIDES[side]]
        assert set(BOARD.names_of(lines)) == {area for area in own if not table.supplied(SIDES[side], area)}


@pytest.mark.rule("moscow-41", "7.2.1")
@pytest.mark.parametrize("seed", SEEDS)
def test_logistics_value(seed: int) -> None:
    state = random_position(Random(seed))
    table = Table(state.position())
    assert [logistics_value(state, side) for side in (0, 1)] == [table.logistics_value(side) for side in SIDES]


@pytest.mark.rule("moscow-41", "10.3")
@pytest.mark.rule("moscow-41", "10.8")
@pytest.mark.parametrize("seed", SEEDS)
def test_range_and_reach(seed: int) -> None:
    rng = Random(seed)
    state = random_position(rng)
    table = Table(state.position())
    on_map = [unit for unit in range(120) if AREAS >> state.where[unit] & 1 and UNIT_NAMES[unit] != "S-STALIN"]
    for unit in on_map:
        name = UNIT_NAMES[unit]
        if TACTICAL >> unit & 1:
            assert set(BOARD.names_of(tactical_range(state, unit))) == table.in_range(name)
    for unit in rng.sample(on_map, 12):
        for engaging in (True, False):
            found = {
                BOARD.names[area]: cost
                for cost, areas in enumerate(reach_by_cost(state, unit, allowance(state, unit), engaging))
                for area in range(200)
                if cost and areas >> area & 1
            }
            assert found == table.reach(UNIT_NAMES[unit], engaging), UNIT_NAMES[unit]


@pytest.mark.rule("moscow-41", "10.14")
@pytest.mark.parametrize("seed", SEEDS)
def test_losses(seed: int) -> None:
    """A battle by random rolls: after each German roll the Soviet blocks are as the reference has them."""
    rng = Random(seed)
    soviets = rng.sample([name for name in UNIT_NAMES if name[0] == "S" and name != "S-STALIN"], rng.randint(1, 3))
    units: dict[str, dict[str, object]] = {"G-2Pg-24": {"at": "91"}, "G-2Pg-46": {"at": "91"}}
    for name in soviets:
        steps = [0, 2, 3, 4] if HQS >> UNIT_IDS[name] & 1 else range(1, len(BLOCKS[name]["fire"]) + 1)
        units[name] = {"at": "91", "strength": rng.choice(list(steps))}
    line = rng.random() < 0.5
    data = {
        "turn": 1,
        "phase": "combat",
        "units": units,
        "kind": 1,
        "active": "german",
        "german": [name for name in BOARD.names if name in HELD],
        "soviet_lines": ["91"] if line else [],
    }
    state = GAME.position(data)
    state.take("battle 91")
    absorb = 1 + line
    while state.position()["phase"] == "combat" and state.outcome is None and state.stack:
        if state.side != CHANCE:
            state.apply(rng.choice(state.actions()))
            continue
        before = remaining(state, soviets)
        roll = [rng.randint(1, 6) for _ in range(state.dice())]
        german = "German" in str(state.question)
        hits = sum(face >= 4 for face in roll)
        state.take("roll " + " ".join(map(str, roll)))
        if german:
            while state.stack and state.side == "soviet" and state.question and state.question.step == "Losses":
                state.apply(rng.choice(state.actions()))
            stands, expected = losses(before, hits, line, absorb)
            assert ("91" in state.position()["soviet_lines"]) == stands
            assert sorted((value for _, value in remaining(state, soviets)), reverse=True) == expected
            return


HELD = ("16A", "9A", "4A", "2A", "rastenburg", "pskov", "89", "90")


def remaining(state: Moscow41State, names: list[str]) -> list[tuple[str, int]]:
    return [
        ("hq" if not MINIMUM[UNIT_IDS[name]] else "combat", state.strength[UNIT_IDS[name]])
        for name in names
        if state.where[UNIT_IDS[name]] < POOL
    ]
