"""Attacks on a server of this machine: ``python -m tests.attack [scale]`` (``make attack``). None may harm others.

A server is started as a user would start it, on 127.0.0.1, with the usual limits and 1,024 open files. Each attack is
bounded in count and time; while it goes on, and after it, somebody else must be able to play.
"""

from __future__ import annotations

import contextlib
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from secrets import token_hex
from threading import Thread
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.frames import Frame, Opcode

import rasputitsa
from rasputitsa.match import CommittedDice, Match, write

from .server.tools import GAME, LINK, ME, PATIENCE, Api, Client, Data, Refused, bot, wait_for

SECONDS = 30.0  # that an attack goes on at most
SOON = 10.0  # within which others are served
FILES = 1024
ATTACKER = "127.0.0.2"  # its address: what it may ask is counted apart from what others ask
HANDSHAKE = (
    b"GET /ws/x HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
CHUNKED = b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
COMMAND = [sys.executable, "-u", "-m", "rasputitsa", "serve", "--port", "0"]
COMMAND += ["--webhook-http", "--webhook-private", "--limit=matches_at_once=60"]


class Attacked(Api):
    """A server in a process of its own, with the usual limits."""

    def __init__(self, data: Path) -> None:
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.process = subprocess.Popen(
            [*COMMAND, "--data", str(data)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, hard), hard)),
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://127.0.0.1" in line, "the server does not start"
        super().__init__(line.split()[-1].rstrip("/"))

    @property
    def memory(self) -> float:
        """Megabytes that the server holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def line(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", httpx.URL(self.url).port or 0), PATIENCE, (ATTACKER, 0))

    def stop(self) -> float:
        """Stop the server. Returns how long that took."""
        self.http.close()
        began = time.monotonic()
        self.process.terminate()
        self.process.wait(PATIENCE)
        return time.monotonic() - began


class Attack:
    """All attacks on one server. ``scale`` makes them smaller."""

    def __init__(self, server: Attacked, scale: float) -> None:
        self.server = server
        self.scale = scale
        self.rng = Random(1941)
        self.bystander = server.create(ME, ME)

    def times(self, count: int) -> int:
        return max(3, int(count * self.scale))

    def others_play(self) -> float:
        """Somebody else connects and plays. Returns how long that took."""
        began = time.monotonic()
        assert self.server.get("/api/health").status_code == 200
        with self.server.join(self.bystander, "german", "soviet") as both:
            both.seen()
            if both.state["outcome"] is None:
                both.play_any(self.rng)
        took = time.monotonic() - began
        assert took < SOON, f"others waited {took:.1f} s"
        return took

    # Connections.

    def silent_connections(self) -> str:
        """Connections that say nothing, more than the server has files."""
        with contextlib.ExitStack() as stack:
            for _ in range(self.times(2_000)):
                with contextlib.suppress(OSError):
                    stack.enter_context(self.server.line())
            return f"others played within {self.others_play():.2f} s"

    def slow_requests(self) -> str:
        """Requests that come byte by byte."""
        with contextlib.ExitStack() as stack:
            lines = [stack.enter_context(self.server.line()) for _ in range(self.times(60))]
            for byte in b"GET / HTTP/1.1\r\nHost: "[: self.times(20)]:
                for line in lines:
                    with contextlib.suppress(OSError):
                        line.sendall(bytes([byte]))
            return f"others played within {self.others_play():.2f} s"

    def pings(self) -> str:
        """Websockets that send pings and never read."""
        return self.flood_with(Frame(Opcode.PING, b"x" * 125))

    def pongs(self) -> str:
        """Pongs that nobody has asked for."""
        return self.flood_with(Frame(Opcode.PONG, b""))

    def continuations(self) -> str:
        """A message that goes on and on, with nothing in it."""
        return self.flood_with(Frame(Opcode.CONT, b"", fin=False), Frame(Opcode.TEXT, b"{", fin=False))

    def crumbs(self) -> str:
        """Requests whose bodies come byte by byte, and never end."""
        return self.flood("pieces", lambda line: line.sendall(CHUNKED), b"1\r\n \r\n")

    def flood_with(self, frame: Frame, first: Frame | None = None) -> str:
        """Frames without a key."""

        def begin(line: socket.socket) -> None:
            line.sendall(HANDSHAKE)
            line.settimeout(0.5)
            if not line.recv(4096).startswith(b"HTTP/1.1 101"):
                raise OSError
            line.sendall(first.serialize(mask=True, extensions=[]) if first else b"")

        return self.flood("frames", begin, frame.serialize(mask=True, extensions=[]))

    def flood(self, what: str, begin: Callable[[socket.socket], object], crumb: bytes) -> str:
        """The same again and again without end, on new connections when the old ones are closed."""
        before, heap = self.server.memory, crumb * 1000
        end = time.monotonic() + SECONDS / 3 * self.scale
        counts = {"sent": 0, "connections": 0}

        def send() -> None:
            while time.monotonic() < end:
                with contextlib.suppress(OSError), self.server.line() as line:
                    begin(line)
                    counts["connections"] += 1
                    while time.monotonic() < end:
                        line.sendall(heap)
                        counts["sent"] += 1000

        threads = [Thread(target=send) for _ in range(5)]
        for thread in threads:
            thread.start()
        took = 0.0
        while any(thread.is_alive() for thread in threads):
            took = max(took, self.others_play())
            time.sleep(0.2)
        for thread in threads:
            thread.join()
        sent = f"{counts['sent']} {what} on {counts['connections']} connections"
        return f"{sent}, others played within {took:.2f} s, {self.grown(before, 60)}"

    def grown(self, before: float, most: float) -> str:
        grown = self.server.memory - before
        assert grown < most, f"the server holds {grown:.0f} MB more"
        return f"{max(0.0, grown):.0f} MB more"

    def garbage(self) -> str:
        """Bytes that are nothing."""
        for _ in range(self.times(200)):
            with self.server.line() as line, contextlib.suppress(OSError):
                line.sendall(self.rng.randbytes(self.rng.randrange(1, 20_000)))
        made = self.server.create(ME, ME)
        for _ in range(self.times(20)):
            with self.server.join(made, "german") as client, contextlib.suppress(WebSocketException, OSError, EOFError):
                for _ in range(10):
                    client.send(self.rng.randbytes(self.rng.randrange(1, 9_000)))
        return f"others played within {self.others_play():.2f} s"

    # Matches.

    def new_matches(self) -> str:
        """Matches and rematches without end."""
        refused = 0
        for _ in range(self.times(100)):
            body = {"game": GAME, "seats": {"german": ME, "soviet": ME}}
            response = self.server.post("/api/matches", body)
            if response.status_code == 429:
                refused += 1
                continue
            made = response.json()
            with self.server.join(made, "german") as client:
                client.act("concede", "german")
            response = self.server.post(f"/api/matches/{made['match']}/rematch", {}, made["keys"]["german"])
            assert response.status_code in (201, 429)
            refused += response.status_code == 429
        return f"{refused} were refused"

    def long_record(self) -> str:
        """A legal record of 20,000 lines, its replay and its report."""
        text = write(_long_match(self.times(19_000)))
        before = self.server.memory
        response = self.server.post("/api/matches", {"seats": {"german": ME, "soviet": ME}, "record": text})
        assert response.status_code == 201, response.text
        made = response.json()
        slowest = [0.0]
        done: list[bool] = []

        def look() -> None:
            while not done:
                began = time.monotonic()
                self.server.get("/api/health")
                slowest[0] = max(slowest[0], time.monotonic() - began)
                time.sleep(0.02)

        looking = Thread(target=look)
        looking.start()
        try:
            count = self.server.summary(made)["number"]
            for number in (count, count // 2, count - 1, 1):
                path = f"/api/matches/{made['match']}/replay?at={number}"
                assert self.server.get(path, made["spectators"]).status_code == 200
        finally:
            done.append(True)
            looking.join()
        assert slowest[0] < SOON, f"others waited {slowest[0]:.1f} s"
        return f"{count} actions, others waited {slowest[0]:.2f} s at most, {self.grown(before, 120)}"

    # People.

    def spectators(self) -> str:
        """More spectators than there is room for."""
        made = self.server.create(ME, LINK)
        with contextlib.ExitStack() as stack:
            for _ in range(self.times(80)):
                with contextlib.suppress(InvalidStatus, ConnectionClosed):
                    stack.enter_context(self.server.join(made))
            with self.server.join(made, "german") as one, self.server.join(made, "soviet") as other:
                assert one.seen()["you"] == ["german"] and other.seen()["you"] == ["soviet"]
        return "both players got in"

    def chat(self) -> str:
        """Chat as fast as it goes, with a new connection whenever the server wants it slower."""
        made = self.server.create(ME, LINK)
        taken = 0
        end = time.monotonic() + SECONDS * self.scale
        for _ in range(self.times(40)):
            with self.server.join(made, "german") as client, contextlib.suppress(Refused):
                while time.monotonic() < end:
                    client.command("chat", text=token_hex(100))
                    taken += 1
        time.sleep(1)  # who was too fast is heard again after a moment
        with self.server.join(made, "german") as client:
            assert client.play("standard")["number"] == 1
        assert taken < 60 + SECONDS, f"{taken} lines were taken"
        return f"{taken} lines were taken, and the match goes on"

    def stolen_link(self) -> str:
        """Whoever made a link tries to sit in the guest's place."""
        made = self.server.create(ME, LINK, game="blitzkrieg-to-moscow-2")
        link = made["keys"]["soviet"]
        with self.server.join(made, "soviet") as guest:
            guest.until(lambda message: message["type"] == "key")
            guest.ask("overlay", name="zones")
            with Client(self.server.url, made["match"], [link]) as thief:
                assert thief.bye()["code"] == "forbidden"
            path = f"/api/matches/{made['match']}/replay?as=soviet"
            assert self.server.get(path, link).status_code == 403
        return "refused"

    def abandoned_hints(self) -> str:
        """Hints that nobody waits for."""
        made = self.server.create(ME, LINK)
        for _ in range(self.times(50)):
            with self.server.join(made, "german") as client:
                client.seen()
                client.send({"type": "ask", "id": 1, "what": "hint"})
        began = time.monotonic()
        against = self.server.create(bot("random"), ME)
        with self.server.join(against, "soviet") as client:
            client.until_state(lambda state: state["number"] > 0)
        took = time.monotonic() - began
        assert took < 2 * SOON, f"a bot waited {took:.1f} s"
        return f"a bot moved within {took:.2f} s"

    def slow_webhooks(self) -> str:
        """Webhooks to somebody who never finishes a response."""
        listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        clients = []
        for _ in range(self.times(20)):
            with contextlib.suppress(AssertionError):  # the limit on new matches is reached
                client = self.server.join(self.server.create(ME, ME), "german", "soviet")
                client.command("webhook", side="soviet", url=url)
                client.play("standard")
                while client.state["asked"] == "german":
                    client.play("done")
                clients.append(client)
        took = self.others_play()
        for client in clients:
            client.close()
        listener.close()
        return f"{len(clients)} webhooks, others played within {took:.2f} s"

    ATTACKS: tuple[Callable[[Attack], str], ...] = (
        silent_connections,
        slow_requests,
        pings,
        pongs,
        continuations,
        crumbs,
        garbage,
        spectators,
        chat,
        stolen_link,
        abandoned_hints,
        slow_webhooks,
        long_record,
        new_matches,
    )


def _long_match(actions: int) -> Match:
    match = Match(rasputitsa.game(GAME), dice=CommittedDice.seeded(1))
    match.play("german", "standard")
    while len(match.log) < actions:
        offered = [str(action) for action in match.state.actions()]
        match.play("german", "cancel" if "cancel" in offered else offered[len(match.log) % (len(offered) - 1)])
    return match


@contextlib.contextmanager
def many_files() -> Iterator[None]:
    """Let this process open as many files as the system allows: the attacker is not the one to fail."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def attack(scale: float = 1.0, say: Callable[[str], Any] = print) -> dict[str, str]:
    """Try every attack on a server of its own; what came of each. Raises where one did harm."""
    results: Data = {}
    with tempfile.TemporaryDirectory() as data, many_files():
        server = Attacked(Path(data))
        try:
            attacker = Attack(server, scale)
            for each in Attack.ATTACKS:
                results[each.__name__] = each(attacker)
                say(f"{each.__name__.replace('_', ' ')}: {results[each.__name__]}")
            wait_for(lambda: attacker.others_play() < SOON)
        finally:
            stopped = server.stop()
    assert stopped < SOON, f"the server needed {stopped:.1f} s to stop"
    say(f"The server stopped within {stopped:.1f} s.")
    return results


if __name__ == "__main__":
    attack(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
