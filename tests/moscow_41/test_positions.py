"""Positions from outside: stacks of steps that could not have come about are refused, with a sentence."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from rasputitsa.core import CHANCE, BadPosition
from rasputitsa.core.step import BOTTOM
from rasputitsa.games.moscow_41.facts import STACKING
from rasputitsa.games.moscow_41.open_steps import CHECKS, STEPS
from rasputitsa.games.moscow_41.state import Moscow41State

from .. import properties
from ..tools import soak
from .helpers import GAME, play, position, problems_of
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


@pytest.mark.parametrize(("seed", "sampled"), [(0, 20), *(soak.left((seed, 60)) for seed in range(16))])
def test_mutilated_stacks_are_refused_or_could_have_come_about(seed: int, sampled: int) -> None:
    rng = Random(seed)
    positions = walk(seed, 350)
    refused = accepted = 0
    for data in rng.sample(positions, min(sampled, len(positions))):
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


# There and back.


@pytest.mark.parametrize("seed", soak.first(1, range(6)))
def test_round_trip_of_random_positions(seed: int) -> None:
    """As data and as text, from a state and back: the same position, question, actions and views."""
    rng = Random(seed)
    positions = walk(seed, 250)
    for data in rng.sample(positions, min(25, len(positions))):
        plain = json.loads(json.dumps(data))
        state = GAME.position(plain)
        assert state.position() == data
        text = state.to_text()
        again = GAME.position(text)
        assert again.position() == data and again.to_text() == text
        assert (again.side, again.question, again.actions()) == (state.side, state.question, state.actions())
        for viewer in ("german", "soviet", None):
            assert again.view(viewer) == state.view(viewer)
        if state.outcome is None and state.side != CHANCE:
            action = rng.choice(state.actions())
            assert state.take(action) == again.take(action) and state == again


CONTRADICTIONS: list[tuple[Data, str]] = [
    ({"turn": 9}, "turn is '9'; it must be a number from 1 to 6"),
    ({"phase": "tea"}, "phase is 'tea'; phases are "),
    ({"scenario": "moon"}, "has no scenario 'moon'"),
    ({"options": {"rail": "perhaps"}}, "Option rail cannot be 'perhaps'. It can be: off, on"),
    ({"units": {"G-X": {"at": "90"}}}, "there is no unit 'G-X'"),
    ({"units": {"G-W-28": {"at": "limbo"}}}, "unit G-W-28 is at 'limbo', which is not a space on the map"),
    ({"units": {"G-W-28": {"at": "90", "strength": 7}}}, "unit G-W-28 has strength 7; it can have 1, 2, 3, 4"),
    ({"units": {"G-HQ2P": {"at": "90", "strength": 1}}}, "unit G-HQ2P has strength 1; it can have 0, 2, 3, 4"),
    ({"units": {"G-W-28": {"at": "90", "hat": 1}}}, "may have 'strength' and 'target', and nothing else"),
    ({"units": {"G-HITLER": {"at": "90"}}}, "Hitler stays in Rastenburg (4.2.4)"),
    ({"units": {"S-STALIN": {"at": "90"}}}, "Stalin stays in Moscow (4.2.4)"),
    ({"units": {"G-W-28": {"at": "rastenburg"}}}, "only Hitler is there (2.2)"),
    ({"units": {"G-W-28": {"at": "pskov"}}}, "only the 4th Panzer Group goes there (2.2)"),
    ({"units": {"G-W-28": {"at": "kiev"}}}, "no unit may enter Kiev (2.2)"),
    ({"units": {"S-WH-2R": {"at": "16A"}}}, "Soviets never enter a staging area (2.4.4)"),
    ({"units": {"G-W-28": {"at": "airfield"}}}, "that tray is for bombers"),
    ({"units": {"G-HQ2P": {"at": "90", "target": 999}}}, "has the target '999', which is not an area"),
    ({"german": ["9A", "4A", "2A"]}, "16A is always German (2.4.4)"),
    ({"german": ["16A", "9A", "4A", "2A"]}, "only German units are in 90 Smolensk, so it is theirs (2.5)"),
    ({"german_lines": ["91"], "soviet_lines": ["91"]}, "there are lines of both sides in 91 Yelnia"),
    ({"german_lines": ["kiev"]}, "there can be no defensive line in "),
    ({"german_lines": ["63"], "units": {"S-WH-2R": {"at": "63"}}}, "is not its controller's (4.1)"),
    ({"german_lines": [str(area) for area in range(1, 12)]}, "there are 11 German lines; there can be 10"),
    ({"weather": 9}, "weather is 9; it must be a number from 0 to 3"),
    ({"kind": 4}, "kind is 4; it must be a number from 0 to 3"),
    ({"passes": 2}, "passes is 2, with which the Impulses Phase is over (6.0)"),
    ({"phase": "blitz", "kind": 3, "stack": None}, "kind is 3 (Pass), which has no blitz segment (10.0)"),
    ({"phase": "combat", "kind": 3, "stack": None}, "kind is 3 (Pass), which has no combat segment (10.0)"),
    ({"phase": "exploitation", "kind": 1, "stack": None}, "which has no exploitation segment (10.0)"),
    ({"phase": "set-up", "stack": None}, "step SetUp: 70 Soviet blocks must be in hand"),
    ({"active": "neutral"}, "active"),
    ({"colour": "red"}, "there is no key 'colour'"),
    ({"outcome": ["nobody", "", ""]}, "outcome must name german or soviet, then reason and rule"),
    ({"rules": 99}, "rules is '99'; it must be version 3"),
    ({"units": {name: {"at": "90"} for name in ("G-W-28", "G-W-38", "G-W-42")}}, "too many German blocks are in 90"),
    ({"stack": []}, "stack must be a list of steps, or be left out"),
    ({"stack": [{"step": "Nothing"}]}, "Nothing"),
    ({"stack": [{"step": "Activation"}]}, "step Activation does not belong to this phase"),
    ({"units": {"G-W-28": {"at": "hand"}}, "german": None}, "German blocks are in hand, but nobody deploys them (5.0)"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "problem"), CONTRADICTIONS)
def test_every_contradiction_is_refused_with_a_sentence(changes: Data, problem: str) -> None:
    units = {"G-HQ2P": {"at": "89"}, "G-2Pg-24": {"at": "90"}, "S-HQC": {"at": "162"}}
    good = position("command", "G-HQ2P 89, G-2Pg-24 90, S-HQC 162", activated=["G-HQ2P"]).position()
    data = {**good, **changes, "units": {**units, **changes.get("units", {})}}
    found = problems_of(GAME, data)
    assert any(problem in each for each in found), found
    assert all(each and "Traceback" not in each and len(each) < 1_000 for each in found)


@pytest.mark.rule("moscow-41", "2.7")
@pytest.mark.rule("moscow-41", "15.0")
def test_the_set_up_leaves_room_for_blocks_that_are_put_in_given_areas() -> None:
    """Else the game would go on to a position that cannot be."""
    state: Any = GAME.start("dnieper")
    while state.stack[0].number < 5:
        state.take(state.actions()[0])
    good = state.position()
    given = next(order.at for order in state.setting.orders[1][5:] if not order.lines and order.at)
    area = GAME.board.names[given[0]]
    placed = [name for name, facts in good["units"].items() if facts["at"].isdigit() and name != "S-STALIN"]
    units = {**good["units"], **{name: {**good["units"][name], "at": area} for name in placed[: STACKING[given[0]]]}}
    problem = "step SetUp: no room is left for Soviet blocks that are set up in a given area (2.7)"
    assert problems_of(GAME, {**good, "units": units}) == [problem]


@pytest.mark.rule("moscow-41", "13.0")
@pytest.mark.parametrize("scenario", GAME.scenarios, ids=lambda scenario: scenario.name)
def test_a_position_may_begin_with_the_final_phase(scenario: Any) -> None:
    units = {"G-HQ2P": {"at": "90"}, "S-HQC": {"at": "63"}}
    data = {"scenario": scenario.name, "turn": len(scenario.turns), "phase": "final", "units": units}
    assert GAME.position(data).outcome is not None
    if data["turn"] > 1:
        before = GAME.position({**data, "turn": data["turn"] - 1})
        assert before.outcome is None and before.turn == data["turn"]


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


@pytest.mark.rule("moscow-41", "7.2.1")
@pytest.mark.rule("moscow-41", "11.0")
def test_nobody_draws_or_recovers_more_than_the_logistics_value() -> None:
    units = "G-HITLER rastenburg 2, G-HQ2P 89, G-9A-5 pool, G-9A-8 pool, S-STALIN 63, S-HQC 63"
    state = position("impulse", units, german="89 90")
    play(state, "reinforce", "call 2")
    good = state.position()
    (drawing,) = good["stack"]
    assert GAME.position({**good, "stack": [{**drawing, "count": 1}]})
    for count in (-1, 5):
        problem = "step Drawing: count must be a number from 0 to 4, the Logistics Value (7.2.1)"
        assert problems_of(GAME, {**good, "stack": [{**drawing, "count": count}]}) == [problem]


@pytest.mark.rule("moscow-41", "7.2.1")
@pytest.mark.parametrize("games", soak.less(1, 3))
def test_no_more_points_than_the_logistics_value(games: int) -> None:
    recovering = 0
    for seed in range(games):
        for data in walk(seed, 350):
            for place, step in enumerate(data["stack"]):
                if "points" in step:
                    recovering += 1
                    stack = [dict(step) for step in data["stack"]]
                    stack[place]["points"] = 50
                    found = problems_of(GAME, {**data, "stack": stack})
                    assert any("points must be a number from 0 to" in problem for problem in found), found
                    stack[place]["side"] = 2
                    assert any("side must be" in problem for problem in problems_of(GAME, {**data, "stack": stack}))
    assert recovering


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
