"""Forecasts come true: the course of a battle against the engine, which fights it with every roll and every choice."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from rasputitsa.core import CHANCE, Action
from rasputitsa.core.numbers import percent, percent_range
from rasputitsa.core.sets import members
from rasputitsa.games.moscow_41.battle import Battle
from rasputitsa.games.moscow_41.course import ANTI_AIR, ARTILLERY, Defence, Force, course, force
from rasputitsa.games.moscow_41.dice import count_hits
from rasputitsa.games.moscow_41.facts import COMBAT, FULL, HQS, MINIMUM, SIDE, SIDES, UNIT_NAMES, UNITS
from rasputitsa.games.moscow_41.fire import absorb_bonus
from rasputitsa.games.moscow_41.losses import AirLosses, Losses
from rasputitsa.games.moscow_41.outlook import (
    Hits,
    battlefield,
    has_line,
    kind_of,
    outlook,
    outlook_of,
    rest_of_battle,
    support,
)
from rasputitsa.games.moscow_41.sight import possible_in_areas
from rasputitsa.games.moscow_41.state import Moscow41State

from .helpers import GAME, play, position

Ranges = dict[int, tuple[Fraction, Fraction]]  # by number of hits or losses: its least and its greatest chance
ZERO = (Fraction(0), Fraction(0))


def steps(state: Moscow41State, side: int, area: int) -> int:
    return sum(state.strength[unit] or 1 for unit in range(120) if state.blocks(side, area) >> unit & 1)


def toughness(state: Moscow41State, area: int, absorb: int) -> int:
    """How many hits the defender still takes."""
    line = state.lines_of(1 - state.active) >> area & 1
    return absorb + line + steps(state, 1 - state.active, area)


def battle_of(state: Moscow41State) -> Battle | None:
    return next((step for step in state.stack if isinstance(step, Battle)), None)


def scored(state: Moscow41State, action: Action, of: str) -> int:
    """How many hits of a roll count: those of the attacker, or those that it suffers."""
    battle = state.stack[-1]
    if not isinstance(battle, Battle) or battle.stage == ANTI_AIR:
        return 0
    attacks = battle.firing(state) == state.active
    if attacks != (of == "hits"):
        return 0
    hits = count_hits(battle.handful(state), action.faces)
    own = steps(state, state.active, battle.area)
    return min(hits, toughness(state, battle.area, battle.absorb) if attacks else own)


def fought_out(state: Moscow41State, of: str) -> Ranges:
    """The least and the greatest chance of each number of hits, or of losses: the engine fights the battle to its end
    with every roll and every choice."""
    memory: dict[str, Ranges] = {}

    def ends(now: Moscow41State) -> Ranges:
        if battle_of(now) is None:
            return {0: (Fraction(1), Fraction(1))}
        key = str((now.strength, now.where, now.air, now.soviet_lines, now.german_lines, now.stack))
        if key not in memory:
            memory[key] = by_chance(now) if now.side == CHANCE else by_choice(now)
        return memory[key]

    def after(now: Moscow41State, action: Action) -> Ranges:
        new, added = now.copy(), scored(now, action, of)
        new.apply(action)
        return {number + added: chances for number, chances in ends(new).items()}

    def by_chance(now: Moscow41State) -> Ranges:
        found: Ranges = defaultdict(lambda: ZERO)
        for action, chance in now.chances():
            for number, (low, high) in after(now, action).items():
                found[number] = found[number][0] + chance * low, found[number][1] + chance * high
        return found

    def by_choice(now: Moscow41State) -> Ranges:
        branches = [after(now, action) for action in now.actions()]
        return {
            number: (
                min(branch.get(number, ZERO)[0] for branch in branches),
                max(branch.get(number, ZERO)[1] for branch in branches),
            )
            for number in {number for branch in branches for number in branch}
        }

    return ends(state)


def random_battle(rng: Random, small: bool = False) -> tuple[Moscow41State, str]:
    """A battle that is about to be chosen, with whatever can be in one."""
    active = rng.choice(["german", "soviet"])
    area = rng.choice(["80", "91", "92", "68", "70", "96"])
    weather = rng.choice(["sunny", "sunny", "sunny", "rain", "snow", "blizzard"])
    most = 2 if small or area in ("92", "70", "96") else 3

    def blocks(side: int, count: int) -> list[str]:
        units = [unit for unit in range(120) if SIDE[unit] == side and (COMBAT | HQS) >> unit & 1]
        units = [unit for unit in units if UNITS[unit].letter != "L"]
        chosen = rng.sample(units, count)
        named = []
        for unit in chosen:
            lowest = [0, 2, 3, 4] if not MINIMUM[unit] else list(range(1, FULL[unit] + 1))
            named.append(f"{UNIT_NAMES[unit]} {area} {rng.choice(lowest)}")
        return named

    units = blocks(0, rng.randint(1, most)) + blocks(1, rng.randint(1, most))
    names = [unit.split()[0] for unit in units]
    more: dict[str, Any] = {}
    if rng.random() < 0.4:
        more["before"] = []
    if rng.random() < 0.4:
        more["crossed"] = rng.sample(names, 1)
    attackers = [name for name in names if name[0] == active[0].upper()]
    if len(attackers) > 1 and rng.random() < 0.3:
        more["isolated"] = rng.sample(attackers, 1)
    if small:
        enemies = [unit for unit in range(120) if SIDE[unit] == (active == "german") and UNITS[unit].type != "leader"]
        units += [f"{UNIT_NAMES[unit]} pool" for unit in rng.sample(enemies, 12) if UNIT_NAMES[unit] not in names]
    held = rng.random() < 0.5
    line = rng.random() < 0.5
    if active == "german" and rng.random() < 0.7:
        for name, place in (("G-HQ2P", "90"), ("G-LW8", "90")):
            if name not in names:
                units.append(f"{name} {place} {rng.choice([2, 3])}")
                more.setdefault("activated", []).append(name)
    lines = ("G" + area if held else area) if line and held == (active == "soviet") else ""
    options = "divisions" if rng.random() < 0.3 else ""
    state = position(
        "combat", ", ".join([*units, "S-STALIN 63"]), active=active, weather=weather, lines=lines, options=options,
        german=f"89 {area}" if held else "89", month="December", revealed=names, **more,
    )  # fmt: skip
    return state, area


def supported(state: Moscow41State, area: str, rng: Random) -> Moscow41State:
    """Artillery and at most two bombers join the battle."""
    bombers = 0
    while state.stack and type(state.stack[-1]).__name__ == "Support":
        choices = [str(action) for action in state.actions() if str(action) != "done"]
        if not choices or bombers > 1 or rng.random() < 0.2:
            play(state, "done")
            continue
        bombers += 1
        play(state, rng.choice(choices), f"at {area}")
    return state


def hits_in_hand(state: Moscow41State) -> Hits | None:
    top = state.stack[-1]
    if isinstance(top, Losses):
        return Hits(top.side, top.hits)
    return Hits(None, top.hits) if isinstance(top, AirLosses) else None


def compare(state: Moscow41State) -> None:
    """A battle from where it is to its end, by the engine and by the forecast."""
    battle = battle_of(state)
    assert battle is not None
    hits = hits_in_hand(state)
    found = rest_of_battle(state, battle.area, battle.stage, battle.absorb, battle.tanks, hits)
    for what, ways, chances in (("hits", found.hits, found.hit_range), ("losses", found.losses, found.loss_range)):
        said = {number: chances(number) for number in range(len(ways[0])) if chances(number)[1]}
        assert said == {number: chance for number, chance in fought_out(state, what).items() if chance[1]}, what


@pytest.mark.rule("moscow-41", "10.12.5")
@pytest.mark.rule("moscow-41", "10.13")
@pytest.mark.rule("moscow-41", "10.14")
@pytest.mark.parametrize("seed", range(60))
def test_the_course_of_a_battle_is_what_the_engine_makes_of_it(seed: int) -> None:
    rng = Random(seed)
    state, area = random_battle(rng)
    state = supported(state, area, rng)
    if f"battle {area}" in [str(action) for action in state.actions()]:
        play(state, f"battle {area}")
    assert battle_of(state) is not None
    while battle_of(state) is not None:
        compare(state)
        state.take(rng.choice(state.actions()))


def all_possible(state: Moscow41State, count: int) -> set[Force]:
    """Whatever so many concealed defenders can be, at any strength."""
    probe = state.copy()
    found = set()
    for units in combinations(members(possible_in_areas(state, state.active)), count):
        each = [[0, 2, 3, 4] if not MINIMUM[unit] else range(1, FULL[unit] + 1) for unit in units]
        kinds = [kind_of(probe, unit, False, False) for unit in units]
        found |= {force(zip(strengths, kinds, strict=True)) for strengths in product(*each)}
    return found


@pytest.mark.rule("moscow-41", "1.5")
@pytest.mark.parametrize("seed", range(16))
def test_the_range_of_a_battle_against_concealed_blocks_holds_whatever_they_are(seed: int) -> None:
    rng = Random(seed)
    state, area = random_battle(rng, small=True)
    state = supported(state, area, rng)
    number = GAME.board.ids[area]
    defenders = state.blocks(1 - state.active, number)
    state.revealed &= ~defenders
    field, helped = battlefield(state, number), support(state, number)
    absorb, line = absorb_bonus(state, number, 1 - state.active), has_line(state, number)
    every = [
        outlook_of(course(ARTILLERY, field, Defence(blocks, absorb, line), helped))
        for blocks in all_possible(state, defenders.bit_count())
    ]
    found = outlook(state, number)
    for name in ("cleared", "unhurt", "wiped_out"):
        lowest = min(getattr(one, name)[0] for one in every)
        highest = max(getattr(one, name)[1] for one in every)
        assert getattr(found, name) == (lowest, highest), name


def chances_of(state: Moscow41State, area: str) -> dict[str, str]:
    forecast = state.forecast(f"battle {area}", SIDES[state.active])
    assert forecast is not None
    return {chance.result: chance.percent for chance in forecast.chances}


@pytest.mark.rule("moscow-41", "10.12.5")
def test_the_defender_fires_first_and_the_forecast_counts_it() -> None:
    """One infantry corps at 1 against three full tank corps: mostly it never fires."""
    units = "G-W-28 91 1, S-WH-5T 91, S-WH-7T 91, S-WH-17T 91, S-HQC 63"
    state = position("combat", units, german="91", revealed=["S-WH-5T", "S-WH-7T", "S-WH-17T"])
    alone = 1 - Fraction(2, 3) ** 9 * Fraction(1, 3)
    forecast = state.forecast("battle 91", "german")
    assert forecast is not None and [chance.result for chance in forecast.chances] == ["cleared", "0 hits", "1 hit"]
    assert forecast.chances[1].probability == alone and chances_of(state, "91")["0 hits"] == "99%"
    assert chances_of(state, "91")["cleared"] == "0%", "it cannot be"
    texts = [note.text for note in forecast.notes]
    assert "In ground combat the defender fires first; only what is left of you fires back" in texts
    assert "Losses of the attacker: none 3%, everything 97%" in texts


@pytest.mark.rule("moscow-41", "10.12.5")
@pytest.mark.rule("moscow-41", "1.5")
def test_the_forecast_is_exact_where_all_lie_open_and_a_range_where_not() -> None:
    units = "G-2Pg-24 80, S-WH-32R 80 1, S-HQC 63, S-WH-31A pool"
    shown = position("combat", units, german="80", revealed=["S-WH-32R"])
    forecast = shown.forecast("battle 80", "german")
    assert forecast is not None and all(chance.highest is None for chance in forecast.chances)
    assert [(chance.result, chance.probability, chance.meaning) for chance in forecast.chances] == [
        ("cleared", Fraction(15, 16), "1 hit or more"), ("0 hits", Fraction(1, 16), ""),
    ]  # fmt: skip
    hidden = position("combat", units, german="80")
    forecast = hidden.forecast("battle 80", "german")
    assert forecast is not None
    cleared = forecast.chances[0]
    assert cleared.result == "cleared" and cleared.highest == Fraction(15, 16), "a remnant, or an exhausted HQ"
    assert cleared.probability == Fraction(1, 16), "a full army, which takes four hits"
    assert hidden.forecast("battle 80", "soviet") is None


def test_percentages_are_rounded_and_what_is_possible_is_not_zero() -> None:
    cases = {
        Fraction(655, 792): "83%", Fraction(1, 8): "13%", Fraction(0): "0%", Fraction(1): "100%",
        Fraction(1, 1000): "<1%", Fraction(999, 1000): ">99%", Fraction(1, 200): "1%", Fraction(5, 6): "83%",
    }  # fmt: skip
    for chance, text in cases.items():
        assert percent(chance) == text
    assert percent_range(Fraction(1, 3), Fraction(1, 2)) == "33% to 50%"
    assert percent_range(Fraction(331, 1000), Fraction(334, 1000)) == "33%"


@pytest.mark.rule("moscow-41", "10.12.3")
def test_bombers_that_came_through_are_not_stopped_any_more() -> None:
    units = "G-HQ2P 90 0, G-LW2 90 2, G-W-28 91, S-WH-32R 91, S-HQC 63"
    state = position("combat", units, activated=["G-HQ2P", "G-LW2"], german="89")
    play(state, "commit He-1", "at 91")
    play(state, "done")
    before = state.forecast("battle 91", "german")
    assert before is not None and before.modifiers[0].text == "He-111 (unless stopped)"
    play(state, "battle 91", "roll 1")
    forecast = state.forecast()
    assert forecast is not None and [line.text for line in forecast.modifiers] == ["He-111"]


@pytest.mark.rule("moscow-41", "10.12.1")
def test_the_forecast_says_how_many_defenders_are_concealed() -> None:
    units = "G-2Pg-24 80, S-WH-32R 80 1, S-WH-44R 80, S-HQC 63"
    for revealed, text in (
        ([], "Defenders: 2 concealed blocks"),
        (["S-WH-32R"], "Defenders: 2 blocks, 1 of them concealed"),
        (["S-WH-32R", "S-WH-44R"], "Defenders: 2 blocks"),
    ):
        forecast = position("combat", units, german="80", revealed=revealed).forecast("battle 80", "german")
        assert forecast is not None and forecast.notes[0].text == text
    line = position("combat", "G-2Pg-24 80, S-HQC 63", lines="80").forecast("battle 80", "german")
    assert line is not None and line.notes[0].text == "Defenders: 0 blocks"
