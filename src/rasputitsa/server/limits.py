"""Limits: how much one client, one address, or all together may use."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

ADDRESSES_REMEMBERED = 10_000


@dataclass(frozen=True)
class Limits:
    """What the operator of a server can set. A rate goes with the number that may come at once."""

    message_bytes: int = 8_192  # a larger websocket message is refused, one eight times as large closes the socket
    body_bytes: int = 65_536  # of a request without a record or a position
    record_bytes: int = 1_048_576
    commands_per_second: float = 30.0
    commands_at_once: int = 60
    refusals_before_close: int = 200  # of one connection that is too fast
    chat_per_second: float = 0.5
    chat_at_once: int = 10
    chat_characters: int = 500
    name_characters: int = 40
    requests_per_second: float = 50.0
    requests_at_once: int = 200
    matches_per_hour: float = 120.0  # created by one address
    matches_at_once: int = 40
    matches_in_all: int = 100_000
    matches_in_memory: int = 300
    connections: int = 4_000
    connections_per_match: int = 64
    connections_per_address: int = 1_000
    hello_seconds: float = 10.0
    queued_messages: int = 500  # for a client that does not read; then it is disconnected
    queued_bytes: int = 4_194_304  # likewise
    chat_lines_per_match: int = 5_000
    commands_per_match: int = 40_000
    bot_seconds: float = 60.0


class Bucket:
    """A token bucket: lets things pass at a rate, and some at once after a pause."""

    __slots__ = ("_clock", "_filled", "_rate", "_size", "_tokens")

    def __init__(self, rate: float, size: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._size = max(size, 1.0)
        self._clock = clock
        self._tokens = self._size
        self._filled = clock()

    def take(self) -> bool:
        """Whether one more may pass now."""
        now = self._clock()
        self._tokens = min(self._size, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
        if self._tokens < 1.0:
            return False
        self._tokens -= 1.0
        return True


class Addresses:
    """A bucket for each address; the least recently used ones are forgotten."""

    def __init__(self, rate: float, size: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._size = size
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._size, self._clock)
            if len(self._buckets) > ADDRESSES_REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take()
