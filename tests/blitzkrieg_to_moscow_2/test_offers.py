"""What a player is offered: the way back out of a selection, what is in hand, roles, tokens, the sequence of a turn."""

from __future__ import annotations

import pytest

from .helpers import (
    GAME,
    MOSCOW,
    PHASES,
    badges,
    column,
    in_hand,
    legal,
    logistics,
    open_step,
    play,
    position,
    refused,
    roles,
    start,
    tokens,
    where,
)

# Out of a selection again.


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.2")
def test_an_attacker_can_be_taken_out_again() -> None:
    state = position("german-combat", "G-4A 0806, G-9A 0808, S-8A 0807")
    play(state, "attack 0807", "with G-4A", "with G-9A", "without G-4A")
    assert legal(state) == ["with G-4A", "without G-9A", "fight", "cancel"]
    assert refused(state, "without G-4A") == ("11.2", "The German 4. Armee is not one of the attackers.")
    play(state, "without G-9A")
    assert legal(state) == ["with G-4A", "with G-9A", "cancel"]
    assert refused(state, "fight") == ("11.2", "An attack needs at least one unit.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.3")
def test_the_odds_follow_who_is_taken_out() -> None:
    state = position("german-combat", "G-4A 0806, G-9A 0808, S-8A 0807")
    play(state, "attack 0807", "with G-4A", "with G-9A")
    assert column(state) == "5:1"
    forecast = state.forecast("without G-4A", "german")
    assert forecast is not None and forecast.headline == "2:1"
    play(state, "without G-4A")
    assert column(state) == "2:1" and badges(state)["with G-4A"] == "5:1"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3.2")
def test_a_loaded_unit_can_be_left_behind() -> None:
    state = logistics("soviet", f"S-8A {MOSCOW}, S-9A {MOSCOW}, S-10A 1412, G-4A center")
    play(state, "rail", "load S-8A", "load S-9A", "unload S-8A")
    assert in_hand(state)[0] == ["S-9A"]
    assert refused(state, "unload S-8A") == ("6.3.2", "The Soviet 8th Army has not been loaded.")
    play(state, "move 1210")
    assert where(state, "S-8A S-9A") == [MOSCOW, "1210"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.3")
def test_a_corps_that_was_to_move_along_can_stay() -> None:
    state = position("soviet-breakthrough", "S-12MC 0807, S-3MC 0807, G-4A 0901", hands="S3")
    play(state, "card S3", "unit S-12MC", "with S-3MC", "without S-3MC")
    assert in_hand(state)[0] == ["S-12MC"]
    play(state, "ready", "move 0806", "stop")
    assert where(state, "S-12MC S-3MC") == ["0806", "0807"]


# What is in hand.


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.1")
def test_the_unit_that_moves_is_in_hand() -> None:
    state = position("german-movement", "G-4A 0806, S-8A 1412")
    assert in_hand(state) == ([], [])
    play(state, "unit G-4A")
    assert in_hand(state) == (["G-4A"], [])


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.2")
def test_the_hex_and_its_attackers_are_in_hand() -> None:
    state = position("german-combat", "G-4A 0806, G-9A 0808, S-8A 0807")
    play(state, "attack 0807", "with G-4A")
    assert in_hand(state) == (["G-4A"], ["0807"])


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4")
def test_the_unit_that_retreats_is_in_hand() -> None:
    state = position("german-combat", "G-4A 0806, S-8A 0807")
    play(state, "attack 0807", "with G-4A", "fight", "passive S-8A", "roll 1")
    assert open_step(state) == "Retreat" and in_hand(state) == (["S-8A"], [])


# Roles: the client knows no verb.


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.0")
def test_roles_in_movement() -> None:
    state = position("german-movement", "G-4A 0806, S-8A 1412")
    assert roles(state) == {"unit": "main", "done": "end"}
    play(state, "unit G-4A")
    assert roles(state) == {"move": "main", "stop": "cancel"}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.2")
def test_roles_in_combat() -> None:
    state = position("german-combat", "G-4A 0806, G-9A 0808, S-8A 0807")
    assert roles(state) == {"attack": "main", "done": "end", "with": "main"}
    play(state, "attack 0807", "with G-4A")
    assert roles(state) == {"with": "toggle", "without": "toggle", "fight": "plain", "cancel": "cancel"}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3")
def test_roles_by_rail() -> None:
    state = logistics("soviet", f"S-8A {MOSCOW}, G-4A center")
    play(state, "rail")
    assert roles(state) == {"load": "toggle", "cancel": "cancel"}
    play(state, "load S-8A")
    assert roles(state) == {"unload": "toggle", "move": "main", "cancel": "cancel"}


# Tokens.


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.0")
def test_the_strongest_unit_of_a_stack_is_on_top() -> None:
    state = position("german-movement", "G-4A 0901, S-Gd1 1410, S-12MC 1410, S-8A- 1410, S-9A 1412, S-10A- 1412")
    order = [token["name"] for token in state.view(None)["tokens"]]
    stack = [name for name in order if name in ("S-Gd1", "S-12MC", "S-8A")]
    assert stack[-1] == "S-Gd1"  # 3; the corps and the spent army have 1
    assert order.index("S-10A") < order.index("S-9A")  # 1, 2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.2.6")
def test_tokens_are_the_pieces_and_say_which_side_is_up() -> None:
    state = position("german-movement", "G-4A- 0901, S-8A 1412, S-9A track3")
    found = tokens(state.view("soviet"))
    assert found["G-4A"] == {
        "name": "G-4A",
        "piece": "G-4A",
        "at": "0901",
        "owner": "german",
        "face": 0,
        "marks": [],
    }
    assert (found["S-9A"]["at"], found["S-9A"]["due"]) == ("turn-3", 3)
    assert found["G-9A"]["at"] == "pool"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.1")
def test_tokens_bear_what_they_have_done() -> None:
    state = position("german-movement", "G-4A 0901, G-9A 1201, S-8A 1412")
    play(state, "unit G-4A", "move 0902", "stop")
    assert [tokens(state.view(None))[name]["marks"] for name in ("G-4A", "G-9A")] == [["moved"], []]


# The sequence of the turn.


@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
def test_the_sequence_says_what_is_done_now_and_to_come() -> None:
    state = position("german-combat", "G-4A 0806, S-8A 0807")
    sequence = state.view(None)["sequence"]
    assert [phase["name"] for phase in sequence] == PHASES[1:]
    assert [phase["status"] for phase in sequence] == ["done"] * 2 + ["now"] + ["to come"] * 7
    assert [phase["side"] for phase in sequence] == ["german"] * 5 + ["soviet"] * 5


@pytest.mark.rule("blitzkrieg-to-moscow-2", "3.0")
def test_the_set_up_belongs_to_the_first_turn_where_somebody_is_asked() -> None:
    sequence = start(free_setup="on").view(None)["sequence"]
    assert [(phase["name"], phase["status"]) for phase in sequence[:2]] == [
        ("set-up", "now"),
        ("german-logistics", "to come"),
    ]
    assert start().view(None)["sequence"][0] == {
        "name": "german-logistics",
        "title": "German Logistics Phase",
        "side": "german",
        "status": "now",
    }
    assert GAME.scenario("barbarossa").phases[0].name == "set-up"
