"""7.0 to 7.2: playing cards, their functions, cards that were not played."""

from __future__ import annotations

import json
from random import Random

import pytest

from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState

from .helpers import (
    GAME,
    MINSK,
    MOSCOW,
    RIGA,
    at,
    at_the_die,
    attack,
    column,
    german_cities,
    hand,
    kinds,
    legal,
    logistics,
    open_step,
    passing,
    phase_of,
    play,
    played,
    position,
    random_walk,
    refused,
    rule_of,
    to_phase,
    told,
    where,
)

DUEL = "G-2PzA 0806, S-8A 0807, S-9A 0812, G-4A center"  # 7 against 2 in the open: 3:1, for tanks 4:1


# 7.0


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
def test_a_card_is_played_for_one_of_its_functions() -> None:
    state = logistics("german", f"G-4A- {MINSK}, G-9A- 1305, S-8A {MOSCOW}", hands="G5", german=RIGA)
    events = play(state, "card G5")
    assert (open_step(state), legal(state)) == ("ChooseFunction", ["as activation", "as rail", "as rebuilt"])
    assert told(events, "card") == ["The German player plays Replacement!"]
    events = play(state, "as activation")
    assert told(events, "card") == ["The German player plays Replacement! for Activation."]
    play(state, "activate G-9A")
    assert where(state, "G-4A G-9A") == [f"{MINSK}-", "1305"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
def test_a_played_card_is_discarded_and_cannot_be_played_again() -> None:
    state = logistics("german", f"G-4A- {MINSK}, G-9A- 1305, S-8A {MOSCOW}", hands="G3 G5")
    play(state, "card G5", "as activation", "activate G-9A")
    assert (hand(state, "german"), played(state, "german")) == (["G3"], ["G5"])
    assert legal(state, "card") == ["G3"]
    assert refused(state, "card G5") == ("7.0", "Replacement! (G5) has already been played.")
    play(state, "done")
    assert (phase_of(state), rule_of(state, "card G5")) == ("german-movement", "7.0")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
def test_only_functions_that_fit_are_offered() -> None:
    state = logistics("german", f"G-4A {MINSK}, S-8A {MOSCOW}", hands="G5")  # nobody is spent
    play(state, "card G5")
    assert legal(state) == ["as rail", "as rebuilt"]
    assert refused(state, "as activation") == ("7.1", "Replacement! cannot be played for Activation now.")
    assert refused(state, "as shift") == ("7.0", "Replacement! has no Combat Shift function.")
    assert refused(state, "done") == ("7.0", "Choose what Replacement! is played for.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
def test_a_single_function_is_not_asked_for() -> None:
    state = position("german-movement", "G-4A- 1305, G-9A- 1303, S-8A 1410", hands="G3")
    events = play(state, "card G3")
    assert open_step(state) == "Activate"
    assert told(events, "card") == ["The German player plays Tactical Edge! for Activation."]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
def test_a_card_that_is_not_in_the_hand() -> None:
    state = position("german-movement", "G-4A- 1305, S-8A 1410", hands="G3")
    assert refused(state, "card G4") == ("6.1", "Tactical Edge! (G4) is not in your hand.")
    assert refused(state, "card S1") == ("2.3", "Reinforcements! (S1) is one of the other side's cards.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_no_card_is_played_while_something_else_is_asked() -> None:
    state = position("german-movement", "G-4A- 1305, S-8A 1410", hands="G3")
    play(state, "unit G-4A")
    rule, sentence = refused(state, "card G3")
    assert rule == "7.1" and sentence.startswith("No card can be played now. Choose where to move the German 4. Armee")
    assert refused(state, "card G4") == ("6.1", "Tactical Edge! is not in your hand.")
    assert rule_of(state, "card S1") == "5.0"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
@pytest.mark.parametrize("answer", ["done", "quiet"])
def test_an_activation_is_asked_for_even_if_nobody_can_move(answer: str) -> None:
    ring = "S-Gd1 0808, S-Gd2 0806, S-8A 0707, S-9A 0708, S-10A 0907, S-11A 0908"
    state = position("german-movement", f"G-4A- 0807, {ring}", hands="G5")
    assert (phase_of(state), legal(state)) == ("german-movement", ["card G5", "done", "quiet"])
    play(state, answer)
    assert phase_of(state) == "german-combat"
    state = position("german-movement", f"G-4A- 0807, {ring}", hands="G1")  # the hand does not matter
    assert legal(state) == ["done", "quiet"]
    state = position("german-movement", f"G-4A 0807, {ring}", hands="G5")  # nobody is spent
    assert phase_of(state) == "german-combat"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
def test_a_card_has_up_to_three_functions() -> None:
    """The Hero City is no function of 7.1 but another use of Reinforcements! (14.1)."""
    for card in GAME.manifest()["cards"]:
        functions = {function["name"] for function in card["functions"]} - {"hero"}
        assert 1 <= len(functions) <= 3


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
@pytest.mark.parametrize("seed", range(4))
def test_no_card_is_both_in_a_hand_and_played(seed: int) -> None:
    for state in random_walk(seed):
        for side in ("german", "soviet"):
            assert not set(hand(state, side)) & set(played(state, side))


# 7.1: Combat Shift


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_a_combat_shift_for_the_attacker() -> None:
    state = position("german-combat", DUEL, hands="G1")
    attack(state, "0807")
    assert (open_step(state), state.side, column(state)) == ("ShiftCard", "german", "4:1")
    play(state, "card G1")
    assert (open_step(state), column(state), played(state, "german")) == ("RollDie", "5:1", ["G1"])


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_a_combat_shift_for_the_defender() -> None:
    state = position("german-combat", DUEL, hands="S3")
    attack(state, "0807")
    assert (open_step(state), state.side) == ("ShiftCard", "soviet")
    play(state, "card S3")
    assert (open_step(state), column(state)) == ("RollDie", "3:1")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
@pytest.mark.parametrize("side, card, odds", [("soviet", "S3", "6:1"), ("german", "G2", "4:1")])
def test_combat_shifts_in_a_soviet_attack(side: str, card: str, odds: str) -> None:
    """4 against 1 and a tank unit in the open: 5:1, more or less the card."""
    state = position("soviet-combat", "S-Gd1 0807, S-12MC 0807, R-3A- 0806, G-4A center", hands=card)
    attack(state, "0806")
    assert (open_step(state), state.side, column(state)) == ("ShiftCard", side, "5:1")
    play(state, f"card {card}")
    assert (open_step(state), column(state)) == ("RollDie", odds)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_city_fights_for_units_that_defend_a_city() -> None:
    state = position("german-combat", f"G-2PzA 1409, S-8A {MOSCOW}, S-9A 0812", hands="S4")
    attack(state, MOSCOW)
    before = column(state)
    play(state, "card S4")
    assert (before, open_step(state), column(state)) == ("2:1", "RollDie", "1:1")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_city_fights_for_units_that_attack_a_city() -> None:
    units = f"S-Gd1 1411, S-Gd2 1409, S-Gd3 1510, R-3A- {MOSCOW}, G-4A center"
    state = position("soviet-combat", units, hands="S4")
    attack(state, MOSCOW)
    assert column(state) == "6:1"  # 9 against 1 is 7:1, less the city
    play(state, "card S4")
    assert column(state) == "7:1"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_city_fights_is_of_no_use_elsewhere() -> None:
    state = position("german-combat", DUEL, hands="S4")
    attack(state, "0807")
    assert legal(state) == ["pass", "quiet"]  # asked all the same: a T-34! could be there
    assert refused(state, "card S4") == ("7.1", "0807 is not a city.")
    # nor for units that attack out of a city
    state = position("soviet-combat", f"S-Gd1 {MOSCOW}, R-3A- 1409, G-4A center", hands="S4")
    attack(state, "1409")
    assert legal(state, "card") == [] and rule_of(state, "card S4") == "7.1"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_shifts_are_played_only_in_combat() -> None:
    for phase in ("german-movement", "german-combat"):
        state = position(phase, DUEL, hands="G1")
        assert legal(state, "card") == []
        assert refused(state, "card G1") == (
            "7.1",
            "Blitz! (G1) cannot be played now. Its functions: Tank Action x2, Combat Shift.",
        )


# 7.1: Tank Action


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
@pytest.mark.parametrize(
    "phase", ["german-logistics", "german-movement", "german-combat", "german-breakthrough", "german-supply"]
)
def test_a_tank_action_in_the_breakthrough_phase_only(phase: str) -> None:
    units = DUEL.replace("G-4A", "G-4A-")
    if phase == "german-logistics":
        state = logistics("german", units, hands="G1 G3 S1")
    else:
        state = position(phase, units, hands="G1 G3 S1")
    assert phase_of(state) == phase
    play(state, "card G3")
    assert ("as tank-action" in legal(state)) == (phase == "german-breakthrough")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_a_soviet_tank_action() -> None:
    state = position("soviet-breakthrough", "S-12MC 1310, G-4A 1304", hands="S3")
    play(state, "card S3")
    assert open_step(state) == "TankAction"
    play(state, "unit S-12MC", "move 1309", "stop")
    assert at(state, "S-12MC") == "1309"


# 7.1: Activation

SPENT = f"G-2PzA- 0806, G-4A- {MINSK}, S-8A- 0807, S-9A- {MOSCOW}, S-10A 0812"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
@pytest.mark.parametrize("side, card, unit", [("german", "G3", "G-4A"), ("soviet", "S5", "S-9A")])
@pytest.mark.parametrize("phase", ["logistics", "movement", "combat", "breakthrough", "supply"])
def test_activation_at_the_start_of_any_own_phase(side: str, card: str, unit: str, phase: str) -> None:
    if phase == "logistics":
        state = logistics(side, SPENT, hands=card)
    else:
        state = position(f"{side}-{phase}", SPENT, hands=card)
    assert (phase_of(state), state.side) == (f"{side}-{phase}", side)
    play(state, f"card {card}")
    if open_step(state) == "ChooseFunction":
        play(state, "as activation")
    events = play(state, f"activate {unit}")
    assert told(events, "restored")[0].endswith("is fresh again: Activation.")
    assert at(state, unit)[-1] != "-"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
@pytest.mark.parametrize("phase", ["movement", "combat", "breakthrough", "supply"])
def test_no_activation_in_the_phases_of_the_other(phase: str) -> None:
    state = position(f"german-{phase}", SPENT.replace("0806", "1205"), hands="S5")
    assert state.side == "german" or phase_of(state).startswith("soviet")
    state = position(f"soviet-{phase}", SPENT.replace("0806", "1205"), hands="G3")
    assert state.side == "soviet" or phase_of(state).startswith("german")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_activation_before_the_first_move_only() -> None:
    state = position("german-movement", SPENT, hands="G3")
    assert "card G3" in legal(state)
    play(state, "unit G-4A", "move 1303", "stop")
    assert "card G3" not in legal(state)
    assert refused(state, "card G3") == (
        "7.1",
        "Activation can be played only at the start of the phase, before any unit moves.",
    )
    state = position("german-movement", SPENT, hands="G3")
    play(state, "unit G-4A", "stop")  # it did not move
    assert "card G3" in legal(state)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_after_the_last_move_nobody_is_asked_for_an_activation() -> None:
    state = position("german-movement", "G-4A- 1303, S-8A 1410", hands="G3")
    play(state, "unit G-4A", "move 1302", "stop")
    assert phase_of(state) == "german-combat"  # which begins, so the card can be played again
    assert "card G3" in legal(state)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_activation_before_the_first_attack_only() -> None:
    state = position("german-combat", SPENT + ", G-9A- 1305, S-11A 1306", hands="G3")
    assert "card G3" in legal(state)
    attack(state, "0807")
    passing(state)
    play(state, "roll 1")
    while open_step(state) != "Combat":
        play(state, legal(state)[-1] if open_step(state) != "ReRoll" else "pass")
    assert refused(state, "card G3") == (
        "7.1",
        "Activation can be played only at the start of the phase, before any attack.",
    )


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_after_the_last_attack_nobody_is_asked_for_an_activation() -> None:
    state = at_the_die("R-3A 0806, S-8A 0807, S-9A 2012", "0807", hands="G3")
    play(state, "roll 1", "pass")  # no effect; the Romanians are spent
    assert at(state, "R-3A") == "0806-" and phase_of(state) == "german-breakthrough"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_several_activations_one_after_another() -> None:
    state = position("german-movement", SPENT, hands="G3 G4 G5")
    play(state, "card G3", "activate G-4A", "card G4")
    assert where(state, "G-4A G-2PzA") == [MINSK, "0806"]
    assert "card G5" not in legal(state)  # nobody is spent any more
    assert rule_of(state, "card G5") == "7.1"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_activation_in_the_breakthrough_phase_between_tank_actions() -> None:
    state = position("german-breakthrough", SPENT, hands="G3 G4")
    play(state, "card G3", "as tank-action", "unit G-2PzA", "move 0805", "stop")
    play(state, "card G4", "as activation", "activate G-2PzA")
    assert at(state, "G-2PzA") == "0805"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_activation_needs_no_supply_and_reaches_rear_areas() -> None:
    ring = "S-Gd1 1307, S-Gd2 1205, S-Gd3 1405"  # 1306 is cut off
    state = position("german-movement", f"G-4A- 1306, G-9A- center, {ring}, S-8A 0812", hands="G3 G4")
    play(state, "card G3", "activate G-4A", "card G4")
    assert where(state, "G-4A G-9A") == ["1306", "center"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_whom_activation_does_not_reach() -> None:
    state = position("german-movement", SPENT + ", G-6A track4, G-9A 1303", hands="G3")
    play(state, "card G3")
    assert legal(state) == ["activate G-2PzA", "activate G-4A"]
    assert refused(state, "activate G-9A") == ("7.1", "The German 9. Armee is already fresh.")
    assert refused(state, "activate S-8A") == ("7.1", "The Soviet 8th Army is an enemy unit.")
    assert refused(state, "activate G-6A") == ("7.1", "The German 6. Armee is not in play.")
    assert refused(state, "done") == ("7.1", "Choose the spent unit that becomes fresh.")


# 7.1: Re-Roll


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_a_re_roll_negates_the_die() -> None:
    state = at_the_die(DUEL, "0807", hands="G3")
    play(state, "roll 1")
    assert (open_step(state), state.side) == ("ReRoll", "german")
    assert "the die shows 1, DR" in (state.question.text if state.question else "")
    play(state, "card G3")
    assert open_step(state) == "RollDie" and played(state, "german") == ["G3"]
    play(state, "roll 6")  # DE on the column 4:1
    assert at(state, "S-8A") == "pool"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_each_die_may_be_rolled_again() -> None:
    state = at_the_die(DUEL, "0807", hands="G3 G4 S5")
    play(state, "roll 1", "card G3", "pass", "roll 2", "card G4", "pass", "roll 4")
    assert state.side == "soviet"  # no German card is left
    play(state, "card S5", "roll 6")
    assert at(state, "S-8A") == "pool"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_the_attacker_is_asked_first_and_anew_after_every_roll() -> None:
    state = at_the_die(DUEL, "0807", hands="G3 S5")
    play(state, "roll 4")
    assert (open_step(state), state.side) == ("ReRoll", "german")
    play(state, "pass")
    assert (open_step(state), state.side) == ("ReRoll", "soviet")
    play(state, "card S5")
    assert open_step(state) == "RollDie"
    play(state, "roll 1")
    assert state.side == "german"
    play(state, "card G3")
    assert open_step(state) == "RollDie"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_partisan_re_rolls_german_attacks_only() -> None:
    units = "S-Gd1 0807, R-3A- 0806, G-4A center"
    state = at_the_die(units, "0806", phase="soviet-combat", hands="S5")
    events = play(state, "roll 1")
    assert "attack" not in kinds(events) and open_step(state) != "ReRoll"  # nothing Soviet re-rolls a Soviet attack
    state = at_the_die(DUEL, "0807", hands="S5")
    play(state, "roll 6")
    assert legal(state) == ["card S5", "pass", "quiet"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_tactical_edge_re_rolls_any_combat() -> None:
    units = "S-Gd1 0807, R-3A- 0806, G-4A center"
    state = at_the_die(units, "0806", phase="soviet-combat", hands="G4 S5")
    play(state, "roll 6")
    assert (open_step(state), state.side) == ("ReRoll", "german")
    assert legal(state) == ["card G4", "pass", "quiet"]
    play(state, "card G4", *(["pass"] if open_step(state) == "HitlerOrder" else []))
    passing(state)
    assert open_step(state) == "RollDie"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
@pytest.mark.parametrize("card", ["G1", "G5", "S3", "S4", "S6"])
def test_other_cards_do_not_re_roll(card: str) -> None:
    state = at_the_die(DUEL, "0807", hands=card)
    play(state, "roll 1")
    if open_step(state) == "ReRoll":
        assert legal(state) == ["pass", "quiet"]
        assert rule_of(state, f"card {card}") == "7.1"


# 7.1: Rebuilt and Reinforcements


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
@pytest.mark.parametrize("side, card", [("german", "G5"), ("soviet", "S1"), ("soviet", "S3")])
@pytest.mark.parametrize("phase", ["movement", "combat", "breakthrough", "supply"])
def test_units_come_back_in_the_logistics_phase_only(side: str, card: str, phase: str) -> None:
    state = position(f"{side}-{phase}", SPENT, hands=card)
    if f"card {card}" in legal(state):
        play(state, f"card {card}")
        assert open_step(state) in ("Activate", "TankAction") and not legal(state, "raise") + legal(state, "rebuild")


# 7.1: Hitler Order


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_hitler_order_negates_a_combat_shift() -> None:
    state = position("german-combat", DUEL, hands="G1 G2 S6")
    attack(state, "0807")
    play(state, "card G1")
    assert (open_step(state), state.side) == ("HitlerOrder", "soviet")
    events = play(state, "card S6")
    assert told(events, "card") == ["The Soviet player plays Hitler Order! Blitz! has no effect."]
    assert (column(state), open_step(state), state.side) == ("4:1", "ShiftCard", "german")
    assert (played(state, "german"), played(state, "soviet")) == (["G1"], ["S6"])
    play(state, "card G2")  # he may go on with another card
    assert column(state) == "5:1"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_hitler_order_negates_a_re_roll() -> None:
    state = at_the_die(DUEL, "0807", hands="G3 S6")
    play(state, "roll 1", "card G3", "card S6")
    passing(state)
    assert open_step(state) == "Retreat"  # the 1 counts: DR


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_hitler_order_in_a_soviet_attack() -> None:
    """German cards of the defence can be negated as well."""
    state = position("soviet-combat", "S-Gd1 0807, R-3A- 0806, G-4A center", hands="G1 S6")
    attack(state, "0806")
    assert state.side == "soviet"  # asked for a shift, as far as the Germans know
    play(state, "pass", "card G1", "card S6")
    assert column(state) == "3:1" and played(state, "soviet") == ["S6"]
    assert open_step(state) == "RollDie"  # no German card is left


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
@pytest.mark.parametrize("card", ["G1", "G3"])
def test_hitler_order_negates_a_tank_action(card: str) -> None:
    state = position("german-breakthrough", DUEL, hands=f"{card} G4 S6")
    play(state, f"card {card}", "card S6")
    assert open_step(state) == "Breakthrough" and legal(state, "card") == ["G4"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_hitler_order_negates_an_activation_a_rail_move_a_rebuilding() -> None:
    units = f"G-4A- {MINSK}, G-9A- 1305, S-8A {MOSCOW}"
    for function in ("activation", "rail", "rebuilt"):
        state = logistics("german", units, hands="G5 G3 S6", german=RIGA)
        before = state.position()["units"]
        play(state, "card G5", f"as {function}", "card S6")
        assert open_step(state) == "Logistics" and state.position()["units"] == before
        assert legal(state, "card") == ["G3"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.1")
def test_hitler_order_against_two_replacement_cards_strikes_one() -> None:
    """Our reading: the other one rebuilds an eliminated unit, if there is any."""
    state = logistics("german", f"G-9A 1305, G-6A surrendered, S-8A {MOSCOW}", hands="G5 G6 S6")
    play(state, "both", "card S6")
    assert open_step(state) == "Rebuild" and "rebuild G-6A" not in legal(state)
    play(state, "rebuild G-4A")
    assert where(state, "G-4A G-6A") == ["center-", "surrendered"]
    everybody = ", ".join(
        f"{unit.name} track6" for unit in GAME.pieces if unit.side == 0 and unit.name not in ("G-9A", "G-6A")
    )
    state = logistics("german", f"G-9A 1305, G-6A surrendered, {everybody}, S-8A {MOSCOW}", hands="G5 G6 S6")
    play(state, "both", "card S6")
    assert at(state, "G-6A") == "surrendered" and hand(state, "german") == []


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_without_hitler_order_the_card_takes_effect() -> None:
    for answer in ("pass", "quiet"):
        state = position("german-combat", DUEL, hands="G1 S6")
        attack(state, "0807")
        play(state, "card G1", answer)
        assert column(state) == "5:1"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_no_soviet_card_is_negated() -> None:
    state = logistics("soviet", f"S-8A {MOSCOW}, G-4A {MINSK}", hands="G1 G2 G3 G4 G5 G6 S1")
    play(state, "card S1", "as rail")
    assert state.side == "soviet" and open_step(state) == "RailMove"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_refusals_at_hitler_order() -> None:
    state = position("german-combat", DUEL, hands="G1 S5 S6")
    attack(state, "0807")
    play(state, "card G1")
    assert legal(state) == ["card S6", "pass", "quiet"]
    assert refused(state, "card S5") == ("7.1", "Partisan! cannot negate a German card.")
    assert refused(state, "card S4") == ("6.1", "City Fights! is not in your hand.")
    assert rule_of(state, "roll 1") == "7.1"


# Who is asked, and when.


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
@pytest.mark.parametrize("card", ["S1", "S2", "S3", "S4", "S5", "S6"])
def test_hitler_order_is_asked_for_whatever_the_hand(card: str) -> None:
    state = position("german-combat", DUEL, hands=f"G1 {card}")
    attack(state, "0807")
    play(state, "card G1")
    assert (open_step(state), state.side) == ("HitlerOrder", "soviet")
    assert [action for action in legal(state) if not action.startswith("card")] == ["pass", "quiet"]
    # Who does not hold it is told so; the others are not.
    own, public = asked(state, "soviet"), asked(state, None)
    assert own == public + ("" if card == "S6" else " You do not hold it.")


def asked(state: BlitzkriegState, viewer: str | None) -> str:
    question = state.question_for(viewer)
    assert question is not None
    return question.text


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
def test_who_holds_no_card_that_fits_is_told_so() -> None:
    state = at_the_die(DUEL, "0807", hands="G3 S6")
    play(state, "roll 4", "pass")
    assert (open_step(state), state.side) == ("ReRoll", "soviet")
    assert asked(state, "soviet") == asked(state, "german") + " You hold no such card."


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
def test_what_has_been_played_is_known_to_be_gone() -> None:
    state = position("german-combat", DUEL, hands="G1 S5", played="S6")
    attack(state, "0807")
    play(state, "card G1")
    assert open_step(state) != "HitlerOrder"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
def test_nobody_is_asked_without_a_card() -> None:
    state = position("german-combat", DUEL, hands="G1")
    attack(state, "0807")
    play(state, "card G1")
    assert open_step(state) == "RollDie"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
def test_who_does_not_wish_to_be_asked_is_asked_again_in_the_next_phase() -> None:
    units = DUEL + ", G-9A 0606, S-10A 0607"
    state = position("german-combat", units, hands="G3 G4 S1")
    attack(state, "0807")
    assert (open_step(state), state.side) == ("ShiftCard", "german")
    play(state, "quiet")
    assert (open_step(state), state.side) == ("ShiftCard", "soviet")
    play(state, "quiet", "roll 1")
    while open_step(state) != "Combat":  # retreat and advance
        assert open_step(state) not in ("ShiftCard", "ReRoll", "HitlerOrder")
        play(state, legal(state)[-1])
    attack(state, "0607")
    assert open_step(state) == "RollDie"
    play(state, "roll 1")
    to_phase(state, "german-breakthrough")
    assert open_step(state) == "Breakthrough" and "card G3" in legal(state)
    play(state, "card G3", "as tank-action")
    assert open_step(state) == "HitlerOrder"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
def test_hands_that_differ_give_the_other_the_same_questions() -> None:
    """The Soviets hold this or that: the German side is asked and told the same until a card is shown."""
    seen = []
    for card in ("S1", "S6", "S4"):
        state = position("german-combat", DUEL, hands=f"G1 {card}")
        attack(state, "0807")
        events = play(state, "card G1", "pass")
        if open_step(state) == "ShiftCard":
            events += play(state, "pass")
        texts_told = [event.text for event in events if event.visible_to in (None, "german")]
        seen.append(json.dumps([state.view("german"), texts_told, open_step(state)]))
    assert len(set(seen)) == 1


# 7.2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.2")
def test_unplayed_cards_are_discarded_at_the_start_of_the_own_logistics_phase() -> None:
    state = position("soviet-movement", f"G-4A {MINSK}, S-8A {MOSCOW}", turn=2, hands="G1 G5 S1 S6", played="G2 S3")
    events = play(state, "done")
    assert (phase_of(state), hand(state, "german"), played(state, "german")) == ("german-logistics", [], [])
    assert hand(state, "soviet") == ["S1", "S6"]  # theirs stay for the German player turn
    assert told(events, "card") == ["The German player discards two unplayed cards."]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.2")
def test_all_six_can_be_chosen_again_played_ones_included() -> None:
    state = position("soviet-logistics", f"G-4A {MINSK}, S-8A {MOSCOW}", turn=2, hands="S1", played="S2 S6")
    play(state, "done")
    assert legal(state) == [f"take S{number}" for number in range(1, 7)]
    play(state, "take S6", "take S1")
    assert hand(state, "soviet") == ["S1", "S6"] and played(state, "soviet") == []


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.2")
def test_discarded_cards_are_not_shown() -> None:
    events = [
        play(position("soviet-movement", f"G-4A {MINSK}, S-8A {MOSCOW}", hands=hands), "done")
        for hands in ("G1 G2", "G5 G6")
    ]
    assert [event.data() for event in events[0]] == [event.data() for event in events[1]]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.2")
def test_nothing_is_said_where_nothing_is_discarded() -> None:
    state = position("soviet-movement", f"G-4A {MINSK}, S-8A {MOSCOW}", turn=2)
    assert "card" not in kinds(play(state, "done"))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.2")
def test_the_soviet_hand_lasts_through_the_german_player_turn() -> None:
    state = position("soviet-logistics", f"G-4A {MINSK}, S-8A {MOSCOW}", turn=1)
    play(state, "done", "take S5", "take S6")
    while not (state.turn == 2 and phase_of(state) == "german-movement"):
        play(state, next(a for a in ("done", "pass", legal(state)[0]) if a in legal(state)))
    assert hand(state, "soviet") == ["S5", "S6"] and german_cities(state) == [MINSK]


# 7.0: not to be asked, and questions that nobody would say yes to


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
def test_to_play_no_more_cards_does_not_give_up_the_free_rail_move() -> None:
    state = logistics("soviet", f"S-8A {MOSCOW}, S-9A- 1412, G-4A center", hands="S1 S4")
    play(state, "quiet")
    assert open_step(state) == "Logistics" and {"rail", "done", "ask"} <= set(legal(state))
    play(state, "ask")
    assert "quiet" in legal(state) and "ask" not in legal(state)
    play(state, "quiet", "rail", "load S-8A", "move 1210")
    assert phase_of(state) == "soviet-movement"  # nothing is left to be asked


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
def test_without_a_rail_move_it_ends_the_logistics_phase() -> None:
    state = logistics("german", "G-4A- 1305, G-9A center, S-8A 1410", hands="G5")
    play(state, "quiet")
    assert phase_of(state) == "german-movement"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
def test_in_the_breakthrough_phase_it_can_be_taken_back() -> None:
    state = position("german-breakthrough", "G-2PzA 0806, S-8A- 0807, S-11A- 0807, S-9A 0809", hands="G1 G2 G3 G4")
    play(state, "card G3", "attack 0807", "with G-2PzA", "fight")
    assert (open_step(state), state.side) == ("ShiftCard", "german")
    play(state, "quiet", "roll 6", "stay")
    assert open_step(state) == "Breakthrough" and legal(state)[-2:] == ["done", "ask"]
    play(state, "ask")
    assert state.position()["quiet"] == [] and legal(state)[-2:] == ["done", "quiet"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
def test_a_guess_does_not_know_whether_the_other_side_wants_to_be_asked() -> None:
    state = position("german-combat", DUEL, hands="G1 S3", quiet=["german", "soviet"])
    assert state.guess("german", Random(1)).position()["quiet"] == ["german"]
    assert state.guess("soviet", Random(1)).position()["quiet"] == ["soviet"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_nobody_is_asked_to_re_roll_its_own_best_result() -> None:
    """4:1 has DR, DL and DE. After DE the attacker is not asked, after DR the defender is not."""
    state = at_the_die(DUEL, "0807", hands="G3 S5")
    best, worst = state.copy(), state.copy()
    play(best, "roll 6")
    assert (open_step(best), best.side) == ("ReRoll", "soviet")
    play(worst, "roll 1")
    assert (open_step(worst), worst.side) == ("ReRoll", "german")
    play(worst, "pass")
    assert open_step(worst) != "ReRoll"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.4")
def test_nobody_is_asked_for_a_shift_that_changes_nothing() -> None:
    """At 7:1 the attacker is asked only while the defender might shift back; where the attack fails, nobody is."""
    strong = "G-4A 0806, R-3A 0808, S-8A 0807"
    state = position("german-combat", strong, hands="G1")
    attack(state, "0807", passive="S-8A")
    assert open_step(state) == "RollDie"
    state = position("german-combat", strong, hands="G1 S4")
    attack(state, "0807", passive="S-8A")
    assert (open_step(state), state.side) == ("ShiftCard", "german")  # the Soviets might hold T-34!
    weak = position("german-combat", "R-3A- 0806, S-Gd1 0807, S-Gd2 0807, G-18A 1702, S-23A 1801", hands="G1 S3")
    attack(weak, "0807", "R-3A")
    assert open_step(weak) == "Combat" and at(weak, "R-3A") == "0806-"  # 1:6 fails, card or no card
