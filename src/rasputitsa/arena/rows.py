"""Rows on disk: every match is written as it ends, so that a campaign that was interrupted goes on where it stopped.

The first line of the file says what is played; each other line is a match. A last line that was cut short by a crash
is dropped.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..core import RasputitsaError
from .matches import Row


class BadRows(RasputitsaError):
    """A file of rows that cannot be gone on with."""


class RowFile:
    """The rows of a campaign. ``rows`` are those that were played before, by number."""

    def __init__(self, path: Path, campaign: dict[str, Any]) -> None:
        self.path = path
        self.campaign = campaign
        self.rows: dict[int, Row] = {}
        try:
            text = path.read_text(encoding="utf-8") if path.exists() else ""
        except (OSError, UnicodeDecodeError) as error:
            raise BadRows(f"{str(path)!r} cannot be read: {error}.") from None
        whole, _, cut = text.rpartition("\n")
        if whole:
            self._read(whole.split("\n"))
        try:
            if cut or not whole:
                header = json.dumps({"campaign": campaign}, ensure_ascii=False)
                path.write_text(f"{whole or header}\n", encoding="utf-8")
        except OSError as error:
            raise BadRows(f"{str(path)!r} cannot be written: {error.strerror}.") from None

    def _read(self, lines: list[str]) -> None:
        try:
            before = json.loads(lines[0])["campaign"]
            found = [Row(**json.loads(line)) for line in lines[1:]]
        except (ValueError, KeyError, TypeError):
            raise BadRows(f"{str(self.path)!r} does not hold rows of an arena; name another file.") from None
        differs = [key for key in self.campaign if before.get(key) != self.campaign[key]]
        if differs:
            raise BadRows(
                f"{str(self.path)!r} belongs to another campaign: its {differs[0]} is {before.get(differs[0])!r}, "
                f"not {self.campaign[differs[0]]!r}. Name another file."
            )
        self.rows = {row.number: row for row in found}

    def add(self, row: Row) -> None:
        """Keep a row that was just played."""
        self.rows[row.number] = row
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(row), ensure_ascii=False) + "\n")
