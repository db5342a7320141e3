"""One client's websocket: its hello, its commands in their order, and what it is sent."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import Struct
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..core import RasputitsaError
from .frames import Frame, frame
from .limits import Limits, Rates
from .live_matches import rematch_messages
from .problems import Problem, problem
from .protocol import COMMANDS, HELLO, ONLY_ID, Bye, ChatHistory, Hello, Refused, chat_message, encode, read
from .seats import Access

if TYPE_CHECKING:
    from .commands import CommandHandler
    from .live_match import LiveMatch

log = logging.getLogger(__name__)
REFUSED, TRY_LATER = 1008, 1013  # websocket close codes
LATER = ("too-fast", "too-slow", "too-many", "unavailable", "restart")


class Connection:
    """A connected client. ``sides`` are the sides it plays; ``sent`` is how much of the log it has."""

    def __init__(self, socket: WebSocket, limits: Limits, rates: Rates, address: str = "") -> None:
        self.socket = socket
        self.limits = limits
        self.rates = rates
        self.address = address
        self.sides: tuple[str, ...] = ()
        self.access = Access()
        self.sent = 0
        self.since = monotonic()
        self.live: LiveMatch | None = None
        self.tasks: set[asyncio.Task[None]] = set()
        self.issued: dict[str, str] = {}  # by side, a new key that this client was sent and has not confirmed
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

    def say(self, message: Struct) -> None:
        self.send(frame(encode(message)))

    def dismiss(self, code: str, text: str) -> None:
        """Say goodbye and close."""
        if self._closing is None:
            self._queue.append(frame(encode(Bye(text=text, code=code))))
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
            raise Problem("malformed", "No hello came in time.") from None
        if data is None:
            return None
        if len(data) > self.limits.message_bytes:
            raise Problem("malformed", f"A message has at most {self.limits.message_bytes} bytes.")
        return read(HELLO, data, "a hello")

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
            await commands.handle(self, read(COMMANDS, data, "a command"))
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
        self.say(Refused(id=command_id, error=refusal.data()))

    # What a client that has just connected is sent besides the state.

    def catch_up(self, chat: int) -> None:
        assert self.live is not None
        lines = self.live.chat[max(chat, len(self.live.chat) - self.limits.chat_lines_at_once) :]
        if lines:
            self.say(ChatHistory(lines=[chat_message(line) for line in lines]))
        self.announce_rematch()

    def use_issued_key(self, side: str) -> None:
        """From now on this client is known by the new key that it was sent."""
        key = self.issued.pop(side)
        keys = [key if each == side else old for each, old in zip(self.access.sides, self.access.keys, strict=True)]
        self.access = replace(self.access, keys=tuple(keys))

    def lose_seat(self, side: str, text: str) -> None:
        """The key of this seat has ended. Who has no other is dismissed with that text."""
        self.sides = tuple(each for each in self.sides if each != side)
        left = [(each, key) for each, key in zip(self.access.sides, self.access.keys, strict=True) if each != side]
        self.access = replace(self.access, sides=tuple(e for e, _ in left), keys=tuple(k for _, k in left))
        if not self.access:
            self.dismiss("forbidden", text)

    def announce_rematch(self) -> None:
        assert self.live is not None
        for message in rematch_messages(self.live, self.access.sides, self.access.keys):
            self.send(message)

    @property
    def viewer(self) -> str | None:
        """The side for which queries are answered."""
        assert self.live is not None
        return self.live.viewer_of(self.sides)

    @property
    def closing(self) -> bool:
        return self._closing is not None


def _id_of(data: bytes) -> int | str | None:
    try:
        return read(ONLY_ID, data, "a command").id
    except Problem:
        return None
