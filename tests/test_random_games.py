"""Random games of every game: no dead end, no exception, and all the properties that must always hold."""

from __future__ import annotations

from random import Random

import pytest

import rasputitsa
from rasputitsa import Match, record
from rasputitsa.bots import bot, decide
from rasputitsa.core import CHANCE, IllegalAction
from rasputitsa.match import CommittedDice

from . import properties
from .tools import soak

GAMES = properties.GAMES
# How many random games a block has, and at which share of their questions a costly property is checked. The soak
# (`make soak`) plays thousands.
BLOCK = {"drive-on-moscow": (2, 0.0005), "moscow-41": (10, 0.005)}
USUAL_BLOCK = (4, 0.002)
BLOCKS = [(name, block, *BLOCK.get(name, USUAL_BLOCK)) for name in GAMES for block in range(10)]
FEW = [(name, 0, 1, 0.002) for name in GAMES]
# In one whole game every property is checked, at each of so many questions; outside the soak at fewer of them.
EACH = {"battle-for-moscow": 17, "blitzkrieg-to-moscow-2": 74, "drive-on-moscow": 2000, "moscow-41": 60}
FEWER = 3
COMPARED = (30, 300)  # how long a match is when its record is replayed, besides its end


def test_every_game_is_tested() -> None:
    assert set(rasputitsa.games()) <= set(GAMES)


@pytest.mark.parametrize(("name", "block", "games", "share"), [*FEW, *map(soak.left, BLOCKS)])
def test_random_games(name: str, block: int, games: int, share: float) -> None:
    game = rasputitsa.game(name)
    for number in range(games):
        rng = Random(f"{name} {block} {number}")
        state, _ = properties.play_random(game, rng, share)
        assert state.outcome is not None and state.outcome.winner in ("german", "soviet", "draw")
        assert state.outcome.rule in game.rules


@pytest.mark.parametrize("fewer", soak.less(FEWER, 1))
@pytest.mark.parametrize("name", GAMES)
def test_every_property_through_a_whole_game(name: str, fewer: int) -> None:
    game = rasputitsa.game(name)
    rng = Random(1941)
    state = game.start()
    asked = 0
    while state.outcome is None:
        if asked % (EACH[name] * fewer) == 0:
            properties.check_question(state, rng)
            for check in properties.CHECKS:
                check(state, rng)
        state.apply(properties.anything(state.actions(), rng))
        asked += 1


@pytest.mark.parametrize("name", GAMES)
def test_a_list_of_actions_is_the_game(name: str) -> None:
    game = rasputitsa.game(name)
    first, log = properties.play_random(game, Random(7), share=0)
    options = first.position().get("options")
    again = game.start(first.position()["scenario"], options)
    for text in log:
        again.take(text)
    assert again.position() == first.position()
    assert again.outcome == first.outcome
    with pytest.raises(IllegalAction, match="The game is over"):
        again.take(log[-1])


@pytest.mark.parametrize("name", GAMES)
def test_a_replayed_record_gives_the_same_match(name: str) -> None:
    game = rasputitsa.game(name)
    rng = Random(name)
    options = {option.name: rng.choice(option.choices) for option in game.options}
    match = Match(game, options=options, dice=CommittedDice.seeded(3, "random"))
    moments = list(COMPARED)
    while match.side is not None:
        match.play(match.side, properties.anything(match.state.actions(), rng))
        if match.outcome or (moments and len(match.log) >= moments[0]):
            moments = moments[1:]
            again = record.replay(record.read(record.write(match)))
            assert again.state.position() == match.state.position() and again.outcome == match.outcome
            for side in (*match.players, None):
                assert again.events_for(side) == match.events_for(side)
    assert len(match.log) > COMPARED[-1]
    assert record.verify(record.read(record.write(match))).fair is True


@pytest.mark.parametrize("name", soak.first(1, GAMES))
def test_properties_hold_in_games_between_bots(name: str) -> None:
    """Bots get a game to places where chance seldom goes."""
    game = rasputitsa.game(name)
    rng = Random(name)
    state = game.start(options={option.name: rng.choice(option.choices) for option in game.options})
    players = {side.name: bot("recruit", name, seed=2) for side in game.sides}
    number = 0
    while state.outcome is None:
        properties.check_question(state, rng)
        if rng.random() < (0.005 if name in BLOCK else 0.1):
            rng.choice(properties.CHECKS)(state, rng)
        asked = state.side
        state.apply(rng.choice(state.actions()) if asked == CHANCE else decide(players[str(asked)], state, number))
        number += 1
