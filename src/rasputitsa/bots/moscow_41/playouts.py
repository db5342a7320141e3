"""Playouts: a position played on by both sides at first sight, with dice that plans share."""

from __future__ import annotations

from functools import cache
from random import Random

from ...core import CHANCE, Action
from ...core.sets import members
from ...games import game as find_game
from ...games.moscow_41.battle import Battle
from ...games.moscow_41.dice import Handful, hit_chances, roll_of
from ...games.moscow_41.dice_step import DiceStep
from ...games.moscow_41.impulse import ChooseImpulse, WeatherRoll
from ...games.moscow_41.reinforcements import Drawing, pool
from ...games.moscow_41.state import Moscow41State
from ...games.moscow_41.words import DRAW, ROLL
from ..odds import random_chance
from ..sampling import Sample
from .quick import QuickRecruit

NUMBERS = 1024  # random numbers of a sample for each impulse
TO_THE_END = 999


@cache
def hit_limits(handful: Handful) -> tuple[float, ...]:
    """The chance of at most so many hits."""
    total, found = 0.0, []
    for chance in hit_chances(handful):
        total += float(chance)
        found.append(total)
    return tuple(found)


def shared_chance(state: Moscow41State, sample: Sample, impulse: int) -> Action:
    """What chance does in a sample: the same battle goes the same way under every plan, as far as it can."""
    step = state.stack[-1]
    first = impulse * NUMBERS
    if isinstance(step, WeatherRoll):
        return ROLL[1 + int(6 * sample.number(first))]
    if isinstance(step, Drawing):
        blocks = members(pool(state, step.side))
        return DRAW[blocks[int(len(blocks) * sample.number(first + 1 + len(blocks)))]]
    if isinstance(step, DiceStep):
        handful = step.handful(state)
        key = 128 + 5 * step.area + step.stage if isinstance(step, Battle) else 127
        number = sample.number(first + key % NUMBERS)
        hits = next((hits for hits, limit in enumerate(hit_limits(handful)) if number < limit), sum(handful))
        return roll_of(sum(handful), hits)
    return random_chance(state, Random(sample.number(first)))


def play_on(state: Moscow41State, player: QuickRecruit, sample: Sample, impulses: int, first: int = 0) -> None:
    """Play on until so many more impulses have been played after the present one, or to the end. ``first`` is the
    number of the present one in the sample."""
    played = -1 if state.stack and isinstance(state.stack[-1], ChooseImpulse) else 0
    player.plan = None
    while state.stack:
        if isinstance(state.stack[-1], ChooseImpulse):
            played += 1
            if played > impulses:
                return
        if state.side == CHANCE:
            state.apply(shared_chance(state, sample, first + max(played, 0)))
            player.plan = None
        else:
            player.act(state)


def start_of_play(scenario: str, seed: int) -> Moscow41State:
    """The position after the offered set-up."""
    state = find_game("moscow-41").start(scenario)
    assert isinstance(state, Moscow41State)
    rng = Random(seed)
    player = QuickRecruit(state.game, seed)
    while not state.phase:
        if state.side == CHANCE:
            state.apply(random_chance(state, rng))
        else:
            player.act(state)
    return state


def whole_game(seed: int) -> None:
    """Play a campaign to its end at first sight."""
    state = start_of_play("campaign", seed)
    play_on(state, QuickRecruit(state.game), Sample("game", seed), TO_THE_END)
