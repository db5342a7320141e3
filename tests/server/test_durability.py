"""What was acknowledged is stored, whatever happens beside it: backups, a second server, files that vanish."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest
from websockets.exceptions import ConnectionClosed

from rasputitsa.server.backup import BackupError, backup, restore
from rasputitsa.server.storage import StorageError, StorageLost, UptimeSaved, connect
from rasputitsa.server.storage.sqlite import FILE

from ..tools import soak
from .databases import Databases
from .tools import ME, Client, Data, Process, Running, wait_for

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
Start = Callable[..., Process]
DELETED = soak.first(1, [["server.lock"], [FILE, FILE + "-wal", FILE + "-shm", "server.lock"]])


def command(*arguments: object) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "rasputitsa", *map(str, arguments)]
    return subprocess.run(line, env=ENVIRONMENT, capture_output=True, text=True, timeout=120)


def play(client: Client, actions: int, rng: Random) -> None:
    client.seen()
    for _ in range(actions):
        client.play_any(rng)


def log_of(server: Process, made: Data) -> list[str]:
    with server.join(made, "german", "soviet") as looking:
        looking.seen()
        return lines(looking)


def lines(client: Client) -> list[str]:
    """The log as a client has it."""
    return [f"{entry['side']} {entry['action']}" for entry in client.log]


def restored(source: Path, data: Path, made: Data) -> list[str]:
    """The log of a match in a backup, which is restored there. Nothing was undone in it."""
    restore(source, data)
    storage = connect(data)
    found = storage.load(made["match"])
    storage.close()
    assert found is not None
    return [f"{row.side} {row.action}" for row in found.commands]


# Backups beside a running server.


@pytest.mark.parametrize(
    ("times", "name"), soak.first(1, [(2, "copy.sqlite3"), (1, "copy.jsonl"), (1, "copy.sqlite3"), (2, "copy.jsonl")])
)
def test_nothing_is_lost_after_a_backup(start: Start, tmp_path: Path, times: int, name: str) -> None:
    data, rng = tmp_path / "data", Random(1)
    server = start()
    made = server.create(ME, ME)
    with server.join(made, "german", "soviet") as both:
        for time in range(times):
            play(both, 10, rng)
            target = tmp_path / f"{time}-{name}"
            done = command("backup", target, "--data", data)
            assert done.stdout == f"1 match saved in {target}.\n", done.stderr
            assert restored(target, tmp_path / f"restored-{time}", made) == lines(both)
        play(both, 30, rng)
        log = lines(both)
        server.kill()
    assert log_of(start(), made) == log


def test_backups_while_somebody_plays(start: Start, tmp_path: Path) -> None:
    """Each has all that was acknowledged before it began, and nothing is lost by them."""
    data, rng, over = tmp_path / "data", Random(2), Event()
    server = start()
    made = server.create(ME, ME)
    both = server.join(made, "german", "soviet")
    both.seen()

    def play_on() -> None:
        while not over.is_set() and both.state["outcome"] is None:
            both.play_any(rng)

    playing = Thread(target=play_on)
    playing.start()
    try:
        backups = []
        for time in range(6):
            wait_for(lambda least=10 * time: both.state["number"] > least)  # type: ignore[misc]
            target = tmp_path / f"{time}{'.jsonl' if time % 2 else '.sqlite3'}"
            backups.append((target, both.state["number"]))
            backup(target, data)
    finally:
        over.set()
        playing.join()
        both.close()
    server.kill()
    final = log_of(start(), made)
    assert final == lines(both) and len(final) > 50
    for time, (target, number) in enumerate(backups):
        found = restored(target, tmp_path / f"restored-{time}", made)
        assert len(found) >= number and found == final[: len(found)]


def test_a_backup_in_the_servers_own_process_costs_nothing(start: Start, tmp_path: Path) -> None:
    """Locks belong to the process: they must hold whatever else it does with the same files."""
    data = tmp_path / "data"
    code = """
import sys, threading
from pathlib import Path
from rasputitsa.server.backup import backup
from tests.server.served import serve_here
def copy():
    for number, _ in enumerate(sys.stdin):
        backup(Path(sys.argv[1]).parent / f"own-{number}.sqlite3", Path(sys.argv[1]))
        print("copied", flush=True)
threading.Thread(target=copy, daemon=True).start()
serve_here(sys.argv[1])
"""
    server = Process(data, code)
    try:
        assert server.process.stdin is not None and server.process.stdout is not None
        made = server.create(ME, ME)
        with server.join(made, "german", "soviet") as both:
            play(both, 10, Random(3))
            server.process.stdin.write("\n")
            server.process.stdin.flush()
            assert server.process.stdout.readline() == "copied\n"
            assert command("backup", tmp_path / "other.sqlite3", "--data", data).returncode == 0
            play(both, 20, Random(4))
            log = lines(both)
    finally:
        server.kill()
    assert log_of(start(), made) == log


OPENED = """
import os, sys
from pathlib import Path
from random import Random
found = []
def watch(event, arguments):
    if event == "open" and not arguments[2] & os.O_EXCL:  # which fails where there is a file, without opening it
        name = os.path.basename(str(arguments[0]))
        if name.startswith(({file!r}, "server.lock")):
            found.append(name)
sys.addaudithook(watch)
from rasputitsa.server.backup import backup, restore
from rasputitsa.server.storage import StorageError, connect
from tests.server.tools import ME, Running
data = Path(sys.argv[1])
server = Running(data)
made = server.create(ME, ME)
with server.join(made, "german", "soviet") as both:
    for _ in range(5):
        both.play_any(Random(1))
    server.get("/api/health")
    backup(data.parent / "a.sqlite3", data)
    backup(data.parent / "a.jsonl", data)
    for attempt in (lambda: connect(data, exclusive=True), lambda: restore(data.parent / "a.jsonl", data)):
        try:
            attempt()
        except Exception as error:
            print(type(error).__name__)
server.stop()
print(found)
"""


def test_only_sqlite_opens_the_database_and_its_lock(tmp_path: Path) -> None:
    """Whoever else opens such a file drops the locks of the whole process when it closes it."""
    line = [sys.executable, "-c", OPENED.format(file=FILE), str(tmp_path / "data")]
    done = subprocess.run(line, env=ENVIRONMENT, capture_output=True, text=True, timeout=120)
    assert done.stdout.splitlines() == ["StorageError", "BackupError", "[]"], done.stderr


def test_a_backup_counts_what_is_in_it_and_leaves_nothing_else(start: Start, tmp_path: Path) -> None:
    data, folder = tmp_path / "data", tmp_path / "backups"
    folder.mkdir()
    server = start()
    server.create(ME, ME)
    (folder / "a.sqlite3.part").write_text("left behind by a backup that was killed")
    for name in ("a.sqlite3", "b.jsonl"):
        assert backup(folder / name, data) == 1
        assert oct((folder / name).stat().st_mode)[-3:] == "600"
    assert sorted(path.name for path in folder.iterdir()) == ["a.sqlite3", "a.sqlite3.part", "b.jsonl"]


@pytest.mark.parametrize("name", soak.first(1, [FILE + "-wal", FILE + "-journal", "server.lock"]))
def test_a_backup_never_takes_the_name_of_a_file_of_the_database(start: Start, tmp_path: Path, name: str) -> None:
    data = tmp_path / "data"
    start().kill()
    (data / name).unlink(missing_ok=True)
    with pytest.raises(BackupError, match="is a file of the database"):
        backup(data / name, data)


@pytest.mark.soak
def test_a_running_servers_own_file_is_restored_with_its_newest_actions(start: Start, tmp_path: Path) -> None:
    """These are still in the write-ahead log beside it."""
    server = start()
    made = server.create(ME, ME)
    with server.join(made, "german", "soviet") as both:
        play(both, 10, Random(5))
        assert restored(tmp_path / "data" / FILE, tmp_path / "new", made) == lines(both)
        play(both, 10, Random(6))
        final = lines(both)
        server.kill()
    assert log_of(start(), made) == final


def test_a_database_is_not_restored_into_itself(tmp_path: Path) -> None:
    connect(tmp_path).close()
    with pytest.raises(BackupError, match="the database itself"):
        restore(tmp_path / FILE, tmp_path)


# A database behind symbolic links: SQLite keeps the other files where the database is, not where the link is.


@pytest.fixture
def linked(tmp_path: Path) -> Path:
    """A data folder whose database is elsewhere, and is not there yet."""
    data, disk = tmp_path / "data", tmp_path / "disk"
    data.mkdir()
    disk.mkdir()
    (data / FILE).symlink_to(disk / "matches")
    (data / "server.lock").symlink_to(disk / "lock")
    return data


def test_a_linked_database_is_backed_up_and_restored_with_its_newest_actions(
    start: Start, tmp_path: Path, linked: Path
) -> None:
    server, rng = start(linked), Random(7)
    assert oct((tmp_path / "disk" / "matches").stat().st_mode)[-3:] == "600"
    made = server.create(ME, ME)
    with server.join(made, "german", "soviet") as both:
        play(both, 10, rng)
        assert restored(linked / FILE, tmp_path / "from-link", made) == lines(both)
        assert backup(tmp_path / "copy.sqlite3", linked) == 1
        assert restored(tmp_path / "copy.sqlite3", tmp_path / "from-copy", made) == lines(both)
        play(both, 10, rng)
        log = lines(both)
        for ending in ("", "-wal", "-shm", "-journal"):
            with pytest.raises(BackupError, match=r"file of the database|already exists"):
                backup(tmp_path / "disk" / f"matches{ending}", linked)
        server.kill()
    assert log_of(start(linked), made) == log


@pytest.mark.parametrize(
    "deleted", soak.first(1, [["disk/matches-wal"], ["disk/matches"], ["data/" + FILE], ["disk/lock"]])
)
def test_files_behind_a_link_are_watched(start: Start, tmp_path: Path, linked: Path, deleted: list[str]) -> None:
    server = start(linked)
    for name in deleted:
        (tmp_path / name).unlink()
    if deleted == ["disk/lock"]:
        start(linked)  # which takes over
    assert server.process.wait(20) == 1


@pytest.mark.parametrize("name", [FILE, "server.lock"])
def test_links_in_a_circle_are_refused_with_a_sentence(tmp_path: Path, name: str) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / name).symlink_to(name)
    with pytest.raises(StorageError, match="cannot be opened"):
        connect(tmp_path / "data", exclusive=True)
    with pytest.raises(BackupError, match="could not be restored"):
        restore(tmp_path / "data" / name, tmp_path / "other")


# Two servers.


def test_a_second_server_is_refused(start: Start, tmp_path: Path) -> None:
    start()
    done = command("serve", "--port", "0", "--data", tmp_path / "data")
    assert done.returncode == 2 and "Another server already uses the data" in done.stderr


@pytest.mark.soak
@pytest.mark.parametrize("deleted", DELETED)
def test_of_two_servers_only_the_later_one_acknowledges(start: Start, tmp_path: Path, deleted: list[str]) -> None:
    """Even if the lock, or all files, were deleted by hand. The earlier one stops and says why."""
    first = start(errors=subprocess.PIPE)
    made = first.create(ME, ME)
    with first.join(made, "german", "soviet") as both:
        play(both, 5, Random(1))
        log = lines(both)
        for name in deleted:
            (tmp_path / "data" / name).unlink()
        second = start()
        answers = answers_to(both, both.offered()[0])
        assert "done" not in [answer["type"] for answer in answers] and answers[-1]["type"] == "bye"
    assert first.process.wait(20) == 1
    assert first.process.stderr is not None
    assert "stores nothing any more, and stops" in first.process.stderr.read()
    if FILE not in deleted:
        with second.join(made, "german", "soviet") as both:
            play(both, 5, Random(2))
            assert lines(both)[:5] == log
            log = lines(both)
        second.kill()
        assert log_of(start(), made) == log


@pytest.mark.parametrize("deleted", DELETED)
def test_a_server_that_was_taken_over_stops_though_nobody_plays(
    start: Start, tmp_path: Path, deleted: list[str]
) -> None:
    first = start()
    for name in deleted:
        (tmp_path / "data" / name).unlink()
    second = start()
    assert first.process.wait(20) == 1 and second.get("/api/health").status_code == 200


def answers_to(client: Client, action: str) -> list[Data]:
    """All that comes after a command to a server which may have said goodbye already."""
    command = {"type": "play", "id": 5, "side": client.state["asked"], "number": client.state["number"]}
    with suppress(ConnectionClosed):
        client.send({**command, "action": action})
    return received(client)


def received(client: Client) -> list[Data]:
    """All that still comes."""
    found = []
    with suppress(ConnectionClosed):
        while True:
            found.append(client.receive())
    return found


def test_a_server_on_postgresql_that_was_taken_over_stores_nothing(
    run: Callable[..., Running], databases: Databases
) -> None:
    """The lock goes with its connection; who took over stays the owner."""
    url = databases.new()
    first = run(database=url)
    made = first.create(ME, ME)
    with first.join(made, "german", "soviet") as both:
        play(both, 5, Random(1))
        first.internals.store._writing.abort()  # a network that breaks down for a moment
        wait_for(lambda: taken_over(url))
        assert "done" not in [answer["type"] for answer in answers_to(both, both.offered()[0])]
    wait_for(lambda: first.gave_up != "")
    second = run(database=url)
    with second.join(made, "german", "soviet") as both:
        assert both.seen()["number"] == 5


def taken_over(url: str) -> bool:
    """Whether another server could start there; it starts, and ends again."""
    try:
        other = connect(Path(), url, exclusive=True)
    except StorageError:
        return False
    other.take_over()
    other.close()
    return True


def test_taking_over_waits_for_the_transaction_of_the_owner(databases: Databases) -> None:
    """Else the earlier owner could store something that the later one has already read without."""
    url = databases.new()
    owner, other = connect(Path(), url), connect(Path(), url)
    owner.migrate()
    owner.take_over()
    with owner.transaction():
        assert owner.found_owner(owner.locked_row) == owner.owner
        taking_over = Thread(target=other.take_over)
        taking_over.start()
        taking_over.join(0.5)
        assert taking_over.is_alive() and other.owner is None
    taking_over.join(10)
    with pytest.raises(StorageLost, match="taken over"):
        owner.write([UptimeSaved(1.0)])
    owner.close()
    other.close()
