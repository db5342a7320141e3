"""Signs of life: a client asks for one, and the server drops clients that give none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic

import httpx
import pytest

from ..tools.proxy import DOWN, UP, Proxy, proxy_to
from .tools import Client, Running, limits


@pytest.fixture
def quick(run: Callable[..., Running]) -> Running:
    return run(limits=limits(heartbeat_seconds=0.3, silence_seconds=0.5))


@pytest.fixture
def proxy(quick: Running) -> Iterator[Proxy]:
    with proxy_to(httpx.URL(quick.url).port or 0) as made:
        yield made


def test_a_ping_is_answered(server: Running) -> None:
    made = server.create()
    with server.join(made, "german") as anna, server.join(made) as watcher:
        for client in (anna, watcher):
            client.seen()
            assert client.command("ping", id=7) == {"type": "pong", "id": 7}


def test_pings_count_like_commands(run: Callable[..., Running]) -> None:
    server = run(limits=limits(commands_per_second=0.01, commands_at_once=5))
    made = server.create()
    with server.join(made, "german") as anna:
        anna.seen()
        anna.drain()
        for number in range(8):
            anna.send({"type": "ping", "id": number})
        assert anna.until(lambda message: message["type"] == "refused")["error"]["code"] == "too-fast"


@pytest.mark.parametrize("ways", [(UP, DOWN), (UP,), (DOWN,)], ids="-".join)
def test_a_silent_client_is_dropped(quick: Running, proxy: Proxy, ways: tuple[str, ...]) -> None:
    """Its opponent sees that it is gone, though its connection was never closed."""
    made = quick.create()
    with quick.join(made, "german") as anna:
        boris = Client(proxy.url, made["match"], [made["keys"]["soviet"]], made=made)
        boris.seen()
        anna.until_state(lambda state: state["seats"]["soviet"]["here"])
        proxy.swallow(*ways)
        began = monotonic()
        anna.until_state(lambda state: not state["seats"]["soviet"]["here"])
        assert monotonic() - began < 5
        boris.socket.socket.close()


def test_a_client_that_does_not_read_is_dropped(run: Callable[..., Running]) -> None:
    """However much still waits for it on the way."""
    patient = {"queued_messages": 10**6, "queued_bytes": 10**9, "chat_characters": 7000, "message_bytes": 8000}
    server = run(limits=limits(heartbeat_seconds=3.0, silence_seconds=3.0, **patient))
    made = server.create()
    with proxy_to(httpx.URL(server.url).port or 0) as proxy, server.join(made, "german") as anna:
        boris = Client(proxy.url, made["match"], [made["keys"]["soviet"]], made=made)
        boris.seen()
        proxy.stall()
        for number in range(400):
            anna.send({"type": "chat", "id": f"line-{number}", "text": "x" * 7000})
            anna.until(lambda message: message["type"] == "done")
        if anna.state["seats"]["soviet"]["here"]:  # else it was dropped while she wrote
            anna.until_state(lambda state: not state["seats"]["soviet"]["here"])
        boris.socket.socket.close()


def test_a_client_that_answers_stays(quick: Running, proxy: Proxy) -> None:
    made = quick.create()
    with Client(proxy.url, made["match"], [made["keys"]["german"]], made=made) as anna:
        anna.seen()
        anna.drain(quiet=2.0)
        anna.play("standard")
