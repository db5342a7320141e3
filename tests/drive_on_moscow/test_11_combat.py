"""11.0 Prepared assaults."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rasputitsa.core import CHANCE, Kind
from rasputitsa.games.drive_on_moscow.battle import (
    Battle,
    Shift,
    attack_total,
    defense_total,
    odds_name,
    ratio,
    result_at,
    shifts,
)
from rasputitsa.games.drive_on_moscow.facts import DEAD, GERMAN, SOVIET, UNIT_IDS
from rasputitsa.games.drive_on_moscow.state import DriveOnMoscowState

from .helpers import after, hex_id, legal, open_step, play, position, refused, rule_of, stack


def units(*names: str) -> int:
    return sum(1 << UNIT_IDS[name] for name in names)


def shift_of(state: DriveOnMoscowState, name: str, battle: Battle) -> int:
    return sum(shift.columns for shift in shifts(state, battle) if shift.name == name)


def attack(german: str, defenders: str, origin: str = "1019", roll: str = "") -> DriveOnMoscowState:
    """German units attack 1120 in a prepared assault; the die is rolled if a roll is given and needed."""
    state = position({origin: german, "0101": "inf-87"}, {"1120": defenders, "3030": "RD"}, phase="german-combat")
    play(state, "attack 1120", "all", "fight")
    return after(state, f"roll {roll}") if roll and state.side == CHANCE else state


@pytest.mark.rule("drive-on-moscow", "11.0")
@pytest.mark.rule("drive-on-moscow", "11.4")
def test_attacks_are_voluntary_and_one_after_another() -> None:
    state = position({"1019": "inf-5 inf-6"}, {"1120": "RD", "1018": "RD"}, phase="german-combat")
    assert set(legal(state, "attack")) == {"1120", "1018"}
    assert rule_of(state, "attack 2020") == "11.0"
    assert rule_of(state, "attack 1222") == "11.0"
    play(state, "attack 1120")
    assert rule_of(state, "attack 1018") == "11.4"
    play(state, "cancel", "done")
    assert stack(state, "1120") == ["rd-1"]


@pytest.mark.rule("drive-on-moscow", "11.1")
@pytest.mark.rule("drive-on-moscow", "11.2")
def test_all_defenders_and_any_adjacent_attackers() -> None:
    german = {"1019": "inf-5", "1119": "inf-6", "0919": "inf-7"}
    state = position(german, {"1120": "2-3:RD 2-4:RD"}, phase="german-combat")
    play(state, "attack 1120")
    assert set(legal(state, "unit")) == {"inf-5", "inf-6"}
    assert rule_of(state, "unit inf-7") == "11.2"
    battle = state.stack[-1].battle(state)  # type: ignore[attr-defined]
    assert defense_total(state, battle.defenders) == 7


@pytest.mark.rule("drive-on-moscow", "11.3")
@pytest.mark.rule("drive-on-moscow", "11.5")
def test_units_attack_and_are_attacked_once_a_phase() -> None:
    state = position({"1019": "inf-5 inf-6"}, {"1120": "2-4:RD 2-4:RD", "1018": "2-4:RD 2-4:RD"}, phase="german-combat")
    play(state, "attack 1120", "unit inf-5", "fight", "roll 4")
    assert rule_of(state, "attack 1120") == "11.3"
    play(state, "attack 1018")
    assert legal(state, "unit") == ["inf-6"]
    assert rule_of(state, "unit inf-5") == "11.3"


@pytest.mark.rule("drive-on-moscow", "11.6")
def test_the_attack_can_be_called_off_until_the_reveal() -> None:
    state = position({"1019": "inf-5"}, {"1120": "RD RD"}, phase="german-combat")
    play(state, "attack 1120", "unit inf-5")
    seen = {token["name"]: token for token in state.view("german")["tokens"]}
    assert seen["1120.1"]["back"] == "unit" and seen["1120.2"]["back"] == "RD"
    assert "cancel" in [str(action) for action in state.actions()]
    events = state.take("fight")
    assert [event.kind for event in events].count(Kind.REVEAL) == 2
    assert state.side == CHANCE


@pytest.mark.rule("drive-on-moscow", "11.7")
@pytest.mark.rule("drive-on-moscow", "11.8")
def test_odds() -> None:
    assert odds_name(ratio(26, 7)) == "3:1"
    assert odds_name(ratio(5, 11)) == "1:3"
    assert odds_name(ratio(20, 1)) == "20:1"
    assert odds_name(ratio(7, 7)) == "1:1"


@pytest.mark.rule("drive-on-moscow", "11.9")
@pytest.mark.rule("drive-on-moscow", "11.21")
def test_the_table_and_beyond() -> None:
    assert result_at(ratio(1, 1), 5) == "AS"
    assert result_at(ratio(20, 1) - 2, 1) == "DE"
    assert odds_name(ratio(20, 1) - 2) == "18:1"
    assert result_at(ratio(5, 1) + 1, 1) == "DE"
    assert result_at(ratio(1, 3) - 1, 6) == "AL1"
    assert odds_name(ratio(1, 1) - 1) == "1:2"


@pytest.mark.rule("drive-on-moscow", "11.10")
@pytest.mark.rule("drive-on-moscow", "11.11")
def test_shifts_add_up_and_clear_terrain_has_none() -> None:
    state = position({"1019": "inf-5"}, {"1120": "2-4:RD"}, phase="german-combat")
    assert shifts(state, Battle(GERMAN, hex_id("1120"), 0, units("inf-5"), units("rd-1"), 0)) == []
    state = position({"3311": "inf-5"}, {"3411": "RD"}, turn=2, phase="german-combat", fight_first=True)
    found = shifts(state, Battle(GERMAN, hex_id("3411"), 0, units("inf-5"), units("rd-1"), 0, (1, 0)))
    assert found == [
        Shift("river", -1, "11.14"),
        Shift("city", -2, "11.17"),
        Shift("aircraft", 1, "11.19"),
        Shift("fight first", 1, "5.2"),
    ]


@pytest.mark.rule("drive-on-moscow", "11.12")
def test_forest_helps_against_mobile_assaults_only() -> None:
    state = position({"1224": "pz-1"}, {"1123": "RD"}, phase="german-combat")
    mobile = Battle(GERMAN, hex_id("1123"), hex_id("1224"), units("pz-1"), units("rd-1"), 0)
    prepared = Battle(GERMAN, hex_id("1123"), 0, units("pz-1"), units("rd-1"), 0)
    assert shift_of(state, "forest", mobile) == -1
    assert shift_of(state, "forest", prepared) == 0


@pytest.mark.rule("drive-on-moscow", "11.13")
def test_marsh_bars_mechanized_attackers() -> None:
    state = position({"0707": "pz-1 cav-1 inf-5"}, {"0807": "RD"}, phase="german-combat")
    play(state, "attack 0807")
    assert set(legal(state, "unit")) == {"cav-1", "inf-5"}
    assert rule_of(state, "unit pz-1") == "11.13"
    only = position({"0707": "pz-1", "0101": "inf-5"}, {"0807": "RD"}, phase="german-combat")
    assert only.view(None)["phase"] == "soviet-reinforcement"


@pytest.mark.rule("drive-on-moscow", "11.14")
def test_rivers_count_if_all_attackers_are_across() -> None:
    state = position({"3311": "inf-5", "3312": "inf-6"}, {"3411": "RD"}, phase="german-combat")
    assert shift_of(state, "river", Battle(GERMAN, hex_id("3411"), 0, units("inf-5"), units("rd-1"), 0)) == -1
    assert shift_of(state, "river", Battle(GERMAN, hex_id("3411"), 0, units("inf-5", "inf-6"), units("rd-1"), 0)) == 0


@pytest.mark.rule("drive-on-moscow", "11.15")
def test_no_attack_across_a_reservoir() -> None:
    state = position({"2904": "inf-5", "2903": "inf-6"}, {"3004": "RD", "2802": "RD"}, phase="german-combat")
    assert "3004" not in legal(state, "attack")
    assert rule_of(state, "attack 3004") == "11.15"


@pytest.mark.rule("drive-on-moscow", "11.16")
def test_towns_shift_nothing() -> None:
    state = position({"1018": "inf-5"}, {"0917": "RD"}, phase="german-combat")
    assert shifts(state, Battle(GERMAN, hex_id("0917"), 0, units("inf-5"), units("rd-1"), 0)) == []


@pytest.mark.rule("drive-on-moscow", "11.17")
def test_soviet_attacks_on_cities() -> None:
    """AS and DR become AL1."""
    for roll in ("5", "6"):
        state = position({"0519": "inf-102/reduced"}, {"0619": "3-5:RD 3-5:RD 3-5:RD"}, phase="soviet-combat", turn=5)
        play(state, "attack 0519", "all", "fight", f"roll {roll}")
        assert open_step(state) == "LoseSteps"  # 9 against 3 with two columns left is 1:1
        assert state.side == "soviet"


@pytest.mark.rule("drive-on-moscow", "11.18")
def test_fortifications_help_soviet_units_only() -> None:
    state = position({"2513": "inf-5"}, {"2613": "RD"}, phase="german-combat")
    assert shift_of(state, "fortification", Battle(GERMAN, hex_id("2613"), 0, units("inf-5"), units("rd-1"), 0)) == -1
    state = position({"2613": "inf-5"}, {"2713": "RD"}, phase="soviet-combat")
    assert shift_of(state, "fortification", Battle(SOVIET, hex_id("2613"), 0, units("rd-1"), units("inf-5"), 0)) == 0


@pytest.mark.rule("drive-on-moscow", "11.19")
def test_aircraft_are_committed_before_the_reveal() -> None:
    state = position({"1019": "inf-5 inf-6"}, {"1120": "2-4:RD 2-4:RD", "1018": "RD"}, turn=2, phase="german-combat")
    play(state, "attack 1120", "all", "air", "fight")
    assert state.german_air == 1
    assert open_step(state) == "Roll" and "2:1" in str(state.question)  # 8 against 8, one column right
    assert state.view(None)["status"]


@pytest.mark.rule("drive-on-moscow", "11.19")
def test_all_aircraft_may_be_committed_but_no_more() -> None:
    state = position({"1019": "inf-5 inf-6"}, {"1120": "2-4:RD 2-4:RD"}, turn=2, phase="german-combat")
    play(state, "attack 1120", "all", "air", "air")
    assert state.german_air == 2
    assert refused(state, "air") == ("11.19", "You have no further aircraft this turn.")


@pytest.mark.rule("drive-on-moscow", "11.19")
def test_the_defender_is_asked_for_aircraft() -> None:
    state = position({"1019": "inf-5"}, {"1120": "3-5:RD 3-5:RD"}, turn=2, phase="soviet-combat")
    play(state, "attack 1019", "all", "fight")
    assert open_step(state) == "DefensiveAir" and state.side == "german"
    play(state, "air", "quiet")
    assert state.german_air == 1
    assert open_step(state) == "Reveal" or open_step(state) == "Roll"
    assert "1:3" in str(state.question)  # 6 against 8 is 1:2, one column left
    assert state.quiet == 1 << GERMAN


@pytest.mark.rule("drive-on-moscow", "11.20")
def test_concentric_attacks() -> None:
    state = position({"2019": "inf-5", "2021": "inf-6", "2120": "inf-7"}, {"2020": "RD"}, phase="german-combat")
    opposite = Battle(GERMAN, hex_id("2020"), 0, units("inf-5", "inf-6"), units("rd-1"), 0)
    beside = Battle(GERMAN, hex_id("2020"), 0, units("inf-5", "inf-7"), units("rd-1"), 0)
    assert shift_of(state, "concentric", opposite) == 1
    assert shift_of(state, "concentric", beside) == 0
    city = position({"2733": "inf-5", "2735": "inf-6"}, {"2734": "RD"}, phase="german-combat")
    into = Battle(GERMAN, hex_id("2734"), 0, units("inf-5", "inf-6"), units("rd-1"), 0)
    assert shift_of(city, "concentric", into) == 0


@pytest.mark.rule("drive-on-moscow", "11.22")
@pytest.mark.rule("drive-on-moscow", "11.23")
def test_attack_stalled() -> None:
    state = attack("inf-5 inf-6", "2-4:RD 2-4:RD", roll="5")
    assert stack(state, "1120") == ["rd-1", "rd-2"] and stack(state, "1019") == ["inf-5", "inf-6"]


@pytest.mark.rule("drive-on-moscow", "11.24")
def test_the_attacker_loses_one_step_of_its_choice() -> None:
    state = attack("inf-5 inf-6", "2-4:RD 2-4:RD", roll="1")
    assert legal(state, "lose") == ["inf-5", "inf-6"]
    assert rule_of(state, "lose inf-87") == "11.24"
    play(state, "lose inf-6")
    assert state.is_reduced(UNIT_IDS["inf-6"]) and not state.is_reduced(UNIT_IDS["inf-5"])


@pytest.mark.rule("drive-on-moscow", "11.25")
def test_retreat_is_toward_supply() -> None:
    state = attack("inf-5 inf-6", "2-4:RD", "1121", roll="5")  # 8 against 4
    assert open_step(state) == "Retreat" and state.side == "soviet"
    assert set(legal(state, "retreat")) == {"1119", "1219"}
    assert rule_of(state, "retreat 1019") == "11.25"
    assert rule_of(state, "retreat 1121") == "11.25"
    assert rule_of(state, "retreat 1220") == "11.26"
    play(state, "retreat 1219")
    assert stack(state, "1219") == ["rd-1"]


@pytest.mark.rule("drive-on-moscow", "11.26")
@pytest.mark.rule("drive-on-moscow", "11.17")
def test_why_a_city_is_no_way_out() -> None:
    """A Soviet city in a German zone of control is closed for that; a German-controlled one as a city."""
    german = {"3423": "inf-5 inf-6 inf-7", "3525": "inf-8"}
    state = position(german, {"3523": "2-4:RD", "3030": "RD"}, phase="german-combat", turn=3)
    play(state, "attack 3523", "all", "fight", "roll 4")
    assert open_step(state) == "Retreat"
    assert rule_of(state, "retreat 3524") == "11.26"
    lost = position(german, {"3523": "2-4:RD", "3030": "RD"}, phase="german-combat", turn=3, german_control="3524")
    play(lost, "attack 3523", "all", "fight", "roll 4")
    assert rule_of(lost, "retreat 3524") == "11.17"


@pytest.mark.rule("drive-on-moscow", "11.26")
def test_soviets_do_not_retreat_into_zones_and_are_eliminated_instead() -> None:
    others = {"1321": "inf-7", "1319": "inf-8", "1122": "inf-15", "1118": "inf-17", "1021": "inf-23"}
    state = position({"1019": "pz-1 pz-2 pz-3", **others}, {"1120": "2-4:RD GRD"}, phase="german-combat")
    assert attack_total(state, units("pz-1", "pz-2", "pz-3"), hex_id("1120")) == 24
    play(state, "attack 1120", "unit pz-1", "unit pz-2", "unit pz-3", "fight", "roll 6")  # 24 against 10
    assert len(stack(state, "1120")) == 1  # no retreat: the guards are reduced, the rifle division is eliminated
    assert stack(state, "1120")[0].startswith("grd")


@pytest.mark.rule("drive-on-moscow", "11.26")
def test_a_stack_breaks_up_only_if_no_hex_takes_it_whole() -> None:
    four = "1-2:RD 1-2:RD 1-2:RD 1-2:RD"
    crowded = {"1219": four, "1220": four, "1121": four, "1119": four, "1020": four}
    state = position({"1019": "pz-1 pz-2 pz-3 pz-4 inf-5"}, {"1120": "2-4:RD 2-4:RD", **crowded}, phase="german-combat")
    play(state, "attack 1120", "all", "fight", "roll 2")  # 36 against 8 is 4:1
    assert open_step(state) == "SplitRetreat"
    first = legal(state, "retreat")
    play(state, f"retreat {first[0]}")
    assert len(stack(state, first[0])) == 5
    assert open_step(state) != "SplitRetreat" or first[0] not in legal(state, "retreat")


@pytest.mark.rule("drive-on-moscow", "11.26")
def test_no_room_at_all_means_elimination() -> None:
    crowded = dict.fromkeys(["1219", "1220", "1121"], "1-2:RD 1-2:RD 1-2:RD 1-2:RD 1-2:RD")
    german = {"1019": "pz-1", "1119": "inf-7", "1020": "inf-8"}
    state = position(german, {"1120": "2-4:RD", **crowded}, phase="german-combat")
    play(state, "attack 1120", "unit pz-1", "fight", "roll 4")
    assert stack(state, "1120") == []


@pytest.mark.rule("drive-on-moscow", "11.27")
def test_units_that_retreated_into_a_battle_do_not_help_and_are_lost() -> None:
    five = "3-5:RD 3-5:RD 3-5:RD 3-5:RD 3-5:RD"
    soviet = {"1120": five, "0918": "3-4:RD 3-4:RD 3-4:RD 3-4:RD"}
    state = position({"1019": "inf-102", "0919": "kgpg-1"}, soviet, phase="soviet-combat", turn=5)
    play(state, "attack 1019", "all", "fight", "roll 4", "fall-back")  # 15 against 7 is 2:1
    play(state, "retreat 0919", "done")
    assert stack(state, "0919") == ["kgpg-1", "inf-102"]
    play(state, "attack 0919", "all", "fight")
    assert "5:1" in str(state.question)  # 12 against 2 across a river: the 102nd does not help
    play(state, "roll 1")
    assert state.where[UNIT_IDS["inf-102"]] == DEAD
    assert state.where[UNIT_IDS["kgpg-1"]] != DEAD


@pytest.mark.rule("drive-on-moscow", "11.28")
@pytest.mark.rule("drive-on-moscow", "11.17")
def test_bloodbath() -> None:
    five = "inf-5 inf-6 inf-7 inf-8 inf-15"
    state = position({"2733": five}, {"2734": "2-4:RD", "3030": "RD"}, phase="german-combat")
    play(state, "attack 2734", "all", "fight", "roll 4")  # 20 against 4 is 5:1, less two columns: 3:1
    assert open_step(state) == "CityAssault"
    stalled = state.copy()
    play(stalled, "stall")
    assert stack(stalled, "2734") == ["rd-1"]
    play(state, "bloodbath")
    assert open_step(state) == "LoseSteps"
    play(state, "lose inf-5", "advance inf-6", "done")
    assert stack(state, "2734") == ["inf-6"]
    assert state.is_reduced(UNIT_IDS["inf-5"])


@pytest.mark.rule("drive-on-moscow", "11.28")
def test_no_bloodbath_that_leaves_nobody() -> None:
    german = {"2733": "kgpz-1 kgpz-2 kgpz-3 kgpz-4", "2735": "kgpz-5"}
    state = position(german, {"2734": "1-1:RB 1-1:RB 1-1:RB 1-1:RB 1-1:RB"}, phase="german-combat", fight_first=True)
    play(state, "attack 2734", "all", "air", "air", "fight", "roll 5")  # 5 against 5; 2L for the city, 3R
    assert open_step(state) != "CityAssault"  # five steps on either side: the attack is stalled
    assert len(stack(state, "2734")) == 5 and len(stack(state, "2733")) == 4


@pytest.mark.rule("drive-on-moscow", "11.28")
def test_germans_may_stand_and_lose_a_step() -> None:
    soviet = {"1120": "3-5:RD 3-5:RD 3-5:RD 3-5:RD", "1018": "3-5:RD"}
    state = position({"1019": "inf-5"}, soviet, phase="soviet-combat", turn=5)
    play(state, "attack 1019", "all", "fight", "roll 6")  # 15 against 8 is 1:1
    assert open_step(state) == "RetreatOrStand" and state.side == "german"
    stands = state.copy()
    play(stands, "stand")
    assert stack(stands, "1019") == ["inf-5"] and stands.is_reduced(UNIT_IDS["inf-5"])
    play(state, "fall-back")
    assert open_step(state) in ("Retreat", "Advance")


@pytest.mark.rule("drive-on-moscow", "11.29")
def test_defender_eliminated() -> None:
    state = attack("pz-1 pz-2 pz-3 pz-4 pz-5", "1-2:RD GRD")  # 40 against 8 is 5:1
    play(state, "roll 6")
    assert len(stack(state, "1120")) == 1 and stack(state, "1120")[0].startswith("grd")
    guards = UNIT_IDS[stack(state, "1120")[0]]
    assert state.is_reduced(guards)
    assert open_step(state) != "Advance"


@pytest.mark.rule("drive-on-moscow", "11.30")
def test_kampfgruppen() -> None:
    state = attack("pz-1/reduced", "2-4:RD", roll="1")  # the one attacker loses its last step
    assert stack(state, "1019") == ["kgpz-1"]
    assert state.kampfgruppen_left() == 9
    state = attack("cav-1/reduced", "2-4:RD", roll="1")
    assert stack(state, "1019") == []
    state = attack("pg-GD/reduced", "2-4:RD", roll="1")
    assert stack(state, "1019") == []


@pytest.mark.rule("drive-on-moscow", "11.30")
def test_kampfgruppen_run_out() -> None:
    names = " ".join(f"kgpz-{number}" for number in range(1, 6))
    more = " ".join(f"kgpg-{number}" for number in range(1, 6))
    state = position({"1019": "pz-1/reduced", "0110": names, "0112": more}, {"1120": "2-4:RD"}, phase="german-combat")
    assert state.kampfgruppen_left() == 0
    play(state, "attack 1120", "all", "fight", "roll 1")
    assert stack(state, "1019") == []


@pytest.mark.rule("drive-on-moscow", "11.31")
def test_advance() -> None:
    state = attack("pz-1 pz-2 inf-5", "1-2:RD")  # 20 against 2: DE
    assert open_step(state) == "Advance"
    assert rule_of(state, "advance inf-87") == "11.31"
    play(state, "advance pz-1", "advance inf-5", "done")
    assert stack(state, "1120") == ["pz-1", "inf-5"] and stack(state, "1019") == ["pz-2"]
    assert state.control >> hex_id("1120") & 1


@pytest.mark.rule("drive-on-moscow", "11.31")
def test_zones_do_not_hinder_soviet_advances() -> None:
    state = position({"1019": "kgpz-1", "0918": "inf-5"}, {"1120": "3-5:RD 3-5:RD"}, phase="soviet-combat", turn=5)
    play(state, "attack 1019", "all", "fight")
    assert open_step(state) == "Advance"  # 6 against 1: DE without a roll
    play(state, "advance rd-1", "done")
    assert stack(state, "1019") == ["rd-1"]


@pytest.mark.rule("drive-on-moscow", "11.19")
@pytest.mark.rule("drive-on-moscow", "11.6")
@pytest.mark.parametrize("viewer", ["german", "soviet", None])
def test_forecasts_are_made_from_what_a_viewer_knows(viewer: str | None) -> None:
    state = position({"1019": "inf-5 inf-6"}, {"1120": "RD 2-4:RD"}, phase="german-combat")
    play(state, "attack 1120", "all")
    forecast = state.forecast(None, viewer)
    if viewer != "german":
        assert forecast is None
        return
    assert forecast is not None and " to " in forecast.headline
    assert sum(chance.probability for chance in forecast.chances) == 1
    assert any("unit under the top one" in line.text for line in forecast.modifiers)


def meanings(state: DriveOnMoscowState) -> dict[str, str]:
    forecast = state.forecast(None, state.side if state.side != CHANCE else None)
    assert forecast is not None
    return {chance.result: chance.meaning for chance in forecast.chances}


@pytest.mark.rule("drive-on-moscow", "11.28")
def test_the_forecast_knows_who_may_stand() -> None:
    ring = dict.fromkeys(["1018", "1119", "1020", "0920", "0919"], "1-2:RD")
    closed = position({"1019": "inf-5"}, {"1120": "3-5:RD 3-5:RD 3-5:RD", **ring}, phase="soviet-combat", turn=5)
    play(closed, "attack 1019", "all", "fight")
    assert meanings(closed)["DR"] == "the defenders lose a step"
    single = position({"1019": "inf-5/reduced"}, {"1120": "3-5:RD 3-5:RD"}, phase="soviet-combat", turn=5)
    play(single, "attack 1019", "all", "fight")
    assert meanings(single)["DR"] == "the defenders retreat"


@pytest.mark.rule("drive-on-moscow", "11.28")
def test_the_forecast_knows_whether_a_bloodbath_is_possible() -> None:
    for german, words in (("inf-102", "attack stalled, or a bloodbath"), ("inf-102/reduced", "attack stalled")):
        soviet = {"2734": "1-1:RB", "3030": "RD"}
        state = position({"2733": german}, soviet, phase="german-combat", fight_first=True)
        play(state, "attack 2734", "all", "air", "air")
        assert meanings(state)["DR"] == f"in a city: {words}"


@pytest.mark.rule("drive-on-moscow", "11.31")
def test_why_a_unit_does_not_advance() -> None:
    state = attack("pz-1 pz-2 inf-5", "1-2:RD")
    play(state, "advance pz-1")
    reasons = [refusal.reason for name in ("pz-1", "inf-87", "rd-1") if (refusal := state.why_not(f"advance {name}"))]
    assert reasons == [
        "The 1st Panzer Division has already advanced.",
        "The 87th Infantry Division did not take part in the attack on 1120.",
        "That unit is not yours.",
    ]


@pytest.mark.rule("drive-on-moscow", "11.21")
def test_the_forecast_after_the_reveal_is_exact() -> None:
    state = attack("inf-5 inf-6", "2-4:RD")
    for viewer in ("german", "soviet", None):
        forecast = state.forecast(None, viewer)
        assert forecast is not None and forecast.headline == "2:1"
        assert {chance.result: chance.probability for chance in forecast.chances} == {
            "AL1": Fraction(1, 3),
            "AS": Fraction(1, 6),
            "DR": Fraction(1, 2),
        }
