"""SQLite, the embedded default: one file in the data directory."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from .sql import Row, Storage, StorageError

FILE = "rasputitsa.sqlite3"
LOCK = "server.lock"


class SqliteStorage(Storage):
    """A connection to the file. ``exclusive`` makes sure that no other server uses the same data."""

    blob = "BLOB"
    real = "REAL"

    def __init__(self, directory: Path, exclusive: bool = False) -> None:
        try:
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = _lock(directory / LOCK) if exclusive else None
            keep_private(directory / FILE)
            self._connection = sqlite3.connect(directory / FILE, isolation_level=None, check_same_thread=False)
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")
            self._connection.execute("PRAGMA foreign_keys = ON")
            self._connection.execute("PRAGMA busy_timeout = 10000")
        except (sqlite3.Error, OSError) as error:
            raise StorageError(f"The data in {directory} cannot be opened: {error}") from error

    def execute(self, sql: str, values: Row = ()) -> list[Row]:
        try:
            return self._connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise StorageError(str(error)) from error

    def execute_many(self, sql: str, rows: Sequence[Row]) -> None:
        try:
            self._connection.executemany(sql, rows)
        except sqlite3.Error as error:
            raise StorageError(str(error)) from error

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        self.execute("BEGIN")
        try:
            yield
        finally:
            self.execute("COMMIT")

    def backup(self, target: Path) -> None:
        """Copy everything into another file, while others read and write this one."""
        keep_private(target)
        try:
            copy = sqlite3.connect(target)
            try:
                self._connection.backup(copy)
            finally:
                copy.close()
        except sqlite3.Error as error:
            raise StorageError(str(error)) from error

    def abort(self) -> None:
        self._connection.interrupt()

    def damage(self) -> str:
        rows = self.execute("PRAGMA quick_check(1)")
        text = str(rows[0][0]) if rows else "no answer"
        return "" if text == "ok" else text

    def close(self) -> None:
        self._connection.close()
        if self._lock:
            self._lock.close()


def keep_private(path: Path) -> None:
    """Create a file that only its owner may read and write, or make it one; SQLite's own files beside it follow."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    os.chmod(path, 0o600)


def _lock(path: Path) -> sqlite3.Connection:
    """Hold a lock that vanishes with the process, on every system: an exclusive transaction in a file of its own."""
    keep_private(path)
    connection = sqlite3.connect(path, isolation_level=None, timeout=0, check_same_thread=False)
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        connection.close()
        raise StorageError(f"Another server already uses the data in {path.parent}.") from None
    return connection
