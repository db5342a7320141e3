"""10.11 to 10.13: who fires in a battle, with which dice, and what the defender absorbs."""

from __future__ import annotations

from ...core.sets import SpaceSet, contains, members
from .dice import EMPTY, Handful, add_dice
from .facts import (
    BOMBER_FIRE,
    BOMBER_HQ,
    CITIES,
    CITY_ABSORB,
    GERMAN,
    GREEN,
    LINE_ABSORB,
    SINGLE,
    SUNNY,
    TANKS,
    TERRAIN_ABSORB,
)
from .state import Moscow41State
from .strength import attacking_strength, firepower, ground_dice


def attackers(state: Moscow41State, area: int) -> SpaceSet:
    """10.11: the blocks of the active player that attack: isolated ones do not."""
    return state.blocks(state.active, area) & ~state.isolated


def is_new(state: Moscow41State, area: int) -> bool:
    """10.11: whether the area became contested in this impulse."""
    return not contains(state.before, area)


def absorb_bonus(state: Moscow41State, area: int, defender: int) -> int:
    """10.13: terrain, then a city or Victory Area and a defensive line if the defender controls the area."""
    bonus = TERRAIN_ABSORB[area]
    if contains(state.german, area) == (defender == GERMAN):
        bonus += CITY_ABSORB[area]
        if contains(state.lines_of(defender), area):
            bonus += LINE_ABSORB
    return bonus


def bombers_over(state: Moscow41State, area: int) -> list[int]:
    return [bomber for bomber, place in enumerate(state.air) if place == area]


def under_tank_attack(state: Moscow41State, area: int) -> bool:
    """10.12.5.2: whether the attacker fires first."""
    return not state.blocks(1 - state.active, area) & TANKS and may_attack_with_tanks(state, area)


def may_attack_with_tanks(state: Moscow41State, area: int) -> bool:
    """10.12.5.2: whether the attacker fires first if the defender has no tank."""
    return not contains(state.lines_of(1 - state.active), area) and could_attack_with_tanks(state, area)


def could_attack_with_tanks(state: Moscow41State, area: int) -> bool:
    """10.12.5.2: whether the attacker fires first if the defender has neither a tank nor a defensive line left."""
    bit, city = 1 << area, CITIES & state.controlled(1 - state.active)
    if state.weather != SUNNY or not GREEN & bit or city & bit:
        return False
    tanks = attackers(state, area) & TANKS
    return bool(tanks & ~state.crossed if is_new(state, area) else tanks)


# The dice of each step of a battle.


def artillery_dice(state: Moscow41State, area: int) -> Handful:
    """10.12.2: the strength of each HQ whose marker is in the area, with Double Fire."""
    count = sum(attacking_strength(state, hq) for hq in members(state.activated) if state.target[hq] == area)
    return 0, count, 0


def anti_air_dice(state: Moscow41State, area: int) -> Handful:
    """10.12.3: one die for each unit of the defender, by its own firepower."""
    defender, dice = 1 - state.active, EMPTY
    for unit in members(state.blocks(defender, area)):
        dice = add_dice(dice, 1, firepower(state, unit))
    return add_dice(dice, 1, SINGLE) if contains(state.lines_of(defender), area) else dice


def airstrike_dice(state: Moscow41State, area: int) -> Handful:
    """10.12.4: each bomber rolls the strength of its HQ."""
    dice = EMPTY
    for bomber in bombers_over(state, area):
        dice = add_dice(dice, attacking_strength(state, BOMBER_HQ[bomber]), BOMBER_FIRE[bomber])
    return dice


def attack_dice(state: Moscow41State, area: int, blocks: SpaceSet) -> Handful:
    """10.12.5: the dice of attacking blocks."""
    dice, new = EMPTY, is_new(state, area)
    for unit in members(blocks):
        by_river = bool(new and contains(state.crossed, unit))
        dice = add_dice(dice, ground_dice(state, unit, True, by_river), firepower(state, unit))
    return dice


def defence_dice(state: Moscow41State, side: int, area: int) -> Handful:
    """10.12.5, 4.1: the dice of the defender's blocks and of its defensive line."""
    dice = EMPTY
    for unit in members(state.blocks(side, area)):
        dice = add_dice(dice, ground_dice(state, unit, False, False), firepower(state, unit))
    return add_dice(dice, 1, SINGLE) if contains(state.lines_of(side), area) else dice
