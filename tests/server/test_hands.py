"""Hands of cards: what the server sends to a player does not depend on the cards of the other."""

from __future__ import annotations

import json
from random import Random

import pytest

from .test_hidden import shown_to
from .test_play import refusal
from .tools import ME, Client, Data, Running

GAME = "blitzkrieg-to-moscow-2"
CARDS = {"german": [f"G{number}" for number in range(1, 7)], "soviet": [f"S{number}" for number in range(1, 7)]}


@pytest.fixture
def made(server: Running) -> Data:
    return server.create(ME, ME, game=GAME)


def take(client: Client, cards: list[str]) -> None:
    for card in cards:
        client.play(f"take {card}")


def catch_up(client: Client, number: int) -> None:
    client.seen()
    while client.state["number"] < number:
        client.until_state()


def test_a_hand_is_seen_by_its_owner_alone(server: Running, made: Data) -> None:
    with server.join(made, "german") as german, server.join(made, "soviet") as soviet, server.join(made) as spectator:
        take(german, ["G1", "G2", "G3", "G4", "G5"])
        for client in (soviet, spectator):
            catch_up(client, 5)
            hand = client.state["view"]["hands"]["german"]
            assert (hand["count"], hand["cards"]) == (5, None)
            assert [entry["action"] for entry in client.log] == [""] * 5
            assert not any(f'"{card}"' in json.dumps([client.state, client.log]) for card in CARDS["german"])
            assert client.state["offers"] is None
        assert german.state["view"]["hands"]["german"]["cards"] == ["G1", "G2", "G3", "G4", "G5"]
        assert [entry["action"] for entry in german.log] == ["take G1", "take G2", "take G3", "take G4", "take G5"]
    for key in (made["keys"]["german"], made["keys"]["soviet"], made["spectators"]):
        assert server.get(f"/api/matches/{made['match']}/record", key).status_code == 403


def test_who_is_not_asked_cannot_ask_about_the_others_cards(server: Running, made: Data) -> None:
    with server.join(made, "german") as german, server.join(made, "soviet") as soviet:
        take(german, ["G1", "G2", "G3", "G4", "G5"])
        catch_up(soviet, 5)
        for action in ("card G1", "card G6", "unit G-2PzA"):
            for what in ("why", "forecast", "hint"):
                assert refusal(soviet, "ask", what=what, action=action).code == "not-your-turn"


def test_what_is_in_a_hand_makes_no_difference(server: Running) -> None:
    """Two matches that differ only in the German hand are the same to the Soviet player, to the letter."""
    seen: list[str] = []
    for cards in (["G1", "G2", "G3", "G4", "G5"], ["G6", "G4", "G2", "G5", "G1"]):
        made = server.create(ME, ME, game=GAME)
        with server.join(made, "german") as german:
            german.seen()  # who comes first makes a difference
            with server.join(made, "soviet") as soviet:
                soviet.seen()
                take(german, cards)
                for action in ("unit G-16A", "move 1701", "done", "attack 1301", "with G-4A", "with G-9A", "cancel"):
                    german.play(action)
                while german.state["asked"] == "german":
                    german.play("done")
                soviet.until_state(lambda state: state["asked"] == "soviet")
                seen.append(shown_to(soviet))
    assert seen[0] == seen[1]


def test_no_unplayed_card_is_ever_sent_to_the_other_side(server: Running, made: Data) -> None:
    """A random match: at every position neither side has been sent the name of a card that the other still holds."""
    rng = Random(1941)
    with server.join(made, "german") as german, server.join(made, "soviet") as soviet:
        clients = {"german": german, "soviet": soviet}
        for client in clients.values():
            client.seen()
        for _ in range(250):
            asked = german.state["asked"]
            if asked is None:
                break
            clients[asked].play_any(rng)
            number = clients[asked].state["number"]
            for client in clients.values():
                catch_up(client, number)
            for side, other in (("german", "soviet"), ("soviet", "german")):
                held = clients[other].state["view"]["hands"][other]["cards"]
                text = json.dumps([clients[side].state, clients[side].log])
                told = [card for card in held if f'"{card}"' in text or f' {card}"' in text or f"({card})" in text]
                assert not told, (side, told)
