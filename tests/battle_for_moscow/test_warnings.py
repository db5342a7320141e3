"""5.0: what a player of Battle for Moscow is warned of before a phase ends."""

from __future__ import annotations

import pytest

from rasputitsa.core.offers import listed

from .helpers import position

MOSCOW = "1103"


@pytest.mark.rule("battle-for-moscow", "5.0")
def test_an_empty_moscow_within_reach_is_grave() -> None:
    state = position("soviet-movement", "24pz 0903, 5a 1405", turn=5)
    (warning,) = [one for one in state.warnings("soviet") if one.gravity == "grave"]
    assert warning.spaces == (MOSCOW,) and warning.rule == "5.0"
    held = position("soviet-movement", f"24pz 0903, 5a {MOSCOW}, 16a 1405", turn=5)
    assert not any(one.gravity == "grave" for one in held.warnings("soviet"))


@pytest.mark.rule("battle-for-moscow", "5.0")
def test_the_last_phase_of_the_last_turn_is_told() -> None:
    state = position("soviet-movement", f"24pz {MOSCOW}, 5a 1405", turn=7, cities=f"0204 {MOSCOW}")
    (warning,) = [one for one in state.warnings("soviet") if one.gravity == "grave"]
    assert warning.spaces == (MOSCOW,) and "ends with this phase" in warning.text


@pytest.mark.rule("battle-for-moscow", "5.0")
def test_the_last_german_phase_is_told_to_be_the_last() -> None:
    state = position("german-movement", f"24pz 0203, 5a {MOSCOW}", turn=7)
    (warning,) = [one for one in state.warnings("german") if one.gravity == "grave"]
    assert warning.spaces == (MOSCOW,) and "your last phase" in warning.text
    for phase, turn in (("german-movement", 6), ("panzer-movement", 7)):
        earlier = position(phase, f"24pz 0203, 5a {MOSCOW}", turn=turn)
        assert not any("last phase" in one.text for one in earlier.warnings("german"))


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_units_that_could_still_move_are_noticed() -> None:
    state = position("soviet-movement", f"24pz 0203, 5a {MOSCOW}", turn=3)
    (warning,) = [one for one in state.warnings("soviet") if one.rule == "8.0"]
    assert warning.gravity == "notice" and warning.spaces == (MOSCOW,)


@pytest.mark.rule("battle-for-moscow", "10.4")
def test_replacement_steps_that_would_be_lost_are_costly() -> None:
    state = position("soviet-replacement", f"24pz 0203, 5a- {MOSCOW}", turn=3)
    (warning,) = [one for one in state.warnings("soviet") if one.rule == "10.4"]
    assert warning.gravity == "costly"
    notes = {offer.action: offer.mark.note for offer in listed(state, state.side)}
    assert notes["restore 5a"].startswith("from strength ")


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_units_that_could_still_attack_are_noticed() -> None:
    state = position("german-combat", "47pz 0706, 3a 0707", turn=3)
    (warning,) = [one for one in state.warnings("german") if one.rule == "9.0"]
    assert warning.text == "1 unit could still attack."
