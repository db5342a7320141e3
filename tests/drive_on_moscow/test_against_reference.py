"""Supply, zones, odds, concentric attacks and retreats against a second, plain telling of the rules."""

from __future__ import annotations

from random import Random

import pytest

from rasputitsa.core.sets import members
from rasputitsa.games.drive_on_moscow import GAME
from rasputitsa.games.drive_on_moscow.battle import Battle, is_concentric, ratio
from rasputitsa.games.drive_on_moscow.facts import (
    ALL_OF,
    BARRED_FROM_MARSH,
    BOARD,
    CITIES,
    GERMAN,
    HEXES,
    KGS,
    LAND,
    MARSH,
    SOVIET,
    UNIT_COUNT,
    WEST,
)
from rasputitsa.games.drive_on_moscow.retreat import together
from rasputitsa.games.drive_on_moscow.setup import begin
from rasputitsa.games.drive_on_moscow.state import DriveOnMoscowState
from rasputitsa.games.drive_on_moscow.supply import edge_supplied, german_net, moscow_isolated

from ..tools import soak
from . import reference


def random_position(seed: int) -> DriveOnMoscowState:
    """Units of both sides anywhere on a part of the map, and some hexes taken by either side."""
    rng = Random(seed)
    state = GAME.blank(GAME.scenarios[0], {})
    begin(state)
    centre = rng.choice(members(HEXES))
    near = BOARD.within(centre, rng.choice((3, 6, 12, 40)))
    free = members(near)
    rng.shuffle(free)
    for side in (GERMAN, SOVIET):
        units = members(ALL_OF[side] & ~KGS)
        rng.shuffle(units)
        while units and free and rng.random() > 0.02:
            hex = free.pop()
            chosen = [units.pop() for _ in range(min(len(units), rng.randint(1, 5)))]
            chosen = [unit for unit in chosen if not (MARSH >> hex & 1 and BARRED_FROM_MARSH >> unit & 1)]
            if chosen:
                state.put_down(side, tuple(chosen), hex)
                state.take_control(side, hex)
    for hex in members(HEXES):
        if rng.random() < 0.05:
            side = GERMAN if state.occupied(GERMAN) >> hex & 1 else SOVIET if state.occupied(SOVIET) >> hex & 1 else -1
            state.take_control(side if side >= 0 else rng.randint(0, 1), hex)
    return state


def named(spaces: int) -> set[str]:
    return set(BOARD.names_of(spaces))


def counts(state: DriveOnMoscowState, side: int) -> dict[str, int]:
    return {BOARD.names[hex]: len(state.stacks[hex]) for hex in members(state.occupied(side))}


@pytest.mark.parametrize("seed", soak.first(25, range(60)))
@pytest.mark.rule("drive-on-moscow", "7.1")
@pytest.mark.rule("drive-on-moscow", "8.3")
def test_supply_and_zones(seed: int) -> None:
    state = random_position(seed)
    german, soviet, control = named(state.occupied(GERMAN)), named(state.occupied(SOVIET)), named(state.control)
    assert named(state.german_zone()) == reference.zone(german)
    assert named(german_net(state)) == reference.german_supply(german, soviet, control)
    assert named(edge_supplied(state)) == reference.soviet_supply(german, soviet, control)
    assert moscow_isolated(state) == reference.moscow_cut_off(german, soviet, control)


@pytest.mark.soak
@pytest.mark.rule("drive-on-moscow", "8.4")
def test_nets_stay_right_while_units_come_and_go() -> None:
    """What is remembered of supply is found again whenever something changes it."""
    rng = Random(5)
    state = random_position(4)
    for _ in range(30):
        side = rng.randint(0, 1)
        hex = rng.choice(members(state.occupied(side)))
        near = LAND.of[hex] & ~state.occupied(1 - side) & ~state.full_for(side, 1) & ~MARSH
        if near:
            state.transfer(side, (state.stacks[hex][-1],), rng.choice(members(near)))
        german, soviet = named(state.occupied(GERMAN)), named(state.occupied(SOVIET))
        control = named(state.control)
        assert named(german_net(state)) == reference.german_supply(german, soviet, control)
        assert named(edge_supplied(state)) == reference.soviet_supply(german, soviet, control)
        assert moscow_isolated(state) == reference.moscow_cut_off(german, soviet, control)
        for number, spaces in enumerate(state.held):
            counted = {name for name, count in counts(state, number // 5).items() if count > number % 5}
            assert named(spaces) == counted


@pytest.mark.rule("drive-on-moscow", "11.7")
@pytest.mark.rule("drive-on-moscow", "11.8")
def test_odds() -> None:
    for attack in range(1, 90):
        for defense in range(1, 60):
            assert ratio(attack, defense) == reference.odds(attack, defense)


@pytest.mark.rule("drive-on-moscow", "11.20")
def test_concentric_attacks() -> None:
    target = BOARD.ids["2020"]
    around = reference.ring("2020")
    for mask in range(1, 64):
        state = GAME.blank(GAME.scenarios[0], {})
        origins = {around[direction] for direction in range(6) if mask >> direction & 1}
        for number, name in enumerate(sorted(origins)):
            state.put_down(GERMAN, (number,), BOARD.ids[name])
        attackers = (1 << len(origins)) - 1
        assert is_concentric(state, target, attackers) == reference.concentric("2020", origins), origins


@pytest.mark.parametrize("seed", soak.first(25, range(60)))
@pytest.mark.rule("drive-on-moscow", "11.25")
@pytest.mark.rule("drive-on-moscow", "11.26")
@pytest.mark.rule("drive-on-moscow", "10.22")
def test_retreats(seed: int) -> None:
    rng = Random(seed)
    state = random_position(seed + 1000)
    german, soviet, control = counts(state, GERMAN), counts(state, SOVIET), named(state.control)
    for side in (GERMAN, SOVIET):
        for hex in members(state.occupied(side)):
            units = state.stacks[hex]
            name = BOARD.names[hex]
            enemies = [other for other in members(LAND.of[hex]) if state.occupied(1 - side) >> other & 1]
            if not enemies:
                continue
            defenders = sum(1 << unit for unit in units)
            wheels = bool(defenders & BARRED_FROM_MARSH)
            who = ("german", "soviet")[side]
            attackers = sum(1 << unit for unit in state.stacks[enemies[0]])
            battle = Battle(1 - side, hex, 0, attackers, defenders, 0)
            expected = reference.retreat_hexes(name, who, len(units), wheels, german, soviet, control)
            assert named(together(state, battle, defenders)) == expected
            if side == SOVIET:
                launch = rng.choice(enemies)
                force = state.stacks[launch][: rng.randint(1, 5)]
                battle = Battle(GERMAN, hex, launch, sum(1 << unit for unit in force), defenders, 0)
                expected = reference.retreat_hexes(
                    name, who, len(units), wheels, german, soviet, control, BOARD.names[launch], len(force)
                )
                assert named(together(state, battle, defenders)) == expected


@pytest.mark.rule("drive-on-moscow", "2.1")
def test_the_map_itself() -> None:
    assert named(HEXES) == reference.HEXES
    for name in reference.HEXES:
        assert named(BOARD.adjacent[BOARD.ids[name]]) == set(reference.neighbours(name))
    assert named(MARSH) == {name for name, letter in reference.TERRAIN.items() if letter == "m"}
    assert named(CITIES) == reference.CITY_HEXES
    assert UNIT_COUNT == 353
    assert WEST.bit_count() == 463
