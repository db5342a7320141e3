"""The desk and the bots in WebAssembly Python: JSON in and out, so that nothing has to be converted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from time import monotonic
from typing import Any

from .desk import Desk
from .host import ELSEWHERE, FULL, NOT_STORED, Data, NotStored
from .thinking import decide

REASONS = {"QuotaExceededError": FULL, "ConstraintError": ELSEWHERE}
LOOK = 0.05  # seconds between two looks whether a bot must decide


class BrowserHost:
    """What ``web/local/worker.js`` provides, as a `Host`."""

    def __init__(self, js: Any) -> None:
        self._js = js

    async def load(self, match: str) -> Data | None:
        found = await self._js.load(match)
        return json.loads(found) if found else None

    async def write(self, rows: list[Data]) -> None:
        failure = await self._js.write(json.dumps(rows))
        if failure:
            raise NotStored(REASONS.get(failure, NOT_STORED))

    async def need(self, game: str) -> None:
        await self._js.need(game)

    async def think(self, question: Data) -> Data:
        decision: Data = json.loads(await self._js.think(json.dumps(question)))
        return decision

    def interrupt(self, ticket: int) -> None:
        self._js.interrupt(ticket)

    def send(self, channel: int, message: Data) -> None:
        self._js.send(channel, json.dumps(message, separators=(",", ":")))


class BrowserDesk:
    """A desk whose answers are JSON."""

    def __init__(self, js: Any, uptime: float) -> None:
        self._desk = Desk(BrowserHost(js), uptime)
        self._tasks: set[asyncio.Task[None]] = set()

    async def request(self, text: str) -> str:
        data = json.loads(text)
        return json.dumps(await self._desk.request(data["path"], data["key"], data["query"], data.get("body")))

    def hear(self, channel: int, match: str, text: str) -> None:
        task = asyncio.ensure_future(self._desk.hear(channel, match, json.loads(text)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self, channel: int) -> None:
        self._desk.close(channel)

    def drop(self, match: str) -> None:
        self._desk.tables.drop(match)

    def give_up(self, match: str) -> None:
        self._desk.give_up(match)


class BrowserPartner:
    """The same bot in another worker, as `bots.search` uses it."""

    def __init__(self, place: int, exchange: Callable[[str], Any]) -> None:
        self.place = place
        self._exchange = exchange

    def exchange(self, key: str, values: list[float]) -> list[float] | None:
        from pyodide.ffi import run_sync  # type: ignore[import-not-found]

        key_there, found = json.loads(run_sync(self._exchange(json.dumps([key, values]))) or "[null, null]")
        return found if key_there == key else None


def decide_text(text: str, look: Callable[[], Any], place: int, exchange: Callable[[str], Any] | None) -> str:
    """A bot's decision. Where Python can wait, ``look`` says now and then whether it is to be made now.

    With ``exchange`` the same bot decides in another worker too, and they share the work.
    """
    from pyodide.ffi import can_run_sync, run_sync

    question = json.loads(text)
    end, looked, listens = monotonic() + question["seconds"], monotonic(), can_run_sync()

    def stop() -> bool:
        nonlocal end, looked
        now = monotonic()
        if listens and now < end and now - looked > LOOK:
            looked = now
            end = now if run_sync(look()) else end
        return bool(now >= end)

    partner = BrowserPartner(place, exchange) if exchange and listens else None
    return json.dumps(decide(question, stop, partner))
