"""One client's websocket: its hello, its wishes in their order, and what it is sent."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import TYPE_CHECKING

from msgspec import Struct
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..core import RasputitsaError
from .limits import Bucket, Limits
from .problems import Problem, problem
from .protocol import (
    HELLO,
    ONLY_ID,
    WISHES,
    Bye,
    ChatMessage,
    ErrorData,
    Hello,
    Refused,
    encode,
    read,
)
from .seats import Access
from .tables import rematch_messages

if TYPE_CHECKING:
    from .table import Table
    from .wishes import Wishes

log = logging.getLogger(__name__)
REFUSED, TRY_LATER = 1008, 1013
LATER = ("too-fast", "too-slow", "too-many", "unavailable", "restart")


class Connection:
    """A client at a table. ``sides`` are the seats it sits at; ``sent`` is how much of the log it has."""

    def __init__(self, socket: WebSocket, limits: Limits) -> None:
        self.socket = socket
        self.limits = limits
        self.sides: tuple[str, ...] = ()
        self.access = Access()
        self.sent = 0
        self.table: Table | None = None
        self.tasks: set[asyncio.Task[None]] = set()
        self.chat_rate = Bucket(limits.chat_per_second, limits.chat_at_once)
        self._rate = Bucket(limits.wishes_per_second, limits.wishes_at_once)
        self._too_fast = 0
        self._queue: deque[bytes] = deque()
        self._filled = asyncio.Event()
        self._leaving: tuple[int, str] | None = None
        self._waiting: asyncio.Task[None] | None = None  # who waits for the next wish, and may be called off

    # Sending: nobody waits for a slow client.

    def send(self, message: bytes) -> None:
        if self._leaving is None:
            self._queue.append(message)
            self._filled.set()
            if len(self._queue) > self.limits.waiting_messages:
                self._queue.clear()
                self.dismiss("too-slow", "You did not keep up. Connect again.")

    def say(self, message: Struct) -> None:
        self.send(encode(message))

    def dismiss(self, code: str, text: str) -> None:
        """Say goodbye and close."""
        if self._leaving is None:
            self._queue.append(encode(Bye(text=text, code=code)))
            self._leaving = (TRY_LATER if code in LATER else REFUSED, code)
            self._filled.set()
            if self._waiting is not None:
                self._waiting.cancel()

    async def deliver(self) -> None:
        """Send what is queued, until the connection ends."""
        try:
            while True:
                await self._filled.wait()
                self._filled.clear()
                while self._queue:
                    await self.socket.send({"type": "websocket.send", "text": self._queue.popleft().decode()})
                if self._leaving:
                    await self.socket.close(*self._leaving)
                    return
        except (WebSocketDisconnect, RuntimeError):
            return  # the client is gone; the receiving end notices too

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
            raise Problem("malformed", "Nothing was said.") from None
        if data is None:
            return None
        if len(data) > self.limits.message_bytes:
            raise Problem("malformed", "The message is too big.")
        return read(HELLO, data, "a hello")

    async def listen(self, wishes: Wishes) -> None:
        """Fulfil or refuse one wish after the other, until the client leaves or is dismissed."""
        task = asyncio.current_task()
        while self._leaving is None:
            self._waiting = task
            try:
                data = await self.receive()
            except asyncio.CancelledError:
                if self._leaving is None or task is None or task.uncancel():
                    raise
                return
            finally:
                self._waiting = None
            if data is None:
                return
            await self._handle(data, wishes)

    async def _handle(self, data: bytes, wishes: Wishes) -> None:
        try:
            self._check_rate()
            if len(data) > self.limits.message_bytes:
                raise Problem("too-big", f"A message has at most {self.limits.message_bytes} bytes.")
            await wishes.fulfil(self, read(WISHES, data, "a wish"))
        except Problem as refusal:
            self.refuse(_id_of(data), refusal)
        except RasputitsaError as error:
            self.refuse(_id_of(data), problem(error))
        except Exception:
            log.exception("A wish failed.")
            self.refuse(_id_of(data), Problem("unavailable", "Something went wrong here. Connect again, please."))

    def _check_rate(self) -> None:
        if not self._rate.take():
            self._too_fast += 1
            if self._too_fast > self.limits.refusals_before_bye:
                self.dismiss("too-fast", "Too many messages.")
            raise Problem("too-fast", "Too many messages. Slow down.")

    def refuse(self, wish: int | str | None, refusal: Problem) -> None:
        self.say(Refused(id=wish, error=ErrorData(refusal.code, refusal.text, refusal.rule)))

    # What a client that just came is told besides the state.

    def catch_up(self, chat: int) -> None:
        assert self.table is not None
        for line in self.table.chat[chat:]:
            self.say(ChatMessage(sender=line.sender, text=line.text, at=line.at, number=line.seq))
        self.announce_rematch()

    def announce_rematch(self) -> None:
        assert self.table is not None
        for message in rematch_messages(self.table, self.access.sides, self.access.keys):
            self.send(message)

    @property
    def leaving(self) -> bool:
        return self._leaving is not None


def _id_of(data: bytes) -> int | str | None:
    try:
        return read(ONLY_ID, data, "a wish").id
    except Problem:
        return None
