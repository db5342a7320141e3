"""7.0 to 9.3: logistics, weather, supply and isolation."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rasputitsa.games.moscow_41.logistics_value import logistics_value, terms

from .helpers import at, holds, legal, play, position, refused, rule_of, start, strength, told


def points(state: object, side: int) -> list[int]:
    return [term.points for term in terms(state, side)]  # type: ignore[arg-type]


@pytest.mark.rule("moscow-41", "7.0")
def test_the_player_without_the_initiative_decides_first() -> None:
    units = "G-HITLER rastenburg 2, G-HQ2P 89, S-STALIN 63 2, S-HQC 70"
    for initiative, first in (("german", "soviet"), ("soviet", "german")):
        state = position("logistics", units, month="August", initiative=initiative)
        assert state.side == first and legal(state) == ["pause", "leader"]
        play(state, "pause")
        assert state.side != first
    assert start().position()["phase"] == "impulse", "there is none in July"


@pytest.mark.rule("moscow-41", "7.1")
def test_a_pause_restores_the_leader() -> None:
    state = position("logistics", "G-HITLER rastenburg 0, S-STALIN 63 2, S-HQC 70", month="August")
    play(state, "pause", "pause")
    assert strength(state, "S-STALIN") == 4 and strength(state, "G-HITLER") == 4


@pytest.mark.rule("moscow-41", "7.2")
def test_an_activated_leader_is_reduced_and_stays_at_the_heart() -> None:
    cases = ((4, 3, "is reduced to 3"), (2, 0, "is reduced to the heart"), (0, 0, "stays at the heart"))
    for before, after, words in cases:
        state = position("logistics", f"G-HITLER rastenburg {before}, S-STALIN 63, S-HQC 70", month="August")
        events = play(state, "pause", "leader", "done", "done")
        assert strength(state, "G-HITLER") == after and told(events, "order")[-1] == f"Hitler {words}."


@pytest.mark.rule("moscow-41", "7.2.1")
def test_the_logistics_value_of_the_set_ups() -> None:
    state = start("campaign")
    assert points(state, 0) == [4, 3, 1, 0] and logistics_value(state, 0) == 8
    assert points(state, 1) == [4, 2, 6, 0] and logistics_value(state, 1) == 12
    state = start("typhoon")
    assert points(state, 0) == [2, 9, 2, 1] and logistics_value(state, 0) == 14
    assert points(state, 1) == [2, 5, 5, 0] and logistics_value(state, 1) == 12
    state = start("gasp")
    assert points(state, 0) == [0, 7, 3, 1] and logistics_value(state, 0) == 5
    assert points(state, 1) == [4, 5, 4, 0] and logistics_value(state, 1) == 13


NOVEMBER = (
    "G-HITLER rastenburg 0, G-HQ2P 89 3, G-HQ3P 67 0, G-HQ4 89 4, G-HQ9 66 4, G-LW2 66 2, G-2Pg-24 89 3, "
    "G-W-15ID 100 1, S-STALIN 63, "
)


@pytest.mark.rule("moscow-41", "7.2.1")
@pytest.mark.rule("moscow-41", "7.2.1.1")
def test_the_november_example() -> None:
    """Hitler at the heart, four HQs, three points and 21 surrendered blocks make 9, in snow 4."""
    surrendered = ", ".join(f"{name} eliminated" for name in SOVIETS[:21])
    pool = ", ".join(f"{name} pool" for name in ("G-W-28", "G-W-38", "G-W-42", "G-W-50", "G-W-59"))
    state = position(
        "logistics", NOVEMBER + surrendered + ", " + pool, german="90 157 kiev", month="November", weather="snow"
    )
    play(state, "pause", "leader")
    assert points(state, 0) == [0, 4, 3, 2] and "left: 4" in str(state.question)
    play(state, "restore G-HQ2P", "restore G-HQ3P", "restore G-HQ3P", "restore G-HQ3P")
    assert strength(state, "G-HQ2P") == 4 and strength(state, "G-HQ3P") == 4
    assert legal(state) == ["done"]
    play(state, "done", "replace G-2Pg-24", "replace G-W-15ID")
    assert strength(state, "G-2Pg-24") == 4 and strength(state, "G-W-15ID") == 2
    assert legal(state) == ["done"]
    play(state, "done")
    for _ in range(4):
        assert state.side == "chance"
        play(state, f"draw {legal(state, 'draw')[0]}")
    assert state.side == "german" and len(legal(state, "unit")) == 4


SOVIETS = [
    "S-W-5A", "S-W-16A", "S-W-19A", "S-W-20A", "S-W-24A", "S-W-43A", "S-W-49A", "S-W-D", "S-W-2C", "S-W-101TD",
    "S-W-107TD", "S-W-NKVD", "S-B-3A", "S-B-13A", "S-B-50A", "S-B-E", "S-B-108TD", "S-B-1G", "S-K-22A", "S-K-29A",
    "S-K-30A", "S-K-39A", "S-K-45C",
]  # fmt: skip


@pytest.mark.rule("moscow-41", "7.2.1.1")
def test_bad_weather_halves_the_value() -> None:
    units = "G-HITLER rastenburg 3, G-HQ2P 89, S-STALIN 63 3, S-HQC 70"
    for weather, german, soviet in (("sunny", 5, 10), ("rain", 2, 5), ("snow", 2, 10), ("blizzard", 2, 10)):
        state = position("impulse", units, german="90", weather=weather, month="October")
        assert [logistics_value(state, side) for side in (0, 1)] == [german, soviet], weather
    state = position("impulse", units, german="90 leningrad", weather="snow", month="October")
    assert logistics_value(state, 1) == 9 // 2, "without Leningrad the Soviets are halved too"


@pytest.mark.rule("moscow-41", "7.2.2")
def test_what_cannot_recover() -> None:
    units = "G-HITLER rastenburg, G-HQ2P 89 3, G-2Pg-24 91 2, S-WH-2R 91, G-W-28 89 2, G-W-38 20 2, S-STALIN 63"
    state = position("logistics", units, month="August", isolated=["G-W-38"])
    play(state, "pause", "leader", "done")
    assert legal(state, "replace") == ["G-W-28"]
    assert rule_of(state, "replace G-2Pg-24") == "7.2.2", "engaged"
    assert rule_of(state, "replace G-W-38") == "9.1", "isolated"
    assert refused(state, "replace G-HQ2P") == ("7.2.2", "Only steps of combat blocks can be replaced now.")
    play(state, "replace G-W-28")
    assert strength(state, "G-W-28") == 3
    assert "left: 4" in str(state.question), "a step with Double Fire costs two of six"


# 8.0


@pytest.mark.rule("moscow-41", "8.0")
def test_bad_weather_slows_and_weakens() -> None:
    for weather, reach in (("sunny", 3), ("rain", 1), ("snow", 1)):
        state = position(
            "command", "G-HQ2P 89, G-W-28 89, S-HQC 63", activated=["G-HQ2P"], weather=weather, month="October"
        )
        play(state, "unit G-W-28")
        near = {"4A", "77", "78", "88", "90", "100"}
        assert (set(legal(state, "move")) <= near) == (reach == 1)
    for weather, dice in (("sunny", 4), ("rain", 1), ("snow", 2)):
        state = position("combat", "G-W-28 80, S-WH-2R 80 1", month="October", weather=weather)
        play(state, "battle 80", "roll 1")
        assert state.dice() == dice, weather
    for weather, dice in (("sunny", 3), ("rain", 1), ("snow", 3)):
        state = position("combat", "S-WH-2R 80, G-W-28 80 1, S-STALIN 63", "soviet", month="October", weather=weather)
        play(state, "battle 80", "roll 1")
        assert state.dice() == dice, f"Soviet attack in {weather}"


@pytest.mark.rule("moscow-41", "8.1")
def test_the_weather_track() -> None:
    """No roll in the first German impulse of October, then on 1, on 1 and 2, and so on; after a change anew."""
    state = position("impulse", "G-HQ2P 89, S-HQC 70, S-STALIN 63", month="October")
    play(state, "pass", "done")
    assert state.side == "soviet" and state.position()["german_impulses"] == 1
    play(state, "tactical", "activate S-HQC", "reveal", "done", "done", "pass")
    assert state.side == "chance" and state.position()["track"] == 1
    assert "changes on a roll of 1." in str(state.question)
    assert dict(state.chances())[state.game.action("roll 1")] == Fraction(1, 6)
    play(state, "roll 2", "done")
    assert state.weather == 0
    play(state, "tactical", "activate S-HQC", "reveal", "done", "done", "pass")
    assert state.position()["track"] == 2 and "changes on a roll of 1 to 2." in str(state.question)
    play(state, "roll 2", "done")
    assert state.weather == 1 and state.position()["track"] == 0, "rain, and the marker is back"
    play(state, "tactical", "activate S-HQC", "reveal", "done", "done", "pass")
    assert state.position()["track"] == 1, "it rained at least until the next German impulse"
    play(state, "roll 1", "done")
    assert state.weather == 2
    state = position("impulse", "G-HQ2P 89, S-HQC 63", month="December", weather="snow", german_impulses=4)
    play(state, "pass")
    assert state.side == "german", "snow stays, and nobody rolls"


@pytest.mark.rule("moscow-41", "8.1")
def test_each_german_impulse_after_october_has_its_roll() -> None:
    """Only in October the first German impulse has none; the impulses of each month are counted anew."""
    state = position("impulse", "G-HQ2P 89, S-HQC 70, S-STALIN 63", month="November")
    play(state, "pass")
    assert state.side == "chance" and state.position()["track"] == 1
    state = position("impulse", "G-HITLER rastenburg, G-HQ2P 89, S-HQC 70, S-STALIN 63", month="September", passes=1,
                     german_impulses=7)  # fmt: skip
    play(state, "pass", "done", "pause", "pause", "pass")
    assert state.month == 4 and state.side == "german", "no roll in the first German impulse of October"


@pytest.mark.rule("moscow-41", "8.0")
@pytest.mark.rule("moscow-41", "10.5")
def test_rain_gives_no_strength_to_an_exhausted_hq() -> None:
    state = position("command", "G-HQ2P 89 0, G-W-28 89, G-W-38 90, S-HQC 63", weather="rain", activated=["G-HQ2P"],
                     month="October")  # fmt: skip
    assert legal(state, "unit") == ["G-W-28"], "its own area only"


# 9.0


@pytest.mark.rule("moscow-41", "9.0")
@pytest.mark.rule("moscow-41", "9.1")
def test_isolated_units_do_nothing_but_defend() -> None:
    units = "G-HQ2P 89, G-HQ4 44, G-2Pg-24 45, G-W-28 45, S-HQC 63, S-WH-2R 32, S-WH-20R 46"
    state = position("impulse", units)
    events = play(state, "tactical")
    assert sorted(state.position()["isolated"]) == ["G-2Pg-24", "G-HQ4", "G-W-28"]
    assert told(events, "supply")
    assert legal(state) == ["activate G-HQ2P"] and rule_of(state, "activate G-HQ4") == "9.1"
    play(state, "activate G-HQ2P", "reveal")
    state = position("command", units, kind="strategic", isolated=["G-2Pg-24", "G-W-28", "G-HQ4"])
    assert legal(state, "unit") == ["G-HQ2P"] and rule_of(state, "unit G-2Pg-24") == "9.1"
    state = position("combat", "G-2Pg-24 45, S-WH-2R 45", isolated=["G-2Pg-24"], initiative="soviet")
    assert state.position()["phase"] != "combat", "an isolated block does not attack"


@pytest.mark.rule("moscow-41", "9.2")
def test_a_line_runs_over_friendly_uncontested_areas() -> None:
    """It may begin in a contested area, but neither cross nor end in one."""
    state = position("impulse", "G-2Pg-24 101, S-WH-2R 101, G-W-28 90, S-WH-20R 90, S-HQC 63", german="89 100 101 90")
    play(state, "pass")
    assert state.position()["isolated"] == [], "both begin next to a supplied area"
    state = position("impulse", "G-2Pg-24 91, G-W-28 90, S-WH-20R 90, S-HQC 63", german="89 90 91")
    play(state, "pass")
    assert state.position()["isolated"] == ["G-2Pg-24"], "its way crosses contested Smolensk"


@pytest.mark.rule("moscow-41", "9.2")
@pytest.mark.rule("moscow-41", "13.3")
def test_a_corner_of_two_edges_is_lost_with_neither() -> None:
    """Area 12 is on the northern and on the eastern edge."""
    state = position(
        "impulse", "S-WH-2R 12, S-STALIN 63, G-W-28 89", "soviet", german="11 25 26 leningrad shlisselburg"
    )
    play(state, "pass")
    assert state.position()["isolated"] == []


@pytest.mark.rule("moscow-41", "9.2")
def test_the_soviets_lose_edges() -> None:
    for german, cut_off in (("", False), ("shlisselburg", True), ("leningrad", True)):
        ring = "2 15 17 18 19 20 8"
        state = position("impulse", "S-WH-2R 5, G-W-28 89, S-STALIN 63", "soviet", german=f"{ring} {german}")
        play(state, "pass")
        assert (state.position()["isolated"] == ["S-WH-2R"]) == cut_off, german
    for german, cut_off in (("", False), ("kiev", True)):
        ring = "153 154 155 156 157 158 159 160 171 152 151 163"
        state = position("impulse", "S-WH-2R 166, G-W-28 89, S-STALIN 63", "soviet", german=f"{ring} {german}")
        play(state, "pass")
        assert (state.position()["isolated"] == ["S-WH-2R"]) == cut_off, german


@pytest.mark.rule("moscow-41", "9.3")
def test_the_isolation_example() -> None:
    """Five cases: a line whose way opens, a lone line, a line with infantry, a lone line among enemies, the NKVD."""
    units = (
        "G-2Pg-24 157, S-WH-2R 30 1, G-2Pg-1C 30, G-W-28 40, S-W-NKVD 50 1, S-HQC 98, S-WH-5T 145, S-HQB 133, G-W-38 16"
    )
    german = "156 158 169 170 144 145 146 17 18 29 31 32 43 42 7 8 6 19 21 33 27 28 41 53 49 37 38 51 62 36 47 24"
    more = {
        "lines": "157 20 30 40 G50",
        "isolated": ["S-WH-2R", "S-W-NKVD"],
        "isolated_lines": ["157", "20", "30", "40"],
        "initiative": "german",
    }
    german = " ".join(name for name in german.split() if name != "145") + " 9 10 22 34 35 50 63"
    state = position("command", units, "soviet", "pass", german=german, **more)  # type: ignore[arg-type]
    assert holds(state, "157") == "soviet"
    play(state, "done")
    after = state.position()
    assert "157" in after["soviet_lines"] and "157" not in after["isolated_lines"], "back in supply"
    assert "20" in after["soviet_lines"] and "20" in after["isolated_lines"]
    assert at(state, "S-WH-2R") == "eliminated" and "30" in after["soviet_lines"]
    assert "40" not in after["soviet_lines"]
    assert at(state, "S-W-NKVD") == "eliminated"
    assert state.lost(1) == 2


@pytest.mark.rule("moscow-41", "9.3")
def test_attrition_takes_a_step_and_then_the_block() -> None:
    units = "G-W-28 45 2, G-HQ9 44 2, G-HQ4 32 0, S-HQC 63, G-HQ2P 89"
    state = position("command", units, kind="pass", isolated=["G-W-28", "G-HQ9", "G-HQ4"])
    play(state, "done")
    assert strength(state, "G-W-28") == 1 and strength(state, "G-HQ9") == 0 and at(state, "G-HQ4") == "eliminated"
    assert state.lost(0) == 1
    seen = [event.text for event in position("command", units, kind="pass", isolated=["G-W-28"]).take("done")]
    assert "A German block in 45 Rzhev is reduced by attrition." in seen


@pytest.mark.rule("moscow-41", "6.0")
@pytest.mark.rule("moscow-41", "9.3")
def test_a_tactical_impulse_ends_with_the_isolation_check() -> None:
    state = position("activation", "G-HQ2P 89, G-W-28 45 2, S-HQC 63", isolated=["G-W-28"])
    play(state, "activate G-HQ2P", "reveal", "done", "done")
    assert legal(state) == ["exploit", "done"] and strength(state, "G-W-28") == 1, "before the Exploitation Move"


@pytest.mark.rule("moscow-41", "4.2.4")
@pytest.mark.rule("moscow-41", "9.3")
def test_stalin_is_no_company_for_a_line() -> None:
    state = position("command", "G-W-28 63, S-STALIN 63, S-HQC 98, G-HQ2P 89", "soviet", "pass", lines="63",
                     german="50 51 62 64 73 74 75", isolated_lines=["63"])  # fmt: skip
    play(state, "done")
    assert state.position()["soviet_lines"] == [] and holds(state, "63") == "german"
    assert at(state, "S-STALIN") == "removed"
