"""What the large choices of Drive on Moscow cost and bring, and what would be left undone."""

from __future__ import annotations

import pytest

from rasputitsa.core import Kind, PlayerWarning
from rasputitsa.core.offers import Offer, listed
from rasputitsa.core.sets import members
from rasputitsa.games.drive_on_moscow.facts import GERMAN, REDUCED, RESERVES, UNIT_IDS, WESTERN_PLACES
from rasputitsa.games.drive_on_moscow.remarks import fate_of
from rasputitsa.games.drive_on_moscow.state import DriveOnMoscowState

from .helpers import after, position, start

GERMANS = {"0101": "inf-5"}


def offers(state: DriveOnMoscowState) -> dict[str, Offer]:
    return {offer.action: offer for offer in listed(state, state.side)}


def about(state: DriveOnMoscowState, rule: str) -> list[PlayerWarning]:
    return [warning for warning in state.warnings(state.side) if warning.rule == rule]


@pytest.mark.rule("drive-on-moscow", "3.6")
def test_each_offered_set_up_says_what_it_is_for() -> None:
    state = start()
    found = {}
    while "offer historical" in (said := offers(state)):
        found[state.side] = [offer.remark for action, offer in said.items() if action.startswith("offer ")]
        assert "first match" in said["offer historical"].remark
        state = after(state, "offer historical", "done")
    assert len(found) == 2 and all(len(set(remarks)) == 3 and all(remarks) for remarks in found.values())


@pytest.mark.rule("drive-on-moscow", "12.1")
def test_the_november_offensive_says_what_it_costs_now_and_brings_then() -> None:
    state = position(GERMANS, {"4009": "RD"}, turn=4, phase="german-replacement")
    declare, decline = offers(state)["declare"].remark, offers(state)["decline"].remark
    assert "no attacks" in declare and "−2 mechanized and −1 other" in declare and "3 to 18 Soviet units" in declare
    assert "On turn 5 movement +2 mechanized and +1 other" in declare
    assert "3 later turns" in decline
    last = position(GERMANS, {"4009": "RD"}, turn=7, phase="german-replacement")
    assert "all German attacks lose a column" in offers(last)["decline"].remark


@pytest.mark.rule("drive-on-moscow", "9.1")
def test_reinforcements_that_would_be_lost_are_costly() -> None:
    state = position(GERMANS, {"4009": "RD"}, turn=2, phase="soviet-reinforcement")
    state = after(state, "move-first")
    (warning,) = about(state, "9.1")
    assert warning.gravity == "costly" and "could still enter" in warning.text and warning.spaces


@pytest.mark.rule("drive-on-moscow", "10.0")
def test_units_that_could_still_move_are_noticed() -> None:
    state = position({"0519": "inf-5"}, {"4009": "RD"})
    (warning,) = about(state, "10.0")
    assert warning.gravity == "notice" and warning.text == "1 unit has not moved and could."
    assert warning.spaces == ("0519",)


@pytest.mark.rule("drive-on-moscow", "10.15")
def test_a_mobile_assault_does_not_look_like_a_move() -> None:
    state = position({"0519": "pz-1"}, {"0619": "RD"})
    state = after(state, "unit pz-1")
    mark = offers(state)["assault 0619"].mark
    assert mark.badge.startswith("⚔") and mark.tone == "bad" and "mobile assault" in mark.note
    assert all(not offer.mark.badge.startswith("⚔") for offer in offers(state).values() if offer.action[:5] == "move ")


@pytest.mark.rule("drive-on-moscow", "5.3")
def test_the_guderian_effect_explains_what_it_adds() -> None:
    state = position({"0530": "pz-1"}, {"4009": "RD"}, turn=1)
    state.south |= 1 << state.stacks[state.game.board.ids["0530"]][0]
    state = after(state, "unit pz-1")
    assert "14 on the south sheet, by the Guderian effect" in str(state.question)
    far = [offer.mark for offer in offers(state).values() if offer.mark.badge in ("11", "12", "13", "14")]
    assert far and all("north sheet" in mark.note for mark in far)


@pytest.mark.rule("drive-on-moscow", "2.11")
def test_a_loss_says_whether_the_unit_is_reduced_or_eliminated() -> None:
    state = position({"0519": "inf-5 pz-1"}, {"4009": "RD"})
    infantry, panzer = UNIT_IDS["inf-5"], UNIT_IDS["pz-1"]
    assert fate_of(state, infantry) == fate_of(state, panzer) == "reduced"
    state.face[infantry] = state.face[panzer] = REDUCED
    assert fate_of(state, infantry) == "eliminated" and fate_of(state, panzer) == "eliminated, leaves a Kampfgruppe"


@pytest.mark.rule("drive-on-moscow", "8.6")
def test_terminal_supply_is_warned_of_and_an_event_of_its_own() -> None:
    ring = {"2017": "inf-5", "2115": "inf-6", "1915": "inf-7", "1918": "inf-8", "2118": "inf-15", "2216": "inf-17"}
    state = position(ring, {"2016": "RD RD", "3030": "RD"}, turn=8, phase="soviet-combat")
    (warning,) = about(state, "8.6")
    assert warning.spaces == ("2016",) and "Units out of supply: 2" in warning.text
    events = list(state.take("done"))
    while state.side == "chance":
        events += state.take(state.actions()[0])
    events += state.take("done") if state.side == "soviet" else ()
    assert [event.spaces for event in events if event.kind == Kind.ATTRITION] == [("2016",)]


@pytest.mark.rule("drive-on-moscow", "11.19")
def test_aircraft_in_defense_show_the_odds_and_are_no_default() -> None:
    state = position({"2017": "inf-5"}, {"2016": "RD RD RD"}, turn=2, phase="soviet-combat")
    state = after(state, "attack 2017", "all", "fight")
    assert state.side == "german"
    found = offers(state)
    assert found["air"].role == "plain" and found["quiet"].role == "aside"
    assert "one column to the left" in found["air"].remark and found["air"].mark.badge != found["no-air"].mark.badge
    forecast = state.forecast(None, "german")
    assert forecast is not None and "take part" in forecast.notes[0].text
    assert state.forecast(None, "soviet") is None


@pytest.mark.rule("drive-on-moscow", "3.6")
def test_empty_western_places_are_told_with_the_german_set_up() -> None:
    state = after(start(), "offer deep", "done", "offer deep", "done", "offer historical")
    assert all(warning.gravity == "notice" for warning in state.warnings("german"))
    for hex in members(WESTERN_PLACES & state.occupied(GERMAN)):
        for unit in list(state.at(hex)):
            state.remove(unit, RESERVES)
    (warning,) = state.dangers("german")
    assert warning.gravity == "notice" and "Leave a garrison" in warning.text
