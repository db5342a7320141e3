"""Every bot can explain every decision, also where somebody else has played before it was asked."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import rasputitsa as ra
from rasputitsa.bots import bot, bots, decide
from rasputitsa.core import CHANCE, State
from rasputitsa.match import CommittedDice

from ..properties import GAMES
from ..tools import soak

MATCHES = [
    (game, player, scenario.name) for game in GAMES for player in bots(game) for scenario in ra.game(game).scenarios
]


def positions(game: str, player: str, scenario: str) -> Iterator[tuple[State, int]]:
    """The positions of a match in which somebody decides, with their numbers; one bot plays both sides."""
    dice, rng = CommittedDice.seeded(scenario), Random(scenario)
    playing = bot(player, game, 1)
    state = ra.game(game).start(scenario)
    number = rolls = 0
    while (side := state.side) is not None:
        if side == CHANCE:
            rolls += 1
            state.apply(dice.resolve(state, rolls))
            continue
        yield state, number
        state.apply(rng.choice(state.actions()) if player == "random" else decide(playing, state, number))
        number += 1


def is_sentence(text: str) -> bool:
    return not text[0].islower() and text.endswith(".") and "{" not in text


@pytest.mark.parametrize(
    ("game", "player", "scenario", "every"),
    [("battle-for-moscow", "recruit", "typhoon", 30), *(soak.left((*match, 1)) for match in MATCHES)],
)
@pytest.mark.usefixtures("small_budgets")
def test_every_decision_is_explained(game: str, player: str, scenario: str, every: int) -> None:
    asked = [bot(name, game, 3) for name in bots(game)]
    for state, number in positions(game, player, scenario):
        for one in asked if number % every == 0 else []:
            action = decide(one, state, number)
            reason = one.explain()
            assert reason == "" or is_sentence(reason), (state.question, str(action), reason)
