"""4.0, 8.6, 9.3: what a player of Drive on Moscow is warned of before a phase ends."""

from __future__ import annotations

from random import Random

import pytest

from rasputitsa.core import PlayerWarning
from rasputitsa.games.drive_on_moscow.facts import PLACES

from .helpers import position
from .test_04_to_06 import RING


def about(state: object, side: str, rule: str) -> list[PlayerWarning]:
    return [warning for warning in state.warnings(side) if warning.rule == rule]  # type: ignore[attr-defined]


@pytest.mark.rule("drive-on-moscow", "4.4")
def test_an_empty_western_town_within_reach_is_grave() -> None:
    state = position({"0101": "inf-5"}, {"0817": "RD"})
    (warning,) = about(state, "german", "4.4")
    assert warning.gravity == "grave" and "0716" in warning.spaces
    assert "Soviet units can reach" in warning.text


@pytest.mark.rule("drive-on-moscow", "4.4")
def test_a_held_town_is_only_noticed() -> None:
    state = position({"0101": "inf-5", "0716": "inf-6"}, {"0817": "RD"})
    warnings = about(state, "german", "4.4")
    assert all("0716" not in warning.spaces for warning in warnings if warning.gravity == "grave")
    assert any("0716" in warning.spaces for warning in warnings if warning.gravity == "notice")


@pytest.mark.rule("drive-on-moscow", "9.1")
def test_reinforcements_count_where_they_can_enter() -> None:
    """They enter in Soviet towns and move at once; towns that were once German bring none."""
    state = position({"0101": "inf-5"}, {"4009": "RD"})
    (warning,) = about(state, "german", "4.4")
    assert warning.gravity == "grave" and "0519" in warning.spaces
    state.fallen = PLACES
    assert not about(state, "german", "4.4")


@pytest.mark.rule("drive-on-moscow", "4.1")
def test_an_empty_moscow_within_reach_is_grave() -> None:
    state = position({"3312": "pz-1"}, {"4009": "RD"}, turn=3, phase="soviet-movement")
    (warning,) = about(state, "soviet", "4.1")
    assert warning.gravity == "grave" and set(warning.spaces) & {"3411"}


@pytest.mark.rule("drive-on-moscow", "4.2")
def test_a_ring_that_can_be_closed_is_grave() -> None:
    german = {name: unit for name, unit in RING.items() if name != "3709"}
    closing = {**german, "4009": "pz-1"}
    state = position(closing, {"3411": "RD"}, turn=3, phase="soviet-movement", german_control="3209")
    assert about(state, "soviet", "4.2")
    alone = position({"0519": "inf-5"}, {"3411": "RD"}, turn=3, phase="soviet-movement")
    assert not about(alone, "soviet", "4.2")


@pytest.mark.rule("drive-on-moscow", "9.3")
def test_a_withdrawal_that_cannot_be_made_is_grave() -> None:
    state = position({"0519": "pz-1"}, {"4009": "RD"}, turn=4)
    (warning,) = about(state, "german", "9.3")
    assert warning.gravity == "grave"
    assert not about(position({"0519": "pz-1"}, {"4009": "RD"}, turn=2), "german", "9.3")


def test_hidden_units_count_as_any_that_they_may_be() -> None:
    """11.6: which of two Soviet units lies below a third is hidden; both worlds give the same warnings."""
    state = position({"0101": "inf-5"}, {"0817": "CD RD", "3411": "RD RD"})
    for seed in range(5):
        twin = state.guess("german", Random(seed))
        assert twin.warnings("german") == state.warnings("german")


def test_nobody_else_is_warned() -> None:
    state = position({"0101": "inf-5"}, {"0817": "RD"})
    assert state.warnings("soviet") == state.warnings(None) == []


@pytest.mark.rule("drive-on-moscow", "4.2")
def test_a_ring_that_attacks_can_close_is_noticed() -> None:
    """The hexes that the ring lacks are held: they have to be fought for."""
    german = {name: unit for name, unit in RING.items() if name not in ("3312", "3514")}
    holding = {"3411": "RD", "3312": "RD", "3514": "RD"}
    state = position(german, holding, turn=3, phase="soviet-movement", german_control="3209")
    assert [warning.gravity for warning in about(state, "soviet", "4.2")] == ["notice"]


@pytest.mark.rule("drive-on-moscow", "4.5")
def test_the_last_german_phase_is_told_to_be_the_last() -> None:
    state = position({"0519": "inf-5"}, {"0619": "RD"}, turn=9, phase="german-combat")
    (warning,) = about(state, "german", "4.5")
    assert warning.gravity == "grave" and "you would lose" in warning.text
    assert not about(position({"0519": "inf-5"}, {"0619": "RD"}, turn=8, phase="german-combat"), "german", "4.5")


@pytest.mark.rule("drive-on-moscow", "4.1")
def test_a_city_of_two_hexes_is_named_once() -> None:
    state = position({"3312": "pz-1", "3313": "pz-2"}, {"3411": "RD", "3412": "RD"}, turn=3, phase="soviet-movement")
    assert all("Moscow and Moscow" not in warning.text for warning in about(state, "soviet", "4.1"))
    assert about(state, "soviet", "4.1")
