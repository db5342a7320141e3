"""Connections that cost much and give nothing: silent ones, slow ones, and those that do not read."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Callable, Iterator
from secrets import token_hex

import httpx
import pytest
from websockets.frames import Frame, Opcode

from rasputitsa.server.limits import Addresses, network_of
from rasputitsa.server.run import SPARE_FILES, _possible

from .tools import GAME, ME, Running, limits, wait_for

REQUEST = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n\r\n"


@contextlib.contextmanager
def line_to(server: Running) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", httpx.URL(server.url).port or 0), 10) as line:
        yield line


def is_closed(line: socket.socket, seconds: float = 5.0) -> bool:
    line.settimeout(seconds)
    try:
        while line.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


def received(line: socket.socket) -> bytes:
    """A whole response of the health call."""
    data = b""
    while not data.endswith(b"}"):
        data += line.recv(65536)
    return data


def connections(server: Running) -> int:
    return len(server._uvicorn.server_state.connections)


@pytest.mark.parametrize(
    "begin",
    [
        b"",
        b"GET / HT",
        b"POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{",
    ],
)
def test_who_does_not_finish_a_request_is_disconnected(run: Callable[..., Running], begin: bytes) -> None:
    server = run(limits=limits(request_seconds=0.5))
    with line_to(server) as line:
        line.sendall(begin)
        assert is_closed(line)


def test_a_slow_request_that_never_ends_is_disconnected(run: Callable[..., Running]) -> None:
    server = run(limits=limits(request_seconds=0.5))
    with line_to(server) as line:
        began = time.monotonic()
        with contextlib.suppress(ConnectionError):
            for byte in b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" * 10:
                line.sendall(bytes([byte]))
                time.sleep(0.05)
                if time.monotonic() - began > 5:
                    break
        assert time.monotonic() - began < 5


def test_a_connection_may_be_used_again_and_again(run: Callable[..., Running]) -> None:
    server = run(limits=limits(request_seconds=0.5))
    with line_to(server) as line:
        for _ in range(4):
            line.sendall(REQUEST)
            assert received(line).startswith(b"HTTP/1.1 200")
            time.sleep(0.3)


CHUNKED = b" HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"


def chunks(data: bytes, size: int) -> bytes:
    """A body as it is sent in pieces of that size, without its end."""
    pieces = [data[start : start + size] for start in range(0, len(data), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces)


@pytest.mark.parametrize("begin", [b"POST /api/matches", b"GET /api/health"])
def test_a_body_in_crumbs_is_refused(run: Callable[..., Running], begin: bytes) -> None:
    """Each piece costs as much as a large one: without a bound a few lines take the whole processor."""
    server = run()
    began = time.process_time()
    for _ in range(10):
        with line_to(server) as line, contextlib.suppress(ConnectionError):
            line.sendall(begin + CHUNKED)
            if begin.startswith(b"GET"):
                assert received(line).startswith(b"HTTP/1.1 200")
            line.sendall(chunks(b" " * 200_000, 1))
            assert is_closed(line)
    assert time.process_time() - began < 3, "one takes a second if it is taken apart"
    assert server.get("/api/health").status_code == 200


def test_a_body_in_crumbs_is_told_so(run: Callable[..., Running]) -> None:
    server = run()
    with line_to(server) as line:
        line.sendall(b"POST /api/matches" + CHUNKED + chunks(b" " * 60, 1))
        line.settimeout(5)
        assert b"too many small pieces" in b"".join(iter(lambda: line.recv(65536), b""))


@pytest.mark.parametrize("size", [300, 4000])
def test_a_body_may_come_in_pieces(run: Callable[..., Running], size: int) -> None:
    server = run()
    body = json.dumps({"game": GAME, "seats": {"german": ME, "soviet": ME}, "record": "x" * 200_000}).encode()
    with line_to(server) as line:
        line.settimeout(10)
        for _ in range(2):  # counted anew for each request
            line.sendall(b"POST /api/matches" + CHUNKED + chunks(body, size) + b"0\r\n\r\n")
            assert received(line).startswith(b"HTTP/1.1 4"), "it is no record"


def test_silent_connections_of_one_address_are_few(run: Callable[..., Running]) -> None:
    server = run(limits=limits(waiting_per_address=5))
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(line_to(server)) for _ in range(8)]
        assert sum(is_closed(line, 0.5) for line in lines) == 3
        assert connections(server) == 5
        lines[-1].sendall(REQUEST)
        assert received(lines[-1]).startswith(b"HTTP/1.1 200")
        assert server.get("/api/health").status_code == 200, "a new one gets in"


def test_silent_connections_make_room_for_others(run: Callable[..., Running]) -> None:
    server = run(limits=limits(open_connections=4, waiting_per_address=100))
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(line_to(server)) for _ in range(10)]
        wait_for(lambda: connections(server) <= 4)
        assert is_closed(lines[0]) and not is_closed(lines[-1], 0.2)
        for _ in range(20):
            assert server.get("/api/health").json()["ok"]
    made = server.create()
    with server.join(made, "german") as anna:
        assert anna.seen()["number"] == 0


HANDSHAKE = (
    b"GET /ws/x HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
FLOODS = {
    "pongs": (b"", Frame(Opcode.PONG, b"")),
    "pings": (b"", Frame(Opcode.PING, b"")),
    "continuations": (b"first", Frame(Opcode.CONT, b"", fin=False)),
    "texts": (b"", Frame(Opcode.TEXT, b"")),
    "binaries": (b"", Frame(Opcode.BINARY, b"")),
}


def raw(frame: Frame) -> bytes:
    return frame.serialize(mask=True, extensions=[])


def closing_frame(line: socket.socket) -> tuple[int, bytes]:
    """The code and the reason with which the server closes a websocket."""
    data = b""
    with contextlib.suppress(ConnectionError, TimeoutError):
        while part := line.recv(65536):
            data += part
    place = data.rindex(b"\x88")
    return int.from_bytes(data[place + 2 : place + 4], "big"), data[place + 4 : place + 2 + data[place + 1]]


@pytest.mark.parametrize("kind", FLOODS)
@pytest.mark.parametrize("after_hello", [False, True])
def test_frames_of_every_kind_are_counted(run: Callable[..., Running], kind: str, after_hello: bool) -> None:
    """Also those that the application never sees, and before anybody has said hello."""
    allowed = 50
    server = run(
        limits=limits(frames_per_second=0.001, frames_at_once=allowed, frames_before_hello=allowed, close_seconds=1.0)
    )
    made = server.create()
    first, frame = FLOODS[kind]
    with line_to(server) as line:
        line.sendall(HANDSHAKE.replace(b"/ws/x", f"/ws/{made['match']}".encode()))
        line.settimeout(5)
        assert line.recv(65536).startswith(b"HTTP/1.1 101")
        if after_hello:
            hello = json.dumps({"type": "hello", "keys": [made["keys"]["german"]]})
            line.sendall(raw(Frame(Opcode.TEXT, hello.encode())))
            assert line.recv(65536)
        begin = raw(Frame(Opcode.TEXT, first, fin=False)) if first else b""
        line.sendall(begin + raw(frame) * (allowed + 10))
        code, reason = closing_frame(line)
        messages = kind in ("texts", "binaries") and not after_hello  # the first of them is no hello
        assert code == 1008 and (reason == b"too-fast" or (messages and reason == b"malformed"))
    assert server.get("/api/health").status_code == 200


def test_a_heap_of_frames_is_not_taken_apart_before_it_is_refused(run: Callable[..., Running]) -> None:
    server = run(limits=limits(close_seconds=0.2))
    heap = raw(Frame(Opcode.PONG, b"")) * 40_000
    began = time.process_time()
    for _ in range(20):
        with line_to(server) as line, contextlib.suppress(ConnectionError):
            line.sendall(HANDSHAKE)
            assert line.recv(65536).startswith(b"HTTP/1.1 101")
            line.sendall(heap)
            line.settimeout(5)
            closing_frame(line)
    assert time.process_time() - began < 3, "one takes 0.4 s if it is taken apart"


def test_few_frames_come_before_the_hello(run: Callable[..., Running]) -> None:
    server = run(limits=limits(frames_before_hello=5))
    made = server.create()
    with line_to(server) as line:
        line.settimeout(5)
        line.sendall(HANDSHAKE)
        assert line.recv(65536).startswith(b"HTTP/1.1 101")
        line.sendall(raw(Frame(Opcode.PONG, b"")) * 5)
        assert closing_frame(line) == (1008, b"too-fast")
    with server.join(made, "german") as anna:
        anna.seen()
        for _ in range(20):
            anna.socket.pong()
        assert anna.play("standard")["number"] == 1


@pytest.mark.parametrize("rate", [10, 10**6])
def test_pings_from_one_who_does_not_read_are_bounded(run: Callable[..., Running], rate: int) -> None:
    server = run(limits=limits(written_bytes=100_000, hello_seconds=30, frames_before_hello=rate))
    ping = Frame(Opcode.PING, b"x" * 125).serialize(mask=True, extensions=[])
    with line_to(server) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.sendall(HANDSHAKE)
        line.settimeout(10)
        most, sent = 0, 0
        with contextlib.suppress(ConnectionError):
            for _ in range(2000):
                line.sendall(ping * 100)
                sent += 100
                buffers = [each.transport.get_write_buffer_size() for each in server._uvicorn.server_state.connections]
                most = max([most, *buffers])
        assert sent < 200_000, "it was never disconnected"
        assert most < 1_000_000
    assert server.get("/api/health").status_code == 200


def test_a_dismissed_client_that_does_not_read_is_aborted(run: Callable[..., Running]) -> None:
    chatty = {"chat_characters": 7000, "message_bytes": 8000}
    server = run(limits=limits(close_seconds=0.3, queued_messages=20, **chatty))
    made = server.create()
    with server.join(made, "german") as anna:
        anna.seen()
        deaf = server.join(made, "soviet")
        deaf.seen()  # from now on it reads nothing
        for _ in range(2000):
            anna.command("chat", text=token_hex(3500))  # which cannot be compressed much
            live = server.internals.matches.find(made["match"])
            assert live is not None
            if len(live.connections) == 1:
                break
        wait_for(lambda: connections(server) <= 1 + 1, 10)  # anna's, and perhaps one of HTTP


def test_limits_count_ipv6_networks() -> None:
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::1") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("::ffff:10.0.0.1") == network_of("10.0.0.1") == "10.0.0.1"
    assert (
        network_of("fe80::1%eth0") == "fe80::/64" and network_of("") == "" and network_of("testclient") == "testclient"
    )
    addresses = Addresses(rate=0, size=2)
    assert [addresses.take(f"2001:db8::{number}") for number in range(4)] == [True, True, False, False]


@pytest.mark.parametrize(("proxies", "statuses"), [((), [200, 200, 429]), (("127.0.0.1",), [200, 200, 200])])
def test_only_trusted_proxies_are_believed(
    run: Callable[..., Running], proxies: tuple[str, ...], statuses: list[int]
) -> None:
    server = run(limits=limits(requests_per_second=0.001, requests_at_once=2), proxies=proxies)
    addresses = ("203.0.113.1", "203.0.113.2", "203.0.113.3")
    responses = [server.http.get("/api/games", headers={"X-Forwarded-For": address}) for address in addresses]
    assert [response.status_code for response in responses] == statuses
    same = [server.http.get("/api/games", headers={"X-Forwarded-For": "203.0.113.9"}).status_code for _ in range(3)]
    assert same[-1] == 429


def test_connections_fit_into_what_the_system_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    given = [(256, 512)]
    monkeypatch.setattr(resource, "getrlimit", lambda kind: given[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda kind, value: given.append(value))
    assert _possible(limits(open_connections=5000)).open_connections == 512 - SPARE_FILES
    assert given[-1] == (512, 512)
    given.append((1024, 100_000))
    assert _possible(limits(open_connections=5000)).open_connections == 5000
    assert given[-1] == (5000 + SPARE_FILES, 100_000)
