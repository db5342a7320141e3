"""The websocket endpoint: who may connect, and what happens when clients come and go."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence

from starlette.responses import Response
from starlette.websockets import WebSocket

from ..table.commands import Hello
from ..table.problems import Problem
from ..table.sitting import admit, depart, sit_down, welcome
from .commands import CommandHandler
from .connection import Connection
from .limits import Limits, Rates, network_of
from .live_match import LiveMatch
from .live_matches import NOT_STORED, LiveMatches, announce_rematch
from .origins import Origins
from .problems import status_of
from .protocol import ErrorBody, encode

CLOSE_SECONDS = 1.0
CLOSE_CHECKS = 50


class SocketEndpoint:
    """Serves websocket clients, one coroutine each."""

    def __init__(self, matches: LiveMatches, commands: CommandHandler, origins: Origins, limits: Limits) -> None:
        self._matches = matches
        self._commands = commands
        self._origins = origins
        self._limits = limits
        self._rates = Rates(limits)
        self._addresses: Counter[str] = Counter()
        self._open: set[Connection] = set()

    async def __call__(self, socket: WebSocket) -> None:
        address = socket.client.host if socket.client else ""
        try:
            self._origins.check(socket.headers)
            self._check_capacity(address)
        except Problem as refusal:
            await _deny(socket, refusal)
            return
        await socket.accept()
        client = Connection(socket, self._limits, self._rates, address)
        network = network_of(address)
        self._addresses[network] += 1
        self._open.add(client)
        delivery = asyncio.create_task(client.deliver())
        try:
            await self._serve(client, socket.path_params["match"])
        except Problem as refusal:
            client.dismiss(refusal.code, refusal.text)
        finally:
            self._open.discard(client)
            self._addresses[network] -= 1
            self._addresses += Counter()  # drops addresses without connections
            await _finish(client, delivery)

    async def close_all(self) -> None:
        """The server stops: say so to everybody, and wait a moment until they have gone."""
        for client in list(self._open):
            client.dismiss("restart", "The server is stopping. Come back in a moment.")
        for _ in range(CLOSE_CHECKS):
            if not self._open:
                return
            await asyncio.sleep(CLOSE_SECONDS / CLOSE_CHECKS)

    def _check_capacity(self, address: str) -> None:
        if len(self._open) >= self._limits.connections:
            raise Problem("too-many", "This server is full.")
        if self._addresses[network_of(address)] >= self._limits.connections_per_address:
            raise Problem("too-many", "There are too many connections from your address.")

    async def _serve(self, client: Connection, match_id: str) -> None:
        hello = await client.hello()
        if hello is None:
            return
        live = await self._matches.get(match_id)
        self._admit(client, hello, live)
        live.arriving += 1  # keeps it in memory
        try:
            await self._connect(client, hello, live)
        finally:
            live.arriving -= 1
        try:
            await client.listen(self._commands)
        finally:
            for task in client.tasks:
                task.cancel()
            live.connections.discard(client)
            await self._disconnected(client, live)

    def _admit(self, client: Connection, hello: Hello, live: LiveMatch) -> None:
        """Find out what the client's keys open."""
        access = admit(live, hello)
        if not access.sides:
            spectators = sum(not other.access.sides for other in live.connections)
            if spectators >= self._limits.spectators_per_match:
                raise Problem("too-many", "There are too many spectators.")
        client.live, client.access = live, access

    async def _connect(self, client: Connection, hello: Hello, live: LiveMatch) -> None:
        """Show a client the match once what is under way there is stored; everybody sees who has connected."""
        async with live.lock:
            if live.dropped:
                raise Problem("unavailable", NOT_STORED)
            self._admit(client, hello, live)  # a key may have ended while this client waited
            self._make_room(live, client.access.sides)
            now = self._matches.now()
            joined = sit_down(live, client, hello, now)
            if joined.writes:
                await self._matches.commit(live, *joined.writes)
            self._matches.deliver(welcome(live, client, hello, joined, now))
            announce_rematch(live, client)
            if joined.changed:
                self._matches.notify_watchers(live)

    def _make_room(self, live: LiveMatch, sides: Sequence[str]) -> None:
        """Of the connections of one seat the oldest gives way, so that nobody locks a player out."""
        for side in sides:
            same = [other for other in live.connections if side in other.access.sides]
            if len(same) >= self._limits.connections_per_seat:
                oldest = min(same, key=lambda other: other.since)
                oldest.dismiss("too-many", "This seat is open in too many places.")
                live.connections.discard(oldest)

    async def _disconnected(self, client: Connection, live: LiveMatch) -> None:
        """Everybody sees who has left."""
        async with live.lock:
            if not live.dropped and (messages := depart(live, client, self._matches.now())):
                self._matches.deliver(messages)
                self._matches.notify_watchers(live)


async def _finish(client: Connection, delivery: asyncio.Task[None]) -> None:
    """Let a goodbye out, if there is one, but do not wait long."""
    if not client.closing:
        delivery.cancel()
    await asyncio.wait([delivery], timeout=2)
    delivery.cancel()


async def _deny(socket: WebSocket, refusal: Problem) -> None:
    body = encode(ErrorBody(refusal.data()))
    await socket.send_denial_response(Response(body, status_of(refusal), media_type="application/json"))
