"""10.0 to 10.4: movement, weather, rear areas."""

from __future__ import annotations

from random import Random

import pytest

from ..tools import soak
from . import reference
from .helpers import (
    AREAS,
    GERMANS,
    HEXES,
    KIEV,
    MINSK,
    PHASES,
    SMOLENSK,
    UNITS,
    at,
    at_the_die,
    badges,
    german_cities,
    happened,
    legal,
    notes,
    open_step,
    phase_of,
    play,
    position,
    random_walk,
    refused,
    rule_of,
    sample,
    start,
    to_phase,
    tokens,
    told,
    where,
)

FAR = "S-50A 2012"  # a Soviet army that disturbs nobody


def costs(units: str, mover: str, turn: int = 2) -> dict[str, int]:
    """Where a unit can go from the beginning of its phase, with the hexes it takes."""
    side = "german" if mover in GERMANS else "soviet"
    state = position(f"{side}-movement", units, turn)
    play(state, f"unit {mover}")
    offers = badges(state)
    return {action[5:]: int(badge) for action, badge in offers.items() if action.startswith("move ")}


# 10.0


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.0")
def test_all_some_or_none_may_move() -> None:
    units = f"G-4A 1305, G-9A 1303, G-6A south, {FAR}"
    state = position("german-movement", units)
    assert legal(state) == ["unit G-4A", "unit G-9A", "unit G-6A", "done"]
    play(state, "done")
    assert where(state, "G-9A G-6A") == ["1303", "south"]
    state = position("german-movement", units)
    play(state, "unit G-9A", "move 1302", "stop", "done")
    assert at(state, "G-9A") == "1302"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.0")
def test_units_of_the_enemy_and_off_the_map_do_not_move() -> None:
    state = position("german-movement", f"G-4A 1305, G-2A track4, {FAR}")
    assert rule_of(state, "unit S-50A") == "5.0"
    assert refused(state, "unit G-2A") == ("10.0", "The German 2. Armee is not in play.")
    assert refused(state, "unit G-9A") == ("10.0", "The German 9. Armee is not in play.")
    assert refused(state, "move 1306") == ("10.0", "Choose the unit to move first.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.0")
@pytest.mark.parametrize("unit", ["G-11A", "R-3A", "R-4A"])
def test_the_romania_group_does_not_move_on_turn_1(unit: str) -> None:
    units = f"G-11A romania, R-3A romania, R-4A romania, G-6A south, {FAR}"
    state = position("german-movement", units, turn=1)
    assert legal(state) == ["unit G-6A", "done"]
    title = {"G-11A": "German 11. Armee", "R-3A": "Romanian 3rd Army", "R-4A": "Romanian 4th Army"}[unit]
    assert refused(state, f"unit {unit}") == (
        "10.0",
        f"The {title} cannot move on turn 1: it begins in Romania.",
    )
    assert f"unit {unit}" in legal(position("german-movement", units, turn=2))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.0")
def test_the_romania_group_attacks_and_advances_on_turn_1() -> None:
    state = at_the_die(
        "G-11A romania, R-3A romania, R-4A romania, S-8A 0503, S-9A 2012", "0503", turn=1, passive="S-8A"
    )
    play(state, "roll 6")
    assert open_step(state) == "Advance" and set(legal(state, "advance")) == {"G-11A", "R-3A", "R-4A"}
    play(state, "advance R-3A")
    assert at(state, "R-3A")[:4] == "0503"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.0")
def test_all_other_germans_move_on_turn_1() -> None:
    state = start()
    to_phase(state, "german-movement")
    assert set(legal(state, "unit")) == set(GERMANS) - {"G-11A", "R-3A", "R-4A", "G-2A"}


# 10.1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.1")
def test_units_move_one_by_one() -> None:
    state = position("german-movement", f"G-4A 1305, G-9A 1303, {FAR}")
    play(state, "unit G-4A")
    assert refused(state, "unit G-9A") == ("10.1", "Finish the move of the German 4. Armee first.")
    assert rule_of(state, "done") == "10.1"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.1")
def test_a_unit_moves_once() -> None:
    state = position("german-movement", f"G-4A 1305, G-9A 1303, {FAR}")
    play(state, "unit G-4A", "move 1306", "stop")
    assert legal(state) == ["unit G-9A", "done"]
    assert refused(state, "unit G-4A") == ("10.0", "The German 4. Armee has already moved in this phase.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.1")
@pytest.mark.parametrize("mover, hexes", [("G-2PzA", 6), ("G-4A", 3), ("S-8A", 3), ("S-12MC", 4)])
def test_up_to_its_allowance(mover: str, hexes: int) -> None:
    other = "S-50A 2012" if mover in GERMANS else "R-4A romania"
    found = {hex: cost for hex, cost in costs(f"{mover} 0807, {other}", mover).items() if hex in HEXES}
    assert max(found.values()) == hexes
    assert all(cost >= reference.distance("0807", hex) for hex, cost in found.items())
    state = position("german-movement" if mover in GERMANS else "soviet-movement", f"{mover} 0807, {other}")
    play(state, f"unit {mover}")
    assert refused(state, "move 2011")[0] == "10.1"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.1")
def test_a_unit_may_be_moved_in_several_clicks() -> None:
    state = position("german-movement", f"G-2PzA 0804, G-9A 1303, {FAR}")
    play(state, "unit G-2PzA", "move 0805", "move 0806", "move 0807")
    assert state.question is not None and state.question.text.endswith("from 0807: 3 hexes left.")
    play(state, "move 0810")  # nothing is left, so its move is over
    assert open_step(state) == "Movement" and at(state, "G-2PzA") == "0810"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.1")
def test_what_is_left_over_is_lost() -> None:
    state = position("german-movement", f"G-2PzA 0804, G-9A 1303, {FAR}")
    play(state, "unit G-2PzA", "move 0805", "stop", "unit G-9A")
    assert state.question is not None and "3 hexes left" in state.question.text
    assert rule_of(state, "unit G-2PzA") == "10.1"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.1")
def test_a_unit_that_was_chosen_but_not_moved_may_still_move() -> None:
    state = position("german-movement", f"G-2PzA 0804, G-9A 1303, {FAR}")
    play(state, "unit G-2PzA", "stop")
    assert "unit G-2PzA" in legal(state)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.1")
def test_refusals_while_a_unit_moves() -> None:
    wall = "S-8A 0808, S-9A 0707, S-10A 0708, S-11A 0907, S-12A 0908"
    state = position("german-movement", f"G-4A 0807, {wall}, {FAR}")
    play(state, "unit G-4A")
    assert refused(state, "move 0807") == ("10.1", "The German 4. Armee is already in 0807.")
    assert refused(state, "move 0809") == ("8.0", "Enemy units block the way to 0809.")
    assert refused(state, "move 0812") == ("10.1", "0812 is too far: the German 4. Armee has 3 hexes left.")
    assert refused(state, "attack 0808")[0] == "10.1"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.0")
def test_a_unit_that_is_surrounded_is_not_asked() -> None:
    wall = "S-8A 0808, S-9A 0707, S-10A 0708, S-11A 0907, S-12A 0908, S-3A 0806"
    assert phase_of(position("german-movement", f"G-4A 0807, {wall}")) == "german-combat"
    state = position("german-movement", f"G-4A 0807, G-9A center, {wall}")
    assert refused(state, "unit G-4A") == ("8.0", "The German 4. Armee is surrounded by enemy units in 0807.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.1")
def test_moves_are_told_with_their_way() -> None:
    state = position("german-movement", f"G-4A 0804, G-9A 1303, {FAR}")
    events = play(state, "unit G-4A", "move 0807")
    assert told(events, "move") == ["The German 4. Armee moves from 0804 Kiev to 0807."]
    assert next(event for event in events if happened(event) == "move").spaces == ("0804", "0805", "0806", "0807")


# 10.2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2")
@pytest.mark.parametrize("unit", ["G-2PzA", "G-4A"])
def test_every_hex_costs_one(unit: str) -> None:
    for hex, cost in costs(f"{unit} 1206, {FAR}", unit).items():
        if cost == 1:
            assert hex in reference.neighbours("1206")
    assert {"1205", "1207", "1106", "1107", "1306", SMOLENSK} <= {
        hex for hex, cost in costs(f"{unit} 1206, {FAR}", unit).items() if cost == 1
    }


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2.1")
def test_clear_terrain_has_no_effect() -> None:
    """Six clear hexes in a row."""
    found = costs(f"G-2PzA 0806, {FAR}", "G-2PzA")
    assert [found[f"08{place:02}"] for place in range(7, 13)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2.1")
def test_a_panzer_army_gets_from_beyond_minsk_to_tula() -> None:
    """As in a published game, where one stood before Tula on turn 2."""
    assert costs(f"G-2PzA 1305, {FAR}", "G-2PzA")["1209"] == 5


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2.2")
def test_tanks_stop_in_a_forest_and_infantry_does_not() -> None:
    """From 1106 two steps north-east: 1207, then the forest 1208, then 1309."""
    assert {"1208", "1108"} <= reference.FOREST
    state = position("german-movement", f"G-2PzA 1207, G-9A center, {FAR}")
    play(state, "unit G-2PzA", "move 1208")
    assert open_step(state) == "Movement"
    state = position("german-movement", f"G-4A 1207, G-9A center, {FAR}")
    play(state, "unit G-4A", "move 1208")
    assert open_step(state) == "Moving"
    play(state, "move 1209", "move 1210")
    assert at(state, "G-4A") == "1210"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2.2")
@pytest.mark.parametrize("unit, far", [("S-12MC", False), ("S-8A", True)])
def test_it_is_the_same_for_soviet_units(unit: str, far: bool) -> None:
    """Deep in the northern forests: a corps gets one hex far, an army three."""
    found = costs(f"{unit} 1810, R-4A romania", unit)
    ends = {hex for hex in found if hex in HEXES}
    assert (max(reference.distance("1810", hex) for hex in ends) > 1) == far


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2.2")
def test_a_tank_unit_may_leave_a_forest_freely() -> None:
    found = costs(f"G-2PzA 1208, {FAR}", "G-2PzA")
    assert found["1209"] == 1 and found["1210"] == 2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2.3")
@pytest.mark.parametrize("unit", ["G-2PzA", "G-4A", "R-3A", "S-12MC", "S-8A"])
@pytest.mark.parametrize("start_hex, terrain", [("1105", "1104"), ("0106", "0107"), ("0801", "0701")])
def test_everybody_stops_in_a_marsh_or_on_a_mountain(unit: str, start_hex: str, terrain: str) -> None:
    side, other = ("german", "S-50A 2012, G-18A north") if unit in GERMANS else ("soviet", "S-50A 2012, R-4A 0402")
    state = position(f"{side}-movement", f"{unit} {start_hex}, {other}")
    play(state, f"unit {unit}", f"move {terrain}")
    assert open_step(state) == "Movement" and at(state, unit) == terrain


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2.3")
def test_nobody_goes_through_a_marsh() -> None:
    """1001, 1002, 1003: over the marsh in the middle it would be two hexes."""
    assert {"1002", "1003"} <= reference.MARSH and reference.distance("1001", "1003") == 2
    assert costs(f"G-4A 1001, {FAR}", "G-4A")["1003"] == 3


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2.4")
def test_cities_have_no_effect_on_movement() -> None:
    found = costs(f"G-4A 0803, {FAR}", "G-4A")
    assert (found[KIEV], found["0805"], found["0806"]) == (1, 2, 3)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2.4")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.2")
def test_an_enemy_city_is_taken_in_passing() -> None:
    state = position("german-movement", f"G-2PzA 0803, G-9A center, {FAR}")
    events = play(state, "unit G-2PzA", "move 0806", "stop")
    assert german_cities(state) == [KIEV]
    assert told(events, "control") == ["German forces take Kiev."]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.2")
def test_of_two_shortest_ways_one_click_takes_that_over_the_enemy_city() -> None:
    """From 1203 to 1305 over the forest 1204 or over Minsk."""
    units = f"G-4A 1203, G-9A center, {FAR}"
    state = position("german-movement", units)
    events = play(state, "unit G-4A", "move 1305")
    assert next(event for event in events if happened(event) == "move").spaces == ("1203", MINSK, "1305")
    assert german_cities(state) == [MINSK]
    state = position("german-movement", units)
    play(state, "unit G-4A", "move 1204", "move 1305")
    assert german_cities(state) == []


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.2")
def test_hex_by_hex_a_city_can_be_left_alone() -> None:
    state = position("german-movement", f"G-2PzA 0803, G-9A center, {FAR}")
    play(state, "unit G-2PzA", "move 0704", "move 0705", "move 0805", "stop")
    assert german_cities(state) == []


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2.5")
def test_rivers_have_no_effect_on_movement() -> None:
    assert frozenset((KIEV, "0805")) in reference.RIVERS
    assert costs(f"G-4A {KIEV}, {FAR}", "G-4A")["0805"] == 1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2.6")
@pytest.mark.parametrize(
    "here, there",
    [("1804", "1805"), ("1805", "1905"), ("1806", "1807"), ("0304", "0305"), ("0108", "0109"), ("0209", "0310")],
)
def test_nobody_crosses_a_lake_or_a_strait(here: str, there: str) -> None:
    for start_hex, goal in ((here, there), (there, here)):
        state = position("german-movement", f"G-4A {start_hex}, {FAR}", turn=3)
        play(state, "unit G-4A")
        found = costs(f"G-4A {start_hex}, {FAR}", "G-4A")
        assert found.get(goal, 9) > 1
        if goal not in legal(state, "move"):
            assert refused(state, f"move {goal}")[0] == "10.2.6"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2.6")
def test_water_is_named_where_it_bars_the_way() -> None:
    state = position("german-movement", f"G-4A 0108, {FAR}")
    play(state, "unit G-4A")
    assert refused(state, "move 0109") == ("10.2.6", "There is only water between 0108 and 0109.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2.6")
def test_nobody_enters_a_sea_hex() -> None:
    words = {str(action) for action in GAME_WORDS}
    for hex in reference.SEA:
        assert f"move {hex}" not in words
    for state in sample("Moving", 50):
        assert not set(legal(state, "move")) & reference.SEA


GAME_WORDS = list(start().game.words)


# 10.3


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.3")
@pytest.mark.parametrize(
    "unit, allowances",
    [
        ("G-2PzA", [6, 6, 2, 3, 3, 3]),
        ("G-4PzA", [6, 6, 2, 3, 3, 3]),
        ("G-4A", [3, 3, 2, 3, 3, 3]),
        ("R-3A", [3, 3, 2, 3, 3, 3]),
        ("S-8A", [3, 3, 2, 3, 3, 3]),
        ("S-Gd1", [3, 3, 2, 3, 3, 3]),
        ("S-12MC", [4, 4, 2, 4, 4, 4]),
    ],
)
def test_allowances_by_turn(unit: str, allowances: list[int]) -> None:
    """Mud: 2 for everybody. Snow and thaw: 3 for German tank units."""
    side, other = ("german", "S-50A 2012") if unit in GERMANS else ("soviet", "R-4A romania")
    for turn, hexes in enumerate(allowances, 1):
        if unit == "R-3A" and turn == 1:
            continue  # it does not move at all
        state = position(f"{side}-movement", f"{unit} 0807, {other}", turn=turn)
        play(state, f"unit {unit}")
        assert state.question is not None and state.question.text.endswith(f"{hexes} hexes left.")
        ends = [hex for hex in legal(state, "move") if hex in HEXES]
        assert max(reference.distance("0807", hex) for hex in ends) == hexes


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.3")
def test_the_weather_is_shown() -> None:
    for turn, weather in enumerate(["clear", "clear", "mud", "snow", "snow", "thaw"], 1):
        status = position("german-movement", f"G-4A 0807, {FAR}", turn=turn).view(None)["status"]
        assert {"label": "Weather", "value": weather, "rule": "10.3", "short": "Weather"} in status


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.3")
def test_weather_counts_for_tank_actions_too() -> None:
    state = position("german-breakthrough", f"G-2PzA 0807, {FAR}", turn=4, hands="G3")
    play(state, "card G3")
    if open_step(state) == "ChooseFunction":
        play(state, "as tank-action")
    if open_step(state) == "TankAction":
        play(state, "unit G-2PzA")
    assert "0810" in legal(state, "move") and "0811" not in legal(state, "move")


# 10.4


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
def test_a_unit_on_the_edge_may_enter_its_rear_area_and_is_back_next_turn_fresh() -> None:
    state = position("german-movement", f"G-4A- 1201, G-9A center, {FAR}", turn=2)
    events = play(state, "unit G-4A", "move center")
    assert at(state, "G-4A") == "track3" and open_step(state) == "Movement"
    assert tokens(state.view(None))["G-4A"]["face"] == 1  # fresh side up on the track
    assert told(events, "departure") == ["The German 4. Armee enters Army Group Center and returns on turn 3."]
    to_phase(state, "soviet-logistics")
    to_phase(state, "german-logistics")
    while open_step(state) == "ChooseCards":
        play(state, legal(state)[0])
    assert at(state, "G-4A") == "center"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
def test_soviet_units_too() -> None:
    state = position("soviet-movement", "S-8A- 0812, S-9A soviet, R-4A romania", turn=4)
    play(state, "unit S-8A", "move soviet")
    assert at(state, "S-8A") == "track5"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
def test_a_unit_may_come_from_farther_away() -> None:
    """Entering the rear area counts as one hex."""
    found = costs(f"G-4A 1203, {FAR}", "G-4A")
    assert found["center"] == 3 and "center" not in costs(f"G-4A 1203, {FAR}", "G-4A", turn=3)
    state = position("german-movement", f"G-4A 1203, G-9A center, {FAR}")
    events = play(state, "unit G-4A", "move center")
    assert next(event for event in events if happened(event) == "move").spaces == ("1203", "1202", "1201", "center")
    assert at(state, "G-4A") == "track3"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
def test_nobody_enters_an_enemy_rear_area() -> None:
    state = position("german-movement", f"G-4A 0812, {FAR}")
    play(state, "unit G-4A")
    assert "soviet" not in legal(state, "move")
    assert refused(state, "move soviet") == (
        "10.4",
        "The Soviet rear area is an enemy rear area.",
    )
    state = position("soviet-movement", "S-8A 1201, S-9A 0812, R-4A romania")
    play(state, "unit S-8A")
    assert not set(legal(state, "move")) & set(AREAS)
    assert rule_of(state, "move center") == "10.4"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
@pytest.mark.parametrize(
    "hex, touches", [("1501", ["north", "center"]), ("1101", ["center", "south"]), ("0701", ["south", "romania"])]
)
@pytest.mark.parametrize("unit", ["G-16A", "G-4A", "G-6A", "G-11A", "G-2A"])
def test_only_the_rear_area_of_the_own_code(unit: str, hex: str, touches: list[str]) -> None:
    """2. Armee has no code and may enter any."""
    homes = {"G-16A": ["north"], "G-4A": ["center"], "G-6A": ["south"], "G-11A": ["romania"], "G-2A": AREAS[:4]}[unit]
    state = position("german-movement", f"{unit} {hex}, {FAR}", turn=3)
    play(state, f"unit {unit}")
    direct = {area for area, cost in costs(f"{unit} {hex}, {FAR}", unit, turn=3).items() if area in AREAS and cost == 1}
    assert direct == set(homes) & set(touches)
    for area in set(touches) - set(homes):
        assert rule_of(state, f"move {area}") == "10.4"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
def test_the_second_army_comes_back_where_its_player_likes() -> None:
    state = position("german-movement", f"G-2A 1201, G-9A center, {FAR}", turn=2)
    play(state, "unit G-2A", "move center")
    to_phase(state, "soviet-logistics")
    to_phase(state, "german-logistics")
    while open_step(state) == "ChooseCards":
        play(state, legal(state)[0])
    assert legal(state) == [f"at {area}" for area in AREAS[:4]]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
def test_units_enter_the_map_by_any_hex_beside_their_rear_area() -> None:
    found = costs(f"G-4A center, {FAR}", "G-4A")
    assert {hex for hex, cost in found.items() if cost == 1} == {"1101", "1201", "1301", "1401", "1501"}
    assert not set(found) & set(AREAS)
    found = costs("S-8A soviet, R-4A romania", "S-8A")
    assert {hex for hex, cost in found.items() if cost == 1} == {f"{row:02}12" for row in range(1, 21)}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
def test_units_enter_the_map_straight_into_a_zone_and_stop() -> None:
    state = position("german-movement", f"G-2PzA center, G-9A center, S-12MC 1202, {FAR}")
    play(state, "unit G-2PzA", "move 1201")
    assert open_step(state) == "Movement" and at(state, "G-2PzA") == "1201"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
def test_enemies_beside_the_rear_area_bar_their_hexes() -> None:
    state = position("german-movement", f"G-4A center, S-8A 1201, S-9A 1301, {FAR}")
    play(state, "unit G-4A")
    assert not {"1201", "1301"} & set(legal(state, "move"))
    assert rule_of(state, "move 1201") == "8.0"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
def test_german_units_do_not_go_from_one_rear_area_to_another() -> None:
    for unit, area in (("G-16A", "north"), ("G-4A", "center"), ("G-2A", "south")):
        state = position("german-movement", f"{unit} {area}, {FAR}", turn=3)
        play(state, f"unit {unit}")
        for other in set(AREAS[:4]) - {area}:
            if other in legal(state, "move"):
                assert unit == "G-2A"  # over a hex that touches both, as any move into a rear area
            else:
                assert rule_of(state, f"move {other}") == "10.4"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
def test_nobody_has_to_leave_a_rear_area() -> None:
    state = position("german-movement", f"G-4A center, G-9A center, {FAR}")
    play(state, "done")
    assert where(state, "G-4A G-9A") == ["center", "center"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
def test_a_retreat_into_the_rear_area() -> None:
    """Soviet units that retreat in the German player turn are back on the next turn, not on this one."""
    state = at_the_die("G-2PzA 0811, S-8A 0812, S-9A 2012, G-9A center", "0812", turn=2)
    play(state, "roll 1")
    if open_step(state) == "Retreat":
        play(state, "retreat soviet")
    assert at(state, "S-8A") == "track3"
    to_phase(state, "soviet-logistics")
    play(state, "done")
    while open_step(state) == "ChooseCards":
        play(state, legal(state)[0])
    assert state.turn == 2 and at(state, "S-8A") == "track3"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
def test_who_leaves_the_map_on_the_last_turn_does_not_return() -> None:
    state = position("german-movement", f"G-4A 1201, G-9A center, {FAR}", turn=6)
    play(state, "unit G-4A")
    shown = notes(state)
    assert shown["move center"] == "off the map; for good"
    events = play(state, "move center")
    assert at(state, "G-4A") == "track7"
    assert told(events, "departure") == ["The German 4. Armee enters Army Group Center and does not return."]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
def test_one_unit_with_a_zone_is_enough_for_the_whole_rear_area() -> None:
    units = "G-11A romania, R-3A romania, R-4A romania, S-8A 0504, S-9A 2012"
    state = position("soviet-movement", units)
    play(state, "unit S-8A", "move 0503")
    assert open_step(state) == "Movement"  # it stopped in the zone
    state = position("soviet-movement", units.replace("G-11A", "G-6A").replace("G-6A romania", "G-6A south"))
    play(state, "unit S-8A", "move 0503")
    assert open_step(state) == "Moving"  # Romanians have none


# In whole games.


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2.6")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.2.6")
@pytest.mark.parametrize("seed", range(5))
def test_where_units_never_are(seed: int) -> None:
    """Not in the rear areas of others, not in the sea, not on the track after their turn; and no corps is spent."""
    for state in random_walk(seed):
        data = state.position()
        now = PHASES.index(data["phase"])
        for unit, facts in data["units"].items():
            place = facts["at"]
            assert place not in reference.SEA
            assert place not in AREAS or place in reference.homes(unit)
            assert not unit.endswith("MC") or facts.get("side", "fresh") == "fresh"
            if place == "track":
                arrival = PHASES.index("german-logistics" if unit in GERMANS else "soviet-logistics")
                assert (facts["due"], arrival) >= (data["turn"], now)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.0")
@pytest.mark.parametrize("seed", range(8))
def test_on_turn_1_the_romania_group_leaves_its_rear_area_only_by_advancing(seed: int) -> None:
    rng = Random(seed)
    state = start()
    while state.turn == 1 and state.outcome is None:
        for event in state.take(rng.choice(state.actions())):
            if {"G-11A", "R-3A", "R-4A"} & set(event.tokens):
                assert happened(event) not in ("move", "move")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.3")
@pytest.mark.parametrize("seed", range(4))
def test_nobody_moves_farther_than_the_weather_allows(seed: int) -> None:
    rng = Random(seed)
    state = start()
    moves = 0
    while state.outcome is None:
        turn = state.turn
        for event in state.take(rng.choice(state.actions())):
            if happened(event) == "move":
                moves += 1
                allowed = {reference.allowance(fate.token, turn) for fate in event.tokens}
                assert len(event.spaces) - 1 <= min(allowed)
    assert moves > 20


# All of it a second time.


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.0")
@pytest.mark.parametrize("size", soak.less(40, 150))
def test_who_may_move_against_the_reference(size: int) -> None:
    states = sample("Movement", size)
    assert len(states) == size
    for state in states:
        table = reference.Table(state.position())
        assert set(legal(state, "unit")) == table.may_move(german=state.side == "german")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.3")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
@pytest.mark.parametrize("size", soak.less(80, 250))
def test_where_units_may_move_against_the_reference(size: int) -> None:
    states = sample("Moving", size)
    assert len(states) == size
    begun = 0
    for state in states:
        data = state.position()
        step = data["stack"][-1]
        if step["riders"] or not data["phase"].endswith("-movement"):
            continue  # tank actions have limits of their own (12.0)
        table = reference.Table(data)
        unit = step["unit"]
        moved = step["points"] < reference.allowance(unit, table.turn)
        begun += moved
        expected = table.reached(unit, table.where[unit], step["points"], moved)
        offers = badges(state)
        found = {action[5:]: int(badge) for action, badge in offers.items() if action.startswith("move ")}
        assert found == expected
    assert begun > size // 25


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.3")
@pytest.mark.parametrize("unit", UNITS)
def test_allowances_against_the_reference(unit: str) -> None:
    side, other = ("german", "S-50A 2012") if unit in GERMANS else ("soviet", "R-4A romania")
    if unit in ("S-50A", "R-4A"):
        return
    for turn in range(2, 7):
        state = position(f"{side}-movement", f"{unit} 0807, {other}", turn=turn)
        play(state, f"unit {unit}")
        assert state.question is not None
        assert f" {reference.allowance(unit, turn)} hexes left" in state.question.text
