"""PostgreSQL, for those who run it anyway."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg

from .sql import Row, Storage, StorageError

LOCK = 19_411_002  # any number, the same for all servers; each schema has a lock of its own


class PostgresStorage(Storage):
    """A connection to the database, renewed when it was lost. ``exclusive`` keeps other servers out."""

    blob = "BYTEA"
    real = "DOUBLE PRECISION"

    def __init__(self, url: str, exclusive: bool = False) -> None:
        self._url = url
        self._exclusive = exclusive
        self._connection = self._connect()

    def execute(self, sql: str, values: Row = ()) -> list[Row]:
        with self._cursor() as cursor:
            cursor.execute(sql.replace("?", "%s"), values)
            return list(cursor.fetchall()) if cursor.description else []

    def execute_many(self, sql: str, rows: Sequence[Row]) -> None:
        with self._cursor() as cursor:
            cursor.executemany(sql.replace("?", "%s"), rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self._reconnect()
        try:
            with self._connection.transaction():
                yield
        except psycopg.Error as error:
            raise StorageError(str(error)) from error

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        with self.transaction():
            self.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def _cursor(self) -> Iterator[psycopg.Cursor[tuple[Any, ...]]]:
        self._reconnect()
        try:
            with self._connection.cursor() as cursor:
                yield cursor
        except psycopg.Error as error:
            raise StorageError(str(error)) from error

    def _reconnect(self) -> None:
        """A lost connection first shows as an error, which ends the transaction it happens in."""
        if self._connection.closed:
            self._connection = self._connect()

    def _connect(self) -> psycopg.Connection[tuple[Any, ...]]:
        try:
            connection = psycopg.connect(self._url, autocommit=True)
            if self._exclusive:
                row = connection.execute(
                    "SELECT pg_try_advisory_lock(%s, hashtext(current_schema()))", (LOCK,)
                ).fetchone()
                if not (row and row[0]):
                    connection.close()
                    raise StorageError("Another server already uses this database.")
        except psycopg.Error as error:
            raise StorageError(f"The database does not answer: {error}") from error
        return connection
