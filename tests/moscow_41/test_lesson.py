"""The tutorial is sound play: a learner who goes on from where it ends has not lost the game already."""

from __future__ import annotations

from itertools import combinations

import pytest

from rasputitsa.core.sets import members, union
from rasputitsa.games.moscow_41.course import ARTILLERY, Battlefield, Defence, Support, course, force
from rasputitsa.games.moscow_41.facts import COMBAT, GERMAN, HQS, NEAR, SMOLENSK, SOVIET
from rasputitsa.games.moscow_41.fire import absorb_bonus
from rasputitsa.games.moscow_41.outlook import defending_blocks, kind_of
from rasputitsa.games.moscow_41.reach import allowance, reach_by_cost
from rasputitsa.games.moscow_41.state import Moscow41State
from rasputitsa.games.moscow_41.supply import unsupplied
from rasputitsa.games.moscow_41.victory import victory_points
from rasputitsa.match import record, tutorial

from .helpers import GAME


def end_of_lesson() -> Moscow41State:
    """The end of the learner's impulse: what follows is the Soviet one, which is played for him."""
    lesson = tutorial.load(GAME)
    assert lesson is not None
    ours = next(number for number, line in enumerate(lesson.record.lines) if line.side == "soviet")
    state = record.replay(lesson.record, ours).state
    assert isinstance(state, Moscow41State) and state.side == "soviet"
    return state


def can_be_adjacent(state: Moscow41State, hq: int) -> bool:
    """Whether an HQ could fire its artillery into Smolensk."""
    reached = union(reach_by_cost(state, hq, allowance(state, hq), False))
    return bool(reached & NEAR[SMOLENSK])


@pytest.mark.rule("moscow-41", "1.7")
def test_smolensk_does_not_fall_to_the_next_soviet_impulse() -> None:
    """The Soviets hold six points, so with Smolensk they would win at once."""
    state = end_of_lesson()
    assert victory_points(state, SOVIET) == 6
    garrison = state.blocks(GERMAN, SMOLENSK)
    assert garrison, "an empty Smolensk is lost to any block that reaches it"
    able = state.on_map(SOVIET) & (COMBAT | HQS) & ~unsupplied(state, SOVIET)[0]
    near = [
        unit
        for unit in members(able)
        if any(areas >> SMOLENSK & 1 for areas in reach_by_cost(state, unit, allowance(state, unit), True)[1:])
    ]
    assert near, "else there would be nothing to test"
    defence = Defence(force(defending_blocks(state, garrison)), absorb_bonus(state, SMOLENSK, GERMAN), False)
    probe = state.copy()
    guns = sum(state.strength[hq] for hq in members(able & HQS) if can_be_adjacent(state, hq))
    for pair in combinations(near, min(2, len(near))):  # 2.7: no more than two
        attackers = force((state.strength[unit], kind_of(probe, unit, True, False)) for unit in pair)
        cleared = course(ARTILLERY, Battlefield(attackers, False), defence, Support(guns)).cleared[1]
        assert cleared < 0.01, f"{float(cleared):.0%} by {pair}"


@pytest.mark.rule("moscow-41", "4.2.6")
def test_no_hq_is_left_alone_on_the_map() -> None:
    state = end_of_lesson()
    for hq in members(state.on_map(GERMAN) & HQS):
        area = state.where[hq]
        assert state.blocks(GERMAN, area) & COMBAT or GAME.board.by_id[area].kind == "box"
