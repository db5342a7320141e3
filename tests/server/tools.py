"""For the tests of the server: servers in a thread or a process, and clients that do not wait for ever."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from secrets import token_hex
from threading import Thread
from typing import Any

import httpx
from starlette.applications import Starlette
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from rasputitsa.match.dice import seal_of
from rasputitsa.server.app import Server, Settings
from rasputitsa.server.frames import message_of
from rasputitsa.server.limits import Limits
from rasputitsa.server.run import MatchServer, listen
from rasputitsa.table.changes import applied

from .served import GENEROUS

GAME = "battle-for-moscow"
PATIENCE = 60.0
KEEP = "keep"  # the id of the command that confirms a new key
EXCHANGE = "exchange"  # the id of commands that exchange words
ME, LINK = {"kind": "me"}, {"kind": "link"}
Data = dict[str, Any]


def bot(level: str = "random") -> Data:
    return {"kind": "bot", "level": level}


class Api:
    """The HTTP side of some server."""

    def __init__(self, url: str) -> None:
        self.url = url
        # A connection kept alive may be closed by the server just when it is used again.
        # Certificates, which it takes long to load, are of no use here.
        single = httpx.Limits(max_keepalive_connections=0)
        self.http = httpx.Client(base_url=url, timeout=PATIENCE, limits=single, verify=False)

    def create(self, german: Data = ME, soviet: Data = LINK, **more: Any) -> Data:
        body = {"game": GAME, "seats": {"german": german, "soviet": soviet}, **more}
        answer = self.http.post("/api/matches", json=body)
        assert answer.status_code == 201, answer.text
        made: Data = answer.json()
        return made

    def get(self, path: str, key: str | None = None) -> httpx.Response:
        return self.http.get(path, headers={"Authorization": f"Bearer {key}"} if key else {})

    def post(self, path: str, body: object, key: str | None = None) -> httpx.Response:
        return self.http.post(path, json=body, headers={"Authorization": f"Bearer {key}"} if key else {})

    def summary(self, made: Data, side: str = "german") -> Data:
        found: Data = self.get(f"/api/matches/{made['match']}", made["keys"][side]).json()
        return found

    def record(self, made: Data) -> str:
        return self.get(f"/api/matches/{made['match']}/record", made["spectators"]).text

    def join(self, made: Data, *sides: str, **hello: Any) -> Client:
        """A client with the keys of these sides; a spectator if there are none."""
        keys = [made["keys"][side] for side in sides] or [made["spectators"]]
        return Client(self.url, made["match"], keys, made=made, **hello)


class Running(Api):
    """A server in a thread of the test, whose internals can be examined."""

    def __init__(self, data: Path, limits: Limits = GENEROUS, proxies: tuple[str, ...] = (), **settings: Any) -> None:
        self.settings = Settings(data=data, limits=limits, **settings)
        self._uvicorn = MatchServer(self.settings, proxies)
        listener = listen("127.0.0.1", 0)
        self._thread = Thread(target=self._uvicorn.run, kwargs={"sockets": [listener]}, daemon=True)
        self._thread.start()
        wait_for(lambda: self._uvicorn.started or not self._thread.is_alive())
        assert self._uvicorn.started, "the server does not start"
        super().__init__(f"http://127.0.0.1:{listener.getsockname()[1]}")

    @property
    def internals(self) -> Server:
        found: Server = self.app.state.server
        return found

    @property
    def app(self) -> Starlette:
        return self._uvicorn.app

    @property
    def gave_up(self) -> str:
        """Why the server stopped by itself, if it did."""
        return self._uvicorn.gave_up

    def stop(self) -> None:
        self.http.close()
        self._uvicorn.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server does not stop"


SERVE = "import sys; from tests.server.served import serve_here; serve_here(sys.argv[1])"


class Process(Api):
    """A server in a process of its own, to be killed."""

    def __init__(self, data: Path, code: str = SERVE, errors: int | None = None, within: Sequence[str] = ()) -> None:
        """``within`` is a command that runs the server."""
        self.process = subprocess.Popen(
            [*within, sys.executable, "-u", "-c", code, str(data)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            cwd=Path(__file__).parent.parent.parent,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the server does not start"
        super().__init__(line.split()[-1].rstrip("/"))

    def kill(self) -> None:
        self.http.close()
        self.process.kill()
        self.process.wait(PATIENCE)

    def terminate(self) -> None:
        self.http.close()
        self.process.terminate()
        self.process.wait(PATIENCE)


def actions_in(offers: Data | None) -> list[str]:
    """The offered actions as texts, in their order."""
    groups = offers["groups"] if offers else []
    return [f"{group['verb']} {name}".strip() for group in groups for name in group["objects"]]


class Refused(Exception):
    def __init__(self, error: Data) -> None:
        super().__init__(str(error))
        self.code: str = error["code"]
        self.text: str = error["text"]
        self.rule: str = error["rule"]
        self.quotation: str = error["quotation"]


def arranged(view: Any) -> Any:
    """A view with its tokens space by space: the order of the spaces means nothing."""
    return {**view, "tokens": sorted(view.get("tokens", []), key=lambda token: token["at"] or "")}


class Client:
    """A websocket client. It keeps the last state and the whole log, as the browser does."""

    def __init__(
        self,
        url: str,
        match: str,
        keys: list[str],
        headers: Data | None = None,
        made: Data | None = None,
        **hello: Any,
    ) -> None:
        address = url.replace("http", "ws", 1) + f"/ws/{match}"
        self._connecting = connect(
            address, additional_headers=headers, max_size=None, compression=None, open_timeout=PATIENCE
        )
        self.socket: ClientConnection = self._connecting.__enter__()
        self.state: Data = {}
        self.log: list[Data] = []
        self.log_first = 0  # the number of its first entry
        self.chat: list[Data] = []
        self.others: list[Data] = []
        self.clock: Data = {}
        self.made = made or {"keys": {}}
        self.match = match
        self.exchanges = True  # whether it exchanges words, as the browser does
        self.words: dict[str, str] = {}
        self._ids = (f"{token_hex(4)}-{number}" for number in count())
        self.send({"type": "hello", "keys": keys, "log": 0, **hello})

    def send(self, message: object) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def receive(self, timeout: float = PATIENCE) -> Data:
        message: Data = json.loads(message_of(self.socket.recv(timeout)))
        kind = message["type"]
        if kind == "state":
            if message["view"] is None:
                assert message["shown"] == self.state["shown"] + 1
                message["view"] = applied(self.state["view"], message["changes"])
            message["view"] = arranged(message["view"])
            self.state = message
            self._keep_log(message)
            if self.exchanges and message["seals"] is not None and message["outcome"] is None:
                self.exchange(message)
        elif kind == "clock":
            self.clock = message["clock"]
        elif kind == "chat":
            self.chat.append(message)
        elif kind == "chat_history":
            self.chat += message["lines"]
        elif kind == "key":
            self.made["keys"][message["side"]] = message["key"]
            self.send({"type": "keep_key", "id": KEEP, "side": message["side"]})
        elif message.get("id") in (KEEP, EXCHANGE):
            pass
        else:
            self.others.append(message)
        return message

    def _keep_log(self, state: Data) -> None:
        if state["log_gap"] or state["log_from"] < self.log_first:
            self.log, self.log_first = [], state["log_from"]
        self.log[state["log_from"] - self.log_first :] = state["log"]

    def whole_log(self) -> list[Data]:
        """The log with all that was not sent at first."""
        self.seen()
        while self.log_first:
            page = self.ask("log", before=self.log_first)
            self.log, self.log_first = page["log"] + self.log, page["log_from"]
        return self.log

    def exchange(self, state: Data) -> None:
        """Seal a word for each side, and show it once all are sealed."""
        seals, words = state["seals"], state["words"]
        sealed = all(side in seals or side in words for side in state["seats"])
        for side in state["you"]:
            if sealed and side in seals and side not in words and side in self.words:
                self.send({"type": "word", "id": EXCHANGE, "side": side, "word": self.words[side]})
            elif not sealed and side not in self.words and state["seats"][side]["kind"] != "bot":
                self.words[side] = token_hex(16)
                seal = seal_of(self.match, side, self.words[side])
                self.send({"type": "seal", "id": EXCHANGE, "side": side, "seal": seal})

    def until(self, right: Callable[[Data], bool]) -> Data:
        """Receive until a message fits."""
        while not right(message := self.receive()):
            pass
        return message

    def until_state(self, right: Callable[[Data], bool] = lambda state: True) -> Data:
        return self.until(lambda message: message["type"] == "state" and right(message))

    def until_clock(self, right: Callable[[Data], bool] = lambda clock: True) -> Data:
        """Receive until the clock fits; what it shows."""
        self.until(lambda message: message["type"] == "clock" and right(message["clock"]))
        return self.clock

    def seen(self) -> Data:
        """The state, once there is one."""
        return self.state or self.until_state()

    def command(self, kind: str, **fields: Any) -> Data:
        """Send a command and wait for its reply; `Refused` if it is."""
        command_id = fields.setdefault("id", next(self._ids))
        self.send({"type": kind, **fields})
        answer = self.until(lambda message: message.get("id") == command_id)
        if answer["type"] == "refused":
            raise Refused(answer["error"])
        return answer

    def ask(self, what: str, **fields: Any) -> Any:
        return self.command("ask", what=what, **fields)["data"]

    def play(self, action: str, side: str | None = None, **fields: Any) -> Data:
        """Play and see the new state."""
        state = self.seen()
        fields.setdefault("number", state["number"])
        done = self.command("play", side=side or state["asked"], action=action, **fields)
        if self.state["number"] < done["number"]:
            self.until_state(lambda new: new["number"] >= done["number"])
        return done

    def offered(self) -> list[str]:
        """The actions that this client may choose from now."""
        while self.seen()["awaited"]:
            self.receive()
        return actions_in(self.seen()["offers"])

    def play_any(self, rng: Random) -> str:
        action = rng.choice(self.offered())
        self.play(action)
        return action

    def act(self, kind: str, side: str, **fields: Any) -> Data:
        """A command of a side, meant for the position that is shown."""
        fields.setdefault("number", self.seen()["number"])
        return self.command(kind, side=side, **fields)

    def drain(self, quiet: float = 0.3) -> None:
        """Receive until nothing comes for a while."""
        with suppress(TimeoutError):
            while True:
                self.receive(quiet)

    def bye(self) -> Data:
        """Receive until the server closes; its last message."""
        last: Data = {}
        with suppress(ConnectionClosed):
            while True:
                last = self.receive()
        assert last.get("type") == "bye", last
        return last

    def said(self) -> list[Data]:
        """The lines of the chat, without those of the server."""
        return [line for line in self.chat if line["from"] != "server"]

    def until_said(self, count: int) -> list[Data]:
        """Receive until there are so many lines of the chat, without those of the server."""
        while len(self.said()) < count:
            self.receive()
        return self.said()

    def close(self) -> None:
        self._connecting.__exit__(None, None, None)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def wait_for(right: Callable[[], bool], seconds: float = PATIENCE) -> None:
    from time import monotonic, sleep

    end = monotonic() + seconds
    while not right():
        assert monotonic() < end, "waited too long"
        sleep(0.01)


def limits(**changes: Any) -> Limits:
    return replace(GENEROUS, **changes)
