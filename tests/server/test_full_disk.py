"""A full disk: health says so, players are told, nothing is acknowledged that is not stored, and it is over with it."""

from __future__ import annotations

import shutil
import subprocess
from collections import namedtuple
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from rasputitsa.server import app, opponents
from rasputitsa.server.problems import DISK_FULL
from rasputitsa.server.run import CannotServe, serve
from rasputitsa.server.storage import StorageError, StorageFull, connect, sqlite

from .test_durability import lines, log_of, received
from .tools import ME, Process, Refused, Running, bot, wait_for

SMALL = ("unshare", "-Urm", "sh", "-c", 'mount -t tmpfs -o size=6m tmpfs "$0" && exec "$@"')
Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def small(tmp_path: Path) -> Iterator[tuple[Process, Path]]:
    """A server whose data are on a disk of six megabytes, and where others find that disk."""
    data = tmp_path / "data"
    data.mkdir()
    possible = subprocess.run([*SMALL, str(data), "true"], capture_output=True, timeout=60).returncode == 0
    if not possible:
        pytest.skip("a disk in memory needs a Linux that lets users mount one")
    server = Process(data, within=(*SMALL, str(data)))
    yield server, Path(f"/proc/{server.process.pid}/root{data}")
    server.kill()


def fill_up(disk: Path) -> None:
    """Write until nothing more fits."""
    with suppress(OSError), (disk / "ballast").open("wb", buffering=0) as ballast:
        while True:
            ballast.write(bytes(4096))


@pytest.mark.soak
def test_a_disk_that_fills_up_and_gets_room_again(small: tuple[Process, Path]) -> None:
    server, disk = small
    made = server.create(ME, ME)
    assert server.get("/api/health").json() == {"ok": True, "matches": 1}
    rng = Random(1)
    with server.join(made, "german", "soviet") as both:
        for _ in range(5):
            both.play_any(rng)
        log = lines(both)
        fill_up(disk)
        wait_for(lambda: server.get("/api/health").status_code == 503)
        assert server.get("/api/health").json()["error"] == {
            "code": "unavailable", "text": DISK_FULL, "rule": "", "quotation": ""
        }  # fmt: skip
        with pytest.raises(Refused) as refusal:
            while True:  # the write-ahead log may still have a little room
                both.play_any(rng)
                log = lines(both)
        assert refusal.value.code == "unavailable" and refusal.value.text == DISK_FULL
        assert received(both)[-1] == {"type": "bye", "code": "unavailable", "text": DISK_FULL}
    assert log_of(server, made) == log, "what is stored is shown"
    full = server.post("/api/matches", {"game": "battle-for-moscow", "seats": {"german": ME, "soviet": ME}})
    assert full.status_code == 503 and full.json()["error"]["text"] == DISK_FULL
    (disk / "ballast").unlink()
    wait_for(lambda: server.get("/api/health").status_code == 200)
    with server.join(made, "german", "soviet") as both:
        both.play_any(rng)
        assert lines(both)[: len(log)] == log and len(both.log) > len(log)


def test_health_says_that_the_disk_is_nearly_full(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "HEALTH_SECONDS", 0.0)
    assert server.get("/api/health").status_code == 200
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10, 10, sqlite.LEAST_ROOM - 1))
    assert server.get("/api/health").json()["error"]["text"] == DISK_FULL
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10, 10, sqlite.LEAST_ROOM))
    assert server.get("/api/health").status_code == 200


def test_a_bot_whose_action_found_no_room_goes_on_later(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    store = server.internals.store
    tries: list[object] = []

    def fail(writes: object) -> None:
        tries.append(writes)
        raise StorageFull("database or disk is full")

    monkeypatch.setattr(opponents, "RETRY_SECONDS", 0.1)
    made = server.create(bot(), ME)
    with monkeypatch.context() as full:
        full.setattr(store._writing, "write", fail)
        wait_for(lambda: len(tries) > 2)
        assert server.get("/api/health").json()["error"]["text"] == DISK_FULL
    wait_for(lambda: int(server.summary(made, "soviet")["number"]) > 0)


def test_sqlite_says_that_there_is_no_room(tmp_path: Path) -> None:
    storage = connect(tmp_path)
    storage.migrate()
    pages = storage.execute("PRAGMA page_count")[0][0]
    storage.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StorageFull):
        storage.execute("CREATE TABLE large (x)")
    with pytest.raises(StorageError) as other:
        storage.execute("nonsense")
    assert not isinstance(other.value, StorageFull)
    storage.close()


def test_a_server_does_not_start_where_it_could_store_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> None:
        raise StorageFull("database or disk is full")

    monkeypatch.setattr(sqlite.SqliteStorage, "take_over", fail)
    with pytest.raises(CannotServe, match="disk is full"):
        serve(port=0, data=tmp_path)
