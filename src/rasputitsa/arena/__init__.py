"""Many matches between bots (`run`)."""

from .matches import ArenaError, Pairing, Row, play
from .report import check_path, progress_bar, text, write
from .scores import Interval, Score, wilson
from .tournament import BadTournament, Progress, Result, pairings, run

__all__ = [
    "ArenaError",
    "BadTournament",
    "Interval",
    "Pairing",
    "Progress",
    "Result",
    "Row",
    "Score",
    "check_path",
    "pairings",
    "play",
    "progress_bar",
    "run",
    "text",
    "wilson",
    "write",
]
