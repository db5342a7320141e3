"""Which database: a data directory, or the URL of a PostgreSQL server."""

from __future__ import annotations

from pathlib import Path

from .sql import Storage, StorageError
from .sqlite import SqliteStorage
from .store import Store


def connect(data: Path, database: str | None = None, exclusive: bool = False) -> Storage:
    """One connection. ``database`` is a ``postgresql://`` URL, or None for the file in the data directory."""
    if database is None:
        return SqliteStorage(data, exclusive)
    if not database.startswith(("postgresql://", "postgres://")):
        raise StorageError("The database must be given as a URL that begins with postgresql://")
    try:
        from .postgres import PostgresStorage
    except ImportError:
        raise StorageError("PostgreSQL needs the extra: pip install 'rasputitsa[postgres]'") from None
    return PostgresStorage(database, exclusive)


def open_store(data: Path, database: str | None = None) -> Store:
    """The store of a server, in the running event loop."""
    return Store(lambda exclusive: connect(data, database, exclusive))
