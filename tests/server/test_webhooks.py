"""Webhooks: players are notified of their turn, again if it fails, and nothing else can be reached with them."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest

from rasputitsa.server import webhook_post
from rasputitsa.server.webhook_post import Lookups, NotSent
from rasputitsa.server.webhooks import WebhookRules

from .test_play import refusal
from .tools import GAME, ME, Running, wait_for

LOCAL = WebhookRules(plain=True, private=True, pauses=(0.0, 0.05, 0.05, 0.05), apart=0.0)


class Receiver:
    """Somebody's server: keeps what it gets, and responds as the test says."""

    def __init__(self) -> None:
        self.got: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.answers: list[int] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.got.append(json.loads(body))
                receiver.paths.append(self.path)
                status = receiver.answers.pop(0) if receiver.answers else 204
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", f"{receiver.url}/elsewhere")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    yield made
    made.close()


def post(url: str) -> None:
    async def send() -> None:
        await webhook_post.post(url, b"{}", Lookups(1), private=False)

    asyncio.run(send())


def hot_seat(server: Running, receiver: Receiver, side: str) -> Any:
    client = server.join(made := server.create(ME, ME), "german", "soviet")
    client.command("webhook", side=side, url=f"{receiver.url}/hook?x=1")
    return made, client


def pass_to_soviet(client: Any) -> None:
    client.play("standard")
    while client.state["asked"] == "german":
        client.play("done" if "done" in client.offered() else client.offered()[0])


def test_nobody_is_notified_in_the_middle_of_a_turn(run: Callable[..., Running], receiver: Receiver) -> None:
    server = run(webhooks=LOCAL)
    _, client = hot_seat(server, receiver, "soviet")
    with client:
        client.play("standard")
        client.act("offer_draw", "german")
        client.until_state(lambda state: state["draw_offer"])
        assert receiver.got == []  # it is not their turn
        client.command("webhook", side="german", url=f"{receiver.url}/own")
        client.play(client.offered()[0])
        client.drain(0.2)
        assert receiver.got == []  # a turn that they are in the middle of


def test_a_player_is_notified_once_a_turn(run: Callable[..., Running], receiver: Receiver) -> None:
    server = run(webhooks=LOCAL)
    made, client = hot_seat(server, receiver, "soviet")
    with client:
        pass_to_soviet(client)
        number = client.state["number"]
        wait_for(lambda: bool(receiver.got))
        assert receiver.got == [
            {
                "match": made["match"],
                "game": GAME,
                "side": "soviet",
                "number": number,
                "text": "It is your turn in Battle for Moscow.",
                "path": f"/match/{made['match']}",
            }
        ]
        assert receiver.paths == ["/hook?x=1"]
        client.command("chat", text="a change that is no turn")
        client.drain(0.2)
        assert len(receiver.got) == 1


def test_it_is_sent_again_until_it_gets_through(run: Callable[..., Running], receiver: Receiver) -> None:
    receiver.answers = [500, 302, 204]
    server = run(webhooks=LOCAL)
    _, client = hot_seat(server, receiver, "soviet")
    with client:
        pass_to_soviet(client)
        wait_for(lambda: len(receiver.got) == 3)
        client.drain(0.3)
        assert len(receiver.got) == 3 and "/elsewhere" not in receiver.paths


def test_it_is_given_up_at_last(run: Callable[..., Running], receiver: Receiver) -> None:
    receiver.answers = [500] * 100
    server = run(webhooks=LOCAL)
    _, client = hot_seat(server, receiver, "soviet")
    with client:
        pass_to_soviet(client)
        wait_for(lambda: len(receiver.got) == 4)
        client.drain(0.4)
        assert len(receiver.got) == 4


def test_it_survives_a_restart(run: Callable[..., Running], receiver: Receiver) -> None:
    receiver.answers = [500]
    server = run(webhooks=WebhookRules(plain=True, private=True, pauses=(0.0, 600.0), apart=0.0))
    made, client = hot_seat(server, receiver, "soviet")
    with client:
        pass_to_soviet(client)
        wait_for(lambda: len(receiver.got) == 1)
    server.stop()
    again = run(webhooks=LOCAL)
    wait_for(lambda: len(receiver.got) == 2)
    wait_for(lambda: again.internals.matches.find(made["match"]).seats["soviet"].notified >= 0)  # type: ignore[union-attr]
    again.stop()
    last = run(webhooks=LOCAL)
    with last.join(made, "soviet") as boris:
        boris.drain(0.4)
    assert len(receiver.got) == 2


def test_it_can_be_switched_off(run: Callable[..., Running], receiver: Receiver) -> None:
    server = run(webhooks=LOCAL)
    _, client = hot_seat(server, receiver, "soviet")
    with client:
        client.command("webhook", side="soviet", url=None)
        pass_to_soviet(client)
        client.drain(0.3)
        assert receiver.got == []


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://",
        "https://user:password@example.org/",
        "https://example.org:99999/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://10.1.2.3/",
        "https://169.254.169.254/latest",
        "https://224.0.0.1/",
        "https://192.0.0.8/",
        "https://[64:ff9b::7f00:1]/",
        "https://[2002:7f00:1::]/",
        "https://[::7f00:1]/",
        "https://[2001:0:1::]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:0:127.0.0.1]/",
        "https://[::ffff:0:7f00:1]/",
        "https://[fec0::1]/",
        "https://[5f00::1]/",
        "https://[4000::1]/",
        "https://[3fff::1]/",
        "https://[2001:10::1]/",
        "https://user@example.org/",
        "https://user:word@example.org/",
        "https://@example.org/",
        "https://example.org@127.0.0.1/",
        "https://127.0.0.1\\@example.org/",
        "https://example.org:22/",
        "https://example.org:6379/",
        "https://localhost/",
        "https://exa mple.org/",
        "https://example.org/\r\nX: y",
        "nonsense",
        "x" * 2001,
    ],
)
def test_addresses_that_are_refused(server: Running, url: str) -> None:
    with server.join(server.create(), "german") as anna:
        assert refusal(anna, "webhook", side="german", url=url).code in ("malformed", "forbidden")


def test_public_addresses_are_accepted_and_kept_to_oneself(server: Running) -> None:
    made = server.create()
    with server.join(made, "german") as anna, server.join(made, "soviet") as boris:
        anna.command("webhook", side="german", url="https://example.org/secret-hook?token=1")
        boris.seen()
        boris.drain(0.2)
        assert "secret-hook" not in json.dumps([boris.state, boris.others]) + server.record(made)
        assert "secret-hook" not in server.get(f"/api/matches/{made['match']}", made["keys"]["soviet"]).text


def test_a_name_that_leads_to_a_private_address_is_not_called(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = receiver.url.rpartition(":")[2]
    with pytest.raises(NotSent, match="private"):
        post(f"http://localhost:{port}/")
    found = [(2, 1, 6, "", ("93.184.216.34", 80)), (2, 1, 6, "", ("127.0.0.1", 80))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(NotSent, match="private"):
        post("http://example.org/")
    assert receiver.got == []


class Dripping:
    """A server that never finishes its response: a byte now and then."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/"
        self.lines: list[socket.socket] = []
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self.listener.accept()
                self.lines.append(line)
                Thread(target=self._drip, args=(line,), daemon=True).start()

    def _drip(self, line: socket.socket) -> None:
        with suppress(OSError):
            while True:
                line.sendall(b"H")
                time.sleep(0.05)

    def close(self) -> None:
        self.listener.close()
        for line in self.lines:
            line.close()


def test_a_slow_receiver_is_given_up_and_blocks_nothing(run: Callable[..., Running]) -> None:
    slow = Dripping()
    server = run(webhooks=WebhookRules(plain=True, private=True, pauses=(0.0, 0.0), apart=0.0, deadline=0.5))
    clients = []
    for _ in range(20):
        client = server.join(server.create(ME, ME), "german", "soviet")
        client.command("webhook", side="soviet", url=slow.url)
        pass_to_soviet(client)
        clients.append(client)
    began = time.monotonic()
    assert server.get("/api/health").json()["ok"]
    record = server.get(f"/api/matches/{server.create(ME, ME)['match']}/record", "x")
    assert record.status_code == 403 and time.monotonic() - began < 5
    wait_for(lambda: not server.internals.webhooks._tasks, 30)
    for client in clients:
        client.close()
    slow.close()


def test_a_slow_receiver_does_not_delay_the_shutdown(run: Callable[..., Running]) -> None:
    slow = Dripping()
    server = run(webhooks=WebhookRules(plain=True, private=True, deadline=600.0))
    client = server.join(server.create(ME, ME), "german", "soviet")
    client.command("webhook", side="soviet", url=slow.url)
    pass_to_soviet(client)
    wait_for(lambda: bool(slow.lines))
    client.close()
    began = time.monotonic()
    server.stop()
    assert time.monotonic() - began < 10
    slow.close()
