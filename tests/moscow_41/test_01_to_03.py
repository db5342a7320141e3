"""1.0 to 3.2: components, fog, victory, the map, control, fractions, the Initiative Disc."""

from __future__ import annotations

import pytest

from rasputitsa.games.moscow_41.facts import (
    ALL_OF,
    AREAS,
    BOARD,
    BOMBERS,
    CITIES,
    EDGES,
    GREEN,
    KIEV,
    LINES,
    NEAR,
    RIVER,
    ROAD,
    STACKING,
    STAGING,
    UNIT_NAMES,
    UNITS,
    VICTORY,
    YELLOW,
)
from rasputitsa.games.moscow_41.strength import divided
from rasputitsa.games.moscow_41.victory import victory_points

from .helpers import GAME, at, battle, holds, kinds, legal, play, position, refused, rule_of, start, strength

GAME_NAME = "moscow-41"


@pytest.mark.rule("moscow-41", "1.0")
@pytest.mark.rule("moscow-41", "1.4")
def test_the_campaign_lasts_six_months() -> None:
    assert [turn.label for turn in GAME.scenario("campaign").turns] == [
        "July", "August", "September", "October", "November", "December",
    ]  # fmt: skip
    assert [side.name for side in GAME.sides] == ["german", "soviet"]


@pytest.mark.rule("moscow-41", "1.1")
@pytest.mark.rule("moscow-41", "1.2")
@pytest.mark.rule("moscow-41", "1.3")
def test_the_box_holds_120_blocks_eight_bombers_and_30_lines() -> None:
    assert [blocks.bit_count() for blocks in ALL_OF] == [50, 70]
    assert sorted(bomber.type for bomber in BOMBERS) == ["He-111"] * 6 + ["Ju-87"] * 2
    assert LINES == (10, 20)


@pytest.mark.rule("moscow-41", "1.5")
def test_the_enemy_sees_that_a_block_is_there_and_whose_it_is() -> None:
    state = start()
    seen = [token for token in state.view("german")["tokens"] if token["at"] == "78"]
    assert [(token["name"], token["piece"], token["owner"], token["back"]) for token in seen] == [
        ("78.1", None, "soviet", "soviet"),
        ("78.2", None, "soviet", "soviet"),
        ("78.3", None, "soviet", "soviet"),
    ]
    own = [token["piece"] for token in state.view("soviet")["tokens"] if token["at"] == "78"]
    assert len(own) == 3 and all(name in UNIT_NAMES for name in own)


@pytest.mark.rule("moscow-41", "1.5.1")
def test_a_battle_reveals_all_blocks_in_its_area() -> None:
    state, events = battle("G-2Pg-24 91, S-WH-2R 91 3, S-WH-5T 91", "91")
    assert "reveal" in kinds(events)
    for viewer in ("german", "soviet", None):
        names = {token["piece"] for token in state.view(viewer)["tokens"] if token["at"] == "91"}
        assert names == {"G-2Pg-24", "S-WH-2R", "S-WH-5T"}


@pytest.mark.rule("moscow-41", "1.6")
def test_the_weather_is_good_from_july_to_september() -> None:
    for month in ("July", "August", "September"):
        state = position("impulse", "G-HQ2P 90, S-STALIN 63", month=month, german_impulses=5)
        play(state, "pass")
        assert state.weather == 0 and state.side == "german"


@pytest.mark.rule("moscow-41", "1.7")
def test_seven_points_are_a_decisive_victory_at_once() -> None:
    """The example of 1.7: the Soviets hold six points and take Smolensk."""
    state = start()
    assert [victory_points(state, side) for side in (0, 1)] == [1, 6]
    state = position("command", "S-HQC 91 4, S-WH-5T 91, S-STALIN 63", "soviet", german="90", activated=["S-HQC"])
    events = play(state, "unit S-WH-5T", "move 90")
    assert state.outcome is not None and state.outcome.winner == "soviet" and state.outcome.rule == "1.7"
    assert kinds(events)[-1] == "end" and state.actions() == []


@pytest.mark.rule("moscow-41", "1.7")
def test_at_the_end_the_side_with_more_points_wins() -> None:
    ends = (("90", "soviet", "1 Victory Point "), ("90 63 96", "soviet", "3 Victory Points "))
    for german, winner, points in (*ends, ("90 63 96 157", "german", "4 Victory Points ")):
        state = position(
            "impulse", "G-HITLER rastenburg, S-HQC 70", german=german, month="December", passes=1, weather="snow"
        )
        play(state, "pass", "done")
        assert state.outcome is not None and state.outcome.winner == winner
        assert state.outcome.reason.startswith(points)
        assert state.outcome.reason.endswith(f": {winner.title()} marginal victory.")


# 2.0: the map


@pytest.mark.rule("moscow-41", "2.0")
def test_there_are_175_areas() -> None:
    assert AREAS.bit_count() == 175
    assert BOARD.names_of(STAGING) == ["16A", "9A", "4A", "2A"]
    assert [BOARD.names[number] for number in range(1, 172)] == [str(number) for number in range(1, 172)]


@pytest.mark.rule("moscow-41", "2.1")
def test_the_red_borders_are_the_soviet_sources() -> None:
    assert [EDGES[name].bit_count() for name in ("north-west", "north-east", "south")] == [5, 5, 7]
    assert BOARD.names_of(EDGES["north-west"]) == ["3", "4", "5", "6", "7"]


@pytest.mark.rule("moscow-41", "2.2")
def test_the_boxes_stand_apart() -> None:
    names = [BOARD.names[box] for box in ROAD]
    assert names[0] == "pskov" and names[-1] == "leningrad" and len(names) == 10
    assert names.index("novgorod") + 1 == names.index("pushkin")
    assert not any(NEAR[box] for box in (*ROAD, KIEV))
    state = position("command", "G-HQ4P pskov, G-4Pg-41 pskov, G-HQ2P 90", kind="strategic")
    assert legal(state) == ["unit G-HQ2P", "done"]
    assert rule_of(state, "unit G-4Pg-41") == "2.2"


@pytest.mark.rule("moscow-41", "2.3")
@pytest.mark.rule("moscow-41", "2.4")
@pytest.mark.rule("moscow-41", "2.4.1")
@pytest.mark.rule("moscow-41", "2.4.2")
@pytest.mark.rule("moscow-41", "2.4.3")
@pytest.mark.rule("moscow-41", "2.6")
def test_terrain_sets_cost_stacking_and_absorption() -> None:
    state = position("command", "G-HQ2P 90, G-W-28 90, S-HQC 63", activated=["G-HQ2P"])
    play(state, "unit G-W-28")
    costs = {mark[0].object: mark[1].badge for mark in state.stack[-1].marks(state).items()}
    assert costs["91"] == "1" and costs["89"] == "1"  # Green
    assert costs["92"] == "3"  # by Green 91 into Yellow
    assert [STACKING[BOARD.ids[name]] for name in ("91", "92", "63")] == [4, 2, 2]
    assert VICTORY.bit_count() == 5 and (GREEN & YELLOW) == 0
    overlay = state.overlay("absorb")
    assert overlay["92"].badge == "1" and overlay["63"].badge == "2" and overlay["70"].badge == "2"
    assert "93" in overlay and "80" not in overlay


@pytest.mark.rule("moscow-41", "2.4.4")
def test_soviets_never_enter_a_staging_area() -> None:
    state = position("command", "S-HQC 89 4, S-WH-5T 89, S-STALIN 63", "soviet", activated=["S-HQC"])
    play(state, "unit S-WH-5T")
    assert not set(legal(state, "move")) & {"4A", "9A"}
    assert rule_of(state, "move 4A") == "2.4.4"
    assert refused(state, "move leningrad") == ("2.2", "The 5th Mechanized Corps cannot enter Leningrad.")
    state = position("command", "G-W-28 89, G-HQ4 89, S-STALIN 63", activated=["G-HQ4"])
    play(state, "unit G-W-28", "move 4A")
    assert at(state, "G-W-28") == "4A"


@pytest.mark.rule("moscow-41", "2.4.5")
def test_a_city_helps_only_those_who_control_it() -> None:
    assert {BOARD.by_id[city].title for city in range(172) if CITIES >> city & 1} >= {"Chernigov", "Romny", "Vyazma"}
    state, _ = battle("G-W-28 91, S-WH-2R 91", "91", "1 1 1 / 6 1 1 1", german="91")
    assert strength(state, "S-WH-2R") == 2  # the Germans control Yelnia: nothing is absorbed
    state, _ = battle("G-W-28 91, S-WH-2R 91", "91", "1 1 1 / 6 1 1 1")
    assert strength(state, "S-WH-2R") == 3


@pytest.mark.rule("moscow-41", "2.4.6")
def test_a_block_that_engages_across_a_river_gets_a_blue_cube() -> None:
    assert RIVER[90] >> 101 & 1 and not RIVER[90] >> 91 & 1
    state = position("command", "G-HQ2P 89, G-2Pg-24 90, G-2Pg-46 90, S-WH-2R 101, S-WH-20R 91", activated=["G-HQ2P"])
    play(state, "unit G-2Pg-24", "move 101", "unit G-2Pg-46", "move 91")
    assert state.position()["crossed"] == ["G-2Pg-24"]
    marks = {token["name"]: token["marks"] for token in state.view("soviet")["tokens"] if token["at"] == "101"}
    assert marks["101.1"] == ["river"]


@pytest.mark.rule("moscow-41", "2.5")
@pytest.mark.rule("moscow-41", "2.5.1")
def test_control_goes_to_whoever_is_alone_or_was_last() -> None:
    state = position("command", "G-HQ2P 90, G-2Pg-24 90, S-WH-2R 80 1, S-HQW 70", activated=["G-HQ2P"])
    assert holds(state, "91") == "soviet"
    play(state, "unit G-2Pg-24", "waypoint", "move 91", "move 80")
    assert holds(state, "91") == "german", "moving through is enough"
    assert holds(state, "80") == "soviet", "a contested area stays with the original defender"
    assert state.view(None)["control"]["80"] == "soviet"
    play(state, "done")
    while state.side == "chance":
        state.take(f"roll {' '.join('6' * state.dice())}")
    assert holds(state, "80") == "german"


@pytest.mark.rule("moscow-41", "2.7")
def test_stacking_is_four_or_two_blocks() -> None:
    units = "G-HQ2P 89, G-2Pg-24 89, G-2Pg-46 89, G-2Pg-47 89, G-W-28 90, G-W-38 100, S-HQC 63"
    state = position("command", units, activated=["G-HQ2P"])
    play(state, "unit G-W-28")
    assert "89" not in legal(state, "move") and rule_of(state, "move 89") == "2.7"
    state = position("command", "G-HQ2P 90, G-W-28 90, G-W-38 100, S-HQC 63", activated=["G-HQ2P"])
    play(state, "unit G-W-38")
    assert "90" not in legal(state, "move"), "a Victory Area holds two"


# 3.0


@pytest.mark.rule("moscow-41", "3.0")
def test_an_impulse_asks_first_what_it_is_to_be() -> None:
    state = start()
    assert state.question is not None and state.question.step == "ChooseImpulse"
    assert legal(state) == ["tactical", "strategic", "reinforce", "pass"]


@pytest.mark.rule("moscow-41", "3.1")
def test_fractions_are_rounded_down_but_not_below_one() -> None:
    assert divided(7, 2) == 3 and divided(1, 2) == 1 and divided(0, 2) == 0


@pytest.mark.rule("moscow-41", "3.2")
@pytest.mark.rule("moscow-41", "3.2.1")
def test_whoever_has_the_disc_goes_first_and_may_spend_it() -> None:
    state = start("typhoon")
    assert state.side == "soviet", "the player without the Initiative decides first in the Logistics Phase"
    play(state, "pause", "pause")
    assert state.side == "german"
    state = position("impulse", "G-HQ2P 89, S-HQC 63", initiative="soviet")
    assert legal(state) == ["tactical", "pass"] and rule_of(state, "strategic") == "11.0"
    state = position("impulse", "G-HQ2P 89, S-HQC 63")
    play(state, "strategic", "done")
    assert state.position()["initiative"] == "soviet"


def test_names_of_blocks_are_unique_and_titled() -> None:
    assert len(set(UNIT_NAMES)) == 120 and all(unit.title for unit in UNITS)
