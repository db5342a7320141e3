"""Webhooks: a player who wishes it is told by HTTP that it is their turn.

A message that does not get through is sent again some times, with longer and longer pauses, as long as the turn lasts.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv6Address, ip_address
from time import monotonic
from urllib.parse import SplitResult, urlsplit

from .problems import Problem
from .protocol import encode
from .storage import PERSON, SeatSaved
from .table import Table
from .tables import Tables

PAUSES = (0.0, 10.0, 60.0, 300.0, 1800.0)  # seconds before each try
APART = 10.0  # seconds between two messages to one seat
TIMEOUT = 10.0
AT_ONCE = 16
WAITING = 1_000
LOCAL = ("localhost", "localhost.localdomain")

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class WebhookRules:
    """Where messages may be sent. Without TLS, or to this machine and its network, only if the operator says so."""

    plain: bool = False
    private: bool = False
    pauses: Sequence[float] = PAUSES
    apart: float = APART


class NotSent(Exception):
    """A message did not get through."""


class Webhooks:
    """Tells players of their turns, in the background."""

    def __init__(self, tables: Tables, rules: WebhookRules) -> None:
        self._tables = tables
        self._rules = rules
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._last: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._room = asyncio.Semaphore(AT_ONCE)
        tables.watchers.append(self.watch)

    async def resume(self) -> None:
        """After a start of the server: tell those who were not told before."""
        for match in await self._tables.store.read(lambda storage: storage.webhooks_due()):
            try:
                self.watch(await self._tables.get(match))
            except Problem as error:
                log.error("Nobody can be told of match %s: %s", match, error)

    def check(self, url: str) -> str:
        """The URL, if messages may be sent there."""
        parts = _parts(url)
        if parts.scheme != "https" and not (parts.scheme == "http" and self._rules.plain):
            raise Problem("malformed", "The address must begin with https://")
        if not self._rules.private and _is_private(parts.hostname or ""):
            raise Problem("forbidden", "Messages are not sent to private addresses.")
        return url

    def watch(self, table: Table) -> None:
        """Send a message if one is due."""
        side = table.asked
        if side is None or not due(table, side, table.since):
            return
        seat = (table.id, side)
        if seat not in self._tasks and len(self._tasks) < WAITING:
            task = self._tasks[seat] = asyncio.create_task(self._tell(table.id, side))
            task.add_done_callback(lambda _: self._tasks.pop(seat, None))

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _tell(self, match: str, side: str) -> None:
        try:
            while await self._tell_turn(match, side):
                pass
        except Problem as error:
            log.error("The %s player of match %s cannot be told: %s", side, match, error)

    async def _tell_turn(self, match: str, side: str) -> bool:
        """Announce the present turn; whether another one has come meanwhile."""
        since = (await self._tables.get(match)).since
        for pause in self._rules.pauses:
            await asyncio.sleep(max(pause, self._wait(match, side)))
            table = await self._tables.get(match)
            url = table.seats[side].webhook
            if url is None or not due(table, side, since):
                return due(table, side, table.since)
            if await self._try(table, side, url):
                break
        table = await self._tables.get(match)
        async with table.lock:
            if not table.gone:
                await self._tables.commit(table, SeatSaved(match, table.seat(side, told=since)))
        return table.asked == side and due(table, side, table.since)

    def _wait(self, match: str, side: str) -> float:
        return self._last.get((match, side), -self._rules.apart) + self._rules.apart - monotonic()

    async def _try(self, table: Table, side: str, url: str) -> bool:
        self._last[table.id, side] = monotonic()
        self._last.move_to_end((table.id, side))
        while len(self._last) > WAITING:
            self._last.popitem(last=False)
        body = encode(
            {
                "match": table.id,
                "game": table.game.name,
                "side": side,
                "number": table.number,
                "text": f"It is your turn in {table.game.title}.",
                "path": f"/match/{table.id}",
            }
        )
        async with self._room:
            try:
                await asyncio.to_thread(post, url, body, self._rules.private)
            except (NotSent, OSError, HTTPException, ValueError) as error:
                log.info("A message did not get through: %s", error)
                return False
        return True


def due(table: Table, side: str, since: int) -> bool:
    """Whether this side still has to be told of its turn that began at that position."""
    seat = table.seats.get(side)
    asked = table.asked == side and table.since == since
    return asked and seat is not None and seat.kind == PERSON and seat.webhook is not None and seat.told < since


def _parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise Problem("malformed", "This is not an address.") from None
    if not parts.hostname or parts.username is not None or not url.isascii() or not url.isprintable() or " " in url:
        raise Problem("malformed", "This is not an address that messages can be sent to.")
    return parts


def _is_private(host: str) -> bool:
    """Whether an address is not one of the public internet. A name is judged when it is looked up."""
    try:
        address = ip_address(host)
    except ValueError:
        return host.lower().rstrip(".") in LOCAL
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return not address.is_global or address.is_multicast


def post(url: str, body: bytes, private: bool) -> None:
    """Send it to an address that was looked up and judged just now; redirections are not followed."""
    parts = _parts(url)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(entry[4][0]) for entry in found]
    if not private and any(_is_private(address) for address in addresses):
        raise NotSent("the address is private")
    raw = socket.create_connection((addresses[0], port), timeout=TIMEOUT)
    with ssl.create_default_context().wrap_socket(raw, server_hostname=host) if secure else raw as line:
        connection = HTTPConnection(host, port, timeout=TIMEOUT)
        connection.sock = line
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {"Content-Type": "application/json", "User-Agent": "rasputitsa", "Connection": "close"}
        connection.request("POST", path, body, headers)
        status = connection.getresponse().status
    if not 200 <= status < 300:
        raise NotSent(f"the answer was {status}")
