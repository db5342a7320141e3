"""The recruit of Drive on Moscow: sensible in made positions, by the rules and honest in whole turns."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import cache
from random import Random

import pytest

from rasputitsa.bots import bot, decide
from rasputitsa.bots.drive_on_moscow.combat import best_attack
from rasputitsa.bots.drive_on_moscow.german import cut_off
from rasputitsa.bots.drive_on_moscow.ground import (
    BEHIND_MOSCOW,
    EASTERN_CITIES,
    LIFELINE,
    LIFELINE_FLANKS,
    MOSCOW_RING,
    to_moscow,
)
from rasputitsa.bots.drive_on_moscow.objectives import assign, endangered_towns
from rasputitsa.bots.drive_on_moscow.posts import assign as assign_posts
from rasputitsa.bots.drive_on_moscow.posts import posts
from rasputitsa.bots.drive_on_moscow.soviet import Needs
from rasputitsa.bots.drive_on_moscow.spoiling import best_move, where_to
from rasputitsa.bots.drive_on_moscow.weights import (
    GERMAN_WEIGHTS,
    SOVIET_WEIGHTS,
    GermanWeights,
    SovietWeights,
    read,
)
from rasputitsa.core import CHANCE, DataError
from rasputitsa.core.data import Source
from rasputitsa.core.sets import members, set_of
from rasputitsa.games.drive_on_moscow.facts import GERMAN, LAND, MOSCOW, SOVIET, UNIT_IDS, WESTERN_PLACES
from rasputitsa.games.drive_on_moscow.move_rules import movable
from rasputitsa.games.drive_on_moscow.movement import Moving
from rasputitsa.games.drive_on_moscow.state import DriveOnMoscowState
from rasputitsa.games.drive_on_moscow.words import MOVE, UNIT

from ..drive_on_moscow.helpers import hex_id, open_step, position, stack, start
from ..tools import soak

NAME = "drive-on-moscow"
GARRISONS = {  # the towns that must not fall (4.4), each with a division
    "0112": "inf-110",
    "0315": "inf-106",
    "0328": "inf-258",
    "0405": "inf-102",
    "0519": "inf-162",
    "0635": "inf-45",
    "0716": "inf-129",
    "0926": "inf-197",
    "0937": "inf-95",
    "1142": "inf-134",
    "1242": "inf-262",
    "1544": "inf-293",
}


def choose(state: DriveOnMoscowState) -> str:
    """What the recruit does here."""
    return str(decide(bot("recruit", NAME), state.copy(), 0))


def play_phase(state: DriveOnMoscowState, roll: int = 4) -> list[str]:
    """Let the recruit play until the phase is over; every die shows the same, and counters are drawn in order."""
    player = bot("recruit", NAME)
    phase, done = state.phase, list[str]()
    while state.side is not None and state.phase == phase:
        if state.side == CHANCE:
            rolled = [action for action in state.actions() if str(action) == f"roll {roll}"]
            state.apply((rolled or state.actions())[0])
            continue
        action = decide(player, state, len(done))
        assert action in state.actions()
        done.append(str(action))
        state.apply(action)
    return done


def winner(state: DriveOnMoscowState) -> tuple[str, str]:
    assert state.outcome is not None
    return state.outcome.winner, state.outcome.rule


def test_every_town_has_its_garrison() -> None:
    assert sum(1 << hex_id(name) for name in GARRISONS) == WESTERN_PLACES


# Germans.


def test_it_enters_moscow_when_it_can() -> None:
    state = position({"3110": "pz-1", **GARRISONS}, {"3010": "RD", "4010": "RD"})
    play_phase(state)
    assert winner(state) == ("german", "4.1")


def test_it_storms_moscow_when_it_can() -> None:
    """60 factors against one rifle division, which it expects to have two or three."""
    around = {"3312": "inf-5 inf-6 inf-7 inf-8 inf-15", "3412": "inf-17 inf-23 inf-26 inf-28 inf-31"}
    state = position({**around, **GARRISONS}, {"3411": "RD"}, phase="german-combat")
    done = play_phase(state)
    assert done[0] == "attack 3411"
    assert winner(state) == ("german", "4.1")


def test_it_closes_a_pocket() -> None:
    """8.3: with a corps in 1641 every hex around 1742 is German or in a German zone of control."""
    german = {"1842": "pz-9", "1541": "pz-17", "1642": "pz-3", **GARRISONS}
    state = position(german, {"1742": "RD RD RD"})
    here = hex_id("1642")
    corps = 1 << UNIT_IDS["pz-3"]
    assert cut_off(state, corps, here, here) == 0
    assert cut_off(state, corps, here, hex_id("1641")) == 3


def test_cutting_moscow_off_counts_for_more_than_any_pocket() -> None:
    """4.2: a ring around both hexes of Moscow, with a gap in the east that a panzer division can close."""
    ring = {"3309": "pz-1", "3510": "pz-2", "3313": "pz-3", "3513": "pz-4", "3211": "pz-6"}
    state = position({**ring, "3715": "pz-5", **GARRISONS}, {"3411": "RD", "3511": "RD"})
    corps, here = 1 << UNIT_IDS["pz-5"], hex_id("3715")
    assert cut_off(state, corps, here, hex_id("3711")) >= 1000 > cut_off(state, corps, here, here)
    play_phase(state)
    assert winner(state) == ("german", "4.2")


def test_a_bloodbath_is_worth_a_city() -> None:
    """11.28: it takes the steps that a bloodbath costs, and advances into the city."""
    around = {"2634": "inf-5 inf-6 inf-7 inf-8 inf-15", "2735": "inf-17 inf-23 inf-26 inf-28 inf-31"}
    state = position({**around, **GARRISONS}, {"2734": "2-4:RD 2-4:RD"}, phase="german-combat", turn=4, soviet_air=0)
    done = play_phase(state, roll=3)
    assert "bloodbath" in done
    assert stack(state, "2734")


def test_it_holds_a_city_that_it_has_taken() -> None:
    """4.3: of two divisions one stays, because Soviet units are close."""
    state = position({"2734": "inf-5 pz-1", **GARRISONS}, {"3034": "RD RD"}, turn=4)
    play_phase(state)
    assert "inf-5" in stack(state, "2734")


def test_garrisons_stay_where_they_are() -> None:
    """4.4: the only division of a town neither moves nor attacks."""
    state = position(GARRISONS, {"0917": "1-2:RD"})
    play_phase(state)
    assert all(stack(state, name) for name in GARRISONS)


def test_a_town_in_danger_is_relieved() -> None:
    soviet = {"0717": "RD RD RD", "0815": "RD RD RD"}
    state = position({**GARRISONS, "0518": "inf-5"}, soviet)
    assert hex_id("0716") in endangered_towns(state)
    assert assign(state, GERMAN_WEIGHTS)[UNIT_IDS["inf-5"]] == hex_id("0716")


def test_no_assault_without_hope() -> None:
    """10.14: a lone panzer division leaves a full stack in a city alone."""
    state = position({"2634": "pz-1", **GARRISONS}, {"2734": "RD RD RD RD RD"}, turn=8)
    assert not any(action.startswith("assault") for action in play_phase(state))


def test_the_offensive_is_declared_at_the_last_chance() -> None:
    """12.3: to let it lapse would cost a column in every attack."""
    state = position(GARRISONS, {"2734": "RD"}, turn=7, phase="german-replacement")
    assert open_step(state) == "DeclareOffensive"
    assert choose(state) == "declare"


def test_it_drives_on_moscow() -> None:
    """4.1, 4.2: the infantry is to storm it, the panzers, weak in cities (11.17), are to cut it off from behind."""
    state = position({"2514": "inf-5 pz-1", **GARRISONS}, {"2734": "RD", "3411": "RD", "3511": "RD"}, turn=3)
    goals = assign(state, GERMAN_WEIGHTS)
    assert MOSCOW >> goals[UNIT_IDS["inf-5"]] & 1
    assert BEHIND_MOSCOW >> goals[UNIT_IDS["pz-1"]] & 1
    assert state.game.board.names_of(BEHIND_MOSCOW) == ["3510", "3610", "3611"]


def test_the_five_cities_are_another_intention() -> None:
    """4.3: the same units make for Kalinin, the nearest city."""
    state = position({"2206": "inf-5 pz-1", **GARRISONS}, {"2405": "RD", "3411": "RD"}, turn=3)
    goals = assign(state, replace(GERMAN_WEIGHTS, drive="cities"))
    assert goals[UNIT_IDS["inf-5"]] == goals[UNIT_IDS["pz-1"]]
    assert EASTERN_CITIES >> goals[UNIT_IDS["inf-5"]] & 1


def test_it_clears_the_ring_of_moscow() -> None:
    """An attack next to Moscow is made at odds that it would not like elsewhere: 8 factors against two divisions."""
    soviet = {"3411": "RD RD RD RD RD", "3511": "RD RD RD RD RD"}
    state = position({"3713": "pz-1", **GARRISONS}, {"3612": "RD RD", **soviet}, phase="german-combat", turn=4)
    elsewhere = best_attack(state, GERMAN_WEIGHTS)[0]
    state = position({"3712": "pz-1", **GARRISONS}, {"3611": "RD RD", **soviet}, phase="german-combat", turn=4)
    assert best_attack(state, GERMAN_WEIGHTS)[0] > elsewhere + 0.5


def test_weights_are_checked() -> None:
    """Every weight must be there, with a value of its type; none that nobody reads."""
    good = asdict(SOVIET_WEIGHTS)
    assert read(Source(good, "weights.toml", "soviet"), SovietWeights) == SOVIET_WEIGHTS
    wrong = [
        ({**good, "outposts": 1.0}, "outposts"),
        ({name: value for name, value in good.items() if name != "fort"}, "fort"),
        ({**good, "fort": "high"}, "fort"),
        ({**good, "fort": float("nan")}, "fort"),
        ({**good, "stand_steps": 1.5}, "stand_steps"),
    ]
    for data, key in wrong:
        with pytest.raises(DataError, match=key):
            read(Source(data, "weights.toml", "soviet"), SovietWeights)
    german = {**asdict(GERMAN_WEIGHTS), "lull_costs": [4.0, 5.0, 7.0]}
    assert read(Source(german, "weights.toml", "german"), GermanWeights) == GERMAN_WEIGHTS
    with pytest.raises(DataError, match="lull_costs"):
        read(Source({**german, "lull_costs": [4.0, 5.0]}, "weights.toml", "german"), GermanWeights)
    with pytest.raises(DataError, match="moscow, cities"):
        read(Source({**german, "drive": "berlin"}, "weights.toml", "german"), GermanWeights)


# Soviets.


def test_soviet_units_enter_an_empty_town_and_win() -> None:
    german = {name: unit for name, unit in GARRISONS.items() if name != "1544"}
    state = position(german, {"1843": "RD", "3411": "RD"}, phase="soviet-movement")
    play_phase(state)
    assert winner(state) == ("soviet", "4.4")


def test_soviet_units_take_back_an_empty_city() -> None:
    state = position(GARRISONS, {"2934": "RD", "3411": "RD"}, phase="soviet-movement", german_control="2734")
    play_phase(state)
    assert stack(state, "2734")


def test_reinforcements_go_where_the_germans_are_near() -> None:
    """9.1: Tula may still receive units; 3323 is not next to it."""
    full = dict.fromkeys(["3411", "3511"], "RD RD RD RD RD")
    state = position({"3123": "pz-1", **GARRISONS}, {"3524": "RD", **full}, phase="soviet-reinforcement", turn=4)
    assert choose(state) == "move-first"
    state.take("move-first")
    assert choose(state) == "place 3524"


def test_the_last_units_of_a_city_do_not_attack() -> None:
    german = {"3323": "pz-1/reduced", **GARRISONS}
    state = position(german, {"3524": "3-5:RD 3-5:RD", "3424": "1-2:RD"}, phase="soviet-combat", turn=4)
    play_phase(state)
    assert len(stack(state, "3524")) == 2


def test_the_last_unit_of_moscow_stays() -> None:
    """4.1: not even to take back a city does it leave Moscow open; to win it would (4.4)."""
    soviet = {"3411": "RD", "3511": "CD"}
    german = {"3123": "pz-1", **GARRISONS}
    state = position(german, soviet, phase="soviet-movement", german_control="3524")
    needs = Needs(state, SOVIET_WEIGHTS)
    assert all(best_move(needs, unit, hex_id("3610")) == (0.0, state.where[unit]) for unit in movable(state, SOVIET))
    play_phase(state)
    assert all(stack(state, name) for name in soviet)


def test_quiet_cities_give_their_units_to_moscow() -> None:
    """A city that no Germans threaten keeps a small garrison; with four divisions next to it all its posts count."""
    soviet = {"3411": "RD", "3511": "RD", "2843": "RD RD RD RD RD"}
    quiet = posts(position({"3112": "pz-1", **GARRISONS}, soviet, phase="soviet-movement"), SOVIET_WEIGHTS)
    kursk = hex_id("2843")
    assert len(quiet[kursk]) == SOVIET_WEIGHTS.quiet_city_units
    four = {"2643": "inf-5 inf-6 inf-7 inf-8"}
    threatened = posts(position({**four, **GARRISONS}, soviet, phase="soviet-movement"), SOVIET_WEIGHTS)
    assert len(threatened[kursk]) == 5
    assert set(members(LAND.of[kursk])) & set(threatened) > set(members(LAND.of[kursk])) & set(quiet)


def test_moscows_supply_line_is_held() -> None:
    """4.2: units without another task go to the ring of Moscow, and to the line that feeds it and its flanks."""
    state = position({"3112": "pz-1 pz-2", **GARRISONS}, {"3714": "RD RD RD RD"}, phase="soviet-movement", turn=5)
    plan = assign_posts(state, SOVIET_WEIGHTS)
    assert len(plan) == 4
    wanted = posts(state, SOVIET_WEIGHTS)
    assert all((MOSCOW | MOSCOW_RING | LIFELINE) >> hex & 1 for hex in plan.values())
    assert all(wanted[hex][0] > SOVIET_WEIGHTS.fort for hex in members(LIFELINE | LIFELINE_FLANKS) if hex in wanted)


def test_a_stack_splits_where_there_is_no_room_for_all() -> None:
    """6.0: two divisions have come to 3412 together, and Moscow has room for one of them."""
    soviet = {"3413": "RD RD", "3411": "RD RD RD RD", "3511": "RD RD RD RD RD"}
    state = position(GARRISONS, soviet, phase="soviet-movement")
    units = [unit for unit in movable(state, SOVIET) if state.where[unit] == hex_id("3413")]
    plan = dict.fromkeys(units, hex_id("3411"))
    step = Moving(set_of(units))
    assert where_to(Needs(state, SOVIET_WEIGHTS), step, plan) == UNIT[units[-1]]
    assert where_to(Needs(state, SOVIET_WEIGHTS), Moving(set_of(units[:1])), plan) == MOVE[hex_id("3411")]


# Whole turns.


@cache
def turn_of_recruits(seed: int) -> list[tuple[int, DriveOnMoscowState]]:
    """The positions of a first game turn in which a recruit must act, with their numbers."""
    state, rng, found = start(), Random(seed), list[tuple[int, DriveOnMoscowState]]()
    player = bot("recruit", NAME, seed)
    while state.turn == 1 and state.side is not None:
        if state.side == CHANCE:
            state.apply(rng.choice(state.actions()))
            continue
        found.append((len(found), state.copy()))
        action = decide(player, state, len(found) - 1)
        assert action in state.actions()
        state.apply(action)
    assert state.turn == 2
    return found


@pytest.mark.parametrize("sampled", soak.less(8, 30))
def test_a_first_turn(sampled: int) -> None:
    """By the rules, honest under fog, and with a reason for every decision; the panzers are halfway to Moscow."""
    positions = turn_of_recruits(3)
    rng = Random(5)
    for number, state in rng.sample(positions, sampled):
        assert state.side is not None
        twin = state.guess(state.side, rng)
        one, other = (bot("recruit", NAME, 3) for _ in range(2))
        assert decide(one, state.copy(), number) == decide(other, twin, number)
        assert one.explain().endswith(".")
    after = positions[-1][1]
    assert MOSCOW & after.occupied(SOVIET) == MOSCOW
    assert min(to_moscow(hex) for hex in members(after.occupied(GERMAN))) <= 20


@pytest.mark.soak
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_a_decision_takes_no_second(side: str) -> None:
    """Even the first one, when nothing is remembered yet."""
    from time import process_time

    state = next(state for _, state in turn_of_recruits(3)[40:] if state.side == side)
    began = process_time()
    decide(bot("recruit", NAME, 9), state, 0)
    assert process_time() - began < 1.0
