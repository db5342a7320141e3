"""10.0 to 10.10: activation, range, command, movement, the Road to Leningrad, the Luftwaffe."""

from __future__ import annotations

import pytest

from .helpers import GAME, at, dice, holds, legal, play, position, refused, rule_of, strength, told


@pytest.mark.rule("moscow-41", "10.0")
def test_a_tactical_impulse_needs_a_tactical_hq() -> None:
    state = position("activation", "G-HQ2P 89, G-LW8 89, S-HQC 63")
    assert legal(state) == ["activate G-HQ2P"]
    assert rule_of(state, "done") == "10.0" and rule_of(state, "activate G-LW8") == "10.0"
    play(state, "activate G-HQ2P", "reveal")
    assert legal(state) == ["activate G-LW8", "done"]
    state = position("impulse", "G-LW8 89, S-HQC 63")
    assert "tactical" not in legal(state) and rule_of(state, "tactical") == "10.0"
    state = position("impulse", "G-HQ4P pskov, S-HQC 63")
    assert "tactical" in legal(state), "Hoepner alone will do"


@pytest.mark.rule("moscow-41", "10.1")
def test_an_hq_moves_first_and_is_then_revealed() -> None:
    state = position("activation", "G-HQ2P 89, S-WH-2R 91, S-HQC 63", german="90 100")
    play(state, "activate G-HQ2P")
    assert "91" not in legal(state, "move") and rule_of(state, "move 91") == "10.1"
    events = play(state, "move 100")
    assert at(state, "G-HQ2P") == "100" and state.position()["revealed"] == ["G-HQ2P"]
    assert told(events, "reveal") == ["The 2nd Panzer Group HQ (Guderian) is activated in 100 Krichev, 4 stars."]


@pytest.mark.rule("moscow-41", "10.1")
def test_an_hq_among_enemies_must_disengage() -> None:
    state = position("activation", "G-HQ2P 91, G-W-28 91, S-WH-2R 91, S-HQC 63", german="90 89")
    play(state, "activate G-HQ2P")
    assert "reveal" not in legal(state) and rule_of(state, "reveal") == "10.1"
    costs = {action.object: mark.badge for action, mark in state.stack[-1].marks(state).items()}
    assert costs["90"] == "3" and costs["89"] == "4" and "92" not in costs
    play(state, "move 90")
    state = position("activation", "G-HQ2P 104, S-WH-2R 104, G-HQ4 89, S-HQC 63", german="89")
    assert legal(state) == ["activate G-HQ4"] and rule_of(state, "activate G-HQ2P") == "10.1"


@pytest.mark.rule("moscow-41", "10.1")
def test_an_hq_is_not_revealed_where_the_stack_is_full() -> None:
    state = position("activation", "G-HQ2P 89, G-W-28 90, G-W-38 90, S-HQC 63")
    play(state, "activate G-HQ2P")
    assert "90" not in legal(state, "move") and rule_of(state, "move 90") == "2.7"


@pytest.mark.rule("moscow-41", "10.2")
@pytest.mark.rule("moscow-41", "10.3")
def test_guderian_at_two_stars() -> None:
    """The example of 10.3: red and White blocks within two areas, and everything in his own area."""
    units = (
        "G-HQ2P 100 2, G-HQ4 100, G-9A-5 100, G-2Pg-24 90, G-2Pg-46 101, G-9A-6 90, G-W-28 88, G-W-38 66, G-2Pg-47 66, "
        "S-HQC 63, G-HQ9 89"
    )
    state = position("command", units, german="89 88 66 67 78", activated=["G-HQ2P"], revealed=["G-HQ2P"])
    assert legal(state, "unit") == ["G-HQ4", "G-9A-5", "G-2Pg-24", "G-2Pg-46", "G-W-28"]
    assert refused(state, "unit G-9A-6") == (
        "10.2", "The 6th Army Corps is not of the colour of an activated HQ, and none is in its area.",
    )  # fmt: skip
    assert refused(state, "unit G-2Pg-47") == (
        "10.3", "The 47th Panzer Corps is out of the range of the 2nd Panzer Group HQ (Guderian).",
    )  # fmt: skip
    assert refused(state, "unit G-HQ9")[1] == "The 9th Army HQ (Strauss) is an HQ, and no activated HQ is in its area."
    assert rule_of(state, "unit G-HQ2P") == "10.7"


@pytest.mark.rule("moscow-41", "10.3")
def test_a_range_ends_but_does_not_pass_in_enemy_areas() -> None:
    units = "G-HQ2P 89 4, G-2Pg-24 91, G-2Pg-46 92, S-WH-2R 91, S-HQC 63"
    state = position("command", units, german="90", activated=["G-HQ2P"])
    assert legal(state, "unit") == ["G-2Pg-24"], "91 is contested: the range ends there"
    state = position("command", "G-HQ2P 89 0, G-W-28 89, G-W-38 90, S-HQC 63", activated=["G-HQ2P"])
    assert legal(state, "unit") == ["G-W-28"], "an exhausted HQ commands its own area"
    state = position("command", "G-HQ2P 89, G-W-28 90, G-W-38 91, S-HQC 63", weather="rain", activated=["G-HQ2P"],
                     month="October")  # fmt: skip
    assert legal(state, "unit") == ["G-W-28"], "rain: range 1"
    state = position("command", "G-HQ2P 89 4, G-W-28 91, G-W-38 80, S-HQC 63", weather="snow", activated=["G-HQ2P"],
                     month="October", german="90")  # fmt: skip
    assert legal(state, "unit") == ["G-W-28"], "snow: half of four"


@pytest.mark.rule("moscow-41", "10.4")
def test_artillery_into_one_adjacent_contested_area() -> None:
    units = "G-HQ2P 90 3, G-W-28 91, S-WH-2R 91, G-W-38 79, S-WH-20R 79, G-W-42 92, S-WH-25R 92, S-HQC 63"
    state = position("combat", units, activated=["G-HQ2P"], german="89")
    assert legal(state) == ["support G-HQ2P", "done"]
    play(state, "support G-HQ2P")
    assert legal(state, "at") == ["79", "91"] and rule_of(state, "at 92") == "10.4"
    play(state, "at 91")
    assert legal(state, "battle") == ["79", "91", "92"], "there is nothing left to assign"
    play(state, "battle 91")
    assert dice(state) == 3
    play(state, "roll 5 4 1")
    assert strength(state, "S-WH-2R") == 3, "the city absorbed it"


@pytest.mark.rule("moscow-41", "10.4")
@pytest.mark.rule("moscow-41", "10.10")
def test_the_forecast_of_support_counts_it() -> None:
    units = "G-HQ2P 90 3, G-LW2 90 2, G-W-28 91, S-WH-2R 91, S-HQC 63"
    state = position("combat", units, activated=["G-HQ2P", "G-LW2"], german="89")
    before = state.position()
    for support, headline in (("support G-HQ2P", "7 dice"), ("commit He-1", "6 dice")):
        play(state, support)
        forecast = state.forecast("at 91", "german")
        assert forecast is not None and forecast.headline == f"{headline} against 1 absorbed"
        assert state.forecast("at 92", "german") is None and state.forecast("cancel", "german") is None
        play(state, "cancel")
    assert state.position() == before


@pytest.mark.rule("moscow-41", "10.4")
def test_hoepner_has_no_artillery_in_the_campaign() -> None:
    units = "G-HQ4P 90 3, G-W-28 91, S-WH-2R 91, S-HQC 63"
    state = position("combat", units, activated=["G-HQ4P"], german="89 leningrad")
    assert legal(state) == ["battle 91", "done"]
    state = position("combat", units, activated=["G-HQ4P"], german="89 kiev shlisselburg", scenario="typhoon",
                     month="October")  # fmt: skip
    assert legal(state) == ["support G-HQ4P", "done"]


@pytest.mark.rule("moscow-41", "10.5")
@pytest.mark.rule("moscow-41", "10.17")
def test_an_exhausted_hq_can_be_activated_once() -> None:
    for name, side, fate in (("G-HQ2P 89", "german", "eliminated"), ("S-HQC 128", "soviet", "pool")):
        state = position("activation", f"{name} 0, S-STALIN 63, G-HQ4 90, S-HQW 70", side, initiative=other(side))
        hq = name.split()[0]
        play(state, f"activate {hq}", "reveal", "done", "done")
        assert at(state, hq) == fate
        assert state.lost(0) == (1 if side == "german" else 0)
    state = position("activation", "G-HQ2P 89, G-LW8 89 0, S-HQC 63")
    play(state, "activate G-HQ2P", "reveal")
    assert rule_of(state, "activate G-LW8") == "10.5"


def other(side: str) -> str:
    return "soviet" if side == "german" else "german"


@pytest.mark.rule("moscow-41", "10.17")
def test_an_activated_hq_is_reduced_and_concealed() -> None:
    state = position("activation", "G-HQ2P 89, S-HQC 63", initiative="soviet")
    play(state, "activate G-HQ2P", "reveal", "done")
    assert "G-HQ2P" in [token["piece"] for token in state.view("soviet")["tokens"]]
    play(state, "done")
    assert strength(state, "G-HQ2P") == 3 and state.position()["revealed"] == []


@pytest.mark.rule("moscow-41", "10.6")
def test_zhukov_commands_everybody() -> None:
    units = "S-ZHUKOV 63, S-STALIN 63, S-HQW 62, S-W-5A 62, S-K-22A 50, S-C-21R 50, S-WH-2R 64, G-HQ2P 89"
    state = position("command", units, "soviet", activated=["S-ZHUKOV"])
    assert legal(state, "unit") == ["S-HQW", "S-W-5A", "S-K-22A", "S-C-21R", "S-WH-2R"]
    assert refused(state, "unit S-ZHUKOV") == ("10.7", "Marshal Zhukov has already acted in this impulse.")


@pytest.mark.rule("moscow-41", "10.7")
def test_one_action_for_each_block() -> None:
    state = position("command", "G-HQ2P 89, G-W-28 89, G-W-38 89, S-HQC 63", activated=["G-HQ2P"])
    play(state, "unit G-W-28", "move 90")
    assert legal(state, "unit") == ["G-W-38"] and rule_of(state, "unit G-W-28") == "10.7"


@pytest.mark.rule("moscow-41", "10.8")
def test_engaging_stops_and_disengaging_costs_a_point() -> None:
    for enemy, reachable in (("S-WH-2R 91, ", False), ("", True)):
        state = position("command", f"G-HQ2P 89, G-W-28 90, {enemy}S-HQC 63", activated=["G-HQ2P"])
        play(state, "unit G-W-28")
        assert "91" in legal(state, "move") and ("92" in legal(state, "move")) == reachable
    state = position("command", "G-HQ2P 89, G-W-28 90, S-WH-2R 90, S-HQC 63", german="90 78", activated=["G-HQ2P"])
    play(state, "unit G-W-28")
    moves = {action.object: mark.badge for action, mark in state.stack[-1].marks(state).items()}
    assert moves["89"] == "2" and moves["78"] == "2", "one for the area and one for disengaging"
    assert "91" not in moves and "100" in moves and moves["100"] == "3", "first into a friendly area, then on"
    assert rule_of(state, "move 91") == "10.8"


@pytest.mark.rule("moscow-41", "2.5")
@pytest.mark.rule("moscow-41", "10.8")
def test_one_click_takes_the_areas_on_the_way_and_avoids_rivers() -> None:
    """From 90 into 80 leads a way by 79, then across the Dnieper, and one by 91, which does not cross it."""
    state = position("command", "G-HQ2P 89, G-2Pg-24 90, S-WH-32R 80, S-HQC 63", activated=["G-HQ2P"])
    play(state, "unit G-2Pg-24", "move 80")
    assert (holds(state, "91"), holds(state, "79"), holds(state, "80")) == ("german", "soviet", "soviet")
    assert state.position()["crossed"] == []


@pytest.mark.rule("moscow-41", "1.5.1")
@pytest.mark.rule("moscow-41", "10.15")
def test_blocks_that_part_stand_up_again() -> None:
    """An attacker that disengages is concealed, and so is whoever is left alone by a disengaging enemy."""
    units = "G-HQ2P 89, G-2Pg-24 91, S-WH-2R 91, S-HQC 63"
    state = position("command", units, activated=["G-HQ2P"], german="90", revealed=["G-2Pg-24"])
    play(state, "unit G-2Pg-24", "move 90")
    assert state.position()["revealed"] == []
    state = position("command", units, activated=["G-HQ2P"], german="90 91", revealed=["S-WH-2R"])
    play(state, "unit G-2Pg-24", "move 90")
    assert state.position()["revealed"] == [] and holds(state, "91") == "soviet"


@pytest.mark.rule("moscow-41", "2.4.4")
@pytest.mark.rule("moscow-41", "2.7")
def test_a_staging_area_holds_any_number() -> None:
    names = ["G-W-28", "G-W-38", "G-W-42", "G-W-50", "G-W-59"]
    units = ", ".join(f"{name} 4A" for name in names) + ", G-HQ4 89, G-2A-13 89, S-HQC 63"
    state = position("command", units, activated=["G-HQ4"])
    play(state, "unit G-2A-13", "move 4A")
    assert at(state, "G-2A-13") == "4A"


@pytest.mark.rule("moscow-41", "10.8")
def test_a_waypoint_keeps_the_block_in_hand() -> None:
    state = position("command", "G-HQ2P 89, G-2Pg-24 90, S-HQC 63", activated=["G-HQ2P"])
    play(state, "unit G-2Pg-24", "waypoint")
    assert rule_of(state, "move 162") == "10.8.1"
    play(state, "move 91")
    assert "Movement points left: 4" in str(state.question) and holds(state, "91") == "german"
    play(state, "stop")
    assert at(state, "G-2Pg-24") == "91"


@pytest.mark.rule("moscow-41", "10.8")
@pytest.mark.rule("moscow-41", "10.12.5.1")
def test_a_block_may_go_by_way_of_a_full_area() -> None:
    """From 100 into 101 leads across a river, but not by way of 114, which is full: the block may not end there."""
    units = "G-HQ2P 100, G-2Pg-24 100, G-W-28 114, G-W-38 114, G-W-42 114, G-W-50 114, S-WH-32R 101, S-HQC 63"
    state = position("command", units, activated=["G-HQ2P"])
    play(state, "unit G-2Pg-24")
    assert rule_of(state, "move 114") == "2.7"
    play(state, "waypoint", "move 114")
    assert "stop" not in legal(state) and rule_of(state, "stop") == "2.7" and rule_of(state, "cancel") == "10.8"
    assert GAME.position(state.position()).position() == state.position(), "a block on its way may overstack"
    play(state, "move 101", "done")
    assert state.position()["crossed"] == [], "not across the river"
    state = position("activation", units)
    play(state, "activate G-HQ2P", "waypoint", "move 114")
    assert "reveal" not in legal(state) and rule_of(state, "reveal") == "2.7"


@pytest.mark.rule("moscow-41", "4.1")
@pytest.mark.rule("moscow-41", "10.7")
def test_why_a_block_cannot_build_now() -> None:
    units = "G-HQ2P 89, G-W-28 90, G-2Pg-24 101, S-WH-32R 101, S-HQC 63"
    state = position("command", units, activated=["G-HQ2P"], german="91")
    play(state, "unit G-2Pg-24")
    assert refused(state, "build") == ("4.1", "101 Roslavl is contested, and no defensive line is built there.")
    play(state, "cancel", "unit G-W-28", "waypoint")
    assert refused(state, "cancel")[1] == "Choose the area by way of which the block goes, or take that back."
    play(state, "move 89")
    assert rule_of(state, "build") == "10.7" and rule_of(state, "cancel") == "10.8"
    state = position("exploitation", "G-HITLER rastenburg, G-2Pg-24 89, S-HQC 63")
    play(state, "exploit", "unit G-2Pg-24")
    assert rule_of(state, "build") == "10.18"


@pytest.mark.rule("moscow-41", "10.8.1")
def test_allowances() -> None:
    state = position("command", "G-HQ2P 89, G-2Pg-24 90, G-W-28 90, S-HQC 63", activated=["G-HQ2P"])
    play(state, "unit G-W-28")
    assert "80" in legal(state, "move") and rule_of(state, "move 71") == "10.8.1"
    play(state, "cancel", "unit G-2Pg-24")
    assert "69" in legal(state, "move")


# The Road to Leningrad


@pytest.mark.rule("moscow-41", "10.9")
def test_the_example_of_novgorod() -> None:
    """Four stars in snow are two dice; two hits and one block with him: one box, then three stars."""
    state = position("activation", "G-HQ4P novgorod, G-4Pg-TT novgorod, S-HQC 63", weather="snow", month="November",
                     initiative="soviet")  # fmt: skip
    play(state, "activate G-HQ4P", "done", "done")
    assert dice(state) == 2
    play(state, "roll 5 6")
    assert at(state, "G-HQ4P") == at(state, "G-4Pg-TT") == "pushkin"
    assert strength(state, "G-HQ4P") == 3
    assert state.side == "soviet", "on the road there is no exploitation"


@pytest.mark.rule("moscow-41", "10.9")
@pytest.mark.rule("moscow-41", "10.9.1")
def test_the_advance_is_limited_by_blocks_and_by_leningrad() -> None:
    units = "G-HQ4P mga, G-4Pg-TT mga, G-4Pg-41 mga, G-4Pg-56 mga, S-HQC 63"
    state = position("activation", units, initiative="soviet")
    play(state, "activate G-HQ4P", "done", "done", "roll 5 5 6 1")
    assert at(state, "G-4Pg-56") == "leningrad" and holds(state, "shlisselburg") == "german"
    assert holds(state, "leningrad") == "soviet", "it falls in the Final Phase"
    assert state.position()["isolated"] == []
    state = position("activation", "G-HQ4P pskov, S-HQC 63", initiative="soviet")
    play(state, "activate G-HQ4P", "done", "done")
    assert state.side == "soviet", "without a block there is nothing to roll for"


# The Luftwaffe


@pytest.mark.rule("moscow-41", "10.10")
@pytest.mark.rule("moscow-41", "10.10.1")
def test_the_second_fliegerkorps_at_full_strength() -> None:
    """Up to four He-111 within four areas, each with four dice that hit on 5 and 6."""
    units = "G-HQ2P 90 0, G-LW2 89 4, G-W-28 80, S-WH-2R 80 3, G-W-38 104, S-WH-20R 104, S-HQC 63"
    state = position("combat", units, activated=["G-HQ2P", "G-LW2"], german="91")
    assert legal(state) == ["commit He-1", "done"], "no Stuka flies for the 2nd"
    play(state, "commit He-1")
    assert legal(state, "at") == ["80"] and rule_of(state, "at 104") == "10.10"
    play(state, "at 80")
    for bomber in ("He-2", "He-3", "He-4"):
        play(state, f"commit {bomber}", "at 80")
    assert legal(state) == ["battle 80", "battle 104", "done"]
    play(state, "battle 80")
    assert dice(state) == 1, "one die of anti-air fire"
    play(state, "roll 1")
    assert state.stack[-1].handful(state) == (0, 16, 0), "four dice each, which hit on 5 and 6"  # type: ignore[attr-defined]


@pytest.mark.rule("moscow-41", "10.10")
def test_a_weak_luftwaffe_hq_sends_few_bombers() -> None:
    units = "G-HQ2P 90 0, G-LW8 90 2, G-W-28 91, S-WH-2R 91, S-HQC 63"
    state = position("combat", units, activated=["G-HQ2P", "G-LW8"], german="89")
    assert legal(state) == ["commit He-5", "commit Ju-1", "done"]
    play(state, "commit Ju-1", "at 91", "commit Ju-2", "at 91")
    assert legal(state) == ["battle 91", "done"], "two stars, two bombers"
    play(state, "battle 91", "roll 1")
    assert dice(state) == 4 and state.stack[-1].handful(state) == (4, 0, 0)  # type: ignore[attr-defined]
    state = position("combat", units, activated=["G-HQ2P", "G-LW8"], german="89", weather="rain", month="October")
    play(state, "commit He-5", "at 91")
    assert legal(state) == ["battle 91", "done"], "one bomber in rain"
