"""10.12: how a battle may go, exactly: the chance of every number of hits and of every loss, from any step to the end.

It knows nothing of areas and states: two sides as tuples of blocks, what the defender absorbs, guns and bombers. Where
an owner has a choice (10.14.1 among equals, 10.12.3 of bombers) there is no one chance but a range: the least and the
greatest that the choices of both players allow. Chances are counted in ways the dice can fall, as whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from .dice import EMPTY, LOWEST, Handful, add_dice
from .facts import SINGLE

ARTILLERY, ANTI_AIR, AIRSTRIKE, FIRST_FIRE, SECOND_FIRE, OVER = range(6)  # 10.12
REMEMBERED = 20_000


class Kind(NamedTuple):
    """What a battle needs to know of a block, by its strength: its dice, and the lowest face that hits."""

    dice: tuple[int, ...]
    fire: tuple[int, ...]
    tank: bool
    lowest: int  # its last step: 0 is the heart of an HQ


Block = tuple[int, Kind]  # its strength comes first: the strongest takes the next hit
Force = tuple[Block, ...]  # the strongest first
Bomber = tuple[int, int]  # its dice, and the lowest face that hits
Ways = tuple[int, ...]  # by number: in how many ways the dice can fall so


class Defence(NamedTuple):
    """The defender: its blocks, the hits it still absorbs (10.13), and whether its defensive line stands."""

    blocks: Force
    absorb: int
    line: bool

    @property
    def needed(self) -> int:
        """How many hits clear the area."""
        return self.absorb + self.line + steps_of(self.blocks)


class Support(NamedTuple):
    """10.12.2, 10.12.4: the dice of the artillery, and the bombers."""

    guns: int = 0
    bombers: tuple[Bomber, ...] = ()


class Battlefield(NamedTuple):
    """What does not change in a battle: its attackers until ground combat, and whether tanks may fire first."""

    attackers: Force
    tanks: bool  # 10.12.5.2, as far as it does not hang on the defender's line and tanks


class Course(NamedTuple):
    """The rest of a battle, counted among 6 ** ``dice`` ways: least and most ways of each number of hits by the
    attacker, the last of which clears the area, and of each number of steps that the attacker loses."""

    dice: int
    hits: tuple[Ways, Ways]
    losses: tuple[Ways, Ways]

    def hit_range(self, number: int) -> tuple[Fraction, Fraction]:
        return self._range(self.hits, number)

    def loss_range(self, number: int) -> tuple[Fraction, Fraction]:
        return self._range(self.losses, number)

    @property
    def cleared(self) -> tuple[Fraction, Fraction]:
        """The chance that the defender is gone in the end."""
        return self.hit_range(len(self.hits[0]) - 1)

    def _range(self, ways: tuple[Ways, Ways], number: int) -> tuple[Fraction, Fraction]:
        every = 6**self.dice
        return Fraction(ways[0][number], every), Fraction(ways[1][number], every)


# Blocks and their losses: 10.14.


def force(blocks: Iterable[Block]) -> Force:
    return tuple(sorted(blocks, reverse=True))


def steps_of(blocks: Force) -> int:
    """How many hits destroy all of them."""
    return sum(strength or 1 for strength, _ in blocks)


def reduced(blocks: Force, number: int) -> Force:
    """4.2.3.1: the blocks after a hit on one of them."""
    strength, kind = blocks[number]
    rest = blocks[:number] + blocks[number + 1 :]
    if strength == kind.lowest:
        return rest
    lower = 0 if strength == 2 and kind.lowest == 0 else strength - 1
    return force((*rest, (lower, kind)))


@lru_cache(maxsize=REMEMBERED)
def after_hits(blocks: Force, hits: int) -> frozenset[Force]:
    """10.14.1: what may be left of blocks, by what their owner chooses among the strongest."""
    if hits >= steps_of(blocks):
        return frozenset(((),))
    if not hits:
        return frozenset((blocks,))
    found: set[Force] = set()
    for number, (strength, kind) in enumerate(blocks):
        if strength == blocks[0][0] and (not number or blocks[number - 1][1] != kind):
            found |= after_hits(reduced(blocks, number), hits - 1)
    return frozenset(found)


@lru_cache(maxsize=REMEMBERED)
def after_fire(defence: Defence, hits: int) -> frozenset[Defence]:
    """10.13, 10.14: hits are absorbed, then destroy the line, then damage blocks."""
    absorbed = min(hits, defence.absorb)
    hits -= absorbed
    line = defence.line and not hits
    hits -= defence.line and not line
    return frozenset(Defence(left, defence.absorb - absorbed, line) for left in after_hits(defence.blocks, hits))


@lru_cache(maxsize=REMEMBERED)
def after_anti_air(bombers: tuple[Bomber, ...], hits: int) -> frozenset[tuple[Bomber, ...]]:
    """10.12.3: which bombers may be left: each hit aborts one, or two of them destroy one."""
    if not hits or not bombers:
        return frozenset((bombers,))
    found: set[tuple[Bomber, ...]] = set()
    for number in range(len(bombers)):
        rest = bombers[:number] + bombers[number + 1 :]
        found |= after_anti_air(rest, hits - 1)
        if hits > 1:
            found |= after_anti_air(rest, hits - 2)
    return frozenset(found)


# Dice.


def ground_fire(blocks: Force, line: bool = False) -> Handful:
    """10.12.5: the dice of a side."""
    dice = EMPTY
    for strength, kind in blocks:
        dice = add_dice(dice, kind.dice[strength], kind.fire[strength])
    return add_dice(dice, 1, SINGLE) if line else dice


def anti_air_fire(defence: Defence) -> Handful:
    """10.12.3: one die for each unit."""
    dice = EMPTY
    for strength, kind in defence.blocks:
        dice = add_dice(dice, 1, kind.fire[strength])
    return add_dice(dice, 1, SINGLE) if defence.line else dice


def airstrike(bombers: tuple[Bomber, ...]) -> Handful:
    dice = EMPTY
    for count, lowest in bombers:
        dice = add_dice(dice, count, lowest)
    return dice


@lru_cache(maxsize=REMEMBERED)
def ways_to_hit(handful: Handful) -> Ways:
    """In how many ways the dice can show each number of hits."""
    ways = [1]
    for count, lowest in zip(handful, LOWEST, strict=True):
        for _ in range(count):
            missed, hit = [way * (lowest - 1) for way in ways], [way * (7 - lowest) for way in ways]
            ways = [one + other for one, other in zip((*missed, 0), (0, *hit), strict=True)]
    return tuple(ways)


# Putting courses together.


@lru_cache(maxsize=REMEMBERED)
def certain(hits: int, losses: int, of_hits: int, of_losses: int) -> Course:
    """A battle that is over: so many hits, so many losses."""
    ends = tuple(int(number == hits) for number in range(of_hits + 1))
    lost = tuple(int(number == losses) for number in range(of_losses + 1))
    return Course(0, (ends, ends), (lost, lost))


def scaled(ways: Ways, factor: int) -> Ways:
    return tuple([way * factor for way in ways])


def with_dice(course: Course, dice: int) -> Course:
    """The same, counted among the ways of more dice."""
    if dice == course.dice:
        return course
    factor = 6 ** (dice - course.dice)
    low, high = course.hits
    least, most = course.losses
    return Course(
        dice,
        (scaled(low, factor), scaled(high, factor)),
        (scaled(least, factor), scaled(most, factor)),
    )


def any_of(courses: Iterable[Course]) -> Course:
    """A player chooses among them: nobody else knows which it will be."""
    found = list(courses)
    if len(found) == 1:
        return found[0]
    dice = max(course.dice for course in found)
    found = [with_dice(course, dice) for course in found]
    return Course(
        dice,
        (least(course.hits[0] for course in found), most(course.hits[1] for course in found)),
        (least(course.losses[0] for course in found), most(course.losses[1] for course in found)),
    )


def least(ways: Iterable[Ways]) -> Ways:
    return tuple(map(min, zip(*ways, strict=True)))


def most(ways: Iterable[Ways]) -> Ways:
    return tuple(map(max, zip(*ways, strict=True)))


def rolled(handful: Handful, branches: Iterable[tuple[int, int, Course]], of_hits: int, of_losses: int) -> Course:
    """Dice fall: for each branch the ways that lead to it, the hits that it adds, and the course from there on."""
    found = list(branches)
    after = max(course.dice for _, _, course in found)
    hits, losses = ([0] * (of_hits + 1), [0] * (of_hits + 1)), ([0] * (of_losses + 1), [0] * (of_losses + 1))
    for ways, added, course in found:
        weight = ways * 6 ** (after - course.dice)
        for total, part in zip(hits, course.hits, strict=True):
            for number, way in enumerate(part):
                if way:
                    total[min(number + added, of_hits)] += way * weight
        for total, part in zip(losses, course.losses, strict=True):
            for number, way in enumerate(part):
                if way:
                    total[number] += way * weight
    dice = sum(handful) + after
    return Course(dice, (tuple(hits[0]), tuple(hits[1])), (tuple(losses[0]), tuple(losses[1])))


# The steps of a battle.


@lru_cache(maxsize=REMEMBERED)
def course(stage: int, field: Battlefield, defence: Defence, support: Support, tanks: bool = False) -> Course:
    """The rest of a battle from the beginning of one of its steps. ``tanks``: the attacker has fired first."""
    needed, steps = defence.needed, steps_of(field.attackers)
    if not needed or not steps:
        return certain(0, 0, needed, steps)
    if stage == ARTILLERY:
        guns = (0, support.guns, 0)
        return attack(guns, field, defence, lambda left: course(ANTI_AIR, field, left, support))
    if stage == ANTI_AIR:
        return anti_air(field, defence, support)
    if stage == AIRSTRIKE:
        bombs = airstrike(support.bombers)
        return attack(bombs, field, defence, lambda left: course(FIRST_FIRE, field, left, Support()))
    if stage == FIRST_FIRE:
        return ground_combat(field, defence)
    if stage == SECOND_FIRE:
        return defenders_fire(field, defence, False) if tanks else attackers_fire(field, defence)
    return certain(0, 0, needed, steps)


def anti_air(field: Battlefield, defence: Defence, support: Support) -> Course:
    handful = anti_air_fire(defence) if support.bombers else EMPTY

    def branches() -> Iterator[tuple[int, int, Course]]:
        for hits, ways in enumerate(ways_to_hit(handful)):
            if ways:
                flying = (Support(0, left) for left in after_anti_air(support.bombers, hits))
                yield ways, 0, any_of(course(AIRSTRIKE, field, defence, left) for left in flying)

    return rolled(handful, branches(), defence.needed, steps_of(field.attackers))


def attack(handful: Handful, field: Battlefield, defence: Defence, then: Callable[[Defence], Course]) -> Course:
    """The attacker fires, and the battle goes on with what is left of the defender."""
    needed, steps = defence.needed, steps_of(field.attackers)

    def branches() -> Iterator[tuple[int, int, Course]]:
        every = ways_to_hit(handful)
        for hits, ways in enumerate(every[:needed]):
            if ways:
                yield ways, hits, any_of(then(left) for left in after_fire(defence, hits))
        if len(every) > needed:
            yield sum(every[needed:]), needed, certain(0, 0, 0, steps)

    return rolled(handful, branches(), needed, steps)


def ground_combat(field: Battlefield, defence: Defence) -> Course:
    """10.12.5: the defender fires first, unless it is under Tank Attack."""
    if is_tank_attack(field, defence):
        fire = ground_fire(field.attackers)
        return attack(fire, field, defence, lambda left: course(SECOND_FIRE, field, left, Support(), True))
    return defenders_fire(field, defence, True)


def is_tank_attack(field: Battlefield, defence: Defence) -> bool:
    """10.12.5.2"""
    return field.tanks and not defence.line and not any(kind.tank for _, kind in defence.blocks)


def defenders_fire(field: Battlefield, defence: Defence, first: bool) -> Course:
    """The attacker takes the defender's hits; if those came first, what is left of it fires back."""
    handful = ground_fire(defence.blocks, defence.line)
    needed, steps = defence.needed, steps_of(field.attackers)

    def branches() -> Iterator[tuple[int, int, Course]]:
        for hits, ways in enumerate(ways_to_hit(handful)):
            if not ways:
                continue
            lost = min(hits, steps)
            over = certain(0, lost, needed, steps)
            if not first or lost == steps:
                yield ways, 0, over
                continue
            left = (Battlefield(blocks, field.tanks) for blocks in after_hits(field.attackers, hits))
            answers = any_of(course(SECOND_FIRE, some, defence, Support()) for some in left)
            yield ways, 0, Course(answers.dice, answers.hits, with_dice(over, answers.dice).losses)

    return rolled(handful, branches(), needed, steps)


def attackers_fire(field: Battlefield, defence: Defence) -> Course:
    """The last fire of a battle."""
    steps = steps_of(field.attackers)
    return attack(ground_fire(field.attackers), field, defence, lambda left: certain(0, 0, left.needed, steps))
