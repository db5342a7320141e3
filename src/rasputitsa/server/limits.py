"""Limits: how much one client, one address, or all together may use."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network
from time import monotonic

from ..table.limits import TableLimits

KEYS_REMEMBERED = 10_000


@dataclass(frozen=True)
class Limits(TableLimits):
    """What the operator of a server can set. A rate goes with the number that may come at once."""

    message_bytes: int = 8_192  # a larger websocket message is refused, one eight times as large closes the socket
    body_bytes: int = 65_536  # of a request without a record or a position
    record_bytes: int = 1_048_576
    commands_per_second: float = 30.0
    commands_at_once: int = 60
    refusals_before_close: int = 200  # of one connection that is too fast
    chat_per_second: float = 0.5  # of one key; an address with many of them may send ten times as much
    chat_at_once: int = 10
    requests_per_second: float = 50.0
    requests_at_once: int = 200
    matches_per_hour: float = 120.0  # created by one address
    matches_at_once: int = 40
    matches_in_all: int = 100_000
    days_unplayed: float = 30.0  # after which a match without any action is removed
    days_finished: float = 730.0  # after which a finished match is removed
    matches_in_memory: int = 300
    connections: int = 4_000  # websockets
    open_connections: int = 5_000  # of any kind; less where the system allows fewer
    waiting_per_address: int = 64  # connections that have not sent a request yet
    request_seconds: float = 20.0  # for a request to come in
    close_seconds: float = 3.0  # for a client to read what is left after its websocket was closed
    frames_per_second: float = 50.0  # of any kind, on one websocket
    frames_at_once: int = 300
    frames_before_hello: int = 50
    heartbeat_seconds: float = 10.0  # between two pings to a client
    silence_seconds: float = 15.0  # after a ping; who has not answered by then is gone
    pings_per_second: float = 10.0
    pings_at_once: int = 100
    written_bytes: int = 1_048_576  # that wait for a client on its way through the system
    spectators_per_match: int = 64
    connections_per_seat: int = 8  # the oldest goes when another comes
    connections_per_address: int = 1_000
    hello_seconds: float = 10.0
    queued_messages: int = 500  # for a client that does not read; then it is disconnected
    queued_bytes: int = 4_194_304  # the same
    bot_seconds: float = 60.0
    word_seconds: float = 20.0  # for a connected player's word, when the first roll waits for it; 0: no words at all
    word_hours_away: float = 24.0  # for the word of a player who is away


def network_of(address: str) -> str:
    """What limits by address count: an IPv4 address, or the network (/64) of an IPv6 address."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ip_network((found, 64), strict=False))


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


class Buckets:
    """A bucket for each key; the least recently used ones are forgotten."""

    def __init__(self, rate: float, size: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._size = size
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, key: str) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._size, self._clock)
            if len(self._buckets) > KEYS_REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket


class Addresses(Buckets):
    """A bucket for each address (of IPv6, for each network)."""

    def take(self, address: str) -> bool:
        """Whether one more may pass now from this address."""
        return self.of(network_of(address)).take()


class Rates:
    """How fast clients may send commands and chat: by key and by address, so that a new connection does not help."""

    def __init__(self, limits: Limits) -> None:
        self._commands = Buckets(limits.commands_per_second, limits.commands_at_once)
        self._chat = Buckets(limits.chat_per_second, limits.chat_at_once)
        self._chat_by_address = Addresses(10 * limits.chat_per_second, 10 * limits.chat_at_once)

    def commands(self, match: str, sides: Sequence[str], address: str) -> Bucket:
        return self._commands.of(_client_key(match, sides, address))

    def take_chat(self, match: str, sides: Sequence[str], address: str) -> bool:
        """Whether one more line may pass now."""
        return self._chat.of(_client_key(match, sides, address)).take() and self._chat_by_address.take(address)


def _client_key(match: str, sides: Sequence[str], address: str) -> str:
    """A player is known by the seat, a spectator by the address: all spectators of a match have the same key."""
    return f"{match} {sides[0] if sides else network_of(address)}"
