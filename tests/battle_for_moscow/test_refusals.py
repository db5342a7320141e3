"""Refusals name the one rule that stops an action, and quote the sentence of it that matters."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rasputitsa.core import Refusal
from rasputitsa.games.battle_for_moscow.state import BattleForMoscowState

from ..properties import check_conditions
from ..tools import soak
from ..tools.quotations import problem_with, refusals_in_play, refusals_in_source
from .helpers import GAME, HEXES, at_the_die, play, position, random_position, random_walk, refused, start

PACKAGE = "rasputitsa.games.battle_for_moscow"


@pytest.mark.rule("battle-for-moscow", "0.0")
def test_words_in_the_source_stand_in_one_sentence_of_their_rule() -> None:
    found = set(refusals_in_source(PACKAGE))
    assert len(found) > 25
    assert [problem for rule, words in found if (problem := problem_with(GAME, Refusal(rule, "", words)))] == []


@pytest.mark.rule("battle-for-moscow", "0.0")
@pytest.mark.parametrize(("seed", "every"), [(0, 25), *(soak.left((seed, 5)) for seed in range(4))])
def test_words_in_random_games_stand_in_one_sentence_of_their_rule(seed: int, every: int) -> None:
    rng = Random(seed)
    quoted = set()
    for number, state in enumerate(random_walk(seed)):
        if number % every == 0:
            for refusal in refusals_in_play(state, rng, 40):
                assert problem_with(GAME, refusal) == ""
                quoted.add((refusal.rule, refusal.quotation))
    assert len(quoted) > 20


@pytest.mark.rule("battle-for-moscow", "0.0")
@pytest.mark.soak
@pytest.mark.parametrize("phase", ["german-combat", "soviet-combat", "rail-movement", "panzer-movement"])
def test_words_in_random_positions_stand_in_one_sentence_of_their_rule(phase: str) -> None:
    rng = Random(phase)
    for _ in range(30):
        state = random_position(rng, phase)
        for _ in range(12):
            if state.outcome is None:
                for refusal in refusals_in_play(state, rng, 30):
                    assert problem_with(GAME, refusal) == ""
                state.apply(rng.choice(state.actions()))


@pytest.mark.rule("battle-for-moscow", "0.0")
@pytest.mark.parametrize("seed", range(2))
def test_legal_is_exactly_what_meets_all_conditions(seed: int) -> None:
    rng = Random(seed)
    seen = Counter[type]()
    checked: set[tuple[str, str]] = set()
    for state in random_walk(seed):
        if state.stack and seen[type(state.stack[-1])] < 40:
            seen[type(state.stack[-1])] += 1
            check_conditions(state, rng)
            checked |= {(type(state.stack[-1]).__name__, verb) for verb in state.stack[-1].conditions_of}
    assert {"unit", "move", "place", "restore", "at", "attack", "with"} <= {verb for _, verb in checked}
    assert {("SetUpAt", "at"), ("Retreat", "retreat"), ("Advance", "advance")} <= checked


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_the_same_of_attackers_that_lose_a_step() -> None:
    """Random games seldom come to this question."""
    state = at_the_die("24pz 1207, 6ak 1108, 3a 1208", "1208")
    play(state, "roll 3")
    assert set(state.stack[-1].conditions_of) == {"lose"}
    check_conditions(state, Random(0))


def whole_refusal(state: BattleForMoscowState, action: str) -> tuple[str, str, str]:
    refusal = state.why_not(action)
    assert refusal is not None
    return refusal.rule, refusal.reason, refusal.quotation


@pytest.mark.rule("battle-for-moscow", "8.2.1")
def test_a_quotation_is_the_sentence_that_matters() -> None:
    state = position("german-movement", "5ak 1208, 3a 1308")
    play(state, "unit 5ak")
    assert whole_refusal(state, "move 1308") == (
        "8.2.1",
        "The Russian 3rd Army is in 1308.",
        "An enemy-occupied hex may not be entered.",
    )


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_nothing_is_quoted_where_it_would_not_help() -> None:
    state = position("german-movement", "5ak 1208, 3a 1401")
    assert whole_refusal(state, "move 1208") == ("8.0", "Choose the unit to move first.", "")
    play(state, "unit 5ak")
    assert whole_refusal(state, "move 1208") == ("8.0", "The German 5th Corps is already in 1208.", "")


# The one thing that stops a move


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_an_adjacent_forest_with_one_point_left() -> None:
    state = position("german-movement", "5ak 0601, 3a 1401")
    play(state, "unit 5ak", "move 0602", "move 0603", "move 0602")
    assert whole_refusal(state, "move 0702") == (
        "8.0",
        "The forest in 0702 costs 2 movement points, and the German 5th Corps has 1 left.",
        "A clear hex costs 1 movement point to enter and a forest hex 2; a city costs what the ground there costs.",
    )


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_forest_on_the_way_and_distance() -> None:
    state = position("german-movement", "5ak 0704, 3a 1401")
    play(state, "unit 5ak")
    assert refused(state, "move 0701") == (
        "8.0",
        "With forest on the way, 0701 costs 5 movement points, and the German 5th Corps has 4 left.",
    )
    assert whole_refusal(state, "move 1206") == (
        "8.0",
        "1206 is too far: it costs 6 movement points, and the German 5th Corps has 4 left.",
        "In a movement phase each unit that qualifies may move once, from hex to hex, up to its movement allowance.",
    )


@pytest.mark.rule("battle-for-moscow", "8.3")
def test_a_zone_of_control_on_the_way() -> None:
    state = position("german-movement", "5ak 1206, 3a 1308, 5a 1108")
    play(state, "unit 5ak")
    rule, reason, quotation = whole_refusal(state, "move 1208")
    assert (rule, reason) == (
        "8.3",
        "The zone of control of the Russian 3rd Army stops it in 1207, on the way to 1208.",
    )
    assert quotation == "A unit that enters an enemy zone of control ends its movement for that phase there."


@pytest.mark.rule("battle-for-moscow", "8.2.1")
def test_an_enemy_unit_on_the_way() -> None:
    state = position("rail-movement", "5ak 0903, 3a 0803")
    play(state, "unit 3a")
    assert refused(state, "move 1003") == ("8.2.1", "The German 5th Corps in 0903 blocks the way to 1003.")


@pytest.mark.rule("battle-for-moscow", "8.1")
def test_rail_lines() -> None:
    state = position("rail-movement", "5ak 0110, 3a 0601")
    play(state, "unit 3a")
    assert whole_refusal(state, "move 0604") == (
        "8.1",
        "0604 is not on a rail line.",
        "In the Rail Movement Phase a Russian unit that begins the phase on a rail line may move along rail lines, "
        "and only along them.",
    )
    assert whole_refusal(state, "move 1103") == (
        "8.1",
        "1103 Moscow is too far: it costs 5 movement points, and the Russian 3rd Army has 4 left.",
        "Each hex costs 1 movement point, whatever the terrain.",
    )


@pytest.mark.rule("battle-for-moscow", "12.1")
def test_mud() -> None:
    state = position("german-movement", "5ak 1208, 3a 1401", turn=3)
    play(state, "unit 5ak")
    assert whole_refusal(state, "move 1206") == (
        "12.1",
        "In mud the German 5th Corps can move one hex only.",
        "In mud a unit moves no more than one hex in a movement phase, except by Russian rail movement.",
    )


@pytest.mark.rule("battle-for-moscow", "8.2.2")
def test_an_overstack_names_the_unit_that_cannot_move_off() -> None:
    state = position("german-movement", "5ak 0808, 8ak 0807, 24pz 0809, 3a 1401", turn=3)
    play(state, "unit 8ak", "move 0808", "unit 24pz")
    assert refused(state, "move 0808") == (
        "8.2.2",
        "The German 8th Corps in 0808 cannot move off in this phase.",
    )


@pytest.mark.rule("battle-for-moscow", "8.2.2")
@pytest.mark.parametrize("turn", soak.first(1, [3, 2]))
def test_an_overstack_never_names_a_unit_that_could_still_move_off(turn: int) -> None:
    rng = Random(turn)
    named = 0
    for _ in range(12):
        state = random_position(rng, "german-movement", turn=turn)
        for _ in range(8):
            movable = {action.object for action in state.actions() if action.verb == "unit"}
            if not movable:
                break
            mover = rng.choice(sorted(movable))
            play(state, f"unit {mover}")
            for hex in HEXES[::2]:
                refusal = state.why_not(f"move {hex}")
                if refusal is not None and "cannot move off" in refusal.reason:
                    free = [piece for piece in GAME.pieces if piece.name in movable - {mover}]
                    assert not [piece.title for piece in free if f" {piece.title} in " in refusal.reason], refusal
                    named += 1
            moves = [action for action in state.actions() if action.verb == "move"]
            if moves:
                state.apply(rng.choice(moves))
            if state.question is not None and state.question.step == "Moving":
                state.apply(state.actions()[-1])
    assert named > 3


@pytest.mark.rule("battle-for-moscow", "8.2")
@pytest.mark.parametrize("seed", soak.first(1, range(4)))
def test_refused_moves_name_a_rule_about_moving(seed: int) -> None:
    rng = Random(seed)
    rules = set()
    for _ in range(40):
        state = random_position(rng, rng.choice(("german-movement", "soviet-movement", "rail-movement")), turn=2)
        units = [action for action in state.actions() if action.verb == "unit"]
        if not units:
            continue
        state.apply(rng.choice(units))
        for hex in rng.sample([name for name in GAME.board.names if name.isdigit()], 25):
            refusal = state.why_not(f"move {hex}")
            if refusal is not None:
                rules.add(refusal.rule)
                assert refusal.rule in ("8.0", "8.1", "8.2.1", "8.2.2", "8.3") and refusal.reason
    assert {"8.0", "8.2.1", "8.3"} <= rules


# Battles


@pytest.mark.rule("battle-for-moscow", "9.3")
@pytest.mark.parametrize("action", ["done", "stay", "retreat 1210", "cancel", "attack 1208"])
def test_an_exchange_must_be_paid_first(action: str) -> None:
    state = at_the_die("24pz 1207, 6ak 1108, 3a 1208", "1208")
    play(state, "roll 3")
    assert whole_refusal(state, action) == (
        "9.3",
        "In this exchange 4 points are still owed.",
        "The attackers lose at least as many points as the defender did.",
    )
    play(state, "lose 6ak")
    assert whole_refusal(state, action)[1] == "In this exchange 1 point is still owed."


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_declared_attacks_stand() -> None:
    state = position("german-combat", "24pz 1207, 35ak 1307, 3a- 1208, 5a- 1308")
    play(state, "attack 1208", "with 24pz", "declare", "attack 1308", "with 35ak", "declare", "done")
    sentence = (
        "An attack may be changed or called off until the fighting begins; from then on the attacks stand, and every "
        "one of them is resolved."
    )
    assert whole_refusal(state, "drop 1208") == (
        "9.0",
        "The attacks have been declared and the fighting has begun.",
        sentence,
    )
    assert whole_refusal(state, "done") == ("9.0", "Resolve the remaining battles first.", sentence)


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_battles_come_after_declaring() -> None:
    state = position("german-combat", "24pz 1207, 3a- 1208")
    assert refused(state, "battle 1208") == (
        "9.0",
        "Declare all your attacks first, then begin the fighting.",
    )
    assert refused(state, "without 24pz") == ("9.0", "Choose the enemy unit to attack first.")


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_enemy_units_block_a_retreat() -> None:
    state = at_the_die("35ak 1207, 5ak 1308, 6ak 1307, 3a 1208", "1208", "35ak 5ak")
    play(state, "roll 1")
    assert state.question is not None and state.question.step == "Retreat"
    assert whole_refusal(state, "retreat 1408")[0] == "9.3"


@pytest.mark.rule("battle-for-moscow", "6.0")
def test_the_set_up_comes_first() -> None:
    state = start()
    assert whole_refusal(state, "unit 5ak") == ("6.0", "Finish the set-up first.", "")
    assert whole_refusal(state, "done") == (
        "6.0",
        "22 crosses are still empty.",
        "Fourteen reduced Russian armies begin on the red stars, and the German player puts one full-strength unit on "
        "each black cross.",
    )


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_nothing_to_cancel() -> None:
    state = position("german-movement", "5ak 1208, 3a 1401")
    assert whole_refusal(state, "cancel") == ("8.0", "There is nothing to cancel.", "")
    assert whole_refusal(start(), "cancel") == ("6.0", "There is nothing to cancel.", "")
    declaring = position("german-combat", "5ak 1208, 3a 1308")
    assert whole_refusal(declaring, "cancel") == ("9.0", "There is nothing to cancel.", "")
    assert whole_refusal(state, "standard") == ("6.0", "The set-up is over.", "")
