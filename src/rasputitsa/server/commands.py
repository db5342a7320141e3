"""Commands over the websocket: the table handles them, what has to be stored is stored, and then all are told.

What concerns processes, webhooks and how fast somebody sends is handled here.
"""

from __future__ import annotations

import asyncio

from ..bots import adviser
from ..table.client import Now
from ..table.commands import AnyCommand, Ask, Chat, Interrupt, Ping, SeatBot, SetWebhook
from ..table.handling import (
    Handled,
    change_seat,
    chat_line,
    check_player,
    check_seat,
    check_turn,
    confirm_key,
    done,
    handle,
)
from ..table.hints import check_standing, hint_data, labels
from ..table.problems import Problem
from ..table.sitting import answers
from .bot_worker import WorkerFailed
from .connection import Connection
from .live_match import LiveMatch
from .live_matches import NOT_STORED, LiveMatches
from .opponents import Opponents
from .webhooks import Webhooks


class CommandHandler:
    """Handles commands, or refuses them with a `Problem` (or an error of the engine), which changes nothing."""

    def __init__(self, matches: LiveMatches, opponents: Opponents, webhooks: Webhooks) -> None:
        self._matches = matches
        self._opponents = opponents
        self._webhooks = webhooks

    async def handle(self, client: Connection, command: AnyCommand) -> None:
        live = client.live
        assert live is not None
        match command:
            case Interrupt():
                check_player(client)
                self._opponents.interrupt(live)
                client.say(done(live, command))
            case Ping():
                client.say({"type": "pong", "id": command.id})
            case Ask(what="hint" | "standing"):
                self._start_thinking(client, live, command)
            case _:
                async with live.lock:  # nobody is shown what is not stored yet
                    await self._handle_at_table(client, live, command)

    async def _handle_at_table(self, client: Connection, live: LiveMatch, command: AnyCommand) -> None:
        if live.dropped:
            raise Problem("unavailable", NOT_STORED)
        now = self._matches.now()
        if isinstance(command, SeatBot) and command.side in client.issued:
            await self._finish(client, live, confirm_key(live, client, command), now, reply=False)
        if isinstance(command, Chat):
            self._check_pace(client, live, command)
        handled = self._handled(client, live, command, now)
        await self._finish(client, live, handled, now)

    def _handled(self, client: Connection, live: LiveMatch, command: AnyCommand, now: Now) -> Handled:
        if not isinstance(command, SetWebhook):
            return handle(live, client, command, now)
        check_seat(client, command.side)
        url = self._webhooks.check(command.url) if command.url else None
        return change_seat(live, command, webhook=url, notified=live.since)

    async def _finish(
        self, client: Connection, live: LiveMatch, handled: Handled, now: Now, reply: bool = True
    ) -> None:
        """Store what a command has changed, and only then tell its sender and all others."""
        if handled.writes:
            await self._matches.commit(live, *handled.writes)
        messages = answers(live, client, handled, now)
        self._matches.deliver([each for each in messages if reply or each[1] is not handled.reply])
        if handled.changed:
            self._matches.notify_watchers(live)

    def _check_pace(self, client: Connection, live: LiveMatch, command: Chat) -> None:
        """Refuse what comes too fast; a message that comes again because its reply got lost does not count."""
        known = live.chat_was_handled(*chat_line(live, client, command), str(command.id))
        if not known and not client.rates.take_chat(live.id, client.access.sides, client.address):
            raise Problem("too-fast", "Too many messages. Slow down.")

    # Hints, and how it stands. Nobody waits for them, not even this client's other commands.

    def _start_thinking(self, client: Connection, live: LiveMatch, command: Ask) -> None:
        check_turn(live, client)
        if command.what == "standing":
            check_standing(live)
        if any(task.get_name() == command.what for task in client.tasks):
            raise Problem("too-fast", "The last answer is still being worked out.")
        answer = self._hint if command.what == "hint" else self._standing
        task = asyncio.create_task(answer(client, live, command), name=command.what)
        client.tasks.add(task)
        task.add_done_callback(client.tasks.discard)

    async def _hint(self, client: Connection, live: LiveMatch, command: Ask) -> None:
        """What the adviser would do here."""
        level = adviser(live.game.name)
        known = labels(live)
        try:
            decision = await self._opponents.advise(live, level)
        except WorkerFailed:
            client.refuse(command.id, Problem("unavailable", "There is no hint now."))
            return
        hint = hint_data(live, known, decision.action, decision.text)
        client.say({"type": "reply", "id": command.id, "data": hint})

    async def _standing(self, client: Connection, live: LiveMatch, command: Ask) -> None:
        """How the match stands."""
        try:
            found = await self._opponents.standing(live)
        except WorkerFailed:
            client.refuse(command.id, Problem("unavailable", "There is no estimate now."))
            return
        client.say({"type": "reply", "id": command.id, "data": found})
