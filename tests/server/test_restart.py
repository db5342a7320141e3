"""Everything survives: a stop, a kill, a lost connection."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

import rasputitsa
from rasputitsa.match import read
from rasputitsa.server.run import CannotServe, serve

from .test_play import refusal
from .tools import GAME, LINK, ME, PATIENCE, Client, Process, Running, limits, wait_for


def test_a_killed_server_goes_on_where_it_was(start: Callable[[], Process]) -> None:
    server = start()
    made = server.create({"kind": "me", "name": "Anna"}, ME)
    rng = Random(2)
    with server.join(made, "german", "soviet") as both:
        both.play("standard")
        for _ in range(30):
            both.play_any(rng)
        number = both.state["number"]
        both.command("chat", side="soviet", text="Wait")
        both.command("name", side="soviet", name="Boris")
        before = both.state
        last = both.log[-1]
        server.kill()
    again = start()
    with again.join(made, "german", "soviet") as both:
        state = both.seen()
        for key in ("number", "view", "offers", "asked", "can_undo", "can_redo", "commitment", "undos", "forecast"):
            assert state[key] == before[key], key
        assert both.log[-1] == last and len(both.log) == number
        assert state["seats"]["german"]["name"] == "Anna" and state["seats"]["soviet"]["name"] == "Boris"
        both.until_said(1)
        assert both.chat[0]["text"] == "Wait" and both.chat[0]["from"] == "soviet"


@pytest.mark.soak
def test_a_command_sent_again_after_a_kill_is_recognised(start: Callable[[], Process]) -> None:
    server = start()
    made = server.create()
    with server.join(made, "german") as anna:
        anna.play("standard", id=41)
        server.kill()
    again = start()
    with again.join(made, "german") as anna:
        assert anna.command("play", id=41, side="german", number=0, action="standard")["number"] == 1
        assert refusal(anna, "play", id=42, side="german", number=0, action="standard").code == "stale"
        anna.command("chat", id=43, text="Hello")
        anna.command("chat", id=43, text="Hello")
        assert [line["text"] for line in anna.chat] == ["Hello"]


def test_undo_and_redo_survive(run: Callable[..., Running]) -> None:
    server = run()
    made = server.create()
    with server.join(made, "german") as anna:
        anna.play(anna.offered()[0])
        anna.play(anna.offered()[0])
        log = list(anna.log)
        anna.act("undo", "german")
        anna.until_state(lambda state: state["number"] == 1)
    server.stop()
    again = run()
    with again.join(made, "german") as anna:
        assert anna.seen()["number"] == 1 and anna.state["can_redo"] and anna.state["can_undo"]
        assert anna.state["undos"] == 1
        anna.act("redo", "german")
        anna.until_state(lambda state: state["number"] == 2)
        assert anna.log == log


def test_declined_draws_seats_and_results_survive(run: Callable[..., Running]) -> None:
    server = run()
    made = server.create(ME, ME)
    with server.join(made, "german", "soviet") as both:
        both.act("offer_draw", "german")
        both.until_state(lambda state: state["draw_offer"] == "german")
        both.act("decline_draw", "soviet")
        both.until_state(lambda state: state["draw_offer"] is None)
        both.command("leave", side="soviet")
    server.stop()
    again = run()
    with again.join(made, "german") as anna:
        assert anna.seen()["draw_offer"] is None
        assert anna.state["seats"]["soviet"]["kind"] == "empty"
        anna.act("concede", "german")
    again.stop()
    last = run()
    assert last.summary(made)["outcome"]["winner"] == "soviet"
    assert last.get("/api/health").json()["matches"] == 1


@pytest.mark.parametrize("start", ["scenario", "position"])
def test_a_match_keeps_the_rules_that_it_began_with(run: Callable[..., Running], start: str) -> None:
    server = run()
    more = {"position": rasputitsa.game(GAME).start().position()} if start == "position" else {}
    made, other = server.create(ME, ME, **more), server.create(ME, ME)
    server.internals.store._writing.execute("UPDATE matches SET rules = 1 WHERE id = ?", (made["match"],))
    server.stop()
    again = run()
    with again.join(made, "german", "soviet") as both:
        both.play("standard")
    assert "\nrules: 1\n" in again.record(made)
    assert f"\nrules: {rasputitsa.game(GAME).rules_version}\n" in again.record(other)


def test_clients_are_told_when_the_server_stops(server: Running) -> None:
    with server.join(server.create(), "german") as anna:
        anna.seen()
        server.stop()
        assert anna.bye()["code"] == "restart"


def test_who_comes_back_gets_what_is_missing(server: Running) -> None:
    made = server.create(ME, ME)
    with server.join(made, "german", "soviet") as both:
        both.play("standard")
        rng = Random(4)
        for _ in range(10):
            both.play_any(rng)
        log, undos = list(both.log), both.state["undos"]
    with server.join(made, "german", "soviet", log=5, undos=undos) as again:
        state = again.seen()
        assert state["log_from"] == 5 and state["log"] == log[5:]
    for hello in ({"log": 5}, {"log": 5, "undos": undos + 1}, {"log": len(log) + 1, "undos": undos}):
        with server.join(made, "german", "soviet", **hello) as again:
            assert again.seen()["log_from"] == 0 and again.log == log


def test_who_was_away_during_an_undo_gets_the_log_right(server: Running) -> None:
    made = server.create()
    with server.join(made, "german") as anna:
        one, other = anna.offered()[:2]
        anna.play(one)
        known, undos = list(anna.log), anna.state["undos"]
        anna.act("undo", "german")
        anna.until_state(lambda state: state["number"] == 0)
        anna.play(other)
        with server.join(made, log=1, undos=undos) as spectator:
            spectator.log = known
            spectator.seen()
            assert spectator.log == anna.log


def test_idle_matches_leave_memory_and_come_back(run: Callable[..., Running]) -> None:
    server = run(limits=limits(matches_in_memory=3))
    rng = Random(1)
    made = [server.create(ME, ME) for _ in range(8)]
    for one in made:
        with server.join(one, "german", "soviet") as both:
            both.play("standard")
            for _ in range(5):
                both.play_any(rng)
    assert len(list(server.internals.matches)) <= 4
    for one in made:
        assert server.summary(one)["number"] >= 6
        assert len(read(server.record(one)).lines) >= 6


def test_connected_matches_stay_in_memory(run: Callable[..., Running]) -> None:
    server = run(limits=limits(matches_in_memory=1))
    first = server.create(ME, ME)
    with server.join(first, "german", "soviet") as both:
        live = server.internals.matches.find(first["match"])
        for _ in range(3):
            server.create()
        both.play("standard")
        assert server.internals.matches.find(first["match"]) is live
    wait_for(lambda: live is not None and not live.connections)
    server.create()
    assert server.internals.matches.find(first["match"]) is None


def test_two_servers_never_share_their_data(server: Running, tmp_path: Path) -> None:
    with pytest.raises(CannotServe, match="Another server"):
        serve(port=0, data=tmp_path)


def test_messages_keep_their_order(start: Callable[[], Process]) -> None:
    server = start()
    made = server.create(ME, LINK)
    with server.join(made, "german") as anna:
        anna.seen()
        for number in range(200):
            anna.send({"type": "chat", "id": number, "text": f"line {number}"})
        answers: list[int] = []
        while len(answers) < 200:
            message = anna.receive()
            if message["type"] == "done":
                answers.append(message["id"])
        assert answers == list(range(200))
        assert [line["text"] for line in anna.chat] == [f"line {number}" for number in range(200)]


def test_pipelined_plays_are_played_in_order(start: Callable[[], Process]) -> None:
    server = start()
    made = server.create(ME, LINK)
    with server.join(made, "german") as anna:
        units = anna.offered()[:1]
        anna.send({"type": "play", "id": 1, "side": "german", "number": 0, "action": units[0]})
        anna.send({"type": "undo", "id": 2, "side": "german", "number": 1})
        anna.send({"type": "redo", "id": 3, "side": "german", "number": 0})
        anna.send({"type": "undo", "id": 4, "side": "german", "number": 1})
        assert anna.command("play", id=5, side="german", number=0, action="standard")["number"] == 1
        assert [message["id"] for message in anna.others] == [1, 2, 3, 4, 5]
        assert all(message["type"] == "done" for message in anna.others)


def test_a_second_client_of_the_same_seat_sees_the_same(server: Running) -> None:
    made = server.create()
    with server.join(made, "german") as one, Client(server.url, made["match"], [made["keys"]["german"]]) as other:
        one.play("standard")
        other.until_state(lambda state: state["number"] == 1)
        assert other.state["offers"] == one.state["offers"]


def test_nobody_is_shown_what_is_not_stored(run: Callable[..., Running]) -> None:
    server = run()
    made = server.create(ME, LINK)
    address = f"/api/matches/{made['match']}"
    storage = server.internals.store._writing
    write, gate = storage.write, Event()

    def write_later(writes: Any) -> None:
        gate.wait(PATIENCE)
        write(writes)

    with server.join(made, "german") as anna, server.join(made, "german") as other, ThreadPoolExecutor() as pool:
        anna.seen()
        other.seen()
        storage.write = write_later  # type: ignore[method-assign]
        anna.send({"type": "play", "id": 1, "side": "german", "number": 0, "action": "standard"})
        wait_for(lambda: server.internals.matches.find(made["match"]).number == 1)  # type: ignore[union-attr]
        spectator = server.join(made)
        answers = [pool.submit(server.get, address + path, made["spectators"]) for path in ("", "/record", "/replay")]
        for client in (anna, other, spectator):
            client.drain(0.3)
            assert client.state.get("number", 0) == 0 and client.others == []
        assert not any(answer.done() for answer in answers)
        gate.set()
        assert anna.until(lambda message: message["type"] == "done")["number"] == 1
        for client in (anna, other, spectator):
            client.until_state(lambda state: state["number"] == 1)
        assert [answer.result(PATIENCE).status_code for answer in answers] == [200, 200, 200]
        spectator.close()


def test_a_match_of_older_rules_is_played_on_by_them(run: Callable[..., Running]) -> None:
    server = run()
    text = "rasputitsa record 1\ngame: battle-for-moscow\nrules: 1\n\ngerman standard\n"
    made = server.create(ME, ME, game=None, record=text)
    assert "\nrules: 1\n" in server.record(made)
    server.stop()
    again = run()
    with again.join(made, "german", "soviet") as both:
        assert both.seen()["number"] == 1
    assert "\nrules: 1\n" in again.record(made)
