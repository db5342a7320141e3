"""The officer of Blitzkrieg to Moscow 2: playouts by the rules, legal plans, blind to hidden hands, at any time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from rasputitsa.bots import bot, challengers, decide, tuning
from rasputitsa.bots.blitzkrieg_to_moscow_2 import logistics
from rasputitsa.bots.blitzkrieg_to_moscow_2.evaluator import Evaluator
from rasputitsa.bots.blitzkrieg_to_moscow_2.fitting import examples
from rasputitsa.bots.blitzkrieg_to_moscow_2.hand import hands, promise
from rasputitsa.bots.blitzkrieg_to_moscow_2.movement import next_hex, next_unit, overstacks, reach_of
from rasputitsa.bots.blitzkrieg_to_moscow_2.officer import Officer, is_sure, level
from rasputitsa.bots.blitzkrieg_to_moscow_2.playouts import Playout
from rasputitsa.bots.blitzkrieg_to_moscow_2.problems import AttackProblem, HandProblem, MovementProblem, Outlook
from rasputitsa.bots.blitzkrieg_to_moscow_2.quick import move_all, quick_moves, quick_places
from rasputitsa.bots.blitzkrieg_to_moscow_2.value import FEATURES, features, value_for
from rasputitsa.bots.blitzkrieg_to_moscow_2.weights import GROUND, Weights, weights_of
from rasputitsa.bots.planning import Plan
from rasputitsa.bots.sampling import Sample
from rasputitsa.bots.search import Found
from rasputitsa.bots.weights import jittered
from rasputitsa.core import CHANCE
from rasputitsa.core.sets import members
from rasputitsa.games.blitzkrieg_to_moscow_2.breakthrough import TankAction
from rasputitsa.games.blitzkrieg_to_moscow_2.combat import Combat, NameAttackers
from rasputitsa.games.blitzkrieg_to_moscow_2.facts import CARDS_OF, CITIES, GERMAN, QUOTA, SIDES, SOVIET
from rasputitsa.games.blitzkrieg_to_moscow_2.logistics import ChooseCards, Logistics
from rasputitsa.games.blitzkrieg_to_moscow_2.movement import Movement, Moving
from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState
from rasputitsa.games.blitzkrieg_to_moscow_2.words import RAIL
from rasputitsa.match import CommittedDice

from ..blitzkrieg_to_moscow_2.helpers import GAME, position
from ..tools import soak
from .test_recruit_blitzkrieg import with_another_hand

PLAYERS = weights_of("recruit")


def outlook(side: int) -> Outlook:
    return level("officer").outlook(side)


@cache
def imagined_game() -> list[BlitzkriegState]:
    """The positions of an imagined game in which somebody moves, attacks or chooses cards."""
    state = GAME.start()
    assert isinstance(state, BlitzkriegState)
    playout = Playout(state, PLAYERS, Sample("questions", 1))
    found = []
    while state.outcome is None:
        if isinstance(state.stack[-1], Movement | Combat | ChooseCards):
            found.append(state.copy())
        playout.step()
    return found


def questions(*steps: type) -> Iterator[BlitzkriegState]:
    """Its positions with one of these questions."""
    return (state.copy() for state in imagined_game() if isinstance(state.stack[-1], steps))


# Playouts.


def test_moves_at_first_sight_are_legal() -> None:
    """8.0, 10.0: every place is within reach, and no hex is overstacked."""
    for state in questions(Movement):
        reach, _ = reach_of(state, 0)
        places = quick_places(state, PLAYERS[state.active])
        assert all(reach[unit] >> space & 1 for unit, space in places.items())
        assert not overstacks(state, Plan(places))


def test_moving_all_at_once_is_the_same_as_one_by_one() -> None:
    """4.2, 10.0: units, cities and what is occupied are as the rules would have it."""
    for state in questions(Movement):
        moved = quick_moves(state, PLAYERS[state.active])
        assert moved is not None
        plan = Plan({unit: moved.state.where[unit] for unit in members(state.in_play(state.active))})
        at_once, one_by_one = state.copy(), state.copy()
        move_all(at_once, plan.places, (moved.state.german_cities ^ state.german_cities) & CITIES)
        click_through(one_by_one, plan)
        assert at_once.where == one_by_one.where and at_once.occupied == one_by_one.occupied
        assert at_once.german_cities == one_by_one.german_cities


def click_through(state: BlitzkriegState, plan: Plan) -> None:
    phase = state.phase
    while state.phase == phase:
        step = state.stack[-1]
        if isinstance(step, Moving):
            state.take(next_hex(state, step, plan))
        else:
            assert isinstance(step, Movement)
            state.take(next_unit(state, step, plan))


def test_a_playout_stops_between_two_player_turns() -> None:
    state = GAME.start()
    assert isinstance(state, BlitzkriegState)
    playout = Playout(state, PLAYERS, Sample("x", 1))
    playout.play_on(1)
    assert (state.turn, state.active) == (1, SOVIET)
    playout.play_on(2)
    assert (state.turn, state.active) == (2, SOVIET)
    playout.play_on(99)
    assert state.outcome is not None
    assert (value_for(state, GERMAN) > 0.5) == (state.outcome.winner == "german")
    assert value_for(state, GERMAN) + value_for(state, SOVIET) == pytest.approx(1)


def test_the_same_combat_has_the_same_die_under_every_plan() -> None:
    ends = []
    for _ in range(2):
        state = GAME.start()
        assert isinstance(state, BlitzkriegState)
        Playout(state, PLAYERS, Sample("same", 4)).play_on(3)
        ends.append(state.position())
    assert ends[0] == ends[1]


# The value.


def test_the_value_prefers_what_wins() -> None:
    units = "G-1PzA 0805, G-2PzA 1305, G-3PzA 1307, G-4A 1306, S-8A 1412, S-11A 1312"
    poor = position("german-logistics", units, turn=6)
    rich = position("german-logistics", units, turn=6)
    rich.give_cities(GERMAN, CITIES)
    assert len(features(poor)) == len(FEATURES)
    assert value_for(poor, GERMAN) < value_for(rich, GERMAN)
    assert value_for(rich, GERMAN) + value_for(rich, SOVIET) == pytest.approx(1)


def test_examples_are_repeatable_and_end_with_a_result() -> None:
    found = examples(3)
    assert found == examples(3)
    assert len({example.result for example in found}) == 1
    assert [example.group for example in found][:2] == ["1 soviet", "2 german"]


# Plans.


@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_mutated_and_crossed_moves_are_legal(side: int) -> None:
    """8.0, 10.0"""
    rng = Random(side)
    state = next(state for state in questions(Movement) if state.turn == 3 and state.active == side)
    problem = MovementProblem(state, outlook(side), "x")
    found = [plan for plan, _ in problem.candidates(rng)]
    for _ in range(60):
        found.append(problem.mutated(rng.choice(found), rng))
        found.append(problem.crossed(rng.choice(found), rng.choice(found), rng))
    assert len({problem.acts(plan) for plan in found}) > 20
    for plan in found:
        assert plan.keys() == problem.reach.keys()
        assert all(problem.reach[unit] >> space & 1 for unit, space in plan.items())
        assert not overstacks(state, Plan(plan))


def test_attacks_that_are_tried_are_legal() -> None:
    """11.2: every attacker is adjacent to the hex and has not attacked."""
    tried = 0
    for state in questions(Combat):
        if state.turn == 2:
            problem = AttackProblem(state, state.active, outlook(state.active), "x")
            for plan, _ in problem.candidates(Random(0)):
                after = state.copy()
                problem.carry_out(after, plan)
                assert after.stack != state.stack
                tried += 1
    assert tried > 5


def test_hands_that_are_tried_have_the_right_size() -> None:
    """6.1; cards with the same functions count once."""
    for state in questions(ChooseCards):
        side = state.active
        step = state.stack[-1]
        assert isinstance(step, ChooseCards)
        if step.left == QUOTA[state.turn][side]:
            problem = HandProblem(state, side, outlook(side), "x")
            hands = [plan for plan, _ in problem.candidates(Random(0))]
            assert all(not hand & ~CARDS_OF[side] and hand.bit_count() == step.left for hand in hands)
            assert len({problem.acts(hand) for hand in hands}) <= 15


def test_the_most_promising_hands_are_tried_first() -> None:
    """Few of the Soviet hands are tried at all; without cards that are worth nothing now, they are the first."""
    state = next(state for state in questions(ChooseCards) if state.active == SOVIET)
    state.hands &= ~CARDS_OF[SOVIET]
    found = hands(Evaluator(state.copy(), SOVIET, PLAYERS.soviet), 2)
    assert len(found) == 15 and all(cards.bit_count() == 2 for cards in found)
    promises = [promise(Evaluator(state.copy(), SOVIET, PLAYERS.soviet), cards) for cards in found]
    assert promises == sorted(promises, reverse=True) and promises[0] > promises[-1]


def test_a_gain_is_believed_if_it_is_large_for_its_doubt() -> None:
    """A gain in a few samples that differ much may be luck."""
    assert not is_sure(Found(1, gain=0.01))
    assert is_sure(Found(1, gain=0.1, doubt=0.05))
    assert not is_sure(Found(1, gain=0.1, doubt=0.15))
    assert is_sure(Found(1, gain=0.2, doubt=0.15))


def test_no_sample_knows_the_enemys_hand() -> None:
    """6.1: every sample has a guess of its own, whatever is really held."""
    state = next(state for state in questions(Movement) if state.active == SOVIET and state.hand(GERMAN))
    other = with_another_hand(state, "soviet", Random(1))
    problems = [MovementProblem(each, outlook(SOVIET), "x") for each in (state, other)]
    worlds = [[problem.world(index).hands for index in range(6)] for problem in problems]
    assert worlds[0] == worlds[1]
    assert len(set(worlds[0])) > 1


def test_a_tank_action_that_was_chosen_is_carried_out() -> None:
    """12.1: whichever hex a search prefers, its attackers are named; to cancel would begin the same search for ever."""
    tried = 0
    state = GAME.start()
    assert isinstance(state, BlitzkriegState)
    playout = Playout(state, PLAYERS, Sample("tanks", 1))
    while state.turn < 3:
        if isinstance(state.stack[-1], TankAction):
            for action in state.actions():
                after = state.copy()
                after.apply(action)
                if isinstance(after.stack[-1], NameAttackers):
                    assert decide(bot("recruit", GAME.name), after, 0).verb in ("with", "fight")
                    tried += 1
        playout.step()
    assert tried > 3


def test_nothing_is_chosen_that_would_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """6.3: the policy cancels a rail move that gains nothing, whoever began it."""
    player = bot("officer", GAME.name)
    assert isinstance(player, Officer)
    state = GAME.start()
    assert isinstance(state, BlitzkriegState)
    playout = Playout(state, PLAYERS, Sample("rail", 1))
    while not (isinstance(state.stack[-1], Logistics) and RAIL in state.actions()):
        playout.step()
    assert player.is_carried_out(state, RAIL)
    monkeypatch.setattr(logistics, "best_rail_plan", lambda evaluator, step: None)
    assert not player.is_carried_out(state, RAIL)


# The bots.


@pytest.mark.usefixtures("small_budgets")
@pytest.mark.parametrize(("name", "questions"), soak.first(1, [("officer", 30), ("officer", 110), ("marshal", 110)]))
def test_decisions_are_legal_repeatable_and_blind(name: str, questions: int) -> None:
    """Every answer is legal; asked anew, its memory lost and the enemy's hand another, the bot does the same."""
    player = bot(name, GAME.name, 7)
    rng, dice = Random(name), CommittedDice.seeded(name)
    state = GAME.start()
    number = rolls = 0
    while (side := state.side) is not None and number < questions:
        assert isinstance(state, BlitzkriegState)
        if side == CHANCE:
            rolls += 1
            state.apply(dice.resolve(state, rolls))
            continue
        action = decide(player, state, number)
        assert action in state.actions()
        if number % 9 == 0:
            assert decide(bot(name, GAME.name, 7), with_another_hand(state, side, rng), number) == action
            assert player.explain().endswith(".")
        state.apply(action)
        number += 1
    assert number == questions


@pytest.mark.usefixtures("small_budgets")
@pytest.mark.parametrize(("seed", "questions"), [(0, 30), *(soak.left((seed, 120)) for seed in range(2))])
def test_taking_over_in_the_middle_of_anything(seed: int, questions: int) -> None:
    rng = Random(seed)
    state = GAME.start(options={"free-setup": "on", "odessa": "on", "moscow": "on"})
    for _ in range(rng.randrange(300, 900)):
        if state.outcome is None:
            state.apply(rng.choice(state.actions()))
    player = bot("officer", GAME.name)
    for number in range(questions):
        if state.outcome is None:
            state.take(rng.choice(state.actions()) if state.side == CHANCE else decide(player, state, number))


def test_it_answers_at_once_if_it_must() -> None:
    """With no time at all it has the policy's plan."""
    for state in questions(Movement, Combat, ChooseCards):
        if state.turn == 2:
            assert decide(bot("marshal", GAME.name), state, 0, lambda: True) in state.actions()


@pytest.mark.usefixtures("small_budgets")
def test_it_says_how_sure_it_is() -> None:
    state = next(state for state in questions(Movement) if state.turn == 2)
    player = bot("officer", GAME.name)
    decide(player, state, 0)
    assert "imagined futures" in player.explain()


# Weights.


def test_challengers_have_ideas_of_their_own() -> None:
    names = challengers(GAME.name)
    assert names[0] == "first-recruit" and len(names) >= 4
    assert len({weights_of(name) for name in names}) == len(names)
    assert all(bot(name, GAME.name).name == name for name in names)


def test_weights_that_the_ground_follows_from_are_not_varied() -> None:
    varied = jittered(Weights(), Random(1), 0.3, GROUND)
    assert all(getattr(varied, name) == getattr(Weights(), name) for name in GROUND)
    assert varied.future != Weights().future and varied.body != Weights().body
    assert weights_of("recruit")._fields == SIDES


def test_weights_can_be_tuned() -> None:
    supplied = tuning(GAME.name)
    names = supplied.weights("soviet")
    assert names["danger"] == weights_of("recruit").soviet.danger
    assert not set(GROUND) & set(names)
    state = next(questions(Movement))
    assert decide(supplied.player("german", {"future": 9.0}, 1), state, 0) in state.actions()
