"""The officer of Battle for Moscow: its playouts keep to the rules, its plans are legal, and it answers at any time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from rasputitsa.bots import bot, decide
from rasputitsa.bots.battle_for_moscow.fitting import examples
from rasputitsa.bots.battle_for_moscow.movement import next_unit, reach_of
from rasputitsa.bots.battle_for_moscow.officer import level
from rasputitsa.bots.battle_for_moscow.opening import german_crosses
from rasputitsa.bots.battle_for_moscow.playouts import play_on, play_step, start_of_play
from rasputitsa.bots.battle_for_moscow.problems import BattlesProblem, MovementProblem
from rasputitsa.bots.battle_for_moscow.quick import move_all, quick_places
from rasputitsa.bots.battle_for_moscow.value import FEATURES, features, value_for
from rasputitsa.bots.battle_for_moscow.weights import GermanWeights, weights_of
from rasputitsa.bots.planning import Plan
from rasputitsa.bots.sampling import Sample
from rasputitsa.bots.weights import read_weights
from rasputitsa.core import CHANCE, DataError
from rasputitsa.core.data import Source
from rasputitsa.games.battle_for_moscow.combat import DeclareBattles
from rasputitsa.games.battle_for_moscow.facts import MOSCOW, STANDARD, UNITS
from rasputitsa.games.battle_for_moscow.movement import Movement, Moving
from rasputitsa.games.battle_for_moscow.state import BattleForMoscowState
from rasputitsa.games.battle_for_moscow.words import DONE, MOVE, STOP, UNIT

from ..tools import soak
from .positions import GAME, position

PLAYERS = weights_of("recruit")


def phases(seed: int) -> Iterator[BattleForMoscowState]:
    """Every position of an imagined game in which a movement or combat phase begins."""
    state, sample = start_of_play(), Sample("phases", seed)
    while state.outcome is None:
        if isinstance(state.stack[-1], Movement | DeclareBattles):
            yield state.copy()
        play_step(state, PLAYERS, sample)


# Playouts.


@pytest.mark.parametrize("seed", soak.first(1, range(6)))
def test_moves_at_first_sight_are_legal(seed: int) -> None:
    """8.0, 8.2.2: every place is within reach, and no two units end in one hex."""
    for state in phases(seed):
        if isinstance(state.stack[-1], Movement):
            reach = reach_of(state, 0)
            places = quick_places(state, PLAYERS[state.active])
            assert all(reach.get(unit, 1 << state.where[unit]) >> hex & 1 for unit, hex in places.items())
            ends = {**{unit: state.where[unit] for unit in reach}, **places}
            assert len(set(ends.values())) == len(ends)


@pytest.mark.parametrize("seed", soak.first(1, range(3)))
def test_moving_all_at_once_is_the_same_as_one_by_one(seed: int) -> None:
    """The units, and what is occupied, are as the rules would have it; a city is never lost on the way."""
    for state in phases(seed):
        if not isinstance(state.stack[-1], Movement):
            continue
        places = {
            unit: hex
            for unit, hex in quick_places(state, PLAYERS[state.active]).items()
            if not state.occupied[state.active] >> hex & 1
        }
        places = {unit: hex for unit, hex in places.items() if state.where[unit] != hex}
        at_once, by_clicks = state.copy(), state.copy()
        move_all(at_once, places)
        for unit, hex in places.items():
            by_clicks.take(UNIT[unit])
            by_clicks.take(MOVE[hex])
            if isinstance(by_clicks.stack[-1], Moving):
                by_clicks.take(STOP)
        if by_clicks.phase == state.phase:
            by_clicks.take(DONE)
        assert at_once.where == by_clicks.where
        assert at_once.occupied == by_clicks.occupied


def test_a_playout_stops_between_two_player_turns() -> None:
    state = start_of_play()
    play_on(state, PLAYERS, Sample("x", 1), 1)
    assert (state.turn, state.side) == (1, "soviet")
    play_on(state, PLAYERS, Sample("x", 1), 2)
    assert (state.turn, state.side) == (2, "soviet")
    play_on(state, PLAYERS, Sample("x", 1), 99)
    assert state.outcome is not None
    assert value_for(state, 0) + value_for(state, 1) == 1


def test_the_value_prefers_what_wins() -> None:
    held = position("german-replacement", "24pz 0603, 5ak 0602, 3a 1103, 5a 1102, 10a 1002, 13a 1003", turn=7)
    taken = position("german-replacement", "24pz 1103, 41pz 1102, 57pz 1003, 5ak 1002, 3a- 1405", turn=7)
    assert len(features(held)) == len(FEATURES)
    assert value_for(held, 0) < 0.2 < 0.8 < value_for(taken, 0)
    assert value_for(held, 0) + value_for(held, 1) == pytest.approx(1)


def test_examples_are_repeatable_and_end_with_a_result() -> None:
    found = examples(3)
    assert found == examples(3) != examples(4)
    assert len({example.result for example in found}) == 1
    assert [example.group for example in found][:2] == ["1 soviet", "2 german"]


# Plans.


@pytest.mark.parametrize(("seed", "turns"), [(0, (1, 3)), *(soak.left((seed, range(8))) for seed in range(2))])
def test_mutated_and_crossed_plans_are_legal(seed: int, turns: Sequence[int]) -> None:
    rng = Random(seed)
    for state in phases(seed):
        if state.turn not in turns:
            continue
        outlook = level("officer").outlook(state.active)
        if isinstance(state.stack[-1], DeclareBattles):
            check_battles(BattlesProblem(state, outlook), state, rng)
        elif state.turn % 2:
            check_movement(MovementProblem(state, outlook), rng)


def check_movement(problem: MovementProblem, rng: Random) -> None:
    plans = [plan for plan, _ in problem.candidates(rng)]
    for _ in range(40):
        plans.append(problem.mutated(rng.choice(plans), rng))
        plans.append(problem.crossed(rng.choice(plans), rng.choice(plans), rng))
    for plan in plans:
        assert plan.keys() == problem.reach.keys()
        assert all(problem.reach[unit] >> hex & 1 for unit, hex in plan.items())
        assert len(set(plan.values())) == len(plan)
    assert len({problem.acts(plan) for plan in plans}) > 10 or len(problem.movers) < 3


def check_battles(problem: BattlesProblem, state: BattleForMoscowState, rng: Random) -> None:
    plans = [plan for plan, _ in problem.candidates(rng)]
    for _ in range(30):
        plans.append(problem.mutated(rng.choice(plans), rng))
        plans.append(problem.crossed(rng.choice(plans), rng.choice(plans), rng))
    for plan in plans:
        attackers = [unit for battle in plan for unit in battle.attackers]
        assert len(attackers) == len(set(attackers))
        assert len({battle.hex for battle in plan}) == len(plan)
        for battle in plan:
            assert battle.defender(state) >= 0
            near = GAME.board.adjacent[battle.hex]
            assert all(near >> state.where[unit] & 1 for unit in battle.attackers)


# The bot.


def test_it_moves_now_if_it_must() -> None:
    """With no time at all it has the policy's plan, and moves a unit."""
    state = position("panzer-movement", "24pz 0505, 41pz 0506, 57pz 0405, 3a- 0707, 5a 1103")
    assert decide(bot("officer", GAME.name), state, 0, lambda: True).verb == "unit"


def test_the_searching_levels_have_a_set_up_of_their_own() -> None:
    """6.0: one unit on each cross, by legal swaps; a bot that takes over in between goes on with it."""
    state = GAME.start()
    assert isinstance(state, BattleForMoscowState)
    number = 0
    while state.phase == 0:
        state.take(decide(bot("officer", GAME.name), state, number))
        number += 1
    crosses = german_crosses()
    assert all(state.where[unit] == hex for unit, hex in crosses.items())
    assert crosses != STANDARD
    assert number < 60


def test_whoever_goes_to_moscow_goes_first() -> None:
    """While it is empty a warning may send another unit there, and then nothing of the plan is left."""
    state = position("soviet-movement", "24pz 0905, 41pz 0803, 3a 1202, 5a 1004, 10a 1203")
    step = state.stack[-1]
    assert isinstance(step, Movement)
    units = {UNITS[unit].name: unit for unit in reach_of(state, 0)}
    plan = Plan({units["3a"]: state.where[units["5a"]], units["5a"]: MOSCOW, units["10a"]: state.where[units["10a"]]})
    assert next_unit(state, step, plan) == UNIT[units["5a"]]


@pytest.mark.usefixtures("small_budgets")
def test_it_says_how_sure_it_is() -> None:
    state = position("panzer-movement", "24pz 0505, 41pz 0506, 57pz 0405, 3a- 0707, 5a 1103")
    player = bot("officer", GAME.name)
    decide(player, state, 0)
    assert "imagined futures" in player.explain()


@pytest.mark.usefixtures("small_budgets")
@pytest.mark.parametrize(("seed", "questions"), [(0, 60), *(soak.left((seed, 3000)) for seed in range(2))])
def test_taking_over_in_the_middle_of_anything(seed: int, questions: int) -> None:
    rng = Random(seed)
    state = GAME.start()
    for _ in range(rng.randrange(30, 600)):
        state.apply(rng.choice(state.actions()))
    player = bot("officer", GAME.name)
    number = 0
    while state.outcome is None and number < questions:
        if state.side == CHANCE:
            state.apply(rng.choice(state.actions()))
        else:
            state.take(decide(player, state, number))
        number += 1
    assert number < 3000


# Weights.


def test_weights_are_data_with_clear_errors() -> None:
    assert weights_of("drive").german.march == 1.8
    assert weights_of("drive").german.fade == weights_of("first-recruit").german.fade
    with pytest.raises(DataError, match="marhc"):
        read_weights(GermanWeights, Source.parse("marhc = 1.0", "x.toml"))
    with pytest.raises(DataError, match="must be a number"):
        read_weights(GermanWeights, Source.parse('march = "far"', "x.toml"))
    with pytest.raises(DataError, match="list of 2 numbers"):
        read_weights(GermanWeights, Source.parse("point = [1.0]", "x.toml"))
