"""Backups while the server runs, and putting them back.

Of SQLite a backup is a copy of the database file; of PostgreSQL, or where the file's name ends in ``.jsonl``, it is
text: a first line that names the format, then one match a line. Either can be put into an empty server of either kind.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from ..core import RasputitsaError
from .run import default_data
from .storage import NewMatch, Storage, StorageError, Stored, connect
from .storage.sqlite import FILE, SqliteStorage

FIRST_LINE = b"rasputitsa backup 1\n"
SQLITE_MAGIC = b"SQLite format 3\0"
_ENCODER, _DECODER = msgspec.json.Encoder(), msgspec.json.Decoder(Stored)


class BackupError(RasputitsaError):
    """A backup that could not be made or put back."""


def backup(target: Path, data: Path | None = None, database: str | None = None) -> int:
    """Copy all matches into a file that does not exist yet; how many there are."""
    data = data or default_data()
    if target.exists():
        raise BackupError(f"{target} exists already.")
    if database is None and not (data / FILE).exists():
        raise BackupError(f"There are no matches in {data}.")
    unfinished = target.with_name(target.name + ".part")
    try:
        storage = connect(data, database)
        try:
            if isinstance(storage, SqliteStorage) and target.suffix != ".jsonl":
                storage.backup(unfinished)
            else:
                _write(storage, unfinished)
            count = storage.count()
        finally:
            storage.close()
        os.replace(unfinished, target)
    except (StorageError, OSError) as error:
        raise BackupError(f"The backup could not be made: {error}") from error
    finally:
        unfinished.unlink(missing_ok=True)
    return count


def restore(source: Path, data: Path | None = None, database: str | None = None) -> int:
    """Put all matches of a backup into a server that has none and does not run; how many there are."""
    data = data or default_data()
    try:
        storage = connect(data, database, exclusive=True)
        try:
            storage.migrate()
            if storage.count():
                raise BackupError("There are matches already. Put the backup into an empty server.")
            count = 0
            with storage.transaction():
                for stored in _read(source):
                    storage.add(NewMatch(stored))
                    count += 1
        finally:
            storage.close()
    except (StorageError, OSError, msgspec.MsgspecError) as error:
        raise BackupError(f"The backup could not be put back: {error}") from error
    return count


def _write(storage: Storage, target: Path) -> None:
    with target.open("wb") as file, storage.snapshot():
        file.write(FIRST_LINE)
        for stored in storage.everything():
            file.write(_ENCODER.encode(stored) + b"\n")
        file.flush()
        os.fsync(file.fileno())


def _read(source: Path) -> Iterator[Stored]:
    with source.open("rb") as file:
        first = file.readline()
        if first == FIRST_LINE:
            for line in file:
                yield _DECODER.decode(line)
            return
    if not first.startswith(SQLITE_MAGIC):
        raise BackupError(f"{source} is no backup.")
    with tempfile.TemporaryDirectory() as directory:
        copy = Path(directory) / FILE
        copy.write_bytes(source.read_bytes())
        storage = SqliteStorage(Path(directory))
        try:
            storage.migrate()
            yield from storage.everything()
        finally:
            storage.close()
