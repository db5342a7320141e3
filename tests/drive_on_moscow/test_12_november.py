"""12.0 The German November Offensive."""

from __future__ import annotations

import pytest

from rasputitsa.games.drive_on_moscow.battle import Battle, shifts
from rasputitsa.games.drive_on_moscow.facts import GERMAN, SOVIET, UNIT_IDS
from rasputitsa.games.drive_on_moscow.orders import aircraft_of
from rasputitsa.games.drive_on_moscow.reach import movement_factors

from .helpers import after, hex_id, legal, open_step, play, position, rule_of, stack


def units(*names: str) -> int:
    return sum(1 << UNIT_IDS[name] for name in names)


@pytest.mark.rule("drive-on-moscow", "12.0")
def test_it_may_be_declared_once_on_turns_4_to_7() -> None:
    for turn in range(1, 10):
        state = position({"0101": "inf-5 inf-6 cav-1"}, turn=turn, phase="german-replacement")
        assert (open_step(state) == "DeclareOffensive") == (4 <= turn <= 7)
    state = position({"0101": "inf-5"}, turn=6, november=4, phase="german-replacement")
    assert open_step(state) == "DeclareOrder"


@pytest.mark.rule("drive-on-moscow", "12.1")
def test_the_lull() -> None:
    state = position({"1019": "pz-1 inf-5 inf-6"}, {"1120": "RD"}, turn=5, phase="german-replacement")
    play(state, "declare")
    assert movement_factors(state, GERMAN) == (1, 2)
    assert movement_factors(state, SOVIET) == (3, 3)
    assert open_step(state) == "Withdrawal"
    play(state, "withdraw inf-6", "unit pz-1")
    assert rule_of(state, "assault 1120") == "12.1"
    play(state, "stop", "done")
    assert state.view(None)["phase"] == "soviet-reinforcement"  # there is no German Combat Phase
    state = position({"1019": "pz-1"}, turn=4, november=4)
    assert movement_factors(state, GERMAN) == (1, 2)


@pytest.mark.rule("drive-on-moscow", "12.1")
def test_spoiling_attacks() -> None:
    soviet = {"1120": "1-2:RD 1-2:RD", "1119": "1-2:RD 1-2:RD", "3030": "RD"}
    state = position({"1019": "inf-5 inf-6 inf-7"}, soviet, turn=4, november=4, phase="soviet-reinforcement")
    assert open_step(state) == "StalinsOrder"
    play(state, "roll 1")
    assert state.ordered == 3
    play(state, "fight-first", "done")
    assert open_step(state) == "Attack"  # there is one hex to attack, and it must be attacked
    play(state, "unit rd-1", "unit rd-2")
    assert rule_of(state, "fight") == "12.1"  # the others could attack nothing else
    play(state, "unit rd-4", "fight", "lose rd-1")  # 3 against 24
    assert state.launched == 3
    assert state.view(None)["phase"] == "soviet-movement"  # no further attack is possible


@pytest.mark.rule("drive-on-moscow", "12.1")
def test_as_many_as_can_attack_are_enough() -> None:
    soviet = {"1120": "1-2:RD 1-2:RD", "3030": "RD"}
    state = position({"1019": "inf-5"}, soviet, turn=4, november=4, ordered=18, phase="soviet-combat")
    play(state, "unit rd-1")
    assert rule_of(state, "fight") == "12.1"
    play(state, "unit rd-2", "fight")
    assert state.launched == 2


@pytest.mark.rule("drive-on-moscow", "12.1")
def test_units_that_can_attack_elsewhere_need_not_be_named() -> None:
    soviet = {"1120": "1-2:RD 1-2:RD", "3030": "RD"}
    german = {"1019": "inf-5", "1220": "inf-6"}
    state = position(german, soviet, turn=4, november=4, ordered=3, phase="soviet-combat")
    play(state, "attack 1019", "unit rd-1", "fight")
    assert state.launched == 1


@pytest.mark.rule("drive-on-moscow", "12.1")
def test_no_move_leaves_too_few_units_for_the_order() -> None:
    """Three are ordered: of four that are next to Germans one may leave, and that one may come back."""
    soviet = {"1120": "1-2:RD 1-2:RD", "1119": "1-2:RD 1-2:RD", "3030": "RD"}
    state = position({"1019": "inf-5"}, soviet, turn=4, november=4, ordered=3, phase="soviet-movement")
    play(state, "unit rd-1", "unit rd-2")
    assert rule_of(state, "move 1421") == "12.1"
    play(state, "unit rd-2")
    assert "1421" in legal(state, "move")
    play(state, "move 1421")
    if open_step(state) == "Moving":
        play(state, "stop")
    play(state, "unit rd-3")
    assert "1218" in legal(state, "move")  # from there it can go back
    assert rule_of(state, "move 1419") == "12.1"
    assert rule_of(state, "move 3030") == "10.2"


@pytest.mark.rule("drive-on-moscow", "12.1")
def test_units_on_their_way_to_the_germans_may_stop_in_between() -> None:
    soviet = {"1122": "1-2:RD", "1222": "1-2:RD", "1221": "1-2:RD", "3030": "RD"}
    state = position({"1019": "inf-5"}, soviet, turn=4, november=4, ordered=3, phase="soviet-movement")
    play(state, "unit rd-1")
    assert "1121" in legal(state, "move") and "1120" in legal(state, "move")
    assert rule_of(state, "move 1423") == "12.1"
    play(state, "move 1121", "move 1120")
    assert stack(state, "1120") == ["rd-1"]


@pytest.mark.rule("drive-on-moscow", "12.1")
def test_units_must_be_brought_up_if_they_can_be() -> None:
    soviet = {"1122": "1-2:RD", "1222": "1-2:RD", "1221": "1-2:RD", "3030": "RD"}
    state = position({"1019": "inf-5"}, soviet, turn=4, november=4, phase="soviet-reinforcement")
    play(state, "roll 1")
    assert open_step(state) != "DeclareOrder"  # fighting first is not possible, so nothing is asked
    play(state, "done")
    assert rule_of(state, "done") == "12.1"
    for unit, hex in (("rd-1", "1120"), ("rd-2", "1120"), ("rd-3", "1119")):
        assert hex in legal(after(state, f"unit {unit}"), "move")
        play(state, f"move {hex}")
        if open_step(state) == "Moving":
            play(state, "stop")
    play(state, "done")
    assert open_step(state) in ("Combat", "Attack")


@pytest.mark.rule("drive-on-moscow", "12.1")
@pytest.mark.rule("drive-on-moscow", "11.31")
def test_victorious_units_must_advance() -> None:
    state = position(
        {"1019": "kgpz-1", "0101": "inf-5"}, {"1120": "3-5:RD 3-5:RD", "3030": "RD"}, turn=4, november=4, ordered=3,
        phase="soviet-combat",
    )  # fmt: skip
    if open_step(state) == "Combat":
        play(state, "attack 1019")
    play(state, "all", "fight")
    assert open_step(state) == "Advance"
    assert rule_of(state, "done") == "12.1"
    play(state, "advance rd-1")
    assert stack(state, "1019") == ["rd-1", "rd-2"]


@pytest.mark.rule("drive-on-moscow", "12.2")
def test_the_turn_of_execution() -> None:
    german = {
        "1019": "pz-1/reduced pg-3/reduced pg-GD/reduced inf-5/reduced inf-6/reduced",
        "0110": "kgpz-1 cav-1/reduced",
    }
    state = position(german, {"1120": "RD"}, turn=7, november=6, phase="german-replacement")
    assert movement_factors(state, GERMAN) == (8, 5)
    assert state.german_air == 2 and aircraft_of(7, 0) == (1, 0)
    play(state, "fight-first")
    assert set(legal(state, "replace")) == {"pz-1", "pg-3", "inf-5", "inf-6"}
    assert rule_of(state, "replace pg-GD") == "12.2"
    assert rule_of(state, "replace cav-1") == "12.2"
    play(state, "replace pz-1", "replace inf-5", "done")
    assert not state.is_reduced(UNIT_IDS["pz-1"])
    play(state, "withdraw inf-6")
    battle = Battle(GERMAN, hex_id("1120"), 0, units("inf-5"), units("rd-1"), 0)
    assert [(shift.rule, shift.columns) for shift in shifts(state, battle)] == [("12.2", 1)]
    mobile = Battle(GERMAN, hex_id("1120"), hex_id("1019"), units("pz-1"), units("rd-1"), 0)
    assert shifts(state, mobile) == []


@pytest.mark.rule("drive-on-moscow", "12.2")
def test_three_steps_of_each_kind() -> None:
    german = {"0110": "pz-1/reduced pz-2/reduced pz-3/reduced pz-4/reduced", "0112": "inf-5"}
    state = position(german, turn=5, november=4, phase="german-replacement")
    play(state, "move-first", "replace pz-1", "replace pz-2", "replace pz-3")
    assert open_step(state) == "Movement"
    assert state.is_reduced(UNIT_IDS["pz-4"])


@pytest.mark.rule("drive-on-moscow", "12.3")
def test_no_offensive() -> None:
    state = position({"1019": "inf-5"}, {"1120": "RD"}, turn=7, phase="german-combat")
    german = Battle(GERMAN, hex_id("1120"), 0, units("inf-5"), units("rd-1"), 0)
    mobile = Battle(GERMAN, hex_id("1120"), hex_id("1019"), units("pz-1"), units("rd-1"), 0)
    soviet = Battle(SOVIET, hex_id("1019"), 0, units("rd-1"), units("inf-5"), 0)
    assert [(shift.rule, shift.columns) for shift in shifts(state, german)] == [("12.3", -1)]
    assert [(shift.rule, shift.columns) for shift in shifts(state, mobile)] == [("12.3", -1)]
    assert [(shift.rule, shift.columns) for shift in shifts(state, soviet)] == [("12.3", 1)]
    for other in (position(turn=6, phase="german-combat"), position(turn=9, november=7, phase="german-combat")):
        assert all(shift.rule != "12.3" for shift in shifts(other, german))


@pytest.mark.rule("drive-on-moscow", "12.2")
@pytest.mark.rule("drive-on-moscow", "5.2")
def test_the_question_for_the_order_promises_no_second_column() -> None:
    usual = position({"0110": "inf-5"}, turn=3, phase="german-replacement")
    assert "before movement gain one column" in str(usual.question)
    for turn, november in ((1, 0), (5, 4)):
        state = position({"0110": "inf-5"}, turn=turn, november=november, phase="german-replacement")
        assert open_step(state) == "DeclareOrder" and "gain one column in either" in str(state.question)


@pytest.mark.rule("drive-on-moscow", "12.0")
def test_the_table_shows_what_has_become_of_it() -> None:
    def value(turn: int, november: int) -> list[str]:
        state = position({"1019": "inf-5"}, {"1120": "RD"}, turn=turn, november=november)
        return [fact["value"] for fact in state.view(None)["status"] if fact["label"] == "November Offensive"]

    assert value(4, 0) == []
    assert value(4, 4) == ["declared for turn 5"]
    assert value(6, 4) == ["executed on turn 5"]
    assert value(7, 0) == ["never declared"]
