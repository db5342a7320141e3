"""4.0 How to win, 5.0 Sequence of play, 6.0 Stacking."""

from __future__ import annotations

import pytest

from rasputitsa.games.drive_on_moscow import GAME
from rasputitsa.games.drive_on_moscow.battle import Battle, shifts
from rasputitsa.games.drive_on_moscow.facts import BOARD, GERMAN, SOVIET, UNIT_IDS, WESTERN_PLACES
from rasputitsa.games.drive_on_moscow.reach import reach
from rasputitsa.games.drive_on_moscow.sequence import SEQUENCE
from rasputitsa.games.drive_on_moscow.supply import moscow_isolated

from .helpers import after, hex_id, legal, open_step, play, position, rule_of, stack

RING = {  # German units whose zones of control lie all around Moscow
    "3209": "inf-5", "3312": "inf-6", "3514": "inf-7", "3712": "inf-8", "3709": "inf-15", "3508": "inf-17",
}  # fmt: skip


@pytest.mark.rule("drive-on-moscow", "4.0")
@pytest.mark.rule("drive-on-moscow", "4.1")
def test_entering_moscow_wins_at_once() -> None:
    state = position({"3312": "pz-1"}, turn=3)
    play(state, "unit pz-1", "move 3411")
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.rule) == ("german", "4.1")
    assert state.side is None


@pytest.mark.rule("drive-on-moscow", "4.2")
def test_isolating_moscow_wins_at_once() -> None:
    german = {name: unit for name, unit in RING.items() if name != "3709"}
    state = position({**german, "4009": "pz-1"}, {"3411": "RD"}, turn=3, german_control="3209")
    assert state.outcome is None
    play(state, "unit pz-1", "move 3709")
    assert state.outcome is not None and state.outcome.rule == "4.2"


@pytest.mark.rule("drive-on-moscow", "4.2")
def test_a_line_that_is_open_for_one_hex_of_moscow_is_enough() -> None:
    german = {name: unit for name, unit in RING.items() if name != "3709"}
    state = position({**german, "3708": "pz-1"}, {"3411": "RD", "3610": "RD", "3609": "RD"}, turn=3)
    assert state.outcome is None


@pytest.mark.rule("drive-on-moscow", "4.2")
def test_the_instant_counts_even_on_the_way() -> None:
    """A stack that closes the ring while it moves on has closed it."""
    german = {name: unit for name, unit in RING.items() if name != "3709"}
    state = position({**german, "3707": "pz-1"}, {"3411": "RD"}, turn=2)
    assert state.outcome is None
    assert "3710" in legal(after(state, "unit pz-1"), "move")
    play(state, "move 3710")
    assert state.outcome is not None and state.outcome.rule == "4.2"


@pytest.mark.rule("drive-on-moscow", "4.3")
@pytest.mark.rule("drive-on-moscow", "4.5")
def test_the_five_cities_at_the_end() -> None:
    cities = "2602 2843 2734 3524"
    end = {"turn": 9, "phase": "terminal-supply"}
    won = position({"0519": "inf-5"}, german_control=cities, **end)  # type: ignore[arg-type]
    assert won.outcome is not None and (won.outcome.winner, won.outcome.rule) == ("german", "4.3")
    lost = position({"0519": "inf-5"}, german_control="2602 2843 2734", **end)  # type: ignore[arg-type]
    assert lost.outcome is not None and (lost.outcome.winner, lost.outcome.rule) == ("soviet", "4.5")
    assert "Tula" in lost.outcome.reason


@pytest.mark.rule("drive-on-moscow", "4.4")
def test_a_town_west_of_the_line_wins_for_the_soviets() -> None:
    state = position({"0101": "inf-5"}, {"0817": "RD"}, phase="soviet-movement")
    play(state, "unit rd-1", "move 0716")
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.rule) == ("soviet", "4.4")
    assert WESTERN_PLACES >> hex_id("0519") & 1 and WESTERN_PLACES.bit_count() == 12


@pytest.mark.rule("drive-on-moscow", "4.4")
def test_play_stops_in_the_town_that_decides_the_game() -> None:
    state = position({"0101": "inf-5"}, {"0817": "RD"}, phase="soviet-movement", turn=1)
    assert not moscow_isolated(state)
    play(state, "unit rd-1", "move 0615")
    assert state.outcome is not None and state.outcome.rule == "4.4"
    assert stack(state, "0716") == ["rd-1"]


@pytest.mark.rule("drive-on-moscow", "4.4")
@pytest.mark.rule("drive-on-moscow", "9.3")
def test_a_withdrawal_that_cannot_be_made_forfeits_the_game() -> None:
    state = position({"0101": "pz-1"}, turn=5, phase="german-replacement")
    play(state, "decline", "move-first")
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.rule) == ("soviet", "9.3")


@pytest.mark.rule("drive-on-moscow", "5.0")
@pytest.mark.rule("drive-on-moscow", "5.1")
def test_the_phases_in_their_order() -> None:
    assert [phase.name for phase in SEQUENCE[3:]] == [
        "german-replacement", "german-movement", "german-combat", "soviet-reinforcement", "soviet-movement",
        "soviet-combat", "guards-conversion", "terminal-supply",
    ]  # fmt: skip
    state = position({"0101": "inf-5"}, {"4001": "RD"}, phase="german-replacement")
    seen = []
    for action in ("move-first", "done", "move-first", "done", "done"):
        seen.append(SEQUENCE[state.phase].name)
        play(state, action)
    assert seen == [
        "german-replacement", "german-movement", "soviet-reinforcement", "soviet-reinforcement", "soviet-movement",
    ]  # fmt: skip
    assert rule_of(state, "move 0101") != ""


@pytest.mark.rule("drive-on-moscow", "5.2")
def test_fighting_first_changes_the_order_and_shifts_german_attacks() -> None:
    german, soviet = {"1019": "inf-5 inf-6"}, {"1120": "RD", "4001": "RD"}
    state = position(german, soviet, phase="german-replacement")
    play(state, "fight-first")
    assert SEQUENCE[state.phase].name == "german-combat"
    battle = Battle(GERMAN, hex_id("1120"), 0, 1 << UNIT_IDS["inf-5"], 1 << UNIT_IDS["rd-1"], 0)
    assert [(shift.name, shift.columns) for shift in shifts(state, battle)] == [("fight first", 1)]
    play(state, "done")
    assert SEQUENCE[state.phase].name == "german-movement"
    play(state, "done", "fight-first", "done")
    assert SEQUENCE[state.phase].name == "soviet-combat"
    battle = Battle(SOVIET, hex_id("1019"), 0, 1 << UNIT_IDS["rd-1"], 1 << UNIT_IDS["inf-5"], 0)
    assert shifts(state, battle) == []


@pytest.mark.rule("drive-on-moscow", "5.2")
def test_the_sequence_of_the_turn_shows_the_declared_order() -> None:
    state = position({"1019": "inf-5"}, {"1120": "RD"}, phase="german-replacement")
    play(state, "fight-first")
    names = [phase["name"] for phase in state.view(None)["sequence"]]
    assert names[:4] == ["german-replacement", "german-combat", "german-movement", "soviet-reinforcement"]


@pytest.mark.rule("drive-on-moscow", "5.3")
def test_turn_1_shifts_once() -> None:
    for fight_first in (False, True):
        state = position({"1019": "inf-5"}, {"1120": "RD"}, turn=1, phase="german-combat", fight_first=fight_first)
        battle = Battle(GERMAN, hex_id("1120"), 0, 1 << UNIT_IDS["inf-5"], 1 << UNIT_IDS["rd-1"], 0)
        assert [(shift.rule, shift.columns) for shift in shifts(state, battle)] == [("5.3", 1)]
    mobile = Battle(GERMAN, hex_id("1120"), hex_id("1019"), 1 << UNIT_IDS["pz-1"], 1 << UNIT_IDS["rd-1"], 0)
    assert ("5.3", 1) in [(shift.rule, shift.columns) for shift in shifts(state, mobile)]


@pytest.mark.rule("drive-on-moscow", "5.3")
def test_the_guderian_effect() -> None:
    """From 1742 Orel is exactly 14 points away on the south sheet; going north ends the effect."""
    pz, south = UNIT_IDS["pz-3"], 1 << UNIT_IDS["pz-3"]
    state = position({"1742": "pz-3"}, turn=1, south=south)
    levels = reach(state, 1 << pz, hex_id("1742"))
    assert len(levels) == 15 and levels[14] >> hex_id("2734") & 1
    assert "2734" in legal(after(state, "unit pz-3"), "move")
    other = position({"1742": "pz-3"}, turn=1)
    assert len(reach(other, 1 << pz, hex_id("1742"))) == 11


@pytest.mark.rule("drive-on-moscow", "5.3")
def test_the_guderian_effect_ends_on_the_north_sheet() -> None:
    south = 1 << UNIT_IDS["pz-3"]
    state = position({"1024": "pz-3"}, turn=1, south=south)
    play(state, "unit pz-3", "move 1022")
    assert not state.south
    assert max(len(levels) for levels in [reach(state, south, hex_id("1022"))]) == 10 - 2 + 1
    far = position({"1630": "pz-3"}, {"1722": "RD"}, turn=1, south=south, phase="german-movement")
    levels = reach(far, south, hex_id("1630"))
    assert not any(hexes >> hex_id("1722") & 1 for hexes in levels)
    assert not any(hexes & BOARD.set(["1619"]) for hexes in levels[11:])


@pytest.mark.rule("drive-on-moscow", "5.3")
def test_units_that_used_the_effect_do_not_attack_on_the_north_sheet() -> None:
    pz = UNIT_IDS["pz-3"]
    state = position({"2323": "pz-3"}, {"2322": "RD", "2324": "RD"}, turn=1, phase="german-combat", far=1 << pz)
    assert legal(state, "attack") == ["2324"]
    assert rule_of(state, "attack 2322") == "5.3"


@pytest.mark.rule("drive-on-moscow", "5.3")
def test_what_a_unit_has_moved_counts_in_the_combat_phase_as_well() -> None:
    south = 1 << UNIT_IDS["pz-3"]
    state = position({"2132": "pz-3", "0101": "inf-5"}, {"2322": "RD", "2324": "RD"}, turn=1, south=south)
    play(state, "unit pz-3", "move 2323")
    assert rule_of(state, "move 2222") == "5.3" and rule_of(state, "assault 2322") == "5.3"
    play(state, "stop", "done")
    assert SEQUENCE[state.phase].name == "german-combat"
    assert legal(state, "attack") == ["2324"]  # it has used 11 points
    assert rule_of(state, "attack 2322") == "5.3"
    near = position({"2131": "pz-3", "0101": "inf-5"}, {"2322": "RD", "2324": "RD"}, turn=1, south=south)
    play(near, "unit pz-3", "move 2323", "stop", "done")
    assert legal(near, "attack") == ["2322", "2324"]  # ten are what every mechanized unit has


@pytest.mark.rule("drive-on-moscow", "6.0")
@pytest.mark.rule("drive-on-moscow", "6.1")
def test_five_units_to_a_hex_at_every_instant() -> None:
    state = position({"0720": "inf-17 inf-23", "0820": "inf-5 inf-6 inf-7 inf-8"})
    play(state, "unit inf-17")
    assert "0820" in legal(state, "move")
    play(state, "all")
    assert "0820" not in legal(state, "move")
    assert rule_of(state, "move 0820") == "6.0"


@pytest.mark.rule("drive-on-moscow", "6.1")
def test_a_full_hex_bars_the_way() -> None:
    """Nobody passes through a hex where the limit would be exceeded, even for an instant."""
    walls = {"0120": "inf-5 inf-6 inf-7 inf-8 inf-15"}
    state = position({"0121": "inf-17", **walls}, {"0221": "RD", "0220": "RD", "0122": "RD"}, phase="german-movement")
    assert "inf-17" not in legal(state, "unit")
    assert rule_of(state, "unit inf-17") == "10.2"


@pytest.mark.rule("drive-on-moscow", "6.2")
def test_aircraft_do_not_stack() -> None:
    five = "inf-5 inf-6 inf-7 inf-8 inf-15"
    state = position({"1019": five}, {"1120": "RD"}, turn=2, phase="german-combat")
    play(state, "attack 1120", "all", "air", "air")
    assert rule_of(state, "air") == "11.19"
    assert len(state.at(hex_id("1019"))) == 5
    assert open_step(state) == "Attack" and GAME.name == "drive-on-moscow"
