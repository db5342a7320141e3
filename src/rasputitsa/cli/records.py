"""`rasputitsa verify` and `rasputitsa export`: what a record is worth, and all of it as JSON."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from ..core import Event, RasputitsaError
from ..match import Match, Record, read, replay, verify


def run_verify(args: Namespace) -> int:
    """Status 0 if nothing is wrong, 1 if a roll or the secret is."""
    found = verify(read(Path(args.file)))
    print(found.text)
    return 1 if found.fair is False else 0


def run_export(args: Namespace) -> int:
    record = read(Path(args.file))
    text = json.dumps(export(record, replay(record)), ensure_ascii=False, indent=2) + "\n"
    if args.out in (None, "-"):
        sys.stdout.write(text)
        return 0
    try:
        Path(args.out).write_text(text, encoding="utf-8")
    except OSError as error:
        raise RasputitsaError(f"{args.out!r} cannot be written: {error.strerror}.") from None
    return 0


def export(record: Record, match: Match) -> dict[str, Any]:
    return {
        "game": match.game.name,
        "rules": record.rules,
        "scenario": match.scenario,
        "options": match.options,
        "players": match.players,
        "match": match.id,
        "commitment": record.commitment,
        "secret": record.secret.hex() if record.secret else None,
        "actions": [
            {
                "number": entry.number,
                "side": entry.side,
                "action": str(entry.action),
                "events": [_event(event) for event in entry.events],
            }
            for entry in match.log
        ],
        "outcome": match.outcome._asdict() if match.outcome else None,
        "position": match.state.position(),
        "view": match.view(None),
    }


def _event(event: Event) -> dict[str, Any]:
    return event.data() | ({"only": event.visible_to} if event.visible_to else {})
