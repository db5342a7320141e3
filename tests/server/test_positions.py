"""Matches that start from a position: given as text or data, or taken from a moment of another match."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

import rasputitsa
from rasputitsa.core.positions import to_text
from rasputitsa.match import Match, read, replay, verify

from .tools import GAME, LINK, ME, Client, Data, Running, arranged, bot

HIDDEN = "blitzkrieg-to-moscow-2"


def played(count: int = 60, game: str = GAME) -> Match:
    """A match some actions after its start."""
    match = Match(rasputitsa.game(game))
    rng = Random(count)
    while len(match.log) < count and match.side is not None:
        match.play(match.side, rng.choice(match.state.actions()))
    return match


def play_some(client: Client, count: int, seed: int = 1) -> None:
    rng = Random(seed)
    for _ in range(count):
        client.play_any(rng)


def from_moment(server: Running, made: Data, number: int, key: str | None = None, **more: object) -> Data:
    body = {"seats": {"german": ME, "soviet": ME}, "from": {"match": made["match"], "number": number}, **more}
    response = server.post("/api/matches", body, key or made["spectators"])
    assert response.status_code == 201, response.text
    found: Data = response.json()
    return found


@pytest.mark.parametrize("form", ["text", "data"])
def test_a_match_starts_from_a_position_and_survives_a_restart(run: Callable[..., Running], form: str) -> None:
    server = run()
    position = played().state.position()
    made = server.create(ME, ME, position=to_text(position) if form == "text" else position)
    state = rasputitsa.game(GAME).position(position)
    with server.join(made, "german", "soviet") as both:
        assert both.seen()["number"] == 0 and both.log == []
        assert both.state["view"] == arranged(state.view(None))
        play_some(both, 30)
        view, log = both.state["view"], list(both.log)
    server.stop()
    again = run()
    with again.join(made, "german", "soviet") as both:
        assert both.seen()["view"] == view and both.log == log
    shown = again.get(f"/api/matches/{made['match']}/replay?at=0", made["spectators"]).json()
    assert shown["view"] == state.view(None)


def test_the_record_has_the_position_in_its_header(server: Running) -> None:
    made = server.create(ME, ME, position=played().state.position())
    with server.join(made, "german", "soviet") as both:
        play_some(both, 20)
        both.act("concede", "german")
        both.until_state(lambda state: state["outcome"])
        view = both.state["view"]
    text = server.record(made)
    assert "\nposition.turn: " in text
    record = read(text)
    assert verify(record).fair
    assert arranged(replay(record).state.view(None)) == view
    again = server.create(ME, ME, game=None, record=text)
    assert server.summary(again)["number"] == server.summary(made)["number"]


def test_a_rematch_starts_from_the_same_position(server: Running) -> None:
    made = server.create(ME, ME, position=played().state.position())
    with server.join(made, "german", "soviet") as both:
        first = both.seen()["view"]
        both.act("concede", "german")
    key = made["keys"]["german"]
    following = server.post(f"/api/matches/{made['match']}/rematch", {}, key).json()
    with Client(server.url, following["match"], [key]) as player:
        assert player.seen()["view"] == first and player.state["you"] == ["soviet"]


def test_a_bot_plays_on_from_a_position(server: Running) -> None:
    position = played().state.position()
    asked = rasputitsa.game(GAME).position(position).side
    seats = {"german": bot() if asked == "german" else LINK, "soviet": bot() if asked == "soviet" else LINK}
    made = server.create(**seats, position=position)
    with server.join(made) as spectator:
        spectator.until_state(lambda state: state["number"] > 0)


def test_a_match_goes_on_from_a_moment_of_another(server: Running) -> None:
    old = server.create(ME, ME)
    with server.join(old, "german", "soviet") as both:
        play_some(both, 40)
    shown = server.get(f"/api/matches/{old['match']}/replay?at=25", old["spectators"]).json()
    made = from_moment(server, old, 25)
    with server.join(made, "german", "soviet") as both:
        assert both.seen()["number"] == 0 and both.state["view"] == arranged(shown["view"])
        assert both.state["commitment"].startswith("sha256:")
        play_some(both, 5)
    inside = {"match": old["match"], "number": 25, "key": old["keys"]["german"]}
    response = server.post("/api/matches", {"seats": {"german": ME, "soviet": ME}, "from": inside})
    assert response.status_code == 201


def test_what_cannot_be_played_on_from(server: Running) -> None:
    old, other = server.create(ME, ME), server.create(ME, ME)
    seats = {"german": ME, "soviet": ME}

    def status(moment: Data, key: str | None = old["spectators"], **more: object) -> int:
        return server.post("/api/matches", {"seats": seats, "from": moment, **more}, key).status_code

    moment = {"match": old["match"], "number": 0}
    assert status(moment) == 201
    assert status(moment, None) == 401
    assert status(moment, other["spectators"]) == 403
    assert status({"match": "nothing", "number": 0}) == 404
    assert status({"match": old["match"], "number": 1}) == 400
    assert status({"match": old["match"], "number": -1}) == 400
    assert status(moment, game=HIDDEN) == 400
    assert status(moment, position=played().state.position()) == 400


def test_where_things_are_hidden_only_a_finished_match_is_played_on_from(server: Running) -> None:
    old = server.create(ME, ME, game=HIDDEN)
    seats = {"german": ME, "soviet": ME}
    moment = {"match": old["match"], "number": 3}
    with server.join(old, "german", "soviet") as both:
        for card in ("G1", "G2", "G3"):
            both.play(f"take {card}")
        response = server.post("/api/matches", {"seats": seats, "from": moment}, old["keys"]["german"])
        assert response.status_code == 403
        both.act("concede", "german")
        both.until_state(lambda state: state["outcome"])
    made = from_moment(server, old, 3)
    with server.join(made, "german") as german, server.join(made, "soviet") as soviet:
        assert german.seen()["view"]["hands"]["german"]["cards"] == ["G1", "G2", "G3"]
        assert soviet.seen()["view"]["hands"]["german"]["cards"] is None
        german.play("take G4")
    assert server.get(f"/api/matches/{made['match']}/record", made["spectators"]).status_code == 403


@pytest.mark.parametrize(
    "position", ["nonsense", "turn: 99\n", "units.nobody: 0101\n", {}, {"turn": 1}, {"game": "chess"}]
)
def test_impossible_positions_are_refused_with_a_reason(server: Running, position: object) -> None:
    response = server.post("/api/matches", {"game": GAME, "seats": {"german": ME, "soviet": ME}, "position": position})
    assert response.status_code == 400, response.text
    assert response.json()["error"]["text"].startswith("This position cannot be set up: ")
    assert server.get("/api/health").json()["matches"] == 0


def test_a_position_comes_alone_and_is_no_finished_game(server: Running) -> None:
    match = played(10)
    body = {"game": GAME, "seats": {"german": ME, "soviet": ME}, "position": match.state.position()}
    assert server.post("/api/matches", {**body, "tutorial": True}).status_code == 400
    assert server.post("/api/matches", {**body, "record": "x"}).status_code == 400
    over = played(10**6).state.position()
    assert over["outcome"] is not None
    response = server.post("/api/matches", {**body, "position": over})
    assert response.status_code == 400 and "over" in response.json()["error"]["text"]
