"""`rasputitsa verify` and `rasputitsa export`: check the dice of a record, and write all of it as JSON."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..core import Event, Game, RasputitsaError
from ..core.events import told
from ..games import add_edition
from ..match import Entry, Match, Record, read, replay, verify


def run_verify(args: Namespace) -> int:
    """Status 0 if nothing is wrong, 1 if a roll or the secret is."""
    add_edition(args.edition)
    found = verify(read(Path(args.file)))
    print(found.text)
    return 1 if found.fair is False else 0


def run_export(args: Namespace) -> int:
    add_edition(args.edition)
    record = read(Path(args.file))
    match = replay(record)
    side = check_side(match.game, args.side)
    data = export(record, match) if side is None else export_for(record, match, side)
    text = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    if args.out in (None, "-"):
        sys.stdout.write(text)
        return 0
    try:
        Path(args.out).write_text(text, encoding="utf-8")
    except OSError as error:
        raise RasputitsaError(f"{args.out!r} cannot be written: {error.strerror}.") from None
    return 0


def export(record: Record, match: Match) -> dict[str, Any]:
    """Everything: all events, private ones included, and the whole position."""
    return {
        **_header(record, match),
        "secret": record.secret.hex() if record.secret else None,
        "actions": [_entry(entry, entry.events) for entry in match.log],
        "outcome": match.outcome._asdict() if match.outcome else None,
        "position": match.state.position(),
        "view": match.view(None),
    }


def export_for(record: Record, match: Match, side: str) -> dict[str, Any]:
    """What one side knows. Where a game hides things, that side learns of the other's actions only by events."""
    actions = []
    for entry in match.log:
        data = _entry(entry, told(entry.events, side))
        if match.game.hidden and entry.side != side:
            data["action"] = None
        actions.append(data)
    return {
        **_header(record, match),
        "viewer": side,
        "actions": actions,
        "outcome": match.outcome._asdict() if match.outcome else None,
        "view": match.view(side),
    }


def check_side(game: Game, side: str | None) -> str | None:
    """The name of a side; None where none was named."""
    names = [one.name for one in game.sides]
    if side is not None and side not in names:
        raise RasputitsaError(f"{game.title} has no side {side[:40]!r}. It has: {', '.join(names)}.")
    return side


def _header(record: Record, match: Match) -> dict[str, Any]:
    return {
        "game": match.game.name,
        "edition": match.game.edition,
        "data": match.game.fingerprint,
        "rules": record.rules,
        "scenario": match.scenario,
        "options": match.options,
        "players": match.players,
        "match": match.id,
        "commitment": record.commitment,
        "seals": record.seals,
        "words": {side: seed.text or None for side, seed in record.player_seeds.items()},
        "clock": str(record.clock) if record.clock else None,
    }


def _entry(entry: Entry, events: Iterable[Event]) -> dict[str, Any]:
    happened = [event.data() for event in events]
    return {"number": entry.number, "side": entry.side, "action": str(entry.action), "events": happened}
