"""What a battle promises, from what the attacker knows: revealed blocks as they are, concealed ones as an average."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from ...core.sets import SpaceSet, members
from ...games.moscow_41.dice import EMPTY, Handful, add_dice
from ...games.moscow_41.facts import CITIES, GREEN, SINGLE, SNOW, SUNNY, TANKS
from ...games.moscow_41.fire import absorb_bonus
from ...games.moscow_41.state import Moscow41State
from ...games.moscow_41.strength import firepower, ground_dice
from .weights import Weights


class Defence(NamedTuple):
    """A defender: its dice, the hits that its blocks take, and what is absorbed or falls on the line before."""

    dice: Handful
    steps: int
    shield: int
    tanks: bool
    line: bool


def defence(state: Moscow41State, side: int, area: int, weights: Weights) -> Defence:
    """The enemy of a side in an area, as far as that side knows."""
    enemy = 1 - side
    dice, steps, tanks = EMPTY, 0, False
    blocks = state.blocks(enemy, area)
    for unit in members(blocks):
        if state.revealed >> unit & 1:
            dice = add_dice(dice, ground_dice(state, unit, False, False), firepower(state, unit))
            steps += state.strength[unit] or 1
            tanks = tanks or bool(TANKS >> unit & 1)
        else:
            dice = add_dice(dice, weights.unknown_dice, weights.unknown_fire)
            steps += weights.unknown_steps
    shield = absorb_bonus(state, area, enemy)
    line = bool(state.lines_of(enemy) >> area & 1)
    if line:
        dice = add_dice(dice, 1, SINGLE)
        shield += 1
    return Defence(dice, steps, shield, tanks, line)


@cache
def tails(handful: Handful) -> tuple[float, ...]:
    """The chance of at least so many hits."""
    chances = [1.0]
    for dice, hit in zip(handful, (1 / 2, 1 / 3, 1 / 6), strict=True):
        for _ in range(dice):
            missed, hits = [chance * (1 - hit) for chance in chances], [chance * hit for chance in chances]
            chances = [a + b for a, b in zip([*missed, 0.0], [0.0, *hits], strict=True)]
    found, total = [], 0.0
    for chance in reversed(chances):
        total += chance
        found.append(total)
    return tuple(reversed(found))


def at_least(handful: Handful, hits: int) -> float:
    chances = tails(handful)
    return chances[hits] if hits < len(chances) else 0.0


def mean_hits(handful: Handful) -> float:
    triple, double, single = handful
    return triple / 2 + double / 3 + single / 6


def attack_dice(state: Moscow41State, units: SpaceSet, crossing: SpaceSet) -> Handful:
    """The dice of blocks that attack, those in ``crossing`` across a river."""
    dice = EMPTY
    for unit in members(units):
        dice = with_attacker(state, dice, unit, bool(crossing >> unit & 1))
    return dice


def with_attacker(state: Moscow41State, dice: Handful, unit: int, crossing: bool) -> Handful:
    """The dice with those of one more block that attacks."""
    by_river = crossing and state.weather < SNOW
    return add_dice(dice, ground_dice(state, unit, True, by_river), firepower(state, unit))


class Prospect(NamedTuple):
    """What an attack promises: the chance to clear the area, steps taken from the enemy, and own steps lost."""

    clear: float
    damage: float
    loss: float

    def value(self, area_worth: float, step_worth: float, weights: Weights) -> float:
        return self.clear * area_worth + self.damage * step_worth - self.loss * weights.own_step


@lru_cache(maxsize=10_000)
def effect(dice: Handful, shield: int, steps: int, line: bool) -> tuple[float, float]:
    """The chance that these dice clear an area, and how many steps they take."""
    damage = sum(at_least(dice, shield + step) for step in range(1, steps + 1))
    if line:
        damage += 0.7 * at_least(dice, shield)
    return at_least(dice, shield + steps), damage


def prospect(
    state: Moscow41State, area: int, units: SpaceSet, crossing: SpaceSet, support: Handful, enemy: Defence
) -> Prospect:
    """An attack by these blocks with this support, in one round (10.15)."""
    own = attack_dice(state, units, crossing)
    steps = sum(state.strength[unit] or 1 for unit in members(units))
    return promised(state, area, own, steps, bool(units & TANKS & ~crossing), support, enemy)


def promised(
    state: Moscow41State, area: int, own: Handful, steps: int, tanks: bool, support: Handful, enemy: Defence
) -> Prospect:
    """An attack with these dice by blocks of so many steps, with or without tanks that cross no river."""
    everything: Handful = (own[0] + support[0], own[1] + support[1], own[2] + support[2])
    clear, damage = effect(everything, enemy.shield, enemy.steps, enemy.line)
    loss = mean_hits(enemy.dice)
    first = (
        tanks
        and state.weather == SUNNY
        and GREEN >> area & 1
        and not CITIES >> area & 1
        and not state.lines_of(1 - state.active) >> area & 1
        and not enemy.tanks
    )
    if first:
        loss *= 1 - at_least(own, enemy.shield + enemy.steps)
    return Prospect(clear, damage, min(loss, float(steps)))
