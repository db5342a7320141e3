"""To which names a server answers, so that a page elsewhere cannot reach it by DNS rebinding."""

from __future__ import annotations

import socket
from collections.abc import Callable

import httpx
import pytest

from rasputitsa.cli import main
from rasputitsa.server.origins import Origins, answered_hosts
from rasputitsa.table.problems import Problem

from .test_transports import HANDSHAKE
from .tools import Running


def answers(origins: Origins, host: str) -> bool:
    try:
        origins.check_host({"host": host})
    except Problem as refusal:
        assert refusal.code == "forbidden"
        return False
    return True


def of(host: str, *allowed: str, proxies: tuple[str, ...] = ()) -> Origins:
    return Origins(answered_hosts(host, allowed, proxies))


NAMES = ["evil.example", "evil.example:1941", "127.0.0.1.evil.example", "myhost", "127.1", "localhost.evil.example"]
ADDRESSES = ["192.168.1.5", "192.168.1.5:1941", "[fd00::5]", "[fd00::5]:1941", "203.0.113.7:80"]
LOCAL = ["localhost", "LOCALHOST:1941", "127.0.0.1:1941", "[::1]:1941"]
MALFORMED = [
    "",
    "user@127.0.0.1",
    "user:word@127.0.0.1:1941",
    "evil.example@localhost",
    "localhost@evil.example",
    "@localhost",
    "localhost:1941@evil.example",
    "localhost:port",
    "localhost:",
    "localhost/",
    "localhost\n",
    "[::1",
    "[::1]x",
    "::1",
    "[localhost]",
    "[127.0.0.1]",
    "[::1%25eth0]",
    "[::ffff:0:127.0.0.1]",
    "[::ffff:0:7f00:1]:1941",
    "local host",
]


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_a_server_on_the_loopback_address_answers_to_its_own_names(host: str) -> None:
    origins = of(host)
    assert all(answers(origins, name) for name in LOCAL)
    assert not any(answers(origins, name) for name in [*NAMES, *ADDRESSES, *MALFORMED])


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5"])
def test_a_server_on_other_addresses_answers_to_addresses_and_named_hosts(host: str) -> None:
    origins = of(host, "MyHost", "play.example.org")
    assert all(answers(origins, name) for name in [*LOCAL, *ADDRESSES, "myhost", "myhost:1941", "play.example.org"])
    for name in [*NAMES, *MALFORMED, "example.org", "www.play.example.org"]:
        assert answers(origins, name) == (name == "myhost"), name


def test_a_name_that_the_server_listens_at_is_named() -> None:
    assert answers(of("myhost"), "myhost:1941") and not answers(of("myhost"), "evil.example")


def test_behind_a_proxy_on_the_same_machine_the_proxy_decides_unless_hosts_are_named() -> None:
    proxies = ("127.0.0.1",)
    assert answers(of("127.0.0.1", proxies=proxies), "play.example.org")
    assert not any(answers(of("127.0.0.1", proxies=proxies), name) for name in MALFORMED)
    named = of("127.0.0.1", "play.example.org", proxies=proxies)
    assert answers(named, "play.example.org") and not answers(named, "evil.example")
    assert not answers(of("0.0.0.0", proxies=proxies), "evil.example"), "it can be reached around the proxy"


@pytest.mark.parametrize("path", ["/", "/match/x", "/web/app.js", "/favicon.ico", "/api/health", "/nothing"])
def test_nothing_is_served_under_another_name(run: Callable[..., Running], path: str) -> None:
    server = run(hosts=answered_hosts("0.0.0.0", ("myhost",), ()))
    for host, status in (("evil.example", 403), ("user@myhost", 403), ("myhost", 404 if path == "/nothing" else 200)):
        answer = server.http.get(path, headers={"Host": host})
        assert answer.status_code == status, host
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert "--allow-host" in server.http.get(path, headers={"Host": "evil.example"}).json()["error"]["text"]


def test_no_websocket_is_opened_under_another_name(run: Callable[..., Running]) -> None:
    server = run(hosts=answered_hosts("0.0.0.0", (), ()))
    made = server.create()
    for host, status in ((b"evil.example", b"403"), (b"user@127.0.0.1", b"403"), (b"127.0.0.1", b"101")):
        with socket.create_connection(("127.0.0.1", httpx.URL(server.url).port or 0), 10) as line:
            line.sendall(HANDSHAKE.replace(b"127.0.0.1", host).replace(b"/ws/x", f"/ws/{made['match']}".encode()))
            assert line.recv(4096).split(b" ")[1] == status


@pytest.mark.parametrize("name", ["", "user@myhost", "http://myhost", "myhost:1941", "my host", "myhost\n", "[::1]"])
def test_a_host_that_is_none_cannot_be_allowed(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert main(["serve", "--host", "0.0.0.0", "--allow-host", name]) == 2
    assert "name of a host" in capsys.readouterr().err
