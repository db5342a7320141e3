"""Positions from outside: stacks of steps that could not have come about are refused, with a sentence."""

from __future__ import annotations

import re
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from rasputitsa.core import BadPosition
from rasputitsa.core.step import BOTTOM
from rasputitsa.games.moscow_41.stack import CHECKS, STEPS
from rasputitsa.games.moscow_41.state import Moscow41State

from .. import properties
from .helpers import GAME, position, problems_of
from .test_against_reference import random_position

Data = dict[str, Any]

# All stacks that there can be, by their steps from the bottom up.
ENTERING = "(Drawing|Deploying( Entering)?)"
LOGISTICS = f"(Logistics )?(Logistics|Exhausting ({ENTERING}|Drawing Replacement( Regeneration)?))"
FIGHTING = "Battles( Support( Aiming| Committing| Advance| Blitz( Blitzing)?)?| Battle( Losses| AirLosses)?)?"
SHAPES = re.compile(
    f"SetUp( Placing)?|{LOGISTICS}|ChooseImpulse|WeatherRoll|Activation( Moving)?|"
    f"Command( Moving( Disbanding)?| Recalling)?|CallReinforcements|{ENTERING}|{FIGHTING}|Exploit"
)


def shape(data: Data) -> str:
    return " ".join(step["step"] for step in data["stack"])


def walk(seed: int, steps: int) -> list[Data]:
    """Positions of a random game, by any optional rules."""
    rng = Random(seed)
    state: Any = random_position(rng) if seed % 2 else None
    if state is None:
        options = {option.name: rng.choice(option.choices) for option in GAME.options}
        state = GAME.start(GAME.scenarios[seed % 4].name, options)
    policy, found = properties.POLICIES[seed % len(properties.POLICIES)], []
    for _ in range(steps):
        if state.outcome is not None:
            break
        found.append(state.position())
        state.take(policy(state.actions(), rng))
    return found


def mutilated(data: Data, others: list[Data], rng: Random) -> Data:
    """The same position with a step dropped, repeated, out of order, from elsewhere, or with other fields."""
    stack = [dict(step) for step in data["stack"]]
    place, foreign = rng.randrange(len(stack)), dict(rng.choice(rng.choice(others)["stack"]))
    how = rng.choice(["drop", "repeat", "swap", "insert", "replace", "field"])
    if how == "drop":
        del stack[place]
    elif how == "repeat":
        stack[place:place] = [dict(stack[place])] * rng.choice([1, 2, 50])
    elif how == "swap":
        other = rng.randrange(len(stack))
        stack[place], stack[other] = stack[other], stack[place]
    elif how == "insert":
        stack.insert(rng.randrange(len(stack) + 1), foreign)
    elif how == "replace":
        stack[place] = foreign
    else:
        field = rng.choice(list(stack[place]))
        value = stack[place][field]
        if field != "step":
            twin = [step for one in others for step in one["stack"] if step["step"] == stack[place]["step"]]
            number = value + rng.choice([-1, 1, 7]) if type(value) is int else value
            flipped = not value if isinstance(value, bool) else number
            stack[place][field] = rng.choice([flipped, rng.choice(twin or [stack[place]])[field]])
    return {**data, "stack": stack}


@pytest.mark.parametrize("seed", range(16))
def test_mutilated_stacks_are_refused_or_could_have_come_about(seed: int) -> None:
    rng = Random(seed)
    positions = walk(seed, 350)
    refused = accepted = 0
    for data in rng.sample(positions, min(60, len(positions))):
        assert SHAPES.fullmatch(shape(data)), shape(data)
        for _ in range(4):
            broken = mutilated(data, positions, rng)
            if broken["stack"] == data["stack"]:
                continue
            try:
                state = GAME.position(broken)
            except BadPosition as error:
                refused += 1
                assert all("Traceback" not in problem and len(problem) < 300 for problem in error.problems)
                continue
            accepted += 1
            assert SHAPES.fullmatch(shape(broken)), shape(broken)
            goes_on(state, broken, rng)
    assert refused and accepted


def goes_on(state: Moscow41State, broken: Data, rng: Random) -> None:
    """The game can be played on from there like from any other position."""
    for _ in range(25):
        if state.outcome is not None:
            return
        properties.check_question(state, rng)
        properties.check_chances(state, rng)
        assert GAME.position(state.position()).position() == state.position(), broken["stack"]
        state.take(rng.choice(state.actions()))


def test_every_step_says_what_it_lies_on() -> None:
    steps = {step for some in STEPS.values() for step in some}
    names = {step.__name__ for step in steps} | {BOTTOM}
    for step in steps:
        assert set(step.lies_on) <= names, step  # type: ignore[attr-defined]
        assert step in CHECKS or not fields(step), f"nobody checks the fields of {step.__name__}"


def moving(unit: str, spent: int = 0, part: int = 1, waypoint: bool = False) -> Data:
    return {"step": "Moving", "unit": unit, "spent": spent, "part": part, "rail": False, "waypoint": waypoint}


def test_the_sentence_says_what_is_wrong() -> None:
    units = "G-HQ2P 89, G-2Pg-24 89, S-WH-2R 91, S-HQC 63"
    good = position("command", units, activated=["G-HQ2P"]).position()
    command = good["stack"][0]
    cases: list[tuple[list[Data], str]] = [
        ([moving("G-2Pg-24")], "Moving: it cannot lie at the bottom of the stack, only on Activation or on Command"),
        ([command, command], "Command: it cannot lie on Command, only at the bottom"),
        ([command, *[moving("G-2Pg-24")] * 8823], "Moving: it cannot lie on Moving, only on Activation or on Command"),
        ([command, moving("G-2Pg-24", 6)], "Moving: spent must be from 0 to 5"),
        ([command, moving("G-2Pg-24", part=2)], "Moving: part must be 1 here"),
        ([command, moving("G-HQ2P")], "Moving: G-HQ2P cannot act any more"),
        ([command, moving("S-WH-2R")], "Moving: S-WH-2R is not a block that the active player can move"),
        ([{**command, "limit": 3}], "Command: limit must be from 255 to 255 in such an impulse"),
        ([command, {"step": "Disbanding", "unit": "G-2Pg-24"}], "Disbanding: it cannot lie on Command, only on Moving"),
    ]
    for stack, problem in cases:
        assert problems_of(GAME, {**good, "stack": stack}) == [f"step {problem}"]


def test_a_battle_in_a_position_agrees_with_the_rest() -> None:
    units = "G-2Pg-24 91, S-WH-2R 91, S-HQC 63"
    good = position("combat", units).position()
    battles = good["stack"][0]
    revealed = {**good, "revealed": ["G-2Pg-24", "S-WH-2R"]}

    def battle(**more: Any) -> Data:
        return {"step": "Battle", "area": "91", "stage": 3, "absorb": 1, "tanks": False, **more}

    def losses(**more: Any) -> Data:
        return {"step": "Losses", "side": 0, "area": "91", "hits": 1, **more}

    assert GAME.position({**revealed, "stack": [battles, battle()]})
    cases: list[tuple[Data, list[Data], str]] = [
        (good, [battles, battle()], "Battle: all blocks in 91 Yelnia are revealed by the Showdown (10.12.1)"),
        (revealed, [battles, battle(area="80")], "Battle: there is no battle in 80 Dorogobuzh"),
        (revealed, [battles, battle(absorb=2)], "Battle: absorb must be from 0 to 1"),
        (revealed, [battles, battle(stage=0, absorb=0)], "Battle: nothing has been absorbed yet: absorb must be 1"),
        (revealed, [battles, battle(tanks=True)], "Battle: there is no Tank Attack (10.12.5.2)"),
        (revealed, [battles, battle(stage=4), losses(area="80")], "Losses: area must be that of the battle"),
        (revealed, [battles, battle(stage=4), losses(side=1)], "Losses: side must be 0"),
        (revealed, [battles, battle(stage=5), losses(side=1)], "Losses: hits are absorbed first, and destroy the "
         "defensive line (10.14)"),
        (revealed, [battles, battle(stage=2), {"step": "AirLosses", "area": "91", "hits": 1}],
         "AirLosses: there is no anti-air fire"),
        (revealed, [{**battles, "blitz": True}], "Battles: blitz must be false in this segment"),
    ]  # fmt: skip
    for data, stack, problem in cases:
        assert problems_of(GAME, {**data, "stack": stack}) == [f"step {problem}"]
