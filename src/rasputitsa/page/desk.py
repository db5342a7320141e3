"""The desk: answers what a server would be asked, for the tables of this browser.

Requests are those of the HTTP API (`docs/protocol.md`), channels stand for websockets. What never changes about a game
lies beside the page as files, so nobody asks the desk for it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from time import monotonic, time
from typing import Any, cast

from ..bots import strongest
from ..core import CHANCE, RasputitsaError, State
from ..games import games
from ..match import read, write
from ..table import Client, Now, Problem, join, read_hello
from ..table.commands import Ask, Interrupt, SeatBot, id_of, read_command
from ..table.handling import check_player, check_turn, confirm_key, done, handle
from ..table.hints import advice_data, check_standing, hint_data, labels, side_to_advise
from ..table.judging import judgement
from ..table.keys import Access, opened
from ..table.limits import TableLimits
from ..table.looking_back import KeyPositions, recorded, replay_viewer, replayed
from ..table.new_matches import prepare, prepare_rematch
from ..table.problems import problem
from ..table.protocol import refused
from ..table.report import report
from ..table.rows import Stored, TableWrite
from ..table.sitting import Outgoing, answers, depart
from ..table.summaries import summary
from .host import Data, Host, NotStored
from .imports import take_all
from .requests import match_wanted, moment
from .stored import new_rows
from .tables import HINT, STANDING, OpenTable, Tables

MatchHandler = Callable[[OpenTable, Access, Data], Awaitable[Any]]
LIMITS = TableLimits()
OPENED = "This match was opened in another tab of this browser. Reload this page to play it here."


class Desk:
    def __init__(self, host: Host, uptime: float = 0.0) -> None:
        self._host = host
        self._since = monotonic() - uptime
        self._channels: dict[int, tuple[str, Client]] = {}
        self.tables = Tables(host, self.now, self.deliver)

    def now(self) -> Now:
        return Now(time(), monotonic() - self._since)

    # Requests.

    async def request(self, path: list[str], key: str, query: Data, body: Data | None) -> Data:
        """The answer to a request: ``data``, or ``error``."""
        try:
            return {"data": await self._answer(path, key, query, body)}
        except Problem as refusal:
            return {"error": refusal.data()}
        except RasputitsaError as error:
            return {"error": problem(error).data()}

    async def _answer(self, path: list[str], key: str, query: Data, body: Data | None) -> Any:
        match path:
            case [what] if what in self._requests:
                return await self._requests[what](body or {})
            case ["matches", match, *parts] if handler := self._of_matches.get((*parts, body is not None)):
                return await self._of_match(match, key, handler, query if body is None else body)
        raise Problem("unknown", "There is no such thing here.")

    @property
    def _requests(self) -> dict[str, Callable[[Data], Awaitable[Any]]]:
        """What can be asked, by its path."""
        return {"matches": self._create, "import": self._import}

    @property
    def _of_matches(self) -> dict[tuple[str | bool, ...], MatchHandler]:
        """What can be asked about a match, by the path below it and whether something is sent along."""
        return {
            (False,): self._summary,
            ("record", False): self._record,
            ("replay", False): self._replay,
            ("report", False): self._report,
            ("advice", False): self._advice,
            ("problem", False): self._problem,
            ("notes", False): self._notes,
            ("notes", True): self._keep_notes,
            ("rematch", True): self._rematch,
        }

    async def _of_match(self, match: str, key: str, handler: MatchHandler, data: Data) -> Any:
        table = await self.tables.get(match)
        access = opened([key], table.seats, table.header.spectators)
        if not access:
            raise Problem("forbidden", "Your key opens nothing in this match.")
        if handler == self._advice:  # it takes long, and nothing changes any more
            return await handler(table, access, data)
        async with table.lock:  # nobody is shown what is not stored yet
            return await handler(table, access, data)

    async def _create(self, body: Data) -> Data:
        wanted = match_wanted(body)
        found = moment(body)
        if found is not None:
            table = await self.tables.get(found.match)
            if not table.is_open:
                raise Problem("forbidden", "In a game with hidden information you can play on once the match is over.")
            position = _state_at(table, found.number).position()
            wanted = replace(wanted, game=table.game.name, position=position)
        for name in _named(wanted.game, wanted.record, wanted.position):
            await self._host.need(name)
        prepared = prepare(wanted, LIMITS, self.now().date)
        await self._store_new(prepared.stored)
        return {"match": prepared.stored.header.id, "keys": prepared.keys, "spectators": prepared.spectators}

    async def _store_new(self, stored: Stored) -> None:
        await self._write(new_rows(stored, self.now().clock))

    async def _write(self, rows: list[Data]) -> None:
        try:
            await self._host.write(rows)
        except NotStored as error:
            raise Problem("unavailable", str(error)) from None

    async def _import(self, body: Data) -> Data:
        return await take_all(self._host, body, self.now(), self._write)

    async def _summary(self, table: OpenTable, access: Access, _: Data) -> Any:
        return summary(table.header, table.seats, access, table, self.now().clock)

    async def _record(self, table: OpenTable, access: Access, _: Data) -> str:
        return write(recorded(table))

    async def _replay(self, table: OpenTable, access: Access, query: Data) -> Any:
        number = _number(table, query)
        viewer = replay_viewer(table, access, query.get("as"))
        return replayed(table, _state_at(table, number), number, viewer)

    async def _report(self, table: OpenTable, access: Access, _: Data) -> Any:
        if not table.match.outcome:
            raise Problem("forbidden", "The report is available after the end of the match.")
        return report(read(write(table.snapshot())))

    async def _advice(self, table: OpenTable, _: Access, query: Data) -> Any:
        number = _number(table, query)
        state, level = _state_at(table, number), strongest(table.game.name)
        side = side_to_advise(table, state)
        found = await self.tables.advise_past(table, side, level, state, number)
        if found.get("error"):
            raise Problem("unavailable", "There is no answer now.")
        return advice_data(table, state, level, found["action"], found["text"])

    async def _problem(self, table: OpenTable, access: Access, query: Data) -> Any:
        return judgement(table, access, str(query.get("name", "")))

    async def _notes(self, table: OpenTable, access: Access, _: Data) -> Data:
        return {"text": table.seats[_own_side(access)].notes}

    async def _keep_notes(self, table: OpenTable, access: Access, body: Data) -> Data:
        side = _own_side(access)
        await self.tables.commit(table, [table.keep_notes(side, str(body.get("text", "")))])
        return {"text": table.seats[side].notes}

    async def _rematch(self, table: OpenTable, access: Access, _: Data) -> Data:
        if not access.sides:
            raise Problem("forbidden", "Only players may ask for a rematch.")
        if not table.match.outcome:
            raise Problem("forbidden", "The match is not over.")
        if table.header.next is None:
            stored = prepare_rematch(table, self.now().date)
            table.header.next = stored.header.id
            await self.tables.commit(table, [], *new_rows(stored, self.now().clock))
        keys = dict(zip(map(table.game.other, access.sides), access.keys, strict=True))
        return {"match": table.header.next, "keys": keys}

    # Channels.

    async def hear(self, channel: int, match: str, data: Any) -> None:
        """A message from a screen; the first is its hello."""
        try:
            known = self._channels.get(channel)
            if known is None:
                await self._come(channel, match, data)
                return
            table = await self.tables.get(match)
            if known[1] not in table.clients:
                self._host.send(channel, {"type": "bye", "text": "Connect again.", "code": "restart"})
                return
            await self._handle(channel, table, known[1], data)
        except Problem as refusal:
            self._host.send(channel, cast(Data, refused(id_of(data), refusal.data())))
        except RasputitsaError as error:
            self._host.send(channel, cast(Data, refused(id_of(data), problem(error).data())))

    async def _come(self, channel: int, match: str, data: Any) -> None:
        hello, client = read_hello(data), Client()
        table = await self.tables.get(match)
        async with table.lock:
            now = self.now()
            writes, messages = join(table, client, hello, now)
            self._channels[channel] = match, client
            if writes:
                await self.tables.commit(table, writes)
            self.deliver(messages)
        self.tables.wake(table)

    async def _handle(self, channel: int, table: OpenTable, client: Client, data: Any) -> None:
        command = read_command(data)
        match command:
            case Interrupt():
                check_player(client)
                self.tables.interrupt(table)
                self._host.send(channel, cast(Data, done(table, command)))
            case Ask(what="hint"):
                check_turn(table, client)
                await self._hint(channel, table, command)
            case Ask(what="standing"):
                check_turn(table, client)
                check_standing(table)
                await self._standing(channel, table, command)
            case _:
                async with table.lock:  # nobody is shown what is not stored yet
                    if isinstance(command, SeatBot) and command.side in client.issued:
                        await self._commit(table, confirm_key(table, client, command).writes)
                    now = self.now()
                    handled = handle(table, client, command, now)
                    await self._commit(table, handled.writes)
                    self.deliver(answers(table, client, handled, now))
                self.tables.wake(table)

    async def _commit(self, table: OpenTable, writes: Any) -> None:
        found: list[TableWrite] = list(writes)
        if found:
            await self.tables.commit(table, found)

    async def _hint(self, channel: int, table: OpenTable, command: Ask) -> None:
        """What the adviser would do here."""
        side = table.asked
        assert side is not None and side != CHANCE
        known = labels(table)
        decision = await self.tables.aside(table, side, HINT)
        if decision.get("error"):
            raise Problem("unavailable", "There is no hint now.")
        hint = hint_data(table, known, decision["action"], decision["text"])
        self._host.send(channel, {"type": "reply", "id": command.id, "data": hint})

    async def _standing(self, channel: int, table: OpenTable, command: Ask) -> None:
        """How the match stands."""
        side = table.asked
        assert side is not None
        found = await self.tables.aside(table, side, STANDING)
        if found.get("error"):
            raise Problem("unavailable", "There is no estimate now.")
        self._host.send(channel, {"type": "reply", "id": command.id, "data": found["standing"]})

    def close(self, channel: int) -> None:
        """A screen is gone."""
        match, client = self._channels.pop(channel, ("", None))
        table = self.tables.find(match)
        if table is not None and client in table.clients:
            assert client is not None
            self.deliver(depart(table, client, self.now()))

    def give_up(self, match: str) -> None:
        """Another tab plays this match from now on."""
        table = self.tables.drop(match)
        if table is not None:
            self.deliver([(client, {"type": "bye", "text": OPENED, "code": "elsewhere"}) for client in table.clients])

    def deliver(self, messages: Outgoing) -> None:
        channels = {client: channel for channel, (_, client) in self._channels.items()}
        for client, message in messages:
            if client in channels:
                self._host.send(channels[client], cast(Data, message))


def _state_at(table: OpenTable, number: int) -> State:
    """The position of that number; key positions are kept as long as nothing more is undone."""
    if table.past is None or table.past[0] != table.undos:
        table.past = table.undos, KeyPositions([table.match.start()])
    return table.past[1].at(number, table.match.log)


def _number(table: OpenTable, query: Data) -> int:
    """Which position is asked for."""
    text = query.get("at")
    number = table.number if text is None else int(text)
    if not 0 <= number <= table.number:
        raise Problem("malformed", f"'at' is a number from 0 to {table.number}.")
    return number


def _own_side(access: Access) -> str:
    if not access.sides:
        raise Problem("forbidden", "Only players have notes here.")
    return access.sides[0]


def _named(game: str | None, record: str | None, position: Any) -> list[str]:
    """The games that a request may be about."""
    text = f"{game} {(record or '')[:2000]} {str(position or '')[:2000]}"
    return [name for name in games() if name in text]
