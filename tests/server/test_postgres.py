"""PostgreSQL: odd characters, a database that hangs, health that tells the truth, a shutdown that ends."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rasputitsa.server import app
from rasputitsa.server.storage import StorageError, connect, postgres, store

from .databases import Databases
from .test_play import refusal
from .tools import ME, Client, Running, wait_for


@pytest.fixture
def server(run: Callable[..., Running], databases: Databases) -> Running:
    return run(database=databases.new())


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "HANGING_SECONDS", 2.0)
    monkeypatch.setattr(postgres, "CHECK_SECONDS", 0.1)
    monkeypatch.setattr(store, "SLOW_SECONDS", 0.5)
    monkeypatch.setattr(store, "CLOSE_SECONDS", 0.5)
    monkeypatch.setattr(app, "HEALTH_SECONDS", 0.1)


@contextmanager
def hanging(*storages: object) -> Iterator[None]:
    """Stop the processes of the database that serve these connections."""
    pids = [storage._connection.info.backend_pid for storage in storages]  # type: ignore[attr-defined]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


@pytest.mark.parametrize("character", ["\x00", "\n", "\x1f", "\x7f", "\u202e", "\ud800", " ", "ä"])
def test_ids_hold_printable_characters_only(server: Running, character: str) -> None:
    made = server.create(ME, ME)
    with server.join(made, "german") as anna:
        anna.seen()
        for kind, more in (("play", {"side": "german", "number": 0, "action": "standard"}), ("chat", {"text": "x"})):
            anna.send({"type": kind, "id": f"a{character}", **more})
            assert anna.until(lambda message: message["type"] == "refused")["error"]["code"] == "malformed"
        assert anna.play("standard")["number"] == 1


@pytest.mark.parametrize("match", ["%00", "a%00b", "%C3%A4", "x" * 65, "a%20b", "%F0%9F%98%80", "';--"])
def test_odd_match_ids_are_unknown(server: Running, match: str) -> None:
    assert server.get(f"/api/matches/{match}", "key").status_code == 404
    with Client(server.url, match, ["key"]) as nobody:
        assert nobody.bye()["code"] == "unknown"
    body = {"seats": {"german": ME, "soviet": ME}, "from": {"match": "a\x00b", "number": 0, "key": "x"}}
    assert server.post("/api/matches", body).status_code == 404
    assert server.post("/api/mine", {"keys": ["\x00", "ä"]}).json() == {"matches": []}


def test_odd_characters_in_texts_are_stored_without_them(server: Running) -> None:
    made = server.create(ME, ME)
    with server.join(made, "german") as anna:
        anna.command("name", side="german", name="A\x00n\x1fna")
        anna.command("chat", text="Hello\x00\x07 there")
        assert refusal(anna, "webhook", side="german", url="https://example.org/\x00").code == "malformed"
        assert anna.until_said(1)[0]["text"] == "Hello there"


def test_a_statement_that_takes_too_long_is_given_up(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "STATEMENT_SECONDS", 0.3)
    storage = connect(Path(), databases.new())
    with pytest.raises(StorageError, match="timeout"):
        storage.execute("SELECT pg_sleep(30)")
    storage.ping()
    storage.close()


def test_a_database_that_hangs_is_given_up(databases: Databases, impatient: None) -> None:
    storage = connect(Path(), databases.new())
    with hanging(storage):
        began = time.monotonic()
        with pytest.raises(StorageError):
            storage.ping()
        assert 1 < time.monotonic() - began < 10
        storage.ping()  # by a new connection
    storage.close()


def test_health_tells_the_truth_and_the_server_recovers(server: Running, impatient: None) -> None:
    made = server.create(ME, ME)
    assert server.get("/api/health").json() == {"ok": True, "matches": 1}
    with hanging(server.internals.store._reading):
        wait_for(lambda: server.get("/api/health").status_code == 503, 20)
        wait_for(lambda: server.get("/api/health").status_code == 200, 20)
    assert server.summary(made)["number"] == 0


def test_a_server_stops_though_its_database_hangs(
    run: Callable[..., Running], databases: Databases, impatient: None
) -> None:
    server = run(database=databases.new())
    made = server.create(ME, ME)
    storage = server.internals.store
    with server.join(made, "german") as anna:
        anna.seen()
        with hanging(storage._reading, storage._writing):
            anna.send({"type": "play", "id": 1, "side": "german", "number": 0, "action": "standard"})
            time.sleep(0.2)
            began = time.monotonic()
            server.stop()
            assert time.monotonic() - began < 20
