"""What to expect of a battle: the dice with their modifiers, and the exact chance of every number of hits."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ...core import Chance, Forecast, Modifier
from ...core.sets import SpaceSet, members
from ...core.values import Note
from .dice import EMPTY, Handful, add_dice, hit_chances
from .facts import (
    BLIZZARD,
    BOARD,
    BOMBER_HQ,
    BOMBERS,
    CITY_ABSORB,
    FACES,
    GERMAN,
    SIDES,
    SINGLE,
    SNOW,
    SUNNY,
    TANKS,
    TERRAIN_ABSORB,
    TITLES,
    UNIT_NAMES,
    WEATHERS,
    space_label,
    the_unit,
    unit_label,
)
from .state import Moscow41State
from .strength import attacking_strength, firepower, ground_dice

if TYPE_CHECKING:
    from .battle import Battle


STEPS = (  # 10.12: the Combat Sequence
    Note("Showdown", "10.12.1"),
    Note("Artillery Fire", "10.12.2"),
    Note("Anti-Air Fire", "10.12.3"),
    Note("Airstrike", "10.12.4"),
    Note("Ground Combat", "10.12.5"),
)

UNLESS = " (unless stopped)"
WEATHER_RULES = ("4.2.3", "8.0", "8.0", "14.5")  # by weather: the rule that says how many dice an attacker rolls


def count_of(dice: int) -> str:
    return "1 die" if dice == 1 else f"{dice} dice"


def dice_words(count: int, lowest: int) -> str:
    return f"{count_of(count)} at {lowest if lowest == 6 else f'{lowest}+'}"


def attack_lines(state: Moscow41State, area: int, blocks: SpaceSet, new: bool) -> list[Modifier]:
    """Each attacking block with its dice, and why they are fewer than its strength."""
    found = []
    for unit in members(blocks):
        by_river = bool(new and state.crossed >> unit & 1 and state.weather < SNOW)
        count, lowest = ground_dice(state, unit, True, by_river), firepower(state, unit)
        if not count:
            continue
        why = ", across a river" if by_river else ""
        rule = "10.12.5.1" if by_river else WEATHER_RULES[state.weather]
        found.append(Modifier(f"{unit_label(unit)}{why}", dice_words(count, lowest), rule))
    return found


def support_lines(state: Moscow41State, area: int, bombers: list[int]) -> list[Modifier]:
    found = []
    for hq in members(state.activated):
        if state.target[hq] == area:
            text = f"Artillery of {the_unit(hq)}"
            found.append(Modifier(text, dice_words(attacking_strength(state, hq), 5), "10.12.2"))
    for bomber in bombers:
        lowest = 4 if BOMBERS[bomber].type == "Ju-87" else 5
        count = attacking_strength(state, BOMBER_HQ[bomber])
        found.append(Modifier(f"{BOMBERS[bomber].title}{UNLESS}", dice_words(count, lowest), "10.12.4"))
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


RARE = Fraction(1, 100)  # what is rarer, all in all, makes one line


def hits(handful: Handful, rule: str) -> tuple[Chance, ...]:
    """The chance of each number of hits; the rarest at both ends are taken together."""
    chances = hit_chances(handful)
    first, last = 0, len(chances) - 1
    while sum(chances[: first + 2]) < RARE:
        first += 1
    while sum(chances[last - 1 :]) < RARE:
        last -= 1
    found = []
    for count in range(first, last + 1):
        chance, words = chances[count], f"{count} hit{'s' if count != 1 else ''}"
        if count == first > 0:
            chance, words = sum(chances[: first + 1], Fraction(0)), f"0–{first} hits"
        elif count == last < len(chances) - 1:
            chance, words = sum(chances[last:], Fraction(0)), f"{last}+ hits"
        found.append(Chance(words, chance, "", rule))
    return tuple(found)


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
    notes += tank_notes(state, area)
    if state.weather != SUNNY:
        notes.append(Note(f"Weather: {WEATHERS[state.weather]}", WEATHER_RULES[state.weather]))
    return Forecast(
        f"Battle in {space_label(area)}",
        f"{count_of(sum(handful))} against {absorb_bonus(state, area, 1 - side)} absorbed",
        (*support, *attack_lines(state, area, blocks, is_new(state, area))),
        hits(handful, "10.12"),
        tuple(notes),
        (BOARD.names[area],),
        tuple(UNIT_NAMES[unit] for unit in members(blocks)),
    )


def tank_notes(state: Moscow41State, area: int) -> list[Note]:
    """10.12.5.2: whether the attacker will fire first, as far as the defender's blocks are known."""
    from .battle import may_attack_with_tanks

    defenders = state.blocks(1 - state.active, area)
    if not may_attack_with_tanks(state, area) or defenders & state.revealed & TANKS:
        return []
    unless = ", unless the defender has a tank" if defenders & ~state.revealed else ""
    return [Note(f"Tank Attack: you fire first{unless}", "10.12.5.2")]


def defence_lines(state: Moscow41State, side: int, area: int, one_die: bool) -> list[Modifier]:
    """Each unit of the defender with its dice: in anti-air fire one for each."""
    found = []
    for unit in members(state.blocks(side, area)):
        lowest = firepower(state, unit)
        count = min(1, 7 - lowest) if one_die else ground_dice(state, unit, False, False)
        if count:
            rule = "10.12.3" if one_die else "14.5" if state.weather == BLIZZARD and side == GERMAN else "4.2.3"
            found.append(Modifier(unit_label(unit), dice_words(count, lowest), rule))
    if state.lines_of(side) >> area & 1:
        found.append(Modifier("Defensive line", dice_words(1, SINGLE), "4.1"))
    return found


def roll_lines(state: Moscow41State, battle: Battle) -> list[Modifier]:
    """Who fires in this step of a battle, and with how many dice."""
    from .battle import AIRSTRIKE, ANTI_AIR, ARTILLERY, attackers, bombers_over, is_new

    area, side = battle.area, battle.firing(state)
    if battle.stage == ARTILLERY:
        return support_lines(state, area, [])
    if battle.stage == AIRSTRIKE:
        return [line for line in support_lines(state, area, bombers_over(state, area)) if line.rule == "10.12.4"]
    if side != state.active:
        return defence_lines(state, side, area, battle.stage == ANTI_AIR)
    return attack_lines(state, area, attackers(state, area), is_new(state, area))


def roll_forecast(state: Moscow41State, battle: Battle) -> Forecast:
    """The next roll of a battle. All blocks lie face up, so everybody may know it."""
    handful = battle.handful(state)
    side = battle.firing(state)
    aimed_at_defender = side == state.active
    notes = absorb_notes(state, battle.area, 1 - state.active) if aimed_at_defender else []
    if aimed_at_defender:
        notes.append(Note(f"Hits still absorbed in this battle: {battle.absorb}", "10.13"))
    needs = tuple(lowest for count, lowest in zip(handful, (4, 5, 6), strict=True) for _ in range(count))
    both = state.blocks(state.active, battle.area) | state.blocks(1 - state.active, battle.area)
    return Forecast(
        f"Battle in {space_label(battle.area)}: {battle.what(state)}",
        count_of(sum(handful)),
        tuple(roll_lines(state, battle)),
        hits(handful, "10.12"),
        tuple(notes),
        (BOARD.names[battle.area],),
        tuple(UNIT_NAMES[unit] for unit in members(both)),
        STEPS,
        min(battle.stage + 1, len(STEPS) - 1),
        needs,
        battle.absorb if aimed_at_defender else None,
        tuple(FACES[unit][state.strength[unit]] for unit in members(both)),
    )


def step_of(state: Moscow41State) -> int:
    """The step of the Combat Sequence in which the hits fell that are being applied."""
    from .battle import Battle

    return next((min(step.stage, len(STEPS) - 1) for step in state.stack if isinstance(step, Battle)), 0)


def hits_words(hits: int) -> str:
    return f"{hits} hit{'s' if hits != 1 else ''}"


def air_losses_forecast(state: Moscow41State, area: int, hits: int, bombers: list[int]) -> Forecast:
    """10.12.3: what each bomber over the battle is worth, and what hits do to it."""
    lines = [line for line in support_lines(state, area, bombers) if line.rule == "10.12.4"]
    return Forecast(
        f"Bombers over {space_label(area)}",
        hits_words(hits),
        tuple(Modifier(line.text.removesuffix(UNLESS), line.effect, line.rule) for line in lines),
        (),
        (
            Note("An aborted bomber is back in the next German impulse", "10.12.3"),
            Note("A destroyed bomber, for two hits, is back in the next turn", "10.12.3"),
        ),
        (BOARD.names[area],),
        steps=STEPS,
        step=step_of(state),
    )


def losses_forecast(state: Moscow41State, side: int, area: int, hits: int) -> Forecast:
    """10.14.1: who is the strongest and takes the next hit. All blocks lie face up, so everybody may know it."""
    blocks = sorted(members(state.blocks(side, area)), key=lambda unit: -state.strength[unit])
    best = state.strength[blocks[0]]
    lines = []
    for unit in blocks:
        strength = state.strength[unit]
        words = "among the strongest" if strength == best else f"weaker by {best - strength}"
        lines.append(Modifier(unit_label(unit), f"{strength or 'heart'}: {words}", "10.14.1"))
    return Forecast(
        f"{TITLES[side]} losses in {space_label(area)}",
        hits_words(hits),
        tuple(lines),
        (),
        (Note("Among the strongest the owner chooses", "10.14.1"),),
        (BOARD.names[area],),
        steps=STEPS,
        step=step_of(state),
    )
