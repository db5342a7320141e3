"""A state as a value: how it is shown, compared, copied, written as text and pickled."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest

import rasputitsa as ra

from ..properties import GAMES, anything


def some_state(name: str, actions: int = 40) -> ra.State:
    state = ra.game(name).start()
    rng = Random(name)
    for _ in range(actions):
        state.apply(anything(state.actions(), rng))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_repr_says_where_the_game_is_and_what_is_asked(name: str) -> None:
    state = some_state(name)
    assert state.question is not None
    assert state.heading in repr(state) and state.question.text in repr(state)


@pytest.mark.parametrize("name", GAMES)
def test_states_are_equal_if_their_positions_are(name: str) -> None:
    state = some_state(name)
    twin = ra.game(name).position(state.position())
    assert state == twin and hash(state) == hash(twin)
    twin.apply(twin.actions()[0])
    assert state != twin
    assert state != "a state"


@pytest.mark.parametrize("name", GAMES)
def test_a_state_reads_its_text_again(name: str) -> None:
    state = some_state(name)
    assert ra.game(name).position(state.to_text()) == state


@pytest.mark.parametrize("name", GAMES)
def test_copies_of_the_standard_library_are_copies(name: str) -> None:
    state = some_state(name)
    for made in (copy.copy(state), copy.deepcopy(state)):
        assert made is not state and made == state and made.game is state.game
        made.apply(made.actions()[0])
        assert made != state


@pytest.mark.parametrize("name", GAMES)
def test_a_pickled_state_holds_no_game(name: str) -> None:
    state = some_state(name)
    data = pickle.dumps(state)
    again = pickle.loads(data)
    assert again == state and again.game is state.game
    assert again.actions() == state.actions()
    assert pickle.loads(pickle.dumps(state.game)) is state.game
    assert len(data) < 60_000
