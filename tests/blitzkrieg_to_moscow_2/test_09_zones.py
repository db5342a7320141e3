"""9.0 to 9.6: zones of control."""

from __future__ import annotations

import pytest

from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState

from ..tools import soak
from . import reference
from .helpers import (
    CORPS,
    GERMANS,
    GUARDS,
    MINSK,
    UNITS,
    at,
    at_the_die,
    badges,
    legal,
    open_step,
    play,
    position,
    random_walk,
    refused,
    rule_of,
    sample,
    tokens,
)

OPEN = "0807"  # clear terrain all around, no water near
AROUND = {"0806", "0808", "0707", "0708", "0907", "0908"}


def zone(state: BlitzkriegState, side: str) -> set[str]:
    """The zones of a side as the overlay shows them."""
    return {hex for hex, mark in state.overlay("zones").items() if mark.tone in (side, "both")}


def zone_of_unit(unit: str, hex: str) -> set[str]:
    """The zone of a single unit; its enemies are far away and have none."""
    side = "german" if unit in GERMANS else "soviet"
    other = "S-50A 2012" if side == "german" else "R-4A 0402"
    state = position(f"{side}-movement", f"{unit} {hex}, {other}")
    return zone(state, side)


# 9.0, 9.1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.0")
def test_a_zone_covers_the_six_hexes_around() -> None:
    assert zone_of_unit("G-4A", OPEN) == AROUND
    assert OPEN not in zone_of_unit("G-4A", OPEN)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.0")
def test_the_overlay_tells_whose_zone_a_hex_lies_in() -> None:
    state = position("german-movement", "G-4A 0806, S-Gd1 0808")
    marks = state.overlay("zones")
    assert (marks["0805"].tone, marks["0809"].tone, marks["0807"].tone) == ("german", "soviet", "both")
    assert "1410" not in marks


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.1")
@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit not in ("S-50A", "R-4A")])
def test_who_has_a_zone(unit: str) -> None:
    """German units but for the Romanians, Soviet tank units, Red Guards."""
    has = unit.startswith("G-") or unit in CORPS or unit in GUARDS
    assert zone_of_unit(unit, OPEN) == (AROUND if has else set())


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.1")
@pytest.mark.parametrize("unit", ["R-3A", "S-8A", "S-23A", "G-4A", "S-12MC", "S-Gd2"])
def test_in_a_city_everybody_has_one(unit: str) -> None:
    assert zone_of_unit(unit, MINSK) == reference.neighbours(MINSK)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.1")
def test_spent_units_keep_their_zones() -> None:
    state = position("german-movement", f"G-4A- {OPEN}, S-8A 2012")
    assert zone(state, "german") == AROUND
    state = position("soviet-movement", f"S-Gd1- {OPEN}, R-4A 0402")
    assert zone(state, "soviet") == AROUND


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.1")
def test_a_stack_has_a_zone_if_one_of_its_units_has() -> None:
    state = position("soviet-movement", f"S-8A {OPEN}, S-9A {OPEN}, R-4A 0402")
    assert zone(state, "soviet") == set()
    state = position("soviet-movement", f"S-8A {OPEN}, S-9A {OPEN}, S-12MC {OPEN}, R-4A 0402")
    assert zone(state, "soviet") == AROUND


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.1")
def test_a_city_gives_its_zone_only_while_somebody_is_there() -> None:
    state = position("german-movement", f"G-4A 1302, S-8A 2012, R-3A {MINSK}")
    assert reference.neighbours(MINSK) <= zone(state, "german")
    play(state, "unit R-3A", "move 1305", "stop")
    assert "1306" not in zone(state, "german")


# 9.2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.2")
def test_two_zones_stop_like_one() -> None:
    for enemies in ("S-Gd1 0808", "S-Gd1 0808, S-Gd2 0809, S-12MC 0708"):
        state = position("german-movement", f"G-2PzA 0804, {enemies}")
        play(state, "unit G-2PzA")
        assert "0807" in legal(state, "move")
        play(state, "move 0807")
        assert open_step(state) != "Moving"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.2")
def test_an_own_zone_does_not_lift_the_enemys() -> None:
    """A friend and his zone are there, and still the hex is in the enemy's for movement."""
    state = position("german-movement", "G-2PzA 0805, G-4A 0707, S-Gd1 0808")
    assert "0807" in zone(state, "german") & zone(state, "soviet")
    play(state, "unit G-2PzA", "move 0807")
    assert open_step(state) != "Moving"


# 9.3


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.3")
@pytest.mark.parametrize("marsh", ["1002", "1103", "1707"])
@pytest.mark.parametrize("unit", ["G-1PzA", "G-4A", "S-12MC", "S-Gd1", "S-8A", "R-3A"])
def test_units_in_a_marsh_have_no_zone(unit: str, marsh: str) -> None:
    assert zone_of_unit(unit, marsh) == set()


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.3")
def test_a_zone_reaches_into_a_marsh_from_outside() -> None:
    assert {"1103", "1104"} <= zone_of_unit("G-4A", "1203")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.3")
@pytest.mark.parametrize("terrain", ["1404", "0701", "0805", MINSK])
def test_other_terrain_does_not_matter(terrain: str) -> None:
    """Forest, mountain, river sides, city."""
    assert zone_of_unit("G-4A", terrain) == reference.neighbours(terrain) - reference.SEA


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.3")
def test_the_rulebooks_example() -> None:
    """1. Panzerarmee in a marsh has none, the 3rd Army never, 4. Panzerarmee has one in all six hexes around."""
    state = position("german-movement", "G-1PzA 1103, S-3A 1105, G-4PzA 0807")
    assert zone(state, "german") == AROUND
    assert zone(state, "soviet") == set()


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.3")
@pytest.mark.parametrize(
    "hex, across",
    [("1805", "1804"), ("1805", "1905"), ("1806", "1807"), ("0304", "0305"), ("0108", "0109"), ("0209", "0309")],
)
def test_a_zone_does_not_cross_a_lake_or_a_strait(hex: str, across: str) -> None:
    assert across in reference.neighbours(hex)
    assert across not in zone_of_unit("G-2PzA", hex)
    assert hex not in zone_of_unit("S-12MC", across)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.3")
def test_rivers_do_not_stop_a_zone() -> None:
    assert frozenset(("0804", "0805")) in reference.RIVERS
    assert "0805" in zone_of_unit("G-4A", "0804")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.3")
@pytest.mark.parametrize("area", ["north", "center", "south", "romania"])
def test_a_german_rear_area_has_a_zone_on_every_hex_beside_it(area: str) -> None:
    unit = {"north": "G-16A", "center": "G-9A", "south": "G-6A", "romania": "G-11A"}[area]
    assert zone_of_unit(unit, area) == reference.TOUCHES[area]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.3")
def test_romanians_in_their_rear_area_have_none_without_the_11th_army() -> None:
    assert zone_of_unit("R-3A", "romania") == set()
    state = position("german-movement", "R-3A romania, R-4A romania, G-11A- romania, S-8A 2012")
    assert zone(state, "german") == reference.TOUCHES["romania"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.3")
@pytest.mark.parametrize("unit, has", [("S-12MC", True), ("S-Gd1", True), ("S-8A", False)])
def test_the_soviet_rear_area(unit: str, has: bool) -> None:
    assert zone_of_unit(unit, "soviet") == (reference.TOUCHES["soviet"] if has else set())


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.3")
def test_no_zone_reaches_into_a_rear_area() -> None:
    """A corps next to Army Group Center does not hinder units there: they move out into its zone."""
    state = position("german-movement", "G-4A center, S-12MC 1301, S-8A 2012")
    assert "center" not in zone(state, "soviet")
    play(state, "unit G-4A")
    assert {"1201", "1401"} <= set(legal(state, "move"))


# 9.4


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.4")
def test_a_unit_that_enters_a_zone_stops() -> None:
    state = position("german-movement", "G-2PzA 0804, S-Gd1 0808, G-9A center")
    play(state, "unit G-2PzA", "move 0807")  # three of its six hexes
    assert open_step(state) == "Movement" and rule_of(state, "unit G-2PzA") == "10.0"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.4")
def test_a_unit_may_leave_a_zone_but_not_straight_into_another() -> None:
    state = position("german-movement", "G-2PzA 0807, S-Gd1 0808")
    direct = AROUND & zone(state, "soviet")
    assert direct == {"0708", "0908"}
    play(state, "unit G-2PzA")
    marks = badges(state)
    assert (marks["move 0707"], marks["move 0708"]) == ("1", "2")  # over a free hex
    play(state, "move 0707")
    assert open_step(state) == "Moving" and "0708" in legal(state, "move")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.4")
def test_the_direct_way_is_refused_with_this_rule() -> None:
    """In mud two hexes are not enough for a way around: only 0707 is free."""
    state = position("german-movement", "G-4A 0807, S-Gd1 0808, S-Gd2 0906", turn=3)
    play(state, "unit G-4A")
    for hex in ("0907", "0908"):
        assert hex not in legal(state, "move")
        assert refused(state, f"move {hex}") == (
            "9.4",
            "The German 4. Armee cannot go directly from one enemy zone of control into another.",
        )
    assert {"0707", "0708", "0806"} <= set(legal(state, "move"))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.4")
def test_a_unit_hemmed_in_by_zones_does_not_move() -> None:
    state = position(
        "german-movement", "G-4A 0807, S-Gd1 0809, S-Gd2 0805, S-Gd3 0707, S-Gd4 0907, S-12MC 0808, G-9A center"
    )
    assert "unit G-4A" not in legal(state)
    assert refused(state, "unit G-4A") == (
        "9.4",
        "The German 4. Armee is in an enemy zone of control, and so is every hex it could enter from 0807.",
    )


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.4")
def test_soviet_infantry_without_a_zone_stops_nobody() -> None:
    state = position("german-movement", "G-2PzA 0804, S-8A 0807")
    play(state, "unit G-2PzA", "move 0806")
    assert open_step(state) == "Moving"
    assert "0708" in legal(state, "move")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.4")
def test_it_is_the_same_for_the_soviets() -> None:
    state = position("soviet-movement", "S-12MC 0808, S-8A 0812, G-4A 0804")
    play(state, "unit S-12MC", "move 0805")
    assert open_step(state) == "Movement"
    state = position("soviet-movement", "S-12MC 0808, R-3A 0804, S-8A 0812")  # Kiev
    play(state, "unit S-12MC", "move 0805")
    assert open_step(state) == "Movement"
    state = position("soviet-movement", "S-12MC 0808, R-3A 0905, S-8A 0812")  # no city: no zone
    play(state, "unit S-12MC", "move 0806")
    assert open_step(state) == "Moving"


# 9.5, 9.6


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.5")
def test_no_retreat_into_a_zone() -> None:
    """Kharkov would be nearest, but 4. Armee is next to it."""
    state = at_the_die("G-2PzA 0806, G-4A 0809, S-8A 0807, S-9A 2012", "0807")
    play(state, "roll 1")
    assert open_step(state) == "Retreat"
    assert "0709" not in legal(state, "retreat")
    reason = "0709 Kharkov is in an enemy zone of control, and no friendly unit is there."
    assert refused(state, "retreat 0709") == ("9.5", reason)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.5")
def test_surrounded_by_zones_a_retreat_is_the_end() -> None:
    state = at_the_die("G-2PzA 0806, G-4A 0808, G-9A 0707, G-6A 0907, G-17A 0706, S-8A 0807, S-9A 2012", "0807")
    play(state, "roll 1")
    assert at(state, "S-8A") == "pool"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.5")
@pytest.mark.parametrize("friend, end", [("", "pool"), (", S-9A 0808", "0709")])
def test_a_hex_that_a_friend_holds_may_be_entered(friend: str, end: str) -> None:
    """All hexes around lie in German zones; over the one that a friend holds the army gets to Kharkov."""
    state = at_the_die(f"G-2PzA 0806, G-4A 0909, G-9A 0607, S-8A 0807, S-10A 2012{friend}", "0807")
    assert AROUND - {"0806"} <= zone(state, "german")
    play(state, "roll 1")
    assert at(state, "S-8A") == end


LINE = "G-4A 1303, G-6A south, S-12MC 1301, S-3MC 1201, S-11MC 1502, S-14MC 1001, S-8A 2012"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.6")
def test_a_supply_line_does_not_enter_a_zone() -> None:
    """No enemy stands in 1202, 1302 and 1402, but corps have their zones there."""
    assert supplied(position("german-movement", "G-4A 1303, S-8A 2012"), "G-4A")
    state = position("german-movement", LINE)
    assert {"1202", "1302", "1401", "1402", "1002", "1102"} <= zone(state, "soviet")
    assert not supplied(state, "G-4A")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.6")
def test_friends_in_the_hexes_keep_the_line_open() -> None:
    assert not supplied(position("german-movement", f"{LINE}, R-3A 1302"), "G-4A")  # 1401 is still shut
    state = position("german-movement", f"{LINE}, R-3A 1302, R-4A 1401")
    assert {"1302", "1401"} <= zone(state, "soviet")
    assert supplied(state, "G-4A")


def supplied(state: BlitzkriegState, unit: str) -> bool:
    return "out of supply" not in tokens(state.view(None))[unit]["marks"]


# All of it a second time.


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.0")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.3")
@pytest.mark.parametrize("seed", range(4))
def test_zones_against_the_reference(seed: int) -> None:
    for number, state in enumerate(random_walk(seed)):
        if number % 5 == 0:
            table = reference.Table(state.position())
            assert zone(state, "german") == table.zone(german=True)
            assert zone(state, "soviet") == table.zone(german=False)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.6")
@pytest.mark.parametrize("size", soak.less(15, 60))
def test_supply_against_the_reference(size: int) -> None:
    states = sample("Combat", size)
    assert len(states) == size
    for state in states:
        table = reference.Table(state.position())
        units = tokens(state.view(None))
        for unit, place in table.where.items():
            if place in reference.HEXES:
                assert ("out of supply" not in units[unit]["marks"]) == table.supplied(unit), (unit, place)
