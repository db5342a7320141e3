"""What the large choices of Moscow '41 cost and bring, as the player who makes them is told."""

from __future__ import annotations

import pytest

from rasputitsa.core.offers import listed
from rasputitsa.games.moscow_41.facts import AREAS, NEAR, STAGING, VICTORY_PLACES
from rasputitsa.games.moscow_41.logistics_value import logistics_value
from rasputitsa.games.moscow_41.state import Moscow41State

from .helpers import GAME, play, position

SOVIETS = "S-STALIN 63, S-HQW 70"
GERMANS = "G-HITLER rastenburg, G-HQ2P 90, G-2Pg-24 90 3"


KURSK = next(space.name for space in GAME.board.spaces if space.title == "Kursk")
NEXT_TO_KURSK = GAME.board.names_of(NEAR[GAME.board.ids[KURSK]])[0]

WEST = " ".join(GAME.board.names_of(AREAS & ~(VICTORY_PLACES | STAGING | 1 << GAME.board.ids["70"])))


def remarks(state: Moscow41State) -> dict[str, str]:
    return {offer.action: offer.remark for offer in listed(state, state.side) if offer.remark}


def notes(state: Moscow41State) -> dict[str, str]:
    return {offer.action: offer.mark.note for offer in listed(state, state.side) if offer.mark.note}


@pytest.mark.rule("moscow-41", "7.1")
def test_a_pause_says_what_the_leader_gains() -> None:
    state = position("logistics", f"G-HITLER rastenburg 2, G-HQ2P 90, {SOVIETS}", month="August", initiative="soviet")
    assert "from 2 to 4" in remarks(state)["pause"] and "Nothing is restored" in remarks(state)["pause"]
    full = position("logistics", f"{GERMANS}, {SOVIETS}", month="August", initiative="soviet")
    assert "a pause brings nothing" in remarks(full)["pause"]


@pytest.mark.rule("moscow-41", "7.2")
def test_an_activated_leader_says_his_points_and_his_price() -> None:
    state = position("logistics", f"{GERMANS}, {SOVIETS}", month="August", initiative="soviet")
    text = remarks(state)["leader"]
    value = logistics_value(state, 0)
    assert text.startswith(f"{value} points for HQs, {value} for combat blocks") and "Hitler drops to 3" in text


@pytest.mark.rule("moscow-41", "11.0")
def test_strategic_impulses_say_that_they_spend_the_disc() -> None:
    state = position("impulse", f"G-HITLER rastenburg, G-HQ2P 4A, {SOVIETS}")
    found = remarks(state)
    assert "Spends the Initiative Disc" in found["strategic"]
    assert "Spends the Initiative Disc for nothing" in found["reinforce"] and "pool is empty" in found["reinforce"]
    assert "loses a star. Ready: 1" in found["tactical"]
    with_pool = position("impulse", f"{GERMANS}, G-2Pg-46 pool, {SOVIETS}")
    assert "Draw the only block in your pool" in remarks(with_pool)["reinforce"]


@pytest.mark.rule("moscow-41", "12.0")
def test_a_pass_says_when_it_ends_the_month() -> None:
    assert "If the other player passes too" in remarks(position("impulse", f"{GERMANS}, {SOVIETS}"))["pass"]
    last = position("impulse", f"{GERMANS}, {SOVIETS}", passes=1)
    assert "this ends the month" in remarks(last)["pass"]


@pytest.mark.rule("moscow-41", "10.3")
def test_hqs_say_their_strength_their_range_and_whom_they_command() -> None:
    state = position("activation", f"G-HQ2P 90 2, G-2Pg-24 91, {SOVIETS}")
    text = remarks(state)["activate G-HQ2P"]
    assert text.startswith("2 stars: commands blocks up to 2 areas away; in reach: 24th Panzer Corps")
    tired = position("activation", f"G-HQ2P 90 0, G-2Pg-24 90, {SOVIETS}")
    text = remarks(tired)["activate G-HQ2P"]
    assert text.startswith("Exhausted: commands blocks in its own area") and "destroyed when this impulse ends" in text


@pytest.mark.rule("moscow-41", "4.1")
def test_a_defensive_line_says_that_it_costs_a_step() -> None:
    state = position("command", f"G-HQ2P 90, G-2Pg-24 91 3, {SOVIETS}", kind="strategic")
    play(state, "unit G-2Pg-24")
    assert "Costs a step: 3 to 2." in remarks(state)["build"] and "Lines left: 10" in remarks(state)["build"]


@pytest.mark.rule("moscow-41", "7.2.2")
def test_steps_say_their_points_and_points_left_are_told() -> None:
    state = position("logistics", f"{GERMANS}, {SOVIETS}", month="August", initiative="soviet")
    play(state, "leader", "done")
    assert notes(state)["replace G-2Pg-24"].endswith("from 3 to 4")
    (warning,) = [one for one in state.warnings("german") if one.rule == "7.2.2"]
    assert warning.gravity == "costly" and warning.spaces == ("90",)
    play(state, "replace G-2Pg-24")
    assert not [one for one in state.warnings("german") if one.rule == "7.2.2"]


@pytest.mark.rule("moscow-41", "10.4")
def test_support_shows_its_dice_and_the_battle_while_it_is_assigned() -> None:
    state = position("combat", f"G-HQ2P 90 3, G-2Pg-24 79, S-W-16A 79, {SOVIETS}", activated=["G-HQ2P"])
    assert notes(state)["support G-HQ2P"] == "artillery, hits at 5 and 6"
    assert state.forecast(None, "german") is not None
    (warning,) = [one for one in state.warnings("german") if one.rule == "10.4"]
    assert warning.gravity == "costly" and "1 HQ could still support a battle" in warning.text


@pytest.mark.rule("moscow-41", "10.18")
def test_an_exploitation_says_that_the_disc_is_spent() -> None:
    state = position("exploitation", f"{GERMANS}, {SOVIETS}")
    assert (
        "The disc goes to the other player" in remarks(state)["exploit"] and "first impulse" in remarks(state)["done"]
    )


@pytest.mark.rule("moscow-41", "10.7")
def test_blocks_that_could_still_act_are_noticed() -> None:
    state = position("command", f"G-2Pg-24 91, {SOVIETS}", kind="strategic")
    (warning,) = [one for one in state.warnings("german") if one.rule == "10.7"]
    assert warning.gravity == "notice" and warning.text == "1 block could still act." and warning.spaces == ("91",)


@pytest.mark.rule("moscow-41", "10.8")
def test_what_disengaging_costs_is_said() -> None:
    state = position("command", f"G-HQ2P 89, G-2Pg-24 90, S-W-16A 90, {SOVIETS}", activated=["G-HQ2P"])
    play(state, "unit G-2Pg-24")
    assert "Leaving a contested area costs 1 more." in str(state.question)


@pytest.mark.rule("moscow-41", "9.3")
def test_attrition_is_an_event_of_its_own() -> None:
    state = position("command", f"G-2Pg-24 90, G-W-42 62 1, {SOVIETS}", kind="pass", isolated=["G-W-42"])
    events = state.take("done")
    assert [event.spaces for event in events if event.kind == "attrition"] == [("62",)]


@pytest.mark.rule("moscow-41", "1.7")
def test_an_open_way_to_a_victory_area_is_noticed() -> None:
    """A corps beside Kursk can enter it."""
    state = position("impulse", f"G-2Pg-24 {NEXT_TO_KURSK}, {SOVIETS}", active="soviet", german=WEST)
    (warning,) = [one for one in state.warnings("soviet") if "a Victory Point" in one.text]
    assert warning.gravity == "notice" and warning.rule == "1.7" and KURSK in warning.spaces
    held = position("impulse", f"G-2Pg-24 {NEXT_TO_KURSK}, {SOVIETS}, S-W-16A {KURSK}", active="soviet", german=WEST)
    assert not [one for one in held.warnings("soviet") if "a Victory Point" in one.text and KURSK in one.spaces]


@pytest.mark.rule("moscow-41", "7.1")
def test_what_brings_nothing_is_never_highlighted() -> None:
    """11.0: nor a draw from an empty pool."""

    def roles(state: Moscow41State) -> dict[str, str]:
        return {offer.action: offer.role for offer in listed(state, state.side)}

    assert roles(position("impulse", f"{GERMANS}, {SOVIETS}"))["reinforce"] == "aside"
    assert roles(position("impulse", f"{GERMANS}, G-2Pg-46 pool, {SOVIETS}"))["reinforce"] == "plain"
    full = position("logistics", f"{GERMANS}, {SOVIETS}", month="August", initiative="soviet")
    assert roles(full)["pause"] == "aside" and roles(full)["leader"] == "plain"
