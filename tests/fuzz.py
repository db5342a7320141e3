"""Forged messages against a live server: ``python -m tests.fuzz [messages]`` (``make fuzz``). None may change anything.

The server is a real one except for the network: its clients have no sockets, so that a hundred thousand messages take
minutes and not hours. Between two bursts the match goes on, so that every kind of question is asked, in every game.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any

from rasputitsa.match.dice import seal_of
from rasputitsa.server.app import Server, Settings
from rasputitsa.server.connection import Connection
from rasputitsa.server.frames import Frame, message_of
from rasputitsa.server.limits import Limits, Rates
from rasputitsa.server.live_match import LiveMatch
from rasputitsa.server.problems import STATUS
from rasputitsa.server.protocol import CorrespondenceClock, CreateMatch, LiveClock, Me
from rasputitsa.server.storage import Stored
from rasputitsa.table.keys import Access, new_key, opened

from .properties import GAMES

BURST = 50  # forged messages at each position
SHARE = 40  # matches at most, of any game, one after the other
LIMITS = Limits(
    commands_per_second=1e9, commands_at_once=10**9, chat_per_second=1e9, chat_at_once=10**9, matches_at_once=10**9
)
Message = dict[str, Any]


class NetworklessClient(Connection):
    """A client whose messages come and go without a network."""

    def __init__(self, live: LiveMatch, *sides: str) -> None:
        super().__init__(None, LIMITS, Rates(LIMITS))  # type: ignore[arg-type]
        self.live, self.sides, self.access = live, sides, Access(sides)
        self.got: list[Message] = []
        live.connections.add(self)
        live.start_clock(0.0)

    def send(self, message: Frame) -> None:
        found = json.loads(message_of(message))
        if found["type"] not in ("state", "clock"):
            self.got.append(found)


class Fuzz:
    def __init__(self, server: Server, live: LiveMatch, rng: Random) -> None:
        self.server = server
        self.live = live
        self.rng = rng
        self.players = {side: NetworklessClient(live, side) for side in live.seats}
        self.spectator = NetworklessClient(live)
        self.vocabulary = [str(action) for action in live.game.words]
        self.answers: Counter[str] = Counter()
        self.ids = iter(range(10**9))
        self.words = {side: token_hex(16) for side in live.seats}
        self.begun = False  # whether the words are exchanged; each step is followed by a burst

    # Forgeries. Each gives who sends it and what; None where it is not possible now.

    def message(self, kind: str, side: str, **fields: Any) -> Message:
        return {"type": kind, "id": next(self.ids), "side": side, "number": self.live.number, **fields}

    @property
    def asked(self) -> str:
        """The side that is asked, or any where a draw waits for the words."""
        asked = self.live.asked
        return asked if asked is not None and asked in self.players else self.rng.choice(list(self.players))

    def legal(self) -> str:
        return str(self.rng.choice(self.live.match.state.actions()))

    def wrong_seat(self) -> tuple[Connection, Any]:
        """Somebody plays for the side that is asked and is not theirs."""
        asked = self.asked
        other = self.players[self.live.game.other(asked)]
        return self.rng.choice([other, self.spectator]), self.message("play", asked, action=self.legal())

    def wrong_turn(self) -> tuple[Connection, Any]:
        side = self.live.game.other(self.asked)
        return self.players[side], self.message("play", side, action=self.legal())

    def for_chance(self) -> tuple[Connection, Any]:
        client = self.rng.choice([*self.players.values(), self.spectator])
        return client, self.message("play", "chance", action=f"roll {self.rng.randint(1, 6)}")

    def stale(self) -> tuple[Connection, Any]:
        side = self.asked
        number = self.rng.choice([0, self.live.number - 1, self.live.number + 1, self.rng.randrange(2**53)])
        if number < 0 or number == self.live.number:
            number = self.live.number + 7
        return self.players[side], self.message("play", side, action=self.legal()) | {"number": number}

    def unlisted(self) -> tuple[Connection, Any]:
        side, listed = self.asked, {str(action) for action in self.live.match.state.actions()}
        action = self.rng.choice(self.vocabulary)
        while action in listed:
            action = self.rng.choice(self.vocabulary)
        return self.players[side], self.message("play", side, action=action)

    def unreadable(self) -> tuple[Connection, Any]:
        side = self.asked
        words = [
            "",
            " ",
            "move",
            "move move",
            "roll 7",
            "roll " + "1 " * 400,
            "concedes",
            "offers a draw",
            "claims the win on time",
            "𝕞𝕠𝕧𝕖",
            "\x00",
        ]
        action = self.rng.choice([*words, "".join(chr(self.rng.randrange(1, 0xD7FF)) for _ in range(20)), "x" * 999])
        return self.players[side], self.message("play", side, action=action)

    def no_undo(self) -> tuple[Connection, Any] | None:
        match = self.live.match
        for side in self.rng.sample(list(self.players), 2):
            if not match.can_undo(side):
                return self.players[side], self.message("undo", side)
            if not match.can_redo(side):
                return self.players[side], self.message("redo", side)
        return None

    def no_offer(self) -> tuple[Connection, Any]:
        side = self.rng.choice(list(self.players))
        return self.players[side], self.message(self.rng.choice(["accept_draw", "decline_draw"]), side)

    def no_claim(self) -> tuple[Connection, Any]:
        """There is no clock, or nobody's time has run out."""
        side = self.rng.choice(list(self.players))
        return self.players[side], self.message("claim_win", side)

    def no_word(self) -> tuple[Connection, Any]:
        """A word that was not sealed, and seals for others or when it is too late."""
        side = self.rng.choice(list(self.players))
        other, exchange = self.live.game.other(side), self.live.exchange
        assert exchange is not None
        word = self.rng.choice([token_hex(16), self.words[other], self.words[side] + "\n", self.words[side][1:]])
        forged = [
            (side, {"type": "word", "id": next(self.ids), "side": side, "word": word}),
            (other, {"type": "word", "id": next(self.ids), "side": side, "word": self.words[side]}),
            (other, {"type": "seal", "id": next(self.ids), "side": side, "seal": self.seal(side, word)}),
            (side, {"type": "seal", "id": next(self.ids), "side": side, "seal": self.seal(side, word) + "\n"}),
        ]
        if exchange.sealed:
            forged.append((side, {"type": "seal", "id": next(self.ids), "side": side, "seal": self.seal(side, word)}))
        sender, message = self.rng.choice(forged)
        return self.rng.choice([self.players[sender], self.spectator]), message

    def seal(self, side: str, word: str) -> str:
        return seal_of(self.live.id, side, word)

    def not_yours(self) -> tuple[Connection, Any]:
        side = self.rng.choice(list(self.players))
        other = self.rng.choice([self.players[self.live.game.other(side)], self.spectator])
        message = self.rng.choice(
            [
                self.message("undo", side),
                self.message("redo", side),
                self.message("concede", side),
                self.message("offer_draw", side),
                self.message("claim_win", side),
                {"type": "name", "id": next(self.ids), "side": side, "name": "Mallory"},
                {"type": "leave", "id": next(self.ids), "side": side},
                {"type": "bot", "id": next(self.ids), "side": side, "level": "random"},
                {"type": "bot", "id": next(self.ids), "side": side, "level": None},
                {"type": "webhook", "id": next(self.ids), "side": side, "url": "https://example.org/"},
                {"type": "chat", "id": next(self.ids), "side": side, "text": "I am you"},
            ]
        )
        return other, message

    def not_welcome(self) -> tuple[Connection, Any]:
        side = self.rng.choice(list(self.players))
        message = self.rng.choice(
            [
                {"type": "webhook", "id": next(self.ids), "side": side, "url": "http://127.0.0.1/"},
                {"type": "name", "id": next(self.ids), "side": side, "name": "x" * 41},
                {"type": "chat", "id": next(self.ids), "side": side, "text": "\x00\u202e"},
                {"type": "bot", "id": next(self.ids), "side": side, "level": "nobody"},
                {"type": "bot", "id": next(self.ids), "side": "chance", "level": "random"},
                {"type": "ask", "id": next(self.ids), "what": "overlay", "name": "secrets"},
            ]
        )
        return self.players[side], message

    def garbage(self) -> tuple[Connection, Any]:
        client = self.rng.choice([*self.players.values(), self.spectator])
        kind = self.rng.randrange(4)
        if kind == 0:
            return client, self.rng.randbytes(self.rng.randrange(200))
        if kind == 1:
            return client, b"[" * self.rng.randrange(8000)
        if kind == 2:
            return client, json.dumps(
                self.rng.choice([None, 17, "play", [], {}, {"type": 5}, {"type": "play"}])
            ).encode()
        return client, b"x" * self.rng.randrange(LIMITS.message_bytes, 2 * LIMITS.message_bytes)

    def mutated(self) -> tuple[Connection, Any]:
        """A message of an spectator with some bytes changed: whatever it becomes, an spectator changes nothing."""
        data = bytearray(json.dumps(self.message("play", self.asked, action=self.legal())).encode())
        for _ in range(self.rng.randint(1, 6)):
            place = self.rng.randrange(len(data))
            data[place : place + self.rng.randrange(2)] = self.rng.randbytes(self.rng.randrange(2))
        return self.spectator, bytes(data)

    FORGERIES: tuple[Callable[[Fuzz], tuple[Connection, Any] | None], ...] = (
        wrong_seat,
        wrong_turn,
        for_chance,
        stale,
        unlisted,
        unreadable,
        no_undo,
        no_offer,
        no_claim,
        no_word,
        not_yours,
        not_welcome,
        garbage,
        mutated,
    )

    # The run.

    async def burst(self, count: int) -> None:
        before = self.snapshot()
        for _ in range(count):
            forgery = self.rng.choice(self.FORGERIES)
            made = forgery(self)
            if made is not None:
                await self.send(forgery.__name__, *made)
        assert self.snapshot() == before, "something has changed"

    async def send(self, name: str, client: Any, message: Any) -> None:
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        await client.handle(data, self.server.commands)
        answers, client.got = client.got, []
        assert len(answers) == 1, f"{name}: {len(answers)} answers to {data[:200]!r}"
        assert answers[0]["type"] == "refused", f"{name}: {answers[0]} to {data[:200]!r}"
        code = answers[0]["error"]["code"]
        assert code in STATUS and code != "unavailable", f"{name}: {answers[0]} to {data[:200]!r}"
        self.answers[f"{name}: {code}"] += 1

    def snapshot(self) -> list[Any]:
        live, match = self.live, self.live.match
        return [
            match.state.position(),
            [(entry.side, str(entry.action)) for entry in match.log],
            [(match.can_undo(side), match.can_redo(side)) for side in self.players],
            match.outcome,
            dict(live.seats),
            live.header.clock,
            (dict(live.header.seals or {}), dict(live.header.words)),
            list(live.chat),
            (live.commands, live.undos, live.draw_offer),
            [client.sides for client in live.connections if client.sides],
            self.server.store.units,
        ]

    def keys(self, count: int) -> None:
        """Made-up keys open nothing."""
        live = self.live
        for _ in range(count):
            assert not opened([new_key(), ""], live.seats, live.header.spectators)

    async def go_on(self) -> None:
        """One real action, sometimes taken back, so that the next burst meets another position."""
        if not self.begun:
            await self.exchange()
            return
        side = self.live.asked
        assert side is not None
        message = self.message("play", side, action=self.legal())
        if self.live.match.can_undo(side) and self.rng.random() < 0.2:
            message = self.message("undo", side)
        client = self.players[side]
        await client.handle(json.dumps(message).encode(), self.server.commands)
        assert client.got.pop()["type"] == "done"

    async def exchange(self) -> None:
        """The next step of the exchange of words."""
        exchange = self.live.exchange
        assert exchange is not None
        side = self.rng.choice(exchange.missing)
        if exchange.sealed:
            message = {"type": "word", "id": next(self.ids), "side": side, "word": self.words[side]}
        else:
            message = {"type": "seal", "id": next(self.ids), "side": side, "seal": self.seal(side, self.words[side])}
        await self.players[side].handle(json.dumps(message).encode(), self.server.commands)
        assert self.players[side].got.pop()["type"] == "done"
        self.begun = exchange.closed


async def new_match(server: Server, rng: Random) -> LiveMatch:
    clock = rng.choice([None, CorrespondenceClock(1), LiveClock(1000)])
    seats: dict[str, Any] = {"german": Me(), "soviet": Me()}
    prepared = await server.matches.prepare(CreateMatch(seats=seats, game=rng.choice(GAMES), clock=clock), "here")
    made = await server.matches.create(prepared)
    server.matches.keeps_time = False  # only what a message does is written
    return await server.matches.get(made.match)


async def run(data: Path, messages: int, seed: int) -> Counter[str]:
    server = Server(Settings(data=data, limits=LIMITS))
    await server.start()
    rng = Random(seed)
    answers: Counter[str] = Counter()
    try:
        while answers.total() < messages:
            fuzz = Fuzz(server, await new_match(server, rng), rng)
            fuzz.keys(20)
            most = min(max(10 * BURST, messages // SHARE), messages - answers.total())
            while fuzz.live.match.outcome is None and fuzz.answers.total() < most:
                await fuzz.burst(BURST)
                stored: Stored | None = await server.store.read(lambda storage, m=fuzz.live.id: storage.load(m))  # type: ignore[misc]
                assert stored is not None and len(stored.commands) == fuzz.live.commands
                for _ in range(rng.randint(1, 12) if fuzz.begun else 1):
                    if fuzz.live.match.outcome is None:
                        await fuzz.go_on()
            answers += fuzz.answers
            fuzz.live.connections.clear()
    finally:
        await server.stop()
    return answers


def fuzz(messages: int, seed: int = 1941) -> Counter[str]:
    """Send that many forged messages; what they were answered. Raises where one had an effect."""
    with tempfile.TemporaryDirectory() as data:
        return asyncio.run(run(Path(data), messages, seed))


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    found = fuzz(wanted, int(sys.argv[2]) if len(sys.argv) > 2 else 1941)
    for answer, count in sorted(found.items()):
        print(f"{count:8}  {answer}")
    print(f"{found.total()} forged messages changed nothing.")
