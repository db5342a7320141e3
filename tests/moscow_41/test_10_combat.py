"""10.11 to 10.18: battles, losses, blitz, exploitation."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rasputitsa.core import Event
from rasputitsa.games.moscow_41.dice import hit_chances

from .helpers import GAME, at, battle, dice, holds, legal, play, position, refused, rule_of, strength


def tank_attack(events: list[Event]) -> list[Event]:
    """10.12.5.2: the attacker fires first."""
    return [event for event in events if event.rule == "10.12.5.2"]


@pytest.mark.rule("moscow-41", "10.10.2")
@pytest.mark.rule("moscow-41", "10.12.3")
@pytest.mark.rule("moscow-41", "10.12.4")
def test_the_anti_air_example() -> None:
    """Line, tank and infantry roll one die each; three hits destroy one He-111 and abort another; four strike."""
    units = "G-HQ2P 90 0, G-LW2 90 4, G-LW8 89 4, G-W-28 80, G-W-38 80, S-WH-5T 80, S-WH-32R 80, S-HQC 63"
    state = position("combat", units, activated=["G-HQ2P", "G-LW2", "G-LW8"], german="91", lines="80", weather="sunny")
    for bomber in ("He-1", "He-2", "He-3", "He-4", "Ju-1", "Ju-2"):
        play(state, f"commit {bomber}", "at 80")
    play(state, "done", "battle 80")
    assert state.stack[-1].handful(state) == (0, 1, 2)  # type: ignore[attr-defined]
    play(state, "roll 5 6 6")
    assert legal(state) == ["abort He-1", "abort Ju-1", "destroy He-1", "destroy Ju-1"]
    assert "3 anti-air hits left: abort a bomber for one of them, or lose one for two?" in str(state.question)
    play(state, "destroy He-1")
    assert "One anti-air hit left: which bomber is aborted?" in str(state.question)
    assert legal(state) == ["abort He-2", "abort Ju-1"] and rule_of(state, "destroy He-2") == "10.12.3"
    play(state, "abort He-2")
    units_now = state.position()["units"]
    assert units_now["He-1"] == {"at": "destroyed"} and units_now["He-2"] == {"at": "aborted"}
    assert state.stack[-1].handful(state) == (8, 8, 0)  # type: ignore[attr-defined]


@pytest.mark.rule("moscow-41", "10.12.3")
def test_bombers_come_back() -> None:
    units = "G-HQ2P 89, S-HQC 63, S-STALIN 63, G-HITLER rastenburg, He-1 aborted, He-2 destroyed, He-3 91"
    state = position("command", units, kind="pass")
    play(state, "done")
    assert at(state, "He-1") == "removed" and "He-1" not in state.position()["units"], "ready again"
    assert state.position()["units"]["He-2"] == {"at": "destroyed"}
    play(state, "pass", "done")
    assert "He-2" not in state.position()["units"], "destroyed ones return in the Final Phase"


@pytest.mark.rule("moscow-41", "10.11")
def test_new_engagements_must_be_fought_and_old_ones_may() -> None:
    units = "G-HQ2P 90, G-2Pg-24 90, G-W-28 79, S-WH-2R 91, S-WH-20R 79, S-HQC 63"
    state = position("command", units, activated=["G-HQ2P"], german="89", initiative="soviet", weather="rain",
                     month="October")  # fmt: skip
    play(state, "unit G-2Pg-24", "move 91", "done", "done")
    assert legal(state) == ["battle 79", "battle 91"] and rule_of(state, "done") == "10.11"
    play(state, "battle 91", "roll 1 1 1", "roll 1")
    assert legal(state) == ["battle 79", "done"] and rule_of(state, "battle 91") == "10.15"
    assert rule_of(state, "battle 70") == "10.11"
    play(state, "done")
    assert state.side == "soviet"


@pytest.mark.rule("moscow-41", "10.12")
@pytest.mark.rule("moscow-41", "10.12.1")
@pytest.mark.rule("moscow-41", "10.12.2")
@pytest.mark.rule("moscow-41", "10.12.5")
def test_the_order_of_a_battle() -> None:
    units = "G-HQ2P 90 2, G-LW2 90 2, G-W-28 91 3, S-WH-32R 91, S-WH-5T 91, S-HQC 63"
    state = position("combat", units, activated=["G-HQ2P", "G-LW2"], german="89")
    play(state, "support G-HQ2P", "at 91", "commit He-1", "at 91", "done")
    play(state, "battle 91")
    rolls = ("1 1", "1 1", "1 1", "1 1 1 1 1 1", "1 1 1")
    fires = [play(state, f"roll {roll}")[0].text for roll in rolls]
    assert [text.split(",")[0] for text in fires] == [
        "German artillery fire", "Soviet anti-air fire", "German airstrike", "Soviet fire", "German fire",
    ]  # fmt: skip


@pytest.mark.rule("moscow-41", "10.12.5.1")
def test_one_die_across_a_river() -> None:
    units = "G-HQ2P 89, G-2Pg-24 90, G-W-28 100, S-WH-32R 101, S-HQC 63"
    for weather, count in (("sunny", 2), ("snow", 4)):
        state = position("command", units, activated=["G-HQ2P"], weather=weather, month="October")
        play(state, "unit G-2Pg-24", "move 101", "unit G-W-28", "move 101", "done", "roll 1 1 1")
        assert dice(state) == count, f"{weather}: frozen rivers mean nothing"
    state = position("combat", "G-2Pg-24 101, S-WH-32R 101, S-HQC 63", crossed=["G-2Pg-24"])
    play(state, "battle 101", "roll 1 1 1")
    assert dice(state) == 4, "the area was contested before"


@pytest.mark.rule("moscow-41", "10.12.5.1")
def test_frozen_rivers_are_not_marked() -> None:
    units = "G-HQ2P 89, G-2Pg-24 90, S-WH-32R 101, S-HQC 63"
    for weather, note, cubes in (("sunny", "engages across a river: one die", ["G-2Pg-24"]), ("snow", "engages", [])):
        state = position("command", units, activated=["G-HQ2P"], weather=weather, month="October")
        play(state, "unit G-2Pg-24")
        assert state.stack[-1].marks(state)[GAME.action("move 101")].note == note
        play(state, "move 101", "done")
        assert state.position()["crossed"] == cubes


@pytest.mark.rule("moscow-41", "10.12.5.2")
def test_a_tank_attack_fires_first() -> None:
    state, events = battle("G-2Pg-24 80, S-WH-32R 80", "80")
    assert tank_attack(events) and dice(state) == 4
    play(state, "roll 6 6 6 1")
    assert at(state, "S-WH-32R") == "pool", "the defender never fired"
    cases: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("G-2Pg-24 80, S-WH-5T 80", "80", {}),  # a defending tank
        ("G-2Pg-24 80, S-WH-32R 80", "80", {"lines": "80"}),
        ("G-2Pg-24 91, S-WH-32R 91", "91", {}),  # a city of the defender's
        ("G-2Pg-24 92, S-WH-32R 92", "92", {}),  # Yellow
        ("G-2Pg-24 80, S-WH-32R 80", "80", {"weather": "rain", "month": "October"}),
        ("G-W-28 80, S-WH-32R 80", "80", {}),  # no tank
        ("G-2Pg-24 80, S-WH-32R 80", "80", {"crossed": ["G-2Pg-24"], "before": []}),
    )
    for units, area, more in cases:
        state, events = battle(units, area, **more)
        assert not tank_attack(events), (units, more)
    _, events = battle("G-2Pg-24 80, S-WH-32R 80", "80", crossed=["G-2Pg-24"])
    assert tank_attack(events), "80 was contested before, so the river means nothing"
    _, events = battle("G-2Pg-24 91, S-WH-32R 91", "91", german="91")
    assert tank_attack(events), "the attacker controls 91: the defender has no city"


@pytest.mark.rule("moscow-41", "10.13")
@pytest.mark.rule("moscow-41", "10.14")
@pytest.mark.rule("moscow-41", "10.14.1")
def test_the_vyazma_example() -> None:
    """Two tanks against an exhausted HQ with a line in a Yellow Area with a city: three hits are absorbed."""
    units = "G-2Pg-24 70, G-2Pg-46 70, S-HQW 70 0, S-STALIN 63"
    state, _ = battle(units, "70", lines="70", initiative="soviet")
    assert dice(state) == 1, "only the line fires"
    play(state, "roll 6")
    assert legal(state) == ["hit G-2Pg-24", "hit G-2Pg-46"] and state.side == "german"
    play(state, "hit G-2Pg-24")
    assert dice(state) == 7
    for hits, line, hq in ((3, True, "70"), (4, False, "70"), (5, False, "pool")):
        copy = state.copy()
        copy.take("roll " + " ".join("6" * hits + "1" * (7 - hits)))
        assert ("70" in copy.position()["soviet_lines"], at(copy, "S-HQW")) == (line, hq), hits


@pytest.mark.rule("moscow-41", "10.13")
def test_all_fire_of_a_battle_draws_on_one_store() -> None:
    units = "G-HQ2P 90 2, G-W-28 91 1, S-WH-32R 91, S-HQC 63"
    state = position("combat", units, activated=["G-HQ2P"], german="89", initiative="soviet")
    play(state, "support G-HQ2P", "at 91", "battle 91", "roll 6 1")
    assert strength(state, "S-WH-32R") == 3, "the city absorbs the hit of the artillery"
    play(state, "roll 1 1 1", "roll 6")
    assert strength(state, "S-WH-32R") == 2, "and nothing is left for the next"


@pytest.mark.rule("moscow-41", "10.14")
def test_the_attacker_absorbs_nothing() -> None:
    state, _ = battle("S-WH-32R 92 3, G-W-28 92", "92", "1 1 1 1", active="soviet", german="92", weather="snow",
                      month="October")  # fmt: skip
    assert dice(state) == 3
    state, _ = battle("S-WH-32R 92 3, G-W-28 92", "92", "6 1 1 1", active="soviet", german="92", weather="snow",
                      month="October")  # fmt: skip
    assert strength(state, "S-WH-32R") == 2


@pytest.mark.rule("moscow-41", "10.14.1")
def test_among_equals_the_owner_chooses_and_the_check_is_made_anew() -> None:
    state, _ = battle("G-2Pg-24 80, S-WH-32R 80 2, S-WH-44R 80 2, S-HQW 80 2", "80")
    play(state, "roll 6 6 1 1")
    assert state.side == "soviet" and legal(state) == ["hit S-HQW", "hit S-WH-32R", "hit S-WH-44R"]
    assert rule_of(state, "hit G-2Pg-24") == "10.14"
    play(state, "hit S-WH-32R")
    assert legal(state) == ["hit S-HQW", "hit S-WH-44R"] and rule_of(state, "hit S-WH-32R") == "10.14.1"


@pytest.mark.rule("moscow-41", "10.14.2")
@pytest.mark.rule("moscow-41", "10.14.3")
def test_excess_hits_are_lost_and_the_dead_have_their_places() -> None:
    state, _ = battle("G-2Pg-24 80, S-WH-32R 80 1", "80", "6 6 6 6", initiative="soviet")
    assert at(state, "S-WH-32R") == "pool" and state.lost(1) == 0
    assert holds(state, "80") == "german"
    state, _ = battle("S-WH-5T 80, G-W-15ID 80 1, S-STALIN 63", "80", "6 6 6", active="soviet")
    assert at(state, "G-W-15ID") == "eliminated" and state.lost(0) == 1


@pytest.mark.rule("moscow-41", "10.15")
def test_who_stays_face_up() -> None:
    state, _ = battle("G-W-28 92, S-WH-32R 92", "92", "1 1 1 / 1 1 1 1", initiative="soviet")
    assert state.position()["revealed"] == ["G-W-28"], "the Soviets control 92: their block is concealed"
    state, _ = battle("G-W-28 92, S-WH-32R 92", "92", "1 1 1 / 1 1 1 1", initiative="soviet", german="92")
    assert state.position()["revealed"] == ["S-WH-32R"]
    state, _ = battle("G-W-28 92, S-WH-32R 92 1", "92", "1 / 6 6 1 1", initiative="soviet")
    assert state.position()["revealed"] == []


def blitz(units: str = "", **more: object) -> object:
    """A Panzer corps has cleared 80; Guderian is activated beside it."""
    text = "G-HQ2P 91 4, G-2Pg-24 80, S-WH-32R 80 1, S-HQC 63" + units
    state = position("combat", text, activated=["G-HQ2P"], german="89 90 91", initiative="soviet", **more)  # type: ignore[arg-type]
    play(state, "done") if "done" in legal(state) and "support G-HQ2P" in legal(state) else None
    play(state, "battle 80", "roll 6 1 1 1")
    return state


@pytest.mark.rule("moscow-41", "10.16")
def test_a_blitz_enters_an_adjacent_green_area_and_fights_again() -> None:
    state = blitz(", S-WH-44R 69 1")
    assert legal(state) == ["unit G-2Pg-24", "done"]  # type: ignore[arg-type]
    play(state, "unit G-2Pg-24")  # type: ignore[arg-type]
    assert "81" not in legal(state, "move") and rule_of(state, "move 81") == "10.16"  # type: ignore[arg-type]
    assert set(legal(state, "move")) >= {"68", "69", "79"}  # type: ignore[arg-type]
    play(state, "cancel", "done")  # type: ignore[arg-type]
    assert state.position()["revealed"] == []  # type: ignore[attr-defined]


@pytest.mark.rule("moscow-41", "10.16")
def test_a_blitz_battle_is_mandatory_with_artillery_again() -> None:
    units = "G-HQ2P 90 4, G-2Pg-24 91, S-WH-32R 91 1, S-WH-44R 80 1, S-HQC 63, G-LW8 90 4"
    state = position("combat", units, activated=["G-HQ2P", "G-LW8"], german="89 90", initiative="soviet")
    play(state, "support G-HQ2P", "at 91", "commit Ju-1", "at 91", "done", "battle 91")
    play(state, "roll 1 1 1 1", "roll 1", "roll 6 6 1 1")
    assert legal(state) == ["unit G-2Pg-24", "done"]
    play(state, "unit G-2Pg-24", "move 80")
    assert legal(state) == ["commit Ju-1", "done"], "80 is not adjacent to Guderian, but the Stuka follows"
    play(state, "commit Ju-1", "at 80")
    assert dice(state) == 1, "the battle begins by itself: anti-air fire"
    play(state, "roll 1", "roll 6 1 1 1")
    assert at(state, "S-WH-44R") == "pool" and holds(state, "80") == "german"
    assert state.side == "soviet", "no block blitzes twice"


@pytest.mark.rule("moscow-41", "10.16")
def test_no_blitz_without_its_conditions() -> None:
    def after(units: str, area: str, **more: object) -> list[str]:
        state = position("combat", units, initiative="soviet", **more)  # type: ignore[arg-type]
        while state.position()["phase"] == "combat":
            if state.side == "chance":
                state.take(
                    "roll " + " ".join("6" * state.dice() if "German" in str(state.question) else "1" * state.dice())
                )
            else:
                state.take(f"battle {area}" if f"battle {area}" in legal(state) else "done")
        return legal(state)

    base = "G-HQ2P 91 4, G-2Pg-24 80, S-WH-32R 80 1, S-HQC 63"
    german = {"german": "89 90 91", "activated": ["G-HQ2P"]}
    assert "unit G-2Pg-24" in after(base, "80", **german)
    assert "unit G-2Pg-24" not in after(base, "80", **german, kind="strategic")
    assert "unit G-2Pg-24" not in after(base, "80", **german, weather="snow", month="October")
    assert "unit G-3Pg-39" not in after(base.replace("G-2Pg-24", "G-3Pg-39"), "80", **german), "not Guderian's"
    assert "unit G-W-28" not in after(base.replace("G-2Pg-24", "G-W-28"), "80", **german), "slow"
    yellow = "G-HQ2P 91 4, G-2Pg-24 92, S-WH-32R 92 1, S-HQC 63"
    assert "unit G-2Pg-24" not in after(yellow, "92", **german), "a Yellow Area"


@pytest.mark.rule("moscow-41", "10.16")
def test_who_took_no_part_and_hqs_do_not_blitz() -> None:
    units = "G-HQ2P 91 4, G-2Pg-24 80, G-2Pg-46 80, G-HQ3P 80 2, S-WH-32R 80 1, S-HQC 63"
    state = position("combat", units, activated=["G-HQ2P"], german="89 90 91", initiative="soviet",
                     isolated=["G-2Pg-46"])  # fmt: skip
    play(state, "done", "battle 80", "roll 6 1 1 1 1 1")
    assert legal(state) == ["unit G-2Pg-24", "done"], "neither the isolated corps nor the HQ"
    assert state.position()["revealed"] == ["G-2Pg-24"], "nor do they stay face up"
    assert rule_of(state, "unit G-2Pg-46") == rule_of(state, "unit G-HQ3P") == "10.16"
    play(state, "done")
    assert state.side == "soviet" and state.position()["revealed"] == [], "whoever does not blitz stands up again"


@pytest.mark.rule("moscow-41", "10.16")
def test_a_blitz_enters_neither_an_old_battle_nor_a_full_area() -> None:
    full = "G-W-42 79, G-W-50 79, G-W-59 79, G-2A-13 79"
    state = blitz(f", G-W-28 69, S-WH-44R 69, {full}")
    play(state, "done", "unit G-2Pg-24")  # type: ignore[arg-type]
    assert legal(state, "move") == ["68", "91"]  # type: ignore[arg-type]
    assert refused(state, "move 69") == ("10.16", "69 Izdeshkovo was contested when the segment began.")  # type: ignore[arg-type]
    assert rule_of(state, "move 79") == "2.7"  # type: ignore[arg-type]


@pytest.mark.rule("moscow-41", "10.12.5.1")
@pytest.mark.rule("moscow-41", "10.16")
def test_the_river_that_counts_in_a_blitz_is_the_one_it_crosses() -> None:
    """From 80 into 68 leads across the Dnieper, into 69 not; how the block came into 80 no longer matters."""
    units = "G-HQ2P 91 4, G-2Pg-24 80, S-WH-32R 80 1, S-WH-5T 68 1, S-WH-7T 69 1, S-HQC 63"
    for goal, count in (("68", 1), ("69", 4)):
        state = position("combat", units, activated=["G-HQ2P"], german="89 90 91", initiative="soviet", before=[],
                         crossed=["G-2Pg-24"])  # fmt: skip
        play(state, "done", "roll 1", "roll 6", "unit G-2Pg-24", f"move {goal}", "roll 1")
        assert dice(state) == count, goal


@pytest.mark.rule("moscow-41", "10.12.2")
@pytest.mark.rule("moscow-41", "10.16")
def test_a_blitz_hq_fires_again_and_no_other() -> None:
    """Guderian in 79 fires into 80 and, in the blitz, into 68; the 9th Army in 67 is adjacent to 68 but cannot."""
    units = "G-HQ2P 79 4, G-HQ9 67 4, G-2Pg-24 80, S-WH-32R 80 3, S-WH-5T 68 1, S-HQC 63"
    state = position("combat", units, activated=["G-HQ2P", "G-HQ9"], german="89 90 66", initiative="soviet")
    assert rule_of(state, "support G-HQ9") == "10.4"
    play(state, "support G-HQ2P", "at 80", "battle 80", "roll 6 1 1 1", "roll 6 6 1 1", "unit G-2Pg-24", "move 68")
    assert legal(state) == ["support G-HQ2P", "done"] and rule_of(state, "support G-HQ9") == "10.16"
    play(state, "support G-HQ2P", "at 68")
    assert dice(state) == 4 and "artillery" in str(state.question)


@pytest.mark.rule("moscow-41", "10.15")
@pytest.mark.rule("moscow-41", "10.16")
def test_attackers_of_a_blitz_that_stalls_stay_face_up() -> None:
    units = "G-HQ2P 91 4, G-2Pg-24 80, S-WH-32R 80 1, S-WH-44R 69, S-HQC 63"
    state = position("combat", units, activated=["G-HQ2P"], german="89 90 91", initiative="soviet")
    play(state, "done", "battle 80", "roll 6 1 1 1", "unit G-2Pg-24", "move 69", "roll 1 1 1 1", "roll 1 1 1")
    assert state.side == "soviet" and at(state, "G-2Pg-24") == "69"
    assert state.position()["revealed"] == ["G-2Pg-24"], "69 is still contested and the Soviets control it"


@pytest.mark.rule("moscow-41", "10.15")
@pytest.mark.rule("moscow-41", "11.0")
def test_nobody_stays_face_up_for_a_blitz_in_a_strategic_impulse() -> None:
    units = "G-2Pg-24 80, S-WH-32R 80 1, G-W-28 69, S-WH-44R 69, S-HQC 63"
    state = position("combat", units, kind="strategic", german="89 90 91")
    play(state, "battle 80", "roll 6 1 1 1")
    assert legal(state) == ["battle 69", "done"] and state.position()["revealed"] == []


@pytest.mark.rule("moscow-41", "10.16")
def test_a_stuka_whose_battle_was_not_fought_does_not_follow_a_blitz() -> None:
    units = "G-HQ2P 90 4, G-LW8 90 4, G-2Pg-24 91, S-WH-32R 91 1, S-WH-44R 80 1, G-W-38 79, S-WH-53R 79, S-HQC 63"
    for target, follows in (("79", False), ("91", True)):
        state = position("combat", units, activated=["G-HQ2P", "G-LW8"], german="89 90", initiative="soviet")
        play(state, "commit Ju-1", f"at {target}", "done", "battle 91", "roll 1", "roll 6 6 1 1")
        play(state, "done", "unit G-2Pg-24", "move 80")
        assert ("commit Ju-1" in legal(state)) == follows, target


@pytest.mark.rule("moscow-41", "10.16")
def test_a_stuka_follows_one_blitz_only() -> None:
    """It struck 91. From there it follows into 80, but not on to 69, which is not adjacent to 91."""
    units = "G-HQ2P 90 4, G-LW8 90 4, G-2Pg-24 91, S-WH-32R 91 1, G-2Pg-46 68, S-WH-44R 68 1, S-WH-53R 80, S-WH-61R 69"
    state = position("combat", units + ", S-HQC 63", activated=["G-HQ2P", "G-LW8"], german="89 79", initiative="soviet")
    play(state, "commit Ju-1", "at 91", "done", "battle 91", "roll 1", "roll 6 6 1 1")
    play(state, "battle 68", "roll 1", "roll 6 6 1 1")
    play(state, "unit G-2Pg-24", "move 80", "unit G-2Pg-46", "move 69", "commit Ju-1")
    assert legal(state, "at") == ["80"] and rule_of(state, "at 69") == "10.16"
    play(state, "at 80")
    assert legal(state) == ["battle 69", "battle 80"], "there is no more support"


@pytest.mark.rule("moscow-41", "10.10")
@pytest.mark.rule("moscow-41", "10.11")
def test_refusals_of_support_and_battles_name_the_reason() -> None:
    units = (
        "G-HQ2P 90 3, G-LW2 90 2, G-W-28 91, S-WH-2R 91, G-W-38 92, S-WH-20R 92, G-W-42 105, S-WH-25R 105, "
        "S-WH-32R 88, He-4 destroyed, S-HQC 63"
    )
    state = position("combat", units, activated=["G-HQ2P", "G-LW2"], german="89 88", lines="G88", isolated=["G-W-38"])
    assert refused(state, "commit Ju-1")[1].endswith("is not activated, so its bombers do not fly.")
    assert rule_of(state, "commit He-4") == "10.12.3" and rule_of(state, "commit He-2") == "10.10.1"
    play(state, "commit He-1")
    assert refused(state, "at 70") == ("10.11", "70 Vyazma does not hold units of both players.")
    assert refused(state, "at 92") == ("10.11", "There is no battle to support in 92 Spas-Demensk.")
    assert refused(state, "at 105")[1].startswith("105 ") and rule_of(state, "at 105") == "10.10"
    play(state, "at 91", "commit He-2", "at 91")
    assert refused(state, "commit He-3")[1].endswith("has committed as many bombers as it has strength.")
    assert refused(state, "commit He-1")[1] == "That He-111 is already committed."
    play(state, "done")
    assert rule_of(state, "battle 92") == "9.1" and rule_of(state, "battle 88") == "10.11"


@pytest.mark.rule("moscow-41", "10.18")
def test_exploitation_moves_fast_blocks_without_engaging() -> None:
    units = "G-HITLER rastenburg 2, G-HQ2P 89, G-2Pg-24 89, G-W-28 89, S-WH-2R 91, S-HQC 63"
    state = position("activation", units, german="90")
    play(state, "activate G-HQ2P", "reveal", "done", "done")
    assert legal(state) == ["exploit", "done"]
    play(state, "exploit")
    assert legal(state, "unit") == ["G-HQ2P", "G-2Pg-24"] and rule_of(state, "unit G-W-28") == "10.18"
    play(state, "unit G-2Pg-24")
    assert "91" not in legal(state, "move") and rule_of(state, "move 91") == "10.18" and "build" not in legal(state)
    play(state, "move 90", "done")
    assert state.side == "soviet" and state.position()["initiative"] == "soviet"


@pytest.mark.rule("moscow-41", "10.18")
def test_the_weather_for_exploitation() -> None:
    for weather, german, soviet in (("sunny", True, True), ("rain", False, False), ("snow", False, True)):
        for side, allowed in (("german", german), ("soviet", soviet)):
            hq = "G-HQ2P" if side == "german" else "S-HQC"
            state = position("activation", "G-HQ2P 89, S-HQC 70, S-STALIN 63", side, initiative=side, weather=weather,
                             month="October")  # fmt: skip
            play(state, f"activate {hq}", "reveal", "done", "done")
            assert ("exploit" in legal(state)) == allowed, (weather, side)


def test_exact_chances_of_a_handful() -> None:
    assert hit_chances((1, 1, 1)) == (
        Fraction(1, 2) * Fraction(2, 3) * Fraction(5, 6),
        Fraction(1, 2) * Fraction(2, 3) * Fraction(5, 6)
        + Fraction(1, 2) * Fraction(1, 3) * Fraction(5, 6)
        + Fraction(1, 2) * Fraction(2, 3) * Fraction(1, 6),
        Fraction(1, 2) * Fraction(1, 3) * Fraction(5, 6)
        + Fraction(1, 2) * Fraction(2, 3) * Fraction(1, 6)
        + Fraction(1, 2) * Fraction(1, 3) * Fraction(1, 6),
        Fraction(1, 2) * Fraction(1, 3) * Fraction(1, 6),
    )
    assert sum(hit_chances((9, 7, 5))) == 1


@pytest.mark.rule("moscow-41", "10.12.5")
def test_dice_that_are_due_are_counted() -> None:
    units = "G-HQ2P 91 4, G-2Pg-24 80, S-WH-32R 80 1, S-HQC 63"
    state = position("combat", units, activated=["G-HQ2P"], german="89 90 91", initiative="soviet")
    play(state, "done", "battle 80")
    assert refused(state, "roll 1") == ("10.12.5", "4 dice must be rolled first.")
    play(state, "roll 1 1 1 1")
    assert refused(state, "roll 1 1") == ("10.12.5", "A die must be rolled first.")
