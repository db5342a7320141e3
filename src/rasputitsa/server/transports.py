"""Bounds on what a connection may cost before the application even sees it.

uvicorn's protocols with five additions: a request must come in completely within some seconds and not in crumbs,
connections that have not sent one yet are capped (in all and by address), a client that does not read what it is sent
is aborted, and every frame of a websocket is counted, of whatever kind and from the first on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from .limits import Bucket, Limits, network_of

PIECE = 4_096  # bytes that are taken apart at a time: a heap of empty frames costs far more than it weighs
SMALL_PIECES = 50  # of a body that may be smaller than ..
SMALL = 256  # bytes: a chunk of one byte costs as much as one of thousands
FLOODED = (1008, "too-fast")  # with which a websocket is closed


class Waiting:
    """The connections whose request is not complete, or which wait for the next one; the oldest first.

    Where there are too many, the oldest gives way: somebody with a real request sends it at once and waits no more.
    """

    def __init__(self, limits: Limits, trusted: tuple[str, ...] = ()) -> None:
        self.limits = limits
        self._trusted = trusted
        self._networks: dict[HttpConnection, str] = {}
        self._by_network: dict[str, dict[HttpConnection, None]] = {}

    def add(self, connection: HttpConnection) -> None:
        self.discard(connection)
        address = connection.client[0] if connection.client else ""
        network = network_of(address)
        same = self._by_network.setdefault(network, {})
        if len(same) >= self.limits.waiting_per_address and address not in self._trusted:
            self._abort(next(iter(same)))
            same = self._by_network.setdefault(network, {})
        self._networks[connection] = network
        same[connection] = None

    def discard(self, connection: HttpConnection) -> None:
        network = self._networks.pop(connection, None)
        if network is not None:
            same = self._by_network[network]
            del same[connection]
            if not same:
                del self._by_network[network]

    def abort_oldest(self) -> bool:
        """Make room for a new connection, if there is one that waits."""
        oldest = next(iter(self._networks), None)
        if oldest is not None:
            self._abort(oldest)
        return oldest is not None

    def _abort(self, connection: HttpConnection) -> None:
        self.discard(connection)
        connection.transport.abort()


class BodyCounter(h11.Connection):
    """Counts the pieces of each request's body, and reads no further where they are too many and too small."""

    too_many: Callable[[], None]  # set by `HttpConnection`
    _pieces = _bytes = 0

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._pieces = self._bytes = 0
        elif isinstance(event, h11.Data):
            self._pieces += 1
            self._bytes += len(event.data)
            if self._pieces > SMALL_PIECES + self._bytes // SMALL:
                self.too_many()
                return h11.NEED_DATA
        return event


class HttpConnection(H11Protocol):
    """HTTP with a deadline for requests, whose bodies are counted."""

    waiting: Waiting  # set by `protocols`
    _deadline: asyncio.TimerHandle | None = None

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.conn: BodyCounter = BodyCounter(h11.SERVER)
        self.conn.too_many = self._refuse_crumbs

    def _refuse_crumbs(self) -> None:
        if self.cycle.response_started:
            self.transport.abort()
        else:
            self.send_400_response("The body comes in too many small pieces.")

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        full = len(self.connections) > self.waiting.limits.open_connections
        if full and not self.waiting.abort_oldest():
            transport.abort()
        else:
            self.waiting.add(self)
            self._set_deadline()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._at_work():
            self.waiting.discard(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_wait()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.waiting.add(self)
        self._set_deadline()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._end_wait()
        super().handle_websocket_upgrade(event)

    def _end_wait(self) -> None:
        self.waiting.discard(self)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _set_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(self.waiting.limits.request_seconds, self._check)

    def _at_work(self) -> bool:
        """Whether a complete request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body

    def _check(self) -> None:
        """At the deadline: only a request that is complete and at work may go on."""
        self._deadline = None
        if self._at_work() and not self.flow.write_paused:
            self._set_deadline()
        elif not self.transport.is_closing() or self.transport.get_write_buffer_size():
            self.transport.abort()


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A websocket with counted frames and a bounded write buffer that does not outlive its client's coroutine."""

    limits: Limits  # set by `protocols`

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._frames = Bucket(0.0, self.limits.frames_before_hello)
        self._greeted = False
        self._flooded = False

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            if self._flooded or self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])

    def handle_events(self) -> None:
        if all(self._frames.take() for _ in self.conn.events):
            super().handle_events()
        else:
            self._refuse_flood()

    def send_receive_event_to_app(self) -> None:
        if not self._greeted:
            self._greeted = True
            self._frames = Bucket(self.limits.frames_per_second, self.limits.frames_at_once)
        super().send_receive_event_to_app()

    def _refuse_flood(self) -> None:
        """Say why and read no more. The client has a moment to read that."""
        self._flooded = True
        if self.conn.state is not State.OPEN or not self.handshake_complete or self.close_sent:
            self.transport.abort()
            return
        self.transport.pause_reading()
        self.read_paused = False  # so that nobody resumes it
        self.conn.data_to_send()  # pongs that nobody needs
        self.conn.send_close(*FLOODED)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(self.limits.close_seconds, self.transport.abort)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": FLOODED[0], "reason": FLOODED[1]})

    def handle_ping(self) -> None:
        if self.transport.is_closing():
            return
        super().handle_ping()
        if self.transport.get_write_buffer_size() > self.limits.written_bytes:
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """A client that does not answer is gone: a goodbye would only wait in the buffer while its seat looks taken."""
        self.transport.abort()

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(self.limits.close_seconds, self.transport.abort)


def protocols(
    limits: Limits, trusted: tuple[str, ...] = ()
) -> tuple[type[H11Protocol], type[WebSocketsSansIOProtocol]]:
    """The two protocols of a server with these limits; ``trusted`` are the addresses of its proxies."""
    http = type("HttpConnection", (HttpConnection,), {"waiting": Waiting(limits, trusted)})
    socket = type("WebSocketConnection", (WebSocketConnection,), {"limits": limits})
    return cast(type[H11Protocol], http), cast(type[WebSocketsSansIOProtocol], socket)
