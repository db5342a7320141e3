"""12.0 to 12.3: the Breakthrough Phase, Blitz!, mechanized corps."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rasputitsa.core import CHANCE
from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState

from ..tools import soak
from . import reference
from .helpers import (
    GAME,
    MINSK,
    at,
    attack,
    column,
    german_cities,
    hand,
    in_hand,
    legal,
    open_step,
    passing,
    phase_of,
    play,
    played,
    position,
    refused,
    rule_of,
    told,
    where,
)
from .random_positions import random_data


def breakthrough(units: str, hands: str, **more: Any) -> BlitzkriegState:
    """The German Breakthrough Phase."""
    return position("german-breakthrough", units, hands=hands, **more)


def in_action(units: str, card: str = "G3", rest: str = "", **more: Any) -> BlitzkriegState:
    """A German tank action is under way by this card; ``rest`` are further cards."""
    state = breakthrough(units, f"{card} {rest}", **more)
    play(state, f"card {card}")
    if open_step(state) == "ChooseFunction":
        play(state, "as tank-action")
    assert open_step(state) == "TankAction"
    return state


def roll(state: BlitzkriegState, face: int, *more: str) -> None:
    """The die falls, and nobody plays a card before or after it."""
    passing(state)
    play(state, f"roll {face}")
    passing(state)
    play(state, *more)


# 12.0


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.0")
def test_units_act_only_by_cards() -> None:
    state = breakthrough("G-2PzA 0806, S-8A 0809", "G3")
    assert legal(state) == ["card G3", "done", "quiet"]
    for action in ("unit G-2PzA", "attack 0809"):
        assert refused(state, action) == ("12.0", "First play a card for a Tank Action.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.0")
def test_only_tank_units_act() -> None:
    state = in_action("G-2PzA 0806, G-4A 0808, S-8A 0807, S-11A 0908, S-3A 0909")
    assert legal(state) == ["unit G-2PzA", "attack 0807", "done"]
    name = "The German 4. Armee is not a tank unit."
    assert refused(state, "unit G-4A") == ("12.0", name)
    play(state, "attack 0807")
    assert legal(state) == ["with G-2PzA", "cancel"]
    assert refused(state, "with G-4A") == ("12.0", name)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.0")
def test_only_cards_with_the_function_start_an_action() -> None:
    """Replacement! has no Tank Action, and nobody is spent; City Fights!, Partisan! and others have none either."""
    state = breakthrough("G-2PzA 0806, S-8A 0809", "G3 G5")
    assert legal(state, "card") == ["G3"]
    assert rule_of(state, "card G5") == "7.1"
    state = position("soviet-breakthrough", "S-12MC 0806, G-4A 0901", hands="S1 S3 S4 S5 S6")
    assert legal(state, "card") == ["S3"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.0")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
def test_the_phase_follows_the_combat_phase() -> None:
    state = position("german-combat", "G-2PzA 0806, S-8A 0807", hands="G1")
    play(state, "done")
    assert phase_of(state) == "german-breakthrough"


# 12.1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
def test_the_phase_is_over_without_cards_or_without_tanks() -> None:
    state = breakthrough("G-2PzA 0806, S-8A 0809", "")
    assert phase_of(state) == "soviet-logistics"
    state = breakthrough("G-4A 0806, S-8A 0809", "G3")
    assert phase_of(state) == "soviet-logistics"
    state = breakthrough("G-2PzA 0806, S-8A 0809", "G3", played="")
    play(state, "done")
    assert phase_of(state) == "soviet-logistics"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
def test_a_fresh_tank_moves_by_the_rules_of_movement() -> None:
    state = in_action("G-2PzA 0806, S-Gd1 0809", rest="G4")
    play(state, "unit G-2PzA")
    assert "0708" in legal(state, "move")
    play(state, "move 0808")  # into the zone of the Red Guards: it stops
    assert (open_step(state), at(state, "G-2PzA")) == ("Breakthrough", "0808")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.3")
@pytest.mark.parametrize("turn, reach", [(2, 6), (3, 2), (4, 3), (6, 3)])
def test_allowance_and_weather_hold(turn: int, reach: int) -> None:
    state = in_action("G-2PzA 0904, S-8A 2012", turn=turn)
    play(state, "unit G-2PzA")
    assert max(reference.distance("0904", hex) for hex in legal(state, "move") if hex.isdigit()) == reach


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2.2")
def test_forests_stop_a_tank_in_a_tank_action_too() -> None:
    state = in_action("G-2PzA 1302, S-8A 2012", rest="G4")
    play(state, "unit G-2PzA", "move 1303")
    assert open_step(state) == "Breakthrough"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
def test_a_spent_tank_acts_too() -> None:
    state = in_action("G-2PzA- 0806, S-8A- 0807", rest="G1")
    assert legal(state) == ["unit G-2PzA", "attack 0807", "done"]
    attack(state, "0807")
    play(state, "pass")
    assert column(state) == "5:1"  # 4 to 1, and a column right


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
def test_the_tank_unit_attacks_alone() -> None:
    state = in_action("G-2PzA 0806, G-3PzA 0808, G-4A 0707, S-8A 0807")
    play(state, "attack 0807", "with G-2PzA")
    assert legal(state) == ["without G-2PzA", "fight", "cancel"]
    assert refused(state, "with G-3PzA") == ("12.1", "Another tank unit has already been chosen.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
def test_a_combat_in_this_phase_is_like_any_other() -> None:
    """Defence, shift cards, die, re-roll, result, advance, and the tank is spent."""
    state = in_action("G-2PzA 0806, S-8A 0807", rest="G1 G4")
    play(state, "attack 0807", "with G-2PzA", "fight")
    assert (state.side, legal(state)) == ("soviet", ["active S-8A", "passive S-8A"])
    play(state, "active S-8A", "card G1")
    assert column(state) == "5:1"
    play(state, "roll 1", "card G4", "roll 6", "advance G-2PzA")
    assert where(state, "G-2PzA S-8A")[1] == "pool"
    assert played(state, "german") == ["G1", "G3", "G4"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
def test_another_card_may_be_played_for_the_same_unit() -> None:
    state = in_action("G-2PzA 0806, S-8A 1812", rest="G4")
    play(state, "unit G-2PzA", "move 0807", "stop")
    assert legal(state) == ["card G4", "done", "quiet"]
    play(state, "card G4", "unit G-2PzA")
    assert legal(state, "move")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
def test_a_unit_may_attack_and_then_be_moved() -> None:
    state = in_action("G-2PzA 0806, S-8A 0807", rest="G4 G1")
    attack(state, "0807")
    roll(state, 6, "stay")
    assert (open_step(state), at(state, "G-2PzA")) == ("Breakthrough", "0806-")
    play(state, "card G4", "as tank-action", "unit G-2PzA", "move 0807", "stop")
    assert at(state, "G-2PzA") == "0807-"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
def test_one_card_one_unit() -> None:
    state = in_action("G-2PzA 0806, G-3PzA 0706, S-8A 1812", rest="G4")
    play(state, "unit G-2PzA", "move 0807", "stop")
    assert open_step(state) == "Breakthrough" and played(state, "german") == ["G3"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
def test_a_card_is_played_after_the_action_is_done() -> None:
    state = in_action("G-2PzA 0806, S-8A 1812", rest="G4")
    assert refused(state, "card G4") == ("12.1", "Finish this tank action first.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
def test_the_action_may_be_waived() -> None:
    state = in_action("G-2PzA 0806, S-8A 0807", rest="G4")
    play(state, "done")
    assert (open_step(state), hand(state, "german"), at(state, "G-2PzA")) == ("Breakthrough", ["G4"], "0806")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_a_move_may_end_on_a_friend() -> None:
    state = in_action("G-2PzA 0806, G-4A 0807, S-8A 1812", rest="G4")
    play(state, "unit G-2PzA")
    assert {"0807", "0808"} <= set(legal(state, "move"))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
def test_tanks_act_out_of_a_rear_area() -> None:
    state = in_action("G-2PzA center, S-8A 1201", rest="G4")
    assert legal(state) == ["unit G-2PzA", "attack 1201", "done"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
def test_no_defender_is_safe_because_it_was_attacked_before() -> None:
    """By two cards the same hex is attacked twice in one Breakthrough Phase, by the same tank."""
    state = in_action("G-2PzA- 0806, S-8A 0807, S-11A 0807", rest="G4")
    attack(state, "0807")
    roll(state, 1)
    play(state, "card G4", "as tank-action", "attack 0807", "with G-2PzA", "fight")
    assert state.side == CHANCE


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.2")
def test_a_tank_action_takes_cities() -> None:
    state = in_action("G-2PzA 1303, S-8A 1812", rest="G4")
    events = play(state, "unit G-2PzA", f"move {MINSK}", "move 1305", "stop")
    assert german_cities(state) == [MINSK] and told(events, "control") == ["German forces take Minsk."]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_activation_between_tank_actions() -> None:
    state = in_action("G-2PzA 0806, G-4A- 0706, S-8A 1812", rest="G5")
    play(state, "unit G-2PzA", "move 0807", "stop", "card G5")
    assert at(state, "G-4A") == "0706"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_hitler_order_negates_a_tank_action() -> None:
    state = breakthrough("G-2PzA 0806, S-8A 0807", "G1 G3 S6")
    play(state, "card G1")
    assert state.question is not None and "Blitz!" in state.question.text
    play(state, "card S6")
    assert (open_step(state), legal(state)) == ("Breakthrough", ["card G3", "done", "quiet"])
    assert at(state, "G-2PzA") == "0806"


# 12.2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.2")
def test_blitz_moves_two_different_tanks() -> None:
    state = in_action("G-2PzA 0806, G-3PzA 0706, S-8A 1812, S-11A 0709", "G1", "G2")
    play(state, "unit G-2PzA", "move 0807", "stop")
    assert legal(state) == ["unit G-3PzA", "done"]
    assert refused(state, "unit G-2PzA") == ("12.2", "The German 2. Panzerarmee has already acted by this card.")
    play(state, "unit G-3PzA", "move 0707", "stop")
    assert open_step(state) == "Breakthrough"
    assert where(state, "G-2PzA G-3PzA") == ["0807", "0707"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.2")
def test_both_do_the_same() -> None:
    units = "G-2PzA 0806, G-3PzA 0706, S-8A- 0807, S-11A- 0707"
    state = in_action(units, "G1", "G2")
    play(state, "unit G-3PzA", "move 0606", "stop")
    assert legal(state) == ["unit G-2PzA", "done"]
    assert refused(state, "attack 0807") == ("12.2", "The first tank unit has moved.")
    state = in_action(units, "G1", "G2")
    play(state, "attack 0807", "with G-2PzA", "fight")
    assert (open_step(state), legal(state)) == ("TankAction", ["attack 0707", "done"])
    assert refused(state, "unit G-3PzA") == ("12.2", "The first tank unit attacks.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.2")
def test_two_tanks_attack_one_hex_together() -> None:
    state = in_action("G-2PzA 0806, G-3PzA 0808, G-1PzA 0707, S-8A 0807, S-11A 0807", "G1", "G2")
    play(state, "attack 0807", "with G-2PzA")
    assert legal(state) == ["with G-1PzA", "with G-3PzA", "without G-2PzA", "fight", "cancel"]
    play(state, "with G-3PzA")
    assert legal(state) == ["without G-2PzA", "without G-3PzA", "fight", "cancel"]
    assert refused(state, "with G-1PzA") == ("12.2", "Two tank units have already been chosen.")
    play(state, "fight", "active S-8A", "active S-11A")
    assert column(state) == "4:1"  # 13 to 4, a column right
    roll(state, 6, "stay")
    assert open_step(state) == "Breakthrough"  # the card is used up


TWO_FRONTS = "G-2PzA 0806, G-3PzA 0706, S-8A- 0807, S-11A- 0707"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.2")
def test_both_attacks_are_named_before_the_first_die() -> None:
    state = in_action(TWO_FRONTS, "G1", "G2")
    play(state, "attack 0807", "with G-2PzA", "fight")
    assert (open_step(state), legal(state)) == ("TankAction", ["attack 0707", "done"])
    assert [battle["space"] for battle in state.view(None)["battles"]] == ["0807"]
    assert in_hand(state) == (["G-2PzA"], ["0807"])
    play(state, "attack 0707", "with G-3PzA", "fight")
    assert (open_step(state), legal(state)) == ("FightAttacks", ["battle 0807", "battle 0707"])
    assert [battle["space"] for battle in state.view(None)["battles"]] == ["0807", "0707"]
    assert where(state, "S-8A S-11A") == ["0807-", "0707-"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.2")
def test_they_are_fought_in_either_order() -> None:
    for first, second in (("0807", "0707"), ("0707", "0807")):
        state = in_action(TWO_FRONTS, "G1", "G2")
        play(state, "attack 0807", "with G-2PzA", "fight", "attack 0707", "with G-3PzA", "fight", f"battle {first}")
        passing(state)
        assert state.view(None)["battles"][-1]["space"] == first
        play(state, "roll 6")
        passing(state)
        play(state, "stay")
        passing(state)
        assert state.view(None)["battles"][-1]["space"] == second  # not asked: one is left
        play(state, "roll 6", "stay")
        assert where(state, "S-8A S-11A") == ["pool", "pool"] and open_step(state) == "Breakthrough"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.2")
def test_units_that_retreated_into_the_second_target_defend_there() -> None:
    first = {"hex": "0807", "attackers": ["G-2PzA"], "defenders": ["S-8A"], "active": [], "cards": 0}
    second = {"hex": "0709", "attackers": ["G-3PzA"], "defenders": ["S-11A"], "active": [], "cards": 0}
    stack = [
        {"step": "Breakthrough"},
        {"step": "FightAttacks", "attacks": [second]},
        {"step": "Advance", "battle": first},
    ]
    state = position("german-breakthrough", "G-2PzA- 0806, G-3PzA 0710, S-8A- 0709, S-11A- 0709", stack=stack)
    play(state, "stay")
    assert open_step(state) == "RollDie" and state.view(None)["battles"][-1]["defenders"] == ["S-8A", "S-11A"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.2")
def test_the_second_attack_is_by_another_unit() -> None:
    """0706 is next to 0806 only, so there is nobody for a second attack: the first is fought at once."""
    state = in_action("G-2PzA- 0806, G-3PzA- 0808, S-8A 0807, S-11A 0807, S-3A 0706", "G1", "G2")
    attack(state, "0807", "G-2PzA")
    roll(state, 1)  # 4 to 4, a column right: no effect
    assert (open_step(state), legal(state)) == ("Breakthrough", ["card G2", "done", "quiet"])


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.2")
def test_the_second_attack_is_on_another_hex() -> None:
    state = in_action("G-2PzA- 0806, G-3PzA- 0808, S-8A 0807, S-11A 0807, S-3A 0709", "G1", "G2")
    play(state, "attack 0807", "with G-2PzA", "fight")
    assert legal(state) == ["attack 0709", "done"]
    assert refused(state, "attack 0807") == ("12.2", "The attack on 0807 has already been named.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.2")
def test_the_second_attack_may_be_waived() -> None:
    state = in_action(TWO_FRONTS, "G1", "G2")
    play(state, "attack 0807", "with G-2PzA", "fight", "done")
    passing(state)
    assert open_step(state) == "RollDie" and state.view(None)["battles"][-1]["space"] == "0807"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.2")
def test_refusals_between_naming_and_fighting() -> None:
    state = in_action(TWO_FRONTS, "G1", "G2")
    play(state, "attack 0807", "with G-2PzA", "fight", "attack 0707", "with G-3PzA", "fight")
    assert refused(state, "battle 0606") == ("12.2", "0606 is not one of the two hexes to be attacked.")
    assert refused(state, "done") == ("12.2", "First choose the attack to fight.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.2")
def test_with_one_tank_blitz_is_a_single_action() -> None:
    state = in_action("G-2PzA 0806, S-8A 1812", "G1", "G2")
    play(state, "unit G-2PzA", "move 0807", "stop")
    assert open_step(state) == "Breakthrough"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.2")
def test_the_second_action_may_be_waived() -> None:
    state = in_action("G-2PzA 0806, G-3PzA 0706, S-8A 1812", "G1", "G2")
    play(state, "unit G-2PzA", "move 0807", "stop", "done")
    assert open_step(state) == "Breakthrough" and at(state, "G-3PzA") == "0706"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.2")
def test_tactical_edge_is_a_single_action() -> None:
    state = in_action("G-2PzA 0806, G-3PzA 0808, S-8A 0807", "G3", "G4")
    play(state, "attack 0807", "with G-2PzA")
    assert "with G-3PzA" not in legal(state)


# 12.3


def soviet_action(units: str, **more: Any) -> BlitzkriegState:
    """A Soviet tank action by T-34! is under way."""
    state = position("soviet-breakthrough", units, hands="S3 S1", **more)
    play(state, "card S3")
    assert open_step(state) == "TankAction"
    return state


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.3")
def test_corps_of_a_stack_move_together() -> None:
    state = soviet_action("S-12MC 0807, S-3MC 0807, S-8A 0807, G-4A 0901")
    play(state, "unit S-12MC")
    assert legal(state) == ["with S-3MC", "ready", "cancel"]
    assert refused(state, "with S-8A") == ("12.3", "The Soviet 8th Army is not a mechanized corps.")
    play(state, "with S-3MC", "ready")
    events = play(state, "move 0806", "stop")
    assert where(state, "S-12MC S-3MC S-8A") == ["0806", "0806", "0807"]
    assert told(events, "move") == ["12th Mechanized Corps and 3rd Mechanized Corps move from 0807 to 0806."]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.3")
def test_a_corps_may_move_alone() -> None:
    state = soviet_action("S-12MC 0807, S-3MC 0807, G-4A 0901")
    play(state, "unit S-12MC", "ready", "move 0806", "stop")
    assert where(state, "S-12MC S-3MC") == ["0806", "0807"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.3")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_together_they_may_overstack() -> None:
    state = soviet_action("S-12MC 0807, S-3MC 0807, S-11MC 0806, G-4A 0901")
    play(state, "unit S-12MC", "with S-3MC", "ready", "move 0806", "stop")
    assert where(state, "S-12MC S-3MC S-11MC") == ["0806", "0806", "0806"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.3")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.6")
def test_corps_of_a_stack_attack_together_and_are_lost() -> None:
    state = soviet_action("S-12MC 0807, S-3MC 0807, S-8A 0807, S-11MC 0706, R-3A- 0806")
    play(state, "attack 0806", "with S-12MC")
    assert legal(state) == ["with S-3MC", "without S-12MC", "fight", "cancel"]
    assert refused(state, "with S-11MC") == (
        "12.3",
        "The Soviet 11th Mechanized Corps is not stacked with the other attackers.",
    )
    play(state, "with S-3MC", "fight")
    assert column(state) == "3:1"  # 2 to 1, a column right
    roll(state, 1)
    assert where(state, "S-12MC S-3MC S-8A S-11MC") == ["pool", "pool", "0807", "0706"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.3")
def test_one_corps_may_attack_alone() -> None:
    state = soviet_action("S-12MC 0807, S-3MC 0807, R-3A- 0806")
    play(state, "attack 0806", "with S-12MC", "fight")
    assert column(state) == "2:1"
    roll(state, 1)
    assert at(state, "S-12MC") == "pool" and at(state, "S-3MC").startswith("0807")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.3")
def test_corps_in_the_rear_area_act_together() -> None:
    state = soviet_action("S-12MC soviet, S-3MC soviet, S-11MC soviet, R-3A- 1412, G-4A 0901")
    play(state, "attack 1412", "with S-12MC", "with S-3MC")
    assert legal(state) == ["with S-11MC", "without S-12MC", "without S-3MC", "fight", "cancel"]
    play(state, "cancel", "unit S-12MC", "with S-3MC")
    assert legal(state) == ["with S-11MC", "without S-3MC", "ready", "cancel"]
    assert refused(state, "with S-12MC") == ("12.3", "The Soviet 12th Mechanized Corps already moves along.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.3")
def test_german_tanks_do_not_share_an_action() -> None:
    state = in_action("G-2PzA center, G-3PzA center, S-8A 1201", "G3", "G4")
    play(state, "attack 1201", "with G-2PzA")
    assert legal(state) == ["without G-2PzA", "fight", "cancel"]
    play(state, "cancel", "unit G-2PzA")
    assert open_step(state) == "Moving"


# Against the reference


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
@pytest.mark.parametrize("wanted", soak.less(40, 200))
def test_tank_actions_in_random_positions_agree_with_the_reference(wanted: int) -> None:
    """Which tanks can move and where to, and what can be attacked."""
    rng = Random(12)
    compared = 0
    while compared < wanted:
        side, card = rng.choice((("german", "G1"), ("soviet", "S3")))
        data = random_data(rng, f"{side}-breakthrough", radius=rng.randint(2, 5))
        state = GAME.position({**data, "hands": [card], "played": []})
        if state.outcome is not None or f"card {card}" not in legal(state):
            continue
        play(state, f"card {card}")
        table = reference.Table(state.position())
        german = side == "german"
        tanks = {unit for unit in table.units(german) if reference.is_tank(unit)}
        ends = {
            unit: set(table.reached(unit, table.where[unit], reference.allowance(unit, table.turn))) for unit in tanks
        }
        assert set(legal(state, "unit")) == {unit for unit in tanks if ends[unit]}
        near = {hex for unit in tanks for hex in reference.beside(table.where[unit])}
        assert set(legal(state, "attack")) == near & table.held(not german)
        if legal(state, "unit"):
            unit = rng.choice(legal(state, "unit"))
            play(state, f"unit {unit}")
            if open_step(state) == "MoveCorps":
                play(state, "ready")
            assert set(legal(state, "move")) == ends[unit]
        compared += 1
