"""3.0 to 3.2: preparing for play."""

from __future__ import annotations

import pytest

from rasputitsa.core import BadOption

from . import reference
from .helpers import (
    CITIES,
    CORPS,
    GAME,
    GERMANS,
    SOVIETS,
    UNITS,
    at,
    german_cities,
    hand,
    open_step,
    phase_of,
    played,
    start,
)

SOVIET = {
    "1601": ["S-8A", "S-12MC"],
    "1501": ["S-11A", "S-3MC"],
    "1401": ["S-3A", "S-11MC"],
    "1301": ["S-10A", "S-6MC"],
    "1201": ["S-4A", "S-14MC"],
    "1001": ["S-5A", "S-22MC"],
    "0901": ["S-6A", "S-4MC"],
    "0801": ["S-26A", "S-8MC"],
    "0701": ["S-12A", "S-16MC"],
    "0602": ["S-18A"],
    "0503": ["S-9A", "S-2MC"],
    "1805": ["S-27A"],
    "2006": ["S-23A"],
    "track1": ["S-20A", "S-21A", "S-22A"],
    "track2": ["S-16A", "S-19A", "S-24A"],
    "track3": ["S-50A"],
    "track4": ["S-Gd1", "S-Gd2", "S-Gd3", "S-Gd4"],
}
GERMAN = {
    "north": ["G-4PzA", "G-16A", "G-18A"],
    "center": ["G-2PzA", "G-3PzA", "G-4A", "G-9A"],
    "south": ["G-1PzA", "G-6A", "G-17A"],
    "romania": ["G-11A", "R-3A", "R-4A"],
    "track2": ["G-2A"],
}


def places(units: list[str]) -> dict[str, list[str]]:
    state = start()
    found: dict[str, list[str]] = {}
    for unit in units:
        found.setdefault(at(state, unit), []).append(unit)
    return found


@pytest.mark.rule("blitzkrieg-to-moscow-2", "3.0")
def test_the_game_begins_with_the_german_logistics_phase_of_turn_1() -> None:
    state = start()
    assert (state.turn, phase_of(state), state.side, open_step(state)) == (
        1,
        "german-logistics",
        "german",
        "ChooseCards",
    )


@pytest.mark.rule("blitzkrieg-to-moscow-2", "3.0")
def test_nobody_holds_a_card_at_the_start() -> None:
    state = start()
    assert [hand(state, side) + played(state, side) for side in ("german", "soviet")] == [[], []]
    assert {side["count"] for side in state.view(None)["hands"].values()} == {0}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "3.0")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.2")
def test_all_cities_are_soviet_at_the_start() -> None:
    state = start()
    assert german_cities(state) == []
    assert state.view(None)["control"] == dict.fromkeys(CITIES, "soviet")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "3.0")
def test_options_and_scenarios_that_do_not_exist() -> None:
    with pytest.raises(BadOption):
        start(weather="on")
    with pytest.raises(BadOption):
        start(odessa="perhaps")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "3.1")
def test_every_soviet_unit_begins_at_its_printed_place() -> None:
    assert places(SOVIETS) == {place: sorted(units, key=UNITS.index) for place, units in SOVIET.items()}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "3.1")
def test_the_example_of_the_8th_army_and_the_12th_mechanized_corps() -> None:
    state = start()
    assert (at(state, "S-8A"), at(state, "S-12MC")) == ("1601", "1601")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "3.1")
def test_the_set_up_respects_stacking_and_leaves_smolensk_and_kiev_empty() -> None:
    """The note to 15.1 says that units there would be new."""
    stacks = places(SOVIETS)
    assert all(reference.fits(set(stack)) for place, stack in stacks.items() if place.isdigit())
    assert not {"1307", "0804"} & set(stacks)
    assert sum(len(stack) for place, stack in stacks.items() if place.isdigit()) == 23
    assert sum(unit in CORPS for place, stack in stacks.items() if place.isdigit() for unit in stack) == 10


@pytest.mark.rule("blitzkrieg-to-moscow-2", "3.2")
def test_every_german_unit_begins_in_the_rear_area_of_its_code() -> None:
    assert places(GERMANS) == GERMAN


@pytest.mark.rule("blitzkrieg-to-moscow-2", "3.2")
def test_everybody_begins_fresh() -> None:
    state = start()
    sides = {facts.get("side", "fresh") for facts in state.position()["units"].values()}
    assert sides == {"fresh"}
    assert len(state.position()["units"]) == 48


@pytest.mark.rule("blitzkrieg-to-moscow-2", "3.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "3.2")
def test_the_set_up_in_the_rules_is_that_of_the_program() -> None:
    text = " ".join(GAME.rules["3.1"].text.split()).replace("Mechanized Corps", "MC")
    for place, units in SOVIET.items():
        if place.isdigit():
            assert place in text
            line = text.split(place)[1].split(";")[0]
            for unit in units:
                title = GAME.pieces[UNITS.index(unit)].title.replace("Mechanized Corps", "MC")
                assert title in line
    german = " ".join(GAME.rules["3.2"].text.split())
    for area, units in list(GERMAN.items())[:4]:
        line = german.split(f"{area.title()}:")[1].split(":")[0]
        for unit in units:
            number = GAME.pieces[UNITS.index(unit)].number.split()[0]
            assert number in line
