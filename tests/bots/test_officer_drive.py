"""The officer of Drive on Moscow: plans can be found again, playouts keep to the rules, and it answers at any time."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from rasputitsa.bots import bot, challengers, decide
from rasputitsa.bots.drive_on_moscow import combat as attack
from rasputitsa.bots.drive_on_moscow import plans, policy
from rasputitsa.bots.drive_on_moscow.fitting import examples
from rasputitsa.bots.drive_on_moscow.ground import FAR, distances, way_from, within
from rasputitsa.bots.drive_on_moscow.officer import level
from rasputitsa.bots.drive_on_moscow.playouts import Playout, start_of_play
from rasputitsa.bots.drive_on_moscow.problems import AttackProblem, DeclarationProblem, MarchProblem, next_attacks
from rasputitsa.bots.drive_on_moscow.value import FEATURES, features, value_for
from rasputitsa.bots.drive_on_moscow.weights import RECRUIT, jittered, weights_of
from rasputitsa.bots.sampling import Sample
from rasputitsa.core import CHANCE
from rasputitsa.core.sets import cheapest, members, set_of
from rasputitsa.games.drive_on_moscow.combat import Combat
from rasputitsa.games.drive_on_moscow.facts import (
    GERMAN,
    HEXES,
    LAND,
    MARSH,
    MOSCOW,
    RIVER,
    SOVIET,
    UNIT_IDS,
    WESTERN_PLACES,
)
from rasputitsa.games.drive_on_moscow.movement import Movement, Moving
from rasputitsa.games.drive_on_moscow.orders import DeclareOrder
from rasputitsa.games.drive_on_moscow.state import DriveOnMoscowState
from rasputitsa.games.drive_on_moscow.words import STOP

from ..drive_on_moscow.helpers import hex_id, play, position
from ..tools import soak
from .test_recruit_drive import GARRISONS

NAME = "drive-on-moscow"


@cache
def phases() -> list[DriveOnMoscowState]:
    """The positions in which the movement phases of two imagined game turns begin."""
    state = start_of_play()
    playout = Playout(state, RECRUIT, Sample("phases", 1))
    found: dict[tuple[int, int], DriveOnMoscowState] = {}
    while state.turn < 3:
        if isinstance(state.stack[-1], Movement):
            found.setdefault((state.turn, state.phase), state.copy())
        playout.step()
    return list(found.values())


# The ground.


def test_the_way_to_a_goal_is_counted_in_movement_points() -> None:
    """10.8, 10.9: as hex by hex, for a mechanized unit on an empty map."""
    goal = members(MOSCOW)[0]

    def cost(here: int, there: int) -> int | None:
        return None if MARSH >> there & 1 else 2 if RIVER.of[here] >> there & 1 else 1

    spent, _ = cheapest(LAND.of, goal, cost)
    way = distances(goal)
    assert {hex: way[hex] for hex in members(HEXES) if way[hex] < FAR} == spent
    assert within(goal, 3) == set_of(hex for hex, points in spent.items() if points <= 3)
    far = set_of(hex for hex, points in spent.items() if points > 9)
    assert way_from(far, goal) == 10
    assert way_from(0, goal) == FAR


# Plans.


@pytest.mark.parametrize("number", soak.first(2, range(3)))
def test_a_plan_is_found_again_after_every_click(number: int) -> None:
    """What has been moved is taken back, up to the last mobile assault."""
    state = phases()[number].copy()
    key = plans.sight(plans.plan_start(state))
    moves = list(policy.march(plans.plan_start(state), RECRUIT[state.active]))
    assert len(moves) > 5 or moves[-1].target
    for move in moves:
        for _ in range(8):
            step = state.stack[-1]
            if isinstance(step, Movement):
                action = str(f"unit {state.game.pieces[members(move.units)[0]].name}")
            else:
                assert isinstance(step, Moving)
                if step.here(state) == move.goal:
                    break
                action = str(plans.next_click(state, step, move))
            play(state, action)
            assert plans.sight(plans.plan_start(state)) == key
            if not isinstance(state.stack[-1], Moving):
                break
        if isinstance(state.stack[-1], Moving):
            if move.target:
                break
            state.take(STOP)
        assert all(state.where[unit] == move.goal for unit in members(move.units))


def test_where_a_unit_began_is_part_of_a_position() -> None:
    state = position({"1019": "inf-5", **GARRISONS}, {"3030": "RD"}, turn=2)
    play(state, "unit inf-5", "move 1119", "stop")
    assert state.position()["units"]["inf-5"]["from"] == 1019
    again = state.game.position(state.position())
    assert isinstance(again, DriveOnMoscowState)
    assert again.began[UNIT_IDS["inf-5"]] == hex_id("1019")
    assert plans.sight(plans.plan_start(again)) == plans.sight(plans.plan_start(state))


@pytest.mark.parametrize("number", soak.first(2, range(4)))
def test_mutated_and_crossed_plans_are_legal(number: int) -> None:
    """Each move of a plan is one that the rules allow where it comes."""
    start = plans.plan_start(phases()[number])
    problem = MarchProblem(start, level("officer").outlook(start.active))
    rng = Random(number)
    found = [plan for plan, _ in problem.candidates(rng)][:4]
    found.append(problem.mutated(found[0], rng))
    found.append(problem.crossed(found[-1], problem.mutated(found[1], rng), rng))
    assert len({problem.acts(plan) for plan in found}) > 2
    for plan in found[-2:]:
        state = start.copy()
        for move in problem.moves(plan):
            assert move.goal == move.origin or plans.movable_to(state, move)
            plans.carry_out(state, move)


# Playouts.


def test_a_playout_stops_between_two_player_turns() -> None:
    state = start_of_play()
    Playout(state, RECRUIT, Sample("x", 1)).run(1)
    assert (state.turn, state.side) == (1, "soviet")
    other = start_of_play()
    Playout(other, RECRUIT, Sample("x", 1)).run(1)
    assert other.position() == state.position()
    Playout(state, RECRUIT, Sample("x", 1)).run(99)
    assert state.outcome is not None
    assert value_for(state, GERMAN) + value_for(state, SOVIET) == 1


def test_the_value_prefers_what_wins() -> None:
    """Panzers behind Moscow, against a front that has not moved."""
    far = position({"1019": "pz-1 pz-2 pz-3", **GARRISONS}, {"3411": "RD", "3511": "RD"}, turn=8)
    close = {"3510": "pz-1 pz-2 pz-3", "3312": "inf-5 inf-6 inf-7"}
    near = position({**close, **GARRISONS}, {"3411": "RD", "3511": "RD"}, turn=8)
    assert len(features(far)) == len(FEATURES)
    assert value_for(far, GERMAN) < value_for(near, GERMAN)


def test_examples_are_repeatable_and_end_with_a_result() -> None:
    found = examples(3)
    assert found == examples(3)
    assert len({example.result for example in found}) == 1
    assert [example.group for example in found][:2] == ["1 soviet", "2 german"]


# The bots.


def test_it_moves_now_if_it_must() -> None:
    """With no time at all it has the policy's plan."""
    for start in phases()[:2]:
        action = decide(bot("officer", NAME), start.copy(), 0, lambda: True)
        assert action in start.actions()


@pytest.mark.usefixtures("small_budgets")
@pytest.mark.parametrize("name", soak.first(1, ["officer", "marshal"]))
def test_it_says_what_it_intends_and_how_sure_it_is(name: str) -> None:
    player = bot(name, NAME)
    decide(player, phases()[1].copy(), 0)
    assert "imagined futures" in player.explain()


@pytest.mark.usefixtures("small_budgets")
@pytest.mark.parametrize(("name", "starts"), [("officer", 2), *map(soak.left, [("officer", 4), ("marshal", 4)])])
def test_decisions_do_not_depend_on_what_is_hidden(name: str, starts: int) -> None:
    """11.6: swapped worlds; nor on what the bot remembers."""
    for number, start in enumerate(phases()[:starts]):
        used = bot(name, NAME, 3)
        state = start.copy()
        for click in range(6):
            side = state.side
            if side is None or side == CHANCE:
                break
            twin = state.guess(side, Random(number))
            action = decide(used, state.copy(), click)
            if click in (0, 5):
                assert decide(bot(name, NAME, 3), twin, click) == action
            state.apply(action)


@cache
def combat_phase() -> DriveOnMoscowState:
    """The first Soviet Combat Phase of an imagined game."""
    state = start_of_play()
    playout = Playout(state, RECRUIT, Sample("phases", 1))
    while not (state.active == SOVIET and isinstance(state.stack[-1], Combat)):
        playout.step()
    return state.copy()


def test_whether_to_attack_is_in_doubt_where_little_is_to_be_gained() -> None:
    """11.0: the policy's own choice comes first, and is the only one where it is clear."""
    state = combat_phase()
    best = attack.best_attack(state, RECRUIT.soviet)
    assert best.hex
    for threshold, first in ((best.value - 0.1, best), (best.value + 0.1, attack.NO_ATTACK)):
        weights = replace(RECRUIT.soviet, attack_at=threshold)
        assert next_attacks(state, weights, 0.01) == [first]
        assert set(next_attacks(state, weights, 0.2)) == {best, attack.NO_ATTACK}
        assert next_attacks(state, weights, 0.2)[0] == first


def test_an_attack_in_doubt_is_tried_out() -> None:
    """No attack ends the phase; an attack that is chosen is made at once."""
    state = combat_phase()
    best = attack.best_attack(state, RECRUIT.soviet)
    problem = AttackProblem(state, level("officer").outlook(SOVIET), [best, attack.NO_ATTACK])
    for plan, _ in problem.candidates(Random(1)):
        trial = state.copy()
        playout = Playout(trial, RECRUIT, Sample("x", 1))
        problem.carry_out(playout, plan)
        assert bool(trial.fought) == bool(plan.hex)
        assert 0 <= problem.value(plan, Sample("x", 1)) <= 1


@pytest.mark.usefixtures("small_budgets")
def test_what_is_declared_is_tried_out() -> None:
    """5.2: both orders are among the plans, each under several intentions."""
    state = position({"1019": "inf-5 pz-1", **GARRISONS}, {"1120": "RD"}, turn=2, phase="german-replacement")
    assert isinstance(state.stack[-1], DeclareOrder)
    problem = DeclarationProblem(state, level("officer").outlook(GERMAN), state.actions()[1])
    found = [plan for plan, _ in problem.candidates(Random(1))]
    assert found[0].action == state.actions()[1]
    assert {plan.action for plan in found} == set(state.actions())
    assert decide(bot("officer", NAME), state, 0) in state.actions()


@pytest.mark.soak
@pytest.mark.usefixtures("small_budgets")
@pytest.mark.parametrize("seed", range(2))
def test_whole_games_are_legal_and_keep_the_contract(seed: int) -> None:
    """A fresh bot that is shown another guess decides the same."""
    state, rng, number = start_of_play(), Random(seed), 0
    players = {side: bot("officer", NAME, seed) for side in ("german", "soviet")}
    while (side := state.side) is not None:
        if side == CHANCE:
            state.apply(rng.choice(state.actions()))
            continue
        action = decide(players[side], state, number)
        assert action in state.actions()
        if number % 31 == 0:
            assert decide(bot("officer", NAME, seed), state.guess(side, rng), number) == action
        state.apply(action)
        number += 1


# Weights.


def test_every_idea_has_its_weights_and_its_challenger() -> None:
    assert challengers(NAME) == ["drive", "cities", "pockets", "counter"]
    for name in challengers(NAME):
        made = bot(name, NAME)
        assert made.name == name
        assert weights_of(name) != RECRUIT
    assert weights_of("cities").german.drive == "cities"
    changed = jittered(RECRUIT.soviet, Random(1))
    assert changed != RECRUIT.soviet
    assert changed.forward_set_up == RECRUIT.soviet.forward_set_up


def test_the_german_recruit_leaves_no_town_open() -> None:
    """4.4: garrisons stay, whatever is planned; 4.1: somebody stays in Moscow."""
    for start in phases():
        state = start.copy()
        list(policy.march(state, RECRUIT[state.active]))
        assert not WESTERN_PLACES & start.occupied(GERMAN) & ~state.occupied(GERMAN)
        assert MOSCOW & state.occupied(SOVIET) == MOSCOW
