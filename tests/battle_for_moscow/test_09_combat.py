"""9.0 to 9.2: battles and their odds. Reading 6. (9.3 is in test_09_results.)"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from rasputitsa.core import CHANCE, Forecast
from rasputitsa.games.battle_for_moscow.state import BattleForMoscowState

from . import reference
from .helpers import (
    GAME,
    at,
    at_the_die,
    happened,
    kinds,
    legal,
    offered,
    open_step,
    phase_of,
    play,
    position,
    random_position,
    refused,
    retreat,
)

LINE = "24pz 1207, 41pz 1108, 5ak 1307, 3a 1208, 5a 1308, 10a 1401"  # 3a has three neighbours, 5a one of them


def forecast(state: BattleForMoscowState, action: str | None = None) -> Forecast:
    found = state.forecast(action)
    assert found is not None
    return found


def lines(state: BattleForMoscowState) -> list[tuple[str, str, str]]:
    """The lines of a forecast as plain tuples."""
    return [(line.text, line.effect, line.rule) for line in forecast(state).modifiers]


# 9.0: announcing


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_attacking_is_voluntary() -> None:
    state = position("german-combat", LINE)
    assert legal(state)[:3] == ["attack 1208", "attack 1308", "done"]
    play(state, "done")
    assert phase_of(state) == "german-movement"


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_any_adjacent_units_may_attack_together() -> None:
    state = position("german-combat", LINE)
    play(state, "attack 1208")
    assert legal(state) == ["with 24pz", "with 41pz", "cancel"]  # 1307 does not touch 1208
    play(state, "with 24pz")
    assert legal(state) == ["with 41pz", "without 24pz", "declare", "cancel"]
    play(state, "with 41pz")
    assert legal(state) == ["without 24pz", "without 41pz", "declare", "cancel"]


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_an_attacker_can_be_left_out_again() -> None:
    state = position("german-combat", LINE)
    play(state, "attack 1208", "with 24pz", "with 41pz")
    before = forecast(state)
    assert forecast(state, "without 24pz").headline == "1:1"  # 12 to 8
    play(state, "without 24pz")
    assert legal(state) == ["with 24pz", "without 41pz", "declare", "cancel"]
    play(state, "with 24pz")
    assert forecast(state).headline == before.headline == "3:1"
    play(state, "without 24pz", "without 41pz")
    assert legal(state) == ["with 24pz", "with 41pz", "cancel"]
    assert state.forecast("without 24pz") is None
    assert refused(state, "without 24pz") == ("9.0", "The German 24th Panzer Corps is not part of this attack.")


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_a_unit_attacks_once() -> None:
    state = position("german-combat", LINE)
    play(state, "attack 1208", "with 24pz", "declare")
    assert legal(state) == ["attack 1308", "change 1208", "drop 1208", "done", "with 5ak"]
    play(state, "attack 1308")
    assert legal(state) == ["with 5ak", "cancel"]  # the panzer in 1207 touches 1308 too
    assert refused(state, "with 24pz") == (
        "9.0",
        "The German 24th Panzer Corps is already part of another attack.",
    )


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_a_unit_may_be_chosen_before_its_target() -> None:
    state = position("german-combat", LINE)
    before = state.position()
    play(state, "with 24pz")
    assert open_step(state) == "ChooseTarget"
    assert state.question is not None and state.question.text == "What does the German 24th Panzer Corps attack?"
    assert legal(state) == ["attack 1208", "attack 1308", "cancel"]
    assert offered(state)["selection"] == {"tokens": ["24pz"], "spaces": []}
    assert forecast(state, "attack 1208").headline == "1:1"  # 12 to 8, alone
    assert GAME.position(state.position()).position() == state.position()
    assert refused(state, "attack 1401") == ("9.0", "1401 is not adjacent to the German 24th Panzer Corps.")
    assert refused(state, "attack 0101") == ("9.0", "There is no enemy unit in 0101.")
    assert refused(state, "done") == ("9.0", "Choose the target of the German 24th Panzer Corps first, or cancel.")
    play(state, "cancel")
    assert state.position() == before
    play(state, "with 24pz", "attack 1208")
    assert legal(state) == ["with 41pz", "without 24pz", "declare", "cancel"]
    play(state, "declare", "with 5ak")
    assert legal(state) == ["attack 1308", "cancel"]
    assert refused(state, "attack 1208") == ("9.0", "1208 is not adjacent to the German 5th Corps.")
    play(state, "cancel")
    assert refused(state, "with 24pz") == (
        "9.0",
        "The German 24th Panzer Corps is already part of an attack.",
    )
    assert refused(state, "with 3a") == ("9.0", "The Russian 3rd Army is an enemy unit.")
    assert refused(state, "with 7ak") == ("9.0", "The German 7th Corps is not on the map.")
    assert refused(state, "with 41pz") == (
        "9.0",
        "Attacks on all enemy units adjacent to the German 41st Panzer Corps have already been declared.",
    )


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_a_unit_chosen_first_cannot_join_an_attack_that_is_declared() -> None:
    state = position("german-combat", "24pz 1207, 35ak 1307, 3a- 1208, 5a- 1308")
    play(state, "attack 1308", "with 35ak", "declare", "with 24pz")
    assert legal(state) == ["attack 1208", "cancel"]
    assert refused(state, "attack 1308") == (
        "9.0",
        "An attack on 1308 has already been declared; change that attack instead.",
    )


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_a_declared_attack_may_be_changed() -> None:
    state = position("german-combat", LINE)
    play(state, "attack 1208", "with 24pz", "declare")
    declared = state.position()
    play(state, "change 1208")
    assert legal(state) == ["with 41pz", "without 24pz", "declare", "cancel"]
    assert GAME.position(state.position()).position() == state.position()
    play(state, "with 41pz", "cancel")
    assert state.position() == declared
    play(state, "change 1208", "with 41pz", "without 24pz", "declare")
    assert state.view(None)["battles"] == [{"space": "1208", "attackers": ["41pz"]}]
    assert "with 24pz" in legal(state)


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_a_unit_is_attacked_once() -> None:
    state = position("german-combat", LINE)
    play(state, "attack 1208", "with 24pz", "declare")
    assert refused(state, "attack 1208") == (
        "9.0",
        "An attack on 1208 has already been declared.",
    )


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_targets_need_an_adjacent_unit_that_is_not_attacking_yet() -> None:
    state = position("german-combat", "24pz 1207, 3a 1208, 5a 1308")
    play(state, "attack 1208", "with 24pz", "declare")
    assert legal(state) == ["change 1208", "drop 1208", "done"]
    assert refused(state, "attack 1308") == ("9.0", "All your units adjacent to 1308 are part of another attack.")


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_an_attack_can_be_called_off_until_the_fighting_begins() -> None:
    state = position("german-combat", LINE)
    before = state.position()
    play(state, "attack 1208", "with 24pz", "with 41pz", "declare", "drop 1208")
    assert state.position() == before
    play(state, "attack 1308", "with 24pz", "cancel")
    assert state.position() == before


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_attacks_cannot_be_changed_once_the_fighting_begins() -> None:
    state = position("german-combat", "24pz 1207, 41pz 1108, 35ak 1307, 3a- 1208, 5a- 1308")
    play(state, "attack 1208", "with 24pz", "declare", "attack 1308", "with 35ak", "declare", "done")
    assert open_step(state) == "ResolveBattles"
    for action in ("attack 1208", "change 1208", "drop 1208", "with 41pz", "declare"):
        assert refused(state, action) == ("9.0", "The attacks have been declared and the fighting has begun.")


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_every_declared_attack_is_an_event() -> None:
    state = position("german-combat", "24pz 1207, 41pz 1108, 35ak 1307, 3a- 1208, 5a- 1308")
    play(state, "attack 1208", "with 24pz", "with 41pz", "declare", "attack 1308", "with 35ak", "declare")
    events = play(state, "done")
    found = [(happened(event), event.text, tuple(fate.token for fate in event.tokens)) for event in events]
    assert found == [
        ("attack", "Attack on 1208: 24th Panzer Corps and 41st Panzer Corps.", ("24pz", "41pz")),
        ("attack", "Attack on 1308: 35th Corps.", ("35ak",)),
    ]


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_battles_are_resolved_in_any_order() -> None:
    units = "24pz 1207, 41pz 1108, 35ak 1307, 3a- 1208, 5a- 1308, 23ak 0803, 10a- 0903"
    for first, second in (("1208", "0903"), ("0903", "1208")):
        state = position("german-combat", units)
        play(state, "attack 1208", "with 24pz", "declare", "attack 1308", "with 35ak", "declare")
        play(state, "attack 0903", "with 23ak", "declare", "done")
        assert legal(state) == ["battle 1208", "battle 1308", "battle 0903"]
        play(state, f"battle {first}", "roll 5", *(["lose 24pz"] if "lose 24pz" in legal(state) else []))
        while open_step(state) != "ResolveBattles":
            play(state, legal(state)[-1])
        assert legal(state) == [f"battle {hex}" for hex in ("1208", "1308", "0903") if hex != first]
        play(state, f"battle {second}", "roll 5")
        while open_step(state) != "RollDie":
            play(state, legal(state)[-1])
        assert state.question is not None and "1308" in state.question.text


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_the_die_is_rolled_before_anything_else() -> None:
    state = at_the_die(LINE, "1208", "24pz")
    assert state.side == CHANCE and state.dice() == 1
    assert state.chances() == [(action, Fraction(1, 6)) for action in state.actions()]
    assert refused(state, "retreat 1210") == ("9.0", "The die is rolled for the battle at 1208 first.")


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_refusals_while_declaring() -> None:
    state = position("german-combat", LINE)
    assert refused(state, "attack 1401") == ("9.0", "None of your units is adjacent to 1401.")
    assert refused(state, "attack 1207") == ("9.0", "There is no enemy unit in 1207.")
    assert refused(state, "attack 0101") == ("9.0", "There is no enemy unit in 0101.")
    assert refused(state, "drop 1208") == ("9.0", "No attack on 1208 has been declared.")
    assert refused(state, "change 1208") == ("9.0", "No attack on 1208 has been declared.")
    play(state, "attack 1208")
    assert refused(state, "declare") == ("9.0", "An attack needs at least one unit.")
    assert refused(state, "with 5ak") == ("9.0", "The German 5th Corps is not adjacent to 1208.")
    assert refused(state, "with 7ak") == ("9.0", "The German 7th Corps is not on the map.")  # off the map
    assert refused(state, "with 5a") == ("9.0", "The Russian 5th Army is an enemy unit.")
    assert refused(state, "attack 1308") == ("9.0", "Declare or cancel the attack on 1208 first.")
    assert refused(state, "done") == ("9.0", "Declare or cancel the attack on 1208 first.")
    play(state, "with 24pz")
    assert refused(state, "with 24pz") == ("9.0", "The German 24th Panzer Corps is already part of this attack.")


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_only_declared_attacks_are_resolved() -> None:
    state = position("german-combat", "24pz 1207, 35ak 1307, 3a- 1208, 5a- 1308")
    play(state, "attack 1208", "with 24pz", "declare", "attack 1308", "with 35ak", "declare", "done")
    assert refused(state, "battle 1401") == ("9.0", "There is no battle to resolve in 1401.")
    assert refused(state, "done") == ("9.0", "Resolve the remaining battles first.")


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_a_unit_that_advances_next_to_an_enemy_does_not_attack_again() -> None:
    state = position("german-combat", "24pz 1207, 3a- 1208, 5a 1309")
    play(state, "attack 1208", "with 24pz", "declare", "done", "roll 1", "retreat 1110", "advance 24pz")
    assert at(state, "24pz") == "1208"  # next to 1309
    assert phase_of(state) == "german-movement"


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_the_russians_attack_in_their_own_phase() -> None:
    state = position("soviet-combat", "5ak 1208, 3a 1207, 5a 1209")
    assert state.side == "soviet"
    play(state, "attack 1208", "with 3a", "with 5a", "declare", "done")
    assert forecast(state).headline == "2:1"  # 16 to 6


# 9.0: odds


@pytest.mark.rule("battle-for-moscow", "9.0")
@pytest.mark.parametrize(
    "attackers, total, odds",
    [
        ("35ak 1207, 23ak 1209", 16, "4:1"),  # the rulebook's example
        ("35ak 1207, 8ak 1209", 15, "3:1"),  # and its neighbour
        ("47pz 1207, 23ak 1209", 17, "4:1"),
        ("34ak 1207", 4, "1:1"),
        ("8ak 1207", 7, "1:1"),
        ("35ak 1207", 8, "2:1"),
    ],
)
def test_fractions_of_the_odds_are_dropped(attackers: str, total: int, odds: str) -> None:
    state = at_the_die(f"{attackers}, 3a- 1208", "1208")
    assert forecast(state).headline == odds
    assert lines(state)[-1] == (f"{total} against 4", odds, "9.0")


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_a_forecast_lists_every_attacker_with_its_strength() -> None:
    state = at_the_die("35ak 1207, 8ak- 1209, 3a- 1208", "1208")
    assert lines(state) == [
        ("8th Corps", "3", "9.0"),
        ("35th Corps", "8", "9.0"),
        ("11 against 4", "2:1", "9.0"),
    ]
    found = forecast(state)
    assert found.title == "8th Corps and 35th Corps against the Russian 3rd Army in 1208"
    assert found.spaces == ("1208",) and found.tokens == ("8ak", "35ak", "3a")


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_forecasts_while_declaring() -> None:
    state = position("german-combat", LINE)
    assert state.forecast() is None and state.forecast("done") is None
    assert forecast(state, "attack 1208").headline == "3:1"  # both panzers, 24 to 8
    play(state, "attack 1208")
    assert state.forecast() is None
    assert forecast(state, "with 24pz").headline == "1:1"
    play(state, "with 24pz")
    assert forecast(state).headline == "1:1"
    assert forecast(state, "with 41pz").headline == "3:1"
    play(state, "declare")
    assert forecast(state, "drop 1208").headline == "1:1"
    assert forecast(state, "attack 1308").headline == "below 1:1"  # only the 5th Corps is left, 6 to 8
    play(state, "attack 1308", "with 5ak", "declare")
    assert state.forecast("attack 1401") is None


CHANCES = {
    "1:1": {"NE": 2, "AL": 1, "EX": 2, "DR": 1},
    "2:1": {"NE": 2, "EX": 2, "DR": 2},
    "3:1": {"EX": 2, "DR": 3, "DRL": 1},
    "4:1": {"EX": 1, "DR": 2, "DRL": 2, "DE": 1},
    "5:1": {"DR": 1, "DRL": 3, "DE": 2},
    "6:1": {"DRL": 2, "DE": 4},
}
BY_ODDS = {  # attackers of a reduced army, strength 4, in the open
    "1:1": "34ak 1207",
    "2:1": "35ak 1207",
    "3:1": "24pz 1207",
    "4:1": "24pz 1207, 34ak 1209",
    "5:1": "24pz 1207, 35ak 1209",
    "6:1": "24pz 1207, 41pz 1209",
}


@pytest.mark.rule("battle-for-moscow", "9.0")
@pytest.mark.parametrize("odds", CHANCES)
def test_the_chances_of_a_forecast_are_exact(odds: str) -> None:
    state = at_the_die(f"{BY_ODDS[odds]}, 3a- 1208", "1208")
    found = {chance.result: chance.probability for chance in forecast(state).chances}
    assert found == {result: Fraction(faces, 6) for result, faces in CHANCES[odds].items()}
    assert all(chance.rule == "9.3" for chance in forecast(state).chances)


# 9.1


@pytest.mark.rule("battle-for-moscow", "9.1")
def test_odds_above_six_are_six() -> None:
    state = at_the_die("24pz 1207, 41pz 1209, 57pz 1108, 3a- 1208", "1208")
    assert forecast(state).headline == "6:1"
    assert lines(state)[-2:] == [
        ("36 against 4", "9:1", "9.0"),
        ("Odds above 6:1 count as 6:1", "6:1", "9.1"),
    ]


@pytest.mark.rule("battle-for-moscow", "9.1")
def test_odds_are_limited_before_terrain() -> None:
    state = at_the_die("24pz 0707, 46pz 0709, 35ak 0608, 3a- 0708", "0708")  # 30 to 4 in a forest
    assert forecast(state).headline == "5:1"
    assert lines(state)[-3:] == [
        ("30 against 4", "7:1", "9.0"),
        ("Odds above 6:1 count as 6:1", "6:1", "9.1"),
        ("The defender is in a forest", "1 column left", "9.2"),
    ]


@pytest.mark.rule("battle-for-moscow", "9.1")
def test_below_one_to_one_no_die_is_rolled_and_nothing_happens() -> None:
    state = position("german-combat", "8ak 1207, 3a 1208")
    assert forecast(state, "attack 1208").headline == "below 1:1"
    play(state, "attack 1208", "with 8ak", "declare")
    found = forecast(state, "drop 1208")
    assert [tuple(line) for line in found.modifiers] == [
        ("8th Corps", "7", "9.0"),
        ("7 against 8", "below 1:1", "9.0"),
        ("Odds below 1:1 have no effect", "no effect", "9.1"),
    ]
    assert [tuple(chance)[:4] for chance in found.chances] == [("NE", Fraction(1), "no effect", "9.1")]
    events = play(state, "done")
    assert [(happened(event), event.rule) for event in events][:2] == [("attack", "9.0"), ("battle", "9.1")]
    assert events[1].text == "The attack on 1208 at less than 1:1 has no effect."
    assert phase_of(state) == "german-movement"
    assert (at(state, "8ak"), at(state, "3a")) == ("1207", "1208")


@pytest.mark.rule("battle-for-moscow", "9.1")
def test_one_to_one_lowered_by_terrain_has_no_effect() -> None:
    state = position("german-combat", "35ak 0707, 3a 0708")  # 8 to 8 in a forest
    play(state, "attack 0708", "with 35ak", "declare")
    assert forecast(state, "drop 0708").headline == "below 1:1"
    events = play(state, "done")
    assert "battle" in kinds(events) and phase_of(state) == "german-movement"


@pytest.mark.rule("battle-for-moscow", "9.1")
@pytest.mark.rule("battle-for-moscow", "9.0")
def test_an_attack_below_one_to_one_uses_up_its_units() -> None:
    state = position("german-combat", "8ak 1207, 3a 1208, 5a- 1308")
    play(state, "attack 1208", "with 8ak", "declare")
    assert legal(state) == ["change 1208", "drop 1208", "done"]


@pytest.mark.rule("battle-for-moscow", "9.1")
def test_attacks_below_one_to_one_are_resolved_first() -> None:
    state = position("german-combat", "8ak 1207, 3a 1208, 7ak 0808, 5a 0809, 24pz 0603, 10a- 0602")
    play(state, "attack 1208", "with 8ak", "declare", "attack 0602", "with 24pz", "declare")
    events = play(state, "attack 0809", "with 7ak", "declare", "done")
    assert [event.rule for event in events if happened(event) == "battle"] == ["9.1", "9.1"]
    assert open_step(state) == "RollDie" and state.question is not None and "0602" in state.question.text


# 9.2


@pytest.mark.rule("battle-for-moscow", "9.2")
def test_the_moscow_example() -> None:
    """16 points across the Moskva against 5 in Moscow: 3:1, lowered twice."""
    state = at_the_die("8ak 1002, 56pz 1003, 1sh- 1103", "1103")
    assert lines(state) == [
        ("8th Corps", "7", "9.0"),
        ("56th Panzer Corps", "9", "9.0"),
        ("16 against 5", "3:1", "9.0"),
        ("The defender is in a major city", "1 column left", "9.2"),
        ("All attackers are across a river", "1 column left", "9.2"),
    ]
    assert forecast(state).headline == "1:1"


FIGURE_1 = "47pz 0403, 5ak 0404, 3a- 0504"
FIGURE_2 = FIGURE_1 + ", 42ak- 0603, 6ak 0605, 7ak 0501"  # the last two only hem the army in


@pytest.mark.rule("battle-for-moscow", "9.2")
def test_figure_1() -> None:
    state = at_the_die(FIGURE_1, "0504")
    assert lines(state) == [
        ("5th Corps", "6", "9.0"),
        ("47th Panzer Corps", "9", "9.0"),
        ("15 against 4", "3:1", "9.0"),
        ("The Russian defender is in a fortification", "1 column left", "9.2"),
        ("All attackers are across a river", "1 column left", "9.2"),
    ]
    assert forecast(state).headline == "1:1"


@pytest.mark.rule("battle-for-moscow", "9.2")
@pytest.mark.rule("battle-for-moscow", "9.3")
def test_figure_2() -> None:
    state = at_the_die(FIGURE_2, "0504", "47pz 5ak 42ak")
    assert lines(state) == [
        ("47th Panzer Corps", "9", "9.0"),
        ("5th Corps", "6", "9.0"),
        ("42nd Corps", "2", "9.0"),
        ("17 against 4", "4:1", "9.0"),
        ("The Russian defender is in a fortification", "1 column left", "9.2"),
    ]
    found = forecast(state)
    assert found.headline == "3:1"
    assert retreat(found) == "none (eliminated)"
    assert {chance.result: chance.meaning for chance in found.chances}["DR"] == "the defender is eliminated"
    play(state, "roll 1")
    assert at(state, "3a") == "pool"


@pytest.mark.rule("battle-for-moscow", "9.2")
def test_a_russian_in_tula_has_two_shifts_and_a_german_one() -> None:
    state = at_the_die("24pz 1106, 41pz 1108, 3a- 1107", "1107")
    assert [line for line in lines(state) if line[2] == "9.2"] == [
        ("The defender is in a major city", "1 column left", "9.2"),
        ("The Russian defender is in a fortification", "1 column left", "9.2"),
    ]
    assert forecast(state).headline == "4:1"
    state = at_the_die("34ak 1107, 3a 1106, 5a 1108", "1107", phase="soviet-combat")  # 16 to 4
    assert [line for line in lines(state) if line[2] == "9.2"] == [
        ("The defender is in a major city", "1 column left", "9.2")
    ]
    assert forecast(state).headline == "3:1"


@pytest.mark.rule("battle-for-moscow", "9.2")
def test_a_fortification_does_not_help_a_german() -> None:
    state = at_the_die("34ak 0504, 3a 0503, 5a 0505", "0504", phase="soviet-combat")
    assert forecast(state).headline == "4:1"  # 16 to 4, one attacker not across the river
    assert [line for line in lines(state) if line[2] == "9.2"] == []


@pytest.mark.rule("battle-for-moscow", "9.2")
@pytest.mark.parametrize(
    "phase, defender, attacker", [("german-combat", "3a-", "24pz"), ("soviet-combat", "34ak", "3a")]
)
def test_a_forest_helps_both_sides(phase: str, defender: str, attacker: str) -> None:
    state = at_the_die(f"{defender} 0708, {attacker} 0707", "0708", phase=phase)
    assert ("The defender is in a forest", "1 column left", "9.2") in lines(state)


@pytest.mark.rule("battle-for-moscow", "9.2")
def test_a_river_counts_only_if_all_attackers_are_across_it() -> None:
    units = "24pz 0404, 41pz 0403, 3a- 0504"  # both across the Dniepr
    assert forecast(at_the_die(units, "0504")).headline == "4:1"  # 6:1, fortification, river
    assert forecast(at_the_die(units + ", 34ak- 0505", "0504")).headline == "5:1"  # one attacker not across


@pytest.mark.rule("battle-for-moscow", "9.2")
def test_the_river_is_that_of_the_hexside_crossed() -> None:
    # 0405 touches the Dniepr in the north, 0506 touches the Ugra; there is no river between them
    state = at_the_die("24pz 0405, 3a- 0506", "0506")
    assert [line[0] for line in lines(state) if line[2] == "9.2"] == ["The Russian defender is in a fortification"]


@pytest.mark.rule("battle-for-moscow", "9.2")
def test_the_first_example_of_our_rules() -> None:
    units = "24pz 0404, 41pz 0305, 34ak 0406, 3a- 0405"
    assert forecast(at_the_die(units, "0405", "24pz 41pz", turn=1)).headline == "4:1"
    state = at_the_die(units, "0405", turn=1)
    assert forecast(state).headline == "5:1"
    assert ("28 against 4", "7:1", "9.0") in lines(state)


@pytest.mark.rule("battle-for-moscow", "9.2")
def test_the_second_example_of_our_rules() -> None:
    units = "24pz 1002, 41pz 1003, 57pz 1202, 3a 1103"
    assert forecast(at_the_die(units, "1103", "24pz 41pz")).headline == "1:1"
    assert forecast(at_the_die(units, "1103", "24pz 57pz")).headline == "2:1"


@pytest.mark.rule("battle-for-moscow", "9.2")
def test_three_neighbours_of_moscow_are_on_its_side_of_the_river() -> None:
    for hex in reference.neighbours("1103"):
        state = at_the_die(f"24pz {hex}, 3a- 1103", "1103")
        river = ("All attackers are across a river", "1 column left", "9.2") in lines(state)
        assert river == (hex in ("1002", "1003", "1104"))


@pytest.mark.rule("battle-for-moscow", "9.2")
def test_an_ordinary_city_has_no_effect_on_combat() -> None:
    state = at_the_die("24pz 0808, 3a- 0809", "0809")  # Orel
    assert forecast(state).headline == "3:1"


@pytest.mark.rule("battle-for-moscow", "9.0")
@pytest.mark.rule("battle-for-moscow", "9.1")
@pytest.mark.rule("battle-for-moscow", "9.2")
@pytest.mark.rule("battle-for-moscow", "12.2")
@pytest.mark.parametrize("seed", range(12))
def test_odds_in_random_positions_against_the_reference(seed: int) -> None:
    rng = Random(seed)
    compared = 0
    for _ in range(8):
        phase = rng.choice(("german-combat", "soviet-combat"))
        state = random_position(rng, phase)
        if phase_of(state) != phase:
            continue
        table = reference.Table(state.position())
        german = phase == "german-combat"
        around = {near for hex in table.held(german) for near in reference.neighbours(hex)}
        assert set(legal(state, "attack")) == around & table.held(not german)
        target = rng.choice(legal(state, "attack"))
        play(state, f"attack {target}")
        beside = {unit for unit in table.units(german) if table.where[unit] in reference.neighbours(target)}
        assert set(legal(state, "with")) == beside
        attackers = rng.sample(sorted(beside), rng.randint(1, len(beside)))
        play(state, *(f"with {unit}" for unit in attackers))
        column = table.column(target, attackers)
        assert forecast(state).headline == (f"{column}:1" if column > 0 else "below 1:1")
        compared += 1
    assert compared > 2
