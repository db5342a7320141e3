"""8.0 to 8.3: movement. Readings 3, 4 and 5."""

from __future__ import annotations

from random import Random

import pytest

from rasputitsa.core import IllegalAction
from rasputitsa.games.battle_for_moscow.state import BattleForMoscowState

from ..tools import soak
from . import reference
from .helpers import (
    CITIES,
    GAME,
    at,
    german_cities,
    happened,
    kinds,
    legal,
    listing,
    marks,
    open_step,
    phase_of,
    play,
    position,
    random_position,
    random_walk,
    refused,
    start,
)


def costs(state: BattleForMoscowState) -> dict[str, str]:
    """Where the chosen unit can go, with the points it costs; a minus where it must stop."""
    return {hex: mark.badge + ("-" if mark.tone == "stop" else "") for hex, mark in marks(state, "move").items()}


# 8.0


@pytest.mark.rule("battle-for-moscow", "8.0")
@pytest.mark.rule("battle-for-moscow", "8.3")
def test_the_movement_example() -> None:
    """The pattern of the rulebook's example, south of the Ugra: the 6th Corps and the 10th Army."""
    state = position("german-movement", "6ak 0607, 10a 0808")
    play(state, "unit 6ak")
    found = costs(state)
    assert found["0807"] == "2-"  # A: a zone of control, two points unused
    assert found["0708"] == "2-"  # B: another
    assert found["0809"] == "4-"  # C: all points spent, and a zone of control
    assert found["0604"] == "4"  # D: the last hex is a forest
    assert found["0804"] == "4"  # E: four hexes, the third across a river at no extra cost
    assert found["0705"] == "3"


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_the_example_of_our_rules() -> None:
    state = position("german-movement", "5ak 0603, 3a 1401")
    events = play(state, "unit 5ak", "move 0704", "move 0803", "move 0903")
    assert [event.spaces for event in events if happened(event) == "move"] == [
        ("0603", "0704"),
        ("0704", "0803"),
        ("0803", "0903"),
    ]
    assert phase_of(state) != "german-movement"  # all four points are spent, nobody else is there


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_the_exact_reach_of_an_infantry_corps() -> None:
    state = position("german-movement", "5ak 0101, 3a 1401")
    play(state, "unit 5ak")
    assert costs(state) == {
        "0102": "1", "0103": "2", "0104": "3", "0105": "4", "0201": "2", "0202": "3", "0203": "4", "0204": "4",
        "0301": "4", "0302": "3", "0303": "4", "0402": "4",
    }  # fmt: skip
    assert legal(state)[-1] == "stop"


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_a_panzer_corps_moves_six_hexes() -> None:
    state = position("panzer-movement", "47pz 1208, 3a 0101")
    play(state, "unit 47pz")
    found = costs(state)
    assert found["1202"] == "6" and "1201" not in found
    assert max(int(cost) for cost in found.values()) == 6


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_a_reduced_unit_moves_as_far_as_a_full_one() -> None:
    reach = []
    for unit in ("5ak", "5ak-"):
        state = position("german-movement", f"{unit} 1208, 3a 0101")
        play(state, "unit 5ak")
        reach.append(costs(state))
    assert reach[0] == reach[1]


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_rivers_cost_nothing_and_forests_two() -> None:
    state = position("german-movement", "5ak 0706, 3a 1401")
    play(state, "unit 5ak")
    found = costs(state)
    assert (found["0705"], found["0805"], found["0806"]) == ("1", "1", "2")  # river, river, forest


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_one_point_is_not_enough_for_a_forest() -> None:
    state = position("german-movement", "5ak 0504, 6ak 0101, 3a 1401")
    play(state, "unit 5ak", "move 0603", "move 0602", "move 0601")
    assert "1 movement point left" in str(state.question)
    assert costs(state).keys().isdisjoint(["0701", "0702"])
    assert refused(state, "move 0701") == (
        "8.0",
        "The forest in 0701 costs 2 movement points, and the German 5th Corps has 1 left.",
    )


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_a_move_in_several_clicks_spends_as_it_goes() -> None:
    state = position("german-movement", "5ak 1208, 6ak 0101, 3a 1401")
    for number, (hex, left) in enumerate((("1207", "3"), ("1206", "2"), ("1207", "1"))):
        play(state, *(["unit 5ak"] if not number else []), f"move {hex}")
        assert f"It has {left} movement point" in str(state.question)
    play(state, "move 1208")  # back where it began, all points spent
    assert open_step(state) == "Movement" and legal(state) == ["unit 6ak", "done"]


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_stopping_before_the_first_hex_does_not_use_up_the_move() -> None:
    state = position("german-movement", "5ak 1208, 6ak 0101, 3a 1401")
    before = state.position()
    play(state, "unit 5ak", "stop")
    assert state.position() == before


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_a_unit_moves_once_in_a_phase() -> None:
    state = position("german-movement", "5ak 1208, 6ak 0101, 3a 1401")
    play(state, "unit 5ak", "move 1207", "stop")
    assert refused(state, "unit 5ak") == ("8.0", "The German 5th Corps has already moved in this phase.")


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_movement_is_voluntary() -> None:
    state = position("german-movement", "5ak 1208, 6ak 0101, 3a 1401")
    play(state, "done")
    assert phase_of(state) != "german-movement"
    assert (at(state, "5ak"), at(state, "6ak")) == ("1208", "0101")


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_units_move_one_at_a_time() -> None:
    state = position("german-movement", "5ak 1208, 6ak 0101, 3a 1401")
    assert refused(state, "move 1207") == ("8.0", "Choose the unit to move first.")
    play(state, "unit 5ak", "move 1207")
    assert refused(state, "unit 6ak") == ("8.0", "Finish the move of the German 5th Corps first.")
    assert refused(state, "done") == ("8.0", "Finish the move of the German 5th Corps first.")
    assert refused(state, "move 1207") == ("8.0", "The German 5th Corps is already in 1207.")


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_units_off_the_map_do_not_move() -> None:
    state = position("soviet-movement", "5ak 0101, 3a 1401")
    assert refused(state, "unit 5a") == ("8.0", "The Russian 5th Army is not on the map.")
    assert refused(state, "unit 1sh") == ("8.0", "The Russian 1st Shock Army is not on the map.")


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_too_far() -> None:
    state = position("german-movement", "5ak 1208, 3a 0101")
    play(state, "unit 5ak")
    assert refused(state, "move 1202") == (
        "8.0",
        "1202 is too far: it costs 6 movement points, and the German 5th Corps has 4 left.",
    )
    with pytest.raises(IllegalAction) as caught:
        state.take("move 1202")
    assert caught.value.rule == "8.0"
    assert at(state, "5ak") == "1208"


@pytest.mark.rule("battle-for-moscow", "8.0")
@pytest.mark.rule("battle-for-moscow", "10.0")
def test_a_one_click_move_goes_through_an_enemy_city_where_it_costs_no_more() -> None:
    state = position("german-movement", "5ak 0908, 3a 1401")
    events = play(state, "unit 5ak", "move 0810")  # three hexes through Orel or past it
    assert events[0].spaces == ("0908", "0808", "0809", "0810")
    assert [(event.text, event.rule) for event in events if happened(event) == "control"] == [
        ("German forces take Orel.", "10.0")
    ]
    assert "0809" in german_cities(state)


@pytest.mark.rule("battle-for-moscow", "8.0")
@pytest.mark.rule("battle-for-moscow", "10.0")
def test_hex_by_hex_the_player_may_go_past_the_city() -> None:
    state = position("german-movement", "5ak 0908, 3a 1401")
    play(state, "unit 5ak", "move 0909", "move 0910", "move 0810")
    assert "0809" not in german_cities(state)


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_a_cheaper_route_comes_before_a_city() -> None:
    state = position("german-movement", "5ak 0808, 3a 1401")
    assert play(state, "unit 5ak", "move 0909")[0].spaces == ("0808", "0909"), "one point, not two by Orel"


@pytest.mark.rule("battle-for-moscow", "8.0")
@pytest.mark.rule("battle-for-moscow", "10.0")
@pytest.mark.parametrize("seed", soak.first(1, range(6)))
def test_one_click_routes_against_the_reference(seed: int) -> None:
    rng = Random(seed)
    compared = 0
    for _ in range(60):
        phase = rng.choice(("panzer-movement", "german-movement", "rail-movement", "soviet-movement"))
        state = random_position(rng, phase, turn=2)
        if phase_of(state) != phase or not legal(state, "unit"):
            continue
        unit = rng.choice(legal(state, "unit"))
        play(state, f"unit {unit}")
        table = reference.Table(state.position())
        goals = legal(state, "move")
        goal = rng.choice([hex for hex in goals if hex in CITIES] or goals)
        before = set(german_cities(state))
        play(state, f"move {goal}")
        assert len(before ^ set(german_cities(state))) == table.most_cities(unit, goal)
        compared += 1
    assert compared > 20


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_under_version_1_of_the_rules_a_one_click_move_goes_past_the_city() -> None:
    """Records of version 1 stay what they were."""
    state = position("german-movement", "5ak 0908, 3a 1401", rules=1)
    events = play(state, "unit 5ak", "move 0810")
    assert events[0].spaces == ("0908", "0909", "0910", "0810")
    assert "0809" not in german_cities(state)
    assert state.position()["rules"] == GAME.position(state.position()).rules_version == 1
    assert "rules" not in start().position() and start().rules_version == GAME.rules_version == 2


@pytest.mark.rule("battle-for-moscow", "8.0")
@pytest.mark.rule("battle-for-moscow", "10.0")
def test_a_cheapest_route_is_taken_even_through_an_enemy_city() -> None:
    state = position("german-movement", "5ak 0808, 3a 1401")
    events = play(state, "unit 5ak", "move 0810")
    assert kinds(events) == ["move", "control"]
    assert events[0].spaces == ("0808", "0809", "0810")
    assert "0809" in german_cities(state) and "2 movement points left" in str(state.question)


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_own_cities_on_the_way_make_no_event() -> None:
    state = position("german-movement", "5ak 0808, 3a 1401", cities="0809")
    assert kinds(play(state, "unit 5ak", "move 0810")) == ["move"]


# 8.1


@pytest.mark.rule("battle-for-moscow", "8.1")
def test_mozhaisk_to_moscow_is_three_points_by_rail() -> None:
    state = position("rail-movement", "5ak 0101, 3a 0803")
    play(state, "unit 3a")
    assert costs(state)["1103"] == "3"
    events = play(state, "move 1103")
    assert events[0].spaces == ("0803", "0903", "1003", "1103")
    assert (events[0].rule, events[0].text) == (
        "8.1",
        "The Russian 3rd Army moves by rail from 0803 Mozhaisk to 1103 Moscow.",
    )


@pytest.mark.rule("battle-for-moscow", "8.1")
def test_rzhev_to_moscow_is_five_links_and_forests_cost_one() -> None:
    state = position("rail-movement", "5ak 0101, 3a 0601")
    play(state, "unit 3a")
    found = costs(state)
    assert [found[hex] for hex in ("0702", "0802", "0902", "1002")] == ["1", "2", "3", "4"]  # two forests
    assert refused(state, "move 1103") == (
        "8.1",
        "1103 Moscow is too far: it costs 5 movement points, and the Russian 3rd Army has 4 left.",
    )


@pytest.mark.rule("battle-for-moscow", "8.1")
def test_the_exact_reach_by_rail() -> None:
    state = position("rail-movement", "5ak 0101, 3a 0809")
    play(state, "unit 3a")
    assert costs(state) == {
        "0710": "1", "0609": "2", "0509": "3", "0508": "4", "0510": "4", "0608": "4", "0409": "4",
        "0909": "1", "1008": "2", "1108": "3", "1107": "4",
    }  # fmt: skip


@pytest.mark.rule("battle-for-moscow", "8.1")
def test_rail_movement_follows_rail_links_only() -> None:
    """0707 and 0806 are linked, 0707 and 0807 are not; both are on the map next to each other."""
    state = position("rail-movement", "5ak 0101, 3a 0707")
    play(state, "unit 3a")
    assert {"0806", "0708"} <= costs(state).keys()
    assert refused(state, "move 0807") == ("8.1", "0807 is not on a rail line.")
    state = position("rail-movement", "5ak 0101, 3a 0205")  # next to 0305, which is on the other line
    play(state, "unit 3a")
    assert costs(state)["0305"] == "2"  # by way of Smolensk


@pytest.mark.rule("battle-for-moscow", "8.1")
def test_only_units_that_begin_on_a_rail_line_move_by_rail() -> None:
    state = position("rail-movement", "5ak 0101, 3a 0803, 5a 0804")
    assert legal(state) == ["unit 3a", "done"]
    assert refused(state, "unit 5a") == ("8.1", "The Russian 5th Army is not on a rail line.")


@pytest.mark.rule("battle-for-moscow", "8.1")
@pytest.mark.rule("battle-for-moscow", "8.3")
def test_zones_stop_rail_movement() -> None:
    state = position("rail-movement", "5ak 1004, 3a 0803, 10a 1401")
    play(state, "unit 3a")
    assert costs(state)["1003"] == "2-"  # next to the corps in 1004
    assert "1103" not in costs(state)
    assert refused(state, "move 1103") == (
        "8.3",
        "The zone of control of the German 5th Corps stops it in 1003, on the way to 1103 Moscow.",
    )
    play(state, "move 1003")
    assert open_step(state) == "Movement"


@pytest.mark.rule("battle-for-moscow", "8.1")
@pytest.mark.rule("battle-for-moscow", "8.2.1")
def test_an_enemy_unit_blocks_the_line() -> None:
    state = position("rail-movement", "5ak 1003, 3a 0704, 10a 1401")
    play(state, "unit 3a")
    assert refused(state, "move 1003") == ("8.2.1", "The German 5th Corps is in 1003.")
    assert "1103" not in costs(state)


@pytest.mark.rule("battle-for-moscow", "8.1")
def test_stacking_in_rail_movement() -> None:
    state = position("rail-movement", "5ak 0101, 3a 0803, 5a 0903")
    play(state, "unit 5a", "move 1003", "stop", "unit 3a")
    assert costs(state)["1103"] == "3"  # past the friend in 1003
    play(state, "move 1003")
    assert legal(state)[-1] == "back 3a"  # the friend has moved: the unit must go on
    assert refused(state, "stop")[0] == "8.2.2"


@pytest.mark.rule("battle-for-moscow", "8.1")
def test_rail_movement_takes_cities_on_the_way() -> None:
    state = position("rail-movement", "5ak 0101, 3a 0704", cities="0204 0307 0803")
    play(state, "unit 3a", "move 0903")
    assert german_cities(state) == ["0204", "0307"]


@pytest.mark.rule("battle-for-moscow", "8.1")
def test_there_is_no_german_rail_movement() -> None:
    state = position("rail-movement", "5ak 0204, 3a 0803")
    assert refused(state, "unit 5ak")[0] == "4.0"
    state = position("german-movement", "5ak 0601, 3a 1401")
    play(state, "unit 5ak")
    assert costs(state)["0702"] == "2"  # a forest, railway or not


# 8.2


@pytest.mark.rule("battle-for-moscow", "8.2")
def test_a_unit_with_nowhere_to_go_is_refused() -> None:
    state = position("german-movement", "5ak 0101, 6ak 0110, 3a 0102, 5a 0201")
    assert legal(state) == ["unit 6ak", "done"]
    assert refused(state, "unit 5ak") == (
        "8.2.1",
        "The German 5th Corps has nowhere to go from 0101: enemy units are in every hex it could enter.",
    )
    state = position("panzer-movement", "47pz 0101, 48pz 0110, 6ak 0102, 7ak 0201, 3a 1401", turn=3)
    assert legal(state) == ["unit 48pz", "done"]
    assert refused(state, "unit 47pz") == (
        "8.2.2",
        "The German 47th Panzer Corps has nowhere to go from 0101: no hex within reach has room for it.",
    )


@pytest.mark.rule("battle-for-moscow", "8.2.1")
def test_enemy_occupied_hexes_cannot_be_entered() -> None:
    state = position("german-movement", "5ak 1208, 3a 1308")
    play(state, "unit 5ak")
    assert "1308" not in legal(state, "move")
    assert refused(state, "move 1308") == ("8.2.1", "The Russian 3rd Army is in 1308.")


@pytest.mark.rule("battle-for-moscow", "8.2.1")
def test_enemy_units_block_the_way() -> None:
    """0101 has two neighbours. With enemies in both nobody gets out; with one, the other way is open."""
    state = position("german-movement", "5ak 0101, 3a 0102")
    play(state, "unit 5ak")
    assert legal(state) == ["move 0201", "stop"]  # in the zone of the army: the move ends there


@pytest.mark.rule("battle-for-moscow", "8.2.2")
def test_a_unit_passes_through_friends() -> None:
    state = position("german-movement", "5ak 0101, 6ak 0102, 7ak 0201, 3a 1401")
    play(state, "unit 5ak")
    assert costs(state)["0103"] == "2"


@pytest.mark.rule("battle-for-moscow", "8.2.2")
def test_a_unit_may_stop_on_a_friend_that_can_still_move_off() -> None:
    state = position("german-movement", "5ak 1208, 6ak 1207, 3a 1401")
    play(state, "unit 5ak", "move 1207", "stop")
    assert at(state, "5ak") == at(state, "6ak") == "1207"
    assert legal(state) == ["unit 6ak", "back 5ak"]
    assert state.question is not None
    assert state.question.text == "Two units share a hex. Move one of them off, or take a move back."
    assert refused(state, "done") == ("8.2.2", "Two units share 1207.")
    play(state, "unit 6ak", "move 1206", "stop")
    assert phase_of(state) != "german-movement"


@pytest.mark.rule("battle-for-moscow", "8.2.2")
def test_no_unit_stops_on_a_friend_that_has_moved() -> None:
    state = position("german-movement", "5ak 1208, 6ak 1206, 3a 1401")
    play(state, "unit 6ak", "move 1207", "stop", "unit 5ak", "move 1207")  # a pause on the way
    assert legal(state)[-1] == "back 5ak" and "stop" not in legal(state)
    assert refused(state, "stop") == (
        "8.2.2",
        "The German 5th Corps cannot stop here, on a unit that cannot move off: move on, or take the move back.",
    )
    play(state, "move 1206", "stop")
    assert phase_of(state) != "german-movement"


@pytest.mark.rule("battle-for-moscow", "8.2.2")
def test_a_unit_cannot_end_on_a_friend_that_has_moved() -> None:
    state = position("german-movement", "5ak 1204, 6ak 1207, 3a 0101")
    play(state, "unit 6ak", "move 1208", "stop", "unit 5ak")
    assert "1207" in legal(state, "move") and "1208" not in legal(state, "move")
    assert refused(state, "move 1208") == ("8.2.2", "The German 6th Corps in 1208 cannot move off in this phase.")


@pytest.mark.rule("battle-for-moscow", "8.2.2")
def test_infantry_cannot_move_off_in_the_panzer_phase() -> None:
    state = position("panzer-movement", "47pz 1208, 48pz 1206, 5ak 1207, 3a 1401")
    play(state, "unit 47pz")
    assert {"1206", "1207"} <= set(legal(state, "move"))  # to stay with a panzer, to pause on the infantry
    play(state, "move 1207")
    assert legal(state)[-1] == "back 47pz"


@pytest.mark.rule("battle-for-moscow", "8.2.2")
def test_a_unit_cannot_stop_on_a_friend_in_a_zone() -> None:
    """Entering the zone ends the move, and with the infantry there it must not end."""
    state = position("panzer-movement", "47pz 1208, 5ak 1207, 3a 1206")
    play(state, "unit 47pz")
    assert "1207" not in legal(state, "move")
    assert refused(state, "move 1207") == ("8.2.2", "The German 5th Corps in 1207 cannot move off in this phase.")


@pytest.mark.rule("battle-for-moscow", "8.2.2")
def test_a_unit_stops_on_a_friend_only_if_it_can_go_on() -> None:
    """In 0101, hemmed in by a forest, the last point buys nothing; so the click is not offered."""
    state = position("german-movement", "5ak 0105, 6ak 0103, 3a 1401")
    play(state, "unit 6ak", "move 0101", "stop", "unit 5ak")
    assert "0102" in legal(state, "move") and "0101" not in legal(state, "move")


@pytest.mark.rule("battle-for-moscow", "8.2.2")
def test_a_surrounded_unit_cannot_move_off() -> None:
    """The 5th Corps in the south-west corner has not moved, but units that have moved fill every hex it could reach. A
    panzer corps with its six points could get there, but may not end its move there."""
    moved = {
        "6ak": "0110", "7ak": "0210", "8ak": "0109", "9ak": "0209", "12ak": "0310", "13ak": "0311", "20ak": "0410",
        "23ak": "0108",
    }  # fmt: skip
    units = {name: {"at": hex} for name, hex in moved.items()}
    move_records = [{"unit": name, "origin": hex, "cities": []} for name, hex in moved.items()]
    data = {
        "turn": 2,
        "phase": "german-movement",
        "units": {**units, "5ak": {"at": "0111"}, "47pz": {"at": "0511"}, "3a": {"at": "1401"}},
        "stack": [{"step": "Movement", "move_records": move_records}],
    }
    state = GAME.position(data)
    assert legal(state) == ["unit 47pz", "done"]
    play(state, "unit 47pz")
    assert reference.Table(state.position()).reached("47pz", "0511", 6)["0111"] == 5
    assert "0111" not in legal(state, "move")
    assert refused(state, "move 0111") == ("8.2.2", "The German 5th Corps in 0111 cannot move off in this phase.")
    data["stack"] = [{"step": "Movement", "move_records": move_records[1:]}]  # now the 6th Corps can make room
    state = GAME.position(data)
    play(state, "unit 47pz")
    assert "0111" in legal(state, "move")


@pytest.mark.rule("battle-for-moscow", "8.2.2")
def test_a_unit_taken_back_may_move_again() -> None:
    state = position("german-movement", "5ak 1208, 6ak 1207, 3a 1401")
    events = play(state, "unit 5ak", "move 1207", "stop", "back 5ak")
    assert (events[-1].kind, events[-1].text) == ("taken-back", "The German 5th Corps returns to 1208.")
    assert at(state, "5ak") == "1208"
    assert legal(state) == ["unit 5ak", "unit 6ak", "done"]
    play(state, "unit 5ak")
    assert state.question is not None and "4 movement points left" in state.question.text


@pytest.mark.rule("battle-for-moscow", "8.2.2")
def test_only_overstacked_units_that_moved_can_be_taken_back() -> None:
    state = position("german-movement", "5ak 1208, 6ak 1206, 7ak 0101, 3a 1401")
    play(state, "unit 5ak", "move 1207", "stop")
    expected = ("8.2.2", "Only a unit that moved in this phase and now shares a hex can be taken back.")
    for unit in ("5ak", "6ak", "7ak"):
        assert refused(state, f"back {unit}") == expected


@pytest.mark.rule("battle-for-moscow", "8.2.2")
def test_a_unit_stopped_on_a_friend_can_be_taken_back() -> None:
    state = position("german-movement", "5ak 1208, 6ak 1206, 3a 1401")
    play(state, "unit 6ak", "move 1207", "stop")
    before = state.position()
    play(state, "unit 5ak", "move 1207", "back 5ak")
    assert state.position() == before


@pytest.mark.rule("battle-for-moscow", "8.2.2")
@pytest.mark.rule("battle-for-moscow", "10.0")
def test_taking_back_a_move_returns_the_city() -> None:
    state = position("german-movement", "5ak 0808, 6ak 0810, 3a 1401", cities="0204")
    play(state, "unit 5ak", "move 0809", "move 0810", "stop")
    assert german_cities(state) == ["0204", "0809"]
    play(state, "back 5ak")
    assert german_cities(state) == ["0204"]


@pytest.mark.rule("battle-for-moscow", "8.2.2")
@pytest.mark.rule("battle-for-moscow", "10.0")
def test_a_city_stays_taken_when_another_unit_entered_it_too() -> None:
    state = position("german-movement", "5ak 0808, 6ak 0810, 7ak 0709, 3a 1401", cities="0204")
    play(state, "unit 5ak", "move 0809", "move 0810", "stop", "unit 7ak", "move 0809", "stop", "back 5ak")
    assert at(state, "7ak") == "0809"
    assert german_cities(state) == ["0204", "0809"]


@pytest.mark.rule("battle-for-moscow", "8.2.2")
@pytest.mark.rule("battle-for-moscow", "10.0")
@pytest.mark.parametrize("order", [("5ak", "7ak"), ("7ak", "5ak")])
def test_taking_back_the_last_entering_unit_returns_the_city(order: tuple[str, str]) -> None:
    state = position("german-movement", "5ak 0808, 6ak 0810, 7ak 0709, 8ak 0910, 3a 1401", cities="0204")
    play(state, "unit 5ak", "move 0809", "move 0810", "stop", "unit 7ak", "move 0809", "move 0910", "stop")
    play(state, f"back {order[0]}")
    assert german_cities(state) == ["0204", "0809"]
    play(state, f"back {order[1]}")
    assert german_cities(state) == ["0204"]


@pytest.mark.rule("battle-for-moscow", "8.2.2")
def test_taking_back_onto_an_occupied_hex() -> None:
    state = position("german-movement", "5ak 1208, 6ak 1207, 7ak 1209, 3a 1401")
    play(state, "unit 5ak", "move 1207", "stop", "unit 7ak", "move 1208", "stop", "back 5ak")
    assert at(state, "5ak") == at(state, "7ak") == "1208"
    assert legal(state) == ["unit 5ak", "unit 6ak", "back 7ak"]
    play(state, "back 7ak")
    assert legal(state)[-1] == "done"


@pytest.mark.rule("battle-for-moscow", "8.2.2")
def test_the_only_retreat_path_is_taken_without_asking() -> None:
    """The friend could have moved off until its way was closed: then the unit on top of it is taken back."""
    state = position("german-movement", "5ak 0102, 6ak 0101, 7ak 0103, 8ak 0302, 3a 0202")
    play(state, "unit 8ak", "move 0201", "unit 5ak", "move 0101", "stop")
    assert legal(state) == ["unit 6ak", "unit 7ak", "back 5ak"]
    events = play(state, "unit 7ak", "move 0102")
    assert kinds(events) == ["move", "taken-back"]
    assert at(state, "5ak") == at(state, "7ak") == "0102"
    assert legal(state) == ["unit 5ak", "back 7ak"]


@pytest.mark.rule("battle-for-moscow", "8.2.2")
@pytest.mark.parametrize("seed", range(6))
def test_one_unit_per_hex_at_the_end_of_every_phase(seed: int) -> None:
    phase = ""
    for state in random_walk(seed + 100):
        data = state.position()
        if data["phase"] != phase:
            phase = data["phase"]
            places = [facts["at"] for facts in data["units"].values() if facts["at"].isdigit()]
            assert len(set(places)) == len(places)


# 8.3


@pytest.mark.rule("battle-for-moscow", "8.3")
def test_zones_block_the_way() -> None:
    state = position("german-movement", "5ak 1206, 3a 1308, 5a 1108")
    play(state, "unit 5ak")
    assert costs(state)["1207"] == "1-"
    assert "1208" not in costs(state)
    assert refused(state, "move 1208") == (
        "8.3",
        "The zone of control of the Russian 3rd Army stops it in 1207, on the way to 1208.",
    )


@pytest.mark.rule("battle-for-moscow", "8.3")
def test_a_unit_cannot_go_on_after_entering_a_zone() -> None:
    state = position("german-movement", "47pz 1206, 5ak 0101, 3a 1308")
    play(state, "unit 47pz", "move 1207")
    assert open_step(state) == "Movement"
    assert refused(state, "unit 47pz")[0] == "8.0"


@pytest.mark.rule("battle-for-moscow", "8.3")
def test_a_panzer_stopped_in_phase_2_leaves_freely_in_phase_4() -> None:
    state = position("panzer-movement", "47pz 1206, 3a 1308")
    play(state, "unit 47pz", "move 1207")
    assert phase_of(state) == "german-combat"
    play(state, "done", "unit 47pz")
    assert costs(state)["1206"] == "1" and costs(state)["1202"] == "5"


# The reference looks at everything at once.

MOVEMENT = listing("panzer-movement german-movement rail-movement soviet-movement")


def check_movement(state: BattleForMoscowState) -> bool:
    """Compare the actions to the open question with the reference's."""
    table = reference.Table(state.position())
    german = state.side == "german"
    if open_step(state) == "Movement":
        assert set(legal(state, "unit")) == table.may_move(german)
        return True
    if open_step(state) == "Moving":
        step = state.position()["stack"][-1]
        ready = table.may_move(german) - {step["unit"]}
        clicks = table.clicks(step["unit"], table.where[step["unit"]], step["points"], ready)
        assert set(legal(state, "move")) == clicks
        reached = table.reached(step["unit"], table.where[step["unit"]], step["points"])
        assert {hex: int(cost.rstrip("-")) for hex, cost in costs(state).items()} == {
            hex: cost for hex, cost in reached.items() if hex in clicks
        }
        return True
    return False


@pytest.mark.rule("battle-for-moscow", "8.0")
@pytest.mark.rule("battle-for-moscow", "8.1")
@pytest.mark.rule("battle-for-moscow", "8.2")
@pytest.mark.rule("battle-for-moscow", "8.3")
@pytest.mark.parametrize("phase", MOVEMENT)
@pytest.mark.parametrize("seed", soak.first(1, range(4)))
def test_movement_in_random_positions_against_the_reference(phase: str, seed: int) -> None:
    rng = Random(f"{phase} {seed}")
    compared = 0
    for _ in range(6):
        state = random_position(rng, phase)
        for _ in range(12):
            if state.outcome is not None or phase_of(state) != phase:
                break
            compared += check_movement(state)
            actions = [action for action in state.actions() if str(action) != "done"] or state.actions()
            state.apply(rng.choice(actions))
    assert compared > 5


@pytest.mark.rule("battle-for-moscow", "8.0")
@pytest.mark.parametrize("seed", soak.first(1, range(3)))
def test_movement_in_random_games_against_the_reference(seed: int) -> None:
    for number, state in enumerate(random_walk(seed + 50)):
        if number % 25 == 0:
            check_movement(state)
