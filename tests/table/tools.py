"""For the tests of the table: clients that are told what happens there, and a memory of what has to be stored."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import rasputitsa
from rasputitsa.match import CommittedDice, Match, TableDice
from rasputitsa.table import Client, Now, Table, depart, join, new_table, read_hello, receive
from rasputitsa.table.changes import applied
from rasputitsa.table.keys import hash_of
from rasputitsa.table.new_tables import logged_commands
from rasputitsa.table.protocol import Message, StateMessage
from rasputitsa.table.rows import PERSON, ChatSaved, ClockSaved, Progress, Seat, SeatSaved, Stored, TableWrite

from ..tools import typing_check

Data = dict[str, Any]
SPECTATORS = "spectators"  # their key


class Room:
    """A table with everybody at it. Time passes by a second with each message."""

    def __init__(self, game: str, scenario: str | None = None, seed: int = 1, exchange: bool = False) -> None:
        dice = CommittedDice.seeded(seed, f"room{seed}")
        match = Match(rasputitsa.game(game), scenario, dice=dice) if not exchange else _unrolled(game, scenario, dice)
        sides = [side.name for side in match.game.sides]
        seats = [Seat(side, side.title(), PERSON, key=hash_of(side)) for side in sides]
        self.table = new_table(match, seats, 0.0, hash_of(SPECTATORS), exchange)
        self.table.levels = ["random", "recruit"]
        opening = logged_commands(match.log, 0.0)
        self.stored = Stored(deepcopy(self.table.header), list(self.table.seats.values()), opening)
        self.players: dict[Client, Player] = {}
        self._seconds = count(1)

    def now(self) -> Now:
        second = float(next(self._seconds))
        return Now(second, second)

    def join(self, *sides: str, **hello: Any) -> Player:
        """Somebody comes with the keys of these sides, which are their names."""
        player = Player(self)
        self.players[player.client] = player
        said = read_hello({"type": "hello", "keys": list(sides) or [SPECTATORS], **hello})
        self.deliver(*join(self.table, player.client, said, self.now()))
        return player

    def deliver(self, writes: Any, messages: Any) -> None:
        for item in writes:
            self.store(item)
        for client, message in messages:
            typing_check.check(message, Message)
            self.players[client].hear(json.loads(json.dumps(message)))  # as it travels

    def store(self, item: TableWrite) -> None:
        """Do what a database does."""
        header, seats = self.stored.header, self.stored.seats
        match item:
            case Progress():
                self.stored.commands += item.commands
                header.number, header.asked, header.outcome = item.number, item.asked, item.outcome
                header.since, header.clock = item.since, item.clock
                if item.exchange is not None:
                    header.seals, header.words = dict(item.exchange.seals), dict(item.exchange.words)
            case SeatSaved():
                self.stored.seats = [item.seat if seat.side == item.seat.side else seat for seat in seats]
            case ChatSaved():
                self.stored.chat.append(item.line)
            case ClockSaved():
                header.clock = item.clock

    def rebuilt(self) -> Table:
        """The table as it would be after a restart."""
        stored = replace(self.stored, header=deepcopy(self.stored.header))
        *_, table = Table.rebuild(stored)
        return table

    def leave(self, player: Player) -> None:
        self.deliver((), depart(self.table, player.client, self.now()))


class Player:
    """A client that keeps what it was told: the state with its view, the log, the chat and the replies."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.client = Client()
        self.states: list[StateMessage] = []
        self.view: Any = None
        self.log: list[Data] = []
        self.chat: list[Data] = []
        self.heard: list[Data] = []
        self._ids = count(1)

    @property
    def state(self) -> StateMessage:
        return self.states[-1]

    def hear(self, message: Any) -> None:
        self.heard.append(message)
        if message["type"] == "chat":
            self.chat.append(message)
        elif message["type"] == "chat_history":
            self.chat += message["lines"]
        elif message["type"] == "state":
            self.view = message["view"] if message["changes"] is None else applied(self.view, message["changes"])
            self.log = self.log[: message["log_from"]] + message["log"]
            self.states.append(message)

    def send(self, kind: str, **fields: Any) -> Data:
        """Send a message; its one reply."""
        message = {"type": kind, "id": next(self._ids), **fields}
        before = len(self.heard)
        self.room.deliver(*receive(self.room.table, self.client, message, self.room.now()))
        replies = ("done", "reply", "pong", "refused")
        (reply,) = [each for each in self.heard[before:] if each["type"] in replies and each["id"] == message["id"]]
        return reply

    def command(self, kind: str, side: str, **fields: Any) -> Data:
        return self.send(kind, side=side, number=self.room.table.number, **fields)

    def ask(self, what: str, **fields: Any) -> Any:
        reply = self.send("ask", what=what, **fields)
        assert reply["type"] == "reply", reply
        return reply["data"]

    def offered(self) -> list[str]:
        """The legal actions, as the offers say them."""
        offers = self.state["offers"]
        assert offers is not None
        return [f"{group['verb']} {each}".strip() for group in offers["groups"] for each in group["objects"]]

    def play_any(self, rng: Random) -> Data:
        return self.command("play", self.state["asked"] or "", action=rng.choice(self.offered()))


def _unrolled(game: str, scenario: str | None, dice: CommittedDice) -> Match:
    """A match in which nothing was rolled yet, though its dice are known."""
    match = Match(rasputitsa.game(game), scenario, dice=TableDice(dice.match_id))
    match.dice = dice
    return match
