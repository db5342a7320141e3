"""9.3: combat results, retreats, Stand Fast, exchanges, and the advance of 9.0. Readings 7 to 10."""

from __future__ import annotations

from random import Random

import pytest

from rasputitsa.core import CHANCE

from . import reference
from .helpers import (
    at,
    at_the_die,
    german_cities,
    happened,
    kinds,
    legal,
    open_step,
    phase_of,
    play,
    position,
    random_position,
    refused,
    retreat,
)
from .test_09_combat import BY_ODDS, forecast

NAMES = {
    "NE": "no effect",
    "AL": "attacker loss",
    "EX": "exchange",
    "DR": "defender retreats",
    "DRL": "defender retreats with loss",
    "DE": "defender eliminated",
}
CRT = {
    "1:1": "DR EX EX NE NE AL",
    "2:1": "DR DR EX EX NE NE",
    "3:1": "DR DR DR EX EX DRL",
    "4:1": "DR DR EX DRL DRL DE",
    "5:1": "DR DRL DRL DRL DE DE",
    "6:1": "DRL DRL DE DE DE DE",
}


@pytest.mark.rule("battle-for-moscow", "9.3")
@pytest.mark.parametrize("odds", CRT)
@pytest.mark.parametrize("face", range(1, 7))
def test_every_cell_of_the_table(odds: str, face: int) -> None:
    result = CRT[odds].split()[face - 1]
    state = at_the_die(f"{BY_ODDS[odds]}, 3a- 1208", "1208")
    event = play(state, f"roll {face}")[0]
    assert (happened(event), event.rule) == ("battle", "9.3")
    assert event.text == f"Battle at 1208, {odds}: the die shows {face}, {result} ({NAMES[result]})."
    pincer = "1209" in BY_ODDS[odds]  # two attackers on opposite sides leave a reduced unit no way out
    assert (at(state, "3a") == "pool") == (result in ("EX", "DRL", "DE") or (result == "DR" and pincer))


# NE, AL, DE


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_no_effect() -> None:
    state = at_the_die("34ak 1207, 3a- 1208", "1208")
    assert kinds(play(state, "roll 4"))[0] == "battle"
    assert (at(state, "34ak"), at(state, "3a")) == ("1207", "1208-")
    assert phase_of(state) == "german-movement"


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_attacker_loss_is_of_the_attackers_choice() -> None:
    state = at_the_die("34ak 1207, 42ak 1209, 3a 1208", "1208")  # 8 to 8
    play(state, "roll 6")
    assert (state.side, legal(state)) == ("german", ["lose 34ak", "lose 42ak"])
    assert state.question is not None
    assert state.question.text == "Attacker loss at 1208: choose the attacker that loses a step."
    assert refused(state, "lose 5ak") == ("9.3", "The German 5th Corps did not attack 1208.")
    assert refused(state, "stay") == ("9.3", "One of the attackers must lose a step first.")
    play(state, "lose 42ak")
    assert (at(state, "34ak"), at(state, "42ak"), at(state, "3a")) == ("1207", "1209-", "1208")
    assert phase_of(state) == "german-movement"  # nobody retreats, nobody advances


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_attacker_loss_of_a_single_attacker_is_not_asked() -> None:
    state = at_the_die("35ak 1207, 3a 1208", "1208")
    events = play(state, "roll 6")
    assert kinds(events)[:2] == ["battle", "reduced"]
    assert at(state, "35ak") == "1207-"


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_attacker_loss_eliminates_a_reduced_attacker() -> None:
    state = at_the_die("24pz- 1207, 42ak 1209, 3a 1208", "1208")  # 10 to 8
    events = play(state, "roll 6", "lose 24pz")
    assert at(state, "24pz") == "pool"
    text = "The German 24th Panzer Corps is eliminated in 1207: attacker loss, and it was already reduced."
    assert text in [event.text for event in events]


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_the_defender_moves_on_three_faces_at_one_to_one() -> None:
    moved = 0
    for face in range(1, 7):
        state = at_the_die("35ak 1207, 3a 1208", "1208")
        play(state, f"roll {face}")
        moved += at(state, "3a") != "1208" or open_step(state) == "Retreat"
    assert moved == 3


@pytest.mark.rule("battle-for-moscow", "9.3")
@pytest.mark.parametrize("defender", ["3a", "3a-"])
def test_defender_eliminated_full_or_reduced(defender: str) -> None:
    state = at_the_die(f"24pz 1207, 41pz 1209, 57pz 1108, 46pz 1309, {defender} 1208", "1208")
    events = play(state, "roll 6")
    assert kinds(events) == ["battle", "eliminated"]
    assert at(state, "3a") == "pool"
    assert open_step(state) == "Advance"


# DR and DRL


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_a_free_retreat_of_two_hexes_chosen_by_the_attacker() -> None:
    state = at_the_die("35ak 1207, 3a 1208", "1208")
    assert retreat(forecast(state)) == "free"
    play(state, "roll 1")
    assert (state.side, open_step(state)) == ("german", "Retreat")
    assert legal(state) == [f"retreat {hex}" for hex in ("1008", "1009", "1110", "1210", "1310", "1408", "1409")]
    events = play(state, "retreat 1210")
    assert events[0].text == "The Russian 3rd Army retreats to 1210."
    assert events[0].spaces == ("1208", "1209", "1210")
    assert at(state, "3a") == "1210"  # at no cost


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_refusals_of_a_retreat() -> None:
    state = at_the_die("35ak 1207, 5ak 0910, 3a 1208, 5a 1310", "1208", "35ak")
    play(state, "roll 1")
    assert refused(state, "retreat 1209") == ("9.3", "1209 is not two hexes from 1208.")  # no zigzag, no half way
    assert refused(state, "retreat 1204") == ("9.3", "1204 is not two hexes from 1208.")
    assert refused(state, "retreat 1310") == ("9.3", "The Russian 5th Army is in 1310.")
    assert refused(state, "retreat 1009") == ("9.3", "1009 is in an enemy zone of control.")  # next to 0910
    assert refused(state, "retreat 1407") == (
        "9.3",
        "The way to 1407 leads through an enemy zone of control, and there is a way that does not.",
    )
    assert refused(state, "advance 35ak") == ("9.3", "The Russian 3rd Army must retreat first.")


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_a_retreat_may_pass_through_friends_but_not_end_on_them() -> None:
    state = at_the_die("35ak 1207, 3a 1208, 5a 1209, 10a 1109, 13a 1309, 16a 1210", "1208")
    play(state, "roll 1")
    assert legal(state, "retreat") == ["1008", "1009", "1110", "1310", "1408", "1409"]  # all through friends
    play(state, "retreat 1110")
    assert at(state, "3a") == "1110"


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_a_single_retreat_is_taken_without_asking() -> None:
    friends = "5a 1008, 10a 1009, 13a 1110, 16a 1310, 19a 1408, 20a 1409"
    state = at_the_die(f"35ak 1207, 3a 1208, {friends}", "1208")
    events = play(state, "roll 1")
    assert kinds(events) == ["battle", "retreat"]
    assert at(state, "3a") == "1210"


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_a_retreat_blocked_by_friends_eliminates() -> None:
    friends = "5a 1008, 10a 1009, 13a 1110, 16a 1310, 19a 1408, 20a 1409, 24a 1210, 29a 1007, 30a 1407"
    state = at_the_die(f"35ak 1207, 3a 1208, {friends}", "1208")
    assert retreat(forecast(state)) == "none (eliminated)"
    play(state, "roll 1")
    assert at(state, "3a") == "pool"


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_nobody_retreats_off_the_map() -> None:
    state = at_the_die("24pz 1310, 41pz 1311, 3a 1410", "1410")  # in the corner: 1409 and 1408 are left
    assert retreat(forecast(state)) == "at the cost of a step"
    play(state, "roll 1")
    assert at(state, "3a") == "1408-"
    state = at_the_die("24pz 1310, 41pz 1311, 57pz 1407, 3a 1410", "1410", "24pz 41pz")
    assert retreat(forecast(state)) == "none (eliminated)"
    play(state, "roll 1")
    assert at(state, "3a") == "pool"


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_only_the_best_class_of_retreat_is_offered() -> None:
    """From 1208 with a German in 1207: 1407 could be reached through its zone in 1308, but free ways are open."""
    state = at_the_die("35ak 1207, 3a 1208", "1208")
    play(state, "roll 1")
    assert "1407" not in legal(state, "retreat") and "1007" not in legal(state, "retreat")


PINCER = "24pz 1207, 41pz 1209"  # every hex around 1208 is in a zone, six hexes behind them are not
BEHIND = ["1007", "1008", "1009", "1407", "1408", "1409"]


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_a_costly_retreat_takes_a_step() -> None:
    state = at_the_die(f"{PINCER}, 3a 1208", "1208")
    assert retreat(forecast(state)) == "at the cost of a step"
    play(state, "roll 1")
    assert legal(state, "retreat") == BEHIND
    events = play(state, "retreat 1408")
    assert kinds(events) == ["reduced", "retreat"]
    assert at(state, "3a") == "1408-"


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_a_costly_retreat_eliminates_a_reduced_unit() -> None:
    state = at_the_die(f"{PINCER}, 3a- 1208", "1208", "24pz")
    assert retreat(forecast(state)) == "none (eliminated)"
    play(state, "roll 1")
    assert at(state, "3a") == "pool"
    assert legal(state) == ["advance 24pz", "stay"]


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_zones_of_units_outside_the_battle_count() -> None:
    state = at_the_die(f"{PINCER}, 3a 1208", "1208", "24pz")  # the panzer in 1209 does not attack
    play(state, "roll 1")
    assert legal(state, "retreat") == BEHIND


@pytest.mark.rule("battle-for-moscow", "9.3")
@pytest.mark.rule("battle-for-moscow", "7.0")
def test_a_friend_on_the_way_does_not_cancel_a_zone() -> None:
    state = at_the_die(f"{PINCER}, 3a 1208, 5a 1308, 10a 1309, 13a 1108, 16a 1109", "1208")
    play(state, "roll 1", "retreat 1408")
    assert at(state, "3a") == "1408-"


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_retreat_with_loss_reduces_a_full_unit() -> None:
    state = at_the_die("24pz 1207, 41pz 1108, 3a 1208", "1208")  # 24 to 8, 3:1
    events = play(state, "roll 6")
    assert kinds(events) == ["battle", "reduced"]
    assert open_step(state) == "Retreat"
    play(state, legal(state)[0])
    assert at(state, "3a").endswith("-")


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_retreat_with_loss_eliminates_a_reduced_unit() -> None:
    state = at_the_die("24pz 1207, 3a- 1208", "1208")
    assert kinds(play(state, "roll 6")) == ["battle", "eliminated"]
    assert open_step(state) == "Advance"


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_a_loss_and_a_costly_retreat_eliminate_a_full_unit() -> None:
    state = at_the_die(f"{PINCER}, 3a 1208", "1208")
    meanings = {chance.result: chance.meaning for chance in forecast(state).chances}
    assert meanings == {
        "DR": "the defender is reduced and retreats",
        "EX": "the defender is eliminated; the attackers lose 6 points",
        "DRL": "the defender is eliminated",
    }
    events = play(state, "roll 6")
    assert [event.text for event in events[1:]] == [
        "The Russian 3rd Army is reduced: DRL.",
        "The Russian 3rd Army is eliminated in 1208: it can retreat only through an enemy zone of control, "
        "and it was already reduced.",
    ]


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_a_german_defender_retreats_by_the_same_rules() -> None:
    state = at_the_die("35ak 1208, 3a 1207", "1208", phase="soviet-combat")
    play(state, "roll 1")
    assert state.side == "soviet"
    assert legal(state, "retreat") == ["1008", "1009", "1110", "1210", "1310", "1408", "1409"]


@pytest.mark.rule("battle-for-moscow", "9.3")
@pytest.mark.parametrize("seed", range(16))
def test_retreats_in_random_positions_against_the_reference(seed: int) -> None:
    rng = Random(seed)
    seen = set()
    for _ in range(30):
        phase = rng.choice(("german-combat", "soviet-combat"))
        state = random_position(rng, phase, turn=1)
        if phase_of(state) != phase:
            continue
        target = rng.choice(legal(state, "attack"))
        play(state, f"attack {target}")
        play(state, *(f"with {unit}" for unit in legal(state, "with")), "declare", "done")
        if state.side != CHANCE or "roll 1" not in legal(state) or forecast(state).headline == "6:1":
            continue
        table = reference.Table(state.position())
        defender = next(unit for unit, hex in table.where.items() if hex == target)
        paths = table.retreats(defender)
        full = table.full[defender]
        kind = "free" if paths["free"] else "costly" if paths["costly"] else "deadly"
        seen.add(kind)
        dead = "none (eliminated)"
        expected = {"free": "free", "costly": "at the cost of a step" if full else dead, "deadly": dead}[kind]
        assert retreat(forecast(state)) == expected
        play(state, "roll 1")  # DR
        if open_step(state) == "StandFast":
            play(state, "yield")
        goals = {last for _, last in paths[kind]}
        if expected == dead:
            assert at(state, defender) == "pool"
        elif open_step(state) == "Retreat":
            assert set(legal(state, "retreat")) == goals
            goal = rng.choice(sorted(goals))
            play(state, f"retreat {goal}")
            if open_step(state) == "RetreatThrough":
                assert set(legal(state, "through")) <= {first for first, last in paths[kind] if last == goal}
                play(state, legal(state)[0])
            assert at(state, defender) == goal + ("-" if not full or kind == "costly" else "")
        elif open_step(state) != "RetreatThrough":
            assert goals == {at(state, defender).rstrip("-")}
    assert len(seen) > 1


# Control of a city on the way.

PAST_OREL = "24pz 0608, 3a 0709"  # 0909 is behind 0808 and behind Orel 0809; 0910 is behind Orel only


@pytest.mark.rule("battle-for-moscow", "9.3")
@pytest.mark.rule("battle-for-moscow", "10.0")
@pytest.mark.parametrize("through, german", [("0809", []), ("0808", ["0809"])])
def test_the_attacker_chooses_the_retreat_path_where_a_city_changes_hands(through: str, german: list[str]) -> None:
    state = position("german-combat", PAST_OREL, cities="0809")
    play(state, "attack 0709", "with 24pz", "declare", "done", "roll 1", "retreat 0909")
    assert (state.side, open_step(state)) == ("german", "RetreatThrough")
    assert legal(state) == ["through 0809", "through 0808"]
    assert state.question is not None and state.question.text == (
        "Through which hex does the Russian 3rd Army retreat to 0909? A city may change hands."
    )
    assert refused(state, "through 0710") == (
        "9.3",
        "The retreat to 0909 leads through 0809 Orel or 0808: choose one.",
    )
    assert refused(state, "stay")[0] == "9.3"
    events = play(state, f"through {through}")
    assert events[0].spaces == ("0709", through, "0909")
    assert german_cities(state) == german
    assert ("control" in kinds(events)) == (not german)


@pytest.mark.rule("battle-for-moscow", "9.3")
@pytest.mark.rule("battle-for-moscow", "10.0")
def test_a_retreat_through_a_city_without_choice() -> None:
    state = position("german-combat", PAST_OREL, cities="0809")
    events = play(state, "attack 0709", "with 24pz", "declare", "done", "roll 1", "retreat 0910")
    assert [event.text for event in events if happened(event) == "control"] == ["Russian forces take Orel."]
    assert german_cities(state) == []


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_there_is_no_choice_of_path_where_no_city_changes_hands() -> None:
    state = position("german-combat", PAST_OREL, cities="0204")  # Orel is Russian already
    play(state, "attack 0709", "with 24pz", "declare", "done", "roll 1", "retreat 0909")
    assert open_step(state) == "Advance"


@pytest.mark.rule("battle-for-moscow", "9.3")
@pytest.mark.rule("battle-for-moscow", "10.0")
def test_a_retreat_into_a_city_takes_it() -> None:
    state = position("german-combat", "24pz 0607, 3a- 0708", cities="0809")
    play(state, "attack 0708", "with 24pz", "declare", "done", "roll 1")
    play(state, "retreat 0809")
    assert at(state, "3a") == "0809-" and german_cities(state) == []


# Stand Fast


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_the_defender_of_moscow_may_stand_fast() -> None:
    state = at_the_die("24pz 1202, 41pz 1203, 3a 1103", "1103")  # 24 to 8, no river, city: 2:1
    meanings = {chance.result: chance.meaning for chance in forecast(state).chances}
    assert meanings["DR"] == "the defender retreats, or stands fast and is reduced"
    play(state, "roll 1")
    assert (state.side, legal(state)) == ("soviet", ["hold", "yield"])
    assert state.question is not None and state.question.text == (
        "Does the Russian 3rd Army stand fast in 1103 Moscow and be reduced, or retreat?"
    )
    assert refused(state, "retreat 0903") == (
        "9.3",
        "The defender must stand fast or retreat first.",
    )
    events = play(state, "hold")
    assert kinds(events)[:2] == ["battle", "reduced"]
    assert at(state, "3a") == "1103-"
    assert phase_of(state) == "german-movement"  # no retreat, no advance


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_the_attacker_moves_a_defender_that_does_not_stand_fast() -> None:
    state = at_the_die("24pz 1202, 41pz 1203, 3a 1103", "1103")
    play(state, "roll 1", "yield")
    assert (state.side, open_step(state)) == ("german", "Retreat")


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_stand_fast_against_dr_only() -> None:
    units = "24pz 1202, 41pz 1203, 57pz 1102, 3a 1103"
    state = at_the_die(units, "1103")  # 36 to 8, 4:1, city: 3:1
    play(state, "roll 6")  # DRL
    assert open_step(state) == "Retreat"
    state = at_the_die(units, "1103")
    play(state, "roll 4")  # EX
    assert open_step(state) == "AttackerLoss"
    play(state, "lose 24pz")
    assert open_step(state) == "Retreat"


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_a_german_stands_fast_in_moscow_too() -> None:
    state = at_the_die("5ak 1103, 3a 1104, 5a 1203", "1103", phase="soviet-combat")  # 16 to 6, city: 1:1
    play(state, "roll 1")
    assert (state.side, legal(state)) == ("german", ["hold", "yield"])
    play(state, "hold")
    assert at(state, "5ak") == "1103-"


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_stand_fast_in_tula() -> None:
    state = at_the_die("24pz 1106, 3a- 1107", "1107")  # 12 to 4, two shifts: 1:1
    play(state, "roll 1")
    assert (state.side, open_step(state)) == ("soviet", "StandFast")


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_no_stand_fast_in_an_ordinary_city() -> None:
    state = at_the_die("24pz 0808, 3a 0809", "0809")
    play(state, "roll 1")
    assert open_step(state) == "Retreat"


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_a_reduced_unit_that_stands_fast_is_eliminated() -> None:
    state = at_the_die("24pz 1106, 3a- 1107", "1107")
    play(state, "roll 1")
    assert (
        state.question is not None and "stand fast in 1107 Tula and be eliminated, or retreat?" in state.question.text
    )
    play(state, "hold")
    assert at(state, "3a") == "pool"
    assert (state.side, legal(state)) == ("german", ["advance 24pz", "stay"])


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_stand_fast_is_not_offered_to_a_unit_that_is_eliminated_either_way() -> None:
    state = at_the_die("24pz 1106, 41pz 1108, 3a- 1107", "1107")  # in a pincer
    events = play(state, "roll 1")
    assert kinds(events) == ["battle", "eliminated"]
    state = at_the_die("24pz 1106, 41pz 1108, 3a 1107", "1107")  # a full one has a choice
    play(state, "roll 1")
    assert open_step(state) == "StandFast"


# Exchange


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_reducing_a_nine_point_panzer_costs_five_points() -> None:
    state = at_the_die("47pz 1207, 3a 1208", "1208")  # 9 to 8; the army loses 4
    events = play(state, "roll 2")
    assert [event.text for event in events[1:]] == [
        "The Russian 3rd Army is reduced: exchange.",
        "The German 47th Panzer Corps is reduced: exchange.",
    ]
    assert at(state, "47pz") == "1207-"
    state = at_the_die("47pz 1208, 3a 1207, 5a 1209", "1208", phase="soviet-combat")  # 16 to 9
    play(state, "roll 2")
    assert state.question is not None and state.question.text == (
        "Exchange at 1208: choose an attacker to lose a step. 5 points are still owed."
    )
    play(state, "lose 3a")  # 4 of 5
    assert "1 point is still owed" in str(state.question)
    assert legal(state) == ["lose 3a", "lose 5a"]
    play(state, "lose 5a")
    assert (at(state, "3a"), at(state, "5a")) == ("1207-", "1209-")


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_the_example_of_our_rules() -> None:
    """A full army loses 4; the attackers are a 12-point panzer and a 5-point corps."""
    units = "24pz 1207, 6ak 1108, 3a 1208"  # 17 to 8, 2:1
    state = at_the_die(units, "1208")
    play(state, "roll 3", "lose 24pz")
    assert (at(state, "24pz"), at(state, "6ak"), open_step(state)) == ("1207-", "1108", "Retreat")
    for second, left in (("6ak", ("1207", "pool")), ("24pz", ("1207-", "1108-"))):
        state = at_the_die(units, "1208")
        play(state, "roll 3", "lose 6ak")
        assert "1 point is still owed" in str(state.question)
        play(state, f"lose {second}")
        assert (at(state, "24pz"), at(state, "6ak"), open_step(state)) == (*left, "Retreat")


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_an_exchange_against_a_reduced_defender_owes_its_reduced_strength() -> None:
    state = at_the_die("35ak 1207, 23ak- 1108, 3a- 1208", "1208")  # 12 to 4, 3:1
    events = play(state, "roll 4")
    assert kinds(events) == ["battle", "eliminated"]
    assert "4 points are still owed" in str(state.question)
    play(state, "lose 35ak")  # 8 to 4: four points
    assert legal(state) == ["advance 23ak", "advance 35ak", "stay"]


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_no_losses_beyond_what_is_owed() -> None:
    state = at_the_die("35ak 1207, 23ak 1108, 3a- 1208", "1208")  # 16 to 4, 4:1
    play(state, "roll 3", "lose 35ak")
    assert open_step(state) == "Advance"
    assert refused(state, "lose 23ak") == ("9.3", "No further losses are due.")


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_an_exchange_is_settled_by_exactly_the_points_owed() -> None:
    """Four points are owed: 8 to 4 is enough; 7 to 3 is enough; 6 to 3 and 5 to 2 are one short."""
    for payer, settled in (("35ak", True), ("7ak", True), ("5ak", False), ("6ak", False)):
        state = at_the_die(f"24pz 1207, {payer} 1108, 3a 1208", "1208")  # 2:1
        play(state, "roll 3", f"lose {payer}")
        assert (open_step(state) == "Retreat") == settled, payer
        if not settled:
            assert open_step(state) == "AttackerLoss" and "1 point is still owed" in str(state.question)


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_an_exchange_with_a_panzer_of_five_points_a_step() -> None:
    """The German 46th Panzer Corps loses 5 of its 10; two armies of 4 a step must give two steps."""
    state = at_the_die("46pz 1208, 3a 1207, 5a 1209", "1208", phase="soviet-combat")  # 16 to 10, 1:1
    play(state, "roll 2", "lose 3a")
    assert "1 point is still owed" in str(state.question)
    play(state, "lose 3a")
    assert (at(state, "3a"), at(state, "5a")) == ("pool", "1209")


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_small_steps_add_up_to_what_is_owed() -> None:
    """Two reduced corps of 2 points match 4 exactly, and the third attacker loses nothing."""
    state = at_the_die("34ak- 1207, 42ak- 1209, 35ak 1108, 3a 1208", "1208", "34ak 42ak 35ak")  # 12 to 8
    play(state, "roll 2", "lose 34ak")
    assert "2 points are still owed" in str(state.question)
    play(state, "lose 42ak")
    assert [at(state, unit) for unit in ("34ak", "42ak", "35ak")] == ["pool", "pool", "1108"]


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_an_exchange_may_cost_every_attacker_and_then_nobody_advances() -> None:
    state = at_the_die("34ak- 1207, 42ak- 1209, 3a- 1208", "1208")  # 4 to 4
    events = play(state, "roll 2")
    assert kinds(events)[:4] == ["battle", "eliminated", "eliminated", "eliminated"]
    assert [at(state, unit) for unit in ("34ak", "42ak", "3a")] == ["pool"] * 3
    assert phase_of(state) != "german-combat"


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_there_is_no_choice_of_losses_where_every_step_must_go() -> None:
    """Two reduced armies of 4 points each attack a 6-point reduced panzer: 6 points cannot be paid with one."""
    state = at_the_die("24pz- 1208, 3a- 1207, 5a- 1209", "1208", phase="soviet-combat")  # 8 to 6
    events = play(state, "roll 2")
    assert kinds(events)[:4] == ["battle", "eliminated", "eliminated", "eliminated"]


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_the_attacker_chooses_losses_where_a_step_can_be_kept() -> None:
    state = at_the_die("24pz- 1208, 3a 1207, 5a- 1209", "1208", phase="soviet-combat")  # 12 to 6
    play(state, "roll 3")
    assert legal(state) == ["lose 3a", "lose 5a"]
    play(state, "lose 5a")
    assert at(state, "3a") == "1207-"  # the rest of the debt has only one payer
    assert legal(state) == ["advance 3a", "stay"]


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_after_an_exchange_the_survivor_retreats() -> None:
    state = at_the_die("24pz 1207, 41pz 1108, 3a 1208", "1208")
    play(state, "roll 4", "lose 24pz")
    assert open_step(state) == "Retreat" and at(state, "3a") == "1208-"
    play(state, "retreat 1310", "advance 41pz")
    assert (at(state, "3a"), at(state, "41pz")) == ("1310-", "1208")


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_losses_in_the_retreat_after_an_exchange_are_not_matched() -> None:
    state = at_the_die(f"{PINCER}, 3a 1208", "1208")  # 24 to 8, 3:1
    play(state, "roll 4", "lose 24pz")  # six points for four
    assert at(state, "3a") == "pool"  # reduced, then nowhere to go
    assert (at(state, "24pz"), at(state, "41pz")) == ("1207-", "1209")
    assert legal(state) == ["advance 24pz", "advance 41pz", "stay"]


@pytest.mark.rule("battle-for-moscow", "9.3")
@pytest.mark.parametrize("losses, way", [(("34ak", "34ak"), "1207 1206"), (("34ak", "42ak"), "")])
def test_an_attacker_eliminated_in_the_exchange_has_no_zone(losses: tuple[str, str], way: str) -> None:
    state = at_the_die("34ak 1207, 42ak 1209, 3a 1208", "1208")  # 8 to 8; the army loses 4
    play(state, "roll 2", *(f"lose {unit}" for unit in losses))
    if way:
        first, last = way.split()
        assert last in legal(state, "retreat")
        events = play(state, f"retreat {last}")
        assert events[0].spaces == ("1208", first, last)
        assert at(state, "3a") == f"{last}-"
    else:
        assert at(state, "3a") == "pool"


# Advance


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_one_attacker_may_advance_or_all_stay() -> None:
    state = at_the_die("24pz 1207, 41pz 1108, 5ak 1307, 3a- 1208", "1208")
    play(state, "roll 6")  # 24 to 4: DE
    assert legal(state) == ["advance 24pz", "advance 41pz", "stay"]
    assert refused(state, "advance 5ak") == ("9.0", "The German 5th Corps did not attack 1208.")
    stay = state.copy()
    events = play(state, "advance 24pz")
    assert events[0].text == "The German 24th Panzer Corps advances into 1208."
    assert (at(state, "24pz"), at(state, "41pz")) == ("1208", "1108")
    assert phase_of(state) == "german-movement"
    play(stay, "stay")
    assert (at(stay, "24pz"), phase_of(stay)) == ("1207", "german-movement")


@pytest.mark.rule("battle-for-moscow", "9.0")
@pytest.mark.rule("battle-for-moscow", "10.0")
def test_an_advance_takes_the_city() -> None:
    state = at_the_die("24pz 0808, 41pz 0709, 3a- 0809", "0809")
    events = play(state, "roll 6", "advance 41pz")
    assert [event.text for event in events if happened(event) in ("advance", "control")] == [
        "The German 41st Panzer Corps advances into 0809 Orel.",
        "German forces take Orel.",
    ]
    assert "0809" in german_cities(state)


@pytest.mark.rule("battle-for-moscow", "9.0")
@pytest.mark.rule("battle-for-moscow", "10.0")
def test_a_city_changes_hands_only_when_entered() -> None:
    state = at_the_die("24pz 0808, 41pz 0709, 3a- 0809", "0809")
    play(state, "roll 6", "stay")
    assert "0809" not in german_cities(state)


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_an_advance_may_enter_a_zone_of_control() -> None:
    state = at_the_die("24pz 1207, 41pz 1108, 3a- 1208, 5a 1309", "1208")
    play(state, "roll 6", "advance 24pz")
    assert at(state, "24pz") == "1208"


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_an_eliminated_attacker_does_not_advance() -> None:
    state = at_the_die("35ak- 1207, 23ak 1108, 3a- 1208", "1208")  # 12 to 4
    play(state, "roll 4", "lose 35ak")
    assert at(state, "35ak") == "pool"
    assert legal(state) == ["advance 23ak", "stay"]
    assert refused(state, "advance 35ak") == ("9.0", "The German 35th Corps has been eliminated.")


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_an_advance_can_cut_off_the_retreat_of_the_next_defender() -> None:
    """The army in 1110 can fall back past 1208 as long as no German has entered it."""

    def second_battle(answer: str) -> str:
        state = position("german-combat", "24pz 1207, 3a- 1208, 35ak 1111, 23ak 1010, 5a- 1110")
        play(state, "attack 1208", "with 24pz", "declare", "attack 1110", "with 35ak", "with 23ak", "declare", "done")
        play(state, "battle 1208", "roll 6", answer)
        return retreat(forecast(state))

    assert second_battle("stay") == "free"
    assert second_battle("advance 24pz") == "none (eliminated)"
