"""One side against a bot passes Gymnasium's own check."""

from __future__ import annotations

import warnings
from random import Random

import pytest

pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env

from rasputitsa.bots import bot
from rasputitsa.core import BadOption
from rasputitsa.games import game as find_game
from rasputitsa.games import games
from rasputitsa.research.gymnasium import Environment
from rasputitsa.research.spaces import flat

SCENARIOS = [(name, scenario.name) for name in games() for scenario in find_game(name).scenarios]


@pytest.mark.parametrize("side", ["german", "soviet"])
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_the_check(name: str, scenario: str, side: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(Environment(name, side, scenario=scenario), skip_render_check=True)


def test_a_game_against_a_bot_to_its_end() -> None:
    env = Environment("moscow-41", side="soviet", scenario="gasp", opponent="recruit")
    results = []
    for _ in range(2):
        rng = Random(4)
        _, info = env.reset(seed=3)
        over, taken = False, []
        while not over:
            legal = [number for number, can in enumerate(info["action_mask"].tolist()) if can]
            taken.append(rng.choice(legal))
            observation, reward, over, stopped, info = env.step(taken[-1])
            assert observation in env.observation_space and not stopped
        assert reward in (-1.0, 0.0, 1.0) and not info["action_mask"].any()
        assert env.play.state.outcome is not None
        results.append((taken, reward, flat(observation).tobytes()))
    assert results[0] == results[1]


def test_an_action_that_is_not_legal_costs_something_and_says_why() -> None:
    env = Environment("battle-for-moscow", opponent=bot("random", "battle-for-moscow"), max_actions=2)
    _, info = env.reset(seed=1)
    before = env.play.state.position()
    illegal = info["action_mask"].tolist().index(0)
    _, reward, over, stopped, info = env.step(illegal)
    assert (reward, over, stopped) == (-0.01, False, False)
    assert "is not legal" in info["illegal"] and env.play.state.position() == before
    _, reward, over, stopped, info = env.step(info["action_mask"].tolist().index(1))
    assert (reward, over, stopped) == (0.0, False, True) and "illegal" not in info


def test_a_side_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadOption, match=r"has no side 'french'\. It has: german, soviet"):
        Environment("battle-for-moscow", side="french")
