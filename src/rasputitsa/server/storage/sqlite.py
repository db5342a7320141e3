"""SQLite, the embedded default: one file in the data directory."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

from .sql import Row, Storage, StorageError, StorageFull, StorageLost

FILE = "rasputitsa.sqlite3"
LOCK = "server.lock"
NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE)
LEAST_ROOM = 1_000_000  # bytes on the disk, with less of which any write may be the last
Identity = tuple[int, int] | None


class SqliteStorage(Storage):
    """A connection to the file. ``exclusive`` makes sure that no other server uses the same data.

    Nobody but SQLite opens the file or those beside it: closing it again would drop all locks that this process has
    on it. Another process would then believe that it is alone, and delete the write-ahead log that we write to.
    """

    blob = "BLOB"
    real = "REAL"
    locked_row = ""  # a transaction has the whole database

    def __init__(self, directory: Path, exclusive: bool = False) -> None:
        self._named = directory / FILE
        self._path = self._named  # where it is: behind symbolic links, as SQLite follows them
        self._files: dict[Path, Identity] = {}  # those that this connection writes to
        with ExitStack() as opened:
            try:
                directory.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._path = real(self._named)
                if exclusive:
                    opened.enter_context(closing(_lock(real(directory / LOCK))))
                keep_private(self._path)
                connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
                self._connection = opened.enter_context(closing(connection))
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
                connection.execute("PRAGMA foreign_keys = ON")
                connection.execute("PRAGMA busy_timeout = 10000")
            except (sqlite3.Error, OSError) as error:
                raise StorageError(f"The data in {directory} cannot be opened: {error}") from error
            self._opened = opened.pop_all()

    def execute(self, sql: str, values: Row = ()) -> list[Row]:
        try:
            return self._connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise _storage_error(error) from error

    def execute_many(self, sql: str, rows: Sequence[Row]) -> None:
        try:
            self._connection.executemany(sql, rows)
        except sqlite3.Error as error:
            raise _storage_error(error) from error

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

    def take_over(self) -> None:
        super().take_over()
        self._files = {path: _identity(path) for path in (self._named, _companions(self._path)[0])}

    def check_files(self) -> None:
        for path, identity in self._files.items():
            if _identity(path) != identity:
                raise StorageLost(f"{path} was moved, replaced or deleted while the server ran.")

    def ping(self) -> None:
        super().ping()
        try:
            free = shutil.disk_usage(self._path.parent).free
        except OSError as error:
            raise StorageError(str(error)) from error
        if free < LEAST_ROOM:
            raise StorageFull(f"Only {free} bytes are left on the disk.")

    def backup(self, target: Path) -> int:
        """Copy everything into another file, while others read and write this one. Returns the number of matches."""
        try:
            with closing(sqlite3.connect(target)) as copy:
                self._connection.backup(copy)
                return int(copy.execute("SELECT count(*) FROM matches").fetchone()[0])
        except sqlite3.Error as error:
            raise _storage_error(error) from error

    def abort(self) -> None:
        self._connection.interrupt()

    def damage(self) -> str:
        rows = self.execute("PRAGMA quick_check(1)")
        text = str(rows[0][0]) if rows else "no answer"
        return "" if text == "ok" else text

    def close(self) -> None:
        self._opened.close()


def _storage_error(error: sqlite3.Error) -> StorageError:
    full = getattr(error, "sqlite_errorcode", None) in NO_ROOM
    return StorageFull(str(error)) if full else StorageError(str(error))


def real(path: Path) -> Path:
    """Where a file is, behind symbolic links. Of links that lead in a circle it is one, which cannot be opened."""
    return Path(os.path.realpath(path))


def keep_private(path: Path) -> None:
    """Create a file that only its owner may read and write, or make it one without opening it.

    The files that SQLite creates beside a database get the mode of the database.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        os.chmod(path, 0o600)
        for companion in _companions(path):
            with suppress(FileNotFoundError):
                os.chmod(companion, 0o600)


def copy_of(source: Path, target: Path) -> None:
    """Copy a database that is in use, with what is still in its write-ahead log."""
    address = f"{real(source).as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as read, closing(sqlite3.connect(target)) as copy:
        read.backup(copy)


def in_use(path: Path) -> bool:
    """Whether a database has a write-ahead log: only SQLite may open such a file, and the file alone is incomplete."""
    return _companions(real(path))[0].exists()


def belongs_to_database(path: Path, directory: Path) -> bool:
    """Whether this is the name of a file that the database of that directory uses."""
    own = (real(directory / FILE), real(directory / LOCK))
    return real(path) in {name for file in own for name in (file, *_companions(file))}


def _companions(path: Path) -> list[Path]:
    """The files that SQLite keeps beside a database, the write-ahead log first."""
    return [path.with_name(path.name + ending) for ending in ("-wal", "-shm", "-journal")]


def _identity(path: Path) -> Identity:
    """Which file that is, whatever its name; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


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
