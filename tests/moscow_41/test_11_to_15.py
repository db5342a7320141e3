"""11.0 to 15.4: Strategic Impulse, Pass, Final Phase, optional rules, scenarios."""

from __future__ import annotations

from typing import Any

import pytest

from rasputitsa.games.moscow_41.facts import ALL_OF, UNIT_NAMES, UNITS
from rasputitsa.games.moscow_41.logistics_value import logistics_value
from rasputitsa.games.moscow_41.state import Moscow41State

from .helpers import GAME, at, dice, holds, kinds, legal, play, position, refused, rule_of, start, strength

ELEVEN = (
    "S-STALIN 63 0, S-HQC 2 2, S-HQW 4 0, S-HQB 62 2, S-WH-32R 2, S-WH-44R 2, S-WH-53R 13, S-WH-61R 33, S-WH-5T 6, "
    "S-WH-7T 6, G-W-28 1, G-W-38 1 2, G-W-59 1 3, G-W-42 4, "
)
DEAD = [name for name in UNIT_NAMES if name.startswith(("G-2A", "G-4A", "G-9A"))][:12]


@pytest.mark.rule("moscow-41", "11.0")
def test_the_strategic_example() -> None:
    """Stalin 0, two of three HQs, four points and twelve German blocks make 7: an HQ and three blocks engage in 1, an
    infantry builds a line, an exhausted HQ disengages from 4, and a tank moves in there."""
    units = ELEVEN + ", ".join(f"{name} eliminated" for name in DEAD)
    state = position("impulse", units, "soviet", german="90 kiev 157", initiative="soviet")
    assert logistics_value(state, 1) == 7
    play(state, "strategic")
    assert refused(state, "activate S-HQC")[0] == "10.7", "HQs are not activated"
    for name in ("S-HQC", "S-WH-32R", "S-WH-44R", "S-WH-53R"):
        play(state, f"unit {name}", "move 1")
    play(state, "unit S-WH-61R", "build")
    assert strength(state, "S-WH-61R") == 2 and "33" in state.position()["soviet_lines"]
    play(state, "unit S-HQW")
    assert "5" in legal(state, "move"), "an exhausted HQ disengages from the contested area 4"
    play(state, "move 5", "unit S-WH-5T", "move 4")
    assert legal(state) == ["done"] and rule_of(state, "unit S-WH-7T") == "7.2.1"
    play(state, "done")
    assert legal(state) == ["battle 1", "battle 4"] and rule_of(state, "done") == "10.11", "the one in 1 is mandatory"
    play(state, "battle 1", "roll 1 1 1 1 1 1 1 1 1")
    assert state.stack[-1].handful(state) == (0, 2, 9), "the HQ fires like any unit"  # type: ignore[attr-defined]
    play(state, "roll 1 1 1 1 1 1 1 1 1 1 1")
    assert legal(state) == ["battle 4", "done"], "the battle in 4 is free"
    play(state, "done")
    assert state.side == "german" and state.position()["initiative"] == "german"


@pytest.mark.rule("moscow-41", "11.0")
@pytest.mark.rule("moscow-41", "10.18")
def test_the_question_says_how_many_blocks_are_left() -> None:
    units = "G-HITLER rastenburg 2, G-HQ2P 89 3, G-2Pg-24 89, S-HQC 63"
    for begin, part in (("strategic", "impulse"), ("exploit", "exploitation")):
        state = position(part, units, german="88 100")
        play(state, begin)
        for left, name in ((4, "G-HQ2P"), (3, "G-2Pg-24"), (2, "")):
            assert f"Blocks left: {left}." in str(state.question)
            play(state, f"unit {name}", "move 100") if name else None


@pytest.mark.rule("moscow-41", "11.0")
def test_hqs_may_engage_but_give_no_support() -> None:
    state = position("impulse", "G-HITLER rastenburg, G-HQ2P 89 3, S-WH-32R 90 1, S-HQC 63", german="88 100")
    play(state, "strategic", "unit G-HQ2P", "move 90", "done")
    assert dice(state) == 1
    play(state, "roll 1")
    assert dice(state) == 3 and state.stack[-1].handful(state) == (0, 3, 0)  # type: ignore[attr-defined]


@pytest.mark.rule("moscow-41", "11.0")
def test_option_b_draws_reinforcements_and_then_fights() -> None:
    units = (
        "G-HITLER rastenburg 0, G-HQ2P 89, G-HQ4P pskov, G-4Pg-41 pool, G-9A-5 pool, G-W-28 pool, G-W-38 91, "
        "S-WH-32R 91, S-HQC 63"
    )
    state = position("impulse", units, german="89 90")
    assert logistics_value(state, 0) == 3
    play(state, "reinforce", "call 3", "draw G-4Pg-41", "draw G-9A-5")
    assert legal(state) == ["unit G-9A-5", "unit G-4Pg-41", "unit G-W-28"], "the last one comes by itself"
    play(state, "unit G-4Pg-41", "unit G-9A-5", "at 9A", "unit G-W-28", "at 4A")
    assert at(state, "G-4Pg-41") == "pskov"
    assert legal(state) == ["battle 91", "done"]
    play(state, "done")
    assert state.side == "soviet" and state.position()["initiative"] == "soviet"


@pytest.mark.rule("moscow-41", "11.0")
def test_option_b_asks_how_many_blocks_are_drawn_before_the_first_is() -> None:
    units = (
        "G-HITLER rastenburg 2, G-HQ2P 89, G-9A-5 pool, G-9A-6 pool, G-9A-8 pool, G-W-28 pool, G-W-38 pool, S-HQC 63"
    )
    state = position("impulse", units, german="89 90")
    play(state, "reinforce")
    assert state.side == "german" and legal(state, "call") == ["4", "3", "2", "1", "0"]
    assert state.question_for("soviet").text == "The German player decides how many reinforcements to draw."  # type: ignore[union-attr]
    assert refused(state, "call 5") == ("11.0", "Your Logistics Value is 4; draw no more than that.")
    assert rule_of(state, "done") == "11.0"
    drawn = play(state, "call 2", "draw G-9A-5", "draw G-9A-8")
    assert legal(state) == ["unit G-9A-5", "unit G-9A-8"] and "to be drawn: 2" in " ".join(map(str, drawn))
    few = position("impulse", units.replace("G-9A-8 pool, G-W-28 pool, G-W-38 pool, ", ""), german="89 90")
    play(few, "reinforce")
    assert legal(few, "call") == ["2", "1", "0"]
    assert refused(few, "call 3") == ("11.0", "There are only 2 blocks in the pool.")
    play(few, "call 0")
    assert few.side == "soviet" and few.position()["initiative"] == "soviet", "none at all, and the disc is spent"


@pytest.mark.rule("moscow-41", "11.0")
def test_option_b_by_the_rules_of_version_1_draws_as_many_as_it_can() -> None:
    units = "G-HITLER rastenburg 0, G-HQ2P 89, G-9A-5 pool, G-9A-6 pool, G-W-28 pool, S-HQC 63"
    state = position("impulse", units, german="89 90", rules=1)
    play(state, "reinforce")
    assert state.side == "chance" and legal(state) == ["draw G-9A-5", "draw G-9A-6", "draw G-W-28"]


@pytest.mark.rule("moscow-41", "12.0")
def test_a_pass_moves_one_block_without_engaging() -> None:
    state = position("impulse", "G-HQ2P 89, G-2Pg-24 89, S-WH-2R 91, S-HQC 63", german="90")
    play(state, "pass", "unit G-2Pg-24")
    assert "91" not in legal(state, "move") and rule_of(state, "move 91") == "12.0" and "build" in legal(state)
    play(state, "move 90")
    assert state.side == "soviet", "one block, and the impulse is over"


# 13.0


@pytest.mark.rule("moscow-41", "13.0")
@pytest.mark.rule("moscow-41", "13.1")
@pytest.mark.rule("moscow-41", "13.2")
def test_kiev_falls_in_the_final_phase() -> None:
    units = "G-HITLER rastenburg, G-HQ2P 89, S-STALIN 63, G-W-48 waiting, He-1 destroyed, S-WH-2R 168"
    for german, falls in (("151 166 90", True), ("151 90", False)):
        state = position("impulse", units, german=german, passes=1)
        assert holds(state, "kiev") == "soviet"
        play(state, "pass", "done")
        assert (holds(state, "kiev"), at(state, "G-W-48")) == (("german", "pool") if falls else ("soviet", "waiting"))
        assert "He-1" not in state.position()["units"]
    state = position("impulse", units, german="kiev", passes=1)
    play(state, "pass", "done")
    assert holds(state, "kiev") == "german", "for good, even if the cities are lost"


@pytest.mark.rule("moscow-41", "13.3")
def test_leningrad_falls_in_the_final_phase() -> None:
    units = "G-HITLER rastenburg, G-HQ4P leningrad 2, G-4Pg-41 leningrad 1, G-4Pg-TT pool, S-STALIN 63, G-HQ2P 89"
    state = position("impulse", units, passes=1, german="shlisselburg")
    play(state, "pass", "done")
    assert holds(state, "leningrad") == "german"
    assert {at(state, name) for name in ("G-HQ4P", "G-4Pg-41", "G-4Pg-TT")} == {"pool"}
    state = position("command", "G-HQ4P hand, S-STALIN 63", german="leningrad shlisselburg", kind="reinforce",
                     stack=[{"step": "Deploying", "side": 0, "used": []}])  # fmt: skip
    play(state, "unit G-HQ4P")
    assert legal(state, "at") == ["16A", "9A", "4A", "2A"]


@pytest.mark.rule("moscow-41", "10.9")
@pytest.mark.rule("moscow-41", "13.3")
def test_leningrad_falls_to_the_group_that_has_lost_hoepner_there() -> None:
    units = "G-HITLER rastenburg, G-HQ4P leningrad 0, G-4Pg-41 leningrad, G-HQ2P 89, S-STALIN 63, S-HQC 98"
    state = position("activation", units, initiative="soviet", german="shlisselburg")
    play(state, "activate G-HQ4P", "done", "done")
    assert at(state, "G-HQ4P") == "eliminated"
    play(state, "pass", "done", "pass", "done")
    assert holds(state, "leningrad") == "german" and at(state, "G-4Pg-41") == "pool"
    assert at(state, "G-HQ4P") == "eliminated", "blocks that are lost stay lost"


@pytest.mark.rule("moscow-41", "13.3")
def test_the_4th_panzer_group_is_at_full_strength_in_the_pool() -> None:
    units = "G-HITLER rastenburg, G-HQ4P leningrad 2, G-4Pg-41 leningrad 1, G-HQ2P 89, S-STALIN 63"
    state = position("impulse", units, passes=1, german="shlisselburg")
    play(state, "pass", "done")
    assert strength(state, "G-HQ4P") == 4 and strength(state, "G-4Pg-41") == 4


@pytest.mark.rule("moscow-41", "13.3.1")
def test_shlisselburg_counts_at_once() -> None:
    state = position("activation", "G-HQ4P mga, G-4Pg-41 mga, S-STALIN 63", initiative="soviet")
    play(state, "activate G-HQ4P", "done", "done", "roll 6 1 1 1")
    assert at(state, "G-HQ4P") == "shlisselburg" and holds(state, "shlisselburg") == "german"
    assert "S" not in {mark.badge for name, mark in state.overlay("soviet-supply").items() if name in ("3", "4", "5")}


# 14.0


@pytest.mark.rule("moscow-41", "14.0")
@pytest.mark.rule("moscow-41", "14.1")
def test_colours_ignored() -> None:
    units = "G-HQ2P 89, G-9A-5 90, G-HQ4 90, S-HQC 63"
    state = position("command", units, activated=["G-HQ2P"])
    assert legal(state, "unit") == []
    state = position("command", units, activated=["G-HQ2P"], options="colours")
    assert legal(state, "unit") == ["G-9A-5"], "but not other HQs"
    assert [option.rule for option in GAME.options] == [f"14.{number}" for number in range(1, 9)]


@pytest.mark.rule("moscow-41", "14.2")
def test_hoepner_called_off() -> None:
    units = "G-HQ4P luga 2, G-4Pg-41 luga, G-4Pg-56 luga, G-4Pg-TT luga, G-HITLER rastenburg, S-STALIN 63, S-WH-2R 90"
    state = position("command", units, kind="strategic", options="zhukov-hoepner", german="89 100")
    play(state, "unit G-HQ4P")
    assert set(legal(state, "at")) == {"16A", "9A", "4A", "2A", "89", "100"}
    play(state, "at 89", "unit G-4Pg-41", "at 100")
    assert at(state, "G-HQ4P") == "89" and strength(state, "G-HQ4P") == 2
    state = position("command", units.replace("G-4Pg-TT luga", "G-4Pg-TT pool"), kind="pass", options="zhukov-hoepner")
    assert legal(state, "unit") == [], "all four must have been deployed"
    state = position("combat", "G-HQ4P 90 3, G-4Pg-41 91, S-WH-2R 91 1, S-STALIN 63", german="89",
                     activated=["G-HQ4P"], options="zhukov-hoepner", initiative="soviet")  # fmt: skip
    assert "support G-HQ4P" in legal(state)
    play(state, "done", "battle 91", "roll 1", "roll 6 6 1 1")
    assert legal(state) == ["unit G-4Pg-41", "done"], "he is a Blitz HQ"


@pytest.mark.rule("moscow-41", "14.2")
def test_zhukov_in_leningrad() -> None:
    step = {"step": "Deploying", "side": 1, "used": []}
    state = position("command", "S-ZHUKOV hand, S-STALIN 63, G-HQ2P 89", "soviet", "reinforce", stack=[step],
                     options="zhukov-hoepner")  # fmt: skip
    play(state, "unit S-ZHUKOV", "at leningrad")
    assert at(state, "S-ZHUKOV") == "leningrad"
    state = position("activation", "S-ZHUKOV leningrad, S-HQC 70, S-STALIN 63, G-HQ2P 89", "soviet",
                     options="zhukov-hoepner")  # fmt: skip
    assert legal(state) == ["activate S-HQC"] and rule_of(state, "activate S-ZHUKOV") == "14.2"
    state = position("combat", "G-HQ4P luga 4, G-4Pg-41 luga, S-ZHUKOV leningrad, S-STALIN 63",
                     activated=["G-HQ4P"], options="zhukov-hoepner", initiative="soviet")  # fmt: skip
    assert state.stack[-1].handful(state) == (0, 0, 4)  # type: ignore[attr-defined]
    state = position("command", "S-ZHUKOV leningrad 3, S-STALIN 63, G-HQ2P 89", "soviet", "pass",
                     options="zhukov-hoepner")  # fmt: skip
    play(state, "unit S-ZHUKOV")
    assert set(legal(state, "at")) == {"50", "51", "62", "64", "73", "74", "75"}
    play(state, "at 62")
    assert at(state, "S-ZHUKOV") == "62" and strength(state, "S-ZHUKOV") == 3


@pytest.mark.rule("moscow-41", "14.2")
def test_zhukov_never_goes_back_to_leningrad() -> None:
    state = position("command", "S-ZHUKOV leningrad 3, S-STALIN 63, S-HQC 70, G-HQ2P 89", "soviet", "pass",
                     options="zhukov-hoepner")  # fmt: skip
    play(state, "unit S-ZHUKOV", "at 62")
    kept = state.position()["zhukov_recalled"]
    step = {"step": "Deploying", "side": 1, "used": []}
    state = position("command", "S-ZHUKOV hand, S-STALIN 63, G-HQ2P 89", "soviet", "reinforce", stack=[step],
                     options="zhukov-hoepner", zhukov_recalled=kept)  # fmt: skip
    play(state, "unit S-ZHUKOV")
    assert "leningrad" not in legal(state, "at") and refused(state, "at leningrad") == (
        "14.2", "Zhukov has been recalled from Leningrad and cannot go back.",
    )  # fmt: skip


@pytest.mark.rule("moscow-41", "13.3")
@pytest.mark.rule("moscow-41", "14.2")
def test_zhukov_is_destroyed_if_leningrad_falls_with_him_there() -> None:
    units = "G-HITLER rastenburg, G-HQ4P leningrad 2, S-ZHUKOV leningrad 3, S-STALIN 63, G-HQ2P 89"
    state = position("impulse", units, passes=1, german="shlisselburg", options="zhukov-hoepner")
    play(state, "pass", "done")
    assert at(state, "S-ZHUKOV") == "pool" and holds(state, "leningrad") == "german"


@pytest.mark.rule("moscow-41", "14.2")
def test_a_block_on_the_road_is_offered_only_where_it_can_be_deployed() -> None:
    around = "50 51 62 64 73 74 75"
    state = position("command", "S-ZHUKOV leningrad, S-STALIN 63, S-HQC 70, G-HQ2P 89", "soviet", "pass",
                     german=around, options="zhukov-hoepner")  # fmt: skip
    assert legal(state, "unit") == ["S-HQC"] and rule_of(state, "unit S-ZHUKOV") == "14.2"
    state = position("command", "S-ZHUKOV leningrad, S-STALIN 63, S-HQC 70, G-HQ2P 89, G-W-28 75, S-WH-2R 75", "soviet",
                     "pass", german="62", options="zhukov-hoepner")  # fmt: skip
    play(state, "unit S-ZHUKOV")
    reasons = [refused(state, f"at {area}")[1] for area in ("70", "62", "75")]
    assert reasons == [
        "70 Vyazma is not adjacent to Moscow.", "You do not control 62 Istra.", "75 Voskresensk is contested.",
    ]  # fmt: skip


@pytest.mark.rule("moscow-41", "14.2")
def test_why_a_block_stays_on_the_road() -> None:
    units = "G-HQ4P luga, G-4Pg-41 luga, G-4Pg-56 luga, G-4Pg-TT pool, G-HQ2P 89, S-STALIN 63"
    cases: tuple[tuple[str, dict[str, Any]], ...] = (
        ("2.2", {"kind": "pass"}),
        ("14.2", {"kind": "pass", "options": "zhukov-hoepner"}),
        ("14.2", {"kind": "tactical", "options": "zhukov-hoepner", "activated": ["G-HQ2P"]}),
    )
    reasons = set()
    for rule, more in cases:
        state = position("command", units, **more)
        found, reason = refused(state, "unit G-4Pg-41")
        assert found == rule
        reasons.add(reason)
    assert len(reasons) == 3


@pytest.mark.rule("moscow-41", "10.9")
@pytest.mark.rule("moscow-41", "13.3")
@pytest.mark.rule("moscow-41", "14.2")
def test_leningrad_falls_even_if_hoepner_has_left_it() -> None:
    units = "G-HQ4P mga 4, G-4Pg-41 mga, G-4Pg-56 mga, G-4Pg-TT mga, G-HQ2P 89, S-STALIN 63"
    state = position("activation", units, options="zhukov-hoepner", initiative="soviet")
    play(state, "activate G-HQ4P", "done", "done", "roll 6 6 6 1", "pass", "done")
    play(state, "pass", "unit G-HQ4P", "at 89")
    assert holds(state, "leningrad") == "german" and at(state, "G-HQ4P") == "89" and at(state, "G-4Pg-41") == "pool"


@pytest.mark.rule("moscow-41", "14.3")
def test_moscow_as_a_source() -> None:
    around = "50 51 62 64 73 74 75"
    for options, isolated in (("", ["S-WH-2R"]), ("moscow", [])):
        state = position("impulse", "S-WH-2R 63, S-STALIN 63, G-HQ2P 89", "soviet", german=around, options=options)
        play(state, "pass")
        assert state.position()["isolated"] == isolated


@pytest.mark.rule("moscow-41", "14.4")
def test_rail_movement() -> None:
    """The example: with a value of seven four blocks go by rail, two move and one builds."""
    units = (
        "G-HITLER rastenburg 4, G-HQ2P 89, G-HQ3P 89, G-W-28 4A, G-W-38 4A, G-W-42 4A, G-W-50 4A, G-W-59 100, "
        "G-2A-13 100, G-4A-7 100, S-STALIN 63"
    )
    state = position("impulse", units, german="90 89", options="rail")
    assert logistics_value(state, 0) == 7
    play(state, "strategic")
    for name, goal in (("G-W-28", "89"), ("G-W-38", "100"), ("G-W-42", "90"), ("G-W-50", "90")):
        play(state, f"unit {name}", f"rail {goal}")
    play(state, "unit G-W-59", "move 101", "unit G-2A-13", "move 101", "unit G-4A-7", "build")
    assert legal(state) == ["done"]
    state = position("command", "G-HQ2P 89, G-W-28 89, S-STALIN 63", activated=["G-HQ2P"], options="rail")
    play(state, "unit G-W-28")
    assert legal(state, "rail") == [], "not in a Tactical Impulse"
    assert rule_of(state, "rail 4A") == "14.4"


@pytest.mark.rule("moscow-41", "14.4")
def test_a_block_that_can_only_go_by_rail_is_offered() -> None:
    """In snow a slow HQ in 4 reaches the next areas only: two of them are full, and the enemy is in the third."""
    units = "S-HQW 4, S-WH-2R 3, S-WH-20R 3, S-WH-25R 5, S-WH-32R 5, G-W-28 15, S-STALIN 63, G-HQ2P 89"
    for options, offered in (("", False), ("rail", True)):
        state = position("command", units, "soviet", "pass", weather="snow", month="October", options=options)
        assert ("S-HQW" in legal(state, "unit")) == offered
    play(state, "unit S-HQW")
    assert legal(state, "move") == [] and {"6", "33"} <= set(legal(state, "rail"))
    assert (
        rule_of(state, "rail 5") == "2.7"
        and rule_of(state, "rail 15") == "14.4"
        and rule_of(state, "rail 89") == "14.4"
    )


@pytest.mark.rule("moscow-41", "14.5")
def test_a_blizzard() -> None:
    for impulses, weather in ((0, 2), (1, 3)):
        state = position("impulse", "G-HQ2P 89, S-STALIN 63", month="December", weather="snow",
                         german_impulses=impulses, options="blizzard")  # fmt: skip
        play(state, "pass")
        assert state.weather == weather, "from the second German impulse on"
    for attacker, side, rolls in (("G-W-28", "german", (3, 1)), ("S-W-5A", "soviet", (2, 4))):
        state = position("combat", "G-W-28 80 4, S-W-5A 80 3" if side == "german" else "S-W-5A 80 4, G-W-28 80 4",
                         side, month="December", weather="blizzard", options="blizzard")  # fmt: skip
        play(state, "battle 80")
        forecast = state.forecast(viewer="german")
        assert forecast is not None and forecast.modifiers[0].rule == ("4.2.3" if side == "german" else "14.5")
        first = dice(state)
        play(state, "roll " + " ".join("1" * first))
        assert (first, dice(state)) == rolls, attacker


@pytest.mark.rule("moscow-41", "14.6")
def test_cavalry_in_rain() -> None:
    for options, cost in (("", "3"), ("cavalry", "2")):
        state = position("command", "G-HQ2P 89, G-2Pg-1C 89, S-STALIN 63", activated=["G-HQ2P"], weather="rain",
                         month="October", options=options)  # fmt: skip
        play(state, "unit G-2Pg-1C")
        assert state.stack[-1].marks(state)[GAME.action("move 100")].badge == cost


@pytest.mark.rule("moscow-41", "14.7")
def test_infantry_divisions() -> None:
    state = position("command", "G-HQ2P 89, G-W-15ID 89, S-STALIN 63", activated=["G-HQ2P"], options="divisions")
    play(state, "unit G-W-15ID")
    assert "Movement points left: 4" in str(state.question)
    for weather, count in (("snow", 2), ("blizzard", 1)):
        state = position("combat", "G-W-AZUL 80 2, S-WH-32R 80 1", weather=weather, month="December",
                         options="divisions blizzard")  # fmt: skip
        play(state, "battle 80", "roll 1")
        assert dice(state) == count, weather


@pytest.mark.rule("moscow-41", "14.8")
def test_operation_crusader() -> None:
    for options, gone in (("", False), ("crusader", True)):
        state = position("impulse", "G-LW2 89, G-LW8 pool, G-HQ2P 89, S-STALIN 63, He-1 destroyed", month="November",
                         passes=1, weather="snow", options=options)  # fmt: skip
        play(state, "pass", "done")
        assert (at(state, "G-LW2") == "removed") == gone and (at(state, "G-LW8") == "removed") == gone
        assert (state.position()["units"].get("He-3") == {"at": "removed"}) == gone
        bombers = next(fact["value"] for fact in state.view(None)["status"] if fact["label"] == "Bombers")
        assert bombers == ("0 ready, 8 withdrawn" if gone else "8 ready")
        assert state.lost(0) == 0


# 15.0


@pytest.mark.rule("moscow-41", "15.0")
def test_the_offered_set_up_places_everything() -> None:
    for scenario, lines in (("typhoon", (5, 10)), ("gasp", (5, 10))):
        state = start(scenario)
        assert (state.german_lines.bit_count(), state.soviet_lines.bit_count()) == lines
        assert not state.at[GAME.board.ids["hand"]]


@pytest.mark.rule("moscow-41", "15.0")
def test_a_set_up_by_hand() -> None:
    state = GAME.start("typhoon")
    while state.side == "chance":
        state.take(legal(state)[0])
    assert state.side == "soviet" and state.question is not None and state.question.step == "Placing"
    assert set(legal(state)) == {"at 32", "at 33", "at 44", "at 46", "at 57", "at 58", "offer"}
    assert refused(state, "at 20") == ("15.0", "20 Spirovo is not adjacent to 45 Rzhev.")
    assert refused(state, "at 90") == ("15.0", "90 Smolensk is not under Soviet control.")
    assert refused(state, "at leningrad") == ("2.7", "Leningrad is a box, and nothing is placed there.")
    assert refused(state, "pass") == ("15.0", "Place the block in hand first.")
    state.take("at 44")
    while state.side == "chance":
        state.take(legal(state)[0])
    assert "at 44" not in legal(state), "one block an area"
    assert refused(state, "at 44") == ("15.0", "44 Olenino has received its one block.")


@pytest.mark.rule("moscow-41", "15.0")
@pytest.mark.rule("moscow-41", "2.7")
def test_lines_and_chosen_blocks_by_hand() -> None:
    state = GAME.start("gasp")
    assert isinstance(state, Moscow41State)
    while state.side == "chance":
        state.take(legal(state)[0])
    assert refused(state, "line 4") == ("15.0", "There is already a defensive line in 4 Krestsy.")
    assert refused(state, "line 90") == ("15.0", "90 Smolensk is not under Soviet control.")
    assert refused(state, "line leningrad") == ("2.7", "Leningrad is a box, and nothing is placed there.")
    assert refused(state, "at 63") == ("15.0", "Place a defensive line first.")
    for area in ("5", "6", "7", "8", "9", "10"):
        state.take(f"line {area}")
    assert legal(state) == ["unit S-ZHUKOV", "offer"]
    assert refused(state, "unit S-B-61A") == ("15.0", "The 61st Army is not placed now.")
    assert refused(state, "line 11") == ("15.0", "Choose the next block to place.")
    play(state, "unit S-ZHUKOV", "at 63", "unit S-B-61A")
    assert refused(state, "at 63") == ("2.7", "No further block may stack in 63 Moscow.")
    assert "at 4" in legal(state), "a contested area is allowed"
    play(state, "cancel", "offer")
    while state.side != "german":
        state.take(legal(state)[0])
    while "line 84" not in legal(state):
        state.take(legal(state)[0])
    assert refused(state, "line 90") == ("15.0", "90 Smolensk is not on the front line.")
    assert refused(state, "line 4") == ("15.0", "4 Krestsy is not under German control.")


@pytest.mark.rule("moscow-41", "15.1")
def test_beyond_the_dnieper() -> None:
    base = "G-HQ2P 90, G-2Pg-24 91, G-2Pg-46 68, S-STALIN 63"
    state = position("command", base, scenario="dnieper", activated=["G-HQ2P"], german="67 79 89", lines="G91")
    play(state, "unit G-2Pg-46", "build")
    assert state.outcome is not None and state.outcome.winner == "german" and state.outcome.rule == "15.1"
    state = position("command", "G-HQ2P 90, G-2Pg-24 90, G-2Pg-46 68, S-STALIN 63", scenario="dnieper",
                     activated=["G-HQ2P"], german="67 79 89")  # fmt: skip
    play(state, "unit G-2Pg-24", "move 91")
    assert state.outcome is None and holds(state, "91") == holds(state, "68") == "german", "control is not enough"
    state = position("command", "G-HQ2P 165, G-2Pg-24 165, S-STALIN 63", scenario="dnieper", activated=["G-HQ2P"],
                     german="151 152")  # fmt: skip
    play(state, "unit G-2Pg-24", "move 166")
    assert state.outcome is not None and state.outcome.winner == "german"
    state = position("impulse", base, scenario="dnieper", passes=1, german="89")
    play(state, "pass", "done")
    assert state.outcome is not None and state.outcome.winner == "soviet"
    state = position("impulse", base, scenario="dnieper", disc_used=["german"], german="89")
    assert "strategic" not in legal(state) and rule_of(state, "strategic") == "15.1"


@pytest.mark.rule("moscow-41", "15.1")
def test_nothing_happens_after_a_victory_in_the_isolation_check() -> None:
    """The last defender of Romny surrenders in the second Pass: no Final Phase follows."""
    ring = "151 152 153 154 155 156 165 167 168"
    state = position("command", "G-W-28 166, S-WH-2R 166 1, S-STALIN 63, G-HQ2P 89", "soviet", "pass", german=ring,
                     scenario="dnieper", passes=1, isolated=["S-WH-2R"])  # fmt: skip
    events = play(state, "done")
    assert state.outcome is not None and state.outcome.winner == "german"
    assert kinds(events)[-1] == "end" and holds(state, "kiev") == "soviet"


@pytest.mark.rule("moscow-41", "15.2")
def test_operation_typhoon() -> None:
    state = start("typhoon")
    assert state.position()["phase"] == "logistics" and state.month == 4
    assert [holds(state, box) for box in ("kiev", "shlisselburg", "leningrad")] == ["german", "german", "soviet"]
    on_map = {UNIT_NAMES[unit] for unit in range(120) if ALL_OF[0] >> unit & 1 and state.where[unit] < 176}
    assert {"G-W-48", "G-HQ4P", "G-4Pg-41", "G-4Pg-56", "G-4Pg-TT"} <= on_map
    assert strength(state, "S-ZHUKOV") == 2 and strength(state, "G-HQ2P") == 3
    minimum = [unit.name for unit in UNITS if unit.side == 1 and unit.colour in ("red", "blue", "green", "yellow")
               and unit.fire and at(state, unit.name).isdigit()]  # fmt: skip
    assert len(minimum) == 22 and all(strength(state, name) == 1 for name in minimum)
    state = position("command", "G-HQ2P 62, G-2Pg-24 62, S-STALIN 63, S-HQW 70", scenario="typhoon", month="October",
                     activated=["G-HQ2P"])  # fmt: skip
    play(state, "unit G-2Pg-24", "move 63")
    assert state.outcome is not None and state.outcome.winner == "german" and state.outcome.rule == "15.2"


@pytest.mark.rule("moscow-41", "15.3")
def test_the_last_gasp() -> None:
    state = start("gasp")
    assert state.weather == 2 and state.month == 5 and state.side == "german"
    contested = {GAME.board.names[area] for area in range(1, 172) if state.contested >> area & 1}
    assert contested == {"4", "15", "17", "31"} and all(holds(state, area) == "soviet" for area in contested)
    assert len(state.position()["revealed"]) == 4, "the German blocks there lie face up"
    assert strength(state, "G-2Pg-GD") == 1 and strength(state, "G-2Pg-24") == 3
    state = position("impulse", "G-HQ2P 89, S-STALIN 63", scenario="gasp", month="November", weather="snow",
                     disc_used=["german"], passes=1)  # fmt: skip
    assert rule_of(state, "strategic") == "15.3"
    play(state, "pass", "done")
    assert state.month == 6 and state.position()["disc_used"] == []


@pytest.mark.rule("moscow-41", "15.4")
def test_the_campaign_set_up() -> None:
    """36 Soviet blocks in play, 29 in the pool, 5 waiting; 21 German in play, 28 in the pool, 1 waiting."""
    state = start()
    places = [GAME.board.names[place] for place in state.where]
    for side, numbers in ((1, (36, 29, 5)), (0, (21, 28, 1))):
        mine = [place for unit, place in enumerate(places) if ALL_OF[side] >> unit & 1]
        out = (mine.count("pool"), mine.count("waiting"))
        assert (len(mine) - sum(out), *out) == numbers
    assert state.position()["soviet_lines"] == ["68", "70", "80", "81", "88"]
    assert at(state, "G-HQ3P") == "67" and at(state, "G-HQ2P") == "89" and at(state, "G-HQ4P") == "pskov"
    assert at(state, "G-2Pg-1C") == "100" and at(state, "G-2Pg-GD") in ("89", "90")
    remnants = [unit.name for unit in UNITS if unit.remnant]
    assert len(remnants) == 16 and all(strength(state, name) == 1 for name in remnants)
    assert {at(state, "S-WH-4AB"), at(state, "S-WH-5AB")} == {"41", "91"}
