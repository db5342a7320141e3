"""The commands that clients send over the websocket, and how each is handled."""

from __future__ import annotations

import asyncio
from typing import Any

from ..bots import bots
from ..core.offers import listed
from .bot_worker import WorkerFailed
from .connection import Connection
from .limits import Limits
from .live_match import SPECTATOR, LiveMatch
from .live_matches import NOT_STORED, LiveMatches
from .opponents import Opponents
from .problems import Problem
from .protocol import (
    Ask,
    Chat,
    Command,
    Done,
    Interrupt,
    KeepKey,
    Leave,
    LogPage,
    MatchCommand,
    Ping,
    Pong,
    Rename,
    Reply,
    SealWord,
    SeatBot,
    SeatCommand,
    SetWebhook,
    ShowWord,
)
from .seat_changes import KEY_ENDED, LINK_USED, add_bot, keep_key, leave, remove_bot
from .state_messages import log_data
from .storage import BOT, ChatSaved, SeatSaved
from .texts import clean
from .webhooks import Webhooks


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
            case SealWord() | ShowWord():
                await self._exchange_words(client, live, command)
            case KeepKey():
                await self._keep_key(client, live, command)
            case SetWebhook():
                self._check_seat(client, command.side)
                url = self._webhooks.check(command.url) if command.url else None
                await self._change_seat(client, live, command, webhook=url, notified=live.since)
            case Interrupt():
                self._check_player(client)
                self._opponents.interrupt(live)
                client.say(Done(id=command.id, number=live.number))
            case Ping():
                client.say(Pong(id=command.id))

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
                saved = ChatSaved(live.id, live.add_chat(sender, text, str(command.id)))
                await self._matches.commit(live, saved)
                self._matches.send_chat(live, [saved])
        client.say(Done(id=command.id, number=live.number))

    def _check_chat(self, client: Connection, live: LiveMatch) -> None:
        if not client.rates.take_chat(live.id, client.access.sides, client.address):
            raise Problem("too-fast", "Too many messages. Slow down.")
        most = self._limits.chat_lines_per_match // (1 if client.sides else 2)
        if len(live.chat) - live.notices >= most:
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
            self._check_seat_changes(live)
            writes = leave(live, command.side)
            await self._matches.commit(live, *writes)
            for other in live.connections:
                other.sides = tuple(side for side in other.sides if side != command.side)
            client.say(Done(id=command.id, number=live.number))
            live.seats_changed()
            self._matches.show(live)
            self._matches.send_chat(live, writes)

    async def _seat_bot(self, client: Connection, live: LiveMatch, command: SeatBot) -> None:
        self._check_player(client)
        if command.side not in live.seats:
            raise Problem("malformed", f"There is no side {command.side[:40]!r} in this game.")
        async with live.lock:
            self._check_in_memory(live)
            self._check_seat_changes(live)
            await self._confirm_key(client, live, command.side)
            own, key = command.side in client.sides, None
            if command.level is not None:
                writes = add_bot(live, command.side, own, command.level)
            else:
                key, writes = remove_bot(live, command.side, own)
            await self._matches.commit(live, *writes)
            client.say(Done(id=command.id, number=live.number, key=key))
            if live.seats[command.side].key is None:
                self._end_access(live, command.side)
            self._matches.show(live)
            self._matches.send_chat(live, writes)

    def _end_access(self, live: LiveMatch, side: str) -> None:
        """No key opens this seat any more."""
        for other in list(live.connections):
            if side in other.access.sides:
                other.lose_seat(side, KEY_ENDED)

    async def _exchange_words(self, client: Connection, live: LiveMatch, command: SealWord | ShowWord) -> None:
        self._check_seat(client, command.side)
        async with live.lock:
            self._check_in_memory(live)
            match command:
                case SealWord():
                    progress = live.seal_word(command.side, command.seal)
                case ShowWord():
                    progress = live.show_word(command.side, command.word)
            if progress is not None:
                await self._matches.commit(live, progress)
                client.say(Done(id=command.id, number=live.number))
                self._matches.show(live)
                return
        client.say(Done(id=command.id, number=live.number))

    async def _keep_key(self, client: Connection, live: LiveMatch, command: KeepKey) -> None:
        """The client has its new key: the link's key ends, and so do other connections that came with it."""
        self._check_seat(client, command.side)
        async with live.lock:
            self._check_in_memory(live)
            await self._confirm_key(client, live, command.side)
        client.say(Done(id=command.id, number=live.number))

    async def _confirm_key(self, client: Connection, live: LiveMatch, side: str) -> None:
        """If this client has been sent a new key for the seat, that one replaces the link's from now on."""
        if side not in client.issued or live.seats[side].next_key is None:
            return
        await self._matches.commit(live, *keep_key(live, side))
        client.use_issued_key(side)
        for other in list(live.connections):
            if other is not client and side in other.access.sides:
                other.dismiss("forbidden", LINK_USED)

    def _check_seat_changes(self, live: LiveMatch) -> None:
        if live.notices >= self._limits.seat_changes_per_match:
            raise Problem("too-many", "The seats of this match have changed too often.")

    # Queries.

    async def _ask(self, client: Connection, live: LiveMatch, command: Ask) -> None:
        if command.what == "overlay":
            marks = live.match.state.overlay(command.name, client.viewer, command.token)
            client.say(Reply(id=command.id, data={space: mark._asdict() for space, mark in marks.items()}))
            return
        if command.what == "log":
            await self._send_log(client, live, command)
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

    async def _send_log(self, client: Connection, live: LiveMatch, command: Ask) -> None:
        """Send the entries of the log before the one that is named, as many as are sent at once."""
        async with live.lock:  # nobody is shown what is not stored yet
            self._check_in_memory(live)
            end = live.number if command.before is None else min(command.before, live.number)
            first = max(0, end - self._limits.log_entries_at_once)
            page = LogPage(first, log_data(live, live.match.log[first:end], client.sides))
        client.say(Reply(id=command.id, data=page))

    async def _hint(self, client: Connection, live: LiveMatch, command: Ask) -> None:
        """What the strongest bot would do here. Nobody waits for it, not even this client's other commands."""
        level = bots(live.game.name)[-1]
        labels = {offer.action: offer.label for offer in listed(live.match.state, live.asked)}
        try:
            decision = await self._opponents.advise(live, level)
        except WorkerFailed:
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
