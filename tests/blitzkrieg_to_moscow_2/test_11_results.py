"""11.3.6, 11.3.7, 11.5, 11.6 and re-rolls: what the die brings, completion, advance, mechanized corps."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rasputitsa.core import CHANCE, Event
from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState

from .helpers import (
    CORPS,
    KHARKOV,
    MINSK,
    at,
    at_the_die,
    attack,
    column,
    german_cities,
    hand,
    happened,
    kinds,
    legal,
    open_step,
    play,
    played,
    position,
    refused,
    rule_of,
    tokens,
    told,
    where,
)
from .random_positions import random_position

ELSEWHERE = ", G-18A 1702, S-23A 1801"  # a pair far away, so that the phase is not over with the combat in hand

# Attackers around 0807 that make each column against one spent Soviet army, and the results of the six faces.
COLUMNS = {
    "1:1": ("R-3A- 0806", "- - - - DR DL"),
    "2:1": ("R-3A 0806", "- - - DR DR DL"),
    "3:1": ("G-4A- 0806", "- - DR DR DL DE"),
    "4:1": ("G-16A 0806", "DR DR DR DL DL DE"),
    "5:1": ("G-4A 0806", "DR DR DL DL DE DE"),
    "6:1": ("G-16A 0806, R-3A 0808", "DR DL DL DE DE DE"),
    "7:1": ("G-4A 0806, R-3A 0808", "DE DE DE DE DE DE"),
}


def settle_retreats(state: BlitzkriegState) -> None:
    """The owner takes the first way offered each time."""
    while open_step(state) in ("ChooseRetreat", "Retreat"):
        play(state, legal(state)[0])


# 11.3.6


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.6")
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("name", COLUMNS)
def test_every_cell_of_the_table(name: str, face: int) -> None:
    attackers, row = COLUMNS[name]
    result = row.split()[face - 1]
    state = at_the_die(attackers + ", S-8A- 0807" + ELSEWHERE, "0807")
    assert column(state) == name
    events = play(state, f"roll {face}")
    shown = "no effect" if result == "-" else result
    assert told(events, "battle") == [f"Combat at 0807, {name}: the die shows {face}, {shown}."]
    settle_retreats(state)
    if result == "-":
        assert at(state, "S-8A") == "0807-" and open_step(state) == "Combat"
    elif result == "DE":
        assert at(state, "S-8A") == "pool" and open_step(state) == "Advance"
    else:
        assert at(state, "S-8A") not in ("pool", "0807-") and open_step(state) == "Advance"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.6")
def test_no_effect_leaves_everybody_in_place() -> None:
    state = at_the_die("R-3A 0806, S-8A 0807, S-12MC 0807" + ELSEWHERE, "0807", passive="S-8A S-12MC")
    play(state, "roll 1")
    assert where(state, "R-3A S-8A S-12MC") == ["0806-", "0807", "0807"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.6")
def test_a_retreat_does_not_spend_passive_defenders() -> None:
    """DR at 5:1: 8th Army goes two hexes, into Kharkov, and stays fresh."""
    state = at_the_die("G-4A 0806, S-8A 0807" + ELSEWHERE, "0807", passive="S-8A")
    play(state, "roll 1", "retreat 0709", "stay")
    assert at(state, "S-8A") == KHARKOV


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.6")
def test_dl_spends_all_defenders_and_drives_them_off() -> None:
    state = at_the_die("G-4A 0806, S-8A 0807" + ELSEWHERE, "0807", passive="S-8A")
    events = play(state, "roll 3")
    assert told(events, "spent") == ["The Soviet 8th Army becomes spent: DL."]
    play(state, "retreat 0709", "stay")
    assert at(state, "S-8A") == KHARKOV + "-"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.6")
def test_dl_does_no_more_than_a_retreat_to_a_spent_unit() -> None:
    state = at_the_die("G-4A 0806, S-8A- 0807" + ELSEWHERE, "0807")
    events = play(state, "roll 3", "retreat 0709", "stay")
    assert at(state, "S-8A") == KHARKOV + "-" and "eliminated" not in kinds(events)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.6")
def test_de_eliminates_fresh_and_spent_units_alike() -> None:
    state = at_the_die("G-2PzA 0806, G-3PzA 0808, S-8A 0807, S-11A- 0807, S-12MC 0807" + ELSEWHERE, "0807")
    assert column(state) == "4:1"  # 13 to 4, a column right
    events = play(state, "roll 6")
    assert where(state, "S-8A S-11A S-12MC") == ["pool"] * 3
    assert told(events, "eliminated")[0] == "The Soviet 8th Army is eliminated in 0807: DE."


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.6")
@pytest.mark.parametrize("face", range(1, 7))
def test_at_seven_to_one_the_defenders_are_always_eliminated(face: int) -> None:
    state = at_the_die("G-2PzA 0806, S-8A 0807" + ELSEWHERE, "0807", passive="S-8A")
    play(state, f"roll {face}")
    assert at(state, "S-8A") == "pool"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.6")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.1")
@pytest.mark.parametrize("face", range(1, 7))
def test_at_four_to_one_defenders_without_a_retreat_are_always_eliminated(face: int) -> None:
    """Tanks west and east hold every hex around 0807 in their zones."""
    state = at_the_die("G-2PzA 0806, G-3PzA- 0808, S-8A 0807, S-12MC 0807" + ELSEWHERE, "0807")
    assert column(state) == "4:1"  # 10 to 3, a column right
    found = state.forecast()
    assert found is not None and found.notes[0].text == "Retreat: none (eliminated)"
    assert {chance.meaning for chance in found.chances} == {"the defenders are eliminated"}
    play(state, f"roll {face}")
    assert where(state, "S-8A S-12MC") == ["pool", "pool"]


# Re-rolls (7.1, 11.3.4)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.6")
def test_a_re_roll_makes_the_roll_void() -> None:
    state = at_the_die("R-3A 0806, S-8A- 0807" + ELSEWHERE, "0807", hands="G3")
    play(state, "roll 1")
    assert (open_step(state), state.side, legal(state)) == ("ReRoll", "german", ["card G3", "pass", "quiet"])
    play(state, "card G3")
    assert state.side == CHANCE and column(state) == "2:1"
    play(state, "roll 6")  # DL: nothing is left of the 1
    assert open_step(state) == "Retreat"
    assert played(state, "german") == ["G3"] and hand(state, "german") == []


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_each_die_may_be_rolled_again_as_long_as_somebody_plays_a_card() -> None:
    state = at_the_die("R-3A 0806, S-8A- 0807" + ELSEWHERE, "0807", hands="G3 G4 S5")
    play(state, "roll 1", "card G3", "pass", "roll 2", "card G4", "pass", "roll 6")
    assert (open_step(state), state.side) == ("ReRoll", "soviet")  # both Tactical Edge! are gone
    events = play(state, "card S5", "roll 3")
    assert told(events, "battle") == ["Combat at 0807, 2:1: the die shows 3, no effect."]
    assert at(state, "S-8A") == "0807-" and open_step(state) == "Combat"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_after_the_defenders_re_roll_the_attacker_is_asked_first_again() -> None:
    state = at_the_die("R-3A 0806, S-8A- 0807" + ELSEWHERE, "0807", hands="G3 S5")
    play(state, "roll 5", "pass", "card S5", "roll 1")
    assert (open_step(state), state.side) == ("ReRoll", "german")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_partisan_re_rolls_german_attacks_only() -> None:
    state = position("soviet-combat", "S-8A 0807, S-11A 0807, R-3A- 0806" + ELSEWHERE, hands="S5 G3")
    attack(state, "0806", "S-8A S-11A")
    while open_step(state) == "ShiftCard":
        play(state, "pass")
    play(state, "roll 4")
    assert (open_step(state), state.side) == ("ReRoll", "german")  # the Soviet attacker cannot have a card for it
    play(state, "card G3", "pass")  # no Hitler Order!
    assert state.side == CHANCE  # Tactical Edge! serves a defender too


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_hitler_order_negates_a_re_roll_and_the_roll_stands() -> None:
    state = at_the_die("R-3A 0806, S-8A- 0807" + ELSEWHERE, "0807", hands="G3 S6")
    play(state, "roll 1", "card G3")
    assert (open_step(state), state.side) == ("HitlerOrder", "soviet")
    events = play(state, "card S6")
    assert told(events, "card") == ["The Soviet player plays Hitler Order! Tactical Edge! has no effect."]
    assert at(state, "S-8A") == "0807-" and open_step(state) == "Combat"  # the 1 stands: no effect


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_no_other_card_re_rolls() -> None:
    state = at_the_die("R-3A 0806, S-8A- 0807" + ELSEWHERE, "0807", hands="G1 G5 S3")
    play(state, "roll 1")
    assert legal(state) == ["pass", "quiet"]
    assert refused(state, "card G1") == (
        "7.1",
        "Blitz! (G1) cannot be played now. Its functions: Tank Action x2, Combat Shift.",
    )


# 11.3.7


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.7")
@pytest.mark.parametrize("face", range(1, 7))
def test_attackers_and_active_defenders_are_spent_whatever_the_result(face: int) -> None:
    state = at_the_die("G-16A 0806, R-3A- 0808, S-Gd1 0807" + ELSEWHERE, "0807")  # 5 to 3, 1:1
    play(state, f"roll {face}")
    settle_retreats(state)
    if open_step(state) == "Advance":
        assert at(state, "G-16A") == "0806"  # the flips come last
        play(state, "stay")
    assert where(state, "G-16A R-3A") == ["0806-", "0808-"]
    assert at(state, "S-Gd1").endswith("-")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.7")
def test_passive_defenders_stay_fresh() -> None:
    state = at_the_die("G-16A 0806, S-Gd1 0807, S-Gd2 0807" + ELSEWHERE, "0807", passive="S-Gd1 S-Gd2")  # 4 to 4
    play(state, "roll 1")
    assert where(state, "S-Gd1 S-Gd2") == ["0807", "0807"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.7")
def test_active_units_are_spent_after_they_have_retreated() -> None:
    state = at_the_die("G-4A 0806, S-8A 0807" + ELSEWHERE, "0807")  # 2:1
    play(state, "roll 4", "retreat 0709")
    assert open_step(state) == "Advance" and at(state, "S-8A") == KHARKOV
    events = play(state, "stay")
    assert at(state, "S-8A") == KHARKOV + "-"
    assert told(events, "spent") == [
        "The German 4. Armee becomes spent: it attacked.",
        "The Soviet 8th Army becomes spent: it defended actively.",
    ]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.7")
def test_units_that_did_not_take_part_stay_fresh() -> None:
    state = at_the_die("G-4A 0806, G-9A 0808, S-8A 0807" + ELSEWHERE, "0807", attackers="G-4A")
    play(state, "roll 1")
    assert where(state, "G-4A G-9A") == ["0806-", "0808"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.7")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
def test_an_active_unit_that_went_to_its_rear_area_comes_back_fresh() -> None:
    state = at_the_die("G-4A 1411, S-8A 1412" + ELSEWHERE, "1412")
    play(state, "roll 4", "stay")
    assert at(state, "S-8A") == "track3"
    assert tokens(state.view(None))["S-8A"]["face"] == 1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.7")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.6")
def test_an_active_corps_is_lost_even_in_the_rear_area() -> None:
    state = at_the_die("G-16A 1411, S-12MC 1412" + ELSEWHERE, "1412")
    play(state, "roll 1")  # 4:1, DR
    assert open_step(state) == "Advance" and at(state, "S-12MC") == "track3"
    events = play(state, "stay")
    assert at(state, "S-12MC") == "pool"
    assert told(events, "eliminated") == [
        "The Soviet 12th Mechanized Corps is eliminated: it defended actively, and a mechanized corps is never spent."
    ]


# 11.5


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.5")
def test_an_advance_is_optional_and_at_once() -> None:
    state = at_the_die("G-4A 0806, G-9A 0808, S-8A 0807" + ELSEWHERE, "0807", passive="S-8A")
    play(state, "roll 1")
    assert legal(state) == ["advance G-4A", "advance G-9A", "stay"]
    play(state, "stay")
    assert where(state, "G-4A G-9A") == ["0806-", "0808-"]
    assert rule_of(state, "advance G-4A") == "5.0"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.5")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_any_number_of_attackers_advance() -> None:
    state = at_the_die("G-4A 0806, G-9A 0808, S-8A 0807" + ELSEWHERE, "0807", passive="S-8A")
    play(state, "roll 1", "advance G-9A")
    assert legal(state) == ["advance G-4A", "stay"]
    play(state, "advance G-4A")
    assert where(state, "G-4A G-9A") == ["0807-", "0807-"]  # too many, but only for now
    assert open_step(state) == "Combat"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.5")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.6")
def test_units_of_several_stacks_advance() -> None:
    units = "S-8A 0807, S-11A 0807, S-12MC 0807, S-3A 0706, S-3MC 0706, R-3A- 0806" + ELSEWHERE
    state = at_the_die(units, "0806", phase="soviet-combat")
    play(state, "roll 6", "advance S-8A", "advance S-12MC")
    assert legal(state) == ["advance S-11A", "advance S-3A", "advance S-3MC", "stay"]
    assert refused(state, "advance S-8A") == ("11.5", "The Soviet 8th Army has already advanced.")
    play(state, "advance S-3A", "stay")
    assert where(state, "S-8A S-11A S-3A S-12MC S-3MC") == ["0806-", "0807-", "0806-", "pool", "pool"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.5")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_a_third_unit_of_a_type_may_advance() -> None:
    units = "S-8A 0807, S-11A 0807, S-3A 0706, R-3A- 0806" + ELSEWHERE
    state = at_the_die(units, "0806", phase="soviet-combat")
    play(state, "roll 6", "advance S-8A", "advance S-11A", "advance S-3A")
    assert where(state, "S-8A S-11A S-3A") == ["0806-", "0806-", "0806-"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.5")
def test_only_attackers_of_this_combat_advance() -> None:
    state = at_the_die("G-4A 0806, G-9A 0808, S-8A- 0807" + ELSEWHERE, "0807", attackers="G-4A")
    play(state, "roll 6")
    assert legal(state) == ["advance G-4A", "stay"]
    assert refused(state, "advance G-9A") == ("11.5", "The German 9. Armee did not attack 0807.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.5")
def test_nobody_advances_while_a_defender_remains() -> None:
    state = at_the_die("G-4A 0806, S-8A 0807" + ELSEWHERE, "0807")
    play(state, "roll 1")
    assert open_step(state) == "Combat"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.5")
def test_an_advance_ignores_zones_of_control_terrain_and_weather() -> None:
    """Out of one zone of the Red Guards into another, into a forest, in the mud."""
    state = at_the_die("G-3PzA 1302, G-2PzA 1202, S-8A- 1303, S-Gd1 1203, S-Gd2 1402" + ELSEWHERE, "1303", turn=3)
    play(state, "roll 6", "advance G-3PzA", "stay")
    assert at(state, "G-3PzA") == "1303-"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.5")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.2")
def test_an_advance_into_a_city_takes_it() -> None:
    state = at_the_die("G-4A 1303, G-9A 1403, S-8A- 1304" + ELSEWHERE, MINSK)
    events = play(state, "roll 6", "advance G-9A")
    assert told(events, "advance") == ["The German 9. Armee advances into 1304 Minsk."]
    assert german_cities(state) == [MINSK]


# 11.6


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.6")
def test_a_corps_alone_must_defend_actively() -> None:
    state = position("german-combat", "G-16A 0806, S-12MC 0807" + ELSEWHERE)
    events = play(state, "attack 0807", "with G-16A", "fight")
    assert state.side == CHANCE  # nobody is asked: strength 1
    assert told(events, "battle") == ["Defence of 0807: 12th Mechanized Corps active. Odds 4:1."]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.6")
def test_an_active_corps_is_eliminated_when_the_combat_is_over() -> None:
    state = at_the_die("R-3A 0806, S-12MC 0807" + ELSEWHERE, "0807")
    events = play(state, "roll 1")
    assert at(state, "S-12MC") == "pool"
    assert [event.rule for event in events if happened(event) == "eliminated"] == ["11.6"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.6")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.5")
def test_its_loss_comes_after_the_advance_so_nobody_enters() -> None:
    """No effect: the corps stands while attackers could advance, and is lost at completion."""
    state = at_the_die("R-3A 0806, S-12MC 0807" + ELSEWHERE, "0807")
    play(state, "roll 1")
    assert open_step(state) == "Combat" and at(state, "R-3A") == "0806-"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.6")
def test_a_corps_with_infantry_may_defend_passively_with_nothing() -> None:
    for army in ("S-8A", "S-8A-"):
        state = position("german-combat", f"G-16A 0806, {army} 0807, S-12MC 0807" + ELSEWHERE)
        play(state, "attack 0807", "with G-16A", "fight")
        if army == "S-8A":
            play(state, "passive S-8A")
        assert legal(state) == ["active S-12MC", "passive S-12MC"]
        play(state, "passive S-12MC")
        assert column(state) == "4:1"  # 4 to 1 + 0


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.6")
def test_of_two_corps_alone_one_must_be_active() -> None:
    state = position("german-combat", "G-16A 0806, S-12MC 0807, S-3MC 0807" + ELSEWHERE)
    play(state, "attack 0807", "with G-16A", "fight")
    assert legal(state) == ["active S-12MC", "passive S-12MC"]
    copy = state.copy()
    play(state, "active S-12MC")
    assert legal(state) == ["active S-3MC", "passive S-3MC"]  # the other is a unit of strength 1
    play(state, "passive S-3MC")
    assert column(state) == "4:1"
    play(copy, "passive S-12MC")
    assert copy.side == CHANCE and column(copy) == "4:1"  # then the other is active without being asked
    play(copy, "roll 1")
    settle_retreats(copy)
    play(copy, "stay")
    assert at(copy, "S-12MC") not in ("pool", "0807") and at(copy, "S-3MC") == "pool"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.6")
def test_two_active_corps_defend_with_two() -> None:
    state = at_the_die("G-16A 0806, S-12MC 0807, S-3MC 0807" + ELSEWHERE, "0807")
    assert column(state) == "2:1"
    play(state, "roll 1")
    assert where(state, "S-12MC S-3MC") == ["pool", "pool"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.6")
def test_a_passive_corps_shares_the_result() -> None:
    units = "G-4A 0806, S-8A 0807, S-12MC 0807" + ELSEWHERE  # 5:1 if both are passive
    state = at_the_die(units, "0807", passive="S-8A S-12MC")
    play(state, "roll 1")  # DR: it retreats with the army and lives
    settle_retreats(state)
    play(state, "stay")
    assert at(state, "S-12MC") not in ("pool", "0807")
    state = at_the_die(units, "0807", passive="S-8A S-12MC")
    play(state, "roll 3")  # DL: it would be spent
    assert at(state, "S-12MC") == "pool" and at(state, "S-8A").endswith("-")
    state = at_the_die(units, "0807", passive="S-8A S-12MC")
    play(state, "roll 6")  # DE
    assert where(state, "S-8A S-12MC") == ["pool", "pool"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.6")
def test_a_passive_corps_survives_where_nothing_happens() -> None:
    state = at_the_die("R-3A 0806, S-8A 0807, S-12MC 0807" + ELSEWHERE, "0807", passive="S-12MC")
    play(state, "roll 1")
    assert where(state, "S-8A S-12MC") == ["0807-", "0807"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.6")
def test_a_corps_that_attacks_is_eliminated_afterwards() -> None:
    for face in (1, 6):
        state = at_the_die("S-12MC 0807, S-8A 0807, R-3A- 0806" + ELSEWHERE, "0806", phase="soviet-combat")
        play(state, f"roll {face}")
        settle_retreats(state)
        if open_step(state) == "Advance":
            play(state, "stay")
        assert where(state, "S-12MC S-8A") == ["pool", "0807-"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.6")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.5")
def test_a_corps_that_attacked_may_take_a_city_before_it_is_lost() -> None:
    units = "S-12MC 1305, S-3MC 1305, S-8A 1305, S-11A 1303, R-3A- 1304" + ELSEWHERE
    state = at_the_die(units, MINSK, phase="soviet-combat")
    assert german_cities(state) == [MINSK]
    play(state, "roll 6", "advance S-12MC", "stay")
    assert at(state, "S-12MC") == "pool" and german_cities(state) == []


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.6")
def test_the_forecast_names_the_corps_that_dl_costs() -> None:
    state = at_the_die("G-4A 0806, S-8A 0807, S-12MC 0807" + ELSEWHERE, "0807", passive="S-8A S-12MC")
    found = state.forecast()
    assert found is not None
    assert {chance.result: chance.meaning for chance in found.chances} == {
        "DR": "the defenders retreat",
        "DL": "the defenders are spent and retreat; lost: 12th Mechanized Corps",
        "DE": "the defenders are eliminated",
    }


# Luck


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.6")
def test_luck_is_fair_and_follows_the_table() -> None:
    state = at_the_die("G-4A 0806, S-8A- 0807" + ELSEWHERE, "0807")  # DR DR DL DL DE DE
    luck = []
    for action in state.actions():
        found = state.luck(action)
        assert found is not None and found[0] == "german"
        luck.append(found[1])
    assert abs(sum(luck)) < 1e-9
    assert luck[0] == luck[1] == luck[2] == luck[3] < luck[4] == luck[5]  # a spent unit cannot be spent again


# Against the reference


def fates(events: list[Event]) -> dict[str, list[str]]:
    """What happened to each unit in a combat, up to the end of the phase."""
    found: dict[str, list[str]] = {}
    for event in events:
        if happened(event) == "phase":
            break
        if happened(event) in ("spent", "eliminated", "departure"):
            found.setdefault(event.tokens[0].token, []).append(happened(event))
    return found


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.6")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.7")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.6")
def test_fates_in_random_combats_follow_from_result_and_defence() -> None:
    rng = Random(117)
    seen = Counter[str]()
    while sum(seen.values()) < 400:
        state = random_position(rng, rng.choice(("german-combat", "soviet-combat")), radius=3)
        state.hands = 0  # no cards
        if state.outcome is not None or open_step(state) != "Combat" or not legal(state, "attack"):
            continue
        play(state, f"attack {rng.choice(legal(state, 'attack'))}")
        for unit in legal(state, "with"):
            if rng.random() < 0.7 or "fight" not in legal(state):
                play(state, f"with {unit}")
        play(state, "fight")
        while state.outcome is None and open_step(state) == "ChooseDefence":
            play(state, rng.choice([action for action in legal(state) if action != "ask"]))
        if state.side != CHANCE:
            continue
        before = state.position()
        battle = next(step["battle"] for step in reversed(before["stack"]) if "battle" in step)
        for face in range(1, 7):
            copy = state.copy()
            events = play(copy, f"roll {face}")
            result = told(events, "battle")[0].split()[-1].rstrip(".")
            while copy.outcome is None and open_step(copy) in ("ChooseRetreat", "Retreat", "Advance"):
                events += play(copy, "stay" if open_step(copy) == "Advance" else rng.choice(legal(copy)))
            german = battle["attackers"][0][0] != "S"
            if result == "DR" and german and before["hero_stands"] and before["hero"] == battle["hex"]:
                result = "-"
            check_fates(fates(events), before, battle, result)
            seen[result] += 1
    assert min(seen.values()) > 30


def check_fates(found: dict[str, list[str]], before: dict[str, Any], battle: dict[str, Any], result: str) -> None:
    fresh = {unit for unit, facts in before["units"].items() if facts.get("side") == "fresh"}
    for unit in battle["attackers"]:
        assert found.get(unit, []) == (["eliminated"] if unit in CORPS else ["spent"] if unit in fresh else [])
    for unit in battle["defenders"]:
        fate = found.get(unit, [])
        tired = ["eliminated"] if unit in CORPS else ["spent"] if unit in fresh else []
        if result == "-":
            assert fate == (tired if unit in battle["active"] else [])
        elif result == "DE":
            assert fate == ["eliminated"]
        elif result == "DL":
            assert fate[: len(tired)] == tired and fate[len(tired) :] in ([], ["departure"], ["eliminated"])
        elif fate[:1] == ["departure"]:  # a corps that was active is lost even there
            assert fate[1:] == (["eliminated"] if unit in CORPS and unit in battle["active"] else [])
        else:
            assert fate in (["eliminated"], tired if unit in battle["active"] else [])
