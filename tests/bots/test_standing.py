"""How a match stands: from what a side may know alone, the same each time, and right at the end."""

from __future__ import annotations

from random import Random

import pytest

import rasputitsa as ra
from rasputitsa.bots import bot, decide
from rasputitsa.bots.odds import random_chance
from rasputitsa.bots.standing import standing, true_standing
from rasputitsa.core import CHANCE, State

from ..tools import soak

GAMES = [
    ("battle-for-moscow", None),
    ("moscow-41", "gasp"),
    ("blitzkrieg-to-moscow-2", None),
    ("drive-on-moscow", None),
]
SEED = 5


def positions(name: str, scenario: str | None, count: int) -> list[State]:
    """Positions of a match between recruits in which a player has a choice, the first of them in the set-up."""
    rng = Random(name)
    state = ra.game(name).start(scenario)
    player = bot("recruit", name, SEED)
    found = [state.copy()] if state.side != CHANCE else []
    number = 0
    while state.outcome is None and len(found) < count:
        action = random_chance(state, rng) if state.side == CHANCE else decide(player, state, number)
        state.apply(action)
        number += 1
        if state.outcome is None and state.side != CHANCE and rng.random() < 0.01:
            found.append(state.copy())
    return found


@pytest.mark.parametrize(("name", "scenario"), soak.first(2, GAMES))
def test_an_estimate_follows_from_what_a_side_may_know(name: str, scenario: str | None) -> None:
    for state in positions(name, scenario, 4):
        side = str(state.side)
        found = standing(state, side, SEED)
        assert sum(found.chances.values()) == pytest.approx(1) and 0 <= found.error <= 0.5
        assert all(0 <= chance <= 1 for chance in found.chances.values())
        before = state.position()
        assert standing(state, side, SEED) == found
        assert state.position() == before
        other = state.guess(side, Random(1))  # differs in nothing that the side may know
        assert standing(other, side, SEED) == found


def test_at_the_end_it_is_certain() -> None:
    state = ra.game("battle-for-moscow").start()
    player = bot("recruit", "battle-for-moscow", SEED)
    rng = Random(1)
    number = 0
    while state.outcome is None:
        state.apply(random_chance(state, rng) if state.side == CHANCE else decide(player, state, number))
        number += 1
    winner = state.outcome.winner
    found = true_standing(state, SEED)
    assert found.chances[winner] == 1.0 and found.error == 0.0


def test_it_answers_at_once_when_told_to() -> None:
    state = positions("battle-for-moscow", None, 2)[1]
    assert standing(state, str(state.side), SEED, lambda: True).error == 0.0  # one future has no spread
