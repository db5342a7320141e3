"""The recruit of Moscow '41: it plays every scenario, by the rules, and never looks behind a concealed block."""

from __future__ import annotations

from random import Random

import pytest

import rasputitsa
from rasputitsa.bots import bot, decide
from rasputitsa.core import CHANCE, State

GAME = rasputitsa.game("moscow-41")
SCENARIOS = [scenario.name for scenario in GAME.scenarios]


def walk(scenario: str, german: str, soviet: str, seed: int, steps: int) -> list[tuple[int, State]]:
    """The positions of a match in which a recruit must act, with their numbers."""
    rng = Random(seed)
    state = GAME.start(scenario, {option.name: rng.choice(option.choices) for option in GAME.options})
    players = {"german": bot(german, GAME.name, seed), "soviet": bot(soviet, GAME.name, seed)}
    levels = {"german": german, "soviet": soviet}
    found = []
    for number in range(steps):
        side = state.side
        if side is None:
            break
        if side == CHANCE:
            state.apply(rng.choice(state.actions()))
            continue
        if levels[side] == "recruit":
            found.append((number, state.copy()))
        action = decide(players[side], state, number)
        assert state.why_not(action) is None, f"{action} at {state.question}"
        state.apply(action)
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_it_is_honest_under_fog(scenario: str, side: str) -> None:
    """It decides the same whatever the concealed enemy blocks are."""
    levels = {"german": "random", "soviet": "random", side: "recruit"}
    positions = walk(scenario, levels["german"], levels["soviet"], 7, 350)
    rng = Random(11)
    for number, state in rng.sample(positions, min(25, len(positions))):
        twin = state.guess(side, rng)
        player = bot("recruit", GAME.name, 3)
        assert decide(player, state.copy(), number) == decide(player, twin, number)


@pytest.mark.parametrize("scenario", ["dnieper", "gasp"])
def test_it_plays_a_scenario_to_its_end(scenario: str) -> None:
    positions = walk(scenario, "recruit", "recruit", 2, 5000)
    state = positions[-1][1]
    steps = {type(state.stack[-1]).__name__ for _, state in positions}
    assert {"ChooseImpulse", "Activation", "Command", "Moving", "Battles"} <= steps
    assert state.game is GAME


def test_it_gives_reasons() -> None:
    player = bot("recruit", GAME.name, 1)
    said = set()
    for number, state in walk("dnieper", "recruit", "random", 4, 300)[:60]:
        decide(player, state, number)
        said.add(player.explain())
    assert len(said) > 3
