"""15.0 to 15.3: the optional rules."""

from __future__ import annotations

import pytest

from rasputitsa.core import BadOption
from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState

from . import reference
from .helpers import (
    ARMIES,
    CITIES,
    GAME,
    KIEV,
    LENINGRAD,
    MINSK,
    MOSCOW,
    ODESSA,
    SEVASTOPOL,
    SMOLENSK,
    at,
    at_the_die,
    german_cities,
    happened,
    legal,
    logistics,
    open_step,
    play,
    position,
    refused,
    rule_of,
    start,
    told,
    where,
)

ELSEWHERE = ", G-18A 1702, S-23A 1801"  # a pair far away, so that the phase is not over with the combat in hand


def encircled(city: str) -> str:
    """German units in every hex around a city."""
    germans = ["G-1PzA", "G-2PzA", "G-3PzA", "G-4PzA", "G-4A", "G-9A"]
    return ", ".join(f"{unit} {hex}" for unit, hex in zip(germans, sorted(reference.beside(city)), strict=False))


# 15.0


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.0")
def test_three_options_off_by_default() -> None:
    assert [(option.name, option.default_choice, option.rule) for option in GAME.options] == [
        ("free-setup", "off", "15.1"),
        ("odessa", "off", "15.2"),
        ("moscow", "off", "15.3"),
    ]
    assert start().position()["options"] == {"free-setup": "off", "odessa": "off", "moscow": "off"}
    with pytest.raises(BadOption):
        GAME.start(options={"odessa": "maybe"})


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.0")
def test_any_of_them_can_be_chosen() -> None:
    for names in (["odessa"], ["moscow", "free-setup"], ["odessa", "moscow", "free-setup"]):
        state = GAME.start(options=dict.fromkeys(names, "on"))
        assert {name for name, value in state.position()["options"].items() if value == "on"} == set(names)


# 15.1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.1")
def test_without_the_option_the_game_begins_with_german_logistics() -> None:
    assert open_step(start()) == "ChooseCards"
    state = start(free_setup="on")
    assert (open_step(state), state.side) == ("FreeSetup", "soviet")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.1")
def test_five_infantry_units_begin_in_cities() -> None:
    state = start(free_setup="on")
    moved = dict(zip(ARMIES[:5], [SMOLENSK, KIEV, MINSK, MOSCOW, ODESSA], strict=True))
    for unit, city in moved.items():
        assert open_step(state) == "FreeSetup"
        events = play(state, f"unit {unit}", f"at {city}")
        assert told(events, "set-up")
    assert open_step(state) == "ChooseCards" and state.side == "german"  # a sixth is not offered
    assert where(state, " ".join(moved)) == list(moved.values())


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.1")
def test_fewer_may_be_moved_or_none() -> None:
    state = start(free_setup="on")
    play(state, "done")
    assert open_step(state) == "ChooseCards"
    assert state.position()["units"] == start().position()["units"]
    state = start(free_setup="on")
    play(state, "unit S-8A", f"at {KIEV}", "done")
    assert (open_step(state), at(state, "S-8A"), at(state, "S-12MC")) == ("ChooseCards", KIEV, "1601")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.1")
def test_only_infantry_of_the_initial_deployment() -> None:
    state = start(free_setup="on")
    on_map = {unit for unit, facts in state.position()["units"].items() if facts["at"].isdigit()}
    assert set(legal(state, "unit")) == {unit for unit in on_map if unit in ARMIES}
    assert refused(state, "unit S-12MC") == (
        "15.1",
        "The Soviet 12th Mechanized Corps is not a Soviet infantry unit.",
    )
    assert refused(state, "unit S-20A") == ("15.1", "The Soviet 20th Army does not begin on the map.")
    assert rule_of(state, "unit G-4A") == "15.1"
    play(state, "unit S-8A", f"at {KIEV}")
    assert refused(state, "unit S-8A") == ("15.1", "The Soviet 8th Army has already been placed.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.1")
def test_they_go_to_cities_and_may_not_stack() -> None:
    state = start(free_setup="on")
    play(state, "unit S-8A")
    assert set(legal(state, "at")) == set(CITIES) - {LENINGRAD}  # 23rd Army is there
    assert refused(state, f"at {LENINGRAD}")[0] == "15.1"
    assert refused(state, "at 1308") == ("15.1", "1308 is not a city.")
    play(state, f"at {KIEV}", "unit S-11A")
    assert KIEV not in legal(state, "at")
    written = position("set-up", f"S-8A 1305, G-4A {MOSCOW}", turn=1, options="free-setup")
    play(written, "unit S-8A")
    assert KIEV in legal(written, "at") and MOSCOW not in legal(written, "at")  # a hand-written German is there
    play(state, "cancel", "unit S-23A", f"at {MOSCOW}", "unit S-11A")
    assert LENINGRAD in legal(state, "at")  # 23rd Army has left it


# 15.2.1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.2")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.2.1")
def test_odessa_is_a_fortress_with_the_option() -> None:
    units = f"S-9A {ODESSA}, {encircled(ODESSA)}"
    assert at(position("soviet-supply", units), "S-9A") == "surrendered"
    assert at(position("soviet-supply", units, options="odessa"), "S-9A") == ODESSA


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.2.1")
def test_odessa_is_still_worth_one_point() -> None:
    for hero, expected in ((None, 1), (ODESSA, 2)):
        state = position("german-movement", f"G-11A {ODESSA}, S-8A 1412", options="odessa", hero=hero)
        lines = [line["points"] for line in state.view(None)["score"] if line["text"].startswith("Odessa")]
        assert lines == [expected]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.2.1")
def test_german_units_in_odessa_surrender_like_elsewhere() -> None:
    units = f"G-11A {ODESSA}, S-Gd1 0303, S-Gd2 0403, S-Gd3 0404"
    assert at(position("german-supply", units, options="odessa"), "G-11A") == "surrendered"


# 15.2.2

CUT_OFF = f"S-9A {ODESSA}, S-18A- {ODESSA}, S-2MC {ODESSA}, " + encircled(ODESSA)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.2.2")
def test_infantry_is_evacuated_to_sevastopol_and_spent() -> None:
    state = logistics("soviet", CUT_OFF, options="odessa")
    play(state, "rail", "load S-9A", "load S-18A")
    assert legal(state) == ["unload S-18A", "unload S-9A", f"move {SEVASTOPOL}", "cancel"]
    events = play(state, f"move {SEVASTOPOL}")
    assert told(events, "move") == [
        "The Soviet 18th Army and 9th Army move by sea from 0304 Odessa to 0106 Sevastopol."
    ]
    assert where(state, "S-9A S-18A S-2MC") == [SEVASTOPOL + "-", SEVASTOPOL + "-", ODESSA]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.2.2")
def test_zones_of_control_do_not_prevent_it_but_without_the_option_nobody_sails() -> None:
    assert "rail" in legal(logistics("soviet", CUT_OFF, options="odessa"))
    state = logistics("soviet", CUT_OFF + ", S-8A soviet")
    play(state, "rail")
    assert legal(state, "load") == ["S-8A"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.2.2")
def test_mechanized_corps_cannot_be_evacuated() -> None:
    state = logistics("soviet", CUT_OFF, options="odessa")
    play(state, "rail")
    assert set(legal(state, "load")) == {"S-9A", "S-18A"}
    assert refused(state, "load S-2MC") == (
        "15.2.2",
        "The Soviet 2nd Mechanized Corps is not infantry.",
    )


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.2.2")
def test_it_counts_against_the_rail_capacity() -> None:
    """The free rail move is used up; a card with Rail Move would be the next."""
    state = logistics("soviet", CUT_OFF + ", S-8A soviet", hands="S6", options="odessa")
    play(state, "rail", "load S-9A", f"move {SEVASTOPOL}")
    assert "rail" not in legal(state)
    assert refused(state, "rail") == ("6.3", "The free rail move has already been used this turn.")
    assert "card S6" in legal(state)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.2.2")
def test_a_card_serves_as_well() -> None:
    state = logistics("soviet", CUT_OFF, hands="S6", free_rail=False, options="odessa")
    play(state, "card S6")
    assert open_step(state) == "RailMove" and set(legal(state, "load")) == {"S-9A", "S-18A"}
    play(state, "load S-9A", f"move {SEVASTOPOL}")
    assert at(state, "S-9A") == SEVASTOPOL + "-"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.2.2")
def test_it_is_at_the_start_of_the_phase() -> None:
    """After another rail move nobody sails any more."""
    state = logistics("soviet", CUT_OFF + ", S-8A soviet, S-11A soviet", hands="S6", options="odessa")
    play(state, "rail", "load S-8A", f"move {MOSCOW}", "card S6")
    assert "S-9A" not in legal(state, "load") and "S-11A" in legal(state, "load")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.2.2")
def test_nobody_sails_to_or_from_a_german_city() -> None:
    state = logistics("soviet", CUT_OFF + ", S-8A soviet", german=SEVASTOPOL, options="odessa")
    play(state, "rail")
    assert legal(state, "load") == ["S-8A"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.2.2")
def test_a_rail_move_between_supplied_cities_spends_nobody() -> None:
    state = logistics("soviet", f"S-9A {ODESSA}, G-4A center", options="odessa")
    events = play(state, "rail", "load S-9A", f"move {SEVASTOPOL}")
    assert at(state, "S-9A") == SEVASTOPOL
    assert [event.rule for event in events if happened(event) == "move"] == ["6.3.3"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.2.2")
def test_from_a_supplied_odessa_to_a_sevastopol_without_supply_they_sail_and_are_spent() -> None:
    """Only Sevastopol is cut off: no ordinary rail move leads there, but the sea does."""
    units = f"S-9A {ODESSA}, S-2MC {ODESSA}, " + encircled(SEVASTOPOL)
    state = logistics("soviet", units, options="odessa")
    play(state, "rail", "load S-9A")
    assert SEVASTOPOL in legal(state, "move") and len(legal(state, "move")) > 1  # by rail elsewhere
    play(state, "load S-2MC")
    assert SEVASTOPOL not in legal(state, "move")  # a corps does not sail
    play(state, "unload S-2MC")
    events = play(state, f"move {SEVASTOPOL}")
    assert at(state, "S-9A") == SEVASTOPOL + "-"
    assert [event.rule for event in events if happened(event) == "move"] == ["15.2.2"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.2.2")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.3")
def test_more_than_may_stack_can_arrive_in_sevastopol() -> None:
    units = CUT_OFF + f", S-8A {SEVASTOPOL}, S-11A {SEVASTOPOL}"
    state = logistics("soviet", units, options="odessa")
    play(state, "rail", "load S-9A", f"move {SEVASTOPOL}")
    assert at(state, "S-9A") == SEVASTOPOL + "-"


# 15.3


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.3")
def test_with_moscow_the_soviets_lose_their_free_rail_move() -> None:
    units = "G-4A 1409, G-9A 1509, S-8A- 1410, S-11A soviet, S-3A 0709" + ELSEWHERE
    state = at_the_die(units, MOSCOW, options="moscow")
    play(state, "roll 6", "advance G-4A")
    assert german_cities(state) == [MOSCOW] and state.position()["moscow_fell"] is True
    play(state, "done")
    while open_step(state) != "Logistics":
        play(state, "done" if "done" in legal(state) else legal(state)[0])
    assert "rail" not in legal(state)
    assert refused(state, "rail") == ("15.3", "The free rail move was lost when Moscow fell.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.3")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4")
def test_a_german_unit_that_retreats_through_moscow_takes_it() -> None:
    """4. Armee is driven west from 1411; on its way is Moscow, which nobody holds."""
    units = "S-Gd1 1412, S-Gd2 1412, G-4A- 1411" + ELSEWHERE
    state = at_the_die(units, "1411", phase="soviet-combat", options="moscow")
    play(state, "roll 4")
    ends = [action for action in legal(state) if takes(state, action, MOSCOW)]
    assert ends
    play(state, ends[0])
    assert german_cities(state) == [MOSCOW] and state.position()["moscow_fell"] is True


def takes(state: BlitzkriegState, action: str, city: str) -> bool:
    copy = state.copy()
    copy.take(action)
    return city in german_cities(copy)


def first_logistics(fell: bool, options: str, german: str = "") -> list[str]:
    """The actions in the Soviet Logistics Phase, once two cards without use have been chosen."""
    units = "S-8A soviet, S-11A 0709, G-4A center"
    state = position("soviet-logistics", units, options=options, moscow_fell=fell, german=german)
    play(state, "done", "take S1", "take S2")
    assert open_step(state) == "Logistics"
    return legal(state)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.3")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3")
def test_it_is_not_recovered_when_moscow_is_liberated() -> None:
    assert "rail" in first_logistics(False, "moscow")
    assert "rail" not in first_logistics(True, "moscow", german=MOSCOW)
    assert "rail" not in first_logistics(True, "moscow")  # Moscow is Soviet again


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.3")
def test_without_the_option_moscow_makes_no_difference() -> None:
    assert "rail" in first_logistics(True, "", german=MOSCOW)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "15.3")
def test_cards_for_rail_moves_are_not_lost() -> None:
    assert "card S1" in first_logistics(True, "moscow", german=MOSCOW)
