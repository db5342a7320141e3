"""Kill the server at random moments under load and restart it: ``python -m tests.crash [times]`` (``make crash``).

After every kill each match must be where its player last had an acknowledgement, or one command further (the one that
was under way); that command, sent again with its old id, must then have been carried out exactly once. Its clock
must have gone on while the server ran, and not while it was down.

All the while backups are made beside it. Each, restored, must have all that was acknowledged before it began.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import sys
import tempfile
import time
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from rasputitsa.match import read, replay
from rasputitsa.server.backup import backup, restore
from rasputitsa.server.frames import message_of
from rasputitsa.server.limits import Limits
from rasputitsa.server.live_match import LiveMatch
from rasputitsa.server.storage import Stored
from rasputitsa.server.storage import connect as connect_storage
from rasputitsa.server.storage.sqlite import FILE
from rasputitsa.server.uptime import STORED_EVERY
from rasputitsa.table.changes import applied

from .server.tools import ME, Data, Process, actions_in

PATIENCE = 60.0
CLOCK = {"kind": "live", "minutes": 10_000}
LINES = Limits().chat_lines_at_once - 1  # one may be a spectator's
SLACK = 1.0  # seconds by which a measurement may be off
LOST = (WebSocketException, OSError, EOFError, TimeoutError)


@dataclass
class Player:
    """Plays both sides of one match and remembers what the server has acknowledged."""

    made: Data
    rng: Random
    ids: Any = field(default_factory=count)
    log: list[str] = field(default_factory=list)  # the log as it was last acknowledged, with all that was shown
    first: int = 0  # the number of its first entry; those before are asked for
    chat: list[str] = field(default_factory=list)
    state: Data = field(default_factory=dict)
    pending: Data | None = None  # a command that was sent and not answered
    unshown: Data | None = None  # one that was acknowledged but not shown yet
    acknowledged: int = 0
    done: list[str] = field(default_factory=list)  # the ids of the commands that were acknowledged
    left: float = 0.0  # seconds, of both sides together
    left_at: float = 0.0  # when that was
    socket: ClientConnection | None = None

    async def play(self, url: str, seconds: float) -> None:
        """Connect and play as fast as it goes, until the server dies."""
        with contextlib.suppress(*LOST):
            async with asyncio.timeout(seconds), self.connected(url):
                await self.until_state()
                self.unshown = None
                if self.pending:
                    await self.carry_out(self.pending)
                while self.state["outcome"] is None:
                    await self.carry_out(self.command())

    @contextlib.asynccontextmanager
    async def connected(self, url: str) -> Any:
        address = url.replace("http", "ws", 1) + f"/ws/{self.made['match']}"
        async with connect(address, compression=None, max_size=None) as socket:
            self.socket = socket
            hello = {"type": "hello", "keys": list(self.made["keys"].values()), "log": 0, "chat": 10**6}
            await socket.send(json.dumps(hello))
            yield

    def command(self) -> Data:
        state = self.state
        command = {"id": next(self.ids), "side": state["asked"], "number": state["number"]}
        luck = self.rng.random()
        if luck < 0.1:
            return {"type": "chat", "id": command["id"], "side": "german", "text": f"line {command['id']}"}
        if luck < 0.2 and state["can_undo"]:
            return {"type": "undo", **command, "side": self.log[-1].split()[0]}
        if luck < 0.3 and state["can_redo"]:
            return {"type": "redo", **command}
        return {"type": "play", **command, "action": self.rng.choice(actions_in(state["offers"]))}

    async def carry_out(self, command: Data) -> None:
        """Send a command and wait until it is acknowledged and, if it is a command, shown."""
        assert self.socket is not None
        self.pending = command
        await self.socket.send(json.dumps(command))
        while (message := await self.receive()).get("id") != command["id"]:
            assert message["type"] != "refused", message
        assert message["type"] == "done", f"{command} was answered {message}"
        self.pending = None
        self.acknowledged += 1
        self.done.append(str(command["id"]))
        if command["type"] == "chat":
            self.chat.append(command["text"])
            return
        if len(self.log) != message["number"]:
            self.unshown = command
            await self.until_state()
            self.unshown = None
        assert len(self.log) == message["number"]

    async def until_state(self) -> None:
        """A new state, with the whole log."""
        assert self.socket is not None
        while (await self.receive())["type"] != "state":
            pass
        while self.first:
            await self.socket.send(json.dumps({"type": "ask", "what": "log", "id": "log", "before": self.first}))
            while (message := await self.receive()).get("id") != "log":
                pass
            self.log[:0], self.first = lines_of(message["data"]["log"]), message["data"]["log_from"]

    async def receive(self) -> Data:
        assert self.socket is not None
        message: Data = json.loads(message_of(await self.socket.recv()))
        if message["type"] == "state":
            if message["view"] is None:
                message["view"] = applied(self.state["view"], message["changes"])
            self.state = message
            if message["log_gap"]:
                self.log, self.first = [], message["log_from"]
            self.log[message["log_from"] - self.first :] = lines_of(message["log"])
        elif message["type"] == "clock":
            self.left, self.left_at = sum(message["clock"]["left"].values()), time.monotonic()
        return message


def lines_of(entries: list[Data]) -> list[str]:
    return [f"{entry['side']} {entry['action']}" for entry in entries]


async def check(server: Process, player: Player, killed: float) -> None:
    """What the server has after a restart is what it acknowledged, and at most the one command more."""
    before, chat, pending, unshown = list(player.log), list(player.chat), player.pending, player.unshown
    looking = Player(player.made, Random(0))
    async with asyncio.timeout(PATIENCE), looking.connected(server.url):
        await looking.until_state()
        whole = list(looking.log)
        after = whole[player.first :]  # a player who was still getting a long log knows its end alone
        story = f"shown: {before[-3:]}, acknowledged: {unshown}, under way: {pending}, found: {after[-3:]}"
        if unshown:
            assert after != before and possible(before, after, unshown), story
        elif pending:
            assert possible(before, after, pending), story
        else:
            assert after == before, story
        record = read(await asyncio.to_thread(server.record, player.made))
        assert [f"{line.side} {line.action}" for line in record.lines] == whole
        assert replay(record).state.view(None) == looking.state["view"]
        while not looking.left:
            await looking.receive()
        if player.left:
            passed = max(0.0, killed - player.left_at) + looking.left_at - killed
            least, most = player.left - passed - SLACK, player.left + STORED_EVERY + SLACK
            assert least <= looking.left <= most, f"{player.left} seconds were left, {passed} passed: {looking.left}"
    stored = await asyncio.to_thread(chat_of, server, player.made)
    assert chat_is_kept(chat, stored), (len(chat), chat[-3:], len(stored), stored[-3:])


def chat_is_kept(chat: list[str], stored: list[str]) -> bool:
    """Whether the latest lines are those acknowledged and at most one more; a client gets a limited number of them."""
    expected = [chat, [*chat, *stored[-1:]]]
    enough = len(stored) >= min(len(chat), LINES)
    return enough and any(
        lines[len(lines) - len(stored) :] == stored for lines in expected if len(lines) >= len(stored)
    )


def possible(before: list[str], after: list[str], pending: Data) -> bool:
    """Whether the log may look so if the pending command was done or not."""
    if after == before:
        return True
    match pending["type"]:
        case "play":
            own = f"{pending['side']} {pending['action']}"
            new = after[len(before) :]
            return after[: len(before)] == before and new[:1] == [own] and all(map(is_roll, new[1:]))
        case "undo":
            return after == before[:-1]
        case "redo":
            return after[:-1] == before
    return False


def is_roll(line: str) -> bool:
    return line.startswith("chance ")


def chat_of(server: Process, made: Data) -> list[str]:
    """The chat as a client that connects now gets it."""
    with server.join(made) as spectator:
        spectator.command("chat", text="look", id="look")
        return [line["text"] for line in spectator.chat if line["from"] != "spectator"]


async def play_all(server: Process, players: list[Player], moment: float) -> None:
    """Everybody plays; at the moment the server is killed."""
    playing = [asyncio.create_task(player.play(server.url, moment + PATIENCE)) for player in players]
    await asyncio.sleep(moment)
    os.kill(server.process.pid, signal.SIGKILL)
    await asyncio.wait_for(asyncio.gather(*playing), PATIENCE)


class Backups(Thread):
    """Makes backups one after the other until it is told to end, also while the server is killed and restarts."""

    def __init__(self, data: Path, folder: Path, players: list[Player], rng: Random) -> None:
        super().__init__(daemon=True)
        self._data, self._folder, self._players, self._rng = data, folder, players, rng
        self._ended = Event()
        self.made: list[tuple[Path, dict[str, set[str]]]] = []  # each with the ids that were acknowledged by match
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            while not self._ended.wait(self._rng.uniform(0.1, 0.6)):
                known = {player.made["match"]: set(player.done) for player in self._players}
                target = self._folder / f"{time.monotonic_ns()}{self._rng.choice(['.sqlite3', '.jsonl'])}"
                backup(target, self._data)
                self.made.append((target, known))
        except Exception as error:
            self.error = error

    def end(self) -> None:
        self._ended.set()
        self.join(PATIENCE)

    def check(self) -> int:
        """Restore and compare all that were made. Returns their number."""
        if self.error:
            raise self.error
        found: dict[str, set[str]] = {}
        for target, known in self.made:
            with tempfile.TemporaryDirectory() as directory:
                restore(target, Path(directory))
                now = {stored.header.id: ids_in(stored) for stored in all_stored(Path(directory))}
            for expected in (known, found):
                missing = {match: ids - now.get(match, set()) for match, ids in expected.items()}
                assert not any(missing.values()), f"{target} lacks {missing}"
            found = now
            target.unlink()
        return len(self.made)


def all_stored(data: Path) -> list[Stored]:
    storage = connect_storage(data)
    try:
        return list(storage.everything())
    finally:
        storage.close()


def ids_in(stored: Stored) -> set[str]:
    """The ids of the commands that a stored match has. It must be possible to play on with it."""
    *_, live = LiveMatch.rebuild(stored)
    assert live.number == stored.header.number
    rows: list[Any] = [*stored.commands, *stored.chat]
    return {row.command_id for row in rows}


def crash(times: int, matches: int = 6, seed: int = 1941, say: Any = print) -> int:
    """Kill that often; the number of acknowledged commands. Raises where one was lost or done twice."""
    rng = Random(seed)
    copies = 0
    with tempfile.TemporaryDirectory() as directory, tempfile.TemporaryDirectory() as folder:
        data = Path(directory)
        server = Process(data)
        players = [Player(server.create(ME, ME, clock=CLOCK), Random(f"{seed} {number}")) for number in range(matches)]
        try:
            for kill in range(1, times + 1):
                backups = Backups(data, Path(folder), players, Random(f"{seed} {kill}"))
                backups.start()
                asyncio.run(play_all(server, players, rng.uniform(0.05, 1.0)))
                server.kill()
                killed = time.monotonic()
                server = Process(data)
                backups.end()
                for player in players:
                    asyncio.run(check(server, player, killed))
                seconds = time.monotonic() - killed
                copies += backups.check()
                done = sum(player.acknowledged for player in players)
                if kill % 10 == 0 or kill == times:
                    story = f"{kill} kills, {done} acknowledged commands, none lost; {copies} backups, all complete"
                    say(f"{story}; restart and checks {seconds:.1f} s")
                for place, player in enumerate(players):
                    if player.state.get("outcome"):
                        made = server.create(ME, ME, clock=CLOCK)
                        players[place] = Player(made, player.rng, acknowledged=player.acknowledged)
        finally:
            server.kill()
        assert sqlite3.connect(data / FILE).execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return sum(player.acknowledged for player in players)


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    crash(wanted, seed=int(sys.argv[2]) if len(sys.argv) > 2 else 1941)
