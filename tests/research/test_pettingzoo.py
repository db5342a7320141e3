"""The games pass PettingZoo's own tests."""

from __future__ import annotations

import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, performance_benchmark, seed_test
from pettingzoo.test.max_cycles_test import max_cycles_test

from rasputitsa.core import BadOption
from rasputitsa.games import game as find_game
from rasputitsa.games import games
from rasputitsa.research import pettingzoo as research
from rasputitsa.research.play import NotLegal

from ..tools import soak

SCENARIOS = [(name, scenario.name) for name in games() for scenario in find_game(name).scenarios]
# Advice that is not followed: observations are dictionaries, and agents are called by their sides.
ADVICE = ("Observation space for each agent probably", "Observation is not a NumPy array", "We recommend agents")


@pytest.mark.parametrize("cycles", soak.less(60, 3_000))
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_the_api(name: str, scenario: str, cycles: int) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(research.env(name, scenario=scenario), num_cycles=cycles)
    assert [str(each.message) for each in caught if not str(each.message).startswith(ADVICE)] == []


@pytest.mark.parametrize("cycles", soak.less(40, 1_000))
@pytest.mark.parametrize("name", games())
def test_the_same_seed_is_the_same_game(name: str, cycles: int) -> None:
    seed_test(lambda: research.env(name), cycles)


@pytest.mark.parametrize("name", games())
def test_max_cycles(name: str) -> None:
    module = SimpleNamespace(
        env=partial(research.alternating_env, name), parallel_env=partial(research.parallel_env, name)
    )
    max_cycles_test(module)


@pytest.mark.soak
@pytest.mark.parametrize("name", games())
def test_the_benchmark(name: str) -> None:
    performance_benchmark(research.env(name))


@pytest.mark.parametrize("options", [{}, {option.name: "on" for option in find_game("moscow-41").options}])
def test_a_game_is_played_to_its_end(options: dict[str, str]) -> None:
    env = research.env("moscow-41", scenario="gasp", options=options)
    env.reset(seed=5)
    rewards: dict[str, float] = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        rewards[agent] += reward
        assert observation["action_mask"].any() != (terminated or truncated)
        other = env.observe(env.possible_agents[1 - env.possible_agents.index(agent)])
        assert not other["action_mask"].any()
        env.step(None if terminated else env.action_space(agent).sample(observation["action_mask"]))
    assert env.play.state.outcome is not None
    assert sorted(rewards.values()) in ([-1.0, 1.0], [0.0, 0.0])


def test_a_game_is_broken_off_after_max_cycles() -> None:
    env = research.env("battle-for-moscow", max_cycles=3)
    env.reset(seed=1)
    steps = 0
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        assert not terminated and truncated == (steps >= 3)
        steps += not truncated
        env.step(None if truncated else env.action_space(agent).sample(observation["action_mask"]))
    assert steps == 3


def test_reset_can_name_another_scenario_and_what_does_not_exist_is_refused() -> None:
    env = research.env("moscow-41", scenario="gasp")
    env.reset(seed=1, options={"scenario": "dnieper"})
    assert env.play.state.position()["scenario"] == "dnieper"
    env.reset(seed=1)
    assert env.play.state.position()["scenario"] == "gasp"
    with pytest.raises(BadOption, match="no scenario 'nowhere'"):
        env.reset(options={"scenario": "nowhere"})
    with pytest.raises(BadOption, match="no option 'weather'"):
        research.env("battle-for-moscow", options={"weather": "fine"})


def test_what_is_not_legal_is_refused_or_changes_nothing() -> None:
    env: Any = research.env("battle-for-moscow")
    env.reset(seed=1)
    with pytest.raises(NotLegal, match=r"'restore .*' is not legal: "):
        env.step(env.play.lens.numbering.number(env.game.action("restore 24pz")))
    both: Any = research.parallel_env("battle-for-moscow")
    both.reset(seed=1)
    before = both.play.state.position()
    *_, infos = both.step(dict.fromkeys(both.agents, 0) | {"german": both.play.mask(0).tolist().index(0)})
    assert both.play.state.position() == before and "is not legal" in infos["german"]["illegal"]
