"""What to expect of a battle in a position: its course, or where blocks are concealed the best and the worst.

A side that does not see the defender's blocks is told what the weakest and the strongest blocks that could be there
would make of the battle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from ...core.sets import SpaceSet, contains, members
from .course import (
    ARTILLERY,
    Battlefield,
    Block,
    Bomber,
    Course,
    Defence,
    Force,
    Kind,
    Support,
    after_anti_air,
    after_hits,
    any_of,
    course,
    force,
)
from .facts import BOMBER_FIRE, BOMBER_HQ, COUNT, FIRE, FULL, MINIMUM, TANKS
from .fire import absorb_bonus, artillery_dice, attackers, bombers_over, could_attack_with_tanks, is_new
from .sight import known_blocks, possible_in_areas
from .state import Moscow41State
from .strength import attacking_strength, ground_dice

Range = tuple[Fraction, Fraction]


class Outlook(NamedTuple):
    """The chance that the area is cleared, that the attacker loses nothing, and that it loses everything."""

    cleared: Range
    unhurt: Range
    wiped_out: Range


class Hits(NamedTuple):
    """Hits that are being applied: to the blocks of a side, or to bombers (side None)."""

    side: int | None
    number: int


# From a position to a battle.


def kind_of(probe: Moscow41State, unit: int, attacking: bool, by_river: bool) -> Kind:
    """A block as a battle sees it. Its strength in the probe, a copy of the state, is changed."""
    now, dice = probe.strength[unit], []
    for strength in range(5):
        probe.strength[unit] = strength
        dice.append(ground_dice(probe, unit, attacking, by_river))
    probe.strength[unit] = now
    return Kind(tuple(dice), tuple(FIRE[unit]), contains(TANKS, unit), MINIMUM[unit])


def attacking_force(state: Moscow41State, area: int) -> Force:
    """10.11: isolated blocks do not fire, but can be hit."""
    probe, new, able = state.copy(), is_new(state, area), attackers(state, area)
    found = []
    for unit in members(state.blocks(state.active, area)):
        kind = kind_of(probe, unit, True, bool(new and contains(state.crossed, unit)))
        if not contains(able, unit):
            kind = kind._replace(dice=(0,) * 5)
        found.append((state.strength[unit], kind))
    return force(found)


def defending_blocks(state: Moscow41State, blocks: SpaceSet) -> Iterator[Block]:
    probe = state.copy()
    for unit in members(blocks):
        yield state.strength[unit], kind_of(probe, unit, False, False)


def battlefield(state: Moscow41State, area: int) -> Battlefield:
    return Battlefield(attacking_force(state, area), could_attack_with_tanks(state, area))


def support(state: Moscow41State, area: int) -> Support:
    bombers: list[Bomber] = [
        (attacking_strength(state, BOMBER_HQ[bomber]), BOMBER_FIRE[bomber]) for bomber in bombers_over(state, area)
    ]
    return Support(sum(artillery_dice(state, area)), tuple(sorted(bombers)))


def has_line(state: Moscow41State, area: int) -> bool:
    return contains(state.lines_of(1 - state.active), area)


# Where everything lies open.


def rest_of_battle(
    state: Moscow41State, area: int, stage: int, absorb: int, tanks: bool = False, hits: Hits | None = None
) -> Course:
    """The rest of a battle from a step on, whoever defends; ``hits`` are to be applied before."""
    defenders = force(defending_blocks(state, state.blocks(1 - state.active, area)))
    field, defence = battlefield(state, area), Defence(defenders, absorb, has_line(state, area))
    helped = support(state, area)
    if hits is None:
        return course(stage, field, defence, helped, tanks)
    if hits.side is None:
        flying = after_anti_air(helped.bombers, hits.number)
        return any_of(course(stage, field, defence, Support(0, left), tanks) for left in flying)
    if hits.side == state.active:
        left = after_hits(field.attackers, hits.number)
        return any_of(course(stage, Battlefield(some, field.tanks), defence, helped, tanks) for some in left)
    left = after_hits(defenders, hits.number)
    return any_of(course(stage, field, Defence(some, absorb, defence.line), helped, tanks) for some in left)


def whole_battle(state: Moscow41State, area: int) -> Course:
    return rest_of_battle(state, area, ARTILLERY, absorb_bonus(state, area, 1 - state.active))


def outlook_of(found: Course) -> Outlook:
    return Outlook(found.cleared, found.loss_range(0), found.loss_range(len(found.losses[0]) - 1))


# Where the defender's blocks are concealed.


def concealed(state: Moscow41State, area: int) -> SpaceSet:
    """The defender's blocks that the attacker does not see."""
    return state.blocks(1 - state.active, area) & ~known_blocks(state, state.active)


def outlook(state: Moscow41State, area: int) -> Outlook:
    """A battle as its attacker may see it coming."""
    hidden = concealed(state, area)
    if not hidden:
        return outlook_of(whole_battle(state, area))
    defender = 1 - state.active
    seen = list(defending_blocks(state, state.blocks(defender, area) & ~hidden))
    field, helped = battlefield(state, area), support(state, area)
    absorb, line = absorb_bonus(state, area, defender), has_line(state, area)
    found = []
    for blocks in extremes(state, hidden.bit_count(), field.tanks):
        defence = Defence(force((*seen, *blocks)), absorb, line)
        found.append(outlook_of(course(ARTILLERY, field, defence, helped)))
    return Outlook(*(widest(ranges) for ranges in zip(*found, strict=True)))


def widest(ranges: Iterable[Range]) -> Range:
    lows, highs = zip(*ranges, strict=True)
    return min(lows), max(highs)


def extremes(state: Moscow41State, count: int, tanks: bool) -> set[Force]:
    """The weakest and the strongest that so many concealed blocks can be; ``tanks``: theirs would count (10.12.5.2)."""
    probe = state.copy()
    known: Counter[Kind] = Counter()
    full: dict[Kind, int] = {}
    for unit in members(possible_in_areas(state, state.active) & ((1 << COUNT) - 1)):
        kind = kind_of(probe, unit, False, False)
        known[kind] += 1
        full[kind] = max(full.get(kind, 0), FULL[unit])
    strongest = Counter({(full[kind], kind): number for kind, number in known.items()})
    weakest = Counter({(kind.lowest, kind): number for kind, number in known.items()})
    return choices(strongest, count, True, tanks) | choices(weakest, count, False, tanks)


def choices(left: Counter[Block], count: int, strong: bool, tanks: bool) -> set[Force]:
    """Every choice of so many blocks that no other choice outdoes in strength, or in weakness."""
    if not count or not left:
        return {()}
    found: set[Force] = set()
    for block in left:
        if not any(is_better(other, block, strong, tanks) for other in left if other != block):
            rest = left.copy()
            rest[block] -= 1
            more = tanks and not (strong and block[1].tank)  # one tank is as good as two
            found |= {force((*others, block)) for others in choices(+rest, count - 1, strong, more)}
    return found


def is_better(one: Block, other: Block, strong: bool, tanks: bool) -> bool:
    """Whether one of two blocks is the more extreme; of two that are alike, the first."""
    stronger, weaker = (one, other) if strong else (other, one)
    return outdoes(stronger, weaker, tanks) and (one < other or not outdoes(weaker, stronger, tanks))


def outdoes(one: Block, other: Block, tanks: bool) -> bool:
    """Whether a block is at least as good as another in everything that counts for a defender."""
    (strength, kind), (less, weaker) = one, other
    if strength < less or (tanks and weaker.tank and not kind.tank):
        return False
    for lost in range(max(less, 1)):
        now, then = strength - lost, less - lost
        if kind.dice[now] < weaker.dice[then] or kind.fire[now] > weaker.fire[then]:
            return False
    return True
