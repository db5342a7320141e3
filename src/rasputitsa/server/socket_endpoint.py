"""The websocket endpoint: who may connect, and what happens when clients come and go."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from hmac import compare_digest

from starlette.responses import Response
from starlette.websockets import WebSocket

from .commands import CommandHandler
from .connection import Connection
from .limits import Limits, Rates, network_of
from .live_match import LiveMatch
from .live_matches import NOT_STORED, LiveMatches
from .origins import Origins
from .problems import Problem
from .protocol import ErrorBody, Hello, KeyMessage, encode
from .seat_changes import check_link, keep_key, take_again, take_with_link
from .seats import hash_of, new_key, opened
from .storage import BOT, EMPTY, Write

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
        access = opened(hello.keys, live.seats, live.header.spectators)
        if not access:
            raise Problem("forbidden", "Your key opens nothing in this match.")
        for side, key in zip(access.sides, access.keys, strict=True):
            check_link(live, side, key)
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
            sides = client.access.sides
            self._make_room(live, sides)
            arrives = any(not live.is_connected(side) for side in sides)
            client.sides = sides
            client.sent = hello.log if hello.undos == live.undos and hello.log <= live.number else 0
            keys = await self._take_seats(client, live)
            live.connections.add(client)
            if starts := live.start_clock():
                await self._matches.commit(live, *starts)
            if arrives or starts:
                live.seats_changed()
                self._matches.show(live)
            else:
                self._matches.show_one(live, client)
            client.catch_up(hello.chat)
            for side, key in keys.items():
                client.say(KeyMessage(side=side, key=key))

    def _make_room(self, live: LiveMatch, sides: Sequence[str]) -> None:
        """Of the connections of one seat the oldest gives way, so that nobody locks a player out."""
        for side in sides:
            same = [other for other in live.connections if side in other.access.sides]
            if len(same) >= self._limits.connections_per_seat:
                oldest = min(same, key=lambda other: other.since)
                oldest.dismiss("too-many", "This seat is open in too many places.")
                live.connections.discard(oldest)

    async def _take_seats(self, client: Connection, live: LiveMatch) -> dict[str, str]:
        """Seat a client that has come. Returns the new keys that it gets for those of links."""
        keys: dict[str, str] = {}
        writes: list[Write] = []
        for side, key in zip(client.access.sides, client.access.keys, strict=True):
            seat = live.seats[side]
            if not seat.used and seat.kind != BOT:
                if seat.next_key is not None and compare_digest(hash_of(key), seat.next_key):
                    writes += keep_key(live, side)
                else:
                    self._check_seat_changes(live)
                    keys[side] = client.issued[side] = new_key()
                    writes += take_with_link(live, side, hash_of(keys[side]))
            elif seat.kind == EMPTY:
                self._check_seat_changes(live)
                writes += take_again(live, side)
        if writes:
            await self._matches.commit(live, *writes)
            self._matches.send_chat(live, writes)
        return keys

    def _check_seat_changes(self, live: LiveMatch) -> None:
        if live.notices >= self._limits.seat_changes_per_match:
            raise Problem("too-many", "The seats of this match have changed too often.")

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
