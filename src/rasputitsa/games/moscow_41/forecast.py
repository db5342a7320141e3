"""What to expect of a battle: the dice with their modifiers, and the exact chance of every number of hits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core import Chance, Forecast, Modifier
from ...core.sets import SpaceSet, members
from ...core.values import Note
from .dice import EMPTY, Handful, add_dice, hit_chances
from .facts import (
    BOARD,
    BOMBER_HQ,
    BOMBERS,
    CITY_ABSORB,
    GERMAN,
    SIDES,
    SNOW,
    SUNNY,
    TERRAIN_ABSORB,
    TITLES,
    UNIT_NAMES,
    WEATHERS,
    space_label,
    unit_label,
)
from .state import Moscow41State
from .strength import attacking_strength, firepower, ground_dice

if TYPE_CHECKING:
    from .battle import Battle


def dice_words(count: int, lowest: int) -> str:
    return f"{count} {'die' if count == 1 else 'dice'} at {lowest if lowest == 6 else f'{lowest}+'}"


def attack_lines(state: Moscow41State, area: int, blocks: SpaceSet, new: bool) -> list[Modifier]:
    """Each attacking block with its dice, and why they are fewer than its strength."""
    found = []
    for unit in members(blocks):
        by_river = bool(new and state.crossed >> unit & 1 and state.weather < SNOW)
        count, lowest = ground_dice(state, unit, True, by_river), firepower(state, unit)
        if not count:
            continue
        why = ", across a river" if by_river else ""
        rule = "10.12.5.1" if by_river else "4.2.3" if state.weather == SUNNY else "8.0"
        found.append(Modifier(f"{unit_label(unit)}{why}", dice_words(count, lowest), rule))
    return found


def support_lines(state: Moscow41State, area: int, bombers: list[int]) -> list[Modifier]:
    found = []
    for hq in members(state.activated):
        if state.target[hq] == area:
            text = f"Artillery of the {unit_label(hq)}"
            found.append(Modifier(text, dice_words(attacking_strength(state, hq), 5), "10.12.2"))
    for bomber in bombers:
        lowest = 4 if BOMBERS[bomber].type == "Ju-87" else 5
        count = attacking_strength(state, BOMBER_HQ[bomber])
        found.append(Modifier(f"{BOMBERS[bomber].title} (unless stopped)", dice_words(count, lowest), "10.12.4"))
    return found


def absorb_notes(state: Moscow41State, area: int, defender: int) -> list[Note]:
    """10.13: what the defender absorbs, and why."""
    found = []
    if TERRAIN_ABSORB[area]:
        found.append(Note("Rough terrain absorbs 1", "10.13"))
    if (state.german >> area & 1) == (defender == GERMAN) and CITY_ABSORB[area]:
        found.append(Note(f"The city absorbs {CITY_ABSORB[area]}", "10.13"))
    if state.lines_of(defender) >> area & 1:
        found.append(Note("The defensive line absorbs 1 and falls to the next hit", "4.1"))
    return found


def hits(handful: Handful, rule: str) -> tuple[Chance, ...]:
    return tuple(
        Chance(f"{count} hit{'s' if count != 1 else ''}", chance, "", rule)
        for count, chance in enumerate(hit_chances(handful))
    )


def attack_forecast(state: Moscow41State, area: int, viewer: str | None) -> Forecast | None:
    """For the attacker: all its fire in one battle, before the defender's answer. What defends is not known."""
    from .battle import absorb_bonus, airstrike_dice, artillery_dice, attack_dice, attackers, bombers_over, is_new

    side = state.active
    if viewer != SIDES[side] or not state.contested >> area & 1:
        return None
    blocks = attackers(state, area)
    handful = EMPTY
    for part in (artillery_dice(state, area), airstrike_dice(state, area), attack_dice(state, area, blocks)):
        for count, lowest in zip(part, (4, 5, 6), strict=True):
            handful = add_dice(handful, count, lowest)
    enemies = state.blocks(1 - side, area).bit_count()
    support = support_lines(state, area, bombers_over(state, area))
    notes = [Note(f"Defenders: {enemies} block{'s' if enemies != 1 else ''}", "10.12.1")]
    notes += absorb_notes(state, area, 1 - side)
    if state.weather != SUNNY:
        notes.append(Note(f"Weather: {WEATHERS[state.weather]}", "8.0"))
    return Forecast(
        f"Battle in {space_label(area)}",
        f"{sum(handful)} dice against {absorb_bonus(state, area, 1 - side)} absorbed",
        (*support, *attack_lines(state, area, blocks, is_new(state, area))),
        hits(handful, "10.12"),
        tuple(notes),
        (BOARD.names[area],),
        tuple(UNIT_NAMES[unit] for unit in members(blocks)),
    )


def roll_forecast(state: Moscow41State, battle: Battle) -> Forecast:
    """The next roll of a battle. All blocks lie face up, so everybody may know it."""
    handful = battle.handful(state)
    side = battle.firing(state)
    notes = absorb_notes(state, battle.area, 1 - state.active) if side == state.active else []
    if side == state.active and battle.stage != 1:
        notes.append(Note(f"Hits still absorbed in this battle: {battle.absorb}", "10.13"))
    return Forecast(
        f"Battle in {space_label(battle.area)}: {battle.what(state)}",
        f"{sum(handful)} dice",
        tuple(
            Modifier(f"{TITLES[side]} fire", dice_words(count, lowest), "4.2.2")
            for count, lowest in zip(handful, (4, 5, 6), strict=True)
            if count
        ),
        hits(handful, "10.12"),
        tuple(notes),
        (BOARD.names[battle.area],),
    )
