"""10.0 to 10.4: replacements, control and communication. Readings 11 and 13."""

from __future__ import annotations

from random import Random

import pytest

from . import reference
from .helpers import (
    CITIES,
    GERMANS,
    RUSSIANS,
    at,
    german_cities,
    legal,
    open_step,
    phase_of,
    play,
    position,
    random_position,
    refused,
    start,
)

RED = sorted(reference.RED)
WEST = sorted(reference.WEST)
ORDINARY = RUSSIANS[:-1]  # all but the 1st Shock Army


# 10.0


@pytest.mark.rule("battle-for-moscow", "10.0")
@pytest.mark.parametrize(
    "turn, german, soviet", list(zip(range(1, 8), (0, 1, 1, 1, 1, 1, 1), (5, 5, 4, 4, 5, 5, 5), strict=True))
)
def test_replacement_steps_by_turn(turn: int, german: int, soviet: int) -> None:
    state = position("soviet-replacement", "5ak 0101, 3a 1401", turn=turn)
    assert state.question is not None
    assert state.question.text == (
        f"You have {soviet} replacement steps left. Place a unit, restore a reduced one, or end the phase."
    )
    state = position("german-replacement", "5ak 0101, 3a 1401", turn=turn)
    assert (phase_of(state) == "german-replacement") == bool(german)
    if german:
        assert state.question is not None and state.question.text.startswith("You have 1 replacement step left.")


@pytest.mark.rule("battle-for-moscow", "10.0")
def test_a_step_places_a_lost_unit_or_restores_a_reduced_one() -> None:
    state = position("soviet-replacement", "5ak 0101, 3a- 1401, 5a 1402")
    lost = [unit for unit in ORDINARY if unit not in ("3a", "5a")]
    assert legal(state) == [f"place {unit}" for unit in lost] + ["restore 3a", "done"]
    events = play(state, "restore 3a")
    assert (events[0].text, events[0].rule) == (
        "The Russian 3rd Army in 1401 is restored to full strength.",
        "10.0",
    )
    assert at(state, "3a") == "1401"
    events = play(state, "place 10a", "at 1410")
    assert events[0].text == "The Russian 10th Army is placed in 1410, reduced."
    assert at(state, "10a") == "1410-"
    assert state.question is not None and state.question.text.startswith("You have 3 replacement steps left.")


@pytest.mark.rule("battle-for-moscow", "10.0")
def test_the_two_armies_left_over_at_set_up_are_available() -> None:
    state = start()
    play(state, "standard", "done", "done", "done")
    assert phase_of(state) == "soviet-replacement"
    assert len(legal(state, "place")) == 2


@pytest.mark.rule("battle-for-moscow", "10.0")
def test_replacement_steps_run_out() -> None:
    state = position("german-replacement", "5ak- 0101, 6ak- 0102, 3a 1401")
    play(state, "restore 5ak")
    assert phase_of(state) == "german-movement"  # one step, and nothing more can be done in the phase
    state = position("soviet-replacement", "5ak 0101, 3a- 1401, 5a- 1402, 10a- 1403, 13a- 1404, 16a- 1405, 19a- 1406")
    play(state, *(f"restore {unit}" for unit in ("3a", "5a", "10a", "13a")))
    assert phase_of(state) == "soviet-replacement"
    play(state, "restore 16a")
    assert phase_of(state) != "soviet-replacement"


@pytest.mark.rule("battle-for-moscow", "10.0")
def test_refusals_of_replacements() -> None:
    state = position("soviet-replacement", "5ak 0101, 3a- 1401, 5a 1402", turn=2)
    assert refused(state, "place 5ak") == ("10.0", "The German 5th Corps is an enemy unit.")
    assert refused(state, "place 3a") == ("10.0", "The Russian 3rd Army is already on the map.")
    assert refused(state, "restore 5ak") == ("10.0", "The German 5th Corps is an enemy unit.")
    assert refused(state, "restore 5a") == ("10.0", "The Russian 5th Army is at full strength.")
    assert refused(state, "restore 10a") == ("10.0", "The Russian 10th Army is not on the map.")
    assert refused(state, "at 1403") == ("10.0", "Choose the unit to place first.")
    play(state, "place 10a")
    assert refused(state, "place 13a") == ("10.0", "Choose a hex for the Russian 10th Army, or cancel.")
    assert refused(state, "done") == ("10.0", "Choose a hex for the Russian 10th Army, or cancel.")
    before = state.position()["stack"][0]
    play(state, "cancel")
    assert state.position()["stack"] == [before]


# 10.0: control


@pytest.mark.rule("battle-for-moscow", "10.0")
def test_the_last_to_enter_controls_a_city() -> None:
    state = position("german-movement", "5ak 0808, 3a 1401")
    play(state, "unit 5ak", "move 0809", "stop")
    assert "0809" in german_cities(state)
    state = position("soviet-movement", "5ak 0101, 3a 0808", cities="0809")
    play(state, "unit 3a", "move 0809", "stop")
    assert german_cities(state) == []


@pytest.mark.rule("battle-for-moscow", "10.0")
def test_passing_through_a_city_takes_it() -> None:
    state = position("german-movement", "5ak 0808, 3a 1401")
    play(state, "unit 5ak", "move 0809", "move 0808", "stop")
    assert "0809" in german_cities(state)


@pytest.mark.rule("battle-for-moscow", "10.0")
def test_zones_of_control_do_not_take_cities() -> None:
    state = position("german-movement", "5ak 0806, 3a 1401")
    play(state, "unit 5ak", "move 0808", "stop")  # next to Orel
    assert "0809" not in german_cities(state)


@pytest.mark.rule("battle-for-moscow", "10.0")
def test_control_follows_the_occupants_in_random_games() -> None:
    rng = Random(10)
    for _ in range(40):
        state = random_position(rng, rng.choice(("german-movement", "soviet-combat", "soviet-movement")))
        for _ in range(60):
            if state.outcome is not None:
                break
            state.apply(rng.choice(state.actions()))
            data = state.position()
            for unit, facts in data["units"].items():
                if facts["at"] in CITIES:
                    assert (facts["at"] in data["german_cities"]) == (unit in GERMANS)


# 10.1


@pytest.mark.rule("battle-for-moscow", "10.1")
def test_a_unit_placed_this_turn_is_not_restored_this_turn() -> None:
    state = position("soviet-replacement", "5ak 0101, 3a- 1401")
    play(state, "place 10a", "at 1410")
    assert legal(state, "restore") == ["3a"]
    assert refused(state, "restore 10a") == ("10.1", "The Russian 10th Army was placed this turn.")


@pytest.mark.rule("battle-for-moscow", "10.1")
def test_a_placed_unit_can_be_restored_next_turn() -> None:
    state = position("soviet-replacement", "5ak 0101, 3a 1401", turn=5)
    play(state, "place 10a", "at 1410", "done")
    while not (state.turn == 6 and phase_of(state) == "soviet-replacement"):
        play(state, "done")
    assert legal(state, "restore") == ["10a"]
    play(state, "restore 10a")
    assert at(state, "10a") == "1410"


@pytest.mark.rule("battle-for-moscow", "10.1")
def test_a_unit_is_restored_with_one_step_only() -> None:
    state = position("soviet-replacement", "5ak 0101, 3a- 1401")
    play(state, "restore 3a")
    assert refused(state, "restore 3a") == ("10.0", "The Russian 3rd Army is at full strength.")


# 10.2


@pytest.mark.rule("battle-for-moscow", "10.2")
def test_new_russian_units_appear_on_the_red_edge_or_in_russian_cities() -> None:
    state = position("soviet-replacement", "5ak 0101, 3a 1208", cities="0204 0307")
    play(state, "place 10a")
    cities = [city for city in CITIES if city not in ("0204", "0307")]
    assert sorted(legal(state, "at")) == sorted({*RED, *cities})
    assert legal(state)[-1] == "cancel"
    assert refused(state, "at 1208") == ("10.2", "1208 is occupied.")
    assert refused(state, "at 1209") == ("10.2", "1209 is neither on the Russian map edge nor a city.")
    assert refused(state, "at 0204") == ("10.2", "0204 Smolensk is controlled by the enemy.")
    assert refused(state, "at 0102") == ("10.2", "0102 is neither on the Russian map edge nor a city.")


@pytest.mark.rule("battle-for-moscow", "10.2")
def test_occupied_hexes_and_hexes_in_german_zones_are_closed_to_entry() -> None:
    state = position("soviet-replacement", "5ak 1310, 3a 1401")
    play(state, "place 10a")
    for hex in ("1401", "1310", "1409", "1410", "1311", "1210"):
        assert hex not in legal(state, "at")
    assert refused(state, "at 1409") == ("10.2", "1409 is in an enemy zone of control.")
    assert {"1402", "1408", "1111", "1010"} <= set(legal(state, "at"))


@pytest.mark.rule("battle-for-moscow", "10.2")
def test_german_zones_close_the_map_edge() -> None:
    """Corps along the eastern edge close it hex by hex; the south-east stays open, then nothing does."""
    east = "5ak 1201, 6ak 1302, 7ak 1402, 8ak 1404, 9ak 1406, 12ak 1408"
    state = position("soviet-replacement", f"{east}, 3a 0901", cities=" ".join(CITIES))
    play(state, "place 10a")
    assert legal(state, "at") == ["1010", "1111", "1210", "1311", "1410"]
    state = position(
        "soviet-replacement", f"{east}, 13ak 1410, 20ak 1111, 23ak 1009, 3a- 0901", cities=" ".join(CITIES)
    )
    assert phase_of(state) != "soviet-replacement"  # no edge, no city, no communication


@pytest.mark.rule("battle-for-moscow", "10.2")
def test_units_are_placed_in_empty_hexes_only() -> None:
    state = position("soviet-replacement", "5ak 0101, 3a 1401")
    play(state, "place 10a", "at 1103", "place 13a")
    assert "1103" not in legal(state, "at")
    assert refused(state, "at 1103") == ("10.2", "1103 Moscow is occupied.")


CUT_OFF = "24pz 0502, 41pz 0702, 57pz 0704, 46pz 0506, 47pz 0304, 48pz 0303"  # around 0503 and 0603


@pytest.mark.rule("battle-for-moscow", "10.2")
def test_no_unit_is_placed_in_a_city_out_of_communication() -> None:
    state = position("soviet-replacement", f"{CUT_OFF}, 3a 1401", cities="0204 0307")
    play(state, "place 10a")
    assert "0603" not in legal(state, "at")  # Vyazma is Russian, empty, and surrounded by zones
    assert refused(state, "at 0603") == ("10.2", "0603 Vyazma is not in communication.")


@pytest.mark.rule("battle-for-moscow", "10.2")
def test_a_unit_can_be_placed_in_a_city_in_an_enemy_zone_if_the_path_beyond_is_clear() -> None:
    state = position("soviet-replacement", "24pz 0802, 3a 1401")
    play(state, "place 10a")
    assert "0803" in legal(state, "at")  # Mozhaisk, next to the panzer


@pytest.mark.rule("battle-for-moscow", "10.2")
def test_a_reduced_unit_must_be_in_communication_to_be_restored() -> None:
    state = position("soviet-replacement", f"{CUT_OFF}, 3a- 0603, 5a- 1401")
    assert legal(state, "restore") == ["5a"]
    assert refused(state, "restore 3a") == ("10.2", "The Russian 3rd Army in 0603 Vyazma is not in communication.")


SIEGE = "24pz 1101, 41pz 1302, 57pz 1304, 46pz 1105, 47pz 0903, 48pz 0902"  # zones all around Moscow


@pytest.mark.rule("battle-for-moscow", "10.2")
def test_moscow_needs_no_communication() -> None:
    state = position("soviet-replacement", f"{SIEGE}, 3a 1410", cities="0204")
    assert not reference.Table(state.position()).communicates("1103", german=False)
    play(state, "place 10a", "at 1103")
    assert at(state, "10a") == "1103-"
    state = position("soviet-replacement", f"{SIEGE}, 3a- 1103, 5a- 1203")
    assert not reference.Table(state.position()).communicates("1203", german=False)
    assert legal(state, "restore") == ["3a"]  # not the one next to it


@pytest.mark.rule("battle-for-moscow", "10.2")
def test_moscow_must_still_be_russian_and_empty() -> None:
    state = position("soviet-replacement", f"{SIEGE}, 3a 1410", cities="1103")
    play(state, "place 10a")
    assert "1103" not in legal(state, "at")
    assert refused(state, "at 1103") == ("10.2", "1103 Moscow is controlled by the enemy.")


@pytest.mark.rule("battle-for-moscow", "10.2")
def test_ryazan_is_a_city_and_an_edge_hex() -> None:
    state = position("soviet-replacement", "24pz 1305, 3a 1401")  # Ryazan is in its zone
    play(state, "place 10a")
    assert "1405" in legal(state, "at")  # as a city
    state = position("soviet-replacement", "5ak 0101, 3a 1401", cities="1405")
    play(state, "place 10a", "at 1405")  # as an edge hex, and so it is taken
    assert german_cities(state) == []
    state = position("soviet-replacement", "24pz 1305, 3a 1401", cities="1405")
    play(state, "place 10a")
    assert "1405" not in legal(state, "at")


@pytest.mark.rule("battle-for-moscow", "10.2")
def test_a_unit_on_the_edge_is_in_communication_even_in_a_zone() -> None:
    state = position("soviet-replacement", "24pz 1309, 41pz 1407, 3a- 1409")
    assert legal(state, "restore") == ["3a"]


@pytest.mark.rule("battle-for-moscow", "10.2")
def test_no_unit_can_be_placed_without_an_open_hex() -> None:
    east = "5ak 1201, 6ak 1302, 7ak 1402, 8ak 1404, 9ak 1406, 12ak 1408, 13ak 1410, 20ak 1111, 23ak 1009"
    state = position("soviet-replacement", f"{east}, 3a- 1409", cities=" ".join(CITIES))
    assert legal(state) == ["restore 3a", "done"]
    assert refused(state, "place 10a") == ("10.2", "There is no hex where you could place the Russian 10th Army.")


# 10.3


@pytest.mark.rule("battle-for-moscow", "10.3")
def test_new_german_units_appear_on_the_west_edge_or_in_german_cities() -> None:
    state = position("german-replacement", "5ak 0103, 3a 1401", cities="0204 0307 0509")
    play(state, "place 6ak")
    assert legal(state, "at") == sorted({*WEST, "0204", "0307", "0509"} - {"0103"})
    assert refused(state, "at 1401") == ("10.3", "1401 is occupied.")
    assert refused(state, "at 1402") == ("10.3", "1402 is neither on the German map edge nor a city.")
    assert refused(state, "at 0601") == ("10.3", "0601 Rzhev is controlled by the enemy.")
    play(state, "at 0101")  # the corner, as players do
    assert at(state, "6ak") == "0101-"


@pytest.mark.rule("battle-for-moscow", "10.3")
def test_russian_zones_close_the_german_map_edge() -> None:
    state = position("german-replacement", "5ak 0103, 3a 0202")
    play(state, "place 6ak")
    assert "0102" not in legal(state, "at")
    assert refused(state, "at 0102") == ("10.3", "0102 is in an enemy zone of control.")


@pytest.mark.rule("battle-for-moscow", "10.3")
def test_german_communication_leads_to_the_west_edge() -> None:
    ring = "3a 1101, 5a 1302, 10a 1304, 13a 1105, 16a 0903, 19a 0902"
    state = position("german-replacement", f"{ring}, 5ak- 1203, 6ak- 0101", cities="1103")
    assert legal(state, "restore") == ["6ak"]
    assert refused(state, "restore 5ak") == ("10.3", "The German 5th Corps in 1203 is not in communication.")


@pytest.mark.rule("battle-for-moscow", "10.3")
def test_moscow_is_no_exception_for_the_germans() -> None:
    ring = "3a 1101, 5a 1302, 10a 1304, 13a 1105, 16a 0903, 19a 0902"
    state = position("german-replacement", f"{ring}, 5ak- 1103, 6ak- 0101")
    assert legal(state, "restore") == ["6ak"]
    state = position("german-replacement", f"{ring}, 6ak- 0101", cities="1103 0204")
    play(state, "place 7ak")
    assert "1103" not in legal(state, "at") and "0204" in legal(state, "at")
    assert refused(state, "at 1103") == ("10.3", "1103 Moscow is not in communication.")


@pytest.mark.rule("battle-for-moscow", "10.3")
def test_german_units_can_be_placed_in_moscow_in_communication() -> None:
    state = position("german-replacement", "5ak 0101, 3a 1410", cities="1103")
    play(state, "place 6ak", "at 1103")
    assert at(state, "6ak") == "1103-"


# 10.4


@pytest.mark.rule("battle-for-moscow", "10.4")
def test_unused_steps_are_lost() -> None:
    state = position("soviet-replacement", "5ak 0101, 3a- 1401", turn=5)
    play(state, "done")
    while not (state.turn == 6 and phase_of(state) == "soviet-replacement"):
        play(state, "done")
    assert state.question is not None and state.question.text.startswith("You have 5 replacement steps left.")


@pytest.mark.rule("battle-for-moscow", "10.4")
def test_the_phase_ends_when_no_step_can_be_used() -> None:
    full = ", ".join(f"{unit} 14{row:02}" for row, unit in enumerate(RUSSIANS[:10], 1))
    full += ", " + ", ".join(f"{unit} 13{row:02}" for row, unit in enumerate(RUSSIANS[10:16], 1))
    state = position("soviet-replacement", f"5ak 0101, {full}", turn=2)
    assert phase_of(state) != "soviet-replacement"


# The reference


@pytest.mark.rule("battle-for-moscow", "10.2")
@pytest.mark.rule("battle-for-moscow", "10.3")
@pytest.mark.parametrize("seed", range(25))
def test_entry_hexes_against_the_reference(seed: int) -> None:
    rng = Random(seed)
    for phase, german in (("german-replacement", True), ("soviet-replacement", False)):
        state = random_position(rng, phase, turn=rng.choice((2, 5)))
        if phase_of(state) != phase or not legal(state, "place"):
            continue
        table = reference.Table(state.position())
        taken = set(table.where.values())
        own = table.german_cities if german else reference.CITIES - table.german_cities
        edge = (reference.WEST if german else reference.RED) - table.zone(not german)
        cities = {hex for hex in own if table.communicates(hex, german) or (hex == "1103" and not german)}
        play(state, f"place {legal(state, 'place')[0]}")
        assert open_step(state) == "PlaceUnit"
        assert set(legal(state, "at")) == (edge | cities) - taken
