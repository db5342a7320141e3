"""What must not work, does not, and says so."""

from __future__ import annotations

import socket
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from secrets import token_hex

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from rasputitsa.server.headers import POLICY
from rasputitsa.server.origins import answered_hosts
from rasputitsa.server.storage.sqlite import FILE

from .test_play import refusal
from .tools import GAME, LINK, ME, Client, Running, bot, limits


def test_keys_are_stored_as_hashes_only(server: Running, tmp_path: Path) -> None:
    made = server.create({"kind": "me", "name": "Anna"}, ME)
    with server.join(made, "german") as anna:
        anna.play("standard")
    server.stop()
    keys = [*made["keys"].values(), made["spectators"]]
    for path in tmp_path.iterdir():
        content = path.read_bytes()
        assert not any(key.encode() in content for key in keys), path
    rows = sqlite3.connect(tmp_path / FILE).execute("SELECT key FROM seats").fetchall()
    assert [len(row[0]) for row in rows] == [32, 32]


def test_a_wrong_key_opens_nothing(server: Running) -> None:
    made, other = server.create(), server.create()
    for key in ("", "x", other["keys"]["german"], other["spectators"], made["keys"]["german"] + "x"):
        with Client(server.url, made["match"], [key]) as nobody:
            assert nobody.bye()["code"] == "forbidden"
    with Client(server.url, made["match"], []) as nobody:
        assert nobody.bye()["code"] == "forbidden"
    with Client(server.url, "0123456789abcdef", [made["keys"]["german"]]) as nobody:
        assert nobody.bye()["code"] == "unknown"


@pytest.mark.parametrize("path", ["", "/record", "/replay", "/report"])
def test_http_needs_the_right_key(server: Running, path: str) -> None:
    made, other = server.create(), server.create()
    address = f"/api/matches/{made['match']}{path}"
    answer = server.get(address)
    assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer"
    assert server.get(address, other["keys"]["german"]).status_code == 403
    assert server.http.get(address, headers={"Authorization": f"Basic {made['spectators']}"}).status_code == 401
    assert server.get("/api/matches/nothing" + path, made["spectators"]).status_code == 404
    assert made["keys"]["german"] not in server.get(f"/api/matches/{made['match']}", made["keys"]["german"]).text


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "[]",
        "null",
        '"hello"',
        b"\xff\xfe",
        '{"type": "hello"}',
        '{"type": "hello", "keys": "x"}',
        '{"type": "hello", "keys": [1]}',
        '{"type": "hello", "keys": ["x"], "log": -1}',
        '{"type": "play", "id": 1}',
        '{"type": "hello", "keys": ["' + "x" * 101 + '"]}',
        "x" * 10_000,
    ],
)
def test_a_malformed_hello_is_dismissed(server: Running, message: str | bytes) -> None:
    client = Client.__new__(Client)
    client.others, client.chat, client.log, client.state = [], [], [], {}
    made = server.create()
    client._connecting = connect(server.url.replace("http", "ws", 1) + f"/ws/{made['match']}", compression=None)
    client.socket = client._connecting.__enter__()
    with client:
        client.send(message)
        assert client.bye()["code"] == "malformed"


def test_who_says_nothing_is_dismissed(run: Callable[..., Running]) -> None:
    server = run(limits=limits(hello_seconds=0.2))
    with connect(server.url.replace("http", "ws", 1) + "/ws/x", compression=None) as socket:
        assert "malformed" in str(socket.recv(10))


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "[]",
        "17",
        b"\x00\xff",
        '{"id": 3}',
        '{"type": "play", "id": 3}',
        '{"type": "fly", "id": 3}',
        '{"type": "play", "id": 3, "side": "german", "number": -1, "action": "standard"}',
        '{"type": "play", "id": 3, "side": "german", "number": 0, "action": 7}',
        '{"type": "play", "id": -3, "side": "german", "number": 0, "action": "standard"}',
        '{"type": "play", "id": 1e400, "side": "german", "number": 0, "action": "standard"}',
        '{"type": "play", "id": 9007199254740992, "side": "german", "number": 0, "action": "standard"}',
        '{"type": "play", "id": "' + "x" * 65 + '", "side": "german", "number": 0, "action": "standard"}',
        '{"type": "play", "side": "german", "number": 0, "action": "standard"}',
        '{"type": "hello", "keys": []}',
        "[" * 5000,
        '{"a":' * 1000,
    ],
)
def test_malformed_commands_are_refused(server: Running, message: str | bytes) -> None:
    made = server.create()
    with server.join(made, "german") as anna:
        anna.seen()
        anna.send(message)
        answer = anna.until(lambda got: got["type"] == "refused")
        assert answer["error"]["code"] == "malformed"
        assert answer["id"] == (3 if '"id": 3' in str(message) else None)
        assert anna.play("standard")["number"] == 1  # it goes on


def test_texts_that_are_no_texts_do_no_harm(server: Running) -> None:
    made = server.create()
    with server.join(made, "german") as anna:
        anna.seen()
        for text in ("\\ud800", "\\udfff", "a\\u0000b", "\\u202e", "\\ud83d\\ude00"):
            anna.send('{"type": "play", "id": 1, "side": "german", "number": 0, "action": "' + text + '"}')
            anna.send('{"type": "chat", "id": 2, "text": "' + text + ' x"}')
            anna.send('{"type": "name", "id": 3, "side": "german", "name": "' + text + '"}')
            for _ in range(3):
                anna.until(lambda got: got["type"] in ("done", "refused"))
        assert {message["type"] for message in anna.others} == {"done", "refused"}
        assert [line["text"] for line in anna.chat] == ["a b x", "x", "\U0001f600 x"]
        assert anna.play("standard")["number"] == 1
    assert server.get("/api/health").status_code == 200


def test_big_messages(run: Callable[..., Running]) -> None:
    server = run(limits=limits(message_bytes=1000))
    made = server.create()
    with server.join(made, "german") as anna:
        anna.seen()
        assert refusal(anna, "chat", text="x" * 1000, id=1).code == "too-big"
        with pytest.raises(ConnectionClosed) as closed:
            anna.send("x" * 9000)
            anna.until(lambda got: False)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
    with server.join(made, "german") as anna:
        assert anna.seen()["number"] == 0


def test_too_many_messages(run: Callable[..., Running]) -> None:
    server = run(limits=limits(commands_per_second=0.001, commands_at_once=3, refusals_before_close=5))
    made = server.create()
    with server.join(made, "german") as anna:
        anna.seen()
        for number in range(3 + 5 + 1):  # not more: the last one closes the door
            anna.send({"type": "interrupt", "id": number})
        assert anna.bye()["code"] == "too-fast"
        kinds = [(message["type"], message.get("id")) for message in anna.others]
        assert kinds[:3] == [("done", 0), ("done", 1), ("done", 2)]
        assert kinds[3] == ("refused", 3) and anna.others[3]["error"]["code"] == "too-fast"


def test_too_much_chat(run: Callable[..., Running]) -> None:
    server = run(limits=limits(chat_per_second=0.001, chat_at_once=2, chat_lines_per_match=3))
    made = server.create()
    with server.join(made, "german") as anna:
        anna.command("chat", text="one")
        anna.command("chat", text="two")
        assert refusal(anna, "chat", text="three").code == "too-fast"
    with server.join(made, "german") as anna:
        assert refusal(anna, "chat", text="three").code == "too-fast", "a new connection does not help"
    with server.join(made, "soviet") as boris:
        boris.command("chat", text="three")
        assert refusal(boris, "chat", text="four").code == "too-big"


def test_a_chat_of_thousands_of_lines_is_one_bounded_message(run: Callable[..., Running]) -> None:
    server = run(limits=limits(chat_lines_at_once=50, queued_messages=20))
    made = server.create(ME, ME)
    with server.join(made, "german") as anna:
        anna.seen()
        for number in range(600):
            anna.command("chat", text=f"line {number}")
    with server.join(made, "german") as anna:
        history = anna.until(lambda message: message["type"] == "chat_history")
        assert [line["text"] for line in history["lines"]] == [f"line {number}" for number in range(550, 600)]
        assert history["lines"][0]["number"] == 550
        assert anna.play("standard")["number"] == 1
    with server.join(made, "german", chat=598) as anna:
        history = anna.until(lambda message: message["type"] == "chat_history")
        assert [line["number"] for line in history["lines"]] == [598, 599]


def test_spectators_cannot_fill_the_chat(run: Callable[..., Running]) -> None:
    server = run(limits=limits(chat_lines_per_match=4))
    made = server.create()
    with server.join(made) as spectator, server.join(made, "german") as anna:
        spectator.command("chat", text="one")
        spectator.command("chat", text="two")
        assert refusal(spectator, "chat", text="three").code == "too-big"
        anna.command("chat", text="three")


def test_too_many_matches(run: Callable[..., Running]) -> None:
    body = {"game": GAME, "seats": {"german": ME, "soviet": LINK}}
    server = run(limits=limits(matches_per_hour=1, matches_at_once=2))
    assert [server.post("/api/matches", body).status_code for _ in range(3)] == [201, 201, 429]
    assert server.post("/api/matches", body).json()["error"]["code"] == "too-many"
    server.stop()
    server = run(limits=limits(matches_in_all=3))
    assert [server.post("/api/matches", body).status_code for _ in range(2)] == [201, 429]


def test_a_rematch_counts_as_a_new_match(run: Callable[..., Running]) -> None:
    server = run(limits=limits(matches_per_hour=1, matches_at_once=2))
    made = server.create(ME, ME)
    match, key = made["match"], made["keys"]["german"]
    statuses = []
    for _ in range(3):
        with Client(server.url, match, [key]) as anna:
            anna.act("concede", anna.seen()["you"][0])
        response = server.post(f"/api/matches/{match}/rematch", {}, key)
        statuses.append(response.status_code)
        match = response.json().get("match")
        if match is None:
            break
    assert statuses == [201, 429]


def test_too_many_requests(run: Callable[..., Running]) -> None:
    server = run(limits=limits(requests_per_second=0.001, requests_at_once=2))
    assert [server.get("/api/health").status_code for _ in range(3)] == [200, 200, 429]


def test_too_many_connections(run: Callable[..., Running], tmp_path: Path) -> None:
    for setting in ({"connections": 1}, {"connections_per_address": 1}):
        server = run(limits=limits(**setting))
        made = server.create()
        with server.join(made, "german") as anna:
            anna.seen()
            with pytest.raises(InvalidStatus) as refused:
                server.join(made, "soviet")
            assert refused.value.response.status_code == 429
        server.stop()


def test_spectators_keep_nobody_out(run: Callable[..., Running]) -> None:
    server = run(limits=limits(spectators_per_match=2))
    made = server.create()
    with server.join(made) as one, server.join(made) as other:
        one.seen()
        other.seen()
        with server.join(made) as third:
            assert third.bye()["code"] == "too-many"
        with server.join(made, "german") as anna, server.join(made, "soviet") as boris:
            assert anna.seen()["you"] == ["german"] and boris.seen()["you"] == ["soviet"]


def test_the_newest_connections_of_a_seat_are_served(run: Callable[..., Running]) -> None:
    server = run(limits=limits(connections_per_seat=3))
    made = server.create()
    clients = [server.join(made, "german") for _ in range(5)]
    for client in clients[2:]:
        assert client.seen()["you"] == ["german"]
    for client in clients[:2]:
        assert client.bye()["code"] == "too-many"
    assert clients[4].play("standard")["number"] == 1
    for client in clients:
        client.close()


def test_a_client_that_does_not_read_is_let_go(run: Callable[..., Running]) -> None:
    chatty = {"chat_characters": 7000, "message_bytes": 8000, "chat_per_second": 1e6, "chat_at_once": 10**6}
    server = run(limits=limits(queued_messages=20, **chatty))
    made = server.create(ME, ME)
    with server.join(made, "german") as anna:
        anna.seen()
        deaf = server.join(made, "soviet")
        deaf.seen()  # from now on it reads nothing; its own queue fills, then those of the system
        live = server.internals.matches.find(made["match"])
        assert live is not None
        slowest = 0.0
        for _ in range(2000):
            before = time.monotonic()
            anna.command("chat", text=token_hex(3500))  # which cannot be compressed much
            slowest = max(slowest, time.monotonic() - before)
            if len(live.connections) == 1:
                break
        assert len(live.connections) == 1, "it is still served"
        assert slowest < 5, "others waited for it"


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1", "//", "x"]
)
def test_other_sites_are_refused(server: Running, origin: str) -> None:
    made = server.create()
    with pytest.raises(InvalidStatus) as refused:
        Client(server.url, made["match"], [made["keys"]["german"]], headers={"Origin": origin})
    assert refused.value.response.status_code == 403
    assert b'"forbidden"' in (refused.value.response.body or b"")
    body = {"game": GAME, "seats": {"german": ME, "soviet": LINK}}
    answer = server.http.post("/api/matches", json=body, headers={"Origin": origin})
    assert answer.status_code == 403


def test_the_own_site_and_named_ones_are_welcome(run: Callable[..., Running]) -> None:
    server = run(origins=("https://friend.example",))
    made = server.create()
    for origin in (server.url, "https://friend.example"):
        with Client(server.url, made["match"], [made["keys"]["german"]], headers={"Origin": origin}) as anna:
            assert anna.seen()["you"] == ["german"]


def test_a_local_server_answers_to_its_own_names_only(run: Callable[..., Running]) -> None:
    server = run(hosts=answered_hosts("127.0.0.1", (), ()))
    assert server.get("/api/health").status_code == 200
    port = httpx.URL(server.url).port
    assert server.http.get("/api/health", headers={"Host": f"localhost:{port}"}).status_code == 200
    assert server.http.get("/api/health", headers={"Host": f"evil.example:{port}"}).status_code == 403


def test_bodies_must_be_json_and_small(run: Callable[..., Running]) -> None:
    server = run(limits=limits(body_bytes=1000, record_bytes=1000))
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        answer = server.http.post("/api/matches", content=b"{}", headers={"Content-Type": kind})
        assert answer.status_code == 415, kind
    assert server.http.post("/api/mine", json={"keys": ["x" * 50] * 100}).status_code == 413
    body = {"game": GAME, "seats": {"german": ME, "soviet": LINK}, "record": "x" * 1001}
    assert server.http.post("/api/matches", json=body).status_code == 413
    assert server.http.post("/api/mine", content=b"{", headers={"Content-Type": "application/json"}).status_code == 400


@pytest.mark.parametrize("path", ["/", "/api/health", "/api/nothing", "/nothing", "/web/nothing.js", "/match/x"])
def test_every_answer_has_safe_headers(server: Running, path: str) -> None:
    answer = server.get(path)
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert "server" not in answer.headers


@pytest.mark.parametrize(
    "path", ["/web/../server/app.py", "/web/%2e%2e/server/app.py", "/web/..%2fserver%2fapp.py", "/web//etc/passwd"]
)
def test_only_files_of_the_client_are_served(server: Running, path: str) -> None:
    port = httpx.URL(server.url).port
    assert port is not None
    with socket.create_connection(("127.0.0.1", port), 5) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while part := line.recv(65536):
            answer += part
    assert answer.split(b" ")[1] == b"404"


def test_errors_tell_nothing_of_the_inside(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    made = server.create()
    with server.join(made, "german") as anna:
        anna.seen()
        live = server.internals.matches.find(made["match"])
        assert live is not None

        def break_down(*_: object) -> None:
            raise KeyError("/secret/path")

        monkeypatch.setattr(live, "perform", break_down)
        error = refusal(anna, "play", side="german", number=0, action="standard")
        assert error.code == "unavailable" and "secret" not in error.text


def test_bots_seeds_and_the_dice_are_not_in_what_players_get(server: Running) -> None:
    made = server.create(ME, bot())
    with server.join(made, "german") as anna:
        state = anna.seen()
        live = server.internals.matches.find(made["match"])
        assert live is not None and live.header.secret is not None
        text = str(state) + server.record(made) + str(server.summary(made))
        assert live.header.secret.hex() not in text and str(live.bot_seed("soviet")) not in text
