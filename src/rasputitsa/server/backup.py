"""Backups of a running server, and restoring them.

The backup of a SQLite database is a copy of its file. That of PostgreSQL, or of either where the file's name ends in
``.jsonl``, is text: a line that names the format, one match a line, and a last line with their number and checksum.
Both kinds can be restored into an empty server with either database.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

import msgspec

from ..core import RasputitsaError
from .run import default_data
from .storage import NewMatch, Storage, StorageError, Stored, connect
from .storage.sqlite import FILE, SqliteStorage, belongs_to_database, copy_of, in_use

FIRST_LINE = b"rasputitsa backup 2\n"
FIRST_LINE_1 = b"rasputitsa backup 1\n"  # an older format, without a last line
SQLITE_MAGIC = b"SQLite format 3\0"
_ENCODER, _DECODER = msgspec.json.Encoder(), msgspec.json.Decoder(Stored)


class BackupError(RasputitsaError):
    """A backup that could not be made or restored."""


def backup(target: Path, data: Path | None = None, database: str | None = None) -> int:
    """Copy all matches into a new file. Returns their number."""
    data = data or default_data()
    if target.exists():
        raise BackupError(f"{target} already exists.")
    if database is None and not (data / FILE).exists():
        raise BackupError(f"There are no matches in {data}.")
    if database is None and belongs_to_database(target, data):
        raise BackupError(f"{target} is a file of the database itself. Name another file.")
    try:
        with unfinished_file(target) as unfinished:
            storage = connect(data, database)
            try:
                if isinstance(storage, SqliteStorage) and target.suffix != ".jsonl":
                    return storage.backup(unfinished)
                return _write(storage, unfinished)
            finally:
                storage.close()
    except (StorageError, OSError) as error:
        raise BackupError(f"The backup could not be made: {error}") from error


@contextmanager
def unfinished_file(target: Path) -> Iterator[Path]:
    """A new file for its owner only, which gets the name of the target if all goes well, and else is removed."""
    handle, name = tempfile.mkstemp(prefix=f"{target.name}.", suffix=".part", dir=target.parent)
    os.close(handle)
    unfinished = Path(name)
    try:
        yield unfinished
        os.replace(unfinished, target)
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def restore(source: Path, data: Path | None = None, database: str | None = None) -> int:
    """Put all matches of a backup into a server that has none and does not run. Returns their number."""
    data = data or default_data()
    if database is None and belongs_to_database(source, data):
        raise BackupError(f"{source} is a file of the database itself. Restore a backup.")
    try:
        storage = connect(data, database, exclusive=True)
        try:
            storage.migrate()
            count = 0
            with storage.transaction():
                if storage.count():
                    raise BackupError("This server already has matches. A backup is restored into an empty server.")
                for stored in _read(source):
                    storage.add(NewMatch(stored))
                    count += 1
        finally:
            storage.close()
    except (StorageError, OSError, msgspec.MsgspecError, AttributeError, KeyError, TypeError) as error:
        raise BackupError(f"The backup could not be restored: {error}") from error
    return count


def _write(storage: Storage, target: Path) -> int:
    """Write all matches as text. Returns their number."""
    checksum, count = sha256(), 0
    with target.open("wb") as file, storage.snapshot():
        file.write(FIRST_LINE)
        for stored in storage.everything():
            line = _ENCODER.encode(stored) + b"\n"
            checksum.update(line)
            count += 1
            file.write(line)
        file.write(_last_line(count, checksum.hexdigest()))
        file.flush()
        os.fsync(file.fileno())
    return count


def _last_line(count: int, checksum: str) -> bytes:
    return f"end of backup: {count} matches, sha256 {checksum}\n".encode()


def _read(source: Path) -> Iterator[Stored]:
    if in_use(source):
        yield from _read_database(source, copy_of)
        return
    with source.open("rb") as file:
        first = file.readline()
        if first == FIRST_LINE:
            yield from _read_lines(source, file)
            return
        if first == FIRST_LINE_1:
            yield from (_DECODER.decode(_new_names(line)) for line in file)
            return
    if not first.startswith(SQLITE_MAGIC):
        raise BackupError(f"{source} is not a backup.")
    yield from _read_database(source, shutil.copyfile)


def _read_database(source: Path, copy: Callable[[Path, Path], object]) -> Iterator[Stored]:
    """The matches of a copied database. It is copied again, so that it stays as it is."""
    with tempfile.TemporaryDirectory() as directory:
        copy(source, Path(directory) / FILE)
        storage = SqliteStorage(Path(directory))
        try:
            damage = storage.damage()
            if damage:
                raise BackupError(f"{source} is damaged: {damage}.")
            storage.migrate()
            yield from storage.everything()
        finally:
            storage.close()


def _read_lines(source: Path, file: Iterable[bytes]) -> Iterator[Stored]:
    """The matches of a backup, which must be complete."""
    checksum, count, last = sha256(), 0, b""
    for line in file:
        if last:
            checksum.update(last)
            count += 1
            yield _DECODER.decode(last)
        last = line
    if last != _last_line(count, checksum.hexdigest()):
        raise BackupError(f"{source} is cut off or damaged: its last line does not fit the {count} matches before it.")


def _new_names(line: bytes) -> bytes:
    """A match of an older backup, with the names that are used now."""
    data = msgspec.json.decode(line)
    data["commands"] = data.pop("deeds")
    for row in data["commands"]:
        row["command"], row["command_id"] = row.pop("deed"), row.pop("wish")
    for row in data["chat"]:
        row["command_id"] = row.pop("wish")
    for row in data["seats"]:
        row["notified"] = row.pop("told")
    return msgspec.json.encode(data)
