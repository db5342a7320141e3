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
from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState

from ..tools import soak
from ..tools.states import junk_with, leaves, problems_of, step_problem
from .helpers import (
    AREAS,
    CITIES,
    GAME,
    HEXES,
    MINSK,
    MOSCOW,
    PHASES,
    UNITS,
    at,
    german_cities,
    hand,
    legal,
    open_step,
    phase_of,
    position,
    random_walk,
    unit_data,
)

CARDS = [*(f"G{number}" for number in range(1, 7)), *(f"S{number}" for number in range(1, 7))]


def problems(data: Any) -> list[str]:
    """What is wrong with a position."""
    return problems_of(GAME, data)


def spoilt(**changes: Any) -> dict[str, Any]:
    """A sound position with something changed."""
    data = {"turn": 2, "phase": "german-movement", "units": unit_data("G-4A 1305, G-9A center, S-8A 1410")}
    return {**data, **changes}


def goes_on(state: BlitzkriegState, rng: Random, times: int = 40) -> None:
    """Play on at random: nothing breaks, a choice is a choice, sides keep apart, data lead back to the same."""
    for _ in range(times):
        if state.outcome is not None:
            return
        actions = state.actions()
        assert len(actions) > 1
        data = state.position()
        assert GAME.position(json.loads(json.dumps(data))).position() == data
        assert not state.occupied[0] & state.occupied[1]
        state.take(rng.choice(actions))


# There and back.


@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
@pytest.mark.parametrize("seed", range(6))
def test_round_trip_in_random_games(seed: int) -> None:
    for number, state in enumerate(random_walk(seed)):
        if number % 6 == 0:
            data = json.loads(json.dumps(state.position()))
            again = GAME.position(data)
            assert again.position() == state.position()
            assert (again.side, again.question, again.actions()) == (state.side, state.question, state.actions())
            for side in ("german", "soviet", None):
                assert again.view(side) == state.view(side)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.0")
def test_round_trip_of_a_finished_game() -> None:
    state = position("soviet-supply", "G-4A center, S-8A soviet", turn=6)
    assert state.outcome is not None
    again = GAME.position(state.position())
    assert again.outcome == state.outcome and again.side is None
    assert again.position() == state.position()


# Hand-written.


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.2")
def test_without_a_list_cities_are_german_where_germans_stand() -> None:
    data = spoilt(units=unit_data(f"G-4A {MINSK}, G-9A center, S-8A {MOSCOW}"))
    assert german_cities(GAME.position(data)) == [MINSK]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
def test_what_is_left_out() -> None:
    state = GAME.position(spoilt())
    assert (at(state, "G-4A"), at(state, "G-6A")) == ("1305", "pool")  # fresh; eliminated
    assert hand(state, "german") == hand(state, "soviet") == []
    assert open_step(state) == "Movement" and state.position()["options"] == {
        "free-setup": "off",
        "odessa": "off",
        "moscow": "off",
    }


@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
def test_a_position_without_a_question_begins_its_phase_or_goes_on_to_the_next() -> None:
    assert phase_of(GAME.position(spoilt(phase="german-combat"))) == "soviet-logistics"
    assert phase_of(GAME.position(spoilt())) == "german-movement"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
def test_a_written_question_with_nothing_to_choose_goes_on() -> None:
    state = GAME.position(spoilt(phase="german-logistics", stack=[{"step": "Arrivals"}]))
    assert phase_of(state) == "german-movement"


# Nonsense is named.


@pytest.mark.rule("blitzkrieg-to-moscow-2", "1.0")
@pytest.mark.parametrize(
    "changes, problem",
    [
        ({"colour": "red"}, "there is no key 'colour'"),
        ({"game": "chess"}, "game is 'chess', not blitzkrieg-to-moscow-2"),
        ({"options": "all"}, "options must be a table"),
        ({"options": {"odessa": "maybe"}}, "Option odessa cannot be 'maybe'. It can be: off, on"),
        ({"turn": 7}, "turn is '7'; it must be a number from 1 to 6"),
        ({"turn": "two"}, "turn is 'two'; it must be a number from 1 to 6"),
        ({"phase": "set-up"}, "the set-up belongs to turn 1"),
        ({"units": []}, "units must be a table of units, each with its place as 'at'"),
        ({"units": {"G-99A": {"at": "1305"}}}, "there is no unit 'G-99A'"),
        ({"units": {"G-4A": "1305"}}, "unit G-4A needs 'at'"),
        (
            {"units": {"G-4A": {"at": "1305", "hp": 3}}},
            "unit G-4A has 'at', may have 'side' and 'due', and nothing else",
        ),
        ({"units": {"G-4A": {"at": "9999"}}}, "unit G-4A is at '9999', which is not a space on the map"),
        ({"units": {"G-4A": {"at": "0103"}}}, "unit G-4A is at 0103, in the sea"),
        ({"units": {"G-4A": {"at": "north"}}}, "unit G-4A cannot be in the rear area north (10.4)"),
        ({"units": {"S-8A": {"at": "center"}}}, "unit S-8A cannot be in the rear area center (10.4)"),
        ({"units": {"G-4A": {"at": "1305", "side": "tired"}}}, "unit G-4A has side 'tired'; it must be fresh or spent"),
        (
            {"units": {"S-3MC": {"at": "1305", "side": "spent"}}},
            "unit S-3MC cannot be spent: it has no such side (2.2.6)",
        ),
        ({"units": {"G-4A": {"at": "pool", "side": "spent"}}}, "unit G-4A cannot be spent in pool"),
        ({"units": {"G-4A": {"at": "track"}}}, "unit G-4A must have 'due' if it is on the track, and only then"),
        (
            {"units": {"G-4A": {"at": "1305", "due": 3}}},
            "unit G-4A must have 'due' if it is on the track, and only then",
        ),
        ({"units": {"G-4A": {"at": "track", "due": 9}}}, "unit G-4A is due on turn '9'; turns are 1 to 7"),
        ({"units": unit_data("G-4A 1305, S-8A 1305")}, "units of both sides are in 1305"),
        ({"german_cities": "1304"}, "german_cities must be a list, not '1304'"),
        ({"german_cities": ["1305"]}, "german_cities names '1305', which is not a city"),
        ({"german_cities": [MINSK, MINSK]}, "german_cities names one place twice"),
        ({"german_cities": [MOSCOW]}, "german_cities names 1410 Moscow, where a Soviet unit is"),
        ({"hands": "G1"}, "hands must be a list, not 'G1'"),
        ({"hands": ["G7"]}, "hands: there is no card 'G7'"),
        ({"hands": ["G1", "G1"]}, "hands names one card twice"),
        ({"hands": ["G1"], "played": ["G1"]}, "G1 is both in a hand and played"),
        ({"hero": "1305"}, "hero is '1305', which is not a city"),
        ({"hero_stands": True}, "hero_stands, but there is no Hero City"),
        ({"hero": MOSCOW, "hero_stands": 1}, "hero_stands must be of type bool, not '1'"),
        ({"moscow_fell": "yes"}, "moscow_fell must be of type bool, not 'yes'"),
        ({"quiet": "german"}, "quiet must be a list, not 'german'"),
        ({"quiet": ["finnish"]}, "quiet: there is no side 'finnish'"),
        ({"outcome": "german"}, "outcome must be null or a list of winner, reason and rule"),
        ({"outcome": ["draw", "so", "4.0"]}, "outcome must name german or soviet, then reason and rule"),
        ({"stack": []}, "stack must be a list of steps, or be left out"),
        ({"stack": [{"step": "Combat", "attacked": [], "defended": []}]}, "step Combat does not belong to this phase"),
        (
            {"outcome": ["german", "so", "4.0"], "stack": [{"step": "Movement"}]},
            "a game that is over has no question open",
        ),
    ],
)
def test_nonsense_is_named(changes: dict[str, Any], problem: str) -> None:
    assert problem in problems(spoilt(**changes))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
def test_an_unknown_phase_is_named_with_those_that_exist() -> None:
    (problem,) = problems(spoilt(phase="tea"))
    assert problem == "phase is 'tea'; phases are " + ", ".join(PHASES)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "1.0")
def test_every_problem_is_named_at_once() -> None:
    found = problems(spoilt(turn=0, hero="1305", quiet=3, units={"G-4A": {"at": "0103"}}))
    assert len(found) == 4


@pytest.mark.rule("blitzkrieg-to-moscow-2", "1.0")
@pytest.mark.parametrize("data", [None, 5, [], [1]])
def test_what_is_no_table_is_no_position(data: object) -> None:
    (problem,) = problems(data)
    assert problem.startswith("a position is a table with the keys game, edition, data, rules, scenario, options, turn")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.2")
def test_germans_in_a_city_hold_it() -> None:
    (problem,) = problems(spoilt(units=unit_data(f"G-4A {MINSK}, S-8A {MOSCOW}"), german_cities=[]))
    assert problem == "german_cities lacks 1304 Minsk, where a German unit is"


NOBODY_MOVED = {"step": "Movement", "moved": [], "move_records": []}


def moved(origin: str, *cities: str) -> dict[str, Any]:
    """4. Armee has moved to 1305."""
    record = {"unit": "G-4A", "origin": origin, "cities": list(cities)}
    return {"step": "Movement", "moved": ["G-4A"], "move_records": [record]}


NOTHING_TAKEN = {"cities": [], "taken": [], "by_tank_action": False}


def moving(unit: str, points: int, origin: str) -> dict[str, Any]:
    return {"step": "Moving", "unit": unit, "riders": [], "points": points, "origin": origin, **NOTHING_TAKEN}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.1")
@pytest.mark.parametrize(
    "stack, problem",
    [
        ([NOBODY_MOVED | {"moved": ["G-4A"]}], "moved must be the units of the move records, each once"),
        ([moved("north")], "the German 4. Armee cannot have begun its move in Army Group North"),
        ([moved(MOSCOW)], "the German 4. Armee cannot have begun its move in 1410 Moscow"),
        ([NOBODY_MOVED, moving("S-8A", 3, MOSCOW)], "the Soviet 8th Army cannot move now"),
        ([NOBODY_MOVED, moving("G-4A", 9, "1305")], "points must be from 0 to 3"),
        (
            [NOBODY_MOVED, moving("G-4A", 3, "1303")],
            "the German 4. Armee has all its movement, so it must be where it began",
        ),
        ([moved("1303"), moving("G-4A", 2, "1303")], "the German 4. Armee has already moved"),
        ([moving("G-4A", 3, "1305")], "it cannot lie at the bottom of the stack, only on Movement or on TankAction"),
        ([NOBODY_MOVED, NOBODY_MOVED], "it cannot lie on Movement, only at the bottom"),
    ],
)
def test_moves_that_cannot_be(stack: list[Any], problem: str) -> None:
    assert step_problem(GAME, spoilt(stack=stack)) == problem


LOGISTICS = {"step": "Logistics", "free_rail": True, "begun": False}
USED = {"step": "Logistics", "free_rail": False, "begun": True}


def placing(unit: str) -> list[dict[str, Any]]:
    return [{"step": "Arrivals"}, {"step": "PlaceUnit", "unit": unit, "fresh": True}]


def by_rail(*units: str) -> dict[str, Any]:
    return {"step": "RailMove", "loaded": list(units), "free": True, "by_sea": False}


def card_on_table(card: str, *functions: str) -> dict[str, Any]:
    if len(functions) > 1:
        return {"step": "ChooseFunction", "card": card, "functions": list(functions)}
    return {"step": "HitlerOrder", "card": card, "function": functions[0], "battle": None}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.0")
@pytest.mark.parametrize(
    "side, stack, problem",
    [
        ("german", [{"step": "Withdraw"}], "it does not belong to this side's phase"),
        ("german", [{"step": "ChooseCards", "left": 5}], "left must be from 0 to 4"),
        ("german", placing("G-4A"), "the German 4. Armee has no choice of rear areas"),
        ("german", placing("G-2A"), "the German 2. Armee does not arrive now"),
        ("soviet", [LOGISTICS, {"step": "RaiseInfantry", "left": 5}], "left must be from 0 to 4"),
        (
            "soviet",
            [LOGISTICS, {"step": "Rebuild", "surrendered": False}],
            "it does not belong to this side's phase",
        ),
        ("soviet", [LOGISTICS, by_rail("G-4A")], "the German 4. Armee cannot move by rail with the others"),
        (
            "soviet",
            [LOGISTICS, card_on_table("S1", "rail", "hero")],
            "a card that is being played must be one of the played cards of its side",
        ),
        ("german", [USED, card_on_table("S1", "rail")], "only a German card can be negated"),
    ],
)
def test_logistics_that_cannot_be(side: str, stack: list[Any], problem: str) -> None:
    assert step_problem(GAME, spoilt(phase=f"{side}-logistics", stack=stack)) == problem


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.2")
@pytest.mark.parametrize(
    "side, step, cards, problem",
    [
        ("german", {"step": "ChooseCards", "left": 3}, {"hands": ["G2"], "played": ["S1"]}, None),
        (
            "german",
            {"step": "ChooseCards", "left": 3},
            {"hands": ["G2"], "played": ["G1", "G5", "S1"]},
            "G1, G5 must not be played: all cards have been put back (7.2)",
        ),
        ("soviet", {"step": "Withdraw"}, {"hands": ["G2"], "played": ["G5"]}, None),
        (
            "soviet",
            {"step": "Withdraw"},
            {"played": ["S1"]},
            "S1 must not be played: all cards have been put back (7.2)",
        ),
        ("soviet", {"step": "Withdraw"}, {"hands": ["S1"]}, "no hand has been chosen yet (6.2.4)"),
    ],
)
def test_a_hand_is_chosen_from_all_six_cards(
    side: str, step: dict[str, Any], cards: dict[str, list[str]], problem: str | None
) -> None:
    data = spoilt(phase=f"{side}-logistics", stack=[step], **cards)
    if problem:
        assert step_problem(GAME, data) == problem
    else:
        assert GAME.position(data)


def by_card(below: dict[str, Any], top: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A card on the table that has been played; G5 lies there, S1 too."""
    return spoilt(played=["G1", "G5", "S1"], stack=[below, top], **more)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
@pytest.mark.parametrize(
    "side, top, problem",
    [
        ("soviet", card_on_table("S1", "hero", "shift"), "the card that is being played has no function 'shift'"),
        ("soviet", card_on_table("S1", "hero", "hero"), "functions must be two or more"),
        ("german", card_on_table("G5", "rebuilt-2"), "no surrendered unit can be rebuilt"),
        ("german", card_on_table("G1", "rebuilt-2"), "no surrendered unit can be rebuilt"),
    ],
)
def test_cards_that_cannot_lie_there(side: str, top: dict[str, Any], problem: str) -> None:
    below = LOGISTICS if side == "soviet" else USED
    assert step_problem(GAME, by_card(below, top, phase=f"{side}-logistics")) == problem


FRONT = unit_data("G-4A 0806, G-2PzA 0706, G-9A 1305, S-8A 0807, S-12MC 2012")


def combat(attacked: list[str], *tops: dict[str, Any]) -> dict[str, Any]:
    below = {"step": "Combat", "attacked": attacked, "defended": ["S-8A"]}
    return spoilt(phase="german-combat", units=FRONT, stack=[below, *tops])


def battle(step: str, attackers: str = "G-4A", defenders: str = "S-8A", **more: Any) -> dict[str, Any]:
    facts = {"hex": "0807", "attackers": attackers.split(), "defenders": defenders.split(), "active": [], "cards": 0}
    inside = {key: more.pop(key) for key in ("hex", "active", "cards") if key in more}
    return {"step": step, "battle": facts | inside, **more}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3")
@pytest.mark.parametrize(
    "top, problem",
    [
        (battle("RollDie", ""), "the combat at 0807 needs attackers of the side whose phase it is"),
        (battle("RollDie", "S-8A"), "the combat at 0807 needs attackers of the side whose phase it is"),
        (battle("RollDie", defenders=""), "the combat at 0807 needs defenders of the other side"),
        (battle("RollDie", defenders="G-9A"), "the combat at 0807 needs defenders of the other side"),
        (battle("RollDie", "G-9A"), "the German 9. Armee is not adjacent to 0807"),
        (battle("RollDie", defenders="S-12MC"), "the defenders of 0807 are not as the combat says"),
        (battle("RollDie", active=["S-12MC"]), "the combat at 0807 needs defenders of the other side"),
        (battle("ShiftCard", side=3), "side must be 0 or 1"),
        (battle("ReRoll", face=7, side=0), "it needs a side and a face of the die"),
    ],
)
def test_combats_that_cannot_be(top: dict[str, Any], problem: str) -> None:
    assert step_problem(GAME, combat(["G-4A", "G-9A"], top)) == problem


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.2")
@pytest.mark.parametrize(
    "hex, units, problem",
    [
        ("0808", [], "nobody in 0808 can be attacked"),
        ("0807", ["G-9A"], "the German 9. Armee cannot join the attack on 0807"),
    ],
)
def test_attackers_that_cannot_be(hex: str, units: list[str], problem: str) -> None:
    below = {"step": "Combat", "attacked": [], "defended": []}
    available = ["G-4A"] if hex == "0807" else []
    top = {"step": "NameAttackers", "hex": hex, "units": units, "available": available, "tank_actions": 0}
    assert step_problem(GAME, spoilt(phase="german-combat", units=FRONT, stack=[below, top])) == problem


NAMED = {"hex": "0807", "attackers": ["G-2PzA"], "defenders": ["S-8A"], "active": [], "cards": 0}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
@pytest.mark.parametrize(
    "action, problem",
    [
        ({"left": 3}, "left must be from 0 to 2, its mode empty, move or attack"),
        ({"mode": "sleep"}, "left must be from 0 to 2, its mode empty, move or attack"),
        ({"acted": ["G-4A"], "mode": "move"}, "only tank units of the side whose phase it is act"),
        ({"attacks": [NAMED, NAMED]}, "the attacks of a tank action must be by different units on different hexes"),
        ({"attacks": [{**NAMED, "hex": "0808"}]}, "the German 2. Panzerarmee is not adjacent to 0808"),
        ({"attacks": [{**NAMED, "defenders": ["S-12MC"]}]}, "the defenders of 0807 are not as the combat says"),
        ({"attacks": [{**NAMED, "attackers": []}]}, "the combat at 0807 needs attackers of the side whose phase it is"),
    ],
)
def test_tank_actions_that_cannot_be(action: dict[str, Any], problem: str) -> None:
    top = {"step": "TankAction", "left": 1, "mode": "", "acted": [], "attacks": [], **action}
    units = {**FRONT, "G-2PzA": {"at": "0707", "side": "fresh"}}
    data = spoilt(phase="german-breakthrough", units=units, stack=[{"step": "Breakthrough"}, top])
    assert step_problem(GAME, data) == problem


# Whatever is written either plays or is refused.

spaces = st.sampled_from([*HEXES, *AREAS, "pool", "surrendered"])
facts = st.fixed_dictionaries({"at": spaces}, optional={"side": st.sampled_from(["fresh", "spent"])})
hands = st.lists(st.sampled_from(CARDS), unique=True, max_size=8)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
@given(
    units=st.dictionaries(st.sampled_from(UNITS), facts, max_size=30),
    phase=st.sampled_from(PHASES),
    turn=st.integers(1, 6),
    hands=hands,
    seed=st.integers(0, 1000),
)
def test_any_units_anywhere_play_on_or_are_refused(
    units: dict[str, Any], phase: str, turn: int, hands: list[str], seed: int
) -> None:
    homely = {name: where for name, where in units.items() if where["at"] not in AREAS}
    try:
        state = GAME.position({"units": homely, "phase": phase, "turn": turn, "hands": hands})
    except BadPosition as error:
        assert error.problems
        return
    goes_on(state, Random(seed))


junk = junk_with([*UNITS, *HEXES])
keys = st.sampled_from(sorted(position("german-movement", "G-4A 1305, S-8A 1410").position()))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "1.0")
@given(data=junk | st.dictionaries(keys, junk, max_size=8))
def test_rubbish_is_refused_in_words(data: Any) -> None:
    assert all(isinstance(problem, str) and problem for problem in problems(data))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "1.0")
@given(key=keys, value=junk)
def test_rubbish_in_one_place_is_refused_or_harmless(key: str, value: Any) -> None:
    try:
        state = GAME.position(spoilt(**{key: value}))
    except BadPosition:
        return
    goes_on(state, Random(1), 5)


def spoil(data: dict[str, Any], rng: Random) -> None:
    """Change one thing in the stack."""
    way = rng.choice(leaves(data["stack"]))
    inside: Any = data["stack"]
    for key in way[:-1]:
        inside = inside[key]
    old = inside[way[-1]]
    if isinstance(old, str):
        inside[way[-1]] = rng.choice(UNITS if old in UNITS else CARDS if old in CARDS else [*HEXES, *AREAS, "rail"])
    elif isinstance(old, bool):
        inside[way[-1]] = not old
    elif isinstance(old, int):
        inside[way[-1]] = rng.randint(-3, 8)
    elif isinstance(old, list):
        inside[way[-1]] = old + old[:1] if rng.random() < 0.5 else old[1:]
    elif isinstance(inside, list) and rng.random() < 0.5:
        del inside[way[-1]]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "1.0")
@pytest.mark.parametrize("seed", soak.first(2, range(12)))
def test_spoilt_questions_play_on_or_are_refused(seed: int) -> None:
    rng = Random(seed)
    refused = played = 0
    for number, state in enumerate(random_walk(seed)):
        if number % 4:
            continue
        data = copy.deepcopy(state.position())
        spoil(data, rng)
        try:
            again = GAME.position(data)
        except BadPosition:
            refused += 1
        else:
            played += 1
            goes_on(again, rng, 6)
    assert refused > 20 and played > 10


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.2")
def test_texts_of_cities_are_known() -> None:
    state = GAME.position(spoilt(german_cities=[city for city in CITIES if city != MOSCOW]))
    assert len(german_cities(state)) == 12 and "done" in legal(state)
