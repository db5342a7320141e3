"""Positions as plain data: there and back, hand-written ones, and nonsense of every kind."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rasputitsa.core import BadPosition
from rasputitsa.core.positions import to_text
from rasputitsa.games.battle_for_moscow.state import BattleForMoscowState

from ..tools import soak
from ..tools.states import junk_with, leaves, problems_of, step_problem
from .helpers import (
    CITIES,
    GAME,
    HEXES,
    PHASES,
    UNITS,
    at,
    at_the_die,
    german_cities,
    legal,
    open_step,
    phase_of,
    play,
    position,
    random_position,
    random_walk,
    unit_data,
)


def problems(data: Any) -> list[str]:
    """What is wrong with a position."""
    return problems_of(GAME, data)


def check_playable(state: BattleForMoscowState, rng: Random, most: int = 40) -> None:
    """Play on at random: nothing breaks, a choice is a choice, units keep apart, data lead back to the same."""
    for _ in range(most):
        if state.outcome is not None:
            return
        actions = state.actions()
        assert len(actions) > 1
        data = state.position()
        assert GAME.position(json.loads(json.dumps(data))).position() == data
        held = [set(GAME.board.names_of(held)) for held in state.occupied]
        assert not held[0] & held[1]
        assert state.view(None)["sequence"]
        state.take(rng.choice(actions))


# There and back


@pytest.mark.rule("battle-for-moscow", "4.0")
@pytest.mark.parametrize("seed", soak.first(1, range(6)))
def test_round_trip_in_random_games(seed: int) -> None:
    for number, state in enumerate(random_walk(seed)):
        if number % 6 == 0:
            data = json.loads(json.dumps(state.position()))
            again = GAME.position(data)
            assert again.position() == state.position()
            assert (again.side, again.question, again.actions()) == (state.side, state.question, state.actions())
            assert again.view(None) == state.view(None)


@pytest.mark.rule("battle-for-moscow", "9.3")
@pytest.mark.parametrize(
    "units, hex, roll, step",
    [
        ("24pz 1207, 41pz 1209, 3a 1208", "1208", 4, "AttackerLoss"),
        ("24pz 1207, 41pz 1209, 3a 1208", "1208", 1, "Retreat"),
        ("24pz 1202, 41pz 1203, 3a 1103", "1103", 1, "StandFast"),
        ("24pz 1207, 41pz 1108, 3a- 1208", "1208", 6, "Advance"),
        ("34ak 1207, 42ak 1209, 3a 1208", "1208", 6, "AttackerLoss"),
    ],
)
def test_round_trip_in_the_middle_of_a_battle(units: str, hex: str, roll: int, step: str) -> None:
    state = at_the_die(units, hex)
    play(state, f"roll {roll}")
    assert open_step(state) == step
    again = GAME.position(state.position())
    assert again.position() == state.position()
    assert again.question == state.question and again.actions() == state.actions()
    check_playable(again, Random(1))


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_round_trip_while_choosing_the_way_of_a_retreat() -> None:
    state = position("german-combat", "24pz 0608, 3a 0709", cities="0809")
    play(state, "attack 0709", "with 24pz", "declare", "done", "roll 1", "retreat 0909")
    assert open_step(state) == "RetreatThrough"
    again = GAME.position(state.position())
    assert legal(again) == ["through 0809", "through 0808"]


@pytest.mark.rule("battle-for-moscow", "5.0")
def test_round_trip_of_a_finished_game() -> None:
    state = position("housekeeping", "5ak 0101, 3a 1401", turn=7)
    again = GAME.position(state.position())
    assert again.outcome == state.outcome and again.side is None
    assert again.position() == state.position()


# Hand-written


@pytest.mark.rule("battle-for-moscow", "10.0")
def test_default_control_of_cities() -> None:
    assert german_cities(position("german-movement", "5ak 0101, 3a 1401")) == ["0204", "0307"]
    assert german_cities(position("german-movement", "5ak 1103, 3a 0204")) == ["0307", "1103"]
    assert german_cities(position("german-movement", "5ak 0101, 3a 1401", cities="1405")) == ["1405"]


@pytest.mark.rule("battle-for-moscow", "6.0")
def test_cities_where_germans_set_up_are_german() -> None:
    """Also where a position written by hand gave it to the Russians."""
    state = position("set-up", "", turn=1, cities="0509")
    play(state, "place 5ak", "at 0204")
    assert german_cities(state) == ["0204", "0509"]
    play(state, "place 9ak", "at 0206", "place 5ak", "at 0206")  # they change places
    assert german_cities(state) == ["0204", "0509"]
    play(state, "standard")
    assert german_cities(state) == ["0204", "0307", "0509"]
    assert GAME.position(state.position()).position() == state.position()


@pytest.mark.rule("battle-for-moscow", "3.3")
def test_units_default_to_full_strength_and_to_the_pool() -> None:
    state = GAME.position({"turn": 2, "phase": "german-movement", "units": {"5ak": {"at": "0101"}}})
    assert (at(state, "5ak"), at(state, "6ak"), at(state, "1sh")) == ("0101", "pool", "pool")


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_a_position_without_a_stack_starts_its_phase_or_the_next() -> None:
    state = position("german-combat", "5ak 0101, 3a 1401")
    assert phase_of(state) == "german-movement" and open_step(state) == "Movement"


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_a_written_step_without_a_choice_is_skipped() -> None:
    stack = [{"step": "DeclareBattles", "battles": []}]
    state = position("german-combat", "5ak 0101, 3a 1401", stack=stack)
    assert phase_of(state) == "german-movement"


# Nonsense

GOOD: dict[str, Any] = {"turn": 2, "phase": "german-movement", "units": unit_data("5ak 0101, 3a 1401")}


def changed(**changes: Any) -> dict[str, Any]:
    return {**GOOD, **changes}


@pytest.mark.rule("battle-for-moscow", "0.0")
@pytest.mark.parametrize(
    "changes, problem",
    [
        ({"pieces": {}}, "there is no key 'pieces'"),
        ({"game": "chess"}, "game is 'chess', not battle-for-moscow"),
        ({"rules": 3}, "rules is '3'; it must be a version from 1 to 2"),
        ({"rules": "2"}, "rules is '2'; it must be a version from 1 to 2"),
        ({"turn": 0}, "turn is '0'; it must be a number from 1 to 7"),
        ({"turn": 8}, "turn is '8'; it must be a number from 1 to 7"),
        ({"turn": "2"}, "turn is '2'; it must be a number from 1 to 7"),
        ({"turn": True}, "turn is 'True'; it must be a number from 1 to 7"),
        ({"turn": 2, "phase": "set-up"}, "the set-up belongs to turn 1"),
        ({"options": {"weather": "dry"}}, "Battle for Moscow has no option 'weather'"),
        ({"options": 5}, "options must be a table"),
        ({"units": []}, "units must be a table of units, each with its place as 'at'"),
        ({"units": {"9999": {"at": "0101"}}}, "there is no unit '9999'"),
        ({"units": {"5ak": "0101"}}, "unit 5ak needs 'at'"),
        ({"units": {"5ak": {"step": "full"}}}, "unit 5ak needs 'at'"),
        ({"units": {"5ak": {"at": "0101", "x": 1}}}, "unit 5ak has 'at' and 'step' and nothing else"),
        ({"units": {"5ak": {"at": "0112"}}}, "unit 5ak is at '0112', which is not a space on the map"),
        ({"units": {"5ak": {"at": 101}}}, "unit 5ak is at '101', which is not a space on the map"),
        ({"units": {"5ak": {"at": "0101", "step": "half"}}}, "unit 5ak has step 'half'; it must be full or reduced"),
        ({"units": {"5ak": {"at": "track"}}}, "unit 5ak is on the turn track, where only 1sh belongs"),
        ({"units": unit_data("5ak 1208, 3a 1208")}, "units of both sides are in 1208"),
        ({"units": unit_data("5ak 1208, 6ak 1208")}, "2 units are in 1208; one is allowed (8.2.2)"),
        ({"german_cities": "0204"}, "german_cities must be a list, not '0204'"),
        ({"german_cities": ["0205"]}, "german_cities names '0205', which is not a city"),
        ({"german_cities": [204]}, "german_cities: there is no place '204'"),
        ({"german_cities": ["0204", "0204"]}, "german_cities names one place twice"),
        (
            {"units": unit_data("3a 1103"), "german_cities": ["1103"]},
            "german_cities names 1103 Moscow, where a Russian unit is",
        ),
        (
            {"units": unit_data("5ak 1103"), "german_cities": []},
            "german_cities lacks 1103 Moscow, where a German unit is",
        ),
        ({"outcome": "german"}, "outcome must be null or a list of winner, reason and rule"),
        ({"outcome": ["nobody", "", ""]}, "outcome must name german, soviet or draw, then reason and rule"),
        ({"outcome": ["draw", 5, ""]}, "outcome must name german, soviet or draw, then reason and rule"),
        (
            {"outcome": ["draw", "so", "5.0"], "stack": [{"step": "Movement", "move_records": []}]},
            "a game that is over has no question open",
        ),
        ({"stack": []}, "stack must be a list of steps, or be left out"),
        ({"stack": "Movement"}, "stack must be a list of steps, or be left out"),
        ({"stack": [{"step": "Dance"}]}, "there is no step 'Dance'"),
        ({"stack": [{"step": "Movement"}]}, "Movement needs exactly the keys move_records"),
        ({"stack": [{"step": "DeclareBattles", "battles": []}]}, "step DeclareBattles does not belong to this phase"),
    ],
)  # fmt: skip
def test_bad_data_is_named(changes: dict[str, Any], problem: str) -> None:
    found = problems(changed(**changes))
    assert any(text.startswith(problem) for text in found), found


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_unknown_phase() -> None:
    (found,) = problems(changed(phase="winter"))
    assert found.startswith("phase is 'winter'; phases are set-up, german-replacement, panzer-movement")


@pytest.mark.rule("battle-for-moscow", "0.0")
def test_all_problems_are_reported_at_once() -> None:
    found = problems({"turn": 9, "phase": "winter", "units": {"x": {}, "5ak": {"at": "y"}}, "german_cities": ["z"]})
    assert len(found) == 5


@pytest.mark.rule("battle-for-moscow", "0.0")
@pytest.mark.parametrize("data", [None, 5, [], [1]])
def test_a_position_must_be_a_table(data: object) -> None:
    (found,) = problems(data)
    assert found.startswith(
        "a position is a table with the keys game, edition, data, rules, scenario, options, turn, phase, units"
    )


@pytest.mark.rule("battle-for-moscow", "6.0")
@pytest.mark.parametrize(
    "units, problem",
    [
        ("5ak 0101", "during the set-up no German unit can be in 0101, which has no cross"),
        ("3a 0404", "during the set-up no Russian unit can be in 0404, which has a cross"),
        ("5ak- 0404", "during the set-up German units are at full strength"),
    ],
)
def test_the_set_up_has_its_own_checks(units: str, problem: str) -> None:
    assert problems(changed(turn=1, phase="set-up", units=unit_data(units))) == [problem]


BATTLE = {"hex": "1208", "attackers": ["24pz"]}
OTHER = {"hex": "1308", "attackers": ["5ak"]}
DECLARE = {"step": "DeclareBattles", "battles": []}
NAME = {"step": "NameAttackers", "hex": "1208", "attackers": [], "available": ["24pz"]}
RESOLVE = {"step": "ResolveBattles", "battles": []}
ADVANCE = {"step": "Advance", "battle": BATTLE}
RETREAT = {"step": "Retreat", "battle": BATTLE}


@pytest.mark.rule("battle-for-moscow", "9.0")
@pytest.mark.parametrize(
    "stack, problem",
    [
        ([ADVANCE], "it cannot lie at the bottom of the stack, only on ResolveBattles"),
        ([DECLARE, RESOLVE], "it cannot lie on DeclareBattles, only at the bottom"),
        ([DECLARE, {"step": "RollDie", "battle": BATTLE}], "it cannot lie on DeclareBattles, only on ResolveBattles"),
        ([{**DECLARE, "battles": [BATTLE, BATTLE]}], "no unit can attack or be attacked twice (9.0)"),
        (
            [{**DECLARE, "battles": [BATTLE, {"hex": "1308", "attackers": ["24pz"]}]}],
            "no unit can attack or be attacked twice (9.0)",
        ),
        ([{**DECLARE, "battles": [{"hex": "1208", "attackers": []}]}], "the battle at 1208 needs attackers"),
        ([{**DECLARE, "battles": [{"hex": "1208", "attackers": ["3a"]}]}], "the battle at 1208 needs attackers"),
        ([{**DECLARE, "battles": [{"hex": "1208", "attackers": ["5ak"]}]}], "the 5th Corps is not adjacent to 1208"),
        ([{**DECLARE, "battles": [{"hex": "1209", "attackers": ["6ak"]}]}], "there is no defender in 1209"),
        ([{**DECLARE, "battles": [{"hex": "1208", "attackers": ["7ak"]}]}], "an attacker of 1208 is not on the map"),
        ([{**DECLARE, "battles": [{"hex": "pool", "attackers": ["24pz"]}]}], "no battle can be at Replacement pool"),
        ([DECLARE, {**NAME, "hex": "1209"}], "no unit in 1209 can be attacked"),
        (
            [DECLARE, {**NAME, "attackers": ["5ak"]}],
            "the attackers of 1208 must be available, each named once",
        ),
        (
            [DECLARE, {**NAME, "attackers": ["24pz", "24pz"]}],
            "the attackers of 1208 must be available, each named once",
        ),
        (
            [DECLARE, {**NAME, "available": ["24pz", "5ak"]}],
            "available must be the units adjacent to 1208 that attack nobody else",
        ),
        ([RESOLVE, {"step": "RollDie", "battle": OTHER}], "no die is rolled for the battle at 1308"),  # 6 to 8
        ([RESOLVE, ADVANCE, {"step": "Retreat", "battle": OTHER}], "only one battle can be in hand"),
        ([RESOLVE, ADVANCE, {"step": "StandFast", "battle": BATTLE}], "nobody can stand fast in 1208"),
        (
            [RESOLVE, {"step": "AttackerLoss", "battle": BATTLE, "result": "EX", "owed": 4}],
            "it must be AL, or EX on a Retreat, with 1 to 99 points owed",
        ),
        (
            [
                RESOLVE,
                {"step": "AttackerLoss", "battle": {"hex": "1209", "attackers": ["6ak"]}, "result": "AL", "owed": 1},
            ],
            "there is no defender in 1209",
        ),
        (
            [RESOLVE, ADVANCE, RETREAT, {"step": "AttackerLoss", "battle": BATTLE, "result": "EX", "owed": 0}],
            "it must be AL, or EX on a Retreat, with 1 to 99 points owed",
        ),
        (
            [RESOLVE, ADVANCE, {"step": "RetreatThrough", "battle": BATTLE, "goal": "1207", "through": ["1207"]}],
            "no such choice of a way to 1207 is open",
        ),
    ],
)
def test_impossible_battles(stack: list[Any], problem: str) -> None:
    data = {
        "turn": 2,
        "phase": "german-combat",
        "units": unit_data("24pz 1207, 5ak 1307, 6ak 1210, 3a- 1208, 5a 1308"),
        "stack": stack,
    }
    assert step_problem(GAME, data).startswith(problem)


@pytest.mark.rule("battle-for-moscow", "8.0")
@pytest.mark.parametrize(
    "records, problem",
    [
        ([("3a", "1401")], "the Russian 3rd Army cannot have moved in this phase"),
        ([("7ak", "0101")], "the German 7th Corps cannot have moved in this phase"),
        ([("5ak", "pool")], "the German 5th Corps cannot have begun its move in Replacement pool"),
        ([("5ak", "0101"), ("5ak", "0101")], "the German 5th Corps cannot have begun its move in 0101"),
        ([("5ak", "1401")], "the German 5th Corps cannot have begun its move in 1401"),
        ([("5ak", "0204")], "the German 5th Corps cannot have begun its move in 0204 Smolensk"),
        ([("5ak", "0809")], "the German 5th Corps cannot have begun its move in 0809 Orel"),
    ],
)
def test_impossible_move_records(records: list[tuple[str, str]], problem: str) -> None:
    """A move that can be taken back needs a hex to go back to; what else is said of it is believed."""
    units = unit_data("5ak 0101, 6ak 0204, 3a 1401")
    moves = [{"unit": unit, "origin": origin, "cities": []} for unit, origin in records]
    data = changed(units=units, stack=[{"step": "Movement", "move_records": moves}])
    assert step_problem(GAME, data) == problem


MOVEMENT = {"step": "Movement", "move_records": []}
MOVING = {"step": "Moving", "unit": "5ak", "points": 3, "origin": "0101", "cities": [], "moved": [], "taken": []}


@pytest.mark.rule("battle-for-moscow", "8.0")
@pytest.mark.rule("battle-for-moscow", "12.1")
@pytest.mark.parametrize(
    "turn, moving, problem",
    [
        (2, {"points": 5}, "points must be from 1 to 4"),
        (2, {"points": 0}, "points must be from 1 to 4"),
        (3, {"points": 2}, "points must be from 1 to 1"),
        (2, {"points": 4, "origin": "0102"}, "the German 5th Corps has all its points, so it must be where it began"),
        (2, {"unit": "3a"}, "the Russian 3rd Army cannot have moved in this phase"),
        (2, {"moved": ["6ak"]}, "moved and taken must be what Movement says"),
        (2, {"taken": ["0809"]}, "moved and taken must be what Movement says"),
    ],
)
def test_impossible_moves(turn: int, moving: dict[str, Any], problem: str) -> None:
    assert step_problem(GAME, changed(turn=turn, stack=[MOVEMENT, {**MOVING, **moving}])) == problem


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_a_unit_that_has_moved_is_not_moving_again() -> None:
    record = {"unit": "5ak", "origin": "0101", "cities": []}
    stack = [{"step": "Movement", "move_records": [record]}, {**MOVING, "moved": ["5ak"]}]
    assert step_problem(GAME, changed(stack=stack)) == "the German 5th Corps has already moved"


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_infantry_is_not_moving_in_the_panzer_phase() -> None:
    found = step_problem(GAME, changed(phase="panzer-movement", stack=[MOVEMENT, MOVING]))
    assert found == "the German 5th Corps cannot move in this phase"


@pytest.mark.rule("battle-for-moscow", "8.1")
def test_a_unit_that_has_nowhere_to_go_is_not_in_hand() -> None:
    """In the Rail Movement Phase, in a hex without a rail line."""
    units = unit_data("5ak 0101, 3a 0503")
    moving = {**MOVING, "unit": "3a", "points": 4, "origin": "0503"}
    found = step_problem(GAME, changed(phase="rail-movement", units=units, stack=[MOVEMENT, moving]))
    assert found == "the Russian 3rd Army has nowhere to go"


@pytest.mark.rule("battle-for-moscow", "8.2.2")
def test_a_unit_on_the_move_may_be_where_another_began() -> None:
    state = position("german-movement", "5ak 1208, 6ak 1206, 3a 1401")
    play(state, "unit 5ak", "move 1209", "stop", "unit 6ak", "move 1208")
    again = GAME.position(state.position())
    assert again.position() == state.position()
    assert legal(again) == legal(state)


@pytest.mark.rule("battle-for-moscow", "8.2.2")
def test_overstacked_units_that_cannot_move_are_taken_back() -> None:
    move_records = [{"unit": unit, "origin": hex, "cities": []} for unit, hex in (("47pz", "1206"), ("48pz", "1306"))]
    units = unit_data("47pz 1207, 5ak 1207, 48pz 1307, 6ak 1307, 3a 1401")
    state = GAME.position(
        changed(phase="panzer-movement", units=units, stack=[{"step": "Movement", "move_records": move_records}])
    )
    assert legal(state) == ["back 47pz", "back 48pz"]
    play(state, "back 48pz")
    assert legal(state) == ["unit 48pz", "back 47pz"]


@pytest.mark.rule("battle-for-moscow", "10.0")
@pytest.mark.rule("battle-for-moscow", "11.0")
@pytest.mark.parametrize("unit", ["3a", "6ak", "1sh"])
def test_units_that_cannot_be_placed(unit: str) -> None:
    stack = [{"step": "Replacements", "left": 2, "placed": []}, {"step": "PlaceUnit", "unit": unit}]
    (found,) = problems(changed(phase="soviet-replacement", stack=stack))
    assert found.endswith("cannot be placed")
    (found,) = problems(changed(phase="soviet-replacement", stack=[{"step": "Replacements", "left": -1, "placed": []}]))
    assert found == "step Replacements: left must be from 0 to 99"


@pytest.mark.rule("battle-for-moscow", "6.0")
def test_russian_units_are_not_placed_during_set_up() -> None:
    stack = [{"step": "SetUp"}, {"step": "SetUpAt", "unit": "3a"}]
    (found,) = problems({"turn": 1, "phase": "set-up", "units": {}, "stack": stack})
    assert found == "step SetUpAt: the Russian 3rd Army is not set up by its player"


@pytest.mark.rule("battle-for-moscow", "8.2.2")
def test_units_share_a_hex_only_while_one_of_them_has_moved() -> None:
    units = unit_data("5ak 1207, 6ak 1207, 3a 1401")
    record = {"unit": "5ak", "origin": "1208", "cities": []}
    state = GAME.position(changed(units=units, stack=[{"step": "Movement", "move_records": [record]}]))
    assert legal(state) == ["unit 6ak", "back 5ak"]
    (found,) = problems(changed(units=units, stack=[{"step": "Movement", "move_records": []}]))
    assert found == "2 units are in 1207; one is allowed (8.2.2)"
    (found,) = problems(changed(units=units, outcome=["draw", "so", "5.0"]))
    assert found == "2 units are in 1207; one is allowed (8.2.2)"


# The text form

TEXT = """\
# A battle for Tula.
turn: 2
phase: german-combat
options.soviet-replacements: 4

units.24pz: 1006
units.41pz: 1108 reduced
units.3a: 1107 full
units.1sh: track
german_cities: 0204 0307
"""


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_a_position_written_as_text() -> None:
    state = GAME.position(TEXT)
    assert (state.turn, phase_of(state), state.options["soviet-replacements"]) == (2, "german-combat", "4")
    assert [at(state, unit) for unit in ("24pz", "41pz", "3a", "1sh", "5a")] == [
        "1006",
        "1108-",
        "1107",
        "track",
        "pool",
    ]
    assert german_cities(state) == ["0204", "0307"]
    assert legal(state) == ["attack 1107", "done", "with 24pz", "with 41pz"]


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_a_position_as_text_has_one_fact_per_line() -> None:
    state = GAME.position(TEXT)
    play(state, "attack 1107", "with 24pz", "declare")
    assert (
        to_text(state.position())
        == f"""\
game: battle-for-moscow
data: {GAME.fingerprint}
scenario: typhoon
options.soviet-replacements: 4
options.german-replacements: printed
turn: 2
phase: german-combat
units.24pz: 1006 full
units.41pz: 1108 reduced
units.3a: 1107 full
units.1sh: track full
german_cities: 0204 0307
stack: {{"step": "DeclareBattles", "battles": [{{"hex": "1107", "attackers": ["24pz"]}}]}}
"""
    )


@pytest.mark.rule("battle-for-moscow", "4.0")
@pytest.mark.parametrize("seed", range(3))
def test_text_and_data_say_the_same(seed: int) -> None:
    for number, state in enumerate(random_walk(seed)):
        if number % 20 == 0:
            data = state.position()
            assert GAME.position(to_text(data)).position() == data


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_an_empty_list_is_written_where_the_default_is_not_empty() -> None:
    state = GAME.position(TEXT.replace("german_cities: 0204 0307", "german_cities: none"))
    assert german_cities(state) == []
    assert "german_cities: none\n" in to_text(state.position())


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_there_is_a_stack_line_for_each_open_step() -> None:
    state = GAME.position(TEXT)
    play(state, "attack 1107")
    lines = [line for line in to_text(state.position()).splitlines() if line.startswith("stack:")]
    assert [json.loads(line.removeprefix("stack:"))["step"] for line in lines] == ["DeclareBattles", "NameAttackers"]
    assert GAME.position(to_text(state.position())).question == state.question


@pytest.mark.rule("battle-for-moscow", "5.0")
def test_a_finished_game_as_text() -> None:
    state = position("housekeeping", "5ak 0101, 3a 1401", turn=7)
    text = to_text(state.position())
    assert 'outcome: ["soviet", "The Russians control Moscow and' in text
    assert GAME.position(text).outcome == state.outcome


@pytest.mark.rule("battle-for-moscow", "0.0")
@pytest.mark.parametrize(
    "line, problem",
    [
        ("turn", "line 12 must be 'key: value', not 'turn'"),
        ("units.5ak:", "line 12 must be 'key: value', not 'units.5ak:'"),
        ("weather: mud", "line 12: there is no key 'weather'"),
        ("units: 5ak", "line 12: there is no key 'units'"),
        ("turn.2: yes", "line 12: there is no key 'turn.2'"),
        ("turn: 3", "line 12: turn was given before"),
        ("units.24pz: 1007", "line 12: units.24pz was given before"),
        ("units.5ak: 1210 tired", "line 12: 'tired' says nothing about a unit; known are full, reduced"),
        ("stack: Movement", "line 12: stack must be JSON: Expecting value at character 1"),
        ("stack: {", "line 12: stack must be JSON"),
        ("stack: " + "[" * 100_000, "line 12: stack must be JSON: it is nested too deeply"),
        ("outcome: german", "line 12: outcome must be JSON"),
        ("units.5ak: 0112", "unit 5ak is at '0112', which is not a space on the map"),
        ("units.5ak: 1210 strength=3", "unit 5ak has 'at' and 'step' and nothing else"),
        ("units.9th: 1210", "there is no unit '9th'"),
        ("scenario: winter", "Battle for Moscow has no scenario 'winter'. It has: typhoon"),
        ("options.weather: dry", "Battle for Moscow has no option 'weather'"),
        ("game: chess", "game is 'chess', not battle-for-moscow"),
    ],
)
def test_bad_lines_are_named(line: str, problem: str) -> None:
    (found,) = problems(TEXT + "\n" + line + "\n")
    assert found.startswith(problem), found


@pytest.mark.rule("battle-for-moscow", "0.0")
@pytest.mark.parametrize(
    "old, new, problem",
    [
        ("turn: 2", "turn: two", "turn is 'two'; it must be a number from 1 to 7"),
        ("phase: german-combat", "phase: winter", "phase is 'winter'; phases are set-up, german-replacement"),
        ("german_cities: 0204 0307", "german_cities: 0204 0207", "german_cities names '0207', which is not a city"),
        ("german_cities: 0204 0307", "german_cities: Smolensk", "german_cities: there is no place 'Smolensk'"),
    ],
)
def test_bad_values_are_named(old: str, new: str, problem: str) -> None:
    (found,) = problems(TEXT.replace(old, new))
    assert found.startswith(problem), found


@pytest.mark.rule("battle-for-moscow", "0.0")
@given(
    text=st.text(max_size=80) | st.lists(st.text(max_size=20), max_size=5).map(lambda lines: TEXT + "\n".join(lines))
)
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    try:
        GAME.position(text)
    except BadPosition as error:
        assert all(error.problems)


# Whatever is written either plays or is refused

spaces = st.sampled_from([*HEXES, "pool", "track"])
facts = st.fixed_dictionaries({"at": spaces}, optional={"step": st.sampled_from(["full", "reduced"])})


@pytest.mark.rule("battle-for-moscow", "4.0")
@given(
    units=st.dictionaries(st.sampled_from(UNITS), facts, max_size=39),
    phase=st.sampled_from(PHASES),
    turn=st.integers(1, 7),
    cities=st.none() | st.lists(st.sampled_from(CITIES), unique=True),
    seed=st.integers(0, 1000),
)
def test_any_set_of_units_is_playable_or_refused(
    units: dict[str, Any], phase: str, turn: int, cities: list[str] | None, seed: int
) -> None:
    try:
        state = GAME.position({"units": units, "phase": phase, "turn": turn, "german_cities": cities})
    except BadPosition as error:
        assert error.problems
        return
    check_playable(state, Random(seed))


@pytest.mark.rule("battle-for-moscow", "4.0")
@pytest.mark.parametrize("phase", PHASES[1:])
@pytest.mark.parametrize("turn", range(1, 8))
def test_random_positions_of_every_phase_and_turn_are_playable(phase: str, turn: int) -> None:
    rng = Random(f"{phase} {turn}")
    for _ in range(3):
        check_playable(random_position(rng, phase, turn), rng)


junk = junk_with([*UNITS, *HEXES])
keys = st.sampled_from(["game", "options", "turn", "phase", "units", "german_cities", "stack", "outcome"])


@pytest.mark.rule("battle-for-moscow", "0.0")
@given(data=junk | st.dictionaries(keys, junk, max_size=8))
def test_junk_is_refused(data: Any) -> None:
    assert all(isinstance(problem, str) and problem for problem in problems(data))


@pytest.mark.rule("battle-for-moscow", "0.0")
@given(key=keys, value=junk)
def test_junk_in_one_field_is_refused_or_harmless(key: str, value: Any) -> None:
    try:
        state = GAME.position(changed(**{key: value}))
    except BadPosition:
        return
    check_playable(state, Random(1), 5)


def corrupt(data: dict[str, Any], rng: Random) -> None:
    """Change one thing in the stack."""
    way = rng.choice(leaves(data["stack"]))
    inside: Any = data["stack"]
    for key in way[:-1]:
        inside = inside[key]
    old = inside[way[-1]]
    if isinstance(old, str):
        inside[way[-1]] = rng.choice(UNITS) if old in UNITS else rng.choice([*HEXES, "AL", "EX", "pool"])
    elif isinstance(old, int):
        inside[way[-1]] = rng.randint(-3, 8)
    elif isinstance(old, list):
        inside[way[-1]] = old + old[:1] if rng.random() < 0.5 else old[1:]
    elif isinstance(inside, list) and rng.random() < 0.5:
        del inside[way[-1]]


@pytest.mark.rule("battle-for-moscow", "0.0")
@pytest.mark.parametrize("seed", range(8))
def test_corrupted_stacks_are_playable_or_refused(seed: int) -> None:
    rng = Random(seed)
    refused = played = 0
    for _ in range(6):
        state = random_position(rng, rng.choice(("german-combat", "soviet-combat", *PHASES[1:9])))
        for _ in range(12):
            if state.outcome is not None:
                break
            data = copy.deepcopy(state.position())
            corrupt(data, rng)
            try:
                again = GAME.position(data)
            except BadPosition:
                refused += 1
            else:
                played += 1
                check_playable(again, rng, 6)
            state.apply(rng.choice(state.actions()))
    assert refused > 5 and played > 2
