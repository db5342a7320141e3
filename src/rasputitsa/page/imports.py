"""Exported matches, taken in again: every one is replayed before it is stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..core import RasputitsaError
from ..games import games
from ..table import Now, Table
from ..table.problems import Problem
from ..table.rows import Stored
from .host import Data, Host
from .stored import key_row, new_rows, read_stored

WRONG = (AttributeError, IndexError, KeyError, TypeError, ValueError)  # what reading rows of another shape can raise


async def take_all(host: Host, body: Data, now: Now, store: Callable[[list[Data]], Any]) -> Data:
    """Take these matches, each with its keys if they are there. One that is here already stays as it is, and one that
    is refused does not keep the others out. What cannot be stored ends it.
    """
    taken = known = 0
    refused: list[Problem] = []
    keys = _by_match(body.get("keys"))
    for data in _list(body.get("matches")):
        try:
            stored = _read(data)
            rows = [key_row(keys[stored.header.id])] if stored.header.id in keys else []
            if await host.load(stored.header.id) is None:
                await host.need(stored.header.game)
                rows += new_rows(_replayed(stored, now), now.clock)
        except Problem as problem:
            refused.append(problem)
            continue
        if rows:
            await store(rows)
        taken, known = (taken + 1, known) if len(rows) > 1 else (taken, known + 1)
    if refused and not taken and not known:
        raise refused[0]
    return {"taken": taken, "known": known, "refused": [problem.text for problem in refused]}


def _by_match(keys: Any) -> dict[str, Data]:
    return {str(one["match"]): one for one in _list(keys) if isinstance(one, dict) and "match" in one}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _read(data: Any) -> Stored:
    try:
        stored = read_stored(data)
        if not isinstance(stored.header.id, str) or stored.header.game not in games():
            raise ValueError("no match of a game that is here")
    except WRONG as error:
        raise _malformed(error) from None
    return stored


def _replayed(stored: Stored, now: Now) -> Stored:
    """The match if it can be replayed. Its clock goes on from where it was."""
    clock = stored.header.clock
    if clock is not None:
        stored.header.clock = replace(clock, since=clock.since + now.clock - stored.uptime)
    try:
        *_, table = Table.rebuild(stored)
    except RasputitsaError as error:
        raise Problem("broken", f"A match cannot be continued. {error}") from None
    except WRONG as error:
        raise _malformed(error) from None
    return replace(stored, header=table.header)


def _malformed(error: Exception) -> Problem:
    return Problem("malformed", f"This is not a file of exported matches: {str(error)[:100]}")
