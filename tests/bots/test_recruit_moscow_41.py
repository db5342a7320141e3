"""The recruit of Moscow '41: it plays every scenario, by the rules, and never looks behind a concealed block."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from random import Random

import pytest

import rasputitsa
from rasputitsa.bots import bot, decide
from rasputitsa.bots.moscow_41.planning import Planner
from rasputitsa.bots.moscow_41.recruit import Recruit
from rasputitsa.bots.moscow_41.weights import WEIGHTS, read_weights
from rasputitsa.core import CHANCE, DataError, State
from rasputitsa.core.data import Source
from rasputitsa.games.moscow_41.facts import COMBAT, GERMAN, SIDES, TACTICAL, UNIT_IDS
from rasputitsa.games.moscow_41.state import Moscow41State

from ..moscow_41.helpers import at, position
from ..tools import soak

GAME = rasputitsa.game("moscow-41")
SCENARIOS = [scenario.name for scenario in GAME.scenarios]


def walk(scenario: str, german: str, soviet: str, seed: int, steps: int) -> list[tuple[int, State]]:
    """The positions of a match in which a recruit must act, with their numbers."""
    rng = Random(seed)
    state = GAME.start(scenario, {option.name: rng.choice(option.choices) for option in GAME.options})
    players = {"german": bot(german, GAME.name, seed), "soviet": bot(soviet, GAME.name, seed)}
    levels = {"german": german, "soviet": soviet}
    found = []
    for number in range(steps):
        side = state.side
        if side is None:
            break
        if side == CHANCE:
            state.apply(rng.choice(state.actions()))
            continue
        if levels[side] == "recruit":
            found.append((number, state.copy()))
        action = decide(players[side], state, number)
        assert state.why_not(action) is None, f"{action} at {state.question}"
        state.apply(action)
    return found


HONEST = [(scenario, side, 350) for scenario in SCENARIOS for side in ("german", "soviet")]


@pytest.mark.parametrize(
    ("scenario", "side", "steps"), [("dnieper", "german", 80), ("gasp", "soviet", 80), *map(soak.left, HONEST)]
)
def test_it_is_honest_under_fog(scenario: str, side: str, steps: int) -> None:
    """It decides the same whatever the concealed enemy blocks are."""
    levels = {"german": "random", "soviet": "random", side: "recruit"}
    positions = walk(scenario, levels["german"], levels["soviet"], 7, steps)
    rng = Random(11)
    for number, state in rng.sample(positions, min(steps // 14, len(positions))):
        twin = state.guess(side, rng)
        player = bot("recruit", GAME.name, 3)
        assert decide(player, state.copy(), number) == decide(player, twin, number)


@pytest.mark.parametrize("scenario", soak.first(1, ["gasp", "dnieper"]))
def test_it_plays_a_scenario_to_its_end(scenario: str) -> None:
    positions = walk(scenario, "recruit", "recruit", 2, 5000)
    state = positions[-1][1]
    steps = {type(state.stack[-1]).__name__ for _, state in positions}
    assert {"ChooseImpulse", "Activation", "Command", "Moving", "Battles"} <= steps
    assert state.game is GAME


def test_it_gives_reasons() -> None:
    player = bot("recruit", GAME.name, 1)
    said = set()
    for number, state in walk("dnieper", "recruit", "random", 4, 60):
        decide(player, state, number)
        said.add(player.explain())
    assert len(said) > 3


# Made positions.


def choice(state: Moscow41State) -> str:
    """What the recruit does now."""
    return str(decide(bot("recruit", GAME.name, 1), state, 0))


def play_impulse(state: Moscow41State) -> Moscow41State:
    """Let the recruit play until the other side must act or the game is over; dice fall in the middle of what is
    possible."""
    side, player = state.side, bot("recruit", GAME.name, 1)
    for number in range(200):
        if state.side not in (side, CHANCE):
            return state
        actions = state.actions()
        state.apply(actions[len(actions) // 2] if state.side == CHANCE else decide(player, state, number))
    raise AssertionError("the impulse does not end")


@pytest.mark.rule("moscow-41", "15.2")
def test_germans_walk_into_an_empty_moscow() -> None:
    units = "G-HQ3P 61, G-3Pg-39 62, G-3Pg-57 60, S-STALIN 63 2, S-HQB 137, S-WH-2R 98"
    german = "60 61 62 59 71 70 69 68 67 66"
    state = position("impulse", units, scenario="typhoon", month="October", german=german)
    state = play_impulse(state)
    assert state.outcome is not None and state.outcome.winner == "german"


@pytest.mark.rule("moscow-41", "15.1")
def test_germans_build_the_line_that_wins() -> None:
    units = "G-HQ2P 90, G-2Pg-24 91, G-2Pg-46 91, S-HQC 128, S-WH-2R 92"
    state = position("impulse", units, scenario="dnieper", lines="G68", german="89 90 91 67 66 68")
    state = play_impulse(state)
    assert state.outcome is not None and state.outcome.winner == "german"


@pytest.mark.rule("moscow-41", "15.3")
def test_the_strongest_army_holds_moscow() -> None:
    """Beside Stalin there is room for one block (2.7)."""
    units = "S-STALIN 63, S-HQW 65, S-W-5A 64 1, S-W-16A 73 1, S-W-1ShA 75 4, S-W-NKVD 51 1, G-HQ3P 59, G-3Pg-39 60"
    state = position(
        "impulse", units, "soviet", scenario="gasp", month="November", weather="snow", german="59 60 71 72"
    )
    state = play_impulse(state)
    assert at(state, "S-W-1ShA") == "63"


@pytest.mark.rule("moscow-41", "9.3")
def test_germans_close_the_last_way_into_moscow() -> None:
    """A line that is alone in a contested area is destroyed once it is isolated."""
    units = "G-HQ3P 61, G-3Pg-39 63 1, G-3Pg-57 73, G-W-28 62, S-STALIN 63, S-HQB 137, S-WH-2R 98"
    german = "50 51 62 64 73 75 61 60 59 58 57 56 55 54 53"
    state = position("impulse", units, scenario="gasp", month="November", weather="snow", lines="63", german=german)
    state = play_impulse(state)
    assert at(state, "G-3Pg-57") == "74"
    assert state.outcome is None
    state.take("pass")
    state.take("done")
    assert state.outcome is not None and state.outcome.winner == "german"


@pytest.mark.rule("moscow-41", "10.4")
def test_room_is_left_for_an_hq_beside_moscow() -> None:
    """The last place in Istra, from where artillery could fire, is worth less to a division unless an HQ is there."""
    with_hq, without = (gain_of_entering_istra(beside) for beside in ("G-HQ4P", "G-3Pg-LEHR"))
    assert with_hq > without + 1


def gain_of_entering_istra(beside: str) -> float:
    units = f"G-HQ3P 60, G-W-106ID 61, G-3Pg-39 72, G-3Pg-57 72, {beside} 62, S-STALIN 63, S-ZHUKOV 63, S-W-5A 73"
    german = "59 60 61 62 66 67 68 69 70 71 72"
    state = position("impulse", units, scenario="gasp", month="November", weather="snow", german=german)
    return Planner(state, GERMAN, WEIGHTS["german"]["gasp"]).moves.gain(UNIT_IDS["G-W-106ID"], GAME.board.ids["62"])


@pytest.mark.rule("moscow-41", "3.2.1")
@pytest.mark.parametrize("scenario", ["dnieper", "campaign"])
def test_germans_keep_the_disc_in_july(scenario: str) -> None:
    units = "G-HITLER rastenburg, G-2Pg-24 90, G-W-28 pool, G-W-38 pool, G-W-42 pool, G-W-50 pool, S-HQC 63"
    state = position("impulse", units, scenario=scenario, german="89 90")
    assert "reinforce" in [str(action) for action in state.actions()]
    assert choice(state) == "pass"


@pytest.mark.rule("moscow-41", "10.9")
def test_hoepner_goes_on_to_leningrad_when_he_has_company() -> None:
    units = "G-HQ4P pskov, G-4Pg-41 pskov, G-2Pg-24 90, S-HQC 63"
    state = position("impulse", units, german="89 90 pskov")
    assert choice(state) == "tactical"
    state.apply(GAME.action("tactical"))
    assert choice(state) == "activate G-HQ4P"


@pytest.mark.rule("moscow-41", "10.5")
def test_one_hq_is_enough_for_two_battles_far_apart() -> None:
    """What the other can do it can do in the next impulse."""
    units = "G-HQ2P 100, G-2Pg-24 100, G-2Pg-46 100, G-HQ3P 67, G-3Pg-39 67, G-3Pg-57 67, S-WH-2R 114 1, S-WH-20R 55 1"
    state = position("impulse", units + ", S-HQC 63", german="89 90 66 67 100")
    state = play_impulse(state)
    assert [state.strength[UNIT_IDS[name]] for name in ("G-HQ2P", "G-HQ3P")].count(4) == 1
    assert not state.activated & TACTICAL


@pytest.mark.rule("moscow-41", "9.3")
def test_a_pass_opens_the_way_to_blocks_that_are_cut_off() -> None:
    """The corps in Krichev are supplied again when one from the staging area comes up."""
    units = "G-HQ2P 100 0, G-2Pg-24 100, G-2Pg-46 100, G-2Pg-47 100, G-4A-7 4A, S-HQC 63"
    state = position("impulse", units, german="90")
    assert choice(state) == "pass"
    state = play_impulse(state)
    assert at(state, "G-4A-7") in ("88", "89", "99")
    assert state.strength[UNIT_IDS["G-2Pg-24"]] == 4, "no attrition"


# What loses at once is closed.


@pytest.mark.rule("moscow-41", "15.1")
def test_soviets_close_romny_when_chernigov_is_lost() -> None:
    """A fight that could be won elsewhere comes second."""
    units = "G-W-28 151, G-W-38 101 1, G-HQ2P 89, S-HQC 154, S-C-28R 155, S-C-21R 115, S-C-66R 114"
    state = position("impulse", units, "soviet", scenario="dnieper", german="89 90 101 151")
    state = play_impulse(state)
    assert holds(state, "soviet", "166")


@pytest.mark.rule("moscow-41", "12.0")
def test_soviets_close_romny_by_a_pass_if_no_hq_can() -> None:
    units = "G-W-28 151, G-HQ2P 89, G-2Pg-24 67 1, S-HQC 154 0, S-C-28R 155, S-HQNW 41, S-NW-22R 54, S-NW-41R 55"
    state = position("impulse", units, "soviet", scenario="dnieper", german="67 89 90 151")
    assert choice(state) == "pass"
    assert holds(play_impulse(state), "soviet", "166")


@pytest.mark.rule("moscow-41", "1.7")
def test_germans_close_smolensk() -> None:
    """It is their only Victory Point: the Soviets would have all seven."""
    units = "G-HQ2P 100, G-2Pg-24 100, S-HQC 114, S-WH-2R 114 1, S-WH-20R 91"
    state = play_impulse(position("impulse", units, german="89 90 100 66 67"))
    assert holds(state, "german", "90")


@pytest.mark.rule("moscow-41", "15.2")
def test_soviets_close_moscow() -> None:
    """Stalin alone keeps nobody out."""
    units = "S-STALIN 63 2, S-HQW 64, S-W-5A 64, S-W-16A 73, G-HQ3P 59, G-3Pg-39 60 1, G-3Pg-57 61 1"
    state = position("impulse", units, "soviet", scenario="typhoon", month="October", german="59 60 61 71 72")
    assert holds(play_impulse(state), "soviet", "63")


def holds(state: Moscow41State, side: str, area: str) -> bool:
    """Whether a side has a combat block there."""
    number = SIDES.index(side)
    return bool(state.blocks(number, GAME.board.ids[area]) & COMBAT)


# Logistics, and the Initiative Disc.


@pytest.mark.rule("moscow-41", "7.1")
def test_a_pause_is_declared_when_the_leader_could_do_nothing() -> None:
    """In rain the Logistics Value is halved (7.2.1.1)."""
    units = "G-HITLER rastenburg 0, G-HQ2P 89 0, G-2Pg-24 90 1, G-W-28 pool, S-HQC 63"
    state = position("logistics", units, month="November", weather="rain", german="89 90")
    while state.side != "german":
        state.apply(state.actions()[0])
    assert choice(state) == "pause"


@pytest.mark.rule("moscow-41", "7.2")
def test_the_leader_is_activated_while_he_brings_much() -> None:
    units = "G-HITLER rastenburg 3, G-HQ2P 89 2, G-HQ3P 67 2, G-2Pg-24 90 1, S-HQC 63"
    units += ", G-W-28 pool, G-W-38 pool, G-W-42 pool, G-W-50 pool, G-W-59 pool, G-W-AZUL pool"
    state = position("logistics", units, month="September", german="66 67 89 90")
    while state.side != "german":
        state.apply(state.actions()[0])
    assert choice(state) == "leader"


@pytest.mark.rule("moscow-41", "11.0")
@pytest.mark.parametrize(("month", "chosen"), [("November", "pass"), ("December", "strategic")])
def test_germans_play_a_strategic_impulse_when_nothing_is_kept_for_later(month: str, chosen: str) -> None:
    """Their HQs are exhausted, and corps are before Tula."""
    units = "G-HITLER rastenburg 4, G-HQ2P 89 0, G-HQ3P 67 0, S-HQC 63, S-W-5A 96 1"
    units += ", G-2Pg-24 95, G-2Pg-46 95, G-2Pg-47 95"
    german = "66 67 78 79 89 90 91 92 93 94 95 101 102 103 104 105"
    assert choice(position("impulse", units, month=month, weather="snow", german=german)) == chosen


# Victory Areas.


@pytest.mark.rule("moscow-41", "1.7")
def test_an_army_enters_an_empty_voronezh_in_reach_of_the_enemy() -> None:
    assert best_move_from_usman("G-HQ2P 145, G-2Pg-24 145") == "162"
    assert best_move_from_usman("G-HQ2P 89, G-2Pg-24 89") != "162"


def best_move_from_usman(germans: str) -> str:
    units = f"S-STALIN 63 4, S-HQB 51, S-B-3A 150, S-W-5A 63, S-W-16A 157, {germans}"
    state = position("impulse", units, "soviet", month="September", german="89 90 145")
    planner = Planner(state, SIDES.index("soviet"), WEIGHTS["soviet"]["campaign"])
    return GAME.board.names[planner.moves.best(UNIT_IDS["S-B-3A"])[1]]


# The weights.


def test_every_weight_of_the_data_file_is_checked() -> None:
    text = (files("rasputitsa.bots.moscow_41") / "weights" / "recruit.toml").read_text(encoding="utf-8")
    assert read_weights(Source.parse(text, "recruit.toml")) == WEIGHTS
    for good, bad, key in [
        ("fade = 0.8 ", "fade = true", "both.fade"),
        ("guards = 2 ", "guards = 2.5", "both.guards"),
        ("pull = 1.0 ", "pul = 1.0", "both.pul"),
        ("\narea = 0.25 ", "\n", "both.area"),
        ("0.4]", "]", "both.hq_cost"),
        ("moscow = 8.0", "moskau = 8.0", "german.typhoon.goals.moskau"),
        ("[soviet.gasp]", "[soviet.bagration]", "soviet.bagration"),
    ]:
        assert good in text
        with pytest.raises(DataError) as refused:
            read_weights(Source.parse(text.replace(good, bad, 1), "recruit.toml"))
        assert key in str(refused.value)


def test_weights_that_are_given_take_the_place_of_those_in_the_file() -> None:
    units = "G-HITLER rastenburg, G-2Pg-24 90, G-W-28 pool, G-W-38 pool, G-W-42 pool, G-W-50 pool, S-HQC 63"
    state = position("impulse", units, scenario="campaign", german="89 90")
    spender = Recruit(GAME, 1, german=replace(WEIGHTS["german"]["campaign"], disc_from=1))
    assert str(decide(spender, state, 0)) == "reinforce"
    assert choice(state) == "pass"
