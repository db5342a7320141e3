"""Which steps can lie on which: declared on the steps."""

import pytest

import rasputitsa as ra
from rasputitsa.core.phases import PhasedGame
from rasputitsa.core.step import BOTTOM

GAMES = ra.games()


@pytest.mark.parametrize("name", GAMES)
def test_every_step_lies_on_steps_that_exist(name: str) -> None:
    game = ra.game(name)
    assert isinstance(game, PhasedGame)
    steps = game.codec.steps
    for step, kind in steps.items():
        assert set(kind.lies_on) <= {BOTTOM, *steps}, step


@pytest.mark.parametrize("name", GAMES)
def test_every_chain_of_steps_ends_at_the_bottom(name: str) -> None:
    game = ra.game(name)
    assert isinstance(game, PhasedGame)
    grounded = {BOTTOM}
    while True:
        more = {step for step, kind in game.codec.steps.items() if grounded & set(kind.lies_on)} - grounded
        if not more:
            break
        grounded |= more
    assert grounded == {BOTTOM, *game.codec.steps}
