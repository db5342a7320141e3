"""6.3 to 6.3.3: rail moves."""

from __future__ import annotations

import pytest

from ..tools import soak
from . import reference
from .helpers import (
    AREAS,
    CITIES,
    KALININ,
    LENINGRAD,
    MINSK,
    MOSCOW,
    RIGA,
    SEVASTOPOL,
    SMOLENSK,
    TULA,
    at,
    legal,
    logistics,
    open_step,
    phase_of,
    play,
    played,
    position,
    refused,
    rule_of,
    sample,
    told,
    where,
)

FAR = "R-3A romania"  # a German army that disturbs nobody


# 6.3


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3")
def test_one_soviet_rail_move_without_a_card() -> None:
    state = logistics("soviet", f"S-8A {MOSCOW}, S-9A {TULA}, {FAR}")
    assert "rail" in legal(state)
    events = play(state, "rail", "load S-8A", f"move {LENINGRAD}")
    assert at(state, "S-8A") == LENINGRAD
    assert told(events, "move") == ["The Soviet 8th Army moves by rail from 1410 Moscow to 2006 Leningrad."]
    assert phase_of(state) == "soviet-movement"  # nothing is left to do


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3")
def test_the_free_rail_move_is_used_once() -> None:
    state = logistics("soviet", f"S-8A {MOSCOW}, S-9A {TULA}, {FAR}", hands="S1 S6")
    play(state, "rail", "load S-8A", f"move {LENINGRAD}")
    assert "rail" not in legal(state)
    assert refused(state, "rail") == ("6.3", "The free rail move has already been used this turn.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3")
def test_the_free_rail_move_is_there_again_every_turn() -> None:
    state = position("soviet-logistics", f"S-8A {MOSCOW}, {FAR}", turn=2)
    play(state, "done", "take S3", "take S5", "rail", "load S-8A", f"move {TULA}", "done")
    while phase_of(state) != "soviet-logistics" or open_step(state) != "Logistics":
        play(state, next(a for a in ("done", "pass", legal(state)[0]) if a in legal(state)))
    assert state.turn == 3 and "rail" in legal(state)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3")
def test_the_free_rail_move_may_be_left_or_called_off() -> None:
    state = logistics("soviet", f"S-8A {MOSCOW}, {FAR}", hands="S6")
    play(state, "rail", "load S-8A", "cancel")
    assert open_step(state) == "Logistics" and "rail" in legal(state)
    play(state, "done")
    assert at(state, "S-8A") == MOSCOW and phase_of(state) == "soviet-movement"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3")
def test_the_germans_have_no_free_rail_move() -> None:
    state = logistics("german", f"G-4A {MINSK}, S-8A {MOSCOW}", hands="G5")
    assert refused(state, "rail") == ("6.3", "Only the Soviet player has a free rail move.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3")
@pytest.mark.parametrize("card", ["S1", "S2", "S4", "S6"])
def test_soviet_cards_with_the_function(card: str) -> None:
    state = logistics("soviet", f"S-8A {MOSCOW}, {FAR}", hands=card, free_rail=False)
    play(state, f"card {card}")
    if open_step(state) == "ChooseFunction":
        play(state, "as rail")
    if open_step(state) == "RailMove" and legal(state, "load"):
        play(state, "load S-8A")
    assert open_step(state) == "RailMove"
    play(state, f"move {KALININ}")
    assert at(state, "S-8A") == KALININ and played(state, "soviet") == [card]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3")
@pytest.mark.parametrize("card", ["S3", "S5"])
def test_soviet_cards_without_the_function(card: str) -> None:
    state = logistics("soviet", f"S-8A {MOSCOW}, {FAR}", hands=card)
    if f"card {card}" in legal(state):
        play(state, f"card {card}")
        assert open_step(state) != "RailMove" and "as rail" not in legal(state)
    else:
        assert rule_of(state, f"card {card}") == "7.1"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3")
def test_rail_moves_belong_to_the_logistics_phase() -> None:
    state = position("soviet-movement", f"S-8A {MOSCOW}, {FAR}", hands="S6")
    assert "card S6" not in legal(state) and rule_of(state, "card S6") == "7.1"
    assert rule_of(state, "rail") == "5.0"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3")
def test_the_rail_move_of_a_card_must_be_made() -> None:
    state = logistics("soviet", f"S-8A {MOSCOW}, {FAR}", hands="S6", free_rail=False)
    play(state, "card S6")
    assert "cancel" not in legal(state)
    assert refused(state, "cancel") == ("7.0", "The card has been played for a rail move.")


# 6.3.1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.1")
def test_units_in_a_rear_area_or_a_supplied_city_can_go_fresh_or_spent() -> None:
    units = f"S-8A- {MOSCOW}, S-9A 1411, S-10A soviet, S-11A- soviet, S-3MC {TULA}, {FAR}"
    state = logistics("soviet", units)
    play(state, "rail")
    assert set(legal(state, "load")) == {"S-8A", "S-10A", "S-11A", "S-3MC"}
    assert refused(state, "load S-9A") == (
        "6.3.1",
        "The Soviet 9th Army is neither in a rear area nor in a supplied city.",
    )
    play(state, "load S-8A", f"move {LENINGRAD}")
    assert at(state, "S-8A") == f"{LENINGRAD}-"  # still spent


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.1")
def test_not_from_a_city_that_is_cut_off() -> None:
    ring = "G-4A 1409, G-9A 1411, G-16A 1510, G-18A 1310"
    state = logistics("soviet", f"{ring}, S-8A {MOSCOW}, S-9A 0712, S-10A soviet")
    play(state, "rail")
    assert legal(state, "load") == ["S-10A"]
    assert rule_of(state, "load S-8A") == "6.3.1"
    play(state, "load S-10A")
    assert refused(state, f"move {MOSCOW}") == ("6.3.3", "1410 Moscow cannot trace a supply line.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.1")
def test_units_elsewhere_are_refused() -> None:
    state = logistics("soviet", f"S-8A {MOSCOW}, S-16A track4, {FAR}")
    play(state, "rail")
    for unit in ("S-16A", "S-9A"):
        assert rule_of(state, f"load {unit}") == "6.3.1"
    assert refused(state, "load R-3A") == ("6.3", "The Romanian 3rd Army is an enemy unit.")
    assert refused(state, f"move {TULA}") == ("6.3", "First choose the units that move by rail.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.0")
def test_the_romania_group_does_not_go_by_rail_on_turn_1() -> None:
    units = f"G-11A romania, R-3A romania, G-6A south, G-4A {MINSK}, S-8A {MOSCOW}"
    for turn, loads in ((1, ["G-4A", "G-6A"]), (2, ["G-4A", "G-6A", "G-11A", "R-3A"])):
        state = logistics("german", units, hands="G5", turn=turn)
        play(state, "card G5", "as rail")
        assert legal(state, "load") == loads


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.1")
def test_no_rail_move_without_a_station() -> None:
    """All Soviet cities but those out of supply are lost."""
    lost = " ".join(city for city in CITIES if city not in (SEVASTOPOL,))
    state = logistics("soviet", "S-8A soviet, G-4A 1305", german=lost, hands="S1 S6")
    assert "rail" not in legal(state) and "card S6" not in legal(state)
    assert refused(state, "rail") == (
        "6.3.1",
        "None of your units can move by rail now.",
    )


# 6.3.2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.2")
def test_a_german_rail_move_takes_one_unit() -> None:
    units = f"G-4A {MINSK}, G-6A south, G-17A south, S-8A {MOSCOW}"
    state = logistics("german", units, hands="G5 G6", german=RIGA)
    play(state, "card G5", "as rail", "load G-6A")
    assert legal(state, "load") == []
    assert state.question is not None and state.question.text == "6. Armee by rail: choose where to."
    assert refused(state, "load G-17A") == ("6.3.2", "One unit has already been loaded.")
    play(state, f"move {MINSK}")
    assert where(state, "G-6A G-17A") == [MINSK, "south"]
    play(state, "card G6", "as rail", "load G-17A", f"move {MINSK}")  # another card, another unit
    assert at(state, "G-17A") == MINSK


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.2")
def test_a_romanian_army_is_not_called_german() -> None:
    units = f"G-4A {MINSK}, G-6A south, R-3A romania, S-8A {MOSCOW}"
    state = logistics("german", units, hands="G5 G6", german=RIGA)
    events = play(state, "card G5", "as rail", "load R-3A", f"move {MINSK}")
    assert told(events, "move") == ["The Romanian 3rd Army moves by rail from Romania to 1304 Minsk."]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.2")
def test_a_soviet_rail_move_takes_a_stack() -> None:
    state = logistics("soviet", f"S-8A {MOSCOW}, S-9A- {MOSCOW}, S-3MC {MOSCOW}, {FAR}")
    play(state, "rail", "load S-8A")
    assert state.question is not None
    assert state.question.text == "8th Army by rail: choose where to, or more units to move with it."
    events = play(state, "load S-3MC", "load S-9A", f"move {LENINGRAD}")
    who = "The Soviet 8th Army, 9th Army and 3rd Mechanized Corps move"
    assert told(events, "move") == [f"{who} by rail from 1410 Moscow to 2006 Leningrad."]
    assert where(state, "S-8A S-9A S-3MC") == [LENINGRAD, f"{LENINGRAD}-", LENINGRAD]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.2")
def test_a_part_of_a_stack_may_go() -> None:
    state = logistics("soviet", f"S-8A {MOSCOW}, S-9A {MOSCOW}, S-3MC {MOSCOW}, {FAR}")
    play(state, "rail", "load S-9A", f"move {LENINGRAD}")
    assert where(state, "S-8A S-9A S-3MC") == [MOSCOW, LENINGRAD, MOSCOW]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.2")
def test_those_who_go_together_begin_and_end_together() -> None:
    state = logistics("soviet", f"S-8A {MOSCOW}, S-9A {TULA}, S-10A soviet, {FAR}")
    play(state, "rail", "load S-8A")
    assert legal(state, "load") == []
    assert refused(state, "load S-9A") == ("6.3.2", "The Soviet 9th Army is not in the same place as the others.")
    assert rule_of(state, "load S-10A") == "6.3.2"
    assert refused(state, "load S-8A") == ("6.3.2", "The Soviet 8th Army has already been loaded.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.2")
def test_from_the_rear_area_only_a_legal_stack_goes_together() -> None:
    """The rulebook's example: two infantry units and one tank unit."""
    state = logistics("soviet", f"S-8A soviet, S-9A soviet, S-10A soviet, S-3MC soviet, S-6MC soviet, {FAR}")
    play(state, "rail", "load S-8A", "load S-9A")
    assert set(legal(state, "load")) == {"S-3MC", "S-6MC"}
    assert refused(state, "load S-10A") == ("8.2", "With the Soviet 10th Army they would not be a legal stack.")
    play(state, "load S-3MC")
    assert legal(state, "load") == [] and rule_of(state, "load S-6MC") == "8.2"
    play(state, f"move {LENINGRAD}")
    assert where(state, "S-8A S-9A S-3MC S-10A S-6MC") == [LENINGRAD] * 3 + ["soviet"] * 2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.2")
def test_each_card_is_one_more_rail_move() -> None:
    units = f"S-8A soviet, S-9A soviet, S-10A soviet, S-11A soviet, S-12A soviet, {FAR}"
    state = logistics("soviet", units, hands="S4 S6", turn=2)
    play(state, "rail", "load S-8A", f"move {MOSCOW}")
    play(state, "card S6", "load S-9A", f"move {TULA}")
    play(state, "card S4")
    if open_step(state) == "ChooseFunction":
        play(state, "as rail")
    play(state, "load S-10A", "load S-11A", f"move {KALININ}")
    assert where(state, "S-8A S-9A S-10A S-11A S-12A") == [MOSCOW, TULA, KALININ, KALININ, "soviet"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.2")
def test_the_same_unit_may_go_again() -> None:
    state = logistics("soviet", f"S-8A soviet, {FAR}", hands="S6")
    play(state, "rail", "load S-8A", f"move {MOSCOW}", "card S6", f"move {LENINGRAD}")
    assert at(state, "S-8A") == LENINGRAD


# 6.3.3


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.3")
def test_from_the_rear_area_to_every_supplied_city_at_any_distance() -> None:
    state = logistics("soviet", f"S-8A soviet, {FAR}")
    play(state, "rail", "load S-8A")
    assert set(legal(state, "move")) == set(CITIES)  # the whole net stands
    assert "soviet" not in legal(state, "move")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.3")
def test_from_a_city_to_other_cities_and_to_the_rear_area() -> None:
    state = logistics("soviet", f"S-8A {SEVASTOPOL}, {FAR}")
    play(state, "rail", "load S-8A")
    assert set(legal(state, "move")) == set(CITIES) - {SEVASTOPOL} | {"soviet"}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.3")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
def test_who_goes_by_rail_to_a_rear_area_is_back_next_turn_fresh() -> None:
    state = logistics("soviet", f"S-8A- {MOSCOW}, {FAR}", turn=3)
    play(state, "rail", "load S-8A", "move soviet")
    assert at(state, "S-8A") == "track4"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.3")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
@pytest.mark.parametrize("unit, areas", [("G-4A", ["center"]), ("R-3A", ["romania"]), ("G-2A", AREAS[:4])])
def test_germans_go_by_rail_to_the_rear_area_of_their_code(unit: str, areas: list[str]) -> None:
    state = logistics("german", f"{unit} {MINSK}, S-8A {MOSCOW}", hands="G5", german=RIGA)
    play(state, "card G5", "as rail")
    if legal(state, "load"):
        play(state, f"load {unit}")
    assert [space for space in legal(state, "move") if space in AREAS] == areas
    for area in set(AREAS) - set(areas):
        assert rule_of(state, f"move {area}") == ("10.4" if area == "soviet" else "6.3.3")
    play(state, f"move {areas[0]}")
    assert at(state, unit) == "track3"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.3")
def test_not_between_rear_areas() -> None:
    state = logistics("german", f"G-2A north, G-4A {MINSK}, S-8A {MOSCOW}", hands="G5", german=RIGA)
    play(state, "card G5", "as rail", "load G-2A")
    assert legal(state, "move") == [MINSK, RIGA]
    assert rule_of(state, "move south") == "6.3.3"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.3")
def test_german_cities_need_a_supply_line_too() -> None:
    """Smolensk hangs on Minsk: six hexes from the rear area, three from Minsk."""
    state = logistics("german", f"G-16A north, G-9A {SMOLENSK}, S-8A 1512", hands="G5", german=MINSK)
    play(state, "card G5", "as rail", "load G-16A")
    assert legal(state, "move") == [MINSK, SMOLENSK]
    state = logistics("german", f"G-16A north, G-9A {SMOLENSK}, S-8A 1512", hands="G5", german=RIGA)
    events = play(state, "card G5", "as rail")  # one unit, one city: nobody is asked
    assert told(events, "move") == ["The German 16. Armee moves by rail from Army Group North to 1703 Riga."]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.3")
def test_places_no_rail_move_leads_to() -> None:
    state = logistics("soviet", f"S-8A {MOSCOW}, G-4A {MINSK}")
    play(state, "rail", "load S-8A")
    assert refused(state, f"move {MINSK}") == ("6.3.3", "1304 Minsk is controlled by the enemy.")
    assert refused(state, "move 1411") == ("6.3.3", "1411 is not a city.")
    assert refused(state, f"move {MOSCOW}") == ("6.3.3", "The units are already in 1410 Moscow.")
    assert refused(state, "move north") == ("10.4", "Army Group North is an enemy rear area.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.3")
def test_zones_of_control_in_the_cities_do_not_matter() -> None:
    """Panzers stand next to Tula and to Moscow, yet both can trace a line."""
    units = f"S-8A {TULA}, S-9A {MOSCOW}, G-2PzA 1209, G-3PzA 1409, S-10A soviet"
    state = logistics("soviet", units, hands="S6")
    table = reference.Table(state.position())
    assert {TULA, MOSCOW} <= table.zone(german=True)
    play(state, "rail", "load S-10A", f"move {MOSCOW}", "card S6", "load S-8A", f"move {LENINGRAD}")
    assert where(state, "S-10A S-8A") == [MOSCOW, LENINGRAD]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.3")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_too_many_units_may_arrive_but_the_movement_phase_must_relieve_it() -> None:
    units = f"S-8A {MOSCOW}, S-9A {MOSCOW}, S-10A soviet, S-11A soviet, {FAR}"
    state = logistics("soviet", units)
    play(state, "rail", "load S-10A", "load S-11A", f"move {MOSCOW}")
    assert where(state, "S-8A S-9A S-10A S-11A") == [MOSCOW] * 4
    assert phase_of(state) == "soviet-movement"
    assert "done" not in legal(state)
    assert refused(state, "done") == ("8.3", "The phase cannot end while too many units are stacked in 1410 Moscow.")
    play(state, "unit S-8A", "move 1411", "stop")
    assert "done" not in legal(state)
    play(state, "unit S-9A", "move 1310", "stop")
    assert "done" in legal(state)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.3")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_two_german_armies_in_a_city_after_a_rail_move() -> None:
    state = logistics("german", f"G-4A {MINSK}, G-6A south, S-8A {MOSCOW}", hands="G5")
    play(state, "card G5", "as rail", "load G-6A")  # there is nowhere else to go
    assert phase_of(state) == "german-movement" and "done" not in legal(state)
    play(state, "remove G-6A")
    assert at(state, "G-6A") == "pool" and "done" in legal(state)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.3")
@pytest.mark.parametrize("size", soak.less(20, 60))
def test_rail_moves_against_the_reference(size: int) -> None:
    states = sample("RailMove", size)
    assert len(states) == size
    for state in states:
        data = state.position()
        loaded = data["stack"][-1]["loaded"]
        table = reference.Table(data)
        if data["options"]["odessa"] == "on":
            continue  # the evacuation by sea goes beyond this (15.2.2)
        side = state.side == "german"
        if not loaded:
            assert set(legal(state, "load")) == {unit for unit in table.units(side) if table.rail_ends(unit)}
        else:
            ends = set.intersection(*(table.rail_ends(unit) for unit in loaded))
            assert set(legal(state, "move")) == ends
            with_them = table.at(table.where[loaded[0]]) - set(loaded)
            more = {unit for unit in with_them if not side and reference.fits({*loaded, unit})}
            assert set(legal(state, "load")) == more
