"""The tables that are in use in this page: loading them, storing what changes, and letting bots play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from time import time

from ..bots import adviser, bots
from ..core import RasputitsaError, State
from ..match import Match
from ..table import Now, Table
from ..table.hints import bots_guess
from ..table.limits import TableLimits
from ..table.looking_back import KeyPositions
from ..table.problems import Problem
from ..table.protocol import ChatMessage, chat_message
from ..table.rows import BOT, ChatLine, Header, Seat, TableWrite
from ..table.sitting import Outgoing, show_all
from ..table.table import SERVER
from .host import Data, Host, NotStored
from .stored import added_rows, match_row, read_stored

NO_SUCH_MATCH = "There is no such match in this browser."
BOT_SECONDS = 90.0  # a phone takes ten times as long as a server for a plan, which then serves for a whole phase
ASIDE_SECONDS = 20.0
HINT, STANDING, ADVICE = "hint", "standing", "advice"  # what is worked out aside, while nobody waits
FAILURES = 3  # of a bot at one decision, after which its player is told and it plays no further


class OpenTable(Table):
    """A table in use. Whoever changes it holds its ``lock`` until that is stored and shown."""

    def __init__(self, header: Header, seats: dict[str, Seat], match: Match, limits: TableLimits | None = None) -> None:
        super().__init__(header, seats, match, limits)
        self.levels = bots(self.game.name)
        self.lock = asyncio.Lock()
        self.bot_task: asyncio.Task[None] | None = None
        self.thinking: int | None = None  # the ticket of what the bot is asked
        self.asides: dict[str, tuple[int, int]] = {}  # by what it is: the ticket of a hint, the number of its position
        self.past: tuple[int, KeyPositions] | None = None  # with how much was undone by then
        self.dropped = False


class Tables:
    def __init__(self, host: Host, now: Callable[[], Now], deliver: Callable[[Outgoing], None]) -> None:
        self._host = host
        self.now = now
        self._deliver = deliver
        self._open: dict[str, OpenTable] = {}
        self._loading: dict[str, asyncio.Task[OpenTable]] = {}
        self._tickets = count(1)

    def find(self, match: str) -> OpenTable | None:
        """The table of that match, if it is in use."""
        return self._open.get(match)

    async def get(self, match: str) -> OpenTable:
        """The table of that match, loaded if need be; else `Problem`."""
        table = self._open.get(match)
        if table is not None:
            return table
        task = self._loading.get(match)
        if task is None:
            task = self._loading[match] = asyncio.create_task(self._load(match))
            task.add_done_callback(lambda _: self._loading.pop(match, None))
        return await task

    async def _load(self, match: str) -> OpenTable:
        data = await self._host.load(match)
        if data is None:
            raise Problem("unknown", NO_SUCH_MATCH)
        await self._host.need(data["match"]["header"]["game"])
        try:
            *_, table = OpenTable.rebuild(read_stored(data))
        except RasputitsaError as error:
            raise Problem("broken", f"This match cannot be continued. {error}") from None
        self._open[match] = table
        return table

    def drop(self, match: str) -> OpenTable | None:
        """Forget a table: somebody else uses it, or it is ahead of what is stored."""
        table = self._open.pop(match, None)
        if table is not None:
            table.dropped = True
            self.interrupt(table)
            self._end_asides(table)
        return table

    async def commit(self, table: OpenTable, writes: Sequence[TableWrite], *more: Data) -> None:
        """Make a change durable. If that fails the table is dropped: it is ahead of what is stored."""
        row = match_row(table.header, table.seats, self.now().clock)
        try:
            await self._host.write([row, *added_rows(table.id, writes), *more])
        except NotStored as error:
            self._dismiss(table, str(error))
            raise Problem("unavailable", str(error)) from None

    def _dismiss(self, table: OpenTable, text: str) -> None:
        clients = list(table.clients)
        self.drop(table.id)
        loop = asyncio.get_running_loop()
        bye: Outgoing = [(client, {"type": "bye", "text": text, "code": "unavailable"}) for client in clients]
        loop.call_soon(self._deliver, bye)  # after whoever sent the command was told

    # Bots.

    def wake(self, table: OpenTable) -> None:
        """Let a bot play if one is asked and is not at it already. Hints about an earlier position are ended."""
        self._end_asides(table)
        if table.bot_to_move and table.bot_task is None and not table.dropped:
            table.bot_task = asyncio.create_task(self._play(table))

    def interrupt(self, table: OpenTable) -> None:
        """The bot must decide now."""
        if table.thinking is not None:
            self._host.interrupt(table.thinking)

    async def aside(self, table: OpenTable, side: str, what: str) -> Data:
        """A hint of the adviser, or how the match stands; else `Problem`. Worked out by the bots' worker, one of each
        at a time."""
        if table.asides.get(what, (0, -1))[1] == table.number:
            raise Problem("too-fast", "The last answer is still being worked out.")
        aside = table.asides[what] = next(self._tickets), table.number
        stands = what == STANDING
        try:
            return await self._advise(table, side, "" if stands else adviser(table.game.name), aside[0], stands)
        finally:
            if table.asides.get(what) == aside:
                del table.asides[what]

    def _end_asides(self, table: OpenTable) -> None:
        """Nobody waits for those about an earlier position."""
        for ticket, number in table.asides.values():
            if number != table.number or table.dropped:
                self._host.interrupt(ticket)

    async def _advise(self, table: OpenTable, side: str, level: str, ticket: int, stands: bool = False) -> Data:
        """What a bot of that level would do, or how the match stands. A guess is passed on, never the true position."""
        about = side if stands else ""
        return await self._think(table, side, level, bots_guess(table, side), table.number, ticket, about)

    async def _think(
        self, table: OpenTable, side: str, level: str, guess: State, number: int, ticket: int, about: str = ""
    ) -> Data:
        question = {
            "ticket": ticket,
            "game": table.game.name,
            "level": level,
            "seed": table.bot_seed(side),
            "number": number,
            "seconds": BOT_SECONDS if ticket == table.thinking else ASIDE_SECONDS,
            "position": guess.position(),
            "side": about,
        }
        return await self._host.think(question)

    async def advise_past(self, table: OpenTable, side: str, level: str, state: State, number: int) -> Data:
        """What a bot of that level would have done in a position of the past; else `Problem`."""
        if ADVICE in table.asides:
            raise Problem("too-fast", "The last answer is still being worked out.")
        ticket = next(self._tickets)
        table.asides[ADVICE] = ticket, table.number
        try:
            guess = state.guess(side, Random(table.bot_seed(side)))
            return await self._think(table, side, level, guess, number, ticket)
        finally:
            del table.asides[ADVICE]

    async def _decision(self, table: OpenTable, side: str) -> Data:
        table.thinking = next(self._tickets)
        try:
            return await self._advise(table, side, table.seats[side].level or "", table.thinking)
        finally:
            table.thinking = None

    async def _play(self, table: OpenTable) -> None:
        failures = 0
        try:
            while not table.dropped and table.clients and failures < FAILURES and (side := table.bot_to_move):
                failures = 0 if await self._move(table, side) else failures + 1
            if failures:
                self._deliver([(client, _stuck()) for client in table.clients])
        except Problem:
            pass  # it is not stored, which its player has been told
        finally:
            table.bot_task = None

    async def _move(self, table: OpenTable, side: str) -> bool:
        """Whether the bot has decided, or need not."""
        number = table.number
        decision = await self._decision(table, side)
        async with table.lock:
            if _outdated(table, side, number):
                return True
            action = decision.get("action", "")
            if decision.get("error") or table.match.state.why_not(action) is not None:
                return False
            now = self.now()
            await self.commit(table, [table.perform("play", side, action, number, now)])
            self._deliver(show_all(table, now))
        return True


def _outdated(table: OpenTable, side: str, number: int) -> bool:
    return table.dropped or table.number != number or table.asked != side or table.seats[side].kind != BOT


def _stuck() -> ChatMessage:
    text = "The bot cannot decide. Reload the page to ask it again, or remove it in the Players tab."
    return chat_message(ChatLine(0, SERVER, text, "", time()))
