"""PostgreSQL, for those who run it anyway."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

import psycopg

from .sql import Row, Storage, StorageError, StorageFull

LOCK = 19_411_002  # any number, the same for all servers; each schema has a lock of its own
CONNECT_SECONDS = 10
LOCK_SECONDS = 2.0  # to wait for the lock
STATEMENT_SECONDS = 15.0  # the database gives up a statement
HANGING_SECONDS = 20.0  # the database itself is given up
CHECK_SECONDS = 1.0


class PostgresStorage(Storage):
    """A connection to the database, renewed when it was lost. ``exclusive`` keeps other servers out.

    A database that stops responding, without closing the connection, is noticed by a thread that watches.
    """

    blob = "BYTEA"
    real = "DOUBLE PRECISION"
    locked_row = " FOR SHARE"

    def __init__(self, url: str, exclusive: bool = False) -> None:
        self._url = url
        self._exclusive = exclusive
        self._busy_since: float | None = None
        self._closed = Event()
        self._connection = self._connect()
        Thread(target=self._watch, name="postgres-watch", daemon=True).start()

    def execute(self, sql: str, values: Row = ()) -> list[Row]:
        with self._cursor() as cursor:
            cursor.execute(sql.replace("?", "%s"), values)
            return list(cursor.fetchall()) if cursor.description else []

    def execute_many(self, sql: str, rows: Sequence[Row]) -> None:
        with self._cursor() as cursor:
            cursor.executemany(sql.replace("?", "%s"), rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._busy():
            self._reconnect()
            with self._connection.transaction():
                yield

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        with self.transaction():
            self.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield

    def close(self) -> None:
        self._closed.set()
        self._connection.close()

    def abort(self) -> None:
        with contextlib.suppress(psycopg.Error, OSError):
            line = socket.socket(fileno=os.dup(self._connection.fileno()))
            line.shutdown(socket.SHUT_RDWR)
            line.close()

    def damage(self) -> str:
        return ""  # the database checks its own pages

    @contextmanager
    def _cursor(self) -> Iterator[psycopg.Cursor[tuple[Any, ...]]]:
        with self._busy():
            self._reconnect()
            with self._connection.cursor() as cursor:
                yield cursor

    @contextmanager
    def _busy(self) -> Iterator[None]:
        """Whoever waits for the database does not wait for ever."""
        before, self._busy_since = self._busy_since, monotonic()
        try:
            yield
        except psycopg.errors.DiskFull as error:
            raise StorageFull(str(error)) from error
        except (psycopg.Error, OSError) as error:
            raise StorageError(str(error)) from error
        finally:
            self._busy_since = monotonic() if before is not None else None

    def _watch(self) -> None:
        while not self._closed.wait(CHECK_SECONDS):
            since = self._busy_since
            if since is not None and monotonic() - since > HANGING_SECONDS:
                self.abort()

    def _reconnect(self) -> None:
        """A lost connection first shows as an error, which ends the transaction it happens in."""
        if self._connection.closed:
            self._connection = self._connect()

    def _connect(self) -> psycopg.Connection[tuple[Any, ...]]:
        try:
            connection = psycopg.connect(self._url, autocommit=True, connect_timeout=CONNECT_SECONDS)
            connection.execute(f"SET statement_timeout = {int(STATEMENT_SECONDS * 1000)}")
            if self._exclusive:
                _lock(connection)
        except psycopg.Error as error:
            raise StorageError(f"The database does not respond: {error}") from error
        return connection


def _lock(connection: psycopg.Connection[tuple[Any, ...]]) -> None:
    """Take the lock of the database. That of a server which has just ended is free again after a moment."""
    until = monotonic() + LOCK_SECONDS
    while True:
        row = connection.execute("SELECT pg_try_advisory_lock(%s, hashtext(current_schema()))", (LOCK,)).fetchone()
        if row and row[0]:
            return
        if monotonic() > until:
            connection.close()
            raise StorageError("Another server already uses this database.")
        sleep(0.1)
