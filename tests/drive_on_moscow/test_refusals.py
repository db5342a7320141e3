"""Legality is written once: what is legal and what is told of the rest follow from the same conditions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from rasputitsa.core import CHANCE, Action, Refusal
from rasputitsa.core.conditions import Condition
from rasputitsa.core.sets import contains
from rasputitsa.games.drive_on_moscow import GAME
from rasputitsa.games.drive_on_moscow.state import DriveOnMoscowState

from .. import properties
from ..tools import soak
from .helpers import after, legal, play, position, random_positions, refused, rule_of, start

BY_VERB: dict[str, list[Action]] = {}
for _action in GAME.words:
    BY_VERB.setdefault(_action.verb, []).append(_action)


def first_failed(state: DriveOnMoscowState, conditions: Sequence[Condition[Any, Any]], number: int) -> Refusal | None:
    """The refusal of the first condition that an object fails; None if it meets all of them."""
    step = state.stack[-1]
    for condition in conditions:
        if not contains(condition.objects(state, step), number):
            reason = condition.reason(state, step, number)
            return Refusal(condition.rule, reason) if isinstance(reason, str) else reason
    return None


def check_conditions(state: DriveOnMoscowState) -> Counter[str]:
    """An object is legal exactly if it meets the conditions of its verb, and else refused by the first that fails."""
    found: Counter[str] = Counter()
    step = state.stack[-1]
    listed = set(state.actions())
    for verb, conditions in step.conditions_of.items():
        sets = [condition.objects(state, step) for condition in conditions]
        for action in BY_VERB[verb]:
            legal_now = all(contains(objects, action.number) for objects in sets)
            assert legal_now == (action in listed), f"{action} at {state.question}"
            found[f"{type(step).__name__} {verb}"] += 1
        for action in Random(len(listed)).sample(BY_VERB[verb], min(25, len(BY_VERB[verb]))):
            expected = first_failed(state, conditions, action.number)
            refusal = state.why_not(action)
            assert (refusal is None) == (expected is None) == (action in listed), f"{action} at {state.question}"
            if refusal and expected:
                assert (refusal.rule, refusal.reason) == (expected.rule, expected.reason)
                assert refusal.rule in GAME.rules and refusal.reason[0].isupper() | refusal.reason[0].isdigit()
    return found


@pytest.mark.rule("drive-on-moscow", "1.0")
@pytest.mark.parametrize("every", soak.less(29, 13))
def test_what_is_legal_meets_all_conditions_and_what_is_refused_fails_the_one_named(every: int) -> None:
    found: Counter[str] = Counter()
    for seed in range(4):
        for state in random_positions(seed, every=every):
            if state.side != CHANCE:
                found += check_conditions(state)
    assert {
        "Movement unit",
        "Moving unit",
        "Moving move",
        "Moving assault",
        "Combat attack",
        "Attack unit",
        "Reinforcements place",
        "Conversion convert",
    } <= set(found), found


@pytest.mark.rule("drive-on-moscow", "11.24")
@pytest.mark.rule("drive-on-moscow", "11.25")
@pytest.mark.rule("drive-on-moscow", "11.31")
@pytest.mark.parametrize("battles", soak.less(10, 25))
def test_the_same_after_battles(battles: int) -> None:
    """Battles are rare in random games, so they are looked for."""
    found: Counter[str] = Counter()
    rng = Random(2)
    for _ in range(battles):
        state = position(
            {"1019": "pz-1 inf-5/reduced", "1118": "inf-6 pg-3/reduced", "1220": "inf-7", "0101": "inf-8"},
            {"1120": "2-4:RD GRD", "1121": "RD", "1219": "2-3:RD", "3030": "RD"},
            phase=rng.choice(("german-combat", "soviet-combat", "german-movement")),
            turn=rng.choice((1, 2, 4)),
        )
        for _ in range(25):
            if state.outcome is not None:
                break
            if state.side != CHANCE:
                found += check_conditions(state)
            state.apply(properties.by_verb(state.actions(), rng))
    assert {"Advance advance", "LoseSteps lose", "Retreat retreat"} <= set(found), found


@pytest.mark.rule("drive-on-moscow", "3.3")
@pytest.mark.rule("drive-on-moscow", "3.6")
@pytest.mark.parametrize("offers", soak.first(2, [0, 1, 2]))
def test_legal_in_the_set_up_is_exactly_what_meets_all_conditions(offers: int) -> None:
    state, rng = start(), Random(offers)
    for _ in range(offers):
        play(state, "offer historical", "done")
    for _ in range(12):
        check_conditions(state)
        play(state, str(rng.choice([action for action in state.actions() if action.verb != "done"])))


@pytest.mark.rule("drive-on-moscow", "10.2")
@pytest.mark.rule("drive-on-moscow", "10.3")
def test_a_way_that_enemies_bar_is_not_too_far() -> None:
    ring = dict.fromkeys(("0920", "1018", "1020", "1119", "1120"), "RD")
    state = after(position({"1019": "inf-5", "0101": "inf-6"}, {**ring, "3030": "RD"}, turn=4), "unit inf-5")
    assert refused(state, "move 1219") == ("10.3", "Enemy units bar the way to 1219.")
    assert refused(state, "move 3411") == (
        "10.2",
        "3411 Moscow is too far for the movement points that are left.",
    )


@pytest.mark.rule("drive-on-moscow", "6.0")
@pytest.mark.rule("drive-on-moscow", "10.2")
def test_a_full_hex_out_of_reach_is_refused_as_too_far() -> None:
    full = {"1018": "inf-6 inf-7 inf-8 inf-15 inf-17", "3411": "inf-102 inf-106 inf-129 inf-5 inf-35"}
    state = after(position({"1019": "inf-34", **full}, {"3030": "RD"}, turn=4), "unit inf-34")
    assert refused(state, "move 1018") == ("6.0", "1018 cannot take one unit more: five is the limit.")
    assert rule_of(state, "move 3411") == "10.2"


@pytest.mark.rule("drive-on-moscow", "10.8")
def test_a_way_that_marsh_bars_is_not_too_far() -> None:
    state = position({"0309": "pz-1 inf-5", "0101": "inf-6"}, {"3030": "RD"}, turn=4)
    assert "0608" in legal(after(state, "unit inf-5"), "move")
    play(state, "stop", "unit pz-1")
    assert refused(state, "move 0608") == (
        "10.8",
        "With the movement points that are left there is no way round the marsh to 0608.",
    )


@pytest.mark.rule("drive-on-moscow", "10.4")
def test_a_unit_alone_in_hand_is_not_said_to_have_begun_elsewhere() -> None:
    state = after(position({"1019": "inf-5", "0101": "inf-6"}, {"3030": "RD"}), "unit inf-5")
    reason = "The 5th Infantry Division is the only unit in hand: stop it to choose another one."
    assert refused(state, "unit inf-5") == ("10.4", reason)
    assert rule_of(state, "unit inf-6") == "10.5"
