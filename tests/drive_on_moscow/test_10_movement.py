"""10.0 Movement and mobile assaults."""

from __future__ import annotations

import pytest

from rasputitsa.core import CHANCE
from rasputitsa.games.drive_on_moscow.assault import assault_cost
from rasputitsa.games.drive_on_moscow.battle import Battle, attack_total, final_odds, odds_name, shifts
from rasputitsa.games.drive_on_moscow.facts import GERMAN, UNIT_IDS
from rasputitsa.games.drive_on_moscow.reach import cost_in, reach
from rasputitsa.games.drive_on_moscow.state import DriveOnMoscowState

from .helpers import hex_id, legal, open_step, play, position, rule_of, stack


def cost(state: DriveOnMoscowState, unit: str, goal: str) -> int | None:
    number = UNIT_IDS[unit]
    return cost_in(reach(state, 1 << number, state.where[number]), hex_id(goal))


def units(*names: str) -> int:
    return sum(1 << UNIT_IDS[name] for name in names)


@pytest.mark.rule("drive-on-moscow", "10.0")
@pytest.mark.rule("drive-on-moscow", "10.1")
def test_a_unit_moves_as_far_as_its_factor() -> None:
    state = position({"0116": "inf-5"}, turn=3)
    assert cost(state, "inf-5", "0516") == 4
    assert cost(state, "inf-5", "0616") is None
    play(state, "unit inf-5", "move 0316")
    assert open_step(state) == "Moving" and "Movement points left: 2" in str(state.question)
    play(state, "stop", "unit inf-5", "move 0515")
    assert stack(state, "0515") == ["inf-5"]


@pytest.mark.rule("drive-on-moscow", "10.2")
def test_a_unit_that_cannot_pay_does_not_move() -> None:
    """In the lull of turn 5 mechanized units have one point: they cannot cross a river."""
    state = position({"3311": "pz-1", "3410": "inf-5"}, turn=5, november=5)
    assert cost(state, "pz-1", "3411") is None
    play(state, "unit pz-1")
    assert rule_of(state, "move 3411") == "10.2"


@pytest.mark.rule("drive-on-moscow", "10.3")
def test_hexes_with_enemies_cannot_be_entered() -> None:
    state = position({"1019": "inf-5"}, {"1120": "RD"})
    play(state, "unit inf-5")
    assert rule_of(state, "move 1120") == "10.3"


@pytest.mark.rule("drive-on-moscow", "10.4")
@pytest.mark.rule("drive-on-moscow", "10.18")
def test_only_units_that_began_together_move_together() -> None:
    state = position({"0110": "inf-5 inf-6", "0112": "inf-7"})
    play(state, "unit inf-7", "move 0110", "stop", "unit inf-5")
    assert set(legal(state, "unit")) == {"inf-5", "inf-6"}
    assert rule_of(state, "unit inf-7") == "10.4"
    play(state, "unit inf-6", "move 0210")
    assert stack(state, "0210") == ["inf-5", "inf-6"]


@pytest.mark.rule("drive-on-moscow", "10.5")
def test_stacks_split_on_the_way_until_another_stack_moves() -> None:
    state = position({"0110": "inf-5 inf-6 inf-7", "0120": "inf-8"})
    play(state, "unit inf-5", "all", "move 0210", "unit inf-6", "move 0310", "stop")
    assert (stack(state, "0210"), stack(state, "0310")) == (["inf-6"], ["inf-5", "inf-7"])
    assert "inf-6" in legal(state, "unit")
    play(state, "unit inf-6", "move 0310", "unit inf-5", "move 0410")
    assert stack(state, "0410") == ["inf-5", "inf-6"]
    play(state, "stop", "unit inf-8", "move 0220", "stop")
    assert rule_of(state, "unit inf-5") == "10.5"


@pytest.mark.rule("drive-on-moscow", "10.6")
def test_the_slowest_unit_sets_the_pace() -> None:
    state = position({"0116": "inf-5 pz-1"}, turn=3)
    play(state, "unit pz-1")
    assert "0616" in legal(state, "move")
    play(state, "unit inf-5")
    assert "0516" in legal(state, "move") and "0616" not in legal(state, "move")
    play(state, "move 0516", "unit pz-1", "move 0616")
    assert stack(state, "0516") == ["inf-5"] and stack(state, "0616") == ["pz-1"]


@pytest.mark.rule("drive-on-moscow", "10.6")
@pytest.mark.rule("drive-on-moscow", "12.1")
def test_in_the_lull_the_mechanized_units_are_the_slowest() -> None:
    """On turn 5 they have one point, the infantry two."""
    state = position({"1019": "pz-1 inf-5"}, turn=5, november=5)
    play(state, "unit inf-5")
    assert "Movement points left: 2" in str(state.question)
    play(state, "unit pz-1")
    assert "Movement points left: 1" in str(state.question)
    assert "1021" not in legal(state, "move")


@pytest.mark.rule("drive-on-moscow", "10.4")
@pytest.mark.rule("drive-on-moscow", "10.5")
def test_a_unit_that_has_not_moved_may_move_after_other_stacks() -> None:
    """Only what has begun to move cannot resume: units of a stack may be moved individually."""
    state = position({"0110": "inf-5 inf-6 pz-1", "0112": "inf-8"})
    play(state, "unit pz-1", "move 0210", "stop", "unit inf-8", "move 0110", "stop")
    assert rule_of(state, "unit pz-1") == "10.5"
    play(state, "unit inf-5")
    assert set(legal(state, "unit")) == {"inf-5", "inf-6"}
    play(state, "unit inf-6", "move 0210")
    assert stack(state, "0210") == ["pz-1", "inf-5", "inf-6"] and stack(state, "0110") == ["inf-8"]


@pytest.mark.rule("drive-on-moscow", "10.7")
@pytest.mark.rule("drive-on-moscow", "10.8")
@pytest.mark.rule("drive-on-moscow", "10.11")
def test_terrain() -> None:
    """0807 is marsh: cavalry and infantry pay one point, panzers may not enter. Forest and towns cost one point."""
    state = position({"0706": "pz-1 inf-5 cav-1"}, turn=2)
    assert cost(state, "inf-5", "0807") == cost(state, "cav-1", "0807") is not None
    assert cost(state, "pz-1", "0807") is None
    play(state, "unit pz-1")
    assert rule_of(state, "move 0807") == "10.8"
    assert cost(position({"1018": "inf-5"}), "inf-5", "1118") == 1


@pytest.mark.rule("drive-on-moscow", "10.9")
@pytest.mark.rule("drive-on-moscow", "10.12")
def test_rivers_cost_one_point_more() -> None:
    state = position({"3312": "pz-1", "3311": "pz-2"}, turn=2)
    assert cost(state, "pz-1", "3411") == 1
    assert cost(state, "pz-2", "3411") == 2


@pytest.mark.rule("drive-on-moscow", "10.10")
def test_reservoirs_are_not_crossed() -> None:
    state = position({"2904": "pz-1"}, turn=2)
    play(state, "unit pz-1")
    assert cost(state, "pz-1", "3004") not in (1, 2)
    short = position({"2904": "pz-1"}, turn=5, november=5)
    assert cost(short, "pz-1", "3004") is None
    play(short, "unit pz-1")
    assert rule_of(short, "move 3004") == "10.10"


@pytest.mark.rule("drive-on-moscow", "10.13")
def test_nobody_leaves_the_map() -> None:
    state = position({"0101": "inf-5"})
    play(state, "unit inf-5")
    assert all(name.isdigit() for name in legal(state, "move"))


@pytest.mark.rule("drive-on-moscow", "10.14")
def test_a_panzer_unit_must_lead() -> None:
    state = position({"1019": "pg-3 cav-1 inf-5 kgpz-1"}, {"1120": "RD"})
    play(state, "unit pg-3")
    assert rule_of(state, "assault 1120") == "10.14"
    play(state, "unit cav-1")
    assert rule_of(state, "assault 1120") == "10.14"
    play(state, "unit kgpz-1")
    assert legal(state, "assault") == ["1120"]
    play(state, "unit inf-5")
    assert rule_of(state, "assault 1120") == "10.14"


@pytest.mark.rule("drive-on-moscow", "10.15")
def test_an_assault_costs_two_points_more_and_is_made_once() -> None:
    assert assault_cost(hex_id("1019"), hex_id("1120")) == 3
    assert assault_cost(hex_id("3311"), hex_id("3411")) == 4
    state = position({"1019": "pz-1 pz-2 pz-3 pz-4 pz-5"}, {"1120": "1-2:RD", "1221": "1-2:RD"}, turn=2)
    play(state, "unit pz-1", "all", "assault 1120", "fight")
    assert stack(state, "1120") == ["pz-1", "pz-2", "pz-3", "pz-4", "pz-5"]  # 40 against 2 is DE without a roll
    assert open_step(state) == "Moving" and "left: 5" in str(state.question)
    assert rule_of(state, "assault 1221") == "10.15"
    slow = position({"1019": "pz-1"}, {"1120": "RD"}, turn=4)
    play(slow, "unit pz-1")
    assert legal(slow, "assault") == ["1120"]
    lull = position({"1019": "pz-1"}, {"1120": "RD"}, turn=4, november=4)
    play(lull, "unit pz-1")
    assert rule_of(lull, "assault 1120") == "12.1"


@pytest.mark.rule("drive-on-moscow", "10.16")
def test_no_assault_into_marsh_or_across_a_reservoir() -> None:
    state = position({"0706": "pz-1"}, {"0807": "RD"}, turn=2)
    play(state, "unit pz-1")
    near = "assault 0807"
    assert rule_of(state, near) == "10.16" or rule_of(state, near) == "10.15"
    state = position({"2904": "pz-1"}, {"3004": "RD"}, turn=2)
    play(state, "unit pz-1")
    assert rule_of(state, "assault 3004") == "10.16"
    state = position({"3311": "pz-1"}, {"3411": "GRD"}, turn=2)
    battle = Battle(GERMAN, hex_id("3411"), hex_id("3311"), units("pz-1"), units("grd-1G"), 0)
    assert ("river", -1) in [(shift.name, shift.columns) for shift in shifts(state, battle)]


@pytest.mark.rule("drive-on-moscow", "10.17")
def test_the_launch_hex_must_be_in_supply() -> None:
    ring = {"1918": "RD", "2018": "RD", "2117": "RD", "2118": "RD", "2016": "RD", "1917": "RD"}
    state = position({"2017": "pz-1", "0101": "inf-5"}, ring)
    assert "pz-1" not in legal(state, "unit")
    assert rule_of(state, "unit pz-1") == "8.5"


@pytest.mark.rule("drive-on-moscow", "10.19")
def test_an_assault_that_does_not_clear_the_hex_is_stalled() -> None:
    state = position({"1019": "pz-1", "0101": "inf-5"}, {"1120": "2-4:RD"}, turn=2)
    play(state, "unit pz-1", "assault 1120", "fight")
    assert state.side == CHANCE  # 8 against 4
    play(state, "roll 2")
    assert stack(state, "1019") == ["pz-1"] and stack(state, "1120") == ["rd-1"]
    assert rule_of(state, "unit pz-1") == "10.19"


@pytest.mark.rule("drive-on-moscow", "10.19")
def test_guards_that_are_only_reduced_hold_the_hex() -> None:
    state = position({"1019": "pz-1 pz-2 pz-3 pz-4 pz-5"}, {"1120": "GRD"}, turn=2)
    play(state, "unit pz-1", "all", "assault 1120", "fight")
    assert stack(state, "1120") == ["grd-7G"] or stack(state, "1120")[0].startswith("grd")
    assert len(stack(state, "1019")) == 5


@pytest.mark.rule("drive-on-moscow", "10.19")
@pytest.mark.rule("drive-on-moscow", "10.5")
def test_a_unit_that_cleared_its_hex_and_then_waited_is_not_called_stalled() -> None:
    state = position({"1019": "pz-1", "0101": "inf-5"}, {"1120": "1-2:RD"}, turn=2)
    play(state, "unit pz-1", "assault 1120", "fight", "roll 5", "stop", "unit inf-5", "move 0201", "stop")
    refusal = state.why_not("unit pz-1")
    assert refusal is not None and refusal.rule == "10.5"


@pytest.mark.rule("drive-on-moscow", "10.20")
def test_an_assault_that_clears_the_hex_goes_on() -> None:
    state = position({"1019": "pz-1 pg-3", "0101": "inf-5"}, {"1120": "1-2:RD"}, turn=2)
    play(state, "unit pz-1", "unit pg-3", "assault 1120", "fight")
    assert stack(state, "1120") == ["pz-1", "pg-3"]  # 12 against 2 is 6:1, so DE without a roll
    play(state, "move 1321")
    assert stack(state, "1321") == ["pz-1", "pg-3"]


@pytest.mark.rule("drive-on-moscow", "10.21")
def test_units_make_both_kinds_of_attack_in_one_player_turn() -> None:
    state = position({"1019": "pz-1"}, {"1120": "2-4:RD"}, turn=2)
    play(state, "unit pz-1", "assault 1120", "fight", "roll 2")
    assert open_step(state) == "Combat"
    play(state, "attack 1120", "unit pz-1", "fight")
    assert state.side == CHANCE


@pytest.mark.rule("drive-on-moscow", "10.22")
def test_retreat_from_an_assault_goes_straight_back() -> None:
    state = position({"1019": "pz-1", "0101": "inf-5"}, {"1120": "2-4:RD"}, turn=2)
    play(state, "unit pz-1", "assault 1120", "fight", "roll 5")
    assert stack(state, "1220") == ["rd-1"]  # opposite to 1019
    assert stack(state, "1120") == ["pz-1"]


@pytest.mark.rule("drive-on-moscow", "10.22")
def test_if_the_hex_behind_is_blocked_one_beside_it_is_taken() -> None:
    full = "2-3:RD 2-3:RD 2-3:RD 2-3:RD 2-3:RD"
    state = position({"1019": "pz-1", "0101": "inf-5"}, {"1120": "2-4:RD", "1220": full}, turn=2)
    play(state, "unit pz-1", "assault 1120", "fight", "roll 5")
    assert state.side == "soviet" and set(legal(state, "retreat")) == {"1219", "1121"}
    assert rule_of(state, "retreat 1019") == "10.22"
    assert rule_of(state, "retreat 1220") == "11.26"
    play(state, "retreat 1121")
    assert stack(state, "1121") == ["rd-1"]


@pytest.mark.rule("drive-on-moscow", "10.22")
def test_other_germans_block_the_retreat_and_the_next_assault_meets_the_retreated() -> None:
    others = {"1321": "inf-5", "1319": "inf-6", "1122": "inf-7", "1118": "inf-8", "1021": "inf-15"}
    state = position({"1019": "pz-1", **others}, {"1120": "2-4:RD"}, turn=2)
    play(state, "unit pz-1", "assault 1120", "fight", "roll 5")
    assert stack(state, "1120") == ["pz-1"]  # no way out: eliminated
    again = position({"1019": "pz-1", "1018": "pz-2"}, {"1120": "2-4:RD", "1220": "1-2:RD"}, turn=2)
    play(again, "unit pz-1", "assault 1120", "fight", "roll 5", "stop")
    assert len(stack(again, "1220")) == 2
    play(again, "unit pz-2", "move 1219", "assault 1220", "fight")
    assert again.side == CHANCE
    battle = Battle(GERMAN, hex_id("1220"), hex_id("1219"), units("pz-2"), units("rd-1", "rd-2"), 0)
    assert odds_name(final_odds(again, battle)).startswith("1:")


@pytest.mark.rule("drive-on-moscow", "10.23")
@pytest.mark.rule("drive-on-moscow", "11.17")
@pytest.mark.rule("drive-on-moscow", "11.18")
def test_panzers_use_their_defense_factor_against_cities_and_forts() -> None:
    state = position({"2513": "pz-1", "3525": "pz-2"}, {"2613": "RD", "3524": "RD"}, turn=2)
    assert attack_total(state, units("pz-1"), hex_id("2613")) == 4
    assert attack_total(state, units("pz-2"), hex_id("3524")) == 4
    assert attack_total(state, units("pz-2"), hex_id("3523")) == 8
    into_fort = Battle(GERMAN, hex_id("2613"), hex_id("2513"), units("pz-1"), units("rd-1"), 0)
    assert ("fortification", -1) in [(shift.name, shift.columns) for shift in shifts(state, into_fort)]
    into_city = Battle(GERMAN, hex_id("3524"), hex_id("3525"), units("pz-2"), units("rd-2"), 0)
    assert ("city", -2) in [(shift.name, shift.columns) for shift in shifts(state, into_city)]


@pytest.mark.rule("drive-on-moscow", "10.5")
def test_the_owner_chooses_which_unit_is_on_top() -> None:
    state = position({"0110": "inf-5 inf-6"})
    play(state, "unit inf-5", "top")
    assert stack(state, "0110") == ["inf-6", "inf-5"]
    assert rule_of(state, "top") == "11.6"
