"""Many matches between bots: two of them (`run`), or every one of a pool against every other (`run_pool`)."""

from .matches import ArenaError, Pairing, Row, play
from .pool import PoolResult, pool_text, run_pool
from .report import check_path, progress_bar, text, write
from .rows import BadRows
from .scores import Interval, Score, wilson
from .sprt import Sprt
from .tournament import BadTournament, Progress, Result, pairings, run

__all__ = [
    "ArenaError",
    "BadRows",
    "BadTournament",
    "Interval",
    "Pairing",
    "PoolResult",
    "Progress",
    "Result",
    "Row",
    "Score",
    "Sprt",
    "check_path",
    "pairings",
    "play",
    "pool_text",
    "progress_bar",
    "run",
    "run_pool",
    "text",
    "wilson",
    "write",
]
