"""Saving and resuming matches.

The record of a match that is not over must not show the secret of its dice. The secret is kept in a file of its own
beside the record (``FILE.secret``) until the match is over, so that the match can be resumed with its own dice.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from ..core import Action, RasputitsaError, State
from ..match import CommittedDice, Dice, Match, Record, read, replay, resume, write

Notes = Mapping[int, Sequence[str]]  # comments of a record by position


class SaveError(RasputitsaError):
    """A match could not be saved."""


class NewDice(Dice):
    """Fair dice without a commitment: for a record whose own dice cannot be used any more."""

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        self._dice = CommittedDice.fresh(match_id or "resumed")

    def resolve(self, state: State, number: int) -> Action:
        return self._dice.resolve(state, number)


class Saver:
    """Keeps a file in step with a match. New actions are appended at once; after an undo the file is rewritten."""

    def __init__(self, path: Path, notes: Notes | None = None) -> None:
        self.path = path
        self._notes = notes or {}
        self._saved: list[object] = []  # the entries of the log that the file has

    def adopt(self, match: Match) -> None:
        """The file already has this match."""
        self._saved = list(match.log)

    def save(self, match: Match) -> None:
        known = len(self._saved)
        same = known <= len(match.log) and all(map(_is, self._saved, match.log))
        if known and same and not match.outcome:
            new = match.log[known:]
            self._write("".join(f"{entry.side} {entry.action}\n" for entry in new), "a")
        else:
            self._write_whole(match)
        self._saved = list(match.log)

    def _write_whole(self, match: Match) -> None:
        """Write a new file and put it in place of the old one, so that the file is complete at any time."""
        beside = self.path.with_name(self.path.name + ".new")
        self._write_to(beside, write(match, self._notes), "w")
        try:
            beside.replace(self.path)
        except OSError as error:
            raise SaveError(f"The match cannot be saved in {str(self.path)!r}: {error.strerror}.") from None
        self._write_secret(match)

    def _write_secret(self, match: Match) -> None:
        path = secret_path(self.path)
        if match.outcome:
            with suppress(OSError):
                path.unlink()
        elif match.dice.secret:
            self._write_to(path, match.dice.secret.hex() + "\n", "w")

    def _write(self, text: str, mode: str) -> None:
        if text:
            self._write_to(self.path, text, mode)

    @staticmethod
    def _write_to(path: Path, text: str, mode: str) -> None:
        flags = os.O_WRONLY | os.O_CREAT | (os.O_APPEND if mode == "a" else os.O_TRUNC)
        rights = 0o600 if path.suffix == ".secret" else 0o666
        try:
            with os.fdopen(os.open(path, flags, rights), mode, encoding="utf-8", newline="\n") as file:
                file.write(text)
        except OSError as error:
            raise SaveError(f"The match cannot be saved in {str(path)!r}: {error.strerror}.") from None


def _is(one: object, other: object) -> bool:
    return one is other


def new_file(path: Path) -> Path:
    """A path to save in, unless there is already a file that would be lost."""
    if path.exists():
        raise SaveError(f"{str(path)!r} already exists. Continue it with --resume, or choose another name.")
    return path


def secret_path(path: Path) -> Path:
    return path.with_name(path.name + ".secret")


def resumed(path: Path, seed: int | None = None) -> tuple[Record, Match, str]:
    """The match of a record, ready to be continued; and a remark on its dice where there is one."""
    record = read(path)
    for secret in _secrets(path, record, seed):
        with suppress(RasputitsaError):
            return record, resume(record, secret), ""
    replay(record)  # if the record is wrong, this says so
    committed = bool(record.commitment)
    record.commitment = ""
    match = replay(record)
    match.dice = NewDice(match.id)
    match.resolve_chance()
    if match.outcome or not committed:
        return record, match, ""
    return record, match, "The secret of this match's dice is missing, so new dice without a commitment are used."


def _secrets(path: Path, record: Record, seed: int | None) -> list[bytes]:
    """The secrets that the dice of a record may have come from."""
    found = [record.secret] if record.secret else []
    with suppress(OSError, ValueError):
        found.append(bytes.fromhex(secret_path(path).read_text(encoding="ascii").strip()))
    if seed is not None:
        found.append(CommittedDice.seeded(seed).secret)
    return found
