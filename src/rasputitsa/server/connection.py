"""One client's websocket: its hello, its commands in their order, and what it is sent."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from time import monotonic
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket, WebSocketDisconnect

from ..core import RasputitsaError
from ..table.client import Client
from ..table.commands import Hello, id_of, read_command, read_hello
from ..table.problems import Problem, problem
from ..table.protocol import Bye, Message, refused
from .frames import Frame, frame
from .limits import Limits, Rates
from .protocol import PLAIN, RematchMessage, encode, read

if TYPE_CHECKING:
    from .commands import CommandHandler
    from .live_match import LiveMatch

log = logging.getLogger(__name__)
REFUSED, TRY_LATER = 1008, 1013  # websocket close codes
LATER = ("too-fast", "too-slow", "too-many", "unavailable", "restart")


class Connection(Client):
    """A connected client."""

    def __init__(self, socket: WebSocket, limits: Limits, rates: Rates, address: str = "") -> None:
        super().__init__()
        self.socket = socket
        self.limits = limits
        self.rates = rates
        self.address = address
        self.since = monotonic()
        self.live: LiveMatch | None = None
        self.tasks: set[asyncio.Task[None]] = set()
        self._too_fast = 0
        self._queue: deque[Frame] = deque()
        self._queued_bytes = 0
        self._filled = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self._listener: asyncio.Task[None] | None = None  # set while it waits for the next command

    # Sending: nobody waits for a slow client.

    def send(self, message: Frame) -> None:
        if self._closing is None:
            self._queue.append(message)
            self._queued_bytes += len(message)
            self._filled.set()
            if len(self._queue) > self.limits.queued_messages or self._queued_bytes > self.limits.queued_bytes:
                self._queue.clear()
                self.dismiss("too-slow", "You did not keep up. Connect again.")

    def say(self, message: Message | RematchMessage) -> None:
        self.send(frame(encode(message)))

    def dismiss(self, code: str, text: str) -> None:
        """Say goodbye and close."""
        if self._closing is None:
            bye: Bye = {"type": "bye", "text": text, "code": code}
            self._queue.append(frame(encode(bye)))
            self._closing = (TRY_LATER if code in LATER else REFUSED, code)
            self._filled.set()
            if self._listener is not None:
                self._listener.cancel()

    async def deliver(self) -> None:
        """Send what is queued, until the connection ends."""
        try:
            while True:
                await self._filled.wait()
                self._filled.clear()
                while self._queue:
                    message = self._queue.popleft()
                    self._queued_bytes -= len(message)
                    kind = "text" if isinstance(message, str) else "bytes"
                    await self.socket.send({"type": "websocket.send", kind: message})
                if self._closing:
                    await self.socket.close(*self._closing)
                    return
        except (WebSocketDisconnect, RuntimeError):
            return  # the client is gone, which the receiving end notices too

    # Receiving.

    async def receive(self) -> bytes | None:
        """The next message, or None when the client is gone."""
        message = await self.socket.receive()
        if message["type"] != "websocket.receive":
            return None
        text = message.get("text")
        return text.encode(errors="surrogatepass") if text is not None else bytes(message.get("bytes") or b"")

    async def hello(self) -> Hello | None:
        """The first message; else `Problem`. None if the client left."""
        try:
            data = await asyncio.wait_for(self.receive(), self.limits.hello_seconds)
        except TimeoutError:
            raise Problem("malformed", "The client sent no hello in time.") from None
        if data is None:
            return None
        if len(data) > self.limits.message_bytes:
            raise Problem("malformed", f"A message has at most {self.limits.message_bytes} bytes.")
        return read_hello(read(PLAIN, data, "a hello"))

    async def listen(self, commands: CommandHandler) -> None:
        """Handle or refuse one command after the other, until the client leaves or is dismissed."""
        task = asyncio.current_task()
        while self._closing is None:
            self._listener = task
            try:
                data = await self.receive()
            except asyncio.CancelledError:
                if self._closing is None or task is None or task.uncancel():
                    raise
                return
            finally:
                self._listener = None
            if data is None:
                return
            await self.handle(data, commands)

    async def handle(self, data: bytes, commands: CommandHandler) -> None:
        """One command, from the bytes of its message to its reply."""
        try:
            self._check_rate()
            if len(data) > self.limits.message_bytes:
                raise Problem("too-big", f"A message has at most {self.limits.message_bytes} bytes.")
            await commands.handle(self, read_command(read(PLAIN, data, "a command")))
        except Problem as refusal:
            self.refuse(_id_of(data), refusal)
        except RasputitsaError as error:
            self.refuse(_id_of(data), problem(error))
        except Exception:
            log.exception("A command failed.")
            self.refuse(_id_of(data), Problem("unavailable", "Something went wrong on the server. Connect again."))

    def _check_rate(self) -> None:
        assert self.live is not None
        if not self.rates.commands(self.live.id, self.access.sides, self.address).take():
            self._too_fast += 1
            if self._too_fast > self.limits.refusals_before_close:
                self.dismiss("too-fast", "Too many messages.")
            raise Problem("too-fast", "Too many messages. Slow down.")

    def refuse(self, command_id: int | str | None, refusal: Problem) -> None:
        self.say(refused(command_id, refusal.data()))

    @property
    def closing(self) -> bool:
        return self._closing is not None


def _id_of(data: bytes) -> int | str | None:
    """The id in a message, if there is one, so that it gets a reply whatever else is wrong with it."""
    try:
        return id_of(read(PLAIN, data, "a command"))
    except Problem:
        return None
