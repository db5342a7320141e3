"""What to expect of a battle: the dice with their modifiers, the exact chance of every end, and of the next roll."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from ...core import Chance, Forecast, Modifier
from ...core.forecasts import Note
from ...core.numbers import percent_range
from ...core.sets import SpaceSet, contains, members
from .course import AIRSTRIKE, ANTI_AIR, ARTILLERY, Course
from .dice import Handful, hit_chances
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
from .fire import (
    absorb_bonus,
    airstrike_dice,
    artillery_dice,
    attack_dice,
    attackers,
    bombers_over,
    is_new,
    may_attack_with_tanks,
)
from .outlook import Hits, Outlook, Range, concealed, has_line, outlook, outlook_of, rest_of_battle, whole_battle
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

WEATHER_RULES = ("4.2.3", "8.0", "8.0", "14.5")  # by weather: the rule that says how many dice an attacker rolls


def count_of(dice: int) -> str:
    return "1 die" if dice == 1 else f"{dice} dice"


def dice_words(count: int, lowest: int) -> str:
    return f"{count_of(count)} at {lowest if lowest == 6 else f'{lowest}+'}"


def attack_lines(state: Moscow41State, area: int, blocks: SpaceSet, new: bool) -> list[Modifier]:
    """Each attacking block with its dice, and why they are fewer than its strength."""
    found = []
    for unit in members(blocks):
        by_river = bool(new and contains(state.crossed, unit) and state.weather < SNOW)
        count, lowest = ground_dice(state, unit, True, by_river), firepower(state, unit)
        if not count:
            continue
        why = ", across a river" if by_river else ""
        rule = "10.12.5.1" if by_river else WEATHER_RULES[state.weather]
        found.append(Modifier(f"{unit_label(unit)}{why}", dice_words(count, lowest), rule))
    return found


def artillery_lines(state: Moscow41State, area: int) -> list[Modifier]:
    return [
        Modifier(f"Artillery of {the_unit(hq)}", dice_words(attacking_strength(state, hq), 5), "10.12.2")
        for hq in members(state.activated)
        if state.target[hq] == area
    ]


def bomber_lines(state: Moscow41State, bombers: list[int], before_anti_air: bool) -> list[Modifier]:
    """The bombers over a battle with their dice; before the anti-air fire nobody knows who comes through."""
    unless = " (unless stopped)" if before_anti_air else ""
    found = []
    for bomber in bombers:
        lowest = 4 if BOMBERS[bomber].type == "Ju-87" else 5
        count = attacking_strength(state, BOMBER_HQ[bomber])
        found.append(Modifier(f"{BOMBERS[bomber].title}{unless}", dice_words(count, lowest), "10.12.4"))
    return found


def absorb_notes(state: Moscow41State, area: int, defender: int) -> list[Note]:
    """10.13: what the defender absorbs, and why."""
    found = []
    if TERRAIN_ABSORB[area]:
        found.append(Note("Rough terrain absorbs 1", "10.13"))
    if contains(state.german, area) == (defender == GERMAN) and CITY_ABSORB[area]:
        found.append(Note(f"The city absorbs {CITY_ABSORB[area]}", "10.13"))
    if contains(state.lines_of(defender), area):
        found.append(Note("The defensive line absorbs 1 and falls to the next hit", "4.1"))
    return found


RARE = Fraction(1, 100)  # what is rarer, all in all, makes one line


def hits(handful: Handful, rule: str) -> tuple[Chance, ...]:
    """The chance of each number of hits of one roll; the rarest at both ends are taken together."""
    return grouped([(chance, chance) for chance in hit_chances(handful)], rule, lambda count: "")


def grouped(chances: list[Range], rule: str, meaning: Callable[[int], str]) -> tuple[Chance, ...]:
    """A line for each number of hits; the rarest at both ends are taken together."""
    first, last = 0, len(chances) - 1
    while first < last and sum(high for _, high in chances[: first + 2]) < RARE:
        first += 1
    while last > first and sum(high for _, high in chances[last - 1 :]) < RARE:
        last -= 1
    found = []
    for count in range(first, last + 1):
        together, words = [chances[count]], f"{count} hit{'s' if count != 1 else ''}"
        if count == first > 0:
            together, words = chances[: first + 1], f"0–{first} hits"
        elif count == last < len(chances) - 1:
            together, words = chances[last:], f"{last}+ hits"
        low, high = sum((one for one, _ in together), Fraction(0)), sum((one for _, one in together), Fraction(0))
        means = meaning(count) if len(together) == 1 else ""
        found.append(Chance(words, low, means, rule, None if low == high else min(high, Fraction(1))))
    return tuple(found)


# The whole battle, before it begins.


def attack_forecast(state: Moscow41State, area: int, viewer: str | None) -> Forecast | None:
    """For the attacker: how a battle may end, all fire of both sides counted."""
    side = state.active
    if viewer != SIDES[side] or not contains(state.contested, area):
        return None
    blocks, hidden = attackers(state, area), concealed(state, area)
    lines = [*artillery_lines(state, area), *bomber_lines(state, bombers_over(state, area), True)]
    lines += attack_lines(state, area, blocks, is_new(state, area))
    lines += [
        line._replace(text=f"Against it: {line.text}") for line in defence_lines(state, 1 - side, area, False, ~hidden)
    ]
    notes = [*defender_notes(state, area), *absorb_notes(state, area, 1 - side), first_fire_note(state, area)]
    if hidden:
        chances, more = range_of_ends(outlook(state, area))
    else:
        chances, more = all_ends(whole_battle(state, area), absorb_bonus(state, area, 1 - side), has_line(state, area))
    if state.weather != SUNNY:
        more.append(Note(f"Weather: {WEATHERS[state.weather]}", WEATHER_RULES[state.weather]))
    return Forecast(
        f"Battle in {space_label(area)}",
        f"{attack_words(state, area)} against {absorb_bonus(state, area, 1 - side)} absorbed",
        tuple(lines),
        chances,
        (*notes, *more),
        (BOARD.names[area],),
        tuple(UNIT_NAMES[unit] for unit in members(blocks)),
    )


def attack_words(state: Moscow41State, area: int) -> str:
    """All dice that the attacker brings to a battle."""
    ground = attack_dice(state, area, attackers(state, area))
    return count_of(sum(artillery_dice(state, area)) + sum(airstrike_dice(state, area)) + sum(ground))


def all_ends(course: Course, absorb: int, line: bool) -> tuple[tuple[Chance, ...], list[Note]]:
    """Both sides lie open: every number of hits, and what the attacker loses."""
    needed = len(course.hits[0]) - 1
    counts = [course.hit_range(count) for count in range(needed)]
    while counts and not counts[-1][1]:
        counts.pop()
    hit_lines = grouped(counts, "10.14", lambda count: effect_of(count, absorb, line)) if counts else ()
    words = "1 hit or more" if needed == 1 else f"{needed} hits or more"
    return (cleared_chance(course.cleared, words), *hit_lines), [loss_note(course)]


def effect_of(hits: int, absorb: int, line: bool) -> str:
    """10.13, 10.14: what so many hits do to the defender."""
    absorbed = min(hits, absorb)
    hits -= absorbed
    parts = [f"{absorbed} absorbed"] if absorbed else []
    if hits and line:
        parts.append("the line falls")
        hits -= 1
    parts += [f"{hits} step{'s' if hits != 1 else ''} lost"] if hits else []
    return ", ".join(parts)


def cleared_chance(cleared: Range, meaning: str) -> Chance:
    low, high = cleared
    return Chance("cleared", low, meaning, "10.15", None if low == high else high)


def loss_note(course: Course) -> Note:
    """What the attacker's blocks lose to the defender's fire, in steps."""
    ranges = [course.loss_range(count) for count in range(len(course.losses[0]))]
    parts = []
    for count, (low, high) in enumerate(ranges):
        rest = sum((one for _, one in ranges[count + 1 :]), Fraction(0))
        words = "none" if not count else f"{count} step{'s' if count != 1 else ''}"
        words = "everything" if count == len(ranges) - 1 else words
        if rest and rest < RARE and count < len(ranges) - 1:
            low, high = low + sum((one for one, _ in ranges[count + 1 :]), Fraction(0)), high + rest
            parts.append(f"{count} or more {percent_range(low, min(high, Fraction(1)))}")
            break
        if high:
            parts.append(f"{words} {percent_range(low, high)}")
    return Note(f"Losses of the attacker: {', '.join(parts)}", "10.14")


def range_of_ends(found: Outlook) -> tuple[tuple[Chance, ...], list[Note]]:
    """The defender is concealed: the best and the worst, by what can be there."""
    low, high = found.cleared
    chances = cleared_chance(found.cleared, ""), Chance("not cleared", 1 - high, "", "10.15", 1 - low)
    if low == high:
        chances = chances[0], chances[1]._replace(highest=None)
    notes = [
        Note("From the strongest to the weakest blocks that can be there", "1.5"),
        Note(f"The attacker loses nothing: {percent_range(*found.unhurt)}", "10.14"),
    ]
    if found.wiped_out[1]:
        notes.append(Note(f"The attacker loses everything: {percent_range(*found.wiped_out)}", "10.14"))
    return chances, notes


def defender_notes(state: Moscow41State, area: int) -> list[Note]:
    """10.12.1: how many blocks defend, and how many of them are concealed."""
    enemies, hidden = state.blocks(1 - state.active, area).bit_count(), concealed(state, area).bit_count()
    blocks = f"{'concealed ' if hidden == enemies else ''}block{'s' if enemies != 1 else ''}"
    some = f", {hidden} of them concealed" if 0 < hidden < enemies else ""
    return [Note(f"Defenders: {enemies} {blocks if enemies else 'blocks'}{some}", "10.12.1")]


def first_fire_note(state: Moscow41State, area: int) -> Note:
    """10.12.5: who fires first in ground combat, as far as the defender's blocks are known."""
    hidden = concealed(state, area)
    if not may_attack_with_tanks(state, area) or state.blocks(1 - state.active, area) & ~hidden & TANKS:
        return Note("In ground combat the defender fires first; only what is left of you fires back", "10.12.5")
    unless = ", unless the defender has a tank" if hidden else ""
    return Note(f"Tank Attack: you fire first{unless}", "10.12.5.2")


# The next roll of a battle.


def defence_lines(state: Moscow41State, side: int, area: int, one_die: bool, seen: SpaceSet = -1) -> list[Modifier]:
    """Each unit of the defender that is seen with its dice: in anti-air fire one for each."""
    found = []
    for unit in members(state.blocks(side, area) & seen):
        lowest = firepower(state, unit)
        count = min(1, 7 - lowest) if one_die else ground_dice(state, unit, False, False)
        if count:
            rule = "10.12.3" if one_die else "14.5" if state.weather == BLIZZARD and side == GERMAN else "4.2.3"
            found.append(Modifier(unit_label(unit), dice_words(count, lowest), rule))
    if contains(state.lines_of(side), area):
        found.append(Modifier("Defensive line", dice_words(1, SINGLE), "4.1"))
    return found


def roll_lines(state: Moscow41State, battle: Battle) -> list[Modifier]:
    """Who fires in this step of a battle, and with how many dice."""
    area, side = battle.area, battle.firing(state)
    if battle.stage == ARTILLERY:
        return artillery_lines(state, area)
    if battle.stage == AIRSTRIKE:
        return bomber_lines(state, bombers_over(state, area), False)
    if side != state.active:
        return defence_lines(state, side, area, battle.stage == ANTI_AIR)
    return attack_lines(state, area, attackers(state, area), is_new(state, area))


def end_notes(state: Moscow41State, battle: Battle, hits: Hits | None = None) -> list[Note]:
    """How the battle may end from here on. All blocks lie face up, so everybody may know it."""
    found = outlook_of(rest_of_battle(state, battle.area, battle.stage, battle.absorb, battle.tanks, hits))
    notes = [Note(f"The area is cleared in the end: {percent_range(*found.cleared)}", "10.15")]
    if found.wiped_out[1]:
        notes.append(Note(f"The attacker loses everything in the end: {percent_range(*found.wiped_out)}", "10.14"))
    return notes


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
        f"Battle in {space_label(battle.area)}",
        count_of(sum(handful)),
        tuple(roll_lines(state, battle)),
        hits(handful, "10.12"),
        (*notes, *end_notes(state, battle)),
        (BOARD.names[battle.area],),
        tuple(UNIT_NAMES[unit] for unit in members(both)),
        STEPS,
        min(battle.stage + 1, len(STEPS) - 1),
        needs,
        battle.absorb if aimed_at_defender else None,
        tuple(FACES[unit][state.strength[unit]] for unit in members(both)),
        battle.what(state),
    )


def step_before(battle: Battle) -> int:
    """The step of the Combat Sequence in which the hits fell that are being applied."""
    return min(battle.stage, len(STEPS) - 1)


def hits_words(hits: int) -> str:
    return f"{hits} hit{'s' if hits != 1 else ''}"


def air_losses_forecast(state: Moscow41State, battle: Battle, hits: int) -> Forecast:
    """10.12.3: what each bomber over the battle is worth, and what hits do to it."""
    area = battle.area
    return Forecast(
        f"Bombers over {space_label(area)}",
        hits_words(hits),
        tuple(bomber_lines(state, bombers_over(state, area), False)),
        (),
        (
            Note("An aborted bomber is back in the next German impulse", "10.12.3"),
            Note("A destroyed bomber, for two hits, is back in the next turn", "10.12.3"),
            *end_notes(state, battle, Hits(None, hits)),
        ),
        (BOARD.names[area],),
        steps=STEPS,
        step=step_before(battle),
    )


def losses_forecast(state: Moscow41State, battle: Battle, side: int, hits: int) -> Forecast:
    """10.14.1: who is the strongest and takes the next hit. All blocks lie face up, so everybody may know it."""
    area = battle.area
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
        (Note("Among the strongest the owner chooses", "10.14.1"), *end_notes(state, battle, Hits(side, hits))),
        (BOARD.names[area],),
        steps=STEPS,
        step=step_before(battle),
    )
