"""4.0 to 6.0: units, defensive lines, HQs, reinforcements, the sequence of play."""

from __future__ import annotations

import pytest

from rasputitsa.games.moscow_41.facts import (
    AIR_HQS,
    ALL_OF,
    COMBAT,
    FAST,
    FIRE,
    FULL,
    HQS,
    LEADERS,
    TACTICAL,
    UNIT_IDS,
    UNIT_NAMES,
    UNITS,
)
from rasputitsa.games.moscow_41.logistics_value import leader_strength

from .helpers import at, battle, holds, kinds, legal, play, position, refused, rule_of, start, strength, told


@pytest.mark.rule("moscow-41", "4.0")
@pytest.mark.rule("moscow-41", "4.2")
def test_a_block_is_a_leader_an_hq_or_a_combat_block() -> None:
    assert [kind.bit_count() for kind in (LEADERS, HQS, COMBAT)] == [2, 15, 103]


@pytest.mark.rule("moscow-41", "4.1")
def test_a_combat_block_is_reduced_to_build_a_line() -> None:
    state = position("command", "G-HQ2P 90, G-W-28 91, G-W-59 89 1, S-HQC 63", activated=["G-HQ2P"])
    play(state, "unit G-W-28", "build")
    assert strength(state, "G-W-28") == 3 and state.position()["german_lines"] == ["91"]
    assert rule_of(state, "unit G-W-28") == "10.7", "the block has had its action"
    play(state, "unit G-W-59")
    assert "build" not in legal(state), "a block at minimum strength builds nothing"
    assert refused(state, "build") == (
        "4.1",
        "The 59th Army Corps is at minimum strength and cannot be reduced to build.",
    )
    state = position("command", "G-HQ2P 90, G-HQ4 90, S-HQC 63", kind="strategic")
    play(state, "unit G-HQ4")
    assert rule_of(state, "build") == "4.1", "an HQ builds nothing"


@pytest.mark.rule("moscow-41", "4.1")
def test_no_line_beside_another_or_among_enemies() -> None:
    state = position("command", "G-HQ2P 90, G-W-28 91, S-HQC 63", lines="G91", activated=["G-HQ2P"])
    play(state, "unit G-W-28")
    assert rule_of(state, "build") == "10.8"
    state = position("command", "G-HQ2P 90, G-W-28 91, S-WH-2R 91, S-HQC 63", activated=["G-HQ2P"])
    play(state, "unit G-W-28")
    assert "build" not in legal(state) and rule_of(state, "build") == "4.1"


@pytest.mark.rule("moscow-41", "4.1")
def test_whoever_has_no_line_left_disbands_one() -> None:
    lines = "G1 G2 G13 G14 G27 G28 G29 G40 G41 G42"
    state = position("command", "G-HQ2P 90, G-W-28 91, S-HQC 63", lines=lines, activated=["G-HQ2P"])
    play(state, "unit G-W-28", "build")
    assert legal(state, "disband") == lines.replace("G", "").split()
    play(state, "disband 14")
    assert "14" not in state.position()["german_lines"] and "91" in state.position()["german_lines"]
    assert strength(state, "G-W-28") == 3 and holds(state, "14") == "german"


@pytest.mark.rule("moscow-41", "4.1")
def test_a_line_rolls_one_die_absorbs_one_hit_and_shields_the_blocks() -> None:
    state, _ = battle("G-2Pg-24 80, S-WH-2R 80 2", "80", lines="80")
    assert state.dice() == 3, "two for the corps and one for the line"
    play(state, "roll 1 1 1", "roll 6 6 1 1")
    assert state.position()["soviet_lines"] == [] and strength(state, "S-WH-2R") == 2


@pytest.mark.rule("moscow-41", "4.2.1")
def test_fast_blocks_have_five_points_and_slow_ones_three() -> None:
    fast = {UNIT_NAMES[unit] for unit in range(120) if FAST >> unit & 1}
    german_hqs = {unit.name for unit in UNITS if unit.type == "hq" and unit.side == 0}
    assert german_hqs <= fast and "G-LW2" not in fast
    assert "S-ZHUKOV" in fast and not {"S-HQW", "S-HQC"} & fast
    state = position("command", "G-HQ2P 90, G-2Pg-24 90, G-W-28 91, S-HQC 63", activated=["G-HQ2P"])
    play(state, "unit G-2Pg-24")
    assert "Movement points left: 5" in str(state.question)
    play(state, "cancel", "unit G-W-28")
    assert "Movement points left: 3" in str(state.question)


@pytest.mark.rule("moscow-41", "4.2.2")
def test_firepower_by_colour() -> None:
    def lowest(name: str) -> int:
        return FIRE[UNIT_IDS[name]][FULL[UNIT_IDS[name]]]

    assert [lowest(name) for name in ("S-WH-2R", "S-WH-5T", "G-2Pg-24")] == [6, 5, 4]
    assert lowest("S-HQW") == 5 and lowest("G-LW2") == 7 and lowest("S-STALIN") == 7
    assert FIRE[UNIT_IDS["S-HQW"]][0] == 7, "an exhausted HQ does not fire"


@pytest.mark.rule("moscow-41", "4.2.3")
@pytest.mark.rule("moscow-41", "4.2.3.1")
def test_each_hit_takes_a_step() -> None:
    state, _ = battle("G-W-28 80, S-WH-2R 80, S-HQW 80 2", "80", "1 1 1 1 1 / 6 1 1 1")
    assert strength(state, "S-WH-2R") == 2, "the corps with three dots is the strongest"
    state, _ = battle("G-2Pg-24 80, S-HQW 80 2", "80", "6 1 1 1")
    assert state.position()["units"]["S-HQW"] == {"at": "80", "strength": 0}, "from two stars to the heart"
    state, _ = battle("G-2Pg-24 80, S-HQW 80 0", "80", "6 1 1 1")
    assert at(state, "S-HQW") == "pool"


@pytest.mark.rule("moscow-41", "4.2.4")
def test_stalin_dies_with_moscow_and_with_him_soviet_logistics() -> None:
    state = position("command", "G-HQ2P 62, G-2Pg-24 62, S-STALIN 63, S-HQC 70", german="74", activated=["G-HQ2P"])
    assert leader_strength(state, 1) == 4
    play(state, "unit G-2Pg-24", "move 63")
    assert at(state, "S-STALIN") == "removed" and holds(state, "63") == "german"
    assert leader_strength(state, 1) == 0 and state.lost(1) == 0
    state = position("impulse", "G-HITLER rastenburg, G-HQ2P 62, S-HQC 70", passes=1)
    events = play(state, "pass", "done")
    assert state.side == "german", "there is no Soviet Logistics Phase"
    assert told(events, "order") == ["Stalin is dead: there is no Soviet Logistics Phase."]


@pytest.mark.rule("moscow-41", "4.2.4")
def test_stalin_counts_for_stacking_and_takes_no_hits() -> None:
    state = position("command", "S-ZHUKOV 62, S-WH-5T 62, S-WH-7T 63, S-STALIN 63", "soviet", activated=["S-ZHUKOV"])
    play(state, "unit S-WH-5T")
    assert rule_of(state, "move 63") == "2.7"
    state, _ = battle("G-2Pg-24 63, G-2Pg-46 63, S-WH-2R 63 1, S-STALIN 63", "63", "1 / 6 6 6 1 1 1 1 1")
    assert at(state, "S-STALIN") == "removed" and holds(state, "63") == "german", "Moscow fell with its defender"


@pytest.mark.rule("moscow-41", "4.2.5")
def test_airborne_corps_are_infantry() -> None:
    assert {unit.type for unit in UNITS if "Airborne" in unit.title} == {"infantry"}


@pytest.mark.rule("moscow-41", "4.2.6")
def test_each_side_has_its_hqs() -> None:
    assert (TACTICAL & ALL_OF[0]).bit_count() == 7 and AIR_HQS.bit_count() == 2
    assert (TACTICAL & ALL_OF[1]).bit_count() == 6
    red = {unit.name for unit in UNITS if unit.colour == "red" and unit.side == 0 and unit.type != "hq"}
    assert red == {"G-2Pg-24", "G-2Pg-46", "G-2Pg-47", "G-2Pg-DR", "G-2Pg-GD", "G-2Pg-1C"}


# 5.0


@pytest.mark.rule("moscow-41", "5.0")
def test_germans_enter_in_their_staging_area() -> None:
    units = "G-HQ4P pskov, G-HQ2P 90, G-9A-5 hand, G-W-28 hand, G-4Pg-41 hand, S-HQC 63"
    step = {"step": "Deploying", "side": 0, "used": []}
    state = position("command", units, kind="reinforce", stack=[step])
    assert legal(state, "unit") == ["G-9A-5", "G-4Pg-41", "G-W-28"]
    play(state, "unit G-9A-5")
    assert legal(state) == ["at 9A", "cancel"] and rule_of(state, "at 4A") == "5.0"
    play(state, "at 9A", "unit G-W-28")
    assert legal(state, "at") == ["16A", "9A", "4A", "2A"]
    play(state, "at 4A", "unit G-4Pg-41")
    assert at(state, "G-4Pg-41") == "pskov", "the L blocks join Hoepner"
    assert strength(state, "G-9A-5") == 4


@pytest.mark.rule("moscow-41", "5.0")
def test_soviets_enter_in_supplied_cities_one_block_each() -> None:
    units = "G-W-28 49, S-HQW hand, S-W-5A hand, S-WH-2R hand, S-HQC 70, S-WH-31A 70, S-WH-32A 63, S-STALIN 63"
    step = {"step": "Deploying", "side": 1, "used": []}
    state = position("command", units, "soviet", "reinforce", german="40", stack=[step])
    play(state, "unit S-W-5A")
    places = legal(state, "at")
    assert "96" in places and "33" in places
    assert not {"63", "70", "49", "40", "71"} & set(places), "full, full, German, German, no city"
    assert rule_of(state, "at 71") == "5.0" and rule_of(state, "at 63") == "2.7"
    play(state, "at 96", "unit S-WH-2R")
    assert "96" not in legal(state, "at") and rule_of(state, "at 96") == "5.0"
    play(state, "at 33")
    assert strength(state, "S-WH-2R") == 1, "remnants enter at minimum strength"
    assert strength(state, "S-W-5A") == 4


@pytest.mark.rule("moscow-41", "5.0")
def test_a_refused_place_is_refused_for_one_reason() -> None:
    step = {"step": "Deploying", "side": 1, "used": ["96"]}
    units = "G-W-28 45, S-WH-2R 45, S-W-5A hand, S-HQC 70, S-WH-31A 70, S-STALIN 63, G-W-38 49, S-WH-44R 96"
    around = "34 46 47 35 36 48 "  # Kalinin is cut off
    state = position("command", units, "soviet", "reinforce", german="40 33 " + around.replace("47 ", ""), stack=[step])
    play(state, "unit S-W-5A")
    reasons = {area: refused(state, f"at {area}") for area in ("96", "49", "45", "47", "71", "70", "leningrad")}
    assert reasons == {
        "96": ("5.0", "96 Tula has received its one reinforcement."),
        "49": ("5.0", "49 Klin is not under Soviet control."),
        "45": ("5.0", "45 Rzhev is contested."),
        "47": ("5.0", "47 Kalinin is out of supply."),
        "71": ("5.0", "There is no city in 71 Gzhatsk."),
        "70": ("2.7", "No further block may stack in 70 Vyazma."),
        "leningrad": ("2.2", "The 5th Army cannot enter Leningrad."),
    }
    step = {"step": "Deploying", "side": 0, "used": []}
    state = position("command", "G-W-28 hand, G-9A-5 hand, S-STALIN 63", kind="reinforce", stack=[step])
    play(state, "unit G-W-28")
    assert refused(state, "at 90") == ("5.0", "The 28th Army Corps enters in a German staging area.")
    play(state, "cancel", "unit G-9A-5")
    assert refused(state, "at 4A") == ("5.0", "The 5th Army Corps enters in its own staging area, 9A.")


@pytest.mark.rule("moscow-41", "5.0")
def test_a_block_without_a_place_returns_to_the_pool() -> None:
    step = {"step": "Deploying", "side": 0, "used": []}
    state = position("command", "G-HQ2P 90, G-4Pg-41 hand, S-HQC 63", kind="reinforce", stack=[step])
    assert at(state, "G-4Pg-41") == "pool", "Hoepner is not on the road"


@pytest.mark.rule("moscow-41", "5.1")
def test_blocks_with_letters_wait() -> None:
    state = start()
    waiting = [unit.name for unit in UNITS if at(state, unit.name) == "waiting"]
    assert waiting == ["G-W-48", "S-W-1ShA", "S-B-61A", "S-WH-10A", "S-WH-26A", "S-WH-11C"]
    state = position(
        "impulse", "G-HITLER rastenburg, S-STALIN 63, S-B-61A waiting, G-W-48 waiting", month="October", passes=1,
        weather="snow",
    )  # fmt: skip
    events = play(state, "pass", "done")
    assert state.month == 5 and at(state, "S-B-61A") == "pool" and at(state, "G-W-48") == "waiting"
    assert kinds(events).index("arrival") > kinds(events).index("turn"), "it is the first thing in November"


@pytest.mark.rule("moscow-41", "6.0")
def test_impulses_alternate_until_two_passes_in_a_row() -> None:
    state = start()
    play(state, "pass", "done")
    assert state.side == "soviet" and state.position()["passes"] == 1
    play(state, "tactical", "activate S-HQNW", "reveal", "done", "done")
    assert state.side == "german" and state.position()["passes"] == 0
    play(state, "pass", "done", "pass", "done")
    assert state.month == 2 and state.side == "soviet" and state.position()["phase"] == "logistics"
