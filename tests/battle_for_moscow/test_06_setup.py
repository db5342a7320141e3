"""6.0: setting up the game. Readings 1 and 2."""

from __future__ import annotations

from random import Random

import pytest

from rasputitsa.games.battle_for_moscow.state import BattleForMoscowState

from . import reference
from .helpers import (
    GERMANS,
    RUSSIANS,
    at,
    german_cities,
    happened,
    legal,
    listing,
    open_step,
    phase_of,
    play,
    refused,
    start,
)

STARS = listing("0301 0302 0303 0304 0405 0503 0506 0507 0508 0509 0510 0511 0608 0803")
CROSSES = listing(
    "0103 0104 0106 0201 0202 0203 0204 0205 0206 0209 0210 0305 0306 0307 0309 0310 0404 0406 0407 0408 0409 0410"
)


def set_up(order: list[str]) -> BattleForMoscowState:
    """The German units in this order on the crosses."""
    state = start()
    for unit, cross in zip(order, CROSSES, strict=True):
        play(state, f"place {unit}", f"at {cross}")
    return state


@pytest.mark.rule("battle-for-moscow", "6.0")
def test_fourteen_reduced_armies_begin_on_the_stars() -> None:
    state = start()
    standing = sorted(at(state, unit) for unit in RUSSIANS if at(state, unit) not in ("pool", "track"))
    assert standing == [star + "-" for star in STARS]


@pytest.mark.rule("battle-for-moscow", "6.0")
def test_two_armies_and_the_shock_army_begin_off_the_map() -> None:
    state = start()
    assert sum(at(state, unit) == "pool" for unit in RUSSIANS) == 2
    assert at(state, "1sh") == "track"


@pytest.mark.rule("battle-for-moscow", "6.0")
@pytest.mark.rule("battle-for-moscow", "10.0")
def test_smolensk_and_roslavl_are_german_at_the_start() -> None:
    assert german_cities(start()) == ["0204", "0307"]


@pytest.mark.rule("battle-for-moscow", "6.0")
def test_the_german_player_is_offered_every_unit_and_the_standard_set_up() -> None:
    state = start()
    assert state.side == "german" and open_step(state) == "SetUp"
    assert legal(state) == [f"place {unit}" for unit in GERMANS] + ["standard"]


@pytest.mark.rule("battle-for-moscow", "6.0")
def test_a_unit_is_offered_every_cross() -> None:
    state = start()
    play(state, "place 5ak")
    assert legal(state) == [f"at {cross}" for cross in CROSSES] + ["cancel"]
    play(state, "at 0404")
    assert at(state, "5ak") == "0404"


@pytest.mark.rule("battle-for-moscow", "6.0")
def test_units_swap_places() -> None:
    state = start()
    play(state, "place 5ak", "at 0404", "place 6ak", "at 0103", "place 5ak", "at 0103")
    assert (at(state, "5ak"), at(state, "6ak")) == ("0103", "0404")
    play(state, "place 7ak", "at 0103")  # from off the map: the other one goes off again
    assert (at(state, "7ak"), at(state, "5ak")) == ("0103", "pool")


@pytest.mark.rule("battle-for-moscow", "6.0")
def test_cancelling_a_placement_changes_nothing() -> None:
    state = start()
    before = state.position()
    play(state, "place 5ak", "cancel")
    assert state.position() == before


@pytest.mark.rule("battle-for-moscow", "6.0")
def test_the_standard_set_up_fills_every_cross_with_a_full_unit() -> None:
    state = start()
    play(state, "standard")
    assert sorted(at(state, unit) for unit in GERMANS) == CROSSES
    assert legal(state)[-1] == "done" and "standard" not in legal(state)


@pytest.mark.rule("battle-for-moscow", "6.0")
def test_the_standard_set_up_leaves_what_was_chosen() -> None:
    state = start()
    play(state, "place 24pz", "at 0103", "place 42ak", "at 0404", "standard")
    assert (at(state, "24pz"), at(state, "42ak")) == ("0103", "0404")
    assert sorted(at(state, unit) for unit in GERMANS) == CROSSES


@pytest.mark.rule("battle-for-moscow", "6.0")
def test_the_game_begins_only_when_every_cross_has_its_unit() -> None:
    state = start()
    assert refused(state, "done") == ("6.0", "22 crosses are still empty.")
    state = set_up(GERMANS)
    play(state, "done")
    assert (state.turn, phase_of(state), state.side) == (1, "german-combat", "german")


@pytest.mark.rule("battle-for-moscow", "6.0")
@pytest.mark.parametrize("seed", range(5))
def test_only_three_armies_begin_outside_german_zones(seed: int) -> None:
    order = GERMANS[:]
    Random(seed).shuffle(order)
    state = set_up(order)
    table = reference.Table(state.position())
    outside = {table.where[unit] for unit in table.units(german=False)} - table.zone(german=True)
    assert outside == {"0503", "0608", "0803"}


@pytest.mark.rule("battle-for-moscow", "6.0")
def test_no_german_replacements_or_panzer_phase_on_turn_1() -> None:
    state = start()
    events = play(state, "standard", "done")
    assert [event.text for event in events if happened(event) == "phase"] == ["Turn 1, German Combat Phase"]


@pytest.mark.rule("battle-for-moscow", "6.0")
def test_refusals_of_the_set_up() -> None:
    state = start()
    assert refused(state, "place 3a") == ("6.0", "The Russian armies are already on their stars.")
    assert refused(state, "at 0404") == ("6.0", "Choose the unit to place first.")
    assert refused(state, "attack 0405") == ("6.0", "Finish the set-up first.")
    assert refused(state, "done") == ("6.0", "22 crosses are still empty.")
    play(state, "place 5ak")
    assert refused(state, "at 0101") == ("6.0", "0101 has no cross.")
    assert refused(state, "place 6ak") == ("6.0", "Choose a cross for the German 5th Corps, or cancel.")
    play(state, "at 0404", "place 5ak")
    assert refused(state, "at 0404") == ("6.0", "The German 5th Corps is already in 0404.")
    play(state, "cancel", "standard")
    assert refused(state, "standard") == ("6.0", "Every cross already has its unit.")
