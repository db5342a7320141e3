"""Corrections: what an edition says differently from the data files of its game.

An edition is a folder with files that have the names of the game's data files. A file says only what is different:
tables are merged key by key, all other values replace those of the game. Entries of a list of tables go by their id,
name, label or title, or else by their place, the first being 1; ``remove`` lists keys that the edition does without::

    remove = ["towns.Kirov"]

    [crt]
    "2:1" = ["AL1", "AL1", "AS", "DR", "DR", "DE"]

    [areas.61]
    kind = "green"
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources.abc import Traversable
from typing import Any

from .errors import DataError

NAMES = ("id", "name", "label", "title")  # what an entry of a list is called by
REMOVE = "remove"
UNPLAYED = "sure"  # how sure a value is makes no difference to a match

FOLDERS: dict[str, Traversable] = {}  # by package: the folder of the edition that it is
_DIGESTS: dict[str, dict[str, str]] = {}  # by package, then by file: that of the data that were read


def corrected(data: Mapping[str, Any], correction: Mapping[str, Any], file: str) -> dict[str, Any]:
    """The data of a file with this correction of them, which is in the file named here."""
    changes = dict(correction)
    gone = changes.pop(REMOVE, [])
    for key in changes:
        if key not in data:
            raise DataError(file, key, f"is not known here; the game's file has {', '.join(data)}")
    merged = _merged(data, changes, file, "")
    if not isinstance(gone, list):
        raise DataError(file, REMOVE, f"is {gone!r}; it must be a list of keys")
    for key in gone:
        _remove(merged, key, file)
    return merged


def _merged(data: Mapping[str, Any], changes: Mapping[str, Any], file: str, key: str) -> dict[str, Any]:
    merged = dict(data)
    for name, new in changes.items():
        path = f"{key}.{name}" if key else name
        old = merged.get(name)
        if isinstance(old, dict) and not isinstance(new, dict):
            raise DataError(file, path, f"is {new!r}; it must be a table")
        if isinstance(old, dict):
            merged[name] = _merged(old, new, file, path)
        elif isinstance(old, list) and isinstance(new, dict):
            merged[name] = _merged_entries(old, new, file, path)
        else:
            merged[name] = new
    return merged


def _merged_entries(entries: list[Any], changes: Mapping[str, Any], file: str, key: str) -> list[Any]:
    merged = list(entries)
    numbers = entry_numbers(entries)
    for name, new in changes.items():
        path = f"{key}.{name}"
        if name not in numbers:
            known = f"{', '.join(list(numbers)[:5])}{' ...' if len(numbers) > 5 else ''}" or "none"
            raise DataError(file, path, f"is not there to be corrected; there are: {known}")
        if not isinstance(new, dict):
            raise DataError(file, path, f"is {new!r}; it must be a table")
        merged[numbers[name]] = _merged(merged[numbers[name]], new, file, path)
    return merged


def entry_numbers(entries: list[Any]) -> dict[str, int]:
    """By what the tables of a list are called: their place. A list of other values cannot be corrected in part."""
    if not all(isinstance(entry, dict) for entry in entries):
        return {}
    for key in NAMES:
        names = [entry.get(key) for entry in entries]
        if all(isinstance(name, str) for name in names) and len(set(names)) == len(names):
            return {str(name): number for number, name in enumerate(names)}
    return {str(number): number - 1 for number in range(1, len(entries) + 1)}


def _remove(data: dict[str, Any], key: object, file: str) -> None:
    """Take out a key, such as ``towns.Kirov`` or ``areas.61.city``. The tables on the way are this edition's own."""
    table: Any = data
    *way, last = str(key).split(".")
    for name in way:
        if isinstance(table, dict) and isinstance(table.get(name), (dict, list)):
            table[name] = dict(table[name]) if isinstance(table[name], dict) else list(table[name])
            table = table[name]
        elif isinstance(table, list) and name in (numbers := entry_numbers(table)):
            table[numbers[name]] = dict(table[numbers[name]])
            table = table[numbers[name]]
        else:
            table = None
    if not isinstance(table, dict) or last not in table:
        raise DataError(file, REMOVE, f"names {str(key)[:80]!r}, which is not in the game's data")
    del table[last]


def keep(package: str, name: str, data: Mapping[str, Any]) -> None:
    """Keep what a package has read, for its fingerprint."""
    text = json.dumps(_played(data), sort_keys=True)
    _DIGESTS.setdefault(package, {})[name] = sha256(text.encode()).hexdigest()


def _played(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {key: _played(value) for key, value in data.items() if key != UNPLAYED}
    return [_played(value) for value in data] if isinstance(data, list) else data


def fingerprint(package: str) -> str:
    """A short hash of all data that a package has read. Remarks and how sure a value is make no difference to it."""
    return sha256(json.dumps(_DIGESTS.get(package, {}), sort_keys=True).encode()).hexdigest()[:16]
