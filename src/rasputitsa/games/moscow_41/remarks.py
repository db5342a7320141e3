"""What the large choices cost and bring, in a line each, for the player who makes them."""

from __future__ import annotations

from ...core import Action, Mark
from ...core.numbers import counted
from ...core.sets import SpaceSet, contains, members
from ...core.warnings import listed_names
from .bombers import bombers_out
from .facts import (
    AIR_HQS,
    ALL_OF,
    BOMBER_HQ,
    BOMBERS,
    BOMBERS_OF,
    FULL,
    LEADER_OF,
    POOL,
    READY,
    ROAD_SET,
    SIDE,
    STRONGER,
    UNITS,
    WEAKER,
)
from .lines import lines_left
from .logistics_value import leader_strength, logistics_value
from .ranges import commanded_by
from .state import Moscow41State
from .strength import attacking_strength, command_range
from .words import ACTIVATE, BUILD, DONE, EXPLOIT, LEADER, PASS, PAUSE, REINFORCE, STRATEGIC
from .words import TACTICAL as TACTICAL_ACTION


def pool_size(state: Moscow41State, side: int) -> int:
    return (state.at[POOL] & ALL_OF[side]).bit_count()


def level(strength: int) -> str:
    """The strength of a leader, an HQ or a block; HQs and leaders have a heart below their last star."""
    return str(strength) if strength else "the heart"


# 7.0: the Logistics Phase.


def of_logistics(state: Moscow41State, side: int) -> dict[Action, str]:
    return {PAUSE: pause(state, side), LEADER: activated_leader(state, side)}


def pause(state: Moscow41State, side: int) -> str:
    """7.1: the leader is restored, and that is all."""
    leader, strength = LEADER_OF[side], leader_strength(state, side)
    name, full = UNITS[leader].title, FULL[leader]
    nothing = "Nothing is restored, replaced or drawn this month."
    if strength == full:
        return f"{name} is at full strength already: a pause brings nothing. {nothing}"
    return f"{name} goes from {level(strength)} to {full}, for more Logistics Value later. {nothing}"


def activated_leader(state: Moscow41State, side: int) -> str:
    """7.2: as many points for HQs, points for combat blocks and draws as the Logistics Value; then he is reduced."""
    leader, value = LEADER_OF[side], logistics_value(state, side)
    lower = WEAKER[leader][state.strength[leader]]
    then = f"drops to {level(lower)}" if lower >= 0 else "stays at the heart"
    draws = min(value, pool_size(state, side))
    drawn = f"draw {counted(draws, 'block')}" if draws else "nothing to draw: your pool is empty"
    points = counted(value, "point")
    return f"{points} for HQs, {value} for combat blocks; {drawn}. Then {UNITS[leader].title} {then}."


def step_mark(state: Moscow41State, unit: int, cost: int) -> Mark:
    """7.2.2: what a step costs, and what the block would be."""
    now, then = state.strength[unit], STRONGER[unit][state.strength[unit]]
    return Mark(str(cost), f"{counted(cost, 'point')}: from {level(now)} to {then}", "good")


# 3.0: the kinds of impulse.


def of_impulses(state: Moscow41State, hqs: SpaceSet) -> dict[Action, str]:
    """What each kind is for, and what it would use. ``hqs`` are the Tactical HQs that can be activated."""
    side = state.active
    value = logistics_value(state, side)
    return {
        TACTICAL_ACTION: tactical(state, hqs),
        STRATEGIC: f"Up to {counted(value, 'block')} move and fight, no HQ tires. Spends the Initiative Disc.",
        REINFORCE: reinforcing(value, pool_size(state, side)),
        PASS: passing(state),
    }


def tactical(state: Moscow41State, hqs: SpaceSet) -> str:
    """10.0, 10.5: HQs that are used are reduced; an exhausted one is destroyed."""
    tired = sum(1 for hq in members(hqs) if not state.strength[hq])
    exhausted = f", of which exhausted and destroyed if used: {tired}" if tired else ""
    used = "HQs command the blocks in their range to move and fight; each one used loses a star"
    return f"{used}. Ready: {hqs.bit_count()}{exhausted}."


def reinforcing(value: int, left: int) -> str:
    """11.0: nothing can be drawn from an empty pool."""
    if not left:
        return "Your pool is empty: nothing to draw. Spends the Initiative Disc for nothing."
    drawn = f"up to {min(value, left)} of the {left} blocks" if left > 1 else "the only block"
    return f"Draw {drawn} in your pool. Spends the Initiative Disc."


def passing(state: Moscow41State) -> str:
    """12.0: one block; two passes in a row end the month."""
    if state.passes:
        return "One block moves without engaging, or builds. The other player has passed: this ends the month."
    return "One block moves without engaging, or builds. If the other player passes too, the month ends."


# 10.18: exploitation.


def of_exploitation(state: Moscow41State) -> dict[Action, str]:
    value = logistics_value(state, state.active)
    moved = f"Up to {counted(value, 'fast block')} move once more, without engaging"
    return {
        EXPLOIT: f"{moved}. The disc goes to the other player.",
        DONE: "You can still spend the disc on a Strategic Impulse, and keep the first impulse of the month with it.",
    }


# 4.1: defensive lines.


def of_building(state: Moscow41State, unit: int) -> dict[Action, str]:
    """A step of the block, for a line that takes two hits before any block is hit."""
    strength = state.strength[unit]
    left = lines_left(state, SIDE[unit])
    stock = f"Lines left: {left}." if left else "All lines are in use: you must disband another one."
    cost = f"Costs a step: {strength} to {WEAKER[unit][strength]}"
    return {BUILD: f"{cost}. The line takes two hits before any block does. {stock}"}


# 10.1 to 10.5, 10.10: HQs.


def of_hqs(state: Moscow41State, hqs: SpaceSet) -> dict[Action, str]:
    return {ACTIVATE[hq]: hq_line(state, hq) for hq in members(hqs)}


def hq_line(state: Moscow41State, hq: int) -> str:
    """10.3: its strength, its range, and whom it commands where it is now."""
    stars = state.strength[hq]
    tired = "" if stars else " It is destroyed when this impulse ends."
    strength = counted(stars, "star") if stars else "Exhausted"
    if contains(AIR_HQS, hq):
        return f"{strength}: sends up to {counted(command_range(state, hq), 'bomber')} to battles {within(state, hq)}."
    if contains(ROAD_SET, state.where[hq]):
        return f"{strength}: {counted(attacking_strength(state, hq), 'die', 'dice')} for the Road to Leningrad.{tired}"
    blocks = commanded_by(state, hq) & ~(1 << hq) & ~state.isolated
    names = listed_names([UNITS[unit].title for unit in members(blocks)]) if blocks else "none"
    return f"{strength}: commands blocks {within(state, hq)}; in reach: {names}.{tired}"


def within(state: Moscow41State, hq: int) -> str:
    far = command_range(state, hq)
    return f"up to {counted(far, 'area')} away" if far else "in its own area"


# 10.4, 10.10: support.


def gun_mark(state: Moscow41State, hq: int) -> Mark:
    """10.4: the dice of an HQ's artillery fire."""
    dice = counted(attacking_strength(state, hq), "die", "dice")
    return Mark(dice, "artillery, hits at 5 and 6")


def bomber_mark(state: Moscow41State, bomber: int) -> Mark:
    """10.10.1: the dice of a bomber, and how many its HQ can still commit."""
    hq = BOMBER_HQ[bomber]
    ready = sum(1 for other in members(BOMBERS_OF[hq]) if state.air[other] == READY)
    left = min(ready, attacking_strength(state, hq) - bombers_out(state, hq))
    faces = "4, 5 and 6" if BOMBERS[bomber].type == "Ju-87" else "5 and 6"
    dice = counted(attacking_strength(state, hq), "die", "dice")
    return Mark(dice, f"hits at {faces}; its Fliegerkorps can still commit {left}")
