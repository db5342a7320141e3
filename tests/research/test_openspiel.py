"""The games pass OpenSpiel's own test."""

# ruff: noqa: E402  what cannot be imported is skipped first

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

pyspiel: Any = pytest.importorskip("pyspiel")

from rasputitsa.core import BadOption, Game
from rasputitsa.games import game as find_game
from rasputitsa.games import games
from rasputitsa.research.openspiel import short_name

from ..tools import soak

SCENARIOS = [(name, scenario.name) for name in games() for scenario in find_game(name).scenarios]
WHOLE = 20_000  # actions


def load(name: str, **parameters: Any) -> Any:
    return pyspiel.load_game(short_name(name), parameters)


@pytest.mark.parametrize("actions", soak.less(25, WHOLE))
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_random_games_with_serialization(name: str, scenario: str, actions: int) -> None:
    pyspiel.random_sim_test(
        load(name, scenario=scenario, max_actions=actions), num_sims=1, serialize=True, verbose=False
    )


@pytest.mark.parametrize("name", games())
def test_chance_nodes_have_the_exact_probabilities(name: str) -> None:
    rng = Random(name)
    state = load(name).new_initial_state()
    met = 0
    for _ in range(600):
        if state.is_terminal():
            break
        if state.is_chance_node():
            exact = state.play.state.chances()
            assert sum((chance for _, chance in exact), Fraction(0)) == 1
            assert state.chance_outcomes() == [(number, float(chance)) for number, (_, chance) in enumerate(exact)]
            outcome = rng.randrange(len(exact))
            assert state.action_to_string(outcome) == str(exact[outcome][0])
            state.apply_action(outcome)
            met += 1
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert met or name in (
        "battle-for-moscow",
        "blitzkrieg-to-moscow-2",
        "drive-on-moscow",
    )  # where few dice are rolled


@pytest.mark.parametrize("name", games())
def test_information_states_and_tensors(name: str) -> None:
    game: Any = load(name, memory=4)
    assert game.num_distinct_actions() == len(game.lens.numbering)
    state = game.new_initial_state()
    rng = Random(1)
    before: dict[int, tuple[str, list[float]]] = {}
    for _ in range(30):
        if state.is_chance_node():
            state.apply_action(rng.randrange(len(state.chance_outcomes())))
            continue
        player = state.current_player()
        assert len(state.observation_tensor(player)) == game.observation_tensor_size()
        knowledge, tensor = state.information_state_string(player), state.information_state_tensor(player)
        assert len(tensor) == game.information_state_tensor_size()
        if player in before:
            assert before[player][0] != knowledge and before[player][1] != tensor
        before[player] = knowledge, tensor
        state.apply_action(rng.choice(state.legal_actions()))


def test_scenarios_and_options_are_parameters() -> None:
    game: Any = pyspiel.load_game("rasputitsa_moscow_41(scenario=gasp,zhukov_hoepner=on)")
    state = game.new_initial_state()
    assert state.play.state.scenario.name == "gasp" and state.play.state.options["zhukov-hoepner"] == "on"
    with pytest.raises(BadOption, match="no scenario 'nowhere'"):
        load("moscow-41", scenario="nowhere")


def test_a_game_is_broken_off_as_a_draw() -> None:
    state = load("battle-for-moscow", max_actions=2).new_initial_state()
    for _ in range(2):
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal() and state.returns() == [0.0, 0.0]


def test_who_wins_gets_one_and_who_loses_minus_one() -> None:
    state = load("moscow-41", scenario="gasp").new_initial_state()
    rng = Random(2)
    while not state.is_terminal():
        numbers = [number for number, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(numbers))
    rules: Game = state.play.state.game
    winner = state.play.state.outcome.winner
    assert state.returns() == [1.0 if side.name == winner else -1.0 for side in rules.sides]
