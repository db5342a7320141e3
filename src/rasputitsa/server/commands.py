"""The commands that clients send over the websocket, and how each is handled."""

from __future__ import annotations

import asyncio
from typing import Any

from ..bots import bots
from ..core.offers import listed
from .bot_worker import WorkerFailed
from .connection import Connection
from .frames import frame
from .limits import Limits
from .live_match import LiveMatch
from .live_matches import NOT_STORED, LiveMatches
from .new_matches import bot_name, check_level
from .opponents import Opponents
from .problems import Problem
from .protocol import (
    Ask,
    Chat,
    ChatMessage,
    Command,
    Done,
    Interrupt,
    Leave,
    MatchCommand,
    Rename,
    Reply,
    SeatBot,
    SeatCommand,
    SetWebhook,
    encode,
)
from .seats import hash_of, new_key
from .storage import BOT, EMPTY, PERSON, ChatSaved, Seat, SeatSaved
from .texts import clean
from .webhooks import Webhooks

SPECTATOR = "spectator"


class CommandHandler:
    """Handles commands, or refuses them with a `Problem` (or an error of the engine), which changes nothing."""

    def __init__(self, matches: LiveMatches, opponents: Opponents, webhooks: Webhooks, limits: Limits) -> None:
        self._matches = matches
        self._opponents = opponents
        self._webhooks = webhooks
        self._limits = limits

    async def handle(self, client: Connection, command: Command) -> None:
        live = client.live
        assert live is not None
        match command:
            case MatchCommand():
                await self._change_match(client, live, command)
            case Ask():
                await self._ask(client, live, command)
            case Chat():
                await self._chat(client, live, command)
            case Rename():
                self._check_seat(client, command.side)
                name = clean(command.name, self._limits.name_characters, "A name")
                await self._change_seat(client, live, command, name=name)
            case Leave():
                await self._leave(client, live, command)
            case SeatBot():
                await self._seat_bot(client, live, command)
            case SetWebhook():
                self._check_seat(client, command.side)
                url = self._webhooks.check(command.url) if command.url else None
                await self._change_seat(client, live, command, webhook=url, notified=live.since)
            case Interrupt():
                self._check_player(client)
                self._opponents.interrupt(live)
                client.say(Done(id=command.id, number=live.number))

    # Commands that go into the match's log.

    async def _change_match(self, client: Connection, live: LiveMatch, command: MatchCommand) -> None:
        self._check_seat(client, command.side)
        kind, side, command_id = command.kind, command.side, str(command.id)
        async with live.lock:
            self._check_in_memory(live)
            if not live.was_handled(side, command_id, kind, command.number, command.action):
                self._check_allowed(live, kind, side)
                progress = live.perform(kind, side, command.action, command.number, command_id)
                await self._matches.commit(live, progress)
                client.say(Done(id=command.id, number=live.number))
                self._matches.show(live)
                return
        client.say(Done(id=command.id, number=live.number))

    def _check_allowed(self, live: LiveMatch, kind: str, side: str) -> None:
        if live.seats[side].kind == BOT:
            raise Problem("forbidden", "A bot plays this side. Remove the bot first.")
        if live.commands >= self._limits.commands_per_match:
            raise Problem("too-big", "The match has become too long.")
        if kind == "offer_draw" and live.seats[live.game.other(side)].kind == BOT:
            raise Problem("forbidden", "A bot does not agree to a draw.")

    # Chat.

    async def _chat(self, client: Connection, live: LiveMatch, command: Chat) -> None:
        sender = command.side or (client.sides[0] if client.sides else SPECTATOR)
        if command.side:
            self._check_seat(client, command.side)
        text = clean(command.text, self._limits.chat_characters, "A message")
        if not text:
            raise Problem("malformed", "The message is empty.")
        async with live.lock:
            self._check_in_memory(live)
            if not live.chat_was_handled(sender, text, str(command.id)):
                self._check_chat(client, live)
                line = live.add_chat(sender, text, str(command.id))
                await self._matches.commit(live, ChatSaved(live.id, line))
                message = frame(encode(ChatMessage(sender=line.sender, text=line.text, at=line.at, number=line.seq)))
                for listener in live.connections:
                    listener.send(message)
        client.say(Done(id=command.id, number=live.number))

    def _check_chat(self, client: Connection, live: LiveMatch) -> None:
        if not client.chat_rate.take():
            raise Problem("too-fast", "Too many messages. Slow down.")
        if len(live.chat) >= self._limits.chat_lines_per_match:
            raise Problem("too-big", "The chat of this match is full.")

    # Seats.

    async def _change_seat(self, client: Connection, live: LiveMatch, command: SeatCommand, **changes: Any) -> None:
        """Change a seat, store it, show it."""
        async with live.lock:
            self._check_in_memory(live)
            await self._matches.commit(live, SeatSaved(live.id, live.change_seat(command.side, **changes)))
            client.say(Done(id=command.id, number=live.number))
            self._matches.show(live)

    async def _leave(self, client: Connection, live: LiveMatch, command: Leave) -> None:
        self._check_seat(client, command.side)
        if live.seats[command.side].kind == BOT:
            raise Problem("forbidden", "A bot plays this side.")
        async with live.lock:
            self._check_in_memory(live)
            await self._matches.commit(live, SeatSaved(live.id, live.change_seat(command.side, kind=EMPTY)))
            for other in live.connections:
                other.sides = tuple(side for side in other.sides if side != command.side)
            client.say(Done(id=command.id, number=live.number))
            live.seats_changed()
            self._matches.show(live)

    async def _seat_bot(self, client: Connection, live: LiveMatch, command: SeatBot) -> None:
        self._check_player(client)
        if command.side not in live.seats:
            raise Problem("malformed", f"There is no side {command.side[:40]!r} in this game.")
        async with live.lock:
            self._check_in_memory(live)
            seat, own = live.seats[command.side], command.side in client.sides
            if command.level is not None:
                key = None
                changed = self._add_bot(live, seat, own, command.level)
            else:
                key, changed = self._remove_bot(live, seat, own)
            await self._matches.commit(live, SeatSaved(live.id, changed))
            client.say(Done(id=command.id, number=live.number, key=key))
            self._matches.show(live)

    def _add_bot(self, live: LiveMatch, seat: Seat, own: bool, level: str) -> Seat:
        check_level(live.game, level)
        if seat.kind == PERSON and not own:
            raise Problem("forbidden", "A person plays this side.")
        return live.change_seat(seat.side, kind=BOT, level=level, name=bot_name(level))

    def _remove_bot(self, live: LiveMatch, seat: Seat, own: bool) -> tuple[str | None, Seat]:
        """The seat is its owner's again, or empty; a seat that never had a key gets one.

        Should that key get lost on its way, the command can be repeated as long as nobody has used the key.
        """
        again = seat.kind == EMPTY and not seat.used
        if seat.kind != BOT and not again:
            raise Problem("forbidden", "No bot plays this side.")
        key = new_key() if again or seat.key is None else None
        digest = hash_of(key) if key else seat.key
        kind = PERSON if own else EMPTY
        return key, live.change_seat(seat.side, kind=kind, level=None, name="", key=digest)

    # Queries.

    async def _ask(self, client: Connection, live: LiveMatch, command: Ask) -> None:
        if command.what == "overlay":
            marks = live.match.state.overlay(command.name, client.viewer, command.token)
            client.say(Reply(id=command.id, data={space: mark._asdict() for space, mark in marks.items()}))
            return
        if live.asked not in client.sides:
            raise Problem("not-your-turn", "You can ask this when it is your turn.")
        state = live.match.state
        if command.what == "why":
            refusal = state.why_not(command.action or "")
            client.say(Reply(id=command.id, data=refusal._asdict() if refusal else None))
        elif command.what == "forecast":
            forecast = state.forecast(command.action, live.asked)
            client.say(Reply(id=command.id, data=forecast.data() if forecast else None))
        elif client.tasks:
            raise Problem("too-fast", "The last hint is still being worked out.")
        else:
            task = asyncio.create_task(self._hint(client, live, command))
            client.tasks.add(task)
            task.add_done_callback(client.tasks.discard)

    async def _hint(self, client: Connection, live: LiveMatch, command: Ask) -> None:
        """What the strongest bot would do here. Nobody waits for it, not even this client's other commands."""
        level = bots(live.game.name)[-1]
        labels = {offer.action: offer.label for offer in listed(live.match.state, live.asked)}
        try:
            decision = await self._opponents.advise(live, level)
        except (WorkerFailed, TimeoutError):
            client.refuse(command.id, Problem("unavailable", "There is no hint now."))
            return
        label = labels.get(decision.action, decision.action)
        client.say(Reply(id=command.id, data={"action": decision.action, "label": label, "text": decision.text}))

    # Checks.

    def _check_seat(self, client: Connection, side: str) -> None:
        if side not in client.sides:
            raise Problem("forbidden", "Your key does not open this seat.")

    def _check_player(self, client: Connection) -> None:
        if not client.sides:
            raise Problem("forbidden", "Only players may do this.")

    def _check_in_memory(self, live: LiveMatch) -> None:
        if live.dropped:
            raise Problem("unavailable", NOT_STORED)
