"""7.0 German zones of control, 8.0 Supply, 9.0 Reinforcements, replacements, withdrawals, conversions."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

import rasputitsa
from rasputitsa.core import CHANCE, Kind
from rasputitsa.core.events import told
from rasputitsa.core.sets import flood, members
from rasputitsa.games.drive_on_moscow.facts import (
    BOARD,
    DEAD,
    EAST_SOURCES,
    GERMAN,
    POOL,
    SOVIET,
    UNIT_IDS,
    UNITS,
    WEST_SOURCES,
    WITHDRAWN,
    land_spread,
)
from rasputitsa.games.drive_on_moscow.reach import reach
from rasputitsa.games.drive_on_moscow.reinforcements import due, entry_hexes
from rasputitsa.games.drive_on_moscow.state import DriveOnMoscowState
from rasputitsa.games.drive_on_moscow.supply import (
    edge_supplied,
    german_net,
    german_open,
    soviet_net,
    soviet_open,
    soviet_supplied,
    supplied,
    way_to_source,
)

from ..tools import soak
from .helpers import hex_id, legal, open_step, play, position, rule_of, stack

SUPPORT = {"0101": "inf-5"}


@pytest.mark.rule("drive-on-moscow", "7.0")
def test_german_units_have_zones_of_control_and_soviet_units_have_none() -> None:
    state = position({"2020": "inf-5"}, {"2525": "RD"})
    assert state.german_zone() == BOARD.adjacent[hex_id("2020")]


@pytest.mark.rule("drive-on-moscow", "7.1")
def test_zones_do_not_cross_reservoirs() -> None:
    state = position({"2904": "pz-1/reduced"})
    assert not state.german_zone() >> hex_id("3004") & 1
    assert state.german_zone() >> hex_id("2903") & 1


@pytest.mark.rule("drive-on-moscow", "7.2")
def test_soviet_units_stop_in_a_zone_and_never_go_from_one_to_the_next() -> None:
    state = position({"2020": "inf-5"}, {"2317": "RD", "3030": "RD"}, phase="soviet-movement")
    play(state, "unit rd-1", "move 2120")
    assert state.finished >> UNIT_IDS["rd-1"] & 1
    assert rule_of(state, "unit rd-1") == "7.2"
    state = position({"2020": "inf-5"}, {"2120": "RD RD", "3030": "RD"}, phase="soviet-movement")
    play(state, "unit rd-1")
    levels = reach(state, 1 << UNIT_IDS["rd-1"], hex_id("2120"))
    assert not levels[1] >> hex_id("2121") & 1 and levels[2] >> hex_id("2121") & 1  # out of the zone and in again
    play(state, "move 2220", "move 2121")
    assert stack(state, "2121") == ["rd-1"]


@pytest.mark.rule("drive-on-moscow", "7.2")
def test_german_movement_is_not_hindered() -> None:
    state = position({"2020": "pz-1", "0101": "inf-5"}, {"2120": "RD"})
    play(state, "unit pz-1", "move 2219")
    assert stack(state, "2219") == ["pz-1"]


@pytest.mark.rule("drive-on-moscow", "7.3")
@pytest.mark.rule("drive-on-moscow", "7.4")
@pytest.mark.rule("drive-on-moscow", "8.3")
def test_zones_block_soviet_lines_unless_a_soviet_unit_is_there() -> None:
    """A corridor along row 1: the Germans around it leave one hex, which their zone of control covers."""
    state = position({"3810": "inf-5", "3811": "inf-6"}, {"3710": "RD"}, phase="german-combat")
    covered = hex_id("3710")
    assert state.german_zone() >> covered & 1
    assert soviet_net(state) >> covered & 1
    state.remove(UNIT_IDS["rd-1"], DEAD)
    assert not soviet_net(state) >> covered & 1
    assert edge_supplied(state) >> covered & 1  # a line may begin there


@pytest.mark.rule("drive-on-moscow", "7.5")
def test_zones_do_not_change_control() -> None:
    state = position({"2020": "inf-5"})
    assert not state.control >> hex_id("2021") & 1


@pytest.mark.rule("drive-on-moscow", "8.0")
@pytest.mark.rule("drive-on-moscow", "8.1")
@pytest.mark.rule("drive-on-moscow", "8.2")
def test_sources() -> None:
    assert BOARD.names_of(EAST_SOURCES) == ["2301", "3401", "4005", "4010", "4017", "4036"]
    assert WEST_SOURCES.bit_count() == 45
    state = position({"1019": "inf-5"}, {"1120": "RD"})
    assert german_net(state) >> hex_id("1019") & 1
    assert soviet_supplied(state) >> hex_id("1120") & 1
    assert BOARD.names[way_to_source(state, GERMAN, hex_id("1019"))[-1]].startswith("01")
    assert way_to_source(state, SOVIET, hex_id("1120"))[-1] in members(EAST_SOURCES)


@pytest.mark.rule("drive-on-moscow", "8.2")
@pytest.mark.rule("drive-on-moscow", "8.4")
def test_a_city_that_was_never_german_supplies_its_own_units_only() -> None:
    names = BOARD.names_of(BOARD.adjacent[hex_id("2734")])
    units = ("inf-5", "inf-6", "inf-7", "inf-8", "inf-15", "inf-17")
    state = position(dict(zip(names, units, strict=True)), {"2734": "RD"}, phase="german-combat")
    assert soviet_supplied(state) >> hex_id("2734") & 1
    assert not soviet_net(state) >> hex_id("2734") & 1
    state.fallen |= 1 << hex_id("2734")
    assert not soviet_supplied(state) >> hex_id("2734") & 1


@pytest.mark.rule("drive-on-moscow", "8.3")
def test_reservoirs_and_enemy_cities_in_the_way() -> None:
    """Only Soviet lines cross reservoirs; nobody's enter an enemy-controlled city, even an empty one."""
    state = position(SUPPORT, {})
    assert 1 << hex_id("2904") & BOARD.borders["reservoir"].of[hex_id("3004")]
    assert not german_net(state) >> hex_id("2602") & 1  # Kalinin is Soviet
    assert not soviet_net(state) >> hex_id("0519") & 1  # Smolensk is German
    assert soviet_net(state) >> hex_id("3004") & 1


@pytest.mark.rule("drive-on-moscow", "8.4")
@pytest.mark.rule("drive-on-moscow", "8.8")
def test_lost_sources_do_not_work_and_work_for_nobody_else() -> None:
    walls = {"3937": "inf-6", "3935": "inf-7", "3836": "inf-8"}
    state = position({"4036": "inf-5", **walls}, {"1018": "RD", "1019": "RD", "1120": "RD"}, phase="german-combat")
    assert not soviet_net(state) >> hex_id("4036") & 1
    all_lost = position(SUPPORT, {"3030": "RD"}, german_control="2301 3401 4005 4010 4017 4036", phase="german-combat")
    assert soviet_net(all_lost) == 0
    assert not german_net(all_lost) >> hex_id("2734") & 1


@pytest.mark.rule("drive-on-moscow", "8.5")
def test_germans_out_of_supply_neither_move_nor_attack() -> None:
    ring = {"1918": "RD", "2018": "RD", "2117": "RD", "2118": "RD", "2016": "RD", "1917": "RD"}
    state = position({"2017": "pz-1 inf-6", "0101": "inf-5"}, ring)
    assert rule_of(state, "unit pz-1") == "8.5"
    combat = position({"2017": "pz-1", "0101": "inf-5"}, ring, phase="german-combat")
    assert combat.view(None)["phase"] == "soviet-reinforcement"  # nothing can be attacked, so the phase is over


@pytest.mark.rule("drive-on-moscow", "8.5")
def test_supply_can_be_opened_within_the_phase() -> None:
    ring = {"1918": "RD", "2018": "RD", "2117": "RD", "2118": "RD", "2016": "RD", "1917": "1-2:RD"}
    state = position({"2017": "inf-6", "1817": "pz-1 pz-2 pz-3", "0101": "inf-5"}, ring)
    assert rule_of(state, "unit inf-6") == "8.5"
    play(state, "unit pz-1", "all", "assault 1917", "fight")
    if state.side == CHANCE:
        play(state, "roll 6")
    assert "inf-6" in legal(state, "unit") or open_step(state) == "Moving"


@pytest.mark.rule("drive-on-moscow", "8.5")
def test_each_unit_of_a_stack_is_checked_when_its_own_movement_begins() -> None:
    """The Soviets that retreat from an assault cut the line of the infantry that has not moved yet."""
    walls = dict.fromkeys(["2016", "2117", "2118", "2018", "1917", "1817", "1919"], "RD")
    state = position({"2017": "pz-1 inf-6", "0101": "inf-5"}, {**walls, "1718": "2-4:RD"}, turn=1)
    play(state, "unit pz-1", "move 1617", "assault 1718", "fight", "roll 5")
    assert len(stack(state, "1818")) == 1  # the way out of 2017
    play(state, "stop")
    assert rule_of(state, "unit inf-6") == "8.5"


@pytest.mark.rule("drive-on-moscow", "8.6")
def test_soviets_out_of_supply_are_eliminated_in_the_terminal_supply_phase() -> None:
    ring = {"2017": "inf-5", "2115": "inf-6", "1915": "inf-7", "1918": "inf-8", "2118": "inf-15", "2216": "inf-17"}
    state = position(ring, {"2016": "RD RD GRD", "3030": "RD"}, turn=9, phase="guards-conversion")
    assert (stack(state, "2016") == [] and state.where[UNIT_IDS["grd-7G"]] == DEAD) or stack(state, "2016") == []
    assert stack(state, "3030") == ["rd-3"]


@pytest.mark.rule("drive-on-moscow", "8.6")
def test_soviets_out_of_supply_act_normally_before() -> None:
    ring = {"2017": "inf-5", "2115": "inf-6", "1915": "inf-7"}
    state = position(ring, {"2016": "RD"}, phase="soviet-combat")
    assert "2017" in legal(state, "attack")


@pytest.mark.rule("drive-on-moscow", "8.7")
def test_units_may_move_out_of_supply() -> None:
    state = position({"2019": "inf-5", "2219": "inf-6"}, {"2316": "RD"}, phase="soviet-movement")
    play(state, "unit rd-1")
    assert "2118" in legal(state, "move") or "2218" in legal(state, "move")


@pytest.mark.rule("drive-on-moscow", "9.0")
@pytest.mark.rule("drive-on-moscow", "9.1")
def test_reinforcements_enter_at_sources_and_safe_towns() -> None:
    state = position({"3508": "inf-6", "0101": "inf-5"}, {}, turn=1, phase="soviet-reinforcement")
    play(state, "move-first")
    assert open_step(state) == "Reinforcements"
    assert due(1) == (7, 2, 2, 1, 0, 0)
    places = legal(state, "place")
    assert "4005" in places and "2734" in places and "0519" not in places
    assert rule_of(state, "place 2020") == "9.1"
    for _ in range(5):
        play(state, "place 4005")
    assert rule_of(state, "place 4005") == "6.0"
    play(state, "type TB", "place 2734", "type RB", "place 2734", "done")
    assert stack(state, "2734") == ["tb-1", "rb-1"]
    assert sum(state.where[unit] == DEAD for unit in range(len(UNITS))) == 12 - 7


@pytest.mark.rule("drive-on-moscow", "9.1")
def test_a_town_that_was_german_or_has_germans_next_to_it_is_no_entry() -> None:
    state = position({"2735": "inf-6", "0101": "inf-5"}, {})
    assert not entry_hexes(state) >> hex_id("2734") & 1
    state = position({"0101": "inf-5"}, {}, german_control="3038", soviet_control="3038")
    assert not entry_hexes(state) >> hex_id("3038") & 1
    assert entry_hexes(state) >> hex_id("2734") & 1
    lost = position({"0101": "inf-5"}, {}, german_control="4036")
    assert not entry_hexes(lost) >> hex_id("4036") & 1


@pytest.mark.rule("drive-on-moscow", "9.2")
def test_there_are_no_other_replacements() -> None:
    state = position({"0101": "inf-5/reduced"}, phase="german-replacement")
    assert open_step(state) == "DeclareOrder"
    play(state, "move-first")
    assert open_step(state) == "Movement"


@pytest.mark.rule("drive-on-moscow", "9.3")
def test_withdrawals() -> None:
    german = {"0101": "inf-5 inf-6/reduced inf-102", "0103": "cav-1 pz-1"}
    state = position(german, turn=7, phase="german-replacement")
    play(state, "decline", "move-first")
    assert legal(state, "withdraw") == ["inf-5", "inf-6"]
    assert rule_of(state, "withdraw inf-102") == "9.3"
    play(state, "withdraw inf-6")
    assert state.where[UNIT_IDS["inf-6"]] == WITHDRAWN
    assert state.where[UNIT_IDS["cav-1"]] == WITHDRAWN  # there is no choice
    assert open_step(state) == "Movement"


@pytest.mark.rule("drive-on-moscow", "9.3")
def test_substitutes_for_withdrawals() -> None:
    state = position(
        {"0101": "inf-102 inf-106", "0103": "pz-1 pg-3 pg-GD kgpz-1 pg-L"}, turn=7, phase="german-replacement"
    )
    play(state, "decline", "move-first")
    assert legal(state, "withdraw") == ["inf-102", "inf-106"]
    play(state, "withdraw inf-102")
    assert sorted(legal(state, "withdraw")) == ["pg-3", "pz-1"]
    early = position({"0101": "inf-5"}, turn=4, phase="german-replacement")
    play(early, "decline", "move-first")
    assert open_step(early) == "Movement"


@pytest.mark.rule("drive-on-moscow", "9.4")
def test_guards_conversions() -> None:
    ring = {"2017": "inf-5", "2115": "inf-6", "1915": "inf-7", "1918": "inf-8", "2118": "inf-15", "2216": "inf-17"}
    soviet = {"2016": "RD", "3030": "RD CD", "3131": "2-3:RD TB"}
    state = position(ring, soviet, phase="guards-conversion")
    assert state.side == CHANCE
    chances = {action.object: chance for action, chance in state.chances()}
    assert chances == {"GRD": Fraction(1, 4), "GCD": Fraction(1, 4), "GTB": Fraction(1, 2)}
    play(state, "guards GRD")
    assert legal(state, "convert") == ["rd-2", "rd-3"]
    assert rule_of(state, "convert rd-1") == "9.4"
    assert rule_of(state, "convert cd-1") == "9.4"
    play(state, "convert rd-3")
    assert stack(state, "3131")[0].startswith("grd-")
    assert state.where[UNIT_IDS["rd-3"]] == DEAD


@pytest.mark.rule("drive-on-moscow", "9.4")
def test_a_converted_untried_unit_is_shown_to_the_soviet_player_alone() -> None:
    state = position({"0101": "inf-5"}, {"3030": "RD RD", "3131": "RD"}, phase="guards-conversion")
    play(state, "guards GRD", "convert rd-1")
    assert open_step(state) == "ShowConverted"
    counter = state.actions()[0]
    events = state.take(counter)
    shown = [event for event in events if "converted unit was" in event.text]
    assert [event.visible_to for event in shown] == ["soviet"]
    assert state.concealed == 1 << UNIT_IDS["rd-1"]


@pytest.mark.rule("drive-on-moscow", "9.4")
def test_no_refusal_tells_the_germans_which_unit_was_converted() -> None:
    state = position({"0101": "inf-5 inf-6/reduced"}, {"3030": "RD RD"}, phase="guards-conversion", turn=4, november=4)
    play(state, "guards GRD", "convert rd-1")
    play(state, str(state.actions()[0]), "move-first")
    assert state.question_for("german") is not None and open_step(state) == "Replacements"
    for question_asked in ("replace rd-1", "withdraw rd-1"):
        refusal = state.why_not(question_asked)
        assert refusal is not None and "Rifle Division" not in refusal.reason
        play(state, *(["done"] if open_step(state) == "Replacements" else []))


@pytest.mark.rule("drive-on-moscow", "9.1")
@pytest.mark.rule("drive-on-moscow", "2.13")
def test_the_log_does_not_tell_untried_reinforcements_apart() -> None:
    state = position({"0101": "inf-5"}, {}, turn=1, phase="soviet-reinforcement")
    play(state, "move-first")
    (event,) = (event for event in told(state.take("place 4005"), "german") if event.kind is Kind.ARRIVAL)
    assert event.spaces == ("4005",) and [fate.token for fate in event.tokens] == [""]


@pytest.mark.rule("drive-on-moscow", "9.4")
def test_a_guards_unit_that_cannot_be_used_is_lost() -> None:
    state = position({"0101": "inf-5"}, {"3030": "RD"}, phase="guards-conversion", turn=8)
    play(state, "guards GTB")
    assert sum(state.where[unit] == POOL for unit in range(len(UNITS))) == 7
    last = position({"0101": "inf-5"}, {"3030": "RD"}, phase="guards-conversion", turn=9)
    assert last.outcome is not None  # no conversion on turn 9


@pytest.mark.rule("drive-on-moscow", "9.4")
def test_a_conversion_may_be_declined() -> None:
    state = position({"0101": "inf-5"}, {"3030": "TB"}, phase="guards-conversion")
    play(state, "guards GTB", "done")
    assert stack(state, "3030") == ["tb-1"]
    assert supplied(state, SOVIET) >> hex_id("3030") & 1


@pytest.mark.rule("drive-on-moscow", "8.3")
@pytest.mark.parametrize("seed", soak.first(1, range(3)))
def test_nets_that_are_found_from_the_last_ones_are_those_found_anew(seed: int) -> None:
    rng = Random(seed)
    state = rasputitsa.game("drive-on-moscow").start()
    assert isinstance(state, DriveOnMoscowState)
    while state.outcome is None:
        assert german_net(state) == flood(land_spread, WEST_SOURCES & state.control, german_open(state))
        assert soviet_net(state) == flood(BOARD.spread, EAST_SOURCES & ~state.control, soviet_open(state))
        chances = state.chances()
        state.apply(rng.choice([action for action, _ in chances] if chances else state.actions()))
        if rng.random() < 0.2:
            state = state.copy()
