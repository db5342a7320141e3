"""A proxy between a client and a server that can fall silent: connections stay open, and what is sent gets lost.

So it is for a while after a change of networks, a sleep, or when a router has forgotten a connection.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any

UP, DOWN = "up", "down"  # to the server, and back
CHUNK = 65536


class Proxy:
    """Listens on a port of its own, in a thread. New connections are as lossy as those that are open."""

    def __init__(self, port: int) -> None:
        self.swallowed = 0  # bytes
        self._goal = port
        self._lost: set[str] = set()
        self._flowing = True
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._listener: asyncio.Server = self._do(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port: int = self._listener.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def swallow(self, *ways: str) -> None:
        """From now on what is sent these ways gets lost; nothing gets lost if none is named.

        What was lost does not come later: a connection that has swallowed something is dead for good.
        """
        self._lost = set(ways)

    def stall(self) -> None:
        """From now on nothing that comes back from the server is even taken from it."""
        self._flowing = False

    def close(self) -> None:
        self._do(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def _do(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _close(self) -> None:
        self._listener.close()
        for writer in list(self._writers):
            writer.transport.abort()
        self._flowing = True
        while self._writers:
            await asyncio.sleep(0.01)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends = [writer]
        self._writers.add(writer)
        try:
            server_reader, server_writer = await asyncio.open_connection(sock=await self._connect())
            ends.append(server_writer)
            self._writers.add(server_writer)
            dead: set[str] = set()
            await asyncio.gather(
                self._pass_on(UP, reader, server_writer, dead), self._pass_on(DOWN, server_reader, writer, dead)
            )
        except OSError:
            pass
        finally:
            for end in ends:
                self._writers.discard(end)
                end.transport.abort()

    async def _connect(self) -> socket.socket:
        """To the server, with a small buffer, so that who stalls is noticed soon."""
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.setblocking(False)
        await self._loop.sock_connect(made, ("127.0.0.1", self._goal))
        return made

    async def _pass_on(
        self, way: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, dead: set[str]
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                while way == DOWN and not self._flowing:
                    await asyncio.sleep(0.05)
                if way in self._lost:
                    dead.add(way)
                if way in dead:
                    self.swallowed += len(data)
                    continue
                writer.write(data)
                await writer.drain()
        if way not in self._lost | dead:  # a goodbye gets lost like everything else
            with suppress(OSError, RuntimeError):
                writer.write_eof()


@contextmanager
def proxy_to(port: int) -> Iterator[Proxy]:
    made = Proxy(port)
    try:
        yield made
    finally:
        made.close()
