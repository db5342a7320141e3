"""Turns of thousands of actions: undo and redo go all the way, and few positions are held for it."""

from __future__ import annotations

import tracemalloc

import rasputitsa
from rasputitsa.match import CommittedDice, Match


def long_turn(actions: int) -> Match:
    """A match whose first player picks up a piece and puts it back again and again."""
    match = Match(rasputitsa.game("battle-for-moscow"), dice=CommittedDice.seeded(1))
    match.play("german", "standard")
    while len(match.log) < actions:
        offered = [str(action) for action in match.state.actions()]
        match.play("german", "cancel" if "cancel" in offered else offered[len(match.log) % (len(offered) - 1)])
    return match


def test_undo_and_redo_go_all_the_way() -> None:
    match = long_turn(400)
    positions = [state.position() for state in states_of(match)]
    last = len(match.log)
    for number in range(last - 1, -1, -1):
        assert match.can_undo("german")
        match.undo("german")
        assert len(match.log) == number and match.state.position() == positions[number]
    assert not match.can_undo("german")
    for number in range(1, last + 1):
        match.redo("german")
        assert match.state.position() == positions[number]
    assert not match.can_redo("german")
    for _ in range(150):
        match.undo("german")
    match.play("german", match.state.actions()[0])
    assert not match.can_redo("german")
    for _ in range(100):
        match.undo("german")
    assert match.state.position() == positions[last - 249]


def states_of(match: Match) -> list[rasputitsa.State]:
    states = [match.start()]
    for entry in match.log:
        states.append(states[-1].copy())
        states[-1].apply(entry.action)
    return states


def test_few_positions_are_held() -> None:
    tracemalloc.start()
    match = long_turn(5_000)
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert match._past.kept <= 64 + 5_000 / 64 + 2
    assert held < 6_000_000, "entries and their events take most of it"
    assert match.can_undo("german")
