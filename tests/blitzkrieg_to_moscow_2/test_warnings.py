"""4.1, 13.2: what a player of Blitzkrieg to Moscow 2 is warned of before a phase ends."""

from __future__ import annotations

import pytest

from rasputitsa.core.offers import listed
from rasputitsa.games.blitzkrieg_to_moscow_2.facts import LAST_TURN

from .helpers import MINSK, MOSCOW, SMOLENSK, position


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.1")
def test_an_empty_city_within_reach_is_noticed() -> None:
    state = position("soviet-movement", f"G-2PzA {MINSK}, S-8A {MOSCOW}", turn=3)
    found = [warning for warning in state.warnings("soviet") if warning.rule == "4.1"]
    assert len(found) == 1 and found[0].gravity == "notice" and SMOLENSK in found[0].spaces
    assert MOSCOW not in found[0].spaces


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.1")
def test_a_held_city_is_no_warning() -> None:
    state = position("soviet-movement", f"G-2PzA {MINSK}, S-8A {SMOLENSK}, S-3A {MOSCOW}", turn=3)
    assert all(SMOLENSK not in warning.spaces for warning in state.warnings("soviet") if warning.rule == "4.1")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.0")
def test_the_last_german_phase_is_told_to_be_the_last() -> None:
    units = f"G-2PzA 0806, S-8A 0807, S-3A {MOSCOW}"
    state = position("german-breakthrough", units, turn=LAST_TURN, hands="G1")
    found = [one for one in state.warnings("german") if one.rule == "4.0"]
    assert [one.gravity for one in found] == ["grave"] and "your last phase" in found[0].text
    earlier = position("german-breakthrough", units, turn=LAST_TURN - 1, hands="G1")
    assert not [one for one in earlier.warnings("german") if one.rule == "4.0"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.0")
def test_units_that_could_still_move_are_noticed() -> None:
    state = position("soviet-movement", f"G-2PzA {MINSK}, S-8A {MOSCOW}", turn=3)
    (warning,) = [one for one in state.warnings("soviet") if one.rule == "10.0"]
    assert warning.gravity == "notice" and warning.spaces == (MOSCOW,)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.7")
def test_a_defence_says_what_it_costs() -> None:
    state = position("german-combat", "G-4A 0806, S-8A 0807, S-11A 0807")
    for action in ("attack 0807", "with G-4A", "fight"):
        state.take(action)
    remarks = {offer.action: offer.remark for offer in listed(state, state.side)}
    assert "after the combat it is spent" in remarks["active S-8A"] and "stays fresh" in remarks["passive S-8A"]
