"""Every action of the players has a number, and keeps it."""

from __future__ import annotations

from hashlib import blake2b
from random import Random

import pytest

from rasputitsa.core import CHANCE
from rasputitsa.games import game as find_game
from rasputitsa.games import games
from rasputitsa.research.numbering import CHANCE_VERBS, Numbering
from rasputitsa.research.play import NotLegal, Play

from .plays import LENGTH, go_on, started

# By game: how many actions have a number, and a hash of them in their order. Whoever has trained something relies on
# it: a change must go into the changelog.
KNOWN = {
    "battle-for-moscow": (1496, "d9f6fa1deb375bcb"),
    "blitzkrieg-to-moscow-2": (1877, "7f0b804a661ad659"),
    "drive-on-moscow": (11856, "8599ca18950d4649"),
    "moscow-41": (1935, "b4842110123cb062"),
}


@pytest.mark.parametrize("name", games())
def test_actions_keep_their_numbers(name: str) -> None:
    numbering = Numbering(find_game(name))
    text = "\n".join(map(str, numbering.actions))
    assert (len(numbering), blake2b(text.encode(), digest_size=8).hexdigest()) == KNOWN[name]
    assert len(set(numbering.actions)) == len(numbering)
    assert [numbering.number(action) for action in numbering.actions] == list(range(len(numbering)))


@pytest.mark.parametrize("name", games())
def test_dice_and_draws_are_chance_and_no_player_does_them(name: str) -> None:
    rng = Random(name)
    state = find_game(name).start()
    for _ in range(LENGTH[name]):
        if state.outcome is not None:
            break
        actions = state.actions()
        assert all((action.verb in CHANCE_VERBS) == (state.side == CHANCE) for action in actions)
        state.apply(rng.choice(actions))


@pytest.mark.parametrize("name", games())
def test_the_mask_has_exactly_the_legal_actions(name: str) -> None:
    rng = Random(name)
    play = started(name, rng)
    actions = play.lens.numbering.actions
    for _ in go_on(play, rng, 60):
        side = play.actor
        assert side is not None and not play.mask(1 - side).any()
        masked = {actions[number] for number, legal in enumerate(play.mask(side).tolist()) if legal}
        assert masked == set(play.state.actions())


@pytest.mark.parametrize("name", games())
def test_an_action_that_is_not_legal_is_refused_and_changes_nothing(name: str) -> None:
    play = Play(find_game(name).start())
    play.chance(Random(1))
    before, side = play.state.position(), play.actor
    assert side is not None
    illegal = play.mask(side).tolist().index(0)
    for number in (illegal, -1, len(play.lens.numbering)):
        with pytest.raises(NotLegal, match=r"\.$"):
            play.act(number)
    assert play.state.position() == before and play.number == 0
    legal = play.mask(side).tolist().index(1)
    play.act(legal)
    assert play.number == 1
