"""The contract: names and errors, guesses only, legal and repeatable decisions."""

from __future__ import annotations

from random import Random

import pytest

import rasputitsa as ra
from rasputitsa import bots
from rasputitsa.arena import matches, pairings
from rasputitsa.bots import Bot, Stop, UnknownBot, bot, decide, never
from rasputitsa.core import CHANCE, Action, RasputitsaError, State, UnknownGame
from rasputitsa.games.battle_for_moscow.state import BattleForMoscowState
from rasputitsa.match import CommittedDice

from ..tools import soak

GAME = "battle-for-moscow"


def test_names() -> None:
    assert bots.bots() == ["random", "recruit", "officer", "marshal"]
    assert bots.bots(GAME) == ["random", "recruit", "officer", "marshal"]
    assert (bots.first_opponent(GAME), bots.adviser(GAME)) == ("recruit", "officer")
    assert bots.bots("drive-on-moscow")[:2] == ["random", "recruit"]
    for name in bots.bots(GAME):
        made = bot(name, GAME, seed=5)
        assert (made.name, made.seed, made.game.name) == (name, 5, GAME)


def test_unknown_names() -> None:
    with pytest.raises(
        UnknownBot, match=r"There is no bot 'zhukov'\. Available: random, recruit, officer, marshal\."
    ) as caught:
        bot("zhukov", GAME)
    assert isinstance(caught.value, RasputitsaError)
    with pytest.raises(UnknownGame):
        bot("random", "chess")
    with pytest.raises(UnknownGame):
        bots.bots("chess")


def test_a_bot_that_does_not_play_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots._BOTS, "specialist", {"another-game": ("random_bot", "RandomBot")})
    assert "specialist" not in bots.bots(GAME)
    with pytest.raises(
        UnknownBot,
        match=r"The bot 'specialist' does not play Battle for Moscow\. These do: random, recruit, officer, marshal\.",
    ):
        bot("specialist", GAME)


def test_nobody_is_asked_after_the_end() -> None:
    state = ra.game(GAME).start()
    state.stack = ()
    with pytest.raises(ValueError, match="over"):
        decide(bot("random", GAME), state, 0)


@pytest.mark.usefixtures("small_budgets")
@pytest.mark.parametrize("asked", soak.less(25, 120))
@pytest.mark.parametrize("name", bots.bots(GAME))
def test_bots_get_guesses_only(name: str, asked: int, monkeypatch: pytest.MonkeyPatch) -> None:
    guesses: list[State] = []
    real_guess, real_bot = BattleForMoscowState.guess, bots.bot

    def guess(self: BattleForMoscowState, side: str, rng: Random) -> BattleForMoscowState:
        assert side == self.side
        guesses.append(real_guess(self, side, rng))
        found = guesses[-1]
        assert isinstance(found, BattleForMoscowState)
        return found

    class Spied(Bot):
        def choose(self, state: State, rng: Random, stop: Stop = never) -> Action:
            assert state is guesses[-1]
            return real_bot(name, GAME, self.seed).choose(state, rng)

    monkeypatch.setattr(BattleForMoscowState, "guess", guess)
    monkeypatch.setattr(matches, "bot", lambda name, game, seed: Spied(game, seed))
    monkeypatch.setattr(matches, "ACTIONS_AT_MOST", asked)
    with pytest.raises(RuntimeError, match="no end"):
        matches.play(next(iter(pairings(GAME, {"german": name, "soviet": name}, 1, 1))))
    assert len(guesses) == asked + 1


@pytest.mark.usefixtures("small_budgets")
@pytest.mark.parametrize("name", bots.bots(GAME))
def test_a_bot_leaves_the_true_state_alone(name: str) -> None:
    state = ra.game(GAME).start()
    state.take("standard")
    before = state.position()
    decide(bot(name, GAME), state, 1)
    assert state.position() == before


@pytest.mark.usefixtures("small_budgets")
@pytest.mark.parametrize(
    ("german", "soviet", "questions"),
    [
        ("recruit", "recruit", 200),
        ("officer", "marshal", 60),
        *map(soak.left, [("recruit", "random", 9999), ("officer", "marshal", 9999), ("random", "officer", 9999)]),
    ],
)
def test_decisions_are_legal_repeatable_and_without_memory(german: str, soviet: str, questions: int) -> None:
    """Every answer is legal; asked anew, with its memory lost, a bot decides the same."""
    seats = {"german": german, "soviet": soviet}
    players = {side: bot(name, GAME, 7) for side, name in seats.items()}
    dice = CommittedDice.seeded(german + soviet)
    state = ra.game(GAME).start()
    number = rolls = 0
    while (side := state.side) is not None and number < questions:
        if side == CHANCE:
            rolls += 1
            state.apply(dice.resolve(state, rolls))
            continue
        action = decide(players[side], state, number)
        assert action in state.actions()
        if number % 11 == 0:
            assert decide(bot(seats[side], GAME, 7), state, number) == action
            assert players[side].explain().endswith(".")
        state.apply(action)
        number += 1


def test_random_follows_its_seed() -> None:
    state = ra.game(GAME).start()
    first = [str(decide(bot("random", GAME, 1), state, number)) for number in range(20)]
    again = [str(decide(bot("random", GAME, 1), state, number)) for number in range(20)]
    other = [str(decide(bot("random", GAME, 2), state, number)) for number in range(20)]
    assert first == again != other
    assert len(set(first)) > 5


# How many questions of a match are looked at, and at which of them a fresh bot is asked too.
LOOKED_AT = {
    "battle-for-moscow": (400, 7),
    "blitzkrieg-to-moscow-2": (400, 7),
    "drive-on-moscow": (700, 9),
    "moscow-41": (300, 7),
}


PLAYERS = [(game, name, *LOOKED_AT[game]) for game in LOOKED_AT for name in bots.bots(game)]
MANY_UNITS = ("drive-on-moscow", "recruit", 170, 13)  # the one with the most to remember between two questions


def test_the_bots_of_all_games_are_compared() -> None:
    assert set(LOOKED_AT) == set(ra.games())


@pytest.mark.parametrize(("game", "name", "looked_at", "every"), [MANY_UNITS, *map(soak.left, PLAYERS)])
def test_a_fresh_bot_decides_like_one_that_has_played_so_far(game: str, name: str, looked_at: int, every: int) -> None:
    """The contract of `Bot`: seed, position and number decide, so that whoever takes over plays the same."""
    state, number, rolls, compared = ra.game(game).start(), 0, 0, 0
    used, dice = bot(name, game, 3), CommittedDice.seeded(3, "fresh")
    while (side := state.side) is not None and number < looked_at:
        if side == CHANCE:
            rolls += 1
            state.apply(dice.resolve(state, rolls))
            continue
        action = decide(used, state, number)
        if number % every == 0:
            compared += 1
            assert decide(bot(name, game, 3), state, number) == action, f"{state.heading}, question {number}"
        state.apply(action)
        number += 1
    assert compared > 10
