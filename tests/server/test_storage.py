"""Storage: the same tests for both databases, and for moving between them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from rasputitsa.server.backup import BackupError, backup, restore
from rasputitsa.server.storage import (
    BOT,
    EMPTY,
    PERSON,
    ChatLine,
    ChatSaved,
    Header,
    LoggedCommand,
    NewMatch,
    Progress,
    RematchSaved,
    Seat,
    SeatSaved,
    Storage,
    StorageError,
    StorageLost,
    Store,
    Stored,
    connect,
)
from rasputitsa.server.storage.migrations import LATEST, MIGRATIONS
from rasputitsa.server.storage.sqlite import FILE

from .databases import Databases
from .tools import ME, Running, bot

DATABASES = ["sqlite", "postgres"]


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest) -> str | None:
    """A new database: None for SQLite, else the URL of one in PostgreSQL."""
    return new_database(request) if request.param == "postgres" else None


@pytest.fixture(params=DATABASES)
def another(request: pytest.FixtureRequest) -> str | None:
    return new_database(request) if request.param == "postgres" else None


def new_database(request: pytest.FixtureRequest) -> str:
    databases: Databases = request.getfixturevalue("databases")
    return databases.new()


@pytest.fixture
def storage(database: str | None, tmp_path: Path) -> Iterator[Storage]:
    made = connect(tmp_path, database, exclusive=True)
    made.migrate()
    yield made
    made.close()


def header(match: str = "m1", **more: object) -> Header:
    made = Header(
        id=match,
        game="battle-for-moscow",
        rules=1,
        scenario="typhoon",
        options={"a": "ä"},
        dice_id=match,
        commitment="sha256:00",
        secret=b"\x00\xff" * 16,
        spectators=b"\x01" * 32,
        created=1234567890.125,
        asked="german",
    )
    return replace(made, **more)  # type: ignore[arg-type]


def stored(match: str = "m1", **more: object) -> Stored:
    seats = [
        Seat("german", "Ännä", PERSON, key=b"\x02" * 32, webhook="https://example.org/", notified=3),
        Seat("soviet", "Recruit", BOT, "recruit", used=False),
    ]
    commands = [
        LoggedCommand(0, "play", "german", "standard", "w1", 1.5),
        LoggedCommand(1, "play", "chance", "roll 5", "", 1.5),
    ]
    chat = [ChatLine(0, "german", "O'Brien; DROP TABLE chat; -- ?", "w2", 2.5)]
    return Stored(header(match, **more), seats, commands, chat)


def test_what_is_stored_is_read_again(storage: Storage) -> None:
    storage.write([NewMatch(stored(script=["roll 4"], outcome={"winner": "draw", "reason": "", "rule": ""}))])
    assert storage.load("m1") == stored(script=["roll 4"], outcome={"winner": "draw", "reason": "", "rule": ""})
    assert storage.load("m2") is None
    assert storage.count() == 1


def test_progress_is_added(storage: Storage) -> None:
    storage.write([NewMatch(stored())])
    command = LoggedCommand(2, "undo", "german", "", "w3", 3.5)
    line = ChatLine(1, "spectator", "?", "w4", 4.5)
    seat = Seat("soviet", "Boris", EMPTY, None, b"\x03" * 32, None, -1)
    storage.write(
        [
            Progress("m1", (command,), 7, "soviet", {"winner": "german", "reason": "x", "rule": "5.0"}, 6),
            ChatSaved("m1", line),
            SeatSaved("m1", seat),
            RematchSaved("m1", "m9"),
        ]
    )
    found = storage.load("m1")
    assert found is not None
    assert found.commands[2:] == [command] and found.chat[1:] == [line]
    assert [seat for seat in found.seats if seat.side == "soviet"] == [seat]
    assert found.header == header(
        number=7, asked="soviet", outcome={"winner": "german", "reason": "x", "rule": "5.0"}, since=6, next="m9"
    )


def test_all_or_nothing(storage: Storage) -> None:
    storage.write([NewMatch(stored())])
    again = LoggedCommand(1, "play", "german", "done", "", 9.0)
    with pytest.raises(StorageError):
        storage.write(
            [ChatSaved("m1", ChatLine(1, "german", "lost", "", 1.0)), Progress("m1", (again,), 9, None, None, 0)]
        )
    assert storage.load("m1") == stored()
    storage.write([ChatSaved("m1", ChatLine(1, "german", "kept", "", 1.0))])


def test_matches_are_found_by_keys(storage: Storage) -> None:
    storage.write([NewMatch(stored("m1", created=1.0)), NewMatch(stored("m2", created=2.0, spectators=b"\x09" * 32))])
    assert storage.opened_by([b"\x02" * 32]) == ["m2", "m1"]
    assert storage.opened_by([b"\x09" * 32, b"\x09" * 32]) == ["m2"]
    assert storage.opened_by([b"\x05" * 32]) == [] and storage.opened_by([]) == []


def test_what_is_due_is_found(storage: Storage) -> None:
    over = {"winner": "draw", "reason": "", "rule": ""}
    storage.write(
        [
            NewMatch(stored("bot", asked="soviet")),
            NewMatch(stored("person", asked="german", since=3)),
            NewMatch(stored("notified", asked="german", since=2)),
            NewMatch(stored("not notified", asked="german", since=4)),
            NewMatch(stored("over", asked="soviet", outcome=over)),
        ]
    )
    assert storage.bots_due() == ["bot"]
    assert storage.webhooks_due() == ["not notified"]


def test_another_server_is_kept_out(storage: Storage, database: str | None, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="Another server"):
        connect(tmp_path, database, exclusive=True)
    connect(tmp_path, database).close()  # a backup may look


def test_a_storage_that_was_taken_over_writes_nothing(storage: Storage, database: str | None, tmp_path: Path) -> None:
    """Though the lock was lost or deleted by hand, and whenever its write comes."""
    storage.take_over()
    storage.write([NewMatch(stored("before"))])
    other = connect(tmp_path, database)
    other.take_over()
    with pytest.raises(StorageLost, match="taken over"):
        storage.write([NewMatch(stored("after"))])
    other.write([NewMatch(stored("theirs"))])
    assert [found.header.id for found in other.everything()] == ["before", "theirs"]
    other.close()


# Migrations.


def test_a_database_of_the_first_version_is_brought_up_to_date(database: str | None, tmp_path: Path) -> None:
    old = connect(tmp_path, database)
    assert old.migrate(upto=1) == 0
    old.execute(
        "INSERT INTO matches (id, game, rules, scenario, options, dice_id, commitment, secret, spectators, created, "
        "number, asked, outcome) VALUES ('m1', 'battle-for-moscow', 1, 'typhoon', '{}', 'm1', 'c', NULL, ?, 1.0, 0, "
        "'german', NULL)",
        (b"\x01" * 32,),
    )
    old.execute("INSERT INTO seats (match, side, name, kind) VALUES ('m1', 'german', 'Anna', 'person')")
    old.execute("INSERT INTO deeds VALUES ('m1', 0, 'play', 'german', 'standard', '', 1.0)")
    old.close()
    new = connect(tmp_path, database)
    assert new.migrate() == 1
    found = new.load("m1")
    assert found is not None and found.header.since == 0 and found.header.next is None and found.header.script is None
    assert found.seats == [Seat("german", "Anna", PERSON, None, None, None, -1, True)]
    assert found.commands == [LoggedCommand(0, "play", "german", "standard", "", 1.0)]
    assert new.migrate() == LATEST
    new.close()


def test_data_of_a_later_version_are_left_alone(storage: Storage) -> None:
    storage.execute("UPDATE schema_version SET version = ?", (LATEST + 1,))
    with pytest.raises(StorageError, match="version"):
        storage.migrate()


def test_a_migration_that_fails_changes_nothing(
    database: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rasputitsa.server.storage import sql

    storage = connect(tmp_path, database)
    storage.migrate()
    broken = (*MIGRATIONS, ("CREATE TABLE extra (x INTEGER)", "NONSENSE"))
    monkeypatch.setattr(sql, "MIGRATIONS", broken)
    with pytest.raises(StorageError):
        storage.migrate(upto=LATEST + 1)
    assert storage.migrate() == LATEST
    with pytest.raises(StorageError):
        storage.execute("SELECT * FROM extra")
    storage.close()


# The store: one writer, group commit.


def in_store(database: str | None, data: Path, work: Callable[[Store], object]) -> None:
    async def go() -> None:
        store = Store(lambda exclusive: connect(data, database, exclusive))
        try:
            await work(store)  # type: ignore[misc]
        finally:
            await store.close()

    asyncio.run(go())


def test_writes_share_transactions_and_keep_their_order(database: str | None, tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.write(NewMatch(stored()))
        writes = [store.write(ChatSaved("m1", ChatLine(n, "german", str(n), "", 1.0))) for n in range(1, 301)]
        await asyncio.gather(*writes)
        found = await store.read(lambda storage: storage.load("m1"))
        assert found is not None and [line.text for line in found.chat[1:]] == [str(n) for n in range(1, 301)]
        assert store.units == 301 and store.groups < 100

    in_store(database, tmp_path, work)


def test_a_bad_write_takes_no_others_with_it(database: str | None, tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.write(NewMatch(stored()))
        good = [store.write(ChatSaved("m1", ChatLine(n, "german", "good", "", 1.0))) for n in (1, 2)]
        bad = store.write(ChatSaved("m1", ChatLine(0, "german", "bad", "", 1.0)))
        more = store.write(ChatSaved("m1", ChatLine(3, "german", "good", "", 1.0)))
        answers = await asyncio.gather(*good, bad, more, return_exceptions=True)
        assert [type(answer) for answer in answers] == [type(None), type(None), StorageError, type(None)]
        found = await store.read(lambda storage: storage.load("m1"))
        assert found is not None and len(found.chat) == 4

    in_store(database, tmp_path, work)


def test_what_was_submitted_is_stored_before_closing(database: str | None, tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        store.write(NewMatch(stored()))

    in_store(database, tmp_path, work)
    storage = connect(tmp_path, database)
    assert storage.count() == 1
    storage.close()


def test_sqlite_is_durable(tmp_path: Path) -> None:
    storage = connect(tmp_path)
    assert storage.execute("PRAGMA journal_mode") == [("wal",)]
    assert storage.execute("PRAGMA synchronous") == [(2,)]  # FULL
    storage.close()


def test_a_lost_connection_is_made_anew(databases: Databases) -> None:
    url = databases.new()
    storage = connect(Path(), url)
    storage.migrate()
    other = connect(Path(), url)
    end_others = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    other.execute(end_others)
    with pytest.raises(StorageError):
        storage.write([NewMatch(stored())])
    storage.write([NewMatch(stored())])
    assert storage.count() == 1

    def lose_connection_within() -> None:
        with storage.transaction():
            storage.add(NewMatch(stored("m2")))
            other.execute(end_others)
            storage.add(NewMatch(stored("m3")))

    with pytest.raises(StorageError):
        lose_connection_within()
    assert storage.count() == 1
    storage.close()
    other.close()


def test_a_wrong_database_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="postgresql://"):
        connect(tmp_path, "mysql://x")
    with pytest.raises(StorageError, match="does not respond"):
        connect(tmp_path, "postgresql://127.0.0.1:1/x?connect_timeout=2")
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(StorageError, match="cannot be opened"):
        connect(file)


# A server on either database.


def test_a_server_on_either_database(run: Callable[..., Running], database: str | None) -> None:
    server = run(database=database)
    made = server.create(ME, ME)
    rng = Random(9)
    with server.join(made, "german", "soviet") as both:
        both.play("standard")
        for _ in range(60):
            both.play_any(rng)
        both.command("chat", text="Hello")
        view, log = both.state["view"], list(both.log)
    against = server.create(ME, bot())
    server.stop()
    again = run(database=database)
    with again.join(made, "german", "soviet") as both:
        assert both.seen()["view"] == view and both.log == log
        both.play_any(rng)
        both.until_said(1)
    mine = again.post("/api/mine", {"keys": [made["keys"]["german"], against["keys"]["german"]]}).json()["matches"]
    assert [one["match"] for one in mine] == [against["match"], made["match"]]


def test_a_failing_storage_is_survived(run: Callable[..., Running], database: str | None) -> None:
    server = run(database=database)
    made = server.create(ME, ME)
    writing = server.internals.store._writing
    with server.join(made, "german", "soviet") as both:
        both.play("standard")
        good = writing.write

        def fail(_: object) -> None:
            raise StorageError("disk full at /secret")

        writing.write = fail  # type: ignore[assignment, method-assign]
        both.send({"type": "chat", "id": 5, "text": "lost"})
        assert both.bye()["code"] == "unavailable"
        writing.write = good  # type: ignore[method-assign]
    with server.join(made, "german", "soviet") as both:
        assert both.seen()["number"] == 1
        number = both.state["number"]
        both.play_any(Random(1))
        assert both.state["number"] > number and both.chat == []


# Backups.


def fill(run: Callable[..., Running], database: str | None, data: Path) -> tuple[Running, dict[str, object]]:
    server = run(data, database=database)
    made = server.create(ME, ME)
    with server.join(made, "german", "soviet") as both:
        both.play("standard")
        rng = Random(3)
        for _ in range(20):
            both.play_any(rng)
        both.command("chat", text="Grüße")
    return server, made


@pytest.mark.parametrize("name", ["copy.sqlite3", "copy.jsonl"])
def test_a_backup_of_a_running_server_is_put_back(
    run: Callable[..., Running], database: str | None, another: str | None, name: str, tmp_path: Path
) -> None:
    server, made = fill(run, database, tmp_path / "old")
    assert backup(tmp_path / name, tmp_path / "old", database) == 1
    with pytest.raises(BackupError, match="exists"):
        backup(tmp_path / name, tmp_path / "old", database)
    assert restore(tmp_path / name, tmp_path / "new", another) == 1
    with pytest.raises(BackupError, match="empty server"):
        restore(tmp_path / name, tmp_path / "new", another)
    again = run(tmp_path / "new", database=another)
    assert again.record(made) == server.record(made)
    assert again.summary(made) == server.summary(made)
    with again.join(made, "german", "soviet") as both:
        assert both.until_said(1)[0]["text"] == "Grüße"
        both.play_any(Random(1))


def test_a_copied_file_is_a_database(run: Callable[..., Running], tmp_path: Path) -> None:
    _, made = fill(run, None, tmp_path / "old")
    (tmp_path / "new").mkdir()
    backup(tmp_path / "new" / FILE, tmp_path / "old")
    assert sqlite3.connect(tmp_path / "new" / FILE).execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert run(tmp_path / "new").summary(made)["number"] >= 21


@pytest.mark.parametrize("content", [b"", b"nonsense\n", b"rasputitsa backup 1\n{}\n", b"SQLite format 3\0 cut off"])
def test_what_is_no_backup_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad").write_bytes(content)
    with pytest.raises(BackupError):
        restore(tmp_path / "bad", tmp_path / "new")
    with pytest.raises(BackupError):
        backup(tmp_path / "copy", tmp_path / "nothing here")
    with pytest.raises(BackupError):
        restore(tmp_path / "missing", tmp_path / "new")
