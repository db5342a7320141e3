"""13.0 to 13.3: surrender, supply lines and sources, interdiction, fortress cities, recovery. Reading 4."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState

from ..tools import soak
from . import reference
from .helpers import (
    ARMIES,
    GAME,
    KALININ,
    KIEV,
    LENINGRAD,
    MINSK,
    MOSCOW,
    RIGA,
    SEVASTOPOL,
    SMOLENSK,
    TULA,
    UNITS,
    at,
    hand,
    happened,
    legal,
    logistics,
    open_step,
    phase_of,
    play,
    position,
    random_walk,
    refused,
    rule_of,
    tokens,
    told,
    where,
)
from .random_positions import random_data


def after_german_supply(units: str, german: str = "") -> BlitzkriegState:
    """The German Supply Phase, in which nobody has a card to play, is over."""
    state = position("german-supply", units, german=german)
    assert phase_of(state) == "soviet-logistics"
    return state


def after_soviet_supply(units: str, german: str = "", **more: Any) -> BlitzkriegState:
    state = position("soviet-supply", units, german=german, **more)
    assert (phase_of(state), state.turn) == ("german-logistics", 3)
    return state


ALL_CITIES = " ".join(sorted(reference.CITIES))


# 13.0


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.0")
def test_surrender_comes_before_recovery() -> None:
    """9. Armee is cut off and gone; 4. Armee recovers beside its rear area."""
    state = position("german-supply", "G-4A- 1301, G-9A- 1210, S-8A 1412", hands="G5")
    events = play(state, "done")
    assert [happened(event) for event in events[:2]] == ["surrendered", "restored"]
    assert where(state, "G-4A G-9A") == ["1301", "surrendered"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.0")
def test_only_the_side_whose_phase_it_is_is_checked() -> None:
    units = "G-9A 1210, S-8A 1102, G-2PzA 1103, G-4A 1201, G-3PzA 1002"
    assert where(after_german_supply(units), "G-9A S-8A") == ["surrendered", "1102"]
    state = after_soviet_supply(units, german=ALL_CITIES)
    assert where(state, "G-9A S-8A") == ["1210", "surrendered"]


# 13.1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.1")
def test_units_without_a_supply_line_surrender() -> None:
    state = position("german-supply", "G-9A 1210, G-2PzA- 1211, G-4A 1301, S-8A 1412", hands="G5")
    events = play(state, "done")
    assert told(events, "surrendered") == [
        "The German 9. Armee surrenders in 1210 Tula: it cannot trace a supply line.",
        "The German 2. Panzerarmee surrenders in 1211: it cannot trace a supply line.",
    ]
    assert {event.rule for event in events if happened(event) == "surrendered"} == {"13.1"}
    assert where(state, "G-9A G-2PzA G-4A") == ["surrendered", "surrendered", "1301"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.1")
def test_units_in_a_rear_area_never_surrender() -> None:
    state = after_german_supply("G-4A center, R-3A romania, S-8A 1412")
    assert where(state, "G-4A R-3A") == ["center", "romania"]
    assert at(after_soviet_supply("S-8A soviet, G-4A 1301", german=ALL_CITIES), "S-8A") == "soviet"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.1")
def test_all_isolated_units_are_found_before_any_is_removed() -> None:
    """Two armies in each other's back: that one goes does not change the lot of the other, nor save it."""
    state = after_german_supply("G-9A 1209, G-4A 1210, S-8A 1412")
    assert where(state, "G-9A G-4A") == ["surrendered", "surrendered"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.1")
def test_a_city_stays_with_its_side_when_its_garrison_surrenders() -> None:
    state = after_german_supply(f"G-9A {TULA}, S-8A 1412")
    assert state.position()["german_cities"] == [TULA]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.3")
def test_one_card_raises_four_eliminated_or_two_surrendered_infantry_units() -> None:
    """The rulebook's example."""
    lost = ", ".join(f"{unit} surrendered" for unit in ARMIES[:4])
    gone = ", ".join(f"{unit} surrendered" for unit in UNITS if unit.startswith("S-") and unit not in ARMIES[:8])
    state = logistics("soviet", f"{lost}, {gone}, G-4A center", hands="S1")
    play(state, "card S1", "as reinforcements")
    assert set(ARMIES[:8]) <= set(legal(state, "raise"))
    copy = state.copy()
    for unit in ARMIES[4:8]:
        play(copy, f"raise {unit}")
    assert open_step(copy) != "RaiseInfantry" and where(copy, " ".join(ARMIES[4:8])) == ["soviet"] * 4
    for unit in ARMIES[:2]:
        play(state, f"raise {unit}")
    assert open_step(state) != "RaiseInfantry" and where(state, " ".join(ARMIES[:2])) == ["soviet"] * 2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.1")
def test_after_three_points_a_surrendered_unit_is_too_dear() -> None:
    units = f"{ARMIES[0]} surrendered, {ARMIES[1]} surrendered, S-Gd1 1412, G-4A center"
    state = logistics("soviet", units, hands="S1")
    play(state, "card S1", "as reinforcements", f"raise {ARMIES[0]}", f"raise {ARMIES[2]}")
    assert f"raise {ARMIES[1]}" not in legal(state)
    assert refused(state, f"raise {ARMIES[1]}")[0] == "13.1"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.2")
def test_two_replacement_cards_at_once_rebuild_one_surrendered_unit() -> None:
    """The rulebook's example, and that one card does not."""
    everybody = ", ".join(f"{unit} surrendered" for unit in UNITS if unit[0] in "GR")
    state = logistics("german", everybody + ", S-8A 1412", hands="G5 G6")
    assert legal(state) == ["both", "done", "quiet"]
    play(state, "both")
    assert set(legal(state, "rebuild")) == {unit for unit in UNITS if unit[0] in "GR"}
    play(state, "rebuild G-2PzA")
    assert at(state, "G-2PzA") == "center-" and hand(state, "german") == []
    state = logistics("german", "G-2PzA surrendered, G-4A pool, S-8A 1412", hands="G5 G1")
    assert refused(state, "both") == ("13.1", "You do not hold two Replacement! cards.")
    play(state, "card G5")
    assert refused(state, "rebuild G-2PzA")[0] == "13.1"


# 13.2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2")
def test_the_view_marks_units_without_supply() -> None:
    state = position("german-movement", "G-9A 1210, G-4A 1301, S-8A 1412")
    units = tokens(state.view(None))
    assert units["G-9A"]["marks"] == ["out of supply"] and units["G-4A"]["marks"] == []


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2")
def test_supply_is_checked_in_the_own_supply_phase_only() -> None:
    """Cut off in the German movement, 9. Armee stays until the German Supply Phase."""
    state = position("german-movement", "G-9A 1210, G-4A center, S-8A 1412")
    play(state, "unit G-4A", "move 1201", "stop")
    assert at(state, "G-9A") == "1210"


# 13.2.1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.1")
@pytest.mark.parametrize(
    "german, sources",
    [
        (MINSK, {MINSK}),  # four hexes from Army Group Center
        (SMOLENSK, set()),  # seven
        (f"{MINSK} {SMOLENSK}", {MINSK, SMOLENSK}),
        (f"{MINSK} {SMOLENSK} {MOSCOW}", {MINSK, SMOLENSK, MOSCOW}),
        (f"{SMOLENSK} {MOSCOW} {TULA}", set()),  # a chain that hangs in the air
        (f"{RIGA} {LENINGRAD}", {RIGA, LENINGRAD}),  # five hexes
        (f"{MINSK} {SMOLENSK} {KALININ}", {MINSK, SMOLENSK, KALININ}),
        (LENINGRAD, set()),
    ],
)
def test_cities_extend_the_net_within_five_hexes(german: str, sources: set[str]) -> None:
    state = position("german-movement", "G-4A center, S-8A 0112", german=german)
    marks = state.overlay("german-supply")
    found = {hex for hex, mark in marks.items() if mark.note == "supply source" and hex.isdigit()}
    assert found == sources
    assert reference.Table(state.position()).sources(german=True) == sources


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.1")
def test_a_source_needs_no_garrison() -> None:
    assert at(after_german_supply("G-9A 1208, S-8A 0112", german=MINSK), "G-9A") == "1208"


# 13.2.2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.2")
@pytest.mark.parametrize(
    "hex, german, supplied",
    [
        ("1301", "", True),
        ("1305", "", True),  # five hexes: 1204, 1203, 1202, 1201 and the rear area
        ("1306", "", False),
        ("1208", MINSK, True),  # five hexes to Minsk, which is in supply
        ("1209", MINSK, False),
        ("1309", MINSK, False),  # five hexes, but Soviet Smolensk lies in the way
        ("1209", f"{MINSK} {SMOLENSK}", True),
    ],
)
def test_a_line_is_at_most_five_hexes_long(hex: str, german: str, supplied: bool) -> None:
    state = after_german_supply(f"G-9A {hex}, S-8A 0112", german=german)
    assert at(state, "G-9A") == (hex if supplied else "surrendered")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.2")
def test_the_soviet_rear_area_and_net() -> None:
    """1408 is five from the eastern rear area; with all cities German 1407 is too far."""
    for hex, expected in (("1412", "1412"), ("1408", "1408"), ("1407", "surrendered")):
        state = after_soviet_supply(f"S-8A {hex}, G-4A center", german=ALL_CITIES)
        assert at(state, "S-8A") == expected


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.2")
def test_a_line_may_wander() -> None:
    """A corps in 1302 bars the ways to Army Group Center; there is one to North, around it."""
    assert at(after_german_supply("G-9A 1403, S-12MC 1302, S-8A 0112"), "G-9A") == "1403"
    assert at(after_german_supply("G-9A 1403, S-12MC 1302, S-8A 1503, S-11A 1504, S-3A 0112"), "G-9A") == "surrendered"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.2")
def test_a_line_passes_any_terrain_but_no_water() -> None:
    """Through the Pripyat marshes five hexes; but not across Lake Peipus."""
    assert at(after_german_supply("G-9A 1105, S-8A 0112"), "G-9A") == "1105"
    state = position("german-movement", "G-9A 1805, S-8A 1706, S-11A 1906, S-3A 1806, S-10A 1705", german=RIGA)
    assert not reference.Table(state.position()).supplied("G-9A")
    assert tokens(state.view(None))["G-9A"]["marks"] == ["out of supply"]


# 13.2.3


def armies_in(hexes: list[str]) -> str:
    """A Soviet army, which has no zone of control, in each of the hexes."""
    return ", ".join(f"{unit} {hex}" for unit, hex in zip(ARMIES, hexes, strict=False))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.3")
def test_a_line_does_not_enter_a_hex_with_an_enemy() -> None:
    """Soviet infantry bars its own hexes only: around 1302 they leave no gap, then one."""
    around = sorted(reference.beside("1302"))
    assert at(after_german_supply(f"G-9A 1302, {armies_in(around)}"), "G-9A") == "surrendered"
    around.remove("1301")
    assert at(after_german_supply(f"G-9A 1302, {armies_in(around)}"), "G-9A") == "1302"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.3")
def test_a_line_does_not_enter_an_enemy_city() -> None:
    """9. Armee, five hexes from Minsk along the row, has Soviet but empty Smolensk in between."""
    assert at(after_german_supply("G-9A 1309, S-8A 0112", german=MINSK), "G-9A") == "surrendered"
    assert at(after_german_supply("G-9A 1309, S-8A 0112", german=f"{MINSK} {SMOLENSK}"), "G-9A") == "1309"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.3")
def test_cities_of_the_enemy_are_walls_though_empty() -> None:
    """A unit whose every neighbour is a Soviet army or the empty city of Riga."""
    around = [hex for hex in sorted(reference.beside("1702")) if hex != RIGA]
    units = f"G-16A 1702, {armies_in(around)}"
    assert at(after_german_supply(units), "G-16A") == "surrendered"
    assert at(after_german_supply(units, german=RIGA), "G-16A") == "1702"  # by Riga and around the south


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.3")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.6")
def test_a_line_does_not_enter_a_zone_of_control_unless_a_friend_is_there() -> None:
    """Three corps and an army bar every way west of 9. Armee; friends in 1302 and 1301 open one of them."""
    units = "G-9A 1303, S-12MC 1401, S-3MC 1201, S-11MC 1602, S-5A 1002"
    assert at(after_german_supply(units), "G-9A") == "surrendered"
    assert where(after_german_supply(units + ", G-4A 1302"), "G-9A G-4A") == ["surrendered", "surrendered"]
    assert where(after_german_supply(units + ", G-4A 1302, G-6A 1301"), "G-9A G-4A G-6A") == ["1303", "1302", "1301"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.3")
def test_the_hex_where_a_line_begins_does_not_matter() -> None:
    """4. Armee stands in a zone of control, next to its rear area."""
    assert at(after_german_supply("G-4A 1301, S-12MC 1302"), "G-4A") == "1301"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.3")
def test_an_empty_source_in_a_zone_of_control_serves_nobody() -> None:
    """The Red Guards reach into Minsk: a line may not enter it, but Minsk itself still traces west."""
    units = "G-9A 1307, S-Gd1 1403, S-8A 0112"
    state = position("german-movement", units, german=f"{MINSK} {SMOLENSK}")
    assert reference.Table(state.position()).sources(german=True) == {MINSK}
    assert at(after_german_supply(units, german=f"{MINSK} {SMOLENSK}"), "G-9A") == "surrendered"
    assert at(after_german_supply(units + f", G-4A {MINSK}", german=f"{MINSK} {SMOLENSK}"), "G-9A") == "1307"


# 13.2.4


def encircled(city: str) -> str:
    """German units in every hex around a city."""
    germans = ["G-1PzA", "G-2PzA", "G-3PzA", "G-4PzA", "G-4A", "G-9A"]
    return ", ".join(f"{unit} {hex}" for unit, hex in zip(germans, sorted(reference.beside(city)), strict=False))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.4")
@pytest.mark.parametrize("city", [MOSCOW, LENINGRAD, SEVASTOPOL])
def test_soviet_units_in_a_fortress_do_not_surrender(city: str) -> None:
    """The rulebook's example has the 3rd Army cut off by 1. Panzerarmee in a fortress city."""
    state = after_soviet_supply(f"S-3A- {city}, S-12MC {city}, {encircled(city)}")
    assert where(state, "S-3A S-12MC") == [city + "-", city]  # they stay, and do not recover (13.3)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.4")
def test_in_other_cities_they_surrender() -> None:
    assert at(after_soviet_supply(f"S-3A {KIEV}, {encircled(KIEV)}"), "S-3A") == "surrendered"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.4")
@pytest.mark.parametrize("city", [MOSCOW, LENINGRAD, SEVASTOPOL])
def test_german_units_in_a_fortress_surrender(city: str) -> None:
    assert at(after_german_supply(f"G-9A {city}, S-8A 0112"), "G-9A") == "surrendered"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.4")
def test_a_unit_beside_a_fortress_is_not_safe() -> None:
    """Leningrad is cut off; 8th Army outside it surrenders, 23rd Army inside does not."""
    units = "S-23A 2006, S-8A 2007, G-1PzA 1907, G-2PzA 1908, G-3PzA 2008, G-4PzA 1906"
    assert where(after_soviet_supply(units), "S-23A S-8A") == ["2006", "surrendered"]


# 13.3


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.3")
@pytest.mark.parametrize(
    "place, german, fresh",
    [
        ("center", "", True),  # in the rear area
        ("1301", "", True),  # next to it
        ("1302", "", False),
        (MINSK, "", True),  # in a source
        ("1305", MINSK, True),  # next to one
        ("1306", MINSK, False),
    ],
)
def test_spent_units_recover_in_or_next_to_a_source(place: str, german: str, fresh: bool) -> None:
    state = after_german_supply(f"G-9A- {place}, S-8A 0112", german=german)
    assert at(state, "G-9A") == (place if fresh else place + "-")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.3")
def test_soviet_units_recover_likewise() -> None:
    state = after_soviet_supply(
        "S-8A- soviet, S-11A- 1412, S-3A- 1411, S-10A- 1409, S-4A- 1307, S-5A- 1508, G-4A center"
    )
    assert where(state, "S-8A S-11A S-3A S-10A S-4A S-5A") == ["soviet", "1412", "1411", "1409", "1307", "1508-"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.3")
def test_units_in_a_zone_of_control_recover() -> None:
    assert at(after_german_supply("G-9A- 1301, S-12MC 1302"), "G-9A") == "1301"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.3")
def test_nobody_recovers_at_a_city_that_is_no_source() -> None:
    """Smolensk, German but cut off; 9. Armee beside it is in supply by Minsk's net of five hexes."""
    state = position("german-supply", "G-9A- 1307, G-4A- 1308, S-8A 0112", hands="G5")
    play(state, "done")
    assert where(state, "G-9A G-4A") == ["surrendered", "surrendered"]
    units = f"S-23A- {LENINGRAD}, S-8A- 2007, G-1PzA 1907, G-2PzA 1908, G-3PzA 2008, G-4PzA 1906"
    assert at(after_soviet_supply(units), "S-23A") == LENINGRAD + "-"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.3")
def test_recovery_is_told_and_fresh_units_are_left_alone() -> None:
    state = position("german-supply", "G-9A- 1301, G-4A 1201, S-8A 0112", hands="G5")
    events = play(state, "done")
    assert told(events, "restored") == ["The German 9. Armee is fresh again: a supply source is near."]
    assert [event.rule for event in events if happened(event) == "restored"] == ["13.3"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.3")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_activation_does_not_ask_for_supply() -> None:
    state = position("german-supply", "G-9A- 1210, G-4A 1201, S-8A 0112", hands="G5 G1")
    assert (open_step(state), legal(state)) == ("Supply", ["card G5", "done", "quiet"])
    events = play(state, "card G5")
    assert told(events, "restored") == ["The German 9. Armee is fresh again: Activation."]
    assert at(state, "G-9A") == "surrendered"  # which does not save it
    assert rule_of(position("german-supply", "G-9A- 1210, S-8A 0112", hands="G5"), "attack 1209") == "5.0"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.3")
def test_recovery_is_not_across_water() -> None:
    """1804 is next to nothing but Riga's surroundings; 0305 lies across the bay from Odessa, a source."""
    state = after_german_supply("G-11A- 0305, G-4A- 0404, S-8A 0112", german="0304")
    assert where(state, "G-11A G-4A") == ["0305-", "0404"]


# Against the reference


def in_supply(table: reference.Table, german: bool) -> set[str]:
    sources = table.sources(german)
    places = {table.where[unit] for unit in table.units(german)}
    good = {place for place in places if place in reference.TOUCHES or table.traces(place, german, sources)}
    return {unit for unit in table.units(german) if table.where[unit] in good}


def random_front(rng: Random) -> BlitzkriegState:
    """Units scattered over a part of the map, cities in any hands, and both sides may play a card."""
    data = random_data(rng, rng.choice(("german-supply", "soviet-supply")), 2)
    hands = ["G5", "S1"]
    return GAME.position({**data, "hands": hands, "played": [], "hero_stands": False, "options": {}})


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.2")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.3")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.3")
@pytest.mark.parametrize("positions", soak.less(20, 80))
def test_random_supply_phases_agree_with_the_reference(positions: int) -> None:
    """Who surrenders and who recovers, in scattered positions."""
    rng = Random(13)
    surrendered = recovered = 0
    for _ in range(positions):
        state = random_front(rng)
        if open_step(state) != "Supply":  # nobody is spent, so the phase was over at once
            continue
        german = state.side == "german"
        before = state.position()
        table = reference.Table(before)
        lost = table.units(german) - in_supply(table, german)
        if not german:
            lost = {unit for unit in lost if table.where[unit] not in reference.FORTRESSES}
        events = play(state, "done")
        assert {event.tokens[0].token for event in events if happened(event) == "surrendered"} == lost
        for unit in lost:
            del table.where[unit]
        sources = table.sources(german)
        areas = reference.GERMAN_AREAS if german else ("soviet",)
        near = sources | {hex for source in sources for hex in reference.beside(source)}
        near |= {hex for area in areas for hex in reference.TOUCHES[area]}
        spent = {unit for unit in table.units(german) if before["units"][unit]["side"] == "spent"}
        expected = {unit for unit in spent if table.where[unit] in near | set(reference.TOUCHES)}
        assert {event.tokens[0].token for event in events if happened(event) == "restored"} == expected
        surrendered += len(lost)
        recovered += len(expected)
    assert surrendered > positions // 2 and recovered > positions // 2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2")
@pytest.mark.parametrize("games", soak.less(1, 3))
def test_nets_in_random_games_agree_with_the_reference(games: int) -> None:
    """The overlays and the marks on units, wherever a random game has got to."""
    compared = 0
    for seed in range(games):
        for number, state in enumerate(random_walk(seed)):
            if number % 41:
                continue
            table = reference.Table(state.position())
            units = tokens(state.view(None))
            for side, german in (("german", True), ("soviet", False)):
                marks = state.overlay(f"{side}-supply")
                sources = {hex for hex, mark in marks.items() if mark.note == "supply source" and hex.isdigit()}
                assert sources == table.sources(german)
                shown = {unit for unit in table.units(german) if "out of supply" not in units[unit]["marks"]}
                assert shown == in_supply(table, german)
            compared += 1
    assert compared > 7 * games
