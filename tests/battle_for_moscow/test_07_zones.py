"""7.0 to 7.3: zones of control."""

from __future__ import annotations

from random import Random

import pytest

from rasputitsa.games.battle_for_moscow.facts import GERMAN, SOVIET
from rasputitsa.games.battle_for_moscow.zones import in_communication, zone_of

from ..tools import soak
from . import reference
from .helpers import (
    GAME,
    HEXES,
    at,
    at_the_die,
    happened,
    legal,
    open_step,
    phase_of,
    play,
    position,
    random_position,
    random_units,
    retreat,
)


@pytest.mark.rule("battle-for-moscow", "7.0")
def test_a_zone_is_the_six_hexes_around_a_unit() -> None:
    state = position("german-movement", "5ak 0101, 3a 1208")
    assert GAME.board.names_of(zone_of(state, SOVIET)) == ["1108", "1109", "1207", "1209", "1308", "1309"]


@pytest.mark.rule("battle-for-moscow", "7.0")
def test_a_zone_covers_hexes_with_enemy_units_and_crosses_rivers() -> None:
    state = position("german-movement", "5ak 1003, 3a 1103")
    assert "1003" in GAME.board.names_of(zone_of(state, SOVIET))  # across the Moskva, with a German in it
    assert "1103" in GAME.board.names_of(zone_of(state, GERMAN))


@pytest.mark.rule("battle-for-moscow", "7.0")
def test_a_reduced_unit_has_a_zone_too() -> None:
    state = position("german-movement", "5ak 1206, 3a- 1208")
    play(state, "unit 5ak")
    assert "1210" not in legal(state, "move")
    play(state, "move 1207")  # straight into the zone
    assert phase_of(state) != "german-movement"


@pytest.mark.rule("battle-for-moscow", "7.0")
@pytest.mark.parametrize("seed", soak.first(2, range(8)))
def test_zones_and_communication_against_the_reference(seed: int) -> None:
    rng = Random(seed)
    for _ in range(4):
        units = random_units(rng, rng.randint(2, 39))
        state = GAME.position({"turn": 1, "phase": "german-movement", "units": units})
        table = reference.Table(state.position())
        for side, german in ((GERMAN, True), (SOVIET, False)):
            assert set(GAME.board.names_of(zone_of(state, side))) == table.zone(german)
            found = set(GAME.board.names_of(in_communication(state, side)))
            assert found == {hex for hex in HEXES if table.communicates(hex, german)}


@pytest.mark.rule("battle-for-moscow", "7.1")
@pytest.mark.rule("battle-for-moscow", "8.3")
def test_entering_a_zone_ends_the_move() -> None:
    state = position("german-movement", "47pz 1205, 5ak 0101, 3a 1208")
    events = play(state, "unit 47pz", "move 1207")  # two of six points
    assert [happened(event) for event in events] == ["move"]
    assert open_step(state) == "Movement"
    assert legal(state) == ["unit 5ak", "done"]


@pytest.mark.rule("battle-for-moscow", "7.1")
@pytest.mark.rule("battle-for-moscow", "8.3")
def test_a_unit_leaves_a_zone_freely_with_its_whole_allowance() -> None:
    state = position("german-movement", "5ak 1207, 3a 1208")
    play(state, "unit 5ak")
    assert {"1203", "1204", "1005", "1405"} <= set(legal(state, "move"))  # four hexes away
    play(state, "move 1206")
    assert state.question is not None and "3 movement points left" in state.question.text


@pytest.mark.rule("battle-for-moscow", "7.1")
@pytest.mark.rule("battle-for-moscow", "8.3")
def test_from_zone_to_zone_is_one_hex() -> None:
    state = position("german-movement", "47pz 1207, 5ak 0101, 3a 1208")
    play(state, "unit 47pz", "move 1108")  # both next to the Russian
    assert open_step(state) == "Movement"
    assert at(state, "47pz") == "1108"


@pytest.mark.rule("battle-for-moscow", "7.1")
def test_a_friend_does_not_cancel_a_zone_for_movement() -> None:
    state = position("german-movement", "6ak 1206, 5ak 1207, 7ak 1208, 3a 1308")
    play(state, "unit 6ak")
    assert {"1207", "1209"} <= set(legal(state, "move"))  # 1209 by way of 1107, 1108 and 1109
    assert "1210" not in legal(state, "move")  # three hexes beyond 1207 and 1208, had their units opened the zone
    play(state, "move 1207")
    assert open_step(state) == "Movement"


@pytest.mark.rule("battle-for-moscow", "7.2")
def test_a_unit_that_must_retreat_into_a_zone_is_eliminated() -> None:
    # every hex two away from 1110 is next to a German
    units = "24pz 1109, 41pz 1111, 57pz 1010, 5ak 1308, 6ak 1310, 7ak 1008, 3a 1110"
    state = at_the_die(units, "1110", "24pz 41pz 57pz")
    forecast = state.forecast()
    assert forecast is not None and retreat(forecast) == "none (eliminated)"
    events = play(state, "roll 1")  # 33 to 8, 4:1, DR
    assert at(state, "3a") == "pool"
    assert [happened(event) for event in events] == ["battle", "eliminated"]
    assert events[1].text == "The Russian 3rd Army is eliminated in 1110: it cannot retreat."


@pytest.mark.rule("battle-for-moscow", "7.2")
def test_retreating_through_a_zone_costs_a_step() -> None:
    state = at_the_die("24pz 1207, 41pz 1209, 3a 1208", "1208")  # every hex around is next to one of the two
    play(state, "roll 1")  # 24 to 8, 3:1, DR
    assert legal(state) == [f"retreat {hex}" for hex in ("1007", "1008", "1009", "1407", "1408", "1409")]
    play(state, "retreat 1408")
    assert at(state, "3a") == "1408-"


@pytest.mark.rule("battle-for-moscow", "7.3")
def test_a_path_of_communication_avoids_zones_but_may_start_in_one() -> None:
    state = position("soviet-replacement", "5ak 0803, 3a- 0903, 5a- 0704", turn=5)
    assert legal(state, "restore") == ["3a", "5a"]  # both next to the German, both with a hex behind that is not


@pytest.mark.rule("battle-for-moscow", "7.3")
@pytest.mark.rule("battle-for-moscow", "10.0")
def test_zones_cut_communication_where_units_alone_would_not() -> None:
    # Germans on every second hex around 0504's neighbourhood leave gaps between units, none between zones
    ring = "5ak 0502, 6ak 0702, 7ak 0704, 8ak 0506, 9ak 0304, 12ak 0303"
    state = position("soviet-replacement", f"{ring}, 3a- 0503", turn=5)
    table = reference.Table(state.position())
    assert not table.communicates("0503", german=False)
    assert "restore 3a" not in legal(state)


@pytest.mark.rule("battle-for-moscow", "7.3")
def test_a_friend_does_not_open_a_zone_for_communication() -> None:
    ring = "5ak 0502, 6ak 0702, 7ak 0704, 8ak 0506, 9ak 0304, 12ak 0303"
    chain = "3a- 0503, 5a 0603, 10a 0703"
    state = position("soviet-replacement", f"{ring}, {chain}", turn=5)
    assert "restore 3a" not in legal(state)


@pytest.mark.rule("battle-for-moscow", "7.3")
@pytest.mark.parametrize("seed", range(10))
def test_restoring_against_the_reference(seed: int) -> None:
    rng = Random(seed)
    for phase, german in (("german-replacement", True), ("soviet-replacement", False)):
        state = random_position(rng, phase, turn=5)
        if phase_of(state) != phase:
            continue
        table = reference.Table(state.position())
        good = {
            unit
            for unit in table.units(german)
            if not table.full[unit]
            and (table.communicates(table.where[unit], german) or (table.where[unit] == "1103" and not german))
        }
        assert set(legal(state, "restore")) == good
