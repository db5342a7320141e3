"""What is not an action, or not a setting, is refused with a sentence, and nothing has happened."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rasputitsa.core import BadOption, RasputitsaError
from rasputitsa.games import games
from rasputitsa.research.play import NotLegal, start
from rasputitsa.research.sight import np

NO_NUMBERS: tuple[Any, ...] = (None, 2.0, 2.7, float("nan"), "3", "x", [3], (), np.float32(3), np.array([1, 2]))
WRONG_NUMBERS: tuple[Any, ...] = (-1, 10**6, 10**30, 10**5000, np.int64(-1))


@pytest.mark.parametrize("name", games())
def test_only_whole_numbers_are_actions(name: str) -> None:
    play = start(name)
    play.chance(Random(1))
    before = play.state.position()
    for number in NO_NUMBERS:
        with pytest.raises(NotLegal, match="An action is a whole number"):
            play.act(number)
    for number in WRONG_NUMBERS:
        with pytest.raises(NotLegal, match="Actions have the numbers 0 to"):
            play.act(number)
    assert play.state.position() == before and play.number == 0


def test_numbers_of_numpy_are_actions() -> None:
    for kind in (np.int8, np.int64, np.uint16, np.array):
        play = start("battle-for-moscow")
        play.act(kind(int(play.mask(0).argmax())))
        assert play.number == 1


def test_gymnasium_takes_no_other_action_instead() -> None:
    environment: Any = pytest.importorskip("rasputitsa.research.gymnasium", exc_type=ImportError).Environment
    env = environment("battle-for-moscow")
    _, info = env.reset(seed=1)
    legal = int(info["action_mask"].argmax())
    for number in (legal + 0.5, str(legal), None):
        _, reward, _, _, info = env.step(number)
        assert reward == -0.01 and "whole number" in info["illegal"] and not env.play.number
    for chosen in ("on", 5, ["on"]):
        with pytest.raises(BadOption, match="name"):
            env.reset(options={"options": chosen})


def test_pettingzoo_takes_no_other_action_instead() -> None:
    research: Any = pytest.importorskip("rasputitsa.research.pettingzoo", exc_type=ImportError)
    env = research.env("battle-for-moscow")
    env.reset(seed=1)
    legal = int(env.play.mask(0).argmax())
    for number in (legal + 0.5, str(legal), None):
        with pytest.raises(NotLegal, match="whole number"):
            env.step(number)
    both = research.parallel_env("battle-for-moscow")
    both.reset(seed=1)
    for actions in ({}, {"german": legal + 0.5}, {"soviet": legal}):
        *_, infos = both.step(actions)
        assert "whole number" in infos["german"]["illegal"] and not both.play.number


def test_openspiel_applies_only_legal_actions() -> None:
    pytest.importorskip("pyspiel")
    from rasputitsa.research.openspiel import pyspiel

    state = pyspiel.load_game("rasputitsa_battle_for_moscow").new_initial_state()
    illegal = next(number for number in range(1_000) if number not in state.legal_actions())
    with pytest.raises(NotLegal, match="is not legal"):
        state.apply_action(illegal)
    rolls = pyspiel.load_game("rasputitsa_moscow_41").new_initial_state()
    for number in (len(rolls.chance_outcomes()), -2):
        with pytest.raises(NotLegal, match="The outcomes have the numbers 0 to"):
            rolls.apply_action(number)
    assert state.history() == rolls.history() == []


@pytest.mark.parametrize("memory", [-1, 1.5, "many"])
def test_memory_is_a_whole_number(memory: Any) -> None:
    with pytest.raises(RasputitsaError, match="memory"):
        start("battle-for-moscow", memory=memory)
