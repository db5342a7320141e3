"""A refusal names the one thing that stopped the action: the first condition that fails, and it is true."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest

from rasputitsa.core import CHANCE, Action
from rasputitsa.core.conditions import passing
from rasputitsa.core.sets import members, set_of
from rasputitsa.games.moscow_41.command import Command
from rasputitsa.games.moscow_41.facts import AREAS, BOARD, OPEN_TO, SIDE
from rasputitsa.games.moscow_41.movement import Moving
from rasputitsa.games.moscow_41.reach import can_leave, costs, movable
from rasputitsa.games.moscow_41.refusals import Conditions, RuledStep
from rasputitsa.games.moscow_41.state import Moscow41State

from .. import properties
from ..tools import soak
from .helpers import GAME, legal, play, position, refused
from .test_against_reference import random_position

OBJECTS: dict[str, list[Action]] = {}  # by verb: all actions that there can be
for _action in GAME.words:
    OBJECTS.setdefault(_action.verb, []).append(_action)
VERBS = [verb for verb in OBJECTS if verb != "roll"]


@pytest.mark.rule("moscow-41", "10.8")
def test_enemies_that_stop_the_way_are_named() -> None:
    """A block with 5 points is not too slow for 92 or 93. Those enemies are named whom it would have to pass: not all
    around it."""
    units = "G-HQ2P 89, G-2Pg-24 90, S-WH-2R 91, S-WH-20R 80, S-WH-25R 101, S-WH-32R 102, S-WH-34R 81, S-HQC 63"
    state = position("command", units, activated=["G-HQ2P"])
    play(state, "unit G-2Pg-24")
    for area, enemies in (("92 Spas-Demensk", "80 Dorogobuzh, 91 Yelnia, 101 Roslavl"), ("93 Yukhnov", "91 Yelnia")):
        reason = f"Enemy units in {enemies} bar the way to {area}: the 24th Panzer Corps would have to stop there."
        assert refused(state, f"move {area[:2]}") == ("10.8", reason)


@pytest.mark.rule("moscow-41", "10.8.1")
@pytest.mark.rule("moscow-41", "2.7")
@pytest.mark.rule("moscow-41", "12.0")
def test_an_area_out_of_reach_is_refused_as_such_whoever_is_there() -> None:
    units = (
        "G-HQ2P 89, G-W-28 90, S-WH-2R 63, S-STALIN 63, S-HQC 162, G-W-38 157, G-W-42 157, S-WH-20R 91, G-W-50 89, "
        "G-W-59 89, G-W-48 89"
    )
    state = position("command", units, kind="pass", german="157")
    play(state, "unit G-W-28")
    assert refused(state, "move 63") == ("10.8.1", "63 Moscow is 10 movement points away; the 28th Army Corps has 3.")
    assert refused(state, "move 157")[0] == "10.8.1", "full, but far away too"
    assert refused(state, "move 91") == ("12.0", "The 28th Army Corps may not engage the enemy in 91 Yelnia now.")
    assert refused(state, "move 89") == ("2.7", "No further block may stack in 89 Gorki.")


@pytest.mark.rule("moscow-41", "10.8")
def test_a_block_that_cannot_disengage_is_told_why() -> None:
    around = " ".join(BOARD.names_of(BOARD.adjacent[BOARD.ids["91"]]))
    state = position("command", "G-HQ2P 89, G-2Pg-24 91, S-WH-2R 91, S-HQC 63", kind="pass", german="88")
    assert "90" in around.split()
    state.german &= ~BOARD.adjacent[BOARD.ids["91"]]
    reason = "The 24th Panzer Corps cannot disengage: no area adjacent to 91 Yelnia is friendly and uncontested."
    assert refused(state, "unit G-2Pg-24") == ("10.8", reason)
    state = position("command", "G-HQ2P 89, G-W-28 91, S-WH-2R 91, S-HQC 63", kind="pass", german="90",
                     weather="rain", month="October")  # fmt: skip
    reason = "The 28th Army Corps cannot disengage: that takes one movement point more, and 3 are too few."
    assert refused(state, "unit G-W-28") == ("10.8", reason), "90 costs 3 in rain"


@pytest.mark.rule("moscow-41", "10.8")
def test_a_block_that_cannot_leave_is_told_why() -> None:
    units = "G-HQ2P 89, G-W-28 162 1, S-HQC 63, " + ", ".join(
        f"S-WH-{name} {area}" for name, area in zip(("2R", "20R", "25R", "32R", "34R"), neighbours("162"), strict=False)
    )
    state = position("command", units, kind="pass")
    assert legal(state, "unit") == ["G-HQ2P"]
    assert refused(state, "unit G-W-28") == (
        "12.0", "The 28th Army Corps cannot leave 162 Voronezh: it may not engage now.",
    )  # fmt: skip


def neighbours(area: str) -> list[str]:
    return BOARD.names_of(BOARD.adjacent[BOARD.ids[area]] & AREAS)


def check_conditions(state: Moscow41State, rng: Random) -> None:
    """For all objects: an action is legal exactly if no condition fails, and the first that fails is told."""
    step = state.stack[-1]
    if not isinstance(step, RuledStep):
        return
    legal = set(state.actions())
    if isinstance(step, Command):
        blocks = state.blocks_in(AREAS) & step.candidates(state)
        for engaging in (False, True):
            one_by_one = set_of(unit for unit in members(blocks) if can_leave(state, unit, engaging))
            assert movable(state, state.active, blocks, engaging) == one_by_one
    for verb in VERBS:
        conditions = step.conditions(state, verb)
        everything = OBJECTS[verb]
        if not conditions:
            continue
        sets = [condition.objects(state, step) for condition in conditions]
        assert passing(conditions, state, step) == all_of(sets), (
            step,
            verb,
            "an implied condition takes something away",
        )
        for action in everything:
            number = step.object_of(action)
            failing = [condition for condition, met in zip(conditions, sets, strict=True) if not met >> number & 1]
            if (
                isinstance(step, Command) and not failing
            ):  # it may act; whether there is anything to do is another matter
                continue
            assert (action in legal) == (not failing), (action, step)
        for action in rng.sample(everything, min(12, len(everything))):
            check_refusal(state, step, action, conditions, sets)


def check_refusal(
    state: Moscow41State, step: RuledStep, action: Action, conditions: Conditions, sets: list[int]
) -> None:
    number = step.object_of(action)
    refusal = state.why_not(action)
    failing = [condition for condition, met in zip(conditions, sets, strict=True) if not met >> number & 1]
    if failing:
        assert refusal is not None and refusal.rule == failing[0].rule, (action, refusal)
        assert refusal.reason == failing[0].reason(state, step, number)
    elif isinstance(step, Command):
        able = step.able(state, step.candidates(state)) >> number & 1
        assert (refusal is None) == bool(able), "who has nothing to do is told why"
    else:
        assert refusal is None


def all_of(sets: list[int]) -> int:
    found = -1
    for each in sets:
        found &= each
    return found


def reasons_hold(state: Moscow41State, step: Moving, rng: Random) -> None:
    """Each reason for a refused move is true, by a slow and independent look at the map."""
    side, here = SIDE[step.unit], state.where[step.unit]
    enemies = state.units[1 - side]
    truths: dict[str, Callable[[int], bool]] = {
        "2.7": lambda area: bool(state.full[side] >> area & 1) and walk(state, step, area),
        "12.0": lambda area: bool(enemies >> area & 1) and walk(state, step, area),
        "10.8.1": lambda area: not walk(state, step, area, free=True),
        "10.8": lambda area: area == here or not walk(state, step, area) or step.waypoint,
    }
    truths["10.18"] = truths["10.1"] = truths["12.0"]
    for area in rng.sample(members(AREAS), 25):
        refusal = state.why_not(f"move {BOARD.names[area]}")
        if refusal is not None and refusal.rule in truths:
            assert truths[refusal.rule](area), refusal
            if refusal.rule == "10.8" and area != here and not enemies >> here & 1 and not step.waypoint:
                assert walk(state, step, area, free=True), "near enough, but for the enemies"
                named = set(re.findall(r"(\d+A?) ", refusal.reason.partition(" bar the way")[0]))
                assert named == {BOARD.names[enemy] for enemy in stopping(state, step, area)}, refusal


def stopping(state: Moscow41State, step: Moving, goal: int) -> list[int]:
    """The areas where enemies stop the block, though it would have the points to go on to its goal."""
    reached = points_left(state, step, state.where[step.unit], step.points(state))
    enemies = members(state.units[1 - SIDE[step.unit]] & ~(1 << goal))
    return [
        area for area in enemies if area in reached and goal in points_left(state, step, area, reached[area], free=True)
    ]


def walk(state: Moscow41State, step: Moving, goal: int, free: bool = False) -> bool:
    """Whether the block could walk there, area by area, with or without enemies in its way."""
    here = state.where[step.unit]
    engaged = state.units[1 - SIDE[step.unit]] >> here & 1
    return goal != here and goal in points_left(state, step, here, step.points(state) - (1 if engaged else 0), free)


def points_left(state: Moscow41State, step: Moving, here: int, points: int, free: bool = False) -> dict[int, int]:
    """The areas that the block could walk to, with the most points that it can have left there."""
    side = SIDE[step.unit]
    enemies = state.units[1 - side]
    engaged = enemies >> here & 1
    by_cost = costs(state, step.unit)
    best = {here: points}
    todo = [here]
    while todo:
        area = todo.pop()
        if area != here and enemies >> area & 1 and not free:
            continue
        for near in members(BOARD.adjacent[area] & OPEN_TO[side]):
            if area == here and engaged and not free and not state.friendly(side) >> near & 1:
                continue
            left = best[area] - next(cost for cost, kind in enumerate(by_cost, 1) if kind >> near & 1)
            if left >= 0 and left > best.get(near, -1):
                best[near] = left
                todo.append(near)
    return best


@pytest.mark.rule("moscow-41", "10.8")
@pytest.mark.parametrize("seed", soak.first(2, range(8)))
def test_conditions_agree_and_reasons_are_true_in_random_games(seed: int) -> None:
    rng = Random(seed)
    state = random_position(rng)
    assert isinstance(state, Moscow41State)
    policy = properties.POLICIES[seed % len(properties.POLICIES)]
    moves = 0
    for _ in range(160):
        if state.outcome is not None:
            break
        if state.side != CHANCE:
            check_conditions(state, rng)
            step = state.stack[-1]
            if isinstance(step, Moving) and moves < 12:
                moves += 1
                reasons_hold(state, step, rng)
        state.take(policy(state.actions(), rng))
    assert moves


@pytest.mark.rule("moscow-41", "10.7")
@pytest.mark.rule("moscow-41", "10.8")
def test_who_chooses_a_waypoint_is_told_so_whatever_else_he_tries() -> None:
    """A block that could build is not told that its area is contested."""
    state = position("command", "G-HQ2P 89, G-2Pg-24 90, S-HQC 63", activated=["G-HQ2P"], german="89 90 100")
    play(state, "unit G-2Pg-24")
    assert "build" in legal(state) and "waypoint" in legal(state)
    play(state, "waypoint")
    for action in ("build", "rail 89", "stop", "reveal", "cancel"):
        rule, reason = refused(state, action)
        assert (rule, reason) == ("10.8", "Choose the area by way of which the block goes, or take that back.")


@pytest.mark.rule("moscow-41", "5.0")
@pytest.mark.rule("moscow-41", "14.2")
def test_reinforcements_are_told_the_condition_that_fails() -> None:
    units = "S-ZHUKOV pool, S-WH-2R pool, S-STALIN 63, S-HQC 63, G-HQ2P 89"
    state = position("impulse", units, active="soviet", options="zhukov-hoepner", initiative="soviet",
                     zhukov_recalled=True, german="68")  # fmt: skip
    play(state, "reinforce", "call 2", "draw S-ZHUKOV", "unit S-ZHUKOV")
    assert refused(state, "at leningrad") == ("14.2", "Zhukov has been recalled from Leningrad and cannot go back.")
    assert refused(state, "at 69") == ("5.0", "There is no city in 69 Izdeshkovo.")
    assert refused(state, "at 68") == ("5.0", "68 Yartsevo is not under Soviet control.")
    assert refused(state, "at 63") == ("2.7", "No further block may stack in 63 Moscow.")
    play(state, "cancel", "unit S-WH-2R")
    assert refused(state, "at leningrad")[0] == "2.2", "only Zhukov may defend Leningrad"
