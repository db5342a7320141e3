"""How much of everything there may be at one table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TableLimits:
    """Whoever runs a table can set these."""

    chat_characters: int = 500
    name_characters: int = 40
    notes_characters: int = 10_000  # of a player's own notes
    chat_lines_per_match: int = 5_000  # half of them at most from spectators
    chat_lines_at_once: int = 200  # that a client is sent when it connects
    log_entries_at_once: int = 1_000  # that a client is sent when it connects, or asks for earlier ones
    seat_changes_per_match: int = 1_000
    commands_per_match: int = 40_000
