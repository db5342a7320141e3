"""The time by which the clocks of matches go: the seconds that the server has run, over all its runs.

While the server is down no time passes for anybody. Within a run the time follows the system's monotonic clock, so
setting the date changes nothing. It is stored with every command in a match with a clock, every ten seconds while there
is such a match, and when the server stops; after a crash it continues from what was stored last, which forgives the
player who was thinking ten seconds at most.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

STORED_EVERY = 10.0  # seconds


class Uptime:
    """Called, it says what time it is."""

    def __init__(self, monotonic: Callable[[], float] = monotonic) -> None:
        self._monotonic = monotonic
        self._zero = monotonic()

    def __call__(self) -> float:
        return self._monotonic() - self._zero

    def resume(self, seconds: float) -> None:
        """Continue from where the last run ended."""
        self._zero = self._monotonic() - seconds
