"""1.5 What a side does not know, drawn at random: `guess` makes a state of those that it could be in.

Whatever a side may know stays as it is. The identities of the other's concealed blocks are dealt out again among the
places where such blocks are, the pool included, and their strengths are drawn.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from ...core import Step
from ...core.conditions import passing
from ...core.sets import SpaceSet, contains, members, set_of
from .facts import (
    ALL_OF,
    FAST,
    FULL,
    GERMAN,
    HOEPNER,
    HQS,
    LEADERS,
    LENINGRAD,
    MINIMUM,
    PANZER_GROUP_4,
    POOL,
    ROAD_SET,
    SIDE,
    SOVIET,
    UNITS,
    ZHUKOV,
)
from .lines import Disbanding
from .move_rules import ACTIVATING, EXPLOITING
from .movement import Moving
from .reach import allowance
from .recall import Recalling
from .reinforcements import Entering
from .setup import ALLOWED, Placing, SetUp, strength_for
from .sight import bound_to_the_road, known_blocks
from .state import Moscow41State

FLAGS = ("isolated", "acted", "crossed", "blitzed")  # what is seen of a concealed block besides its place


def guess(state: Moscow41State, viewer: int, rng: Random) -> Moscow41State:
    """A full state drawn at random from those that a side, by what it knows, could be in."""
    new = state.copy()
    enemy = 1 - viewer
    hidden = ALL_OF[enemy] & ~known_blocks(state, viewer)
    dealt = deal_by_order(state, enemy, hidden, rng) if not state.phase else deal_freely(state, enemy, hidden, rng)
    for flag in FLAGS:
        setattr(new, flag, getattr(new, flag) & ~hidden)
    for unit, (place, *flags) in dealt:
        new.place(unit, place)
        new.strength[unit] = drawn_strength(state, enemy, unit, place, rng)
        for flag, raised in zip(FLAGS, flags, strict=True):
            if raised:
                setattr(new, flag, getattr(new, flag) | 1 << unit)
    new.stack = tuple(redrawn(state, new, step, enemy, rng) for step in known_stack(state, enemy))
    return new


def known_stack(state: Moscow41State, enemy: int) -> tuple[Step[Any], ...]:
    """The steps as far as their questions are known: a block that the other has in hand is seen once it has moved."""
    stack = state.stack
    while stack and isinstance(stack[-1], Moving | Disbanding) and SIDE[stack[-1].unit] == enemy:
        if isinstance(stack[-1], Moving) and stack[-1].spent:
            break
        stack = stack[:-1]
    return stack


Slot = tuple[int, ...]


def slot_of(state: Moscow41State, unit: int) -> Slot:
    """What everybody sees of a concealed block."""
    return state.where[unit], *(contains(getattr(state, flag), unit) for flag in FLAGS)


def deal_freely(state: Moscow41State, side: int, hidden: SpaceSet, rng: Random) -> list[tuple[int, Slot]]:
    """Identities for the slots: first for boxes and for the block in hand, then for the others in any order."""
    deck = members(hidden)
    rng.shuffle(deck)
    slots = sorted(slot_of(state, unit) for unit in members(hidden))
    dealt: list[tuple[int, Slot]] = []

    def give(unit: int, slot: Slot) -> None:
        deck.remove(unit)
        slots.remove(slot)
        dealt.append((unit, slot))

    for slot in slots[:]:
        special = special_unit(slot[0], side, deck)
        if special is not None:
            give(special, slot)
    held = block_in_hand(state, side)
    if held is not None and slot_of(state, held.unit) in slots:
        fitting = next((unit for unit in deck if could_be_held(state, held, unit, state.where[held.unit])), None)
        if fitting is not None:
            give(fitting, slot_of(state, held.unit))
    top = state.stack[-1] if state.stack else None
    if isinstance(top, Entering) and SIDE[top.unit] == side and contains(hidden, top.unit):
        fitting = next((unit for unit in deck if is_asked_where(state, unit, top)), None)
        if fitting is not None:
            give(fitting, slot_of(state, top.unit))
    if side == GERMAN and bound_to_the_road(state):
        bound = [unit for unit in deck if contains(PANZER_GROUP_4, unit)]
        spare = [slot for slot in slots if slot[0] >= POOL]
        for unit, slot in zip(bound, spare, strict=False):
            give(unit, slot)
    return [*dealt, *zip(deck, slots, strict=True)]


def block_in_hand(state: Moscow41State, side: int) -> Moving | None:
    """The move that the other side is making: everybody has seen the block move."""
    moving = next((step for step in known_stack(state, side) if isinstance(step, Moving)), None)
    return moving if moving is not None and SIDE[moving.unit] == side else None


def could_be_held(state: Moscow41State, moving: Moving, unit: int, place: int) -> bool:
    """Whether a block could be the one in hand, which is in a place: an HQ to be activated, or fast enough for what it
    has done and must still do."""
    if moving.part == ACTIVATING and not contains(HQS, unit):
        return False
    if moving.part == EXPLOITING and not contains(FAST, unit):
        return False
    if contains(PANZER_GROUP_4, unit) and bound_to_the_road(state):
        return False
    return allowance(state, unit) >= moving.spent and can_go_on(state, moving, unit, place)


def can_go_on(state: Moscow41State, moving: Moving, unit: int, place: int) -> bool:
    """Whether a block could end its move if it were the one in hand: nobody stays where he overstacks."""
    probe = state.copy()
    if probe.where[unit] != place:
        probe.place(moving.unit, probe.where[unit])
        probe.place(unit, place)
    return bool(replace(moving, unit=unit, waypoint=False).actions(probe))


def special_unit(place: int, side: int, deck: list[int]) -> int | None:
    """Who must be in a box: Zhukov, or Hoepner and then his blocks."""
    if not contains(ROAD_SET, place):
        return None
    if side == SOVIET:
        return ZHUKOV if place == LENINGRAD and ZHUKOV in deck else None
    if HOEPNER in deck:
        return HOEPNER
    return next((unit for unit in deck if contains(PANZER_GROUP_4, unit)), None)


def deal_by_order(state: Moscow41State, side: int, hidden: SpaceSet, rng: Random) -> list[tuple[int, Slot]]:
    """During the set-up only blocks that the same orders are about can be mistaken for each other."""
    classes: dict[tuple[bool, ...], list[int]] = {}
    for unit in members(hidden):
        signature = tuple(order.fits(UNITS[unit]) for order in state.setting.orders[side])
        classes.setdefault(signature, []).append(unit)
    dealt: list[tuple[int, Slot]] = []
    for alike in classes.values():
        places = sorted(slot_of(state, unit) for unit in alike)
        deck = alike[:]
        rng.shuffle(deck)
        dealt += zip(deck, places, strict=True)
    return dealt


def drawn_strength(state: Moscow41State, side: int, unit: int, place: int, rng: Random) -> int:
    """A strength for a concealed block: in the set-up that of its order, else full as often as not."""
    if place >= POOL:
        return FULL[unit]
    if not state.phase:
        return ordered_strength(state, side, unit, place)
    if rng.random() < 0.5:
        return FULL[unit]
    return rng.choice([0, 2, 3, 4]) if not MINIMUM[unit] else rng.randint(1, FULL[unit])


def ordered_strength(state: Moscow41State, side: int, unit: int, place: int) -> int:
    for number, order in enumerate(state.setting.orders[side]):
        if order.lines or order.to or not order.fits(UNITS[unit]):
            continue
        allowed = passing(ALLOWED, state, SetUp(side, number, 0, 0, False)) if order.where else 0
        if place in order.at or contains(allowed, place):
            return strength_for(order, unit)
    return FULL[unit]


# The block in the other's hand.


def redrawn(state: Moscow41State, new: Moscow41State, step: Step[Any], enemy: int, rng: Random) -> Step[Any]:
    """A step about a concealed block of the other side is about some such block in the same place."""
    if not isinstance(step, Moving | Recalling | Entering | Placing) or SIDE[step.unit] != enemy:
        return step
    if contains(state.revealed, step.unit):
        return step
    fitting = members(possible_blocks(state, new, step) & ~state.revealed & ~LEADERS)
    return replace(step, unit=fitting[0] if len(fitting) == 1 else rng.choice(fitting)) if fitting else step


def possible_blocks(
    state: Moscow41State, new: Moscow41State, step: Moving | Recalling | Entering | Placing
) -> SpaceSet:
    """Which blocks could be in hand, as far as everybody knows."""
    place = state.where[step.unit]
    here = new.at[place] & ALL_OF[SIDE[step.unit]]
    if isinstance(step, Placing):
        order = step.setup.order(state)
        return set_of(unit for unit in members(here) if order.fits(UNITS[unit]))
    if isinstance(step, Entering):
        return set_of(unit for unit in members(here) if is_asked_where(new, unit, step))
    if isinstance(step, Recalling):
        return here
    held = block_in_hand(state, SIDE[step.unit])
    assert held is not None
    return set_of(unit for unit in members(here & ~new.acted) if could_be_held(new, held, unit, place))


def is_asked_where(state: Moscow41State, unit: int, step: Entering) -> bool:
    """5.0: whether it is asked where a block enters; on the Road to Leningrad it enters without a question."""
    return bool(Entering(unit, step.used).passing(state, "at") & ~ROAD_SET)
