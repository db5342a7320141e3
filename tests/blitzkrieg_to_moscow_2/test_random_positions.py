"""Positions in the middle of combats, card plays and tank actions; and random positions, where all of it meets."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState

from .. import properties
from ..tools import soak
from ..tools.states import step_problem
from . import reference
from .helpers import GAME, MINSK, PHASES, legal, logistics, open_step, play, position, unit_data
from .random_positions import random_position


def same_again(state: BlitzkriegState) -> BlitzkriegState:
    """The same position read from its data: nothing gets lost."""
    again = GAME.position(json.loads(json.dumps(state.position())))
    assert again.position() == state.position()
    assert again.question == state.question and again.actions() == state.actions()
    return again


def goes_on(state: BlitzkriegState, rng: Random, times: int = 40) -> None:
    """Play on at random: nothing breaks, a choice is a choice, sides keep apart, data lead back to the same."""
    for _ in range(times):
        if state.outcome is not None:
            return
        properties.check_question(state, rng)
        same_again(state)
        table = reference.Table(state.position())
        assert not table.held(german=True) & table.held(german=False)
        actions = state.actions()
        verb = rng.choice(list(dict.fromkeys(action.verb for action in actions)))
        state.take(rng.choice([action for action in actions if action.verb == verb]))


# There and back

COMBAT = "G-4A 0806, G-9A 0706, S-8A 0807, S-11A 0807, S-12MC 0807, S-3A 0605"
DEFENDED = "attack 0807, with G-4A, fight, passive S-8A, passive S-11A, passive S-12MC"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3")
@pytest.mark.parametrize(
    "actions, step",
    [
        ("attack 0807", "NameAttackers"),
        ("attack 0807, with G-4A, fight", "ChooseDefence"),
        ("attack 0807, with G-4A, fight, active S-8A, passive S-11A", "ChooseDefence"),
        (DEFENDED, "ShiftCard"),
        (DEFENDED + ", card G1", "HitlerOrder"),
        (DEFENDED + ", card G1, pass", "ShiftCard"),
        (DEFENDED + ", pass, pass", "RollDie"),
        (DEFENDED + ", pass, card S3, roll 5", "ReRoll"),
        (DEFENDED + ", pass, pass, roll 4, pass, pass", "ChooseRetreat"),
        (DEFENDED + ", pass, pass, roll 4, pass, pass, retire S-8A", "Retreat"),
    ],
)
def test_round_trip_in_the_middle_of_a_combat(actions: str, step: str) -> None:
    state = position("german-combat", COMBAT, hands="G1 G3 S3 S5")
    play(state, *actions.split(", "))
    assert open_step(state) == step
    goes_on(same_again(state), Random(1))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.3")
def test_round_trip_in_a_tank_action() -> None:
    state = position("soviet-breakthrough", "S-12MC 0807, S-3MC 0807, G-4A 0901", hands="S3")
    play(state, "card S3", "unit S-12MC")
    assert open_step(state) == "MoveCorps"
    for action in ("with S-3MC", "ready", "move 0806"):
        play(state, action)
        same_again(state)
    goes_on(state, Random(1))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.0")
@pytest.mark.parametrize(
    "cards, actions, step",
    [
        ("G5", "card G5", "ChooseFunction"),
        ("G5", "card G5, as rail", "RailMove"),
        ("G5 S1", "card G5, as rebuilt", "HitlerOrder"),
        ("G5", "card G5, as rebuilt", "Rebuild"),
        ("G5 G6 S1", "both", "HitlerOrder"),
        ("G5 G6", "both", "Rebuild"),
        ("G5", "card G5, as activation", "Activate"),
    ],
)
def test_round_trip_in_german_logistics(cards: str, actions: str, step: str) -> None:
    lost = "G-2PzA surrendered, G-3PzA surrendered"
    units = f"G-4A- 0901, G-9A- 1201, {lost}, G-6A south, G-17A south, S-8A 1412"
    state = logistics("german", units, hands=cards, german=MINSK)
    play(state, *actions.split(", "))
    assert open_step(state) == step
    goes_on(same_again(state), Random(1))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_too_many_units_may_be_together_between_the_moments_of_8_3() -> None:
    units = "S-8A 0807, S-11A 0807, S-3A 0807, G-4A 0901"
    assert "done" not in legal(position("soviet-movement", units))
    assert logistics("soviet", units).outcome is None
    for phase in ("soviet-combat", "soviet-breakthrough", "soviet-supply", "german-movement"):
        goes_on(position(phase, units), Random(1))


# What cannot be

BATTLE = {"hex": "0807", "attackers": ["G-4A"], "defenders": ["S-8A", "S-12MC"], "active": [], "cards": 0}
FOUGHT = {"step": "Combat", "attacked": ["G-4A"], "defended": ["S-8A", "S-12MC"]}
IDLE = {"step": "Combat", "attacked": [], "defended": []}
NAMING = {"step": "NameAttackers", "hex": "0807", "units": [], "available": ["G-4A"], "tank_actions": 0}
ADVANCE = {"step": "Advance", "battle": BATTLE}


def in_battle(step: str, **changes: Any) -> dict[str, Any]:
    battle = {**BATTLE, **{key: changes.pop(key) for key in list(changes) if key in BATTLE}}
    return {"step": step, "battle": battle, **changes}


CHOOSING = in_battle("ChooseRetreat", waiting=["S-12MC"])


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3")
@pytest.mark.parametrize(
    "stack, problem",
    [
        ([ADVANCE], "it cannot lie at the bottom of the stack, only on Combat or on FightAttacks"),
        ([FOUGHT, in_battle("RollDie"), ADVANCE], "it cannot lie on RollDie, only on Combat or on FightAttacks"),
        ([FOUGHT, in_battle("RollDie", attackers=[])], "the combat at 0807 needs attackers of the side whose phase"),
        ([FOUGHT, in_battle("RollDie", attackers=["S-3A"])], "the combat at 0807 needs attackers of the side whose"),
        ([FOUGHT, in_battle("RollDie", defenders=[])], "the combat at 0807 needs defenders of the other side"),
        ([FOUGHT, in_battle("RollDie", active=["S-3A"])], "the combat at 0807 needs defenders of the other side"),
        ([FOUGHT, in_battle("RollDie", hex="pool")], "no such combat can be at"),
        (
            [{**FOUGHT, "attacked": ["G-9A"]}, in_battle("RollDie", attackers=["G-9A"])],
            "the German 9. Armee is not adjacent to 0807",
        ),
        ([FOUGHT, in_battle("RollDie", defenders=["S-8A"])], "the defenders of 0807 are not as the combat says"),
        ([FOUGHT, in_battle("ShiftCard", side=7)], "side must be 0 or 1"),
        ([FOUGHT, in_battle("ReRoll", side=0, face=7)], "it needs a side and a face of the die"),
        ([{**FOUGHT, "attacked": ["S-8A"]}], "attacked and defended must be units of the right sides"),
        ([IDLE, {**NAMING, "hex": "0906", "available": []}], "nobody in 0906 can be attacked"),
        (
            [IDLE, {**NAMING, "units": ["G-9A"]}],
            "the German 9. Armee cannot join the attack on 0807",
        ),
        ([FOUGHT, ADVANCE, in_battle("ChooseRetreat", waiting=["S-8A"])], "waiting must be the units"),
        (
            [FOUGHT, ADVANCE, in_battle("ChooseRetreat", waiting=["S-8A", "S-12MC"], active=["S-8A"])],
            "only one combat can be fought at a time",
        ),
        (
            [FOUGHT, ADVANCE, CHOOSING, in_battle("Retreat", unit="S-3A")],
            "waiting must be the units that are still in 0807",
        ),
    ],
)  # fmt: skip
def test_combats_that_cannot_be(stack: list[Any], problem: str) -> None:
    units = unit_data("G-4A 0806, G-9A 0901, S-8A 0807, S-12MC 0807, S-3A 0605")
    data = {"turn": 2, "phase": "german-combat", "units": units, "stack": stack}
    assert step_problem(GAME, data).startswith(problem)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
@pytest.mark.parametrize(
    "step, problem",
    [
        ({"card": "G5", "functions": ["rail", "activation"]}, "a card that is being played must be one of the played"),
        ({"card": "G6", "functions": ["rail"]}, "functions must be two or more"),
        ({"card": "G6", "functions": ["rail", "rail"]}, "functions must be two or more"),
        ({"card": "G6", "functions": ["activation", "shift"]}, "the card that is being played has no function 'shift'"),
        ({"card": "G6", "functions": ["rail", "rebuilt-2"]}, "two cards are played at once without a choice"),
        ({"card": "S1", "function": "rail"}, "only a German card can be negated"),
        ({"card": "G6", "function": "rebuilt-2"}, "no surrendered unit can be rebuilt"),
        ({"card": "G6", "function": "shift"}, "the card that is being played has no function 'shift'"),
    ],
)
def test_cards_that_cannot_be_on_the_table(step: dict[str, Any], problem: str) -> None:
    name = "HitlerOrder" if "function" in step else "ChooseFunction"
    if name == "HitlerOrder":
        step = {**step, "battle": None}
    data = {
        "turn": 2,
        "phase": "german-logistics",
        "units": unit_data("G-4A- 0901, S-8A 1412"),
        "german_cities": [MINSK],
        "hands": ["G5", "S2"],
        "played": ["G6", "S1"],
        "stack": [{"step": "Logistics", "free_rail": False, "begun": True}, {"step": name, **step}],
    }
    assert step_problem(GAME, data).startswith(problem)


# Crowds


@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
@pytest.mark.parametrize("phase", PHASES[1:])
@pytest.mark.parametrize("turn", soak.first(1, range(1, 7)))
def test_random_positions_in_every_phase_and_turn_play_on(phase: str, turn: int) -> None:
    rng = Random(f"{phase} {turn}")
    for _ in range(3):
        goes_on(random_position(rng, phase, turn), rng, 25)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
@pytest.mark.soak
@pytest.mark.parametrize("phase", PHASES[1:])
def test_properties_hold_in_random_positions(phase: str) -> None:
    """Every property at random moments after random positions, where stacks, corps and cards meet more often."""
    rng = Random(phase)
    for _ in range(8):
        state = random_position(rng, phase, radius=rng.randint(2, 4))
        for _ in range(20):
            if state.outcome is not None:
                break
            rng.choice(properties.CHECKS)(state, rng)
            state.apply(rng.choice(state.actions()))
