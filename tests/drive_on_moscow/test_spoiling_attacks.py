"""12.1: Stalin's order cannot be evaded, whatever is moved in whatever order, and it never leads to a dead end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rasputitsa.core import CHANCE, Action
from rasputitsa.core.sets import members
from rasputitsa.games import game_of
from rasputitsa.games.drive_on_moscow import GAME
from rasputitsa.games.drive_on_moscow.facts import BOARD, HEXES, MARSH
from rasputitsa.games.drive_on_moscow.muster import in_position, most_in_position
from rasputitsa.games.drive_on_moscow.state import DriveOnMoscowState

from ..properties import check_question
from ..tools import soak
from .helpers import hex_id, legal, open_step, play, position, rule_of

TRIES = 20  # `python -m tests.drive_on_moscow.test_spoiling_attacks 5000` tries more


def three_around_a_german(**fields: Any) -> DriveOnMoscowState:
    soviet = {"3335": "RD", "3436": "RD", "3236": "RD", "4010": "RD"}
    return position({"3336": "inf-5"}, soviet, turn=5, november=5, ordered=3, phase="soviet-movement", **fields)


@pytest.mark.rule("drive-on-moscow", "12.1")
@pytest.mark.rule("drive-on-moscow", "10.5")
def test_who_has_left_must_come_back_before_another_stack_moves() -> None:
    state = three_around_a_german()
    play(state, "unit rd-1", "move 3135", "stop", "unit rd-2")
    assert not legal(state, "move")
    check_question(state, Random(0))
    assert rule_of(state, "move 3537") == "12.1" and "on the way" in str(state.why_not("move 3537"))
    play(state, "stop", "unit rd-1", "move 3235", "unit rd-2")
    assert legal(state, "move")
    play(state, "stop", "done")
    play(state, "all", "fight")
    assert state.launched == 3


@pytest.mark.rule("drive-on-moscow", "12.1")
def test_a_match_of_version_1_keeps_its_rule() -> None:
    state = three_around_a_german(rules_version=1)
    play(state, "unit rd-1", "move 3135", "stop", "unit rd-2", "move 3537", "stop")
    assert in_position(state).bit_count() == 1
    data = {key: value for key, value in state.position().items() if key != "data"}
    assert game_of("drive-on-moscow", rules=1).position(data).rules_version == 1


@pytest.mark.rule("drive-on-moscow", "12.1")
@pytest.mark.rule("drive-on-moscow", "6.1")
def test_room_next_to_the_germans_counts() -> None:
    """Only 1119, 1020 and 1120 can be reached: whoever takes the last places must not keep those out who need them."""
    german = {"1019": "inf-5", "0918": "inf-6", "0919": "inf-7", "1018": "inf-8"}
    state = position(german, {"1222": "RD RD", "4010": "RD"}, turn=5, november=5, ordered=3, phase="soviet-movement")
    assert most_in_position(state, 9, {}) == 2
    full = {"1222": "RD RD", "1120": "RD RD RD RD RD", "1220": "TB", "4010": "RD"}
    state = position({"1019": "inf-5"}, full, turn=5, november=5, ordered=9, phase="soviet-movement")
    assert most_in_position(state, 9, {}) == 8  # 1119 and 1020 are farther than 1120, but they have room


@pytest.mark.rule("drive-on-moscow", "12.1")
@pytest.mark.rule("drive-on-moscow", "11.6")
def test_the_enemy_does_not_learn_whether_enough_units_are_in_position() -> None:
    state = three_around_a_german()
    assert state.question_for("german") == state.question_for(None)
    assert "moving units" in str(state.question_for("german"))


# Random play that wants to evade.


def random_position(rng: Random) -> DriveOnMoscowState:
    """A few Germans somewhere and Soviet units around them, some of them crowded."""
    centre = rng.choice(members(HEXES & BOARD.spread(BOARD.spread(MARSH)) if rng.random() < 0.4 else HEXES))
    around = 1 << centre
    for _ in range(rng.choice((2, 3, 3, 4))):
        around |= BOARD.spread(around)
    hexes = [BOARD.names[hex] for hex in members(around)]
    rng.shuffle(hexes)
    germans = [f"inf-{number}" for number in (5, 6, 7, 8)]
    german = {hexes.pop(): germans.pop() for _ in range(min(len(hexes) - 1, rng.choice((1, 1, 2, 3))))}
    soviet: dict[str, str] = {}
    for _ in range(rng.randint(2, 7)):
        name = rng.choice(hexes)
        count = rng.choice((1, 1, 1, 2, 4, 5))
        kinds = ["RD", "CD"] if MARSH >> hex_id(name) & 1 else ["RD", "RD", "TB", "CD"]
        soviet[name] = " ".join(rng.choice(kinds) for _ in range(count))
    far = next(name for name in ("4010", "4036", "2301") if name not in german and name not in soviet)
    soviet[far] = "RD"
    turn = rng.choice((4, 5, 6, 7))
    ordered = 3 * rng.randint(1, 3)
    return position(german, soviet, turn=turn, november=turn, ordered=ordered, phase="soviet-movement")


def able(state: DriveOnMoscowState) -> int:
    """How many units have attacked or could from where they are."""
    return state.launched + (in_position(state) & ~state.fought).bit_count()


def evade(state: DriveOnMoscowState, rng: Random) -> Action:
    """Whatever leaves the fewest units that could attack; sometimes anything."""
    actions = state.actions()
    if rng.random() < 0.3:
        return rng.choice(actions)

    def left(action: Action) -> tuple[int, float]:
        after = state.copy()
        after.apply(action)
        return able(after), rng.random()

    return min(rng.sample(actions, min(len(actions), 14)), key=left)


def comply(state: DriveOnMoscowState, rng: Random) -> int:
    """The most units that a willing player brings into position, found without the rule: the best of some tries."""
    best = in_position(state).bit_count()
    for _ in range(6):
        trial = state.copy()
        trial.ordered = 0
        for _ in range(40):
            if trial.outcome is not None or trial.mode != "movement":
                break
            best = max(best, in_position(trial).bit_count())
            units = [action for action in trial.actions() if action.verb == "unit"]
            ready = in_position(trial)
            others = [action for action in units if not ready >> action.number & 1]
            if open_step(trial) == "Moving":
                zone = trial.german_zone()
                goals = [action for action in trial.actions() if action.verb == "move"]
                near = [action for action in goals if zone >> action.number & 1]
                trial.apply(rng.choice(near or goals or [GAME.action("stop")]))
            elif others or (units and rng.random() < 0.5):
                trial.apply(rng.choice(others or units))
            else:
                break
    return best


def try_to_evade(seed: str) -> tuple[int, int, int]:
    """How many units were ordered, how many a willing player could have launched, how many were launched."""
    rng = Random(seed)
    state = random_position(rng)
    ordered, turn = state.ordered, state.turn
    possible = comply(state, rng) if state.mode == "movement" else in_position(state).bit_count()
    steps = 0
    while state.outcome is None and state.turn == turn and state.mode in ("movement", "combat"):
        state.apply(rng.choice(state.actions()) if state.side == CHANCE else evade(state, rng))
        steps += 1
        assert steps < 4000, "the phase does not end"
        if state.mode == "movement" and state.outcome is None:
            assert most_in_position(state, ordered, {}) >= min(ordered, possible)
    if state.outcome is not None:
        return ordered, possible, ordered
    return ordered, possible, state.launched


@pytest.mark.rule("drive-on-moscow", "12.1")
@pytest.mark.parametrize("seed", soak.first(3, range(TRIES)))
def test_nobody_evades_the_order(seed: int) -> None:
    ordered, possible, launched = try_to_evade(f"evade {seed}")
    assert launched >= min(ordered, possible)


if __name__ == "__main__":
    import sys

    short = 0
    for number in range(int(sys.argv[1])):
        asked, could, did = try_to_evade(f"campaign {number}")
        short += could < asked
        assert did >= min(asked, could), f"seed {number}: {asked} ordered, {could} possible, {did} launched"
    print(f"no evasion in {sys.argv[1]} tries; in {short} of them fewer than ordered were possible")
