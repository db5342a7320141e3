"""Warnings before a phase ends: whoever loses by sudden death in random and bot games had been told.

The last question at which the loser could end something is the last irreversible choice before the end. From there:

- Where the enemy needed no battle, a grave warning of the rule by which the game was lost stood at that choice.
- Where the loser did not end anything but moved the one block away that held the place, a notice of that rule stood
  there: the game, or in a Pass the impulse, ends with that move.
- Where a battle was fought after that choice, dice decided, and the warning may have been a notice or none at all: a
  battle may open a way that was closed before. Rolls that are no battle (weather, Stalin's orders) are no excuse.

What hidden units are is no excuse either: a unit that the loser cannot see counts as any that it may be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import pytest

import rasputitsa
from rasputitsa.bots import Bot, Stop, bot, decide, never
from rasputitsa.bots.odds import random_chance
from rasputitsa.core import CHANCE, Action, PlayerWarning, State

from .moscow_41.helpers import position
from .properties import POLICIES
from .tools import soak

M41 = "moscow-41"
SUDDEN = {"drive-on-moscow": {"4.1", "4.2", "4.4", "9.3"}, "moscow-41": {"1.7", "15.1", "15.2", "15.3"}}
LATE = ("marginal", "have not reached")  # what is judged after the last turn
NO_BATTLE = ("WeatherRoll", "StalinsOrder")
GAMES = {"drive-on-moscow": 12, "moscow-41": 60}  # random games of a block, in the soak
FEW = {"drive-on-moscow": 2, "moscow-41": 8}  # and otherwise


class Choice(NamedTuple):
    """A question at which something could be ended, and what has happened since."""

    asked: State
    went_on: bool  # the side did something else than ending it
    battles: int


def ends(state: State, action: Action) -> bool:
    return (state.stack[-1].role(state, action.verb) or state.game.words.role(action.verb)) == "end"


def play(state: State, rng: Random, bots: dict[str, str]) -> dict[str, Choice]:
    """Play a game to its end: the last such question of each side."""
    game = state.game
    policies = {side.name: rng.choice(POLICIES) for side in game.sides}
    players = {side: bot(level, game, rng.randrange(1000)) for side, level in bots.items()}
    last: dict[str, Choice] = {}
    number = 0
    while state.outcome is None:
        number += 1
        actor = state.side or ""
        actions = state.actions()
        if actor == CHANCE:
            chances = state.chances()
            action = rng.choices([one for one, _ in chances], [float(chance) for _, chance in chances])[0]
            fought = state.dice() > 0 and type(state.stack[-1]).__name__ not in NO_BATTLE
            last = {side: choice._replace(battles=choice.battles + fought) for side, choice in last.items()}
        else:
            chosen = decide(players[actor], state, number) if actor in players else policies[actor](actions, rng)
            action = game.action(chosen)
            if any(ends(state, one) for one in actions):
                last[actor] = Choice(state.copy(), not ends(state, action), 0)
        state.apply(action)
    return last


def check_loser(state: State, last: dict[str, Choice]) -> str:
    """How the loser was warned; "" where the game was not lost by sudden death."""
    outcome = state.outcome
    assert outcome is not None
    if outcome.rule not in SUDDEN[state.game.name] or any(word in outcome.reason for word in LATE):
        return ""
    loser = state.game.other(outcome.winner)
    choice = last[loser]
    about = [warning for warning in choice.asked.warnings(loser) if warning.rule == outcome.rule]
    if any(warning.gravity == "grave" for warning in about):
        return "grave"
    if choice.battles:
        return "notice" if about else "dice"
    assert about and choice.went_on, f"{loser} lost without a word: {outcome.reason}"
    return "own move"


BLOCKS = [(name, block, GAMES[name]) for name in SUDDEN for block in range(10)]


@pytest.mark.parametrize(
    ("name", "block", "games"), [*((name, 0, FEW[name]) for name in SUDDEN), *map(soak.left, BLOCKS)]
)
def test_whoever_loses_at_once_was_warned(name: str, block: int, games: int) -> None:
    game = rasputitsa.game(name)
    found: Counter[str] = Counter()
    for number in range(games):
        state = game.start(game.scenarios[number % len(game.scenarios)].name if number % 3 == 0 else None)
        found[check_loser(state, play(state, Random(f"{name} {block} {number}"), {}))] += 1
    assert found["grave"] >= games // 4, found


@pytest.mark.parametrize(
    ("name", "side", "games"),
    soak.first(1, [(M41, "soviet", (2,)), (M41, "soviet", range(3)), (M41, "german", range(3))]),
)
def test_whoever_loses_at_once_to_a_bot_was_warned(name: str, side: str, games: Sequence[int]) -> None:
    """A bot takes what random play leaves open."""
    game = rasputitsa.game(name)
    found: Counter[str] = Counter()
    for number in games:
        state = game.start()
        found[check_loser(state, play(state, Random(f"{name} {side} {number}"), {side: "recruit"}))] += 1
    assert sum(found.values()) > found[""], "nobody has lost at once: other seeds are needed"


BOT_GAMES = soak.first(2, ["battle-for-moscow", "moscow-41", "blitzkrieg-to-moscow-2", "drive-on-moscow"])


def goes_out_of_danger(state: State, side: str) -> bool:
    """Whether some unit can go into a space of a grave warning, so that none is grave any more."""
    wanted = {name for warning in grave_ones(state, side) for name in warning.spaces}
    for first in state.actions():
        probe = state.copy()
        probe.apply(first)
        for second in probe.actions() if probe.side == side else []:
            if second.object in wanted:
                after = probe.copy()
                after.apply(second)
                if after.outcome is None and not grave_ones(after, side):
                    return True
    return False


def grave_ones(state: State, side: str) -> list[PlayerWarning]:
    return [warning for warning in state.dangers(side) if warning.gravity == "grave"]


@pytest.mark.parametrize("name", BOT_GAMES)
def test_recruits_heed_grave_warnings(name: str) -> None:
    """No recruit hands over to the enemy under a grave warning that one more move would have ended."""
    game = rasputitsa.game(name)
    rng, state, number = Random(name), game.start(), 0
    players = {side.name: bot("recruit", game, 1) for side in game.sides}
    while state.outcome is None:
        number += 1
        actor, before = state.side or "", state.copy()
        action = random_chance(state, rng) if actor == CHANCE else decide(players[actor], state, number)
        state.apply(action)
        if actor != CHANCE and ends(before, action) and state.side != actor and grave_ones(before, actor):
            assert not goes_out_of_danger(before, actor), (number, before.heading)


class Sleeper(Bot):
    """Ends whatever it is asked."""

    def choose(self, state: State, rng: Random, stop: Stop = never) -> Action:
        return state.actions()[-1]


def test_a_bot_goes_where_the_warning_points() -> None:
    """1.7: Smolensk is empty and within reach: even a bot that would end its impulse there moves a block in."""
    state = position("command", "G-2Pg-24 89, S-STALIN 63, S-HQW 70, S-W-16A 79", kind="pass", german="89 90")
    assert grave_ones(state, "german")
    player = Sleeper(state.game, 1)
    assert str(decide(player, state, 1)) == "unit G-2Pg-24"
    state.take("unit G-2Pg-24")
    assert str(decide(player, state, 2)) == "move 90"
    player.heeds = False
    assert str(decide(player, state, 2)) == "cancel"
