"""11.0 to 11.3.5, 11.7: who may attack whom, defence, ratio, shifts, failure. (Results and retreats are elsewhere.)"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from rasputitsa.core import CHANCE, Forecast
from rasputitsa.games.blitzkrieg_to_moscow_2.battle import column_name, ratio
from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState

from ..tools import soak
from . import reference
from .helpers import (
    GAME,
    MINSK,
    at,
    at_the_die,
    attack,
    badges,
    column,
    hand,
    in_hand,
    kinds,
    legal,
    marks_of,
    open_step,
    phase_of,
    play,
    played,
    position,
    refused,
    rule_of,
    told,
    where,
)
from .random_positions import random_position

# Around 0807 all is clear and dry. 0906 is clear, and rivers part it from 0905, 1005 and 1006, not from 0806 and 0907.
# A pair far away, so that the phase is not over with the combat in hand.
ELSEWHERE = ", G-18A 1702, S-23A 1801"
RING = ["0806", "0808", "0707", "0708", "0907", "0908"]


def forecast(state: BlitzkriegState, action: str | None = None) -> Forecast:
    found = state.forecast(action)
    assert found is not None
    return found


def lines(state: BlitzkriegState, action: str | None = None) -> list[tuple[str, str, str]]:
    return [(line.text, line.effect, line.rule) for line in forecast(state, action).modifiers]


def shifts(state: BlitzkriegState) -> list[tuple[str, str]]:
    """The lines of 11.3.4 in the forecast of the combat in hand."""
    return [(line.text, line.effect) for line in forecast(state).modifiers if line.rule == "11.3.4"]


def odds(state: BlitzkriegState) -> str:
    """The ratio before shifts."""
    return next(line.effect for line in forecast(state).modifiers if line.rule == "11.3.3")


# 11.0


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.0")
def test_attacking_is_optional() -> None:
    state = position("german-combat", "G-4A 0806, S-8A 0807, G-1PzA 0805", hands="G1")
    assert legal(state) == ["attack 0807", "done", "with G-4A"]
    play(state, "done")
    assert phase_of(state) == "german-breakthrough"
    assert where(state, "G-4A S-8A") == ["0806", "0807"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.0")
def test_only_adjacent_enemies_are_attacked() -> None:
    state = position("german-combat", "G-4A 0806, S-8A 0807, S-11A 0808")
    assert legal(state, "attack") == ["0807"]
    assert refused(state, "attack 0808") == (
        "11.0",
        "None of your units is adjacent to 0808.",
    )
    assert refused(state, "attack 0805") == ("11.0", "There is no enemy unit in 0805.")
    assert rule_of(state, "attack 0806") == "11.0"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.0")
def test_where_nobody_can_be_attacked_the_phase_is_over() -> None:
    state = position("german-combat", "G-4A 0806, S-8A 0808")
    assert phase_of(state) == "soviet-logistics"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.0")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2.6")
def test_nobody_attacks_across_a_lake() -> None:
    """Lake Peipus lies between 1805 and 1804 and between 1805 and 1905."""
    state = position("german-combat", "G-4A 1804, G-9A 1705, S-8A 1805, S-11A 1703")
    play(state, "attack 1805")
    assert legal(state, "with") == ["G-9A"]
    assert refused(state, "with G-4A") == ("10.2.6", "There is only water between 1804 and 1805.")


# 11.1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.1")
def test_a_unit_attacks_once_in_a_phase() -> None:
    state = position("german-combat", "G-4A 0806, S-8A- 0807, S-11A- 0707" + ELSEWHERE)
    assert legal(state, "attack") == ["0707", "0807", "1801"]
    attack(state, "0807")
    play(state, "roll 6", "stay")
    assert legal(state, "attack") == ["1801"]
    assert refused(state, "attack 0707") == ("11.1", "Your units adjacent to 0707 have already attacked in this phase.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.1")
def test_a_unit_that_attacked_may_not_join_another_attack() -> None:
    state = position("german-combat", "R-3A 0806, G-9A 0706, S-8A 0807, S-11A 0707")
    attack(state, "0807", "R-3A")  # 2 to 2, 1:1
    play(state, "roll 1")
    assert at(state, "R-3A") == "0806-"
    play(state, "attack 0707")
    assert legal(state, "with") == ["G-9A"]
    assert refused(state, "with R-3A") == ("11.1", "The Romanian 3rd Army has already attacked in this phase.")
    play(state, "cancel")
    assert refused(state, "attack 0807")[0] == "11.1"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.1")
def test_a_unit_is_attacked_once_in_a_phase() -> None:
    state = position("german-combat", "R-3A 0806, G-9A 0808, S-8A 0807, S-11A 0809")
    attack(state, "0807", "R-3A")
    play(state, "roll 1")
    assert legal(state, "attack") == ["0809"]
    assert refused(state, "attack 0807") == ("11.1", "8th Army in 0807 has already been attacked in this phase.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4")
def test_units_that_retreated_onto_others_shield_them() -> None:
    """8th Army is driven into Kharkov, to 11th Army: now a unit is there that has been attacked."""
    state = position("german-combat", "G-4A 0806, R-3A 0710, S-8A- 0807, S-11A 0709, S-3A 0711")
    attack(state, "0807", "G-4A")  # 5:1
    play(state, "roll 1", "retreat 0709", "stay")
    assert at(state, "S-8A") == "0709-"
    assert legal(state, "attack") == ["0711"]
    assert refused(state, "attack 0709") == (
        "11.1",
        "8th Army in 0709 Kharkov has already been attacked in this phase.",
    )


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.1")
def test_spent_units_attack_with_their_spent_strength() -> None:
    state = at_the_die("G-4A- 0806, S-8A- 0807" + ELSEWHERE, "0807")
    assert odds(state) == "3:1"  # 3 to 1
    play(state, "roll 1")
    assert at(state, "G-4A") == "0806-"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
def test_in_the_breakthrough_phase_both_may_fight_again() -> None:
    state = position("german-combat", "G-2PzA- 0806, S-8A 0807, S-11A 0807", hands="G3")
    attack(state, "0807")
    play(state, "pass", "roll 1", "pass")  # 4 to 4, a column right, no effect
    assert where(state, "G-2PzA S-8A S-11A") == ["0806-", "0807-", "0807-"]
    assert phase_of(state) == "german-breakthrough"
    play(state, "card G3", "as tank-action", "attack 0807", "with G-2PzA", "fight")
    assert odds(state) == "2:1"  # 4 to 1 + 1


# 11.2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.2")
def test_one_hex_is_attacked_at_a_time() -> None:
    state = position("german-combat", "G-4A 0806, G-9A 0706, S-8A 0807, S-11A 0707")
    play(state, "attack 0807", "with G-4A")
    assert refused(state, "attack 0707") == (
        "11.2",
        "First make or cancel the attack on 0807.",
    )
    assert rule_of(state, "done") == "11.2"
    play(state, "cancel")
    assert legal(state) == ["attack 0707", "attack 0807", "done", "with G-4A", "with G-9A"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.2")
def test_a_unit_may_be_chosen_before_its_target() -> None:
    state = position("german-combat", "G-4A 0806, G-9A 0706, G-6A 0801, S-8A 0807, S-11A 0707, S-9A 0810")
    before = state.position()
    play(state, "with G-4A")
    assert open_step(state) == "ChooseTarget"
    assert state.question is not None and state.question.text == "Which hex does the German 4. Armee attack?"
    assert legal(state) == ["attack 0707", "attack 0807", "cancel"]
    assert in_hand(state) == (["G-4A"], [])
    assert badges(state) == {"attack 0707": "2:1", "attack 0807": "2:1", "cancel": ""}
    assert forecast(state, "attack 0807").headline == "2:1"
    assert GAME.position(state.position()).position() == state.position()
    assert refused(state, "attack 0810") == ("11.0", "0810 is not adjacent to the German 4. Armee.")
    assert refused(state, "attack 0805") == ("11.0", "There is no enemy unit in 0805.")
    assert refused(state, "done") == ("11.0", "First choose the hex that the German 4. Armee attacks, or cancel.")
    play(state, "cancel")
    assert state.position() == before
    assert refused(state, "with S-8A") == ("11.1", "The Soviet 8th Army is an enemy unit.")
    assert refused(state, "with G-6A") == (
        "11.0",
        "The German 6. Armee is not adjacent to an enemy unit that can still be attacked.",
    )
    play(state, "with G-4A", "attack 0707")
    assert legal(state) == ["with G-9A", "without G-4A", "fight", "cancel"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.2")
def test_all_neighbours_may_attack_together() -> None:
    names = ["G-4A", "G-9A", "G-6A", "G-17A", "G-16A", "G-18A"]
    units = ", ".join(f"{name} {hex}" for name, hex in zip(names, RING, strict=True))
    state = at_the_die(units + ", S-8A 0807, S-11A 0807, S-12MC 0807", "0807")
    total = 5 + 5 + 5 + 5 + 4 + 4
    assert (f"{total} against {2 + 2 + 1}", "5:1", "11.3.3") in lines(state)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.2")
def test_any_number_of_neighbours_may_attack() -> None:
    state = position("german-combat", "G-4A 0806, G-9A 0808, G-6A 0709, S-8A 0807")
    play(state, "attack 0807")
    assert legal(state) == ["with G-4A", "with G-9A", "cancel"]
    assert refused(state, "with G-6A") == ("11.0", "The German 6. Armee is not adjacent to 0807.")
    assert refused(state, "fight") == ("11.2", "An attack needs at least one unit.")
    play(state, "with G-9A")
    assert legal(state) == ["with G-4A", "without G-9A", "fight", "cancel"]
    assert refused(state, "with G-9A") == ("11.2", "The German 9. Armee is already part of this attack.")
    assert rule_of(state, "with S-8A") == "11.0"
    assert rule_of(state, "with G-18A") == "11.0"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.2")
def test_a_stack_defends_together() -> None:
    state = position("german-combat", "G-4A 0806, S-8A 0807, S-11A 0807, S-12MC 0807")
    play(state, "attack 0807", "with G-4A", "fight")
    assert state.side == "soviet"
    play(state, "passive S-8A", "passive S-11A", "passive S-12MC")
    assert odds(state) == "2:1"  # 5 to 1 + 1 + 0
    play(state, "roll 5")  # DR drives off all three
    while open_step(state) in ("ChooseRetreat", "Retreat"):
        play(state, legal(state)[0])
    assert "0807" not in {at(state, unit) for unit in ("S-8A", "S-11A", "S-12MC")}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.2")
def test_units_of_one_stack_attack_different_hexes() -> None:
    units = "S-8A 0807, S-11A 0807, S-12MC 0807, R-3A- 0806, R-4A- 0808"
    state = position("soviet-combat", units)
    attack(state, "0806", "S-8A")
    play(state, "roll 1")
    assert legal(state, "attack") == ["0808"]
    play(state, "attack 0808")
    assert legal(state, "with") == ["S-11A", "S-12MC"]
    play(state, "with S-11A", "fight")
    assert odds(state) == "2:1"


# 11.3


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3")
def test_combats_are_declared_one_after_another() -> None:
    """The result of the first is known before the second is declared, and may be used."""
    state = position("german-combat", "G-4A 0806, G-9A 0706, S-8A- 0807, S-11A- 0707")
    attack(state, "0807", "G-4A")
    play(state, "roll 6")  # 5:1, DE
    play(state, "advance G-4A")
    assert legal(state) == ["attack 0707", "done", "with G-9A"]
    assert refused(state, "with G-4A") == ("11.1", "The German 4. Armee has already attacked in this phase.")
    attack(state, "0707", "G-9A")
    assert state.side == CHANCE


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3")
def test_the_order_of_a_combat() -> None:
    """Attackers, defence, the attacker's card, the defender's, the die, re-rolls by the attacker and the defender."""
    state = position("german-combat", "G-4A 0806, S-8A 0807", hands="G1 G3 S3 S5")
    seen = []
    for action in ("attack 0807", "with G-4A", "fight", "active S-8A", "pass", "pass", "roll 5", "pass", "pass"):
        seen.append((open_step(state), state.side))
        play(state, action)
    assert seen == [
        ("Combat", "german"),
        ("NameAttackers", "german"),
        ("NameAttackers", "german"),
        ("ChooseDefence", "soviet"),
        ("ShiftCard", "german"),
        ("ShiftCard", "soviet"),
        ("RollDie", CHANCE),
        ("ReRoll", "german"),
        ("ReRoll", "soviet"),
    ]
    assert open_step(state) == "Retreat"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3")
def test_a_combat_is_told() -> None:
    state = position("german-combat", "G-4A 0806, S-8A 0807, S-11A- 0807")
    events = attack(state, "0807", passive="S-8A")
    assert kinds(events) == ["attack", "battle"]
    assert told(events, "attack") == ["4. Armee attacks 8th Army and 11th Army in 0807."]
    assert told(events, "battle") == ["Defence of 0807: 8th Army passive; 11th Army spent. Odds 2:1."]
    assert told(play(state, "roll 4"), "battle") == ["Combat at 0807, 2:1: the die shows 4, DR."]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3")
def test_nothing_else_is_done_while_the_die_is_in_the_air() -> None:
    state = at_the_die("G-4A 0806, S-8A 0807", "0807")
    assert state.side == CHANCE and state.dice() == 1
    assert state.chances() == [(action, Fraction(1, 6)) for action in state.actions()]
    assert refused(state, "advance G-4A") == ("11.3.6", "The die for the combat at 0807 is rolled first.")


# 11.3.1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.1")
def test_attackers_add_up_their_combat_strengths() -> None:
    state = at_the_die("G-2PzA 0806, G-4A- 0808, R-3A 0707, S-8A 0807", "0807")
    assert lines(state)[:3] == [
        ("2. Panzerarmee, fresh", "7", "11.3.1"),
        ("4. Armee, spent", "3", "11.3.1"),
        ("Romanian 3rd Army, fresh", "2", "11.3.1"),
    ]
    assert ("12 against 2", "6:1", "11.3.3") in lines(state)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.1")
def test_an_attack_never_uses_the_passive_strength() -> None:
    state = at_the_die("S-8A 0807, S-12MC 0807, R-3A- 0806", "0806", phase="soviet-combat")
    assert ("3 against 1", "3:1", "11.3.3") in lines(state)  # 2 + 1, not 1 + 0


# 11.3.2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.2")
def test_a_fresh_unit_chooses_and_a_spent_one_does_not() -> None:
    state = position("german-combat", "G-4A 0806, S-8A 0807, S-11A- 0807, S-12MC 0807")
    play(state, "attack 0807", "with G-4A", "fight")
    assert legal(state) == ["active S-8A", "passive S-8A"]
    assert refused(state, "active S-11A") == (
        "11.3.2",
        "The Soviet 11th Army is spent and has no choice.",
    )
    assert refused(state, "active S-12MC") == (
        "11.3",
        "First choose how the 8th Army defends.",
    )
    assert refused(state, "passive G-4A") == ("11.3.2", "The German 4. Armee is not attacked.")
    play(state, "active S-8A")
    assert legal(state) == ["active S-12MC", "passive S-12MC"]
    assert refused(state, "passive S-8A") == ("11.3.2", "How the Soviet 8th Army defends has already been chosen.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.2")
@pytest.mark.parametrize("how, strength", [("active", 2), ("passive", 1)])
def test_strength_of_active_and_passive_defence(how: str, strength: int) -> None:
    state = position("german-combat", "G-4A 0806, S-8A 0807")
    play(state, "attack 0807", "with G-4A", "fight", f"{how} S-8A")
    assert (f"8th Army, {how} defence", str(strength), "11.3.2") in lines(state)
    assert odds(state) == f"{5 // strength}:1"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.2")
def test_active_defence_spends_and_passive_does_not() -> None:
    for how, after in (("active", "0807-"), ("passive", "0807")):
        state = position("german-combat", "R-3A 0806, S-8A 0807")
        play(state, "attack 0807", "with R-3A", "fight", f"{how} S-8A", "roll 1")  # 1:1 or 2:1: no effect
        assert at(state, "S-8A") == after


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.2")
def test_german_defenders_choose_as_well() -> None:
    state = position("soviet-combat", "S-Gd1 0807, S-Gd2 0807, G-2PzA 0806")
    play(state, "attack 0806", "with S-Gd1", "with S-Gd2", "fight")
    assert state.side == "german" and legal(state) == ["active G-2PzA", "passive G-2PzA"]
    play(state, "passive G-2PzA")
    assert ("6 against 4", "1:1", "11.3.3") in lines(state)
    state = position("soviet-combat", "S-Gd1 0807, S-Gd2 0807, G-2PzA- 0806")
    attack(state, "0806", "S-Gd1 S-Gd2")
    assert ("2. Panzerarmee, spent", "4", "11.3.2") in lines(state)


# 11.3.3


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.3")
@pytest.mark.parametrize(
    "attack_, defence, expected",
    [
        (7, 2, "3:1"), (7, 1, "7:1"), (2, 2, "1:1"), (3, 2, "1:1"), (5, 3, "1:1"), (6, 3, "2:1"), (11, 4, "2:1"),
        (8, 1, "7:1"), (30, 2, "7:1"), (3, 4, "1:2"), (1, 2, "1:2"), (2, 5, "1:3"), (1, 3, "1:3"), (4, 9, "1:3"),
        (3, 10, "1:4"), (1, 7, "1:7"), (5, 5, "1:1"), (6, 7, "1:2"),
    ],
)  # fmt: skip
def test_the_ratio_is_rounded_in_favour_of_the_defender(attack_: int, defence: int, expected: str) -> None:
    assert column_name(ratio(attack_, defence)) == expected


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.3")
def test_every_ratio_is_the_best_that_the_attacker_can_claim() -> None:
    """n:1 if the attack is n times the defence and not n + 1 times; 1:n if the defence is not above n times."""
    for strength in range(1, 40):
        for defence in range(1, 20):
            name = column_name(ratio(strength, defence))
            left, right = map(int, name.split(":"))
            if right == 1:
                assert left * defence <= strength and (left == 7 or strength < (left + 1) * defence)
            else:
                assert left == 1 and (right - 1) * strength < defence <= right * strength


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.3")
def test_the_example_of_2_panzerarmee() -> None:
    """7 against an army of 2: 3:1 if it defends actively, 7:1 if passively. In the forest tanks have no shift."""
    state = position("german-combat", "G-2PzA 1302, S-8A 1303")
    play(state, "attack 1303", "with G-2PzA", "fight")
    assert forecast(state, "active S-8A").headline == "3:1"
    assert forecast(state, "passive S-8A").headline == "7:1"
    play(state, "active S-8A")
    assert column(state) == odds(state) == "3:1"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.3")
@pytest.mark.parametrize(
    "attackers, expected",
    [
        ("R-3A- 0806", "1:1"),
        ("R-3A 0806", "2:1"),
        ("G-4A- 0806", "3:1"),
        ("G-16A 0806", "4:1"),
        ("G-4A 0806", "5:1"),
        ("G-16A 0806, R-3A 0808", "6:1"),
        ("G-4A 0806, R-3A 0808", "7:1"),
        ("G-4A 0806, G-9A 0808, G-6A 0707", "7:1"),
    ],
)
def test_every_column_by_infantry_on_clear_terrain(attackers: str, expected: str) -> None:
    state = at_the_die(attackers + ", S-8A- 0807", "0807")
    assert odds(state) == column(state) == expected and shifts(state) == []


# 11.3.4


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.4")
@pytest.mark.parametrize(
    "units, hex, expected",
    [
        # One column left for city and mountain; forest, marsh and clear terrain do nothing to infantry.
        ("G-4A 1303, S-8A- 1304", "1304", [("The defenders are in a city", "one column left")]),
        ("G-11A 0206, S-8A- 0107", "0107", [("The defenders are in the mountains", "one column left")]),
        ("G-4A 1302, S-8A- 1303", "1303", []),
        ("G-4A 1001, S-8A- 1002", "1002", []),
        ("G-4A 0806, S-8A- 0807", "0807", []),
        # A river, if all attackers are across it.
        ("G-4A 0905, S-8A- 0906", "0906", [("All attackers are across a river", "one column left")]),
        ("G-4A 0905, G-9A 1006, S-8A- 0906", "0906", [("All attackers are across a river", "one column left")]),
        ("G-4A 0905, G-9A 0907, S-8A- 0906", "0906", []),
        # City and river add up.
        (
            "G-4A 1305, S-8A- 1304",
            "1304",
            [
                ("The defenders are in a city", "one column left"),
                ("All attackers are across a river", "one column left"),
            ],
        ),
        ("G-4A 1305, G-9A 1303, S-8A- 1304", "1304", [("The defenders are in a city", "one column left")]),
        # Tanks into clear terrain, once however many; not into anything else.
        ("G-2PzA 0806, S-8A 0807", "0807", [("Tank units attack into clear terrain", "one column right")]),
        ("G-2PzA 0806, G-3PzA 0808, S-8A 0807", "0807", [("Tank units attack into clear terrain", "one column right")]),
        ("G-2PzA 0806, G-4A 0808, S-8A 0807", "0807", [("Tank units attack into clear terrain", "one column right")]),
        ("G-2PzA 1302, S-8A 1303", "1303", []),
        ("G-1PzA 1001, S-8A 1002", "1002", []),
        ("G-2PzA 1303, S-8A 1304", "1304", [("The defenders are in a city", "one column left")]),
        ("G-2PzA 0206, S-8A 0107", "0107", [("The defenders are in the mountains", "one column left")]),
        # Rivers and defending tanks do not hinder the tanks' shift.
        (
            "G-2PzA 0905, S-8A 0906",
            "0906",
            [
                ("All attackers are across a river", "one column left"),
                ("Tank units attack into clear terrain", "one column right"),
            ],
        ),
        ("G-2PzA 0806, S-12MC 0807", "0807", [("Tank units attack into clear terrain", "one column right")]),
    ],
)  # fmt: skip
def test_shifts_of_terrain_and_tanks(units: str, hex: str, expected: list[tuple[str, str]]) -> None:
    state = at_the_die(units, hex)
    assert shifts(state) == expected
    left = sum(-1 if effect.endswith("left") else 1 for _, effect in expected)
    assert min(int(odds(state)[0]) + left, 7) == int(column(state)[0])


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.4")
@pytest.mark.parametrize("turn, river", [(2, True), (3, True), (4, False), (5, False), (6, True)])
def test_rivers_freeze_on_snow_turns_only(turn: int, river: bool) -> None:
    state = at_the_die("G-4A 0905, S-8A- 0906", "0906", turn=turn)
    assert column(state) == ("4:1" if river else "5:1")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.4")
@pytest.mark.parametrize("turn, winter", [(3, False), (4, True), (5, True), (6, False)])
def test_the_winter_counterattack(turn: int, winter: bool) -> None:
    soviet = at_the_die("S-8A 0807, R-3A- 0806", "0806", phase="soviet-combat", turn=turn)
    assert shifts(soviet) == ([("Soviet attack on a snow turn", "one column right")] if winter else [])
    assert column(soviet) == ("3:1" if winter else "2:1")
    german = at_the_die("R-3A 0806, S-8A- 0807", "0807", turn=turn)
    assert shifts(german) == []


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.4")
def test_soviet_tanks_in_winter_have_both_shifts() -> None:
    state = at_the_die("S-12MC 0807, S-8A 0807, R-3A- 0806", "0806", phase="soviet-combat", turn=4)
    assert shifts(state) == [
        ("Tank units attack into clear terrain", "one column right"),
        ("Soviet attack on a snow turn", "one column right"),
    ]
    assert column(state) == "5:1"  # 3:1, two columns right


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.4")
def test_weather_does_not_take_the_shift_of_tanks() -> None:
    for turn in (3, 4, 6):
        state = at_the_die("G-2PzA 0806, S-8A 0807", "0807", turn=turn)
        assert shifts(state) == [("Tank units attack into clear terrain", "one column right")]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.4")
def test_seven_to_one_is_the_last_column_before_and_after_shifts() -> None:
    state = at_the_die("G-2PzA 0806, G-3PzA 0808, S-8A- 0807", "0807")  # 13 to 1, and one column right
    assert (odds(state), column(state)) == ("7:1", "7:1")
    state = at_the_die("G-4A 1303, G-9A 1403, G-6A 1203, S-8A- 1304", MINSK)  # 15 to 1, but a city
    assert (odds(state), column(state)) == ("7:1", "6:1")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.4")
def test_the_attacker_says_first_whether_a_card_is_played() -> None:
    state = position("german-combat", "G-4A 0806, S-8A 0807", hands="G1 S3")
    attack(state, "0807")
    assert (open_step(state), state.side, legal(state)) == ("ShiftCard", "german", ["card G1", "pass", "quiet"])
    assert forecast(state).headline == "2:1" and forecast(state, "card G1").headline == "3:1"
    play(state, "card G1", "pass")  # the Soviet player is asked for Hitler Order! first
    assert (open_step(state), state.side, legal(state)) == ("ShiftCard", "soviet", ["card S3", "pass", "quiet"])
    assert column(state) == "3:1"
    assert forecast(state, "card S3").headline == "2:1"
    play(state, "card S3")
    assert (state.side, column(state)) == (CHANCE, "2:1")
    assert shifts(state) == []


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.4")
def test_one_card_for_a_shift_each() -> None:
    """With two Blitz! in hand the attacker plays one, and the defender is asked at once."""
    state = position("german-combat", "G-4A 0806, S-8A 0807", hands="G1 G2 S1", played="S6")
    attack(state, "0807")
    play(state, "card G1")
    assert (state.side, open_step(state)) == ("soviet", "ShiftCard")
    assert shifts(state) == [("Cards played", "one column right")]
    assert refused(state, "card G2")[0] == "2.3"
    play(state, "pass")
    assert (state.side, column(state), hand(state, "german")) == (CHANCE, "3:1", ["G2"])


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.4")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_other_cards_do_not_count_against_the_limit() -> None:
    """Blitz! negated by Hitler Order!, the second Blitz! played, T-34! against it, then re-rolls by both sides."""
    state = position("german-combat", "G-4A 0806, S-8A 0807", hands="G1 G2 G3 S3 S5 S6")
    attack(state, "0807")
    play(state, "card G1", "card S6")
    assert (open_step(state), state.side, column(state)) == ("ShiftCard", "german", "2:1")
    play(state, "card G2")
    assert (open_step(state), state.side, column(state)) == ("ShiftCard", "soviet", "3:1")
    play(state, "card S3", "roll 1", "card G3", "roll 6")
    assert (open_step(state), state.side) == ("ReRoll", "soviet")  # no Tactical Edge! can be left but G4
    play(state, "card S5")
    assert (open_step(state), state.side) == ("RollDie", CHANCE)
    assert played(state, "german") == ["G1", "G2", "G3"] and played(state, "soviet") == ["S3", "S5", "S6"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.4")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_city_fights_only_where_a_city_is_attacked() -> None:
    state = position("german-combat", "G-4A 0806, S-8A 0807", hands="S4 S1")
    attack(state, "0807")
    assert (state.side, legal(state)) == ("soviet", ["pass", "quiet"])
    assert refused(state, "card S4") == ("7.1", "0807 is not a city.")
    state = position("german-combat", "G-4A 1303, S-8A- 1304", hands="S4 S1")
    attack(state, MINSK)
    assert legal(state) == ["card S4", "pass", "quiet"]
    play(state, "card S4")
    assert (column(state), shifts(state)[-1]) == ("3:1", ("Cards played", "one column left"))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.4")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_city_fights_for_soviet_units_that_attack_a_city() -> None:
    state = position("soviet-combat", "S-8A 1303, S-11A 1303, R-3A- 1304", hands="S4")
    attack(state, MINSK)
    play(state, "card S4")
    assert (odds(state), column(state)) == ("4:1", "4:1")  # the city left, the card right


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.4")
def test_without_cards_nobody_is_asked() -> None:
    state = position("german-combat", "G-4A 0806, S-8A 0807")
    attack(state, "0807")
    assert state.side == CHANCE


# 11.3.5


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.5")
@pytest.mark.parametrize(
    "attacker, defenders, expected",
    [
        ("R-3A", "S-Gd1 0807", "1:2"),  # 2 to 3
        ("R-3A-", "S-8A 0807", "1:2"),  # 1 to 2
        ("R-3A-", "S-Gd1 0807, S-Gd2 0807", "1:6"),
    ],
)
def test_at_one_to_two_or_less_the_attack_fails(attacker: str, defenders: str, expected: str) -> None:
    state = position("german-combat", f"{attacker} 0806, {defenders}{ELSEWHERE}")
    events = attack(state, "0807")
    assert told(events, "battle")[-1] == f"The attack on 0807 at {expected} fails."
    assert open_step(state) == "Combat"  # no die, no retreat, no advance
    assert at(state, "R-3A") == "0806-"
    names = [part.split()[0] for part in defenders.split(", ")]
    assert {at(state, name) for name in names} == {"0807-"}  # all were active


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.5")
def test_after_a_failure_attackers_and_active_defenders_are_spent_and_others_not() -> None:
    state = position("german-combat", "R-3A 0806, R-4A- 0808, S-Gd1 0807, S-Gd2 0807, S-12MC 0807" + ELSEWHERE)
    attack(state, "0807", passive="S-Gd2 S-12MC")  # 3 to 3 + 2 + 0
    assert where(state, "R-3A R-4A S-Gd1 S-Gd2 S-12MC") == ["0806-", "0808-", "0807-", "0807", "0807"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.5")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.6")
def test_mechanized_corps_are_lost_in_a_failure_too() -> None:
    state = position("soviet-combat", "S-12MC 0807, S-3MC 0807, G-4A 0806")
    attack(state, "0806")  # 2 to 5; a column right for tanks is 1:2
    assert where(state, "S-12MC S-3MC G-4A") == ["pool", "pool", "0806-"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.5")
def test_shifts_count_before_the_failure() -> None:
    """3 to 4 is 1:2, but with tanks into clear terrain 1:1; 2 to 2 across a river is 1:2."""
    state = at_the_die("G-3PzA- 0806, S-8A 0807, S-11A 0807", "0807")
    assert (odds(state), column(state)) == ("1:2", "1:1")
    state = position("german-combat", "R-3A 0905, S-8A 0906")
    events = attack(state, "0906")
    assert told(events, "battle")[-1] == "The attack on 0906 at 1:2 fails."


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.5")
def test_a_card_saves_or_breaks_an_attack() -> None:
    state = position("german-combat", "R-3A 0806, S-8A 0807", hands="S3")
    attack(state, "0807")
    assert column(state) == "1:1"
    events = play(state, "card S3")
    assert told(events, "battle") == ["The attack on 0807 at 1:2 fails."]
    state = position("german-combat", "R-3A 0806, S-Gd1 0807", hands="G1")
    attack(state, "0807")
    assert column(state) == "1:2"
    play(state, "card G1")
    assert (state.side, column(state)) == (CHANCE, "1:1")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.5")
def test_the_forecast_of_a_failure() -> None:
    state = position("german-combat", "R-3A 0806, S-Gd1 0807", hands="G1")
    attack(state, "0807")
    found = forecast(state)
    assert [(chance.result, chance.probability, chance.rule) for chance in found.chances] == [
        ("fails", Fraction(1), "11.3.5")
    ]
    assert ("At 1:2 or less the attack fails", "no roll", "11.3.5") in lines(state)


# Forecasts


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.4")
def test_a_forecast_has_every_modifier_with_its_rule() -> None:
    state = position("german-combat", "G-2PzA 1305, G-4A- 1303, S-8A 1304, S-12MC 1304", hands="G1 S4", played="S6")
    attack(state, MINSK, passive="S-12MC")
    play(state, "card G1")
    assert lines(state) == [
        ("2. Panzerarmee, fresh", "7", "11.3.1"),
        ("4. Armee, spent", "3", "11.3.1"),
        ("8th Army, active defence", "2", "11.3.2"),
        ("12th Mechanized Corps, passive defence", "0", "11.3.2"),
        ("10 against 2", "5:1", "11.3.3"),
        ("The defenders are in a city", "one column left", "11.3.4"),
        ("Cards played", "one column right", "11.3.4"),
    ]
    found = forecast(state)
    assert found.headline == "5:1" and found.spaces == (MINSK,)
    assert found.tokens == ("G-2PzA", "G-4A", "S-8A", "S-12MC")
    assert found.title == "2. Panzerarmee and 4. Armee against 8th Army and 12th Mechanized Corps in 1304 Minsk"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.6")
@pytest.mark.parametrize(
    "attackers, chances",
    [
        ("R-3A- 0806", {"-": 4, "DR": 1, "DL": 1}),
        ("R-3A 0806", {"-": 3, "DR": 2, "DL": 1}),
        ("G-4A- 0806", {"-": 2, "DR": 2, "DL": 1, "DE": 1}),
        ("G-16A 0806", {"DR": 3, "DL": 2, "DE": 1}),
        ("G-4A 0806", {"DR": 2, "DL": 2, "DE": 2}),
        ("G-16A 0806, R-3A 0808", {"DR": 1, "DL": 2, "DE": 3}),
        ("G-4A 0806, R-3A 0808", {"DE": 6}),
    ],
)
def test_chances_of_a_forecast_are_exact(attackers: str, chances: dict[str, int]) -> None:
    found = forecast(at_the_die(attackers + ", S-8A- 0807", "0807"))
    assert {chance.result: chance.probability for chance in found.chances} == {
        result: Fraction(number, 6) for result, number in chances.items()
    }
    assert sum(chance.probability for chance in found.chances) == 1
    assert {chance.rule for chance in found.chances} == {"11.3.6"}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.2")
def test_the_forecast_of_a_defence_that_is_open_names_both() -> None:
    state = position("german-combat", "G-4A 0806, S-8A 0807")
    found = forecast(state, "attack 0807")
    assert found.headline == "2:1"  # the strongest defence
    last = found.modifiers[-1]
    assert (last.effect, last.rule) == ("5:1", "11.3.2")
    assert last.text == "Passive defence instead, strength 1 (DR 2/6, DL 2/6, DE 2/6)"
    play(state, "attack 0807")
    assert state.forecast() is None  # nobody attacks yet
    assert forecast(state, "with G-4A").headline == "2:1"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.0")
def test_badges_with_the_odds() -> None:
    state = position("german-combat", "G-4A 0806, R-3A 0808, S-8A 0807, S-Gd1 0809")
    shown = {action: (mark.badge, mark.tone) for action, mark in marks_of(state).items()}
    assert shown == {
        "attack 0807": ("3:1", ""),
        "attack 0809": ("1:2", "bad"),
        "done": ("", ""),
        "with R-3A": ("", ""),
        "with G-4A": ("", ""),
    }
    play(state, "attack 0807")
    assert badges(state) == {
        "with G-4A": "2:1",
        "with R-3A": "1:1",
        "cancel": "",
    }


# 11.7


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.7")
def test_all_of_a_rear_area_may_attack_one_hex() -> None:
    """The rulebook's example: everybody in Army Group Center together against 1201."""
    center = "G-2PzA center, G-3PzA center, G-4A center, G-9A center"
    state = position("german-combat", center + ", S-4A 1201, S-14MC 1201", turn=1)
    play(state, "attack 1201")
    assert legal(state, "with") == ["G-2PzA", "G-3PzA", "G-4A", "G-9A"]
    play(state, *(f"with {unit}" for unit in legal(state, "with")), "fight", "active S-4A", "passive S-14MC")
    assert ("23 against 2", "7:1", "11.3.3") in lines(state)
    assert column(state) == "7:1"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.7")
def test_a_rear_area_attacks_only_the_hexes_next_to_it() -> None:
    state = position("german-combat", "G-4A center, S-8A 1201, S-11A 1202, S-3A 1601")
    assert legal(state, "attack") == ["1201"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.7")
def test_several_rear_areas_and_the_map_together() -> None:
    """1101 touches Center and South."""
    state = position("german-combat", "G-4A center, G-6A south, G-16A north, G-9A 1201, S-8A 1101")
    play(state, "attack 1101")
    assert legal(state, "with") == ["G-4A", "G-9A", "G-6A"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.7")
def test_units_of_a_rear_area_may_attack_different_hexes() -> None:
    state = position("german-combat", "G-4A center, G-9A center, S-8A- 1201, S-11A- 1301")
    attack(state, "1201", "G-4A")
    play(state, "roll 6", "stay")
    assert legal(state, "attack") == ["1301"]
    play(state, "attack 1301")
    assert legal(state, "with") == ["G-9A"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.7")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.5")
def test_6_armee_attacks_out_of_its_rear_area_and_advances_into_0901() -> None:
    state = position("german-combat", "G-6A south, G-17A south, S-6A 0901, S-4MC 0901" + ELSEWHERE, turn=1)
    attack(state, "0901", passive="S-4MC")
    assert odds(state) == "5:1"
    play(state, "roll 6")
    assert legal(state) == ["advance G-6A", "advance G-17A", "stay"]
    play(state, "advance G-6A", "stay")
    assert where(state, "G-6A G-17A S-6A S-4MC") == ["0901-", "south-", "pool", "pool"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.7")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.0")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.5")
def test_the_romania_group_attacks_and_advances_on_turn_one() -> None:
    state = position("german-combat", "G-11A romania, R-3A romania, R-4A romania, S-18A 0602" + ELSEWHERE, turn=1)
    attack(state, "0602")
    assert odds(state) == "4:1"
    play(state, "roll 6", "advance R-3A", "stay")
    assert where(state, "G-11A R-3A R-4A") == ["romania-", "0602-", "romania-"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.7")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.4")
def test_an_attack_out_of_a_rear_area_is_never_across_a_river() -> None:
    """0701 is mountain behind the Dniester; from the rear area the river does not matter, nor in a mixed attack."""
    state = at_the_die("G-17A 0801, S-12A- 0701", "0701")
    assert [text for text, _ in shifts(state)] == [
        "The defenders are in the mountains",
        "All attackers are across a river",
    ]
    for units in ("G-17A south, S-12A- 0701", "G-17A 0801, G-6A south, S-12A- 0701"):
        assert [text for text, _ in shifts(at_the_die(units, "0701"))] == ["The defenders are in the mountains"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.7")
def test_soviet_units_attack_out_of_their_rear_area() -> None:
    state = position("soviet-combat", "S-8A soviet, S-11A soviet, S-3A soviet, R-3A- 1412")
    attack(state, "1412")
    assert odds(state) == "6:1"
    assert state.side == CHANCE


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.7")
def test_nobody_attacks_a_rear_area() -> None:
    state = position("german-combat", "G-4A 1412, S-8A soviet, S-11A 1411")
    assert legal(state, "attack") == ["1411"]


# Against the reference


def told_again(data: dict[str, Any], battle: dict[str, Any]) -> int:
    """11.3.1 to 11.3.4 by the book: the column as a number, where 1:1 is 1, 1:2 is 0 and 7:1 is 7."""
    turn, hex = data["turn"], battle["hex"]
    places = {name: facts["at"] for name, facts in data["units"].items()}
    fresh = {name: facts.get("side") == "fresh" for name, facts in data["units"].items()}

    def printed(unit: str, key: str) -> int:
        return int(reference.UNITS[unit][key])

    attackers, defenders = battle["attackers"], battle["defenders"]
    attack = sum(printed(unit, "strength" if fresh[unit] else "spent") for unit in attackers)
    defence = 0
    for unit in defenders:
        active = unit in battle["active"]
        defence += printed(unit, "spent" if not fresh[unit] else "strength" if active else "passive")
    columns = 7
    while columns > 1 and attack < columns * defence:
        columns -= 1
    if attack < defence:
        against = 2
        while against * attack < defence:
            against += 1
        columns = 2 - against
    snow, soviet = turn in (4, 5), attackers[0].startswith("S-")
    if hex in reference.CITIES | reference.MOUNTAIN:
        columns -= 1
    if not snow and all(frozenset((places[unit], hex)) in reference.RIVERS for unit in attackers):
        columns -= 1
    rough = reference.CITIES | reference.MOUNTAIN | reference.FOREST | reference.MARSH
    if hex not in rough and any(map(reference.is_tank, attackers)):
        columns += 1
    if snow and soviet:
        columns += 1
    return int(min(columns + battle["cards"], 7))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.3")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.4")
@pytest.mark.parametrize("positions", soak.less(100, 400))
def test_columns_in_random_combats_agree_with_the_reference(positions: int) -> None:
    rng = Random(11)
    compared = 0
    for _ in range(positions):
        state = random_position(rng, rng.choice(("german-combat", "soviet-combat")), radius=3)
        if state.outcome is not None or open_step(state) != "Combat" or not legal(state, "attack"):
            continue
        play(state, f"attack {rng.choice(legal(state, 'attack'))}")
        for unit in legal(state, "with"):
            if rng.random() < 0.6 or "fight" not in legal(state):
                play(state, f"with {unit}")
        play(state, "fight")
        while state.outcome is None and open_step(state) in ("ChooseDefence", "ShiftCard", "HitlerOrder", "RollDie"):
            data = state.position()
            found = next(step for step in reversed(data["stack"]) if "battle" in step)
            expected = told_again(data, found["battle"])
            if open_step(state) in ("ShiftCard", "RollDie"):
                assert forecast(state).headline == column_name(expected)
                compared += 1
            if open_step(state) == "RollDie":
                assert expected >= 1
                break
            play(state, rng.choice(legal(state)))
    assert compared > positions // 3
