"""The door of the websockets: who may come in, and what happens on coming and going."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence

from starlette.responses import Response
from starlette.websockets import WebSocket

from .connection import Connection
from .limits import Limits
from .origins import Origins
from .problems import Problem
from .protocol import ErrorAnswer, ErrorData, Hello, encode
from .seats import opened
from .storage import EMPTY, PERSON, SeatSaved
from .table import Table
from .tables import GONE, Tables
from .wishes import Wishes

GOODBYE_SECONDS = 1.0
GOODBYE_LOOKS = 50


class Door:
    """Lets clients in, one coroutine each."""

    def __init__(self, tables: Tables, wishes: Wishes, origins: Origins, limits: Limits) -> None:
        self._tables = tables
        self._wishes = wishes
        self._origins = origins
        self._limits = limits
        self._addresses: Counter[str] = Counter()
        self._open: set[Connection] = set()

    async def __call__(self, socket: WebSocket) -> None:
        address = socket.client.host if socket.client else ""
        try:
            self._origins.check(socket.headers)
            self._check_room(address)
        except Problem as refusal:
            await _deny(socket, refusal)
            return
        await socket.accept()
        client = Connection(socket, self._limits)
        self._addresses[address] += 1
        self._open.add(client)
        delivery = asyncio.create_task(client.deliver())
        try:
            await self._host(client, socket.path_params["match"])
        except Problem as refusal:
            client.dismiss(refusal.code, refusal.text)
        finally:
            self._open.discard(client)
            self._addresses[address] -= 1
            self._addresses += Counter()  # forget those with none
            await _see_off(client, delivery)

    async def close_all(self) -> None:
        """The server stops: say so to everybody, and wait a little until they have gone."""
        for client in list(self._open):
            client.dismiss("restart", "The server stops. Come back in a moment.")
        for _ in range(GOODBYE_LOOKS):
            if not self._open:
                return
            await asyncio.sleep(GOODBYE_SECONDS / GOODBYE_LOOKS)

    def _check_room(self, address: str) -> None:
        if len(self._open) >= self._limits.connections:
            raise Problem("too-many", "This server is full.")
        if self._addresses[address] >= self._limits.connections_per_address:
            raise Problem("too-many", "There are too many connections from your address.")

    async def _host(self, client: Connection, match: str) -> None:
        hello = await client.hello()
        if hello is None:
            return
        table = await self._tables.get(match)
        self._admit(client, hello, table)
        table.arriving += 1  # nobody drops it from memory
        try:
            await self._greet(client, hello, table)
        finally:
            table.arriving -= 1
        try:
            await client.listen(self._wishes)
        finally:
            for task in client.tasks:
                task.cancel()
            table.connections.discard(client)
            await self._show_who_left(client, table)

    def _admit(self, client: Connection, hello: Hello, table: Table) -> None:
        """Find out what the keys open."""
        access = opened(hello.keys, table.seats, table.header.spectators)
        if not access:
            raise Problem("forbidden", "Your key opens nothing here.")
        if len(table.connections) >= self._limits.connections_per_match:
            raise Problem("too-many", "There are too many onlookers.")
        client.table, client.access = table, access

    async def _greet(self, client: Connection, hello: Hello, table: Table) -> None:
        """Show the table to who comes, once what is under way there is stored; all see who sits down."""
        async with table.lock:
            if table.gone:
                raise Problem("unavailable", GONE)
            sides = client.access.sides
            arrives = any(not table.here(side) for side in sides)
            client.sides = sides
            client.sent = hello.log if hello.undos == table.undos and hello.log <= table.number else 0
            if arrives:
                await self._sit_down(table, sides)
            table.connections.add(client)
            if arrives:
                table.seats_changed()
                self._tables.show(table)
            else:
                self._tables.show_one(table, client)
            client.catch_up(hello.chat)

    async def _sit_down(self, table: Table, sides: Sequence[str]) -> None:
        empty = [side for side in sides if table.seats[side].kind == EMPTY]
        if empty:
            saved = [SeatSaved(table.id, table.seat(side, kind=PERSON, used=True)) for side in empty]
            await self._tables.commit(table, *saved)

    async def _show_who_left(self, client: Connection, table: Table) -> None:
        async with table.lock:
            if not table.gone and any(not table.here(side) for side in client.sides):
                table.seats_changed()
                self._tables.show(table)


async def _see_off(client: Connection, delivery: asyncio.Task[None]) -> None:
    """Let a goodbye out, if there is one, but not for long."""
    if not client.leaving:
        delivery.cancel()
    await asyncio.wait([delivery], timeout=2)
    delivery.cancel()


async def _deny(socket: WebSocket, refusal: Problem) -> None:
    body = encode(ErrorAnswer(ErrorData(refusal.code, refusal.text, refusal.rule)))
    await socket.send_denial_response(Response(body, refusal.status, media_type="application/json"))
