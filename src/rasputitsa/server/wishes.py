"""What clients wish over the websocket, and what becomes of it."""

from __future__ import annotations

import asyncio
from typing import Any

from ..bots import bots
from .connection import Connection
from .limits import Limits
from .opponents import Opponents
from .problems import Problem
from .protocol import (
    AnswerMessage,
    Ask,
    Chat,
    ChatMessage,
    DeedWish,
    Done,
    Interrupt,
    Leave,
    Rename,
    SeatBot,
    SetWebhook,
    Wish,
    encode,
)
from .seats import hash_of, new_key
from .storage import BOT, EMPTY, PERSON, ChatSaved, Seat, SeatSaved
from .table import Table
from .tables import GONE, Tables, bot_name, check_level
from .texts import clean
from .webhooks import Webhooks
from .workers import WorkerFailed

SPECTATOR = "spectator"


class Wishes:
    """Fulfils wishes or refuses them with a `Problem` (or an error of the engine), which changes nothing."""

    def __init__(self, tables: Tables, opponents: Opponents, webhooks: Webhooks, limits: Limits) -> None:
        self._tables = tables
        self._opponents = opponents
        self._webhooks = webhooks
        self._limits = limits

    async def fulfil(self, client: Connection, wish: Wish) -> None:
        table = client.table
        assert table is not None
        match wish:
            case DeedWish():
                await self._deed(client, table, wish)
            case Ask():
                await self._ask(client, table, wish)
            case Chat():
                await self._chat(client, table, wish)
            case Rename():
                self._check_seat(client, wish.side)
                name = clean(wish.name, self._limits.name_characters, "A name")
                await self._seat(client, table, wish, name=name)
            case Leave():
                await self._leave(client, table, wish)
            case SeatBot():
                await self._bot(client, table, wish)
            case SetWebhook():
                self._check_seat(client, wish.side)
                url = self._webhooks.check(wish.url) if wish.url else None
                await self._seat(client, table, wish, webhook=url, told=table.since)
            case Interrupt():
                self._check_player(client)
                self._opponents.interrupt(table)
                client.say(Done(id=wish.id, number=table.number))

    # Deeds.

    async def _deed(self, client: Connection, table: Table, wish: DeedWish) -> None:
        self._check_seat(client, wish.side)
        deed, side, name = wish.deed, wish.side, str(wish.id)
        async with table.lock:
            self._check_live(table)
            if not table.taken(side, name, deed, wish.number, wish.action):
                self._check_deed(table, deed, side)
                progress = table.perform(deed, side, wish.action, wish.number, name)
                await self._tables.commit(table, progress)
                client.say(Done(id=wish.id, number=table.number))
                self._tables.show(table)
                return
        client.say(Done(id=wish.id, number=table.number))

    def _check_deed(self, table: Table, deed: str, side: str) -> None:
        if table.seats[side].kind == BOT:
            raise Problem("forbidden", "A bot plays this seat. Take it out first.")
        if table.deeds >= self._limits.deeds_per_match:
            raise Problem("too-big", "The match has become too long.")
        if deed == "offer_draw" and table.seats[table.game.other(side)].kind == BOT:
            raise Problem("forbidden", "A bot does not agree to a draw.")

    # Chat.

    async def _chat(self, client: Connection, table: Table, wish: Chat) -> None:
        sender = wish.side or (client.sides[0] if client.sides else SPECTATOR)
        if wish.side:
            self._check_seat(client, wish.side)
        text = clean(wish.text, self._limits.chat_characters, "A message")
        if not text:
            raise Problem("malformed", "The message is empty.")
        async with table.lock:
            self._check_live(table)
            if not table.chatted(sender, text, str(wish.id)):
                self._check_chat(client, table)
                line = table.say(sender, text, str(wish.id))
                await self._tables.commit(table, ChatSaved(table.id, line))
                message = encode(ChatMessage(sender=line.sender, text=line.text, at=line.at, number=line.seq))
                for listener in table.connections:
                    listener.send(message)
        client.say(Done(id=wish.id, number=table.number))

    def _check_chat(self, client: Connection, table: Table) -> None:
        if not client.chat_rate.take():
            raise Problem("too-fast", "Too many messages. Slow down.")
        if len(table.chat) >= self._limits.chat_lines_per_match:
            raise Problem("too-big", "The chat of this match is full.")

    # Seats.

    async def _seat(self, client: Connection, table: Table, wish: Wish, **changes: Any) -> None:
        """Change a seat, store it, show it."""
        side: str = wish.side  # type: ignore[attr-defined]
        async with table.lock:
            self._check_live(table)
            await self._tables.commit(table, SeatSaved(table.id, table.seat(side, **changes)))
            client.say(Done(id=wish.id, number=table.number))
            self._tables.show(table)

    async def _leave(self, client: Connection, table: Table, wish: Leave) -> None:
        self._check_seat(client, wish.side)
        if table.seats[wish.side].kind == BOT:
            raise Problem("forbidden", "A bot plays this seat.")
        async with table.lock:
            self._check_live(table)
            await self._tables.commit(table, SeatSaved(table.id, table.seat(wish.side, kind=EMPTY)))
            for other in table.connections:
                other.sides = tuple(side for side in other.sides if side != wish.side)
            client.say(Done(id=wish.id, number=table.number))
            table.seats_changed()
            self._tables.show(table)

    async def _bot(self, client: Connection, table: Table, wish: SeatBot) -> None:
        self._check_player(client)
        if wish.side not in table.seats:
            raise Problem("malformed", "There is no such seat.")
        async with table.lock:
            self._check_live(table)
            seat, own = table.seats[wish.side], wish.side in client.sides
            if wish.level is not None:
                key = None
                changed = self._bot_sits_down(table, seat, own, wish.level)
            else:
                key, changed = self._bot_gets_up(table, seat, own)
            await self._tables.commit(table, SeatSaved(table.id, changed))
            client.say(Done(id=wish.id, number=table.number, key=key))
            self._tables.show(table)

    def _bot_sits_down(self, table: Table, seat: Seat, own: bool, level: str) -> Seat:
        check_level(table.game, level)
        if seat.kind == PERSON and not own:
            raise Problem("forbidden", "Somebody sits there.")
        return table.seat(seat.side, kind=BOT, level=level, name=bot_name(level))

    def _bot_gets_up(self, table: Table, seat: Seat, own: bool) -> tuple[str | None, Seat]:
        """The seat is its owner's again, or empty; a seat that never had a key gets one.

        Should that key get lost on its way, it can be asked for again as long as nobody has come with it.
        """
        again = seat.kind == EMPTY and not seat.used
        if seat.kind != BOT and not again:
            raise Problem("forbidden", "No bot sits there.")
        key = new_key() if again or seat.key is None else None
        digest = hash_of(key) if key else seat.key
        kind = PERSON if own else EMPTY
        return key, table.seat(seat.side, kind=kind, level=None, name="", key=digest)

    # Questions.

    async def _ask(self, client: Connection, table: Table, wish: Ask) -> None:
        if wish.what == "overlay":
            marks = table.match.state.overlay(wish.name, wish.piece)
            client.say(AnswerMessage(id=wish.id, data={space: mark._asdict() for space, mark in marks.items()}))
            return
        if table.asked not in client.sides:
            raise Problem("not-your-turn", "You can ask this in your own turn.")
        state = table.match.state
        if wish.what == "why":
            refusal = state.why_not(wish.action or "")
            client.say(AnswerMessage(id=wish.id, data=refusal._asdict() if refusal else None))
        elif wish.what == "forecast":
            forecast = state.forecast(wish.action)
            client.say(AnswerMessage(id=wish.id, data=forecast.data() if forecast else None))
        elif client.tasks:
            raise Problem("too-fast", "The last hint is still being thought of.")
        else:
            task = asyncio.create_task(self._hint(client, table, wish))
            client.tasks.add(task)
            task.add_done_callback(client.tasks.discard)

    async def _hint(self, client: Connection, table: Table, wish: Ask) -> None:
        """What the strongest bot would do here. Nobody waits for it, not even this client's other wishes."""
        level = bots(table.game.name)[-1]
        offers = table.match.state.offers()
        try:
            answer = await self._opponents.advise(table, level)
        except (WorkerFailed, TimeoutError):
            client.refuse(wish.id, Problem("unavailable", "There is no hint now."))
            return
        label = next((offer["label"] for offer in offers if offer["action"] == answer.action), answer.action)
        client.say(AnswerMessage(id=wish.id, data={"action": answer.action, "label": label, "text": answer.text}))

    # Checks.

    def _check_seat(self, client: Connection, side: str) -> None:
        if side not in client.sides:
            raise Problem("forbidden", "Your key does not open this seat.")

    def _check_player(self, client: Connection) -> None:
        if not client.sides:
            raise Problem("forbidden", "Only players may do this.")

    def _check_live(self, table: Table) -> None:
        if table.gone:
            raise Problem("unavailable", GONE)
