"""The websocket endpoint: who may connect, and what happens when clients come and go."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence

from starlette.responses import Response
from starlette.websockets import WebSocket

from .commands import CommandHandler
from .connection import Connection
from .limits import Limits
from .live_match import LiveMatch
from .live_matches import NOT_STORED, LiveMatches
from .origins import Origins
from .problems import Problem
from .protocol import ErrorBody, Hello, encode
from .seats import opened
from .storage import EMPTY, PERSON, SeatSaved

CLOSE_SECONDS = 1.0
CLOSE_CHECKS = 50


class SocketEndpoint:
    """Serves websocket clients, one coroutine each."""

    def __init__(self, matches: LiveMatches, commands: CommandHandler, origins: Origins, limits: Limits) -> None:
        self._matches = matches
        self._commands = commands
        self._origins = origins
        self._limits = limits
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
        client = Connection(socket, self._limits)
        self._addresses[address] += 1
        self._open.add(client)
        delivery = asyncio.create_task(client.deliver())
        try:
            await self._serve(client, socket.path_params["match"])
        except Problem as refusal:
            client.dismiss(refusal.code, refusal.text)
        finally:
            self._open.discard(client)
            self._addresses[address] -= 1
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
        if self._addresses[address] >= self._limits.connections_per_address:
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
        access = opened(hello.keys, live.seats, live.header.spectators)
        if not access:
            raise Problem("forbidden", "Your key opens nothing in this match.")
        if len(live.connections) >= self._limits.connections_per_match:
            raise Problem("too-many", "There are too many spectators.")
        client.live, client.access = live, access

    async def _connect(self, client: Connection, hello: Hello, live: LiveMatch) -> None:
        """Show a client the match once what is under way there is stored; everybody sees who has connected."""
        async with live.lock:
            if live.dropped:
                raise Problem("unavailable", NOT_STORED)
            sides = client.access.sides
            arrives = any(not live.is_connected(side) for side in sides)
            client.sides = sides
            client.sent = hello.log if hello.undos == live.undos and hello.log <= live.number else 0
            if arrives:
                await self._take_seats(live, sides)
            live.connections.add(client)
            if arrives:
                live.seats_changed()
                self._matches.show(live)
            else:
                self._matches.show_one(live, client)
            client.catch_up(hello.chat)

    async def _take_seats(self, live: LiveMatch, sides: Sequence[str]) -> None:
        empty = [side for side in sides if live.seats[side].kind == EMPTY]
        if empty:
            saved = [SeatSaved(live.id, live.change_seat(side, kind=PERSON, used=True)) for side in empty]
            await self._matches.commit(live, *saved)

    async def _disconnected(self, client: Connection, live: LiveMatch) -> None:
        """Everybody sees who has left."""
        async with live.lock:
            if not live.dropped and any(not live.is_connected(side) for side in client.sides):
                live.seats_changed()
                self._matches.show(live)


async def _finish(client: Connection, delivery: asyncio.Task[None]) -> None:
    """Let a goodbye out, if there is one, but do not wait long."""
    if not client.closing:
        delivery.cancel()
    await asyncio.wait([delivery], timeout=2)
    delivery.cancel()


async def _deny(socket: WebSocket, refusal: Problem) -> None:
    body = encode(ErrorBody(refusal.data()))
    await socket.send_denial_response(Response(body, refusal.status, media_type="application/json"))
